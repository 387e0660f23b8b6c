// A game or a line as an animated GIF: the fields of what is chosen, and the picture with its buttons.

/** @import { PositionApp as App } from '../game-view/app.js' */
/** @import { View } from '../ui/view.js' */
/** @import { Key } from '../ui/words.js' */
/** @import { Line } from './animator.js' */

import { BoardPainter } from '../board/painter.js';
import { button, named, numberInput, segments, select, toggle } from '../ui/controls.js';
import { saveFile } from '../ui/files.js';
import { html, nothing } from '../ui/view.js';
import { Animator } from './animator.js';
import { Gif } from './gif.js';

/**
 * @param {App} app
 * @param {object} options
 * @param {() => Line[]} options.lines  of the engine
 * @param {(file: File) => unknown} options.share  the button that hands it to the system
 * @returns {{ view: View, stop: () => void }}
 */
export function animation(app, { lines, share }) {
  const animator = new Animator(app, {
    lines,
    createPainter: (look) => new BoardPainter(look),
    createGif: (...given) => new Gif(...given),
  });
  const view = () => html`<div class="animation">
    ${fields(app, animator)} ${result(app, animator)}
    <div class="row buttons">${buttons(app, animator, share)}</div>
  </div>`;
  return { view, stop: () => animator.stop() };
}

/** @param {App} app @param {Animator} animator */
function fields(app, animator) {
  const { chosen, line, range } = animator;
  const { from, to, last } = range;
  const lines = animator.lines();
  const source = () =>
    select({
      id: 'gif-source',
      label: app.t('records.export.content'),
      choices: {
        game: app.t('records.export.gif.game'),
        ...named(
          lines.map((_, at) => String(at)),
          (at) => lines[Number(at)].label,
        ),
      },
      chosen: chosen.source,
      choose: (source) => animator.choose({ source }),
    });
  /** @template {string} const Value @param {'size' | 'speed'} name @param {readonly Value[]} values @param {(value: Value) => Key} key */
  const choice = (name, values, key) =>
    segments({
      name: `gif-${name}`,
      legend: app.t(`records.export.gif.${name}`),
      choices: named(values, (value) => app.t(key(value))),
      chosen: /** @type {any} */ (chosen[name]),
      choose: (value) => animator.choose({ [name]: value }),
    });
  /** @param {'coordinates' | 'arrows' | 'ending'} name @param {string} label */
  const onOff = (name, label) => html`<div class="field inline">
    ${toggle(`gif-${name}`, label, chosen[name], (on) => animator.choose({ [name]: on }))}
  </div>`;
  /** @param {'from' | 'to'} name @param {number} value @param {number} min */
  const number = (name, value, min) => html`<div class="field">
    <label for="gif-${name}">${app.t(`records.export.gif.${name}`)}</label>
    ${numberInput({ id: `gif-${name}`, value, min, max: last, choose: (wish) => animator.choose({ [name]: wish }) })}
  </div>`;
  return html`${lines.length > 0 ? source() : nothing}
    ${line ? nothing : html`<div class="pair">${number('from', from, 1)}${number('to', to, from)}</div>`}
    ${choice('size', ['small', 'medium', 'large'], (value) => `records.export.gif.sizes.${value}`)}
    ${choice('speed', ['fast', 'normal', 'slow'], (value) => `records.export.gif.speeds.${value}`)}
    <div>
      ${onOff('coordinates', app.t('shell.settings.coordinates.label'))}
      ${onOff('arrows', app.t('records.export.gif.arrows'))}
      ${line ? nothing : onOff('ending', app.t('records.export.gif.ending'))}
    </div>`;
}

/** @param {App} app @param {Animator} animator */
function result(app, { now }) {
  const { running, done, total, made, fault } = now;
  const creating = app.t('records.export.gif.creating');
  return html`${running ? html`<progress max=${total} value=${done} aria-label=${creating}></progress>` : nothing}
    ${made ? html`<img class="picture" src=${made.url} alt=${app.t('records.export.gif.preview')} @load=${comeIntoView} />` : nothing}
    <p class="small muted" role="status">${running ? creating : (made?.size ?? '')}</p>
    <p class="fault small" role="alert">${fault}</p>`;
}

/** @param {App} app @param {Animator} animator @param {(file: File) => unknown} share */
function buttons(app, animator, share) {
  const { running, made } = animator.now;
  if (running) return button('close', app.t('records.export.gif.stop'), () => animator.stop());
  if (!made) {
    const how = /** @type {const} */ ({
      kind: 'main',
      disabled: !animator.line && animator.range.lastPly === 0,
    });
    return button(null, app.t('records.export.gif.create'), () => animator.make(), how);
  }
  const file = new File([made.blob], 'cannonfish.gif', { type: 'image/gif' });
  const save = () => saveFile(file.name, file);
  return html`${button('import', app.t('records.export.download'), save, { kind: 'main' })}
    ${share(file)}`;
}

/** Scroll to the buttons below the picture. @param {Event & { currentTarget: HTMLElement }} event */
const comeIntoView = ({ currentTarget }) =>
  currentTarget.parentElement?.querySelector('.buttons')?.scrollIntoView({ block: 'nearest' });
