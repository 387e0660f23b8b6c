// The figures of a search: depth, nodes, speed.

/** @import { Info } from '../game/types.js' */
/** @import { App } from './app.js' */

import { html } from '../ui/view.js';

/**
 * Depth, nodes and speed of a search, and its threads where it may have several.
 * @param {App} app
 * @param {Info} info
 * @param {{ seldepth?: boolean }} [options]  whether the selective depth is told, too
 */
export const facts = (app, info, { seldepth = false } = {}) => [
  fact(
    app.t('game-view.engine.depth'),
    [info.depth, ...(seldepth ? [info.seldepth] : [])].map((depth) => app.words.number(depth)).join('/'),
  ),
  fact(app.t('game-view.engine.nodes'), app.words.compact(info.nodes), true),
  fact(app.t('game-view.engine.speed'), app.words.compact(info.nps), true),
  ...(info.threads ? [threadsFact(app, info)] : []),
];

/** The threads of a search. If some have died or could not start, it says so and why. @param {App} app @param {Info} info */
function threadsFact(app, { threads = 1, lostThreads }) {
  const { threads: wanted = threads } = app.client.resources;
  if (!lostThreads)
    return fact(app.t('game-view.engine.threads.unit', { count: threads }), String(threads), true);
  const words = app.t('game-view.engine.threads.lost', { count: wanted, threads });
  return html`<span title=${lostThreads}>${words}</span>`;
}

/** A label and a number; some languages put the number first. @param {string} label @param {string} value */
function fact(label, value, valueFirst = false) {
  const number = html`<b>${value}</b>`;
  return html`<span>${valueFirst ? number : label} ${valueFirst ? label : number}</span>`;
}
