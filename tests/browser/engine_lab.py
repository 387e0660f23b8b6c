"""A bare page with the engine's client, for tests of the engine and not of the page.

`open_lab` gives the page these functions:

    newClient(options)      a client of this site that keeps its states and its workers
    until(client, ...)      waits for one of these states
    patched(script)         an option for newClient: workers run the script before anything else
    crash(client)           makes the worker throw, as a bug or a lack of memory would
    timed(promise)          {value, error, ms}
"""

from playwright.sync_api import Page

BLANK = "data/build.json"
"""A file that is not a page: it has no scripts and no policy, and is available offline, too."""

PRELUDE = """
async (base) => {
  const map = document.createElement('script');
  map.type = 'importmap';
  const signals = '/node_modules/@preact/signals-core/dist/signals-core.module.js';
  map.textContent = JSON.stringify({ imports: { '@preact/signals-core': signals } });
  document.head.append(map);
  const { EngineClient } = await import(`${base}engine/client.js`);
  const CRASH = `addEventListener('message', ({ data }) => {
    if (data?.type === 'crash') setTimeout(() => { throw new Error('crashed on purpose'); });
  });`;
  const start = (url, script = '') => {
    const text = `${CRASH}
      const early = [];
      const listen = ({ data }) => early.push(data);
      addEventListener('message', listen);
      ${script}
      await import(${JSON.stringify(url.href)});
      removeEventListener('message', listen);
      for (const data of early) dispatchEvent(new MessageEvent('message', { data }));`;
    const blob = new Blob([text], { type: 'text/javascript' });
    return new Worker(URL.createObjectURL(blob), { type: 'module' });
  };
  window.base = base;
  window.source = new URL('/source/', base).href;
  window.sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  window.patched = (script) => ({ createWorker: (url) => start(url, script) });
  window.newClient = (options = {}) => {
    const workers = [];
    const create = options.createWorker ?? ((url) => start(url));
    const createWorker = (url) => {
      const worker = create(url);
      workers.push(worker);
      return worker;
    };
    const client = new EngineClient({ base, ...options, createWorker });
    client.workers = workers;
    client.states = [];
    client.addEventListener('state', () => client.states.push(client.state));
    return client;
  };
  window.until = (client, ...states) =>
    new Promise((resolve) => {
      const look = () => states.includes(client.state.state) && resolve(client.state);
      client.addEventListener('state', look);
      look();
    });
  window.crash = (client) => client.workers.at(-1).postMessage({ type: 'crash' });
  window.timed = async (promise) => {
    const begin = performance.now();
    const done = await Promise.resolve(promise).then(
      (value) => ({ value }),
      (error) => ({ error: { code: error.code, reason: error.reason, message: error.message } }),
    );
    return { ...done, ms: performance.now() - begin };
  };
}
"""


def open_lab(page: Page, site: str) -> Page:
    """Bring the page to the site and give it the functions above."""
    page.goto(site + BLANK)
    page.evaluate(PRELUDE, site)
    return page
