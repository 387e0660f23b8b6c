// Changes to a position that is being set up, as a FEN: putting a man, mirroring, and so on. Pure functions;
// only the rules know whether a position can be played.

/** @import { Piece, Square } from '../board/geometry.js' */
/** @import { EngineClient } from '../engine/client.js' */
/** @import { Remark } from '../engine/messages.js' */
/** @import { GameName } from './types.js' */

import {
  geometryOf,
  pieceOf,
  placementOf,
  pointOf,
  readPlacement,
  squareAt,
  writePlacement,
} from '../board/geometry.js';
import { factsOf } from './games.js';
import { treeOf } from './record.js';
import { movesTo } from './tree.js';

/**
 * The fields of a FEN.
 * @typedef {object} Fields
 * @property {string} placement
 * @property {string} turn  w or b
 * @property {string} castling  letters of KQkq, or -
 * @property {string} enPassant  the square that a pawn has just passed, or -
 * @property {string} halfmoves  plies since the last capture, in chess also since the last move of a pawn
 * @property {string} fullmove  the number of the next move
 */

const RIGHTS = 'KQkq';

/** @param {string} fen @returns {Fields} */
export function readFields(fen) {
  const [placement, turn = 'w', castling = '-', enPassant = '-', halfmoves = '0', fullmove = '1'] = fen
    .trim()
    .split(/\s+/);
  return { placement, turn, castling, enPassant, halfmoves, fullmove };
}

/** @param {GameName} game @param {Fields} fields */
function writeFields(game, { placement, turn, castling, enPassant, halfmoves, fullmove }) {
  if (game === 'liuzichong') return `${placement} ${turn}`;
  return [placement, turn, castling, enPassant, halfmoves, fullmove].join(' ');
}

/** @param {GameName} game @param {string} fen @param {Partial<Fields>} changes */
export const withFields = (game, fen, changes) => writeFields(game, { ...readFields(fen), ...changes });

/** Whether a FEN looks like one that a program wrote. @param {string} fen */
export const isPlainFen = (fen) => /^(?!\S*\d\d)\S+ [wrb](?: \S+){0,4}$/.test(fen.trim());

/**
 * The position that the engine understands a text to mean that its strict reader refuses: FEN as people paste it.
 * @param {Pick<EngineClient, 'read'>} client
 * @param {{ game: GameName, fen: string }} asked
 * @param {unknown} [refusal]  of the strict reader
 * @returns {Promise<{ game: GameName, fen: string | null, moves: string[], remarks: Remark[] }>}  rejects with the
 *   reason why the position cannot be played, or with the `refusal`
 */
export async function readPastedFen(client, { game, fen }, refusal) {
  const other = () => refusal ?? Object.assign(new Error('this is not a position'), { code: 'invalid_fen' });
  const { format, game: record } = await client.read({ game, text: fen }).catch((error) => {
    const { reason, details = {} } = error;
    throw reason === 'invalid_fen' ? Object.assign(error, { code: reason, reason: details.cause }) : other();
  });
  if (format !== 'fen' || !record || record.errors.length > 0) throw other();
  const moves = movesTo(treeOf(record, null));
  return {
    game: /** @type {GameName} */ (record.game),
    fen: record.fen,
    moves,
    remarks: record.remarks ?? [],
  };
}

/** Whether a FEN can be drawn: it fits the board and has only men of the game. @param {GameName} game @param {string} fen */
export function isDrawable(game, fen) {
  const { roles } = factsOf(game);
  const men = placementOf(geometryOf(game), fen);
  return men !== null && [...men.values()].every(({ role }) => roles.includes(role));
}

/** The man on a square, or null. @param {GameName} game @param {string} fen @param {Square} square */
export const manAt = (game, fen, square) => readPlacement(geometryOf(game), fen).get(square) ?? null;

/**
 * The man that a letter stands for, in the letters of the game's FEN: Red's and White's are capitals.
 * @param {GameName} game
 * @param {string} letter
 * @returns {Piece | null}
 */
export function manOf(game, letter) {
  if (game === 'liuzichong')
    return /^[wb]$/i.test(letter) ? pieceOf(geometryOf(game), letter.toUpperCase()) : null;
  const known = letter.length === 1 && factsOf(game).roles.includes(letter.toLowerCase());
  return known ? pieceOf(geometryOf(game), letter) : null;
}

/** @param {GameName} game @param {string} fen @param {Square} square @param {Piece | null} man  null: empties the square */
export function withMan(game, fen, square, man) {
  return arranged(game, fen, (men) => {
    if (man) men.set(square, man);
    else men.delete(square);
    return men;
  });
}

/** The board without men. @param {GameName} game @param {string} fen */
export function cleared(game, fen) {
  const { turn } = readFields(fen);
  return writeFields(
    game,
    readFields(`${readFields(arranged(game, fen, () => new Map())).placement} ${turn}`),
  );
}

/** Left and right exchanged. @param {GameName} game @param {string} fen */
export function mirrored(game, fen) {
  const geometry = geometryOf(game);
  const mirror = (/** @type {Square} */ square) => {
    const { x, y } = pointOf(geometry, square, false);
    return squareAt(geometry, { x: geometry.files - 1 - x, y }, false);
  };
  const turned = arranged(
    game,
    fen,
    (men) => new Map([...men].map(([square, man]) => [mirror(square), man])),
  );
  const { enPassant } = readFields(fen);
  // Kings are on other files now: nobody castles.
  return withFields(game, turned, { castling: '-', enPassant: enPassant === '-' ? '-' : mirror(enPassant) });
}

/** The sides exchanged: each gets the other's men, as seen from its own edge. @param {GameName} game @param {string} fen */
export function swapped(game, fen) {
  const geometry = geometryOf(game);
  const [first, second] = geometry.sides;
  const across = (/** @type {Square} */ square) => {
    const { x, y } = pointOf(geometry, square, false);
    return squareAt(geometry, { x, y: geometry.ranks - 1 - y }, false);
  };
  const turned = arranged(
    game,
    fen,
    (men) =>
      new Map(
        [...men].map(([square, { side, role }]) => [
          across(square),
          { side: side === first ? second : first, role },
        ]),
      ),
  );
  const { turn, castling, enPassant } = readFields(fen);
  const theirs = (/** @type {string} */ letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
  return withFields(game, turned, {
    turn: turn === 'w' ? 'b' : 'w',
    castling: withRights([...castling].map(theirs).join('')),
    enPassant: enPassant === '-' ? '-' : across(enPassant),
  });
}

/** Castling rights as a FEN has them. @param {string} letters  in any order */
export const withRights = (letters) => [...RIGHTS].filter((each) => letters.includes(each)).join('') || '-';

/** @param {GameName} game @param {string} fen @param {(men: Map<Square, Piece>) => Map<Square, Piece>} change */
function arranged(game, fen, change) {
  const geometry = geometryOf(game);
  return withFields(game, fen, { placement: writePlacement(geometry, change(readPlacement(geometry, fen))) });
}
