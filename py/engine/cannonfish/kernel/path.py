"""The path of positions from the game's last irreversible move, through the root, to the current node.

In it the search sees repetitions, also of game positions before the root.
"""

from cannonfish.kernel.game import (
    COUNTED_CHECKS,
    KEY,
    KEY2,
    MOVE_LIMIT,
    PERPETUAL_CHASE_LOSES,
    PERPETUAL_CHECK_LOSES,
    chased,
    position,
)
from cannonfish.kernel.rules import (
    MAX_PLY,
    MOVES_PER_PLY,
    in_check,
    irreversible,
    make,
    moves,
    unmake,
)
from cannonfish.kernel.state import ROOT_INDEX, SIDE, search_state

# The number of game positions before the root that are kept.
GAME_PATH = 512

# By index of the path: the root is at search_state[ROOT_INDEX], a node at ply p is p further.
path_key: list[int] = [0] * (GAME_PATH + MAX_PLY)  # position[KEY]
path_key2: list[int] = [0] * (GAME_PATH + MAX_PLY)  # position[KEY2] ^ side to move
path_check: list[int] = [0] * (GAME_PATH + MAX_PLY)  # 1: the side to move is in check
path_halfmove_clock: list[int] = [0] * (GAME_PATH + MAX_PLY)  # plies since the last irreversible move
path_move: list[int] = [0] * (GAME_PATH + MAX_PLY)  # the move that led here; undefined at index 0

# At path index 0: the move limit clock, and the checks that sides 0 and 1 have given since the last
# irreversible move.
path_start: list[int] = [0] * 3

DRAW = 0
NO_REPETITION = 32000  # never a score: repetition() returns DRAW or a score near PERPETUAL
# The score of a game won by the other side's perpetual check or chase, less the ply: below all mates, above
# all static scores.
PERPETUAL = 20000
# Plies of the shortest repetition.
SHORTEST_CYCLE = 4

# The most plies of a repetition that are replayed to find a chase: more than the move limit allows. Together
# with the plies of a search they stay below the levels of changes.py.
REPLAY_MAX = 128
replay_undo: list[int] = [0] * REPLAY_MAX
ALL_PIECES = 0xFFFF


def push_position(index: int, quiet_plies: int) -> None:
    """Write the position on the board to a path index, which becomes the end of the path."""
    search_state[ROOT_INDEX] = index
    path_key[index] = position[KEY]
    path_key2[index] = position[KEY2] ^ search_state[SIDE]
    path_check[index] = in_check(search_state[SIDE])
    path_halfmove_clock[index] = quiet_plies


def set_root(side: int, clock: int) -> None:
    """Begin a path with the position on the board; `clock` is its move limit clock, as in its FEN.

    No earlier checks are counted until set_checks() sets them.
    """
    search_state[SIDE] = side
    push_position(0, clock)
    path_start[0] = clock
    set_checks(0, 0)


def set_checks(first: int, second: int) -> None:
    """After set_root(): the checks that side 0 and side 1 have given since the last irreversible move."""
    path_start[1] = first
    path_start[2] = second


def play_line(count: int) -> None:
    """Play moves[0:count] as game moves. They must be legal; nothing is checked here.

    An irreversible move begins a new path.
    """
    for i in range(count):
        move = moves[i]
        side = search_state[SIDE]
        index = search_state[ROOT_INDEX]
        reset = irreversible(move)
        make(move)
        search_state[SIDE] = 1 - side
        if reset:
            push_position(0, 0)
            path_start[0] = 0
            path_start[1 + side] = path_check[0]
            path_start[2 - side] = 0
        else:
            quiet_plies = path_halfmove_clock[index] + 1
            if index + 1 == GAME_PATH:
                drop_first(side ^ index & 1)
                index -= 1
            push_position(index + 1, quiet_plies)
            path_move[index + 1] = move


def drop_first(side: int) -> None:
    """Remove the first position of a full path, in which `side` was to move."""
    path_start[1 + side] += path_check[1]
    path_start[0] += ply_counts(path_check[1], path_start[1 + side], path_check[0], path_start[2 - side])
    for i in range(GAME_PATH - 1):
        path_key[i] = path_key[i + 1]
        path_key2[i] = path_key2[i + 1]
        path_check[i] = path_check[i + 1]
        path_halfmove_clock[i] = path_halfmove_clock[i + 1]
        path_move[i] = path_move[i + 1]


def ply_counts(gives_check: int, own_checks: int, checked: int, other_checks: int) -> int:
    """1 if a ply advances the move limit clock: no check beyond COUNTED_CHECKS, and no reply to one.

    The checks of either side include the one that the move gives or answers.
    """
    if gives_check and own_checks > COUNTED_CHECKS:
        return 0
    return 0 if checked and other_checks > COUNTED_CHECKS else 1


def move_limit_clock(index: int) -> int:
    """The plies since the last irreversible move that count towards MOVE_LIMIT.

    path_halfmove_clock counts all plies, which is enough while the limit is far. This one walks the path.
    """
    first = index - path_halfmove_clock[index]
    if first > 0:
        clock = 0
        own_checks = 0
        other_checks = path_check[first]
    else:
        first = 0
        side = search_state[SIDE] ^ search_state[ROOT_INDEX] & 1
        clock = path_start[0]
        own_checks = path_start[1 + side]
        other_checks = path_start[2 - side]
    for i in range(first + 1, index + 1):
        own_checks += path_check[i]
        clock += ply_counts(path_check[i], own_checks, path_check[i - 1], other_checks)
        other = other_checks
        other_checks = own_checks
        own_checks = other
    return clock


def last_occurrence(index: int, i: int) -> int:
    """The last path index among i, i - 2, i - 4, ... that has the position of `index`; -1 for none."""
    first = max(index - path_halfmove_clock[index], 0)
    key = path_key[index]
    key2 = path_key2[index]
    while i >= first:
        if path_key[i] == key and path_key2[i] == key2:
            return i
        i -= 2
    return -1


def repetition(index: int, ply: int) -> int:
    """Score for the side to move if the position at the path index occurred before, else NO_REPETITION.

    The position is the one on the board. The move stack may be overwritten from the ply's part on.
    The second occurrence counts as the end: a side that gains by repeating once can repeat again. The score
    depends on the ply, so that a quicker win is preferred.
    """
    second = last_occurrence(index, index - SHORTEST_CYCLE)
    if second < 0:
        return NO_REPETITION
    if PERPETUAL_CHECK_LOSES == 0:
        return DRAW
    first = last_occurrence(index, second - SHORTEST_CYCLE)
    if first >= 0:
        return (PERPETUAL - ply) * judge(first, index, ply, 0)
    return (PERPETUAL - ply) * judge(second, index, ply, index - second)


def judge(first: int, index: int, ply: int, to_third: int) -> int:
    """The result for the side to move after the moves from one path index to another: -1 loss, 0 draw, 1 win.

    A side loses if it alone gave check with every move; without any check, if it alone made a new attack on
    one and the same piece with every move (xiangqi: Asian rules, games/xiangqi/judge.py). The judge is called
    at the third occurrence, which is `to_third` plies away; a chase is drawn if the move limit comes before.
    """
    own_checks = 1
    other_checks = 1
    checks = 0
    for i in range(first + 1, index, 2):
        own_checks &= path_check[i]
        other_checks &= path_check[i + 1]
        checks |= path_check[i] | path_check[i + 1]
    if checks or PERPETUAL_CHASE_LOSES == 0:
        return other_checks - own_checks
    if to_third and path_halfmove_clock[index] + to_third > MOVE_LIMIT:
        if move_limit_clock(index) + to_third > MOVE_LIMIT:
            return 0
    return judge_chases(first, index, ply)


def judge_chases(first: int, index: int, ply: int) -> int:
    """judge() without checks. The board has the position of `first`, from which the moves are replayed."""
    side = search_state[SIDE] ^ (index ^ search_state[ROOT_INDEX]) & 1
    base = ply * MOVES_PER_PLY
    own = ALL_PIECES  # the pieces that the side to move has chased with every move so far
    other = ALL_PIECES
    played = 0
    while played < min(index - first, REPLAY_MAX) and own | other:
        before = chased(side, own, base) if own else 0
        replay_undo[played] = make(path_move[first + 1 + played])
        chases = chased(side, own & ~before, base) if own else 0
        own = other
        other = chases
        side = 1 - side
        played += 1
    for i in range(played - 1, -1, -1):
        unmake(path_move[first + 1 + i], replay_undo[i])
    return (1 if other else 0) - (1 if own else 0)
