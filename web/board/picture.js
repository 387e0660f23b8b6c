// A picture of a board, made of the same drawings as the board on the page: its lines, discs and faces are read from
// the styles in force, so a picture looks as the board does, in every set of pieces and by day or night.

const NS = 'http://www.w3.org/2000/svg';
/** Units of the picture in one cell. */
export const CELL = 100;
/** Of the frame around the outer cells, at least. */
const MARGIN = 20;

/** Trusted Types: the only text that is parsed here is a drawing in one of this site's own style sheets. */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('picture', {
  createHTML: (/** @type {string} */ text) => text,
});

/**
 * The board as a self-contained SVG document: the empty board, marks, men.
 * @param {HTMLElement} board  the element with the class `board`
 * @param {object} [more]
 * @param {(corner: { x: number, y: number }) => string} [more.over]  what is drawn over the men; corner: of the first cell
 * @param {Map<string, string>} [more.known]  the drawings of men, by what they look like; kept for the next picture
 * @returns {string}
 */
export function boardPicture(board, { over = () => '', known = new Map() } = {}) {
  const surface = /** @type {HTMLElement} */ (board.querySelector('cg-board'));
  const wrap = surface.getBoundingClientRect();
  const cell = wrap.width / Number(getComputedStyle(board).getPropertyValue('--columns'));
  const scale = CELL / cell;
  const frame = board.getBoundingClientRect();
  const bare = [(wrap.left - frame.left) * scale, (wrap.top - frame.top) * scale];
  const [left, top] = bare.map((side) => Math.max(side, MARGIN));
  const [width, height] = [
    frame.width * scale + 2 * (left - bare[0]),
    frame.height * scale + 2 * (top - bare[1]),
  ];
  /** @param {HTMLElement} node @param {() => string} draw */
  const inCell = (node, draw) => {
    const box = node.getBoundingClientRect();
    const [x, y] = [left + (box.left - wrap.left) * scale, top + (box.top - wrap.top) * scale];
    const drawn = known.get(node.className) ?? draw();
    known.set(node.className, drawn);
    return `<g transform="translate(${round(x)} ${round(y)})">${drawn}</g>`;
  };
  const marks = /** @type {HTMLElement[]} */ ([...surface.querySelectorAll('square.last-move')]);
  const men = /** @type {HTMLElement[]} */ ([...surface.querySelectorAll('piece:not(.ghost)')]);
  return svgOf(width, height, [
    rect(0, 0, width, height, colour(board, '--frame')),
    rect(left, top, wrap.width * scale, wrap.height * scale, colour(surface, '--board')),
    ...edges(board, wrap, scale, left, top),
    ...lines(board, surface, left, top, wrap.width * scale, wrap.height * scale),
    ...marks.map((square) => inCell(square, () => lastMove(square))),
    ...men.map((piece) => inCell(piece, () => man(piece, board.dataset.game ?? ''))),
    over({ x: left, y: top }),
  ]);
}

/** An SVG document. @param {number} width @param {number} height @param {readonly string[]} parts */
function svgOf(width, height, parts) {
  const size = `width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}"`;
  return `<svg xmlns="${NS}" ${size}>${parts.join('')}</svg>`;
}

/**
 * A picture as pixels.
 * @param {string} svg
 * @param {number} cell  pixels of a cell
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function rasterised(svg, cell) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((image.naturalWidth * cell) / CELL);
  canvas.height = Math.round((image.naturalHeight * cell) / CELL);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/**
 * A picture as PNG.
 * @param {string} svg
 * @param {number} cell  pixels of a cell
 * @returns {Promise<Blob>}
 */
export async function pictureAsPng(svg, cell) {
  const canvas = await rasterised(svg, cell);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** @param {HTMLElement} board @param {DOMRect} wrap  that lies at left, top @param {number} scale @param {number} left @param {number} top */
function edges(board, wrap, scale, left, top) {
  return [...board.querySelectorAll('.edge > span')].map((span) => {
    const box = span.getBoundingClientRect();
    const style = getComputedStyle(span);
    const x = round(left + (box.left + box.width / 2 - wrap.left) * scale);
    const y = round(top + (box.top + box.height / 2 - wrap.top) * scale);
    const font = `font-family="${escaped(style.fontFamily)}" font-weight="600" font-size="${round(parseFloat(style.fontSize) * scale)}"`;
    const text = escaped(span.textContent ?? '');
    return `<text x="${x}" y="${y}" ${font} fill="${style.color}" text-anchor="middle" dominant-baseline="central">${text}</text>`;
  });
}

/**
 * @param {HTMLElement} board @param {HTMLElement} surface
 * @param {number} x @param {number} y @param {number} width @param {number} height
 */
function lines(board, surface, x, y, width, height) {
  const { game } = board.dataset;
  if (game === 'chess') return squares(board, x, y, width);
  const drawn = [drawing(surface, '--board-lines', x, y, width, height, colour(board, '--board-line'))];
  if (game === 'xiangqi')
    drawn.push(drawing(surface, '--river', x, y, width, height, colour(board, '--river-ink')));
  return drawn;
}

/** @param {HTMLElement} board @param {number} left @param {number} top @param {number} width */
function squares(board, left, top, width) {
  const side = width / 8;
  return Array.from({ length: 64 }, (_, at) => {
    const [column, row] = [at % 8, Math.floor(at / 8)];
    const name = (column + row) % 2 === 0 ? '--square-light' : '--square-dark';
    return rect(left + column * side, top + row * side, side, side, colour(board, name));
  });
}

/** @param {HTMLElement} square */
const lastMove = (square) => drawing(square, '--last-move', 0, 0, CELL, CELL, colour(square, '--mark-last'));

/** @param {HTMLElement} piece @param {string} game */
function man(piece, game) {
  const ink = getComputedStyle(piece, '::after').backgroundColor;
  if (game === 'chess') {
    const body = getComputedStyle(piece, '::before').backgroundColor;
    return (
      drawing(piece, '--body', 0, 0, CELL, CELL, body) + drawing(piece, '--glyph', 0, 0, CELL, CELL, ink)
    );
  }
  const black = piece.classList.contains('black');
  const faces =
    game === 'liuzichong' && black
      ? ['--stone-2', '--stone']
      : black
        ? ['--face-black', '--face-black-2']
        : ['--face', '--face-2'];
  const [face] = faces.map((name) => colour(piece, name));
  const rim = colour(piece, '--rim');
  return [
    `<circle cx="50" cy="53" r="46" fill="${rim}"/>`,
    `<circle cx="50" cy="50" r="45.3" fill="${face}" stroke="${rim}" stroke-width="1.4"/>`,
    drawing(piece, '--ring', 0, 0, CELL, CELL, ink),
    drawing(piece, '--glyph', 0, 0, CELL, CELL, ink),
  ].join('');
}

/**
 * A drawing from an image in the styles, where it is black, in another colour.
 * @param {HTMLElement} element @param {string} name
 * @param {number} x @param {number} y @param {number} width @param {number} height @param {string} ink
 */
function drawing(element, name, x, y, width, height, ink) {
  const style = getComputedStyle(element);
  const value = style.getPropertyValue(name);
  const found = /^url\("data:image\/svg\+xml,(.*)"\)$/s.exec(value.trim());
  if (!found) return '';
  const text = decodeURIComponent(found[1]);
  const parsed = new DOMParser().parseFromString(policy?.createHTML(text) ?? text, 'image/svg+xml');
  const drawn = parsed.documentElement;
  for (const each of [drawn, ...drawn.querySelectorAll('*')]) {
    const stroke = each.getAttribute('stroke');
    const fill = each.getAttribute('fill');
    if (stroke && stroke !== 'none') each.setAttribute('stroke', ink);
    if (fill && fill !== 'none') each.setAttribute('fill', ink);
  }
  // From a sheet of all men, take this one's cell.
  const figure = style.getPropertyValue('--figure');
  if (figure && style.getPropertyValue('--sheet') && (name === '--glyph' || name === '--body')) {
    const [own] = [...drawn.children].splice(Number(figure), 1);
    own.removeAttribute('transform');
    drawn.replaceChildren(own);
    drawn.setAttribute('viewBox', `0 0 ${CELL} ${CELL}`);
  }
  if (!drawn.hasAttribute('fill')) drawn.setAttribute('fill', ink);
  const place = { x, y, width, height };
  for (const [attribute, number] of Object.entries(place))
    drawn.setAttribute(attribute, String(round(number)));
  return new XMLSerializer().serializeToString(drawn).replaceAll(` xmlns="${NS}"`, '');
}

/** A colour as the page resolves it, light or dark. @param {HTMLElement} element @param {string} name */
export function colour(element, name) {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} fill */
function rect(x, y, width, height, fill) {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>`;
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
