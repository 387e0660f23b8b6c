"""Solve Liuzichong by retrograde analysis: the distance to the end of every position.

A position is two sets of stones, those of the side to move (``own``) and those of the ``other``, with one bit
per point; colours do not matter.  There are 21 million positions with up to six stones a side.  Round d finds
the positions that end in d plies if the winner plays the fastest way and the loser the slowest:

    round 0        the side to move cannot move: it has lost
    d even, lost   every move leads to a won position, the last of them found in round d - 1
    d odd, won     some move leads to a lost position found in round d - 1

Each round takes back the moves that lead to the positions of the round before.  A move is taken back by
choosing its destination, its captures in the row and in the file, and its origin.  All positions of a round
are handled at once; the whole takes about a minute and a gigabyte.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from cannonfish.games.liuzichong.fen import MOST_STONES
from cannonfish.games.liuzichong.solution import pack, placements, ranks, table_size
from cannonfish.kernel.liuzichong.tables import CAPTURED, NEIGHBOURS, POINTS
from numpy.typing import NDArray

Sets = NDArray[np.uint16]
Flags = NDArray[np.bool_]

ALL_POINTS = (1 << POINTS) - 1
EVERY_SET = np.arange(1 << POINTS, dtype=np.uint32)
NUMBER = np.bitwise_count(EVERY_SET).astype(np.uint8)
"""The size of each set."""
SETS = EVERY_SET[NUMBER <= MOST_STONES].astype(np.uint16)

NOT_FOUND = 1
FOUND = 2
"""Entries of the table of values: 0 for an impossible position, 1 for one not found yet (at the end, a draw),
otherwise 2 + distance."""


@dataclass(frozen=True)
class Solved:
    """The value of every position, and how many were found in each round."""

    values: NDArray[np.uint8]
    rounds: list[int]

    def distances(self, own: Sets, other: Sets) -> NDArray[np.int16]:
        """Plies to the end of these positions; -1 for a draw."""
        return np.maximum(self.values[_index(own, other)].astype(np.int16) - FOUND, -1)

    @property
    def won(self) -> int:
        """The number of positions won for the side to move."""
        return sum(self.rounds[1::2])

    @property
    def lost(self) -> int:
        """The number of positions lost for the side to move."""
        return sum(self.rounds[0::2])

    @property
    def drawn(self) -> int:
        """The number of drawn positions."""
        return int(np.count_nonzero(self.values == NOT_FOUND))


def solve(progress: Callable[[int, int], None] | None = None) -> Solved:
    """Solve the game.  ``progress`` is called with each round and its number of positions."""
    values, moves_left, latest = _ended()
    rounds: list[int] = []
    while latest:
        number = sum(len(own) for own, _ in latest)
        if progress is not None:
            progress(len(rounds), number)
        rounds.append(number)
        latest = list(_round(values, moves_left, latest, len(rounds)))
    return Solved(values, rounds)


def table(solved: Solved) -> bytes:
    """The table that ``Solution`` reads, in the order that its docstring gives."""
    parts = []
    for own_number in range(1, MOST_STONES + 1):
        for other_number in range(1, MOST_STONES + 1):
            ways = placements(own_number, other_number)
            few_points = EVERY_SET[: 1 << POINTS - own_number]
            within = few_points[NUMBER[few_points] == other_number]
            assert len(within) == ways
            for own in ranks()[own_number]:
                free = [at for at in range(POINTS) if not own >> at & 1]
                other = _spread(within, free)
                distance = solved.distances(np.full(ways, own, np.uint16), other)
                lost = (distance >= 0) & (distance % 2 == 0)
                parts.append(np.where(lost, 1 + distance // 2, 0).astype(np.uint8).tobytes())
    whole = b"".join(parts)
    assert len(whole) == table_size()
    return whole


def solution_file(solved: Solved) -> bytes:
    """The content of the file that ``Solution.load`` reads."""
    return pack(table(solved))


# --- positions as numbers -----------------------------------------------------------------------------------

_POWERS = [3**point for point in range(POINTS)]
_IN_BASE_3 = np.zeros(1 << POINTS, np.uint32)
for _point, _power in enumerate(_POWERS):
    _IN_BASE_3 += (EVERY_SET >> _point & 1) * np.uint32(_power)


def _index(own: Sets, other: Sets) -> NDArray[np.uint32]:
    """The position's place in the table of values: a digit to base 3 for each point."""
    index: NDArray[np.uint32] = _IN_BASE_3[own] + 2 * _IN_BASE_3[other]
    return index


def _spread(within: NDArray[np.uint32], points: list[int]) -> Sets:
    """Sets over the first points as sets over these points."""
    spread = sum((within >> bit & 1) << point for bit, point in enumerate(points))
    return np.asarray(spread, np.uint16)


# --- round 0 ------------------------------------------------------------------------------------------------

_FILE_A = 0b0001_0001_0001_0001
_FILE_D = _FILE_A << 3


def _beside(points: int) -> list[int]:
    """The points above, below, left and right of these, one set for each way."""
    return [
        points << 4 & ALL_POINTS,
        points >> 4,
        (points & ~_FILE_D) << 1,
        (points & ~_FILE_A) >> 1,
    ]


def _ended() -> tuple[NDArray[np.uint8], NDArray[np.uint8], list[tuple[Sets, Sets]]]:
    """Values with the ended positions found, the number of moves in each, and the ended positions."""
    values = np.zeros(3**POINTS, np.uint8)
    moves = np.zeros(3**POINTS, np.uint8)
    ended: list[tuple[Sets, Sets]] = []
    for own in SETS:
        other = SETS[SETS & own == 0]
        empty = ~(other | own)
        number = sum(NUMBER[empty & np.uint16(points)] for points in _beside(int(own)))
        at = _index(np.full_like(other, own), other)
        values[at] = np.where(number == 0, FOUND, NOT_FOUND)
        moves[at] = number
        stuck = other[number == 0]
        if len(stuck):
            ended.append((np.full_like(stuck, own), stuck))
    return values, moves, ended


# --- the next round -----------------------------------------------------------------------------------------

TAKES = (0, 1, 2, 4, 8)
"""The possible captures of a move in a line, as sets: none, or one of the four stones."""


def _could_have_taken() -> list[list[Flags]]:
    """For each place of the moved stone and each capture of TAKES, a table over the line after the move
    (stones of the mover and of the other side): whether a move with that capture can lead to it."""
    flags = [[np.zeros((16, 16), np.bool_) for _ in TAKES] for _ in range(4)]
    for place in range(4):
        for which, takes in enumerate(TAKES):
            for mine in range(16):
                for theirs in range(16):
                    if not (mine & theirs or (mine | theirs) & takes):
                        before = mine | (theirs | takes) << 4 | place << 8
                        flags[place][which][mine, theirs] = CAPTURED[before] == takes
    return flags


_COULD_HAVE_TAKEN = _could_have_taken()


def _row(points: Sets, rank: int) -> Sets:
    return points >> np.uint16(4 * rank) & np.uint16(15)


def _file(points: Sets, file: int) -> Sets:
    line = sum((points >> np.uint16(4 * rank + file) & np.uint16(1)) << np.uint16(rank) for rank in range(4))
    return np.asarray(line, np.uint16)


def _round(
    values: NDArray[np.uint8],
    moves_left: NDArray[np.uint8],
    latest: list[tuple[Sets, Sets]],
    distance: int,
) -> Iterator[tuple[Sets, Sets]]:
    """Find the positions that end in ``distance`` plies, from the moves that lead to the latest ones."""
    own = np.concatenate([each for each, _ in latest])
    other = np.concatenate([each for _, each in latest])
    wins = distance % 2 == 1
    for dest in range(POINTS):
        arrived = (other >> np.uint16(dest) & 1) == 1
        for movers, others, taken in _before(other[arrived], own[arrived], dest):
            for orig in NEIGHBOURS[dest]:
                empty = ((movers | others) >> np.uint16(orig) & 1) == 0
                empty &= (taken >> orig & 1) == 0
                before_own = movers[empty] ^ np.uint16(1 << dest | 1 << orig)
                before_other = others[empty]
                at = _index(before_own, before_other)
                open_ = values[at] == NOT_FOUND
                at, before_own, before_other = at[open_], before_own[open_], before_other[open_]
                if not wins:
                    # One more of its moves is known to lose.  No position occurs twice in a step.
                    moves_left[at] -= 1
                    last = moves_left[at] == 0
                    at, before_own, before_other = at[last], before_own[last], before_other[last]
                values[at] = FOUND + distance
                if len(at):
                    yield before_own, before_other


def _before(mover: Sets, other: Sets, dest: int) -> Iterator[tuple[Sets, Sets, int]]:
    """The possible moves to ``dest`` that lead to these positions, grouped by their captures.

    Yields the mover's stones after the move, the other side's stones before it, and the captured stones.
    """
    rank, file = divmod(dest, 4)
    row = _row(mover, rank), _row(other, rank)
    column = _file(mover, file), _file(other, file)
    for in_row, takes_in_row in zip(_COULD_HAVE_TAKEN[file], TAKES, strict=True):
        fits_row = in_row[row]
        if not fits_row.any():
            continue
        for in_file, takes_in_file in zip(_COULD_HAVE_TAKEN[rank], TAKES, strict=True):
            taken = takes_in_row << 4 * rank | sum(
                (takes_in_file >> up & 1) << 4 * up + file for up in range(4)
            )
            fits = fits_row & in_file[column]
            fits &= NUMBER[other | np.uint16(taken)] <= MOST_STONES
            if fits.any():
                yield mover[fits], other[fits] | np.uint16(taken), taken
