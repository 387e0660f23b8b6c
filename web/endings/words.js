// Endings in words: what they are called, how long they take, what moves are worth.

/** @import { EndingResults, MoveValue } from '../engine/messages.js' */
/** @import { Failure } from '../game/types.js' */
/** @import { Key, Words } from '../ui/words.js' */
/** @import { Classical } from './panel.js' */

import { factsOf, USUAL } from '../game/games.js';

/** The order in which the pieces of an ending are named. */
export const ROLES = 'rncpab';

/** How many pieces of a kind a side has in the beginning. @param {string} role */
export const mostOf = (role) => factsOf(USUAL).fen.split(role).length - 1;

/** The pieces of an ending by its name, `KR-kaabb`. @param {string} name @returns {{ red: Record<string, number>, black: Record<string, number> }} */
export function piecesOf(name) {
  const [red, black] = name
    .toLowerCase()
    .split('-')
    .map((letters) => Object.fromEntries([...ROLES].map((role) => [role, letters.split(role).length - 1])));
  return { red, black };
}

/** The name of an ending. @param {ReturnType<typeof piecesOf>} pieces */
export function nameOf({ red, black }) {
  const side = (/** @type {Record<string, number>} */ counts) =>
    `k${[...ROLES].map((role) => role.repeat(counts[role])).join('')}`;
  return `${side(red).toUpperCase()}-${side(black)}`;
}

/** An ending as its players call it: `chariot v. all guards`, 单车对士象全. @param {Words} words @param {string} name */
export function endingInWords(words, name) {
  const { red, black } = piecesOf(name);
  return words.t('endings.versus', {
    red: sideInWords(words, red, 'red'),
    black: sideInWords(words, black, 'black'),
  });
}

/** The pieces of a side beside its general. @param {Words} words @param {Record<string, number>} counts @param {'red' | 'black'} side */
function sideInWords(words, counts, side) {
  const piece = (/** @type {string} */ role) =>
    words.t(/** @type {Key} */ (`game-view.piece.${side}.${role}`));
  const attackers = [...ROLES].filter((role) => !'ab'.includes(role) && counts[role] > 0);
  const guards = [...'ab'].filter((role) => counts[role] > 0);
  const inCompany = (/** @type {string} */ role) =>
    attackers.includes(role) && attackers.length + guards.length > 1;
  const named = (/** @type {string} */ role) => {
    const key = counts[role] > 1 ? /** @type {Key} */ (`endings.several.${counts[role]}`) : 'endings.single';
    return counts[role] === 1 && inCompany(role) ? piece(role) : words.t(key, { piece: piece(role) });
  };
  const pieces = attackers.map(named);
  if (guards.length === 2) {
    const key = /** @type {Key} */ (`endings.guards.${counts.a}${counts.b}`);
    pieces.push(words.t(key, { advisor: piece('a'), elephant: piece('b') }));
  } else pieces.push(...guards.map(named));
  if (pieces.length === 0) return words.t('endings.alone');
  // Chinese and Vietnamese names of endings have no signs between the pieces.
  const joined = words.language === 'en' ? {} : /** @type {const} */ ({ type: 'unit', style: 'narrow' });
  return new Intl.ListFormat(words.language, joined).format(pieces);
}

/** Why the table does not simply say what the textbook says. @param {Words} words @param {Pick<Classical, 'verdict' | 'won' | 'drawn'>} each */
export const differenceInWords = (words, { verdict, won, drawn }) =>
  words.t(`endings.list.differs.${verdict === 'win' ? 'win' : won > drawn ? 'most' : 'some'}`);

/** @param {Words} words @param {number} seconds */
export function timeInWords(words, seconds) {
  if (seconds < 90) return words.t('endings.seconds', { count: Math.max(1, Math.round(seconds)) });
  return words.t('endings.minutes', { count: Math.round(seconds / 60) });
}

/** A part of a whole: 99.7%; 100% and 0% only for all and nothing. @param {Words} words @param {number} part @param {number} whole */
export function shareInWords(words, part, whole) {
  const share = whole === 0 ? 0 : part / whole;
  const rounded = part === 0 || part === whole ? share : Math.min(0.999, Math.max(0.001, share));
  const format = { style: /** @type {const} */ ('percent'), maximumFractionDigits: 1 };
  return new Intl.NumberFormat(words.language, format).format(rounded);
}

/** @param {EndingResults} results */
export const sumOf = ({ wins, draws, losses }) => wins + draws + losses;

/** The plies to the end as moves of the winner. @param {{ distance: number | null }} value */
export const movesOf = ({ distance }) => Math.ceil((distance ?? 0) / 2);

/** The value of a move. @param {Words} words @param {MoveValue} value */
export function valueInWords(words, value) {
  const { result, judged } = value;
  if (judged) return words.t(`endings.underLaw.${judged}`);
  return words.t(`endings.${result}`, { count: movesOf(value) });
}

const SIGNS = { win: '+', draw: '=', loss: '−' };

/** The same as a sign: `+12`, `=`, `−8`. @param {MoveValue} value */
export const valueSign = (value) => SIGNS[value.result] + (value.distance === null ? '' : movesOf(value));

/** What went wrong. @param {Words} words @param {Failure & { finished?: number }} fault */
export function faultOfEnding(words, { code, message, text = '', finished = 0, reason }) {
  const memory = reason === 'out_of_memory' || /memory|allocat/i.test(message);
  const key = `endings.fault.${memory ? 'memory' : code}`;
  const name = /^K\w*-k\w*$/.test(text) ? endingInWords(words, text) : text;
  return words.t(words.has(key) ? key : 'endings.fault.other', { message, text: name, finished });
}
