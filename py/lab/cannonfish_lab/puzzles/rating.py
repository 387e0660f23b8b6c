"""Ratings of puzzles, estimated from the effort of the engine and from features that people find hard.

The scale is that of puzzle sites, 400 to 3000.  The formula is not calibrated: nobody has solved the puzzles
yet.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cannonfish.engine import Engine, Limits
from cannonfish.games.xiangqi import Board

from cannonfish_lab import interrupts
from cannonfish_lab.puzzles.analysis import compare
from cannonfish_lab.puzzles.finder import without_history
from cannonfish_lab.puzzles.levels import LEVELS, play

BUDGETS: Final = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
BEYOND: Final = 300_000
"""Stands for more than the largest budget."""
SEEDS: Final = (1, 2, 3)
MOST_FAILURES: Final = 1
"""Most seeds with which a level may fail and still count as solving the puzzle."""
CHECK_NODES: Final = 300_000
"""Nodes of the search that checks the lead of the solver's moves again."""


@dataclass(frozen=True)
class Effort:
    """The effort of the engine to solve a puzzle."""

    nodes: int
    """The smallest of BUDGETS that finds every move of the solver, and so does the next one."""
    level: int
    """The lowest of LEVELS that finds all of them; one more than the last if none does."""
    gap: int | None
    """The smallest lead of a move of the solver in another search; None if a move is not the best there.  0
    for mates."""


def effort(
    engine: Engine, fen: str, moves: Sequence[str], alternatives: Sequence[Sequence[str]], is_mate: bool
) -> Effort:
    """Let the engine solve a puzzle."""
    positions = list(_positions(fen, moves, alternatives))
    nodes = max(_budget(engine, position, right) for position, right in positions)
    level = next((level for level in LEVELS if _solves(engine, positions, level)), max(LEVELS) + 1)
    gap: int | None = 0
    if not is_mate:
        verdicts = [(compare(engine, position, CHECK_NODES), right) for position, right in positions]
        gaps = [each.gap for each, right in verdicts if each is not None and each.best.uci() in right]
        gap = min(gaps) if len(gaps) == len(positions) else None
    return Effort(nodes, level, gap)


def _positions(
    fen: str, moves: Sequence[str], alternatives: Sequence[Sequence[str]]
) -> list[tuple[str, frozenset[str]]]:
    """The positions with the solver to move, each with the right moves."""
    board = Board(fen)
    positions = []
    for ply, move in enumerate(moves):
        if ply % 2 == 0:
            positions.append((without_history(board), frozenset([move, *alternatives[ply // 2]])))
        board.push_uci(move)
    return positions


def _finds(engine: Engine, position: str, right: frozenset[str], limits: Limits) -> bool:
    _begin(engine, position)
    with interrupts.held():
        move = engine.go(limits).bestmove
    return move is not None and move.uci() in right


def _begin(engine: Engine, position: str) -> None:
    """Set up the position in a cleared engine."""
    engine.new_game()
    engine.position(position)


def _plays(engine: Engine, position: str, right: frozenset[str], level: int, seed: int) -> bool:
    _begin(engine, position)
    return play(engine, level, seed) in right


def _budget(engine: Engine, position: str, right: frozenset[str]) -> int:
    found = 0
    for nodes in BUDGETS:
        if not _finds(engine, position, right, Limits(nodes=nodes)):
            found = 0
        elif found:
            return found
        else:
            found = nodes
    return found or BEYOND


def _solves(engine: Engine, positions: Sequence[tuple[str, frozenset[str]]], level: int) -> bool:
    failures = 0
    for seed in SEEDS:
        if not all(_plays(engine, position, right, level, seed) for position, right in positions):
            failures += 1
            if failures > MOST_FAILURES:
                return False
    return True


def rating(effort: Effort, themes: Sequence[str], moves: int) -> int:
    """The rating of a puzzle with this number of moves of the solver, rounded to 10."""
    value = 500.0
    value += 75 * math.log2(effort.nodes / BUDGETS[0])
    value += 60 * (effort.level - 1)
    value += 140 * (min(moves, 5) - 1)
    value += 120 * ("quietMove" in themes)
    value += 120 * ("sacrifice" in themes)
    value += 100 * ("defence" in themes)
    value -= 120 * ("hangingPiece" in themes)
    return 10 * round(max(min(value, 3000), 400) / 10)
