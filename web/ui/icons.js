// The drawings of buttons.

import { html } from './view.js';

/** Simple strokes in a field of 24 by 24. @type {Record<string, string>} */
export const ICONS = {
  new: 'M12 5v14M5 12h14',
  back: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  redo: 'M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6',
  hint: 'M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-1 1-1 2-1 2H9s0-1-1-2Z',
  flip: 'M7 4v14M3 14l4 4 4-4M17 20V6M13 10l4-4 4 4',
  flag: 'M6 21V4M6 4h11l-2 4 2 4H6',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4v6M9 14v6',
  first: 'M18 6 10 12l8 6ZM6 6v12',
  previous: 'M16 6 8 12l8 6Z',
  next: 'M8 6l8 6-8 6Z',
  last: 'M6 6l8 6-8 6ZM18 6v12',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  offline: 'M9 6.5A6 6 0 0 1 18 10a4 4 0 0 1 2.3 6.6M16 18H7a4.5 4.5 0 0 1-.6-8.9M4 4l16 16',
  warn: 'M12 4 2.5 20h19ZM12 10v4M12 17h.01',
  info: 'M12 11v6M12 7h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  close: 'M6 6l12 12M18 6 6 18',
  done: 'M5 12l5 5L19 7',
  stop: 'M7 7h10v10H7Z',
  play: 'M8 5l11 7-11 7Z',
  import: 'M12 4v11M7 10l5 5 5-5M4 20h16',
  export: 'M12 15V4M7 9l5-5 5 5M4 20h16',
  file: 'M14 3H6v18h12V7ZM14 3v4h4',
  pen: 'M5 19l1-4L16 5l3 3L9 18ZM14 7l3 3',
  bin: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  games: 'M4 5h5v15H4ZM9 5h5v15H9ZM15 6l4-1 2 14-4 1Z',
  scales: 'M12 4v16M7 20h10M5 7h14M5 7l-3 7h6ZM19 7l-3 7h6Z',
  copy: 'M9 9h11v11H9ZM5 15H4V4h11v1',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.6 1.6M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.6-1.6',
  graph: 'M4 4v16h16M7 15l4-5 4 3 5-7',
  book: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1ZM12 6v14',
  skip: 'M5 6l8 6-8 6ZM18 6v12',
  filter: 'M4 6h16M7 12h10M10 18h4',
  pencil: 'M4 20l1-5L16 4l4 4L9 19ZM14 6l4 4',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7Z',
  check: 'M4 12l4 4L18 6M14 18h6',
  target: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM12 2v6M12 16v6M2 12h6M16 12h6',
  hand: 'M6 3.5l12.5 9-5.5 1 3 5.6-2.6 1.4-3-5.6L6 19Z',
  setUp: 'M5 5h14v14H5ZM5 9.7h14M5 14.3h14M9.7 5v14M14.3 5v14',
  empty: 'M5 5h14v14H5Z',
  mirror: 'M12 3.5v17M9 7v10H3.5ZM15 7v10h5.5Z',
  swap: 'M4 8.5h15l-4-4M20 15.5H5l4 4',
  share:
    'M8.4 13.2l7.2 3.6M15.6 7.2l-7.2 3.6M18 3.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5ZM6 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5ZM18 15.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5Z',
};

/** The icon of that name. @param {keyof typeof ICONS & string} name */
export const iconView = (name) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

/** A piece in running text. @param {'red' | 'white' | 'black'} side @param {string} role @param {string} game @param {string} pieces  the set */
export const pieceView = (side, role, game, pieces) =>
  html`<span class="men" data-game=${game} data-pieces=${pieces}
    ><i class="man ${side === 'black' ? 'black' : 'white'} ${role}-piece" aria-hidden="true"></i
  ></span>`;
