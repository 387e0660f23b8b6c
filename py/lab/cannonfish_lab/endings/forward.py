"""The value of a position, computed from its moves: a dialect file for verifier.py.

The rules are implemented again from their text, move by move. The kernel contributes only the points of the
pieces and the pairs of generals (`ending_points`), from which position numbers are made.

A point is rank * 9 + file, counted from Red's side. A piece is side << 3 | kind, as in `ending_points`.
Values are those of the tables.
"""

from cannonfish.kernel.host import zeros
from cannonfish.kernel.xiangqi.ending_points import (
    CHOOSE,
    NUMBER_OF,
    PAIR_BLACK,
    PAIR_OF,
    PAIR_RED,
    SQUARE_OF,
)

# Set by the host: the number of endings in the family, and of words in all their tables.
ENDINGS = 1
WORDS = 1

MOST_GROUPS = 12
KING, ADVISOR, BISHOP, KNIGHT, ROOK, CANNON, PAWN = range(1, 8)
DRAW, WON_BY_LAW, LOST_BY_LAW, IMPOSSIBLE = 0, 253, 254, 255
BROKEN = -1  # no value: a move leads to a position that has no number, or an impossible one

# Filled in by the host. By ending: the number of placements, impossible ones included; the number of groups
# of equal pieces; the first byte in `packed`; and 1 if a rook, knight, cannon or pawn is on the board.
placements: list[int] = [0] * ENDINGS
groups: list[int] = [0] * ENDINGS
first_byte: list[int] = [0] * ENDINGS
winnable: list[int] = [0] * ENDINGS
# By ending * MOST_GROUPS + group: the piece, its count, and the number of sets of points for it.
group_piece: list[int] = [0] * (ENDINGS * MOST_GROUPS)
group_count: list[int] = [0] * (ENDINGS * MOST_GROUPS)
group_sets: list[int] = [0] * (ENDINGS * MOST_GROUPS)
# By ending * 16 + captured piece: the ending that is left.
ending_after: list[int] = [0] * (ENDINGS * 16)
# The tables, four positions in a word.
packed: list[int] = zeros(WORDS)


def _square(point: int) -> int:
    return (point // 9 + 3) * 16 + point % 9 + 3


_POINT = {_square(point): point for point in range(90)}

# By piece * 90 + point: the number of the point among those of the piece, -1 for none. By piece * 128 +
# number: the point.
number_of: list[int] = [NUMBER_OF[piece << 8 | _square(point)] for piece in range(16) for point in range(90)]
point_of: list[int] = [_POINT.get(square, -1) for square in SQUARE_OF]
# By number of the pair: the generals' points.
pair_red: list[int] = [_POINT[square] for square in PAIR_RED]
pair_black: list[int] = [_POINT[square] for square in PAIR_BLACK]

# Steps of pieces, as changes of rank and of file.
STRAIGHT, DIAGONAL = range(2)
STEPS = (((1, 0), (-1, 0), (0, 1), (0, -1)), ((1, 1), (1, -1), (-1, 1), (-1, -1)))

# --- The position on the board: piece 0 is Red's general, 1 is Black's, then the groups in their order ---

MOST_PIECES = 16
PIECES, MOVES, LEGAL, EXPECTED = range(4)
state: list[int] = [0] * 4  # pieces on the board, moves in the list, legal positions seen, expected value
piece_at: list[int] = [0] * 90  # number of the piece + 1, 0 for an empty point
piece: list[int] = [0] * MOST_PIECES
point: list[int] = [0] * MOST_PIECES  # -1 once it is captured

MOST_MOVES = 128
move_piece: list[int] = [0] * MOST_MOVES
move_to: list[int] = [0] * MOST_MOVES
numbers: list[int] = [0] * MOST_PIECES


def first_wrong(ending: int, start: int, stop: int) -> int:
    """The first position from `start` up to `stop` whose moves contradict its value, -1 if there is none.

    Adds the number of legal positions before it to `state[LEGAL]`."""
    for position in range(start, stop):
        found = expected(ending, position)
        if found != value_of(ending, position):
            state[EXPECTED] = found
            return position
        if found != IMPOSSIBLE:
            state[LEGAL] += 1
    return -1


def value_of(ending: int, position: int) -> int:
    """The value in the table."""
    byte = first_byte[ending] + position
    return packed[byte >> 2] >> ((byte & 3) << 3) & 255


def expected(ending: int, position: int) -> int:
    """The value of a position, computed from its moves."""
    half = placements[ending]
    side = 1 if position >= half else 0
    if set_up(ending, position - side * half) == 0:
        return IMPOSSIBLE
    if placement_of(ending) != position - side * half:
        return BROKEN
    if attacked(1 - side):
        return IMPOSSIBLE
    win = 0
    loss = 0
    drawn = 0
    won_by_law = 0
    list_moves(side)
    for i in range(state[MOVES]):
        value = value_after(ending, side, move_piece[i], move_to[i])
        if value == BROKEN:
            return BROKEN
        if value == DRAW or value == WON_BY_LAW:
            drawn |= 1 if value == DRAW else 2
        elif value == LOST_BY_LAW:
            won_by_law = 1
        elif value != IMPOSSIBLE:
            if value & 1:
                win = value + 1 if win == 0 else min(win, value + 1)
            else:
                loss = max(loss, value + 1)
    if win == 0 and loss == 0 and drawn == 0 and won_by_law == 0:
        return 1  # mate and stalemate both lose
    if winnable[ending] == 0:
        return DRAW
    if win:
        return win
    if won_by_law:
        return WON_BY_LAW
    if drawn == 0:
        return loss
    return DRAW if drawn & 1 else LOST_BY_LAW


def value_after(ending: int, side: int, i: int, to: int) -> int:
    """The value after piece i moves to a point; IMPOSSIBLE if its own general is then attacked, BROKEN if the
    table has no value."""
    orig = point[i]
    taken = piece_at[to] - 1
    piece_at[orig] = 0
    piece_at[to] = i + 1
    point[i] = to
    left = ending
    if taken >= 0:
        point[taken] = -1
        left = ending_after[ending * 16 + piece[taken]]
    value = IMPOSSIBLE
    if attacked(side) == 0:
        placement = placement_of(left)
        value = BROKEN
        if placement >= 0:
            value = value_of(left, (1 - side) * placements[left] + placement)
            if value == IMPOSSIBLE:
                value = BROKEN
    if taken >= 0:
        point[taken] = to
    point[i] = orig
    piece_at[to] = taken + 1
    piece_at[orig] = i + 1
    return value


# --- Numbers of positions ---


def set_up(ending: int, placement: int) -> int:
    """Put a placement on the board; 0 if two pieces would share a point."""
    for i in range(len(piece_at)):
        piece_at[i] = 0
    free = 2
    for g in range(ending * MOST_GROUPS, ending * MOST_GROUPS + groups[ending]):
        for _ in range(group_count[g]):
            piece[free] = group_piece[g]
            free += 1
    state[PIECES] = free
    for back in range(groups[ending]):
        g = ending * MOST_GROUPS + groups[ending] - 1 - back
        rank = placement % group_sets[g]
        placement = placement // group_sets[g]
        for place in range(group_count[g], 0, -1):
            number = place - 1 if place > 1 else rank
            if place > 1:
                while CHOOSE[place * 91 + number + 1] <= rank:
                    number += 1
                rank -= CHOOSE[place * 91 + number]
            free -= 1
            point[free] = point_of[group_piece[g] << 7 | number]
    piece[0] = KING
    piece[1] = 8 | KING
    point[0] = pair_red[placement]
    point[1] = pair_black[placement]
    for i in range(state[PIECES]):
        if piece_at[point[i]]:
            return 0
        piece_at[point[i]] = i + 1
    return 1


def placement_of(ending: int) -> int:
    """The number of the placement on the board, -1 if a piece stands on a point that it can never reach."""
    red = number_of[KING * 90 + point[0]]
    black = number_of[(8 | KING) * 90 + point[1]]
    mirrored = 0
    if PAIR_OF[red * 9 + black] < 0:
        mirrored = 1
        red = number_of[KING * 90 + mirror(point[0])]
        black = number_of[(8 | KING) * 90 + mirror(point[1])]
    placement = PAIR_OF[red * 9 + black]
    next_piece = 2
    for g in range(ending * MOST_GROUPS, ending * MOST_GROUPS + groups[ending]):
        own = group_piece[g]
        while piece[next_piece] != own or point[next_piece] < 0:
            next_piece += 1
        count = 0
        while next_piece < state[PIECES] and piece[next_piece] == own:
            if point[next_piece] >= 0:
                number = number_of[own * 90 + (mirror(point[next_piece]) if mirrored else point[next_piece])]
                if number < 0:
                    return -1
                at = count
                while at > 0 and numbers[at - 1] > number:
                    numbers[at] = numbers[at - 1]
                    at -= 1
                numbers[at] = number
                count += 1
            next_piece += 1
        rank = 0
        for place in range(count):
            rank += CHOOSE[(place + 1) * 91 + numbers[place]]
        placement = placement * group_sets[g] + rank
    return placement


def mirror(at: int) -> int:
    """The mirror image of a point."""
    return at + 8 - 2 * (at % 9)


# --- The rules, as in their text ---


def list_legal(ending: int, position: int) -> int:
    """List the legal moves of a position, as piece and point; return their number, -1 if it is impossible."""
    half = placements[ending]
    side = 1 if position >= half else 0
    if set_up(ending, position - side * half) == 0 or attacked(1 - side):
        return -1
    list_moves(side)
    legal = 0
    for i in range(state[MOVES]):
        if value_after(ending, side, move_piece[i], move_to[i]) != IMPOSSIBLE:
            move_piece[legal] = move_piece[i]
            move_to[legal] = move_to[i]
            legal += 1
    return legal


def list_moves(side: int) -> None:
    """List the pseudo-legal moves of a side, which may leave its general attacked."""
    state[MOVES] = 0
    for i in range(state[PIECES]):
        if piece[i] >> 3 == side:
            kind = piece[i] & 7
            rank = point[i] // 9
            file = point[i] % 9
            if kind == KING or kind == ADVISOR:
                for up, right in STEPS[STRAIGHT if kind == KING else DIAGONAL]:
                    if in_palace(side, rank + up, file + right):
                        add_move(side, i, (rank + up) * 9 + file + right)
            elif kind == BISHOP:
                for up, right in STEPS[DIAGONAL]:
                    at_home = on_board(rank + 2 * up, file + 2 * right) and own_half(side, rank + 2 * up)
                    if at_home and piece_at[(rank + up) * 9 + file + right] == 0:
                        add_move(side, i, (rank + 2 * up) * 9 + file + 2 * right)
            elif kind == KNIGHT:
                for up, right in STEPS[STRAIGHT]:
                    if on_board(rank + up, file + right) and piece_at[(rank + up) * 9 + file + right] == 0:
                        for turn in range(-1, 2, 2):
                            to_rank = rank + 2 * up + turn * right
                            to_file = file + 2 * right + turn * up
                            if on_board(to_rank, to_file):
                                add_move(side, i, to_rank * 9 + to_file)
            elif kind == PAWN:
                for up, right in STEPS[STRAIGHT]:
                    forward = up == 1 - 2 * side
                    sideways = up == 0 and not own_half(side, rank)
                    if (forward or sideways) and on_board(rank + up, file + right):
                        add_move(side, i, (rank + up) * 9 + file + right)
            else:
                for up, right in STEPS[STRAIGHT]:
                    list_line(side, i, up, right)


def list_line(side: int, i: int, up: int, right: int) -> None:
    """List the moves of a rook or cannon in one direction.

    They go up to the first piece. The rook captures it, the cannon jumps it and captures the next."""
    at = point[i]
    rank = at // 9 + up
    file = at % 9 + right
    jumped = 0
    while on_board(rank, file):
        at = rank * 9 + file
        if piece_at[at] == 0:
            if jumped == 0:
                add_move(side, i, at)
        else:
            if jumped or piece[i] & 7 == ROOK:
                add_move(side, i, at)
                return
            jumped = 1
        rank += up
        file += right


def add_move(side: int, i: int, to: int) -> None:
    """Add a move to the list, unless a piece of the same side stands there."""
    if piece_at[to] == 0 or piece[piece_at[to] - 1] >> 3 != side:
        move_piece[state[MOVES]] = i
        move_to[state[MOVES]] = to
        state[MOVES] += 1


def on_board(rank: int, file: int) -> int:
    """1 for a point of the board."""
    return 1 if 0 <= rank <= 9 and 0 <= file <= 8 else 0


def own_half(side: int, rank: int) -> int:
    """1 for a rank on the side's bank of the river."""
    return 1 if (rank <= 4) == (side == 0) else 0


def in_palace(side: int, rank: int, file: int) -> int:
    """1 for a point of the side's palace."""
    return 1 if 3 <= file <= 5 and (0 <= rank <= 2 if side == 0 else 7 <= rank <= 9) else 0


def attacked(side: int) -> int:
    """1 if the side's general could be captured, or faces the other on an open file."""
    king = point[side]
    if king % 9 == point[1 - side] % 9 and between(king, point[1 - side], 9) == 0:
        return 1
    for i in range(2, state[PIECES]):
        if point[i] >= 0 and piece[i] >> 3 != side and attacks(i, king):
            return 1
    return 0


def attacks(i: int, to: int) -> int:
    """1 if piece i, not a general, could capture on a point of the enemy palace. Advisors and elephants never
    can."""
    orig = point[i]
    kind = piece[i] & 7
    ranks = to // 9 - orig // 9
    files = to % 9 - orig % 9
    if kind == ROOK or kind == CANNON:
        if ranks and files:
            return 0
        screens = between(orig, to, 9 if ranks else 1)
        return 1 if screens == (1 if kind == CANNON else 0) else 0
    if kind == KNIGHT:
        if ranks * ranks + files * files != 5:
            return 0
        leg = orig + (9 if ranks > 0 else -9) if abs(ranks) == 2 else orig + (1 if files > 0 else -1)
        return 1 if piece_at[leg] == 0 else 0
    if kind == PAWN:
        owner = piece[i] >> 3
        if files == 0:
            return 1 if ranks == 1 - 2 * owner else 0
        return 1 if ranks == 0 and abs(files) == 1 and not own_half(owner, orig // 9) else 0
    return 0


def between(one: int, other: int, step: int) -> int:
    """The number of pieces between two points of a rank (step 1) or file (step 9)."""
    at = min(one, other) + step
    last = max(one, other)
    count = 0
    while at < last:
        if piece_at[at]:
            count += 1
        at += step
    return count
