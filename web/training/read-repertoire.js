// Reads studies as repertoires: the positions of their chapters, which the rules compare.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Game, GameName } from '../game/types.js' */
/** @import { StudyRow } from '../storage/database.js' */
/** @import { Studies } from '../storage/studies.js' */

import { factsOf, turnOfFen } from '../game/games.js';
import { recordOf } from '../game/record.js';
import { keysOf, Repertoire } from './repertoire.js';

/** A repertoire that has been read. `start`: the games of its chapters. @typedef {{ study: StudyRow, game: GameName, side: 'first' | 'second', titles: string[], repertoire: Repertoire, start: readonly Game[] }} ReadRepertoire */

export class RepertoireReader {
  #client;
  #studies;
  /** @type {Map<string, { savedAt: number, keys: string[] }>} by chapter */
  #keys = new Map();

  /** @param {Pick<EngineClient, 'positions'>} client @param {Pick<Studies, 'games'>} studies */
  constructor(client, studies) {
    this.#client = client;
    this.#studies = studies;
  }

  /**
   * The repertoire of a study, for the game of its first chapter with a move; null: there is none. Rejects where the
   * engine or the storage fails.
   * @param {StudyRow} study
   * @returns {Promise<ReadRepertoire | null>}
   */
  async read(study) {
    const games = await this.#studies.games(study);
    const side = study.side ?? 'first';
    const name = games.find(({ game }) => game.tree.nodes.size > 1)?.game.game;
    if (!name) return null;
    const same = games.filter(({ game }) => game.game === name);
    const chapters = [];
    for (const { game, savedAt } of same) {
      const known = this.#keys.get(game.id);
      const keys = known?.savedAt === savedAt ? known.keys : await this.#client.positions(recordOf(game, {}));
      this.#keys.set(game.id, { savedAt, keys });
      chapters.push({ id: game.id, tree: game.tree, keys: keysOf(game.tree, keys) });
    }
    const own = factsOf(name).sides[side === 'first' ? 0 : 1];
    const repertoire = new Repertoire(chapters, (key) => turnOfFen(name, key) === own);
    const titles = same.map(({ row }) => row.title ?? '');
    return { study, game: name, side, titles, repertoire, start: same.map(({ game }) => game) };
  }
}
