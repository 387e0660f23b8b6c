"""The messages between a host page and its frame, each on its own site, and the trusted origins."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Problems, slow
from tests.browser.embed_page import FRAME_SCRIPT, Embedded, answer, ask, host_site, post, ready, talking_page

Talk = Callable[..., Embedded]

MATE = "3k5/4R4/9/9/9/9/9/9/9/R3K4 w - - 0 1"


@pytest.fixture
def talk(page: Page, site: str, tmp_path: Path) -> Iterator[Talk]:
    """Opens a host page with one frame that trusts it."""
    with host_site(tmp_path, {"empty.html": "<!doctype html><title>Empty</title>"}) as host:

        def open_talk(query: str = "", origin: str | None = None) -> Embedded:
            trusted = f"&origin={host.rstrip('/') if origin is None else origin}" if origin != "" else ""
            text = talking_page(f"{site}embed.html?id=one{trusted}&{query}")
            (tmp_path / "host.html").write_text(text)
            page.goto(f"{host}host.html")
            return Embedded(page.frame_locator("iframe"))

        yield open_talk


def heard(page: Page, kind: str) -> list[dict[str, Any]]:
    """The messages of this type from the frame."""
    found: list[dict[str, Any]] = page.evaluate("(type) => heard.filter((each) => each.type === type)", kind)
    return found


def wait_for(page: Page, kind: str, count: int = 1) -> list[dict[str, Any]]:
    """The same, once there are at least `count`."""
    page.wait_for_function(
        "([type, count]) => heard.filter((each) => each.type === type).length >= count", arg=[kind, count]
    )
    return heard(page, kind)


def test_a_frame_introduces_itself_and_says_how_high_it_would_like_to_be(
    page: Page, site: str, talk: Talk
) -> None:
    talk("level=3&moves=h2e2&color=black")
    told = ready(page)
    assert (told["v"], told["id"], told["frame"]) == (1, None, "one")
    assert told["state"]["moves"] == ["h2e2"]
    assert told["state"]["level"] == 3
    fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"
    assert told["state"]["fen"] == fen
    assert told["state"]["engine"] == "off"
    (size,) = wait_for(page, "resize")[:1]
    assert size["width"] == 400
    assert 480 < size["height"] < 560
    page.evaluate("document.querySelector('iframe').width = 300")
    assert wait_for(page, "resize", 2)[-1]["height"] < size["height"]
    assert {message["from"] for message in page.evaluate("heard")} == {site.removesuffix("/cannonfish/")}


ONLY_THE_WHOLE_KNOWS = {"legal", "check", "engine", "execution", "thinking"}


@pytest.mark.parametrize(
    "query",
    [
        slow(""),
        slow("color=black"),
        slow("color=both&orientation=black"),
        slow("mode=view&level=12"),
        "mode=view&moves=h2e2,h9g7,h0g2&ply=1",
        slow("moves=h2e2&level=2"),
        "fen=3k5/4R4/9/8p/9/9/9/9/9/R3K4_b",
        slow("game=chess&color=black"),
        slow("game=liuzichong&level=12"),
        slow("game=liuzichong&level=1"),
    ],
)
def test_a_picture_speaks_as_the_board_does_that_takes_its_place(page: Page, talk: Talk, query: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    frame = talk(query)
    told = ready(page)["state"]
    (size,) = wait_for(page, "resize")
    assert told["legal"] is None
    page.wait_for_timeout(300)
    assert not any(FRAME_SCRIPT.search(url) for url in asked), "a frame that nobody needs stays small"
    asked_together = [post(page, request) for request in ("flip", "flip", "get")]
    turned, back, known = (answer(page, each)["state"] for each in asked_together)
    assert turned["orientation"] != back["orientation"] == told["orientation"], "one after the other"
    assert {name: known[name] for name in told if name not in ONLY_THE_WHOLE_KNOWS} == {
        name: value for name, value in told.items() if name not in ONLY_THE_WHOLE_KNOWS
    }
    expect(frame.inside.get_by_role("grid")).to_be_visible()
    assert len(heard(page, "ready")) == 1
    assert {each["height"] for each in heard(page, "resize")} == {size["height"]}, "nothing jumps"


def test_a_picture_that_cannot_become_a_board_answers_with_an_error(
    page: Page, talk: Talk, problems: Problems
) -> None:
    page.context.route(FRAME_SCRIPT, lambda route: route.abort())
    frame = talk("")
    ready(page)
    refused = ask(page, "get")
    assert (refused["type"], refused["code"], refused["reason"]) == ("error", "failed", "not_loaded")
    expect(frame.inside.locator("#stalled")).to_be_visible()
    problems.expect(r"/page-\w+\.js")


@pytest.mark.parametrize("query", [slow("moves=h2e2&clock=5"), "mode=puzzle", slow("mode=view&pgn=1. C2=5")])
def test_a_board_that_never_comes_settles_what_was_asked_of_it(
    page: Page, talk: Talk, problems: Problems, query: str
) -> None:
    # A frame whose picture cannot answer for it said `ready` once its script had run. If the script never
    # came, a page that waits for `ready` before it asks, as the element does, waited for ever.
    page.context.route(FRAME_SCRIPT, lambda route: route.abort())
    talk(query)
    state = ready(page)["state"]
    assert (state["problem"]["code"], state["problem"]["reason"]) == ("failed", "not_loaded")
    assert wait_for(page, "error")[0]["reason"] == "not_loaded"
    assert ask(page, "flip")["code"] == "failed"
    problems.expect(r"/page-\w+\.js")


@pytest.mark.quick
def test_a_game_is_driven_from_outside(page: Page, talk: Talk) -> None:
    frame = talk("color=both")
    ready(page)
    answer = ask(page, "move", move="h2e2")
    assert answer["type"] == "state"
    assert answer["state"]["moves"] == ["h2e2"]
    refused = ask(page, "move", move="a9a0")
    assert (refused["type"], refused["code"], refused["reason"]) == ("error", "illegal_move", "blocked")
    assert refused["message"].startswith("a9a0 is not legal: the soldier on a6")
    details = [refused["details"][name] for name in ("move", "piece", "squares", "pieces")]
    assert details == ["a9a0", "r", "a6 a3", "pP"]
    assert ask(page, "move", move="h9g7")["state"]["ply"] == 2
    frame.expect_man("g7", "black horse")
    assert ask(page, "undo")["state"]["ply"] == 1
    assert ask(page, "redo")["state"]["ply"] == 2
    assert ask(page, "flip")["state"]["orientation"] == "black"
    assert [(news["move"], news["by"]) for news in heard(page, "move")] == [
        ("h2e2", "person"),
        ("h9g7", "person"),
    ]
    assert len(ask(page, "get")["state"]["legal"]) > 30


def test_the_engine_thinks_points_out_stops_and_sleeps(page: Page, talk: Talk) -> None:
    frame = talk("")
    ready(page)
    best = ask(page, "go", limits={"depth": 5})
    assert best["type"] == "bestmove"
    assert len(best["bestmove"]) == 4
    assert best["info"]["depth"] == 5
    assert {news["id"] for news in heard(page, "info")} == {best["id"]}
    endless = post(page, "go", limits={"movetime": 600_000})
    page.wait_for_function("heard.some(({ type, info }) => type === 'info' && info.depth > 6)")
    ask(page, "stop")
    assert answer(page, endless)["type"] == "bestmove"
    assert len(ask(page, "hint")["bestmove"]) == 4
    expect(frame.inside.locator(".hint")).to_be_visible()
    assert len({size["height"] for size in heard(page, "resize")}) == 1, "the frame keeps its height"
    assert ask(page, "sleep")["state"]["engine"] == "off"
    assert ask(page, "move", move="h2e2")["state"]["ply"] == 1
    page.wait_for_function("heard.some(({ type, by }) => type === 'move' && by === 'engine')")
    assert ask(page, "get")["state"]["engine"] in ("idle", "thinking")


def test_moves_that_are_sent_together_are_made_one_after_the_other(page: Page, talk: Talk) -> None:
    talk("color=both")
    ready(page)
    sent = [post(page, "move", move=move) for move in ("h2e2", "h9g7", "h0g2")]
    assert [answer(page, each)["state"]["ply"] for each in sent] == [1, 2, 3]
    late = post(page, "move", move="i9h9")
    ask(page, "set", fen=MATE)
    assert answer(page, late)["type"] in ("state", "error")
    assert ask(page, "get")["state"]["moves"] == []


def test_a_search_that_slept_is_done_when_the_engine_wakes(page: Page, talk: Talk) -> None:
    # A million nodes from a start outside the book, so that no answer comes before it is sent to sleep.
    fen = "rnbakabnr/9/1c5c1/2p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR_w"
    talk(f"level=12&movetime=60000&fen={fen}")
    ready(page)
    ask(page, "move", move="h2e2")
    page.wait_for_function("heard.some(({ type }) => type === 'info')")
    assert ask(page, "sleep")["state"]["moves"] == ["h2e2"]
    assert ask(page, "set", movetime=10, level=1)["state"]["moves"] == ["h2e2"]
    page.frame_locator("iframe").locator("[data-square=e4]").click()
    ask(page, "stop")
    page.wait_for_function("heard.some(({ type, by }) => type === 'move' && by === 'engine')")


def test_options_are_set_as_in_the_address(page: Page, talk: Talk) -> None:
    frame = talk("")
    ready(page)
    state = ask(page, "set", fen=MATE, level=5, pieces="west", lang="zh", color="red")["state"]
    assert state["fen"].startswith("3k5/4R4/")
    assert state["level"] == 5
    frame.expect_man("e8", "红车")
    assert ask(page, "set", level=3)["state"]["level"] == 3
    for level in (0, -1, 13):
        wrong = ask(page, "set", level=level, theme="dark")
        assert (wrong["code"], wrong["faults"][0]["option"]) == ("bad_option", "level")
    assert frame.inside.locator("html").get_attribute("data-theme") is None
    bad = ask(page, "set", fen="9/9")
    assert (bad["code"], bad["reason"]) == ("invalid_fen", "rows")
    frame.expect_man("e8", "红车")
    assert ask(page, "move", move="a0a9")["state"]["ply"] == 1
    (over,) = wait_for(page, "gameover")
    assert (over["outcome"]["winner"], over["outcome"]["termination"]) == ("red", "checkmate")
    assert ask(page, "set", game="chess", fen="")["state"]["turn"] == "white"
    expect(frame.inside.locator(".board")).to_have_attribute("data-game", "chess")


def test_a_frame_for_looking_is_stepped_through_and_plays_nothing(page: Page, talk: Talk) -> None:
    talk("mode=view&moves=h2e2,h9g7")
    ready(page)
    assert ask(page, "undo")["state"]["ply"] == 1
    assert ask(page, "set", ply=0)["state"]["ply"] == 0
    assert ask(page, "redo")["state"]["ply"] == 1
    assert ask(page, "move", move="a0a1")["code"] == "view_only"
    assert ask(page, "hint")["code"] == "view_only"


def test_a_puzzle_of_ones_own_is_loaded_without_waiting_for_the_rules(page: Page, talk: Talk) -> None:
    """The answer came when a visitor pressed the board; a bad solution was never reported."""
    talk(f"mode=puzzle&fen={MATE.replace(' ', '_')}&moves=a0a9")
    assert ready(page)["state"]["mode"] == "puzzle"
    loaded = ask(page, "set", fen=MATE, moves="a0b5")["state"]
    assert (loaded["fen"], loaded["engine"]) == (MATE, "off")
    refused = ask(page, "move", move="a0a9")
    assert (refused["type"], refused["code"]) == ("error", "puzzle_solution")
    assert ask(page, "get")["state"]["problem"]["code"] == "puzzle_solution"
    assert ask(page, "set", puzzle="daily")["state"]["problem"] is None
    assert ask(page, "get")["state"]["fen"] != MATE


def test_a_game_as_text_is_read_when_it_is_seen(page: Page, site: str, tmp_path: Path) -> None:
    """Until then the frame did not even introduce itself."""
    with host_site(tmp_path, {}) as host:
        src = f"{site}embed.html?mode=view&pgn=1. C2=5 H8%2B7 *&origin={host.rstrip('/')}"
        text = talking_page(src).replace("<iframe", "<div style='height: 5000px'></div><iframe")
        (tmp_path / "index.html").write_text(text)
        page.goto(host)
        assert ready(page)["state"]["moves"] == []
        assert ask(page, "set", pgn="1. C8=5 H2+3 *")["state"]["engine"] == "off"
        page.locator("iframe").scroll_into_view_if_needed()
        page.wait_for_function("heard.some(({ state }) => `${state?.moves}` === 'b2e2,b9c7')")


@pytest.mark.quick
def test_faulty_requests_are_answered_with_what_is_wrong(page: Page, talk: Talk) -> None:
    talk("")
    ready(page)
    assert ask(page, "python", code="import os")["code"] == "unknown_type"
    assert ask(page, "toString")["code"] == "unknown_type"
    assert ask(page, "move", move="<b>")["code"] == "bad_message"
    assert ask(page, "go", limits={"depth": "deep"})["code"] == "bad_message"
    ignored = ask(page, "go", depth=5)
    assert (ignored["code"], ignored["message"]) == ("unknown_field", "go has no depth (possible: limits)")
    assert ask(page, "get", v=2)["code"] == "unsupported_version"


def test_the_page_around_is_known_without_being_named(page: Page, talk: Talk) -> None:
    """A copied iframe ignored every message until its address had `origin=`, which nothing said."""
    talk("color=both", origin="")
    ready(page)
    assert ask(page, "move", move="h2e2")["state"]["moves"] == ["h2e2"]


@pytest.mark.quick
def test_nobody_else_is_listened_to(page: Page, site: str, talk: Talk, tmp_path: Path) -> None:
    frame = talk("color=both", origin="https://somebody.example")  # the frame trusts another page
    frame.wake()
    page.evaluate("tell({ id: 1, type: 'flip' })")
    frame.point("h2").click()  # the message has come before the click
    expect(frame.point("h2")).to_have_attribute("aria-selected", "true")
    expect(frame.inside.locator(".orientation-black")).to_have_count(0)
    assert page.evaluate("heard.filter(({ id }) => id === 1)") == []
    # Another window of the trusted page: a frame beside ours, which knows how to reach ours.
    talk("color=both")
    ready(page)
    beside = "parent.frames[0].postMessage({ ns: 'cannonfish', v: 1, id: 'x', type: 'flip' }, '*')"
    (tmp_path / "beside.html").write_text(f"<script>{beside}; parent.postMessage('told', '*')</script>")
    page.evaluate(
        """() => new Promise((resolve) => {
            addEventListener('message', ({ data }) => data === 'told' && resolve());
            document.body.append(Object.assign(document.createElement('iframe'), { src: 'beside.html' }));
        })"""
    )
    assert ask(page, "get")["state"]["orientation"] == "red"
    assert page.evaluate("heard.filter(({ id }) => id === 'x')") == []


def test_other_messages_are_none_of_our_business(page: Page, talk: Talk) -> None:
    talk("")
    ready(page)
    page.evaluate(
        """() => {
            const frame = document.querySelector('iframe').contentWindow;
            for (const data of [null, 1, 'get', [], { type: 'get' }, { ns: 'other', v: 1, type: 'flip' }])
                frame.postMessage(data, '*');
        }"""
    )
    assert ask(page, "get")["state"]["orientation"] == "red"
    assert heard(page, "error") == []


def test_a_broken_worker_is_replaced_and_the_game_goes_on(page: Page, talk: Talk, problems: Problems) -> None:
    problems.expect("crashed on purpose")
    page.add_init_script(
        """window.Worker = class extends Worker {
            constructor(...given) { super(...given); (window.workers ??= []).push(this); }
        }"""
    )
    talk("level=1&movetime=60000")
    ready(page)
    ask(page, "move", move="h2e2")
    page.wait_for_function("heard.some(({ type }) => type === 'info')")
    inside = next(frame for frame in page.frames if "embed.html" in frame.url)
    inside.evaluate(
        "workers.at(-1).dispatchEvent(new ErrorEvent('error', { message: 'crashed on purpose' }))"
    )
    page.wait_for_function("heard.some(({ type, by }) => type === 'move' && by === 'engine')")
    assert ask(page, "get")["state"]["ply"] == 2
