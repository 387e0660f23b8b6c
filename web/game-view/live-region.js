// Announcements for screen readers: what happens in the game, and how the board answers keys.

/** @import { PositionApp as App } from './app.js' */
/** @import { Game } from '../game/types.js' */
/** @import { Reporter } from './announcer.js' */
/** @import { View } from '../ui/view.js' */

import { signal } from '@preact/signals-core';
import { load } from '../ui/load.js';
import { onChange } from '../ui/reactive.js';
import { html } from '../ui/view.js';

export class Speech {
  #app;
  #greeting;
  /** @type {string[]} */
  #waiting = [];
  #said = signal('');
  /** @type {Promise<Reporter> | null} */
  #reporter = null;

  /** The live region; it goes into the page once and stays. @type {View} */
  view = () =>
    html`<p class="sr" id="live" role="status" aria-live="polite" aria-atomic="true">${this.#said.value}</p>`;

  /** @param {App} app @param {(game: Game) => string} [greeting]  the sentence for a new game */
  constructor(app, greeting) {
    this.#app = app;
    this.#greeting = greeting;
  }

  /** Report what happens in the game from now on. */
  listen() {
    onChange(
      () => this.#app.state.game,
      (now, before) => {
        this.#reporter ??= this.#newReporter();
        this.#reporter.then(
          (reporter) => reporter.report(now, before),
          () => {
            this.#reporter = null; // the network may come back
          },
        );
      },
    );
  }

  /** Say a sentence. Sentences of one moment are said together. @param {string} sentence */
  say(sentence) {
    this.#waiting.push(sentence);
    if (this.#waiting.length > 1) return;
    setTimeout(() => {
      const text = this.#waiting.splice(0).join(' ');
      // With a space at its end, a repeated sentence is news again.
      this.#said.value = text === this.#said.peek() ? `${text} ` : text;
    }, 60);
  }

  /** Say what happens in the game, aloud if the person wishes. @param {string} sentence */
  #report(sentence) {
    this.say(sentence);
    const { settings, words } = this.#app;
    if (!settings.readAloud) return;
    const manner = { language: words.language, rate: Number(settings.readingRate), voice: settings.voice };
    load(() => import('./read-aloud.js')).then(
      ({ readAloud }) => readAloud(sentence, manner),
      () => {}, // the next one may be read
    );
  }

  async #newReporter() {
    const { Reporter } = await load(() => import('./announcer.js'));
    return new Reporter(this.#app, (sentence) => this.#report(sentence), this.#greeting);
  }
}
