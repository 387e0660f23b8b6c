// Runs before the first paint, so that a page chosen dark does not begin bright. The build makes it a plain script,
// because modules wait for the document; whatever it cannot know, theme.js sets a moment later. It also asks for the
// texts, which the page needs together with its scripts.

import { looksOf } from '../game/choices.js';
import { chooseLanguage } from '../ui/languages.js';

/** @type {Record<string, any>} */
let chosen = {};
try {
  chosen = JSON.parse(localStorage.getItem('cannonfish.settings') ?? '{}') ?? {};
} catch {
  // No storage, or nothing readable in it: the system's choice applies.
}
const root = document.documentElement;
const query = new URLSearchParams(location.search);
const wishes = [query.get('lang') ?? chosen.lang, ...navigator.languages];
const texts = `texts/${chooseLanguage(wishes)}.json`;
const named = JSON.parse(document.getElementById('files')?.textContent ?? '{}');
const preload = { rel: 'preload', as: 'fetch', crossOrigin: '', href: named[texts] ?? texts };
document.head.append(Object.assign(document.createElement('link'), preload));
const theme = query.get('theme') ?? chosen.theme;
if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
const draw = (/** @type {string} */ name) =>
  document.querySelector(`link[data-draws="${CSS.escape(name)}"]`)?.removeAttribute('disabled');
const contrast = chosen.contrast ?? matchMedia('(prefers-contrast: more)').matches;
for (const [name, value] of Object.entries(looksOf(chosen, contrast))) {
  if (!value) continue;
  root.dataset[name] = value;
  draw('looks');
}
// The room for the board is that of the game: the same choice as in game/address.js and play/page.js.
const asks = ['fen', 'moves', 'level', 'side'].some((name) => query.has(name));
const game = query.get('game') ?? (asks || root.dataset.page !== 'play' ? null : chosen.game);
if (game === 'chess' || game === 'liuzichong') root.dataset.plays = game;
// The drawings that the board will most likely need: see look.js.
const language = wishes.find(Boolean) ?? '';
const usual = /^zh(-(hans|cn|sg).*)?$/i.test(language) ? 'simp' : 'trad';
const drawings = root.dataset.plays ?? chosen.pieces ?? usual;
draw(drawings);
