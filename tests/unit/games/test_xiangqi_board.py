"""Boards: what python-chess users expect of one, and independence of everything else that runs."""

import subprocess
import sys
from pathlib import Path

import pytest
from cannonfish import xiangqi
from cannonfish.errors import IllegalMoveError, InvalidFenError, InvalidMoveError
from cannonfish.games.xiangqi import BLACK, RED, STARTING_FEN, Board, Move, parse_square

from tests.unit.games.test_xiangqi_fen import bad_fens

AFTER_CANNON = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"


def uci_moves(board: Board) -> set[str]:
    return {move.uci() for move in board.legal_moves}


def test_start_position() -> None:
    board = xiangqi.Board()
    assert board.turn is RED
    assert board.fen() == STARTING_FEN
    assert len(board.legal_moves) == 44
    assert (board.ply(), board.fullmove_number, board.halfmove_clock) == (0, 1, 0)
    assert not board.is_check()
    assert board.outcome() is None
    assert str(board).splitlines()[0] == "r n b a k a b n r"
    assert str(board.piece_at(parse_square("h2"))) == "C"
    assert board.piece_at(parse_square("h3")) is None
    assert len(board.piece_map()) == 32
    assert board.king(BLACK) == parse_square("e9")
    assert repr(board) == f"Board({STARTING_FEN!r})"


def test_push_and_pop() -> None:
    board = Board()
    board.push(Move.from_uci("h2e2"))
    assert board.fen() == AFTER_CANNON
    assert board.turn is BLACK
    assert board.push_uci("h9g7") == board.peek() == Move.from_uci("h9g7")
    assert board.fullmove_number == 2
    assert [move.uci() for move in board.move_stack] == ["h2e2", "h9g7"]
    assert board.pop() == Move.from_uci("h9g7")
    assert board.fen() == AFTER_CANNON
    board.pop()
    assert board == Board()
    with pytest.raises(IndexError):
        board.pop()
    assert board == Board()


@pytest.mark.parametrize(
    "move", ["h2e3", "h9g7", "e0e2", "a0a3", "e4e5", "b0d1", "c0e2x", "", "h10g8", "H2-E2", "a0a0"]
)
def test_what_cannot_be_played_changes_nothing(move: str) -> None:
    board = Board()
    error = IllegalMoveError if len(move) == 4 and move not in ("a0a0",) else InvalidMoveError
    with pytest.raises(error) as caught:
        board.push_uci(move)
    assert caught.value.text == move
    assert board == Board()
    assert board.move_stack == []


def test_illegal_move_says_why_and_where_it_is_illegal() -> None:
    with pytest.raises(IllegalMoveError, match="h2e3 is not legal: a piece of your own is on e3") as caught:
        Board().push_uci("h2e3")
    assert caught.value.details["fen"] == STARTING_FEN
    assert caught.value.number is None


@pytest.mark.parametrize(("fen", "reason"), bad_fens())
def test_bad_fen_makes_no_board(fen: str, reason: str) -> None:
    with pytest.raises(InvalidFenError) as caught:
        Board(fen)
    assert caught.value.reason == reason


def test_perft() -> None:
    board = Board()
    assert [board.perft(depth) for depth in range(4)] == [1, 44, 1920, 79666]
    assert len(board.legal_moves) == 44


def test_a_board_needs_nothing_installed() -> None:
    engine = Path(xiangqi.__file__).parents[3]
    path = f"import sys; sys.path.insert(0, {str(engine)!r})"
    code = f"{path}; from cannonfish import xiangqi; print(xiangqi.Board())"
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, timeout=300, check=True
    )
    assert run.stdout.splitlines()[-1] == "R N B A K A B N R"
