// The classical endings: what the textbooks say and what the tables say, to be searched by name or pieces.

/** @import { Words } from '../ui/words.js' */
/** @import { Classical, EndingParts } from './panel.js' */

import { button } from '../ui/controls.js';
import { reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { differenceInWords, endingInWords, shareInWords } from './words.js';

/** @param {EndingParts} parts */
export function endingList(parts) {
  const { app, page } = parts;
  const state = reactive({ text: '', differing: false });
  return () => {
    const found = (page.classical ?? []).filter(
      (each) => fits(app.words, each, state.text) && !(state.differing && each.agrees),
    );
    return html`<section class="classical">
      <div class="search">
        <div class="field">
          <label for="ending-search">${app.t('endings.list.search')}</label>
          <input id="ending-search" type="text" placeholder=${app.t('endings.list.hint')} autocomplete="off"
            @input=${(/** @type {any} */ { target }) => update(state, { text: target.value })} />
        </div>
        <label class="row"><input type="checkbox" .checked=${state.differing} @change=${() => update(state, { differing: !state.differing })} />
          ${app.t('endings.list.differing')}</label>
      </div>
      <p class="small muted" role="status">${found.length > 0 ? app.t('endings.list.count', { count: found.length }) : app.t('endings.list.none')}</p>
      <ul>${found.map((each) => item(parts, each))}</ul>
    </section>`;
  };
}

/** @param {EndingParts} parts @param {Classical} each */
function item({ app, open, openAt }, each) {
  const { ending, names, verdict, won, drawn, total, agrees, winning, holding } = each;
  const { language } = app.words;
  const share = (/** @type {number} */ part) => shareInWords(app.words, part, total);
  return html`<li class=${agrees ? '' : 'differs'}>
    <h2>${names[language] ?? names.en} <span class="verdict-mark ${verdict}">${app.t(`endings.list.${verdict}`)}</span></h2>
    ${language.startsWith('zh') ? nothing : html`<p class="small muted" lang="zh-Hans">${names['zh-Hans']}</p>`}
    <p class="small">${app.t('endings.list.table', { won: share(won), drawn: share(drawn) })}
</p>
    ${agrees ? nothing : html`<p class="small">${differenceInWords(app.words, each)}</p>`}
    <div class="row">
      ${button(null, app.t('endings.list.open'), () => open(ending))}
      ${winning ? button(null, app.t('endings.list.winning'), () => openAt(ending, winning), { kind: 'plain' }) : nothing}
      ${holding ? button(null, app.t('endings.list.holding'), () => openAt(ending, holding), { kind: 'plain' }) : nothing}
    </div>
  </li>`;
}

/** Whether every word of a text is in one of the names, in any language. @param {Words} words @param {Classical} each @param {string} text */
function fits(words, { ending, names }, text) {
  const all = [ending, endingInWords(words, ending), ...Object.values(names)].join(' ').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
