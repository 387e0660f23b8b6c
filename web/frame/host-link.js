// The connection between a frame and the page around it. It accepts messages from the parent window only, and only if
// that has the expected origin: the one named in the frame's address, else the parent's. It sends to that origin only.

/** @import { MessageFault, MessageId } from './messages.js' */

import { isOurs, messageId, NS, requestFault, VERSION } from './messages.js';

/** The answer to a request. @typedef {{ type: string, [field: string]: unknown }} Answer */
/** An answer that the requests after it do not wait for. @typedef {{ found: Promise<Answer> }} Search */

/** @param {Answer | Search} answer @returns {answer is Search} */
const isSearch = (answer) => 'found' in answer;

/** The origin of the page around a frame; null where it is hidden. @param {Window} window */
function originAround({ location, document }) {
  const [parent] = location.ancestorOrigins ?? []; // Firefox has none
  return parent ?? (URL.canParse(document.referrer) ? new URL(document.referrer).origin : null);
}

export class HostLink {
  #host;
  #origin;
  #frame;
  #answer;
  /** The request before. @type {Promise<void>} */
  #last = Promise.resolve();

  /**
   * @param {object} parts
   * @param {Window} parts.window  our own
   * @param {string | null} parts.origin  of the page around us; null: the one that the browser tells
   * @param {string | null} parts.frame  the id in our address
   * @param {(request: any) => Promise<Answer | Search>} parts.answer  rejects with an error that has a `code`
   */
  constructor({ window, origin, frame, answer }) {
    this.#host = window.parent === window ? null : window.parent;
    this.#origin = origin ?? originAround(window);
    this.#frame = frame;
    this.#answer = answer;
    if (this.connected) window.addEventListener('message', (event) => this.#hear(event));
  }

  /** Whether there is somebody to talk to. */
  get connected() {
    return this.#host !== null && this.#origin !== null;
  }

  /** @param {Answer} message @param {MessageId} [id]  of the request that it answers */
  tell(message, id = null) {
    if (!this.#host || !this.#origin) return;
    const target = this.#origin === 'null' ? '*' : this.#origin;
    this.#host.postMessage({ ns: NS, v: VERSION, id, frame: this.#frame, ...message }, target);
  }

  /** @param {MessageEvent} event */
  #hear({ source, origin, data }) {
    if (source !== this.#host || origin !== this.#origin || !isOurs(data)) return;
    // Where the engine hears nothing while it searches, a move before the `stop` would wait for the end.
    if (data.type === 'stop' && !requestFault(data)) this.#answer(data).catch(() => {});
    this.#last = this.#last.then(() => this.#carryOut(data));
  }

  /** Resolves when the next request may be carried out. @param {any} request */
  async #carryOut(request) {
    const id = messageId(request);
    const fault = requestFault(request);
    if (fault) return this.#refuse(fault, id);
    const refuse = (/** @type {any} */ { code = 'failed', message, details }) =>
      this.#refuse({ code, message: String(message), ...details }, id);
    try {
      const answer = await this.#answer(request);
      if (isSearch(answer)) answer.found.then((found) => this.tell(found, id), refuse);
      else this.tell(answer, id);
    } catch (error) {
      refuse(error);
    }
  }

  /** @param {MessageFault} fault @param {MessageId} id */
  #refuse(fault, id) {
    this.tell({ type: 'error', ...fault }, id);
  }
}
