"""Why not?  A refused move is answered by one sentence from the rules, wherever and however it is tried."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.analysis_page import AnalysisPage
from tests.browser.board_page import by_keyboard, center, swipe
from tests.browser.conftest import slow
from tests.browser.embed_page import open_frame
from tests.browser.play_page import PlayPage, hold_the_engine, wait_until
from tests.browser.test_how_to_play import Lesson
from tests.browser.test_layout import boxes

OpenPage = Callable[..., Page]
LEG = "The red elephant on g0 blocks the horse’s leg."
"""Why the horse does not go from h0 to f1 in the start position."""
IN_CHECK = "would be in check from"
WORKER = "**/engine/worker-*.js"
PINNED = "game=chess&fen=4k3/8/8/8/1b6/2N5/8/4K3_w_-_-_0_1"
RINGED = """() => {
    const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
    const rings = [...document.querySelectorAll('.cg-custom-svgs .ring.red')]
        .map((ring) => middle(ring.getBoundingClientRect()));
    return [...document.querySelectorAll('[data-square]')].filter((cell) => {
        const box = cell.getBoundingClientRect();
        return rings.some(([x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom);
    }).map((cell) => cell.dataset.square);
}"""


def ringed(page: Page, squares: list[str]) -> None:
    """Wait until the rings stand around these squares."""
    wait_until(page, f"() => JSON.stringify(({RINGED})()) === JSON.stringify({squares})")


def let_through(page: Page, held: list[Route]) -> None:
    """Let the engine's script come, and that of every later worker: a busy machine may replace the first."""
    for route in held:
        route.continue_()
    page.context.unroute(WORKER)


def by_clicks(page: Page, orig: str, dest: str) -> None:
    for square in (orig, dest):
        PlayPage(page, "").tap(square)


def by_dragging(page: Page, orig: str, dest: str) -> None:
    page.mouse.move(*center(page, orig))
    page.mouse.down()
    page.mouse.move(*center(page, dest), steps=4)
    expect(page.locator("piece.dragging")).to_be_attached()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.mouse.up()


def by_keys(page: Page, orig: str, dest: str) -> None:
    page.evaluate("window.board = { focus: (at) => document.querySelector(`[data-square=${at}]`).focus() }")
    by_keyboard(page, orig, dest)


def by_touch(page: Page, orig: str, dest: str) -> None:
    swipe(page, center(page, orig), center(page, dest))


def says(page: Page, sentence: str) -> None:
    """Wait until the page says this at the board, and to screen readers."""
    expect(page.locator(".board-notice")).to_have_text(sentence)
    expect(page.locator("#live")).to_have_text(re.compile(re.escape(sentence)))


@pytest.mark.parametrize(
    ("way", "screen"),
    [
        *((by_clicks, "desktop"), (by_touch, "phone")),
        *(slow(by_dragging, "desktop"), slow(by_keys, "desktop"), slow(by_clicks, "phone")),
    ],
)
def test_a_hobbled_horse_says_who_stands_in_its_way(
    open_page: OpenPage, site: str, way: Any, screen: str
) -> None:
    """The horse was let go, and nothing was said: this is where a beginner got stuck."""
    page = open_page(screen)
    play = PlayPage(page, site).open().wait_for_engine()
    before = boxes(page)
    way(page, "h0", "f1")
    says(page, LEG)
    ringed(page, ["g0"])
    assert page.locator(".cg-custom-svgs .cross").count() == 1
    assert boxes(page) == before, "nothing moves"
    expect(page.locator(".board-notice")).to_be_in_viewport(ratio=1)
    assert play.accessibility_faults() == []
    play.tap("b0")
    expect(page.locator(".board-notice")).to_be_hidden()
    assert page.locator(".cg-custom-svgs :is(.ring, .cross)").count() == 0
    play.tap("c2")
    play.expect_moves(2)


@pytest.mark.parametrize("screen", ["desktop", slow("phone")])
def test_a_press_on_a_piece_of_the_other_side_says_whose_turn_it_is_not(
    open_page: OpenPage, site: str, screen: str
) -> None:
    """Nothing happened, while the same move typed was answered."""
    page = open_page(screen)
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    expect(play.point("h2")).to_have_attribute("data-state", "pick")
    play.tap("h9")
    says(page, "It is not the turn of the black horse on h9.")
    ringed(page, ["h9"])
    play.tap("h2")
    expect(page.locator(".board-notice")).to_be_hidden()
    page.keyboard.press("Escape")
    page.evaluate("document.querySelector('[data-square=a9]').focus()")
    page.keyboard.press("Enter")
    says(page, "It is not the turn of the black chariot on a9.")


def test_the_reason_goes_with_the_next_move(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("level=1").wait_for_engine()
    by_clicks(page, "e3", "f3")
    says(page, "A soldier moves sideways only beyond the river.")
    play.type_move("h2e2")
    play.expect_moves(2)
    expect(page.locator(".board-notice")).to_be_hidden()


def test_a_typed_move_is_explained_and_marked_like_one_on_the_board(page: Page, site: str) -> None:
    """It was "马二进四 is not a legal move here"."""
    play = PlayPage(page, site).open().wait_for_engine()
    for text in ("马二进四", "H2+4", "h0f1"):
        play.type_move(text)
        expect(page.locator("#typed-fault")).to_have_text(LEG)
        ringed(page, ["g0"])
        play.page.get_by_label("Type a move").fill("")
        expect(page.locator("#typed-fault")).to_be_empty()
    expect(page.locator(".board-notice")).to_be_hidden()
    play.type_move("马五进四")
    expect(page.locator("#typed-fault")).to_have_text("马五进四 is not a legal move here.")


def test_marks_of_a_typed_move_go_with_its_text(page: Page, site: str) -> None:
    """They stayed without a sentence, and came after the text had changed while the rules were loading."""
    play = PlayPage(page, site).open().wait_for_engine()
    play.type_move("h0f1")
    expect(page.locator("#typed-fault")).to_have_text(LEG)
    page.get_by_label("Type a move").fill("h")
    expect(page.locator("#typed-fault")).to_be_empty()
    ringed(page, [])


def test_a_reason_is_told_in_the_language_that_is_chosen_after_it(page: Page, site: str) -> None:
    play = PlayPage(page, site).open().wait_for_engine()
    play.type_move("h0f1")
    expect(page.locator("#typed-fault")).to_have_text(LEG)
    play.button("Settings").click()
    page.get_by_label("Language").select_option("zh-Hans")
    expect(page.locator("#typed-fault")).to_have_text("红方三路相蹩住了马腿。")


def test_before_the_engine_is_there_the_reason_is_promised(page: Page, site: str) -> None:
    held: list[Route] = []
    page.context.route(WORKER, lambda route: held.append(route))
    PlayPage(page, site).open()
    by_clicks(page, "h0", "f1")
    says(page, "That is not a legal move. You will read why as soon as the engine has loaded.")
    let_through(page, held)
    says(page, LEG)


def test_a_move_that_had_to_wait_for_the_rules_is_explained_when_they_refuse_it(
    page: Page, site: str
) -> None:
    """After the first move nothing is known until Python is there: the second is queued, and was dropped."""
    held: list[Route] = []
    page.context.route(WORKER, lambda route: held.append(route))
    analysis = AnalysisPage(page, site).open()
    analysis.move("h2e2")
    by_clicks(page, "h9", "f8")
    expect(page.locator("square.current-premove").first).to_be_attached()
    let_through(page, held)
    says(page, "The black elephant on g9 blocks the horse’s leg.")
    ringed(page, ["g9"])


@pytest.mark.quick
@pytest.mark.parametrize(
    ("query", "orig", "dest", "sentence", "rings"),
    [
        (PINNED, "c3", "e4", f"The knight is pinned: your king {IN_CHECK} the black bishop on b4.", "b4"),
        slow("game=liuzichong&lang=zh-Hans", "a2", "b3", "棋子每步只能沿线走一格。", ""),
        slow("lang=zh-Hans", "h0", "f1", "红方三路相蹩住了马腿。", "g0"),
        ("lang=vi", "h2", "h8", "Pháo chỉ nhảy qua quân khác khi ăn quân.", "h7"),
    ],
)  # fmt: skip
def test_every_game_and_language_has_its_reasons(
    page: Page, site: str, query: str, orig: str, dest: str, sentence: str, rings: str
) -> None:
    PlayPage(page, site).open(query).wait_for_engine()
    expect(page.locator("[data-state~=pick]").first).to_be_attached()  # the rules have judged the FEN
    by_clicks(page, orig, dest)
    says(page, sentence)
    ringed(page, rings.split())


@pytest.mark.quick
def test_the_exercise_about_the_hobbled_leg_names_the_piece(page: Page, site: str) -> None:
    """It went on saying "Your turn"."""
    lesson = Lesson(page, site).at("horse-try")
    by_clicks(page, "e3", "d5")
    expect(lesson.note).to_have_text("The black soldier on e4 blocks the horse’s leg.")
    ringed(page, ["e4"])
    by_clicks(page, "e3", "h9")
    expect(lesson.note).to_have_text("A horse moves one point along a line, then one diagonally outward.")
    assert lesson.accessibility_faults() == []
    lesson.tap("e3")
    expect(lesson.note).not_to_contain_text("A horse moves")


def test_a_visitor_of_a_frame_is_told_too(page: Page, site: str) -> None:
    frame = open_frame(page, site, "color=both")
    for square in ("h0", "f1"):
        frame.point(square).click()
    says(page, LEG)


def test_the_board_of_an_engine_lesson_asks_its_referee(page: Page, site: str) -> None:
    page.goto(f"{site}learn.html?lesson=6")
    page.get_by_role("button", name="Play against your engine").click()
    expect(page.get_by_text("Your move.")).to_be_visible()
    by_clicks(page, "h0", "f1")
    expect(page.locator(".play-board .said")).to_have_text(LEG)
    ringed(page, ["g0"])
