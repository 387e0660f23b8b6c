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
