// Games as pages: moves in two columns, with comments and variations, and diagrams where the author has marked a position
// (the sign D of PGN, or shapes), or else of the last one.

/** @import { App } from '../game-view/app.js' */
/** @import { Texts } from '../engine/messages.js' */
/** @import { Game, Node } from '../game/types.js' */
/** @import { Template } from '../ui/view.js' */

import { numberOf } from '../game/game.js';
import { turnOfFen } from '../game/games.js';
import { notationFor } from '../game/notations.js';
import { inOrder, recordOf } from '../game/record.js';
import { lineThrough, movesTo, nodeOf, ROOT, variationsBeside } from '../game/tree.js';
import { GLYPHS } from '../game-view/move-list.js';
import { occasion, playersTitle } from '../game-view/record-words.js';
import { html, nothing } from '../ui/view.js';
import { boardPictures, printedDiagram, printPages } from './printed-pages.js';

/** The sign D of PGN, and the same seen from the other side. */
const DIAGRAMS = [220, 221];

/** What is known of a game before it is laid out. @typedef {{ game: Game, fens: Map<number, string>, texts: Map<number, string>, pictures: Map<number, string> }} Typeset */

/**
 * Print games, each with a title if it has one. Rejects where the engine fails.
 * @param {App<any>} app
 * @param {string} title  of all
 * @param {ReadonlyArray<{ game: Game, title?: string }>} games
 */
export async function printGames(app, title, games) {
  const set = [];
  for (const each of games) set.push({ ...each, ...(await typeset(app, each.game)) });
  const boards = set.flatMap(({ game, fens }) =>
    marked(game).map((id) => ({
      game: game.game,
      fen: fens.get(id) ?? '',
      last: nodeOf(game.tree, id).move,
      orientation: game.orientation,
    })),
  );
  const pictures = await boardPictures(app, boards);
  const chapters = set.map((each) => ({
    ...each,
    pictures: new Map(marked(each.game).map((id) => [id, pictures.shift() ?? ''])),
  }));
  await printPages(
    () => html`<h1>${title}</h1>
      ${chapters.map((chapter) => printedGame(app, chapter, title, games.length > 1 ? chapter.title : undefined))}`,
  );
}

/** @param {App<any>} app @param {Game} game */
async function typeset(app, game) {
  const { tree } = game;
  const order = inOrder(tree);
  const keys = await app.client.positions(recordOf(game, {}));
  const fens = new Map(order.map((id, at) => [id, keys[at]]));
  const notation = notationFor(game.game, app.settings.notation, app.words.language);
  /** @type {Map<number, string>} */
  const texts = new Map();
  for (const id of order) {
    if (nodeOf(tree, id).children.length > 0 || id === ROOT) continue;
    const line = lineThrough({ ...tree, current: id }, id).slice(1);
    const first = line.findIndex((node) => !texts.has(node.id));
    const moves = movesTo(tree, id);
    const written = await app.client.notate({ game: game.game, fen: tree.fen, moves, first });
    for (const [at, { id: node }] of line.slice(first).entries())
      texts.set(node, written[at]?.[notation] ?? moves[first + at]);
  }
  return { fens, texts };
}

/** The positions that get a diagram. @param {Game} game @returns {number[]} */
function marked({ tree }) {
  const isMarked = (/** @type {Node} */ { notes }) =>
    notes?.nags?.some((nag) => DIAGRAMS.includes(nag)) || /\[%c[as]l/.test(notes?.commands ?? '');
  const found = inOrder(tree).filter((id) => isMarked(nodeOf(tree, id)) || (id === ROOT && tree.fen));
  const end = lineThrough(tree, ROOT).at(-1)?.id ?? ROOT;
  return found.some((id) => id !== ROOT) || end === ROOT ? found : [...found, end];
}

/** @param {App<any>} app @param {Typeset} set @param {string} all  the title of all @param {string} [title] */
function printedGame(app, set, all, title) {
  const { game } = set;
  const { headers = {}, tree } = game;
  const facts = [playersTitle(app, headers), occasion(app, headers)].filter(Boolean).join(' · ');
  return html`<article>
    ${title ? html`<h2>${title}</h2>` : nothing} ${facts && ![all, title].includes(facts) ? html`<p class="facts">${facts}</p>` : nothing}
    <div class="printed-moves">${rows(app, set, lineThrough(tree, ROOT))}</div>
  </article>`;
}

/** The main line, a pair of moves in each row. @param {App<any>} app @param {Typeset} set @param {readonly Node[]} line */
function rows(app, set, line) {
  const { game } = set;
  /** @type {unknown[]} */
  const made = [comment(line[0].notes?.comment), diagram(app, set, line[0])];
  /** @type {unknown[] | null} */
  let pair = null;
  for (const node of line.slice(1)) {
    const { move: number, first } = numberOf(game, node);
    if (node.notes?.before) made.push(comment(node.notes.before));
    if (!pair || first || node.notes?.before) {
      pair = first ? [] : [html`<span>…</span>`];
      made.push(html`<p class="pair"><span>${number}.</span>${pair}</p>`);
    }
    pair.push(html`<span>${moveOf(set, node)}</span>`);
    const after = [
      comment(node.notes?.comment),
      diagram(app, set, node),
      ...variationsBeside(game.tree, node).map(
        (each) => html`<p class="variation">${variation(app, set, each)}</p>`,
      ),
    ].filter((each) => each !== nothing);
    made.push(...after);
    if (after.length > 0) pair = null;
  }
  return made;
}

/** @param {App<any>} app @param {Typeset} set @param {readonly Node[]} line @returns {unknown[]} */
function variation(app, set, line) {
  let numbered = true;
  return line.map((node, at) => {
    const { move: number, first } = numberOf(set.game, node);
    const { before, comment: after } = node.notes ?? {};
    const beside = at === 0 ? [] : variationsBeside(set.game.tree, node);
    const counted = numbered || first || before ? `${number}${first ? '.' : '…'} ` : '';
    const drawn = diagram(app, set, node);
    numbered = Boolean(after) || beside.length > 0 || drawn !== nothing;
    return html`${before ? `${before} ` : ''}${counted}${moveOf(set, node)} ${after ? html`<i>${after}</i> ` : nothing}${beside.map(
      (each) => html`(${variation(app, set, each)}) `,
    )}${drawn}`;
  });
}

/** @param {Typeset} set @param {Node} node */
function moveOf({ texts }, { id, move, notes }) {
  const glyphs = (notes?.nags ?? []).map((nag) => GLYPHS[nag] ?? '').join(' ');
  return `${texts.get(id) ?? move}${glyphs}`;
}

/** @param {string | undefined} text */
const comment = (text) => (text ? html`<p class="comment">${text}</p>` : nothing);

/** @param {App<any>} app @param {Typeset} set @param {Node} node @returns {Template} */
function diagram(app, set, node) {
  const picture = set.pictures.get(node.id);
  if (picture === undefined) return nothing;
  const fen = set.fens.get(node.id) ?? '';
  const { move: number, first } = numberOf(set.game, node);
  const after = node.id === ROOT ? '' : `${number}${first ? '.' : '…'} ${moveOf(set, node)} · `;
  const result = node.children.length === 0 ? (set.game.headers?.Result ?? '*') : '*';
  const side = app.t(`game-view.side.${turnOfFen(set.game.game, fen)}`);
  const state = result === '*' ? app.t('records.print.turn', { side }) : result.replace('1/2-1/2', '½–½');
  return printedDiagram(picture, fen, `${after}${state}`);
}
