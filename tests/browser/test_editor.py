"""The board editor: positions set up by drag, tap, keys and FEN, their faults, and where they go."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.analysis_page import AnalysisPage
from tests.browser.conftest import Problems, slow
from tests.browser.play_page import START, PlayPage, hold_the_engine
from tools.server import SiteServer

OpenPage = Callable[..., Page]

TWO_KINGS = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"
COUNT_CHANGES = """
const replace = history.replaceState;
window.changes = 0;
history.replaceState = function (...asked) {
    window.changes += 1;
    return replace.apply(this, asked);
};
"""
"""Counts how often the page changes its address."""


class EditorPage(PlayPage):
    """The board editor in English."""

    def open(self, query: str = "") -> "EditorPage":
        self.page.goto(f"{self.site}editor.html" + (f"?{query}" if query else ""))
        self.page.locator(".set-up .tools").wait_for()
        self.page.locator(".palette .btn").first.wait_for()
        return self

    def fen(self) -> str:
        """The FEN in the field."""
        return self.page.get_by_label("FEN", exact=True).input_value()

    def shows(self, fen: str | re.Pattern[str]) -> None:
        """Wait until the FEN in the field is this one."""
        expect(self.page.get_by_label("FEN", exact=True)).to_have_value(fen)

    def placed(self, placement: str) -> None:
        """Wait until the men stand like this."""
        self.shows(re.compile(f"^{re.escape(placement)} "))

    def judged(self, text: str) -> None:
        """Wait until the page says this of the position."""
        expect(self.page.locator(".judged")).to_contain_text(text)

    def man(self, name: str) -> Locator:
        """A man of the palettes."""
        return self.page.locator(".palette").get_by_role("button", name=name, exact=True)

    def pieces(self) -> int:
        """How many men are drawn on the board."""
        return self.page.locator("cg-board piece:not(.ghost)").count()

    def drag(self, source: Locator, target: Locator) -> None:
        """Drag with the mouse."""
        source.hover()
        self.page.mouse.down()
        target.hover()
        target.hover()
        self.page.mouse.up()


@pytest.fixture
def editor(open_page: OpenPage, site: str) -> EditorPage:
    return EditorPage(open_page("desktop"), site)


def asked(page: Page) -> dict[str, list[str]]:
    """The query parameters of the page's address."""
    return parse_qs(urlsplit(page.url).query)


def test_the_editor_shows_the_game_that_was_chosen_last(page: Page, site: str) -> None:
    """From a game or an analysis of chess it led to the start of Xiangqi."""
    analysis = AnalysisPage(page, site).open()
    analysis.button("New analysis").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Chess").check(force=True)
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator(".board")).to_have_attribute("data-game", "chess")
    page.wait_for_function("() => JSON.parse(localStorage['cannonfish.settings'] ?? '{}').game === 'chess'")
    editor = EditorPage(page, site).open()
    editor.placed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
    expect(editor.button("Undo")).to_be_disabled()


# --- men on the board ---


def test_men_are_dragged_from_the_palette_over_the_board_and_off_it(editor: EditorPage) -> None:
    editor.open(f"fen={TWO_KINGS}".replace(" ", "_"))
    editor.drag(editor.man("red cannon"), editor.point("h2"))
    editor.placed("4k4/9/9/9/9/9/9/7C1/9/3K5")
    assert editor.button("Move pieces").get_attribute("aria-pressed") == "true"
    editor.drag(editor.point("h2"), editor.point("e9"))  # over a man: he is replaced
    editor.placed("4C4/9/9/9/9/9/9/9/9/3K5")
    editor.judged("The black general is missing.")
    editor.drag(editor.point("e9"), editor.page.locator(".masthead"))
    editor.placed("9/9/9/9/9/9/9/9/9/3K5")
    expect(editor.page.locator("cg-board piece:not(.ghost)")).to_have_count(1)
    for placement in ("4C4/9/9/9/9/9/9/9/9/3K5", "4k4/9/9/9/9/9/9/7C1/9/3K5", "4k4/9/9/9/9/9/9/9/9/3K5"):
        editor.button("Undo").click()
        editor.placed(placement)
    expect(editor.button("Undo")).to_be_disabled()
    editor.page.keyboard.press("Control+y")
    editor.placed("4k4/9/9/9/9/9/9/7C1/9/3K5")


@pytest.mark.quick
def test_an_interrupted_drag_places_nothing_and_removes_nothing(editor: EditorPage) -> None:
    # Off the board a dragged man is taken away: a drag that the system ends must not count as that.
    editor.open(f"fen={TWO_KINGS}".replace(" ", "_"))
    mouse = editor.page.mouse
    for source, over in (
        (editor.man("red cannon"), editor.point("h2")),
        (editor.point("e9"), editor.page.locator(".masthead")),
    ):
        source.hover()
        mouse.down()
        over.hover()
        over.hover()
        editor.page.evaluate("window.dispatchEvent(new Event('blur'))")
        expect(editor.page.locator(".carried, piece.dragging")).to_have_count(0)
        mouse.up()
    expect(editor.button("Move pieces")).to_have_attribute("aria-pressed", "true")
    expect(editor.button("Undo")).to_be_disabled()
    editor.shows(TWO_KINGS)


def test_a_tool_stops_drawing_when_it_is_let_go_beside_the_board(editor: EditorPage) -> None:
    editor.open(f"fen={TWO_KINGS}".replace(" ", "_"))
    editor.man("black soldier").click()
    editor.drag(editor.point("a6"), editor.page.locator(".masthead"))
    editor.point("c6").hover()
    editor.point("c6").click()
    editor.placed("4k4/9/9/p1p6/9/9/9/9/9/3K5")


@pytest.mark.quick
def test_a_tool_draws_men_and_takes_them_off(editor: EditorPage) -> None:
    editor.open(f"fen={TWO_KINGS}".replace(" ", "_"))
    editor.man("black soldier").click()
    expect(editor.man("black soldier")).to_have_attribute("aria-pressed", "true")
    editor.point("a6").hover()
    editor.page.mouse.down()
    for square in ("b6", "c6"):
        editor.point(square).hover()
    editor.page.mouse.up()
    editor.placed("4k4/9/9/ppp6/9/9/9/9/9/3K5")
    editor.button("Undo").click()
    editor.placed("4k4/9/9/9/9/9/9/9/9/3K5")  # a drawn line is one undo step
    editor.button("Remove pieces").click()
    editor.point("e9").click()
    editor.placed("9/9/9/9/9/9/9/9/9/3K5")
    editor.page.keyboard.press("Escape")
    expect(editor.button("Move pieces")).to_have_attribute("aria-pressed", "true")


def test_a_long_stroke_changes_the_address_only_a_few_times(editor: EditorPage) -> None:
    """It changed twice with every man, and Safari refuses more than 100 changes in a few seconds."""
    editor.page.add_init_script(COUNT_CHANGES)
    editor.open(f"fen={TWO_KINGS}".replace(" ", "_"))
    editor.judged("Draw by insufficient material.")
    editor.man("black soldier").click()
    before = editor.page.evaluate("changes")
    for rank in range(1, 9):
        left, right = (editor.point(f"{file}{rank}").bounding_box() for file in "ai")
        assert left
        assert right
        editor.page.mouse.move(left["x"] + left["width"] / 2, left["y"] + left["height"] / 2)
        editor.page.mouse.down()
        editor.page.mouse.move(right["x"] + right["width"] / 2, right["y"] + right["height"] / 2, steps=16)
        editor.page.mouse.up()
    editor.placed("4k4" + "/ppppppppp" * 8 + "/3K5")
    expect(editor.page).to_have_url(re.compile("4k4(/|%2F)ppppppppp.*3K5"))
    assert editor.page.evaluate("changes") - before < 36, "half as many as men"


def test_a_position_is_set_up_by_touch(open_page: OpenPage, site: str) -> None:
    editor = EditorPage(open_page("phone"), site).open()
    editor.button("Clear board").tap()
    editor.placed("9/9/9/9/9/9/9/9/9/9")
    editor.judged("2 problems found")
    editor.man("red general").tap()
    editor.tap("e0")
    editor.man("black general").tap()
    editor.tap("d9")
    editor.button("Move pieces").tap()
    editor.tap("d9")
    expect(editor.point("d9")).to_have_attribute("aria-selected", "true")
    editor.tap("f9")
    editor.placed("5k3/9/9/9/9/9/9/9/9/4K4")
    editor.judged("Draw by insufficient material.")
    editor.button("Swap sides").tap()
    editor.placed("4k4/9/9/9/9/9/9/9/9/5K3")
    assert editor.fen().split()[1] == "b"
    assert editor.page.evaluate("document.documentElement.scrollWidth <= screen.width")


def test_a_position_is_set_up_with_the_keyboard_alone(editor: EditorPage) -> None:
    editor.open()
    press = editor.page.keyboard.press
    editor.button("Clear board").focus()
    press("Enter")
    editor.page.locator('[role=gridcell][tabindex="0"]').focus()
    press("Control+Home")
    for _ in range(3):
        press("ArrowRight")
    press("k")
    expect(editor.page.locator("#live")).to_have_text(re.compile("black general on d9"))
    press("Control+End")
    press("K")
    press("ArrowLeft")
    press("x")  # no piece of this game
    press("R")
    press("ArrowLeft")
    press("P")
    press("Delete")
    press("ArrowRight")
    press("ArrowRight")
    press("Enter")  # picks the general up ...
    for _ in range(4):
        press("ArrowLeft")
    press("Enter")  # ... and puts it down
    editor.placed("3k5/9/9/9/9/9/9/9/9/4K2R1")
    editor.judged("Legal position")
    press("Control+z")
    editor.placed("3k5/9/9/9/9/9/9/9/9/7RK")
    editor.judged("A red general can never be on i0.")
    press("Control+Shift+Z")
    way = editor.page.get_by_role("link", name="Play from here")
    expect(way).to_have_attribute("href", re.compile("fen="))
    way.focus()
    press("Enter")
    editor.page.locator(".player").first.wait_for()
    assert asked(editor.page)["fen"][0].startswith("3k5/9/9/9/9/9/9/9/9/4K2R1_w")


@pytest.mark.quick
def test_keys_of_the_board_need_no_hand(editor: EditorPage) -> None:
    """A tool that was chosen is used by Enter, too."""
    editor.open("game=liuzichong")
    editor.button("Clear board").click()
    editor.man("white stone").press("Enter")
    editor.point("b2").press("Enter")
    editor.point("c3").press("b")
    editor.placed("......B..W......")


# --- fields and FEN ---


@pytest.mark.quick
def test_fields_and_fen_say_the_same(editor: EditorPage) -> None:
    editor.open("game=chess")
    editor.page.get_by_role("radio", name="Black").check(force=True)
    editor.page.get_by_label("Halfmove clock").fill("7")
    editor.page.get_by_label("Move number").fill("12")
    editor.page.get_by_label("White O-O-O").uncheck()
    editor.shows("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b Kkq - 7 12")
    editor.page.get_by_label("FEN", exact=True).fill("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 3")
    expect(editor.page.get_by_label("En passant")).to_have_value("e3")
    expect(editor.page.get_by_label("White O-O", exact=True)).not_to_be_checked()
    expect(editor.page.get_by_label("Move number")).to_have_value("3")
    editor.page.get_by_label("En passant").select_option("-")
    editor.shows("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 3")
    editor.page.get_by_label("Move number").fill("-4")
    editor.page.get_by_label("Halfmove clock").fill("5")
    editor.page.get_by_label("Halfmove clock").press("Enter")
    editor.shows("4k3/8/8/8/3pP3/8/8/4K3 b - - 5 3")  # an invalid move number is ignored


def test_a_fen_of_another_game_and_moves_after_a_fen_are_understood(editor: EditorPage) -> None:
    editor.open()
    field = editor.page.get_by_label("FEN", exact=True)
    field.fill("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1")
    expect(editor.page.get_by_label("Game", exact=True)).to_have_value("chess")
    expect(editor.page.locator(".board[data-game=chess]")).to_be_visible()
    editor.judged("Legal position")
    field.fill(f"{START} w - - 0 1 moves h2e2 h9g7")
    expect(editor.page.get_by_label("Game", exact=True)).to_have_value("xiangqi")
    field.blur()
    editor.placed("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR")


def test_every_problem_is_named_and_what_needs_a_legal_position_waits(editor: EditorPage) -> None:
    editor.open("fen=9/9/9/9/9/9/P8/9/9/1KCCC4_w_-_-_0_1")
    editor.judged("3 problems found:")
    expect(editor.page.locator(".judged li")).to_have_text(
        [
            "Too many pieces of one kind: red cannon × 3.",
            "The black general is missing.",
            "A red general can never be on b0.",
        ]
    )
    for name in ("Play from here", "Analyse", "Create a puzzle"):
        link = editor.page.get_by_role("link", name=name)
        expect(link).to_have_attribute("aria-disabled", "true")
        expect(link).to_have_accessible_description("Playing and analysis need a legal position.")
        assert link.get_attribute("href") is None
    expect(editor.button("Embed")).to_be_disabled()
    expect(editor.button("Share")).to_be_enabled()


def test_odd_and_finished_positions_are_put_into_words(editor: EditorPage) -> None:
    editor.open("fen=3k5/9/9/9/9/9/9/P8/9/4K4_w_-_-_0_1")
    editor.judged("Playable, but it can’t occur in a game:")
    editor.judged("A soldier is on a point it could never reach.")
    play = editor.page.get_by_role("link", name="Play from here")
    expect(play).to_have_attribute("href", re.compile("fen="))
    editor.page.get_by_label("FEN", exact=True).fill("3k5/9/9/9/9/9/9/9/4R4/3RK4 b - - 0 1")
    editor.judged("The game is over in this position:")
    expect(play).to_have_attribute("aria-disabled", "true")
    expect(editor.page.get_by_role("link", name="Analyse")).to_have_attribute("href", re.compile("fen="))


# --- from here and back ---


def test_the_address_holds_the_position_and_the_side_below(editor: EditorPage) -> None:
    editor.open()
    editor.drag(editor.point("b2"), editor.point("b5"))
    editor.button("Flip board").click()
    editor.placed("rnbakabnr/9/1c5c1/p1p1p1p1p/1C7/9/P1P1P1P1P/7C1/9/RNBAKABNR")
    expect(editor.page.locator("#head .palette")).to_have_accessible_name("Pieces: Red")
    before = editor.fen()
    expect(editor.page).to_have_url(re.compile("side=black"))
    editor.page.reload()
    editor.shows(before)
    expect(editor.page.locator("#head .palette")).to_have_accessible_name("Pieces: Red")
    assert asked(editor.page)["side"] == ["black"]


def test_a_malformed_address_is_reported_and_kept(editor: EditorPage) -> None:
    editor.open("fen=4k4/9/9_w")
    expect(editor.page.locator("#editor-fault")).to_have_text("The board has 3 rows instead of 10.")
    editor.shows("4k4/9/9 w")
    expect(editor.page.locator("cg-board piece")).to_have_count(32)
    editor.open("fen=4k4/9/9/9/9/9/9/9/9/3K5_x_-_-_0_1")
    expect(editor.page.locator("#editor-fault")).to_have_text("The side to move must be w or b, not “x”.")


def test_a_fen_of_another_site_is_understood_and_what_was_assumed_is_said(editor: EditorPage) -> None:
    editor.open("fen=4k4/9/9/9/9/9/9/9/9/3K5_W_-_-_x_1")
    editor.shows("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1")
    remarks = editor.page.locator(".fen [role=status]")
    expect(remarks).to_have_text(["Left out: “x 1”", "“W” means Red to move."])
    field = editor.page.get_by_label("FEN", exact=True)
    field.fill("https://www.chessdb.cn/query/?4k4/9/9/9/9/9/9/9/9/3K1R3_b")
    expect(remarks).to_have_text(["Taken from a link to www.chessdb.cn."])
    field.blur()
    editor.shows("4k4/9/9/9/9/9/9/9/9/3K1R3 b - - 0 1")
    editor.button("Undo").click()
    expect(remarks).to_have_count(0)


def test_play_leads_to_the_editor_and_the_editor_to_a_game(editor: EditorPage) -> None:
    play = PlayPage(editor.page, editor.site).open("moves=h2e2")
    play.wait_for_engine()
    play.my_turn()
    editor.page.get_by_role("link", name="Edit position").click()
    editor.judged("Legal position")
    assert "2C4/9/RNBAKABNR" in editor.fen()
    editor.page.get_by_role("radio", name="Black").check(force=True)
    turn = editor.page.get_by_role("link", name="Play from here")
    expect(turn).to_have_attribute("href", re.compile("side=black"))
    fen = editor.fen()
    turn.click()
    play.my_turn()
    assert asked(editor.page)["fen"] == [fen.replace(" ", "_")]


def test_a_puzzle_is_made_of_the_position(editor: EditorPage) -> None:
    editor.open("fen=3k5/4R4/9/9/9/9/9/9/9/R3K4_w_-_-_0_1")
    editor.page.get_by_role("link", name="Create a puzzle").click()
    dialog = editor.page.get_by_role("dialog", name="Create a puzzle")
    expect(dialog.locator("#own-text")).to_have_value("3k5/4R4/9/9/9/9/9/9/9/R3K4 w - - 0 1")
    dialog.get_by_role("button", name="Find puzzles").click()
    expect(dialog.locator(".made li")).to_have_count(1)


def test_a_position_is_shared_and_embedded(editor: EditorPage) -> None:
    editor.page.add_init_script("navigator.share = async (data) => { window.shared = data; };")
    editor.open("game=chess&fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1")
    editor.judged("Legal position")
    editor.button("Share").click()
    dialog = editor.page.get_by_role("dialog")
    text = dialog.get_by_label("Text")
    position = re.escape("fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1")
    # A student was led among the palettes of the editor.
    expect(text).to_have_value(re.compile(rf"/analysis\.html\?game=chess&{position}"))
    dialog.get_by_role("radio", name="Play").check(force=True)
    expect(text).to_have_value(re.compile(rf"/cannonfish/\?game=chess&{position}&side=white"))
    dialog.get_by_role("radio", name="Editor").check(force=True)
    expect(text).to_have_value(editor.page.url)
    dialog.get_by_role("button", name="Share…").click()
    assert editor.page.evaluate("window.shared.url") == editor.page.url
    dialog.get_by_role("radio", name="FEN").check(force=True)
    expect(text).to_have_value("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    dialog.get_by_role("radio", name="Image").check(force=True)
    expect(dialog.get_by_role("img", name="Current position: White to move")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    editor.button("Embed").click()
    expect(text).to_have_value(re.compile(r'game="chess" mode="view" fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"'))


# --- the page itself ---


@pytest.mark.parametrize("screen", [slow("desktop"), "phone"])
def test_axe_finds_nothing_in_any_state(open_page: OpenPage, site: str, screen: str) -> None:
    editor = EditorPage(open_page(screen, reduced_motion="reduce"), site).open("game=chess")
    editor.judged("Legal position")
    assert editor.accessibility_faults() == []
    editor.button("Clear board").click()
    editor.judged("2 problems found")
    editor.page.get_by_label("FEN", exact=True).fill("nonsense")
    expect(editor.page.locator("#editor-fault")).not_to_be_empty()
    assert editor.accessibility_faults() == []
    editor.button("Share").click()
    editor.page.get_by_role("dialog").wait_for()
    assert editor.accessibility_faults() == []


def test_it_fits_a_narrow_phone(open_page: OpenPage, site: str) -> None:
    page = open_page("phone", viewport={"width": 320, "height": 640})
    for query in ("", "game=chess", "game=liuzichong"):
        for language in ("en", "zh-Hans", "vi"):
            editor = EditorPage(page, site).open(f"{query}&lang={language}")
            assert page.evaluate("document.documentElement.scrollWidth <= screen.width"), (query, language)
            assert editor.pieces() > 0


@pytest.mark.quick
def test_the_board_can_be_set_up_before_the_engine_is_there(open_page: OpenPage, site: str) -> None:
    page = open_page("desktop")
    hold_the_engine(page)
    editor = EditorPage(page, site).open()
    editor.judged("The position is checked as soon as the engine is ready.")
    editor.drag(editor.point("a0"), editor.point("a5"))
    editor.placed("rnbakabnr/9/1c5c1/p1p1p1p1p/R8/9/P1P1P1P1P/1C5C1/9/1NBAKABNR")
    expect(page.get_by_role("link", name="Play from here")).to_have_attribute("aria-disabled", "true")


@pytest.mark.service_worker
def test_it_works_without_a_network(server: SiteServer, page: Page, problems: Problems) -> None:
    problems.expect("ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to load resource")
    editor = EditorPage(page, server.url).open()
    page.locator("html[data-kept]").wait_for(state="attached")
    server.stop()
    editor.open("game=chess")
    editor.judged("Legal position")
    editor.button("Clear board").click()
    editor.judged("Black has no king.")
    editor.button("Share").click()
    expect(page.get_by_role("dialog").get_by_label("Text")).to_have_value(page.url)
