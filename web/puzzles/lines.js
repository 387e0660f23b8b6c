// Reads the lines of a file that may be as large as a disk: in pieces, passed on in slices, never whole.

/** A line of a file and its number, from 1. `long`: it was longer and has been cut off. @typedef {{ number: number, text: string, long: boolean }} Line */

/** Lines in a slice, which take a few milliseconds. */
const SLICE = 1000;
/** In characters; no line of a table is longer. */
export const LONGEST_LINE = 20_000;

/**
 * @param {Blob} file
 * @param {object} [options]
 * @param {AbortSignal} [options.signal]
 * @param {() => Promise<void>} [options.pause]  lets other tasks run between two slices
 * @returns {AsyncGenerator<{ lines: Line[], share: number }>} share: of the file that has been read, 0 to 1
 */
export async function* linesOf(file, { signal, pause = nextTask } = {}) {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder(); // strips a byte order mark
  const cutter = new Cutter();
  let bytes = 0;
  try {
    for (let done = false; !done; ) {
      const piece = await reader.read();
      done = piece.done;
      bytes += piece.value?.length ?? 0;
      const text = decoder.decode(piece.value, { stream: !done });
      for (const lines of cutter.cut(text, done)) {
        signal?.throwIfAborted();
        yield { lines, share: file.size > 0 ? bytes / file.size : 1 };
        await pause();
      }
    }
    signal?.throwIfAborted();
  } finally {
    await reader.cancel();
  }
}

/** Cuts a text that comes in pieces into lines. */
class Cutter {
  #number = 0;
  /** The beginning of a line whose end has not come yet. */
  #rest = '';
  #long = false;

  /** @param {string} text @param {boolean} last @returns {Generator<Line[]>} */
  *cut(text, last) {
    /** @type {Line[]} */
    let lines = [];
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      lines.push(this.#line(text.slice(from, end)));
      from = end + 1;
      if (lines.length < SLICE) continue;
      yield lines;
      lines = [];
    }
    this.#begin(text.slice(from));
    if (last && this.#rest !== '') lines.push(this.#line(''));
    if (lines.length > 0) yield lines;
  }

  /** @param {string} text */
  #begin(text) {
    const whole = this.#rest + text;
    this.#long ||= whole.length > LONGEST_LINE;
    this.#rest = whole.slice(0, LONGEST_LINE);
  }

  /** @param {string} text what completes the line @returns {Line} */
  #line(text) {
    this.#begin(text);
    const line = { number: ++this.#number, text: this.#rest.replace(/\r$/, ''), long: this.#long };
    this.#rest = '';
    this.#long = false;
    return line;
  }
}

/** Resolves after the tasks that wait. @returns {Promise<void>} */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));
