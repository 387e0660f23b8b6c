// The elements of a board: the squares, the drawing over them, and the ghost of a dragged piece. The labels
// along the edges are drawn by edges.js.

import { createElement, setAttributes } from './svg.js';
import { colors } from './types.js';
import { createEl, setVisible } from './util.js';

export function renderWrap(wrap, { dimensions: { width, height }, orientation, viewOnly }) {
  wrap.classList.add('cg-wrap');
  for (const color of colors) wrap.classList.toggle(`orientation-${color}`, orientation === color);
  wrap.classList.toggle('manipulable', !viewOnly);
  const container = createEl('cg-container');
  const board = createEl('cg-board');
  const customSvg = setAttributes(createElement('svg'), {
    class: 'cg-custom-svgs',
    viewBox: `${-(width - 1) / 2} ${-(height - 1) / 2} ${width} ${height}`,
    preserveAspectRatio: 'xMidYMid slice',
  });
  customSvg.append(createElement('g'));
  const ghost = createEl('piece', 'ghost');
  setVisible(ghost, false);
  container.append(board, customSvg, ghost);
  wrap.replaceChildren(container);
  return { board, container, wrap, ghost, svg: customSvg, customSvg };
}
