"""From the points to a position: which side is at the bottom, and what the game knows.

The game corrects doubtful points only: a piece where it can never stand, or one more than a side has, gives
way to the next likely one. A position that is certain but impossible stays as it is.
"""

from cannonfish.kernel.picture.pixels import FILES, RANKS, WHOLE, offset, reach, weigh_corners
from cannonfish.kernel.picture.points import CERTAIN, EMPTY, PIECES, certainty, chances, read_point, seen

KINDS = 7
LIKELY = 5  # of 1000: what a doubtful point may become instead
POINTS = FILES * RANKS
MOST_OF: list[int] = [POINTS, *(2 * [1, 2, 2, 2, 2, 2, 5])]
KING = 1
REACHES = ((WHOLE, 14, 11),)
OFF = 3  # what find_offset() tries, in 32nds of a cell


def _stands(kind: int, file: int, rank: int) -> bool:
    """Whether a piece of the side at the bottom can be there; ranks from the top."""
    if kind == 1:
        return 3 <= file <= 5 and rank >= 7
    if kind == 2:
        return (file, rank) in ((3, 7), (5, 7), (4, 8), (3, 9), (5, 9))
    if kind == 3:
        return (file, rank) in ((2, 5), (6, 5), (0, 7), (4, 7), (8, 7), (2, 9), (6, 9))
    return kind != 7 or rank <= 4 or (rank <= 6 and file % 2 == 0)


_own = [
    [_stands(kind, point % FILES, point // FILES) for point in range(POINTS)] for kind in range(1, KINDS + 1)
]
CAN_STAND: list[int] = [
    int(can) for row in ([[True] * POINTS, *_own, *(row[::-1] for row in _own)]) for can in row
]  # piece * POINTS + point, Red below

pieces: list[int] = [0] * POINTS
turned: list[int] = [0]
held: list[int] = [0] * PIECES  # how many of each piece there are


def oddness(upside_down: int) -> int:
    """How badly the certain pieces stand if Red is below, or above."""
    odd = 0
    for point in range(POINTS):
        piece = seen[point]
        if piece != EMPTY and certainty[point] >= CERTAIN // 2:
            at = POINTS - 1 - point if upside_down else point
            if CAN_STAND[piece * POINTS + at] == 0:
                odd += 8
            # the pieces of a side are rather on its own half
            if (at >= POINTS // 2) != (piece <= KINDS):
                odd += 1
    return odd


def swap(array_of: int, one: int, other: int) -> None:
    """Swap what is known of two points."""
    seen[one], seen[other] = seen[other], seen[one]
    certainty[one], certainty[other] = certainty[other], certainty[one]
    for piece in range(array_of):
        first = one * PIECES + piece
        second = other * PIECES + piece
        chances[first], chances[second] = chances[second], chances[first]


def count() -> None:
    """Fill `held`."""
    for piece in range(PIECES):
        held[piece] = 0
    for point in range(POINTS):
        held[pieces[point]] += 1


def replace(point: int) -> int:
    """Put the likeliest piece on a doubtful point that can be there; 0 if there is none."""
    before = pieces[point]
    best = before
    most = 0
    for piece in range(PIECES):
        chance = chances[point * PIECES + piece]
        if (
            piece != before
            and chance > most
            and chance >= LIKELY
            and CAN_STAND[piece * POINTS + point]
            and held[piece] < MOST_OF[piece]
        ):
            most = chance
            best = piece
    if best == before:
        return 0
    held[before] -= 1
    held[best] += 1
    pieces[point] = best
    return 1


def correct() -> None:
    """Let the game correct doubtful points."""
    count()
    for point in range(POINTS):
        if certainty[point] < CERTAIN and CAN_STAND[pieces[point] * POINTS + point] == 0:
            replace(point)
    for piece in range(1, PIECES):
        going_on = 1
        while held[piece] > MOST_OF[piece] and going_on:
            worst = -1
            for point in range(POINTS):
                if (
                    pieces[point] == piece
                    and certainty[point] < CERTAIN
                    and (worst < 0 or certainty[point] < certainty[worst])
                ):
                    worst = point
            going_on = worst >= 0 and replace(worst)
    for side in range(2):
        king = KING + KINDS * side
        if held[king] == 0:
            likeliest = -1
            for point in range(POINTS):
                if (
                    certainty[point] < CERTAIN
                    and CAN_STAND[king * POINTS + point]
                    and chances[point * PIECES + king] >= LIKELY
                    and (likeliest < 0 or chances[point * PIECES + king] > chances[likeliest * PIECES + king])
                ):
                    likeliest = point
            if likeliest >= 0:
                held[pieces[likeliest]] -= 1
                held[king] += 1
                pieces[likeliest] = king


def sureness(of_all: int) -> int:
    """How certain the points are, all of them or those with pieces, with the present offset and reach."""
    total = 0
    for point in range(POINTS):
        if of_all or pieces[point] != EMPTY:
            read_point(point)
            total += certainty[point]
    return total


def find_reach() -> None:
    """Some boards have small pieces: look from nearer if that is clearer."""
    best = 0
    nearest = WHOLE
    for each in REACHES[0]:
        reach[0] = each
        total = sureness(1)
        if total > best:
            best = total + POINTS  # a further one has to be better by something
            nearest = each
            for point in range(POINTS):
                pieces[point] = seen[point]
    reach[0] = nearest


def find_offset() -> None:
    """Many boards are drawn with all pieces a little to one side: find that side."""
    best = sureness(0)
    for axis in range(2):
        start = offset[axis]
        for change in range(-OFF, OFF + 1, 2 * OFF):
            before = offset[axis]
            offset[axis] = start + change
            total = sureness(0)
            if total > best:
                best = total
            else:
                offset[axis] = before


def read() -> int:
    """Read the board between the corners; the number of its pieces, or -1 if the corners make no board."""
    if weigh_corners() == 0:
        return -1
    offset[0] = 0
    offset[1] = 0
    find_reach()
    find_offset()
    for point in range(POINTS):
        read_point(point)
    turned[0] = oddness(1) < oddness(0)
    if turned[0]:
        for point in range(POINTS // 2):
            swap(PIECES, point, POINTS - 1 - point)
    for point in range(POINTS):
        pieces[point] = seen[point]
    correct()
    return POINTS - held[EMPTY]
