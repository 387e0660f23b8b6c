"""embed.html: the board shows the position of the address at once; the engine loads when it is needed."""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Request, Response, Route, expect

from tests.browser.conftest import Problems, slow
from tests.browser.embed_page import FRAME_SCRIPT, Embedded, open_frame
from tests.browser.play_page import AXE, PlayPage

OpenPage = Callable[..., Page]

ENDGAME = "3k5/4R4/9/9/9/9/9/9/9/R3K4_w_-_-_0_1"
MATE = "3k5/R8/9/9/9/9/9/9/8R/3K5_w"


def asked_for(page: Page) -> list[str]:
    """The addresses that the page requests from now on."""
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.context.on("request", note)
    return asked


def needed_python(asked: list[str]) -> bool:
    return any("pyodide" in url or "engine/worker" in url for url in asked)


def test_a_position_and_a_game_are_shown_without_python(page: Page, site: str) -> None:
    asked = asked_for(page)
    frame = open_frame(page, site, "mode=view&moves=h2e2,h9g7,h0g2,i9h9")
    frame.expect_man("h9", "black chariot")
    page.get_by_role("button", name="Previous move").click()
    frame.expect_man("i9", "black chariot")
    page.keyboard.press("Home")
    frame.expect_man("h2", "red cannon")
    expect(page.locator(".at")).to_contain_text("0 / 4")
    frame = open_frame(page, site, f"mode=view&fen={ENDGAME}&ply=0")
    frame.expect_man("e8", "red chariot")
    assert not needed_python(asked)


@pytest.mark.quick
def test_a_game_is_played_and_the_engine_comes_with_the_first_touch(page: Page, site: str) -> None:
    asked = asked_for(page)
    frame = open_frame(page, site, "level=1")
    expect(frame.point("h2")).to_have_attribute("data-state", "pick")
    assert not needed_python(asked)
    frame.move("h2e2")
    frame.expect_man("e2", "red cannon")
    expect(frame.status).to_have_text("Red · your move")
    assert needed_python(asked)
    page.get_by_role("button", name="Take back").click()
    frame.expect_man("h2", "red cannon")


def test_a_position_of_ones_own_becomes_playable_with_the_first_touch(page: Page, site: str) -> None:
    frame = open_frame(page, site, f"fen={ENDGAME}&level=1")
    frame.point("e4").click()
    frame.move("a0a9")
    expect(frame.status).to_have_text("Red wins by checkmate.")


def test_the_engine_begins_when_it_is_red_and_the_board_is_touched(page: Page, site: str) -> None:
    frame = open_frame(page, site, "color=black&level=1")
    expect(frame.status).to_have_text("Press to start")
    frame.point("e4").click()
    expect(frame.status).to_have_text("Black · your move")


def picture(page: Page, site: str, query: str) -> Callable[[], None]:
    """Open a frame that stays a picture until the returned function is called."""
    asked: list[Route] = []
    holds = True

    def answer(route: Route) -> None:
        if holds:
            asked.append(route)
        else:
            route.continue_()

    def let_through() -> None:
        nonlocal holds
        holds = False
        for route in asked:
            route.continue_()
        expect(page.get_by_role("grid")).to_be_attached()

    page.route(FRAME_SCRIPT, answer)
    page.goto(f"{site}embed.html?{query}")
    expect(page.locator("piece").first).to_be_attached()
    expect(page.get_by_role("link")).to_be_attached()  # the last of the buttons
    return let_through


@pytest.mark.parametrize("how", ["key", slow("screen reader")])
def test_a_picture_that_is_pressed_without_a_place_begins_the_game(page: Page, site: str, how: str) -> None:
    let_through = picture(page, site, "color=black&level=1")
    button = page.get_by_role("button", name="Xiangqi board. Press to start")
    with page.expect_request(FRAME_SCRIPT):
        if how == "key":
            page.keyboard.press("Tab")
            expect(button).to_be_focused()
            page.keyboard.press("Enter")
        else:
            button.dispatch_event("click")
    let_through()
    expect(Embedded(page).status).to_have_text("Black · your move")
    expect(page.locator("[role=gridcell]:focus")).to_have_count(1)


def test_a_press_that_outlasts_the_picture_counts(page: Page, site: str) -> None:
    let_through = picture(page, site, "")
    box = page.locator("cg-board").bounding_box()
    assert box is not None
    with page.expect_request(FRAME_SCRIPT):
        page.mouse.move(box["x"] + box["width"] * 7.5 / 9, box["y"] + box["height"] * 7.5 / 10)
    page.mouse.down()
    let_through()
    page.mouse.up()
    expect(Embedded(page).point("h2")).to_have_attribute("data-state", re.compile("selected"))


@pytest.mark.parametrize("query", ["", slow("clock=5"), "mode=puzzle&puzzle=daily"])
def test_a_frame_has_one_template_library_and_its_picture_none(page: Page, site: str, query: str) -> None:
    # The picture's script had come to contain lit-html, and so did the one after it. A page makes the policy
    # `lit-html` once: the second copy failed with it, and every frame remained a picture.
    scripts: list[Response] = []
    page.on("response", lambda each: scripts.append(each) if each.request.resource_type == "script" else None)

    def copies() -> int:
        return sum('"lit-html"' in script.text() for script in scripts)

    page.goto(f"{site}embed.html?{query}")
    if not query:
        expect(page.get_by_role("link")).to_be_attached()
        assert copies() == 0
    Embedded(page).wake()
    assert copies() == 1


GAME = "moves=h2e2,h9g7,h0g2,i9h9"


ELEMENTS = """(bar) => [...bar.querySelectorAll('*')].map((each) => [
    each.tagName, ...[...each.attributes].map(({ name, value }) => `${name}=${value}`).sort(),
    each.children.length > 0 ? '' : each.textContent.trim(),
])"""
"""The elements of a line with their attributes and texts."""


@pytest.mark.parametrize(
    "query",
    [
        slow(""),
        slow("color=black"),
        "game=chess",
        slow(f"mode=view&{GAME}"),
        f"mode=view&{GAME}&ply=0&orientation=black&lang=zh",
        slow(f"{GAME}&ply=3"),
        slow(f"{GAME}&color=both&hints=0"),
        slow("moves=h2e2&level=2"),
        slow("moves=h2e2&color=black"),
    ],
)
def test_the_lines_of_a_picture_are_those_of_the_board_that_takes_its_place(
    page: Page, site: str, query: str
) -> None:
    let_through = picture(page, site, query)
    bottom, status = page.locator(".bar.bottom"), Embedded(page).status
    drawn, said = bottom.evaluate(ELEMENTS), status.text_content()
    page.locator("#board").hover()
    let_through()
    expect(status).to_have_text(said or "?")
    assert bottom.evaluate(ELEMENTS) == drawn


def test_a_vietnamese_picture_has_digits_on_both_sides(page: Page, site: str) -> None:
    """It was drawn before the document had its language, with Chinese numerals for Red."""
    page.goto(f"{site}embed.html?lang=vi")
    expect(page.locator(".edge.bottom span").first).to_have_text("9")
    expect(page.get_by_role("grid")).to_have_count(0)


def test_buttons_that_are_pressed_on_a_picture_do_what_they_say(page: Page, site: str) -> None:
    let_through = picture(page, site, f"mode=view&{GAME}")
    previous = page.get_by_role("button", name="Previous move")
    with page.expect_request(FRAME_SCRIPT):
        previous.click()
    previous.click()
    let_through()
    expect(page.locator(".at")).to_contain_text("2 / 4")
    Embedded(page).expect_man("h0", "red horse")


def test_a_button_of_a_picture_is_pressed_by_a_key_and_keeps_the_focus(page: Page, site: str) -> None:
    let_through = picture(page, site, f"mode=view&{GAME}")
    flip = page.get_by_role("button", name="Flip")
    with page.expect_request(FRAME_SCRIPT):
        flip.focus()
    page.keyboard.press("Enter")
    let_through()
    expect(page.locator(".cg-wrap.orientation-black")).to_be_attached()
    expect(flip).to_be_focused()


def test_the_link_of_a_picture_opens_one_page(page: Page, site: str) -> None:
    let_through = picture(page, site, f"mode=view&{GAME}")
    before = len(page.context.pages)
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Open in Cannonfish").click()
    let_through()
    expect(Embedded(page).point("h0")).to_be_attached()
    assert "moves=h2e2,h9g7,h0g2,i9h9" in opened.value.url
    assert len(page.context.pages) == before + 1


@pytest.mark.parametrize("query", [f"mode=view&{GAME}", GAME])
def test_all_buttons_of_a_small_frame_can_be_reached(page: Page, site: str, query: str) -> None:
    page.set_viewport_size({"width": 240, "height": 300})
    open_frame(page, site, query)
    for name in ("Flip", "Open in Cannonfish"):
        box = page.locator(f"[aria-label='{name}']").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 240, name


@pytest.mark.parametrize(
    ("query", "name", "said"),
    [
        ("game=chess", "Chess board", ". White · your move"),
        ("game=liuzichong&lang=zh", "六子冲棋盘", "。白方 · 轮到你走"),
        slow("mode=view", "Xiangqi board", ". Red to move"),
    ],
)
def test_it_is_called_what_it_is(page: Page, site: str, query: str, name: str, said: str) -> None:
    let_through = picture(page, site, query)
    expect(page).to_have_title(name)
    button = page.get_by_role("button", name=f"{name}{said}", exact=True)
    with page.expect_request(FRAME_SCRIPT):
        button.hover()
    let_through()
    expect(page).to_have_title(name)


BAD_POSITIONS = (
    ("fen=rnbakabnr/9/1c5c1/p1p1p1p1/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", "does not have 9 points"),
    ("fen=rnbakabnr/9/1c5c1", "3 rows instead of 10"),
    ("fen=rnbakabnr/9/1c5x1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", "“x” in row"),
    ("fen=%3Cimg%20src=x%20onerror=alert(1)%3E", "1 row instead of 10"),
    ("game=chess&fen=8/8/8", "not a valid chess position"),
    ("mode=view&moves=h2e2,e5e4", "Move 2, e5e4"),
)


@pytest.mark.quick
def test_a_bad_position_says_what_is_wrong_at_once(page: Page, site: str) -> None:
    asked = asked_for(page)
    for query, said in BAD_POSITIONS:
        expect(open_frame(page, site, query).problem).to_contain_text(said)
    assert not needed_python(asked)


def test_a_pasted_position_is_shown_as_the_engine_understands_it(page: Page, site: str) -> None:
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    frame = open_frame(page, site, f"color=both&fen={quote('FEN: “3k5/4R4/9/9/9/9/9/9/9/R3K4”')}")
    frame.expect_man("e8", "red chariot")
    frame.move("a0a9")
    expect(frame.status).to_contain_text("Red wins by checkmate")
    assert told == ["fen: Red was taken as the side to move: no side to move is given"]


@pytest.mark.quick
def test_what_only_the_rules_can_refuse_is_said_when_they_are_asked(page: Page, site: str) -> None:
    frame = open_frame(page, site, "fen=4k4/9/9/9/9/9/9/9/9/4K4_w")
    frame.expect_man("e0", "red general")
    frame.point("e0").click()
    expect(frame.problem).to_contain_text("The generals face each other")


def test_a_position_that_no_game_reaches_is_played_with_a_remark(page: Page, site: str) -> None:
    """Only the page used to show the remark: a frame ignored the status of the view."""
    frame = open_frame(page, site, "fen=R3k4/9/9/9/4R4/9/9/9/9/3K5_b&color=both&lang=en")
    frame.point("i5").click()
    expect(frame.problem).to_contain_text("This position can’t occur in a game")
    expect(frame.problem).to_contain_text("No legal move can have led to this check.")
    page.get_by_role("button", name="Close").click()
    expect(frame.problem).to_be_hidden()


@pytest.mark.quick
def test_values_that_mean_nothing_are_named_and_unknown_names_ignored(page: Page, site: str) -> None:
    frame = open_frame(page, site, "level=13&pieces=gold&utm_source=mail&mode=view")
    expect(frame.problem).to_contain_text("level=13 (possible: 1 – 12)")
    expect(frame.problem).to_contain_text("pieces=gold (possible: trad, simp, west, wxf)")
    expect(frame.problem).not_to_contain_text("utm_source")
    page.get_by_role("button", name="Close").click()
    expect(frame.problem).to_be_hidden()


def test_a_pgn_is_read_when_it_is_in_sight_and_the_engine_put_away(page: Page, site: str) -> None:
    pgn = '[Red "胡荣华"]\n[Black "王嘉良"]\n\n1. 炮二平五 马8进7 2. 马二进三 *'
    frame = open_frame(page, site, f"mode=view&notation=wxf&pgn={quote(pgn)}")
    expect(frame.status).to_have_text("胡荣华 – 王嘉良")
    expect(page.locator(".at")).to_contain_text("H2+3")
    page.get_by_role("button", name="Previous move").click()
    expect(page.locator(".at")).to_contain_text("H8+7")
    frame.expect_man("g7", "black horse")


def test_a_replay_has_its_buttons_while_its_game_is_being_read(page: Page, site: str) -> None:
    page.context.route("**/engine/worker-*.js", lambda _: None)
    frame = open_frame(page, site, f"mode=view&pgn={quote('1. C2=5 H8+7 *')}")
    expect(frame.status).to_have_text("Reading the game…")
    following = page.get_by_role("button", name="Next move")
    expect(following).to_have_attribute("aria-disabled", "true")
    page.context.unroute("**/engine/worker-*.js")  # lets those go that wait, and later ones
    expect(page.locator(".at")).to_contain_text("2 / 2")
    expect(following).to_be_visible()


def test_a_pgn_with_an_error_shows_what_comes_before_it(page: Page, site: str) -> None:
    frame = open_frame(page, site, f"mode=view&pgn={quote('1. C2=5 H8+7 2. C5+9 *')}")
    expect(frame.problem).to_contain_text("Line 1, column")
    frame.expect_man("g7", "black horse")


def test_a_pgn_that_could_not_be_read_for_want_of_an_engine_is_read_again(
    page: Page, site: str, problems: Problems
) -> None:
    """There was no way to try again, except to load the page around the frame anew."""
    problems.expect("ERR_FAILED")
    page.context.route("**/engine/worker-*.js", lambda route: route.abort())
    frame = open_frame(page, site, f"mode=view&pgn={quote('1. C2=5 H8+7 *')}")
    expect(frame.problem).to_contain_text("This game can’t be read")
    page.context.unroute("**/engine/worker-*.js")
    frame.problem.get_by_role("button", name="Try again").click()
    frame.expect_man("g7", "black horse")
    expect(frame.problem).to_have_count(0)


def test_a_frame_for_looking_says_what_is_odd_about_its_position(page: Page, site: str) -> None:
    """Only frames with an engine did; this one asks the rules when somebody touches the board."""
    frame = open_frame(page, site, "mode=view&fen=4k4/9/9/9/9/9/9/P8/9/5K3_w")
    expect(frame.problem).to_have_count(0)
    frame.point("a2").click()
    expect(frame.problem).to_contain_text("A soldier is on a point it could never reach.")
    frame.problem.get_by_role("button", name="Close").click()
    expect(frame.problem).to_have_count(0)


def test_chess_shows_what_a_move_does_besides(page: Page, site: str) -> None:
    frame = open_frame(page, site, "game=chess&mode=view&moves=e2e4,e7e5,g1f3,b8c6,f1c4,f8c5,e1g1")
    frame.expect_man("f1", "white rook")


@pytest.mark.parametrize(
    "query", [slow("lang=en"), "lang=zh&theme=dark&mode=view&moves=h2e2", "fen=xx&lang=en"]
)
def test_axe_finds_nothing_in_a_frame(page: Page, site: str, query: str) -> None:
    open_frame(page, site, query)
    # For a page without a background axe assumes white, also in a dark theme.
    page.evaluate("document.documentElement.style.background = 'Canvas'")
    page.evaluate(AXE.read_text())
    result = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    assert [(fault["id"], fault["nodes"][0]["html"]) for fault in result["violations"]] == []


@pytest.mark.quick
def test_looks_follow_the_address(page: Page, site: str) -> None:
    open_frame(
        page, site, "theme=dark&board=paper&pieces=west&coords=none&bg=102030&controls=0&arrows=h2e2,e6"
    )
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-board", "paper")
    expect(page.locator(".board")).to_have_attribute("data-pieces", "west")
    expect(page.locator(".board")).to_have_attribute("data-coordinates", "none")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(16, 32, 48)"
    expect(page.locator(".bar.bottom")).to_be_hidden()
    expect(page.locator(".cg-custom-svgs path").first).to_be_attached()


def test_the_background_of_the_page_around_shows_through(page: Page, site: str) -> None:
    page.goto(f"{site}embed.html")
    body = page.locator("body")
    expect(body).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    Embedded(page).wake()
    expect(body).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    page.emulate_media(contrast="more")
    expect(body).to_have_css("background-color", "rgb(255, 255, 255)")  # for those who need contrast


SIZES = [(180, 220), (240, 300), (320, 420), (420, 560), (640, 480), (900, 1100)]


@pytest.mark.parametrize(
    "query", ["mode=view&moves=h2e2,h9g7&lang=zh", slow(""), slow("game=chess"), slow("game=liuzichong")]
)
def test_the_board_fits_whatever_room_it_is_given(page: Page, site: str, query: str) -> None:
    open_frame(page, site, query)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        board = page.locator(".board").bounding_box()
        assert board
        assert board["x"] >= 0
        assert board["x"] + board["width"] <= width
        assert board["y"] + board["height"] <= height
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.quick
def test_a_hint_points_at_the_board(page: Page, site: str) -> None:
    frame = open_frame(page, site, f"fen={ENDGAME}&level=1")
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text("Look at")
    page.get_by_role("button", name="Show the move").click()
    expect(hint).to_contain_text("a0")
    assert isinstance(frame, Embedded)
    # It lay over the board, and the frame asked for 100 pixels more to hold it.
    above, board = hint.bounding_box(), page.locator("cg-board").bounding_box()
    assert above is not None
    assert board is not None
    assert above["y"] + above["height"] <= board["y"]
    page.get_by_role("button", name="Close").click()
    expect(hint).to_be_hidden()


def test_the_link_opens_the_position_on_our_page(page: Page, site: str) -> None:
    open_frame(page, site, "mode=view&moves=h2e2,h9g7")
    link = page.get_by_role("link", name="Open in Cannonfish")
    expect(link).to_have_attribute("href", f"{site}?moves=h2e2,h9g7&level=1&side=red")
    expect(link).to_have_attribute("rel", "noopener")


def test_when_the_engine_cannot_start_the_frame_says_so(page: Page, site: str, problems: Problems) -> None:
    problems.expect("ERR_FAILED")
    page.context.route("**/engine/worker-*.js", lambda route: route.abort())
    frame = open_frame(page, site, "level=1")
    frame.move("h2e2")
    expect(frame.problem).to_contain_text("The engine can’t run here")
    page.context.unroute("**/engine/worker-*.js")
    page.get_by_role("button", name="Restart the engine").click()
    expect(frame.status).to_have_text("Red · your move")
    expect(frame.problem).to_be_hidden()


def test_nothing_is_kept_in_the_storage_of_the_site(page: Page, site: str) -> None:
    frame = open_frame(page, site, "level=1")
    frame.move("h2e2")
    expect(frame.status).to_have_text("Red · your move")
    kept: dict[str, Any] = json.loads(page.evaluate("JSON.stringify({ ...localStorage })"))
    assert kept == {}
    assert page.evaluate("indexedDB.databases()") == []


@pytest.mark.parametrize(
    "query", ["lang=en", "lang=en&mode=puzzle&fen=3k5/4R4/9/9/9/9/9/9/9/R3K4_w&moves=a0a9"]
)
def test_over_a_slow_line_a_picture_says_that_the_rest_is_coming(page: Page, site: str, query: str) -> None:
    held: list[Route] = []
    page.context.route(FRAME_SCRIPT, lambda route: held.append(route))
    page.goto(f"{site}embed.html?{query}")
    page.locator("#board").hover()
    status = Embedded(page).status
    expect(status).to_have_text("Loading…")
    for route in held:
        route.continue_()
    expect(page.get_by_role("grid")).to_be_attached()
    expect(status).not_to_have_text("Loading…")


@pytest.mark.service_worker
def test_a_board_is_loaded_again_without_a_network_once_a_page_of_ours_was_open(
    page: Page, site: str
) -> None:
    """The page about embedding promised it to everybody, but a frame alone keeps nothing."""
    PlayPage(page, site).open()
    page.locator("html[data-kept]").wait_for(state="attached")
    page.goto(f"{site}embed.html?moves=h2e2")
    expect(page.locator("cg-board piece")).to_have_count(32)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("cg-board piece")).to_have_count(32)
    page.context.set_offline(False)
