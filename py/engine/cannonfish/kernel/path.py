"""The path: positions from the game's last irreversible move, through the root, to the node being searched.

By it the search sees repetitions, also those that began in the game before it.
"""

from cannonfish.kernel.game import (
    KEY,
    LOCK,
    MAX_PLY,
    PERPETUAL_CHECK_LOSES,
    in_check,
    irreversible,
    make,
    moves,
    position,
)
from cannonfish.kernel.limits import PATH_LENGTH, SIDE, control

# More game positions than this since the last irreversible move are forgotten, the oldest first.
GAME_PATH = 512

path_key: list[int] = [0] * (GAME_PATH + MAX_PLY)
path_lock: list[int] = [0] * (GAME_PATH + MAX_PLY)
path_check: list[int] = [0] * (GAME_PATH + MAX_PLY)  # 1: the side to move is in check
path_quiet: list[int] = [0] * (GAME_PATH + MAX_PLY)  # plies since the last irreversible move

DRAW = 0
NOT_REPEATED = 32000
# A game decided by perpetual check: worse than any mate, better than any static score.
PERPETUAL = 20000


def record(quiet_plies: int) -> None:
    """Write the position on the board to the end of the path."""
    at = control[PATH_LENGTH]
    path_key[at] = position[KEY]
    path_lock[at] = position[LOCK] ^ control[SIDE]
    path_check[at] = in_check(control[SIDE])
    path_quiet[at] = quiet_plies


def set_root(side: int, quiet_plies: int) -> None:
    """The position on the board is the first known one of the game."""
    control[SIDE] = side
    control[PATH_LENGTH] = 0
    record(quiet_plies)


def play_line(count: int) -> None:
    """Play moves[0:count] as game moves. They must be legal: nothing is checked here."""
    for i in range(count):
        move = moves[i]
        at = control[PATH_LENGTH]
        if irreversible(move):
            quiet_plies = 0
            at = -1
        else:
            quiet_plies = path_quiet[at] + 1
        make(move)
        control[SIDE] = 1 - control[SIDE]
        if at + 1 == GAME_PATH:
            forget_oldest()
        else:
            control[PATH_LENGTH] = at + 1
        record(quiet_plies)


def forget_oldest() -> None:
    """Make room at the end of the game's part of the path."""
    for i in range(GAME_PATH - 1):
        path_key[i] = path_key[i + 1]
        path_lock[i] = path_lock[i + 1]
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
        return NOT_REPEATED
    key = path_key[at]
    lock = path_lock[at]
    mine = path_check[at] & path_check[at - 2]  # the side to move was in check all the time
    theirs = path_check[at - 1] & path_check[at - 3]
    while path_key[i] != key or path_lock[i] != lock:
        mine &= path_check[i]
        i -= 2
        if i < first:
            return NOT_REPEATED
        theirs &= path_check[i + 1]
    if PERPETUAL_CHECK_LOSES and mine != theirs:
        return PERPETUAL - ply if mine else ply - PERPETUAL
    return DRAW
