"""A check is impossible if and only if no last move leads to it: the short search against a plain one.

The plain search sets up every position before as a board of its own, with every kind of victim, and asks that
board whether the move is legal.
"""

import random
from itertools import product

import pytest
from cannonfish.errors import InvalidFenError
from cannonfish.games.base.fen import EMPTY, Setup
from cannonfish.games.xiangqi import BLACK, RED, Board, Move, Position, Status
from cannonfish.games.xiangqi.fen import format_fen, points
from cannonfish.games.xiangqi.pieces import PIECES

SET = "AABBNNRRCCPPPPP"
QUICK, THOROUGH = 12, 1000


def board_with(placement: str, turn: int) -> Board | None:
    """The board of a placement; None if it cannot be played."""
    try:
        return Board(format_fen(Setup(Position(placement, (RED, BLACK)[turn]))))
    except InvalidFenError:
        return None


def random_check(rng: random.Random) -> Board:
    """A board in check: a random part of each set on points that the pieces can reach."""
    while True:
        share = rng.random()
        placement = [EMPTY] * 90
        for letter in "Kk" + SET + SET.lower():
            free = [at for at in sorted(points(PIECES[letter])) if placement[at] == EMPTY]
            if letter in "Kk" or (free and rng.random() < share):
                placement[rng.choice(free)] = letter
        board = board_with("".join(placement), rng.randrange(2))
        if board is not None and board.is_check():
            return board


def has_last_move(board: Board) -> bool:
    """True if a move from some position that can be played leads to the board's."""
    side, placement = board.turn, board.placement
    soldiers = board.status() & ~Status.IMPOSSIBLE_CHECK
    victims = [letter for letter, piece in PIECES.items() if piece.side is side]
    for dest, orig, victim in product(range(90), range(90), [EMPTY, *victims]):
        letter = placement[dest]
        if placement[orig] != EMPTY or letter == EMPTY or PIECES[letter].side is side:
            continue
        if victim != EMPTY and dest not in points(PIECES[victim]):
            continue
        squares = list(placement)
        squares[orig], squares[dest] = letter, victim
        before = board_with("".join(squares), side.other)
        if before is None or not before.is_legal(Move(orig, dest)):
            continue
        if not before.status() & ~Status.IMPOSSIBLE_CHECK & ~soldiers:
            return True
    return False


def compare(number: int, seed: int) -> None:
    rng = random.Random(seed)
    impossible = 0
    for _ in range(number):
        board = random_check(rng)
        expected = not has_last_move(board)
        impossible += expected
        assert bool(board.status() & Status.IMPOSSIBLE_CHECK) == expected, board.fen()
    assert 0 < impossible < number


def test_random_checks() -> None:
    compare(QUICK, seed=1)


@pytest.mark.slow
def test_many_random_checks() -> None:
    compare(THOROUGH, seed=2)
