"""When a search ends: the limits a user may set, and what a clock allows."""

from dataclasses import dataclass
from typing import Final

from cannonfish.errors import InvalidLimitsError, clip
from cannonfish.games.levels import LEVELS

MAX_DEPTH: Final = 90
"""Iterations that a search goes on for if nothing else ends it."""
MAX_NODES: Final = 2_000_000_000
MAX_TIME: Final = 86_400_000
"""A day, in milliseconds: the most that a time limit or a clock may say."""
MAX_LINES: Final = 64
MAX_LEVEL: Final = len(LEVELS)
"""The highest level of any game."""
ALGORITHMS: Final = ("pvs", "mtdf", "alphabeta", "minimax")
"""How to search: ``pvs`` is the engine's own search, the others are plain ones to learn from
(``kernel/algorithms.py``)."""

MATE_SLACK: Final = 10
"""A selective search may find a mate a little deeper than it is."""

MOVES_TO_GO: Final = 40
"""How many more moves a game is expected to take when the clock does not say."""
OVERHEAD: Final = 20
"""Milliseconds kept back from a clock for what happens between the engine and the clock."""
INCREMENT_SHARE: Final = 0.8
SOFT_SHARE: Final = 0.6
"""Share of a move's time after which no iteration is begun, for it would hardly be finished."""
HARD_FACTOR: Final = 3.0
HARD_SHARE: Final = 0.4
"""A move never takes more than HARD_FACTOR times its share, nor than HARD_SHARE of the whole clock."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a search; whichever comes first.  With nothing set it goes on until it is stopped.

    ``depth`` counts plies, ``nodes`` positions, everything with ``time`` and ``inc`` milliseconds.  Depth and
    nodes give the same move in both executions and on every machine; times cannot.  InvalidLimitsError if a
    number is out of range, or there is no such algorithm.
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: int | None = None
    wtime: int | None = None
    """The clock of the side that moves first; one that has run out may say less than nothing."""
    btime: int | None = None
    winc: int = 0
    binc: int = 0
    movestogo: int | None = None
    infinite: bool = False
    ponder: bool = False
    """Think while the other side does: the clock does not run before ``Engine.ponderhit()``."""
    mate: int | None = None
    """End with a mate in so many moves of the side to move, or fewer; give up MATE_SLACK plies deeper."""
    searchmoves: tuple[str, ...] = ()
    """Consider only these moves (UCI); those that are not legal are passed over."""
    multipv: int = 1
    """So many best moves, each with its line."""
    level: int | None = None
    """A level of the game, from 1, the weakest.  None is full strength."""
    seed: int = 0
    """Together with the position, it decides what a level leaves to chance: the same seed, the same move."""
    book: bool = False
    """Play from the opening book while it lasts: ``seed`` chooses among its moves.  Not with ``infinite``,
    ``ponder`` or ``mate``, which ask for thought."""
    algorithm: str = "pvs"
    """One of ALGORITHMS."""

    def __post_init__(self) -> None:
        _require("depth", self.depth, 1, MAX_DEPTH)
        _require("nodes", self.nodes, 1, MAX_NODES)
        _require("movetime", self.movetime, 0, MAX_TIME)
        _require("wtime", self.wtime, -MAX_TIME, MAX_TIME)
        _require("btime", self.btime, -MAX_TIME, MAX_TIME)
        _require("winc", self.winc, 0, MAX_TIME)
        _require("binc", self.binc, 0, MAX_TIME)
        _require("movestogo", self.movestogo, 1, 1000)
        _require("mate", self.mate, 1, MAX_DEPTH)
        _require("multipv", self.multipv, 1, MAX_LINES)
        _require("level", self.level, 1, MAX_LEVEL)
        if self.algorithm not in ALGORITHMS:
            raise InvalidLimitsError(
                "not_a_choice",
                f"the algorithm is one of {', '.join(ALGORITHMS)}, not {clip(self.algorithm)!r}",
                clip(self.algorithm),
                name="algorithm",
            )

    def is_endless(self) -> bool:
        """True if nothing but a stop ends the search in any foreseeable time."""
        ends = (self.depth, self.nodes, self.movetime, self.wtime, self.btime, self.mate, self.level)
        return self.infinite or self.ponder or all(end is None for end in ends)

    def clock(self, side: int) -> int | None:
        """Milliseconds on the clock of the side (0 moves first), or None without clocks.

        A single clock stands for both sides: otherwise the search of the other side would have no end.
        """
        own, other = (self.btime, self.wtime) if side else (self.wtime, self.btime)
        return other if own is None else own


@dataclass(frozen=True, slots=True)
class Allowance:
    """Milliseconds for one move: no iteration begins after ``soft``, the search is cut short at ``hard``."""

    soft: int | None = None
    hard: int | None = None


def allowance(limits: Limits, side: int) -> Allowance:
    """The time that the limits allow the side for this move."""
    if limits.infinite:
        return Allowance()
    if limits.movetime is not None:
        return Allowance(hard=max(limits.movetime, 1))
    clock = limits.clock(side)
    if clock is None:
        return Allowance()
    left = max(clock - OVERHEAD, 1)
    increment = limits.binc if side else limits.winc
    moves = min(limits.movestogo or MOVES_TO_GO, MOVES_TO_GO)
    share = left / moves + INCREMENT_SHARE * increment
    hard = min(HARD_FACTOR * share, HARD_SHARE * left) if moves > 1 else left
    soft = min(SOFT_SHARE * share, hard)
    return Allowance(soft=max(int(soft), 1), hard=max(int(hard), 1))


def _require(name: str, value: int | None, least: int, most: int) -> None:
    if value is not None and not least <= value <= most:
        raise InvalidLimitsError(
            "out_of_range", f"{name} is a number from {least} to {most}, not {value}", str(value), name=name
        )
