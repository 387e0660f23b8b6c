// Studies as files and links: PGN of several games with the tags that lichess writes, DhtmlXQ, and what is read from either.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { GameRecord } from '../engine/messages.js' */
/** @import { Game, GameName } from '../game/types.js' */
/** @import { StudyRow } from '../storage/database.js' */
/** @import { NewChapter, Removed } from '../storage/studies.js' */

import { newGame } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { packed, unpacked } from '../game/packed.js';
import { recordOf, treeOf } from '../game/record.js';
import { LONGEST_LINK } from '../game-view/game-link.js';

/** The most chapters that are read of a file. */
const MOST_CHAPTERS = 300;

/** Chapters of a file, under the name of their study. @typedef {{ title: string, chapters: NewChapter[] }} ReadStudy */

/**
 * The chapters of a study as one text.
 * @param {Pick<EngineClient, 'write'>} client
 * @param {StudyRow} study
 * @param {Removed['games']} games
 * @param {{ format: 'pgn' | 'dhtmlxq', notation?: string }} how
 */
export async function written(client, study, games, { format, notation }) {
  const texts = [];
  for (const { game, row } of games) {
    const ChapterName = row.title ?? '';
    const own = game.headers ?? {};
    const headers =
      format === 'pgn'
        ? { Event: `${study.title}: ${ChapterName}`, ...own, StudyName: study.title, ChapterName }
        : { ...own, Title: ChapterName };
    const fits = notation && game.game === 'xiangqi' && format === 'pgn' ? { notation } : {};
    texts.push((await client.write({ record: recordOf(game, headers), format, ...fits })).trim());
  }
  return `${texts.join('\n\n')}\n`;
}

/** The link to a study; null where it would be too long. @param {Pick<EngineClient, 'write'>} client @param {string | URL} page @param {StudyRow} study @param {Removed['games']} games */
export async function studyLink(client, page, study, games) {
  const text = await written(client, study, games, { format: 'pgn', notation: 'iccs' });
  const url = new URL(page);
  url.search = '';
  url.hash = `study=${await packed(text)}${study.side ? `&side=${study.side}` : ''}`;
  return url.href.length <= LONGEST_LINK ? url.href : null;
}

/** What a link to a study contains; null for another address. Rejects where it is damaged. @param {string} hash */
export async function linkedStudy(hash) {
  const query = new URLSearchParams(hash.slice(1));
  const letters = query.get('study');
  if (!letters) return null;
  const side = query.get('side');
  return {
    text: await unpacked(letters),
    side: side === 'first' || side === 'second' ? /** @type {'first' | 'second'} */ (side) : null,
  };
}

/**
 * The studies of a text or file: games without the name of a study are one together. Rejects as EngineClient.read.
 * @param {Pick<EngineClient, 'read'>} client
 * @param {{ text?: string, data?: string, name?: string }} source
 * @param {{ game: GameName, untitled: (number: number) => string, titleOf: (headers: Record<string, string>) => string,
 *   onProgress?: (share: number) => void }} words  untitled: for a chapter without a name
 * @returns {Promise<{ studies: ReadStudy[], left: number, faults: number }>}  left: games of the file that were not read
 */
export async function readStudies(client, { name = '', ...source }, { game, untitled, titleOf, onProgress }) {
  const first = await client.read({ game, ...source, pick: null });
  const count = Math.min(first.total, MOST_CHAPTERS);
  /** @type {Map<string, ReadStudy>} */
  const studies = new Map();
  let faults = 0;
  for (let pick = 0; pick < count; pick += 1) {
    const { game: record } = first.game && count === 1 ? first : await client.read({ game, ...source, pick });
    onProgress?.((pick + 1) / count);
    if (!record || (record.moves.length === 0 && record.errors.length > 0)) {
      faults += 1;
      continue;
    }
    faults += Number(record.errors.length > 0);
    const { StudyName = '', ChapterName = '', ...headers } = record.headers;
    const title = StudyName || name.replace(/\.\w+$/, '');
    const study = studies.get(title) ?? { title, chapters: [] };
    studies.set(title, study);
    const chapter = ChapterName || titleOf(headers) || untitled(study.chapters.length + 1);
    study.chapters.push({ game: gameOfRecord(record, headers), title: chapter });
  }
  return { studies: [...studies.values()], left: first.total - count, faults };
}

/** @param {GameRecord} record @param {Record<string, string>} headers @returns {Game} */
function gameOfRecord(record, headers) {
  const game = /** @type {GameName} */ (record.game);
  const { sides, level } = factsOf(game);
  const plain = newGame({ id: 'read', game, opponent: 'person', side: sides[0], level, fen: record.fen });
  return { ...plain, headers, tree: treeOf(record, null) };
}
