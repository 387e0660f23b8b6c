// The list of My games: narrowed by a filter. A game is opened, renamed or deleted; all of them go into a file and
// come from one. No DOM.

/** @import { App } from '../game-view/app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Entry, Filter, Imported, Library } from '../storage/library.js' */

import { analysisAddress, analysisHome } from '../game/address.js';
import { setupOf } from '../game/game.js';
import { analysisSlot, friendIdOf, isAnalysisSlot } from '../game/games.js';
import { LibraryError } from '../storage/library.js';
import { dayOf } from '../ui/dates.js';
import { reactive, update } from '../ui/reactive.js';

/** Games in the list at first, and with every press on "Show more". */
const STEP = 50;

/** `opened`: a game is on the board, or at another address. @typedef {{ site: string, opened: (address: string | null) => void, save: (name: string, text: string) => void }} Surroundings */

export class GameList {
  /** `entries` match the filter; `renaming` and `deleting` are ids of games; `bad`: the message is a fault. */
  state = reactive({
    entries: /** @type {readonly Entry[]} */ ([]),
    filter: /** @type {Filter} */ ({}),
    shown: STEP,
    renaming: /** @type {string | null} */ (null),
    deleting: /** @type {string | null} */ (null),
    message: '',
    bad: false,
  });
  /** Identifies the latest query; answers to earlier ones are dropped. */
  #latest = {};

  /** @param {App<PlaySession>} app @param {Library} library @param {Surroundings} page */
  constructor(app, library, page) {
    this.app = app;
    this.library = library;
    this.page = page;
  }

  /** Show the games as they are now, without the message. */
  begin() {
    update(this.state, { message: '', bad: false, renaming: null, deleting: null });
    return this.refresh();
  }

  /** List the games again, after an action that may have changed them. @param {() => unknown} [act] */
  async refresh(act = () => {}) {
    const mine = {};
    try {
      await act();
      this.#latest = mine;
      const entries = await this.library.list(this.state.filter);
      if (mine === this.#latest) update(this.state, { entries });
    } catch (error) {
      this.#tell(faultInWords(this.app, error), true);
    }
  }

  /** @param {Filter} filter */
  narrow(filter) {
    update(this.state, { filter: { ...this.state.filter, ...filter }, shown: STEP });
    return this.refresh();
  }

  get isNarrowed() {
    return Object.values(this.state.filter).some(Boolean);
  }

  showMore() {
    this.state.shown += STEP;
  }

  /** Open a game on the page where it goes on. @param {Entry} entry */
  async open({ id, slot, result }) {
    const app = this.app;
    const { site, opened } = this.page;
    try {
      const game = await this.library.find(id);
      if (!game) return this.refresh();
      const friend = slot === null || result !== '*' ? null : friendIdOf(id);
      if (friend) return opened(`${site}friend.html?id=${friend}`);
      if (slot !== null && isAnalysisSlot(slot)) {
        const isAtHand = slot === analysisSlot(game.game);
        return opened(
          isAtHand ? analysisHome(site, game.game) : analysisAddress(site, game, { record: true }),
        );
      }
      if (!(await app.session.reopen(game, slot)))
        return this.#tell(app.t('records.library.elsewhere'), true);
      app.change({ game: game.game });
      opened(null);
    } catch (error) {
      this.#tell(faultInWords(app, error), true);
    }
  }

  /** @param {string} id @param {string} name */
  rename(id, name) {
    this.state.renaming = null;
    return this.refresh(() => this.library.rename(id, name));
  }

  /** @param {string} id */
  remove(id) {
    this.state.deleting = null;
    return this.refresh(async () => {
      const { session, state } = this.app;
      // The game on the board would be saved again with its next move.
      if (id === state.game.id && state.plays) {
        await session.begin(setupOf(state.game));
        session.dismiss('previous_kept');
      }
      await this.library.remove(id);
    });
  }

  exportAll() {
    return this.refresh(async () => {
      const { text, unreadable } = await this.library.exportAll();
      this.page.save(`cannonfish-games-${dayOf(new Date())}.json`, text);
      if (unreadable > 0) this.#tell(this.app.t('records.library.unreadable', { count: unreadable }));
    });
  }

  /** @param {Blob} file */
  importAll(file) {
    return this.refresh(async () =>
      this.#tell(importInWords(this.app, await this.library.importAll(await file.text()))),
    );
  }

  /** @param {string} message @param {boolean} [bad] */
  #tell(message, bad = false) {
    update(this.state, { message, bad });
  }
}

/** @param {App} app @param {Imported} imported */
function importInWords(app, { added, known, faults }) {
  const said = [app.t('records.library.imported', { count: added })];
  if (known > 0) said.push(app.t('records.library.known', { count: known }));
  if (faults.length > 0) {
    const [{ number }] = faults;
    said.push(app.t('records.library.faults', { count: faults.length, number: String(number) }));
  }
  return said.join(' ');
}

/** @param {App} app @param {any} error */
function faultInWords(app, error) {
  if (error instanceof LibraryError)
    return app.t(error.code === 'version' ? 'records.library.fault.version' : 'records.library.fault.file');
  return app.t(error?.trouble === 'full' ? 'records.library.fault.full' : 'records.library.fault.storage');
}
