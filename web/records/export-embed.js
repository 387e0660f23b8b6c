// The options for embedding a game in another page: what to show there, and which of the two snippets to use.

/** @import { PositionApp as App } from '../game-view/app.js' */
/** @import { Shown } from '../game/embed-snippet.js' */

import { elementSnippet, frameSnippet, isNamed, optionsOf, queryOf } from '../game/embed-snippet.js';
import { addLine, isLine, movesTo, newTree, promote, ROOT, tipOf } from '../game/tree.js';
import { recordFor } from '../game-view/game-headers.js';
import { chosenIn, named, segments, select } from '../ui/controls.js';
import { html } from '../ui/view.js';

const SITE = new URL('../', import.meta.url);
const SHOWN = /** @type {const} */ (['replay', 'position', 'play']);

/** `way`: an element with a script, or a frame. @typedef {{ shown: Shown, way: 'element' | 'frame' }} Embedding */

/** @param {App} app @param {Embedding} embedding  as chosen, in signals */
export const embedFields = (app, embedding) => html`<div class="embedded">
  ${select({
    id: 'embed-shown',
    label: app.t('records.export.content'),
    choices: named(SHOWN, (value) => app.t(`records.export.embed.${value}`)),
    ...chosenIn(embedding, 'shown'),
  })}
  ${segments({
    name: 'embed-kind',
    legend: app.t('records.export.embed.kind'),
    choices: named(['element', 'frame'], (value) => app.t(`records.export.embed.${value}`)),
    ...chosenIn(embedding, 'way'),
  })}
</div>`;

/** @param {App} app */
export const embedGuide = (app) => html`<p class="small">
  <a href=${new URL('embedding.html', SITE).href} target="_blank" rel="noopener">${app.t('records.export.embed.more')}</a>
</p>`;

/**
 * The function that writes the snippet. A record is written where moves would lose something: an element keeps the whole
 * game, for readers without scripts; a frame shows the names and one line, and its address stays short.
 * @param {App} app @param {Embedding} embedding @param {string | undefined} notation  of the record in an element, where its game has several
 * @returns {() => string | Promise<string>}
 */
export function snippetWriter(app, { shown, way }, notation) {
  const { game } = app.state;
  const { tree } = game;
  const options = optionsOf(game, shown);
  const inElement = way === 'element';
  const frame = (/** @type {typeof options} */ chosen) =>
    frameSnippet(`${SITE.href}embed.html?${queryOf(chosen)}`);
  if (shown !== 'replay' || !(isNamed(game) || (inElement && !isLine(tree))))
    return () => (inElement ? elementSnippet(SITE.href, options) : frame(options));
  const moves = movesTo(tree, tipOf(tree).id);
  const written = inElement ? promote(tree) : addLine(newTree(tree), ROOT, moves).tree;
  const record = recordFor(app, { ...game, tree: written });
  const others = options.filter(([name]) => name !== 'fen' && name !== 'moves');
  const how = notation && { notation: inElement ? notation : 'iccs' }; // coordinates are the shortest
  return async () => {
    const pgn = await app.client.write({ format: 'pgn', record, ...how });
    return inElement ? elementSnippet(SITE.href, others, pgn) : frame([...others, ['pgn', pgn]]);
  };
}
