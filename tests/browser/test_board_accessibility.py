"""The board for keyboards and screen readers: names, states, keys, sentences."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.board_page import (
    OpenBoard,
    board_site,
    by_clicks,
    by_keyboard,
    center,
    drawn,
    frames,
    open_board,
    played,
    point,
    refused,
    said,
    walk,
)
from tests.browser.conftest import TIMEOUT_MS, slow

__all__ = ["board_site", "open_board"]  # fixtures

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"

SCREEN_HORSES = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4", "g6g5", "h0h6", "h7i7"]
"""The first ten plies of the central cannon against the screen horses."""


def violations(page: Page) -> list[Any]:
    """What axe-core finds, in short."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found["violations"]]


def focused(page: Page) -> str:
    square: str = page.evaluate("document.activeElement.dataset.square ?? ''")
    return square


def description(page: Page, square: str) -> str:
    ids = (point(page, square).get_attribute("aria-describedby") or "").split()
    return ", ".join(page.locator(f"#{name}").text_content() or "" for name in ids)


def await_description(page: Page, square: str, text: str) -> None:
    """Wait until the square has this description; the page answers a move asynchronously."""
    for _ in range(TIMEOUT_MS // 50):
        if description(page, square) == text:
            break
        page.wait_for_timeout(50)
    assert description(page, square) == text


@pytest.mark.parametrize(
    "query",
    [
        *("scene=check&orientation=black&theme=dark", "game=chess&scene=chess&theme=dark"),
        *(slow(""), slow("contrast=more")),
    ],
)
def test_axe_finds_nothing(open_board: OpenBoard, query: str) -> None:
    page = open_board(query)
    assert violations(page) == []


def test_axe_finds_nothing_with_a_man_in_hand(open_board: OpenBoard) -> None:
    page = open_board("scene=capture&shapes=1&coordinates=squares", "phone")
    point(page, "b2").tap()
    assert violations(page) == []


def test_the_drawing_is_silent_and_the_grid_speaks(open_board: OpenBoard) -> None:
    page = open_board("scene=capture&shapes=1")
    spoken = page.locator("#board").aria_snapshot()
    assert spoken.startswith('- grid "Board"')
    assert spoken.count("- row ") == 10
    assert spoken.count("- gridcell ") == 90
    assert spoken.count('"b2, red cannon"') == 1
    assert "img" not in spoken
    assert page.get_by_role("gridcell", name="e4", exact=True).count() == 1
    assert page.locator("#board [role=grid]").get_attribute("aria-describedby")


def test_states_are_said_after_the_name(open_board: OpenBoard) -> None:
    page = open_board("scene=check")
    assert description(page, "e9") == "in check"
    assert description(page, "d8") == "last move"
    assert description(page, "a5") == ""
    page.evaluate("board.set(SCENES.capture, {movable: 'red'})")
    point(page, "b2").click()
    assert description(page, "b2") == "selected"
    assert point(page, "b2").get_attribute("aria-selected") == "true"
    assert description(page, "b9") == "can capture"
    point(page, "b9").click()
    await_description(page, "b9", "last move")
    assert page.locator("[aria-selected]").count() == 0


def test_the_grid_is_read_only_when_nobody_may_move(open_board: OpenBoard) -> None:
    page = open_board()
    grid = page.locator("[role=grid]")
    assert grid.get_attribute("aria-readonly") == "false"
    page.evaluate("board.set(SCENES.start)")
    assert grid.get_attribute("aria-readonly") == "true"


@pytest.mark.parametrize("orientation", [slow("red"), "black"])
def test_arrow_keys_go_where_they_point_on_the_screen(open_board: OpenBoard, orientation: str) -> None:
    page = open_board(f"orientation={orientation}")
    page.keyboard.press("Tab")
    assert focused(page) == "e0"
    page.evaluate("board.focus('e4')")
    for key, dx, dy in [
        ("ArrowLeft", -1, 0),
        ("ArrowUp", 0, -1),
        ("ArrowRight", 1, 0),
        ("ArrowDown", 0, 1),
    ]:
        x, y = center(page, focused(page))
        page.keyboard.press(key)
        there = center(page, focused(page))
        box = point(page, "e4").bounding_box()
        assert box
        assert there == (x + dx * box["width"], y + dy * box["height"])
    corners = {"red": ("a9", "i0"), "black": ("i0", "a9")}[orientation]
    page.keyboard.press("Control+Home")
    assert focused(page) == corners[0]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert focused(page) == corners[0], "the edge holds"
    page.keyboard.press("End")
    page.keyboard.press("PageDown")
    assert focused(page) == corners[1]
    page.keyboard.press("Control+End")
    assert focused(page) == corners[1]
    page.keyboard.press("Home")
    page.keyboard.press("PageUp")
    assert focused(page) == corners[0]


def test_the_board_is_one_tab_stop_which_follows_pointer_and_focus(open_board: OpenBoard) -> None:
    page = open_board()
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    point(page, "b0").click()
    assert page.locator("[role=gridcell][tabindex='0']").get_attribute("data-square") == "b0"
    assert focused(page) == "", "a click does not take the arrow keys from the page"
    page.evaluate("board.focus()")
    assert focused(page) == "b0"
    page.keyboard.press("Tab")
    assert focused(page) == "", "the next tab leaves the board"


@pytest.mark.parametrize("button", ["left", "right", slow("middle")])
def test_a_press_on_the_board_gives_the_arrow_keys_to_the_page(open_board: OpenBoard, button: Any) -> None:
    """A right click put the focus on a point, and a left click left it there: the arrow keys moved the
    keyboard's cursor instead of stepping through the moves."""
    page = open_board()
    page.evaluate(
        """() => {
            window.keys = [];
            addEventListener('keydown', (event) => event.defaultPrevented || keys.push(event.key));
        }"""
    )
    for focus in ("", "board.focus('a0')"):
        page.evaluate(focus)
        point(page, "e4").click(button=button)
        assert focused(page) == ""
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert focused(page) == "e4", "the keyboard's cursor is where the press was"
    page.keyboard.press("ArrowLeft")
    assert focused(page) == "d4"
    assert [key for key in page.evaluate("keys") if key.startswith("Arrow")] == ["ArrowLeft", "ArrowLeft"]


def test_the_focus_is_seen_over_every_man(open_board: OpenBoard) -> None:
    page = open_board("cell=44")
    page.keyboard.press("Tab")
    page.evaluate("board.focus('h2')")
    ring = page.evaluate(
        """() => {
            const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
            return [outlineStyle, outlineWidth, boxShadow.includes('inset')];
        }"""
    )
    assert ring == ["solid", "3px", True]
    with_focus = page.screenshot()
    page.evaluate("document.activeElement.blur()")
    assert page.screenshot() != with_focus


def test_escape_puts_the_man_back(open_board: OpenBoard) -> None:
    page = open_board()
    page.evaluate("board.focus('h2')")
    page.keyboard.press("Enter")
    assert page.evaluate("board.selected") == "h2"
    page.keyboard.press("Escape")
    assert page.evaluate("board.selected") is None
    assert focused(page) == "h2"
    assert said(page) == ["red cannon picked up, 7 moves", "red cannon put back"]
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert page.evaluate("board.selected") is None, "the same key puts it back as well"


def test_keys_that_are_not_the_boards_reach_the_page(open_board: OpenBoard) -> None:
    page = open_board()
    page.evaluate(
        """() => {
            window.keys = [];
            addEventListener('keydown', (event) => keys.push(event.key));
            board.focus('e4');
        }"""
    )
    for key in ("Escape", "f", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("window.keys") == ["Escape", "f"]


def test_a_drop_that_is_not_allowed_keeps_the_man_in_hand(open_board: OpenBoard) -> None:
    page = open_board()
    by_keyboard(page, "h2", "h5")
    assert page.evaluate("board.selected") == "h2"
    assert refused(page) == [["h2", "h5"]], "the page says why"
    assert said(page) == ["red cannon picked up, 7 moves"]
    walk(page, "e2")
    page.keyboard.press("Enter")
    assert played(page) == [["h2", "e2"]]
    page.evaluate("board.set(SCENES.start, {movable: 'red'})")
    page.evaluate("board.focus('e4')")
    page.keyboard.press("Enter")
    assert said(page)[-1] == "nothing to move on e4"
    by_keyboard(page, "e0", "e1")
    assert said(page)[-1] == "red general picked up, 0 moves"
    assert refused(page)[-1] == ["e0", "e1"]


def test_a_held_key_does_not_pick_up_and_drop_again_and_again(open_board: OpenBoard) -> None:
    page = open_board()
    page.evaluate("board.focus('h2')")
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert page.evaluate("board.selected") == "h2"


def test_flipping_keeps_the_focus_on_its_square(open_board: OpenBoard) -> None:
    page = open_board()
    page.evaluate("board.focus('h2')")
    page.evaluate("board.flip()")
    assert focused(page) == "h2"
    by_keyboard(page, "h2", "e2")
    assert played(page) == [["h2", "e2"]]


def test_other_words_at_any_time(open_board: OpenBoard) -> None:
    page = open_board()
    page.evaluate(
        """() => board.configure({ labels: {
            board: '棋盘', help: '方向键', announce: () => '',
            point: (square, piece) => piece ? `${square} ${piece.side === 'red' ? '红' : '黑'}` : square,
            states: {
                selected: '已选', dest: '可走', capture: '可吃',
                lastMove: '上一着', check: '被将军', queued: '预走',
            },
        } })"""
    )
    assert point(page, "h2").get_attribute("aria-label") == "h2 红"
    point(page, "h2").click()
    assert description(page, "e2") == "可走"
    assert said(page) == [], "an empty sentence is not announced"


@pytest.mark.quick
def test_a_game_by_keyboard_alone(open_board: OpenBoard) -> None:
    """Tab to the board, then nothing but arrows and Enter, from both sides of it."""
    page = open_board()
    page.keyboard.press("Tab")
    men = drawn(page)
    for ply, move in enumerate(SCREEN_HORSES):
        orig, dest = move[:2], move[2:]
        view = {"fen": placement(men), "turn": "black" if ply % 2 else "red", "dests": {orig: [dest]}}
        page.evaluate("(view) => board.set(view, {movable: 'both'})", view)
        walk(page, orig)
        page.keyboard.press("Enter")
        walk(page, dest)
        page.keyboard.press("Enter")
        men[dest] = men.pop(orig)
        assert played(page)[-1] == [orig, dest]
        assert drawn(page) == men
        if ply == 4:
            page.evaluate("board.flip()")
    assert len(played(page)) == len(SCREEN_HORSES)


def placement(men: dict[str, str]) -> str:
    """The drawn pieces as the placement of a FEN."""
    rows = []
    for rank in range(9, -1, -1):
        row = "".join(letter(men.get(f"{file}{rank}")) for file in "abcdefghi")
        for empty in range(9, 0, -1):
            row = row.replace("." * empty, str(empty))
        rows.append(row)
    return "/".join(rows)


def letter(kind: str | None) -> str:
    if kind is None:
        return "."
    side, role = kind.split()
    return role[0].upper() if side == "white" else role[0]


def test_a_click_on_a_named_cell_is_a_click_on_the_board(open_board: OpenBoard) -> None:
    """What a test or a voice command finds by its name can be pressed."""
    page = open_board()
    page.get_by_role("gridcell", name="h2, red cannon").click()
    page.get_by_role("gridcell", name="e2").click()
    assert played(page) == [["h2", "e2"]]
    by_clicks(page, "i0", "i1")
    frames(page)
    assert played(page) == [["h2", "e2"]]
