"""The evaluation explained on the analysis board: its terms add up, and the pieces show their values."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.analysis_page import AnalysisPage
from tests.browser.conftest import LOCALES, slow

OpenPage = Callable[..., Page]


@pytest.fixture
def analysis(page: Page, site: str) -> AnalysisPage:
    """The analysis board on a desktop screen, not opened yet."""
    return AnalysisPage(page, site)


def open_panel(analysis: AnalysisPage) -> Locator:
    """Open the table of terms, and wait until it is about the current position."""
    analysis.page.locator("#tab-evaluation").click()
    expect(analysis.page.locator(".terms[aria-busy=false] tfoot")).to_be_visible()
    return analysis.page.locator(".terms table")


def numbers(table: Locator, column: int) -> list[int]:
    """A column in hundredths; the last number is the total."""
    cells = table.locator(f"tr > :nth-child({column})").all_inner_texts()[1:]
    return [round(100 * float(text.replace("−", "-"))) for text in cells]


def test_the_terms_add_up_and_follow_the_moves(analysis: AnalysisPage) -> None:
    analysis.open("moves=h2e2,h9g7,e2e6")
    table = open_panel(analysis)
    *balances, total = numbers(table, 5)
    assert sum(balances) == total
    *changes, change = numbers(table, 6)
    assert sum(changes) == change
    expect(table.locator("[data-term=material] td").last).to_have_text("+0.60")
    analysis.page.locator(".jump button").nth(1).click()
    expect(table.locator("[data-term=material] td").last).to_have_text("0.00")


@pytest.mark.quick
def test_every_piece_wears_its_worth_until_that_is_switched_off(analysis: AnalysisPage) -> None:
    analysis.open("moves=h2e2,h9g7")
    open_panel(analysis)
    badges = analysis.page.locator(".cg-wrap .value-badge")
    expect(badges).to_have_count(0)
    analysis.page.locator("#worth-of-pieces").check()
    expect(badges).to_have_count(30)
    expect(analysis.page.locator(".terms ul.sr li")).to_have_count(30)
    analysis.page.keyboard.press("ArrowLeft")
    expect(badges).to_have_count(30)
    analysis.page.locator("#worth-of-pieces").uncheck()
    expect(badges).to_have_count(0)


@pytest.mark.parametrize("game", ["chess", slow("liuzichong")])
def test_other_games_have_terms_of_their_own(analysis: AnalysisPage, game: str) -> None:
    analysis.open(f"game={game}")
    *balances, total = numbers(open_panel(analysis), 5)
    assert sum(balances) == total


@pytest.mark.parametrize("locale", LOCALES)
def test_the_panel_fits_a_narrow_phone_and_axe_finds_nothing(
    open_page: OpenPage, site: str, locale: str
) -> None:
    page = open_page("phone", locale=locale, viewport={"width": 320, "height": 640})
    analysis = AnalysisPage(page, site).open("moves=h2e2,h9g7")
    open_panel(analysis)
    page.locator("#worth-of-pieces").check()
    expect(page.locator(".cg-wrap .value-badge")).to_have_count(30)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    panel = page.locator("#panel")
    assert panel.evaluate("panel => panel.scrollWidth - panel.clientWidth") <= 0
    # Without the bars, every balance stood below the heading of the changes.
    rows = page.locator(".terms tr").all()
    assert {row.locator("th:visible, td:visible").count() for row in rows} == {5}
    assert analysis.accessibility_faults() == []
