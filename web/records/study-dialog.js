// Adding to a study: the line on the board, or the whole game with its variations.

/** @import { App } from '../game-view/app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { StudyRow } from '../storage/database.js' */
/** @import { KeptValue } from '../storage/kept-value.js' */
/** @import { Studies } from '../storage/studies.js' */

import { movesTo } from '../game/tree.js';
import { gameTitle } from '../game-view/record-words.js';
import { StorageError } from '../storage/database.js';
import { button, named, segments } from '../ui/controls.js';
import { makeDialog } from '../ui/dialog.js';
import { reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';

const WHAT = /** @type {const} */ (['line', 'game']);

/** Adds what is on the board to studies; the study that was chosen last takes the next line at once. No DOM. */
class StudyAdder {
  state = reactive({
    studies: /** @type {readonly StudyRow[]} */ ([]),
    what: /** @type {'line' | 'game'} */ ('line'),
    /** The study that was chosen last. */
    last: /** @type {StudyRow | null} */ (null),
    message: '',
    bad: false,
  });

  /** @param {App<PlaySession>} app @param {Studies} studies @param {KeptValue<string>} chosen  the id of the study that was chosen last */
  constructor(app, studies, chosen) {
    this.app = app;
    this.studies = studies;
    this.chosen = chosen;
    studies.onChange(() => this.list());
  }

  list() {
    return this.#attempt(async () => {
      const studies = await this.studies.list();
      if (this.chosen.now === null) await this.chosen.load();
      const last = studies.find(({ id }) => id === this.chosen.now) ?? null;
      update(this.state, { studies, last });
    });
  }

  /** List the studies, and add the line to the one that was chosen last. */
  async begin() {
    update(this.state, { message: '', bad: false });
    await this.list();
    const { last, what } = this.state;
    if (last && what === 'line') await this.add(last);
  }

  /** @param {StudyRow} study */
  add(study) {
    return this.#attempt(async () => {
      const app = this.app;
      const { game, asked } = app.state;
      // What the address asks for may still be on its way.
      if (asked || game.tree.nodes.size === 1)
        return update(this.state, { message: app.t('records.study.nothing'), bad: true });
      const title = gameTitle(app, { ...game.headers, Result: '*' }) || this.#opening;
      if (this.state.what === 'game') {
        await this.studies.add(study.id, [{ game, title }]);
        return this.#tell(app.t('records.study.added', { title: study.title }), study);
      }
      const done = await this.studies.addLine(study.id, game, movesTo(game.tree), title);
      if (!done) return this.list();
      const { added } = done;
      const key = added > 0 ? 'records.study.addedMoves' : 'records.study.known';
      this.#tell(app.t(key, { title: study.title, count: added }), study);
    });
  }

  /** @param {string} title @param {StudyRow['side']} side */
  create(title, side) {
    return this.#attempt(async () => {
      const study = await this.studies.create(title || this.app.t('study.untitled'), { side });
      await this.list();
      await this.add(study);
    });
  }

  /** What the opening of the game is called. @returns {string} */
  get #opening() {
    const { tree } = this.app.state.game;
    const name = [...tree.nodes.values()].findLast(({ view }) => view?.opening)?.view?.opening;
    return name?.[this.app.words.language] ?? name?.en ?? this.app.t('study.chapter.untitled', { number: 1 });
  }

  /** @param {string} message @param {StudyRow} study */
  #tell(message, study) {
    update(this.state, { message, bad: false, last: study });
    this.chosen.change(study.id);
  }

  /** @param {() => Promise<unknown>} act */
  async #attempt(act) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      const key = error.trouble === 'full' ? 'study.fault.full' : 'study.fault.storage';
      update(this.state, { message: this.app.t(key), bad: true });
    }
  }
}

/** @param {App<PlaySession>} app @param {Studies} studies @param {KeptValue<string>} chosen */
export function studyDialog(app, studies, chosen) {
  const adder = new StudyAdder(app, studies, chosen);
  const fresh = reactive({ side: /** @type {'none' | 'first' | 'second'} */ ('first') });
  const dialog = makeDialog(app, { name: 'study-dialog', title: 'records.study.title', body });

  function body() {
    const { state } = adder;
    return html`<div class="form">
      ${segments({
        name: 'study-what',
        legend: app.t('records.study.what'),
        choices: named(WHAT, (value) => app.t(`records.study.${value}`)),
        chosen: state.what,
        choose: (what) => update(state, { what }),
      })}
      ${state.studies.map((study) => button('book', study.title, () => adder.add(study)))}
      <form class="row" @submit=${create}>
        <input name="title" type="text" maxlength="200" autocomplete="off" aria-label=${app.t('study.name')} placeholder=${app.t('study.new')} />
        ${button('new', app.t('study.create'), () => {}, { type: 'submit' })}
      </form>
      ${segments({
        name: 'study-for',
        legend: app.t('study.side.label'),
        choices: named(/** @type {const} */ (['none', 'first', 'second']), (value) =>
          app.t(`study.side.${value}`),
        ),
        chosen: fresh.side,
        choose: (side) => update(fresh, { side }),
      })}
      <p class="small ${state.bad ? 'fault' : ''}" role="status">${state.message}</p>
      ${state.last ? html`<a href=${`study.html?study=${state.last.id}`}>${app.t('records.study.open', { title: state.last.title })}</a>` : nothing}
    </div>`;
  }

  /** @param {any} event */
  function create(event) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('title');
    adder.create(field.value.trim(), fresh.side === 'none' ? null : fresh.side);
    field.value = '';
  }

  return {
    ...dialog,
    /** Add the line to the study that was chosen last, or let one be chosen. */
    open: () => {
      adder.begin();
      dialog.open();
    },
  };
}
