"""Chess puzzles in lichess' CSV layout; the rows are of our own making."""

import json
from pathlib import Path

import chess
import pytest
from cannonfish.errors import InvalidPuzzleError
from cannonfish.puzzles import lichess as lichess_puzzles
from cannonfish.puzzles.files import dumps, loads

HEAD = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags"
BACK_RANK = (
    "aB3x9,r5k1/5ppp/8/8/8/8/5PPP/RR4K1 b - - 0 1,a8a2 a1a2 g8f8 b1b8,"
    "900,75,90,1000,endgame short backRankMate,https://lichess.org/x,"
)
MATE = (
    "m1,6k1/5ppp/8/8/8/7r/5PPP/RR4K1 b - - 0 1,h3h2 a1a8,600,75,90,1000,"
    "mate mateIn1 oneMove endgame,https://lichess.org/y,Kings_Pawn"
)
FORK = "f1,4k3/2q5/8/1N6/8/8/7p/4K3 b - - 0 1,c7c8 b5d6 e8e7 d6c8,1100,75,90,10,fork crushing short,,"


def test_the_puzzle_begins_after_the_first_move() -> None:
    result = lichess_puzzles.loads(f"{HEAD}\n{FORK}\n")
    assert result.errors == ()
    (puzzle,) = result.puzzles
    assert puzzle.id == "lichess-f1"
    assert puzzle.game == "chess"
    assert puzzle.fen.split()[:2] == ["2q1k3/8/8/1N6/8/8/7p/4K3", "w"]
    assert puzzle.moves == ("b5d6", "e8e7", "d6c8")
    assert puzzle.alternatives == ((), ())
    assert set(puzzle.themes) == {"advantage", "fork", "short"}
    assert puzzle.rating == 1100
    assert puzzle.source == "lichess.org"
    assert puzzle.check["how"] == "imported"


@pytest.mark.parametrize("text", [f"\ufeff{FORK}\n", f"\ufeff{HEAD}\r\n{FORK}\r\n", f"{FORK}\x85"])
def test_byte_order_marks_and_odd_separators_lose_no_puzzle(text: str) -> None:
    result = lichess_puzzles.loads(text)
    assert [puzzle.id for puzzle in result.puzzles] == ["lichess-f1"]
    assert result.errors == ()


def test_a_file_is_read_as_python_chess_understands_it(data: Path) -> None:
    """``lichess.json`` is what the page's reader is held to."""
    text = (data / "puzzles" / "lichess.csv").read_text(encoding="utf-8")
    result = lichess_puzzles.loads(text)
    assert result.errors == ()
    known = json.loads((data / "puzzles" / "lichess.json").read_text(encoding="utf-8"))
    for puzzle, row, told in zip(result.puzzles, text.splitlines()[1:], known, strict=True):
        fen, moves = row.replace('"', "").split(",")[1:3]
        board = chess.Board(fen)
        board.push_uci(moves.split()[0])
        assert puzzle.fen == told["fen"] == board.fen(en_passant="legal")
        assert list(puzzle.moves) == told["moves"] == moves.split()[1:]
        assert (puzzle.id, puzzle.rating) == (f"lichess-{told['id']}", told["rating"])
        for move in puzzle.moves:
            board.push_uci(move)
        assert board.is_checkmate() == puzzle.is_mate


def test_any_mate_at_the_end_is_right() -> None:
    (puzzle,) = lichess_puzzles.loads(MATE).puzzles
    assert puzzle.moves == ("a1a8",)
    assert puzzle.alternatives == (("b1b8",),)
    assert set(puzzle.themes) == {"mate", "mateIn1", "oneMove", "endgame"}
    assert puzzle.source == "https://lichess.org/y"


def test_what_is_imported_can_be_kept() -> None:
    puzzles = lichess_puzzles.loads("\n".join([HEAD, FORK, MATE])).puzzles
    assert loads(dumps(puzzles)).puzzles == puzzles
    assert len(puzzles) == 2


def test_columns_may_be_in_another_order() -> None:
    text = "\ufeffRating,PuzzleId,Moves,FEN\r\n600,m1,h3h2 a1a8,6k1/5ppp/8/8/8/7r/5PPP/RR4K1 b - - 0 1\r\n"
    (puzzle,) = lichess_puzzles.loads(text).puzzles
    assert puzzle.rating == 600
    assert puzzle.themes[0] == "advantage"


def test_a_file_without_a_needed_column_is_refused() -> None:
    with pytest.raises(InvalidPuzzleError, match="no column 'Moves'"):
        lichess_puzzles.loads("PuzzleId,FEN,Rating\n")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("only,two", "missing"),
        (FORK.replace("f1", ""), "missing"),
        (FORK.replace("f1", "f 1"), "id"),
        (FORK.replace("4k3/2q5", "4k3/2q6"), "position"),
        (FORK.replace("c7c8 b5d6", "c7c8 b5d5"), "solution"),
        (FORK.replace("c7c8 b5d6", "c7d9 b5d6"), "solution"),
        (FORK.replace(" d6c8", ""), "moves"),
        (FORK.replace("1100", "many"), "rating"),
        (FORK.replace("1100", "9999"), "rating"),
        (FORK.replace("fork", "mate"), "no_mate"),
        (BACK_RANK.replace("short", "mate").replace("a1a2", "a1a3"), "solution"),
        (FORK.replace("f1", "f" * 2000), "type"),
        ("x" * 200_000, "syntax"),
    ],
)
def test_bad_rows_are_skipped_said_and_counted(row: str, reason: str) -> None:
    result = lichess_puzzles.loads("\n".join([HEAD, MATE, row, FORK, MATE]))
    assert [puzzle.id for puzzle in result.puzzles] == ["lichess-m1", "lichess-f1"]
    assert [(fault.line, fault.reason) for fault in result.errors] == [(3, reason), (5, "id_taken")]
