// The options of an embedded frame, set by its address or by a message. One table serves both, and the page
// that documents it. Unknown names are ignored; an invalid value is reported and the default used.

/** @import { GameName, Side } from './types.js' */

import { LANGUAGES } from '../ui/languages.js';
import { BOARDS, PIECES } from './choices.js';
import { queryOf } from './embed-snippet.js';
import { GAME_NAMES, MAX_LEVEL, USUAL } from './games.js';
import { NOTATIONS } from './notations.js';
import { controlsOf } from './time-control.js';

/**
 * @typedef {object} EmbedOptions
 * @property {GameName} game
 * @property {'view' | 'play' | 'puzzle'} mode
 * @property {string | null} fen
 * @property {string[]} moves
 * @property {string | null} pgn  a game as text: PGN or DhtmlXQ
 * @property {number | null} ply  the position to show; null: the last one
 * @property {string | null} puzzle
 * @property {Side | 'both'} color  the side that the person plays; both: two persons, or the page around us
 * @property {Side | null} orientation  null: the person's side below
 * @property {number | null} level  null: the usual one of the game
 * @property {number | null} movetime  milliseconds for a move of the engine; null: as the level says
 * @property {string | null} clock  see controlsOf in time-control.js, the person's own first; null: no clocks
 * @property {'light' | 'dark' | 'system'} theme
 * @property {typeof BOARDS[number]} board
 * @property {typeof PIECES[number] | null} pieces
 * @property {string} bg  behind the board: a colour or `transparent`
 * @property {'files' | 'squares' | 'none' | null} coords
 * @property {string | null} notation
 * @property {string | null} lang
 * @property {boolean} controls
 * @property {boolean} hints
 * @property {boolean} evals
 * @property {string[]} arrows
 * @property {string | null} id
 * @property {string | null} origin
 */

/**
 * A value that was refused; `allowed` describes the valid ones.
 * @typedef {{ option: string, value: string, allowed: string }} OptionFault
 */

/** The value of a text, or undefined if it is invalid. @typedef {(text: string) => any} Reader */

/** @typedef {{ usual: any, allowed: string, read: Reader, example?: string }} Option */

const MAX_TEXT = 20_000;
const MAX_PGN = 200_000;
const MAX_LIST = 2000;
const SIDES = /** @type {const} */ (['red', 'white', 'black']);

/** @type {Readonly<Record<keyof EmbedOptions, Option>>} */
export const OPTIONS = Object.freeze({
  game: oneOf(GAME_NAMES, USUAL),
  mode: oneOf(['play', 'view', 'puzzle'], 'play'),
  fen: { usual: null, allowed: 'FEN', read: (text) => limited(text.replaceAll('_', ' '), MAX_TEXT) },
  moves: {
    usual: [],
    allowed: 'h2e2,h9g7',
    read: (text) => {
      const moves = words(text);
      return moves.length <= MAX_LIST && moves.every((move) => /^[a-i]\d{1,2}[a-i]\d{1,2}[a-z]?$/.test(move))
        ? moves
        : undefined;
    },
  },
  pgn: { usual: null, allowed: 'PGN, DhtmlXQ', read: (text) => limited(text, MAX_PGN) },
  ply: number(0, MAX_LIST, null),
  puzzle: { usual: null, allowed: 'a-z 0-9 . - _', read: word },
  color: oneOf([...SIDES, 'both'], 'red'),
  orientation: oneOf(SIDES, null),
  level: number(1, MAX_LEVEL, null),
  movetime: number(10, 60_000, null),
  clock: {
    usual: null,
    allowed: '5+3',
    read: (text) => {
      const written = text.replaceAll(' ', '+'); // a plus in an address is read as a space
      return controlsOf(written) ? written : undefined;
    },
  },
  theme: oneOf(['system', 'light', 'dark'], 'system'),
  board: oneOf(BOARDS, 'wood'),
  pieces: oneOf(PIECES, null),
  bg: {
    usual: 'transparent',
    allowed: 'transparent, f4ecd8',
    read: (text) => {
      if (text === 'transparent') return text;
      return /^#?([\da-f]{3}|[\da-f]{6})$/i.test(text)
        ? `#${text.replace('#', '').toLowerCase()}`
        : undefined;
    },
  },
  coords: oneOf(['files', 'squares', 'none'], null),
  notation: oneOf(NOTATIONS, null),
  lang: {
    usual: null,
    allowed: Object.keys(LANGUAGES).join(', '),
    read: (text) => (/^[\w-]{2,20}$/.test(text) ? text : undefined),
  },
  controls: flag(true),
  hints: flag(true),
  evals: flag(false),
  arrows: {
    usual: [],
    allowed: 'h2e2,e6',
    read: (text) => {
      const arrows = words(text);
      return arrows.length <= 50 && arrows.every((each) => /^([a-i]\d{1,2}){1,2}$/.test(each))
        ? arrows
        : undefined;
    },
  },
  id: { usual: null, allowed: 'a-z 0-9 . - _', read: word },
  origin: { usual: null, allowed: 'https://example.org', read: originOf },
});

const NAMES = /** @type {Array<keyof EmbedOptions>} */ (Object.keys(OPTIONS));

/** The default options of a frame. @returns {EmbedOptions} */
export const usualOptions = () =>
  /** @type {EmbedOptions} */ (Object.fromEntries(NAMES.map((name) => [name, OPTIONS[name].usual])));

/**
 * Options from names and values.
 * @param {Record<string, unknown>} given  texts, numbers, true and false, or lists
 * @returns {{ options: Partial<EmbedOptions>, faults: OptionFault[] }} the valid ones, and the refused
 */
export function readOptions(given) {
  /** @type {Record<string, unknown>} */
  const options = {};
  /** @type {OptionFault[]} */
  const faults = [];
  for (const name of NAMES) {
    if (!Object.hasOwn(given, name)) continue;
    const text = asText(given[name]);
    if (text === '') {
      options[name] = OPTIONS[name].usual;
      continue;
    }
    const value = text === null ? undefined : OPTIONS[name].read(text);
    if (value !== undefined) options[name] = value;
    else faults.push({ option: name, value: shown(given[name]), allowed: OPTIONS[name].allowed });
  }
  return { options: /** @type {Partial<EmbedOptions>} */ (options), faults };
}

/** Options from the query part of an address. @param {string} search */
export function readEmbedAddress(search) {
  return readOptions(Object.fromEntries(new URLSearchParams(search)));
}

/**
 * An address of a frame, without the options that have their defaults.
 * @param {string | URL} page
 * @param {Partial<EmbedOptions>} options
 */
export function embedAddress(page, options) {
  const url = new URL(page);
  const given = NAMES.flatMap((name) => {
    const value = options[name];
    const text = Array.isArray(value) ? value.join(',') : flagText(value);
    const usual = Array.isArray(OPTIONS[name].usual) ? '' : flagText(OPTIONS[name].usual);
    return text === '' || text === usual ? [] : [/** @type {const} */ ([name, text])];
  });
  url.search = queryOf(given);
  return url.href;
}

/** @param {unknown} value */
function flagText(value) {
  if (value === null || value === undefined) return '';
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}

/** @param {unknown} value @returns {string | null} null for what cannot be written into an address */
function asText(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim().toWellFormed();
  if (typeof value === 'boolean') return String(Number(value));
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.join(',').trim().toWellFormed();
  return null;
}

/** @param {unknown} value */
function shown(value) {
  const text = typeof value === 'string' ? value : Object.prototype.toString.call(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** @param {readonly string[]} choices @param {string | null} usual @returns {Option} */
function oneOf(choices, usual) {
  return { usual, allowed: choices.join(', '), read: (text) => choices.find((choice) => choice === text) };
}

/** @param {number} least @param {number} most @param {number | null} usual @returns {Option} */
function number(least, most, usual) {
  const read = (/** @type {string} */ text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  };
  return { usual, allowed: `${least} – ${most}`, read };
}

/** @param {boolean} usual @returns {Option} */
function flag(usual) {
  /** @type {Record<string, boolean>} */
  const meanings = { 1: true, true: true, 0: false, false: false };
  return {
    usual,
    allowed: '1, 0',
    read: (text) => (Object.hasOwn(meanings, text) ? meanings[text] : undefined),
  };
}

/** @param {string} text @param {number} most */
function limited(text, most) {
  return text.length <= most ? text : undefined;
}

/** @param {string} text */
function words(text) {
  return text.split(/[\s,_]+/).filter(Boolean);
}

/** @param {string} text */
function word(text) {
  return /^[\w.-]{1,64}$/.test(text) ? text : undefined;
}

/** A page in a file has the origin `null`. @param {string} text */
function originOf(text) {
  if (text === 'null') return text;
  try {
    const { origin, protocol } = new URL(text);
    return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
  } catch {
    return undefined;
  }
}
