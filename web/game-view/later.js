// The parts that a page shows only when needed: hints, the end of a game and the law behind it, notices, and
// the values of the moves in a solved game.

/** @import { App } from './app.js' */
/** @import { Remarks } from './board-view.js' */

import './common.js';
import { explanationShapes } from './law-steps.js';
import { worthHere, worthInWords, worthShapes } from './solved-panel.js';

export { engineDetails } from '../play/engine-details.js';
export { noticeList } from '../shell/notices.js';
export { hintPanel } from './hint-panel.js';
export { explanationPanel, explanationVeil } from './law-steps.js';
export { verdict } from './outcome-card.js';
export { solvedReviewMarks, solvedReviewPanel, worthPanel } from './solved-panel.js';

/** Remarks of the board on the current position. @param {App} app @returns {Remarks} */
export function remarks(app) {
  const values = worthHere(app) ?? [];
  return {
    shapes: [...worthShapes(values), ...explanationShapes(app)],
    notes: new Map(values.map((value) => [value.uci, worthInWords(app, value)])),
  };
}
