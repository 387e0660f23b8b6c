// Faults in the placement of a FEN that can be found without the rules: it does not fill the board with men
// of the game, or a move after it finds no man. They are reported as the rules would report them. Only the
// rules know whether a position or a move makes sense.

/** @import { GameName } from '../game/types.js' */
/** @import { Failure } from '../game/types.js' */

import { carry, geometryOf, placementOf, readPlacement } from '../board/geometry.js';
import { squaresOf } from '../game-view/piece-words.js';

const LETTERS = { xiangqi: 'kabnrcp', chess: 'kqbnrp', liuzichong: 'wb' };

/**
 * @param {GameName} game
 * @param {string} fen
 * @returns {Failure | null} null when the board can show it
 */
export function placementFault(game, fen) {
  const geometry = geometryOf(game);
  const { files, ranks, firstRank } = geometry;
  const placement = fen.trim().split(/\s+/)[0];
  const stranger = [...placement].find(
    (letter) => !/[\d./]/.test(letter) && !LETTERS[game].includes(letter.toLowerCase()),
  );
  if (game === 'xiangqi') {
    const rows = placement.split('/');
    if (rows.length !== ranks) return refusal('rows', { rows: rows.length });
    for (const [at, text] of rows.entries()) {
      const place = { text, rank: ranks - 1 - at + firstRank };
      const letter = [...text].find((each) => each === stranger || each === '0' || each === '.');
      if (letter) return refusal('letter', { letter, ...place });
      const width = [...text].reduce((sum, each) => sum + (Number(each) || 1), 0);
      if (width !== files) return refusal('row_width', place);
    }
    return null;
  }
  return stranger || !placementOf(geometry, fen) ? refusal('shape', {}) : null;
}

/** A text with fewer letters, digits and slashes of positions is not worth asking the engine about. */
const FEWEST_SIGNS = 14;

/**
 * Whether a text that the board cannot show may be a position all the same, as people paste it: in quotes, in an
 * address, with other signs. Only the engine reads that.
 * @param {GameName} game
 * @param {string} fen
 */
export function mayBePasted(game, fen) {
  if (placementFault(game, fen) === null) return false;
  const isWritten = /^[A-Za-z0-9.]+(?:\/[A-Za-z0-9.]+){2,}(?:\s|$)/.test(fen.trim());
  return !isWritten && (fen.match(/[abcehknpqrw1-9/]/gi) ?? []).length >= FEWEST_SIGNS;
}

/**
 * The first move that moves nothing, as the rules would refuse it. Only for Xiangqi, where every move carries
 * exactly one man; null for other games.
 * @param {GameName} game
 * @param {string} fen  one that the board can show
 * @param {readonly string[]} moves
 * @returns {Failure | null}
 */
export function strayMove(game, fen, moves) {
  if (game !== 'xiangqi') return null;
  const at = carry(readPlacement(geometryOf(game), fen), moves.map(squaresOf));
  if (at < 0) return null;
  const text = moves[at];
  return {
    code: 'illegal_move',
    message: `nothing moves with ${text}`,
    text,
    details: { number: at + 1 },
  };
}

/** @param {string} reason @param {Record<string, any>} details @returns {Failure} */
function refusal(reason, { text, ...details }) {
  const message = `the placement does not fit the board (${reason})`;
  return { code: 'invalid_fen', reason, message, text, details: { ...details, text } };
}
