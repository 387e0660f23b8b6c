// What the play page loads once the engine is there, as one script that uses the chunks loaded already.

/** @import { App } from './app.js' */

import '../storage/common.js';
import './common.js';
import { followKeptEndings } from '../endings/kept-endings.js';
import { KeptTables } from '../storage/tables.js';
import { prepareSound } from './prepare-sound.js';
import { useThreads } from './threads.js';
import { useWithoutNetwork } from './without-network.js';

/** @param {App} app @param {Parameters<typeof followKeptEndings>[0]} session @param {URL} site */
export function afterEngine(app, session, site) {
  useThreads(app);
  prepareSound(app);
  useWithoutNetwork(app, site, ['learn']); // a lesson is one press away
  followKeptEndings(session, app.client, new KeptTables());
}
