// Reads a friend's QR code with the camera, in browsers that have a BarcodeDetector.

/** @import { FriendApp } from './session.js' */

import { sleep } from '../game/session-base.js';
import { makeDialog } from '../ui/dialog.js';
import { reactive, update } from '../ui/reactive.js';
import { html } from '../ui/view.js';

/** How often it looks. */
const LOOK_MS = 200;

/**
 * @param {FriendApp} app
 * @param {{ isWanted: (text: string) => boolean, found: (text: string) => unknown }} of
 */
export function scanDialog(app, { isWanted, found }) {
  const state = reactive({ refused: false });
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  const dialog = makeDialog(app, {
    name: 'scan',
    title: 'friend.scan.title',
    body: () => html`<div class="form">
      ${state.refused ? html`<p role="alert">${app.t('friend.scan.refused')}</p>` : html`<p>${app.t('friend.scan.text')}</p>`}
      ${video}
    </div>`,
  });
  dialog.node.addEventListener('close', () => {
    for (const track of streamOf(video)?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  });

  async function look() {
    update(state, { refused: false });
    try {
      video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      await video.play();
    } catch {
      update(state, { refused: true }); // no camera, or no permission
      return;
    }
    const detector = new /** @type {any} */ (globalThis).BarcodeDetector({ formats: ['qr_code'] });
    while (dialog.node.open) {
      const codes = await detector.detect(video).catch(() => []); // not yet a picture
      const text = codes.map((/** @type {any} */ { rawValue }) => rawValue).find(isWanted);
      if (text) {
        dialog.close();
        found(text);
        return;
      }
      await sleep(LOOK_MS);
    }
  }

  return {
    ...dialog,
    open: () => {
      dialog.open();
      look();
    },
  };
}

/** @param {HTMLVideoElement} video */
const streamOf = ({ srcObject }) => /** @type {MediaStream | null} */ (srcObject);
