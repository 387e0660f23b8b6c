import { LoadError } from '../ui/load.js';

/** Why the engine could not be loaded: `reason` is one of those in client.js, the message is for people. */
export class BootError extends Error {
  /** @param {string} reason @param {unknown} cause */
  constructor(reason, cause) {
    super(cause instanceof Error ? cause.message : String(cause));
    this.name = 'BootError';
    this.reason = reason;
  }
}

/** Whether an error, of JavaScript or of Python, means that there is no memory left. @param {unknown} error */
export function isMemoryError(error) {
  return error instanceof RangeError || /out of memory|could not allocate|MemoryError/i.test(String(error));
}

/** The reason of a failure, one of those in client.js. @param {unknown} error */
function reasonOf(error) {
  if (error instanceof BootError) return error.reason;
  if (error instanceof LoadError) return 'download_failed';
  return isMemoryError(error) ? 'out_of_memory' : 'crashed';
}

/** How a worker tells that it cannot go on. @param {(message: any) => void} post @returns {(error: unknown) => void} */
export const failing = (post) => (error) => {
  console.error(error);
  const detail = error instanceof Error ? error.message : String(error);
  post({ type: 'state', state: 'failed', reason: reasonOf(error), detail: detail.slice(-2000) });
};
