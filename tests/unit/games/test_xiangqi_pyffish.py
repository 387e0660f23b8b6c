"""Boards against an independent implementation of the rules: Fairy-Stockfish's, on random games.

It counts ranks from 1; moves are converted at the door.
"""

import random

import pyffish
import pytest
from cannonfish.games.xiangqi import STARTING_FEN, Board, Move

from tests.cases import slow
from tests.property.test_notation_round_trip import random_moves

GAMES = 12
PLIES = 90


def from_pyffish(text: str) -> str:
    files, ranks = text[0], text[1:]
    at = next(index for index, letter in enumerate(ranks) if letter.isalpha())
    return f"{files}{int(ranks[:at]) - 1}{ranks[at]}{int(ranks[at + 1 :]) - 1}"


def to_pyffish(move: Move) -> str:
    text = move.uci()
    return f"{text[0]}{int(text[1]) + 1}{text[2]}{int(text[3]) + 1}"


@pytest.mark.parametrize("seed", range(GAMES))
def test_legal_moves_and_checks_agree_on_random_games(seed: int) -> None:
    chance = random.Random(seed)
    board = Board()
    while board.ply() < PLIES and board.legal_moves:
        fen = board.fen()
        theirs = {from_pyffish(text) for text in pyffish.legal_moves("xiangqi", fen, [])}
        assert {move.uci() for move in board.legal_moves} == theirs, fen
        assert board.is_check() == pyffish.gives_check("xiangqi", fen, []), fen
        # Captures often, so that endings and bare positions come up.
        captures = [move for move in board.legal_moves if board.is_capture(move)]
        board.push(chance.choice(captures if captures and chance.random() < 0.3 else [*board.legal_moves]))
    assert board.ply() > 5


def test_fen_agrees_after_a_random_game() -> None:
    chance = random.Random(99)
    board = Board()
    for _ in range(60):
        board.push(chance.choice([*board.legal_moves]))
    line = [to_pyffish(move) for move in board.move_stack]
    theirs = pyffish.get_fen("xiangqi", STARTING_FEN, line).split()
    ours = board.fen().split()
    assert (ours[:2], ours[5]) == (theirs[:2], theirs[5])


def compare_algebraic_notation(seed: int, moves: int) -> None:
    """It is written as Fairy-Stockfish writes it, and its long form is read."""
    signs = set()
    for board, move in random_moves(seed, moves):
        fen, uci = board.fen(), to_pyffish(move)
        text = pyffish.get_san("xiangqi", fen, uci, False, pyffish.NOTATION_SAN)
        assert board.san(move) == text, f"{fen} {move}"
        long = pyffish.get_san("xiangqi", fen, uci, False, pyffish.NOTATION_LAN)
        assert board.parse(long, first_rank=1) == move, f"{fen} {long}"
        signs |= set(text)
    assert set("x+KAEHRCPabcdefghi0123456789") <= signs


@pytest.mark.parametrize("moves", [150, slow(600)])
def test_algebraic_notation_agrees_on_random_moves(moves: int) -> None:
    compare_algebraic_notation(seed=1, moves=moves)


@pytest.mark.slow
def test_algebraic_notation_agrees_on_ten_thousand_random_moves() -> None:
    compare_algebraic_notation(seed=2, moves=10_000)
