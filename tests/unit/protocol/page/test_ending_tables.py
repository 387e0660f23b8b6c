"""Endings in messages: sizes, solving that can be stopped, what positions are worth."""

import asyncio
from typing import Any

import pytest
from cannonfish.games.xiangqi import endings
from cannonfish.protocol.page import ending_tables

from tests.unit.protocol.page.test_worker import Page

WON = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1"
"""A chariot against the lone general."""


@pytest.fixture
def page() -> Page:
    """A session that solves endings natively, or interpreted where that cannot be had."""
    return Page("auto")


def ask(page: Page, kind: str, **fields: Any) -> dict[str, Any]:
    """The reply to a request."""
    page.say({"id": kind, "type": kind, **fields})
    return page.replies(kind)[-1]


def tables(page: Page) -> dict[str, str]:
    """The tables that were posted, by the name of the ending."""
    return {each["ending"]: each["table"] for each in page.posted if each.get("table")}


def after_a_table(page: Page, first: object, second: object) -> None:
    """Send a message, and a second one when the first table has come; wait until both are answered."""

    async def act() -> None:
        page.session.receive(first)
        while not tables(page):
            await asyncio.sleep(0)
        page.session.receive(second)
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)

    asyncio.run(act())


def test_an_ending_says_how_large_it_is_and_what_is_still_to_be_solved(page: Page) -> None:
    facts = ask(page, "ending", name="KR-ka")
    assert facts["name"] == "KR-ka"
    assert set(facts["missing"]) == {"K-k", "K-ka", "KR-k", "KR-ka"}
    assert facts["todo"] == sum(endings.Material.parse(each).positions for each in facts["missing"])
    assert facts["statistics"] is None
    assert ask(page, "ending", fen=facts["fen"])["name"] == "KR-ka"


def test_too_large_an_ending_says_what_would_fit(page: Page) -> None:
    facts = ask(page, "ending", name="KRRNNCC-krrnnccaabb")
    assert facts["positions"] > facts["limit"]
    assert facts["missing"] == []
    assert facts["smaller"]
    assert all(endings.Material.parse(each).positions <= facts["limit"] for each in facts["smaller"])
    refused = ask(page, "solveEnding", name="KRRNNCC-krrnnccaabb")
    assert refused["error"]["code"] == "ending_too_large"
    assert refused["error"]["positions"] == facts["positions"]


def test_what_is_solved_is_told_ending_by_ending_and_can_be_given_back(page: Page) -> None:
    solved = ask(page, "solveEnding", name="KR-ka")
    assert solved["todo"] == 0
    statistics = solved["statistics"]
    assert statistics["red"]["wins"] + statistics["red"]["draws"] + statistics["red"]["losses"] > 0
    assert statistics["longest"] == 9
    posted = tables(page)
    assert {*posted} == {"K-k", "K-ka", "KR-k", "KR-ka"}
    later = Page("auto")
    for table in posted.values():
        ask(later, "addEnding", data=table)
    assert ask(later, "ending", name="KR-ka") == {**solved, "id": "ending"}
    assert ask(later, "addEnding", data="bm8gdGFibGU=")["error"]["code"] == "invalid_table"
    assert ask(later, "addEnding", data="%")["error"]["code"] == "bad_message"


@pytest.mark.parametrize("data", ["%", "é"])
def test_a_table_that_is_not_base_64_is_refused(page: Page, data: str) -> None:
    """`é` was reported as a failure of the engine."""
    assert ask(page, "addEnding", data=data)["error"]["reason"] == "not_base64"


def test_solving_stops_when_it_is_asked_to_and_keeps_what_is_finished(page: Page) -> None:
    after_a_table(
        page, {"id": "s", "type": "solveEnding", "name": "KR-kaab"}, {"id": "t", "type": "stop", "work": "s"}
    )
    assert page.reply("t")["work"] == "s"
    assert page.reply("s")["error"]["code"] == "cancelled"
    facts = ask(page, "ending", name="KR-kaab")
    assert "KR-kaab" in facts["missing"]
    assert not {*tables(page)} & {*facts["missing"]}


def test_two_endings_are_solved_at_once_when_there_is_little_room(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second made room with a new store, so that the page never got what the first solved."""
    monkeypatch.setattr(ending_tables, "MAX_KEPT_BYTES", 0)
    names = ("KR-ka", "KN-ka")
    after_a_table(page, *({"id": name, "type": "solveEnding", "name": name} for name in names))
    assert [page.reply(name)["todo"] for name in names] == [0, 0]
    assert {*tables(page)} == {"K-k", "K-ka", "KR-k", "KR-ka", "KN-k", "KN-ka"}
    ask(page, "solveEnding", name="KP-k")
    assert {*ask(page, "ending", name="KR-ka")["missing"]} == {"K-ka", "KR-k", "KR-ka"}


def test_every_move_is_told_with_its_result_and_distance_best_first(page: Page) -> None:
    page.say({"id": 1, "type": "solve", "fen": WON})
    assert page.reply(1)["error"]["code"] == "not_solved"
    ask(page, "solveEnding", name="KR-k")
    moves = ask(page, "solve", fen=WON)["moves"]
    assert moves[0]["result"] == "win"
    assert moves[0]["distance"] == 3
    distances = [each["distance"] for each in moves if each["result"] == "win"]
    assert distances == sorted(distances)
    assert {"uci", "chinese", "wxf"} <= moves[0].keys()
    other = ask(page, "solve", fen="4k4/4a4/9/9/9/9/9/9/9/R2K5 w - - 0 1")["error"]
    assert (other["code"], other["text"]) == ("not_solved", "KR-ka")


def test_among_moves_that_hold_the_first_leaves_the_fewest_answers(page: Page) -> None:
    ask(page, "solveEnding", name="KP-ka")
    fen = ask(page, "pickEnding", name="KP-ka", turn="red", result="draw")["fen"]
    moves = ask(page, "solve", fen=fen)["moves"]
    assert moves[0]["result"] == "draw"
    held = []
    for move in moves:
        if move["result"] == "draw":
            page.say({"id": move["uci"], "type": "solve", "fen": fen, "moves": [move["uci"]]})
            held.append(sum(each["result"] == "draw" for each in page.reply(move["uci"])["moves"]))
    assert held == sorted(held)


@pytest.mark.parametrize(
    ("turn", "result"), [("red", "win"), ("red", "draw"), ("black", "loss"), ("black", "draw")]
)
def test_a_random_position_has_the_result_that_was_asked_for(page: Page, turn: str, result: str) -> None:
    ask(page, "solveEnding", name="KP-k")
    fen = ask(page, "pickEnding", name="KP-k", turn=turn, result=result)["fen"]
    moves = ask(page, "solve", fen=fen)["moves"]
    assert moves[0]["result"] == result
    assert ask(page, "view", fen=fen)["view"]["turn"] == turn


def test_where_there_is_none_no_position_is_picked(page: Page) -> None:
    ask(page, "solveEnding", name="KC-k")
    assert ask(page, "pickEnding", name="KC-k", turn="red", result="win")["fen"] is None
