// The Lab's view into the reader of pictures: a field to draw a piece, what the network sees of it, and its fifteen numbers.

/** @import { LabApp } from '../play-bar.js' */
/** @import { View } from '../../ui/view.js' */

import { element } from '../../board/element.js';
import { manOfPiece, PictureReader } from '../../engine/reader.js';
import { pieceName } from '../../game-view/piece-words.js';
import { button, named, segments } from '../../ui/controls.js';
import { pieceView } from '../../ui/icon-view.js';
import { observe, onChange, reactive } from '../../ui/reactive.js';
import { html, mount, nothing } from '../../ui/view.js';
import { Drawing } from './drawing.js';

/** The sides of the field and of the picture of edges, in pixels. */
const SIDE = 180;
const CELLS = 12;
const DIRECTIONS = 8;
/** The strongest edge. */
const MOST = 255;
const KINDS = 7;
const INKS = /** @type {const} */ ({ red: '#b01e18', black: '#181614' });
const BOARD = '#e4be82';
const LINES = '#5a3714';
const FACE = '#fae8c4';
const PEN = 9;

/** @param {LabApp} app @returns {View} */
export function panel(app) {
  const drawing = new Drawing(new PictureReader());
  const pen = reactive({ side: /** @type {'red' | 'black'} */ ('red'), character: '車' });
  const field = surface('paper');
  const edges = surface('edges');
  const show = () => drawing.show(context(field).getImageData(0, 0, SIDE, SIDE));
  const write = () => {
    drawPoint(context(field), pen.character, pen.side);
    show();
  };
  listenForPen(field, () => INKS[pen.side], show);
  observe(() => {
    field.setAttribute('aria-label', app.t('lab.picture.field'));
    edges.setAttribute('aria-label', app.t('lab.picture.edges'));
  });
  observe(() => drawEdges(edges, drawing.state.look?.edges ?? []));
  onChange(() => `${pen.side}${pen.character}`, write);
  write();

  const place = element('div', { class: 'reader' });
  mount(
    place,
    () => html`<p>${app.t('lab.picture.intro')}</p>
      <div class="row">
        ${segments({
          name: 'reader-ink',
          legend: app.t('lab.picture.ink'),
          choices: named(/** @type {const} */ (['red', 'black']), (side) => app.t(`game-view.side.${side}`)),
          chosen: pen.side,
          choose: (side) => {
            pen.side = side;
          },
        })}
        <label class="field"
          ><span>${app.t('lab.picture.character')}</span
          ><input
            type="text"
            size="3"
            maxlength="2"
            autocomplete="off"
            .value=${pen.character}
            @input=${(/** @type {any} */ { target }) => {
              pen.character = target.value.trim();
            }}
        /></label>
        ${button('redo', app.t('lab.picture.again'), write)}
      </div>
      <div class="seen">
        <figure>${field}<figcaption>${app.t('lab.picture.draw')}</figcaption></figure>
        <figure>${edges}<figcaption>${app.t('lab.picture.sees')}</figcaption></figure>
      </div>`,
    () => answer(app, drawing),
  );
  return () => html`${place}`;
}

/** @param {LabApp} app @param {Drawing} drawing */
function answer(app, drawing) {
  const { look, fault } = drawing.state;
  if (fault) return html`<p class="told" role="status">${app.t(`picture.fault.${fault}`)}</p>`;
  if (!look) return nothing;
  const percent = new Intl.NumberFormat(app.words.language, { style: 'percent', maximumFractionDigits: 1 });
  const name = (/** @type {number} */ piece) => {
    const man = manOfPiece(piece);
    return man ? pieceName(app.words, { ...man, game: 'xiangqi' }) : app.t('picture.nothing');
  };
  const cell = (/** @type {number} */ piece) => {
    const chance = look.chances[piece];
    const man = manOfPiece(piece);
    const label = man
      ? html`${pieceView(man.side, man.role, 'xiangqi', app.pieces)}<span class="sr">${name(piece)}</span>`
      : html`<span>${name(piece)}</span>`;
    return html`<li data-best=${piece === drawing.best || nothing}>
      ${label}<meter min="0" max="1" value=${chance} aria-hidden="true"></meter
      ><span class="number">${percent.format(chance)}</span>
    </li>`;
  };
  const kinds = Array.from({ length: KINDS }, (_, kind) => kind + 1);
  const { best } = drawing;
  return html`<p role="status">${app.t('lab.picture.answer', { piece: name(best), share: percent.format(look.chances[best]) })}</p>
    <ul class="numbers" aria-label=${app.t('lab.picture.numbers')}>${[0, ...kinds.flatMap((kind) => [kind, kind + KINDS])].map(cell)}</ul>`;
}

/** @param {string} name */
function surface(name) {
  const canvas = /** @type {HTMLCanvasElement} */ (element('canvas', { class: name, role: 'img' }));
  return Object.assign(canvas, { width: SIDE, height: SIDE });
}

/** @param {HTMLCanvasElement} canvas */
const context = (canvas) =>
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));

/** A point of a board, with a piece if it has a character. @param {CanvasRenderingContext2D} to @param {string} character @param {'red' | 'black'} side */
function drawPoint(to, character, side) {
  const middle = SIDE / 2;
  to.fillStyle = BOARD;
  to.fillRect(0, 0, SIDE, SIDE);
  to.fillStyle = LINES;
  to.fillRect(0, middle - 2, SIDE, 4);
  to.fillRect(middle - 2, 0, 4, SIDE);
  if (!character) return;
  to.beginPath();
  to.arc(middle, middle, SIDE * 0.44, 0, 2 * Math.PI);
  to.fillStyle = FACE;
  to.fill();
  to.lineWidth = 5;
  to.strokeStyle = INKS[side];
  to.stroke();
  to.fillStyle = INKS[side];
  to.font = `bold ${SIDE * 0.55}px serif`;
  to.textAlign = 'center';
  to.textBaseline = 'middle';
  to.fillText(character, middle, middle + SIDE * 0.02, SIDE * 0.7);
}

/** Draw where a pointer goes. @param {HTMLCanvasElement} canvas @param {() => string} ink @param {() => void} done */
function listenForPen(canvas, ink, done) {
  /** @param {PointerEvent} event */
  const stroke = (event) => {
    const { x, y, width } = canvas.getBoundingClientRect();
    const scale = SIDE / width;
    const to = context(canvas);
    to.lineTo((event.clientX - x) * scale, (event.clientY - y) * scale);
    to.stroke();
    done();
  };
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    canvas.setPointerCapture(event.pointerId);
    Object.assign(context(canvas), {
      strokeStyle: ink(),
      lineWidth: PEN,
      lineCap: 'round',
      lineJoin: 'round',
    });
    context(canvas).beginPath();
    stroke(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (canvas.hasPointerCapture(event.pointerId)) stroke(event);
  });
}

/** In each cell a line for each direction of edges, the stronger the clearer. @param {HTMLCanvasElement} canvas @param {readonly number[]} edges */
function drawEdges(canvas, edges) {
  const to = context(canvas);
  const cell = SIDE / CELLS;
  to.fillStyle = '#000';
  to.fillRect(0, 0, SIDE, SIDE);
  to.lineWidth = 2;
  for (const [at, strength] of edges.entries()) {
    if (strength === 0) continue;
    const place = Math.floor(at / DIRECTIONS);
    const x = ((place % CELLS) + 0.5) * cell;
    const y = (Math.floor(place / CELLS) + 0.5) * cell;
    const angle = ((at % DIRECTIONS) * Math.PI) / DIRECTIONS + Math.PI / 2; // along the edge
    const [dx, dy] = [(Math.cos(angle) * cell) / 2, (Math.sin(angle) * cell) / 2];
    to.strokeStyle = `rgb(255 255 255 / ${Math.min(1, (2 * strength) / MOST)})`;
    to.beginPath();
    to.moveTo(x - dx, y - dy);
    to.lineTo(x + dx, y + dy);
    to.stroke();
  }
}
