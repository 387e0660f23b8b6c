// Sentences about puzzles: the task, the verdict on a move, the proof. No DOM.

/** @import { App } from '../game-view/app.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Words } from '../ui/words.js' */
/** @import { Puzzle } from './puzzle.js' */
/** @import { PuzzleState } from './session.js' */

import { nodeOf } from '../game/tree.js';
import { errorInWords } from '../game-view/fault-words.js';
import { hintedMove, moveSaid } from '../game-view/move-words.js';
import { firstKey, pieceAt, pieceOn, squaresOf } from '../game-view/piece-words.js';
import { isOwn } from './address.js';
import { fileId, isFromFile, mateIn, solverOf } from './puzzle.js';

/**
 * A theme in words, as the game's players call it; one without a translation is spelled out.
 * @param {Words} words @param {string} theme @param {GameName} game
 */
export function themeName(words, theme, game) {
  const mate = /^mateIn(\d+)$/.exec(theme);
  if (mate) return words.t('puzzles.theme.mateIn', { count: Number(mate[1]) });
  const inChess = `puzzles.chess.${theme}`;
  if (game === 'chess' && words.has(inChess)) return words.t(inChess);
  const key = `puzzles.theme.${theme}`;
  return words.has(key) ? words.t(key) : theme.replace(/([a-z])([A-Z\d])/g, '$1 $2').toLowerCase();
}

/**
 * Themes to choose from, by their names; the first choice is any theme.
 * @param {Words} words
 * @param {readonly string[]} themes
 * @param {{ game: GameName, count?: (theme: string) => number }} options  count: shown after each name
 * @returns {Record<string, string>}
 */
export function themeChoices(words, themes, { game, count }) {
  const choices = themes.map((theme) => {
    const name = themeName(words, theme, game);
    return [theme, count ? `${name} (${words.number(count(theme))})` : name];
  });
  choices.sort(([, a], [, b]) => a.localeCompare(b, words.language, { numeric: true }));
  return { '': words.t('puzzles.filter.anyTheme'), ...Object.fromEntries(choices) };
}

/** The source of compositions in the files, which give neither names nor the manual's title. */
const COMPOSED = 'classical composition (Ming-dynasty manual';

/** The task of a puzzle. @param {Words} words @param {Puzzle} puzzle */
export function goalOf(words, puzzle) {
  const mate = mateIn(puzzle);
  const first = words.t(`puzzles.first.${solverOf(puzzle)}`);
  // In Xiangqi stalemate wins, too, but it is no mate.
  const end = puzzle.themes.includes('stalemate') ? 'win' : 'mate';
  if (mate !== null) return words.t(`puzzles.goal.${end}`, { first, count: mate });
  return words.t(puzzle.themes.includes('defence') ? 'puzzles.goal.hold' : 'puzzles.goal.best', { first });
}

/** The name of a puzzle, if it has one. @param {Words} words @param {Pick<Puzzle, 'name'>} puzzle */
export const nameOf = (words, { name }) =>
  name?.[words.language] ?? name?.en ?? Object.values(name ?? {})[0] ?? null;

/**
 * The title of a puzzle: its name, else its number on this site or its id in the file that it comes from.
 * @param {Words} words @param {Pick<Puzzle, 'id'> & Partial<Puzzle>} puzzle
 */
export function titleOf(words, { id, name, themes = [] }) {
  const own = nameOf(words, { name });
  if (own) return own;
  if (isOwn({ id })) return words.t('puzzles.own.button');
  if (isFromFile({ id })) return words.t('puzzles.fromFile', { id: fileId({ id }) });
  const number = /^(?:xq|ch)-0*(\d+)$/.exec(id)?.[1] ?? id;
  return words.t(themes.includes('composition') ? 'puzzles.composition' : 'puzzles.id', { id: number });
}

/** The source of a puzzle in words; one that is not ours is quoted. @param {Words} words @param {Puzzle} puzzle */
export function sourceInWords(words, { source }) {
  if (source.startsWith('Cannonfish endings, ')) return words.t('puzzles.source.ending');
  const ply = /^Cannonfish self-play, game \S+, ply (\d+)/.exec(source)?.[1];
  if (ply) return words.t('puzzles.source.selfPlay', { move: String(Math.floor(Number(ply) / 2) + 1) });
  if (source === 'engine self-play game') return words.t('puzzles.source.enginePlay');
  return source.startsWith(COMPOSED) ? words.t('puzzles.source.composition') : source;
}

/** What was proven, and how. @param {Words} words @param {Puzzle} puzzle @returns {string} */
export function proofInWords(words, puzzle) {
  const { check } = puzzle;
  const mate = mateIn(puzzle);
  if (!check) return words.t('puzzles.proof.none');
  if (check.how === 'imported') return words.t('puzzles.proof.imported');
  if (check.how === 'table') return words.t('puzzles.proof.table');
  if (check.how === 'exhaustive') {
    return mate === null
      ? words.t('puzzles.proof.exhaustive', { depth: check.depth })
      : words.t('puzzles.proof.mate', { count: mate });
  }
  return words.t('puzzles.proof.search', { depth: check.depth });
}

/**
 * Feedback on the current state: a headline, and perhaps a second sentence.
 * @param {App} app
 * @param {PuzzleState} state
 * @returns {{ tone: 'plain' | 'good' | 'warn' | 'bad', headline: string, more: string }}
 */
export function feedbackInWords(app, state) {
  const { puzzle, phase, feedback, hint, fault, engine } = state;
  const say = (
    /** @type {'plain' | 'good' | 'warn' | 'bad'} */ tone,
    /** @type {string} */ headline,
    more = '',
  ) => ({ tone, headline, more });
  const waiting = engine.state === 'idle' || engine.state === 'thinking' ? '' : engineWait(app, state);
  if (!puzzle) return say('plain', app.t('puzzles.say.opening'));
  if (fault) {
    return say('bad', app.t('puzzles.say.refused'), faultInWords(app, fault));
  }
  switch (phase) {
    case 'loading':
      return say('plain', app.t('puzzles.say.checking'), waiting);
    case 'replying':
      if (feedback?.kind === 'equal') return say('good', app.t('puzzles.say.equal'), waiting);
      return say('good', app.t('puzzles.say.right'));
    case 'offLine':
      return offLineInWords(app, state, waiting);
    case 'solved':
      if (state.attempt.mistakes > 0) return say('good', app.t('puzzles.say.solvedLate'));
      return say(
        'good',
        app.t('puzzles.say.solved'),
        feedback?.kind === 'equal' ? app.t('puzzles.say.equalEnd') : '',
      );
    case 'shown':
      return say('plain', app.t('puzzles.say.shown'));
    default:
      if (hint) return say('plain', hintInWords(app, state));
      if (feedback?.kind === 'right' || feedback?.kind === 'equal')
        return say('good', app.t('puzzles.say.goOn'));
      return say('plain', app.t('puzzles.say.yourMove'));
  }
}

/** @param {App} app @param {PuzzleState} state @param {string} waiting */
function offLineInWords(app, { feedback, game, front, puzzle, engine }, waiting) {
  const say = (/** @type {'warn' | 'bad'} */ tone, /** @type {string} */ headline, more = '') => ({
    tone,
    headline,
    more,
  });
  const parent = nodeOf(game.tree, front).parent ?? 0;
  const move = feedback ? moveSaid(app, parent, feedback.move) : '';
  const notSolution = asSentence(app.t('puzzles.say.notSolution', { move }));
  const reading = feedback?.reading;
  switch (feedback?.kind) {
    case 'slower': {
      const count = reading && 'mate' in reading.worth ? reading.worth.mate : 0;
      return say('warn', app.t('puzzles.say.slower'), app.t('puzzles.say.slowerMore', { count }));
    }
    case 'better':
      return say('warn', app.t('puzzles.say.better'), app.t('puzzles.say.betterMore'));
    case 'wrong': {
      const reply = reading?.reply;
      // The engine is asked only when somebody wants to know why.
      if (!reply) return say('bad', app.t('puzzles.say.wrong'), engine.state === 'loading' ? waiting : '');
      const more = app.t('puzzles.say.wrongMore', { reply: moveSaid(app, front, reply) });
      return say('bad', app.t('puzzles.say.wrong'), more);
    }
    case 'unjudged':
      return say('warn', notSolution, app.t('puzzles.say.unjudged'));
    default:
      return say(
        'warn',
        notSolution,
        waiting || app.t(puzzle?.themes.includes('mate') ? 'puzzles.say.judgingMate' : 'puzzles.say.judging'),
      );
  }
}

/** With a capital, unless it begins with a move or a square. @param {string} text */
const asSentence = (text) => text.replace(/^\p{L}(?=\p{L})/u, (first) => first.toLocaleUpperCase());

/** How far the engine is. @param {App} app @param {PuzzleState} state */
function engineWait(app, { engine }) {
  if (engine.state === 'failed') return app.t('puzzles.say.noEngine');
  return app.t('puzzles.say.engineLoads', { percent: Math.round((engine.progress ?? 0) * 100) });
}

/** @param {App} app @param {PuzzleState} state */
function hintInWords(app, { hint, game }) {
  if (!hint?.move) return app.t('puzzles.say.hintLooks');
  const fen = nodeOf(game.tree, hint.node).view?.fen ?? '';
  const [orig] = squaresOf(hint.move);
  if (hint.step === 1 && pieceAt(fen, orig))
    return app.t('game-view.hint.piece', { piece: pieceOn(app.words, fen, orig, { ofSide: false }) });
  return hintedMove(app, hint);
}

/**
 * Why something is no puzzle, or cannot be shown.
 * @param {App} app
 * @param {{ code: string, text?: string, message?: string, reason?: string, details?: any }} fault
 * @returns {string}
 */
export function faultInWords(app, { code, text = '', message = '', reason, details }) {
  const plain = code.replace(/^puzzle_/, '');
  const key = firstKey(app.words, `puzzles.fault.${plain}`);
  if (key) return app.t(key, { text });
  return errorInWords(app.words, { code, reason, message: message || code, text, details });
}

/** A rating with a larger deviation is a guess, as it is for about the first five puzzles. */
const GUESSED_DEVIATION = 100;

/** A rating as it is written, without a mark for thousands; a question mark while it is a guess. @param {{ rating: number, deviation: number }} rating */
export const ratingText = ({ rating, deviation }) =>
  `${Math.round(rating)}${deviation > GUESSED_DEVIATION ? '?' : ''}`;
