// The field for a typed move, a link to the puzzle, and a way to play on from it.

/** @import { PuzzleParts } from './panel.js' */

import { typedMove } from '../game-view/move-field.js';
import { copyButton } from '../ui/copy-button.js';
import { iconView } from '../ui/icon-view.js';
import { html, nothing, when } from '../ui/view.js';
import { isOwn, puzzleAddress } from './address.js';
import { isDone } from './puzzle.js';

/** @param {PuzzleParts} parts */
export function typedEntry({ app, session }) {
  const typed = typedMove(app);
  return () => {
    const { puzzle, phase } = session.state;
    if (!puzzle) return nothing;
    return html`<section class="entry">
      <div ?hidden=${isDone(phase)}>${typed()}</div>
      <div class="row copies">
        ${copyButton(app, {
          name: 'puzzle',
          symbol: 'link',
          label: app.t('puzzles.copyLink'),
          text: () => puzzleAddress(location.href, puzzle),
        })}
        ${when(
          isDone(phase) || isOwn(puzzle),
          () =>
            html`<a class="btn" href=${playAddress(puzzle)}>${iconView('play')}<span>${app.t('puzzles.playOn')}</span></a>`,
        )}
      </div>
    </section>`;
  };
}

/** The address that plays on from the position. @param {import('./puzzle.js').Puzzle} puzzle */
function playAddress({ game, fen }) {
  const url = new URL('./', location.href);
  url.searchParams.set('game', game);
  url.searchParams.set('fen', fen.replaceAll(' ', '_'));
  return url.href;
}
