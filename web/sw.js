// @ts-check
// The service worker: keeps all files of one build, so that the page works without a network, and takes mail for
// engine workers that are busy (see engine/mailbox.js).
//
// It serves the files of its own build only, so that two versions are never mixed: a new one waits until no page
// uses the old one, or until the only page that does asks for it. What it does not know goes to the network.

const BUILD = { version: 'none', files: [] }; // set by build.py

/**
 * @typedef {object} BuiltFile
 * @property {string} path
 * @property {string} integrity
 * @property {true} [later]  not everybody wants it: it is kept when it is asked for
 */

const worker = /** @type {any} */ (self);
/** @type {URL} */
const SITE = new URL('./', worker.location.href);
// Sites of one origin share the storage, so each takes the names that begin with its own path.
const OURS = `cannonfish files ${SITE.pathname} `;
const CACHE = OURS + BUILD.version;
const MAIL_PATH = 'engine/__stop__';
const INDEX = 'index.html';

/** @type {Map<string, BuiltFile>} */
const files = new Map(BUILD.files.map((/** @type {BuiltFile} */ file) => [file.path, file]));

// ---- life ----

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(
    keepFiles().then((found) => {
      // An older version that works without a network is better than a new one that does not.
      if (found && worker.registration.active) throw new Error(found);
      // The first version takes over at once: the page that has fetched it is of the same build.
      if (!worker.registration.active) return worker.skipWaiting();
    }),
  );
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(
    (async () => {
      for (const name of await cacheNames())
        if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
      await worker.clients.claim();
    })(),
  );
});

async function cacheNames() {
  try {
    return await caches.keys();
  } catch {
    return [];
  }
}

// ---- files ----

/** Keep every file of this build, or none. @returns {Promise<string | null>} what went wrong */
async function keepFiles() {
  try {
    const cache = await caches.open(CACHE);
    const older = await olderCaches();
    await Promise.all([...files.values()].map((file) => keepFile(cache, older, file, file.later)));
    return null;
  } catch (error) {
    await caches.delete(CACHE).catch(() => {});
    return String(error);
  }
}

/** @param {Cache} cache @param {Cache[]} older @param {BuiltFile} file @param {boolean} [onlyIfHere] */
async function keepFile(cache, older, { path, integrity }, onlyIfHere = false) {
  const url = new URL(path, SITE).href;
  let wanted = !onlyIfHere;
  for (const each of [cache, ...older]) {
    const kept = await each.match(url);
    wanted ||= Boolean(kept); // of another version: this one's is wanted, too
    if (kept?.headers.get('X-Integrity') === integrity) {
      if (each !== cache) await cache.put(url, kept);
      return;
    }
  }
  if (!wanted) return;
  let response;
  try {
    // The start page has most likely just been fetched by its short name, and need not be sent again.
    response = await fetch(path === INDEX ? SITE : url, { cache: 'no-cache', integrity });
  } catch (error) {
    throw new Error(`${path}: ${error}`);
  }
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  // A copy: it notes what it is, and has forgotten redirections, which pages must not be answered with.
  const headers = { 'Content-Type': response.headers.get('Content-Type') ?? '', 'X-Integrity': integrity };
  await cache.put(url, new Response(response.body, { headers }));
}

/** @returns {Promise<Cache[]>} */
async function olderCaches() {
  const names = (await cacheNames()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  return Promise.all(names.map((name) => caches.open(name)));
}

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(SITE.href)) return;
  const path = decodeURI(url.pathname.slice(SITE.pathname.length));
  if (path === MAIL_PATH) {
    event.respondWith(takeMail(url.search.slice(1)));
  } else {
    const name = path === '' || path.endsWith('/') ? path + INDEX : path;
    if (files.has(name)) event.respondWith(answer(name, request));
  }
});

/** @param {string} name @param {Request} request */
async function answer(name, request) {
  try {
    const cache = await caches.open(CACHE);
    const url = new URL(name, SITE).href;
    const file = files.get(name);
    if (file?.later) await keepFile(cache, [], file);
    const kept = await cache.match(url);
    if (kept) return kept;
  } catch {
    // Storage is gone, or there is no network; whoever asked is told so by the network.
  }
  // What was not kept from the beginning may have changed since. Data of another version would be wrong here; a page
  // that nobody has opened yet brings its own modules, and is better than none.
  const file = files.get(name);
  const strict = file?.later && name.startsWith('data/');
  return strict ? fetch(request.url, { integrity: file.integrity }) : fetch(request);
}

// ---- mail ----

const MAIL_TYPE = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
const MOST_BOXES = 50;
const MOST_MAIL = 200;

/** @type {Map<string, unknown[]>} what pages want to tell their busy workers, by the key that both know */
const boxes = new Map();

/** @param {string} key */
function takeMail(key) {
  const mail = boxes.get(key) ?? [];
  boxes.delete(key);
  return new Response(JSON.stringify({ mail }), { headers: MAIL_TYPE });
}

/** @param {string} key @param {unknown} mail */
function leaveMail(key, mail) {
  const box = boxes.get(key) ?? [];
  boxes.delete(key); // the box last used is the last to go
  boxes.set(key, [...box, mail].slice(-MOST_MAIL));
  for (const oldest of [...boxes.keys()].slice(0, -MOST_BOXES)) boxes.delete(oldest);
}

// ---- what pages ask ----

worker.addEventListener('message', (/** @type {any} */ event) => {
  const { type, key, mail } = event.data ?? {};
  if (type === 'mail') leaveMail(String(key), mail);
  else if (type === 'status')
    event.waitUntil(tellStatus().then((found) => event.ports[0]?.postMessage(found)));
  else if (type === 'activate') event.waitUntil(activate().then((done) => event.ports[0]?.postMessage(done)));
});

/** Whether everything is kept; if it could not be done before, this tries again. */
async function tellStatus() {
  const fault = (await isComplete()) ? null : await keepFiles();
  return { version: BUILD.version, complete: fault === null, fault };
}

async function isComplete() {
  try {
    const cache = await caches.open(CACHE);
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    return [...files.values()].every(({ path, later }) => later || kept.has(new URL(path, SITE).href));
  } catch {
    return false;
  }
}

/** Take over from an older version, unless other pages still use it. @returns {Promise<boolean>} whether it is done */
async function activate() {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const ours = pages.filter((/** @type {any} */ page) => page.url.startsWith(SITE.href));
  if (ours.length > 1) return false;
  await worker.skipWaiting();
  return true;
}
