// The ladders of levels, weakest first: the files that Python reads (cannonfish/games/levels.py explains them).

import standard from '../../py/engine/cannonfish/games/levels.json' with { type: 'json' };
import liuzichong from '../../py/engine/cannonfish/games/liuzichong/levels.json' with { type: 'json' };

/** What the page needs to know of a level. @typedef {{ nodes?: number, book?: boolean, perfect?: boolean }} Level */

/** Of Xiangqi and chess. @type {readonly Level[]} */
export const STANDARD = standard;
/** @type {readonly Level[]} */
export const LIUZICHONG = liuzichong;
