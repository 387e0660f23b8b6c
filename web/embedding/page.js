// The page about embedding: every option to be tried on a live board, the line to copy, and what a program can do.

/** @import { EmbedOptions } from '../game/embed-options.js' */
/** @import { Words } from '../ui/words.js' */

import { computed } from '@preact/signals-core';
import { embedAddress, OPTIONS, readOptions } from '../game/embed-options.js';
import { elementSnippet, frameSnippet } from '../game/embed-snippet.js';
import { levelsOf, USUAL } from '../game/games.js';
import { dressSitePage, SitePage } from '../shell/text-page.js';
import { button } from '../ui/controls.js';
import { copyButton } from '../ui/copy-button.js';
import { observe, reactive, update } from '../ui/reactive.js';
import { byId, html, mount, nothing } from '../ui/view.js';

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

const SECTIONS = /** @type {const} */ ([
  'where',
  'blog',
  'script',
  'messages',
  'engine',
  'policy',
  'licences',
]);
/** The code of a section. @type {Partial<Record<typeof SECTIONS[number], string>>} */
const SAMPLES = {
  blog: `<script src="{base}embed/cannonfish-embed.js" defer></script>

<xiangqi-board mode="puzzle" fen="3k5/4R4/9/8p/9/9/9/9/9/R3K4 w" moves="a0a9"></xiangqi-board>

<xiangqi-board mode="view" ply="0">
{record}
</xiangqi-board>

<xiangqi-board mode="friend"></xiangqi-board>`,
  script: `const board = document.querySelector('xiangqi-board');
board.addEventListener('move', ({ detail }) => console.log(detail.by, detail.move));
board.addEventListener('solved', ({ detail }) => console.log('solved', detail.puzzle));
await board.load({ fen: '3k5/4R4/9/8p/9/9/9/9/9/R3K4 w', level: 9 });
const { bestmove } = await board.go({ depth: 8 });`,
  messages: `frame.contentWindow.postMessage({ ns: 'cannonfish', v: 1, id: 1, type: 'move', move: 'h2e2' }, '{origin}');
frame.contentWindow.postMessage({ ns: 'cannonfish', v: 1, id: 2, type: 'go', limits: { depth: 8 } }, '{origin}');

addEventListener('message', ({ data, origin, source }) => {
  if (origin !== '{origin}' || source !== frame.contentWindow || data.ns !== 'cannonfish') return;
  if (data.id === 1) console.log(data.type, data.state?.fen ?? data.code);
  if (data.id === 2 && data.type === 'bestmove') console.log(data.bestmove);
});`,
  engine: `import { load } from '{base}embed/cannonfish.js';

const engine = await load();
const { bestmove, info } = await engine.go({ moves: ['h2e2'], limits: { level: 10 } });
console.log(bestmove, info.score);`,
  policy: `Content-Security-Policy: script-src 'self' {origin}; frame-src {origin}

Content-Security-Policy: script-src 'self' {origin} 'wasm-unsafe-eval'; worker-src blob: {origin}; connect-src 'self' {origin}`,
};

const { lang: _, ...given } = Object.fromEntries(new URLSearchParams(location.search));
const state = reactive({
  /** The options as written in their fields. */
  fields: /** @type {Record<string, string>} */ (given),
  kind: /** @type {'element' | 'frame'} */ ('element'),
});
const read = computed(() => readOptions(state.fields));
const live = document.createElement('div');
live.className = 'live';

const page = await SitePage.open();
/** @type {Words['t']} */
const t = (key, params) => page.t(key, params);

const content = () =>
  html`<h1>${t('embedding.title')}</h1>
    <p class="lead">${t('embedding.lead')}</p>
    <section class="own">
      <div>
        <h2>${t('embedding.own.title')}</h2>
        <p>${t('embedding.own.text')}</p>
      </div>
      <a class="btn" href="./">${t('embedding.own.link')}</a>
    </section>
    ${trial()} ${SECTIONS.map(section)}`;

/** A live board, every option, and the line that makes it. */
function trial() {
  const { kind } = state;
  const { options } = read.value;
  const start = (/** @type {keyof typeof EXAMPLES} */ name) =>
    button(null, t(`embedding.kinds.${name}`), () => change(EXAMPLES[name]), {
      pressed: (options.mode ?? 'play') === name,
    });
  return html`<section class="trial" aria-label=${t('embedding.try')}>
    <div class="shown">
      <div class="row">${start('play')} ${start('view')} ${start('puzzle')}</div>
      <div class="copy">
        <div class="row between">
          <h2 class="small">${t('embedding.snippet')}</h2>
          <div class="seg" role="group">${(/** @type {const} */ (['element', 'frame'])).map(
            (name) => html`<label>
              <input
                type="radio"
                name="kind"
                value=${name}
                .checked=${kind === name}
                @change=${() => update(state, { kind: name })}
              /><span>${t(`embedding.${name}`)}</span>
            </label>`,
          )}</div>
        </div>
        <pre><code class="snippet" tabindex="0">${snippetOf(options)}</code></pre>
        ${copyButton(page, { name: 'snippet', symbol: 'copy', label: t('embedding.copy'), text: () => snippetOf(options), kind: 'main' })}
      </div>
      ${live}
    </div>
    <form class="options">
      <h2>${t('embedding.options')}</h2>
      ${NAMES.map((name) => field(name))}
    </form>
  </section>`;
}

/** @param {Record<string, string>} fields */
const change = (fields) => update(state, { fields });

/** @param {keyof EmbedOptions} name */
function field(name) {
  return html`<div class="option">
    <label for=${name}><code>${name}</code></label>
    ${input(name)}
    <p class="small muted" id="about-${name}">${t(`embedding.about.${name}`)}</p>
  </div>`;
}

/** @param {keyof EmbedOptions} name */
function input(name) {
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
        (each) =>
          html`<option value=${each} .selected=${each === value}>${each || t('embedding.usual')}</option>`,
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
  for (const [name, value] of attributes({ lang: page.words.language, ...given }))
    node.setAttribute(name, value);
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

/** @param {typeof SECTIONS[number]} name */
function section(name) {
  const text = t(`embedding.${name}.text`, { call: 'load({ base })' });
  const code = SAMPLES[name]
    ?.replaceAll('{base}', SITE.href)
    .replaceAll('{origin}', SITE.origin)
    .replace('{record}', t('embedding.blog.record'));
  return html`<section>
    <h2>${t(`embedding.${name}.title`)}</h2>
    ${text.split('\n\n').map((paragraph) => html`<p>${paragraph}</p>`)}
    ${code ? html`<pre><code tabindex="0">${code}</code></pre>` : nothing}
    ${name === 'licences' ? html`<p><a href="licences/index.html">${t('embedding.licences.link')}</a></p>` : nothing}
  </section>`;
}

observe(() => live.replaceChildren(boardOf(read.value.options)));
mount(byId('page'), content);
dressSitePage(page, 'embedding.page');
