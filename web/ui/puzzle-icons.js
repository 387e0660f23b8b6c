// @ts-check
// Drawings of the puzzle page alone, in the manner of dom.js.

/** @type {Record<string, string>} */
export const PUZZLE_ICONS = {
  graph: 'M4 4v16h16M7 15l4-5 4 3 5-7',
  book: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1ZM12 6v14',
  skip: 'M5 6l8 6-8 6ZM18 6v12',
  filter: 'M4 6h16M7 12h10M10 18h4',
  pencil: 'M4 20l1-5L16 4l4 4L9 19ZM14 6l4 4',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7Z',
  check: 'M4 12l4 4L18 6M14 18h6',
};
