"""How hard a puzzle is: from what the engine needs to solve it, and from what people find hard.

The scale is that of players on sites with puzzles, 400 to 3000.  It is a formula and not a measurement:
nobody has solved the puzzles yet.
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
"""Stands for: not even with the largest budget."""
SEEDS: Final = (1, 2, 3)
MOST_FAILURES: Final = 1
"""Of a level's tries with the seeds, so many may fail where it is said to solve a puzzle."""
CHECK_NODES: Final = 300_000
"""Of the search that looks once more whether the solver's moves are better than all others."""


@dataclass(frozen=True)
class Effort:
    """What the engine needs to solve a puzzle."""

    nodes: int
    """The least of BUDGETS with which, and with the next one, every move of the solver is found."""
    level: int
    """The lowest of LEVELS that finds all of them; one more than the last if none does."""
    gap: int | None
    """By how much the solver's moves are better than all others in one more search, the least of all; None
    if not even best.  Of mates, nothing is asked."""


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
    """Where the solver is to move, with the right moves."""
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
    """Set the position up, with nothing remembered from others."""
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
    """The rating of a puzzle with so many moves of the solver, rounded to 10."""
    value = 500.0
    value += 75 * math.log2(effort.nodes / BUDGETS[0])
    value += 60 * (effort.level - 1)
    value += 140 * (min(moves, 5) - 1)
    value += 120 * ("quietMove" in themes)
    value += 120 * ("sacrifice" in themes)
    value += 100 * ("defence" in themes)
    value -= 120 * ("hangingPiece" in themes)
    return 10 * round(max(min(value, 3000), 400) / 10)
