// The choice of a time control: one of the usual ones, or minutes and seconds for each side.

/** @import { Choice } from '../game/time-control.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { App } from './app.js' */

import { choiceOf, controlsOf, textOf } from '../game/time-control.js';
import { numberInput, segments, select, toggle } from '../ui/controls.js';
import { html, nothing } from '../ui/view.js';

/** As on lichess; and in Xiangqi with byo-yomi, as Chinese sites have it. */
const USUAL = ['3+2', '5+3', '10+0', '15+10', '30+20'];
const BYOYOMI = ['5+15b/30', '10+30b/60', '20+30b/90'];
const PER_MOVE = ['0+10b', '0+30b'];
/** The first values of a custom control, and of either kind of it. */
const FIRST = '10+5';
const FIRST_SECONDS = { increment: { seconds: 5, periods: 0 }, byoyomi: { seconds: 30, periods: 1 } };

/**
 * The text of the controls, see controlsOf; null without clocks. `custom`: whether the fields were used.
 * @typedef {{ clock: string | null, custom: boolean }} ClockDraft
 */

/** @param {GameName} game */
const offered = (game) => [...USUAL, ...(game === 'xiangqi' ? BYOYOMI : []), ...PER_MOVE];

/** Whether a control is none of those in the list. @param {GameName} game @param {string | null} clock */
export const isCustom = (game, clock) => clock !== null && !offered(game).includes(clock);

/** Whether a game can begin with it. @param {ClockDraft} draft */
export const isPossible = ({ clock }) => clock === null || controlsOf(clock) !== null;

/**
 * @param {App<any>} app
 * @param {object} options
 * @param {GameName} options.game
 * @param {ClockDraft} options.draft
 * @param {readonly [string, string] | null} [options.names]  whose time it is, as in the text; null: both have the same
 * @param {(change: Partial<ClockDraft>) => void} options.choose
 */
export function clockField(app, { game, draft, names = null, choose }) {
  const { clock, custom } = draft;
  const texts = (clock ?? FIRST).split(',');
  const [mine, theirs = mine] = texts.map((text) => choiceOf(text) ?? { ...NOTHING });
  const apart = texts.length > 1;
  const change = (/** @type {Choice[]} */ ...choices) => choose({ clock: choices.map(textOf).join() });
  const fields = () => html`${choiceFields(
    app,
    'mine',
    apart && names ? names[0] : app.t('game-view.clock.new.both'),
    mine,
    (next) => change(...(apart ? [next, theirs] : [next])),
  )}
    ${
      names
        ? html`<div class="row switches">${toggle(
            'new-clock-apart',
            app.t('game-view.clock.new.apart'),
            apart,
            (on) => change(...(on ? [mine, mine] : [mine])),
          )}</div>`
        : nothing
    }
    ${apart && names ? choiceFields(app, 'theirs', names[1], theirs, (next) => change(mine, next)) : nothing}
    <p class="fault small" role="alert">${isPossible(draft) ? '' : app.t('game-view.clock.new.fault')}</p>`;
  return html`${select({
    id: 'new-clock',
    label: app.t('game-view.clock.new.label'),
    choices: Object.fromEntries([
      ['none', app.t('game-view.clock.new.none')],
      ...offered(game).map((text) => [text, controlInWords(app, text)]),
      ['custom', app.t('game-view.clock.new.custom')],
    ]),
    chosen: custom ? 'custom' : (clock ?? 'none'),
    choose: (value) =>
      choose({
        clock: value === 'none' ? null : value === 'custom' ? (clock ?? FIRST) : value,
        custom: value === 'custom',
      }),
  })}
  ${custom ? html`<div class="clock-choice">${fields()}</div>` : nothing}`;
}

const NOTHING = { minutes: 0, seconds: 0, periods: 0, most: 0 };

/**
 * @param {App} app
 * @param {string} id
 * @param {string} legend
 * @param {Choice} choice
 * @param {(next: Choice) => void} choose
 */
function choiceFields(app, id, legend, choice, choose) {
  const { minutes, seconds, periods, most } = choice;
  const byoyomi = periods > 0;
  const number = (
    /** @type {keyof Choice} */ name,
    /** @type {string} */ label,
    /** @type {number} */ value,
    /** @type {number} */ max,
    step = 1,
  ) => html`<label class="number">
    <span>${label}</span>
    ${numberInput({
      value,
      min: name === 'periods' ? 1 : 0,
      max,
      step,
      choose: (next) => choose({ ...choice, [name]: next }),
    })}
  </label>`;
  return html`${segments({
    name: `new-clock-${id}`,
    legend,
    choices: {
      increment: app.t('game-view.clock.new.increment'),
      byoyomi: app.t('game-view.clock.new.byoyomi.label'),
    },
    chosen: byoyomi ? 'byoyomi' : 'increment',
    choose: (value) => choose({ ...choice, ...FIRST_SECONDS[value] }),
    note: html`<div class="numbers">
      ${number('minutes', app.t('game-view.clock.new.minutes'), minutes, 180, 0.5)}
      ${number('seconds', app.t(byoyomi ? 'game-view.clock.new.seconds.period' : 'game-view.clock.new.seconds.label'), seconds, 180)}
      ${byoyomi ? number('periods', app.t('game-view.clock.new.periods'), periods, 9) : nothing}
      ${number('most', app.t('game-view.clock.new.most'), most, 600)}
    </div>`,
  })}`;
}

/** `5+3`; with byo-yomi in words. @param {Pick<App, 't'>} app @param {string} text */
export function controlInWords(app, text) {
  const { minutes, seconds, periods, most } = /** @type {Choice} */ (choiceOf(text));
  if (periods === 0) return text;
  if (minutes === 0) return app.t('game-view.clock.new.perMove', { seconds });
  return app.t('game-view.clock.new.byoyomi.of', { minutes, seconds, most });
}
