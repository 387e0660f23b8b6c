"""DhtmlXQ: tags, branches, comments, pages; and what is said about texts that are broken."""

from pathlib import Path

import pytest
from cannonfish import records
from cannonfish.errors import InvalidRecordError
from cannonfish.games.xiangqi import BLACK, STARTING_FEN, Board, Move
from cannonfish.records import Game, dhtmlxq, pgn

from tests.unit.records.shapes import error_places, main_line, shape

DATA = Path(__file__).parents[2] / "data" / "records"
START = "8979695949392919097717866646260600102030405060708012720323436383"


def only(text: str) -> Game:
    (game,) = dhtmlxq.loads(text)
    return game


def tag(name: str, value: str) -> str:
    return f"[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]"


def test_page_is_read() -> None:
    game = only((DATA / "page.dhtmlxq.txt").read_text(encoding="utf-8"))
    assert game.errors == []
    assert game.headers == {
        "Result": "1-0",
        "Title": "中炮研究",
        "Event": "Club evening",
        "Date": "2024.03.??",
        "Site": "上海",
        "RedTeam": "东队",
        "Red": "甲",
        "Black": "乙",
        "DhtmlXQ_hits": "12",
    }
    assert game.comment == "开局研究\n第二行"
    assert shape(game)["moves"] == [
        ("h2e2", "", "", []),
        ("h2e2 h9g7", "", "正着", []),
        ("h2e2 h9g7 h0g2", "", "", []),
        ("h2e2 h9g7 h0g2 i9h9", "", "", []),
        ("h2e2 h9g7 h0g2 i9h9 i0h0", "", "", []),
        ("h2e2 h7e7", "", "顺炮", []),
        ("h2e2 h7e7 h0g2", "", "", []),
        ("h2e2 h7e7 e2e6", "", "缓着", []),
    ]


def test_start_is_written_as_everybody_writes_it() -> None:
    assert tag("binit", START) in dhtmlxq.dumps(Game())


def test_branches_within_the_movelist_are_read() -> None:
    game = only(tag("movelist", "[0_1_0]774770627967[/0_1_0][0_2_1]7242[/0_2_1]"))
    assert main_line(game) == "h2e2 h9g7 h0g2"
    assert shape(game)["moves"][-1][0] == "h2e2 h7e7"


def test_empty_tag_of_a_page_gives_way_to_the_one_with_moves() -> None:
    text = tag("movelist", "") + f"<script>var DhtmlXQ_movelist = '{tag('movelist', '7747')}';</script>"
    assert main_line(only(text)) == "h2e2"


def test_several_games_of_a_text() -> None:
    block = tag("binit", START) + tag("movelist", "{}")
    marked = [f"[DhtmlXQ]{block.format(digits)}[/DhtmlXQ]" for digits in ("7747", "7967")]
    unmarked = [tag("movelist", digits) for digits in ("7747", "7967")]
    for blocks in (marked, unmarked):
        assert [main_line(game) for game in dhtmlxq.loads("\n".join(blocks))] == ["h2e2", "h0g2"]


def test_tags_before_a_movelist_belong_to_its_game() -> None:
    """A second game without a mark began at its movelist: its title and position were dropped as repeated."""
    first = tag("title", "A") + tag("binit", START) + tag("movelist", "7747") + tag("comment1", "x")
    kings = "".join("59" if at == 4 else "40" if at == 20 else "99" for at in range(32))
    second = tag("title", "B") + tag("binit", kings) + tag("movelist", "5958")
    games = dhtmlxq.loads(f"{first}\n{second}\n{tag('comment1', 'y')}")
    assert [(game.headers["Title"], main_line(game)) for game in games] == [("A", "h2e2"), ("B", "f0f1")]
    assert [game.end().comment for game in games] == ["x", "y"]
    assert [game.errors for game in games] == [[], []]


def test_first_move_tells_whose_turn_it_is() -> None:
    assert only(tag("movelist", "7062")).start.turn is BLACK


def test_position_with_black_to_move_and_no_moves_is_kept() -> None:
    fen = "4k4/9/9/9/9/9/9/9/4r4/3K5 b - - 5 40"
    assert only(dhtmlxq.dumps(Game(Board(fen)))).start.fen() == fen


@pytest.mark.parametrize(
    ("text", "kept", "expected"),
    [
        (tag("movelist", "77477061"), "h2e2", [("illegal_move", 1, 23)]),
        (tag("movelist", "7747\n 70x2"), "h2e2", [("invalid_move", 2, 2)]),
        (tag("movelist", "774770"), "h2e2", [("invalid_move", 1, 23)]),
        ("[DhtmlXQ_movelist]7747", "h2e2", [("tag", 1, 1)]),
        ("[DhtmlXQ_title]a\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]", "h2e2", [("tag", 1, 1)]),
        (tag("movelist", "7747") + "\n" + tag("move_0_9_1", "7062"), "h2e2", [("branch", 2, 21)]),
        (tag("movelist", "7747") + "\n" + tag("move_5_2_1", "7062"), "h2e2", [("branch", 2, 21)]),
        (tag("movelist", "7747") + "\n" + tag("comment7", "late"), "h2e2", [("comment", 2, 19)]),
        (tag("binit", "123") + tag("movelist", "7747"), "", [("invalid_record", 1, 16)]),
        (tag("binit", "8989" + START[4:]), "", [("invalid_record", 1, 16)]),
        (tag("binit", "99" * 32), "", [("invalid_fen", 1, 16)]),
        (tag("fen", "8/8 w") + tag("movelist", "7747"), "", [("invalid_fen", 1, 14)]),
    ],
)
def test_errors_have_their_place_and_moves_before_them_are_kept(
    text: str, kept: str, expected: list[tuple[str, int, int]]
) -> None:
    game = only(text)
    assert main_line(game) == kept
    assert error_places(game) == expected


def test_illegal_branch_leaves_the_others_alone() -> None:
    text = tag("movelist", "77477062") + tag("move_0_2_1", "70517967") + tag("move_0_2_2", "7242")
    game = only(text)
    assert [line for line, *_ in shape(game)["moves"]] == ["h2e2", "h2e2 h9g7", "h2e2 h7e7"]
    assert [error.details["ply"] for error in game.errors] == [1]


def test_branches_are_read_in_whatever_order_they_come() -> None:
    tags = [tag("movelist", "77477062"), tag("move_0_2_9", "72427967"), tag("move_9_3_1", "4743")]
    for text in ("".join(tags), "".join(reversed(tags))):
        assert [line for line, *_ in shape(only(text))["moves"]] == [
            "h2e2",
            "h2e2 h9g7",
            "h2e2 h7e7",
            "h2e2 h7e7 h0g2",
            "h2e2 h7e7 e2e6",
        ]


def test_a_branch_that_repeats_the_main_line_does_not_continue_it() -> None:
    """A longer one became the main line."""
    text = tag("movelist", "77477062") + tag("move_0_1_1", "7747706279671022") + tag("comment1_3", "more")
    game = only(text + tag("move_0_1_2", "774770621927"))
    assert game.errors == []
    assert main_line(game) == "h2e2 h9g7"
    last, beyond = game.variations[0].variations
    assert last.variations == []
    assert [(node.move.uci(), node.comment) for node in beyond.variations] == [("h0g2", "more"), ("b0c2", "")]
    assert shape(only(dhtmlxq.dumps(game))) == shape(game)
    inside = only(tag("movelist", "774770627967") + tag("move_0_1_1", "774770621927"))
    assert [line for line, *_ in shape(inside)["moves"]][2:] == ["h2e2 h9g7 h0g2", "h2e2 h9g7 b0c2"]


def test_branches_that_start_from_each_other_are_reported() -> None:
    game = only(tag("movelist", "7747") + tag("move_2_2_1", "7062") + tag("move_1_2_2", "7242"))
    assert main_line(game) == "h2e2"
    assert [error.reason for error in game.errors] == ["branch", "branch"]


def test_too_many_moves_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dhtmlxq, "MAX_NODES", 2)
    game = only(tag("movelist", "77477062796780708979"))
    assert main_line(game) == "h2e2 h9g7"
    assert error_places(game) == [("too_large", 1, 27)]


def test_branches_that_repeat_too_much_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each copies its parent's moves: 50,000 empty branches of a long game took all memory."""
    monkeypatch.setattr(dhtmlxq, "_MAX_COPIES", 5)
    game = only(tag("movelist", "774770627967") + "".join(tag(f"move_0_3_{n}", "") for n in (1, 2, 3)))
    assert main_line(game) == "h2e2 h9g7 h0g2"
    assert [error.reason for error in game.errors] == ["too_large"]


def test_comment_on_a_ply_that_is_not_there_is_kept_at_the_end() -> None:
    assert only(tag("movelist", "7747") + tag("comment7", "late")).end().comment == "late"


def test_text_without_a_game_is_refused() -> None:
    with pytest.raises(InvalidRecordError) as caught:
        dhtmlxq.loads("nothing here")
    assert (caught.value.reason, caught.value.line, caught.value.column) == ("empty", 1, 1)


@pytest.mark.parametrize(
    "comment",
    [
        "two\nlines\n\nand a gap",
        "a|b || c|\n|d",
        "[DhtmlXQ_comment1]x[/DhtmlXQ_comment1] [/DhtmlXQ]",
        "\\u4e00 \\\\u \\n",
        "a<br>b <b>",
        "emoji 🐟",
    ],
)
def test_comments_are_kept_whatever_is_in_them(comment: str) -> None:
    game = Game(headers={"Event": comment, "Own-Header": comment})
    game.add_variation(Move.from_uci("h2e2"), comment)
    back = only(dhtmlxq.dumps(game))
    assert back.errors == []
    assert shape(back) == shape(game)


def test_comment_before_a_move_is_put_behind_it() -> None:
    (game,) = pgn.loads("1. h2e2 ( {first} 1. b2e2 {then} )")
    assert only(dhtmlxq.dumps(game)).variations[1].comment == "first\nthen"


@pytest.mark.parametrize(("letter", "result"), [("W", "1-0"), ("D", "1/2-1/2"), ("L", "0-1")])
def test_letters_are_reds_result(letter: str, result: str) -> None:
    """The files of wxf.ca have them; they were read as games without a result."""
    assert only(tag("result", letter) + tag("movelist", "7747")).headers == {"Result": result}


def test_unknown_result_is_kept_as_it_was() -> None:
    game = only(tag("result", "待续") + tag("movelist", "7747"))
    assert game.result == "*"
    assert only(dhtmlxq.dumps(game)).headers["DhtmlXQ_result"] == "待续"


@pytest.mark.parametrize("date", ["199?.??.??", "1990.??.??", "????.??.??", "1990.05.0?", "2001.03.04", "?"])
def test_a_date_that_is_partly_known_is_kept(date: str) -> None:
    """`199?.??.??` came back as the year 1990."""
    assert only(dhtmlxq.dumps(Game(headers={"Date": date}))).headers["Date"] == date


def test_pgn_keeps_what_came_from_dhtmlxq() -> None:
    game = only((DATA / "page.dhtmlxq.txt").read_text(encoding="utf-8"))
    (through,) = pgn.loads(pgn.dumps(game))
    assert dhtmlxq.dumps(only(dhtmlxq.dumps(through))) == dhtmlxq.dumps(through)
    assert shape(through) == shape(game)
    assert through.start.fen() == STARTING_FEN


def test_a_comment_on_a_branch_that_starts_nowhere_is_kept_at_the_start() -> None:
    """It was an IndexError."""
    game = only(tag("movelist", "77477062") + tag("move_0_0_1", "7062") + tag("comment1_1", "lost"))
    assert [error.reason for error in game.errors] == ["branch", "comment"]
    assert game.comment == "lost"


def test_a_comment_on_a_line_that_is_missing_is_an_error() -> None:
    """It was put on the main line."""
    game = only(tag("movelist", "77477062") + tag("comment9_1", "of line 9"))
    assert [error.reason for error in game.errors] == ["comment"]
    assert not any(node.comment for node in game.descendants())


DHJ = """<div>[DHJHtmlXQ]
[DHJHtmlXQ_10]一局[/DHJHtmlXQ_10]
[DHJHtmlXQ_18]甲[/DHJHtmlXQ_18]
[DHJHtmlXQ_22]乙[/DHJHtmlXQ_22]
[DHJHtmlXQ_28]红胜[/DHJHtmlXQ_28]
[DHJHtmlXQ_32]0[/DHJHtmlXQ_32]
[DHJHtmlXQ_34]7062 7967 1022[/DHJHtmlXQ_34]
[game_comment_0_2]正着[/comment_0_2]
[/DHJHtmlXQ]</div>"""


def test_the_format_of_01xq_is_read() -> None:
    (game,) = records.loads(DHJ)
    assert (main_line(game), game.errors) == ("h0g2 h9g7 b0c2", [])
    assert [game.headers[name] for name in ("Title", "Red", "Black", "Result")] == ["一局", "甲", "乙", "1-0"]
    assert [node.comment for node in game.mainline()] == ["", "正着", ""]


def test_positions_of_01xq_have_ninety_squares() -> None:
    squares = f"000k{'0' * 77}N000K0000"
    text = DHJ.replace("_32]0", "_32]1").replace("7062 7967 1022", "3938")
    (game,) = records.loads(f"[DHJHtmlXQ_31]{squares}[/DHJHtmlXQ_31]{text.replace('[DHJHtmlXQ]', '')}")
    assert (game.start.fen(), main_line(game)) == ("3k5/9/9/9/9/9/9/9/9/N3K4 b - - 0 1", "d9d8")
