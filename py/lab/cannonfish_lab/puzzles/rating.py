"""Ratings of puzzles, estimated from the effort of the engine and from features that people find hard.

These estimates are the priors of the measured ratings (``tries``).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cannonfish.engine import Engine, Limits
from cannonfish.games.game import Board

from cannonfish_lab import interrupts
from cannonfish_lab.puzzles.analysis import compare
from cannonfish_lab.puzzles.finder import without_history

LEAST, GREATEST = 300, 3000
"""The range of ratings."""
BUDGETS: Final = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
BEYOND: Final = 300_000
"""Stands for more than the largest budget."""
CHECK_NODES: Final = 300_000
"""Nodes of the search that checks the lead of the solver's moves again."""


@dataclass(frozen=True)
class Effort:
    """The effort of the engine to solve a puzzle."""

    nodes: int
    """The smallest of BUDGETS that finds every move of the solver; the next larger one must, too."""
    gap: int | None
    """The smallest lead of a move of the solver in another search; None if a move is not the best there.  0
    where the proof is exact."""


def effort(
    engine: Engine, fen: str, moves: Sequence[str], alternatives: Sequence[Sequence[str]], is_exact: bool
) -> Effort:
    """Let the engine solve a puzzle."""
    tasks = positions(engine.game.new_board(fen), moves, alternatives)
    nodes = max(_budget(engine, position, right) for position, right in tasks)
    gap: int | None = 0
    if not is_exact:
        verdicts = [(compare(engine, position, CHECK_NODES), right) for position, right in tasks]
        gaps = [each.gap for each, right in verdicts if each is not None and each.best.uci() in right]
        gap = min(gaps) if len(gaps) == len(tasks) else None
    return Effort(nodes, gap)


def positions(
    board: Board, moves: Sequence[str], alternatives: Sequence[Sequence[str]]
) -> list[tuple[str, frozenset[str]]]:
    """The positions with the solver to move, each with the right moves.  Plays the solution on the board."""
    found = []
    for ply, move in enumerate(moves):
        if ply % 2 == 0:
            found.append((without_history(board), frozenset([move, *alternatives[ply // 2]])))
        board.push_uci(move)
    return found


def _finds(engine: Engine, position: str, right: frozenset[str], limits: Limits) -> bool:
    _begin(engine, position)
    with interrupts.held():
        move = engine.go(limits).bestmove
    return move is not None and move.uci() in right


def _begin(engine: Engine, position: str) -> None:
    """Set up the position in a cleared engine."""
    engine.new_game()
    engine.position(position)


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


def rating(effort: Effort, themes: Sequence[str], moves: int) -> int:
    """The rating of a puzzle with this number of moves of the solver, rounded to 10."""
    value = 500.0
    value += 105 * math.log2(effort.nodes / BUDGETS[0])
    value += 140 * (min(moves, 5) - 1)
    value += 120 * ("quietMove" in themes)
    value += 120 * ("sacrifice" in themes)
    value += 100 * ("defence" in themes)
    value -= 120 * ("hangingPiece" in themes)
    return 10 * round(max(min(value, GREATEST), LEAST) / 10)
