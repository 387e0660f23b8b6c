// @ts-check
// Every pair of colours that must be told apart, in every theme of tokens.css and looks.css: text 4.5:1 (7:1 with more contrast),
// marks and the edges of controls 3:1.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BOARDS } from '../../../../web/game/choices.js';

const css = ['ui/tokens.css', 'shell/looks.css']
  .map((name) => readFileSync(new URL(`../../../../web/${name}`, import.meta.url), 'utf8'))
  .join('')
  .replace(/\/\*.*?\*\//gs, '');

/** @type {Map<string, Map<string, string>>} selector -> token -> value */
const blocks = new Map();
for (const [, selector, body] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
  const tokens = [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value.trim()]);
  if (!blocks.has(selector.trim())) blocks.set(selector.trim(), new Map(/** @type {any} */ (tokens)));
}

const WOOD = [':root', ':root,\n[data-board="wood"]'];
const MORE = ':root[data-contrast="more"]';
const COLOURED = ':root[data-men="coloured"]:not([data-contrast="more"])';

/** The blocks that make up a theme; later ones win. @type {Record<string, string[]>} */
const THEMES = Object.fromEntries(
  BOARDS.flatMap((board) => {
    const blocks = board === 'wood' ? WOOD : [...WOOD, `[data-board="${board}"]`];
    const men = ['[data-game="xiangqi"] .white', '[data-game="xiangqi"] .black'];
    return [
      [board, blocks],
      [`${board}, coloured men`, [...blocks, ...men.map((each) => `${COLOURED} ${each}`)]],
      [`${board}, more contrast`, [...blocks, MORE]],
    ];
  }),
);

/**
 * @param {string[]} selectors
 * @param {0 | 1} night
 * @returns {(name: string) => string} a token's colour as #rrggbb
 */
function palette(selectors, night) {
  const tokens = new Map(selectors.flatMap((selector) => [...(blocks.get(selector) ?? [])]));
  return function colour(name) {
    const value = tokens.get(name);
    assert.ok(value, `no token --${name}`);
    const pair = value.match(/^light-dark\((.+?), (.+)\)$/);
    const one = pair ? pair[night + 1] : value;
    const alias = one.match(/^var\(--([\w-]+)\)$/);
    if (alias) return colour(alias[1]);
    assert.match(one, /^#[0-9a-f]{6}$/i, `--${name}`);
    return one;
  };
}

/** @param {string} colour */
function luminance(colour) {
  const [r, g, b] = [1, 3, 5]
    .map((i) => Number.parseInt(colour.slice(i, i + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * @param {string} a
 * @param {string} b
 */
function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const ON = (/** @type {string[]} */ inks, /** @type {string[]} */ papers) =>
  inks.flatMap((ink) => papers.map((paper) => [ink, paper]));

const TEXT = [
  ...ON(['text', 'text-2'], ['ground', 'surface', 'sunk', 'accent-soft']),
  ...ON(['on-accent'], ['accent', 'accent-hover']),
  ...ON(['accent'], ['surface', 'ground']),
  ...ON(['surface'], ['text']),
  ...ON(['good'], ['good-soft', 'surface', 'sunk']),
  ...ON(['warn'], ['warn-soft', 'surface', 'sunk', 'ground']),
  ...ON(['red'], ['red-soft', 'surface', 'sunk', 'ground']),
  ...ON(['text'], ['good-soft', 'red-soft', 'warn-soft']),
  ...ON(['frame-ink'], ['frame']),
  ...ON(['tag-text'], ['arrow-1', 'arrow-3', 'tag-loss']),
  ...ON(['ink-red'], ['face', 'face-2']),
  ...ON(['ink-black'], ['face-black', 'face-black-2']),
];

const MARKS = [
  ...ON(['edge', 'focus'], ['surface', 'sunk', 'ground']),
  ...ON(['board-line', 'river-ink'], ['board']),
  ...ON(
    ['mark-last', 'mark-select', 'mark-dest', 'mark-check', 'arrow-1', 'arrow-2', 'arrow-3', 'draw-yellow'],
    ['board'],
  ),
];

/** On the chess board a mark meets both squares; the lighter one is the harder. */
const SQUARES = ['square-light', 'square-dark'];

/** @type {(0 | 1)[]} */
const TIMES = [0, 1];

for (const [name, selectors] of Object.entries(THEMES)) {
  for (const night of TIMES) {
    test(`contrast: ${name}, ${night ? 'night' : 'day'}`, () => {
      const colour = palette(selectors, night);
      const ratio = (/** @type {string} */ a, /** @type {string} */ b) => contrast(colour(a), colour(b));
      const low = [];
      const need = name.includes('contrast') ? 7 : 4.5;
      for (const [ink, paper] of TEXT) {
        if (ratio(ink, paper) < need)
          low.push(`${ink} on ${paper}: ${ratio(ink, paper).toFixed(2)} < ${need}`);
      }
      for (const [mark, paper] of MARKS) {
        if (ratio(mark, paper) < 3) low.push(`${mark} on ${paper}: ${ratio(mark, paper).toFixed(2)} < 3`);
      }
      for (const square of SQUARES) {
        for (const side of ['white', 'black']) {
          // Body or outline must stand out.
          const best = Math.max(ratio(`chess-${side}`, square), ratio(`chess-${side}-line`, square));
          if (best < 3) low.push(`${side} chess man on ${square}: ${best.toFixed(2)} < 3`);
        }
      }
      for (const mark of ['mark-last', 'mark-dest']) {
        if (ratio(mark, 'square-light') < 3)
          low.push(`${mark} on square-light: ${ratio(mark, 'square-light').toFixed(2)}`);
      }
      // The keyboard's ring on the board is indigo with a white line inside: one of the two must stand out, and
      // they must stand out from each other.
      const white = '#ffffff';
      const ring = Math.max(
        contrast(colour('board-focus'), colour('board')),
        contrast(white, colour('board')),
      );
      if (ring < 3 || contrast(colour('board-focus'), white) < 3) low.push(`board-focus: ${ring.toFixed(2)}`);
      assert.deepEqual(low, []);
    });
  }
}

test('more contrast is more than 4.5:1 for the lines of the board', () => {
  for (const night of TIMES) {
    const colour = palette(THEMES['wood, more contrast'], night);
    assert.ok(contrast(colour('board-line'), colour('board')) >= 4.5);
  }
});
