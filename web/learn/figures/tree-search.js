// Minimax, alpha-beta and MTD(f) on a small tree of numbers, step by step, for a figure.

/** @typedef {number | Tree[]} Tree */
/**
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {number} depth
 * @property {number} x  between the first leaf, 0, and the last
 * @property {number | null} value  of a leaf
 * @property {number[]} children  ids
 * @property {number[]} path  from the root, by places among the children
 */
/** What MTD(f) knows: the number of the pass, its question (is the value `beta` or more?), and the bounds so far. @typedef {{ number: number, beta: number, lower: number, upper: number }} Pass */
/**
 * What is known after a step, by node: new, open (it is being searched), done, or cut (it was passed over).
 * @typedef {{ states: Record<number, string>, values: Record<number, number>, windows: Record<number, [number, number]>, pass?: Pass }} Step
 */
/** `seen`: leaves that were looked at. @typedef {{ nodes: TreeNode[], steps: Step[], value: number, seen: number, leaves: number }} Searched */

export const INFINITE = 99;

/**
 * A series of null-window searches, each of which only asks whether the value is `beta` or more.
 * @param {Tree} tree @param {number} guess  where to begin
 * @returns {Searched}
 */
export function mtdfSteps(tree, guess) {
  let [lower, upper, number] = [-INFINITE, INFINITE, 0];
  /** @type {Step[]} */
  const steps = [];
  const seen = new Set();
  let value = guess;
  while (true) {
    const beta = Math.max(value, lower + 1);
    const search = treeSteps(tree, { cuts: true, alpha: beta - 1, beta });
    const leaves = search.nodes.filter((node) => node.value !== null);
    const last = search.steps[search.steps.length - 1];
    for (const { id } of leaves) if (last.states[id] === 'done') seen.add(id);
    number += 1;
    steps.push(...search.steps.map((step) => ({ ...step, pass: { number, beta, lower, upper } })));
    value = search.value;
    if (value >= beta) lower = value;
    else upper = value;
    steps.push({ ...last, pass: { number, beta, lower, upper } });
    if (lower >= upper) return { ...search, steps, value, seen: seen.size };
  }
}

/**
 * @param {Tree} tree  the largest value is chosen at the root, the smallest below it, and so on
 * @param {{ cuts: boolean, alpha?: number, beta?: number }} options  cuts: alpha-beta
 * @returns {Searched}
 */
export function treeSteps(tree, { cuts, alpha = -INFINITE, beta = INFINITE }) {
  /** @type {TreeNode[]} */
  const nodes = [];
  let leaves = 0;
  /** @param {Tree} part @param {number} depth @param {number[]} path @returns {TreeNode} */
  const place = (part, depth, path) => {
    /** @type {TreeNode} */
    const node = { id: nodes.length, depth, x: 0, value: null, children: [], path };
    nodes.push(node);
    if (typeof part === 'number') {
      node.value = part;
      node.x = leaves;
      leaves += 1;
    } else {
      const placed = part.map((child, i) => place(child, depth + 1, [...path, i]));
      node.children = placed.map(({ id }) => id);
      node.x = (placed[0].x + placed[placed.length - 1].x) / 2;
    }
    return node;
  };
  const root = place(tree, 0, []);

  /** @type {Step} */
  let now = { states: Object.fromEntries(nodes.map(({ id }) => [id, 'new'])), values: {}, windows: {} };
  const steps = [now];
  let seen = 0;
  const note = (/** @type {Partial<Step>} */ change) => {
    now = {
      states: { ...now.states, ...change.states },
      values: { ...now.values, ...change.values },
      windows: { ...now.windows, ...change.windows },
    };
    steps.push(now);
  };
  /** @param {TreeNode} node @returns {number[]} */
  const below = (node) => [node.id, ...node.children.flatMap((id) => below(nodes[id]))];

  /** @param {TreeNode} node @param {number} a @param {number} b @returns {number} */
  const search = (node, a, b) => {
    if (node.value !== null) {
      seen += 1;
      note({ states: { [node.id]: 'done' } });
      return node.value;
    }
    const largest = node.depth % 2 === 0;
    note({ states: { [node.id]: 'open' }, windows: { [node.id]: [a, b] } });
    let best = largest ? -INFINITE : INFINITE;
    for (const [i, id] of node.children.entries()) {
      const value = search(nodes[id], a, b);
      best = largest ? Math.max(best, value) : Math.min(best, value);
      if (largest) a = Math.max(a, best);
      else b = Math.min(b, best);
      const rest = node.children.slice(i + 1);
      const cut = cuts && a >= b && rest.length > 0;
      const passed = cut ? rest.flatMap((other) => below(nodes[other])) : [];
      note({
        values: { [node.id]: best },
        windows: { [node.id]: [a, b] },
        states: Object.fromEntries(passed.map((other) => [other, 'cut'])),
      });
      if (cut) break;
    }
    note({ states: { [node.id]: 'done' } });
    return best;
  };
  const value = search(root, alpha, beta);
  return { nodes, steps, value, seen, leaves };
}
