// What is doubtful in a repertoire: frequent replies without an answer, lines that end with one, two answers to the same
// position, and answers that the engine would not give. No DOM.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Info } from '../game/types.js' */
/** @import { OpeningTree } from '../records/opening-tree.js' */
/** @import { Loaded } from './trainer.js' */

import { failureOf } from '../game/session-base.js';
import { nodeOf } from '../game/tree.js';
import { reactive, update } from '../ui/reactive.js';

/** A reply of the opening library with at least this share, in percent, is frequent. */
const FREQUENT = 10;
/** An answer that loses more centipawns than this is doubted, at so many nodes. */
const DOUBTED = 60;
const DOUBT_NODES = 300_000;
const MATE = 10_000;
/** Of the replies of opponents in a position, so many at most are added, and none with a smaller share. */
const MOST_REPLIES = 4;
const RARE = 0.03;

/**
 * reply: a frequent move of the other side has no answer; open: a line ends with its move; conflict: there are several
 * answers; doubt: an answer loses `loss` centipawns against `better`.
 * @typedef {{ kind: 'reply' | 'open' | 'conflict' | 'doubt', chapter: number, node: number, moves: string[], share?: number,
 *   better?: string, loss?: number }} Finding  moves: what is found of the position
 */

export class Checks {
  state = reactive({
    running: /** @type {'gaps' | 'doubts' | 'opponents' | null} */ (null),
    done: 0,
    total: 0,
    /** Of which repertoire; null: none was checked. */
    study: /** @type {string | null} */ (null),
    findings: /** @type {readonly Finding[]} */ ([]),
    fault: /** @type {ReturnType<typeof failureOf> | null} */ (null),
  });
  #client;
  #token = {};

  /** @param {Pick<EngineClient, 'explore' | 'view' | 'go' | 'stop' | 'positionNumber'>} client */
  constructor(client) {
    this.#client = client;
  }

  /** End the check that is running; what was found stays. */
  stop() {
    this.#token = {};
    if (this.state.running === 'doubts') this.#client.stop();
    update(this.state, { running: null });
  }

  /** Look for gaps and conflicts. @param {Loaded} loaded */
  gaps({ study, game, repertoire }) {
    const { conflicts, open, replies } = repertoire;
    /** @type {Finding[]} */
    const findings = [
      ...conflicts.map(({ places: [{ chapter, node }], answers }) =>
        finding('conflict', chapter, node, answers),
      ),
      ...open.map(({ chapter, node }) => finding('open', chapter, node, [])),
    ];
    update(this.state, { study: study.id, findings });
    return this.#each('gaps', replies, async ({ chapter, node }) => {
      const { tree } = repertoire.chapters[chapter];
      const position = { game, fen: tree.fen, moves: repertoire.movesTo({ chapter, node }) };
      const known = new Set(nodeOf(tree, node).children.map((child) => nodeOf(tree, child).move));
      const { moves } = await this.#client.explore(position);
      /** @type {Finding[]} */
      const found = [];
      for (const { uci, share } of moves) {
        if (share < FREQUENT || known.has(uci)) continue;
        const { fen, outcome } = await this.#client.view({ ...position, moves: [...position.moves, uci] });
        if (outcome || repertoire.positions.has(keyOf(fen))) continue;
        found.push({ ...finding('reply', chapter, node, [uci]), share });
      }
      return found;
    });
  }

  /**
   * Add the replies that opponents gave and the repertoire lacks, each with the answer of the opening library, if that has one.
   * Resolves with the number of replies.
   * @param {Loaded} loaded
   * @param {Pick<OpeningTree, 'at'>} tree
   * @param {(line: { chapter: number, moves: string[] }) => Promise<unknown>} add
   */
  async opponents({ study, game, repertoire }, tree, add) {
    update(this.state, { study: study.id, findings: [] });
    let count = 0;
    await this.#each('opponents', repertoire.theirs, async ({ chapter, node }) => {
      const chapterTree = repertoire.chapters[chapter].tree;
      const position = { game, fen: chapterTree.fen, moves: repertoire.movesTo({ chapter, node }) };
      const { moves, total } = tree.at(await this.#client.positionNumber(position));
      const known = new Set(
        nodeOf(chapterTree, node).children.map((child) => nodeOf(chapterTree, child).move),
      );
      const missing = moves.filter(({ uci, games }) => !known.has(uci) && games >= RARE * total);
      for (const { uci } of missing.slice(0, MOST_REPLIES)) {
        const after = { ...position, moves: [...position.moves, uci] };
        const { fen, outcome } = await this.#client.view(after);
        if (outcome || repertoire.positions.has(keyOf(fen))) continue;
        const [answer] = (await this.#client.explore(after)).moves;
        await add({ chapter, moves: answer ? [...after.moves, answer.uci] : after.moves });
        count += 1;
      }
      return [];
    });
    return count;
  }

  /** Let the engine examine every answer. @param {Loaded} loaded */
  doubts({ study, game, repertoire }) {
    const others = this.state.study === study.id ? this.state.findings : [];
    const findings = others.filter(({ kind }) => kind !== 'doubt');
    update(this.state, { study: study.id, findings });
    return this.#each('doubts', [...repertoire.positions.values()], async ({ places, answers }) => {
      const [{ chapter, node }] = places;
      const { fen } = repertoire.chapters[chapter].tree;
      const moves = repertoire.movesTo({ chapter, node });
      const best = await this.#search({ game, fen, moves });
      /** @type {Finding[]} */
      const found = [];
      for (const answer of answers) {
        if (!best || answer === best.move) continue;
        const reply = await this.#search({ game, fen, moves: [...moves, answer] });
        const loss = reply ? best.score + reply.score : 0;
        if (loss <= DOUBTED) continue;
        found.push({ ...finding('doubt', chapter, node, [answer]), better: best.move, loss });
      }
      return found;
    });
  }

  /** @param {{ game: string, fen: string | null, moves: string[] }} position */
  async #search(position) {
    const { bestmove, info } = await this.#client.go({ ...position, limits: { nodes: DOUBT_NODES } }).result;
    return bestmove && info ? { move: bestmove, score: scoreOf(info) } : null;
  }

  /**
   * @template Item
   * @param {'gaps' | 'doubts' | 'opponents'} running
   * @param {readonly Item[]} items
   * @param {(item: Item) => Promise<Finding[]>} look
   */
  async #each(running, items, look) {
    const token = {};
    this.#token = token;
    update(this.state, { running, done: 0, total: items.length, fault: null });
    try {
      for (const item of items) {
        const found = await look(item);
        if (this.#token !== token) return;
        update(this.state, { done: this.state.done + 1, findings: [...this.state.findings, ...found] });
      }
    } catch (error) {
      if (this.#token !== token) return;
      update(this.state, { fault: failureOf(error) });
    }
    update(this.state, { running: null });
  }
}

/** @param {Finding['kind']} kind @param {number} chapter @param {number} node @param {string[]} moves @returns {Finding} */
const finding = (kind, chapter, node, moves) => ({ kind, chapter, node, moves });

/** A FEN without its counters: what tells positions apart, as in EngineClient.positions. @param {string} fen */
const keyOf = (fen) => fen.split(' ').slice(0, 4).join(' ');

/** @param {Info} info */
const scoreOf = ({ score }) =>
  'mate' in score ? Math.sign(score.mate) * (MATE - Math.abs(score.mate)) : score.cp;
