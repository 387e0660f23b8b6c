// The start of every page with a board: before there is a game, the settings, the words and the engine; then
// the colours, the header and the reports of faults.

/** @import { View } from '../ui/view.js' */
/** @import { PositionSession } from '../game-view/app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { Key, Words } from '../ui/words.js' */

import { EngineClient } from '../engine/client.js';
import { addressFor, addressOfSlot, readAddress } from '../game/address.js';
import { App } from '../game-view/app.js';
import { Database } from '../storage/database.js';
import { load } from '../ui/load.js';
import { onChange, update } from '../ui/reactive.js';
import { unloadedCard } from '../ui/unloaded.js';
import { byId, mount } from '../ui/view.js';
import { chooseLanguage, Words as Spoken } from '../ui/words.js';
import { fillHeader } from './header.js';
import { KeptSettings } from './kept-settings.js';
import { lazyDialog } from './lazy-dialog.js';
import { applyTheme } from './theme.js';

/** The root of the site. */
export const SITE = new URL('../', import.meta.url);

export class BoardPage {
  query = new URLSearchParams(location.search);
  asked = readAddress(location.search, location.hash);
  database = new Database();
  #kept = new KeptSettings();
  #over;

  /** @param {Partial<Settings>} [over]  settings that this page fixes */
  constructor(over) {
    const { lang, theme } = this.asked;
    this.database.open(); // while the texts are loaded
    addEventListener('hashchange', () => location.hash.startsWith('#pgn=') && location.reload());
    this.#over = { ...(lang && { lang }), ...(theme && { theme }), ...over };
  }

  /** The kept settings, overridden by the address. @returns {Settings} */
  get settings() {
    return { ...this.#kept.now, ...this.#over };
  }

  /** @param {boolean | 'go'} [autoStart]  see EngineClient */
  engine(autoStart = true) {
    return new EngineClient({ base: SITE, execution: this.settings.execution, autoStart });
  }

  words() {
    return Spoken.load(chooseLanguage([this.settings.lang, ...navigator.languages]));
  }

  /**
   * @template {PositionSession} Kind
   * @param {{ session: Kind, client: EngineClient, words: Words, link?: () => string | Promise<string | null> }} parts
   */
  app(parts) {
    const keep = (/** @type {Partial<Settings>} */ changes) => this.#kept.change(changes);
    const app = new App({ ...parts, settings: this.settings, keep, languages: navigator.languages });
    this.#kept.onChange((changes) => update(app.settings, changes));
    return app;
  }
}

/**
 * Fill the document's frame: title, colours, header, and the live region for screen readers.
 * @param {App<any>} app
 * @param {{ speech: { view: View }, title?: Key, openLibrary?: () => void }} options  title: of the page,
 *   where it is not the game's
 */
export function dressPage(app, { speech, title, openLibrary }) {
  const settings = lazyDialog(app, async () =>
    (await load(() => import('./settings-dialog.js'))).settingsDialog(app),
  );
  applyTheme(app, title);
  fillHeader(app, byId('masthead'), () => settings(open), openLibrary);
  mount(document.body, speech.view, unloadedCard(app));
  addEventListener('error', ({ message }) => update(app.pageStatus, { fault: message }));
  addEventListener('unhandledrejection', ({ reason }) => update(app.pageStatus, { fault: String(reason) }));
  dispatchEvent(new Event('started'));
}

/** @param {{ open: () => void }} dialog */
export const open = (dialog) => dialog.open();

/** The address names the game on the board, so that a reload shows it again. @param {PlaySession} session */
export function followTheGame(session) {
  onChange(
    () => `${session.state.game.game} ${session.state.game.id}`,
    () => {
      const { href, search, hash } = location;
      const { isHome, slot, state } = session;
      if (!isHome && slot === readAddress(search, hash).slot) return;
      const address = isHome ? addressFor(href, state.game.game) : addressOfSlot(href, slot ?? '');
      if (address) history.replaceState(null, '', address);
    },
  );
}
