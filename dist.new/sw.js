// The service worker: keeps all files of one build, so that the page works without a network.
//
// It serves the files of its own build only. A new version first keeps its files, then waits until no page
// uses the old one, or until the only page that does asks for it. Parts that a first visit does not need are
// kept later. A page that is not kept whole comes from the network, and so does all that it needs of another version:
// the names say what is in the files.
//
// The pages and workers that it serves are cross-origin isolated: they may share memory with helper threads.

/** @type {{ version: string, files: [path: string, integrity: string, parts: string][] }} */
const BUILD = { version: 'none', files: [] }; // set by build.py

/**
 * A file, its hash as fetch() takes it, and the parts of the site that need it.
 * @typedef {{ path: string, integrity: string, parts: string[] }} BuiltFile
 */

/** The parts that are kept before a version is used. */
const FIRST = ['page', 'engine'];
/**
 * Parts kept only when a file of them is requested: texts and lessons in one language, such as `texts.en`, a large
 * table, and the reader of pictures.
 */
const ON_DEMAND = /\.|^(?:liuzichong|picture)$/;

const worker = /** @type {any} */ (self);
/** @type {URL} */
const SITE = new URL('./', worker.location.href);
// Sites of one origin share the storage, so each takes the names that begin with its own path.
const OURS = `cannonfish files ${SITE.pathname} `;
const CACHE = OURS + BUILD.version;
const INDEX = 'index.html';

/** @type {Map<string, BuiltFile>} */
const files = new Map(
  BUILD.files.map(([path, integrity, parts]) => [path, { path, integrity, parts: parts.split(' ') }]),
);
const PARTS = new Set([...files.values()].flatMap(({ parts }) => parts));

// ---- life ----

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(
    keepVersion().then(async (fault) => {
      // The first version takes over at once: the page that has fetched it is of the same build.
      if (!worker.registration.active) return worker.skipWaiting();
      if (!fault) return;
      // An older version that works without a network is better than a new one that does not.
      await caches.delete(CACHE).catch(() => {});
      throw new Error(fault);
    }),
  );
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(
    (async () => {
      // A still newer version, on its way, needs its files, and will do this.
      const { installing, waiting } = worker.registration;
      if (!installing && !waiting)
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

/** Keep the files that every visit needs, and the parts that an older version has kept. */
async function keepVersion() {
  const wanted = [...FIRST];
  for (const cache of await olderCaches())
    for (const part of PARTS) if (await cache.match(markOf(part)).catch(() => null)) wanted.push(part);
  return keepParts(wanted);
}

/** Keep these parts; files already here are not fetched again. @param {string[]} parts @returns {Promise<string | null>} what went wrong */
async function keepParts(parts) {
  try {
    const cache = await caches.open(CACHE);
    const older = await olderCaches();
    const kept = await keptFiles(cache);
    const missing = filesOf(parts).filter(({ path }) => !kept.has(path));
    await Promise.all(missing.map((file) => keepFile(cache, older, file)));
    for (const part of PARTS) if (parts.includes(part)) await cache.put(markOf(part), new Response());
    if (missing.length > 0) for (const page of await pages()) page.postMessage({ type: 'kept' });
    return null;
  } catch (error) {
    return String(error);
  }
}

/** @param {string[]} parts */
const filesOf = (parts) =>
  [...files.values()].filter((file) => file.parts.some((part) => parts.includes(part)));

/** The entry that tells a newer version to keep this part. @param {string} part */
const markOf = (part) => new URL(`__kept__?${part}`, SITE).href;

/** @param {string[]} parts */
async function areKept(parts) {
  try {
    const kept = await keptFiles(await caches.open(CACHE));
    return filesOf(parts).every(({ path }) => kept.has(path));
  } catch {
    return false;
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
  if (response.status !== 200) throw new Error(`${path}: status ${response.status}`);
  // A copy records its integrity and no redirections, which pages must not be answered with.
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

/** The headers that isolate a page, and allow other isolated pages to embed it. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** @param {Response} response */
function isolated(response) {
  if (response.type === 'opaqueredirect') return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === 'POST' && url.href === SITE.href) event.respondWith(takeShared(request));
  if (request.method !== 'GET' || !url.href.startsWith(SITE.href)) return;
  const path = url.pathname.slice(SITE.pathname.length);
  const file = fileAt(path);
  const runs = request.mode === 'navigate' || request.destination === 'worker';
  // Helper threads of a page that is not of our version must be isolated, too.
  if (!file && request.destination !== 'worker') return;
  event.respondWith((file ? answer(file, request) : fetch(request)).then(runs ? isolated : undefined));
});

// ---- what is shared with the installed page ----

/** Where a shared picture waits for the page that reads it; ui/shared-file.js takes it from there. */
const SHARED = `cannonfish shared ${SITE.pathname}`;

/** Keep a shared picture and open the editor, or open the start page with a shared text. @param {Request} request */
async function takeShared(request) {
  const page = new URL(SITE);
  try {
    const form = await request.formData();
    const picture = form.get('picture');
    if (picture instanceof File && picture.size > 0) {
      const headers = { 'Content-Type': picture.type, 'X-Name': encodeURIComponent(picture.name) };
      await (await caches.open(SHARED)).put(SITE, new Response(picture, { headers }));
      return Response.redirect(new URL('editor.html?shared', SITE).href, 303);
    }
    for (const name of ['title', 'text', 'url']) {
      const text = form.get(name);
      if (typeof text === 'string' && text) page.searchParams.set(name, text);
    }
  } catch {
    // what cannot be kept or read is lost, but the page opens
  }
  return Response.redirect(page.href, 303);
}

/** The file that an address means. Many hosts leave out `.html`. @param {string} path */
function fileAt(path) {
  const name = path === '' || path.endsWith('/') ? path + INDEX : path;
  return files.get(name) ?? files.get(`${name}.html`);
}

/** @param {string} path @returns {Promise<Response | undefined>} */
async function matchKept(path) {
  try {
    return await (await caches.open(CACHE)).match(new URL(path, SITE).href);
  } catch {
    return undefined; // storage is gone, but there may be a network
  }
}

/** @param {BuiltFile} file @param {Request} request @returns {Promise<Response>} */
async function answer(file, request) {
  const { path, parts } = file;
  const opens = request.mode === 'navigate';
  const [part] = parts;
  if (opens && outdated) return openFromNetwork(request, path);
  if (opens || ON_DEMAND.test(part)) {
    const whole = (await areKept([part])) || (await keepParts([part])) === null;
    const kept = whole && (await matchKept(path));
    if (kept) return kept;
    return opens ? openFromNetwork(request, path) : fetchOwn(file);
  }
  return (await matchKept(path)) ?? fetchOwn(file);
}

/** Whether the network had another version of a file that is not kept: pages come from there, too, from then on. */
let outdated = false;

/** A file that is not kept, from the network; it is gone where that has another version of it. @param {BuiltFile} file */
async function fetchOwn({ path, integrity }) {
  const url = new URL(path, SITE);
  try {
    return await fetch(url, { cache: 'no-cache', integrity });
  } catch (error) {
    worker.registration.update().catch(() => {});
    const { ok, status, headers } = await fetch(url, { method: 'HEAD', cache: 'no-store' });
    if (ok && !headers.get('Content-Type')?.startsWith('text/html')) throw error; // it broke off
    outdated = true;
    return new Response(null, { status: ok ? 404 : status });
  }
}

/**
 * A page that is not kept whole; the network may have another version of it.
 * @param {Request} request @param {string} path
 */
async function openFromNetwork(request, path) {
  try {
    const page = await fetch(request);
    worker.registration.update().catch(() => {});
    return page;
  } catch {
    return (await matchKept(path)) ?? notHere();
  }
}

const NOT_HERE =
  'This page has not been stored on this device yet. Open it once while online. · 此页尚未保存到本机，请联网打开一次。 ' +
  '· 此頁尚未儲存到本機，請連線開啟一次。 · Trang này chưa được lưu trên thiết bị. Hãy mở một lần khi có mạng.';

function notHere() {
  const head =
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">';
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'",
    'Cache-Control': 'no-store',
  };
  return new Response(
    `<!doctype html>${head}<title>Cannonfish</title><p>${NOT_HERE}<p><a href="${SITE.href}">Cannonfish</a>`,
    { status: 503, headers },
  );
}

/** Our windows, also those that this version does not serve. @returns {Promise<any[]>} */
async function pages() {
  const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter((/** @type {any} */ page) => page.url.startsWith(SITE.href));
}

// ---- what pages ask ----

worker.addEventListener('message', (/** @type {any} */ event) => {
  const { type, parts, more } = event.data ?? {};
  if (type === 'keep') event.waitUntil(keepParts(parts));
  else if (type === 'status')
    event.waitUntil(tellStatus(parts, event.ports[0]).then(() => more?.length && keepParts(more)));
  else if (type === 'activate') event.waitUntil(activate().then((done) => event.ports[0]?.postMessage(done)));
});

/** Report whether all files that the page needs are kept; missing ones are fetched first. @param {string[]} [parts] @param {MessagePort} [port] */
async function tellStatus(parts = [], port) {
  const wanted = [...FIRST, ...parts];
  const fault = (await areKept(wanted)) ? null : await keepParts(wanted);
  const counts = await tellParts().catch(() => ({}));
  port?.postMessage({ version: BUILD.version, complete: fault === null, fault, parts: counts });
}

/** For each part, how many of its files are here, and how many there are. */
async function tellParts() {
  if (!(await caches.has(CACHE))) return {};
  const cache = await caches.open(CACHE);
  const kept = await keptFiles(cache);
  /** @type {Record<string, [number, number]>} */
  const counts = {};
  const count = (/** @type {string} */ part, /** @type {boolean} */ here) => {
    const [some, all] = counts[part] ?? [0, 0];
    counts[part] = [some + Number(here), all + 1];
  };
  for (const { path, parts } of files.values()) for (const part of parts) count(part, kept.has(path));
  // The puzzles themselves are kept by their page (puzzles/site-puzzles.js), as its index names them.
  const name = [...files.keys()].find((path) => path.startsWith('puzzles/index'));
  const index = name && (await cache.match(new URL(name, SITE).href));
  if (index) {
    const folder = new URL('puzzles/', SITE);
    const puzzles = await keptFiles(await caches.open(`cannonfish puzzles ${folder.pathname}`));
    for (const { name, integrity } of (await index.json()).files)
      count('puzzles', puzzles.has(`puzzles/${name}?${encodeURIComponent(integrity)}`));
  }
  return counts;
}

/** Take over from an older version, unless other pages still use it. @returns {Promise<boolean>} whether it is done */
async function activate() {
  if ((await pages()).length > 1) return false;
  await worker.skipWaiting();
  return true;
}
