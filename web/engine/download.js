// The files that a start needs, fetched in parallel and counted as they arrive. While Pyodide and micropip
// load, their own requests are answered with the files already here or on their way.

import { addressOf, fetchFile } from '../ui/load.js';
import { BootError } from './errors.js';

const WASM = 'pyodide/pyodide.asm.wasm';

export class Download {
  #base;
  #report;
  /** @type {Map<string, Promise<Uint8Array<ArrayBuffer>>>} by URL */
  #files = new Map();
  /** @type {Promise<WebAssembly.Module> | null} */
  #module = null;
  /** Bytes arrived, and bytes in all (0 until they are known). */
  #arrived = 0;
  #total = 0;
  #reported = 0;

  #given;

  /**
   * @param {URL} base
   * @param {(part: number) => void} report  told how much has arrived, 0 to 1
   * @param {import('./boot.js').Given | null} [given]  if set, replaces all fetching
   */
  constructor(base, report, given = null) {
    this.#base = base;
    this.#report = report;
    this.#given = given;
  }

  /** Compile Python itself while it arrives. */
  compilePython() {
    this.#module ??= this.#given ? Promise.resolve(this.#given.python) : this.#compile(this.url(WASM));
    this.#module.catch(() => {}); // reported where it is awaited
    return this.#module;
  }

  /** Begin to fetch a file, unless it is under way. @param {string} path @returns {Promise<Uint8Array<ArrayBuffer>>} */
  file(path) {
    const url = this.url(path);
    let file = this.#files.get(url);
    if (!file) {
      file = this.#given ? this.#handed(path) : this.#bytes(url);
      file.catch(() => {});
      this.#files.set(url, file);
    }
    return file;
  }

  /** @param {string} path */
  async json(path) {
    const text = new TextDecoder().decode(await this.file(path));
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new BootError('download_failed', `${path}: ${error}`);
    }
  }

  /** @param {string} path a module script */
  async module(path) {
    if (this.#given) return this.#given.pyodide;
    try {
      return await import(this.url(path));
    } catch (error) {
      throw new BootError(error instanceof SyntaxError ? 'boot_failed' : 'download_failed', error);
    }
  }

  /** Set the bytes in all, once they are known. @param {number} total */
  expect(total) {
    this.#total = total;
    this.#count(0);
  }

  /**
   * Run a loader whose own requests for our files are answered from here.
   * @template T
   * @param {() => Promise<T>} load
   * @param {number} [memory]  initial size of Python's memory in bytes
   * @returns {Promise<T>}
   */
  async answering(load, memory = 0) {
    const { fetch } = globalThis;
    const { instantiateStreaming } = WebAssembly;
    const python = this.url(WASM);
    // Pyodide only prints the errors of these requests, and then waits for ever or fails later.
    /** @type {(error: unknown) => void} */
    let giveUp = () => {};
    const broken = new Promise((_, reject) => {
      giveUp = reject;
    });
    /** @type {typeof fetch} */
    const answer = async (request, options) => {
      const url = new URL(request instanceof Request ? request.url : request, location.href).href;
      if (url === python) return new Response(); // only handed on to the next function
      const file = this.#files.get(url);
      file?.catch(giveUp);
      return file ? new Response(await file) : fetch(request, options);
    };
    // A snapshot knows the browser's functions by their names.
    globalThis.fetch = Object.defineProperty(answer, 'name', { value: 'fetch' });
    WebAssembly.instantiateStreaming = async (_, imports) => {
      try {
        const module = await this.compilePython();
        const instance = await WebAssembly.instantiate(module, imports);
        enlarge(/** @type {WebAssembly.Memory} */ (instance.exports.memory), memory);
        return { module, instance };
      } catch (error) {
        giveUp(error);
        throw error;
      }
    };
    try {
      return await Promise.race([load(), broken]);
    } finally {
      globalThis.fetch = fetch;
      WebAssembly.instantiateStreaming = instantiateStreaming;
    }
  }

  /** Let go of what has been fetched. */
  clear() {
    this.#files.clear();
    this.#module = null;
  }

  /** @param {string} path */
  async #handed(path) {
    const file = this.#given?.files.get(path);
    if (!file) throw new BootError('download_failed', `${path} was not handed over`);
    return file;
  }

  /** @param {string} path */
  url(path) {
    return addressOf(new URL(path, this.#base));
  }

  /** @param {string} url */
  async #compile(url) {
    const body = await this.#fetch(url);
    try {
      // Not every host knows the type.
      const headers = { 'Content-Type': 'application/wasm' };
      return await WebAssembly.compileStreaming(new Response(body, { headers }));
    } catch (error) {
      throw new BootError(
        error instanceof WebAssembly.CompileError ? 'boot_failed' : 'download_failed',
        error,
      );
    }
  }

  /** @param {string} url */
  async #bytes(url) {
    const body = await this.#fetch(url);
    try {
      return new Uint8Array(await new Response(body).arrayBuffer());
    } catch (error) {
      throw new BootError('download_failed', `${url}: ${error}`);
    }
  }

  /** @param {string} url @returns {Promise<ReadableStream<BufferSource>>} the body, which is counted */
  async #fetch(url) {
    const { body } = await fetchFile(url).catch((error) => {
      throw new BootError('download_failed', error);
    });
    const counter = new TransformStream({
      transform: (chunk, controller) => {
        this.#count(chunk.length);
        controller.enqueue(chunk);
      },
    });
    return /** @type {ReadableStream} */ (body).pipeThrough(counter);
  }

  /** Count bytes, and report every further percent. @param {number} bytes */
  #count(bytes) {
    this.#arrived += bytes;
    const part = this.#total && Math.min(1, this.#arrived / this.#total);
    if (part - this.#reported < 0.01) return;
    this.#reported = part;
    this.#report(part);
  }
}

const PAGE = 65_536;

/** @param {WebAssembly.Memory} memory @param {number} bytes */
function enlarge(memory, bytes) {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}
