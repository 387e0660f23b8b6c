// The Lab's compiler: a function as Python beside its WebAssembly text, and the times of both.

/** @import { Compiled } from './function-compiler.js' */
/** @import { Lab } from '../tabs.js' */
/** @import { LabApp } from '../play-bar.js' */
/** @import { Fault } from '../variant-engine.js' */
/** @import { Key } from '../../ui/words.js' */
/** @import { SourceEditor } from '../../ui/code-editor.js' */
/** @import { View } from '../../ui/view.js' */
/** @import { Sample } from './samples.js' */

import { element } from '../../board/element.js';
import { SITE } from '../../shell/board-page.js';
import { button, segments } from '../../ui/controls.js';
import { fetchBytes, load } from '../../ui/load.js';
import { observe, onChange, reactive, update } from '../../ui/reactive.js';
import { attempt } from '../../ui/unloaded.js';
import { html, mount, nothing } from '../../ui/view.js';
import { faultList } from '../edit/panel.js';
import { FunctionCompiler, OWN_FILE } from './function-compiler.js';
import { samplesIn } from './samples.js';

/** Units of time, in seconds, with their names. */
const UNITS = /** @type {const} */ ([
  [1, 's'],
  [1e-3, 'ms'],
  [1e-6, 'us'],
  [1e-9, 'ns'],
]);

/** @param {LabApp} app @param {Lab} lab @returns {Promise<View>} */
export async function panel(app, { engine, createWorker, position }) {
  const file = await fetchBytes(new URL('lab/compile/samples.py', SITE));
  const programs = samplesIn(new TextDecoder().decode(file));
  const compiler = new FunctionCompiler(engine, createWorker, position, programs);
  /** The selected line of the source; 0 for none. */
  const look = reactive({ line: 0 });
  const place = element('div', { class: 'compile' });
  const own = element('div', { class: 'own' });
  mount(
    place,
    () => choices(app, compiler, programs),
    own,
    () => faultList(app, compiler.state.faults, (fault) => editor?.goTo(fault.line, fault.column)),
    () => status(app, compiler),
    () => times(app, compiler),
    () => listings(app, compiler, look),
  );
  /** @type {SourceEditor | null} */
  let editor = null;
  observe(() => {
    own.hidden = !compiler.state.own;
  });
  attempt(app, place, async () => {
    const { editorPhrases, SourceEditor } = await load(() => import('../../ui/code-editor.js'));
    const code = new SourceEditor(own, {
      onEdit: (_, text) => compiler.edit(text),
      words: () => ({ label: app.t('lab.compile.own'), phrases: editorPhrases(app) }),
    });
    editor = code;
    observe(() => code.show(OWN_FILE, compiler.state.text));
    observe(() => code.mark(compiler.state.faults.filter(({ path }) => path === OWN_FILE)));
  });
  onChange(
    () => compiler.state.compiled?.function,
    () => update(look, { line: 0 }),
  );
  // The engine may be edited while another tab is open: it is compiled again when this one is seen.
  let seen = false;
  new IntersectionObserver(([{ isIntersecting }]) => {
    seen = isIntersecting;
    if (seen) compiler.refresh();
  }).observe(place);
  onChange(
    () => engine.state.built,
    () => seen && compiler.refresh(),
  );
  return () => html`${place}`;
}

/** The choice of the code to compile. @param {LabApp} app @param {FunctionCompiler} compiler @param {Sample[]} programs */
function choices(app, compiler, programs) {
  const { own, wanted, compiled, sample } = compiler.state;
  const functions = compiled?.functions ?? [];
  const option = (/** @type {string} */ name) =>
    html`<option value=${name} .selected=${name === wanted[own ? 'own' : 'engine']}>${name}</option>`;
  const files = [...new Set(functions.map(({ path }) => path))];
  const group = (/** @type {string} */ path) => html`<optgroup label=${path}>
    ${functions.filter((each) => each.path === path).map(({ name }) => option(name))}
  </optgroup>`;
  return html`<div class="bench-acts">
    ${segments({
      name: 'lab-code',
      legend: app.t('lab.compile.code'),
      choices: { engine: app.t('lab.compile.engine'), own: app.t('lab.compile.own') },
      chosen: own ? 'own' : 'engine',
      choose: (chosen) => compiler.turnTo(chosen === 'own'),
    })}
    ${own ? samples(app, compiler, programs, sample) : nothing}
    <div class="field">
      <label for="lab-function">${app.t('lab.compile.function')}</label>
      <select
        id="lab-function"
        ?disabled=${functions.length === 0}
        @change=${(/** @type {any} */ { target }) => compiler.choose(target.value)}
      >${own ? functions.map(({ name }) => option(name)) : files.map(group)}</select>
    </div>
  </div>`;
}

/** @param {LabApp} app @param {FunctionCompiler} compiler @param {Sample[]} programs @param {string} chosen */
function samples(app, compiler, programs, chosen) {
  const option = (
    /** @type {{ name: string }} */ { name },
  ) => html`<option value=${name} .selected=${name === chosen}>
    ${app.t(/** @type {Key} */ (`lab.compile.sample.${name}`))}
  </option>`;
  const choose = (/** @type {any} */ { target }) => {
    const sample = programs.find(({ name }) => name === target.value);
    if (sample) compiler.open(sample);
  };
  return html`<div class="field">
    <label for="lab-sample">${app.t('lab.compile.samples.title')}</label>
    <select id="lab-sample" @change=${choose}>
      ${chosen ? nothing : html`<option value="" .selected=${true}>${app.t('lab.compile.sample.none')}</option>`}
      <optgroup label=${app.t('lab.compile.samples.good')}>${programs.filter(({ refused }) => !refused).map(option)}</optgroup>
      <optgroup label=${app.t('lab.compile.samples.refused')}>${programs.filter(({ refused }) => refused).map(option)}</optgroup>
    </select>
  </div>`;
}

/** @param {LabApp} app @param {FunctionCompiler} compiler */
function status(app, compiler) {
  const { own, status, trouble, faults, compiled } = compiler.state;
  const words = {
    idle: () => app.t(own ? 'lab.status.checking' : 'lab.compile.waits'),
    compiling: () => app.t('lab.status.building'),
    ready: () => compiled && app.t('lab.compile.ready', { count: Math.max(0, compiled.listing.length - 2) }),
    faulty: () => app.t('lab.status.faulty', { count: faults.length }),
    silent: () => app.t('lab.status.silent'),
    broken: () => app.t('lab.status.broken', { trouble }),
  };
  const stopped = status === 'silent' || status === 'broken';
  return html`<div class="bench-status" data-status=${status}>
    <p role="status">${words[status]()}</p>
    ${stopped ? button(null, app.t('lab.again'), () => compiler.compile()) : nothing}
  </div>`;
}

/** The call, and how long it takes. @param {LabApp} app @param {FunctionCompiler} compiler */
function times(app, compiler) {
  const { compiled, arguments: given, times: found, measuring } = compiler.state;
  const parameters = compiled?.functions.find(({ name }) => name === compiled.function)?.parameters;
  if (!compiled || !parameters) return nothing;
  const field = (/** @type {string} */ name, /** @type {number} */ at) => html`<label>
    <span>${name}</span>
    <input
      type="number"
      step="1"
      min="-2147483648"
      max="2147483647"
      required
      .value=${String(given[at])}
      @change=${(/** @type {any} */ { target }) =>
        target.checkValidity() && compiler.setArgument(at, Number(target.value))}
    />
  </label>`;
  const waits = measuring ? '…' : '–';
  const cell = (/** @type {import('./function-compiler.js').CallTime | null | undefined} */ time) => {
    if (time === undefined) return waits;
    return time === null ? app.t('lab.compile.long') : duration(app, time.seconds);
  };
  const { compiled: fast, interpreted: slow } = found;
  const ratio = fast?.seconds && slow?.seconds ? slow.seconds / fast.seconds : null;
  return html`<div class="call">
    <form class="arguments" aria-label=${app.t('lab.compile.arguments')} @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <code>${compiled.function}(</code>${parameters.map(field)}<code>)${fast ? ` = ${fast.result}` : ''}</code>
      ${button(null, app.t(measuring ? 'lab.speed.measuring' : 'lab.speed.measure'), () => compiler.measure(), { disabled: measuring })}
    </form>
    <dl>
      <div><dt>Python</dt><dd>${cell(slow)}</dd></div>
      <div><dt>WebAssembly</dt><dd>${cell(fast)}</dd></div>
      <div><dt>${app.t('lab.compile.ratio')}</dt><dd>${ratio ? app.t('lab.compile.times', { number: rounded(app, ratio) }) : waits}</dd></div>
    </dl>
  </div>`;
}

/** @param {LabApp} app @param {number | null} seconds */
function duration(app, seconds) {
  if (seconds === null) return app.t('lab.compile.short');
  const [unit, name] = UNITS.find(([each]) => seconds >= each) ?? UNITS[UNITS.length - 1];
  return app.t(`lab.compile.unit.${name}`, { number: rounded(app, seconds / unit) });
}

/** To three significant figures. @param {LabApp} app @param {number} value */
const rounded = (app, value) =>
  new Intl.NumberFormat(app.words.language, { maximumSignificantDigits: 3 }).format(value);

/** Both texts, line to line. @param {LabApp} app @param {FunctionCompiler} compiler @param {{ line: number }} look */
function listings(app, compiler, look) {
  const { compiled, status } = compiler.state;
  if (!compiled) return nothing;
  const { first, source, listing } = compiled;
  const lines = /** @type {[number, string][]} */ (source.map((text, at) => [first + at, text]));
  const coded = new Set(listing.map(([line]) => line));
  return html`<div class="listings" data-stale=${status === 'compiling' ? 'true' : nothing}>
    ${oneListing('python', app.t('lab.compile.python'), lines, look, coded)}
    ${oneListing('wasm', app.t('lab.compile.wasm'), listing, look, coded)}
  </div>`;
}

/**
 * One side. A line is chosen with the arrow keys, by pointing or by pressing; it is marked on both sides.
 * @param {string} name
 * @param {string} label
 * @param {[number, string][]} rows  lines of the source, and texts
 * @param {{ line: number }} look
 * @param {Set<number>} coded  lines that have become code
 */
function oneListing(name, label, rows, look, coded) {
  const marked = (/** @type {number} */ line) => line === look.line && coded.has(line);
  const active = rows.findIndex(([line]) => line === look.line);
  return html`<section class="listing">
    <h2 id=${`lab-${name}`}>${label}</h2>
    <div
      role="listbox"
      tabindex="0"
      aria-labelledby=${`lab-${name}`}
      aria-multiselectable="true"
      aria-activedescendant=${active >= 0 ? `lab-${name}-${active}` : nothing}
      @keydown=${(/** @type {any} */ event) => stepWithKeys(event, rows, look)}
      @mouseover=${(/** @type {any} */ event) => lookAt(event, look)}
      @click=${(/** @type {any} */ event) => lookAt(event, look)}
    >${rows.map(
      ([line, text], at) => html`<div
        role="option"
        id=${`lab-${name}-${at}`}
        data-line=${line}
        aria-selected=${marked(line)}
        class=${coded.has(line) ? '' : 'no-code'}
      ><span class="number" aria-hidden="true">${at > 0 && rows[at - 1][0] === line ? '' : line}</span>${text || ' '}</div>`,
    )}</div>
  </section>`;
}

/** @param {Event & { target: Element, currentTarget: Element }} event @param {{ line: number }} look */
function lookAt({ target, currentTarget }, look) {
  const row = /** @type {HTMLElement | null} */ (target.closest('[data-line]'));
  if (row) turnTo(Number(row.dataset.line), look, currentTarget);
}

/** The next line with code, up or down. @param {KeyboardEvent & { currentTarget: Element }} event @param {[number, string][]} rows @param {{ line: number }} look */
function stepWithKeys(event, rows, look) {
  const lines = [...new Set(rows.map(([line]) => line))];
  const at = lines.indexOf(look.line);
  const next = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: lines.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  turnTo(lines[Math.min(next, lines.length - 1)], look, event.currentTarget, true);
}

/** @param {number} line @param {{ line: number }} look @param {Element} from  the side that is used @param {boolean} [both]  whether that side scrolls, too */
function turnTo(line, look, from, both = false) {
  if (line === look.line) return;
  update(look, { line });
  for (const list of from.closest('.listings')?.querySelectorAll('[role=listbox]') ?? []) {
    if (list === from && !both) continue;
    const row = /** @type {HTMLElement | null} */ (list.querySelector(`[data-line="${line}"]`));
    if (!row) continue;
    // Not scrollIntoView: the page itself stays where it is.
    const above = row.offsetTop - list.scrollTop;
    if (above < 0 || above + row.offsetHeight > list.clientHeight)
      list.scrollTop = row.offsetTop - list.clientHeight / 3;
  }
}
