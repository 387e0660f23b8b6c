// @ts-check
// The service worker: keeps all files of one build, so that the page works without a network, and takes mail for
// engine workers that are busy (see engine/mailbox.js).
//
// It serves the files of its own build only, so that two versions are never mixed: a new one waits until no page
// uses the old one, or until the only page that does asks for it. What not everybody wants is kept when it is wanted
// first, a part at a time; where the network has another version of it by then, that one comes as a whole or not at
// all. What is in no part goes to the network.

const BUILD = { version: 'none', files: [] }; // set by build.py

/**
 * @typedef {object} BuiltFile
 * @property {string} path
 * @property {string} integrity
 * @property {string} part  what it is a part of, for people: offline.js names them
 * @property {true} [later]  not everybody wants that part: it is kept when it is asked for
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

/** Keep every file of this build that is wanted, or none. @returns {Promise<string | null>} what went wrong */
async function keepFiles() {
  try {
    const cache = await caches.open(CACHE);
    const older = await olderCaches();
    // A part that an older version has kept is wanted of this one, too.
    const parts = new Set();
    for (const each of [cache, ...older])
      for (const path of await keptFiles(each)) parts.add(files.get(path)?.part);
    const wanted = [...files.values()].filter(({ later, part }) => !later || parts.has(part));
    await Promise.all(wanted.map((file) => keepFile(cache, older, file)));
    return null;
  } catch (error) {
    await caches.delete(CACHE).catch(() => {});
    return String(error);
  }
}

/** @param {Cache} cache @param {Cache[]} older @param {BuiltFile} file */
async function keepFile(cache, older, { path, integrity }) {
  const url = new URL(path, SITE).href;
  for (const each of [cache, ...older]) {
    const kept = await each.match(url);
    if (kept?.headers.get('X-Integrity') === integrity) {
      if (each !== cache) await cache.put(url, kept);
      return;
    }
  }
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

/** The paths of the files in a cache. @param {Cache} cache */
async function keptFiles(cache) {
  return new Set((await cache.keys()).map(({ url }) => url.slice(SITE.href.length)));
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
    if (files.has(name)) event.respondWith(answer(name, event));
  }
});

/** @param {string} name @param {any} event */
async function answer(name, { request, resultingClientId }) {
  const file = /** @type {BuiltFile} */ (files.get(name));
  const page = request.mode === 'navigate';
  const whole = !file.later || (await keepPart(file.part));
  try {
    const kept = whole && (await (await caches.open(CACHE)).match(new URL(name, SITE).href));
    if (kept) return kept;
  } catch {
    // Storage is gone; whoever asked is told so by the network.
  }
  if (!file.later) return fetch(request);
  // The network has it as our version knows it, or nobody gets it who runs our version.
  if (!page) return fetch(request.url, { integrity: file.integrity });
  return openLater(request, resultingClientId);
}

/** Parts that are here or on their way. @type {Map<string, Promise<boolean>>} */
const arriving = new Map();

/** Keep a part as a whole; what is here of it is not fetched again. @param {string} part @returns {Promise<boolean>} */
function keepPart(part) {
  const known = arriving.get(part) ?? fetchPart(part);
  arriving.set(part, known);
  return known;
}

/** @param {string} part */
async function fetchPart(part) {
  try {
    const cache = await caches.open(CACHE);
    const kept = await keptFiles(cache);
    const missing = [...files.values()].filter((file) => file.part === part && !kept.has(file.path));
    await Promise.all(missing.map((file) => keepFile(cache, [], file)));
    if (missing.length > 0) for (const page of await pages()) page.postMessage({ type: 'kept' });
    return true;
  } catch {
    arriving.delete(part); // it may be there next time
    return false;
  }
}

// ---- pages of another version ----

/** Pages that wait for the new version. @type {Set<string>} */
const held = new Set();

/**
 * A page of a part that is not here, and that the network does not have in this version. If there is a newer version,
 * the page says so and comes again until that one has taken over; if there is none, the page is what the network says.
 * @param {Request} request @param {string} id
 */
async function openLater(request, id) {
  const { registration } = worker;
  try {
    if (!registration.waiting && !registration.installing) await registration.update();
  } catch {
    return notice(503, NOT_HERE);
  }
  if (!registration.waiting && !registration.installing) return fetch(request);
  held.add(id);
  const others = (await pages()).filter((page) => !held.has(page.id));
  if (others.length === 0) registration.waiting?.postMessage({ type: 'take over' });
  return notice(200, NEWER, '<meta http-equiv="refresh" content="2">');
}

const NOT_HERE =
  'This page has not been stored on this device yet. Open it once while online. · 此页尚未保存到本机，请联网打开一次。';
const NEWER =
  'A new version of Cannonfish is being installed; this page will open by itself. If it does not, close its other tabs. · Cannonfish 正在更新，完成后自动打开此页；若未打开，请关闭其他标签页。';

/** @param {number} status @param {string} text @param {string} [head] */
function notice(status, text, head = '') {
  const page = `<!doctype html><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">${head}<title>Cannonfish</title><p>${text}`;
  const type = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'",
  };
  return new Response(page, { status, headers: { ...type, 'Cache-Control': 'no-store' } });
}

/** Our windows, also those that this version does not serve. @returns {Promise<any[]>} */
async function pages() {
  const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter((/** @type {any} */ page) => page.url.startsWith(SITE.href));
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
  else if (type === 'take over') worker.skipWaiting();
  else if (type === 'activate') event.waitUntil(activate().then((done) => event.ports[0]?.postMessage(done)));
});

/** Whether all is kept that every visit needs; if it could not be done before, this tries again. */
async function tellStatus() {
  const fault = (await isComplete()) ? null : await keepFiles();
  return {
    version: BUILD.version,
    complete: fault === null,
    fault,
    parts: await tellParts().catch(() => ({})),
  };
}

async function isComplete() {
  try {
    const kept = await keptFiles(await caches.open(CACHE));
    return [...files.values()].every(({ path, later }) => later || kept.has(path));
  } catch {
    return false;
  }
}

/** Of each part, how many of its files are here, and how many there are. */
async function tellParts() {
  if (!(await caches.has(CACHE))) return {};
  const cache = await caches.open(CACHE);
  const kept = await keptFiles(cache);
  /** @type {Record<string, [number, number]>} */
  const parts = {};
  const count = (/** @type {string} */ part, /** @type {boolean} */ here) => {
    const [some, all] = parts[part] ?? [0, 0];
    parts[part] = [some + Number(here), all + 1];
  };
  for (const { path, part } of files.values()) count(part, kept.has(path));
  // The puzzles themselves are kept by their page (puzzle/library.js), as its index names them.
  const index = await cache.match(new URL('puzzles/index.json', SITE).href);
  if (index) {
    const folder = new URL('puzzles/', SITE);
    const puzzles = await keptFiles(await caches.open(`cannonfish puzzles ${folder.pathname}`));
    for (const { name, integrity } of (await index.json()).files)
      count('puzzles', puzzles.has(`puzzles/${name}?${encodeURIComponent(integrity)}`));
  }
  return parts;
}

/** Take over from an older version, unless other pages still use it. @returns {Promise<boolean>} whether it is done */
async function activate() {
  if ((await pages()).length > 1) return false;
  await worker.skipWaiting();
  return true;
}
