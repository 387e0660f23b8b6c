"""What stands before, between and around the moves of a text without tags."""

import pytest
from cannonfish import records
from cannonfish.errors import InvalidRecordError
from cannonfish.records import Format, Game, pgn
from cannonfish.records.collection import Collection

from tests.unit.records.shapes import error_places, main_line


def only(text: str) -> Game:
    (game,) = records.loads(text)
    return game


def told(game: Game) -> dict[str, str]:
    """The headers that say something."""
    return {name: value for name, value in game.headers.items() if value not in ("?", "????.??.??", "*")}


@pytest.mark.parametrize(
    ("heading", "headers"),
    [
        ("红方: 甲\n黑方: 乙\n", {"Red": "甲", "Black": "乙"}),
        ("红方：甲，黑方：乙\n\n", {"Red": "甲", "Black": "乙"}),
        ("紅方：甲\t黑方：乙\n", {"Red": "甲", "Black": "乙"}),
        (
            "标题: 第一局\n赛事: 某年 联赛\n日期: 2003-4-5\n结果: 黑方胜\n\n【主变: 红胜】\n",
            {"Title": "第一局", "Event": "某年 联赛", "Date": "2003.04.05", "Result": "0-1"},
        ),
        ("【主变: 和棋】\n", {"Result": "1/2-1/2"}),
        (
            "Event: Open\nRed: A\nBlack: B\nDate: 2003.4\n\n",
            {"Event": "Open", "Red": "A", "Black": "B", "Date": "2003.04.??"},
        ),
        ("Giải: Hà Nội\nĐỏ: A\nĐen: B\n", {"Event": "Hà Nội", "Red": "A", "Black": "B"}),
    ],
)
def test_labels_before_the_moves_are_tags(heading: str, headers: dict[str, str]) -> None:
    """Any line before bare moves made the whole text refused."""
    for moves in ("1. 马八进七 马8进7 2. 兵七进一", "马八进七 马8进7\n兵七进一\n"):
        game = only(heading + moves)
        assert (main_line(game), game.errors, game.remarks) == ("b0c2 h9g7 c3c4", [], [])
        assert told(game) == headers
        collection = Collection(heading + moves)
        list(collection.find())
        assert headers.items() <= collection.headers[0].items()


@pytest.mark.parametrize(
    ("line", "red", "black", "result"),
    [
        ("许银川 先胜 吕钦", "许银川", "吕钦", "1-0"),
        ("许银川　先负　吕钦", "许银川", "吕钦", "0-1"),
        ("广东 许银川 先和 广东 吕钦", "广东 许银川", "广东 吕钦", "1/2-1/2"),
        ("许银川 后胜 吕钦", "吕钦", "许银川", "0-1"),
        ("白殿友 先胜 后藤", "白殿友", "后藤", "1-0"),
        ("許銀川 後負 呂欽", "呂欽", "許銀川", "1-0"),
        ("上海 孫勇征(先勝)吉林 陶漢明", "上海 孫勇征", "吉林 陶漢明", "1-0"),
        ("许银川（后和）吕钦", "吕钦", "许银川", "1/2-1/2"),
        ("许银川 [先手胜] 吕钦", "许银川", "吕钦", "1-0"),
        ("红方 许银川 黑方 吕钦", "许银川", "吕钦", "*"),
    ],
)
def test_a_line_with_both_players_becomes_headers(line: str, red: str, black: str, result: str) -> None:
    """It was kept as a comment, and the game had neither names nor a result."""
    game = only(f"{line}\n1. 马八进七 马8进7 2. 兵七进一")
    assert (main_line(game), game.errors, game.comment) == ("b0c2 h9g7 c3c4", [], "")
    assert (game.headers["Red"], game.headers["Black"], game.result) == (red, black, result)
    assert [(remark.code, remark.details["text"]) for remark in game.remarks] == [("players", line)]
    chess = only(f"{line}\n1. e4 e5")
    assert (chess.name, chess.headers["White"]) == ("chess", red)


@pytest.mark.parametrize(
    "line", ["适情雅趣 红先胜 第一局", "此局红方先胜一局", "红方 先胜 黑方", "残局 先胜"]
)
def test_other_lines_about_a_win_are_prose(line: str) -> None:
    game = only(f"{line}\n1. 马八进七 马8进7")
    assert (game.comment, told(game)) == (line, {})


@pytest.mark.parametrize(
    "heading",
    [
        "Smith - Jones\n",
        "Smith - Jones, London 1999, 1-0\n\n",
        "2003年联赛第1轮\n",
        "残局：\n",
        "A study in 2 parts from the book of Smith.  ",
    ],
)
def test_prose_before_the_moves_is_the_comment_of_the_game(heading: str) -> None:
    for text in (
        f"{heading}1. d4 d5 2. c4",
        f"{heading}1.d4 d5\n2.c4",
        f'[Round "1"]\n\n{heading}1. d4 d5 2. c4',
    ):
        game = only(text)
        assert (main_line(game), game.errors, game.comment) == ("d2d4 d7d5 c2c4", [], heading.strip())
        assert [remark.code for remark in game.remarks] == ["prose"]


def test_labels_of_moves_are_no_tags() -> None:
    game = only("红方：马八进七\n黑方：马8进7\n")
    assert (main_line(game), told(game)) == ("b0c2 h9g7", {})


def test_a_heading_begins_the_next_game() -> None:
    text = "标题: 一\n红方: 甲\n1. 马八进七 马8进7\n2. 兵七进一\n\n标题: 二\n红方: 乙\n1. 兵七进一 马8进7\n"
    first, second = records.loads(text)
    assert [main_line(first), main_line(second)] == ["b0c2 h9g7 c3c4", "c3c4 h9g7"]
    assert [told(first), told(second)] == [{"Title": "一", "Red": "甲"}, {"Title": "二", "Red": "乙"}]


def test_moves_of_a_page_are_read_through_its_marks() -> None:
    for text in (
        "1. d4 d5<br>2. c4<br/>e6",
        "<p>1. d4&nbsp;d5</p>\n<p>2. <b>c4</b> e6</p>",
        "<td>1.</td><td>d4</td><td>d5</td></tr> c4 e6",
    ):
        game = only(text)
        assert (main_line(game), game.errors) == ("d2d4 d7d5 c2c4 e7e6", [])
    game = only("红方：甲，黑方：乙</br>\n马八进七，马8进7</br>\n好棋，妙手</br>\n兵七进一</br>\n")
    assert (main_line(game), game.errors, told(game)) == ("b0c2 h9g7 c3c4", [], {"Red": "甲", "Black": "乙"})


def test_moves_of_a_table_are_read() -> None:
    for text in (
        "| no | Red | Black |\n|---|---|---|\n| 1 | 马八进七 | 马8进7 |\n| 2 | 兵七进一 | |",
        "1|马八进七|马8进7\n2|兵七进一",
    ):
        game = only(text)
        assert (main_line(game), game.errors) == ("b0c2 h9g7 c3c4", [])


def test_numbers_glued_to_the_move_before_them() -> None:
    """A file without line ends: `d62.` was no move."""
    game = only("1. d4 Nf62. c4 e63. Nc3 Bb44. e3 O-O5. Bd3 d56.Nf3 c5")
    assert (len(main_line(game).split()), game.errors, game.remarks) == (12, [], [])
    assert main_line(only("1. C2=5 H8+72. H2+3 R9=8")) == "h2e2 h9g7 h0g2 i9h9"


WXF = """FORMAT\tWXF
GAME\t12-test
RED\tfirst ; 1350 ;;
BLACK\tsecond;;;1400
RESULT\t0-1
DATE\t2011-02-03 10:20:30
START{
 1. H2+3 h8+7  DIAG{ #1 }  2. C2.1 {hm}
}END
"""


def test_wxf_files_are_read() -> None:
    game = only(WXF)
    assert (main_line(game), game.errors) == ("h0g2 h9g7 h2i2", [])
    assert told(game) == {
        "Red": "first",
        "RedElo": "1350",
        "Black": "second",
        "BlackElo": "1400",
        "Result": "0-1",
        "Date": "2011.02.03",
    }
    assert [node.comment for node in game.mainline()] == ["", "#1", "hm"]
    assert [main_line(each) for each in records.loads(WXF + WXF.replace("H2+3", "H8+7"))] == [
        "h0g2 h9g7 h2i2",
        "b0c2 h9g7 h2i2",
    ]


EXPORT = """标题: 甲 和 乙
红方: 甲
黑方: 乙
结果: 和棋

【主变: 和棋】
1.马八进七 马８进７

2.兵七进一
可以直接跃马。
\u3000\u30002. …………\u3000\u3000卒７进１ ①

变①接主变第2回合

{ rnbakab1r / 9 / 1c4nc1 / p1p1p1p1p / 9 / 2P6 / P3P1P1P / 1CN4C1 / 9 / R1BAKABNR b}
\t2. …………\u3000\u3000炮８平９

3.马二进三
"""


def test_variations_of_an_export_are_joined_to_the_game_by_their_positions() -> None:
    """The position of the first variation was taken for the start, and the game left out."""
    game = only(EXPORT)
    assert (main_line(game), game.result, game.errors) == ("b0c2 h9g7 c3c4 g6g5", "1/2-1/2", [])
    third = game.variations[0].variations[0].variations[0]
    assert third.comment == "可以直接跃马。"
    assert [node.move.uci() for node in third.variations] == ["g6g5", "h7i7"]
    assert [node.move.uci() for node in third.variations[1].variations] == ["h0g2"]


def test_a_position_that_does_not_occur_ends_the_game_with_an_error() -> None:
    game = only("1. d4 d5 2. c4 e6\n{8/8/8/4k3/8/8/8/4K2R w - - 0 1}\n9. Rh5 Kd6")
    assert (main_line(game), error_places(game)) == ("d2d4 d7d5 c2c4 e7e6", [("branch", 3, 1)])
    shown = only("1. d4 {rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1} d5 2. c4")
    assert (main_line(shown), len(shown.variations[0].comment)) == ("d2d4 d7d5 c2c4", 58)


def test_a_text_that_is_no_record_is_named() -> None:
    for text in (
        "Dear friend,\nthank you for the game.",
        "1. Introduction\n2. a book",
        "红方：甲\n黑方：乙\n",
    ):
        assert records.detect(text) is None
        with pytest.raises(InvalidRecordError, match="no line that begins with moves") as caught:
            records.loads(text)
        assert caught.value.text == text.partition("\n")[0]


def test_a_position_behind_prose_is_still_one() -> None:
    text = "White mates in two moves:\n8/8/8/8/8/1K6/7R/k7 w - - 0 1\n1. Rh1"
    assert records.detect(text) is Format.FEN
    assert main_line(only(text)) == "h2h1"
    assert pgn.loads(pgn.dumps(only(text)))
