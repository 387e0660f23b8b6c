// A frame and its place in the page: whether it can be seen, and how high it would like to be.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Session } from '../game/types.js' */

import { nodeOf } from '../game/tree.js';

/** An engine out of sight sleeps after this time: it holds a hundred megabytes and more. */
const REST_AFTER_MS = 60_000;

/** Resolves when the element is seen, which in a frame means that the frame is. @param {Element} element @returns {Promise<void>} */
export function inSight(element) {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });
}

/**
 * Put the engine to sleep when the frame has been out of sight for a while and no search is running. Seen again, the
 * frame gets it back if it shows a game that cannot be stepped through without the rules, or waits for them.
 * @param {EngineClient} engine @param {Session} session
 */
export function restUnseen(engine, session) {
  /** @type {any} */
  let timer = null;
  let rested = false;
  new IntersectionObserver((entries) => {
    clearTimeout(timer);
    if (entries.at(-1)?.isIntersecting) {
      const { game, tree } = session.state.game;
      if (rested && (game !== 'xiangqi' || !nodeOf(tree).view)) engine.start(game);
      rested = false;
      return;
    }
    const rest = () => {
      // A search that the page around us asked for is no work of the session.
      if (session.state.work || engine.state.state === 'thinking') timer = setTimeout(rest, REST_AFTER_MS);
      else {
        rested = engine.state.state !== 'off';
        engine.sleep();
      }
    };
    timer = setTimeout(rest, REST_AFTER_MS);
  }).observe(document.body);
}

/**
 * End the engine when the visitor leaves the page around us, and start it again when he comes back. The
 * browser may keep the page for that. Firefox then also keeps an engine that is just being fetched; it
 * neither continues nor releases the downloads, and the next page would wait for the same files for ever.
 * @param {EngineClient} engine @param {() => string} game  which one is played
 */
export function leaveWithPage(engine, game) {
  let was = false;
  addEventListener('pagehide', () => {
    was = engine.state.state !== 'off';
    engine.sleep();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && was) engine.start(game());
  });
}

/**
 * Report the height that the frame needs at its width: a board of the full width, and the lines above and
 * below. Reported at once and after every change.
 * @param {HTMLElement} frame @param {HTMLElement} middle  where the board is
 * @param {(size: { width: number, height: number }) => void} tell
 * @returns {() => void} ends it
 */
export function followHeight(frame, middle, tell) {
  let reported = '';
  const look = () => {
    const board = /** @type {HTMLElement | null} */ (middle.querySelector('.board'));
    if (!board || innerWidth === 0) return;
    const lines = [...frame.children]
      .filter((line) => line.matches('.bar'))
      .reduce((sum, line) => sum + line.getBoundingClientRect().height, 0);
    const height = Math.ceil(lines + boardHeight(board, middle.clientWidth) + MARGIN);
    const now = `${innerWidth} ${height}`;
    if (now === reported) return;
    reported = now;
    tell({ width: innerWidth, height });
  };
  const observer = new ResizeObserver(look);
  observer.observe(middle);
  for (const line of frame.children) observer.observe(line);
  const changes = new MutationObserver(look);
  changes.observe(middle, { childList: true, subtree: true, attributeFilter: ['data-coordinates'] });
  look();
  return () => {
    observer.disconnect();
    changes.disconnect();
  };
}

/** Above and below the board. */
const MARGIN = 2;

/** The height of a board of this width; its measures are custom properties, see board.css. @param {HTMLElement} board @param {number} width */
function boardHeight(board, width) {
  const style = getComputedStyle(board);
  const read = (/** @type {string} */ name) => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const cell = Math.floor(width / (read('--columns') + 2 * read('--side')));
  const edge =
    board.dataset.coordinates === 'none' ? cell * read('--edge') : Math.max(14, cell * read('--edge'));
  return cell * read('--rows') + 2 * Math.round(edge);
}
