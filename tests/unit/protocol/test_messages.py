"""Both languages read tests/data/messages; the other reader is tests/unit/web/messages.test.js."""

import json
from pathlib import Path
from typing import Any

import pytest
from cannonfish.engine.limits import Limits
from cannonfish.errors import IllegalMoveError, InvalidFenError, InvalidMoveError
from cannonfish.games import xiangqi
from cannonfish.games.catalogue import GAMES
from cannonfish.protocol import messages
from cannonfish.protocol.messages import (
    BestMoveRequest,
    ConfigureRequest,
    GoRequest,
    JudgeRequest,
    NotateRequest,
    ParseRequest,
    PlayRequest,
    Position,
    ReadRequest,
    RequestError,
    SolveRequest,
    StopRequest,
    ViewRequest,
    WriteRequest,
    failure_of,
    ok,
    parse_request,
)
from cannonfish.protocol.views import board_of, solution_of, start_views, view_of

SAMPLES = Path(__file__).parents[2] / "data" / "messages"
REQUESTS = json.loads((SAMPLES / "requests.json").read_text())
REPLIES = {sample["name"]: sample["message"] for sample in json.loads((SAMPLES / "replies.json").read_text())}
GOOD = [sample for sample in REQUESTS if "error" not in sample]
BAD = [sample for sample in REQUESTS if "error" in sample]


def by_name(sample: dict[str, Any]) -> str:
    return str(sample["name"])


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


def test_every_kind_of_request_has_a_good_sample_and_its_own_class() -> None:
    kinds = {type(parse_request(sample["message"])) for sample in GOOD}
    assert kinds == {
        ViewRequest,
        PlayRequest,
        GoRequest,
        SolveRequest,
        StopRequest,
        ConfigureRequest,
        JudgeRequest,
        NotateRequest,
        ParseRequest,
        ReadRequest,
        WriteRequest,
        BestMoveRequest,
    }


def test_fields_left_out_get_their_defaults() -> None:
    assert parse_request({"id": 1, "type": "go"}) == GoRequest(
        1, Position("xiangqi", None, ()), Limits(movetime=1000)
    )


def test_limits_are_taken_over() -> None:
    request = parse_request({"id": 1, "type": "go", "limits": {"depth": 6, "infinite": False}})
    assert isinstance(request, GoRequest)
    assert request.limits == Limits(depth=6)


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
        ("text", {"id": 1, "type": "read", "text": "炮" * (messages.MAX_RECORD + 1)}),
        ("data", {"id": 1, "type": "read", "data": "A" * (messages.MAX_RECORD + 1)}),
        (
            "record",
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


def test_an_unknown_type_is_quoted_in_part_only() -> None:
    with pytest.raises(RequestError) as caught:
        parse_request({"id": 1, "type": "x" * messages.MAX_WORD})
    assert caught.value.code == "unknown_type"


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
    assert [(name, view["game"], view["turn"]) for name, view in views.items()] == [
        ("xiangqi", "xiangqi", "red"),
        ("chess", "chess", "white"),
        ("liuzichong", "liuzichong", "white"),
    ]


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
