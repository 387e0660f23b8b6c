// @ts-check
// The move typed, and what can be done with the puzzle: a link to it.

/** @import { Room } from './puzzle-panel.js' */

import { isOwn, puzzleAddress } from '../puzzle/address.js';
import { copyText } from './clipboard.js';
import { h, icon, say } from './dom.js';
import { typedMove } from './entry.js';
import { mount } from './view.js';

/** @param {Room} room */
export function typedEntry({ app, session, trainer }) {
  const typed = h('div');
  mount(typed, typedMove(app));
  const link = h('button', { class: 'btn', type: 'button' }, icon('link'), h('span'));
  link.addEventListener('click', () => {
    const { puzzle } = session.state;
    if (puzzle) copyText(app, puzzleAddress(location.href, puzzle), link);
  });
  const play = h('a', { class: 'btn' }, icon('scales'), h('span'));
  app.watch(
    () => [session.state.puzzle, session.state.phase, trainer.state.mode],
    () => {
      const { puzzle, phase } = session.state;
      typed.hidden = phase === 'solved' || phase === 'shown' || !puzzle;
      link.hidden = !puzzle;
      play.hidden = !puzzle || (phase !== 'solved' && phase !== 'shown' && !isOwn(puzzle));
      say(/** @type {Element} */ (link.lastElementChild), app.t('puzzle.copyLink'));
      say(/** @type {Element} */ (play.lastElementChild), app.t('puzzle.playOn'));
      if (puzzle) {
        const url = new URL('./', location.href);
        url.searchParams.set('game', puzzle.game);
        url.searchParams.set('fen', puzzle.fen.replaceAll(' ', '_'));
        play.href = url.href;
      }
    },
  );
  return h('section', { class: 'entry' }, typed, h('div', { class: 'row copies' }, link, play));
}
