// Runs before everything else, and is written into every page, so that it is there whatever else is missing: says so
// when a page has not loaded, and fetches style sheets that did not arrive again.

/** @import { Key } from '../ui/words.js' */

import { chooseLanguage } from '../ui/languages.js';

/** What is said here, in every language: the build takes it from the texts. @type {Record<Key, Record<string, string>>} */
const TEXTS = /** @type {any} */ (globalThis).TEXTS;
/** A page that has not started by then says so; it may still come. */
const PATIENCE_MS = 15_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;
let started = false;

function language() {
  let chosen = new URLSearchParams(location.search).get('lang');
  try {
    chosen ??= JSON.parse(localStorage.getItem('cannonfish.settings') ?? '{}').lang;
  } catch {
    // No storage, or nothing readable in it.
  }
  return chooseLanguage([String(chosen), navigator.language]);
}

/** Reload, past the browser's cache: a host may have sent a page with status 200 in place of a script. */
async function loadAnew() {
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  await Promise.allSettled(files.map((file) => fetch(file, { cache: 'reload' })));
  location.reload();
}

function say() {
  if (document.readyState === 'loading') return document.addEventListener('DOMContentLoaded', say);
  if (document.getElementById('stalled')) return;
  const spoken = language();
  const card = document.createElement('div');
  const text = document.createElement('p');
  const button = document.createElement('button');
  card.id = 'stalled';
  card.className = 'unloaded';
  text.setAttribute('role', 'alert');
  text.textContent = TEXTS['ui.unloaded.page'][spoken];
  button.className = 'btn';
  button.textContent = TEXTS['ui.retry'][spoken];
  button.addEventListener('click', loadAnew);
  card.append(text, button);
  document.body.append(card);
}

/** @param {Element} link */
const fetchAgain = (link) => link.replaceWith(link.cloneNode());

/** @param {EventTarget | null} target @returns {target is HTMLLinkElement} */
const isSheet = (target) => target instanceof HTMLLinkElement && target.rel === 'stylesheet';

/** @param {Event} event */
function failed({ target }) {
  if (isSheet(target)) {
    const failures = Number(target.dataset.failed ?? 0);
    target.dataset.failed = String(failures + 1);
    setTimeout(fetchAgain, Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS), target);
  }
  const isScript = target instanceof HTMLScriptElement && target.type === 'module';
  if (!started && (isScript || target === window)) say();
}

addEventListener('error', failed, true);
document.addEventListener('load', ({ target }) => isSheet(target) && delete target.dataset.failed, true);
addEventListener('online', () => document.querySelectorAll('link[data-failed]').forEach(fetchAgain));
addEventListener('unhandledrejection', () => started || say());
addEventListener('stalled', say);
addEventListener('started', () => {
  started = true;
  document.getElementById('stalled')?.remove();
});
setTimeout(() => started || say(), PATIENCE_MS);
