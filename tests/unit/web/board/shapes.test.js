// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrow, badge, FITS, planArrow, ring, tag } from '../../../../web/board/shapes.js';

const FACE = 28; // half of what a character is drawn in, in hundredths of a cell

/** @typedef {import('../../../../web/board/geometry.js').Point} Point */

/**
 * Whether the middle of an arrow runs over a man's face.
 * @param {Point} from
 * @param {Point} to
 * @param {Point[]} men
 */
function covers(from, to, men, rank = 1) {
  const { shaft, head } = planArrow(from, to, men, rank);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  return men.some(({ x, y }) => {
    const along = (100 * ((x - from.x) * dx + (y - from.y) * dy)) / length;
    const aside = (100 * Math.abs((x - from.x) * dy - (y - from.y) * dx)) / length;
    const half = Math.sqrt(Math.max(0, FACE * FACE - aside * aside));
    return [...shaft, head].some((span) => half && span.from < along + half && span.to > along - half);
  });
}

test('a badge lies on the rim of its man, clear of his character', () => {
  // It hid the lower third of 马 and 帅.
  const [, top, height] = /M[\d.]+ ([\d.]+)h\d+v(\d+)/.exec(badge('+16', 'win')) ?? [];
  const outline = 3;
  assert.ok(Number(top) - outline > 50 + FACE, 'below the character');
  assert.ok(Number(top) - outline < 50 + FITS.xiangqi.rim, 'on the man');
  assert.ok(Number(top) + Number(height) + outline < 150 - FACE, 'above the character of the man below');
});

test('a tag lies on the way of its move, clear of the men and of the tags that come from elsewhere', () => {
  /** @param {import('../../../../web/board/geometry.js').Point} from @param {string} label */
  const box = (from, label) => {
    const [, left, above, right, below] =
      /d="M(\S+) (\S+)H(\S+)V(\S+)H/.exec(tag(from, { x: 1, y: 1 }, label, 'win')) ?? [];
    const [x, y] = [100 * from.x, 100 * from.y];
    return {
      left: Number(left) + x,
      right: Number(right) + x,
      above: Number(above) + y,
      below: Number(below) + y,
    };
  };
  const froms = [
    { x: 0, y: 1 },
    { x: 2, y: 1 },
    { x: 1, y: 0 },
    { x: 1, y: 2 },
  ];
  const boxes = froms.map((from) => box(from, '−34'));
  for (const [i, a] of boxes.entries()) {
    const centre = { x: 100 * froms[i].x + 50, y: 100 * froms[i].y + 50 };
    const gap = Math.max(a.left - centre.x, centre.x - a.right, a.above - centre.y, centre.y - a.below);
    assert.ok(gap >= 28, `the tag lies ${gap} from the middle of its man`);
    for (const b of boxes.slice(i + 1)) {
      assert.ok(a.right <= b.left || b.right <= a.left || a.below <= b.above || b.below <= a.above);
    }
  }
  assert.match(tag(froms[0], { x: 1, y: 1 }, '<b>', 'win'), /&lt;b>/);
});

test('an arrow points where it goes on the screen', () => {
  assert.equal(planArrow({ x: 0, y: 0 }, { x: 1, y: 0 }, [], 1).angle, 0);
  assert.equal(planArrow({ x: 0, y: 5 }, { x: 0, y: 1 }, [], 1).angle, -90);
});

test('from the rim of the man who goes to an empty point, or to the rim of the man who is taken', () => {
  const from = { x: 4, y: 9 };
  const quiet = planArrow(from, { x: 4, y: 6 }, [from], 1);
  assert.equal(quiet.shaft[0].from, 47);
  assert.equal(quiet.head.to, 297);
  const taking = planArrow(from, { x: 4, y: 6 }, [from, { x: 4, y: 6 }], 1);
  assert.equal(taking.head.to, 253);
});

test('an arrow of one step starts at the rim of its man in every game', () => {
  // In chess and Liuzichong, whose men are smaller, it started in the middle of nowhere.
  for (const fit of Object.values(FITS)) {
    const from = { x: 1, y: 1 };
    const { shaft, head } = planArrow(from, { x: 1, y: 0 }, [from], 1, fit);
    assert.equal(shaft[0].from, fit.rim);
    assert.equal(head.to, 97);
    assert.match(ring(1, '', fit), new RegExp(`r="${fit.rim + 3}"`));
  }
});

test('a cannon that takes over a screen leaves the screen uncovered', () => {
  const [from, screen, to] = [
    { x: 1, y: 7 },
    { x: 1, y: 2 },
    { x: 1, y: 0 },
  ];
  const { shaft } = planArrow(from, to, [from, screen, to], 1);
  assert.deepEqual(
    shaft.map((span) => [span.from, span.to]),
    [
      [47, 453],
      [547, 619],
    ],
  );
});

test('no face is covered, whoever stands in between or next to it', () => {
  const from = { x: 4, y: 5 };
  for (let dx = -4; dx <= 4; dx++) {
    for (let dy = -4; dy <= 4; dy++) {
      if (dx === 0 && dy === 0) continue;
      const to = { x: 4 + dx, y: 5 + dy };
      const straight = dx === 0 || dy === 0 || Math.abs(dx) === Math.abs(dy);
      const steps = Math.max(Math.abs(dx), Math.abs(dy));
      for (let i = 1; straight && i <= steps; i++) {
        const between = { x: 4 + (dx / steps) * i, y: 5 + (dy / steps) * i };
        for (const rank of [1, 2, 3]) {
          assert.ok(!covers(from, to, [from, between, to], rank), `${dx},${dy} over ${i} (${rank})`);
        }
      }
      assert.ok(!covers(from, to, [from, to]), `${dx},${dy}`);
    }
  }
});

test('an arrow always has a tip that can be seen', () => {
  for (const [x, y] of [
    [1, 0],
    [1, 1],
    [2, 1],
    [0, -8],
  ]) {
    for (const rank of [1, 2, 3]) {
      const { head } = planArrow(
        { x: 0, y: 0 },
        { x, y },
        [
          { x: 0, y: 0 },
          { x, y },
        ],
        rank,
      );
      assert.ok(head.to - head.from >= 8, `${x},${y} (${rank})`);
    }
  }
});

test('markup: one path in the class of its rank, numbers kept short', () => {
  const plan = planArrow({ x: 0, y: 0 }, { x: 1, y: 2 }, [], 2);
  assert.equal(
    arrow(plan, 2),
    '<path class="arrow rank-2" transform="translate(50 50) rotate(63.4)" ' +
      'd="M47 -5.5H191.6V5.5H47ZM191.6 -18L220.6 0 191.6 18Z"/>',
  );
  assert.match(ring(1), /class="ring rank-1"/);
});
