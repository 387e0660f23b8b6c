"""The table of messages and its samples, which tests/unit/web/test_message_types.py checks as well."""

import json
from pathlib import Path
from typing import Any

import pytest
from cannonfish.engine import EXECUTIONS, MAX_THREADS
from cannonfish.engine.limits import ALGORITHMS, MAX_DEPTH, MAX_LEVEL, MAX_LINES, MAX_NODES, MAX_TIME, Limits
from cannonfish.errors import IllegalMoveError, InvalidFenError, InvalidMoveError
from cannonfish.games import xiangqi
from cannonfish.games.catalogue import GAMES
from cannonfish.protocol.page.messages import (
    DEFAULT_GAME,
    TABLE,
    Message,
    Position,
    RequestError,
    failure_of,
    ok,
    parse_request,
)
from cannonfish.protocol.page.views import board_of, line_texts, solution_of, start_views, view_of

from tests.unit.protocol.page.message_checks import assert_in_table

SAMPLES = Path(__file__).parents[3] / "data" / "messages"
REQUESTS = json.loads((SAMPLES / "requests.json").read_text())
ALL_REPLIES = json.loads((SAMPLES / "replies.json").read_text())
REPLIES = {sample["name"]: sample["message"] for sample in ALL_REPLIES}
GOOD = [sample for sample in REQUESTS if "error" not in sample]
BAD = [sample for sample in REQUESTS if "error" in sample]
GOOD_REPLIES = [sample["message"] for sample in ALL_REPLIES if "bad" not in sample]
LIMITS = TABLE["types"]["limits"]["fields"]


def by_name(sample: dict[str, Any]) -> str:
    return str(sample["name"])


def names(fields: Message) -> set[str]:
    return {key.removesuffix("?") for key in fields}


@pytest.mark.parametrize("sample", GOOD, ids=by_name)
def test_good_requests_are_read_and_keep_their_id(sample: dict[str, Any]) -> None:
    request = parse_request(sample["message"])
    assert request.id == sample["message"].get("id")


@pytest.mark.parametrize("sample", BAD, ids=by_name)
def test_bad_requests_are_refused_by_code_field_and_reason(sample: dict[str, Any]) -> None:
    with pytest.raises(RequestError) as caught:
        parse_request(sample["message"])
    error = failure_of(caught.value.id, caught.value)["error"]
    assert {key: error.get(key) for key in sample["error"]} == sample["error"]
    assert error["message"]


@pytest.mark.parametrize("sample", ALL_REPLIES, ids=by_name)
def test_the_table_knows_a_good_reply_from_a_bad_one(sample: dict[str, Any]) -> None:
    if "bad" not in sample:
        assert_in_table(sample["message"])
    else:
        with pytest.raises((AssertionError, RequestError)):
            assert_in_table(sample["message"])


def test_there_are_samples_of_every_message_with_every_field() -> None:
    for kind, fields in TABLE["requests"].items():
        of_this_kind = [sample["message"] for sample in GOOD if sample["message"].get("type") == kind]
        position = names(TABLE["requests"]["view"]) if kind != "view" else set()
        assert names(fields) - position <= {name for message in of_this_kind for name in message}, kind
    for kind, fields in {**TABLE["replies"], **TABLE["events"]}.items():
        of_this_kind = [message for message in GOOD_REPLIES if message.get("type") == kind]
        assert names(fields) <= {name for message in of_this_kind for name in message}, kind
    limits = [sample["message"].get("limits") or {} for sample in GOOD]
    assert names(LIMITS) == {name for given in limits for name in given}


def test_a_wrong_value_is_refused_in_every_field() -> None:
    """No field of any message may be a list of a list, so the table must refuse that everywhere."""
    for kind, fields in TABLE["requests"].items():
        message = next(sample["message"] for sample in GOOD if sample["message"].get("type") == kind)
        for name in names(fields):
            with pytest.raises(RequestError) as caught:
                parse_request({**message, name: [[]]})
            assert str(caught.value.details["field"]).startswith(name)
    for name in names(LIMITS):
        with pytest.raises(RequestError) as caught:
            parse_request({"id": 1, "type": "go", "limits": {name: [[]]}})
        assert str(caught.value.details["field"]).startswith(f"limits.{name}")


def test_the_table_and_the_engine_have_the_same_limits() -> None:
    """The engine does not know the messages, so both state the limits; they must not drift apart."""
    assert LIMITS["level?"]["max"] == MAX_LEVEL
    assert LIMITS["algorithm?"]["enum"] == [*ALGORITHMS]
    assert TABLE["types"]["execution"]["enum"] == [*EXECUTIONS]
    assert LIMITS["depth?"]["max"] == LIMITS["mate?"]["max"] == MAX_DEPTH
    assert LIMITS["nodes?"]["max"] == MAX_NODES
    assert TABLE["types"]["few"]["max"] == MAX_LINES == MAX_THREADS
    for name in ("movetime", "wtime", "btime", "winc", "binc", "byoyomi"):
        assert LIMITS[f"{name}?"]["max"] == MAX_TIME
    for name, rule in LIMITS.items():
        rule = TABLE["types"].get(rule, rule) if isinstance(rule, str) else rule
        for bound in ("min", "max"):
            if rule != "boolean" and rule["type"] == "integer" and bound in rule:
                Limits(**{name.removesuffix("?"): rule[bound]})


def test_fields_left_out_get_their_defaults() -> None:
    request = parse_request({"id": 1, "type": "go"})
    assert (request.position, request.limits) == (Position(DEFAULT_GAME, None, ()), Limits(movetime=1000))
    assert parse_request({"id": 1, "type": "notate"}).fields["first"] == 0
    record = parse_request({"id": 1, "type": "write", "format": "pgn", "record": {"moves": [[0, "h2e2"]]}})
    assert record.fields["record"]["game"] == DEFAULT_GAME
    assert record.fields["record"]["moves"] == [(0, "h2e2", {})]


def test_the_default_game_is_the_first_of_the_catalogue() -> None:
    assert next(iter(GAMES)) == DEFAULT_GAME


@pytest.mark.parametrize(
    ("given", "limits"),
    [
        ({"depth": 6, "infinite": False}, Limits(depth=6)),
        ({"infinite": True, "multipv": 3}, Limits(infinite=True, multipv=3)),
        ({"wtime": 500, "winc": 20}, Limits(wtime=500, winc=20)),
        ({"mate": 2}, Limits(mate=2)),
        ({"searchmoves": ["h2e2"], "multipv": 2}, Limits(movetime=1000, multipv=2, searchmoves=("h2e2",))),
        ({"winc": 20, "movestogo": 3}, Limits(movetime=1000, winc=20, movestogo=3)),
    ],
)
def test_limits_are_taken_over_and_a_search_without_an_end_gets_a_second(
    given: dict[str, Any], limits: Limits
) -> None:
    assert parse_request({"id": 1, "type": "go", "limits": given}).limits == limits


def test_an_error_knows_the_id_of_its_request() -> None:
    with pytest.raises(RequestError) as caught:
        parse_request({"id": "mine", "type": "play"})
    assert caught.value.id == "mine"


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("fen", {"id": 1, "type": "view", "fen": "k" * 1_000_000}),
        ("type", {"id": 1, "type": "view" * 1_000_000}),
        ("id", {"id": "1" * 1_000_000, "type": "view"}),
        ("moves", {"id": 1, "type": "view", "moves": ["h2e2"] * 1_000_000}),
        ("moves[1]", {"id": 1, "type": "view", "moves": ["h2e2", "h" * 1_000_000]}),
        ("fen", {"fen": "k" * 1_000_000}),
        ("text", {"id": 1, "type": "parse", "text": "炮" * 1_000_000}),
        ("text", {"id": 1, "type": "read", "text": "炮" * (32 * 2**20 + 1)}),
        ("data", {"id": 1, "type": "read", "data": "A" * (32 * 2**20 + 1)}),
        (
            "record.headers.Red",
            {"id": 1, "type": "write", "format": "pgn", "record": {"headers": {"Red": "x" * 2_000_000}}},
        ),
    ],
)
def test_gigantic_text_is_refused_with_a_short_answer(field: str, message: dict[str, Any]) -> None:
    with pytest.raises(RequestError) as caught:
        parse_request(message)
    error = failure_of(None, caught.value)["error"]
    assert (error["code"], error["field"]) == ("too_large", field)
    assert len(json.dumps(error)) < 300


def test_a_gigantic_name_is_quoted_in_part_only() -> None:
    for message in (
        {"id": 1, "type": "x" * 64},
        {"id": 1, "type": "write", "format": "pgn", "record": {"headers": {"x" * 1_000_000: 1}}},
    ):
        with pytest.raises(RequestError) as caught:
            parse_request(message)
        assert len(json.dumps(failure_of(None, caught.value))) < 500


# --- positions and views ----------------------------------------------------------------------------------


def test_a_position_is_read_by_the_rules() -> None:
    board = board_of(Position(moves=("h2e2", "h9g7")))
    assert board.ply() == 2


@pytest.mark.parametrize(
    ("position", "error"),
    [
        (Position(fen="nonsense"), InvalidFenError),
        (Position(moves=("z9z9",)), InvalidMoveError),
        (Position(moves=("h2e2", "h2e2")), IllegalMoveError),
        (Position(game="go"), RequestError),
    ],
)
def test_a_wrong_position_is_named(position: Position, error: type[ValueError]) -> None:
    with pytest.raises(error):
        board_of(position)


def test_an_illegal_move_is_located() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        board_of(Position(moves=("h2e2", "h2e2")))
    error = failure_of(7, caught.value)["error"]
    assert (error["code"], error["number"], error["text"]) == ("illegal_move", 2, "h2e2")


def test_the_view_of_the_start() -> None:
    view = view_of(xiangqi.Board())
    assert view["turn"] == "red"
    assert sum(len(dests) for dests in view["dests"].values()) == 44
    assert sorted(view["dests"]["b0"]) == ["a2", "c2"]
    assert (view["check"], view["lastMove"], view["outcome"], view["move"], view["ply"]) == (
        None,
        None,
        None,
        None,
        0,
    )


def test_a_view_tells_check_and_the_last_move() -> None:
    board = xiangqi.Board("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1")
    board.push_uci("a1e1")
    view = view_of(board)
    assert (view["check"], view["lastMove"], view["move"], view["ply"]) == (
        "e9",
        ["a1", "e1"],
        REPLIES["a view"]["view"]["move"],
        1,
    )
    assert {"id": 1, "ok": True, "type": "view", "view": view}.keys() == REPLIES["a view"].keys()
    assert view.keys() == REPLIES["a view"]["view"].keys()
    assert {orig: sorted(dests) for orig, dests in view["dests"].items()} == {"e9": ["f9"]}


def test_a_view_names_why_a_position_cannot_arise() -> None:
    view = view_of(xiangqi.Board("3k2p2/4P4/9/9/9/2B1cnN2/9/7CR/4p4/2Cp1K3 w - - 0 1"))
    assert view["status"] == ["pawn_unreachable"]
    assert view["dests"]
    assert "status" not in view_of(xiangqi.Board())


def test_a_finished_game_has_an_outcome_and_no_destinations() -> None:
    view = view_of(xiangqi.Board("3k5/9/9/9/9/9/9/9/4R4/3RK4 b - - 0 1"))
    assert view == {**REPLIES["a view of a finished game"]["view"], "fen": view["fen"]}


def test_a_draw_has_no_winner_and_no_destinations() -> None:
    there_and_back = ("h2e2", "h7e7", "e2h2", "e7h7") * 2
    view = view_of(board_of(Position(moves=there_and_back)))
    assert (view["outcome"]["winner"], view["outcome"]["termination"]) == (None, "repetition")
    assert view["dests"] == {}


def test_views_and_replies_are_plain_data() -> None:
    reply = ok(1, "view", view=view_of(xiangqi.Board()))
    assert json.loads(json.dumps(reply)) == reply


def test_the_start_views_are_those_of_all_games() -> None:
    views = start_views()
    assert views.keys() == set(GAMES)
    assert views["xiangqi"] == view_of(xiangqi.Board())
    assert [view["game"] for view in views.values()] == [*views]
    turns = {name: views[name]["turn"] for name in ("xiangqi", "chess", "liuzichong")}
    assert turns == {"xiangqi": "red", "chess": "white", "liuzichong": "white"}


def test_a_promotion_is_one_destination_and_a_choice() -> None:
    view = view_of(board_of(Position("chess", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1")), "chess")
    assert view["dests"]["e7"] == ["d8"]
    assert sorted(view["promotions"]["e7d8"]) == ["b", "n", "q", "r"]
    after = view_of(board_of(Position("chess", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", ("e7d8n",))), "chess")
    assert (after["move"], after["lastMove"]) == (
        {"uci": "e7d8n", "san": "exd8=N"},
        ["e7", "d8"],
    )


@pytest.mark.parametrize(
    ("position", "text", "captured"),
    [
        (Position(moves=("h2h9",)), ("wxf", "C2+7"), ["h9"]),
        (Position("chess", moves=("g1f3",)), ("san", "Nf3"), []),
        (Position("chess", moves=("e2e4", "a7a6", "e4e5", "d7d5", "e5d6")), ("san", "exd6"), ["d5"]),
        (Position("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", ("e1c1",)), ("san", "O-O-O"), []),
        (
            Position("liuzichong", "BBBBWB.B.WWWW... b", ("d3c3",)),
            ("captures", "d3c3xc2xa3"),
            ["c2", "a3"],
        ),
    ],
)
def test_a_view_tells_how_the_last_move_is_written_and_what_it_took(
    position: Position, text: tuple[str, str], captured: list[str]
) -> None:
    view = view_of(board_of(position), position.game)
    assert view["move"][text[0]] == text[1]
    assert view["captured"] == captured


def test_only_a_king_in_check_is_marked() -> None:
    mated = Position("chess", moves=("f2f3", "e7e5", "g2g4", "d8h4"))
    view = view_of(board_of(mated), "chess")
    assert (view["check"], view["outcome"]["winner"]) == ("e1", "black")
    assert view_of(board_of(Position("liuzichong")), "liuzichong")["check"] is None


def test_a_line_is_written_as_far_as_it_is_legal() -> None:
    board = board_of(Position(moves=("h2e2",)))
    line = [xiangqi.Move.from_uci(text) for text in ("h9g7", "h0g2", "a0a9", "i9h9")]
    assert line_texts(board, line, "xiangqi", "wxf") == ["H8+7", "H2+3"]
    assert line_texts(board, line[:1], "xiangqi", "traditional") == ["馬8進7"]
    assert board.ply() == 1


def test_the_solution_of_a_position_lists_the_best_first() -> None:
    board = board_of(Position("liuzichong"))
    assert solution_of(board, "liuzichong")["moves"] == [
        {"uci": "a2b2", "captures": "a2b2", "result": "draw", "distance": None},
        {"uci": "d2c2", "captures": "d2c2", "result": "draw", "distance": None},
        {"uci": "b1b2", "captures": "b1b2", "result": "loss", "distance": 34},
        {"uci": "c1c2", "captures": "c1c2", "result": "loss", "distance": 34},
    ]
    over = board_of(Position("liuzichong", "WB..B........... w"))
    assert solution_of(over, "liuzichong") == {"moves": []}


def test_what_is_not_solved_says_so() -> None:
    with pytest.raises(RequestError) as caught:
        solution_of(board_of(Position("chess")), "chess")
    assert caught.value.code == "not_solved"
