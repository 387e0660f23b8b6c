"""The opening explorer on the analysis board: book moves with names and results, which can be played."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.analysis_page import AnalysisPage
from tests.browser.conftest import LOCALES

OpenPage = Callable[..., Page]


@pytest.fixture
def analysis(page: Page, site: str) -> AnalysisPage:
    """The analysis board on a desktop screen, not opened yet."""
    return AnalysisPage(page, site)


@pytest.mark.quick
def test_a_book_move_is_played_and_the_name_stays_when_the_book_ends(analysis: AnalysisPage) -> None:
    page = analysis.open().page
    page.locator("#tab-explorer").click()
    rows = page.locator(".explorer[aria-busy=false] tbody tr")
    expect(rows.filter(has_text="h2e2").or_(rows.filter(has_text="b2e2")).first).to_contain_text(
        "Central Cannon"
    )
    expect(rows.first.locator(".result-bar .sr")).to_contain_text("Red wins: ")
    rows.first.get_by_role("button").click()
    expect(page.locator(".explorer[aria-busy=false] .opening")).to_be_visible()
    assert len(analysis.moves()) == 1
    name = page.locator(".explorer .opening").inner_text()
    analysis.move("a9a8")
    analysis.move("i0i1" if analysis.moves()[0][0] != "i" else "a0a1")
    analysis.move("i9i8")
    expect(page.locator(".explorer[aria-busy=false]").get_by_role("status")).to_have_text(
        "This position is not in this library."
    )
    expect(page.locator(".explorer .opening")).to_have_text(name)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_explorer_fits_a_narrow_phone_and_axe_finds_nothing(
    open_page: OpenPage, site: str, locale: str
) -> None:
    page = open_page("phone", locale=locale, viewport={"width": 320, "height": 640})
    analysis = AnalysisPage(page, site).open("game=chess&moves=e2e4")
    page.locator("#tab-explorer").click()
    expect(page.locator(".explorer[aria-busy=false] tbody tr").first).to_be_visible()
    panel = page.locator("#panel")
    assert panel.evaluate("panel => panel.scrollWidth - panel.clientWidth") <= 0
    assert analysis.accessibility_faults() == []
