// Measurements inside a page, called from tests/bench/in_browser.py. All times are milliseconds.
import { EngineClient } from '/cannonfish/engine/client.js';

const SITE = new URL('/cannonfish/', location.href);
const SNAPSHOT_PATIENCE = 20_000;
/** The hash table in MB for each thread, as in shell/threads.js. */
const TABLE = 16;

/** @type {EngineClient} */
let client;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function idle() {
  while (client.state.state !== 'idle') {
    if (client.state.state === 'failed') throw new Error(`${client.state.reason}: ${client.state.detail}`);
    await new Promise((resolve) => client.addEventListener('state', resolve, { once: true }));
  }
}

/** Resolves to the size of the snapshot, in bytes, as soon as it is kept. */
async function snapshotIsKept() {
  for (const start = performance.now(); performance.now() - start < SNAPSHOT_PATIENCE; await sleep(50)) {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const found = (await cache.keys()).find(({ url }) => url.includes('__snapshot__'));
      if (found) return (await (await cache.match(found)).blob()).size;
    }
  }
  throw new Error('no snapshot was kept');
}

window.measure = {
  /** A bare Pyodide, from nothing to loadPyodide() done. */
  async startBare() {
    const start = performance.now();
    const worker = new Worker('bare-worker.js', { type: 'module' });
    await new Promise((resolve, reject) => {
      worker.onmessage = resolve;
      worker.onerror = reject;
    });
    const time = performance.now() - start;
    worker.terminate();
    return time;
  },

  /** The engine, from nothing to waiting for work; says whether a snapshot helped. */
  async startEngine() {
    const start = performance.now();
    client = new EngineClient({ base: SITE });
    client.start();
    await idle();
    return { time: performance.now() - start, snapshot: client.state.snapshot };
  },

  snapshotIsKept,

  /** @param {string} execution */
  async use(execution) {
    const now = await client.setExecution(execution);
    if (now.execution !== execution) throw new Error(`${execution} execution cannot be had: ${now.fallback}`);
  },

  /** Search with so many threads from now on, with a table as large as on the page. @param {number} threads */
  async useThreads(threads) {
    client.resources = { threads, hash: TABLE * threads };
    const { info } = await client.go({ limits: { movetime: 300 } }).result; // until all of them run
    if (info.threads !== threads) throw new Error(`${info.threads} threads: ${info.lostThreads}`);
  },

  /** @param {string | undefined} fen @param {object} limits */
  async search(fen, limits) {
    const { info } = await client.go({ fen, limits }).result;
    return info;
  },

  /**
   * The nodes a second of a search, and the milliseconds after which it had finished each depth.
   * @param {string} fen @param {object} limits @returns {Promise<{ nps: number, times: Record<number, number> }>}
   */
  async depthTimes(fen, limits) {
    /** @type {Record<number, number>} */
    const times = {};
    const onInfo = (/** @type {any} */ { depth, time }) => {
      times[depth] ??= time;
    };
    const { info } = await client.go({ fen, limits }, { onInfo }).result;
    return { nps: info.nps, times };
  },

  /** From asking an endless search to stop until its best move is there, several times. @param {number} times */
  async stopTimes(times) {
    const found = [];
    for (let i = 0; i < times; i += 1) {
      const work = client.go({ limits: { infinite: true } });
      await sleep(300 + 7 * i);
      const start = performance.now();
      client.stop();
      await work.result;
      found.push(performance.now() - start);
    }
    return found;
  },

  /**
   * From asking what every move of a position of Liuzichong is worth until it is known, position by position. The
   * first answer, which has to wait for the table, is left out.
   * @param {string[]} fens
   */
  async solveTimes(fens) {
    await client.solve({ game: 'liuzichong' });
    const found = [];
    for (const fen of fens) {
      const start = performance.now();
      await client.solve({ game: 'liuzichong', fen });
      found.push(performance.now() - start);
    }
    return found;
  },

  /** From asking for a view until it is there, while an endless search runs. @param {number} times */
  async viewTimes(times) {
    const found = [];
    const work = client.go({ limits: { infinite: true } });
    await sleep(300);
    for (let i = 0; i < times; i += 1) {
      const start = performance.now();
      await client.view({ moves: i % 2 ? ['h2e2'] : ['h2e2', 'h9g7'] });
      found.push(performance.now() - start);
      await sleep(40 + i);
    }
    client.stop();
    await work.result;
    return found;
  },
};
