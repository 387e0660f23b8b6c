"""The layout of the play page: fixed places, reading order, keys."""

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.analysis_page import AnalysisPage
from tests.browser.conftest import slow
from tests.browser.play_page import MATE_IN_ONE, MOVES, REFUSE_STORAGE, PlayPage, hold_the_engine, wait_until

OpenPage = Callable[..., Page]

CHASE = "fen=4k4/9/9/9/n8/9/9/9/1R7/3K5_w&moves=b1a1,a5b7,a1b1,b7a5,b1a1,a5b7,a1b1,b7a5"
"""Red has lost by perpetual chase."""
WARNED = CHASE[: CHASE.index(",b1a1")]
"""Once more, and Red loses."""
MATE_IN_THE_OPENING = "fen=rnbakabnr/9/1c5c1/p1p1C1p1p/9/9/P1P3P1P/1C7/9/RNBAKABNR_w"
"""With most of the men, the engine does not consider a draw yet."""
FIXED = [".board", ".player.above", ".player.below", ".moves", ".jump", ".tools"]

BOXES = """async (names) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const boxes = () => Object.fromEntries(names.map((name) => {
        const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
        return [name, [x, y, width, height].map(Math.round)];
    }));
    await document.fonts.ready;
    let last = '';
    for (let at = 0, same = 0; same < 3 && at < 600; at += 1, await frame()) {
        const now = JSON.stringify(boxes());
        same = now === last ? same + 1 : 0;
        last = now;
    }
    return boxes();
}"""
OVERLAPS = """(names) => {
    const boxOf = (node) => node.getBoundingClientRect();
    const notices = [...document.querySelectorAll('.notice')].map(boxOf);
    return names.filter((name) => {
        const other = boxOf(document.querySelector(name));
        return notices.some((box) => box.left < other.right && other.left < box.right
            && box.top < other.bottom && other.top < box.bottom);
    });
}"""
NOTE_FOCUS = """() => {
    const node = document.activeElement;
    window.stops ??= [];
    if (node === document.body || node === window.stops[0]) return false;
    window.stops.push(node);
    return true;
}"""
STOPS = """() => window.stops.map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return { name: node.ariaLabel ?? node.textContent.trim(), x: x + width / 2, top: y + scrollY,
        middle: y + scrollY + height / 2, bottom: y + scrollY + height };
})"""


def boxes(page: Page) -> dict[str, list[int]]:
    """The places of the elements that must not move, once they have been still for some frames."""
    page.wait_for_timeout(100)
    found: dict[str, list[int]] = page.evaluate(BOXES, FIXED)
    return found


# --- the engine in one line ---


def test_the_engine_is_one_line_and_its_details_stay_open(page: Page, site: str) -> None:
    play = PlayPage(page, site).open(f"level=4&moves={MOVES}").wait_for_engine()
    line, details = page.locator(".engine summary"), page.locator(".engine .details")
    expect(line).to_have_text("Level 4 · improver")
    play.move("e3e4")
    play.expect_moves(16)
    verdict = r"even|\w+ (is slightly better|is clearly better|is winning|mates in \d+)"
    expect(line).to_have_text(re.compile(rf"^Level 4 · ({verdict})$"))
    expect(details).to_be_hidden()
    line.click()
    expect(details).to_contain_text(re.compile(r"depth \d+.* nodes.* nodes/s\s*Compiled"))
    # The setting is saved a moment after the details open; an immediate reload would lose it.
    page.wait_for_function("() => JSON.parse(localStorage['cannonfish.settings'] ?? '{}').engineDetails")
    page.reload()
    play.wait_for_engine()
    expect(details).to_be_visible()
    line.click()
    expect(details).to_be_hidden()


def test_a_book_move_is_called_so(page: Page, site: str) -> None:
    """It read “depth 1, 1 nodes, 1K nodes/s”, as a search would."""
    play = PlayPage(page, site).open("level=12").wait_for_engine()
    play.move("h2e2")
    play.expect_moves(2)
    expect(page.locator(".engine summary")).to_have_text("Level 12 · opening library")
    page.locator(".engine summary").click()
    expect(page.locator(".engine .details")).to_have_text(re.compile(r"^\s*opening library\s*Compiled\s*$"))


# --- what stays ---


@pytest.mark.parametrize("screen", ["phone", slow("tablet"), slow("desktop")])
def test_nothing_moves_when_something_comes(open_page: OpenPage, site: str, screen: str) -> None:
    """The panel jumped when the engine was ready; hints, notices and results took room from the list."""
    page = open_page(screen)
    play = PlayPage(page, site).open(MATE_IN_THE_OPENING)
    before = boxes(page)
    play.wait_for_engine()
    assert boxes(page) == before, "the engine is ready"
    play.button("Hint").click()
    for name in ("Show the move", "Why?"):
        page.locator(".hint").get_by_role("button", name=name).click()
        assert boxes(page) == before, name
    play.button("Resign").click()
    page.get_by_role("dialog", name="End this game?").get_by_role("button", name="Offer a draw").click()
    expect(play.notice("draw_early")).to_be_visible()
    assert boxes(page) == before, "a notice"
    assert page.evaluate(OVERLAPS, [name for name in FIXED if name != ".moves"]) == []
    play.move("b2e2")
    expect(page.locator(".verdict")).to_be_visible()
    assert boxes(page) == before, "the result"


def test_nothing_moves_while_the_engine_thinks(page: Page, site: str) -> None:
    play = PlayPage(page, site).open(f"level=12&moves={MOVES}").wait_for_engine()
    page.locator(".engine summary").click()
    before = boxes(page)
    play.move("i3i4")
    expect(page.locator(".engine")).to_have_attribute("data-state", "thinking")
    expect(page.locator(".facts")).to_contain_text("nodes/s")
    assert boxes(page) == before
    play.expect_moves(16)
    assert boxes(page) == before


def test_the_list_of_moves_keeps_its_room(page: Page, site: str) -> None:
    """An engine panel, a notice, a result and the name of an opening left it one row at 1280 x 800."""
    page.add_init_script(REFUSE_STORAGE)
    play = PlayPage(page, site).open(f"moves={MOVES}").wait_for_engine()
    expect(play.notice("storage_refused")).to_be_visible()
    expect(page.locator(".opening")).to_be_visible()
    page.locator(".engine summary").click()
    assert boxes(page)[".moves"][3] >= 160
    play.open(CHASE)
    page.locator(".verdict").get_by_role("button", name="Show why").click()
    expect(page.locator(".explanation")).to_be_visible()
    assert boxes(page)[".moves"][3] >= 160
    assert (
        page.evaluate(
            "document.querySelector('.slot').scrollHeight - document.querySelector('.slot').clientHeight"
        )
        == 0
    )
    for game in ("chess", "liuzichong"):
        play.open(f"game={game}")
        assert boxes(page)[".moves"][3] >= 160
    page.get_by_role("switch", name="Show move outcomes").check()
    expect(page.locator(".solved-game ul")).to_be_visible()
    assert boxes(page)[".moves"][3] >= 160


@pytest.mark.parametrize("screen", ["phone", slow("tablet"), slow("desktop")])
def test_notices_are_closed_and_cover_no_control(open_page: OpenPage, site: str, screen: str) -> None:
    """On a phone they lay over the engine's line and "More" until they were closed."""
    page = open_page(screen)
    play = PlayPage(page, site).open("fen=9/9/9/9/9/9/9/9/9/4K4_w&lang=vi")
    notice = play.notice("address_refused")
    expect(notice).to_be_visible()
    uncovered = [name for name in [*FIXED, ".slot", ".more"] if name != ".moves"]
    assert page.evaluate(OVERLAPS, uncovered) == []
    expect(notice.get_by_role("alert")).to_be_visible()
    assert page.locator(":is([role=status], [role=alert]) :is(button, a, input)").count() == 0
    assert play.accessibility_faults() == []
    before = boxes(page)
    notice.get_by_role("button").last.click()
    expect(notice).to_have_count(0)
    assert boxes(page) == before


def test_a_notice_that_was_closed_stays_closed_until_its_cause_is_new(page: Page, site: str) -> None:
    page.add_init_script(REFUSE_STORAGE)
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    play.move("h2e2")
    play.notice("storage_refused").get_by_role("button", name="Dismiss").click()
    expect(play.notice("storage_refused")).to_have_count(0)
    play.button("Take back").click()
    play.move("b2e2")
    play.expect_moves(1)
    expect(play.notice("storage_refused")).to_have_count(0)


# --- the end of a game, and how it is reached ---


def test_at_the_end_there_is_one_new_game_and_resigning_is_no_alarm(page: Page, site: str) -> None:
    play = PlayPage(page, site).open(MATE_IN_ONE).wait_for_engine()
    colour = "(node) => getComputedStyle(node).color"
    assert play.button("Resign").evaluate(colour) == play.button("Flip").evaluate(colour)
    play.move("a0a9")
    expect(page.locator(".verdict")).to_be_visible()
    expect(play.button("New game")).to_have_count(1)
    expect(play.button("New game")).to_have_class(re.compile("main"))
    expect(page.locator(".verdict button")).to_have_count(0)


ONE_ROW = """() => {
    const row = document.querySelector('.side .tabs');
    const tops = [...row.children].map((tab) => tab.getBoundingClientRect().top);
    return new Set(tops).size === 1 && row.scrollWidth <= row.clientWidth;
}"""


def test_the_tabs_of_the_analysis_are_one_row_beside_the_board(page: Page, site: str) -> None:
    """Beside the square board of chess they were two, also in Chinese, whose names are short."""
    hold_the_engine(page)
    for query in ("game=chess&lang=en", "game=liuzichong&lang=vi", "game=chess&lang=zh-Hans"):
        AnalysisPage(page, site).open(query)
        for width, height in ((1366, 768), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator(".side .tab")).to_have_count(6)
            wait_until(page, ONE_ROW)


def test_names_of_tools_keep_clear_of_their_borders(page: Page, site: str) -> None:
    """“Take back” and “New game” touched them, while “Flip” had room to spare."""
    PlayPage(page, site).open()
    for width, height in ((390, 844), (1366, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        room = page.locator(".tools .btn").evaluate_all("""(buttons) => buttons.map((button) => {
            const [outer, inner] = [button, button.querySelector("span")]
                .map((each) => each.getBoundingClientRect());
            return Math.min(inner.left - outer.left, outer.right - inner.right);
        })""")
        assert min(room) >= (5 if width < 500 else 10), width
        assert max(room) - min(room) < 2, width


def test_at_twice_the_size_no_control_lies_on_another(page: Page, site: str) -> None:
    """The choice of pieces lay on the buttons of the list, and "Last position" on "Undo"."""
    page.set_viewport_size({"width": 683, "height": 384})
    for open_page, controls in (
        (PlayPage(page, site).open, ".side :is(.welcome, .jump .btn, .tools .btn)"),
        (AnalysisPage(page, site).open, ".side :is(.jump .btn, .analysis-tools .btn)"),
    ):
        open_page("lang=en")
        overlaps = page.locator(controls).evaluate_all("""(nodes) => {
            const boxes = nodes.map((node) => node.getBoundingClientRect());
            const meet = (a, b, start, end) => a[start] < b[end] - 1 && b[start] < a[end] - 1;
            const overlap = (a, b) => meet(a, b, "left", "right") && meet(a, b, "top", "bottom");
            return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => overlap(a, b)));
        }""")
        assert overlaps == []


# --- phones ---


@pytest.mark.parametrize("game", ["xiangqi", slow("chess")])
def test_in_a_low_window_a_phone_shows_board_buttons_and_result(
    open_page: OpenPage, site: str, game: str
) -> None:
    """As much as the bars of a browser leave of 390 x 844."""
    mate = {
        "xiangqi": (MATE_IN_ONE, "a0a9"),
        "chess": ("game=chess&fen=7k/R7/1R6/8/8/8/8/K7_w_-_-_0_1", "b6b8"),
    }
    query, move = mate[game]
    page = open_page("phone", viewport={"width": 390, "height": 664})
    play = PlayPage(page, site).open(query)
    play.move(move)
    for part in (".board", ".player.below", ".tools", ".verdict"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


def test_on_a_phone_typed_moves_and_copies_are_behind_more(open_page: OpenPage, site: str) -> None:
    page = open_page("phone")
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    expect(page.locator("#typed-move")).to_be_hidden()
    expect(play.button("Export")).to_be_hidden()
    expect(play.button("More")).to_have_attribute("aria-expanded", "false")
    play.button("More").tap()
    expect(play.button("More")).to_have_attribute("aria-expanded", "true")
    play.type_move("h2e2")
    play.expect_moves(1)
    for name in ("Copy FEN", "Copy link", "Import", "Export"):
        expect(play.button(name)).to_be_visible()
    assert play.accessibility_faults() == []


def walk(page: Page) -> list[dict[str, Any]]:
    """Press Tab until the focus leaves the page, and say where it was.

    All places are read at the end, because parts of the page that arrive late move the others.
    """
    page.evaluate(
        "document.body.tabIndex = -1, document.body.focus(), document.body.removeAttribute('tabindex')"
    )
    for _ in range(60):
        page.keyboard.press("Tab")
        if not page.evaluate(NOTE_FOCUS):
            stops: list[dict[str, Any]] = page.evaluate(STOPS)
            return stops
    raise AssertionError(page.evaluate(STOPS))


@pytest.mark.parametrize("language", ["vi", slow("en")])
@pytest.mark.parametrize("query", [slow(""), f"moves={MOVES}", slow("game=liuzichong")])
def test_on_a_phone_the_focus_goes_as_the_page_is_read(
    open_page: OpenPage, site: str, query: str, language: str
) -> None:
    """CSS put the parts into another order than the document has."""
    page = open_page("phone")
    hold_the_engine(page)
    PlayPage(page, site).open(f"{query}&lang={language}")
    page.locator(".more > .btn").click()
    _skip, *stops = walk(page)
    assert len(stops) > 12
    for one, next_one in itertools.pairwise(stops):
        below = next_one["middle"] >= one["bottom"] - 1
        beside = one["top"] < next_one["middle"] < one["bottom"] and next_one["x"] > one["x"]
        assert below or beside, (one, next_one)
    assert page.locator("[tabindex]:not([tabindex='0'], [tabindex='-1'])").count() == 0


# --- keys ---


def test_the_arrow_keys_step_through_the_moves_wherever_they_mean_nothing_else(page: Page, site: str) -> None:
    """They were taken page-wide, with Home and End, so that the page could not be scrolled by keyboard."""
    play = PlayPage(page, site).open(f"level=1&moves={MOVES}").wait_for_engine()
    played = play.moves()
    keys = page.keyboard
    for focus in ("New game", "Settings", "Copy FEN", "Take back"):
        play.button(focus).focus()
        keys.press("ArrowLeft")
        play.expect_current(played[-2])
        keys.press("ArrowRight")
        play.expect_current(played[-1])
    page.locator(".engine summary").focus()
    keys.press("ArrowLeft")
    play.expect_current(played[-2])

    for key in ("ArrowUp", "ArrowDown", "Home", "End"):
        for focus in ("Settings", "Copy FEN"):
            play.button(focus).focus()
            keys.press(key)
            play.expect_current(played[-2])
    for place in (page.locator(".move[aria-current]"), play.button("Flip"), play.button("Next move")):
        place.focus()
        for key, current in (("Home", ""), ("End", played[-1]), ("ArrowUp", ""), ("ArrowDown", played[-1])):
            keys.press(key)
            play.expect_current(current)

    for modifier in ("Shift", "Control", "Meta"):
        keys.press(f"{modifier}+ArrowLeft")
        play.expect_current(played[-1])
    field = page.get_by_label("Type a move")
    field.fill("h2e2")
    keys.press("ArrowLeft")
    play.expect_current(played[-1])

    play.point("e0").focus()
    keys.press("ArrowLeft")
    expect(play.point("d0")).to_be_focused()
    play.expect_current(played[-1])
    play.point("e5").click()  # after a press, the arrow keys step through the moves
    keys.press("ArrowLeft")
    play.expect_current(played[-2])


# --- an explanation ---


@pytest.mark.quick
def test_an_explanation_dims_the_board_and_a_press_on_it_goes_back(page: Page, site: str) -> None:
    """Moves on the board were swallowed without a word while an explanation was on it."""
    play = PlayPage(page, site).open(CHASE).wait_for_engine()
    expect(page.locator(".moves .move[aria-current]")).to_have_count(1)
    last = play.current()
    page.locator(".verdict").get_by_role("button", name="Show why").click()
    back = play.button("Back to the game")
    expect(back).to_be_visible()
    assert play.accessibility_faults() == []
    page.locator(".explanation").get_by_role("button", name="Next step").click()
    board = page.locator(".board").bounding_box()
    assert board
    assert back.bounding_box() == pytest.approx(board, abs=1)
    page.mouse.click(board["x"] + board["width"] / 2, board["y"] + board["height"] / 3)
    expect(page.locator(".explanation")).to_have_count(0)
    expect(back).to_have_count(0)
    expect(page.locator(".verdict")).to_be_visible()
    play.expect_current(last)


@pytest.mark.parametrize("screen", ["phone", slow("tablet"), slow("desktop")])
def test_the_analysis_board_explains_a_warning_too(open_page: OpenPage, site: str, screen: str) -> None:
    """Its "Show why" jumped back to the first repeated move, and nothing else happened."""
    page = open_page(screen)
    analysis = AnalysisPage(page, site).open(WARNED)
    expect(analysis.notice("repetition")).to_be_visible()
    last = analysis.current()
    analysis.notice("repetition").get_by_role("button", name="Show why").click()
    explanation = page.locator(".explanation")
    expect(explanation).to_contain_text("Once more, and Red loses")
    expect(explanation.locator(".said")).to_be_in_viewport(ratio=1)
    expect(analysis.notice("repetition")).to_have_count(0)
    assert analysis.accessibility_faults() == []
    explanation.get_by_role("button", name="Next step").click()
    board = page.locator("#board .board").bounding_box()
    back = analysis.button("Back to the game").bounding_box()
    assert board
    assert back
    assert back["height"] == pytest.approx(board["height"], abs=1)
    analysis.button("Back to the game").click()
    expect(explanation).to_have_count(0)
    expect(analysis.notice("repetition")).to_be_visible()
    analysis.expect_current(last)


# --- dialogs ---


def test_a_tap_beside_a_dialog_presses_nothing_below(open_page: OpenPage, site: str) -> None:
    """The dialog closed when the finger came down; when it was lifted, it followed a link of the header."""
    page = open_page("phone")
    play = PlayPage(page, site).open()
    link = page.get_by_role("navigation").first.get_by_role("link", name="Analysis").bounding_box()
    play.button("Settings").tap()
    dialog = page.get_by_role("dialog", name="Settings")
    sheet = dialog.bounding_box()
    assert sheet
    assert link
    x, y = link["x"] + link["width"] / 2, link["y"] + 4
    assert y < sheet["y"]
    page.touchscreen.tap(x, y)
    expect(dialog).to_have_count(0)
    page.wait_for_timeout(300)
    expect(page).to_have_url(re.compile(rf"^{re.escape(site)}(\?.*)?$"))


def test_a_press_that_begins_in_a_dialog_and_ends_beside_it_does_not_close_it(page: Page, site: str) -> None:
    play = PlayPage(page, site).open()
    play.button("Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    title = dialog.get_by_role("heading", name="Settings").bounding_box()
    assert title
    page.mouse.move(title["x"] + 4, title["y"] + 4)
    page.mouse.down()
    page.mouse.move(4, 400)
    page.mouse.up()
    expect(dialog).to_be_visible()
    page.mouse.click(4, 400)
    expect(dialog).to_have_count(0)


# --- the way to the other pages ---


@pytest.mark.parametrize("name", ["", "about.html", slow("embedding.html")])
@pytest.mark.parametrize("width", [320, slow(390)])
def test_a_phone_reaches_every_page(open_page: OpenPage, site: str, name: str, width: int) -> None:
    """The editor, the Lab and the page about embedding were left out of its header."""
    page = open_page("phone", viewport={"width": width, "height": 700})
    page.goto(site + name)
    pages = page.get_by_role("navigation").first
    menu = pages.get_by_role("button", name="More pages")
    for link in ("Learn", "Editor", "Lab", "Embed", "About"):
        expect(pages.get_by_role("link", name=link)).to_be_hidden()
    menu.tap()
    for link in ("Learn", "Editor", "Lab", "Embed", "About"):
        expect(pages.get_by_role("link", name=link)).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
    assert PlayPage(page, site).accessibility_faults() == []
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    menu.tap()
    pages.get_by_role("link", name="Lab").tap()
    expect(page).to_have_url(f"{site}lab.html")
