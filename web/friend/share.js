// A link that is to be sent: by the device's own sheet, copied, or as a QR code.

/** @import { FriendApp } from './session.js' */

import { button } from '../ui/controls.js';
import { copyButton } from '../ui/copy-button.js';
import { load } from '../ui/load.js';
import { observe, reactive, update } from '../ui/reactive.js';
import { attempt } from '../ui/unloaded.js';
import { html, nothing } from '../ui/view.js';

/** The link that is to be sent now; it is made ahead, as sharing has to follow a press at once. */
export class ShownLink {
  state = reactive({
    link: /** @type {string | null} */ (null),
    /** The drawing of its QR code, while that is shown. */
    code: /** @type {{ path: string, size: number } | 'too_long' | null} */ (null),
  });

  /** @param {() => string | null | Promise<string>} make  reads signals; null: there is nothing to be sent */
  constructor(make) {
    let latest = 0;
    observe(() => {
      const made = make();
      latest += 1;
      const mine = latest;
      const isReady = made === null || typeof made === 'string';
      update(this.state, { link: isReady ? made : null, code: null });
      if (!isReady) made.then((link) => mine === latest && update(this.state, { link }));
    });
  }

  /** Show the QR code, or hide it. @param {FriendApp} app */
  async turnCode(app) {
    if (this.state.code) return update(this.state, { code: null });
    const draw = async () => {
      const { codeOf } = await load(() => import('./qr.js'));
      const { link } = this.state;
      if (link) update(this.state, { code: codeOf(link) });
    };
    await attempt(app, draw, draw);
  }
}

/** @param {FriendApp} app @param {ShownLink} shown */
export function shareButtons(app, shown) {
  const { link, code } = shown.state;
  if (!link) return nothing;
  const share = () => navigator.share({ title: app.t('friend.title'), url: link }).catch(() => {}); // closed again
  return html`<div class="row">
      ${'share' in navigator ? button('share', app.t('friend.share.share'), share, { kind: 'main' }) : nothing}
      ${copyButton(app, { name: 'friend-link', symbol: 'copy', label: app.t('friend.share.copy'), text: () => link, kind: 'share' in navigator ? '' : 'main' })}
      ${button(null, app.t(code ? 'friend.share.hide' : 'friend.share.qr'), () => shown.turnCode(app), { expanded: code !== null })}
    </div>
    ${codeView(app, code)}`;
}

/** @param {FriendApp} app @param {ShownLink['state']['code']} code */
function codeView(app, code) {
  if (!code) return nothing;
  if (code === 'too_long') return html`<p class="small muted">${app.t('friend.share.tooLong')}</p>`;
  return html`<svg class="qr" viewBox="0 0 ${code.size} ${code.size}" role="img" aria-label=${app.t('friend.share.qr')}
    ><path d=${code.path}></path></svg>`;
}
