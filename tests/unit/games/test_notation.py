"""Moves as people write them: every notation both ways, many soldiers, careless and impossible texts."""

import json
from pathlib import Path
from typing import Any

import pytest
from cannonfish.errors import AmbiguousMoveError, GameError, IllegalMoveError, InvalidMoveError
from cannonfish.games.xiangqi import Board, Move
from cannonfish.games.xiangqi.notation import MAX_TEXT, Custom, Notation

DATA = Path(__file__).parents[2] / "data" / "notation"
VECTORS = json.loads((DATA / "vectors.json").read_text(encoding="utf-8"))["vectors"]


def readings() -> list[tuple[str, str, str]]:
    lines = (DATA / "readings.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.split(" | ") for line in lines if line and not line.startswith("#"))
    return [(fen, text, meaning) for fen, text, meaning in rows]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda each: each["id"])
def test_vector_is_written_in_every_notation(vector: dict[str, Any]) -> None:
    board, move = Board(vector["fen"]), Move.from_uci(vector["move"])
    assert board.wxf(move) == vector["wxf"]
    assert board.chinese(move) == vector["chinese"]
    assert board.chinese(move, traditional=True) == vector["chinese_trad"]
    assert board.iccs(move) == vector["iccs"]
    assert board.san(move) == vector["san"]
    assert [board.write(move, notation) for notation in Notation] == [
        vector["move"],
        vector["iccs"],
        vector["wxf"],
        vector["san"],
        vector["chinese"],
        vector["chinese_trad"],
        vector["vietnamese"],
        vector["vietnamese_words"],
    ]
    assert board.vietnamese(move) == vector["vietnamese"]
    assert board.vietnamese(move, in_words=True) == vector["vietnamese_words"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda each: each["id"])
def test_vector_is_read_in_every_notation(vector: dict[str, Any]) -> None:
    board, move = Board(vector["fen"]), Move.from_uci(vector["move"])
    keys = ("move", "iccs", "wxf", "san", "chinese", "chinese_trad", "vietnamese", "vietnamese_words")
    texts = [vector[key] for key in keys]
    texts += vector["wxf_alt"] + vector["chinese_alt"]
    texts += [vector["chinese_fullwidth"]] if "chinese_fullwidth" in vector else []
    for text in texts:
        assert board.parse(text) == move, text
        if 2 * len(text) <= MAX_TEXT:
            assert board.parse(" ".join(text)) == move, text
    assert board.parse(vector["uci10"], first_rank=1) == move


@pytest.mark.parametrize(
    ("fen", "move", "text"),
    [
        ("3k5/4R4/9/9/9/9/9/9/9/R3K4 w", "a0a9", "Ra10#"),
        ("3k5/4R4/9/9/9/9/9/9/9/R3K4 w", "a0d0", "Rd1#"),
        ("3k5/4R4/9/9/9/9/9/9/4K4/R8 w", "e8e9", "Re10+"),  # the other general cannot take: they would face
        ("3k5/4P4/9/9/9/9/9/9/4R4/5K3 w", "e1e2", "Re3"),  # stalemate wins, but has no sign
        ("4k4/9/9/R8/9/9/R8/9/9/3K5 w", "a6a4", "R7a5"),
        ("4k4/9/9/R8/9/9/R8/9/9/3K5 w", "a6e6", "Re7+"),
        ("5k3/9/9/9/R3R4/9/9/9/9/4K4 w", "a5d5", "Rad6"),
        ("3k1r3/9/3P1P3/9/9/9/9/9/9/4K4 w", "d7e7", "Pde8"),
        ("5k1rR/9/9/9/9/9/9/9/7r1/4K4 b", "h1h2", "Rh3"),  # the other chariot must not move
    ],
)
def test_algebraic_notation_names_check_mate_and_what_is_needed_of_the_origin(
    fen: str, move: str, text: str
) -> None:
    board = Board(fen)
    assert board.san(Move.from_uci(move)) == text
    assert board.parse(text) == Move.from_uci(move)


def test_a_text_that_two_notations_share_is_judged_by_the_custom() -> None:
    """In WXF ``C7.1`` is a cannon that goes sideways, in Vietnamese a soldier (chốt) that goes forward."""
    board = Board("4k4/9/9/9/9/9/2P6/2C6/9/3K5 w")
    cannon, soldier = Move.from_uci("c2i2"), Move.from_uci("c3c4")
    assert board.parse("C7.1", custom=Custom.WXF) == cannon
    assert board.parse("C7.1", custom=Custom.VIETNAMESE) == soldier
    with pytest.raises(AmbiguousMoveError) as ambiguous:
        board.parse("C7.1")
    assert ambiguous.value.candidates == (cannon.uci(), soldier.uci())


def test_a_person_may_use_another_notation_than_the_usual_one() -> None:
    for custom in (None, *Custom):
        for text in ("C2=5", "P2-5", "P2=5", "Pháo 2 bình 5", "炮二平五"):
            assert Board().parse(text, custom=custom) == Move.from_uci("h2e2")


def test_a_record_keeps_to_its_notation() -> None:
    def parse(text: str, custom: Custom) -> str:
        return Board().parse(text, first_rank=1, custom=custom).uci()

    assert parse("炮二平五", Custom.WXF) == parse("P2-5", Custom.VIETNAMESE) == "h2e2"
    assert parse("P2=5", Custom.VIETNAMESE_PLUS) == "h2e2"
    for text, custom in (("P2-5", Custom.WXF), ("C2=5", Custom.VIETNAMESE), ("P2=5", Custom.VIETNAMESE)):
        with pytest.raises(GameError, match=text):
            parse(text, custom)


def test_a_hyphen_among_the_signs_of_wxf_goes_back() -> None:
    board = Board("4k4/9/9/9/8R/9/9/9/9/3K5 w")
    assert board.parse("X1-2", custom=Custom.VIETNAMESE) == Move.from_uci("i5h5")
    assert board.parse("X1-2", first_rank=1, custom=Custom.VIETNAMESE_PLUS) == Move.from_uci("i5i3")


@pytest.mark.parametrize(("fen", "text", "meaning"), readings())
def test_reading(fen: str, text: str, meaning: str) -> None:
    assert read(Board(fen), text) == meaning


def read(board: Board, text: str) -> str:
    """The move, or the code of the error with the candidates that it names."""
    try:
        return board.parse(text).uci()
    except AmbiguousMoveError as error:
        return " ".join((error.code, *error.candidates))
    except GameError as error:
        return error.code


def test_errors_quote_the_text_and_name_legal_candidates() -> None:
    board = Board("4k4/9/9/R8/9/9/R8/9/9/3K5 w")
    for text in ("R9=5", "R9=6", "R9=x"):
        with pytest.raises(GameError) as caught:
            board.parse(text)
        assert caught.value.text == text
        assert text in str(caught.value)
    with pytest.raises(AmbiguousMoveError) as ambiguous:
        board.parse("R9=5")
    assert {Move.from_uci(each) for each in ambiguous.value.candidates} < set(board.legal_moves)


def test_reading_changes_nothing() -> None:
    board = Board()
    board.parse("炮二平五")
    with pytest.raises(IllegalMoveError):
        board.parse("炮五平二")
    assert board == Board()
    assert board.ply() == 0


def test_moves_that_cannot_be_played_are_not_written() -> None:
    for notation in Notation:
        with pytest.raises(IllegalMoveError):
            Board().write(Move.from_uci("e4e5"), notation)


def test_long_text_is_refused_early_with_a_short_message() -> None:
    with pytest.raises(InvalidMoveError) as caught:
        Board().parse("炮" * 1_000_000)
    assert caught.value.reason == "too_long"
    assert len(str(caught.value)) < 200
    assert Board().parse("炮二平五".center(MAX_TEXT)) == Move.from_uci("h2e2")


def test_all_errors_are_value_errors() -> None:
    for text in ("nonsense", "炮五平二"):
        with pytest.raises(ValueError, match=text):
            Board().parse(text)
