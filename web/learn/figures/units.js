// Units of the network: what each kind of piece adds to one of them on each point, as small boards.

/** @import { Figure } from './index.js' */

import { svg } from 'lit-html';
import { html, mount } from '../../ui/view.js';
import { framesOf } from './steps.js';

const FILES = 9;
const RANKS = 10;

/** @typedef {{ own: number, other: number, maps: number[][] }} Unit */

/** @type {Figure} */
export default function draw({ page, place, attributes }) {
  const units = /** @type {Unit[]} */ (/** @type {any} */ (attributes.units));
  const { state, controls } = framesOf(page, units.length - 1);
  const kinds = attributes.kinds.split(',');

  /** One board: its own bank is at the bottom. @param {number[]} map @param {number} most @param {string} name */
  const board = (map, most, name) => html`<div class="unit-map">
    <svg viewBox="0 0 ${FILES} ${RANKS}" aria-hidden="true">${map.map((weight, point) =>
      weight === 0
        ? null
        : svg`<rect x=${point % FILES} y=${RANKS - 1 - Math.floor(point / FILES)} width="1" height="1"
            data-sign=${Math.sign(weight)} fill-opacity=${(Math.abs(weight) / most).toFixed(2)} />`,
    )}</svg><span>${name}</span></div>`;

  const maps = () => {
    const { maps } = units[state.at];
    const most = Math.max(...maps.flat().map(Math.abs));
    const group = (/** @type {string} */ title, /** @type {number} */ first) =>
      html`<div class="unit-group"><b>${title}</b><div class="unit-maps">${kinds.map((kind, at) =>
        board(maps[first + at], most, kind),
      )}</div></div>`;
    return html`${group(attributes.own, 0)}${group(attributes.enemy, kinds.length)}`;
  };

  const caption = () => {
    const { own, other } = units[state.at];
    const values = [state.at + 1, units.length, signed(own), signed(other)];
    return attributes.says.replace(/\{(\d)\}/g, (_, which) => String(values[Number(which)]));
  };

  mount(place, maps, () => html`<p class="say" role="status">${caption()}</p>`, controls);
}

/** @param {number} value */
const signed = (value) => `${value < 0 ? '−' : '+'}${Math.abs(value)}`;
