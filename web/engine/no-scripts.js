// @ts-check
// Pyodide looks whether its worker can import scripts, and refuses to run where it can. Ours cannot: see lab-worker.js.

Object.defineProperty(globalThis, 'importScripts', {
  value() {
    throw new Error('there are no other scripts');
  },
});
