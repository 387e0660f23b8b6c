"""The reports of the engine: scores, search progress, results."""

from dataclasses import dataclass
from typing import NamedTuple

from cannonfish.games.game import Move


@dataclass(frozen=True, slots=True)
class Score:
    """The value of a position for the side to move.  Exactly one field is set; none if it is not known.

    ``cp`` is in centipawns.  ``mate`` is the number of moves to the end of the game, negative when the side
    to move loses, 0 when it has lost already.  ``rule`` counts in the same way the moves to a repetition by
    which one side loses: perpetual check or perpetual chase.
    """

    cp: int | None = None
    mate: int | None = None
    rule: int | None = None

    def __neg__(self) -> "Score":
        """The same for the other side.  ``Score(mate=0)``, a lost game, has no opposite: it stays."""
        return Score(*(None if value is None else -value for value in (self.cp, self.mate, self.rule)))

    def centipawns(self, win: int = 21_000) -> int:
        """One number: a mate in n moves is ``win`` - n, a win by rule in n moves is ``win`` - 1000 - n.

        By default the latter is 20000 - n, as Stockfish reports tablebase wins.
        """
        for moves, best in ((self.mate, win), (self.rule, win - 1000)):
            if moves is not None:
                return best - moves if moves > 0 else -best - moves
        return self.cp or 0


class Chances(NamedTuple):
    """How likely a win, a draw and a loss are for the side to move, in permille; they add up to 1000."""

    win: int
    draw: int
    loss: int

    @property
    def expected(self) -> float:
        """The expected result: 1 is a win, 0.5 a draw, 0 a loss."""
        return (self.win + self.draw / 2) / 1000


@dataclass(frozen=True, slots=True)
class Info:
    """Progress of a search: one principal variation and its score.

    ``nodes`` counts positions since the start of the search, ``nps`` is nodes per second, ``time_ms`` is in
    milliseconds, ``multipv`` ranks the lines of one depth from 1.  ``chances`` is None where winning chances
    are not known.
    """

    depth: int = 0
    seldepth: int = 0
    score: Score = Score()
    nodes: int = 0
    nps: int = 0
    time_ms: int = 0
    pv: tuple[Move, ...] = ()
    multipv: int = 1
    chances: Chances | None = None
    book: bool = False
    """True for a move of the opening book, which is played without a search: the score says nothing."""
    cut_short: bool = False
    """True in a result if the time ended the search before the nodes and the depth of its level."""
    exact: bool = False
    """True if the tables of endings prove the score; a draw that a perpetual holds is not exact."""
    tbhits: int = 0
    """Positions that were found in the tables of endings."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a search.  ``bestmove`` is None if the game is over."""

    bestmove: Move | None
    ponder: Move | None
    info: Info

    @property
    def move(self) -> Move | None:
        """The same as ``bestmove``, as python-chess calls it."""
        return self.bestmove


@dataclass(frozen=True, slots=True)
class TableEntry:
    """An entry of the transposition table.  The score is exact where the bounds are equal."""

    move: Move | None
    depth: int
    """In plies."""
    lower_bound: Score | None
    upper_bound: Score | None
