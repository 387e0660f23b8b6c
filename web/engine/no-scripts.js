// Pyodide refuses to run in a worker that can import scripts. This takes the ability from a classic worker
// (lab-worker.js). A module worker never has it, but Firefox reports Pyodide's check as a policy violation.

Object.defineProperty(globalThis, 'importScripts', {
  value() {
    throw new Error('there are no other scripts');
  },
});
