"""The path of positions from the game's last irreversible move, through the root, to the current node.

It shows the search repetitions, including those of positions that the game had before the root.
"""

from cannonfish.kernel.game import KEY, KEY2, PERPETUAL_CHECK_LOSES, irreversible, position
from cannonfish.kernel.rules import MAX_PLY, in_check, make, moves
from cannonfish.kernel.state import PATH_LENGTH, SIDE, search_state

# Of a game, at most so many positions before the root are kept.
GAME_PATH = 512

# By index of the path; search_state[PATH_LENGTH] is the root, and a node at ply p is p further.
path_key: list[int] = [0] * (GAME_PATH + MAX_PLY)  # position[KEY]
path_key2: list[int] = [0] * (GAME_PATH + MAX_PLY)  # position[KEY2] ^ side to move
path_check: list[int] = [0] * (GAME_PATH + MAX_PLY)  # 1: the side to move is in check
path_quiet: list[int] = [0] * (GAME_PATH + MAX_PLY)  # plies since the last irreversible move

DRAW = 0
NO_REPETITION = 32000
# The score of a game won by the other side's perpetual check, less the ply: below all mates, above all static
# scores.
PERPETUAL = 20000
# A repetition needs at least so many plies.
SHORTEST_CYCLE = 4


def push_position(quiet_plies: int) -> None:
    """Write the position on the board to path index PATH_LENGTH."""
    index = search_state[PATH_LENGTH]
    path_key[index] = position[KEY]
    path_key2[index] = position[KEY2] ^ search_state[SIDE]
    path_check[index] = in_check(search_state[SIDE])
    path_quiet[index] = quiet_plies


def set_root(side: int, quiet_plies: int) -> None:
    """Begin a path with the position on the board; `quiet_plies` is its move limit clock, as in its FEN."""
    search_state[SIDE] = side
    search_state[PATH_LENGTH] = 0
    push_position(quiet_plies)


def play_line(count: int) -> None:
    """Play moves[0:count] as game moves. They must be legal; nothing is checked here."""
    for i in range(count):
        move = moves[i]
        index = search_state[PATH_LENGTH]
        if irreversible(move):
            quiet_plies = 0
            index = -1
        else:
            quiet_plies = path_quiet[index] + 1
        make(move)
        search_state[SIDE] = 1 - search_state[SIDE]
        if index + 1 == GAME_PATH:
            drop_oldest()
        else:
            search_state[PATH_LENGTH] = index + 1
        push_position(quiet_plies)


def drop_oldest() -> None:
    """Remove the first position of a full path."""
    for i in range(GAME_PATH - 1):
        path_key[i] = path_key[i + 1]
        path_key2[i] = path_key2[i + 1]
        path_check[i] = path_check[i + 1]
        path_quiet[i] = path_quiet[i + 1]


def repetition(index: int, ply: int) -> int:
    """Score for the side to move if the position at the path index occurred before, else NO_REPETITION.

    The second occurrence counts as the end: a side that gains by repeating once can repeat again. It is a
    draw, unless one side alone gave check with every move since the first occurrence: that side loses (Asian
    rules, perpetual check). `ply` makes a quicker decision count more.
    """
    first = max(index - path_quiet[index], 0)
    i = index - SHORTEST_CYCLE
    if i < first:
        return NO_REPETITION
    key = path_key[index]
    key2 = path_key2[index]
    mine = path_check[index] & path_check[index - 2]  # 1: the side to move was in check every time
    theirs = path_check[index - 1] & path_check[index - 3]
    while path_key[i] != key or path_key2[i] != key2:
        mine &= path_check[i]
        i -= 2
        if i < first:
            return NO_REPETITION
        theirs &= path_check[i + 1]
    if PERPETUAL_CHECK_LOSES and mine != theirs:
        return PERPETUAL - ply if mine else ply - PERPETUAL
    return DRAW
