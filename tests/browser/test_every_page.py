"""Every page, in every language and colour scheme: it speaks the language, it fits, and axe finds nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Problems, further_pages
from tests.browser.play_page import PlayPage
from tools.pages import WEB

OpenPage = Callable[..., Page]

LANGUAGES = sorted(path.stem for path in (WEB / "texts").glob("*.json"))
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
}
BOARD = "cg-board piece"
PAGES = {
    "": BOARD,
    "?game=chess": BOARD,
    "?game=liuzichong": BOARD,
    "analysis.html?moves=h2e2": BOARD,
    "analysis.html?game=liuzichong": BOARD,
    "friend.html": ".lobby",
    "puzzles.html": BOARD,
    "endings.html": BOARD,
    "study.html": BOARD,
    "editor.html": BOARD,
    "editor.html?game=chess": BOARD,
    "lab.html": ".files button",
    "how-to-play.html": BOARD,
    "learn.html": ".contents li",
    "learn.html?lesson=1": ".tree .leaf",
    "embed.html?moves=h2e2": BOARD,
}
PAGES |= dict.fromkeys(further_pages(PAGES), "h1")
"""The pages, each with an element that it shows once it is there."""


def test_skip_to_the_board_goes_where_the_arrow_keys_go_on(page: Page, site: str) -> None:
    """It went to the section around the board, where arrow keys do nothing."""
    for name in ("", "analysis.html", "puzzles.html", "endings.html", "editor.html", "how-to-play.html"):
        page.goto(f"{site}{name}")
        page.locator(BOARD).first.wait_for()
        page.get_by_role("link", name="Skip to the board").press("Enter")
        here = page.locator("[role=gridcell]:focus")
        expect(here).to_have_count(1)
        square = here.get_attribute("data-square")
        page.keyboard.press("ArrowLeft")  # up is off the board where a puzzle turns it
        expect(here).not_to_have_attribute("data-square", square or "")
        assert page.locator("input[type=radio]:not([value])").count() == 0, "such a button is called “on”"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_on_any_page(
    open_page: OpenPage, site: str, language: str, look: str, problems: Problems
) -> None:
    problems.expect("iframe")  # Chromium's remark on the sandbox of boards of the same site
    page = open_page("desktop", locale=language, reduced_motion="reduce", **LOOKS[look])
    found = {}
    for name, there in PAGES.items():
        page.goto(f"{site}{name}")
        page.locator(there).first.wait_for()
        expect(page.locator("html")).to_have_attribute("lang", language)
        if name.startswith("embed.html"):
            # For a page without a background axe assumes white, also in a dark theme.
            page.evaluate("document.documentElement.style.background = 'Canvas'")
        found[name] = PlayPage(page, site).accessibility_faults()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    assert found == {name: [] for name in PAGES}
