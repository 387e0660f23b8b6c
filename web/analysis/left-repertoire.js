// Where the reviewed game leaves the repertoires of this browser.

/** @import { StudyRow } from '../storage/database.js' */
/** @import { AnalysisApp } from './session.js' */
/** @import { View } from '../ui/view.js' */

import { lineThrough, ROOT } from '../game/tree.js';
import { lineTexts, moveText } from '../game-view/move-words.js';
import { Studies } from '../storage/studies.js';
import { RepertoireReader } from '../training/read-repertoire.js';
import { leaving } from '../training/repertoire.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';

/** @typedef {{ study: StudyRow, ply: number, answers: readonly string[] }} Left */

/** @param {AnalysisApp} app @param {import('../storage/database.js').Database} database @returns {View} */
export function leftRepertoire(app, database) {
  const state = reactive({ of: '', left: /** @type {readonly Left[]} */ ([]) });
  const studies = new Studies(database);
  const reader = new RepertoireReader(app.client, studies);
  const line = () => lineThrough(app.state.game.tree, ROOT);
  const key = () => `${app.state.game.id} ${line().map(({ move }) => move)}`;

  async function look() {
    const of = key();
    const { game, tree } = app.state.game;
    const moves = line().flatMap(({ move }) => move ?? []);
    const own = (await studies.list()).filter(({ side }) => side !== null);
    if (own.length === 0 || moves.length === 0) return update(state, { of, left: [] });
    const recorded = moves.map((move, at) => /** @type {[number, string]} */ ([at, move]));
    const keys = await app.client.positions({ game, fen: tree.fen, moves: recorded });
    const left = [];
    for (const study of own) {
      const read = await reader.read(study);
      const found = read?.game === game ? leaving(read.repertoire, keys, moves) : null;
      if (found) left.push({ study, ...found });
    }
    if (of === key()) update(state, { of, left });
  }
  const lookAgain = () => look().catch(() => {}); // a review is of use without it
  onChange(key, lookAgain);
  lookAgain();

  return () => {
    if (state.of !== key() || state.left.length === 0) return nothing;
    const nodes = line();
    return html`<ul class="left-repertoire">${state.left.map(({ study, ply, answers }) => {
      const node = nodes[ply + 1];
      const values = {
        title: study.title,
        number: Math.floor(ply / 2) + 1,
        move: moveText(app, node),
        answers: new Intl.ListFormat(app.words.language, { type: 'disjunction' }).format(
          answers.flatMap((answer) => lineTexts(app, nodes[ply].id, [answer])),
        ),
      };
      const text =
        answers.length > 0
          ? app.t('analysis.review.repertoire.left', values)
          : app.t('analysis.review.repertoire.leftOther', values);
      return html`<li><button class="btn plain" type="button" @click=${() => app.session.goTo(nodes[ply].id)}>${text}</button></li>`;
    })}</ul>`;
  };
}
