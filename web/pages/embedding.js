// @ts-check
// The page about embedding: every option to be tried on a live board, the line to copy, and what a program can do.

/** @import { EmbedOptions } from '../game/embed-options.js' */
/** @typedef {typeof import('../i18n/embedding.en.js').default} Text */

import { embedAddress, OPTIONS, readEmbedAddress } from '../game/embed-options.js';
import { elementSnippet, frameSnippet } from '../game/embed-snippet.js';
import { chooseLanguage, LANGUAGES } from '../i18n/choose.js';
import { textsOf } from '../i18n/texts.js';
import { readMirror } from '../storage/settings.js';
import { h, icon, say, set } from '../ui/elements.js';

const SITE = new URL('../', import.meta.url);
/** Written on the page, the host fills it in. @type {ReadonlyArray<keyof EmbedOptions>} */
const OPEN = ['id', 'origin'];
/** What people want most, on top. */
const FIRST = ['mode', 'fen', 'moves', 'color', 'level', 'puzzle', 'theme', 'pieces', 'lang'];
/** @type {Record<'play' | 'view' | 'puzzle', Partial<EmbedOptions>>} */
const EXAMPLES = {
  play: {},
  view: { mode: 'view', moves: ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0', 'b9c7'] },
  puzzle: { mode: 'puzzle', puzzle: 'daily' },
};

const query = new URLSearchParams(location.search);
let language = chooseLanguage([
  query.get('lang'),
  readMirror(() => localStorage).lang,
  ...navigator.languages,
]);
query.delete('lang');
/** @type {Partial<EmbedOptions>} */
let options = readEmbedAddress(query.toString()).options;
let kind = 'element';

const page = /** @type {HTMLElement} */ (document.getElementById('page'));

async function render() {
  const wanted = language;
  /** @type {Text} */
  const text = await textsOf('embedding', wanted);
  if (wanted !== language) return; // another one was chosen meanwhile
  set(document.documentElement, 'lang', language);
  document.title = `Cannonfish: ${text.title}`;
  document.getElementById('languages')?.replaceChildren(...languageButtons());
  page.replaceChildren(
    h('h1', { text: text.title }),
    h('p', { class: 'lead', text: text.lead }),
    trial(text),
    ...text.sections.map(section),
  );
}

function languageButtons() {
  return Object.entries(LANGUAGES).map(([value, { name }]) =>
    h('button', {
      class: 'btn plain',
      type: 'button',
      lang: value,
      text: name,
      'aria-pressed': String(value === language),
      on: {
        click: () => {
          language = value;
          render();
        },
      },
    }),
  );
}

/** A live board, every option, and the line that makes it. @param {Text} text */
function trial(text) {
  const live = h('div', { class: 'live' });
  const code = h('code', { class: 'snippet', tabindex: 0 });
  const copy = h(
    'button',
    { class: 'btn main', type: 'button' },
    icon('copy'),
    h('span', { text: text.copy }),
  );
  copy.addEventListener('click', () => copyText(code.textContent ?? '', copy, text));
  const show = () => {
    live.replaceChildren(board(options));
    say(code, snippetOf(options));
    for (const [name, button] of Object.entries(starts)) {
      set(button, 'aria-pressed', String((options.mode ?? 'play') === name));
    }
  };
  const kinds = /** @type {const} */ (['element', 'frame']).map((name) =>
    h(
      'label',
      {},
      h('input', {
        type: 'radio',
        name: 'kind',
        checked: kind === name,
        on: {
          change: () => {
            kind = name;
            show();
          },
        },
      }),
      h('span', { text: text[name] }),
    ),
  );
  const start = (/** @type {keyof typeof EXAMPLES} */ name) =>
    h('button', {
      class: 'btn',
      type: 'button',
      text: text.kinds[name],
      on: {
        click: () => {
          options = { ...EXAMPLES[name] };
          render();
        },
      },
    });
  const starts = { play: start('play'), view: start('view'), puzzle: start('puzzle') };
  show();
  const snippet = h(
    'div',
    { class: 'copy' },
    h(
      'div',
      { class: 'row between' },
      h('h2', { class: 'small', text: text.snippet }),
      h('div', { class: 'seg', role: 'group' }, ...kinds),
    ),
    h('pre', {}, code),
    copy,
  );
  return h(
    'section',
    { class: 'trial', 'aria-label': text.try },
    h('div', { class: 'shown' }, h('div', { class: 'row' }, ...Object.values(starts)), snippet, live),
    h('form', { class: 'options' }, h('h2', { text: text.options }), ...fields(text, show)),
  );
}

/** @param {Text} text @param {() => void} show */
function fields(text, show) {
  const names = /** @type {Array<keyof EmbedOptions>} */ (Object.keys(OPTIONS)).filter(
    (name) => !OPEN.includes(name),
  );
  const place = (/** @type {string} */ name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return names
    .sort((a, b) => place(a) - place(b))
    .map((name) =>
      field(name, text, (value) => {
        const { options: read, faults } =
          value === '' ? { options: {}, faults: [] } : readOption(name, value);
        delete options[name];
        Object.assign(options, read);
        show();
        return faults.length === 0;
      }),
    );
}

/** @param {string} name @param {string} value */
const readOption = (name, value) => readEmbedAddress(new URLSearchParams({ [name]: value }).toString());

/** @param {keyof EmbedOptions} name @param {Text} text @param {(value: string) => boolean} change */
function field(name, text, change) {
  const { allowed, usual } = OPTIONS[name];
  const free = ['lang', 'bg', 'pgn'].includes(name); // what is told of these are examples
  const choices = /^[\w-]+(, [\w-]+)+$/.test(allowed) && !free ? allowed.split(', ') : null;
  const said = options[name];
  const shown = Array.isArray(said)
    ? said.join(',')
    : typeof said === 'boolean'
      ? String(Number(said))
      : String(said ?? '');
  const note = `about-${name}`;
  /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */
  let input;
  if (choices) {
    const list = ['', ...choices].map((value) => h('option', { value, text: value || text.usual }));
    input = h('select', { id: name, 'aria-describedby': note }, ...list);
  } else if (name === 'pgn') {
    input = h('textarea', { id: name, rows: 3, 'aria-describedby': note, spellcheck: 'false' });
  } else {
    const hint = typeof usual === 'number' ? `${usual} (${allowed})` : allowed;
    input = h('input', {
      id: name,
      type: 'text',
      placeholder: hint,
      'aria-describedby': note,
      spellcheck: 'false',
    });
  }
  input.value = shown;
  input.addEventListener('change', () =>
    set(input, 'aria-invalid', change(input.value.trim()) ? null : 'true'),
  );
  return h(
    'div',
    { class: 'option' },
    h('label', { for: name }, h('code', { text: name })),
    input,
    h('p', {
      class: 'small muted',
      id: note,
      text: text.about[/** @type {keyof typeof text.about} */ (name)],
    }),
  );
}

/** @param {Partial<EmbedOptions>} given */
function board(given) {
  const node = document.createElement('xiangqi-board');
  node.setAttribute('base', SITE.href);
  for (const [name, value] of attributes({ lang: language, ...given })) node.setAttribute(name, value);
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
  return kind === 'element'
    ? elementSnippet(SITE.href, attributes(given))
    : frameSnippet(embedAddress(new URL('embed.html', SITE), given));
}

/** @param {Text['sections'][number]} part */
function section({ title, text, code, link }) {
  const filled = code?.replaceAll('{base}', SITE.href).replaceAll('{origin}', SITE.origin);
  return h(
    'section',
    {},
    h('h2', { text: title }),
    ...text.map((paragraph) => h('p', { text: paragraph })),
    filled ? h('pre', {}, h('code', { tabindex: 0, text: filled })) : null,
    link ? h('p', {}, h('a', { href: link.href, text: link.text })) : null,
  );
}

/** @param {string} told @param {HTMLButtonElement} button @param {Text} text */
async function copyText(told, button, text) {
  const label = /** @type {Element} */ (button.lastElementChild);
  try {
    await navigator.clipboard.writeText(told);
    say(label, text.copied);
  } catch {
    // Not allowed here: the text is selected, to be copied by hand.
    getSelection()?.selectAllChildren(/** @type {Element} */ (page.querySelector('.snippet')));
  }
}

render();
