// The annotations of the current move: glyphs and a comment; and its place in the tree.

/** @import { AnalysisApp } from './session.js' */
/** @import { View } from '../ui/view.js' */
/** @import { Key } from '../ui/words.js' */

import { keyed } from 'lit-html/directives/keyed.js';
import { numberOf } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { lineThrough, nodeOf, pathTo, ROOT } from '../game/tree.js';
import { GLYPHS } from '../game-view/move-list.js';
import { moveText } from '../game-view/move-words.js';
import { button } from '../ui/controls.js';
import { copyButton } from '../ui/copy-button.js';
import { html, nothing, when } from '../ui/view.js';

/** NAGs of which a move has one at most. */
const OF_MOVES = [1, 2, 3, 4, 5, 6, 7];
const OF_POSITIONS = [10, 13, 14, 15, 16, 17, 18, 19];

/** @param {AnalysisApp} app @returns {View} */
export const annotatePanel = (app) => () => {
  const { tree } = app.state.game;
  const node = nodeOf(tree);
  const { notes = {} } = node;
  const title = node.id === ROOT ? app.t('analysis.annotate.start') : moveText(app, node);
  // What is typed is kept at once: the page may be closed, or another position shown, before the field is left.
  const write = (
    /** @type {InputEvent & { target: HTMLTextAreaElement }} */ { target, type, isComposing },
  ) => {
    const comment = type === 'change' ? target.value.trim() : target.value;
    if (!isComposing && comment !== (notes.comment ?? ''))
      app.session.annotate(node.id, { ...notes, comment }, { typing: true });
  };
  return html`<div class="annotate">
    ${when(
      node.id !== ROOT,
      () => html`<div class="glyphs" role="group" aria-label=${app.t('analysis.annotate.glyphs')}>
            ${[OF_MOVES, OF_POSITIONS].map((group) => html`<div>${group.map((nag) => glyphButton(app, nag, group))}</div>`)}
          </div>`,
    )}
    <label class="small muted" for="comment">${app.t('analysis.annotate.comment', { move: title })}</label>
    ${keyed(
      node.id,
      html`<textarea
        id="comment"
        rows="1"
        maxlength="20000"
        ?disabled=${app.state.plays === false}
        .value=${notes.comment ?? ''}
        @input=${write}
        @compositionend=${write}
        @change=${write}
      ></textarea>`,
    )}
    <div class="row">${node.id === ROOT ? nothing : treeButtons(app)}${copyLine(app)}</div>
  </div>`;
};

/** @param {AnalysisApp} app @param {number} nag @param {number[]} group  of which a move has one */
function glyphButton(app, nag, group) {
  const { id, notes = {} } = nodeOf(app.state.game.tree);
  const had = notes.nags ?? [];
  const on = had.includes(nag);
  const set = () => {
    const others = had.filter((each) => !group.includes(each));
    app.session.annotate(id, { ...notes, nags: on ? others : [...others, nag].sort((a, b) => a - b) });
  };
  const [first] = factsOf(app.state.game.game).sides;
  const name = app.t(/** @type {Key} */ (`analysis.glyph.${nag}`), {
    first: app.t(`game-view.side.${first}`),
  });
  return html`<button class="btn plain" type="button" aria-pressed=${on} aria-label=${name} title=${name} @click=${set}
    >${GLYPHS[nag]}</button>`;
}

/** @param {AnalysisApp} app */
function treeButtons(app) {
  const { session } = app;
  const { tree } = app.state.game;
  const { id } = nodeOf(tree);
  const onMainLine = pathTo(tree).every(
    ({ id, parent }) => parent === null || nodeOf(tree, parent).children[0] === id,
  );
  return html`${when(
    !onMainLine,
    () => html`${button(null, app.t('analysis.annotate.promote'), () => session.promote(id))}
          ${button(null, app.t('analysis.annotate.main'), () => session.makeMainLine(id))}`,
  )}${button(null, app.t('analysis.annotate.delete'), () => session.remove(id))}`;
}

/** The line through the position at hand, numbered as players write it. @param {AnalysisApp} app */
function copyLine(app) {
  const { tree } = app.state.game;
  const [, ...line] = lineThrough(tree);
  const text = () =>
    line
      .map((node, at) => {
        const { move, first } = numberOf(app.state.game, node);
        const number = first ? `${move}. ` : at === 0 ? `${move}... ` : '';
        return number + moveText(app, node);
      })
      .join(' ');
  const label = app.t('analysis.annotate.copy');
  return copyButton(app, { name: 'line', label, text, disabled: line.length === 0 });
}
