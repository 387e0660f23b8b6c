// Arrows and rings over the board, as SVG markup. They go from rim to rim: no man's face is ever covered.
//
// Everything is in hundredths of a cell. A shape's own cell is 100 x 100 with its centre at (50, 50), where the
// arrow's tail lies; the markup may reach out of that cell. Colours are classes: see board.css.

/** @import { Point } from './geometry.js' */

const FACE = 31; // the radius of a character or symbol

/**
 * How arrows and rings fit a board: the radius of its men, with a margin, and the relative width of arrows.
 * @type {Record<import('./geometry.js').GameName, { rim: number, breadth: number }>}
 */
export const FITS = {
  xiangqi: { rim: 47, breadth: 1 },
  chess: { rim: 38, breadth: 1 },
  liuzichong: { rim: 40, breadth: 0.7 }, // its cells are twice as large
};

/** Shafts and heads by rank: the best line is the broadest. */
const WIDTHS = [15, 11, 8];
const HEADS = [34, 29, 25];

/** @typedef {{ from: number, to: number }} Span */

/**
 * @typedef {object} ArrowPlan
 * @property {number} angle  degrees, clockwise from the right
 * @property {Span[]} shaft  pieces of the shaft along the arrow; men in the way leave gaps
 * @property {Span} head  from the neck to the tip
 * @property {number} width  of the shaft
 */

/**
 * Where an arrow runs.
 * @param {Point} from
 * @param {Point} to
 * @param {Point[]} men  every man on the board
 * @param {number} rank  1 to 3
 * @param {(typeof FITS)[keyof typeof FITS]} [fit]
 * @returns {ArrowPlan}
 */
export function planArrow(from, to, men, rank, { rim, breadth } = FITS.xiangqi) {
  const width = WIDTHS[rank - 1] * breadth;
  const headLength = HEADS[rank - 1] * breadth;
  const dx = (to.x - from.x) * 100;
  const dy = (to.y - from.y) * 100;
  const length = Math.hypot(dx, dy);
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const taken = men.some(({ x, y }) => x === to.x && y === to.y);
  const inTheWay = men
    .map(({ x, y }) => {
      const mx = (x - from.x) * 100;
      const my = (y - from.y) * 100;
      return { along: (mx * dx + my * dy) / length, aside: Math.abs(mx * dy - my * dx) / length };
    })
    .filter(({ along, aside }) => along > 1 && along < length - 1 && aside < FACE + width / 2)
    .map(({ along, aside }) => {
      const half = Math.sqrt(Math.max(0, rim * rim - aside * aside));
      return { from: along - half, to: along + half, face: along + FACE };
    })
    .sort((a, b) => a.from - b.from);

  let start = rim;
  let tip = length - (taken ? rim : 3);
  if (tip - start < headLength / 2) {
    // Neighbours leave no room between their rims: use the rims themselves, never the faces.
    start = FACE;
    tip = length - FACE;
  }
  const room = Math.max(start, ...inTheWay.map((man) => man.face));
  const neck = Math.max(tip - headLength, Math.min(room, tip - 8));

  /** @type {Span[]} */
  const shaft = [];
  let at = start;
  for (const man of inTheWay) {
    if (man.from > at) shaft.push({ from: at, to: Math.min(man.from, neck) });
    at = Math.max(at, man.to);
  }
  if (neck > at) shaft.push({ from: at, to: neck });
  return {
    angle,
    shaft: shaft.filter((span) => span.to - span.from > 1),
    head: { from: neck, to: tip },
    width,
  };
}

const number = (/** @type {number} */ value) => String(Math.round(value * 10) / 10);

/** The outline of an arrow that lies along the x axis, its tail at 0, as SVG writes paths. @param {ArrowPlan} plan */
export function arrowOutline({ shaft, head, width }) {
  const half = number(width / 2);
  const wing = (head.to - head.from) * 0.62;
  const bars = shaft.map(
    ({ from, to }) => `M${number(from)} -${half}H${number(to)}V${half}H${number(from)}Z`,
  );
  const neck = number(head.from);
  return `${bars.join('')}M${neck} ${number(-wing)}L${number(head.to)} 0 ${neck} ${number(wing)}Z`;
}

/**
 * The markup of an arrow.
 * @param {ArrowPlan} plan
 * @param {number} rank
 * @param {string} [colour]  a class: the user's own shapes have colours, the others only ranks
 */
export function arrow(plan, rank, colour = '') {
  const turn = `translate(50 50) rotate(${number(plan.angle)})`;
  return `<path class="${classes('arrow', rank, colour)}" transform="${turn}" d="${arrowOutline(plan)}"/>`;
}

/** The cell's middle, and the distance of a tag towards the next point: past the man, before the point. */
const MIDDLE = 50;
const TAG_AT = 64;
const TAG_HEIGHT = 27;
const BADGE_HEIGHT = 20;
/** How far a badge reaches into a man: over his rim, and not over his character. */
const BADGE_DEPTH = 12;

/**
 * The markup of a tag on a move by one step: a small label that points where the move goes.
 * @param {Point} from
 * @param {Point} to
 * @param {string} label
 * @param {string} tone  a class
 */
export function tag(from, to, label, tone) {
  const [dx, dy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  const width = 14 + 12.5 * label.length;
  const [x, y] = [MIDDLE + dx * TAG_AT, MIDDLE + dy * TAG_AT];
  const [right, below] = [x + width / 2, y + TAG_HEIGHT / 2];
  const [left, above] = [x - width / 2, y - TAG_HEIGHT / 2];
  const tip = dx
    ? `M${number(x + (dx * width) / 2)} ${number(y - 8)}l${7 * dx} 8 ${-7 * dx} 8Z`
    : `M${number(x - 8)} ${number(y + (dy * TAG_HEIGHT) / 2)}l8 ${7 * dy} 8 ${-7 * dy}Z`;
  const body = `M${number(left)} ${number(above)}H${number(right)}V${number(below)}H${number(left)}Z`;
  const text = `<text x="${number(x)}" y="${number(y)}">${escaped(label)}</text>`;
  return `<g class="tag ${tone}"><path d="${body}${tip}"/>${text}</g>`;
}

const escaped = (/** @type {string} */ text) =>
  text.replace(/[<&]/g, (sign) => (sign === '<' ? '&lt;' : '&amp;'));

/**
 * The markup of a cross on a point where a man may not go, beside the face of a man who stands there.
 * @param {boolean} taken
 */
export const cross = (taken) =>
  taken
    ? '<g class="cross"><circle cx="82" cy="16" r="19"/><path d="M75 9L89 23M89 9L75 23"/></g>'
    : '<path class="cross" d="M35 35L65 65M65 35L35 65"/>';

/**
 * The markup of a frame around an area of the board.
 * @param {Point} corner  the one that the shape belongs to
 * @param {Point} opposite
 */
export function area(corner, opposite) {
  const [dx, dy] = [(opposite.x - corner.x) * 100, (opposite.y - corner.y) * 100];
  const [x, y] = [50 + Math.min(dx, 0), 50 + Math.min(dy, 0)].map((at) => at - 44);
  return `<path class="area" d="M${x} ${y}h${Math.abs(dx) + 88}v${Math.abs(dy) + 88}h${-Math.abs(dx) - 88}Z"/>`;
}

/**
 * The markup of a badge at the foot of a man.
 * @param {string} label
 * @param {string} tone  a class
 * @param {(typeof FITS)[keyof typeof FITS]} [fit]
 */
export function badge(label, tone, { rim } = FITS.xiangqi) {
  const width = 10 + 13 * label.length;
  const [left, top] = [MIDDLE - width / 2, MIDDLE + rim - BADGE_DEPTH];
  const body = `M${number(left)} ${number(top)}h${width}v${BADGE_HEIGHT}h${-width}Z`;
  const text = `<text x="${MIDDLE}" y="${number(top + BADGE_HEIGHT / 2)}">${escaped(label)}</text>`;
  return `<g class="value-badge ${tone}"><path d="${body}"/>${text}</g>`;
}

/**
 * The markup of a ring around a man or an empty point.
 * @param {number} rank
 * @param {string} [colour]
 * @param {(typeof FITS)[keyof typeof FITS]} [fit]
 */
export function ring(rank, colour = '', { rim } = FITS.xiangqi) {
  return `<circle class="${classes('ring', rank, colour)}" cx="50" cy="50" r="${rim + 3}"/>`;
}

const classes = (/** @type {string} */ form, /** @type {number} */ rank, /** @type {string} */ colour) =>
  `${form} rank-${rank} ${colour}`.trim();
