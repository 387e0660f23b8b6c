"""How the pieces move: one press from the board, every step by hand, keyboard, languages, offline; About."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Problems, slow
from tests.browser.play_page import RECORD_VIOLATIONS, PlayPage, wait_until
from tools.server import SiteServer
from tools.static_site import GUIDE

OpenPage = Callable[..., Page]
TOPICS: list[dict[str, Any]] = json.loads(GUIDE.read_text())
STEPS = [step["id"] for topic in TOPICS for step in topic["steps"]]
SOLUTIONS = {
    "river": "e4e5 e5d5",
    "chariot-try": "b1b6 b6g6",
    "horse-try": "e3c4 c4d6",
    "cannon-try": "b2h2 h2h7",
    "soldier-try": "d4d5 d5e5 e5f5 f5f6",
    "elephant-try": "e2c0 c0a2 a2c4",
    "advisor-try": "d0e1 e1f2",
    "general-try": "e1d1 d1d0",
    "facing-try": "a4f4",
    "mate-try": "h1h9",
    "cannons-try": "b2e2",
    "stalemate-try": "b8c8",
    "repetition-try": "e1a1",
    "stones-try": "d3d2",
    "taking": "b1b2",
    "taking-one": "d2c2",
    "taking-two": "a2b2",
    "shut-in-try": "c2d2",
    "chess-try": "a1a8",
}


class Lesson(PlayPage):
    """The page of the lessons."""

    def at(self, step: str, query: str = "") -> "Lesson":
        """Open a step by its address."""
        self.page.goto(f"{self.site}how-to-play.html{query}#{step}")
        self.page.locator("cg-board piece").first.wait_for()
        return self

    @property
    def note(self) -> Locator:
        """The comment on the position."""
        return self.page.locator(".lesson-note")

    def expect_solved(self) -> None:
        """Wait until the task is done."""
        expect(self.note).to_have_class(re.compile(r"\bgood\b"))


@pytest.fixture
def lesson(page: Page, site: str) -> Lesson:
    """The lessons on a desktop screen."""
    return Lesson(page, site)


def test_the_lessons_are_one_press_from_the_board(open_page: OpenPage, site: str) -> None:
    page = open_page("phone")
    play = PlayPage(page, site).open()
    page.locator(".welcome").get_by_role("link", name="How the pieces move").tap()
    expect(page.get_by_role("heading", name="The board")).to_be_visible()
    page.get_by_role("link", name="Play your first game").tap()
    page.locator(".tools").wait_for()
    expect(page.locator(".player.above")).to_contain_text("level 1")
    page.get_by_role("button", name="More pages").tap()
    page.locator(".masthead").get_by_role("link", name="Learn").tap()
    page.get_by_role("link", name="How the pieces move").tap()
    expect(page.locator(".lesson-text")).to_contain_text("where the lines cross")
    assert play.accessibility_faults() == []


def test_the_way_to_the_lessons_goes_with_the_first_move(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("game=liuzichong")
    link = page.locator(".welcome a")
    expect(link).to_have_attribute("href", "how-to-play.html#stones")
    play.move("b1b2")
    expect(link).to_have_count(0)


@pytest.mark.parametrize("set_of", ["play", "lesson"])
def test_symbols_are_offered_with_words_where_the_characters_may_not_be_read(
    open_page: OpenPage, site: str, set_of: str
) -> None:
    page = open_page("desktop")
    if set_of == "play":
        PlayPage(page, site).open()
    else:
        Lesson(page, site).at("board")
    expect(page.locator(".board")).to_have_attribute("data-pieces", "trad")
    page.get_by_role("radio", name="Symbols").check(force=True)
    expect(page.locator(".board")).to_have_attribute("data-pieces", "west")
    page.reload()
    expect(page.locator(".board")).to_have_attribute("data-pieces", "west")
    page.get_by_role("radio", name="Characters").check(force=True)
    expect(page.locator(".board")).to_have_attribute("data-pieces", "trad")


@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_symbols_are_at_hand_on_every_page_with_a_board(open_page: OpenPage, site: str, screen: str) -> None:
    """They were offered before the first move only."""
    page = open_page(screen)
    for name in ("?moves=h2e2", "puzzles.html", "analysis.html"):
        for label, pieces in (("Pieces: Symbols", "west"), ("Pieces: Characters", "trad")):
            page.goto(f"{site}{name}")
            page.locator("cg-board piece").first.wait_for()
            if screen == "phone":
                page.get_by_role("button", name="More pages").tap()
            page.get_by_role("button", name=label).click()
            expect(page.locator("#board .board")).to_have_attribute("data-pieces", pieces)
            if screen == "phone":
                expect(page.locator("#rest")).to_be_hidden()


def test_the_header_with_symbols_is_one_line(page: Page, site: str) -> None:
    PlayPage(page, site).open()
    for width in (802, 900, 1024):
        page.set_viewport_size({"width": width, "height": 700})
        expect(page.get_by_role("button", name="Pieces: Symbols")).to_be_visible()
        assert page.locator(".masthead").evaluate("(node) => node.offsetHeight") < 60, width


def test_readers_of_chinese_are_not_asked_about_symbols(open_page: OpenPage, site: str) -> None:
    page = open_page("phone", locale="zh-CN")
    Lesson(page, site).at("horse")
    expect(page.get_by_role("heading", name="马", exact=True)).to_be_visible()
    expect(page.locator(".board")).to_have_attribute("data-pieces", "simp")
    assert page.locator(".sets").count() == 0


def test_the_words_for_the_sets_keep_their_margins(lesson: Lesson) -> None:
    """“Characters” touched the edge of its half."""
    lesson.at("board")
    words = lesson.page.locator(".sets span")
    expect(words.first).to_be_visible()
    for word in words.all():
        room, text = word.evaluate("""(node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            return [node, range].map((each) => each.getBoundingClientRect().right);
        }""")
        assert room - text >= 7


@pytest.mark.parametrize(("at", "width"), [(("chess-try", ""), "8.68"), (("board", "?game=chess"), "9.7")])
def test_the_board_has_the_width_of_its_own_game(lesson: Lesson, at: tuple[str, str], width: str) -> None:
    """The styles of the play page set another, and on a phone the board was cut off."""
    lesson.at(*at)
    wide = "getComputedStyle(document.body).getPropertyValue('--wide')"
    lesson.page.wait_for_function(f"() => {wide} === '{width}'")


def test_a_piece_shows_its_moves_and_walks(lesson: Lesson) -> None:
    lesson.at("horse")
    lesson.tap("e4", "pick")
    assert sorted(lesson.points("dest")) == sorted(["d2", "f2", "c3", "c5", "g3", "g5", "d6", "f6"])
    lesson.tap("f6", "dest")
    lesson.tap("f6", "pick")
    lesson.tap("g8", "dest")
    expect(lesson.point("g8")).to_have_attribute("data-state", re.compile("pick"))


def test_a_hobbled_horse_says_why_and_marks_the_leg(lesson: Lesson) -> None:
    lesson.at("horse-leg")
    lesson.tap("e4", "pick")
    expect(lesson.note).to_contain_text("Each ringed piece hobbles the horse")
    expect(lesson.page.locator(".cross")).to_have_count(4)
    expect(lesson.page.locator(".ring")).to_have_count(2)
    assert sorted(lesson.points("dest")) == ["d2", "f2", "g3", "g5"]
    lesson.tap("e4")
    expect(lesson.page.locator(".cross")).to_have_count(0)


def test_the_cannon_marks_its_screens(lesson: Lesson) -> None:
    lesson.at("cannon")
    lesson.tap("g2", "pick")
    assert sorted(lesson.points("capture")) == ["c2", "g8"]
    expect(lesson.page.locator(".ring")).to_have_count(3)
    expect(lesson.note).to_contain_text("screens")


def test_a_wrong_move_is_told_and_goes_back(lesson: Lesson) -> None:
    lesson.at("horse-try")
    lesson.move("e3g4")
    expect(lesson.note).to_have_text("Not quite. Try another move.")
    lesson.tap("e3", "pick")
    assert "e3, red horse" in lesson.men()
    lesson.tap("e3")
    lesson.move("e3c4")
    expect(lesson.note).to_have_text("Your turn.")
    lesson.move("c4d6")
    lesson.expect_solved()
    assert lesson.points("pick") == []
    expect(lesson.page.locator(".topics [aria-current=step]")).to_contain_text("done")


def test_a_check_that_is_not_mate_names_the_escape(lesson: Lesson) -> None:
    lesson.at("mate-try")
    lesson.move("a8a9")
    expect(lesson.note).to_have_text("Not yet: the general can go from e9 to e8.")
    lesson.move("h1h9")
    lesson.expect_solved()


def test_every_task_can_be_done_and_leads_on(open_page: OpenPage, site: str) -> None:
    """From the first step to the last by Next, every task done on the way."""
    page = open_page("phone", reduced_motion="reduce")
    lesson = Lesson(page, site).at(STEPS[0])
    assert sorted(SOLUTIONS) == sorted(s["id"] for topic in TOPICS for s in topic["steps"] if "goal" in s)
    for step, following in zip(STEPS, [*STEPS[1:], None], strict=True):
        for move in SOLUTIONS.get(step, "").split():
            lesson.move(move)
        if step in SOLUTIONS:
            lesson.expect_solved()
        if following is None:
            expect(page.get_by_role("link", name="Next")).to_have_count(0)
            break
        page.get_by_role("link", name="Next").tap()
        page.wait_for_url(f"**#{following}")
        page.locator("cg-board piece").first.wait_for()
    page.go_back()
    page.wait_for_url(f"**#{STEPS[-2]}")


def test_castling_promotion_and_en_passant_are_shown_and_taken_back(lesson: Lesson) -> None:
    lesson.at("chess-special")
    for move, there in (
        ("e1g1", "f1, white rook"),
        ("a7a8", "a8, white queen"),
        ("e5d6", "d6, white pawn"),
    ):
        lesson.move(move)
        expect(lesson.page.get_by_role("gridcell", name=there)).to_be_attached()
        expect(lesson.point(move[:2])).to_have_attribute("data-state", re.compile("pick"))


def test_the_repetition_can_be_watched_and_once_more_loses(lesson: Lesson) -> None:
    lesson.at("repetition-try")
    lesson.button("Watch it again").click()
    expect(lesson.page.get_by_role("gridcell", name="e9, black general")).to_be_attached()
    lesson.tap("e1", "pick")
    lesson.tap("d1", "dest")
    expect(lesson.note).to_contain_text("which loses")


@pytest.mark.quick
def test_a_piece_on_the_first_board_leads_to_its_topic(lesson: Lesson) -> None:
    lesson.at("board")
    lesson.tap("h0", "pick")
    expect(lesson.note).to_contain_text("Horse: one point along a line")
    lesson.note.get_by_role("link", name="See how it moves").click()
    expect(lesson.page.get_by_role("heading", name="Horse")).to_be_focused()


@pytest.mark.quick
def test_a_task_by_keyboard_alone(lesson: Lesson) -> None:
    lesson.at("mate-try")
    page = lesson.page
    lesson.point("h1").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("PageUp")
    page.keyboard.press("Enter")
    lesson.expect_solved()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Back")).to_be_focused()


@pytest.mark.parametrize(
    ("screen", "theme"),
    [("phone", "light"), ("desktop", "dark"), slow("phone", "dark"), slow("desktop", "light")],
)
@pytest.mark.parametrize("locale", ["zh-CN", slow("en-US")])
def test_axe_finds_nothing(open_page: OpenPage, site: str, screen: str, theme: str, locale: str) -> None:
    page = open_page(screen, color_scheme=theme, locale=locale, reduced_motion="reduce")
    lesson = Lesson(page, site).at("horse-leg")
    lesson.tap("e4", "pick")
    assert lesson.accessibility_faults() == []
    lesson.at("taking")
    lesson.move("b1b2")
    lesson.expect_solved()
    assert lesson.accessibility_faults() == []
    page.goto(f"{site}about.html")
    page.get_by_role("heading", level=1).wait_for()
    assert lesson.accessibility_faults() == []


def test_nothing_is_wider_than_a_small_phone(open_page: OpenPage, site: str) -> None:
    page = open_page("phone", viewport={"width": 320, "height": 568})
    lesson = Lesson(page, site)
    for step in ("board", "cannon", "taking-two", "chess-special"):
        lesson.at(step)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, step


@pytest.mark.quick
@pytest.mark.parametrize("address", ["how-to-play.html", "about.html?lang=vi"])
def test_nothing_is_wider_than_a_small_phone_with_large_text(
    open_page: OpenPage, site: str, address: str
) -> None:
    """With text of 24 px the choice of pieces made the lessons 24 px wider than the screen."""
    page = open_page("phone", viewport={"width": 320, "height": 568})
    page.goto(site + address)
    page.get_by_role("heading", level=1).wait_for(state="attached")
    page.evaluate("document.documentElement.style.fontSize = '24px'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.service_worker
def test_lessons_and_about_work_offline_after_a_visit_to_the_board(
    open_page: OpenPage, server: SiteServer
) -> None:
    page = open_page("phone")
    PlayPage(page, server.url).open()
    page.locator("html[data-kept]").wait_for(state="attached")
    server.stop()
    lesson = Lesson(page, server.url).at("cannon-try")
    for move in SOLUTIONS["cannon-try"].split():
        lesson.move(move)
    lesson.expect_solved()
    page.goto(f"{server.url}about.html")
    expect(page.get_by_role("heading", name="Privacy")).to_be_visible()


@pytest.mark.service_worker
def test_a_lesson_that_is_opened_first_works_offline_from_then_on(
    open_page: OpenPage, server: SiteServer
) -> None:
    page = open_page("phone")
    lesson = Lesson(page, server.url).at("horse")
    page.locator("html[data-kept]").wait_for(state="attached")
    server.stop()
    lesson.at("mate-try")
    page.reload()
    lesson.move("h1h9")
    lesson.expect_solved()


def test_the_language_can_be_chosen_and_stays(open_page: OpenPage, site: str) -> None:
    page = open_page("desktop")
    lesson = Lesson(page, site).at("stalemate-try")
    page.get_by_label("Language").select_option("zh-Hans")
    expect(page.get_by_role("heading", name="困毙")).to_be_visible()
    expect(page).to_have_title("Cannonfish：走子入门")
    # The choice is saved once the words are there; nobody leaves within those milliseconds.
    wait_until(page, "() => localStorage.getItem('cannonfish.settings')?.includes('zh-Hans')")
    lesson.page.goto(f"{site}about.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("关于 Cannonfish")


def test_about_names_versions_keys_licences_and_is_linked_from_the_settings(
    page: Page, site: str, problems: Problems
) -> None:
    page.add_init_script(RECORD_VIOLATIONS)
    PlayPage(page, site).open()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("link", name="About").click()
    about = page.locator("main")
    expect(about).to_contain_text("Nothing leaves your device.")
    expect(about.locator(".versions")).to_contain_text("0.1.0")
    build = page.evaluate("fetch('data/build.json').then((reply) => reply.json())")
    expect(about.locator(".versions")).to_contain_text(build["version"])
    expect(about.locator(".versions")).to_contain_text(build["pyodide"])
    expect(about.locator("kbd").first).to_be_visible()
    about.get_by_role("link", name="All licences").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Licences")


def test_lessons_that_cannot_be_loaded_say_so(page: Page, site: str, problems: Problems) -> None:
    # The page stayed blank, as it did for an address that ends in a lone "%".
    problems.expect("ERR_FAILED")
    page.route("**/data/lessons-*.json", lambda route: route.abort())
    page.goto(f"{site}how-to-play.html#%")
    expect(page.get_by_role("alert")).to_contain_text("This part could not be loaded.")
    page.unroute("**/data/lessons-*.json")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".topics [aria-current=step]")).to_be_visible()
