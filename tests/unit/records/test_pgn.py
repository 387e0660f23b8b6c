"""PGN: what is read, what is written, and what is said about records that are broken."""

from pathlib import Path

import pytest
from cannonfish import records
from cannonfish.errors import InvalidRecordError
from cannonfish.games.xiangqi import Move
from cannonfish.games.xiangqi.notation import Notation
from cannonfish.records import Game, pgn, source

from tests.unit.records.shapes import error_places, main_line, shape

DATA = Path(__file__).parents[2] / "data" / "records"
OPENING = "h2e2 h9g7 h0g2 i9h9 i0h0"


def sample(name: str) -> Game:
    (game,) = pgn.loads((DATA / name).read_text(encoding="utf-8"))
    assert game.errors == []
    return game


def only(text: str) -> Game:
    (game,) = pgn.loads(text)
    return game


def test_glyphs_of_a_move_that_was_skipped_are_skipped_too() -> None:
    """They were put on the last move that could be read."""
    for glyph in ("??", " $4"):
        game = only(f"1. H2+3 (1. C2=5 Z9+9{glyph}) H8+7")
        assert [node.nags for node in game.variations] == [set(), set()]


def test_a_glyph_without_a_meaning_is_skipped() -> None:
    """`$300` was read, and then the page could not write its own record: a glyph is at most 255."""
    game = only("1. H2+3 $300 $255 H8+7 $256")
    assert [node.nags for node in game.mainline()] == [{255}, set()]


# --- reading ------------------------------------------------------------------------------------------------


def test_headers_moves_comments_variations_and_glyphs_are_read() -> None:
    game = sample("variations.pgn")
    assert (game.headers["Red"], game.headers["RedTeam"], game.result) == ("甲", "东队", "1/2-1/2")
    assert "Game" not in game.headers
    assert shape(game)["comment"] == "开局研究"
    assert shape(game)["moves"] == [
        ("h2e2", "", "", []),
        ("h2e2 h9g7", "", "正着", []),
        ("h2e2 h9g7 h0g2", "", "", [1]),
        ("h2e2 h9g7 h0g2 i9h9", "", "", []),
        ("h2e2 h9g7 h0g2 i9h9 i0h0", "", "", [6]),
        ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7", "", "到行末为止", []),
        ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4", "", "多行的\n注解", []),
        ("h2e2 h9g7 h0g2 g6g5", "", "", []),
        ("h2e2 h7e7", "", "顺炮", []),
        ("h2e2 h7e7 h0g2", "", "", []),
        ("h2e2 h7e7 h0g2 h9g7", "", "", []),
        ("h2e2 h7e7 e2e6", "缓着", "", [2]),
    ]


def test_clocks_are_read_from_comments_and_written_back() -> None:
    """As lichess, python-chess and PyChess write them; what is no time stays a part of the comment."""
    text = (
        "1. h2e2 {[%eval 0.3] [%clk 0:04:57.3] sharp} h9g7 { [%clk 1:00:00] } "
        "2. h0g2 {[%clk 0:00:5]} i9h9 {[%clk 5:99] late} *"
    )
    game = only(text)
    assert [(node.clock, node.comment) for node in game.mainline()] == [
        (297_300, "[%eval 0.3] sharp"),
        (3_600_000, ""),
        (5000, ""),
        (None, "[%clk 5:99] late"),
    ]
    written = pgn.dumps(game)
    assert "{[%clk 0:04:57.3] [%eval 0.3] sharp}" in written
    assert "{[%clk 0:00:05]}" in written
    assert shape(only(written)) == shape(game)


@pytest.mark.parametrize("name", ["wxf.pgn", "iccs.pgn"])
def test_other_formats_are_read(name: str) -> None:
    assert main_line(sample(name)) == f"{OPENING} h7h3 g3g4 b7e7 c3c4"


@pytest.mark.parametrize(
    "movetext",
    [
        "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二",
        "1.炮二平五 马８进７ 2.马二进三 车９平８ 3.车一平二",
        "1．炮二平五，马8进7；2．马二进三，车9平8；3．车一平二。",
        "炮二平五马8进7马二进三车9平8车一平二",
        "1 炮二平五 马8进7\n2 马二进三 车9平8\n3 车一平二",
        "1 炮二平五\r\n1... 马8进7\r\n2. ... \r\n2.馬二進三 車9平8 3.車一平二",
        "h2e2 h9g7 h0g2 i9h9 i0h0",
        "1.C2.5 H8+7 2.H2+3 R9.8 3.R1.2",
        "1. 炮二平五! 马8进7?! 2. 马二进三$14 车9平8 {平车} 3. 车一平二+",
        "% not a move\n1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二",
    ],
)
def test_moves_are_read_however_they_are_set(movetext: str) -> None:
    (game,) = records.loads(movetext)
    assert main_line(game) == OPENING
    assert game.errors == []


def test_numbers_are_told_from_moves_of_crowded_soldiers() -> None:
    fen = "4k4/9/9/4P4/4P4/4P4/9/9/9/3K5 w - - 0 1"
    game = only(f'[FEN "{fen}"]\n\n1. 15.6 K5+1 2.15.6 K5-1 15. 15+1')
    assert main_line(game) == "e6d6 e9e8 e5d5 e8e9"
    assert error_places(game) == [("illegal_move", 3, 30)]


def test_several_games_and_what_stands_between_them() -> None:
    text = '前言\n\n[Event "a"]\n\n1. h2e2 1-0\n后记\n\n[Event "b"]\n[Red "x"]\n1. h2e2 h9g7 *\n'
    first, second = pgn.loads(text)
    assert (first.headers["Event"], main_line(first), first.result) == ("a", "h2e2", "1-0")
    assert (second.headers["Event"], main_line(second)) == ("b", "h2e2 h9g7")


def test_tags_are_read_with_escapes_and_without_care() -> None:
    game = only('[Event "第24届"五羊杯"赛"]\n[Site "a \\"b\\" \\\\ c"] [Round "1"]\n\n*')
    assert game.headers["Event"] == '第24届"五羊杯"赛'
    assert game.headers["Site"] == 'a "b" \\ c'
    assert game.headers["Round"] == "1"
    assert game.errors == []


@pytest.mark.parametrize("line", ['[结果 "x"]', '[_x "1"]', "; c", "% c", ';[Red "b"]', " \n;\n%"])
def test_a_block_of_tags_is_one_whatever_is_between_them(line: str) -> None:
    """A tag that starts with no Latin letter, or a comment, cut the block in two games."""
    game = only(f'[Game "Chinese Chess"]\n[Event "e"]\n{line}\n[Red "a"]\n\n; b\n1. 炮二平五 *')
    assert (game.headers["Event"], game.headers["Red"], main_line(game)) == ("e", "a", "h2e2")
    assert (game.comment, game.errors) == ("b", [])


def test_ranks_from_one_are_read_where_the_record_declares_them() -> None:
    game = only('[Variant "Xiangqi"]\n\n1. h3e3 h10g8 2. h1g3 i10h10 3. i1h1')
    assert main_line(game) == OPENING
    assert "Variant" not in game.headers


def test_start_position_is_read_and_written() -> None:
    fen = "4k4/9/9/9/4r4/9/9/9/9/3K5 b - - 5 40"
    game = only(f'[FEN "{fen}"]\n[SetUp "1"]\n\n40... 车5平9 41. 帅六进一 *')
    assert game.start.fen() == fen
    text = pgn.dumps(game)
    assert f'[FEN "{fen}"]' in text
    assert "40... 车5平9 41. 帅六进一 *" in text


# --- finding ------------------------------------------------------------------------------------------------


def test_games_and_headers_are_found_without_reading_moves() -> None:
    text = (DATA / "variations.pgn").read_text(encoding="utf-8") + (DATA / "wxf.pgn").read_text(
        encoding="utf-8"
    )
    entries = list(pgn.entries(source.Source(text)))
    assert [entry.headers["Red"] for entry in entries] == ["甲", "A"]
    for entry, game in zip(entries, pgn.loads(text), strict=True):
        assert shape(only(text[entry.start : entry.end])) == shape(game)


# --- what is wrong ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kept", "expected"),
    [
        ("1. 炮二平五 马8进8 2. 马二进三", "h2e2", [("illegal_move", 1, 9)]),
        ("1. 炮二平五 马8进", "h2e2", [("invalid_move", 1, 9)]),
        ("1. 炮二平五\n  马8进7\n2. 哈哈 3. 车一平二", "h2e2 h9g7", [("invalid_move", 3, 4)]),
        ("1. h2e2 ( 1. b2e2 b9c7 2. b0b9 h9g7 ) h9g7 2. h0g2", "h2e2 h9g7 h0g2", [("illegal_move", 1, 27)]),
        ("1. h2e2 ( 1. b2e2 b9c7 h9g7", "h2e2", [("illegal_move", 1, 24), ("bracket", 1, 9)]),
        ("1. h2e2 ) h9g7", "h2e2 h9g7", [("bracket", 1, 9)]),
        ("( 1. h2e2 ) 1. b2e2", "b2e2", [("bracket", 1, 1)]),
        ("1. h2e2 {no end\nof it", "h2e2", [("comment", 1, 9)]),
        ('[Event "a"]\n[Red "b"\n\n1. h2e2', "h2e2", [("tag", 2, 1)]),
        ('[Red "a"]\n[Red "b"]\n\n1. h2e2', "h2e2", [("two_tags", 2, 1)]),
        ('[Result "1-0"]\n\n1. h2e2 0-1', "h2e2", [("result", 3, 9)]),
        ('[Result "won"]\n\n1. h2e2', "h2e2", [("result", 1, 1)]),
        ('[Event "a"]\n[ Result "won"]\n\n1. h2e2', "h2e2", [("result", 2, 1)]),
        ('[Event "a"]\n[FEN "8/8/8 w"]\n\n1. h2e2', "", [("invalid_fen", 2, 1)]),
    ],
)
def test_errors_have_their_place_and_moves_before_them_are_kept(
    text: str, kept: str, expected: list[tuple[str, int, int]]
) -> None:
    game = only(text)
    assert main_line(game) == kept
    assert error_places(game) == expected


def test_error_has_its_cause_ply_and_text() -> None:
    (error,) = only("1. h2e2 h9g7 2. 车一进九").errors
    assert isinstance(error, InvalidRecordError)
    assert (error.reason, error.details["cause"], error.details["ply"]) == ("illegal_move", "not_legal", 2)
    assert error.text == "车一进九"
    assert str(error).startswith("line 1, column 17: ")


def test_ambiguous_move_stops_the_line() -> None:
    game = only('[FEN "4k4/9/9/R8/9/9/R8/9/9/3K5 w"]\n\n1. 车九平五')
    assert error_places(game) == [("ambiguous_move", 3, 4)]


def test_unclosed_comment_does_not_swallow_the_next_game() -> None:
    first, second = pgn.loads('[Event "a"]\n\n1. h2e2 {oh\n\n[Event "b"]\n\n1. h0g2 {yes} *')
    assert error_places(first) == [("comment", 3, 9)]
    assert main_line(second) == "h0g2"
    assert second.errors == []


def test_bad_result_is_reported_at_its_own_game() -> None:
    """Its tag was looked for from the start of the text, so that the first game's was named."""
    first, second = pgn.loads('[Result "1-0"]\n\n1. h2e2 1-0\n\n[Result "won"]\n\n1. h0g2')
    assert first.errors == []
    assert error_places(second) == [("result", 5, 1)]


def test_contradicting_result_keeps_what_the_header_says() -> None:
    assert only('[Result "1-0"]\n\n1. h2e2 0-1').result == "1-0"
    assert only("1. h2e2 0-1").result == "0-1"


def test_too_many_moves_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pgn, "MAX_NODES", 6)
    game = only("h0g2 h9g7 g2h0 g7h9 " * 3)
    assert len(list(game.descendants())) == 6
    assert error_places(game) == [("too_large", 1, 31)]


def test_too_long_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_CHARACTERS", 100)
    with pytest.raises(InvalidRecordError) as caught:
        pgn.loads("1. h2e2 " * 100)
    assert caught.value.reason == "too_large"


@pytest.mark.parametrize("text", ["", "   \n\n", "{only a comment}"])
def test_text_without_a_game_is_refused(text: str) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        pgn.loads(text)
    assert (caught.value.reason, caught.value.line, caught.value.column) == ("empty", 1, 1)


def test_brackets_nested_a_thousand_deep_are_read_and_written() -> None:
    moves = ["h0g2", "h9g7", "g2h0", "g7h9"]
    deep = " ".join(f"{moves[n % 4]} (" for n in range(1000)) + " a0a1 " + ")" * 1000
    game = only(f"b2e2 ( {deep} )")
    assert len(list(game.descendants())) > 1
    assert shape(only(pgn.dumps(game))) == shape(game)


# --- writing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("notation", [Notation.CHINESE, Notation.TRADITIONAL, Notation.WXF, Notation.ICCS])
def test_what_is_written_is_read_back(notation: Notation) -> None:
    game = sample("variations.pgn")
    back = only(pgn.dumps(game, notation))
    assert back.errors == []
    back.headers.pop("Format", None)
    assert shape(back) == shape(game)


def test_record_keeps_the_notation_it_came_in() -> None:
    assert "1. C2=5 H8+7" in pgn.dumps(sample("wxf.pgn"))
    assert "1. H2-E2 H9-G7" in pgn.dumps(sample("iccs.pgn"))
    assert '[Format "WXF"]' not in pgn.dumps(sample("wxf.pgn"), Notation.CHINESE)
    with pytest.raises(ValueError, match="uci"):
        pgn.dumps(sample("wxf.pgn"), Notation.UCI)


def test_several_games_are_written_and_read_back() -> None:
    games = [sample("variations.pgn"), sample("wxf.pgn"), sample("iccs.pgn")]
    assert [shape(game) for game in pgn.loads(pgn.dumps(games))] == [shape(game) for game in games]


@pytest.mark.parametrize(
    "comment",
    [
        "two\nlines",
        '[Event "x"] in a line',
        "( brackets ) ; and * 1-0 $1 !?",
        "炮二平五",
        "\\ and \" and '",
    ],
)
def test_comments_are_kept_whatever_is_in_them(comment: str) -> None:
    game = Game()
    game.add_variation(Move.from_uci("h2e2"), comment)
    assert only(pgn.dumps(game)).end().comment == comment


def test_what_pgn_cannot_hold_is_written_as_something_harmless() -> None:
    game = Game(headers={"Event": "two\nlines"})
    game.add_variation(Move.from_uci("h2e2"), 'a } b\n\n[Event "x"]\n\nc')
    back = only(pgn.dumps(game))
    assert back.headers["Event"] == "two lines"
    assert back.end().comment == 'a ｝ b\n\n［Event "x"]\n\nc'


def test_headers_that_cannot_be_read_back_are_not_written() -> None:
    """`[My Event "x"]` was written, and a result in words after the moves: two errors for the reader."""
    game = Game(headers={"My Event": "x", "": "y", "结果": "z", "Result": "红胜"})
    game.add_variation(Move.from_uci("h2e2"))
    back = only(pgn.dumps(game))
    assert (back.headers, back.errors) == ({"结果": "z", "Result": "1-0"}, [])
    game.headers["Result"] = "待续"
    assert pgn.dumps(game).endswith("炮二平五 *\n")
    assert only(pgn.dumps(game)).errors == []


def test_lines_are_kept_short() -> None:
    game = Game()
    shuffle = [Move.from_uci(text) for text in ("h0g2", "h9g7", "g2h0", "g7h9")] * 30
    node: records.Node = game
    for move in shuffle:
        node = node.add_variation(move)
    assert max(map(len, pgn.dumps(game).splitlines())) <= pgn.LINE_LENGTH
