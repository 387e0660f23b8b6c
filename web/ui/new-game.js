// @ts-check
// The dialog that begins a game: which, against whom, how strong, which side. It offers what was chosen last; a
// game of another kind that was begun can be taken up again.

/** @import { App } from './app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Key } from '../i18n/index.js' */

import { factsOf, GAME_NAMES, levelsOf, MAX_LEVEL } from '../game/games.js';
import { wishOf } from '../game/settings.js';
import { tipOf } from '../game/tree.js';
import { makeDialog, segments } from './dialog.js';
import { h, say, set } from './dom.js';
import { levelText, levelTitle } from './phrases.js';

const NUMERALS = '一 二 三 四 五 六 七 八 九 十 十一 十二'.split(' ');

/** @param {App<PlaySession>} app */
export function newGameDialog(app) {
  /** What is marked now; it becomes a setting when the game begins. @type {Pick<Settings, 'game' | 'opponent' | 'side' | 'levels'>} */
  let draft = { ...app.settings, game: app.state.game.game };
  /** @param {Partial<typeof draft>} changes */
  const mark = (changes) => {
    draft = { ...draft, ...changes };
    refresh();
  };

  const game = segments(app, {
    name: 'game',
    legend: () => 'new.game',
    choices: GAME_NAMES.map((value) => ({ value, label: /** @type {Key} */ (`game.${value}`) })),
    chosen: () => draft.game,
    choose: (value) => mark({ game: value }),
  });
  const about = h('p', { class: 'small muted' });
  const opponent = segments(app, {
    name: 'opponent',
    legend: () => 'new.opponent',
    choices: [
      { value: 'engine', label: 'new.opponent.engine' },
      { value: 'person', label: 'new.opponent.person' },
    ],
    chosen: () => draft.opponent,
    choose: (value) => mark({ opponent: value }),
  });
  const level = ladder(
    app,
    () => ({ game: draft.game, level: draft.levels[draft.game] }),
    (value) => mark({ levels: { ...draft.levels, [draft.game]: value } }),
  );
  const sideTitle = () => (draft.opponent === 'engine' ? 'new.side' : 'new.side.bottom');
  const side = segments(app, {
    name: 'side',
    legend: sideTitle,
    choices: [
      { value: 'first', label: () => `side.${factsOf(draft.game).sides[0]}` },
      { value: 'second', label: 'side.black' },
      { value: 'either', label: 'side.either' },
    ],
    chosen: () => draft.side,
    choose: (value) => mark({ side: value }),
  });
  const start = h('button', { class: 'btn main grow', type: 'submit', autofocus: true });
  const cancel = h('button', { class: 'btn', type: 'button', on: { click: () => dialog.close() } });
  const goOn = h('button', { class: 'btn saved', type: 'button', hidden: true });
  goOn.addEventListener('click', () => {
    dialog.close();
    app.change({ game: draft.game });
    app.session.turnTo(wishOf(app.settings, draft.game));
  });
  const form = h(
    'form',
    { class: 'form', method: 'dialog' },
    game,
    about,
    goOn,
    opponent,
    level.node,
    side,
    h('div', { class: 'row buttons' }, start, cancel),
  );
  form.addEventListener('submit', () => {
    const { game, opponent, side, levels } = draft;
    app.change({ game, opponent, side, levels });
    app.session.begin(wishOf(app.settings, game));
  });

  function refresh() {
    const note = /** @type {Key} */ (`game.${draft.game}.about`);
    about.hidden = !app.words.has(note);
    if (!about.hidden) say(about, app.t(note));
    offerSaved(draft.game);
    level.node.hidden = draft.opponent === 'person';
    level.refresh();
    side.refresh();
    game.refresh();
    opponent.refresh();
  }
  /** @param {GameName} name */
  async function offerSaved(name) {
    const saved = await app.session.savedGame(name);
    if (name !== draft.game) return;
    goOn.hidden = !saved;
    if (saved) say(goOn, app.t('new.continue', { count: tipOf(saved.tree).ply }));
  }

  const dialog = makeDialog(app, { name: 'new-game', title: 'new.title', body: form });
  app.watch(
    () => [],
    () => {
      say(start, app.t('new.start'));
      say(cancel, app.t('app.cancel'));
      refresh();
    },
  );
  return {
    ...dialog,
    open: () => {
      const { opponent, side, levels } = app.settings;
      mark({ game: app.state.game.game, opponent, side, levels });
      dialog.open();
    },
  };
}

/**
 * The levels: two rows of stones, and the chosen one is a piece that lies on the table.
 * @param {App<PlaySession>} app
 * @param {() => { game: GameName, level: number }} chosen
 * @param {(level: number) => void} choose
 */
function ladder(app, chosen, choose) {
  const title = h('legend');
  const stones = Array.from({ length: MAX_LEVEL }, (_, index) => {
    const level = index + 1;
    const input = h('input', {
      type: 'radio',
      name: 'level',
      value: level,
      on: { change: () => choose(level) },
    });
    const face = h('span', { 'aria-hidden': 'true' });
    return { level, input, face, node: h('label', {}, input, face) };
  });
  const name = h('b');
  const text = h('span', { class: 'muted' });
  const about = h('p', { class: 'small about', id: 'about-level' }, name, ' ', text);
  const rows = h('div', { class: 'ladder' }, ...stones.map((stone) => stone.node));
  const node = h('fieldset', { class: 'field', 'aria-describedby': about.id }, title, rows, about);

  /** @param {number} level */
  const named = (level) => levelTitle(app.words, chosen().game, level);
  const refresh = () => {
    say(title, app.t('new.level'));
    const { game, level: now } = chosen();
    for (const { level, input, face, node } of stones) {
      node.hidden = !levelsOf(game).includes(level);
      if (node.hidden) continue;
      input.checked = level === now;
      set(input, 'aria-label', named(level));
      say(face, app.words.language.startsWith('zh') ? NUMERALS[level - 1] : String(level));
    }
    say(name, named(now));
    say(text, app.t(levelText(game, now)));
  };
  return { node, refresh };
}
