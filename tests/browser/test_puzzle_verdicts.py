"""A program solves puzzles with any move that another prover calls right: no verdict is wrong.

The page's own session and engine judge; whether a move keeps the mate is known from the lab's prover, which
shares nothing with the search. Where there is no mate, the right move is the one that was proven. Solutions
are mixed with moves that are not right.
"""

import random
from pathlib import Path
from typing import Any

from cannonfish.games.catalogue import GAMES
from cannonfish_lab.puzzles.mates import MateProver
from playwright.sync_api import Page

from tests.browser.engine_lab import open_lab
from tools import puzzle_views
from tools.static_site import PUZZLES

LONGEST = 4
"""Moves of the longest mates that are solved here: the prover answers them quickly, one after another."""

SOLVE = """
async ({ puzzles }) => {
  const { PuzzleSession } = await import(`${source}puzzles/session.js`);
  const { puzzleFrom } = await import(`${source}puzzles/puzzle.js`);
  const { movesTo } = await import(`${source}game/tree.js`);
  const { observe } = await import(`${source}ui/reactive.js`);
  window.solver ??= newClient();
  const verdicts = [];
  for (const data of puzzles) {
    const puzzle = puzzleFrom(data);
    const session = new PuzzleSession({ client: solver, wait: async () => {} });
    const settled = () => new Promise((resolve, reject) => {
      const look = () => {
        const { phase, said, notices } = session.state;
        if (notices.length > 0) reject(new Error(JSON.stringify(notices)));
        if (phase === 'solving' || phase === 'solved' || (phase === 'offLine' && said.kind !== 'doubt'))
          resolve(phase);
      };
      observe(look);
    });
    await session.open(puzzle);
    while ((await settled()) !== 'solved') {
      const { game, front } = session.state;
      const moves = movesTo(game.tree, front);
      const { right, wrong } = await ask(puzzle.fen, moves, (puzzle.moves.length + 1 - moves.length) / 2);
      const tried = wrong ?? right;
      if (session.move(tried) !== 'played') throw new Error(`${puzzle.id}: ${tried} was not played`);
      const phase = await settled();
      if (phase !== 'offLine' !== (wrong === null)) verdicts.push(`${puzzle.id} ${moves} ${tried}: ${phase}`);
      if (phase !== 'offLine') continue;
      session.takeBack();
      if (wrong === null) break;
      if (session.move(right) !== 'played') throw new Error(`${puzzle.id}: ${right} was not played`);
      if ((await settled()) === 'offLine') {
        verdicts.push(`${puzzle.id} ${moves} ${right}: ${session.state.said.kind}`);
        break;
      }
    }
  }
  return verdicts;
}
"""


class Oracle:
    """Chooses a right move, and sometimes a wrong one to try before it."""

    def __init__(self, puzzles: list[dict[str, Any]]) -> None:
        self.random = random.Random(len(puzzles))
        self.puzzles = {puzzle["fen"]: puzzle for puzzle in puzzles}
        self.provers = {game: MateProver(game=game) for game in {puzzle["game"] for puzzle in puzzles}}
        self.asked = 0

    def ask(self, fen: str, moves: list[str], left: float) -> dict[str, str | None]:
        """The moves to play, with so many moves of the solver left."""
        self.asked += 1
        puzzle = self.puzzles[fen]
        board = GAMES[puzzle["game"]].new_board(fen)
        for move in moves:
            board.push_uci(move)
        if is_mate(puzzle):
            right = [move.uci() for move in self.provers[puzzle["game"]].winning_moves(board, int(left))]
        else:
            right = [puzzle["moves"][len(moves)]]
        also = puzzle["alternatives"][len(moves) // 2]
        others = [move.uci() for move in board.legal_moves if move.uci() not in (*right, *also)]
        wrong = self.random.choice(others) if others and self.random.random() < 0.15 else None
        return {"right": self.random.choice(right), "wrong": wrong}


def solve(page: Page, site: str, puzzles: list[dict[str, Any]]) -> list[str]:
    """Solve the puzzles; return the wrong verdicts."""
    oracle = Oracle(puzzles)
    open_lab(page, site)
    page.expose_function("ask", oracle.ask)
    verdicts: list[str] = []
    for begin in range(0, len(puzzles), 20):
        verdicts += page.evaluate(SOLVE, {"puzzles": puzzles[begin : begin + 20]})
    assert oracle.asked >= len(puzzles)
    return verdicts


def is_mate(puzzle: dict[str, Any]) -> bool:
    return puzzle["check"]["how"] == "exhaustive" and "mate" in puzzle["themes"]


def read(path: Path) -> list[dict[str, Any]]:
    """The puzzles of a file, without the long mates."""
    found = puzzle_views.read(path.read_text(encoding="utf-8"))
    return [puzzle for puzzle in found if not is_mate(puzzle) or len(puzzle["moves"]) < 2 * LONGEST]


def test_a_dozen_solves_with_shuffled_right_moves_are_judged_right(page: Page, site: str, data: Path) -> None:
    mates = [puzzle for puzzle in read(data / "puzzles" / "puzzles.jsonl") if is_mate(puzzle)]
    assert solve(page, site, [mates[at % len(mates)] for at in range(14)]) == []


def test_five_hundred_solves_with_shuffled_right_moves_are_judged_right(page: Page, site: str) -> None:
    """Of both games, of all kinds, spread over all ratings."""
    puzzles = [puzzle for path in PUZZLES.glob("*.jsonl") for puzzle in read(path)]
    puzzles.sort(key=lambda puzzle: (puzzle["rating"], puzzle["id"]))
    chosen = puzzles[:: len(puzzles) // 500][:500]
    assert len(chosen) == 500
    assert {puzzle["game"] for puzzle in chosen} == {"xiangqi", "chess"}
    assert {puzzle["check"]["how"] for puzzle in chosen} == {"exhaustive", "search", "table"}
    assert solve(page, site, chosen) == []
