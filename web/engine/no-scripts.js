// @ts-check
// Pyodide looks whether its worker can import scripts, and refuses to run where it can. Ours cannot: see lab-worker.js.
// In a module worker nobody can, but Firefox reports the attempt as a breach of the page's policy.

Object.defineProperty(globalThis, 'importScripts', {
  value() {
    throw new Error('there are no other scripts');
  },
});
