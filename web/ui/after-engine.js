// @ts-check
// What the play page loads when the engine is there: in one script, with the chunks that the page has already.

import '../storage/common.js';
import './common.js';

export { followKeptEndings } from '../endings/kept-endings.js';
export { KeptTables } from '../storage/tables.js';
export { prepareSound } from './sound.js';
export { useThreads } from './threads.js';
export { useWithoutNetwork } from './without-network.js';
