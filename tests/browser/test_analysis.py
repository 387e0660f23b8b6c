"""The analysis board: lines, the move tree, what is kept."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.analysis_page import AnalysisPage

OPENING = "moves=h2e2,h9g7,h0g2,i9h9"

OpenPage = Callable[..., Page]


@pytest.fixture
def analysis(page: Page, site: str) -> AnalysisPage:
    """The analysis board on a desktop screen, not opened yet."""
    return AnalysisPage(page, site)


def test_a_move_that_differs_becomes_a_variation_and_the_engine_follows(analysis: AnalysisPage) -> None:
    analysis.open(OPENING)
    analysis.expect_lines(3)
    assert analysis.moves() == ["h2e2", "h9g7", "h0g2", "i9h9"]
    analysis.page.keyboard.press("ArrowLeft")
    analysis.expect_lines(3)
    analysis.move("b9c7")
    expect(analysis.page.locator(".variation .move")).to_have_text("b9c7")
    assert analysis.moves() == ["h2e2", "h9g7", "h0g2", "i9h9"], "the line is what it was"
    assert analysis.current() == "b9c7"
    analysis.expect_lines(3)
