"""The static evaluation explained: the share of each term, and the worth of each piece on its square.

The terms of the classical evaluation come from the kernel's own functions, and their sum is the evaluation.
A network has no terms.  Its evaluation is explained by those of the classical one, and a last term
``network`` for the difference.  A game whose ``Game.terms`` is None has no terms.  The worth of a piece is
the change of the evaluation when the piece is taken off the board.  So it includes its effect on others.

The kernels used here are interpreted and have no search, so an explanation does not disturb a running search.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from cannonfish.compiler import Program, instantiate, linked
from cannonfish.games.base.evaluation import Tapered, without
from cannonfish.games.base.fen import Position
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board
from cannonfish.kernel import NETWORK_SETTINGS, SEARCH
from cannonfish.kernel.network_file import network_path

PHASES: Final = 96
"""A multiple of the phases of every game, 24 or 32, so that shares of the middle game are whole numbers."""

FULL: Final = 8
"""The value of ``scale_factor``, in eighths, if an advantage counts in full."""


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the evaluation, in centipawns."""

    name: str
    first: int
    """The score of the side that moves first in the game; negative if it counts against that side."""
    second: int
    """The same for the other side."""

    @property
    def balance(self) -> int:
        """Its share of the evaluation, seen by the first side."""
        return self.first - self.second


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a piece on its square to its own side, in centipawns."""

    value: int
    average: int
    """The average of all pieces of its kind on the board."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The static evaluation of a position, in centipawns, seen by the side that moves first in the game."""

    evaluation: str
    """``classical`` or ``network``."""
    score: int
    terms: tuple[Term, ...]
    """Their balances add up to the score.  A game and an evaluation always have the same terms: none if the
    game has no ``Game.terms``."""
    pieces: Mapping[str, Worth]
    """The worth of each piece except the kings, by the name of its square."""


def explain(board: Board, evaluation: str = "classical") -> Explanation:
    """Explain the static evaluation of the position on a board.  Any thread may ask, also during a search."""
    return _explainer(board.game, evaluation).explain(board)


@cache
def _explainer(game: str, evaluation: str) -> "_Explainer":
    return _Explainer(game, evaluation)


class _Explainer:
    def __init__(self, game: str, evaluation: str) -> None:
        self._game = GAMES[game]
        self._evaluation = evaluation
        program = _without_search(self._game.files)
        self._functions, self._constants = program.signatures, program.constants
        self._kernel = self._judge = instantiate(program, "interpreted")
        if evaluation == "network":
            files = self._game.network_files
            self._judge = instantiate(
                _without_search(files, NETWORK_SETTINGS, [network_path(game)]), "interpreted"
            )
        self._lock = threading.Lock()

    def explain(self, board: Board) -> Explanation:
        with self._lock:
            score = self._score(board.position)
            values: dict[int, int] = {}
            kinds: dict[Any, list[int]] = {}
            for at in board.grid.squares:
                side = board.side_of(board.placement[at])
                if side is not None and board.placement[at] not in board.kings:
                    values[at] = _seen_by(side, score - self._score(without(board, [at])))
                    kinds.setdefault(_kind(board, at), []).append(values[at])
            pieces = {
                board.grid.square_name(at): Worth(value, sum(same := kinds[_kind(board, at)]) // len(same))
                for at, value in values.items()
            }
            return Explanation(self._evaluation, score, tuple(self._terms(board, score)), pieces)

    def _score(self, position: Position) -> int:
        """The evaluation of a position, seen by the first side."""
        self._game.rules.set_position(self._judge, position)
        return _seen_by(position.turn, self._judge.call("evaluate", position.turn))

    def _terms(self, board: Board, score: int) -> Iterator[Term]:
        """The terms, in whole centipawns that add up to the score."""
        if self._game.terms is None:
            return
        classical = 0
        for term in self._classical_terms(board.turn, self._game.terms(self._kernel, board)):
            classical += term.balance
            yield term
        if self._evaluation == "network":
            yield Term("network", max(score - classical, 0), max(classical - score, 0))

    def _classical_terms(self, turn: int, tapered: Mapping[str, Sequence[Tapered]]) -> Iterator[Term]:
        """The terms of the classical evaluation.  The kernel rounds only their sum."""
        phase = self._phase()
        own, other = (
            [
                each[side].middle_game * phase + each[side].ending * (PHASES - phase)
                for each in tapered.values()
            ]
            for side in (turn, 1 - turn)
        )
        tempo = self._constants.get("TEMPO", 0)
        total = self._kernel.call("evaluate", turn) - tempo
        balance = sum(own) - sum(other)
        scale = self._scale(turn if balance > 0 else 1 - turn)
        unscaled = total if scale == FULL else balance // PHASES
        numbers = _with_sum([*own, *(-each for each in other)], unscaled)
        rows = [(name, numbers[at], -numbers[at + len(own)]) for at, name in enumerate(tapered)]
        if "scale_factor" in self._functions:
            rows.append(("drawish", min(total - unscaled, 0), min(unscaled - total, 0)))
        if "TEMPO" in self._constants:
            rows.append(("tempo", tempo, 0))
        for name, mine, theirs in rows:
            yield Term(name, *((mine, theirs) if turn == 0 else (theirs, mine)))

    def _phase(self) -> int:
        """The share of the middle game, in units of 1 / PHASES."""
        return self._kernel.call("taper", PHASES << 16) if "taper" in self._functions else PHASES

    def _scale(self, stronger: int) -> int:
        return self._kernel.call("scale_factor", stronger) if "scale_factor" in self._functions else FULL


def _without_search(
    files: Sequence[str], settings: Mapping[str, int] | None = None, data: Sequence[str] = ()
) -> Program:
    return linked("cannonfish.kernel", [file for file in files if file not in SEARCH], settings, data)


def _kind(board: Board, square: int) -> Any:
    """The kind of the piece on a square; None in a game with one kind only."""
    return getattr(board.pieces_by_letter[board.placement[square]], "piece_type", None)


def _seen_by(side: int, score: int) -> int:
    return score if side == 0 else -score


def _with_sum(parts: Sequence[int], total: int) -> list[int]:
    """Whole centipawns with this sum, each next to its part, which is in units of 1 / PHASES.

    The largest remainders are rounded up (Hamilton's method).
    """
    whole = [part // PHASES for part in parts]
    missing = total - sum(whole)
    if not 0 <= missing <= len(whole):
        raise ValueError(f"the terms of the evaluation add up to {sum(parts) / PHASES:.2f}, not to {total}")
    for at in sorted(range(len(parts)), key=lambda at: -(parts[at] % PHASES))[:missing]:
        whole[at] += 1
    return whole
