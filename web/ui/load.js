// Scripts and files of the site, loaded when they are wanted, and fetched anew after a failure.

/** A part of the site could not be loaded. */
export class LoadError extends Error {
  /**
   * @param {unknown} cause
   * @param {boolean} [gone]  there is a network, but not this file: the site may be of another version by now
   */
  constructor(cause, gone = false) {
    super(cause instanceof Error ? cause.message : String(cause));
    this.name = 'LoadError';
    this.gone = gone;
  }
}

/**
 * The addresses of the files of this version by their plain ones. The page lists them (name_files in
 * tools/static_site.py), and tells its workers.
 * @type {Map<string, string>}
 */
export const addresses = new Map();
const listed = globalThis.document?.getElementById('files')?.textContent;
if (listed) learnNames(JSON.parse(listed), document.baseURI);

/** @param {Record<string, string>} names @param {string | URL} base  the root of the site */
export function learnNames(names, base) {
  for (const [name, named] of Object.entries(names))
    addresses.set(new URL(name, base).href, new URL(named, base).href);
}

/** Where a file of the site is, in this version of it. @param {string | URL} url */
export const addressOf = (url) => addresses.get(String(url)) ?? String(url);

/** What browsers say of a module, or of one that it imports, that did not arrive. */
const NOT_IMPORTED = /import(?:ed|ing a) module/i;
const ADDRESS = /https?:\S+/;
/** Modules that did not arrive at once, by their addresses. @type {Map<string, Promise<any>>} */
const late = new Map();
/** Addresses of modules that are there, and were not imported all the same. @type {Set<string>} */
const refused = new Set();
let serial = 0;

/**
 * Import a module: `load(() => import('./x.js'))`. One failure is made good at once. Rejects with a LoadError, and the
 * next call tries again.
 *
 * Before whatwg/html#10327 (2026) browsers remember a failed import as long as the page lives: they get another
 * address. Where they remember it of a module that this one imports, only a reload helps; that is said after a second
 * failure, as if the file were gone.
 * @template Module
 * @param {() => Promise<Module>} importModule
 * @returns {Promise<Module>}
 */
export async function load(importModule) {
  try {
    return await importModule();
  } catch (error) {
    if (error instanceof LoadError || !NOT_IMPORTED.test(String(error))) throw error;
    const [address] = ADDRESS.exec(String(error)) ?? []; // Safari names none, and remembers nothing
    if (!address) throw new LoadError(error);
    if (!late.has(address)) {
      await fetchBytes(address, { cache: 'no-cache' });
      serial += 1;
      late.set(
        address,
        importModule().catch(() => import(`${address}?${serial}`)),
      );
    }
    return /** @type {Promise<Module>} */ (late.get(address)).catch((error) => {
      late.delete(address);
      const gone = refused.has(address);
      refused.add(address);
      throw new LoadError(error, gone);
    });
  }
}

/**
 * The answer to a request for a file of the site. Rejects with a LoadError, also where a page comes in the file's
 * place: some hosts answer an unknown address so.
 * @param {string | URL} url
 * @param {RequestInit} [options]
 */
export async function fetchFile(url, options) {
  const reply = await fetch(addressOf(url), options).catch((error) => {
    throw new LoadError(`${url}: ${error}`);
  });
  const { ok, status } = reply;
  if (!ok) throw new LoadError(`${url}: status ${status}`, status === 404 || status === 410);
  if (reply.headers.get('Content-Type')?.startsWith('text/html')) throw new LoadError(`${url}: a page`, true);
  return reply;
}

/** A file of the site, whole. Rejects with a LoadError. @param {string | URL} url @param {RequestInit} [options] */
export async function fetchBytes(url, options) {
  const reply = await fetchFile(url, options);
  try {
    return new Uint8Array(await reply.arrayBuffer());
  } catch (error) {
    throw new LoadError(`${url}: ${error}`); // it broke off
  }
}

/** Data of the site. Rejects with a LoadError. @param {string | URL} url @param {RequestInit} [options] @returns {Promise<any>} */
export async function fetchJson(url, options) {
  const text = new TextDecoder().decode(await fetchBytes(url, options));
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LoadError(`${url}: ${error}`, true);
  }
}
