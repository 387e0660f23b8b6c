"""PGN: what is read, what is written, and what is said about records that are broken."""

from pathlib import Path

import pytest
from cannonfish import records
from cannonfish.errors import InvalidRecordError
from cannonfish.games.xiangqi import Board, Move
from cannonfish.games.xiangqi.notation import Notation
from cannonfish.records import Game, dhtmlxq, pgn, pgn_writer, source
from cannonfish.records.collection import Collection

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


def test_glyphs_before_the_first_move_of_a_variation_are_its_own() -> None:
    """They were lost without a word: Informant writes ``($142 2. C8=5)``."""
    game = only("1. H2+3 $2 (⌓1. $1 C2=5 C8=5) 1... H8+7 (!) 2. P7+1 *")
    assert [node.nags for node in game.variations] == [{2}, {1, 142}]
    assert [node.nags for node in game.mainline()] == [{2}, {1}, set()]
    assert shape(only(pgn.dumps(game))) == shape(game)


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
    """As lichess, python-chess and PyChess write them; what is no time stays a command."""
    text = (
        "1. h2e2 {[%eval 0.3] [%clk 0:04:57.3] sharp} h9g7 { [%clk 1:00:00] } "
        "2. h0g2 {[%clk 0:00:5]} i9h9 {[%clk 5:99] late} *"
    )
    game = only(text)
    assert [(node.clock, node.commands, node.comment) for node in game.mainline()] == [
        (297_300, "[%eval 0.3]", "sharp"),
        (3_600_000, "", ""),
        (5000, "", ""),
        (None, "[%clk 5:99]", "late"),
    ]
    written = pgn.dumps(game)
    assert "{[%clk 0:04:57.3] [%eval 0.3] sharp}" in written
    assert "{[%clk 0:00:05]}" in written
    assert shape(only(written)) == shape(game)


def test_a_clock_before_the_first_move_of_a_variation_is_that_of_the_move_before() -> None:
    """It was written as the clock of that move, which it became only when the game was read again."""
    game = only("1. h2e2 h9g7 ({[%clk 0:03:00]} 1... b9c7) 2. h0g2 *")
    assert [node.clock for node in game.mainline()] == [180_000, None, None]
    assert shape(only(pgn.dumps(game))) == shape(game)
    game = only("1. h2e2 {[%clk 0:04:00] [%clk 0:02:00]} h9g7 ({[%clk 0:03:00] [%clk 0:04:00]} 1... b9c7) *")
    assert game.variations[0].clock == 240_000, "the first one, as python-chess has it"
    assert game.variations[0].commands == "[%clk 0:02:00] [%clk 0:03:00]"
    assert shape(only(pgn.dumps(game))) == shape(game)


def test_commands_in_prose_before_the_moves_are_commands() -> None:
    """They were text, which a comment in braces cannot hold."""
    game = only("A sharp game [%csl Ge4] of ours\n1. h2e2 h9g7 *")
    assert (game.comment, game.commands) == ("A sharp game of ours", "[%csl Ge4]")
    assert shape(only(pgn.dumps(game))) == shape(game)


@pytest.mark.parametrize(
    "comment", ["[[%csl Ge4]%clk 0:01:00]", "[%[%csl Ge4] clk 0:01:00]", "[[%csl Ge4][%csl Ge4]%x]"]
)
def test_a_command_inside_another_makes_no_new_one(comment: str) -> None:
    """What was left of the text around it was a command when it was read again."""
    game = only(f"1. h2e2 {{{comment}}} *")
    move = next(game.mainline())
    assert (move.commands, move.clock) == ("[%csl Ge4]", None)
    assert "%" in move.comment
    assert shape(only(pgn.dumps(game))) == shape(game)


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


def test_a_game_without_moves_ends_before_the_first_tag_of_the_next() -> None:
    """Without a result between them, two problems were one game with "a second FEN"."""
    fens = ["3k5/9/9/9/9/9/9/4R4/9/4K4 w - - 0 1", "3k5/9/9/9/9/9/4R4/9/9/4K4 w - - 0 1"]
    heads = [f'[Event ""]\n[Site "{n}"]\n\n[FEN "{fen}"]\n[SetUp "1"]\n' for n, fen in enumerate(fens)]
    games = pgn.loads("\r\n".join(heads) + "\n*\n")
    assert [(game.headers["Site"], game.start.fen(), game.errors) for game in games] == [
        ("0", fens[0], []),
        ("1", fens[1], []),
    ]
    (careless,) = pgn.loads('[Event "a"]\n[Event "b"]\n\n1. C2=5')
    assert [error.reason for error in careless.errors] == ["two_tags"]


@pytest.mark.parametrize(
    "head", ["", '[Variant "xiangqi"]', '[Format "ICCS"]', '[Variant "Xiangqi"]\n[Format "iccs"]']
)
@pytest.mark.parametrize(
    ("movetext", "line"),
    [
        ("1. h3e3 h10g8 2. h1g3 i10h10 3. i1h1", OPENING),
        ("1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0", OPENING),
        ("1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. I0-H0", OPENING),
        ("1. H3-E3 H10-G8 2. H1-G3 I10-H10 3. I1-H1", OPENING),
        ("1. g3g4 b9c7", "g3g4 b9c7"),
        ("1. C3-C4", "c3c4"),
        ("1. c4c5 c7c6", "c3c4 c6c5"),
        ("1. g3g4 (1. c3c4 c6c5) 1... b9c7", "g3g4 b9c7"),
    ],
)
def test_ranks_are_counted_so_that_every_move_is_legal(head: str, movetext: str, line: str) -> None:
    """With a tag Variant, ranks were always taken to begin at 1: `g3g4` was an error."""
    (game,) = records.loads(f"{head}\n\n{movetext}\n")
    assert (main_line(game), game.errors) == (line, [])
    assert "Variant" not in game.headers


DOUBTFUL = "5k3/9/9/9/r8/r3R4/4R4/9/9/3K5 w"
"""The moves e4d4 and a5b5 are legal here whether ranks count from 0 or from 1."""


@pytest.mark.parametrize(
    ("variant", "movetext", "line"),
    [
        # Programs that write Variant count from 1, others from 0.
        ("", "1. e4d4 a5b5", "e4d4 a5b5"),
        ('[Variant "xiangqi"]', "1. e4d4 a5b5", "e3d3 a4b4"),
        # If no reading is legal throughout, a rank 0 or 10 decides, even behind the error.
        ("", "1. e4d4 a5b5 2. i9i8 b5b6", "e4d4 a5b5"),
        ("", "1. e4d4 a5b5 2. i9i8 f10f9", "e3d3 a4b4"),
        ('[Variant "xiangqi"]', "1. e4d4 a5b5 2. i9i8 b5b6 3. d0d1", "e4d4 a5b5"),
        ('[Variant "xiangqi"]', "1. e4d4 a5b5 2. i9i8 b5b6", "e3d3 a4b4"),
        # Without one, it is the reading with the most legal moves.
        ("", "1. e4d4 a5b5 2. e5e6 i9i8", "e3d3 a4b4 e4e5"),
    ],
)
def test_a_doubtful_count_of_ranks_is_the_likelier_one(variant: str, movetext: str, line: str) -> None:
    assert main_line(only(f'{variant}\n[FEN "{DOUBTFUL}"]\n\n{movetext}')) == line


ALGEBRAIC = (
    "h2e2 b9c7 h0g2 h7h5 e3e4 e6e5 e4e5 c9e7 e5e6 c6c5 a3a4 h5d5 e6d6 f9e8 i3i4 b7b0 b2b5 d5b5 e2e8 c7b9 "
    "d6d7 b5b4 d7e7 b0d0 a4a5 g6g5"
)


@pytest.mark.parametrize("asked", [None, "xiangqi", "chess"])
@pytest.mark.parametrize(
    "head",
    [
        '[Variant "xiangqi"]',
        '[Variant "Xiangqi"]\n[White "a"]\n[Black "b"]',
        '[Variant "Chinese chess"]',
        '[Game "Chinese Chess"]',
        f'[FEN "{Board().fen()}"]',
        '[White "a"]\n[Black "b"]',
        '[Red "a"]\n[Black "b"]',
        "",
    ],
    ids=["xiangqi", "white", "chinese", "game", "fen", "white-only", "red", "none"],
)
@pytest.mark.parametrize(
    "movetext",
    [
        # PyChess, Fairy-Stockfish
        "1. Che3 Hc8 2. Hg3 Ch6 3. Pe5 Pe6 4. Pxe6+ Ece8 5. Pe7 Pc6 6. Pa5 Cd6 7. Pd7+ Afe9 8. Pi5 Cxb1 "
        "9. Cb6 Cxb6 10. Cxe9 Hb10 11. Pd8 C6b5 12. Pxe8 Cxd1 13. Pa6 Pg6",
        # XBoard, WinBoard
        "1. Che2 {+0.10/7} Hc7 2. Hg2 Ch5 {-0,07/7 1,7} 3. e4 e5 4. exe5+ Ece7 5. e6 c5 6. a4 Cd5 7. ed6+ "
        "Afe8 8. i4 Cxb0 9. Cb5 Cxb5 10. Cxe8 Hb9 11. d7 C5b4 12. dxe7 Cxd0 13. a5 g5 *",
        # elephantchess.io
        "1. Che3 Nbc8 2. Nhg3 Ch6 3. Pe5 Pe6 4. Pxe6+ Bce8 5. Pe7 Pc6 6. Pa5 Chd6 7. Ped7+ Afe9 8. Pi5 Cxb1 "
        "9. Cb6 Cdxb6 10. Cxe9 Ncb10 11. Pd8 Cb6b5 12. Pdxe8 Cbxd1 13. Pa6 Pg6",
        # soldiers without a letter, other signs and letters
        "1. Che3 Nc8 2. Ng3! Ch6 3. e5 e6 4. exe6++ Mce8 5. e7 c6 6. a5?! Cd6 7. ed7+ Gfe9 8. i5 C:b1 9. Cb6 "
        "Cxb6 10. Cxe9 Nb10 11. d8 C6b5 12. dxe8 Cxd1 13. a6 g6 1/2-1/2",
        # the whole origin
        "1. Ch3-e3 Hb10-c8 2. Hh1-g3 Ch8-h6 3. Pe4-e5 Pe7-e6 4. Pe5xe6+ Ec10-e8 5. Pe6-e7 Pc7-c6 6. Pa4-a5 "
        "Ch6-d6 7. Pe7-d7+ Af10-e9 8. Pi4-i5 Cb8xb1 9. Cb3-b6 Cd6xb6 10. Ce3xe9 Hc8-b10 11. Pd7-d8 Cb6-b5 "
        "12. Pd8xe8 Cb1xd1 13. Pa5-a6 Pg7-g6",
        # small letters for Black
        "1.Che3 hc8 2.Hg3 ch6 3.Pe5 pe6 4.Pxe6+ ece8 5.Pe7 pc6 6.Pa5 cd6 7.Pd7+ afe9 8.Pi5 cxb1 9.Cb6 cxb6 "
        "10.Cxe9 hb10 11.Pd8 cb6b5 12.Pxe8 cxd1 13.Pa6 pg6",
    ],
    ids=["pychess", "xboard", "elephantchess", "other-letters", "long", "small"],
)
def test_algebraic_records_of_other_programs(movetext: str, head: str, asked: str | None) -> None:
    (game,) = records.loads(f"{head}\n\n{movetext}\n", asked)
    assert (game.name, main_line(game), game.errors) == ("xiangqi", ALGEBRAIC, [])


def test_algebraic_notation_is_written_for_programs_that_look_for_a_variant() -> None:
    board = Board()
    board.push_line(ALGEBRAIC.split())
    game = Game.from_board(board)
    text = pgn.dumps(game, Notation.SAN)
    assert text.startswith('[Game "Chinese Chess"]\n[Variant "Xiangqi"]\n')
    assert '[Format "SAN"]' in text
    assert "\n1. Che3 Hc8 2. Hg3 Ch6 3. Pe5 Pe6 4. Pxe6+ Ece8 5. Pe7 Pc6" in text
    (back,) = records.loads(text, "chess")
    assert (main_line(back), back.errors) == (ALGEBRAIC, [])
    assert pgn.dumps(back) == text


def test_a_record_that_no_count_of_ranks_makes_legal_names_its_first_error() -> None:
    game = only('[Variant "xiangqi"]\n\n1. Che2 Hg7 2. Hg2 Ra5 3. Rh0')
    assert main_line(game) == "h2e2 h9g7 h0g2"
    assert [error.text for error in game.errors] == ["Ra5"]


def test_names_of_tags_are_read_in_any_case_and_written_as_usual() -> None:
    """`[Fen ...]` was ignored, and the game began from the wrong position."""
    fen = "4k4/9/9/9/4r4/9/9/9/9/3K5 b - - 5 40"
    for name in ("FEN", "Fen", "fen"):
        game = only(
            f'[{name} "{fen}"]\n[setup "1"]\n[RED "a"]\n[result "1-0"]\n[wHiteelo "1"]\n[myTag "x"]\n\n*'
        )
        assert (game.start.fen(), game.result, game.errors) == (fen, "1-0", [])
        assert game.headers == {"Result": "1-0", "Red": "a", "WhiteElo": "1", "myTag": "x"}
        assert f'[FEN "{fen}"]' in pgn.dumps(game)
    game = only('[game "chinese chess"]\n[white "a"]\n[EVENT "b"]\n[Event "c"]\n\n1. 炮二平五')
    assert (game.headers["White"], game.headers["Event"]) == ("a", "b")
    assert error_places(game) == [("two_tags", 4, 1)]
    game = only('[Game "Chinese Chess"]\n[fen "8/8 w"]\n[fORMAT "iccs"]\n\n1. h2e2')
    assert error_places(game) == [("invalid_fen", 2, 1)]
    assert "H2-E2" in pgn.dumps(only('[format "iccs"]\n\nh2e2'))


@pytest.mark.parametrize(
    "tags",
    [
        "[Event “e”]\n[Red ‘a’]",
        "[Event 'e']\n[Red 'a']",
        '[Event: "e"]\n[Red="a"]',
        '[Event"e"]\n[Red"a"]',
        "[Event e]\n[Red a]",
        "[Event e][Red a]",
        '\ufeff[Event "e"]\n\ufeff[Red "a"]',
        '[pgn][Event "e"]\n[Red "a"]',
    ],
)
def test_tags_are_read_however_they_are_quoted(tags: str) -> None:
    for before in ('[Site "s"]\n', ""):
        (game,) = records.loads(f"{before}{tags}\n\n1. 炮二平五 *\n[/pgn]")
        assert (game.headers["Event"], game.headers["Red"], main_line(game)) == ("e", "a", "h2e2")
        assert game.errors == []


def test_moves_may_stand_on_the_line_of_the_tags() -> None:
    """They were passed over, and the tags of the next game joined those of the first."""
    first, second = pgn.loads('[Red "a"] [Black "b"] 1. h2e2 {c} *\n\n[Red "d"]\n1. h0g2 *\n')
    assert [main_line(first), main_line(second)] == ["h2e2", "h0g2"]
    assert [first.headers["Black"], second.headers["Red"]] == ["b", "d"]


def test_games_without_tags_follow_each_other() -> None:
    """Whatever came after the first result was passed over, silently."""
    text = "1. h2e2 h9g7 1-0\n\n1. h0g2 (1. b0c2 *) {1-0\n1. } *\n1. C2=5 1/2-1/2"
    assert [main_line(game) for game in pgn.loads(text)] == ["h2e2 h9g7", "h0g2", "h2e2"]
    collection = Collection(text)
    list(collection.find())
    assert [main_line(collection.read(number)) for number in range(len(collection))] == [
        "h2e2 h9g7",
        "h0g2",
        "h2e2",
    ]
    mixed = Collection(f'前言\n\n[Red "a"]\n\n{text}')
    list(mixed.find())
    assert len(mixed) == 3


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("d4 d5 *\nc4 c5 0-1\n", ["d2d4 d7d5", "c2c4 c7c5"]),
        ("1. d4 d5 1-0 1. c4 c5 1/2-1/2", ["d2d4 d7d5", "c2c4 c7c5"]),
        ("h0g2 h9g7 *\nb0c2", ["h0g2 h9g7", "b0c2"]),
        ("1. d4 d5 0-1 {time}\n1. c4", ["d2d4 d7d5", "c2c4"]),
        ("1. 马八进七 马8进7 黑胜\n1. 兵七进一", ["b0c2 h9g7", "c3c4"]),
        ("1. d4 d5 2. c4\n\n1. c4 c5 2. d4", ["d2d4 d7d5 c2c4", "c2c4 c7c5 d2d4"]),
        ('[Round "1"]\n\n1. d4 d5 1-0\n\nc4 c5 *', ["d2d4 d7d5", "c2c4 c7c5"]),
        ("1. d4 (1. c4 c5 *) 1... d5 *", ["d2d4 d7d5"]),
        ("1. d4 (\n\n1. c4 c5) d5\n\n1... c5", ["d2d4 d7d5"]),
    ],
)
def test_every_game_of_a_text_is_found(text: str, lines: list[str]) -> None:
    """Games without numbers, on one line, or without results were dropped, silently."""
    assert [main_line(game) for game in pgn.loads(text)] == lines
    collection = Collection(text)
    list(collection.find())
    assert [main_line(collection.read(number)) for number in range(len(collection))] == lines


def test_moves_behind_the_result_are_not_left_out_silently() -> None:
    for rest in (" 2. c4", "\n\nLater 2. c4 was found to be better.", " {c} (2. c4)"):
        (remark,) = only(f"1. d4 d5 1-0{rest}").remarks
        assert (remark.code, remark.details["text"]) == ("after_result", "c4")
    assert only("1. d4 d5 1-0\n\nA fine game, in 2 moves.").remarks == []


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("1. 马八进七 马8进7 5. ………… 马2进3", "2."),
        ("1. d4 d5 2. c4 e6 4. Nf3", "3."),
        ("1. d4 d5 2... c4", "2."),
        ("1. d4 d5 (1... e6 3. e4) 2. c4", "2."),
        ("3. d4 d5", "1."),
        ("1. d4 d5 2. c4 c5 1. e4", "3."),
    ],
)
def test_numbers_that_jump_are_remarked_on(text: str, due: str) -> None:
    """A piece of another line was joined to the game without a word."""
    (remark,) = only(text).remarks
    assert (remark.code, remark.details["due"]) == ("numbers", due)


@pytest.mark.parametrize(
    "text",
    [
        "1. d4 d5 (1... e6 2. e4) (1. e6) 2. c4 2... e6 3. ... \n3. Nf3 {7.} Nf6",
        '[FEN "4k3/8/8/8/8/8/8/R3K3 b - - 0 30"]\n\n1... Kd7 2. Ra7',
        '[FEN "4k3/8/8/8/8/8/8/R3K3 w"]\n\n30. Ra7 Kd8 31. Kd2',
        "4k3/8/8/8/8/8/8/R3K3 w 30. Ra7 Kd8 31. Kd2",
    ],
)
def test_numbers_of_the_next_move_are_taken_as_they_are(text: str) -> None:
    game = records.loads(text)[0]
    assert ([remark.code for remark in game.remarks if remark.code == "numbers"], game.errors) == ([], [])


def test_start_position_is_read_and_written() -> None:
    fen = "4k4/9/9/9/4r4/9/9/9/9/3K5 b - - 5 40"
    game = only(f'[FEN "{fen}"]\n[SetUp "1"]\n\n40... 车5平9 41. 帅六进一 *')
    assert game.start.fen() == fen
    text = pgn.dumps(game)
    assert f'[FEN "{fen}"]' in text
    assert "40... 车5平9 41. 帅六进一 *" in text


def variations(text: str) -> list[str]:
    """The line to every move, the main line first."""
    game = only(text)
    assert game.errors == []
    return [line for line, *_ in shape(game)["moves"]]


def test_a_variation_that_repeats_the_move_it_replaces_joins_it() -> None:
    """It became the main line, silently: its continuation was the first node after the repeated move."""
    expected = ["h2e2", "h2e2 h9g7", "h2e2 h9g7 h0g2", "h2e2 b9c7"]
    for movetext in (
        "1. 炮二平五 ( 1. 炮二平五 马2进3 ) 1... 马8进7 2. 马二进三 *",
        "1. C2=5 (C2=5 H2+3) H8+7 2. H2+3",
        "h2e2 ( h2e2 ) () (h2e2 b9c7) ( h2e2 b9c7 ) h9g7 ( h9g7 ) h0g2",
        "h2e2 ( h2e2 (h2e2) b9c7 ) h9g7 h0g2",
    ):
        assert variations(movetext) == expected
    assert variations("h2e2 (h2e2 b9c7 h0g2) (h2e2 h9g7 (h7e7) h0i2) h9g7 h0g2 (b0c2)") == [
        "h2e2",
        "h2e2 h9g7",
        "h2e2 h9g7 h0g2",
        "h2e2 h9g7 b0c2",
        "h2e2 h9g7 h0i2",
        "h2e2 b9c7",
        "h2e2 b9c7 h0g2",
        "h2e2 h7e7",
    ]


def test_the_main_line_ends_where_it_ended() -> None:
    """What a repetition of its last move adds stands beside that move."""
    text = "h2e2 h9g7 (h9g7 h0g2) (h9g7 b0c2 b9c7) ( h9g7 {note} ) *"
    game = only(text)
    assert main_line(game) == "h2e2 h9g7"
    last, beyond = game.variations[0].variations
    assert (last.comment, [node.move.uci() for node in beyond.variations]) == ("note", ["h0g2", "b0c2"])
    assert shape(only(pgn.dumps(game))) == shape(game)
    (through,) = dhtmlxq.loads(dhtmlxq.dumps(game))
    assert shape(through) == shape(game)
    inner = only("h2e2 (b2e2 h9g7 (h9g7 h0g2)) h9g7")
    assert [line for line, *_ in shape(inner)["moves"]][2:] == ["b2e2", "b2e2 h9g7", "b2e2 h9g7 h0g2"]


def test_notes_of_a_repeated_move_are_kept() -> None:
    game = only(
        "h2e2! {a} ({b} h2e2 $14 {[%clk 0:01:00] c} b9c7 {d}) (h2e2) h9g7 "
        "(h7e7 {e} h0g2) ({f} h7e7? {g} b0c2)"
    )
    opening, reply = game.variations[0], game.variations[0].variations[1]
    assert (opening.comment, opening.nags, opening.clock) == ("a\nb\nc", {1, 14}, 60_000)
    assert (reply.starting_comment, reply.comment, reply.nags) == ("f", "e\ng", {2})
    assert [node.comment for node in opening.variations] == ["", "e\ng", "d"]


class CountingBoard(Board):
    """Counts the moves played on all boards."""

    pushes = 0

    def push(self, move: Move) -> None:
        CountingBoard.pushes += 1
        super().push(move)


@pytest.mark.parametrize(
    "movetext",
    [
        "h2e2 " + "( b2e2 ) " * 10_000 + "h9g7",
        "h2e2 " + "( b2e2 ( h2e2 " * 2500 + ")" * 5000 + " h9g7",
        "h2e2 " + "() " * 10_000 + "h9g7",
    ],
    ids=["at one ply", "nested", "empty"],
)
def test_variations_are_read_without_playing_the_main_line_again(
    movetext: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The replaced move was played again after each of them."""
    monkeypatch.setattr(CountingBoard, "pushes", 0)
    game = Game(CountingBoard())
    reading = pgn._Reading(source.Source(movetext), game.start, {"first_rank": 0})
    reading.read(0, len(movetext))
    assert (main_line(reading.game), reading.game.errors) == ("h2e2 h9g7", [])
    assert CountingBoard.pushes <= reading.nodes + 1


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
    assert (error.reason, error.details["cause"], error.details["ply"]) == ("illegal_move", "blocked", 2)
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


MATE = "1. f3 e5 2. g4 Qh4#"


@pytest.mark.parametrize(
    ("tag", "movetext", "result", "remarks"),
    [
        ("1-0", f"{MATE} 0-1", "0-1", [("result_tag", "1-0")]),
        ("1-0", f"{MATE} 1-0", "0-1", [("result_tag", "1-0"), ("result_moves", "1-0")]),
        ("1-0", f"{MATE} (2... d5)", "0-1", [("result_tag", "1-0")]),
        ("0-1", f"{MATE} 1/2-1/2", "0-1", [("result_moves", "1/2-1/2")]),
        ("*", f"{MATE} *", "0-1", []),
        ("1-0", "1. e4 e5 1/2-1/2", "1/2-1/2", [("result_tag", "1-0")]),
        ("1-0", "1. e4 e5 *", "1-0", []),
    ],
)
def test_mate_on_the_board_decides_the_result_and_the_movetext_before_the_header(
    tag: str, movetext: str, result: str, remarks: list[tuple[str, str]]
) -> None:
    """The header stayed at 1-0 where Black had mated, and the right 0-1 was called a fault."""
    game = only(f'[Variant "Standard"]\n[Result "{tag}"]\n\n{movetext}')
    assert (game.result, game.errors) == (result, [])
    assert [(remark.code, remark.details["other"]) for remark in game.remarks] == remarks
    assert all(remark.details["text"] == result for remark in game.remarks)


def test_no_result_in_the_movetext_keeps_that_of_the_header() -> None:
    assert [only(f'[Result "1-0"]\n\n1. h2e2{end}').errors for end in ("", " *", " 1-0")] == [[], [], []]
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


@pytest.mark.parametrize("notation", [each for each in Notation if each is not Notation.UCI])
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


VIETNAMESE = "1. P2-5 M8.7 2. M2.3 X9-8 3. X1-2 M2.3 4. C7.1 C7.1 5. X2.6 P8-9 6. X2-3 P9/1 *"


def test_vietnamese_records_are_read_and_keep_their_notation() -> None:
    game = only(VIETNAMESE)
    assert (game.errors, game.remarks) == ([], [])
    assert main_line(game).startswith("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6")
    words = only(pgn.dumps(game, Notation.VIETNAMESE_WORDS))
    assert main_line(words) == main_line(game)
    assert words.headers["Format"] == "Vietnamese"
    assert "1. P2-5 M8.7" in pgn.dumps(words)


def test_vietnamese_letters_with_the_signs_of_wxf() -> None:
    """There a hyphen goes back, as in WXF."""
    game = only("1. P2=5 M8+7 2. M2+3 X9=8 3. X1=2 X8-1")
    assert game.errors[0].text == "X8-1"
    assert main_line(game) == "h2e2 h9g7 h0g2 i9h9 i0h0"
    game = only("1. P2=5 M8+7 2. P5+4 X9+1 3. P5-2 X9-1 4. P8+2")
    assert (main_line(game).split()[4:], game.errors) == (["e6e4", "i8i9", "b2b4"], [])


def test_a_record_has_one_notation_which_all_its_moves_decide() -> None:
    """``C7.1`` is a cannon in WXF and a soldier in Vietnamese: what stands beside it tells which."""
    fen = '[FEN "4k4/9/4b4/9/9/2p6/2P6/2C6/4A4/3K5 w - - 0 1"]\n\n'
    assert main_line(only(f"{fen}1. C7.1 E5-7")) == "c2i2 e7g9"
    assert main_line(only(f"{fen}1. C7.1 T5/7")) == "c3c4 e7g9"
    assert main_line(only(f"{fen}1. Tg6.1 T5/7 2. C7.1")) == "d0d1 e7g9 c3c4"


def test_moves_that_are_legal_in_two_notations_are_remarked_on() -> None:
    fen = '[FEN "4k4/9/9/9/9/9/2P6/2C6/9/3K5 w - - 0 1"]\n'
    game = only(f"{fen}\n1. C7.1")
    (remark,) = game.remarks
    assert (main_line(game), remark.code) == ("c2i2", "two_notations")
    assert dict(remark.details) == {"text": "wxf", "other": "vietnamese"}
    told = only(f'{fen}[Format "Vietnamese"]\n\n1. C7.1')
    assert (main_line(told), told.remarks) == ("c3c4", [])


def test_a_sentence_among_the_moves_does_not_hide_that_there_are_two_notations() -> None:
    """A sentence counted as a move that both notations refuse."""
    game = only('[FEN "4k4/9/9/9/9/9/2P6/2C6/9/3K5 w - - 0 1"]\n\n1. C7.1 This wins at once')
    assert main_line(game) == "c2i2"
    assert {remark.code for remark in game.remarks} == {"two_notations", "prose"}


@pytest.mark.parametrize(
    ("text", "line", "result"),
    [
        ("**1. e4 e5** 2. Nf3 Nc6 1-0", "e2e4 e7e5 g1f3 b8c6", "1-0"),
        ("1. **e4** e5 (**1... c5** 2. Nf3) **2. Nf3!** Nc6 ***1-0***", "e2e4 e7e5 g1f3 b8c6", "1-0"),
        ("**1. e4 e5**\n\nA fine reply.\n\n- **2. Nf3 Nc6**\n\n*", "e2e4 e7e5 g1f3 b8c6", "*"),
        ("**1.炮二平五 马8进7** 2.马二进三 (**2.兵七进一**) 车9平8", "h2e2 h9g7 h0g2 i9h9", "*"),
    ],
)
def test_bold_markdown_around_moves(text: str, line: str, result: str) -> None:
    """Its asterisks were taken for the result, before any move."""
    game = only(text)
    assert (main_line(game), game.result, game.errors) == (line, result, [])


def test_bold_markdown_around_names_and_two_games() -> None:
    first, second = pgn.loads("**White:** Ann\n**Black:** Ben\n\n**1. e4 e5** 1-0\n\n**1. d4 d5** 0-1")
    assert (first.headers["White"], first.headers["Black"]) == ("Ann", "Ben")
    assert (main_line(first), main_line(second)) == ("e2e4 e7e5", "d2d4 d7d5")


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
    assert pgn.dumps(game).endswith("炮二平五 *\n\n")
    assert only(pgn.dumps(game)).errors == []


def test_a_game_without_a_result_is_written() -> None:
    """`Result` was required: a header that the caller had removed was a KeyError."""
    game = Game()
    game.headers.clear()
    assert (game.result, str(game).splitlines()[-1]) == ("*", "*")


def test_lines_are_kept_short() -> None:
    game = Game()
    shuffle = [Move.from_uci(text) for text in ("h0g2", "h9g7", "g2h0", "g7h9")] * 30
    node: records.Node = game
    for move in shuffle:
        node = node.add_variation(move)
    assert max(map(len, pgn.dumps(game).splitlines())) <= pgn_writer.LINE_LENGTH
