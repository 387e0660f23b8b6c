// What the play page loads once the engine is there, as one script that uses the chunks loaded already.

/** @import { App } from '../game-view/app.js' */

import '../storage/common.js';
import '../game-view/common.js';
import { SITE } from '../shell/board-page.js';
import { useWithoutNetwork } from '../shell/offline.js';
import { useThreads } from '../shell/threads.js';
import { followKeptEndings } from '../tablebase/follow-tables.js';
import { KeptTables } from '../tablebase/kept-tables.js';
import { prepareSound } from '../ui/prepare-sound.js';

/** Opens the import dialog. @typedef {(given: { text?: string, file?: File }) => unknown} OpenImport */

/** @param {App} app @param {Parameters<typeof followKeptEndings>[0]} session @param {OpenImport} openImport */
export function afterEngine(app, session, openImport) {
  useThreads(app);
  prepareSound(app);
  useWithoutNetwork(app, SITE, ['learn']); // a lesson is one press away
  followKeptEndings(session, app.client, new KeptTables());
  takeWhatIsSent(openImport);
}

/** Import a text shared with the installed page, or a file opened with it: see manifest.webmanifest. @param {OpenImport} openImport */
function takeWhatIsSent(openImport) {
  const query = new URLSearchParams(location.search);
  const text = query.get('text') || query.get('title'); // some programs share a text as its own title
  if (text) {
    history.replaceState(null, '', location.pathname); // a reload does not bring it again
    openImport({ text });
  }
  /** @type {any} */ (window).launchQueue?.setConsumer(async (/** @type {any} */ { files }) => {
    if (files.length > 0) openImport({ file: await files[0].getFile() });
  });
}
