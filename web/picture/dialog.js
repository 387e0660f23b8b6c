// The dialog that makes a position of a picture.

/** @import { App } from '../game-view/app.js' */
/** @import { Point } from '../engine/reader.js' */
/** @import { Key } from '../ui/words.js' */

import { svg } from 'lit-html';
import { drawStaticBoard } from '../board/static-board.js';
import { manOfPiece, PictureReader } from '../engine/reader.js';
import { addressOf, makePuzzleAddress } from '../game/address.js';
import { pieceName, squareName } from '../game-view/piece-words.js';
import { button, named, segments } from '../ui/controls.js';
import { makeDialog } from '../ui/dialog.js';
import { iconView, pieceView } from '../ui/icon-view.js';
import { observe } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { PictureSession, squareOf } from './session.js';

const SITE = new URL('../', import.meta.url);
const CORNERS = /** @type {const} */ (['topLeft', 'topRight', 'bottomRight', 'bottomLeft']);
/** By key: how far a corner goes, in steps. @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Of the picture's longer side: a step of a key, and with Shift. */
const STEP = 1 / 600;
const LARGE_STEP = 1 / 60;
/** After a key, the board is read as soon as there was none for so long. */
const PAUSE_MS = 250;

/** @typedef {{ app: App, session: PictureSession, inEditor: boolean, use: () => void, close: () => void, surface: HTMLCanvasElement, place: HTMLElement }} Parts */

/**
 * @param {App} app
 * @param {(fen: string) => unknown} onUse
 * @param {{ inEditor?: boolean }} [where]
 */
export function pictureDialog(app, onUse, { inEditor = false } = {}) {
  const session = new PictureSession(new PictureReader());
  const surface = document.createElement('canvas');
  const place = document.createElement('div');
  place.className = 'read-board';
  const use = () => {
    const { fen } = session;
    dialog.close();
    onUse(fen);
  };
  const parts = { app, session, inEditor, use, surface, place, close: () => dialog.close() };
  const dialog = makeDialog(app, { name: 'picture', title: 'picture.title', body: () => form(parts) });
  const { node } = dialog;
  node.addEventListener('close', () => session.forget());
  takeFiles(node, (file) => session.open(file));
  observe(() => paint(surface, session.state.picture));
  observe(() => drawBoard(parts));
  return {
    ...dialog,
    /** @param {File | null} [file]  that was dropped or pasted */
    open: (file = null) => {
      dialog.open();
      if (file) session.open(file);
    },
  };
}

/** What is dropped on the dialog or pasted in it. @param {HTMLElement} node @param {(file: File) => void} take */
function takeFiles(node, take) {
  node.addEventListener('dragover', (event) => event.preventDefault());
  node.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
  node.addEventListener('paste', (event) => {
    const file = event.clipboardData?.files[0];
    if (file) take(file);
  });
}

/** @param {HTMLCanvasElement} surface @param {PictureSession['state']['picture']} picture */
function paint(surface, picture) {
  if (!picture?.bitmap) return;
  const { width, height } = picture.bitmap;
  Object.assign(surface, { width, height });
  surface.getContext('2d')?.drawImage(picture.bitmap, 0, 0);
}

/** @param {Parts} parts */
function drawBoard({ app, session, place }) {
  const { reading, at } = session.state;
  if (!reading) return place.replaceChildren();
  /** @type {Array<readonly [string, string]>} */
  const marks = session.unsettled.map((point) => ['doubtful', squareOf(point)]);
  if (at >= 0) marks.push(['looked-at', squareOf(at)]);
  drawStaticBoard(place, {
    ...app.boardStyle('xiangqi'),
    game: 'xiangqi',
    fen: session.fen,
    marks,
    flipped: reading.turned,
  });
}

/** @param {Parts} parts */
function form(parts) {
  const { app, session, use, close } = parts;
  const { status } = session.state;
  const seen = status === 'read' || status === 'not_found';
  return html`<form class="form" method="dialog" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
    ${sources(parts)}
    <p class="told" role="status" data-tone=${status === 'failed' || status === 'not_found' ? 'bad' : nothing}>${told(parts)}</p>
    ${seen ? html`<div class="pair">${pictureField(parts)}${status === 'read' ? parts.place : nothing}</div>` : nothing}
    ${status === 'read' ? html`${doubts(parts)}${turnField(parts)}${ways(parts)}` : nothing}
    <div class="row buttons">
      <button class="btn main grow" type="button" ?disabled=${status !== 'read'} @click=${use}>${app.t('picture.use')}</button>
      ${button(null, app.t('ui.cancel'), close)}
    </div>
  </form>`;
}

/** Where a picture comes from. @param {Parts} parts */
function sources({ app, session }) {
  const input = (
    /** @type {Key} */ label,
    /** @type {string} */ icon,
    /** @type {string | undefined} */ capture,
  ) => {
    const choose = (/** @type {any} */ { target }) => {
      const [file] = target.files ?? [];
      target.value = '';
      if (file) session.open(file);
    };
    return html`<label class="btn"
      >${iconView(icon)}<span>${app.t(label)}</span
      ><input class="sr" type="file" accept="image/*" capture=${capture ?? nothing} @change=${choose}
    /></label>`;
  };
  return html`<div class="row">
    ${input('picture.file', 'file', undefined)} ${input('picture.camera', 'camera', 'environment')}
    <span class="small muted">${app.t('picture.drop')}</span>
  </div>`;
}

/** What happened, in a sentence. @param {Parts} parts */
function told({ app, session }) {
  const { status, fault, reading } = session.state;
  if (status === 'empty') return app.t('picture.private');
  if (status === 'reading') return app.t('picture.reading');
  if (status === 'not_found') return app.t('picture.notFound');
  if (status === 'failed') return app.t(/** @type {Key} */ (`picture.fault.${fault ?? 'failed'}`));
  const count = session.unsettled.length;
  const texts = [app.t('picture.found', { count: session.pieces.filter(Boolean).length })];
  if (reading?.turned) texts.push(app.t('picture.turned'));
  if (count > 0) texts.push(app.t('picture.doubtful', { count }));
  return texts.join(' ');
}

/** The picture with the outlined board. @param {Parts} parts */
function pictureField(parts) {
  const { app, session, surface } = parts;
  const { picture, corners, reading, at } = session.state;
  if (!picture || !corners) return nothing;
  const { width, height } = picture;
  const unit = Math.max(width, height) / 100;
  const outline = corners.map((corner) => corner.join(',')).join(' ');
  const ring = (/** @type {number} */ point) => {
    const [x, y] = reading?.spots[point] ?? [0, 0];
    return svg`<circle class=${point === at ? 'looked-at' : 'doubtful'} cx=${x} cy=${y} r=${2.4 * unit} />`;
  };
  const rings = session.unsettled.includes(at) || at < 0 ? session.unsettled : [...session.unsettled, at];
  return html`<div class="shown">
    ${surface}
    <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="group" aria-label=${app.t('picture.corners')}>
      <polygon points=${outline} />
      ${rings.map(ring)} ${corners.map((corner, number) => handle(parts, corner, number, unit))}
    </svg>
    <div class="row">
      ${button('redo', app.t('picture.rotate'), () => session.rotate())}
      ${button('mirror', app.t('picture.mirror'), () => session.mirror())}
    </div>
  </div>`;
}

let pause = 0;

/** A corner that is dragged, or moved by the arrow keys. @param {Parts} parts @param {Point} corner @param {number} number @param {number} unit */
function handle({ app, session }, [x, y], number, unit) {
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const arrow = ARROWS[event.key];
    const { picture } = session.state;
    if (!arrow || !picture) return;
    event.preventDefault();
    const step = Math.max(picture.width, picture.height) * (event.shiftKey ? LARGE_STEP : STEP);
    session.move(number, [x + arrow[0] * step, y + arrow[1] * step]);
    clearTimeout(pause);
    pause = window.setTimeout(() => session.readAgain(), PAUSE_MS);
  };
  const onPress = (/** @type {PointerEvent} */ press) => {
    if (press.button !== 0 || !press.isPrimary) return;
    const target = /** @type {SVGElement} */ (press.currentTarget);
    target.setPointerCapture(press.pointerId);
    const dragging = new AbortController();
    const { signal } = dragging;
    const move = (/** @type {PointerEvent} */ event) => session.move(number, placeOf(target, session, event));
    const drop = () => {
      dragging.abort();
      session.readAgain();
    };
    target.addEventListener('pointermove', move, { signal });
    target.addEventListener('pointerup', drop, { signal });
    target.addEventListener('pointercancel', drop, { signal });
  };
  return svg`<g class="corner" tabindex="0" role="button" aria-label=${app.t(`picture.corner.${CORNERS[number]}`)}
    @keydown=${onKey} @pointerdown=${onPress}>
    <circle class="reach" cx=${x} cy=${y} r=${5 * unit} /><circle class="dot" cx=${x} cy=${y} r=${1.6 * unit} />
  </g>`;
}

/** Where a pointer is in the picture. @param {SVGElement} target @param {PictureSession} session @param {PointerEvent} event @returns {Point} */
function placeOf(target, session, { clientX, clientY }) {
  const area = /** @type {SVGElement} */ (target.ownerSVGElement).getBoundingClientRect();
  const { width, height } = session.state.picture ?? { width: 1, height: 1 };
  return [((clientX - area.x) / area.width) * width, ((clientY - area.y) / area.height) * height];
}

/** The doubtful points, one after the other, with the likely pieces first. @param {Parts} parts */
function doubts({ app, session }) {
  const { doubtful, state } = session;
  const { at } = state;
  if (doubtful.length === 0) return nothing;
  if (at < 0)
    return session.unsettled.length > 0
      ? html`<div class="row">${button('next', app.t('picture.check'), () => session.go(1))}</div>`
      : nothing;
  const now = session.pieces[at];
  const choice = (/** @type {number} */ piece) => {
    const man = manOfPiece(piece);
    const label = man ? pieceName(app.words, { ...man, game: 'xiangqi' }) : app.t('picture.nothing');
    const inside = man ? pieceView(man.side, man.role, 'xiangqi', app.pieces) : iconView('bin');
    return html`<button class="btn" type="button" aria-pressed=${piece === now} @click=${() => session.settle(piece)}>
      ${inside}<span>${label}</span>
    </button>`;
  };
  const square = squareName(app.words, squareOf(at));
  return html`<fieldset class="field doubts">
    <legend>${app.t('picture.point', { number: doubtful.indexOf(at) + 1, count: doubtful.length, square })}</legend>
    <div class="row">
      ${button('previous', app.t('picture.before'), () => session.go(-1), { kind: 'plain' })}
      ${session.likely(at).map(choice)}
      ${button('next', app.t('picture.next'), () => session.go(1), { kind: 'plain' })}
    </div>
  </fieldset>`;
}

/** The pages that take the position at once. @param {Parts} parts */
function ways({ app, session, inEditor }) {
  const { fen } = session;
  const asked = { game: /** @type {const} */ ('xiangqi'), fen };
  const page = (/** @type {string} */ name) => new URL(name, SITE);
  const way = (/** @type {string} */ icon, /** @type {Key} */ label, /** @type {string} */ href) =>
    html`<a class="btn" href=${href}>${iconView(icon)}<span>${app.t(label)}</span></a>`;
  return html`<div class="row" role="group" aria-label=${app.t('editor.ways')}>
    ${way('next', 'editor.play', addressOf(SITE, { ...asked, side: session.state.turn }))}
    ${way('graph', 'editor.analyse', addressOf(page('analysis.html'), asked))}
    ${way('check', 'editor.puzzle', makePuzzleAddress(page('puzzles.html'), asked))}
    ${inEditor ? nothing : way('setUp', 'picture.editor', addressOf(page('editor.html'), asked))}
  </div>`;
}

/** A picture does not tell whose turn it is. @param {Parts} parts */
const turnField = ({ app, session }) =>
  segments({
    name: 'picture-turn',
    legend: app.t('picture.turn'),
    choices: named(/** @type {const} */ (['red', 'black']), (side) => app.t(`game-view.side.${side}`)),
    chosen: /** @type {'red' | 'black'} */ (session.state.turn),
    choose: (turn) => {
      session.state.turn = turn;
    },
  });
