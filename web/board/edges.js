// The labels along the edges of a board, as elements.

import { edgeLabels } from './geometry.js';

/** @import { Geometry } from './geometry.js' */

/** @type {ReturnType<typeof edgeLabels>} */
const NO_EDGES = { top: [], bottom: [], left: [] };

/**
 * Draw the edges in place of the last ones.
 * @param {HTMLElement} frame  the element with the class `board`
 * @param {Geometry} geometry
 * @param {{ pieces: string, coordinates: boolean | 'files' | 'squares' | 'none', ranksFromOne?: boolean, flipped: boolean }} options
 */
export function drawEdges(frame, geometry, { pieces, coordinates, ranksFromOne = false, flipped }) {
  const style = coordinates === true ? 'files' : coordinates || 'none';
  // Vietnamese boards have digits on both sides.
  const numerals = pieces !== 'west' && document.documentElement.lang !== 'vi';
  const named = ranksFromOne ? { ...geometry, firstRank: 1 } : geometry;
  const names = style === 'none' ? NO_EDGES : edgeLabels(named, { flipped, style, numerals });
  frame.dataset.pieces = pieces;
  frame.dataset.coordinates = style;
  for (const old of frame.querySelectorAll('.edge')) old.remove();
  for (const [edge, texts] of Object.entries(names)) {
    if (texts.length === 0) continue;
    const list = document.createElement('div');
    list.className = `edge ${edge}`;
    list.setAttribute('aria-hidden', 'true');
    list.append(...texts.map((text) => Object.assign(document.createElement('span'), { textContent: text })));
    frame.append(list);
  }
}
