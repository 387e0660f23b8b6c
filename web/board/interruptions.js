// What ends a drag that the hand has not ended: a call or a gesture of the system, another finger, another window.

/** @param {AbortSignal} signal  stops listening @param {() => void} act */
export function onInterruption(signal, act) {
  const options = { capture: true, passive: true, signal };
  document.addEventListener('touchstart', ({ touches }) => touches.length > 1 && act(), options);
  for (const type of ['touchcancel', 'pointercancel']) document.addEventListener(type, () => act(), options);
  for (const type of ['blur', 'orientationchange']) window.addEventListener(type, () => act(), { signal });
}
