// Shapes: each is a drawing of its own on the square where it begins, see shapes.js.

import { syncShapes } from './sync.js';
import { key2pos } from './util.js';

export const createElement = (name) => document.createElementNS('http://www.w3.org/2000/svg', name);

export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export function renderSvg(state, svg) {
  const { drawable, orientation } = state;
  const { width, height } = state.dom.bounds();
  const shapes = drawable.autoShapes.map((shape) => ({
    shape,
    hash: [width, height, orientation, shape.orig, shape.customSvg].join(),
  }));
  const all = shapes.map(({ hash }) => hash).join(';');
  if (all === drawable.prevSvgHash) return;
  drawable.prevSvgHash = all;
  syncShapes(shapes, svg.firstChild, ({ shape, hash }) => renderShape(state, shape, hash));
}

/** A square has the size 1; in the drawing on it, 100. */
function renderShape(state, { orig, customSvg }, hash) {
  const { width, height } = state.dimensions;
  const [x, y] = key2pos(orig);
  const place =
    state.orientation === 'white'
      ? [x - (width - 1) / 2, (height - 1) / 2 - y]
      : [(width - 1) / 2 - x, y - (height - 1) / 2];
  const group = setAttributes(createElement('g'), { transform: `translate(${place})`, cgHash: hash });
  const svg = setAttributes(createElement('svg'), { width: 1, height: 1, viewBox: '0 0 100 100' });
  svg.innerHTML = customSvg;
  group.append(svg);
  return group;
}
