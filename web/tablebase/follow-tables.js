// Endings that come with the site or were solved on an earlier visit, for the engine of a page that solves none itself:
// it plays and analyses them exactly.

/** @import { EngineClient, EngineError } from '../engine/client.js' */
/** @import { PlaySession } from '../game/session.js' */

import { untracked } from '@preact/signals-core';
import { USUAL } from '../game/games.js';
import { nodeOf } from '../game/tree.js';
import { observe } from '../ui/reactive.js';
import { KeptTables } from './kept-tables.js';

/**
 * Give the engine the kept tables of these endings. An unreadable table is removed, to be solved again.
 * @param {Pick<EngineClient, 'request'>} client
 * @param {Pick<KeptTables, 'read' | 'remove'>} kept
 * @param {readonly string[]} names
 * @param {() => boolean} [isWanted]  asked before each
 * @returns {Promise<number>} how many the engine knows now
 */
export async function addKeptTables(client, kept, names, isWanted = () => true) {
  let added = 0;
  const tables = names.map((name) => ({ name, reading: kept.read(name) }));
  for (const { name, reading } of tables) {
    if (!isWanted()) break;
    const data = await reading;
    if (data === null) continue;
    try {
      await client.request({ type: 'addEnding', data });
      added += 1;
    } catch (error) {
      if (/** @type {EngineError} */ (error).code !== 'invalid_table') throw error;
      await kept.remove(name);
    }
  }
  return added;
}

/**
 * Give the engine the kept tables of each position on the board, and of the endings one capture away.
 * @param {PlaySession} session
 * @param {Pick<EngineClient, 'request' | 'state' | 'addEventListener'>} client
 * @param {object} [options]
 * @param {() => unknown} [options.onAdded]  the engine knows more than before
 * @param {Pick<KeptTables, 'read' | 'remove' | 'names'>} [options.kept]
 */
export function followKeptEndings(session, client, { onAdded = () => {}, kept = new KeptTables() } = {}) {
  /** Material that the engine has been asked about. */
  let asked = new Set();
  /** Tables that it has been given. */
  let added = new Set();
  let before = client.state.state;
  client.addEventListener('state', () => {
    const { state } = client.state;
    if (state === 'loading' && before !== state) {
      asked = new Set(); // another worker, which knows no tables
      added = new Set();
      follow();
    }
    before = state;
  });

  /** @param {string} fen */
  async function look(fen) {
    const material = materialIn(fen.split(' ')[0]);
    if (asked.has(material)) return;
    asked.add(material);
    const names = await kept.names();
    /** @param {(kept: string) => boolean} fits */
    const those = (fits) =>
      names.filter((name) => [name, swapped(name)].some((each) => fits(materialIn(each))));
    const isKnown = those((each) => each === material).length > 0;
    const own = isKnown ? (await client.request({ type: 'ending', fen })).missing : [];
    const near = those((each) => isOneFewer(each, material));
    const wanted = [...new Set([...own, ...near])].filter((name) => !added.has(name));
    for (const name of wanted) added.add(name);
    if ((await addKeptTables(client, kept, wanted)) > 0) onAdded();
  }

  function follow() {
    const { game } = session.state;
    const fen = game.game === USUAL && nodeOf(game.tree).view?.fen;
    if (fen) untracked(() => look(fen).catch(() => {})); // without tables the engine searches, as ever
  }
  observe(follow);
}

/** The pieces in the rows of a FEN, or in the name of an ending, as sorted letters. @param {string} text */
const materialIn = (text) =>
  text
    .replace(/[^a-z]/gi, '')
    .split('')
    .sort()
    .join('');

/** Whether sorted letters are the others without one of them. @param {string} fewer @param {string} letters */
const isOneFewer = (fewer, letters) =>
  fewer.length === letters.length - 1 &&
  [...letters].some((_, at) => letters.slice(0, at) + letters.slice(at + 1) === fewer);

/** The name of an ending with the colours exchanged. @param {string} name */
const swapped = (name) =>
  name.replace(/[a-z]/gi, (letter) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase()));
