// The HTML that puts a board into another page: our element and its script, or a plain frame.

/** @import { Game } from './types.js' */

import { turnAt } from './game.js';
import { factsOf, USUAL } from './games.js';
import { lineThrough, nodeOf, pathTo } from './tree.js';

/** An option by its name, as text. @typedef {readonly [name: string, value: string]} Option */

/**
 * What an embedded board shows of a game: the moves of the current line, the position alone, or that position
 * to play on.
 * @typedef {'replay' | 'position' | 'play'} Shown
 */

/** @param {string} value */
const escaped = (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** @param {string} value */
const attribute = (value) => escaped(value).replaceAll('"', '&quot;');

/** The frame's title for screen readers, see embed/cannonfish-embed.js. @type {Record<string, string>} */
const TITLES = { xiangqi: 'Xiangqi', chess: 'Chess', liuzichong: 'Liuzichong' };

/**
 * @param {string} site  the address of the site's root
 * @param {readonly Option[]} options
 * @param {string} [record]  the game, which readers see where scripts do not run
 */
export function elementSnippet(site, options, record = '') {
  const attributes = options.map(([name, value]) => ` ${name}="${attribute(value)}"`);
  // In Markdown an empty line ends the HTML.
  const text = record && `\n${escaped(record.trim()).replace(/\n{2,}/g, '\n')}\n`;
  return `<script src="${site}embed/cannonfish-embed.js" defer></script>\n<xiangqi-board${attributes.join('')}>${text}</xiangqi-board>`;
}

/** @param {string} address  of embed.html, with its options */
export function frameSnippet(address) {
  const title = TITLES[new URL(address).searchParams.get('game') ?? USUAL];
  return `<iframe src="${attribute(address)}"\n  title="${title}" loading="lazy" style="border: 0; width: 100%; max-width: 420px; aspect-ratio: 3 / 4"\n  sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}

/** Options as the query part of an address, which people can read. @param {readonly Option[]} options */
export function queryOf(options) {
  return options
    .map(([name, value]) => {
      const written =
        name === 'fen' ? value.replaceAll(' ', '_') : name === 'bg' ? value.replace('#', '') : value;
      return `${name}=${encodeURIComponent(written).replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
    })
    .join('&');
}

/** Whether a game's headers tell something. @param {Game} game */
export const isNamed = ({ headers = {} }) => Object.values(headers).some((value) => /[^*?.]/.test(value));

/**
 * The options that show a game at its current position.
 * @param {Game} game @param {Shown} shown
 * @returns {Option[]}
 */
export function optionsOf(game, shown) {
  const { tree, orientation } = game;
  const [first] = factsOf(game.game).sides;
  const line = lineThrough(tree);
  const at = nodeOf(tree);
  const turn = turnAt(game, tree.current);
  const whole = shown === 'replay' || !at.view; // without a view, a position is known only by its moves
  const moves = (shown === 'replay' ? line : pathTo(tree)).flatMap(({ move }) => move ?? []);
  /** @type {Record<string, string | number | null | false | undefined>} */
  const options = {
    game: game.game !== USUAL && game.game,
    mode: shown !== 'play' && 'view',
    fen: whole ? tree.fen : at.view?.fen,
    moves: whole && moves.join(','),
    ply: shown === 'replay' && moves.length > 0 && String(at === line.at(-1) ? 0 : at.ply),
    color: shown === 'play' && turn !== first && turn,
    level: shown === 'play' && game.level,
    orientation: shown !== 'play' && orientation !== first && orientation,
  };
  return Object.entries(options).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
}
