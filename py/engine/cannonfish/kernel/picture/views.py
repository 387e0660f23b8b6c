"""From where the points are looked at: pieces may be small, or all a little beside their points.

A board is looked at from several distances and places. The one where the points are clearest is taken, and a
second distance with it: what the network says of a point is the mean of both.
"""

from array import array

from cannonfish.kernel.picture.pixels import FILES, RANKS, WHOLE, offset, reach
from cannonfish.kernel.picture.points import (
    CHANNELS,
    EMPTY,
    MAP_FROM,
    MAP_SIDES,
    ONE,
    PIECES,
    chances_of_outputs,
    look,
    maps,
    outputs,
)

POINTS = FILES * RANKS
REACHES = ((WHOLE, 15, 13, 11, 9),)
OFF = 3  # what find_offset() tries, in 32nds of a cell
LOOK = (MAP_SIDES[1] + 2) ** 2 * CHANNELS[1]  # numbers that tell what a point looks like
LEAST = -24 * ONE

seen: list[int] = [0] * POINTS  # the likeliest piece
clear: list[int] = [0] * POINTS  # how likely it is, of 1000
odds: list[int] = [0] * (POINTS * PIECES)  # logarithms of the chances, as differences from the likeliest
looks = array("h", [0]) * (POINTS * LOOK)  # what the first filters see


def view(of_all: int) -> int:
    """Look at all points, or at those with pieces; how clear they are together."""
    total = 0
    for point in range(POINTS):
        if of_all or seen[point] != EMPTY:
            best = look(point)
            clear[point] = chances_of_outputs(best)
            total += clear[point]
            if of_all:
                seen[point] = best
    return total


def find_reach() -> int:
    """Take the distance from which the points are clearest; the second best."""
    best = 0
    nearest = WHOLE
    second = WHOLE
    for each in REACHES[0]:
        reach[0] = each
        total = view(1)
        if total > best:
            second = nearest
            best = total
            nearest = each
        elif second == nearest:
            second = each
    reach[0] = nearest
    return second


def find_offset() -> None:
    """Many boards are drawn with all pieces a little to one side: find that side."""
    best = view(0)
    for axis in range(2):
        start = offset[axis]
        for change in range(-OFF, OFF + 1, 2 * OFF):
            before = offset[axis]
            offset[axis] = start + change
            total = view(0)
            if total > best:
                best = total
            else:
                offset[axis] = before


def add_odds(best: int, point: int) -> None:
    """Add the logarithms of the chances of a view."""
    for piece in range(PIECES):
        odds[point * PIECES + piece] += max(LEAST, outputs[piece] - outputs[best]) // 2


def look_at_all() -> None:
    """Fill `odds`, `looks`, `seen` and `clear`."""
    offset[0] = 0
    offset[1] = 0
    second = find_reach()
    first = reach[0]
    view(1)
    find_offset()
    for i in range(POINTS * PIECES):
        odds[i] = 0
    for point in range(POINTS):
        reach[0] = second
        add_odds(look(point), point)
        reach[0] = first
        add_odds(look(point), point)
        for i in range(LOOK):
            looks[point * LOOK + i] = maps[MAP_FROM[1] + i]
        best = 0
        for piece in range(PIECES):
            if odds[point * PIECES + piece] > odds[point * PIECES + best]:
                best = piece
        seen[point] = best
        most = odds[point * PIECES + best]
        for piece in range(PIECES):
            outputs[piece] = odds[point * PIECES + piece] - most
            odds[point * PIECES + piece] = outputs[piece]
        clear[point] = chances_of_outputs(best)
