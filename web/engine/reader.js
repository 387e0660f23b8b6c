// Reads positions from pictures, in a worker that ends when it has had nothing to do for a while.

/** @typedef {import('./reader-program.js').Corners} Corners */
/** @typedef {import('./reader-program.js').Reading} Reading */
/** @typedef {import('./reader-program.js').Point} Point */
/** @typedef {import('./reader-program.js').Look} Look */
/** @typedef {import('./reader-program.js').Pixels} Pixels */

import { addresses, addressOf, LoadError } from '../ui/load.js';
import { ownWorker } from './trusted-types.js';

/**
 * What a picture holds; no reading: no board was found. The bitmap may be smaller than the picture.
 * @typedef {{ width: number, height: number, corners: Corners | null, reading: Reading | null, bitmap: ImageBitmap }} Found
 */

/** The pieces by number; see kernel/picture. */
export const LETTERS = '.KABNRCPkabnrcp';

/** Why a picture cannot be read. @typedef {'not_a_picture' | 'heic' | 'too_small' | 'failed'} ReaderFault */

export class PictureError extends Error {
  /** @param {ReaderFault} code @param {string} [detail] */
  constructor(code, detail) {
    super(detail ?? code);
    this.name = 'PictureError';
    this.code = code;
  }
}

const SCRIPT = new URL('engine/reader-worker.js', new URL('../', import.meta.url));
/** A picture may take this long on a slow phone. */
const PATIENCE_MS = 60_000;

export class PictureReader {
  #newWorker;
  /** @type {Worker | null} */ #worker = null;
  #serial = 0;
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void, timer: any }>} */
  #waiting = new Map();

  /** @param {{ newWorker?: () => Worker }} [options] */
  constructor({ newWorker = () => ownWorker(new URL(addressOf(SCRIPT))) } = {}) {
    this.#newWorker = newWorker;
  }

  /** Find and read a board. Rejects with a PictureError or a LoadError. @param {Blob} picture @returns {Promise<Found>} */
  async open(picture) {
    this.close(); // with the memory of the last picture
    return this.#ask({ picture, addresses });
  }

  /** Read the last picture again, with corners set by hand. @param {Corners} corners @returns {Promise<Reading | null>} */
  async read(corners) {
    return (await this.#ask({ corners })).reading;
  }

  /** Look at one drawn point. @param {Pixels} drawing  a square @returns {Promise<Look>} */
  async look(drawing) {
    return (await this.#ask({ drawing, addresses })).look;
  }

  /** End the worker; what it was asked is answered by a rejection. */
  close() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#fail(new PictureError('failed', 'closed'));
  }

  /** @param {Record<string, unknown>} question @returns {Promise<any>} */
  #ask(question) {
    this.#worker ??= this.#started();
    this.#serial += 1;
    const id = this.#serial;
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.close(), PATIENCE_MS);
      this.#waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, ...question });
    });
  }

  #started() {
    const worker = this.#newWorker();
    worker.onmessage = ({ data: { id, fault, detail, ...answer } }) => {
      const asked = this.#waiting.get(id);
      this.#waiting.delete(id);
      clearTimeout(asked?.timer);
      if (!fault) asked?.resolve(answer);
      else asked?.reject(fault === 'not_loaded' ? new LoadError(detail) : new PictureError(fault, detail));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#worker?.terminate();
      this.#worker = null;
      this.#fail(new PictureError('failed', event.message));
    };
    return worker;
  }

  /** @param {Error} error */
  #fail(error) {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#waiting.clear();
  }
}

/** @param {number} piece  by number @returns {{ side: 'red' | 'black', role: string } | null} null: none */
export const manOfPiece = (piece) =>
  piece === 0 ? null : { side: piece > 7 ? 'black' : 'red', role: LETTERS[piece].toLowerCase() };
