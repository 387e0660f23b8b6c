// On a phone the panels are below the board, and what they show on it would be out of view.

/** Bring the board into view; where it is beside the panels, nothing moves. */
export function toBoard() {
  document.getElementById('board')?.scrollIntoView({ block: 'nearest' });
}

/** To a game that was opened: the focus goes to its moves and the board comes into view, which is far above on a phone. */
export function toGame() {
  const move = document.querySelector('.moves .move[tabindex="0"]') ?? document.getElementById('board');
  /** @type {HTMLElement | null} */ (move)?.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}
