"""The board on a page of its own: every way to play a move, where things stand, what is drawn."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.board_page import (
    OpenBoard,
    board_site,
    by_assistive_device,
    by_clicks,
    by_dragging,
    by_keyboard,
    by_taps,
    by_touch_dragging,
    center,
    drawn,
    frames,
    open_board,
    played,
    point,
    refused,
    said,
    swipe,
)
from tests.browser.conftest import Problems, slow

__all__ = ["board_site", "open_board"]  # fixtures

NO_FACES = """() => {
    for (const man of document.querySelectorAll('piece')) man.style.setProperty('--glyph', 'none');
}"""

OWN = ".cg-custom-svgs :is(.green, .red, .blue, .yellow)"
"""The arrows and circles that the user has drawn."""

WAYS = [
    *((way, "desktop") for way in (by_clicks, by_dragging, by_keyboard, by_assistive_device)),
    *((way, "phone") for way in (by_taps, by_touch_dragging)),
]


@pytest.mark.parametrize(("way", "screen"), WAYS)
def test_each_way_plays_a_move_once(open_board: OpenBoard, way: Any, screen: str) -> None:
    page = open_board("", screen)
    way(page, "h2", "e2")
    assert played(page) == [["h2", "e2"]]
    men = drawn(page)
    assert men["e2"] == "white c-piece"
    assert "h2" not in men
    assert point(page, "e2").get_attribute("aria-label") == "e2, red cannon"
    way(page, "i0", "i1")  # nothing more until the page shows the next position
    assert played(page) == [["h2", "e2"]]
    page.evaluate("board.flip(); board.set(SCENES.start, {movable: 'red'})")
    way(page, "b0", "a2")
    assert played(page) == [["h2", "e2"], ["b0", "a2"]]
    assert drawn(page)["a2"] == "white n-piece"


@pytest.mark.parametrize(("way", "screen"), WAYS)
def test_no_way_plays_what_is_not_in_the_view(open_board: OpenBoard, way: Any, screen: str) -> None:
    page = open_board("", screen)
    before = drawn(page)
    way(page, "h2", "h5")  # not a destination
    way(page, "a9", "a8")  # not on move
    way(page, "e4", "e5")  # nobody there
    assert played(page) == []
    assert drawn(page) == before
    page.evaluate("board.set({...SCENES.start}, {movable: null})")
    way(page, "h2", "e2")
    assert played(page) == []
    assert drawn(page) == before


@pytest.mark.parametrize(
    ("way", "screen"),
    [each if each[0] in (by_dragging, by_keyboard, by_touch_dragging) else slow(*each) for each in WAYS],
)
def test_each_way_reports_a_move_that_is_not_in_the_view_once(
    open_board: OpenBoard, way: Any, screen: str
) -> None:
    """A man was let go and nothing was said, so that a beginner never learnt why."""
    page = open_board("", screen)
    way(page, "h2", "h5")
    assert refused(page) == [["h2", "h5"]]
    page.evaluate("board.cancelSelection()")
    way(page, "h2", "a6")  # a man of the other side
    assert refused(page) == [["h2", "h5"], ["h2", "a6"]]
    page.evaluate("board.cancelSelection()")
    way(page, "e0", "e1")  # a man without any move
    assert refused(page)[2:] == [["e0", "e1"]]
    page.evaluate("board.cancelSelection()")
    way(page, "a9", "a8")  # not on move: told by his square alone
    assert refused(page)[3:] == [["a9", "a9"]]
    way(page, "e4", "e5")  # nobody there
    way(page, "h2", "e2")
    assert len(refused(page)) == 4
    assert played(page) == [["h2", "e2"]]


def test_pressing_an_own_man_is_no_try_but_dragging_onto_him_is_one(open_board: OpenBoard) -> None:
    page = open_board()
    by_clicks(page, "h2", "i0")
    assert (page.evaluate("board.selected"), refused(page)) == ("i0", [])
    by_dragging(page, "h2", "g3")
    assert refused(page) == [["h2", "g3"]]
    by_clicks(page, "h2", "a5")
    assert refused(page)[1:] == [["h2", "a5"]]
    assert page.evaluate("board.selected") is None, "a press far away puts the man down"


def test_nothing_is_tried_by_letting_go_where_it_began_or_outside(open_board: OpenBoard) -> None:
    page = open_board("cell=40")
    by_clicks(page, "h2", "h2")
    by_dragging(page, "h2", "h2")
    page.mouse.move(*center(page, "h2"))
    page.mouse.down()
    page.mouse.move(1200, 300, steps=3)
    frames(page)
    page.mouse.up()
    right_drag(page, "h2", "h5")
    assert refused(page) == []


@pytest.mark.quick
def test_a_capture_takes_the_man_away(open_board: OpenBoard) -> None:
    page = open_board()
    by_dragging(page, "h2", "h9")
    assert played(page) == [["h2", "h9"]]
    assert drawn(page)["h9"] == "white c-piece"
    assert len(drawn(page)) == 31


def test_letting_go_outside_puts_the_man_back(open_board: OpenBoard) -> None:
    page = open_board("cell=40")
    page.mouse.move(*center(page, "h2"))
    page.mouse.down()
    page.mouse.move(1200, 300, steps=3)
    page.mouse.up()
    assert drawn(page)["h2"] == "white c-piece"
    assert played(page) == []


def test_pressing_another_man_changes_hands(open_board: OpenBoard) -> None:
    page = open_board()
    point(page, "h2").click()
    point(page, "b0").click()
    assert page.evaluate("board.selected") == "b0"
    point(page, "c2").click()
    assert played(page) == [["b0", "c2"]]


def test_a_refused_move_goes_back_when_the_old_view_is_set_again(open_board: OpenBoard) -> None:
    page = open_board()
    by_clicks(page, "h2", "e2")
    page.evaluate("board.set(SCENES.start, {movable: 'red'})")
    assert drawn(page)["h2"] == "white c-piece"
    by_clicks(page, "h2", "e2")
    assert played(page) == [["h2", "e2"]] * 2


def test_a_page_that_moves_the_board_does_not_mislead_it(open_board: OpenBoard) -> None:
    page = open_board()
    point(page, "h2").hover()
    page.evaluate("document.querySelector('h1').style.height = '150px'")
    by_clicks(page, "h2", "e2")
    assert played(page) == [["h2", "e2"]]


# ---- premoves ------------------------------------------------------------------------------------------


@pytest.mark.quick
def test_a_queued_move_is_played_when_its_turn_comes(open_board: OpenBoard) -> None:
    page = open_board()
    waiting = "board.set({...SCENES.start, turn: 'black', dests: {}}, {movable: 'red', premove: true})"
    for way in (by_clicks, by_keyboard):
        page.evaluate(waiting)
        way(page, "h2", "e2")
        assert played(page) == []
        assert page.evaluate("board.queued") == ["h2", "e2"]
        page.evaluate("board.set(SCENES.start, {movable: 'red', premove: true})")
        assert played(page) == [["h2", "e2"]]
        assert page.evaluate("board.queued") is None
        page.evaluate("played.length = 0")


def test_a_queued_move_that_turns_out_illegal_is_forgotten(open_board: OpenBoard) -> None:
    page = open_board()
    page.evaluate("board.set({...SCENES.start, dests: null}, {movable: 'red', premove: true})")
    by_clicks(page, "h2", "h5")
    assert page.evaluate("board.queued") == ["h2", "h5"]
    page.evaluate("board.set(SCENES.start, {movable: 'red', premove: true})")
    assert played(page) == []
    assert page.evaluate("board.queued") is None
    assert said(page)[-1] == "Your premove is not legal here and was cancelled."
    assert refused(page) == [["h2", "h5"]], "and the page can say why"


def test_pressing_an_own_man_while_waiting_picks_him_up_and_dragging_onto_him_queues(
    open_board: OpenBoard,
) -> None:
    page = open_board()
    page.evaluate("board.set({...SCENES.start, turn: 'black', dests: {}}, {movable: 'red', premove: true})")
    by_clicks(page, "h2", "b2")
    assert page.evaluate("[board.selected, board.queued]") == ["b2", None]
    by_dragging(page, "h2", "h0")
    assert page.evaluate("board.queued") == ["h2", "h0"]


def test_a_queued_move_is_forgotten_when_the_page_no_longer_wants_one(open_board: OpenBoard) -> None:
    page = open_board()
    page.evaluate("board.set({...SCENES.start, turn: 'black', dests: {}}, {movable: 'red', premove: true})")
    by_clicks(page, "h2", "e2")
    page.evaluate("board.set(SCENES.start, {movable: 'red'})")
    assert played(page) == []
    assert page.evaluate("board.queued") is None


def test_a_queued_move_can_be_taken_back(open_board: OpenBoard) -> None:
    page = open_board()
    page.evaluate("board.set({...SCENES.start, turn: 'black', dests: {}}, {movable: 'red', premove: true})")
    by_keyboard(page, "h2", "e2")
    assert point(page, "e2").get_attribute("aria-describedby")
    page.keyboard.press("Escape")
    page.evaluate("board.set(SCENES.start, {movable: 'red', premove: true})")
    assert played(page) == []


def test_nothing_is_queued_unless_the_page_wants_it(open_board: OpenBoard) -> None:
    page = open_board()
    page.evaluate("board.set({...SCENES.start, turn: 'black', dests: {}}, {movable: 'red'})")
    by_clicks(page, "h2", "e2")
    assert page.evaluate("board.queued") is None
    page.evaluate("board.set(SCENES.start, {movable: 'red'})")
    assert played(page) == []


def test_a_queued_move_is_cancelled(open_board: OpenBoard) -> None:
    page = open_board()
    for way, cancel in {
        "a right click": lambda: point(page, "a5").click(button="right"),
        "Escape": lambda: page.keyboard.press("Escape"),
        "a click on an empty point": lambda: point(page, "a5").click(),
        "another man": lambda: point(page, "b0").click(),
    }.items():
        page.evaluate("board.cancelSelection()")
        page.evaluate(
            "board.set({...SCENES.start, turn: 'black', dests: {}}, {movable: 'red', premove: true})"
        )
        by_clicks(page, "h2", "e2")
        frames(page)
        assert page.evaluate("board.queued") == ["h2", "e2"], way
        assert page.locator("square.current-premove").count() == 2
        assert page.locator(".cg-custom-svgs .arrow").count() == 1
        cancel()
        frames(page)
        assert page.evaluate("board.queued") is None, way
        assert page.locator("square.current-premove, .cg-custom-svgs .arrow").count() == 0
        assert page.locator(OWN).count() == 0, "a right click that cancels something draws nothing"
        page.evaluate("board.set(SCENES.start, {movable: 'red', premove: true})")
        assert played(page) == [], way


# ---- the user's own arrows and circles -----------------------------------------------------------------


def right_drag(page: Page, orig: str, dest: str, *keys: str) -> None:
    page.mouse.move(*center(page, orig))
    for key in keys:
        page.keyboard.down(key)
    page.mouse.down(button="right")
    page.mouse.move(*center(page, dest), steps=4)
    page.mouse.up(button="right")
    for key in keys:
        page.keyboard.up(key)
    frames(page)


def own_shapes(page: Page) -> list[str]:
    frames(page)
    names: list[str] = page.locator(OWN).evaluate_all("nodes => nodes.map((node) => node.className.baseVal)")
    return sorted(names)


def test_the_right_button_draws_arrows_and_circles_and_plays_nothing(open_board: OpenBoard) -> None:
    page = open_board("cell=40")
    right_drag(page, "h2", "e2")
    right_drag(page, "e3", "e3")
    assert own_shapes(page) == ["arrow rank-1 green", "ring rank-1 green"]
    assert played(page) == []
    assert page.evaluate("board.selected") is None
    right_drag(page, "h2", "e2")
    assert own_shapes(page) == ["ring rank-1 green"], "drawn again it is removed"
    page.evaluate("board.setShapes(SCENES.capture.shapes)")
    page.evaluate("board.setShapes([])")
    assert own_shapes(page) == ["ring rank-1 green"], "the page's own arrows come and go beside it"
    page.mouse.move(*center(page, "b2"))
    page.mouse.down(button="right")
    page.mouse.move(1200, 300, steps=3)
    page.mouse.up(button="right")
    assert own_shapes(page) == ["ring rank-1 green"], "let go outside, nothing is drawn"


def test_modifiers_choose_the_colour(open_board: OpenBoard) -> None:
    page = open_board("cell=40")
    for keys, colour in [
        ([], "green"),
        (["Shift"], "red"),
        (["Alt"], "blue"),
        (["Control"], "red"),
        (["Shift", "Alt"], "yellow"),
    ]:
        right_drag(page, "b0", "c2", *keys)
        assert own_shapes(page) == [f"arrow rank-1 {colour}"], "another colour takes its place"
    strokes = page.locator(OWN).evaluate("(node) => getComputedStyle(node).fill")
    right_drag(page, "b0", "c2")
    assert page.locator(OWN).evaluate("(node) => getComputedStyle(node).fill") != strokes


def test_arrows_do_not_show_where_hidden_men_stand(open_board: OpenBoard) -> None:
    """In a puzzle that was solved blindfold the gaps of the visitor's own arrow told where the men were."""
    page = open_board("cell=40")
    right_drag(page, "a1", "a8")
    bars = "(node) => node.getAttribute('d').split('M').length - 2"
    assert page.locator(OWN).evaluate(bars) == 3
    for blind, count in ((True, 1), (False, 3)):
        page.evaluate("(blind) => board.configure({blind})", blind)
        frames(page)
        assert page.locator(OWN).evaluate(bars) == count


def test_own_arrows_go_with_a_click_on_an_empty_point_or_a_new_position(open_board: OpenBoard) -> None:
    page = open_board("cell=40")
    for action, act in {
        "a click on an empty point": lambda: point(page, "a5").click(),
        "a move": lambda: by_clicks(page, "h2", "f2"),
        "another position": lambda: page.evaluate("board.set(SCENES.check, {movable: 'black'})"),
    }.items():
        page.evaluate("board.set({...SCENES.start}, {movable: 'red'})")
        right_drag(page, "h2", "e2")
        page.evaluate("board.flip()")
        page.evaluate("board.set({...SCENES.start}, {movable: 'red'})")
        point(page, "b0").click()
        assert len(own_shapes(page)) == 1, "the same position, or a man picked up, keeps them"
        page.keyboard.press("Escape")
        act()
        assert own_shapes(page) == [], action


def test_the_menu_stays_with_touch_and_keyboard(open_board: OpenBoard) -> None:
    page = open_board("cell=40")
    page.evaluate(
        """addEventListener('contextmenu', (event) => {
            window.kept = !event.defaultPrevented;
            event.preventDefault();
        })"""
    )
    point(page, "e4").click(button="right")
    assert page.evaluate("kept") is False
    point(page, "e5").evaluate(
        """(node) => {
            for (const type of ['pointerdown', 'contextmenu']) {
                const options = { pointerType: 'touch', bubbles: true, cancelable: true };
                node.dispatchEvent(new PointerEvent(type, options));
            }
        }"""
    )
    assert page.evaluate("kept") is True
    assert len(own_shapes(page)) == 1


# ---- interrupted drags ---------------------------------------------------------------------------------


class Fingers:
    """Touches as native input of the browser: the places of all fingers after each step."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def __call__(self, kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(places)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        frames(self.page)

    def drag(self, orig: str, dest: str) -> tuple[float, float]:
        """Touch a man and move him without letting go."""
        end = center(self.page, dest)
        self("touchStart", center(self.page, orig))
        self("touchMove", end)
        assert self.page.locator("piece.dragging").count() == 1
        return end


TURN = {"width": 844, "height": 390, "deviceScaleFactor": 2, "mobile": True}
TURNED = {**TURN, "screenOrientation": {"type": "landscapePrimary", "angle": 90}}


@pytest.mark.parametrize(
    "interruption", ["the system", "a finger on the board", slow("a finger beside it"), "a turn"]
)
def test_an_interrupted_touch_puts_the_man_back(open_board: OpenBoard, interruption: str) -> None:
    # A call, a gesture of the system or a second finger ends a touch with no touchend, or with another
    # finger's. The library waits for its own touchend: the man hung in the air, his ghost below him.
    page = open_board("cell=40", "phone")
    before = drawn(page)
    fingers = Fingers(page)
    place = fingers.drag("h2", "f2")
    beside = (200.0, 800.0)
    match interruption:
        case "the system":
            fingers("touchCancel")
        case "a finger on the board":
            fingers("touchStart", place, center(page, "e6"))
            fingers("touchEnd", place)
            fingers("touchEnd")
        case "a finger beside it":
            fingers("touchStart", place, beside)
            fingers("touchEnd", place)
            fingers("touchEnd")
        case _:
            fingers.session.send("Emulation.setDeviceMetricsOverride", TURNED)
            frames(page)
    assert_nothing_in_hand(page, before)
    by_taps(page, "h2", "e2")
    assert played(page) == [["h2", "e2"]]


def test_an_interrupted_press_puts_the_man_back(open_board: OpenBoard) -> None:
    page = open_board("cell=40")
    before = drawn(page)
    for interruption in (  # another window, the menu, the browser's own drag
        "window.dispatchEvent(new Event('blur'))",
        "document.body.dispatchEvent(new Event('contextmenu', { bubbles: true }))",
        "document.body.dispatchEvent(new Event('pointercancel', { bubbles: true }))",
    ):
        page.mouse.move(*center(page, "h2"))
        page.mouse.down()
        page.mouse.move(*center(page, "e2"), steps=4)
        frames(page)
        assert page.locator("piece.dragging").count() == 1
        page.evaluate(interruption)
        frames(page)
        page.mouse.up()
        assert_nothing_in_hand(page, before)
    by_clicks(page, "h2", "e2")
    assert played(page) == [["h2", "e2"]]


def test_a_man_who_is_only_selected_stays_so(open_board: OpenBoard) -> None:
    page = open_board("cell=40")
    point(page, "h2").click()
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert page.evaluate("board.selected") == "h2"


def test_an_interrupted_arrow_is_not_drawn(open_board: OpenBoard) -> None:
    page = open_board("cell=40")
    page.mouse.move(*center(page, "h2"))
    page.mouse.down(button="right")
    page.mouse.move(*center(page, "e2"), steps=3)
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert own_shapes(page) == []
    page.mouse.move(*center(page, "e5"), steps=3)
    page.mouse.up(button="right")
    assert own_shapes(page) == [], "the release belongs to a press that is over"
    right_drag(page, "h2", "e2")
    assert own_shapes(page) == ["arrow rank-1 green"]


def assert_nothing_in_hand(page: Page, men: dict[str, str]) -> None:
    assert drawn(page) == men
    assert page.locator("piece.dragging, piece.lifted").count() == 0
    assert page.locator("piece.ghost").evaluate("(ghost) => getComputedStyle(ghost).visibility") == "hidden"
    assert page.evaluate("board.selected") is None
    assert played(page) == []


# ---- places --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "ratio"),
    [
        *((320, 2), (412, 2.625), (1281, 1.25)),
        *(slow(360, 1), slow(390, 3), slow(768, 1.5), slow(1280, 1)),
    ],
)
def test_cells_are_whole_pixels_and_men_stand_on_the_lines(
    open_board: OpenBoard, width: int, ratio: float
) -> None:
    viewport = {"width": width, "height": 900}
    page = open_board("", viewport=viewport, device_scale_factor=ratio)
    frames(page)
    boxes = page.evaluate(
        """() => {
            const box = (node) => {
                const { x, y, width, height } = node.getBoundingClientRect();
                return [x, y, width, height];
            };
            const board = document.querySelector('cg-board');
            const lines = getComputedStyle(board, '::before');
            return {
                board: box(board),
                frame: box(document.querySelector('.board')),
                cells: [...document.querySelectorAll('[data-square]')].map(box),
                men: [...document.querySelectorAll('cg-board piece')].map(box),
                lines: [lines.width, lines.height],
            };
        }"""
    )
    left, top, board_width, board_height = boxes["board"]
    cell = board_width / 9
    assert cell == int(cell) >= 34
    assert board_height == 10 * cell
    assert boxes["lines"] == [f"{int(9 * cell)}px", f"{int(10 * cell)}px"]
    places = {(left + x * cell, top + y * cell, cell, cell) for x in range(9) for y in range(10)}
    assert {tuple(box) for box in boxes["cells"]} == places
    assert len(boxes["men"]) == 32
    assert {tuple(box) for box in boxes["men"]} <= places
    frame_left, _, frame_width, _ = boxes["frame"]
    assert frame_left >= 0
    assert frame_left + frame_width <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    height = 10.72 * cell
    assert width - frame_width < 10 or 900 - height < 12, "the board uses the room it has"


def test_the_board_follows_the_window(open_board: OpenBoard) -> None:
    page = open_board()
    page.set_viewport_size({"width": 500, "height": 700})
    assert drawn(page)["h2"] == "white c-piece"
    by_dragging(page, "h2", "e2")
    assert played(page) == [["h2", "e2"]]


def test_flipping_turns_everything_and_keeps_the_squares(open_board: OpenBoard) -> None:
    page = open_board("scene=check&cell=40")
    before = drawn(page)
    corner = center(page, "a0")
    page.evaluate("board.flip()")
    assert page.evaluate("board.orientation") == "black"
    assert drawn(page) == before
    assert center(page, "i9") == corner
    assert page.locator(".board > .bottom").inner_text().split() == list("987654321")
    by_clicks(page, "e9", "d9")
    assert played(page) == [["e9", "d9"]]
    page.evaluate("board.flip()")
    assert center(page, "a0") == corner


def test_flipping_moves_the_elements_and_leaves_the_focus(open_board: OpenBoard) -> None:
    page = open_board("scene=check&cell=40")
    page.evaluate("men = [...document.querySelectorAll('cg-board piece')]")
    point(page, "e9").focus()
    page.evaluate("board.flip()")
    frames(page)
    assert page.evaluate("men.length > 2 && men.every((man) => man.isConnected)")
    assert page.locator(":focus").get_attribute("data-square") == "e9"


def test_a_finger_on_the_board_never_scrolls_the_page(open_board: OpenBoard) -> None:
    page = open_board("", "phone")
    for start in ("e4", "h2"):
        x, y = center(page, start)
        swipe(page, (x, y), (x, y - 200))
        assert page.evaluate("scrollY") == 0
    height = page.viewport_size["height"] if page.viewport_size else 0
    swipe(page, (x, height - 40), (x, height - 340))  # beside the board it does
    page.wait_for_function("scrollY > 100")


# ---- what is drawn -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("pieces=trad", 14),
        slow("pieces=simp", 14),
        slow("pieces=west", 14),
        slow("pieces=trad&theme=dark&contrast=more", 14),
        ("game=chess&scene=chess", 12),
        slow("game=liuzichong&scene=liuzichong", 2),
    ],
)
def test_every_man_has_a_face_of_his_own(open_board: OpenBoard, query: str, count: int) -> None:
    page = open_board(f"{query}&cell=40")
    squares = {kind: square for square, kind in sorted(drawn(page).items())}
    assert len(squares) == count

    def pictures() -> dict[str, bytes]:
        frames(page)
        return {
            kind: page.screenshot(clip={"x": x - 17, "y": y - 17, "width": 34, "height": 34})
            for kind, (x, y) in ((kind, center(page, square)) for kind, square in squares.items())
        }

    faces = pictures()
    page.evaluate(NO_FACES)
    blank = pictures()
    for kind in squares:
        assert faces[kind] != blank[kind], f"{kind} has no face"
    if "game" not in query:
        assert len(set(faces.values())) == count
        assert len(set(blank.values())) >= 2, "the sides differ by their rings alone"


@pytest.mark.parametrize("options", [{}, {"forced_colors": "active"}, slow({"color_scheme": "dark"})])
def test_lines_river_and_marks_are_painted(open_board: OpenBoard, options: dict[str, Any]) -> None:
    page = open_board("scene=check&cell=40", **options)
    for name in ("--board-lines", "--river", "--last-move", "--ring"):
        frames(page)
        before = page.screenshot()
        page.evaluate(
            """(name) => {
                const nodes = document.querySelectorAll(name === '--ring' ? 'piece' : '.board');
                for (const node of nodes) node.style.setProperty(name, 'none');
            }""",
            name,
        )
        frames(page)
        assert page.screenshot() != before, name


def test_the_words_of_the_river_stay_upright_when_the_board_is_flipped(open_board: OpenBoard) -> None:
    page = open_board("")
    left, top = center(page, "b5")
    right, bottom = center(page, "h4")
    between_the_banks = {"x": left, "y": top + 6, "width": right - left, "height": bottom - top - 12}
    words = page.screenshot(clip=between_the_banks)
    page.evaluate("board.flip()")
    frames(page)
    assert center(page, "b5") != (left, top), "the board is flipped"
    assert page.screenshot(clip=between_the_banks) == words
    page.evaluate("document.querySelector('.board').style.setProperty('--river', 'none')")
    frames(page)
    assert page.screenshot(clip=between_the_banks) != words, "there are words"


def test_arrows_are_drawn_turn_with_the_board_and_go(open_board: OpenBoard) -> None:
    page = open_board("scene=capture&shapes=1&cell=40")
    arrows = page.locator(".cg-custom-svgs .arrow")
    assert arrows.count() == 3
    assert page.locator(".cg-custom-svgs .ring").count() == 1
    up = arrows.first.bounding_box()
    page.evaluate("board.flip()")
    frames(page)
    down = arrows.first.bounding_box()
    assert up
    assert down
    assert arrows.first.get_attribute("transform") == "translate(50 50) rotate(90)"
    assert abs(up["height"] - down["height"]) < 1
    page.evaluate("board.setShapes([])")
    frames(page)
    assert arrows.count() == 0


def test_the_man_in_hand_is_lifted_and_his_destinations_are_marked(open_board: OpenBoard) -> None:
    page = open_board()
    point(page, "h2").click()
    frames(page)
    assert page.locator("piece.lifted").count() == 1
    assert page.locator("square.move-dest").count() == 7
    assert page.locator("square.move-dest.oc").count() == 1
    point(page, "a5").click()
    frames(page)
    assert page.locator("piece.lifted, square.move-dest, square.selected").count() == 0


def test_men_glide_unless_they_should_not(open_board: OpenBoard) -> None:
    moved = """(animate) => {
        const fen = SCENES.start.fen.replace('1C5C1', '1C2C4');
        board.set({...SCENES.start, fen, dests: {}}, {animate});
        return document.querySelectorAll('piece.anim').length;
    }"""
    back = "board.set(SCENES.start, {animate: false})"
    page = open_board("", reduced_motion="no-preference")
    assert page.evaluate(moved, True) == 1
    page.locator("piece.anim").wait_for(state="detached")
    page.evaluate(back)
    assert page.evaluate(moved, False) == 0
    still = open_board("", reduced_motion="reduce")
    assert still.evaluate(moved, True) == 0
    assert drawn(still)["e2"] == "white c-piece"


def test_steps_in_quick_succession_jump(open_board: OpenBoard) -> None:
    """An arrow key that is held down: each glide was cut short by the next one, and delayed it."""
    page = open_board("", reduced_motion="no-preference")
    stepped = """async (gaps) => {
        const found = [];
        let now = 1e6;
        performance.now = () => now;
        for (const [at, gap] of gaps.entries()) {
            now += gap;
            const fen = SCENES.start.fen.replace('1C5C1', `1C${at + 1}C${5 - at}`);
            board.set({...SCENES.start, fen, dests: {}});
            for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
            found.push(document.querySelectorAll('piece.anim').length);
        }
        return found;
    }"""
    assert page.evaluate(stepped, [1000, 100, 100, 180]) == [1, 0, 0, 1]


def test_the_look_can_change_at_any_time(open_board: OpenBoard) -> None:
    page = open_board("cell=40")
    page.evaluate("board.configure({pieces: 'west', coordinates: 'squares'})")
    assert page.locator(".board").get_attribute("data-pieces") == "west"
    assert page.locator(".board > .left").inner_text().split() == list("9876543210")
    page.evaluate("board.configure({coordinates: false})")
    assert page.locator(".board > .edge").count() == 0
    by_clicks(page, "h2", "e2")
    assert played(page) == [["h2", "e2"]]


# ---- the end -------------------------------------------------------------------------------------------


def test_destroy_takes_every_listener_away(open_board: OpenBoard) -> None:
    page = open_board()
    left = page.evaluate(
        """async () => {
            const { createBoard } = await import('../site/board/board.js');
            let kept = [];
            for (const target of [document, window, document.body]) {
                const { addEventListener, removeEventListener } = target;
                target.addEventListener = (type, listener, options) => {
                    kept.push([target, type, listener]);
                    options?.signal?.addEventListener('abort', () => {
                        kept = kept.filter((one) => one[2] !== listener);
                    });
                    addEventListener.call(target, type, listener, options);
                };
                target.removeEventListener = (type, listener, options) => {
                    kept = kept.filter((one) => one[0] !== target || one[1] !== type || one[2] !== listener);
                    removeEventListener.call(target, type, listener, options);
                };
            }
            const place = document.createElement('div');
            document.body.append(place);
            const second = createBoard(place, { labels });
            second.set(SCENES.start, { movable: 'red' });
            second.configure({ orientation: 'black' });
            const added = kept.length;
            second.destroy();
            second.destroy();
            return { added, left: kept.map((one) => one[1]), children: place.children.length };
        }"""
    )
    assert left["added"] > 0
    assert left["left"] == []
    assert left["children"] == 0


def test_a_fen_of_another_board_is_refused_and_changes_nothing(open_board: OpenBoard) -> None:
    page = open_board()
    before = drawn(page)
    message = page.evaluate(
        "(() => { try { board.set({fen: '8/8 w', turn: 'red'}); } catch (e) { return e.message; } })()"
    )
    assert "9 by 10" in message
    assert drawn(page) == before
    by_clicks(page, "h2", "e2")
    assert played(page) == [["h2", "e2"]]


# ---- another browser -----------------------------------------------------------------------------------


def test_every_browser_at_hand_draws_and_plays(each_page: Page, board_site: str, problems: Problems) -> None:
    problems.expect("blocked an inline style")  # Playwright's own, in Firefox
    page = each_page
    page.goto(f"{board_site}?cell=40")
    page.locator("html[data-ready]").wait_for(state="attached")
    by_clicks(page, "h2", "e2")
    assert played(page) == [["h2", "e2"]]
    page.evaluate("board.set(SCENES.start, {movable: 'red', animate: false})")
    by_dragging(page, "b0", "c2")
    assert played(page) == [["h2", "e2"], ["b0", "c2"]]
    with_faces = page.screenshot()
    page.evaluate(NO_FACES)
    frames(page)
    assert page.screenshot() != with_faces


def test_heads_of_arrows_that_meet_lie_around_the_point(open_board: OpenBoard) -> None:
    """Their tips lay upon each other."""
    page = open_board()
    alone = "[{orig: 'e3', dest: 'e5', brush: 'best'}]"
    meeting = f"[...{alone}, {{orig: 'b5', dest: 'e5', brush: 'second'}}]"
    tips = []
    for shapes in (alone, meeting):
        page.evaluate(f"board.setShapes({shapes})")
        frames(page)
        heads = page.locator(".cg-custom-svgs .arrow")
        drawn = heads.evaluate_all("heads => heads.map(head => head.getAttribute('d'))")
        tips.append([float(re.findall(r"L([\d.]+) 0", path)[0]) for path in drawn])
    assert [200 - tips[0][0], 200 - tips[1][0], 300 - tips[1][1]] == [3, 47, 47]
