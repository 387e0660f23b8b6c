// The interactive frame, in place of the picture that embed.js has drawn. It follows the address, plays, and
// answers the host page over the link that embed.js holds.

import { EngineClient } from '../engine/client.js';
import { readEmbedAddress, usualOptions } from '../game/embed-options.js';
import { PlaySession } from '../game/session.js';
import { DEFAULTS } from '../game/settings.js';
import { startViews } from '../game/start-views.js';
import { App } from '../game-view/app.js';
import { hintPanel } from '../game-view/hint-panel.js';
import { listenForKeys } from '../game-view/keys.js';
import { lazyClocks } from '../game-view/lazy-clocks.js';
import { Speech } from '../game-view/live-region.js';
import { applyTheme } from '../shell/theme.js';
import { load } from '../ui/load.js';
import { observe, onChange, update } from '../ui/reactive.js';
import { unloadedCard } from '../ui/unloaded.js';
import { byId, mount } from '../ui/view.js';
import { chooseLanguage, Words } from '../ui/words.js';
import { frameBoard } from './board.js';
import { Frame, settingsOf } from './frame.js';
import { hostApi } from './host-api.js';
import { bottomLine, problemCard, topLine } from './views.js';
import { followHeight, leaveWithPage, restUnseen } from './visibility.js';

const site = new URL('../', import.meta.url);
const { options: asked, faults } = readEmbedAddress(location.search);
const options = { ...usualOptions(), ...asked };

// In a puzzle a hint may need the engine. In other modes it loads with the first touch.
const engine = new EngineClient({ base: site, autoStart: options.mode === 'puzzle' && 'go' });
const [words, puzzle] = await Promise.all([
  Words.load(chooseLanguage([options.lang, ...navigator.languages])),
  options.mode === 'puzzle' ? puzzleParts() : null,
]);
const play = puzzle
  ? null
  : new PlaySession({
      client: engine,
      startViews: await startViews(site),
      clocks: () => ({ limits: () => frame.limits, left: () => null }),
    });
const session = puzzle?.session ?? /** @type {PlaySession} */ (play);
const app = new App({
  session,
  client: engine,
  settings: { ...DEFAULTS, ...settingsOf(options) },
  keep: () => true,
  words,
  languages: navigator.languages,
});
const frame = new Frame({ app, play, puzzle, options, faults });
onChange(
  () => frame.state.options,
  (options) => update(app.settings, settingsOf(options)),
);

const opened = frame.open();
if (!puzzle && options.pgn === null) await opened;

const place = byId('frame');
const middle = byId('board');
const speech = new Speech(app, puzzle ? () => puzzle.goal(app) : undefined);
applyTheme(app);
frameBoard(app, frame, middle, speech);
mount(emptied('top'), topLine(app, frame));
mount(emptied('bottom'), bottomLine(app, frame, site));
mount(place, hintPanel(app), problemCard(app, frame), unloadedCard(app), speech.view);
observe(() => {
  const { controls, bg } = frame.options;
  document.documentElement.dataset.controls = controls ? 'all' : 'none';
  document.documentElement.style.setProperty('--bg', bg);
  document.title = app.t(`frame.title.${app.state.game.game}`);
  byId('bottom').setAttribute('aria-label', app.t('game-view.tool.name'));
});
speech.listen();
listenForKeys(app);

if (play) {
  const options = { say: (/** @type {string} */ sentence) => speech.say(sentence), plays: () => frame.plays };
  await lazyClocks(/** @type {App<PlaySession>} */ (app), options);
}

restUnseen(engine, session);
leaveWithPage(engine, () => session.state.game.game);
if (!puzzle) await opened; // the state in `ready` has the moves of a PGN

const api = hostApi(app, frame);
/** Null until embed.js connects us. @type {import('./host-link.js').HostLink | null} */
let link = null;

/** Answers a request of the host page. */
export const { answer } = api;

/** Somebody has pressed the picture. */
export const touch = () => frame.touch();

/**
 * From now on tell the host page what happens.
 * @param {import('./host-link.js').HostLink} to
 * @param {boolean} greeted  whether it has been told `ready` already
 */
export function connect(to, greeted) {
  link = to;
  api.report(to);
  to.tell({ ...api.state(), type: greeted ? 'state' : 'ready' });
  for (const { option, value, allowed } of faults) {
    to.tell({
      type: 'error',
      code: 'bad_option',
      message: `${option} cannot be '${value}' (possible: ${allowed})`,
      option,
    });
  }
  followHeight(place, middle, (size) => to.tell({ type: 'resize', ...size }));
  const fault = (/** @type {string} */ message) => to.tell({ type: 'error', code: 'fault', message });
  addEventListener('error', ({ message }) => fault(message));
  addEventListener('unhandledrejection', ({ reason }) => fault(String(reason)));
}

/** A line of the frame, without the picture's content. @param {'top' | 'bottom'} id */
function emptied(id) {
  const line = byId(id);
  line.replaceChildren();
  return line;
}

/** @returns {Promise<import('./puzzle.js').FramePuzzle>} */
async function puzzleParts() {
  const { framePuzzle } = await load(() => import('./puzzle.js'));
  return framePuzzle({ client: engine, site, onResult: (news) => link?.tell({ type: 'puzzle', ...news }) });
}
