"""Random games on our board and on python-chess' side by side: moves, notation, FEN, ends.  Puzzles, too."""

import json
import random
from collections import Counter
from pathlib import Path

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


@pytest.mark.parametrize("seed", range(40))
def test_who_can_still_win_is_what_python_chess_says(seed: int) -> None:
    """Up to four men beside the kings, no pawns on the last ranks: enough for every case of FIDE 6.9."""
    rng = random.Random(seed)
    for _ in range(50):
        squares = rng.sample(range(8, 56), 6)
        men = rng.choices("QRBNPqrbnp" if seed % 2 else "BNbn", k=rng.randrange(5))
        theirs = chess.Board(None)
        for square, letter in zip(squares, ["K", "k", *men], strict=False):
            theirs.set_piece_at(square, chess.Piece.from_symbol(letter))
        theirs.turn = not theirs.is_attacked_by(chess.WHITE, squares[1])
        if not theirs.is_valid():
            continue
        ours = Board(theirs.fen())
        sides = {ours.turn: theirs.turn, ours.turn.other: not theirs.turn}
        for side, color in sides.items():
            assert ours.can_win(side) is not theirs.has_insufficient_material(color), theirs.fen()
        assert ours.is_insufficient_material() is not any(map(ours.can_win, sides)), theirs.fen()


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
    assert min(seen[str(flag.name)] for flag in (Status.PAWNS_ON_BACKRANK, Status.IMPOSSIBLE_CHECK)) > 5, seen


def test_the_puzzles_that_the_page_reads_are_understood_by_python_chess(data: Path) -> None:
    """The page's reader of lichess' table is held to ``lichess.json``: the first move is the opponent's."""
    rows = (data / "puzzles" / "lichess.csv").read_text(encoding="utf-8").splitlines()[1:]
    known = json.loads((data / "puzzles" / "lichess.json").read_text(encoding="utf-8"))
    for row, puzzle in zip(rows, known, strict=True):
        id_, fen, moves = row.replace('"', "").split(",")[:3]
        board = chess.Board(fen)
        board.push_uci(moves.split()[0])
        assert [id_, board.fen(en_passant="legal")] == [puzzle["id"], puzzle["fen"]]
        assert moves.split()[1:] == puzzle["moves"]
        for move in puzzle["moves"]:
            board.push_uci(move)
