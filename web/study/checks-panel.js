// What a check of a repertoire has found, and the buttons that look for it.

/** @import { StudyParts } from './panel.js' */
/** @import { Finding } from './checks.js' */
/** @import { Loaded } from './trainer.js' */

import { addLine, goTo, newTree, ROOT } from '../game/tree.js';
import { recordFaultInWords } from '../game-view/fault-words.js';
import { button } from '../ui/controls.js';
import { html, nothing } from '../ui/view.js';

/** Moves that tell where a finding is. */
const LAST_MOVES = 4;

/** @param {StudyParts} parts @param {Loaded} loaded */
export function checksView(parts, loaded) {
  const { app, checks } = parts;
  const { running, done, total, findings, study, fault } = checks.state;
  const mine = study === loaded.study.id;
  return html`<section class="checks" aria-label=${app.t('study.checks.title')}>
    <div class="row">
      ${
        running
          ? html`<progress max=${total} .value=${done} aria-label=${app.t('study.checks.running')}></progress>
              ${button('stop', app.t('study.checks.stop'), () => checks.stop())}`
          : html`${button('check', app.t('study.checks.gaps'), () => checks.gaps(loaded))}
              ${button('scales', app.t('study.checks.doubts'), () => checks.doubts(loaded))}
              ${button('games', app.t('study.checks.opponents'), () => parts.shelf.addOpponents(checks, loaded))}`
      }
    </div>
    ${fault ? html`<p class="fault small" role="alert">${recordFaultInWords(app.words, fault)}</p>` : nothing}
    ${mine && !running && parts.shelf.state.message === '' && findings.length === 0 ? html`<p class="small" role="status">${app.t('study.checks.nothing')}</p>` : nothing}
    ${mine && findings.length > 0 ? html`<ul class="findings">${findings.map((finding) => findingRow(parts, loaded, finding))}</ul>` : nothing}
  </section>`;
}

/** @param {StudyParts} parts @param {Loaded} loaded @param {Finding} finding */
function findingRow(parts, loaded, finding) {
  const { app } = parts;
  return html`<li><button class="open" type="button" @click=${() => show(parts, loaded, finding)}>
    <b>${inWords(parts, loaded, finding)}</b><span class="small muted">${ledHere(parts, loaded, finding)}</span>
  </button>
  <a class="btn plain" href=${address(loaded, finding)}>${app.t('study.checks.open')}</a></li>`;
}

/** The chapter, and the last moves before what is found. @param {StudyParts} parts @param {Loaded} loaded @param {Finding} finding */
function ledHere(parts, loaded, { chapter, node }) {
  const before = loaded.repertoire.movesTo({ chapter, node });
  const shown = before.slice(-LAST_MOVES).map((move, at) => {
    const to = Math.max(0, before.length - LAST_MOVES) + at;
    return written(parts, loaded, chapter, before.slice(0, to), move);
  });
  const more = before.length > LAST_MOVES ? '… ' : '';
  return [loaded.titles[chapter], more + shown.join(' ')].filter(Boolean).join(' · ');
}

/** A move as the page writes it. @param {StudyParts} parts @param {Loaded} loaded @param {number} chapter @param {readonly string[]} before @param {string} move */
function written({ app }, { game, repertoire }, chapter, before, move) {
  const line = { game, fen: repertoire.chapters[chapter].tree.fen, moves: [...before, move] };
  const texts = app.texts.of(line);
  if (!texts) app.texts.want(line);
  return texts?.[app.notation] ?? move;
}

/** @param {StudyParts} parts @param {Loaded} loaded @param {Finding} finding */
function inWords(parts, loaded, { kind, chapter, node, moves, share, better, loss }) {
  const { app } = parts;
  const before = loaded.repertoire.movesTo({ chapter, node });
  const text = (/** @type {string} */ move) => written(parts, loaded, chapter, before, move);
  switch (kind) {
    case 'reply':
      return app.t('study.checks.reply', { move: text(moves[0]), share: app.words.number(share ?? 0) });
    case 'conflict':
      return app.t('study.checks.conflict', {
        moves: new Intl.ListFormat(app.words.language).format(moves.map(text)),
      });
    case 'doubt':
      return app.t('study.checks.doubt', {
        move: text(moves[0]),
        better: text(better ?? ''),
        loss: app.words.number(Math.round(loss ?? 0)),
      });
    default:
      return app.t('study.checks.end', { number: Math.ceil(before.length / 2) });
  }
}

/** Put the position on the board. @param {StudyParts} parts @param {Loaded} loaded @param {Finding} finding */
function show({ app }, { repertoire, start }, { chapter, node, moves }) {
  const game = start[chapter];
  const line = [...repertoire.movesTo({ chapter, node }), ...moves.slice(0, 1)];
  const view = game.tree.nodes.get(ROOT)?.view ?? null;
  const { tree, id } = addLine(newTree({ fen: game.tree.fen, view }), ROOT, line);
  return app.session.show({ ...game, id: `${game.id} ${node} ${moves[0] ?? ''}`, tree: goTo(tree, id) });
}

/** The chapter on the analysis board. @param {Loaded} loaded @param {Finding} finding */
const address = ({ game, repertoire }, { chapter }) =>
  `analysis.html?game=${game}&record=${encodeURIComponent(repertoire.chapters[chapter].id)}`;
