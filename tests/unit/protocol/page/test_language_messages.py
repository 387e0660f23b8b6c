"""What the worker says about laws, notations and records: the same session as in test_worker.py."""

import base64
import json
import random
from array import array
from pathlib import Path
from typing import Any

import pytest
from cannonfish import records
from cannonfish.games import xiangqi
from cannonfish.protocol.page import records as protocol_records
from cannonfish.protocol.page import worker
from cannonfish.records import load
from cannonfish.records.openings import MAX_PLIES

from tests.cases import slow
from tests.unit.protocol.page.test_worker import Page

DATA = Path(__file__).parents[3] / "data"
CASES = json.loads((DATA / "repetition" / "cases.json").read_text(encoding="utf-8"))["cases"]
CHASE = "4k4/9/9/9/n8/9/9/9/1R7/3K5 w - - 0 1"
CYCLE = ["b1a1", "a5b7", "a1b1", "b7a5"]
XQF = (DATA / "records" / "published.xqf").read_bytes()


@pytest.fixture
def page() -> Page:
    return Page()


def ask(page: Page, **message: Any) -> dict[str, Any]:
    page.say({"id": "q", **message})
    reply = page.reply("q")
    page.posted.clear()
    json.dumps(reply)
    return reply


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


# --- laws -------------------------------------------------------------------------------------------------


def test_a_view_warns_before_the_repetition_that_ends_the_game(page: Page) -> None:
    view = ask(page, type="view", fen=CHASE, moves=CYCLE)["view"]
    assert view["warning"] == {"law": "perpetual_chase", "loser": "red"}
    assert view["outcome"] is None
    assert ask(page, type="view", fen=CHASE, moves=CYCLE[:3])["view"]["warning"] is None


def test_the_outcome_carries_the_judges_explanation(page: Page) -> None:
    view = ask(page, type="play", fen=CHASE, moves=[*CYCLE, *CYCLE[:3]], move=CYCLE[3])["view"]
    outcome = view["outcome"]
    assert (outcome["winner"], outcome["termination"]) == ("black", "perpetual_chase")
    explanation = outcome["explanation"]
    assert (explanation["law"], explanation["loser"]) == ("perpetual_chase", "red")
    assert [move["ply"] for move in explanation["moves"]] == list(range(1, 9))
    assert explanation["moves"][0]["threats"][0]["perpetual"]
    assert view["warning"] is None


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_judge_tells_the_law_before_and_after_the_end(page: Page, case: dict[str, Any]) -> None:
    cycle = case["cycle"].split()
    warned = ask(page, type="judge", fen=case["fen"], moves=cycle)
    assert warned["warning"] == {"law": case["law"], "loser": case["loser"]}
    assert warned["explanation"]["law"] == case["law"]
    ended = ask(page, type="judge", fen=case["fen"], moves=cycle * 2)
    assert ended["outcome"]["explanation"] == ended["explanation"]
    assert ended["explanation"]["law"] == case["law"]


def test_the_move_limit_tells_since_when_nothing_was_taken(page: Page) -> None:
    fen = "4k4/9/9/9/9/6p2/9/9/9/3K2R2 w - - 0 1"
    moves = ["g0g4", "e9e8", "g4g5", "e8e9"]
    assert ask(page, type="judge", fen=fen, moves=moves)["explanation"] is None
    quiet = "4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 118 100"
    view = ask(page, type="view", fen=quiet, moves=["f0g0", "e9e8"])["view"]
    assert view["outcome"] == {
        "winner": None,
        "termination": "move_limit",
        "explanation": {
            "law": "move_limit",
            "loser": None,
            "since": 0,
            "uncounted": 0,
            "before": 118,
            "moves": [],
        },
    }


def test_mate_needs_no_explanation(page: Page) -> None:
    view = ask(page, type="view", fen="3k5/9/9/9/9/9/9/9/4R4/3RK4 b - - 0 1")["view"]
    assert view["outcome"]["explanation"] is None


# --- notations --------------------------------------------------------------------------------------------


def test_moves_are_written_in_every_notation(page: Page) -> None:
    moves = ask(page, type="notate", moves=["h2e2", "h9g7", "e2e6"], first=1)["moves"]
    assert [move["chinese"] for move in moves] == ["马8进7", "炮五进四"]
    assert moves[0] == {
        "uci": "h9g7",
        "iccs": "H9-G7",
        "wxf": "H8+7",
        "san": "Hg8",
        "chinese": "马8进7",
        "traditional": "馬8進7",
        "vietnamese": "M8.7",
        "vietnamese_words": "Mã 8 tấn 7",
    }


@pytest.mark.parametrize(
    "text",
    ["h2e2", "H2-E2", "C2=5", "C2.5", "Che3", "炮二平五", "砲 ２ 平 ５", "包2平5", "P2-5", "pháo 2 bình 5"],
)
def test_a_typed_move_is_understood_in_any_notation(page: Page, text: str) -> None:
    (meant,) = ask(page, type="parse", text=text)["moves"]
    assert meant["uci"] == "h2e2"


def test_the_notation_of_the_page_decides_what_two_notations_share(page: Page) -> None:
    fen = "4k4/9/9/9/9/9/2P6/2C6/9/3K5 w - - 0 1"

    def meant(notation: str | None) -> list[str]:
        return [
            move["uci"] for move in ask(page, type="parse", fen=fen, text="C7.1", notation=notation)["moves"]
        ]

    assert meant("wxf") == ["c2i2"]
    assert meant("vietnamese") == meant("vietnamese_words") == ["c3c4"]
    assert meant(None) == meant("chinese") == ["c2i2", "c3c4"]
    assert ask(page, type="parse", text="C7.1", notation="braille")["error"]["field"] == "notation"


def test_an_ambiguous_text_gives_the_moves_to_choose_from(page: Page) -> None:
    fen = "4k4/9/9/2P1P4/9/2P1P4/9/9/9/4K4 w - - 0 1"
    moves = ask(page, type="parse", fen=fen, text="前兵平四")["moves"]
    assert [move["uci"] for move in moves] == ["e6f6"]
    moves = ask(page, type="parse", fen=fen, text="前兵进一")["moves"]
    assert sorted(move["uci"] for move in moves) == ["c6c7", "e6e7"]
    assert len({move["wxf"] for move in moves}) == 2


@pytest.mark.parametrize(("text", "code"), [("hello", "invalid_move"), ("e0e5", "illegal_move")])
def test_what_is_no_move_here_is_named(page: Page, text: str, code: str) -> None:
    error = ask(page, type="parse", text=text)["error"]
    assert (error["code"], error["text"]) == (code, text)


# --- reading ----------------------------------------------------------------------------------------------

PGN = """[Game "Chinese Chess"]
[Red "甲"]

1. 炮二平五 {好} 马8进7 (1... 炮8平5 2. 炮五进四) 2. 马二进三 *
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "gb18030", "utf-16"])
def test_a_file_is_read_in_any_encoding(page: Page, encoding: str) -> None:
    reply = ask(page, type="read", data=encoded(PGN.encode(encoding)))
    assert (reply["format"], reply["total"], reply["games"], reply["pick"]) == ("pgn", 1, [{"Red": "甲"}], 0)
    assert reply["game"]["moves"] == [
        [0, "h2e2", {"comment": "好"}],
        [1, "h9g7"],
        [2, "h0g2"],
        [1, "h7e7"],
        [4, "e2e6"],
    ]
    assert reply["game"]["errors"] == []


@pytest.mark.parametrize(
    ("text", "format", "fen", "moves"),
    [
        ("1. C2=5 H8+7", "moves", None, 2),
        ("炮二平五 马8进7 马二进三", "moves", None, 3),
        (CHASE, "fen", CHASE, 0),
        (f"position fen {CHASE} moves b1a1 a5b7", "fen", CHASE, 2),
        ("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]", "dhtmlxq", None, 2),
    ],
)
def test_what_was_pasted_is_detected(page: Page, text: str, format: str, fen: str | None, moves: int) -> None:
    reply = ask(page, type="read", text=text)
    assert (reply["format"], reply["game"]["fen"], len(reply["game"]["moves"])) == (format, fen, moves)


def test_an_xqf_file_is_read(page: Page) -> None:
    reply = ask(page, type="read", data=encoded(XQF))
    assert reply["format"] == "xqf"
    assert len(reply["game"]["moves"]) == sum(1 for _ in load(XQF)[0].descendants())


def test_of_several_games_one_is_picked(page: Page) -> None:
    two = PGN + "\n" + PGN.replace("甲", "乙").replace("炮二平五", "相三进五", 1)
    listed = ask(page, type="read", text=two)
    assert (listed["total"], listed["game"], listed["pick"]) == (2, None, None)
    assert [game["Red"] for game in listed["games"]] == ["甲", "乙"]
    picked = ask(page, type="read", text=two, pick=1)
    assert picked["game"]["moves"][0] == [0, "g0e2", {"comment": "好"}]
    assert ask(page, type="read", text=two, pick=2)["error"]["reason"] == "no_such_game"


@pytest.mark.parametrize(
    ("text", "reason", "line", "column"),
    [
        ("hello", "unknown_format", 1, 1),
        ("", "unknown_format", 1, 1),
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9 w", "invalid_fen", 1, 1),
    ],
)
def test_what_cannot_be_read_at_all_is_located(
    page: Page, text: str, reason: str, line: int, column: int
) -> None:
    error = ask(page, type="read", text=text or " ")["error"]
    assert (error["code"], error["reason"], error["line"], error["column"]) == (
        "invalid_record",
        reason,
        line,
        column,
    )


@pytest.mark.parametrize(
    ("text", "kept", "reason", "line", "column"),
    [
        (PGN.replace("2. 马二进三", "2. 炮二平五"), 4, "illegal_move", 4, 41),
        (PGN.replace("2. 马二进三 *", "2. 马二"), 4, "invalid_move", 4, 41),
        (PGN.replace("炮五进四) 2. 马二进三", "炮五进四"), 4, "bracket", 4, 18),
        ("[DhtmlXQ_movelist]774770627747[/DhtmlXQ_movelist]", 2, "illegal_move", 1, 27),
    ],
)
def test_what_came_before_a_fault_is_kept(
    page: Page, text: str, kept: int, reason: str, line: int, column: int
) -> None:
    game = ask(page, type="read", text=text)["game"]
    assert len(game["moves"]) == kept
    first = game["errors"][0]
    assert (first["reason"], first["line"], first["column"]) == (reason, line, column)


def test_a_file_that_is_no_text_is_refused(page: Page) -> None:
    error = ask(page, type="read", data=encoded(b"1. C2=5 \xff\1\2\3\4\5"))["error"]
    assert (error["reason"], error["line"], error["column"]) == ("encoding", 1, 10)


def test_a_file_that_may_be_in_several_encodings(page: Page) -> None:
    data = encoded('[White "Erdős"]\n\n1. e4 *\n'.encode("cp1250"))
    reply = ask(page, type="read", game="chess", data=data)
    assert reply["encoding"] == reply["encodings"][0]["encoding"]
    assert {"encoding": "cp1250", "sample": "Erdős"} in reply["encodings"]
    chosen = ask(page, type="read", game="chess", data=data, encoding="cp1252")
    assert (chosen["encoding"], chosen["game"]["headers"]["White"]) == ("cp1252", "Erdõs")
    assert chosen["encodings"] == reply["encodings"]


def test_encodings_of_a_file_that_cannot_be_read_in_the_chosen_one(page: Page) -> None:
    data = encoded("炮二平五 马8进7".encode("gb18030"))
    error = ask(page, type="read", data=data, encoding="cp1252")["error"]
    assert (error["reason"], error["encoding"]) == ("unknown_format", "cp1252")
    assert error["encodings"].split()[0] == "gb18030"


@pytest.mark.parametrize("data", [b"1. C2=5 *", '[Red "吕钦"]\n\n1. C2=5 *'.encode()])
def test_nothing_is_said_of_an_encoding_that_is_not_in_doubt(page: Page, data: bytes) -> None:
    assert ask(page, type="read", data=encoded(data))["encodings"] == []


def test_an_encoding_that_does_not_exist(page: Page) -> None:
    error = ask(page, type="read", data=encoded(b"1. e4 \xe9"), encoding="nonsense")["error"]
    assert (error["code"], error["reason"]) == ("invalid_record", "no_such_encoding")


@pytest.mark.parametrize("cut", [16, 64, 1000])
def test_an_xqf_with_a_broken_header_is_refused(page: Page, cut: int) -> None:
    error = ask(page, type="read", data=encoded(XQF[:cut] + bytes(8)))["error"]
    assert error["code"] == "invalid_record"


def test_a_fen_with_a_thousand_moves_is_read(page: Page) -> None:
    line = ["h0g2", "h9g7", "g2h0", "g7h9"] * 250
    fen = f"{xiangqi.STARTING_FEN} moves {' '.join(line)}"
    reply = ask(page, type="read", text=fen)
    assert [move for _, move in reply["game"]["moves"]] == line
    assert ask(page, type="view", fen=fen)["view"]["outcome"]["termination"] == "repetition"


def test_a_long_text_is_read_in_slices_and_tells_how_far_it_is(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "SLICE", 0)
    page.say({"id": 1, "type": "read", "text": PGN * 20}, {"id": 2, "type": "view"})
    told = [message for message in page.posted if message["type"] == "progress"]
    assert len(told) >= 20
    assert all(0 <= each["done"] < each["total"] == len(PGN) * 20 for each in told)
    assert [each["done"] for each in told] == sorted(each["done"] for each in told)
    order = [message["id"] for message in page.posted if "ok" in message]
    assert order == [2, 1], "a question in between is answered at once"
    assert page.reply(1)["total"] == 20


def test_a_fault_late_in_a_long_text_is_an_answer_too(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "SLICE", 0)
    error = ask(page, type="read", text=PGN * 20, pick=20)["error"]
    assert error["reason"] == "no_such_game"


@pytest.mark.slow
def test_twenty_megabytes_of_games_are_listed(page: Page) -> None:
    text = PGN * (20_000_000 // len(PGN))
    reply = ask(page, type="read", text=text)
    assert reply["total"] == 20_000_000 // len(PGN)
    assert len(reply["games"]) == protocol_records.MAX_LISTED


TEXTS = [
    *("k" * 2_000_000, "炮" * 1_000_000, "[" * 5_000_000, '[a "' * 2_000_000),
    *(slow("k" * 20_000_000), slow("炮" * 20_000_000)),
]


@pytest.mark.parametrize("text", TEXTS)
def test_megabytes_of_nonsense_are_refused_soon(page: Page, text: str) -> None:
    reply = ask(page, type="read", text=text)
    if "error" in reply:
        assert reply["error"]["code"] == "invalid_record"
        assert len(json.dumps(reply)) < 1000
    else:
        assert reply["game"]["errors"]


def test_a_game_too_long_for_a_page_is_refused(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol_records, "MAX_NODES", 3)
    assert ask(page, type="read", text=PGN)["error"]["reason"] == "too_many_moves"


@pytest.mark.parametrize("kind", ["read", "write"])
def test_an_unknown_game_is_named(page: Page, kind: str) -> None:
    message = {"type": kind, "text": "x", "game": "go", "record": {"game": "go"}, "format": "pgn"}
    assert ask(page, **message)["error"]["code"] == "unknown_game"


# --- writing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "notation", [None, "chinese", "traditional", "wxf", "iccs", "vietnamese", "vietnamese_words"]
)
def test_what_was_read_is_written_and_read_again(page: Page, notation: str | None) -> None:
    record = ask(page, type="read", text=PGN)["game"]
    text = ask(page, type="write", format="pgn", notation=notation, record=record)["text"]
    again = ask(page, type="read", text=text)["game"]
    again["headers"].pop("Format", None)
    assert again == record
    text = ask(page, type="write", format="dhtmlxq", record=record)["text"]
    assert ask(page, type="read", text=text)["game"] == record


def test_an_xqf_is_written_in_base64(page: Page) -> None:
    record = ask(page, type="read", data=encoded(XQF))["game"]
    data = ask(page, type="write", format="xqf", record=record)["data"]
    assert ask(page, type="read", data=data)["game"] == record


def test_moves_may_come_in_any_order_that_begins_with_parents(page: Page) -> None:
    record = {"moves": [[0, "h2e2"], [0, "b2e2"], [1, "h9g7"], [2, "b9c7"], [3, "h0g2", {"nags": [1]}]]}
    text = ask(page, type="write", format="pgn", notation="wxf", record=record)["text"]
    assert text.split("\n\n")[1].strip() == "1. C2=5 ( 1. C8=5 H2+3 ) 1... H8+7 2. H2+3 $1 *"


def test_equal_positions_have_equal_keys_however_they_were_reached(page: Page) -> None:
    moves = [[0, "h2e2"], [1, "h9g7"], [2, "b0c2"], [0, "b0c2"], [4, "h9g7"], [5, "h2e2"]]
    keys = ask(page, type="positions", record={"moves": moves})["keys"]
    assert len(keys) == 7
    assert keys[3] == keys[6]
    assert len({*keys}) == 6
    assert keys[0].split()[1] == "w"
    chess = ask(page, type="positions", record={"game": "chess", "moves": [[0, "e2e4"], [0, "e2e3"]]})["keys"]
    assert len({*chess}) == 3
    illegal = ask(page, type="positions", record={"moves": [[0, "h2e2"], [1, "h2e2"]]})["error"]
    assert (illegal["code"], illegal["number"]) == ("illegal_move", 2)


def test_openings_are_indexed_by_positions_however_they_were_reached(page: Page) -> None:
    texts = [
        "1. C8=5 H8+7 2. H2+3 R9=8 (2... R1+1) 1-0",
        "1. H2+3 H8+7 2. C8=5 P7+1 3. K5+5 0-1",
        "1. C2=5 C8=5 2. C2=5 *",
    ]
    text = "\n\n".join(
        f'[Game "Chinese Chess"]\n[Red "{name}"]\n\n{moves}' for name, moves in zip("ABC", texts, strict=True)
    )
    found = ask(page, type="index", text=text)
    assert [game["Red"] for game in found["games"]] == ["A", "B", "C"]
    positions, games, moves = (
        [*array(kind, base64.b64decode(found[name]))]
        for kind, name in zip("QIH", ("positions", "numbers", "moves"), strict=True)
    )
    assert positions == sorted(positions)
    rows = {(*row,) for row in zip(positions, games, (found["names"][move] for move in moves), strict=True)}
    record = {"moves": [[0, "b2e2"], [1, "h9g7"], [2, "h0g2"]]}
    start, *_, joined = array("Q", base64.b64decode(ask(page, type="positions", record=record)["numbers"]))
    assert {row[1:] for row in rows if row[0] == start} == {(0, "b2e2"), (1, "h0g2"), (2, "h2e2")}
    assert {row[1:] for row in rows if row[0] == joined} == {(0, "i9h9"), (1, "g6g5")}
    assert {game for _, game, _ in rows} == {0, 1, 2}
    assert sum(game == 2 for _, game, _ in rows) == 2


def test_only_the_opening_of_a_long_game_is_indexed(page: Page) -> None:
    chooser, board = random.Random(51), xiangqi.Board()
    while board.ply() < 60:
        board.push(chooser.choice([*board.legal_moves]))
    found = ask(page, type="index", text=records.pgn.dumps(records.Game.from_board(board)))
    positions = array("Q", base64.b64decode(found["positions"]))
    assert len(positions) == len({*positions}) == MAX_PLIES
    assert ask(page, type="index", text=" ")["error"]["code"] == "invalid_record"


def test_an_illegal_move_is_not_written(page: Page) -> None:
    record = {"moves": [[0, "h2e2"], [1, "h2e2"]]}
    error = ask(page, type="write", format="pgn", record=record)["error"]
    assert (error["code"], error["number"], error["text"]) == ("illegal_move", 2, "h2e2")


@pytest.mark.parametrize("format", ["dhtmlxq", "xqf"])
def test_formats_of_xiangqi_hold_no_chess(page: Page, format: str) -> None:
    record = {"game": "chess", "moves": [[0, "e2e4"]]}
    assert "1. e4" in ask(page, type="write", format="pgn", record=record)["text"]
    assert ask(page, type="write", format=format, record=record)["error"]["reason"] == "format"


def test_the_engine_goes_on_thinking_while_a_text_is_read() -> None:
    page = Page()

    def read_and_stop() -> None:
        page.session.receive({"id": "r", "type": "read", "text": PGN})
        page.session.receive({"id": "s", "type": "stop"})

    page.during = read_and_stop
    page.say({"id": "g", "type": "go", "limits": {"infinite": True}})
    assert page.reply("r")["game"]["moves"]
    assert page.reply("g")["bestmove"]
