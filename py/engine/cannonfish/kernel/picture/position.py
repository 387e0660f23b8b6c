"""From the points to a position: which side is at the bottom, and what the game knows.

Pieces of a picture that look alike are of one kind: they form a group, and what the network says of them is
put together. Every group has a price for each piece that it could be: how unlikely the network finds it, and
a fine for points where that piece can never stand. There are fines for pieces beyond those that a side has,
and for a king that is missing. The position is that with the lowest price. What the network holds for
impossible is not for sale; so a position that is certain but cannot be stays as it is.

How much more the next best choice for a point would cost tells how certain it is.
"""

from cannonfish.kernel.picture.pixels import FILES, weigh_corners
from cannonfish.kernel.picture.points import EMPTY, ODDS, ONE, PIECES
from cannonfish.kernel.picture.views import LOOK, POINTS, clear, look_at_all, looks, odds, seen

# Of 1000; a point below is doubtful. Of the others, 0.2 % were wrong in fonts that training never saw.
CERTAIN = 990
KINDS = 7
KING = 1
MOST_OF: list[int] = [POINTS, *(2 * [1, 2, 2, 2, 2, 2, 5])]
HOME = ONE  # what a piece where it stood at the beginning is cheaper
CANNOT_STAND = 5 * ONE
TOO_MANY = 5 * ONE
NO_KING = 5 * ONE
OUT_OF_QUESTION = -14 * ONE  # odds; what is less likely is never chosen
NEVER = 10000  # its price, at least
ALIKE = 200  # how different two points of a group are at most, of 1000
AGREEING = 6 * ONE  # how much a group may cost more than its points apart
ROUNDS = 40
LIKELY = 970  # a point of a board
LEAST_SEEN = 2  # likely pieces that a board has
DOUBTS = 6  # less likely points to such a piece; where there are more, it is something else


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

_home_row = (5, 4, 3, 2, 1, 2, 3, 4, 5)
_homes = {
    **{81 + file: kind for file, kind in enumerate(_home_row)},
    **{64: 6, 70: 6},
    **{54 + file: 7 for file in range(0, FILES, 2)},
}
AT_HOME: list[int] = [
    _homes.get(point) or (_homes.get(89 - point, -KINDS) + KINDS) for point in range(POINTS)
]

pieces: list[int] = [0] * POINTS
certainty: list[int] = [0] * POINTS  # of 1000
chances: list[int] = [0] * (POINTS * PIECES)  # of 1000
turned: list[int] = [0]
held: list[int] = [0] * PIECES  # how many of each piece there are
groups: list[int] = [0]
group_of: list[int] = [0] * POINTS  # -1: certainly empty
apart: list[int] = [0] * (POINTS * POINTS)  # how different two points look
members: list[int] = [0] * POINTS  # how many points a group has
label: list[int] = [0] * POINTS  # the piece of a group
price: list[int] = [0] * (POINTS * PIECES)  # of each piece for a group
dearer: list[int] = [0] * PIECES


def oddness(upside_down: int) -> int:
    """How badly the clear pieces stand if Red is below, or above."""
    odd = 0
    for point in range(POINTS):
        piece = seen[point]
        if piece != EMPTY and clear[point] >= CERTAIN // 2:
            at = POINTS - 1 - point if upside_down else point
            if CAN_STAND[piece * POINTS + at] == 0:
                odd += 8
            # the pieces of a side are rather on its own half
            if (at >= POINTS // 2) != (piece <= KINDS):
                odd += 1
    return odd


def place_of(point: int) -> int:
    """Where a point of the picture is on the board with Red below, and the other way round."""
    return POINTS - 1 - point if turned[0] else point


def difference(one: int, other: int) -> int:
    """How different two points look, of 1000."""
    gap = 0
    whole = 1
    first = one * LOOK
    second = other * LOOK
    for i in range(LOOK):
        gap += abs(looks[first + i] - looks[second + i])
    for i in range(LOOK):
        whole += looks[first + i] + looks[second + i]
    return gap * 1000 // whole


def agree(one: int, other: int) -> int:
    """Whether two groups may be the same piece, and not more of it than a side has."""
    count = members[one] + members[other]
    for piece in range(1, PIECES):
        if (
            count <= MOST_OF[piece]
            and price[one * PIECES + piece] + price[other * PIECES + piece] <= AGREEING
        ):
            return 1
    return 0


def join(one: int, other: int) -> None:
    """Make one group of two."""
    members[one] += members[other]
    members[other] = 0
    for piece in range(PIECES):
        price[one * PIECES + piece] += price[other * PIECES + piece]
    for point in range(POINTS):
        if group_of[point] == other:
            group_of[point] = one


def make_groups() -> None:
    """Fill `group_of`: a group for each point that may have a piece; then join those alike, nearest first."""
    groups[0] = 0
    for point in range(POINTS):
        group_of[point] = -1
        for piece in range(1, PIECES):
            if odds[point * PIECES + piece] > OUT_OF_QUESTION:
                group_of[point] = groups[0]
        if group_of[point] >= 0:
            members[groups[0]] = 1
            for piece in range(PIECES):
                price[groups[0] * PIECES + piece] = -odds[point * PIECES + piece]
            groups[0] += 1
    for one in range(POINTS):
        for other in range(one):
            apart[one * POINTS + other] = 1000
            if seen[one] != EMPTY and seen[other] != EMPTY and (seen[one] <= KINDS) == (seen[other] <= KINDS):
                apart[one * POINTS + other] = difference(one, other)
    for most in range(0, ALIKE, ALIKE // 10):
        for one in range(POINTS):
            for other in range(one):
                if apart[one * POINTS + other] <= most and group_of[one] != group_of[other]:
                    if agree(group_of[one], group_of[other]):
                        join(group_of[one], group_of[other])


def set_prices() -> None:
    """Fill `price`, `label` and `held`."""
    for i in range(groups[0] * PIECES):
        price[i] = 0
    for point in range(POINTS):
        group = group_of[point]
        if group >= 0:
            count = members[group]
            at = place_of(point)
            for piece in range(PIECES):
                value = -odds[point * PIECES + piece] * (count + 1) // (2 * count)  # they err alike
                if odds[point * PIECES + piece] < OUT_OF_QUESTION and piece != seen[point]:
                    value = 2 * NEVER
                elif CAN_STAND[piece * POINTS + at] == 0:
                    value += CANNOT_STAND
                elif piece != EMPTY and AT_HOME[at] == piece:
                    value -= HOME
                price[group * PIECES + piece] += value
    for piece in range(PIECES):
        held[piece] = 0
    for group in range(groups[0]):
        best = 0
        for piece in range(PIECES):
            if price[group * PIECES + piece] < price[group * PIECES + best]:
                best = piece
        label[group] = best
        held[best] += members[group]


def fine(piece: int, count: int) -> int:
    """What it costs to hold so many of a piece."""
    if count == 0 and (piece == KING or piece == KING + KINDS):
        return NO_KING
    return TOO_MANY * max(0, count - MOST_OF[piece])


def change(group: int, piece: int) -> int:
    """What it would cost to let a group be another piece."""
    before = label[group]
    count = members[group]
    return (
        price[group * PIECES + piece]
        - price[group * PIECES + before]
        + fine(before, held[before] - count)
        - fine(before, held[before])
        + fine(piece, held[piece] + count)
        - fine(piece, held[piece])
    )


def become(group: int, piece: int) -> None:
    """Let a group be another piece."""
    held[label[group]] -= members[group]
    held[piece] += members[group]
    label[group] = piece


def answer(group: int, before: int, carry_out: int) -> int:
    """The best change of another group after this one has changed, or 0; and make it."""
    best = 0
    other_group = -1
    other_piece = 0
    for other in range(groups[0]):
        if other != group:
            for piece in range(PIECES):
                if (
                    piece != label[other]
                    and (piece == before or label[other] == label[group])
                    and price[other * PIECES + piece] < NEVER
                ):
                    cost = change(other, piece)
                    if cost < best:
                        best = cost
                        other_group = other
                        other_piece = piece
    if carry_out and other_group >= 0:
        become(other_group, other_piece)
    return best


def settle() -> None:
    """Change groups, alone or two at once, until nothing becomes cheaper."""
    going_on = 1
    rounds = 0
    while going_on and rounds < ROUNDS:
        going_on = 0
        rounds += 1
        for group in range(groups[0]):
            for piece in range(PIECES):
                before = label[group]
                if piece != before and price[group * PIECES + piece] < NEVER:
                    cost = change(group, piece)
                    become(group, piece)
                    if cost + answer(group, before, 0) < 0:
                        cost += answer(group, before, 1)
                        going_on = 1
                    else:
                        become(group, before)


def weigh(group: int) -> int:
    """Fill `dearer`: what each piece would cost more for a group; the sum of their odds."""
    before = label[group]
    total = 0
    for piece in range(PIECES):
        dearer[piece] = len(ODDS) - 1
        if piece == before:
            dearer[piece] = 0
        elif price[group * PIECES + piece] < NEVER:
            cost = change(group, piece)
            become(group, piece)
            cost += answer(group, before, 0)
            become(group, before)
            dearer[piece] = max(0, min(len(ODDS) - 1, cost))
        total += ODDS[dearer[piece]]
    return total


def tell() -> None:
    """Fill `pieces`, `certainty` and `chances`."""
    for point in range(POINTS):
        at = place_of(point)
        for piece in range(PIECES):
            chances[at * PIECES + piece] = 0
        group = group_of[point]
        if group < 0:
            pieces[at] = EMPTY
            certainty[at] = 1000
            chances[at * PIECES] = 1000
        else:
            total = weigh(group)
            pieces[at] = label[group]
            for piece in range(PIECES):
                chances[at * PIECES + piece] = ODDS[dearer[piece]] * 1000 // total
            certainty[at] = chances[at * PIECES + label[group]]


def conclude() -> None:
    """Make a position of what the network says."""
    turned[0] = oddness(1) < oddness(0)
    make_groups()
    set_prices()
    settle()
    tell()


def read() -> int:
    """Read the board between the corners; the number of its pieces, or -1 if the corners make no board."""
    if weigh_corners() == 0:
        return -1
    look_at_all()
    conclude()
    count = 0
    for point in range(POINTS):
        count += pieces[point] != EMPTY
    return count


def is_board() -> int:
    """Whether what was read looks like a board: other things are full of doubts, or have no pieces."""
    likely = 0
    doubtful = 0
    for point in range(POINTS):
        if certainty[point] < LIKELY:
            doubtful += 1
        elif pieces[point] != EMPTY:
            likely += 1
    return likely >= LEAST_SEEN and doubtful <= DOUBTS * likely
