"""The host page of the board's tests: opening it, reading it, and every way to play a move on it."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page

from tests.browser.conftest import BASE
from tools.server import SiteServer
from tools.static_site import WEB, board_library, esbuild

HOST = Path(__file__).parent
OpenBoard = Callable[..., Page]


@pytest.fixture(scope="session")
def board_site(shared_server: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the host page, beside only the parts of the site that a board needs."""
    site = tmp_path_factory.mktemp("board") / "site"
    for room in ("ui", "pieces", "board", "texts"):
        shutil.copytree(WEB / room, site / room)
    scripts = [WEB / name for name in ("board/board.js", "game-view/piece-words.js", "ui/words.js")]
    options = ["--bundle", "--splitting", "--format=esm", "--allow-overwrite"]
    options += [f"--alias:chessgroundx={board_library()}"]
    esbuild(*scripts, *options, f"--outbase={WEB}", f"--outdir={site}")
    shared_server.folders = {**shared_server.folders, "/host/": HOST, "/site/": site}
    return shared_server.url.replace(BASE, "/host/board.html")


@pytest.fixture
def open_board(open_page: Callable[..., Page], board_site: str) -> OpenBoard:
    """Open the host page: open_board("scene=check&pieces=west", "phone")."""

    def open_board(query: str = "", screen: str = "desktop", **options: Any) -> Page:
        page = open_page(screen, **{"reduced_motion": "reduce", **options})
        page.goto(f"{board_site}?{query}")
        page.locator("html[data-ready]").wait_for(state="attached")
        return page

    return open_board


def point(page: Page, square: str) -> Locator:
    return page.locator(f"[data-square={square}]")


def center(page: Page, square: str) -> tuple[float, float]:
    box = point(page, square).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def frames(page: Page) -> None:
    """Let everything that was scheduled happen."""
    page.evaluate(
        "new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 30))"
    )


def drawn(page: Page) -> dict[str, str]:
    """The pieces that the library has drawn: `{"h2": "white c-piece"}`, found by the places of elements."""
    frames(page)
    found: dict[str, str] = page.evaluate(
        """() => {
            const squares = [...document.querySelectorAll('[data-square]')];
            const at = (node) => {
                const box = node.getBoundingClientRect();
                return squares.find((square) => {
                    const own = square.getBoundingClientRect();
                    return Math.abs(own.x - box.x) < 0.01 && Math.abs(own.y - box.y) < 0.01;
                })?.dataset.square;
            };
            const kind = (node) => ['white', 'black', ...'kabnrcpq'.split('').map((role) => `${role}-piece`)]
                .filter((name) => node.classList.contains(name))
                .join(' ');
            const men = document.querySelectorAll('cg-board piece');
            return Object.fromEntries([...men].map((man) => [at(man), kind(man)]));
        }"""
    )
    return found


def played(page: Page) -> list[list[str]]:
    frames(page)
    moves: list[list[str]] = page.evaluate("window.played")
    return moves


def refused(page: Page) -> list[list[str]]:
    frames(page)
    moves: list[list[str]] = page.evaluate("window.refused")
    return moves


def said(page: Page) -> list[str]:
    frames(page)
    sentences: list[str] = page.evaluate("window.said")
    return sentences


# ---- ways to play a move -------------------------------------------------------------------------------


def by_clicks(page: Page, orig: str, dest: str) -> None:
    point(page, orig).click()
    point(page, dest).click()


def by_dragging(page: Page, orig: str, dest: str) -> None:
    page.mouse.move(*center(page, orig))
    page.mouse.down()
    page.mouse.move(*center(page, dest), steps=4)
    frames(page)
    page.mouse.up()


def by_taps(page: Page, orig: str, dest: str) -> None:
    point(page, orig).tap()
    point(page, dest).tap()


def by_touch_dragging(page: Page, orig: str, dest: str) -> None:
    swipe(page, center(page, orig), center(page, dest))


def by_keyboard(page: Page, orig: str, dest: str) -> None:
    page.evaluate("(square) => board.focus(square)", orig)
    page.keyboard.press("Enter")
    walk(page, dest)
    page.keyboard.press(" ")


def by_assistive_device(page: Page, orig: str, dest: str) -> None:
    """Screen readers press an element without a pointer."""
    point(page, orig).dispatch_event("click")
    point(page, dest).dispatch_event("click")


def swipe(page: Page, start: tuple[float, float], stop: tuple[float, float]) -> None:
    """Touch, move and release, as native input of the browser."""
    session: CDPSession = page.context.new_cdp_session(page)

    def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start)
    for i in range(1, 6):
        step = (start[0] + (stop[0] - start[0]) * i / 5, start[1] + (stop[1] - start[1]) * i / 5)
        touch("touchMove", step)
        frames(page)
    touch("touchEnd")
    frames(page)


def walk(page: Page, square: str) -> None:
    """Go to a point with the arrow keys alone, by its place on the screen."""
    x, y = center(page, square)
    for _ in range(20):
        box = page.locator("[data-square]:focus").bounding_box()
        assert box
        dx, dy = x - box["x"] - box["width"] / 2, y - box["y"] - box["height"] / 2
        if abs(dx) < 1 and abs(dy) < 1:
            return
        if abs(dx) >= 1:
            page.keyboard.press("ArrowRight" if dx > 0 else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if dy > 0 else "ArrowUp")
    raise AssertionError(f"did not reach {square}")
