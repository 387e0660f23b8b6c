// The part of a frame that only puzzles need, loaded when one is asked for.

/** @import { EmbedOptions } from '../game/embed-options.js' */
/** @import { EngineClient } from '../engine/client.js' */
/** @import { Result } from '../training/progress.js' */
/** @import { Puzzle } from '../puzzles/puzzle.js' */
/** @import { App } from '../game-view/app.js' */

import { nodeOf } from '../game/tree.js';
import { isOwn, ownId } from '../puzzles/address.js';
import { placeOfDay } from '../puzzles/next-puzzle.js';
import { PuzzleError, puzzleFrom, solverOf } from '../puzzles/puzzle.js';
import { PuzzleSession } from '../puzzles/session.js';
import { SitePuzzles } from '../puzzles/site-puzzles.js';
import { faultInWords, feedbackInWords, goalOf } from '../puzzles/words.js';
import { dayOf } from '../ui/dates.js';
import { observe } from '../ui/reactive.js';

/** The news of a puzzle when the attempt is over. @typedef {{ puzzle: string, result: Result }} PuzzleNews */

/** @typedef {ReturnType<typeof framePuzzle>} FramePuzzle */

/** @param {{ client: EngineClient, site: URL, onResult: (news: PuzzleNews) => void }} parts */
export function framePuzzle({ client, site, onResult }) {
  const base = new URL('puzzles/', site);
  const libraries = { xiangqi: new SitePuzzles({ base }), chess: new SitePuzzles({ base, game: 'chess' }) };
  const session = new PuzzleSession({
    client,
    onResult: ({ id }, result) => onResult({ puzzle: id, result }),
  });
  // Our own puzzles bring their views, except after a move outside the solution.
  observe(() => {
    const { phase, front, game } = session.state;
    const waits = phase === 'offLine' || phase === 'replying';
    if (waits && !nodeOf(game.tree, front).view) client.start(game.game);
  });

  /** @param {Puzzle} wanted */
  async function show(wanted) {
    await session.open(wanted);
    // Only the rules know whether a puzzle that is not ours ends in mate.
    const { puzzle } = session.state;
    const mates = puzzle?.views?.at(-1)?.outcome?.termination === 'checkmate';
    if (puzzle && isOwn(puzzle) && mates) await session.open({ ...puzzle, themes: ['mate'] });
  }

  return {
    session,
    /** Rejects with a code: no such puzzle, or none at all. @param {EmbedOptions} options */
    open: async (options) => {
      const shown = show(await puzzleOf(libraries, options));
      // Without an engine, a puzzle that is not ours is checked when the board is touched.
      if (client.state.state !== 'off') await shown;
    },
    /** The task of the puzzle in words. @param {App} app */
    goal: ({ words }) => (session.state.puzzle ? goalOf(words, session.state.puzzle) : ''),
    /** The side that solves it. */
    solver: () => session.state.puzzle && solverOf(session.state.puzzle),
    /** @param {App} app */
    feedback: (app) => feedbackInWords(app, session.state),
    /** Why there is no puzzle. */
    fault: faultInWords,
    /** The id of the puzzle, where it is one of ours. */
    id: () => {
      const { puzzle } = session.state;
      return puzzle && !isOwn(puzzle) ? puzzle.id : null;
    },
  };
}

/** The puzzle given by a FEN, or by its id, or that of the day. @param {{ xiangqi: SitePuzzles, chess: SitePuzzles }} libraries @param {EmbedOptions} options */
async function puzzleOf({ xiangqi, chess }, { game, fen, moves, puzzle: id }) {
  if (fen !== null) {
    return puzzleFrom({ id: ownId(fen, moves), game, fen, moves, themes: [], source: 'own' });
  }
  const index = xiangqi.index();
  await Promise.all([xiangqi.open(index), chess.open(index)]);
  const isDaily = id === null || id === 'daily';
  const library = (isDaily ? game === 'chess' : chess.has(id)) ? chess : xiangqi;
  const wanted = isDaily ? library.idAt(placeOfDay(dayOf(new Date()), library.count)) : id;
  const found = wanted && (await library.find(wanted));
  if (!found) throw new PuzzleError('unknown_id', wanted ?? '');
  return found;
}
