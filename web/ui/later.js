// The parts that a page shows only when needed: hints, the end of a game and the law behind it, notices, and
// the values of the moves in a solved game.

/** @import { App } from './app.js' */
/** @import { Remarks } from './board-view.js' */

import './common.js';
import { explanationShapes } from './explanation.js';
import { worthHere, worthInWords, worthShapes } from './worth.js';

export { engineDetails } from './engine-details.js';
export { explanationPanel, explanationVeil } from './explanation.js';
export { hintPanel } from './hint-panel.js';
export { noticeList } from './notices.js';
export { verdict } from './verdict.js';
export { solvedReviewMarks, solvedReviewPanel, worthPanel } from './worth.js';

/** Remarks of the board on the current position. @param {App} app @returns {Remarks} */
export function remarks(app) {
  const values = worthHere(app) ?? [];
  return {
    shapes: [...worthShapes(values), ...explanationShapes(app)],
    notes: new Map(values.map((value) => [value.uci, worthInWords(app, value)])),
  };
}
