// @ts-check
// Which build the running scripts are of. What is fetched late has to be of the same one: where no service worker
// keeps a version together, the site may have changed since the page was opened.

/** Written in by build.py; the sources as they are have one version only. @type {string} */
export const BUILT = /** @type {any} */ (globalThis).CANNONFISH_BUILT ?? 'sources';
