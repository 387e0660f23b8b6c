"""Endings solved by retrograde analysis: unmoves from decided positions, and counts of the moves left.

The host describes a family of endings, each with all endings that captures lead to, and solves them from
the smallest to the largest:

    begin(ending, start, stop)    classify every placement: illegal, without a move, decided by a capture
    expand(limit)                 from decided positions to their predecessors; 0 when all are found
    begin_law(offender, law) ...  the changes if a side's perpetual check or chase is forbidden, see there
    pack(ending, start, stop)     write the table into `packed`; later endings read it there

The number of a position is side to move * placements + placement. A placement is the pair of generals and,
for each group of equal pieces, the rank of their set of points (`ending_points`), the first group most
significant.

A value is 0 for a draw, plies to the end + 1 for a decided position (odd plies win, even plies lose, 0 plies
is mate or stalemate), and 255 for an impossible one. Repetitions are draws, and there is no move limit. 253
and 254 are draws, too, but won and lost for the side to move if perpetual check and chase are forbidden.
"""

from cannonfish.kernel.host import zeros
from cannonfish.kernel.xiangqi.board import board, clear, file_bits, make, rank_bits, square_of, unmake
from cannonfish.kernel.xiangqi.chase import chased
from cannonfish.kernel.xiangqi.ending_points import (
    CHOOSE,
    MIRROR,
    NUMBER_OF,
    PAIR_BLACK,
    PAIR_OF,
    PAIR_RED,
    POINTS,
    SQUARE_OF,
)
from cannonfish.kernel.xiangqi.moves import generate_captures, generate_quiets, in_check, moves
from cannonfish.kernel.xiangqi.tables import (
    ADVISOR_TO,
    BISHOP,
    BISHOP_TO,
    FILE_BASE,
    FILE_BLOCKERS,
    FIRST,
    KIND,
    KING,
    KING_TO,
    KNIGHT,
    KNIGHT_TO,
    PAWN,
    PAWN_FROM,
    RANK_BASE,
    RANK_BLOCKERS,
)

# Replaced by the host: endings of the family, positions of the largest, and words of all tables.
ENDINGS = 1
POSITIONS = 1
WORDS = 1

MOST_GROUPS = 12
LONGEST = 251  # plies

# Filled in by the host. By ending: the number of groups, of placements, the first byte in `packed`, and 1
# if a side can still win by our rules, which needs a rook, knight, cannon or pawn on the board.
groups: list[int] = [0] * ENDINGS
placements: list[int] = [0] * ENDINGS
first_byte: list[int] = [0] * ENDINGS
winnable: list[int] = [0] * ENDINGS
# By ending * MOST_GROUPS + group: the first piece id, the number of pieces, the number of their sets.
group_piece: list[int] = [0] * (ENDINGS * MOST_GROUPS)
group_count: list[int] = [0] * (ENDINGS * MOST_GROUPS)
group_sets: list[int] = [0] * (ENDINGS * MOST_GROUPS)
# By ending * 16 + (side << 3 | kind) of a captured piece: the ending that is left.
ending_after: list[int] = [0] * (ENDINGS * 16)

packed: list[int] = zeros(WORDS)
# By side to move * 256 + value: the positions, mirror images included.
histogram: list[int] = [0] * 512

# --- The ending being solved ---

(
    ENDING,
    PLACEMENTS,
    HEAD,
    TAIL,
    DEPTH,  # the value of the positions whose moves are being taken back
    LAST,  # the greatest value that positions wait for
    TOO_LONG,  # 1 if a win takes more plies than LONGEST
    PLACEMENT,  # on the board
    LAW,  # CHECK or CHASE while such perpetuals are looked for, else 0
    OFFENDER,  # the side that gives them
    SUSPECTS,  # the number of suspects
) = range(11)
state: list[int] = [0] * 11
group_of: list[int] = [0] * 48  # piece id -> group
group_stride: list[int] = [0] * MOST_GROUPS
group_rank: list[int] = [0] * MOST_GROUPS  # of the placement on the board

# A cell: 0 if undecided, the value if decided, and
WON_BY_LAW = 253
LOST_BY_LAW = 254
IMPOSSIBLE = 255
HOLDS = 256  # undecided, never lost by counting: a capture draws or wins, or the result waits in a bucket
COUNTING = 1 << 16  # undecided; plus the moves not known to lose << 8, plus the longest losing capture
cells: list[int] = zeros(POSITIONS)
# Decided positions in the order of their distance.
queue: list[int] = zeros(POSITIONS)
# By plies: positions decided by captures, as linked lists of numbers + 1.
bucket: list[int] = [0] * 512
after: list[int] = zeros(POSITIONS)

found_captures: list[int] = [0] * 3
WINS, DRAWS, LOSES = range(3)
numbers: list[int] = [0] * 8


def add_group(ending: int, side: int, kind: int, count: int) -> None:
    """Add a group of equal pieces to the description of an ending."""
    g = ending * MOST_GROUPS + groups[ending]
    groups[ending] += 1
    group_piece[g] = 16 + 16 * side + FIRST[kind]
    group_count[g] = count
    group_sets[g] = CHOOSE[count * 91 + POINTS[side << 3 | kind]]


# --- Placements ---


def rank_of(first: int, count: int, mirrored: int) -> int:
    """The rank of a set of `count` equal pieces; captured ones among the ids have square 0."""
    kind = (first >> 5) << 3 | KIND[first]
    if count == 1:
        square = square_of[first]
        if square == 0:
            square = square_of[first + 1]
        return NUMBER_OF[kind << 8 | (MIRROR[square] if mirrored else square)]
    n = 0
    piece = first
    while n < count:
        square = square_of[piece]
        piece += 1
        if square:
            number = NUMBER_OF[kind << 8 | (MIRROR[square] if mirrored else square)]
            at = n
            while at > 0 and numbers[at - 1] > number:
                numbers[at] = numbers[at - 1]
                at -= 1
            numbers[at] = number
            n += 1
    rank = 0
    for i in range(count):
        rank += CHOOSE[(i + 1) * 91 + numbers[i]]
    return rank


def placement_of(ending: int, mirrored: int) -> int:
    """The number of the placement given by square_of, or of its mirror image."""
    red = NUMBER_OF[1 << 8 | (MIRROR[square_of[16]] if mirrored else square_of[16])]
    black = NUMBER_OF[9 << 8 | (MIRROR[square_of[32]] if mirrored else square_of[32])]
    placement = PAIR_OF[red * 9 + black]
    if placement < 0:
        return -1
    for g in range(ending * MOST_GROUPS, ending * MOST_GROUPS + groups[ending]):
        placement = placement * group_sets[g] + rank_of(group_piece[g], group_count[g], mirrored)
    return placement


def place(piece: int, square: int) -> None:
    """Put a piece on an empty point."""
    board[square] = piece
    square_of[piece] = square
    rank_bits[square >> 4] |= 1 << (square & 15) - 3
    file_bits[square & 15] |= 1 << (square >> 4) - 3


def lift(square: int) -> None:
    """Take a piece off the board; square_of keeps its square."""
    board[square] = 0
    rank_bits[square >> 4] ^= 1 << (square & 15) - 3
    file_bits[square & 15] ^= 1 << (square >> 4) - 3


def shift(piece: int, orig: int, dest: int) -> None:
    """Move a piece to an empty point."""
    lift(orig)
    place(piece, dest)


def lift_group(g: int) -> None:
    """Take a group's pieces off the board."""
    first = group_piece[state[ENDING] * MOST_GROUPS + g]
    for piece in range(first, first + group_count[state[ENDING] * MOST_GROUPS + g]):
        square = square_of[piece]
        if board[square] == piece:
            lift(square)


def place_group(g: int, rank: int) -> int:
    """Place a group's pieces on empty points by the rank of their set; 0 if there is a piece already."""
    first = group_piece[state[ENDING] * MOST_GROUPS + g]
    count = group_count[state[ENDING] * MOST_GROUPS + g]
    kind = (first >> 5) << 3 | KIND[first]
    group_rank[g] = rank
    free = 1
    for k in range(count, 0, -1):
        number = rank
        if k > 1:
            # The largest number with CHOOSE[k][number] <= rank.
            low = k - 1
            high = POINTS[kind] - 1
            while low < high:
                middle = low + high + 1 >> 1
                if CHOOSE[k * 91 + middle] <= rank:
                    low = middle
                else:
                    high = middle - 1
            number = low
            rank -= CHOOSE[k * 91 + number]
        square = SQUARE_OF[kind << 7 | number]
        piece = first + k - 1
        if board[square]:
            square_of[piece] = square
            free = 0
        else:
            place(piece, square)
    return free


def set_up(placement: int) -> int:
    """Put a placement of the current ending on the board; 0 if two pieces share a point."""
    base = state[ENDING] * MOST_GROUPS
    n = groups[state[ENDING]]
    for g in range(n):
        lift_group(g)
    lift(square_of[16])
    lift(square_of[32])
    rest = placement
    for g in range(n - 1, -1, -1):
        sets = group_sets[base + g]
        group_rank[g] = rest % sets
        rest = rest // sets
    place(16, PAIR_RED[rest])
    place(32, PAIR_BLACK[rest])
    free = 1
    for g in range(n):
        if place_group(g, group_rank[g]) == 0:
            free = 0
    state[PLACEMENT] = placement
    return free


def select(ending: int) -> None:
    """Make an ending the current one, with its cells undecided."""
    clear()
    state[ENDING] = ending
    state[PLACEMENTS] = placements[ending]
    state[HEAD] = 0
    state[TAIL] = 0
    state[DEPTH] = -1
    state[LAST] = -1
    state[TOO_LONG] = 0
    state[LAW] = 0
    stride = 1
    for g in range(groups[ending] - 1, -1, -1):
        group_stride[g] = stride
        stride *= group_sets[ending * MOST_GROUPS + g]
        first = group_piece[ending * MOST_GROUPS + g]
        for piece in range(first, first + group_count[ending * MOST_GROUPS + g]):
            group_of[piece] = g
    place(16, PAIR_RED[0])
    place(32, PAIR_BLACK[0])
    for position in range(2 * placements[ending]):
        cells[position] = 0
    for depth in range(512):
        bucket[depth] = 0
    for i in range(512):
        histogram[i] = 0


# --- Forward: captures and the number of quiet moves ---


def packed_value(byte: int) -> int:
    """A value of a solved table."""
    return packed[byte >> 2] >> ((byte & 3) << 3) & 255


def value_after(side: int, move: int) -> int:
    """The value of the smaller ending after a capture, for the side that is then to move."""
    orig = move & 255
    dest = move >> 8
    piece = board[orig]
    victim = board[dest]
    ending = ending_after[state[ENDING] * 16 + ((victim >> 5) << 3 | KIND[victim])]
    square_of[victim] = 0
    square_of[piece] = dest
    placement = placement_of(ending, 0)
    if placement < 0:
        placement = placement_of(ending, 1)
    square_of[victim] = dest
    square_of[piece] = orig
    return packed_value(first_byte[ending] + (1 - side) * placements[ending] + placement)


def look_at_captures(side: int) -> int:
    """Fill in found_captures: plies + 1 of the quickest win and of the longest loss by a capture, 0 for none,
    and whether a capture draws. Return the number of legal captures."""
    found_captures[WINS] = 0
    found_captures[DRAWS] = 0
    found_captures[LOSES] = 0
    legal = 0
    for i in range(generate_captures(side, 0)):
        value = value_after(side, moves[i])
        if value != IMPOSSIBLE:
            legal += 1
            if value == 0 or value >= WON_BY_LAW:
                found_captures[DRAWS] = 1
            elif value & 1 == 0:
                found_captures[LOSES] = max(found_captures[LOSES], value + 1)
            elif found_captures[WINS] == 0 or value + 1 < found_captures[WINS]:
                found_captures[WINS] = value + 1
    return legal


def legal_quiets(side: int, most: int) -> int:
    """The number of legal moves to empty points, counted up to `most`."""
    legal = 0
    for i in range(generate_quiets(side, 0)):
        move = moves[i]
        orig = move & 255
        dest = move >> 8
        piece = board[orig]
        shift(piece, orig, dest)
        if in_check(side) == 0:
            legal += 1
        shift(piece, dest, orig)
        if legal == most:
            return legal
    return legal


def wait(position: int, value: int) -> None:
    """Put a position into the bucket of its value, to be decided then unless it is decided before."""
    cells[position] = HOLDS
    after[position] = bucket[value]
    bucket[value] = position + 1
    state[LAST] = max(state[LAST], value)


def begin(ending: int, start: int, stop: int) -> None:
    """Classify these placements of an ending. To be called in ascending order, from 0 on."""
    if start == 0:
        select(ending)
    half = state[PLACEMENTS]
    last = groups[ending] - 1
    sets = group_sets[ending * MOST_GROUPS + last] if last >= 0 else 1
    low = start % sets
    free = 0
    others = 0
    for placement in range(start, stop):
        if placement == start or low == 0 or last < 0:
            free = set_up(placement)
            others = lone_points()
        else:
            lift_group(last)
            free = place_group(last, low) and others
        low += 1
        if low == sets:
            low = 0
        if free:
            look_at(placement, in_check(0), in_check(1), half)
        else:
            cells[placement] = IMPOSSIBLE
            cells[half + placement] = IMPOSSIBLE


def lone_points() -> int:
    """1 if no two pieces outside the last group share a point."""
    ending = state[ENDING]
    for g in range(groups[ending] - 1):
        first = group_piece[ending * MOST_GROUPS + g]
        for piece in range(first, first + group_count[ending * MOST_GROUPS + g]):
            if board[square_of[piece]] != piece:
                return 0
    return 1


def look_at(placement: int, red_checked: int, black_checked: int, half: int) -> None:
    """Classify a placement for either side to move: impossible, without moves, or decided by a capture."""
    for side in range(2):
        position = side * half + placement
        if black_checked if side == 0 else red_checked:
            cells[position] = IMPOSSIBLE
        else:
            captures = look_at_captures(side)
            if captures == 0:
                if legal_quiets(side, 1) == 0:
                    wait(position, 1)
            elif winnable[state[ENDING]] == 0:
                # Drawn at once, whatever the capture leads to.
                cells[position] = HOLDS
            elif found_captures[WINS]:
                wait(position, found_captures[WINS])
            elif found_captures[DRAWS]:
                cells[position] = HOLDS
            elif legal_quiets(side, 1) == 0:
                wait(position, found_captures[LOSES])


# --- Backward: unmoves ---


def expand(limit: int) -> int:
    """Take back the moves to decided positions, at most `limit` positions in the order of their distance.
    Return the number of known positions still to do; 0 if no more positions will be decided."""
    done = 0
    while done < limit:
        if state[HEAD] == state[TAIL]:
            # Every position of this distance is done: go on to the next distance.
            if state[DEPTH] >= state[LAST]:
                return 0
            state[DEPTH] += 1
            open_bucket(state[DEPTH])
        else:
            position = queue[state[HEAD]]
            state[HEAD] += 1
            value = cells[position]
            if value > state[DEPTH]:
                state[DEPTH] = value
                open_bucket(value)
            if winnable[state[ENDING]]:
                take_back(position, value)
            done += 1
    return state[TAIL] - state[HEAD] + 1


def open_bucket(value: int) -> None:
    """Decide the waiting positions of this value."""
    position = bucket[value]
    while position:
        if cells[position - 1] == HOLDS:
            decide(position - 1, value)
        position = after[position - 1]


def decide(position: int, value: int) -> None:
    """Give a position its value."""
    if value > LONGEST + 1:
        state[TOO_LONG] = 1
        return
    cells[position] = value
    queue[state[TAIL]] = position
    state[TAIL] += 1


def take_back(position: int, value: int) -> None:
    """Visit the predecessors of a position."""
    half = state[PLACEMENTS]
    mover = 1 if position < half else 0  # the side that has just moved
    set_up(position if position < half else position - half)
    own = 16 + 16 * mover
    orig = square_of[own]
    for dest in KING_TO[orig]:
        if board[dest] == 0:
            visit_king(mover, orig, dest, value)
    ending = state[ENDING]
    for g in range(groups[ending]):
        first = group_piece[ending * MOST_GROUPS + g]
        if first >> 5 == mover:
            kind = KIND[first]
            for piece in range(first, first + group_count[ending * MOST_GROUPS + g]):
                orig = square_of[piece]
                if kind == PAWN:
                    for dest in PAWN_FROM[mover * 256 + orig]:
                        if board[dest] == 0 and NUMBER_OF[(mover << 3 | PAWN) << 8 | dest] >= 0:
                            visit(mover, piece, orig, dest, value)
                elif kind == KNIGHT:
                    for _, dest in KNIGHT_TO[orig]:
                        if board[dest] == 0:
                            for leg, to in KNIGHT_TO[dest]:
                                if to == orig and board[leg] == 0:
                                    visit(mover, piece, orig, dest, value)
                elif kind == BISHOP:
                    for eye, dest in BISHOP_TO[orig]:
                        if board[eye] == 0 and board[dest] == 0:
                            visit(mover, piece, orig, dest, value)
                elif kind > KNIGHT:
                    line = RANK_BLOCKERS[RANK_BASE[orig] | rank_bits[orig >> 4]]
                    low = line & 15
                    high = line >> 8 & 15
                    for dest in range((orig & 240) + (low + 1 if low else 3), orig):
                        visit(mover, piece, orig, dest, value)
                    for dest in range(orig + 1, (orig & 240) + (high if high else 12)):
                        visit(mover, piece, orig, dest, value)
                    line = FILE_BLOCKERS[FILE_BASE[orig] | file_bits[orig & 15]]
                    low = line & 15
                    high = line >> 8 & 15
                    for dest in range((orig & 15) + (low + 1 if low else 3) * 16, orig, 16):
                        visit(mover, piece, orig, dest, value)
                    for dest in range(orig + 16, (orig & 15) + (high if high else 13) * 16, 16):
                        visit(mover, piece, orig, dest, value)
                else:
                    for dest in ADVISOR_TO[orig]:
                        if board[dest] == 0:
                            visit(mover, piece, orig, dest, value)


def visit(mover: int, piece: int, orig: int, dest: int, value: int) -> None:
    """Visit a predecessor: with the piece still on `dest`, it has a move to a position of this value."""
    before(mover, mover * state[PLACEMENTS] + placement_with(piece, dest), piece, orig, dest, value)


def placement_with(piece: int, dest: int) -> int:
    """The placement on the board with a piece, not a general, on another point."""
    g = group_of[piece]
    described = state[ENDING] * MOST_GROUPS + g
    count = group_count[described]
    if count == 1:
        rank = NUMBER_OF[((piece >> 5) << 3 | KIND[piece]) << 8 | dest]
    else:
        orig = square_of[piece]
        square_of[piece] = dest
        rank = rank_of(group_piece[described], count, 0)
        square_of[piece] = orig
    return state[PLACEMENT] + (rank - group_rank[g]) * group_stride[g]


def visit_king(mover: int, orig: int, dest: int, value: int) -> None:
    """visit() for a general, whose move can change the pair and the mirror image."""
    king = 16 + 16 * mover
    other = square_of[32 - 16 * mover]
    first = mover * state[PLACEMENTS]
    both = orig & 15 == 7 and other & 15 == 7
    if both and dest & 15 == 8:
        return  # the mirror image takes back the general's move from file d
    square_of[king] = dest
    placement = placement_of(state[ENDING], 0)
    mirrored = -1
    if placement < 0 or (dest & 15 == 7 and other & 15 == 7 and orig & 15 != 7):
        mirrored = placement_of(state[ENDING], 1)
    square_of[king] = orig
    if placement >= 0:
        before(mover, first + placement, king, orig, dest, value)
    if mirrored >= 0:
        before(mover, first + mirrored, king, orig, dest, value)


def before(mover: int, position: int, piece: int, orig: int, dest: int, value: int) -> None:
    """Update a position with a move, `dest` to `orig`, to one of this value. The board is after the move."""
    cell = cells[position]
    if 0 < cell <= IMPOSSIBLE:
        return
    if state[LAW]:
        if cell & IN_LINE == 0:
            cells[position] = cell | IN_LINE
            append(position)
    elif value & 1:
        decide(position, value + 1)
    elif cell != HOLDS:
        if cell == 0:
            shift(piece, orig, dest)
            look_at_captures(mover)
            cell = COUNTING + (legal_quiets(mover, 1000) << 8) + found_captures[LOSES]
            shift(piece, dest, orig)
        cell -= 256
        cells[position] = cell
        if cell < COUNTING + 256:
            longest = cell & 255
            if longest > value + 1:
                wait(position, longest)
            else:
                decide(position, value + 1)


# --- Perpetual check and perpetual chase ---
#
# So far, some positions are drawn only because the offender keeps giving check, or keeps attacking pieces
# that it did not attack before. If that is forbidden, the offender loses every position in which the opponent
# can force it to go on for ever or to lose.
#
#     begin_law(offender, law)
#     list_undecided(start, stop)    all positions, in any order
#     apply_law(limit)               positions still to do; 0 at the end
#
# A suspect is a drawn position of the offender in which every move loses or is a quiet check (or chase). A
# set of suspects is a perpetual if every such move has an answer, not itself a check, that leads into the set
# or to a position that is lost for the offender. Unlike the laws of the game, which forbid only the chase of
# one piece, this also forbids chasing several pieces in turn.

CHECK, CHASE = range(1, 3)
ANY_PIECE = 0xFFFF
# Bits of the cells of undecided positions, meanwhile.
OPEN = 512
IN_LINE = 1  # in `queue`, which is a ring
SUSPECT = 2  # in `after`
PERPETUAL = 4  # not refuted yet
SAFE, LOST, FORBIDDEN = range(3)
# The number of moves that the law forbids, and the positions after them.
forbidden: list[int] = [0] * 128


def begin_law(offender: int, law: int) -> None:
    """Begin to look for perpetual checks or chases of a side."""
    state[LAW] = law
    state[OFFENDER] = offender
    state[SUSPECTS] = 0
    state[HEAD] = 0
    state[TAIL] = 0


def list_undecided(start: int, stop: int) -> None:
    """Append the undecided positions among these to the queue."""
    for position in range(start, stop):
        cell = cells[position]
        if cell == 0 or cell > IMPOSSIBLE:
            cells[position] = OPEN | IN_LINE
            append(position)


def append(position: int) -> None:
    """Append a position to the queue."""
    queue[state[TAIL] % len(queue)] = position
    state[TAIL] += 1


def apply_law(limit: int) -> int:
    """Handle `limit` positions of the queue, and the suspects once it is empty. 0 if nothing is left."""
    for _ in range(limit):
        if state[HEAD] == state[TAIL]:
            if mark_perpetuals() == 0:
                return 0
        position = queue[state[HEAD] % len(queue)]
        state[HEAD] += 1
        cell = cells[position]
        if cell < OPEN:
            take_back(position, cell)
        else:
            cells[position] = cell & ~IN_LINE
            side = 1 if position >= state[PLACEMENTS] else 0
            set_up(position - side * state[PLACEMENTS])
            if side == state[OFFENDER]:
                found = look_at_offender(side)
                if found == LOST:
                    mark(position, LOST_BY_LAW)
                elif found == FORBIDDEN and cell & SUSPECT == 0:
                    cells[position] |= SUSPECT
                    after[state[SUSPECTS]] = position
                    state[SUSPECTS] += 1
            elif can_win(side, 0):
                mark(position, WON_BY_LAW)
    return 1


def mark(position: int, value: int) -> None:
    """Give a position its value by law, and queue it for its predecessors."""
    cells[position] = value
    append(position)


def number_after(side: int, move: int) -> int:
    """The number of the position after a move to an empty point."""
    piece = board[move & 255]
    dest = move >> 8
    if KIND[piece] == KING:
        square_of[piece] = dest
        placement = placement_of(state[ENDING], 0)
        if placement < 0:
            placement = placement_of(state[ENDING], 1)
        square_of[piece] = move & 255
    else:
        placement = placement_with(piece, dest)
    return (1 - side) * state[PLACEMENTS] + placement


def gives_check(side: int, move: int) -> int:
    """1 if the side's move to an empty point attacks the other general."""
    piece = board[move & 255]
    shift(piece, move & 255, move >> 8)
    check = in_check(1 - side)
    shift(piece, move >> 8, move & 255)
    return check


def is_forbidden(side: int, move: int, base: int) -> int:
    """1 if the side's move to an empty point is a check or, under the other law, a chase and no check;
    overwrites moves[base:]."""
    if state[LAW] == CHECK:
        return gives_check(side, move)
    undo = make(move)
    attacked = 0 if in_check(1 - side) else chased(side, ANY_PIECE, base)
    unmake(move, undo)
    return 1 if attacked and attacked & ~chased(side, attacked, base) else 0


def is_win(value: int) -> int:
    """1 if the side to move wins, by law or without it."""
    return 1 if value == WON_BY_LAW or (0 < value < WON_BY_LAW and value & 1 == 0) else 0


def is_loss(value: int) -> int:
    """1 if the side to move loses, by law or without it."""
    return 1 if value == LOST_BY_LAW or (value < WON_BY_LAW and value & 1) else 0


def look_at_offender(side: int) -> int:
    """SAFE if the offender has a good move that is not forbidden, LOST if it has no good move at all, else
    FORBIDDEN, with the positions after its good moves in `forbidden`."""
    for i in range(generate_captures(side, 0)):
        value = value_after(side, moves[i])
        if value != IMPOSSIBLE and is_win(value) == 0:
            return SAFE
    forbidden[0] = 0
    end = generate_quiets(side, 0)
    for i in range(end):
        position = number_after(side, moves[i])
        value = cells[position]
        if value != IMPOSSIBLE and is_win(value) == 0:
            if is_forbidden(side, moves[i], end) == 0:
                return SAFE
            forbidden[0] += 1
            forbidden[forbidden[0]] = position
    return FORBIDDEN if forbidden[0] else LOST


def can_win(side: int, by_perpetual: int) -> int:
    """1 if the offender's opponent has a move to a lost position, or, without giving check, into the set of
    perpetuals."""
    for i in range(generate_captures(side, 0)):
        if is_loss(value_after(side, moves[i])):
            return 1
    for i in range(generate_quiets(side, 0)):
        value = cells[number_after(side, moves[i])]
        if is_loss(value):
            return 1
        if by_perpetual and value >= OPEN and value & PERPETUAL and gives_check(side, moves[i]) == 0:
            return 1
    return 0


def mark_perpetuals() -> int:
    """Mark the largest set of suspects that is a perpetual; return their number."""
    number = 0
    for i in range(state[SUSPECTS]):
        if cells[after[i]] >= OPEN:
            cells[after[i]] |= PERPETUAL
            number += 1
    changed = 1
    while changed:
        changed = 0
        for i in range(state[SUSPECTS]):
            position = after[i]
            if cells[position] >= OPEN and cells[position] & PERPETUAL and refuted(position):
                cells[position] &= ~PERPETUAL
                changed = 1
                number -= 1
    for i in range(state[SUSPECTS]):
        if cells[after[i]] >= OPEN and cells[after[i]] & PERPETUAL:
            mark(after[i], LOST_BY_LAW)
    return number


def refuted(position: int) -> int:
    """1 if a suspect has a forbidden move to which there is no answer within the set."""
    side = state[OFFENDER]
    set_up(position - side * state[PLACEMENTS])
    look_at_offender(side)
    for i in range(1, forbidden[0] + 1):
        set_up(forbidden[i] - (1 - side) * state[PLACEMENTS])
        if can_win(1 - side, 1) == 0:
            return 1
    return 0


# --- The table ---


def pack(ending: int, start: int, stop: int) -> None:
    """Write these positions into `packed`, and count them; `start` is a multiple of 4."""
    half = state[PLACEMENTS]
    base = first_byte[ending]
    inside = half
    for g in range(groups[ending]):
        inside = inside // group_sets[ending * MOST_GROUPS + g]
    inside = half // inside  # placements of each pair of generals
    for position in range(start, stop):
        cell = cells[position]
        value = cell if cell <= IMPOSSIBLE else 0
        byte = base + position
        signed = value - 256 if byte & 3 == 3 and value > 127 else value  # a word has 32 bits and a sign
        packed[byte >> 2] |= signed << ((byte & 3) << 3)
        side = 1 if position >= half else 0
        pair = (position - side * half) // inside
        both = PAIR_RED[pair] & 15 == 7 and PAIR_BLACK[pair] & 15 == 7
        histogram[side << 8 | value] += 1 if both else 2
