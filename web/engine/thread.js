// A helper thread of a search, started by threads.js: an instance of the compiled program, without Python.
// All threads share the memory with the transposition table and the flag that stops them.

/** @import { Call } from './threads.js' */

/** @type {Record<string, any>} */
let functions;
/** The memory of this thread alone, as numbers of either size. @type {Record<number, Int16Array | Int32Array>} */
let numbers;

/** @param {{ module: WebAssembly.Module, pages: number, shared: WebAssembly.Memory }} start */
function instantiate({ module, pages, shared }) {
  const own = new WebAssembly.Memory({ initial: pages, maximum: pages });
  numbers = { 16: new Int16Array(own.buffer), 32: new Int32Array(own.buffer) };
  const now = () => Math.floor(performance.now());
  const poll = () => 0; // it is stopped through the shared memory
  const ask = () => 0; // only the main thread probes the tables of endings; it shares the results
  const env = { own, shared, now, poll, ask, pause: poll };
  functions = new WebAssembly.Instance(module, { env }).exports;
}

/** @param {Call} call */
function act(call) {
  if (call[0] === 'call') functions[call[1]](...call[2]);
  else if (call[0] === 'store') numbers[call[1]].set(call[3], call[2]);
  else numbers[call[1]].fill(0, call[2], call[2] + call[3]);
}

self.onmessage = ({ data }) => {
  try {
    if (functions) data.forEach(act);
    else instantiate(data);
  } catch (error) {
    self.postMessage(String(error));
  }
};
