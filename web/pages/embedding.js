// The page about embedding: every option to be tried on a live board, the line to copy, and what a program can do.

/** @import { EmbedOptions } from '../game/embed-options.js' */
/** @typedef {typeof import('../i18n/embedding.en.js').default} Text */

import '../storage/common.js';
import '../ui/basics.js';
import { computed } from '@preact/signals-core';
import { embedAddress, OPTIONS, readOptions } from '../game/embed-options.js';
import { elementSnippet, frameSnippet } from '../game/embed-snippet.js';
import { levelsOf, USUAL } from '../game/games.js';
import { observe, reactive, update } from '../game/reactive.js';
import { chooseLanguage, FALLBACK } from '../i18n/choose.js';
import { textsOf } from '../i18n/texts.js';
import { KeptSettings } from '../storage/settings.js';
import { button } from '../ui/buttons.js';
import { languageSelect, orRefuse } from '../ui/language-select.js';
import { html, mount, nothing } from '../ui/view.js';

const SITE = new URL('../', import.meta.url);
/** Not offered here: the host page sets them. @type {ReadonlyArray<keyof EmbedOptions>} */
const OPEN = ['id', 'origin'];
/** What people want most, on top. */
const FIRST = ['mode', 'pgn', 'fen', 'moves', 'color', 'level', 'puzzle', 'theme', 'pieces', 'lang'];
/** @param {string} name */
const place = (name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
const NAMES = /** @type {Array<keyof EmbedOptions>} */ (Object.keys(OPTIONS))
  .filter((name) => !OPEN.includes(name))
  .sort((a, b) => place(a) - place(b));
/** @type {Record<'play' | 'view' | 'puzzle', Record<string, string>>} */
const EXAMPLES = {
  play: {},
  view: { mode: 'view', moves: 'h2e2,h9g7,h0g2,i9h9,i0h0,b9c7', ply: '0' },
  puzzle: { mode: 'puzzle', puzzle: 'daily' },
};

const { lang = null, ...given } = Object.fromEntries(new URLSearchParams(location.search));
const state = reactive({
  language: chooseLanguage([lang, new KeptSettings().now.lang, ...navigator.languages]),
  /** The page's texts in that language, once loaded. */
  text: /** @type {Text | null} */ (null),
  /** The header's texts. */
  names: /** @type {Record<string, string>} */ ({}),
  /** The options as written in their fields. */
  fields: /** @type {Record<string, string>} */ (given),
  kind: /** @type {'element' | 'frame'} */ ('element'),
  copied: false,
});
const read = computed(() => readOptions(state.fields));
const live = document.createElement('div');
live.className = 'live';

/** The language that was chosen last. */
let wanted = state.language;

/** Rejects if its texts cannot be loaded. @param {string} language */
async function speak(language) {
  wanted = language;
  /** @type {[Text, Record<string, string>]} */
  const [text, names] = await Promise.all([textsOf('embedding', language), textsOf('app', language)]);
  if (language !== wanted) return; // another one was chosen meanwhile
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-words]')))
    node.textContent = names[/** @type {string} */ (node.dataset.words)];
  document.documentElement.lang = language;
  document.title = `Cannonfish: ${text.title}`;
  dispatchEvent(new Event('started'));
  update(state, { language, text, names });
}

function content() {
  const { text } = state;
  if (!text) return nothing;
  return html`<h1>${text.title}</h1>
    <p class="lead">${text.lead}</p>
    <section class="own">
      <div>
        <h2>${text.own.title}</h2>
        <p>${text.own.text}</p>
      </div>
      <a class="btn" href="./">${text.own.link}</a>
    </section>
    ${trial(text)} ${text.sections.map(section)}`;
}

/** A live board, every option, and the line that makes it. @param {Text} text */
function trial(text) {
  const { kind, copied } = state;
  const { options } = read.value;
  const start = (/** @type {keyof typeof EXAMPLES} */ name) => html`<button
    class="btn"
    type="button"
    aria-pressed=${(options.mode ?? 'play') === name}
    @click=${() => change(EXAMPLES[name])}
  >
    ${text.kinds[name]}
  </button>`;
  return html`<section class="trial" aria-label=${text.try}>
    <div class="shown">
      <div class="row">${start('play')} ${start('view')} ${start('puzzle')}</div>
      <div class="copy">
        <div class="row between">
          <h2 class="small">${text.snippet}</h2>
          <div class="seg" role="group">${(/** @type {const} */ (['element', 'frame'])).map(
            (name) => html`<label>
              <input
                type="radio"
                name="kind"
                value=${name}
                .checked=${kind === name}
                @change=${() => update(state, { kind: name, copied: false })}
              /><span>${text[name]}</span>
            </label>`,
          )}</div>
        </div>
        <pre><code class="snippet" tabindex="0">${snippetOf(options)}</code></pre>
        ${button('copy', copied ? text.copied : text.copy, copySnippet, { kind: 'main' })}
      </div>
      ${live}
    </div>
    <form class="options">
      <h2>${text.options}</h2>
      ${NAMES.map((name) => field(name, text))}
    </form>
  </section>`;
}

/** @param {Record<string, string>} fields */
const change = (fields) => update(state, { fields, copied: false });

/** @param {keyof EmbedOptions} name @param {Text} text */
function field(name, text) {
  const about = text.about[/** @type {keyof typeof text.about} */ (name)];
  return html`<div class="option">
    <label for=${name}><code>${name}</code></label>
    ${input(name, text)}
    <p class="small muted" id="about-${name}">${about}</p>
  </div>`;
}

/** @param {keyof EmbedOptions} name @param {Text} text */
function input(name, text) {
  const { usual } = OPTIONS[name];
  // Liuzichong has fewer levels than the other games.
  const levels = levelsOf(read.value.options.game ?? USUAL).length;
  const allowed = name === 'level' ? `1 – ${levels}` : OPTIONS[name].allowed;
  const free = ['lang', 'bg', 'pgn'].includes(name); // their allowed values are only examples
  const choices = /^[\w-]+(, [\w-]+)+$/.test(allowed) && !free ? allowed.split(', ') : null;
  const isWrong = read.value.faults.some(({ option }) => option === name);
  const value = state.fields[name] ?? '';
  const note = `about-${name}`;
  const changed = (/** @type {any} */ { target }) => change({ ...state.fields, [name]: target.value.trim() });
  if (choices) {
    return html`<select id=${name} aria-describedby=${note} @change=${changed}>
      ${['', ...choices].map(
        (each) => html`<option value=${each} .selected=${each === value}>${each || text.usual}</option>`,
      )}
    </select>`;
  }
  if (name === 'pgn') {
    return html`<textarea
      id=${name}
      rows="3"
      spellcheck="false"
      aria-describedby=${note}
      aria-invalid=${isWrong || nothing}
      .value=${value}
      @change=${changed}
    ></textarea>`;
  }
  return html`<input
    id=${name}
    type="text"
    spellcheck="false"
    placeholder=${typeof usual === 'number' ? `${usual} (${allowed})` : allowed}
    aria-describedby=${note}
    aria-invalid=${isWrong || nothing}
    .value=${value}
    @change=${changed}
  />`;
}

/** @param {Partial<EmbedOptions>} given */
function boardOf(given) {
  const node = document.createElement('xiangqi-board');
  node.setAttribute('base', SITE.href);
  for (const [name, value] of attributes({ lang: state.language, ...given })) node.setAttribute(name, value);
  return node;
}

/** Options as attributes. @param {Partial<EmbedOptions>} given @returns {Array<[string, string]>} */
function attributes(given) {
  const { searchParams } = new URL(embedAddress('https://example.org/', given));
  return [...searchParams].map(([name, value]) => [
    name,
    name === 'fen' ? value.replaceAll('_', ' ') : value,
  ]);
}

/** @param {Partial<EmbedOptions>} given */
function snippetOf(given) {
  return state.kind === 'element'
    ? elementSnippet(SITE.href, attributes(given))
    : frameSnippet(embedAddress(new URL('embed.html', SITE), given));
}

/** @param {Text['sections'][number]} part */
function section({ title, text, code, link }) {
  const filled = code?.replaceAll('{base}', SITE.href).replaceAll('{origin}', SITE.origin);
  return html`<section>
    <h2>${title}</h2>
    ${text.map((paragraph) => html`<p>${paragraph}</p>`)}
    ${filled ? html`<pre><code tabindex="0">${filled}</code></pre>` : nothing}
    ${link ? html`<p><a href=${link.href}>${link.text}</a></p>` : nothing}
  </section>`;
}

async function copySnippet() {
  try {
    await navigator.clipboard.writeText(snippetOf(read.value.options));
    state.copied = true;
  } catch {
    // Not allowed here: the text is selected, to be copied by hand.
    getSelection()?.selectAllChildren(/** @type {Element} */ (document.querySelector('.snippet')));
  }
}

observe(() => live.replaceChildren(boardOf(read.value.options)));
mount(/** @type {Element} */ (document.getElementById('language')), () =>
  languageSelect(state.names['settings.language'] ?? '', state.language, (field, chosen) =>
    orRefuse(
      field,
      chosen,
      () => speak(field.value),
      () => state.names['settings.language.failed'],
    ),
  ),
);
mount(/** @type {Element} */ (document.getElementById('page')), content);
speak(state.language).catch(() => speak(FALLBACK));
