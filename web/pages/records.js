// @ts-check
// What the play page needs only when a game is brought in or taken along: it is fetched when somebody asks for it, and
// opens with the page's App, so that it shares nothing but that.

/** @import { PlaySession } from '../game/session.js' */
/** @import { App } from '../ui/app.js' */

import { exportDialog } from '../ui/export-dialog.js';
import { importDialog } from '../ui/import-dialog.js';

export { BUILT } from '../ui/built.js';

/** @typedef {{ bring: ReturnType<typeof importDialog>, take: ReturnType<typeof exportDialog> }} Dialogs */

/** The two dialogs, put into the page. @param {App<PlaySession>} app @returns {Promise<Dialogs>} */
export async function recordDialogs(app) {
  await styled(new URL('../ui/records.css', import.meta.url));
  const dialogs = { bring: importDialog(app), take: exportDialog(app) };
  for (const { node } of Object.values(dialogs)) document.body.append(node);
  return dialogs;
}

/** Resolves when the style is there, or cannot be had. @param {URL} url @returns {Promise<void>} */
function styled(url) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url.href;
  return new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
    document.head.append(link);
  });
}
