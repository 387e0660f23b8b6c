// Starts Python and loads the engine. The first start fetches everything, lets micropip install the engine
// and keeps a snapshot of the result; later starts restore it, which saves most of the work.

/** @import { PyodideAPI } from 'pyodide' */

import { Download } from './download.js';
import { BootError, isMemoryError } from './errors.js';
import { Snapshots } from './snapshots.js';

/**
 * @typedef {object} Booted
 * @property {PyodideAPI} python
 * @property {any} engine  the module cannonfish.protocol.page.browser
 * @property {'restored' | 'made' | 'none'} snapshot
 * @property {() => Promise<void>} complete  to be called when there is time: restores the engine's files,
 *   which a snapshot does not hold, so that the modules that were not loaded can be imported
 */

/** Fractions of the whole start at which the stages end; measured, see tests/bench/results.md. */
const DOWNLOADED = 0.4;
const PYTHON = 0.7;
const ENGINE = 0.9;

const LIBRARY = 'pyodide/python_stdlib.zip';
const LOCK = 'pyodide/pyodide-lock.json';
const BUILD = 'data/build.json';
/** Where the archive of micropip lies in Python's file system. */
const ARCHIVE = '/lib/micropip.zip';

/**
 * The data handed to a worker that cannot fetch: its files by path, Python compiled, Pyodide's loader, and a
 * snapshot if there is one.
 * @typedef {{ files: Map<string, Uint8Array<ArrayBuffer>>, python: WebAssembly.Module, pyodide: any,
 *   memory: Uint8Array | null }} Given
 */

/**
 * @param {object} options
 * @param {URL} options.base  the root of the site
 * @param {'use' | 'renew' | 'off'} options.snapshot  whether to restore one and make one
 * @param {Given | null} [options.given]  in place of what would be fetched and read from storage
 * @param {(stage: 'python' | 'engine' | 'kernel', progress: number) => void} options.report
 * @returns {Promise<Booted>}
 */
export async function boot({ base, snapshot, given = null, report: reportAnything }) {
  let reached = 0;
  /** @type {typeof reportAnything} drops late reports of an earlier stage */
  const report = (stage, progress) => {
    if (progress < reached) return;
    reached = progress;
    reportAnything(stage, progress);
  };
  const download = new Download(base, (part) => report('python', DOWNLOADED * part), given);
  try {
    download.file(BUILD); // first, because the start waits for it
    download.compilePython();
    download.module('pyodide/pyodide.mjs').catch(() => {}); // the import that needs it reports the error
    download.module('pyodide/pyodide.asm.mjs').catch(() => {});
    download.file(LIBRARY);
    download.file(LOCK);
    // Without a snapshot to restore, Python loads at once.
    const mayRestore = given ? given.memory : snapshot === 'use' && (await Snapshots.areThere(base));
    const fresh = mayRestore ? null : load(download);
    fresh?.catch(() => {}); // reported where it is awaited
    const build = await download.json(BUILD);
    const snapshots = new Snapshots(base, build.version);
    if (snapshot === 'renew') await snapshots.discard();
    const memory = fresh ? null : given ? given.memory : await snapshots.read();
    if (memory) {
      const restored = await restore(download, build, memory);
      if (restored) return restored;
      await snapshots.discard();
    }
    const kept = snapshot === 'off' ? null : snapshots;
    return await install(download, build, { fresh, snapshots: kept, report });
  } catch (error) {
    if (error instanceof BootError) throw error;
    throw new BootError(isMemoryError(error) ? 'out_of_memory' : 'boot_failed', error);
  } finally {
    download.clear();
  }
}

/**
 * @param {Download} download @param {Build} build @param {Uint8Array} memory
 * @returns {Promise<Booted | null>} null if the snapshot cannot be used
 */
async function restore(download, build, memory) {
  try {
    const files = download.file(wheel(build, 'cannonfish'));
    const python = await load(download, { _loadSnapshot: memory, _snapshotDeserializer: named });
    const engine = python.pyimport('cannonfish.protocol.page.browser');
    const complete = async () => {
      unpack(python, await files);
    };
    return { python, engine, snapshot: 'restored', complete };
  } catch (error) {
    if (/** @type {any} */ (error).reason === 'download_failed') throw error; // the snapshot may be good
    console.warn('The snapshot cannot be used:', error);
    return null;
  }
}

/**
 * @param {Download} download @param {Build} build
 * @param {{ fresh: Promise<PyodideAPI> | null, snapshots: Snapshots | null, report: (stage: any, progress: number) => void }} options
 * @returns {Promise<Booted>}
 */
async function install(download, build, { fresh, snapshots, report }) {
  const micropip = wheel(build, 'micropip');
  const cannonfish = wheel(build, 'cannonfish');
  download.expect(sizeOf(build));
  download.file(micropip);
  download.file(cannonfish);
  const python = await (fresh ?? load(download));
  report('engine', PYTHON);
  // Nearly every object made from here on stays, and collecting garbage takes a tenth of the time.
  const gc = python.pyimport('gc');
  gc.disable();
  // Imported from its archive: unpacking it would take longer than all the work it does here.
  python.FS.writeFile(ARCHIVE, await download.file(micropip));
  python.pyimport('sys').path.append(ARCHIVE);
  python.pyimport('_kept_micropip'); // code that its import would otherwise compile
  await download.file(cannonfish);
  await download.answering(() =>
    python.pyimport('micropip').install.callKwargs(download.url(cannonfish), { deps: false }),
  );
  python.pyimport('_kept_cannonfish');
  const engine = python.pyimport('cannonfish.protocol.page.browser');
  report('kernel', ENGINE);
  engine.warm_up();
  gc.freeze();
  gc.enable();
  const made = snapshots !== null && keep(python, snapshots);
  return { python, engine, snapshot: made ? 'made' : 'none', complete: async () => {} };
}

/** @param {PyodideAPI} python @param {Uint8Array<ArrayBuffer>} files of a wheel */
function unpack(python, files) {
  const extractDir = python.runPython("__import__('site').getsitepackages()[0]");
  python.unpackArchive(files, 'wheel', { extractDir });
  python.runPython("__import__('importlib').invalidate_caches()");
}

/** @param {Download} download @param {any} options @returns {Promise<PyodideAPI>} */
async function load(download, options = {}) {
  const { loadPyodide } = await download.module('pyodide/pyodide.mjs');
  const indexURL = new URL('.', download.url('pyodide/pyodide.mjs')).href;
  // Pyodide copies a snapshot into the memory that it has, which may be too small.
  return download.answering(() => loadPyodide({ indexURL, ...options }), options._loadSnapshot?.length);
}

/**
 * Take a snapshot now, and keep it as soon as the browser has written it.
 * @param {PyodideAPI} python @param {Snapshots} snapshots
 */
function keep(python, snapshots) {
  // Pyodide takes no snapshot of a Python with packages, and cannot save the JavaScript objects that micropip
  // holds. The restored Python does not know micropip, but it has the engine loaded, which is what counts.
  const packages = { ...python.loadedPackages };
  for (const name in packages) delete python.loadedPackages[name];
  try {
    // If this were set from the beginning, Pyodide would wrap every browser object that reaches Python, to
    // know its name later. That takes a twentieth of the start, and the functions that matter have names.
    /** @type {any} */ (python)._api.config._makeSnapshot = true;
    const memory = python.makeMemorySnapshot({ serializer: nameOf });
    snapshots.keep(memory).then((fault) => fault && console.warn('No snapshot could be kept:', fault));
    return true;
  } catch (error) {
    console.warn('No snapshot could be made:', error);
    return false;
  } finally {
    Object.assign(python.loadedPackages, packages);
  }
}

/** The name of one of the browser's own functions, or null. @param {any} object */
function nameOf(object) {
  return typeof object === 'function' && object.name in globalThis ? object.name : null;
}

/** @param {string | null} name as nameOf() gave it */
function named(name) {
  return name === null ? null : /** @type {any} */ (globalThis)[name];
}

/** @typedef {{ version: string, files: Array<{ path: string, bytes: number }>, names: Record<string, string> }} Build */

/** @param {Build} build @param {string} name */
function wheel({ names }, name) {
  const found = Object.keys(names).find((path) => path.startsWith(`wheels/${name}-`));
  if (!found) throw new BootError('download_failed', `the build has no wheel of ${name}`);
  return found;
}

/** What the first start downloads with Download, in bytes. @param {Build} build */
function sizeOf({ files }) {
  const fetched = files.filter(
    ({ path }) => path.startsWith('wheels/') || /^pyodide\/.*\.(wasm|zip|json)$/.test(path),
  );
  return fetched.reduce((sum, { bytes }) => sum + bytes, 0);
}
