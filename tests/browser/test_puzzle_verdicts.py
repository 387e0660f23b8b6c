"""Puzzles solved by a program that plays any right move, as another prover tells it: no wrong verdicts.

The page's own session and engine judge; whether a move keeps the mate is known from the lab's prover, which
shares nothing with the search. Solutions are mixed with moves that are not right.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from cannonfish import xiangqi
from cannonfish_lab.puzzles.mates import MateProver
from playwright.sync_api import Page

from tests.browser.engine_lab import open_lab
from tools import puzzle_views
from tools.static_site import PUZZLES

pytestmark = pytest.mark.browser

LONGEST = 4
"""Moves of the longest mates that are solved here: the prover answers them quickly, one after another."""

SOLVE = """
async ({ puzzles }) => {
  const { PuzzleSession } = await import(`${source}puzzle/session.js`);
  const { puzzleFrom } = await import(`${source}puzzle/puzzle.js`);
  const { movesTo } = await import(`${source}game/tree.js`);
  const { observe } = await import(`${source}game/reactive.js`);
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
    """Chooses a right move, and sometimes one before it that is not right."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.prover = MateProver()
        self.asked = 0

    def ask(self, fen: str, moves: list[str], left: float) -> dict[str, str | None]:
        """What to play where so many moves are left."""
        self.asked += 1
        board = xiangqi.Board(fen)
        for move in moves:
            board.push_uci(move)
        right = [move.uci() for move in self.prover.winning_moves(board, int(left))]
        others = [move.uci() for move in board.legal_moves if move.uci() not in right]
        wrong = self.random.choice(others) if others and self.random.random() < 0.15 else None
        return {"right": self.random.choice(right), "wrong": wrong}


def solve(page: Page, site: str, puzzles: list[dict[str, Any]], count: int) -> list[str]:
    """Solve so many puzzles; what was judged wrongly."""
    oracle = Oracle(seed=count)
    open_lab(page, site)
    page.expose_function("ask", oracle.ask)
    verdicts: list[str] = []
    chosen = [puzzles[at % len(puzzles)] for at in range(count)]
    for begin in range(0, count, 20):
        verdicts += page.evaluate(SOLVE, {"puzzles": chosen[begin : begin + 20]})
    assert oracle.asked >= count
    return verdicts


def mates(path: Path) -> list[dict[str, Any]]:
    """The short mates of a file."""
    found, faults = puzzle_views.read(path.read_text(encoding="utf-8"), set())
    assert faults == []
    return [
        puzzle
        for puzzle in found
        if puzzle["game"] == "xiangqi"
        and puzzle["check"]["how"] == "exhaustive"
        and "mate" in puzzle["themes"]
        and len(puzzle["moves"]) < 2 * LONGEST
    ]


def test_a_dozen_solves_with_shuffled_right_moves_are_judged_right(page: Page, site: str, data: Path) -> None:
    puzzles = mates(data / "puzzles" / "puzzles.jsonl")
    assert solve(page, site, puzzles, 14) == []


@pytest.mark.slow
def test_five_hundred_solves_with_shuffled_right_moves_are_judged_right(page: Page, site: str) -> None:
    puzzles = [puzzle for path in sorted(PUZZLES.glob("*.jsonl")) for puzzle in mates(path)]
    assert len(puzzles) >= 18, json.dumps([puzzle["id"] for puzzle in puzzles])
    assert solve(page, site, puzzles, 500) == []
