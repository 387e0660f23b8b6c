// Announces a game to screen readers: moves, check, warnings, the end; and plays its sounds.

/** @import { PositionApp as App } from './app.js' */
/** @import { Game, Node } from '../game/types.js' */

import { numberOf, outcomeAt, setupOf, turnAt } from '../game/game.js';
import { nodeOf, tipOf } from '../game/tree.js';
import { onChange } from '../ui/reactive.js';
import { sound } from '../ui/sound.js';
import { outcomeInWords, warningInWords } from './law-words.js';
import { moveSaid, spokenText } from './move-words.js';
import { fenAt } from './piece-words.js';
import { gameTitle } from './record-words.js';

/** The longest wait for a move's notation; after it the move is said in words. */
const TEXT_MS = 800;

export class Reporter {
  #app;
  #say;
  #greeting;
  /** A move that is said as soon as the rules have written it. @type {{ node: Node, say: () => void, timer: any } | null} */
  #move = null;

  /**
   * @param {App} app
   * @param {(sentence: string) => void} say
   * @param {(game: Game) => string} [greeting]  the sentence for a new game
   */
  constructor(app, say, greeting) {
    this.#app = app;
    this.#say = say;
    this.#greeting = greeting ?? ((game) => this.#newGame(game));
    onChange(
      () => app.texts.state.known,
      () => this.#sayMove({ late: false }),
    );
  }

  /** Announce what is new in a game, with its sounds. @param {Game} game @param {Game} before */
  report(game, before) {
    const app = this.#app;
    this.#sayMove({ late: game.tree.current !== before.tree.current });
    if (game.id !== before.id) {
      this.#say(this.#greeting(game));
    } else if (game.tree.current !== before.tree.current) {
      this.#reportPosition(game, before);
    }
    const node = nodeOf(game.tree);
    const known = before.tree.nodes.get(node.id)?.view;
    this.#sound(game, before);
    const outcome = outcomeAt(game);
    if (outcome && (!before.tree.nodes.has(node.id) || !outcomeAt(before, node.id))) {
      const { sentence, law } = outcomeInWords(app.words, outcome, game.game);
      this.#say(`${sentence} ${law}`);
    } else if (node.view?.check && !known) {
      this.#say(app.t('game-view.say.check'));
    }
    if (node.view?.warning && !known) {
      this.#say(app.t('game-view.say.warning', { text: warningInWords(app.words, node.view.warning) }));
    }
  }

  /** The sound of a move forward, of check, of the end of the game. @param {Game} game @param {Game} before */
  #sound(game, before) {
    const app = this.#app;
    const node = nodeOf(game.tree);
    if (game.id !== before.id || node.parent === null) return;
    const forward = node.parent === before.tree.current;
    if (forward) sound(app, menOn(fenAt(game)) < menOn(fenAt(game, node.parent)) ? 'capture' : 'move');
    const known = !forward && before.tree.nodes.get(node.id)?.view;
    const over = outcomeAt(game) !== null;
    if (over && (forward || !outcomeAt(before, node.id)) && !('puzzle' in app.state)) sound(app, 'end');
    else if (node.view?.check && !known) sound(app, 'check');
  }

  /** @param {Game} game */
  #newGame(game) {
    const app = this.#app;
    const { headers, tree } = game;
    const { opponent, side } = setupOf(game);
    const title = gameTitle(app, headers ?? {});
    if (title) return app.t('game-view.say.record.title', { title });
    const count = tipOf(tree).ply;
    if (headers && count > 0) return app.t('game-view.say.record.moves', { count });
    if (opponent === 'engine')
      return app.t('game-view.say.new.game', { side: app.t(`game-view.side.${side}`) });
    if (!headers || tree.fen === null) return app.t('game-view.say.new.two');
    return app.t('game-view.say.record.position', { side: app.t(`game-view.side.${turnAt(game)}`) });
  }

  /** @param {Game} game @param {Game} before */
  #reportPosition(game, before) {
    const app = this.#app;
    const node = nodeOf(game.tree);
    if (node.parent === null || !node.move) return this.#say(app.t('game-view.say.start'));
    const parent = nodeOf(game.tree, node.parent);
    const played = node.parent === before.tree.current && !before.tree.nodes.has(node.id);
    const mover = turnAt(game, parent.id);
    const person =
      setupOf(game).opponent === 'person' ? app.t(`game-view.side.${mover}`) : app.t('game-view.player.you');
    const player = game.players[mover] === 'engine' ? app.t('game-view.player.engine.short') : person;
    const say = () => {
      if (!app.state.game.tree.nodes.has(node.id) || app.state.game.id !== game.id) return;
      const now = nodeOf(app.state.game.tree, node.id);
      const move = moveSaid(app, parent.id, now.move ?? '', spokenText(app, now));
      this.#say(
        played
          ? app.t('game-view.say.move', { player, move })
          : app.t('game-view.say.position', { number: numberOf(app.state.game, now).move, move }),
      );
    };
    const timer = setTimeout(() => this.#sayMove({ late: true }), TEXT_MS);
    this.#move = { node, say, timer };
    this.#sayMove({ late: false });
  }

  /** Say the move that waits, if its text is there or it is too late to wait. @param {{ late: boolean }} how */
  #sayMove({ late }) {
    const waiting = this.#move;
    const { nodes } = this.#app.state.game.tree;
    if (!waiting) return;
    if (!late && !spokenText(this.#app, nodes.get(waiting.node.id) ?? waiting.node)) return;
    this.#move = null;
    clearTimeout(waiting.timer);
    waiting.say();
  }
}

/** The number of men in a FEN. @param {string} fen */
const menOn = (fen) => fen.split(' ')[0].replace(/[^a-z]/gi, '').length;
