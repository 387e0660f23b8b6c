// SPDX-License-Identifier: MIT
// <xiangqi-board>: a board of Cannonfish in any page. This file is all that the page needs:
//
//   <script src="https://.../cannonfish/embed/cannonfish-embed.js" defer></script>
//   <xiangqi-board mode="view" moves="h2e2,h9g7">rnbakabnr/9/... what is read where there is no script</xiangqi-board>
//
// It makes a frame of embed.html and talks to it; attributes, messages and events are described in embedding.html.
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: all of a script that is loaded alone
(() => {
  const NAMES =
    'game mode fen moves pgn ply puzzle color orientation level movetime clock theme board pieces bg coords notation lang controls hints evals arrows'.split(
      ' ',
    );
  const EVENTS = ['ready', 'state', 'move', 'info', 'gameover', 'solved', 'failed', 'error'];
  const US = 'script[src*="/cannonfish-embed.js"]'; // a module has no currentScript
  const HOME = /** @type {HTMLScriptElement | null} */ (document.currentScript ?? document.querySelector(US))
    ?.src;
  /** @type {Record<string, string>} */
  const GAMES = { chess: 'Chess', liuzichong: 'Liuzichong' };
  /** Of the button of mode=friend, where the element has no text. @type {Record<string, string>} */
  const INVITE = {
    en: 'Play a friend',
    'zh-Hans': '邀好友对弈',
    'zh-Hant': '邀好友對弈',
    vi: 'Chơi với bạn bè',
  };
  let serial = 0;

  class XiangqiBoard extends HTMLElement {
    static observedAttributes = NAMES;
    #frame = document.createElement('iframe');
    /** @type {string} */
    #origin = '';
    /** @type {any} */
    #state = null;
    #ready = false;
    /** @type {Map<number, { message: object, resolve: (answer: any) => void, reject: (error: Error) => void }>} */
    #asked = new Map();
    /** @type {Record<string, unknown> | null} */
    #changed = null;
    #hear = (/** @type {MessageEvent} */ event) => this.#heard(event);
    #begin = () => this.#open();
    #opened = false;

    constructor() {
      super();
      const room = this.attachShadow({ mode: 'open' });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`:host { display: block }
        a { display: inline-block; padding: .6em 1.1em; border-radius: .4em; background: #7c2d24; color: #fff; font: inherit; text-decoration: none }
        a:hover { background: #63231c }`);
      room.adoptedStyleSheets = [sheet];
    }

    connectedCallback() {
      addEventListener('message', this.#hear);
      // Without `defer` this runs before the element's text has been parsed.
      if (document.readyState === 'loading') addEventListener('DOMContentLoaded', this.#begin);
      else this.#open();
    }

    disconnectedCallback() {
      removeEventListener('message', this.#hear);
      removeEventListener('DOMContentLoaded', this.#begin);
      this.#ready = false;
      this.#reject('the board was taken out of the page');
    }

    /** Reject open requests, or those before an id. @param {string} why @param {number} [before] */
    #reject(why, before = Infinity) {
      for (const [id, { reject }] of this.#asked) {
        if (id >= before) continue;
        this.#asked.delete(id);
        reject(new Error(why));
      }
    }

    /** @param {string} name @param {string | null} before @param {string | null} value */
    attributeChangedCallback(name, before, value) {
      if (!this.isConnected || value === before) return;
      const isMode = name === 'mode' && [before, value].includes('friend');
      if (isMode || (this.#opened && this.getAttribute('mode') === 'friend')) return this.#open();
      if (!this.#frame.src) return;
      // Attributes set in one go are sent in one message.
      if (!this.#changed) {
        this.#changed = {};
        queueMicrotask(() => this.#setChanged());
      }
      this.#changed[name] = value ?? '';
    }

    #setChanged() {
      const changed = this.#changed;
      this.#changed = null;
      if (changed) this.#ask('set', changed).catch(() => {}); // told by the event `error`
    }

    /** Makes a new frame each time: one that was taken out of the page cannot be used again. */
    #open() {
      this.#opened = true;
      if (this.getAttribute('mode') === 'friend') return this.#invite();
      const frame = document.createElement('iframe');
      Object.assign(frame.style, { display: 'block', width: '100%', border: '0', aspectRatio: '9.7 / 13' });
      frame.loading = 'lazy';
      frame.allow = 'clipboard-write';
      frame.setAttribute(
        'sandbox',
        'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
      );
      this.#frame = frame;
      this.#state = null;
      const url = this.#address('embed.html');
      const given = Object.fromEntries(
        NAMES.flatMap((name) => (this.hasAttribute(name) ? [[name, this.getAttribute(name) ?? '']] : [])),
      );
      const text = (this.textContent ?? '').trim();
      // A FEN is one line, of rows or of sixteen points; a game has tags or a first move. Other text is for the reader.
      if (text && !given.fen && !given.pgn && !given.moves) {
        if (/^(\S+(\/\S+){7,9}( \S+){0,5}|[BW.]{16}( [bw])?)$/.test(text)) given.fen = text;
        else if (/^\[|\b1\.|^1、/.test(text)) given.pgn = text;
      }
      // In a srcdoc page, location.origin is not the origin of its messages.
      const { origin } = globalThis;
      url.search = String(new URLSearchParams({ ...given, id: `board-${++serial}`, origin }));
      this.#origin = url.origin;
      frame.title =
        this.getAttribute('title') ?? this.getAttribute('aria-label') ?? GAMES[given.game] ?? 'Xiangqi';
      frame.src = url.href;
      this.shadowRoot?.replaceChildren(frame);
    }

    /** @param {string} page */
    #address(page) {
      const base = this.getAttribute('base') ?? (HOME && new URL('..', HOME).href);
      if (!base) {
        this.shadowRoot?.replaceChildren(document.createElement('slot')); // the text at least
        throw new Error('<xiangqi-board> needs the attribute base: where Cannonfish is');
      }
      return new URL(page, new URL(base.replace(/\/?$/, '/'), document.baseURI));
    }

    /** A button that opens the page on which friends play: in a frame a browser keeps no games. */
    #invite() {
      const url = this.#address('friend.html');
      this.#frame = document.createElement('iframe');
      this.#ready = false;
      for (const name of ['game', 'lang', 'theme']) {
        const value = this.getAttribute(name);
        if (value) url.searchParams.set(name, value);
      }
      const link = document.createElement('a');
      Object.assign(link, { href: url.href, target: '_blank', rel: 'noopener' });
      const lang = this.getAttribute('lang') ?? 'en';
      link.textContent = (this.textContent ?? '').trim() || (INVITE[lang] ?? INVITE.en);
      this.shadowRoot?.replaceChildren(link);
    }

    /** @param {MessageEvent} event */
    #heard({ source, origin, data }) {
      if (source !== this.#frame.contentWindow || origin !== this.#origin) return;
      if (data?.ns !== 'cannonfish' || data.v !== 1) return;
      const { ns: _, v: __, id, type, ...detail } = data;
      if (detail.state) this.#state = detail.state;
      if (type === 'resize') {
        if (!this.hasAttribute('fixed'))
          this.#frame.style.cssText += `;aspect-ratio:auto;height:${Number(detail.height)}px`;
        else this.#frame.style.cssText += ';aspect-ratio:auto;height:100%';
      }
      if (type === 'ready') {
        this.#ready = true;
        for (const { message } of this.#asked.values()) this.#post(message);
      }
      // Another page comes into the frame: what is asked after this waits for it.
      if (detail.reloads) {
        this.#ready = false;
        this.#reject('the mode has changed', id);
      }
      const asked = type === 'info' ? null : this.#asked.get(id); // news of a search, before its answer
      if (asked) this.#asked.delete(id);
      if (asked && type === 'error') asked.reject(Object.assign(new Error(detail.message), detail));
      else asked?.resolve(type === 'state' ? detail.state : detail);
      const name = type !== 'puzzle' ? type : detail.result === 'failed' ? 'failed' : 'solved';
      if (EVENTS.includes(name))
        this.dispatchEvent(new CustomEvent(name, { detail: detail.state ?? detail }));
    }

    /** @param {string} type @param {object} [fields] @returns {Promise<any>} */
    #ask(type, fields) {
      if (this.getAttribute('mode') === 'friend') return Promise.reject(new Error('a button has no board'));
      this.#setChanged(); // what was changed before comes first
      const message = { ...fields, ns: 'cannonfish', v: 1, id: ++serial, type };
      return new Promise((resolve, reject) => {
        this.#asked.set(message.id, { message, resolve, reject });
        if (this.#ready) this.#post(message);
      });
    }

    /** @param {object} message */
    #post(message) {
      this.#frame.contentWindow?.postMessage(message, this.#origin);
    }

    get state() {
      return this.#state;
    }
    get fen() {
      return this.#state?.fen ?? this.getAttribute('fen');
    }
    set fen(value) {
      this.setAttribute('fen', value ?? '');
    }
    get moves() {
      return this.#state?.moves ?? (this.getAttribute('moves') ?? '').split(/[\s,]+/).filter(Boolean);
    }
    set moves(value) {
      this.setAttribute('moves', [value].flat().join(','));
    }
    /** @param {object} options */
    load = (options) => this.#ask('set', options);
    /** @param {string} move */
    move = (move) => this.#ask('move', { move });
    undo = () => this.#ask('undo');
    redo = () => this.#ask('redo');
    flip = () => this.#ask('flip');
    /** @param {object} [limits] */
    go = (limits) => this.#ask('go', { limits });
    stop = () => this.#ask('stop');
    hint = () => this.#ask('hint');
    sleep = () => this.#ask('sleep');
  }

  if (!customElements.get('xiangqi-board')) customElements.define('xiangqi-board', XiangqiBoard);
})();
