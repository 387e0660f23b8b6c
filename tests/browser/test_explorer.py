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


GAMES = """[Event "Cup"]
[Red "Hu Ronghua"]
[Black "Xu Yinchuan"]
[Date "2001.05.??"]
[Result "1-0"]

1. C2=5 H8+7 2. H2+3 R9=8 1-0

[Event "Cup"]
[Red "Xu Yinchuan"]
[Black "Hu Ronghua"]
[Date "2003.01.09"]
[Result "1/2-1/2"]

1. C8=5 H8+7 2. H2+3 P7+1 1/2-1/2

[Event "Open"]
[Red "Li Laiqun"]
[Black "Hu Ronghua"]
[Date "2003.02.10"]
[Result "0-1"]

1. H2+3 H8+7 2. C8=5 P7+1 3. C2=1 0-1
"""


def test_the_openings_of_imported_games_are_a_tree_with_results_years_and_games(
    analysis: AnalysisPage,
) -> None:
    page = analysis.open().page
    page.locator("#tab-explorer").click()
    page.locator(".explorer[aria-busy=false]").wait_for()
    page.get_by_label("My games", exact=True).check()
    expect(page.locator(".explorer.mine")).to_contain_text("Games that you play or import appear here.")
    file = {"name": "masters.pgn", "mimeType": "text/plain", "buffer": GAMES.encode()}
    page.locator(".explorer input[type=file]").set_input_files(file)
    rows = page.locator(".explorer.mine tbody tr")
    expect(rows).to_have_count(3)
    for move in ("b2e2", "h9g7", "h0g2"):
        analysis.move(move)
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("g6g5")
    expect(rows.first.locator("td").nth(0)).to_have_text("2")
    expect(rows.first).to_contain_text("2003")
    expect(rows.first.locator(".result-bar .sr")).to_have_text("Red wins: 0, draws: 1, Black wins: 1")
    page.locator(".explorer .filters summary").click()
    page.get_by_label("Player", exact=True).fill("xu")
    expect(rows.first.locator("td").nth(0)).to_have_text("1")
    page.get_by_role("button", name="Xu Yinchuan").click()
    expect(page.locator(".moves")).to_contain_text("g6g5")
    page.reload()
    page.locator("#tab-explorer").click()
    page.get_by_label("My games", exact=True).check()
    expect(page.get_by_label("Player", exact=True)).to_have_value("xu")  # remembered between visits
    page.get_by_label("Games", exact=True).select_option("masters")
    page.get_by_role("button", name="Remove “masters”").click()
    page.get_by_role("button", name="Delete").click()
    # What was only tried on the board, or opened from the collection, is no game of one's own.
    expect(page.locator(".explorer.mine")).to_contain_text("Games that you play or import appear here.")


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
