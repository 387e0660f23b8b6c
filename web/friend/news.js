// What was made of a link, in words.

/** @import { Key } from '../ui/words.js' */
/** @import { FriendApp } from './session.js' */

import { html, nothing } from '../ui/view.js';

/** That a move or an invitation has arrived is seen without words. */
const SEEN = ['news', 'invitation', 'watch'];

/** @param {FriendApp} app */
export function newsLine(app) {
  const { news, unkept } = app.session.friend;
  const keys = [news && !SEEN.includes(news) && `friend.news.${news}`, unkept && 'friend.unkept'];
  const lines = keys.filter((key) => typeof key === 'string');
  if (lines.length === 0) return nothing;
  return html`<div class="news" role="status" data-news=${news ?? ''}>
    ${lines.map((key) => html`<p>${app.t(/** @type {Key} */ (key))}</p>`)}
  </div>`;
}
