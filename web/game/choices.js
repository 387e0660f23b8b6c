// How a board may look, and how long a position is analysed: lists for settings and other options. It imports
// nothing, because a page reads the looks before its first paint.

export const PIECES = /** @type {const} */ (['trad', 'simp', 'west', 'wxf']);
export const MEN = /** @type {const} */ (['classic', 'flat', 'coloured']);
export const BOARDS = /** @type {const} */ (['wood', 'paper', 'jade', 'slate', 'rosewood']);
export const SPEEDS = /** @type {const} */ (['off', 'fast', 'normal', 'slow']);

/** How long a position is analysed: `time` in seconds, `depth` in plies. @typedef {typeof ANALYSIS_LIMITS[number]} AnalysisLimit */

export const ANALYSIS_LIMITS = /** @type {const} */ ([
  'infinite',
  'time 5',
  'time 20',
  'time 60',
  'depth 12',
  'depth 18',
  'depth 24',
  'nodes 300000',
  'nodes 3000000',
  'nodes 30000000',
]);

/**
 * The data attributes by which style sheets know the looks; null: the usual look, which tokens.css has. All others
 * are in looks.css.
 * @param {{ board?: string, men?: string, large?: boolean }} settings
 * @param {boolean} contrast  whether there is more of it
 */
export const looksOf = ({ board, men, large }, contrast) => ({
  contrast: contrast ? 'more' : null,
  board: !board || board === BOARDS[0] ? null : board,
  men: !men || men === MEN[0] ? null : men,
  print: large ? 'large' : null,
});
