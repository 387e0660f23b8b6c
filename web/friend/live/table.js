// What a page needs for live games: the connection, the clocks, and the panel beside the board.

/** @import { FriendApp } from '../session.js' */
/** @import { Lobby } from '../lobby.js' */

import { serversOf } from '../../game/ice-servers.js';
import { clockFace, keepAwake, tellOfTime } from '../../game-view/clocks.js';
import { onChange } from '../../ui/reactive.js';
import { LiveClocks } from './clocks.js';
import { Connection, newCertificate } from './connection.js';
import { Live } from './live.js';
import { Meeting } from './meeting.js';
import { livePanel } from './panel.js';

/** @typedef {ReturnType<typeof liveTable>} LiveTable */

/**
 * @param {FriendApp} app
 * @param {{ page: string, lobby: Lobby, say: (sentence: string) => void }} parts  page: the address of the friend page
 */
export function liveTable(app, { page, lobby, say }) {
  const { session } = app;
  app.words.add(JSON.parse(/** @type {any} */ (globalThis).LATE_TEXTS)); // the build puts them here
  const servers = () => serversOf(app.settings.iceServers);
  const live = new Live(session);
  const meeting = new Meeting(session, live, {
    page,
    connect: (parts) => new Connection({ ...parts, servers: servers() }),
    asksServers: () => servers().length > 0,
    newCertificate,
    tabs: new BroadcastChannel('cannonfish-live'),
  });
  /** @type {LiveClocks} */
  const clocks = new LiveClocks(session, {
    onEvent: (side, event) => tellOfTime(app, side, event, { clocks, say }),
  });
  app.clocks.now = Object.assign(clocks, {
    face: (/** @type {import('../../game/types.js').Side} */ side) => clockFace(app, clocks, side),
  });
  keepAwake(() => clocks.running !== null);
  document.addEventListener('visibilitychange', () => live.sayHowFar());
  onChange(
    () => session.record?.invitation.id,
    (id) => {
      if (id && id === live.game) return meeting.follow(id);
      meeting.leave();
      meeting.resume();
    },
  );
  onChange(
    () => session.isLive || !session.record?.guest,
    (isWaitedFor) => isWaitedFor || meeting.state.phase === 'failed' || meeting.leave(), // it goes on by link
  );
  meeting.resume();
  const waits = () => meeting.isHere && !['failed', 'playing'].includes(meeting.state.phase);
  const isShown = () => session.isLive || waits();
  return { live, meeting, isShown, view: livePanel(app, { live, meeting, lobby }) };
}
