"""Root moves ranked by tables of endings, as Stockfish ranks them by Syzygy's distances.

A table knows where the pieces stand, but not the moves before.  So its value of a move is corrected where
those matter: the repetition rules decide a repetition on this move or the next, and a win after the move
limit is not certain.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from cannonfish.engine.info import Score
from cannonfish.errors import GameError
from cannonfish.games.game import Board, EndingValue, Game, Move, Tablebase

NO_TABLE, UNDECIDED, DRAWN, DECIDED = range(4)
"""The results of the kernel's ``ask()``, see ``kernel/host.py``."""


class Rank(IntEnum):
    """How good a root move is.  LATE: beyond the move limit.  JUDGED: decided only if the repetition rules
    forbid the moves that hold the draw."""

    LOSS = -3
    LATE_LOSS = -2
    JUDGED_LOSS = -1
    DRAW = 0
    JUDGED_WIN = 1
    LATE_WIN = 2
    WIN = 3


class RankedMove(NamedTuple):
    """A root move with its value."""

    move: Move
    rank: Rank
    plies: int | None
    """Plies to the end; None for a draw."""
    by_rule: bool = False
    """Whether the repetition rules decide."""

    @property
    def is_exact(self) -> bool:
        """Whether the result is certain."""
        return self.rank in (Rank.LOSS, Rank.DRAW, Rank.WIN)

    @property
    def is_decided(self) -> bool:
        """Whether the move certainly wins or loses."""
        return self.rank in (Rank.LOSS, Rank.WIN)

    @property
    def score(self) -> Score:
        """The score of a move whose result is certain."""
        if self.plies is None:
            return Score(cp=0)
        moves = (self.plies + 1) // 2
        signed = moves if self.rank > 0 else -moves
        return Score(rule=signed) if self.by_rule else Score(mate=signed)

    @property
    def order(self) -> tuple[int, int]:
        """Greater for a better move: a quick win, a slow loss."""
        plies = self.plies or 0
        return self.rank, -plies if self.rank > 0 else plies


class TolerantTablebase:
    """A tablebase that reports a damaged or missing file once and otherwise ignores it."""

    def __init__(self, endings: Tablebase, report: Callable[[str], None]) -> None:
        self.endings = endings
        self._report = report
        self._reported: set[str] = set()

    def values(self, board: Any) -> Mapping[Any, EndingValue] | None:
        """See ``Tablebase``."""
        try:
            return self.endings.values(board)
        except (GameError, OSError) as error:
            self._report_once(str(error))
            return None

    def value(self, position: Any) -> EndingValue | None:
        """See ``Tablebase``."""
        try:
            return self.endings.value(position)
        except (GameError, OSError) as error:
            self._report_once(str(error))
            return None

    def _report_once(self, text: str) -> None:
        if text not in self._reported:
            self._reported.add(text)
            self._report(text)


def ranked(game: Game, board: Board, endings: Tablebase, moves: Iterable[Move]) -> list[RankedMove] | None:
    """The moves, best first; None if the tables do not know them all."""
    values = endings.values(board)
    if values is None:
        return None
    repeating = {} if game.repetition_outcomes is None else game.repetition_outcomes(board)
    found = (_rank(game, board, move, values[move], repeating) for move in moves)
    return sorted(found, key=lambda each: each.order, reverse=True)


def answer_kernel(value: EndingValue | None, move_limit: int) -> int:
    """The value of a position right after a capture as the kernel's ``ask()`` returns it."""
    if value is None:
        return NO_TABLE
    if value.plies is None:
        return UNDECIDED if value.result_by_repetition_law else DRAWN
    return DECIDED + value.plies if value.plies <= move_limit else UNDECIDED


def best_line(board: Board, endings: Tablebase, move: Move, length: int) -> tuple[Move, ...]:
    """A move and the best play after it, as far as the tables know it: up to ``length`` moves or a draw."""
    board = board.copy()
    line = [move]
    while len(line) < length:
        board.push(line[-1])
        values = endings.values(board)
        best = max(values, key=lambda each: _by_value(values[each]), default=None) if values else None
        if values is None or best is None or values[best].plies is None:
            break
        line.append(best)
    return tuple(line)


def _by_value(value: EndingValue) -> tuple[int, int]:
    plies = value.plies or 0
    return value.result, -plies if value.result > 0 else plies


def _rank(
    game: Game, board: Board, move: Move, value: EndingValue, repeating: Mapping[Move, IntEnum | None]
) -> RankedMove:
    mover = board.turn
    if move in repeating:
        return _judged(move, mover, repeating[move], 1)
    ranked_move = RankedMove(move, _by_table(game, board, move, value), value.plies)
    if game.repetition_outcomes is not None and board.ply():
        board.push(move)
        replies = [_judged(move, mover, winner, 2) for winner in game.repetition_outcomes(board).values()]
        board.pop()
        ranked_move = min([ranked_move, *replies], key=lambda each: each.order)
    return ranked_move


def _judged(move: Move, mover: IntEnum, winner: IntEnum | None, plies: int) -> RankedMove:
    """A move after which a repetition ends the game, at once or by the reply."""
    if winner is None:
        return RankedMove(move, Rank.DRAW, None)
    return RankedMove(move, Rank.WIN if winner is mover else Rank.LOSS, plies, by_rule=True)


def _by_table(game: Game, board: Board, move: Move, value: EndingValue) -> Rank:
    """The rank without repetitions.  A capture starts the count of the move limit anew."""
    if value.plies is None:
        return Rank(value.result_by_repetition_law)
    counted = -1 if game.captured(board, move) else board.halfmove_clock
    late = counted + value.plies > board.move_limit
    return Rank(value.result * (Rank.LATE_WIN if late else Rank.WIN))
