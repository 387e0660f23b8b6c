"""The limits of a search, and the time management."""

from dataclasses import dataclass, fields
from typing import Final

from cannonfish.errors import InvalidLimitsError, clip
from cannonfish.games.levels import LEVELS

MAX_DEPTH: Final = 90
"""Greatest depth of iterative deepening, in plies."""
MAX_NODES: Final = 2_000_000_000
MAX_TIME: Final = 86_400_000
"""Upper bound of times and clocks: a day in milliseconds."""
MAX_LINES: Final = 64
MAX_LEVEL: Final = len(LEVELS)
"""The highest level of any game."""
RANGES: Final = {
    "depth": (1, MAX_DEPTH),
    "nodes": (1, MAX_NODES),
    "movetime": (0, MAX_TIME),
    "wtime": (-MAX_TIME, MAX_TIME),
    "btime": (-MAX_TIME, MAX_TIME),
    "winc": (0, MAX_TIME),
    "binc": (0, MAX_TIME),
    "movestogo": (1, 1000),
    "byoyomi": (0, MAX_TIME),
    "mate": (1, MAX_DEPTH),
    "multipv": (1, MAX_LINES),
    "level": (1, MAX_LEVEL),
}
"""The least and the greatest value of each limit."""
ALGORITHMS: Final = ("pvs", "mtdf", "alphabeta", "minimax")
"""Search algorithms: ``pvs`` is the engine's search, the others are plain ones for comparison
(``kernel/algorithms.py``)."""

MATE_SLACK: Final = 10
"""Plies beyond a mate's length in which a selective search may find it."""

MOVES_TO_GO: Final = 30
"""Moves that the rest of the game is expected to take if ``movestogo`` is not set."""
OVERHEAD: Final = 20
"""Reserve for the delay between engine and clock, in milliseconds."""
INCREMENT_SHARE: Final = 0.8
BYOYOMI_SHARE: Final = 0.8
SOFT_SHARE: Final = 0.75
"""Share of a move's time after which no iteration starts: it would hardly finish."""
STEADY_SHARE: Final = 0.75
"""Share of the soft time that is used while the best move stays the same."""
CHANGE_SHARE: Final = 1.0
"""Share that a change of the best move adds; half of it is left after each further iteration."""
HARD_FACTOR: Final = 3.0
HARD_SHARE: Final = 0.4
"""A move takes at most HARD_FACTOR times its share, and at most HARD_SHARE of the clock."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search; the first one reached ends it.  Without limits it runs until it is stopped.

    ``depth`` is in plies, ``nodes`` in positions, times and increments are in milliseconds.  Depth and node
    limits give the same move in both executions and on every machine.  InvalidLimitsError if a value is of
    the wrong type or out of range, or the algorithm is unknown.
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: int | None = None
    wtime: int | None = None
    """Clock of the side that moves first; negative after the flag has fallen."""
    btime: int | None = None
    winc: int = 0
    binc: int = 0
    movestogo: int | None = None
    byoyomi: int = 0
    """Time for each move once the clock has run out, as in USI; the clock itself may be 0 then."""
    infinite: bool = False
    ponder: bool = False
    """Search on the opponent's time: our clock starts at ``Engine.ponderhit()``."""
    mate: int | None = None
    """Search for a mate in at most this many moves; give up MATE_SLACK plies beyond it."""
    searchmoves: tuple[str, ...] = ()
    """Search only these moves, in UCI; illegal ones are ignored."""
    multipv: int = 1
    """Number of principal variations."""
    level: int | None = None
    """Level of the game, 1 is the weakest.  None: full strength."""
    seed: int = 0
    """Seed of a level's random choices: the same seed and position give the same move."""
    book: bool = False
    """Play from the opening book, where ``seed`` chooses among the moves.  Ignored with ``infinite``,
    ``ponder`` and ``mate``."""
    algorithm: str = "pvs"
    """One of ALGORITHMS."""

    def __post_init__(self) -> None:
        for each in fields(self):
            name, value = each.name, getattr(self, each.name)
            if isinstance(each.default, bool):
                _require(isinstance(value, bool), "not_a_boolean", name, "true or false", value)
            elif isinstance(each.default, int | None) and value is not each.default:
                _require(isinstance(value, int), "not_a_number", name, "a whole number", value)
                least, most = RANGES.get(name, (value, value))
                _require(
                    least <= value <= most, "out_of_range", name, f"a number from {least} to {most}", value
                )
        moves = self.searchmoves
        are_moves = not isinstance(moves, str) and all(isinstance(move, str) for move in moves)
        _require(are_moves, "not_moves", "searchmoves", "a tuple of moves in UCI", moves)
        known = ", ".join(ALGORITHMS)
        name = self.algorithm
        _require(name in ALGORITHMS, "not_a_choice", "algorithm", f"one of {known}", name)

    def is_endless(self) -> bool:
        """True if only a stop ends the search."""
        ends = (self.depth, self.nodes, self.movetime, self.wtime, self.btime, self.mate, self.level)
        return self.infinite or self.ponder or all(end is None for end in ends)

    def require_end(self) -> None:
        """InvalidLimitsError if only a stop ends the search."""
        if self.is_endless():
            why = "a search that is waited for needs a limit, such as Limits(movetime=1000)"
            raise InvalidLimitsError("endless", why, name="infinite")

    @property
    def allows_threads(self) -> bool:
        """True if several threads may search.  Their results differ from run to run, so levels, searches with
        a node limit and the plain algorithms use one thread."""
        return self.nodes is None and self.level is None and self.algorithm == ALGORITHMS[0]

    def clock(self, side: int) -> int | None:
        """The clock of a side in milliseconds (side 0 moves first); None without clocks.

        A single clock counts for both sides: otherwise the other side's search would never end.
        """
        own, other = (self.wtime, self.btime) if side == 0 else (self.btime, self.wtime)
        return other if own is None else own


@dataclass(frozen=True, slots=True)
class TimeBudget:
    """Time for one move in milliseconds: the search stops at ``hard``.  No iteration starts after a share of
    ``soft``, see ``Stability``."""

    soft: int | None = None
    hard: int | None = None


class Stability:
    """How settled the choice of a move is: tells how much of the soft time to use."""

    def __init__(self) -> None:
        self._best: object = None
        self._changes = 0.0

    def note(self, best: object) -> None:
        """Take note of an iteration's best move."""
        changed = self._best is not None and best != self._best
        self._changes = self._changes / 2 + changed
        self._best = best

    def share(self) -> float:
        """The share of the soft time; more than 1 after a change."""
        return STEADY_SHARE + CHANGE_SHARE * self._changes


def known_limits(limits: Limits) -> Limits:
    """The limits themselves; TypeError if they are something else."""
    if not isinstance(limits, Limits):
        raise TypeError(f"limits are such as Limits(depth=6), not {limits!r}")
    return limits


def time_budget(limits: Limits, side: int) -> TimeBudget:
    """The time that the limits allow a side for this move."""
    if limits.infinite:
        return TimeBudget()
    clock = limits.clock(side)
    if clock is None:
        return TimeBudget(hard=None if limits.movetime is None else max(limits.movetime, 1))
    byoyomi = limits.byoyomi
    if byoyomi and clock < OVERHEAD:
        clock, byoyomi = OVERHEAD, max(byoyomi - OVERHEAD, 0)
    left = max(clock - OVERHEAD, 1)
    increment = limits.winc if side == 0 else limits.binc
    moves = min(limits.movestogo or MOVES_TO_GO, MOVES_TO_GO)
    share = left / moves + INCREMENT_SHARE * increment + BYOYOMI_SHARE * byoyomi
    hard = min(HARD_FACTOR * share, HARD_SHARE * left + byoyomi) if moves > 1 else left + byoyomi
    if limits.movetime is not None:
        hard = min(hard, limits.movetime)
    soft = min(SOFT_SHARE * share, hard)
    return TimeBudget(soft=max(int(soft), 1), hard=max(int(hard), 1))


def _require(holds: bool, reason: str, name: str, expected: str, value: object) -> None:
    if not holds:
        text = clip(str(value))
        raise InvalidLimitsError(reason, f"{name} is {expected}, not {clip(repr(value))}", text, name=name)
