"""The rules: moves of the stones. There is no check, so every pseudo-legal move is legal."""

from cannonfish.kernel.liuzichong.board import captured_stones, stones
from cannonfish.kernel.liuzichong.tables import MAX_PLY, MOVES_PER_PLY, NEIGHBOURS, POINTS, STEP

moves: list[int] = [0] * (MAX_PLY * MOVES_PER_PLY)


def generate_captures(side: int, base: int) -> int:
    """Write the moves that take stones to moves[base:]; return the end index."""
    return generate(side, base, 1)


def generate_quiets(side: int, base: int) -> int:
    """Write the moves that take nothing to moves[base:]; return the end index."""
    return generate(side, base, 0)


def generate(side: int, base: int, captures: int) -> int:
    """Write the moves that take stones (captures: 1) or nothing (0) to moves[base:]; return the end index."""
    n = base
    own = stones[side]
    occupied = own | stones[1 - side]
    for orig in range(POINTS):
        if own >> orig & 1:
            for dest in NEIGHBOURS[orig]:
                move = orig | dest << 4
                if occupied >> dest & 1 == 0 and (captured_stones(side, move) != 0) == captures:
                    moves[n] = move
                    n += 1
    return n


def pseudo_legal(side: int, move: int) -> int:
    """1 if the generators would list the move; `move` may be any int."""
    if move < 0 or move > 255 or STEP[move] < 0:
        return 0
    return 1 if stones[side] >> (move & 15) & 1 and (stones[0] | stones[1]) >> (move >> 4) & 1 == 0 else 0


def mover(move: int) -> int:
    """The side whose stone the move moves."""
    return 0 if stones[0] >> (move & 15) & 1 else 1


def can_expose_king(side: int, move: int) -> int:
    """0: there are no kings."""
    return 0


def is_capture(move: int) -> int:
    """1 if the move takes a stone."""
    return 1 if captured_stones(mover(move), move) else 0


def irreversible(move: int) -> int:
    """1 for captures: stones never come back."""
    return 1 if captured_stones(mover(move), move) else 0


def null_move_ok(side: int) -> int:
    """0: zugzwang decides this game."""
    return 0


def in_check(side: int) -> int:
    """There is no check."""
    return 0


def insufficient_material() -> int:
    """Never: even one stone against one plays on, to a side that cannot move or to the move limit."""
    return 0


def no_moves_result(side: int, checked: int) -> int:
    """A loss, with stones or without."""
    return -1


def chased(side: int, victims: int, base: int) -> int:
    """None: the game has no rule about chases."""
    return 0
