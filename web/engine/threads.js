// The engine worker's side of its helper threads (thread.js), for a page that is cross-origin isolated. Compiled code
// runs in them; who searches what is decided in Python (cannonfish/engine/helpers.py).

/**
 * An instruction to a thread: call a function with arguments, store numbers of 16 or 32 bits from an index
 * on, or set so many of them to zero.
 * @typedef {['call', string, number[]] | ['store', 16 | 32, number, number[]] | ['zero', 16 | 32, number, number]} Call
 */

/**
 * The functions that Python uses.
 * @param {URL} script  thread.js
 * @param {(message: any) => void} post  to the page
 */
export function threadsFor(script, post) {
  return {
    /** @param {number} pages of 64 KB @param {boolean} shared */
    newMemory: (pages, shared) => new WebAssembly.Memory({ initial: pages, maximum: pages, shared }),
    /** Let the page stop a search in the middle of a call. @param {Int32Array} flag  0: stop */
    reveal: (flag) => post({ flag }),
    /**
     * @param {WebAssembly.Module} module @param {number} pages of its own @param {WebAssembly.Memory} shared
     * @param {(reason: string) => void} onFault  it has died
     */
    startThread(module, pages, shared, onFault) {
      const thread = new Worker(script, { type: 'module' });
      /** @param {string} reason */
      const fail = (reason) => {
        thread.terminate();
        onFault(reason);
      };
      thread.onmessage = ({ data }) => fail(data);
      thread.onerror = (event) => {
        event.preventDefault();
        fail(event.message ?? 'its script could not be loaded');
      };
      thread.postMessage({ module, pages, shared });
      return {
        /** @param {Call[]} calls */
        post: (calls) => thread.postMessage(calls),
        close: () => {
          thread.onmessage = thread.onerror = null;
          thread.terminate();
        },
      };
    },
  };
}
