"""The opening book of chess: its lines by python-chess and by the engine, transpositions, languages."""

from functools import cache

import chess
import pytest
from cannonfish.engine import Engine
from cannonfish.engine.limits import Limits
from cannonfish.games.chess import STARTING_FEN, Board
from cannonfish.games.chess.openings import _moves, book_lines, book_moves, opening_of
from cannonfish.protocol.page.views import view_of

REFUSED = {
    "g4",  # Grob
    "d4 e5",  # Englund Gambit
    "e4 c6 d4 d5 f3",  # Caro-Kann, Fantasy Variation
    "e4 e5 Nf3 f6",  # Damiano
    "e4 e5 Nf3 f5",  # Latvian Gambit
    "e4 e5 Nf3 Nf6 Nxe5 d6 Nxf7",  # Cochrane Gambit
    "e4 e5 Nf3 Nc6 Nc3 Nf6 Nxe5",  # Halloween Gambit
    "e4 e5 Nf3 Nc6 Bc4 Nd4",  # Blackburne Shilling Gambit
    "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 Bc5",  # Traxler
    "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7 Qg4 Qc7",  # Winawer, Poisoned Pawn
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6 O-O-O d5",  # Dragon, Yugoslav Attack
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Qb6 Qd2 Qxb2 Rb1 Qa3 e5",  # Najdorf, Poisoned Pawn
}
"""Moves of named lines that lose half a pawn or more: gambits, and openings named for being bad."""
LANGUAGES = ["en", "zh-Hans", "zh-Hant", "vi"]


@cache
def lines() -> list[tuple[dict[str, str], list[str]]]:
    """Every line with its name."""
    return list(book_lines())


def after(*moves: str) -> Board:
    board = Board()
    board.push_line(moves)
    return board


def name(moves: str) -> str | None:
    board = Board()
    for move in moves.split():
        board.push_san(move)
    opening = opening_of(board)
    return None if opening is None else opening["en"]


# --- names --------------------------------------------------------------------------------------------------


def test_there_are_openings_enough() -> None:
    assert len({name["en"] for name, _ in lines()}) >= 300


def test_python_chess_plays_every_line() -> None:
    """No two lines end in the same position, so that every position has one name."""
    ends = set()
    for _, line in lines():
        board = chess.Board()
        for text in line:
            board.push(board.parse_uci(text))
        ends.add(board.epd())
        assert after(*line).fen().split()[:4] == board.epd().split()
    assert len(ends) == len(lines())


def test_every_line_ends_where_its_name_is_found() -> None:
    for opening, line in lines():
        assert opening_of(after(*line)) == opening


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_openings_have_different_names(language: str) -> None:
    by_english = {name["en"]: name[language] for name, _ in lines()}
    assert all(name[language] == by_english[name["en"]] for name, _ in lines())
    assert len(set(by_english.values())) == len(by_english)


def test_traditional_names_have_no_simplified_characters() -> None:
    for opening, _ in lines():
        opening["zh-Hant"].encode("big5")


@pytest.mark.parametrize(
    ("english", "traditional"),
    [
        ("Two Knights Defence", "雙騎士防禦"),
        ("Bishop's Opening", "主教開局"),
        ("Italian Game: Giuoco Piano", "義大利開局：緩攻變例"),
        ("Elephant Gambit", "大象棄兵"),
        ("Ruy Lopez: Marshall Attack", "西班牙開局：馬歇爾攻擊"),
    ],
)
def test_traditional_names_have_the_pieces_of_the_page(english: str, traditional: str) -> None:
    """Bug: knights were horses in the names of openings, and 騎士 everywhere else."""
    assert {opening["zh-Hant"] for opening, _ in lines() if opening["en"] == english} == {traditional}


@pytest.mark.parametrize(
    ("moves", "opening"),
    [
        ("", None),
        ("e4 c5", "Sicilian Defence"),
        ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "Sicilian Defence: Najdorf Variation"),
        ("e4 e5 Nf3 Nc6 Bb5", "Ruy Lopez"),
        # By another order of moves.
        ("Nf3 c5 e4", "Sicilian Defence"),
        ("d4 e6 e4 d5 Nc3 Bb4", "French Defence: Winawer Variation"),
        ("d4 Nf6 c4 e6 Nc3 d5", "Queen's Gambit Declined"),
        ("c4 Nf6 d4 g6", "King's Indian Defence"),
        ("Nf3 d5 d4 Nf6 c4 e6 g3", "Catalan Opening"),
        ("d4 d5 c4 e6 Nc3 c6 Nf3 Nf6", "Semi-Slav Defence"),
        ("e4 e5 Nf3 Nc6 d4 exd4 Bc4 Nf6", "Two Knights Defence"),
        # Castling rights belong to a position: these kings have moved.
        ("e4 e5 Ke2 Ke7 Ke1 Ke8 Nf3 Nc6 Bb5", "Open Game"),
        # The last name stays.
        ("e4 c5 a4 h5 h4 a5 Ra3 Rh6", "Sicilian Defence"),
    ],
)
def test_names(moves: str, opening: str | None) -> None:
    assert name(moves) == opening


def test_a_position_is_no_game() -> None:
    fen = after("e2e4").fen()
    board = Board(fen)
    board.push_uci("c7c5")
    assert opening_of(Board(fen)) is None
    assert opening_of(board) is None
    assert opening_of(Board(f"{STARTING_FEN} moves e2e4 c7c5")) is not None


def test_a_view_has_the_name_in_every_language() -> None:
    assert view_of(after("e2e4", "c7c5"), "chess")["opening"] == {
        "en": "Sicilian Defence",
        "zh-Hans": "西西里防御",
        "zh-Hant": "西西里防禦",
        "vi": "Phòng thủ Sicilia",
    }
    assert view_of(Board(), "chess")["opening"] is None


# --- moves --------------------------------------------------------------------------------------------------


@cache
def played() -> dict[str, tuple[Board, set[str]]]:
    """Every position of the book with the moves that the book plays there."""
    found = {}
    for _, line in lines():
        for ply in range(len(line)):
            board = after(*line[:ply])
            found[board.fen()] = (board, {move.uci() for move, _ in book_moves(board)})
    return found


def test_there_are_positions_enough() -> None:
    """test_openings.py looks at the losses of the moves."""
    assert sum(bool(moves) for moves in _moves().values()) >= 2000


def test_no_main_line_of_a_named_opening_is_missing() -> None:
    """A move may be missing only where the search says that it loses half a pawn."""
    refused = set()
    for board, moves in played().values():
        assert moves, board.fen()
    for _, line in lines():
        board = Board()
        sans = []
        for text in line:
            move = board.parse(text)
            sans.append(board.san(move))
            if text not in played()[board.fen()][1]:
                refused.add(" ".join(sans))
            board.push(move)
    assert refused == REFUSED


def test_outside_of_the_book_there_are_no_moves() -> None:
    assert book_moves(after("a2a4")) == []
    assert book_moves(Board("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1")) == []


def test_the_engine_plays_from_the_book() -> None:
    engine = Engine("chess", hash_mb=1)
    answers = [engine.go(Limits(nodes=500, book=True, seed=seed)) for seed in range(20)]
    assert {result.info.nodes for result in answers} == {1}
    assert {str(result.bestmove) for result in answers} >= {"e2e4", "d2d4"}
