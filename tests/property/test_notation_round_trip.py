"""What is written in any notation is read back as the same move, in games and among crowds of soldiers."""

import random
from collections.abc import Iterator

import pytest
from cannonfish.errors import InvalidFenError
from cannonfish.games.xiangqi import Board, Move
from cannonfish.games.xiangqi.fen import EMPTY, Position, Setup, format_fen
from cannonfish.games.xiangqi.notation import Notation
from cannonfish.games.xiangqi.pieces import PIECES, Side


def game_positions(rng: random.Random) -> Iterator[Board]:
    """Positions of random games."""
    while True:
        board = Board()
        while board.outcome() is None and board.ply() < 120:
            board.push(rng.choice(list(board.legal_moves)))
            yield board


def crowded_positions(rng: random.Random) -> Iterator[Board]:
    """Two or three files on which everything stands that can stand there."""
    letters = "PPPPPpppppRRrrNNnnCCcc"
    while True:
        files = rng.sample(range(9), rng.choice((1, 2, 2, 3)))
        placement = [EMPTY] * 90
        placement[rng.choice((3, 4, 5))], placement[rng.choice((84, 85, 86))] = "K", "k"
        for letter in letters:
            red = PIECES[letter].side is Side.RED
            ranks = range(10) if letter not in "Pp" else range(3, 10) if red else range(7)
            at = rng.choice(ranks) * 9 + rng.choice(files)
            if placement[at] == EMPTY and rng.random() < (0.9 if letter in "Pp" else 0.4):
                placement[at] = letter
        try:
            yield Board(format_fen(Setup(Position("".join(placement), Side(rng.randrange(2))))))
        except InvalidFenError:
            continue


def round_trips(seed: int, moves: int) -> None:
    rng = random.Random(seed)
    sources = [game_positions(rng), crowded_positions(rng)]
    while moves > 0:
        board = next(rng.choice(sources))
        for move in rng.sample(list(board.legal_moves), min(5, len(board.legal_moves))):
            moves -= 1
            check(board, move)


def check(board: Board, move: Move) -> None:
    for notation in Notation:
        text = board.write(move, notation)
        assert board.parse(text) == move, f"{board.fen()}: {move} written as {text}"


def test_two_thousand_random_moves() -> None:
    round_trips(seed=1, moves=2000)


@pytest.mark.slow
def test_a_hundred_thousand_random_moves() -> None:
    round_trips(seed=2, moves=100_000)


def test_no_two_moves_of_a_position_are_written_alike() -> None:
    rng = random.Random(3)
    for boards in (game_positions(rng), crowded_positions(rng)):
        for board, _ in zip(boards, range(60), strict=False):
            for notation in Notation:
                texts = [board.write(move, notation) for move in board.legal_moves]
                assert len(set(texts)) == len(texts), board.fen()
