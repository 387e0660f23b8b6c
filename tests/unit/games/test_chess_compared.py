"""Random games on our board and on python-chess' side by side: moves, notation, FEN, ends."""

import random
from collections import Counter

import chess
import pytest
from cannonfish.games.chess import Board, Status, Termination

from tests.property.test_odd_positions import odd_board

QUICK = 600
THOROUGH = 20_000
"""Positions to compare."""


def termination(board: chess.Board) -> Termination | None:
    """How the game has ended by our reading: repetitions and fifty moves need no claim."""
    if board.is_checkmate():
        return Termination.CHECKMATE
    if board.is_stalemate():
        return Termination.STALEMATE
    if board.is_insufficient_material():
        return Termination.INSUFFICIENT_MATERIAL
    if board.is_repetition(3):
        return Termination.REPETITION
    return Termination.MOVE_LIMIT if board.is_fifty_moves() else None


def compare_game(seed: int) -> int:
    """Play a random game to its end; how many positions were compared."""
    rng = random.Random(seed)
    ours, theirs = Board(), chess.Board()
    for number in range(1, 10_000):
        fen = theirs.fen()
        assert ours.fen() == fen
        moves = {move.uci(): move for move in ours.legal_moves}
        others = {move.uci(): move for move in theirs.legal_moves}
        assert moves.keys() == others.keys(), fen
        assert ours.is_check() == theirs.is_check(), fen
        outcome = ours.outcome()
        assert (None if outcome is None else outcome.termination) == termination(theirs), fen
        if termination(theirs) is Termination.CHECKMATE:
            assert outcome is not None
            assert outcome.winner is ours.turn.other
        texts = sorted(moves)
        for uci in rng.sample(texts, min(4, len(texts))):
            san = theirs.san(others[uci])
            assert ours.san(moves[uci]) == san, fen
            assert ours.parse_san(san) == moves[uci], fen
            assert ours.is_capture(moves[uci]) == theirs.is_capture(others[uci]), fen
        if outcome is not None:
            return number
        captures = [uci for uci in texts if theirs.is_capture(others[uci])]
        uci = rng.choice(captures if captures and rng.random() < 0.25 else texts)
        ours.push(moves[uci])
        theirs.push(others[uci])
    raise AssertionError("the game does not end")


def compare(positions: int, seed: int) -> None:
    compared = 0
    while compared < positions:
        compared += compare_game(seed)
        seed += 1


def test_random_games() -> None:
    compare(QUICK, seed=1)


@pytest.mark.slow
def test_many_random_games() -> None:
    compare(THOROUGH, seed=100_000)


def test_oddities_are_those_of_python_chess() -> None:
    seen = Counter[str]()
    for seed in range(QUICK):
        ours = odd_board("chess", seed)
        theirs = chess.Board(ours.fen()).status()
        expected = Status.VALID
        if theirs & chess.STATUS_PAWNS_ON_BACKRANK:
            expected |= Status.PAWNS_ON_BACKRANK
        if theirs & (chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK):
            expected |= Status.IMPOSSIBLE_CHECK
        assert ours.status() == expected, ours.fen()
        seen.update(str(flag.name) for flag in expected)
    assert min(seen[str(flag.name)] for flag in Status) > 5, seen
