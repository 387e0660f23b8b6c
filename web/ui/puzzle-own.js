// @ts-check
// Puzzles of one's own: from a position or from a game, checked by the engine, kept here, shared by a link.

/** @import { GameName } from '../game/types.js' */
/** @import { Finding, Moment } from '../puzzle/workshop.js' */
/** @import { Puzzle } from '../puzzle/puzzle.js' */
/** @import { GameStorage as Games } from '../game/types.js' */
/** @import { KeptPuzzles } from '../storage/puzzles.js' */
/** @import { Room } from './puzzle-panel.js' */

import './common.js';
import { mainSlot } from '../game/games.js';
import { movesTo, nodeOf, tipOf } from '../game/tree.js';
import { idOf, puzzleAddress } from '../puzzle/address.js';
import { kindOfFile } from '../puzzle/lichess.js';
import { PuzzleError, readPuzzles } from '../puzzle/puzzle.js';
import { findMoments, findPuzzle } from '../puzzle/workshop.js';
import { copyText } from './clipboard.js';
import { makeDialog } from './dialog.js';
import { h, icon, say, set } from './dom.js';
import { filePart } from './puzzle-file.js';
import { printSheet } from './puzzle-sheet.js';
import { faultInWords, goalOf, proofInWords } from './puzzle-words.js';

export { GameStorage } from '../storage/games.js';

/** Bytes; a longer file of our own lines has more puzzles than are kept. */
const LONGEST_FILE = 4_000_000;
/** Games in which somebody makes puzzles; the third is solved. @type {readonly GameName[]} */
const GAMES = ['xiangqi', 'chess'];

/**
 * @param {Room} room
 * @param {{ own: KeptPuzzles, games: Pick<Games, 'peek'> }} storage
 */
export function ownDialog(room, { own: kept, games }) {
  const { app, session, trainer } = room;
  const game = h('select', { id: 'own-game' });
  const gameLabel = h('label', { for: 'own-game' });
  const text = h('textarea', { id: 'own-text', rows: 3, spellcheck: 'false', maxlength: 400_000 });
  const textLabel = h('label', { for: 'own-text' });
  const find = h('button', { class: 'btn main', type: 'submit' });
  const here = h('button', { class: 'btn', type: 'button' }, icon('check'), h('span'));
  const mine = h('button', { class: 'btn', type: 'button' }, icon('graph'), h('span'));
  const open = h('button', { class: 'btn', type: 'button' }, icon('file'), h('span'));
  const file = h('input', { type: 'file', accept: '.csv,.jsonl,.json,.txt,.zst', hidden: true });
  const bar = h('progress', { max: 100, value: 0 });
  const stop = h('button', { class: 'btn', type: 'button' }, icon('stop'), h('span'));
  const busy = h('div', { class: 'busy', hidden: true }, bar, stop);
  const told = h('p', { class: 'told', role: 'status' });
  const found = h('ul', { class: 'made' });
  const keptTitle = h('h3');
  const made = h('ul', { class: 'made' });
  const press = h('button', { class: 'btn', type: 'button' }, icon('print'), h('span'));
  const table = filePart(room, () => dialog.close());
  const body = h(
    'form',
    { class: 'form own', novalidate: true },
    h('div', { class: 'field' }, gameLabel, game),
    h('div', { class: 'field' }, textLabel, text),
    h('div', { class: 'row' }, find, here, mine, open, file),
    busy,
    told,
    found,
    table.node,
    keptTitle,
    made,
    h('div', { class: 'row' }, press),
  );
  const dialog = makeDialog(app, { name: 'own-dialog', title: 'puzzle.own.title', body });
  /** What is under way. @type {AbortController | null} */
  let work = null;
  /** @type {Puzzle[]} */
  let own = [];

  /** @param {string} sentence @param {boolean} [bad] */
  function tell(sentence, bad = false) {
    say(told, sentence);
    told.classList.toggle('fault', bad);
  }

  /**
   * Let the engine work, with a bar and a way to stop it.
   * @param {(listener: { onProgress: (share: number) => void, signal: AbortSignal }) => Promise<void>} act
   */
  async function run(act) {
    work?.abort();
    const mineNow = new AbortController();
    work = mineNow;
    found.replaceChildren();
    tell(app.t(app.state.engine.state === 'idle' ? 'puzzle.own.working' : 'puzzle.own.loading'));
    bar.value = 0;
    busy.hidden = false;
    try {
      await act({
        signal: mineNow.signal,
        onProgress: (share) => {
          bar.value = Math.round(share * 100);
          say(told, app.t('puzzle.own.working'));
        },
      });
    } catch (error) {
      if (mineNow.signal.aborted) tell(app.t('puzzle.own.stopped'));
      else tell(faultInWords(app, /** @type {any} */ (error)), true);
    } finally {
      if (work === mineNow) busy.hidden = true;
    }
  }

  /** @param {Finding} finding */
  function showFinding(finding) {
    const { unique, gap, puzzle } = finding;
    const how = proofInWords(app.words, puzzle);
    const pawns = ((gap ?? 0) / 100).toFixed(1);
    if (unique) tell(`${app.t('puzzle.own.unique')} ${how}`);
    else if (gap === null) tell(`${app.t('puzzle.own.several')} ${how}`);
    else tell(app.t('puzzle.own.close', { gap: pawns }), true);
    found.replaceChildren(card(puzzle, { keep: true }));
  }

  /** @param {Moment[]} moments */
  function showMoments(moments) {
    tell(app.t('puzzle.own.moments', { count: moments.length }));
    found.replaceChildren(...moments.map(({ puzzle, ply }) => card(puzzle, { keep: true, ply })));
  }

  /** @param {Puzzle} puzzle @param {{ keep?: boolean, ply?: number }} how */
  function card(puzzle, { keep = false, ply }) {
    const at = ply === undefined ? '' : ` · ${app.t('puzzle.own.ply', { number: Math.floor(ply / 2) + 1 })}`;
    const solve = h('button', { class: 'btn', type: 'button', text: app.t('puzzle.own.solve') });
    solve.addEventListener('click', () => {
      dialog.close();
      trainer.openOwn(puzzle);
    });
    const link = h(
      'button',
      { class: 'btn', type: 'button' },
      icon('link'),
      h('span', { text: app.t('puzzle.copyLink') }),
    );
    link.addEventListener('click', () => copyText(app, puzzleAddress(location.href, puzzle), link));
    const change = h('button', {
      class: 'btn',
      type: 'button',
      text: app.t(keep ? 'puzzle.own.keep' : 'puzzle.own.drop'),
    });
    change.addEventListener('click', () => {
      if (keep) keepOwn([puzzle]);
      else drop(puzzle);
      if (keep) change.disabled = true;
    });
    return h(
      'li',
      {},
      h('b', { text: goalOf(app.words, puzzle) + at }),
      h('p', { class: 'small muted', text: puzzle.fen }),
      h('div', { class: 'row' }, solve, link, change),
    );
  }

  /** Add puzzles, as far as there is room. @param {Puzzle[]} puzzles @returns {number} how many there was room for */
  function keepOwn(puzzles) {
    const fresh = puzzles.filter(({ id }) => own.every((each) => each.id !== id));
    const fitting = fresh.slice(0, kept.most - own.length);
    if (fitting.length < fresh.length) tell(app.t('puzzle.own.full', { count: kept.most }), true);
    own = [...own, ...fitting];
    kept.add(fitting).then(tellKept);
    showOwn();
    return puzzles.length - fresh.length + fitting.length;
  }

  /** @param {Puzzle} puzzle */
  function drop({ id }) {
    own = own.filter((each) => each.id !== id);
    kept.remove(id).then(tellKept);
    showOwn();
  }

  /** @param {boolean} isKept */
  function tellKept(isKept) {
    if (!isKept) tell(app.t('puzzle.own.notKept'), true);
  }

  async function load() {
    const { puzzles, faults } = readPuzzles(await kept.load());
    own = puzzles;
    showOwn();
    if (faults.length === 0) return;
    const first = faultInWords(app, faults[0].error);
    tell(app.t('puzzle.own.unreadable', { count: faults.length, first }), true);
  }

  function showOwn() {
    say(keptTitle, app.t('puzzle.own.kept', { count: own.length }));
    keptTitle.hidden = own.length === 0;
    made.replaceChildren(...own.map((puzzle) => card(puzzle, {})));
    press.hidden = own.length === 0;
  }

  const chosenGame = () => /** @type {GameName} */ (game.value || 'xiangqi');
  body.addEventListener('submit', (event) => {
    event.preventDefault();
    const given = text.value.trim();
    if (!given) return tell(app.t('puzzle.own.nothing'), true);
    run(async (listener) => {
      const record = await app.client.read({ game: chosenGame(), text: given, pick: 0 });
      const read = record.game;
      if (!read) return tell(app.t('puzzle.own.nothing'), true);
      const name = /** @type {GameName} */ (read.game);
      const line = mainLine(read.moves);
      if (line.length > 0) {
        showMoments(await findMoments(app.client, { game: name, fen: read.fen, moves: line }, listener));
      } else {
        const { fen } = await app.client.view({ game: name, fen: read.fen, moves: [] });
        showFinding(await findPuzzle(app.client, { game: name, fen }, listener));
      }
    });
  });
  here.addEventListener('click', async () => {
    const saved = await games.peek(mainSlot(chosenGame()));
    if (!saved) return tell(app.t('puzzle.own.noGame'), true);
    run(async (listener) => {
      const { fen, tree } = { fen: nodeOf(saved.tree).view?.fen, tree: saved.tree };
      const known =
        fen ?? (await app.client.view({ game: saved.game, fen: tree.fen, moves: movesTo(tree) })).fen;
      text.value = known;
      showFinding(await findPuzzle(app.client, { game: saved.game, fen: known }, listener));
    });
  });
  mine.addEventListener('click', async () => {
    const saved = await games.peek(mainSlot(chosenGame()));
    const moves = saved ? movesTo(saved.tree, tipOf(saved.tree).id) : [];
    if (!saved || moves.length === 0) return tell(app.t('puzzle.own.noGame'), true);
    run(async (listener) => {
      showMoments(await findMoments(app.client, { game: saved.game, fen: saved.tree.fen, moves }, listener));
    });
  });
  open.addEventListener('click', () => file.click());
  file.addEventListener('change', async () => {
    const [given] = file.files ?? [];
    file.value = '';
    if (given) takeFile(given);
  });

  /** @param {File} given */
  async function takeFile(given) {
    tell('');
    try {
      if ((await kindOfFile(given)) === 'table') return table.choose(given);
      if (given.size > LONGEST_FILE) throw new PuzzleError('too_long', given.name);
      takeLines(await given.text());
    } catch (error) {
      tell(faultInWords(app, /** @type {any} */ (error)), true);
    }
  }

  /** @param {string} lines */
  function takeLines(lines) {
    const { puzzles, faults } = readPuzzles(lines);
    // They are the visitor's own, whatever they were called where they come from.
    const read = puzzles.map((puzzle) => ({ ...puzzle, id: idOf(puzzle.fen, puzzle.moves), views: null }));
    const count = keepOwn(read);
    const said = [app.t('puzzle.own.fileRead', { count })];
    if (count < read.length) said.push(app.t('puzzle.own.full', { count: kept.most }));
    if (faults.length > 0) {
      const [{ line, error }] = faults;
      const first = faultInWords(app, error);
      said.push(app.t('puzzle.own.fileFaults', { count: faults.length, line: String(line), first }));
    }
    tell(said.join(' '), faults.length > 0 || count < read.length);
  }

  stop.addEventListener('click', () => {
    work?.abort();
    app.client.stop();
  });
  dialog.node.addEventListener('close', () => {
    table.leave();
    if (busy.hidden) return;
    work?.abort();
    app.client.stop();
  });
  press.addEventListener('click', () => printSheet(app, own.slice(-6)));
  app.watch(
    () => [session.state.puzzle?.game],
    () => {
      say(gameLabel, app.t('new.game'));
      const before = game.value || 'xiangqi';
      game.replaceChildren(...GAMES.map((name) => h('option', { value: name, text: app.t(`game.${name}`) })));
      game.value = before;
      say(textLabel, app.t('puzzle.own.text'));
      say(find, app.t('puzzle.own.find'));
      for (const [button, key] of /** @type {const} */ ([
        [here, 'puzzle.own.here'],
        [mine, 'puzzle.own.mine'],
        [open, 'puzzle.own.file'],
        [stop, 'engine.stop'],
        [press, 'puzzle.sheet.print'],
      ]))
        say(/** @type {Element} */ (button.lastElementChild), app.t(key));
      set(file, 'aria-label', app.t('puzzle.own.file'));
      set(bar, 'aria-label', app.t('puzzle.own.working'));
      showOwn();
    },
  );
  kept.onChange(load);
  load();
  return {
    ...dialog,
    /** What was dropped on the page, or pasted. @param {{ text?: string, file?: File }} given */
    take: (given) => {
      dialog.open();
      if (given.file) takeFile(given.file);
      else text.value = given.text ?? '';
    },
  };
}

/** The first move of every position. @param {ReadonlyArray<readonly [number, string, ...any[]]>} moves */
function mainLine(moves) {
  const line = [];
  let at = 0;
  for (const [index, [parent, move]] of moves.entries()) {
    if (parent !== at || moves.slice(0, index).some(([earlier]) => earlier === parent)) continue;
    line.push(move);
    at = index + 1;
  }
  return line;
}
