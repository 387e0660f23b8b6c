"""The path: positions from the game's last irreversible move, through the root, to the node being searched.

By it the search sees repetitions, also those that began in the game before it.
"""

from cannonfish.kernel.game import KEY, KEY2, PERPETUAL_CHECK_LOSES, irreversible, position
from cannonfish.kernel.rules import MAX_PLY, in_check, make, moves
from cannonfish.kernel.state import PATH_LENGTH, SIDE, search_state

# More game positions than this since the last irreversible move are forgotten, the oldest first.
GAME_PATH = 512

path_key: list[int] = [0] * (GAME_PATH + MAX_PLY)
path_key2: list[int] = [0] * (GAME_PATH + MAX_PLY)
path_check: list[int] = [0] * (GAME_PATH + MAX_PLY)  # 1: the side to move is in check
path_quiet: list[int] = [0] * (GAME_PATH + MAX_PLY)  # plies since the last irreversible move

DRAW = 0
NO_REPETITION = 32000
# A game decided by perpetual check: worse than any mate, better than any static score.
PERPETUAL = 20000


def push_position(quiet_plies: int) -> None:
    """Write the position on the board to the end of the path."""
    at = search_state[PATH_LENGTH]
    path_key[at] = position[KEY]
    path_key2[at] = position[KEY2] ^ search_state[SIDE]
    path_check[at] = in_check(search_state[SIDE])
    path_quiet[at] = quiet_plies


def set_root(side: int, quiet_plies: int) -> None:
    """The position on the board is the first known one of the game."""
    search_state[SIDE] = side
    search_state[PATH_LENGTH] = 0
    push_position(quiet_plies)


def play_line(count: int) -> None:
    """Play moves[0:count] as game moves. They must be legal: nothing is checked here."""
    for i in range(count):
        move = moves[i]
        at = search_state[PATH_LENGTH]
        if irreversible(move):
            quiet_plies = 0
            at = -1
        else:
            quiet_plies = path_quiet[at] + 1
        make(move)
        search_state[SIDE] = 1 - search_state[SIDE]
        if at + 1 == GAME_PATH:
            forget_oldest()
        else:
            search_state[PATH_LENGTH] = at + 1
        push_position(quiet_plies)


def forget_oldest() -> None:
    """Make room at the end of the game's part of the path."""
    for i in range(GAME_PATH - 1):
        path_key[i] = path_key[i + 1]
        path_key2[i] = path_key2[i + 1]
        path_check[i] = path_check[i + 1]
        path_quiet[i] = path_quiet[i + 1]


def repetition(at: int, ply: int) -> int:
    """Score for the side to move if path[at] stood on the board before, else NOT_REPEATED.

    The search takes the second occurrence for the end: if repeating is best now, it will be again. That is a
    draw, except where a side that gave check with every move, while the other did not, loses by it.
    """
    first = max(at - path_quiet[at], 0)
    i = at - 4
    if i < first:
        return NO_REPETITION
    key = path_key[at]
    key2 = path_key2[at]
    mine = path_check[at] & path_check[at - 2]  # the side to move was in check all the time
    theirs = path_check[at - 1] & path_check[at - 3]
    while path_key[i] != key or path_key2[i] != key2:
        mine &= path_check[i]
        i -= 2
        if i < first:
            return NO_REPETITION
        theirs &= path_check[i + 1]
    if PERPETUAL_CHECK_LOSES and mine != theirs:
        return PERPETUAL - ply if mine else ply - PERPETUAL
    return DRAW
