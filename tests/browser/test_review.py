"""The review of a game: one press, progress, faults, the lesson, what is kept and exported."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.analysis_page import AnalysisPage

BLUNDERS = "moves=a0a1,a9a8,a1d1,a8d8,d1d8,e9e8"
"""Black's chariot goes to d8, where Red's takes it."""


@pytest.fixture
def analysis(page: Page, site: str) -> AnalysisPage:
    """The analysis board on a desktop screen, not opened yet."""
    return AnalysisPage(page, site)


def test_a_review_finds_the_blunder_keeps_it_and_is_exported(analysis: AnalysisPage) -> None:
    page = analysis.open(f"{BLUNDERS}&review").page
    moments = page.locator(".moments li")
    expect(moments.first).to_contain_text("a8d8", timeout=90_000)
    expect(moments.first).to_contain_text("d1d8")
    expect(page.locator(".review-side")).to_have_count(2)
    expect(page.locator(".moves .move", has_text="a8d8")).to_contain_text("??")
    with page.expect_download() as download:
        page.get_by_role("button", name="Annotated PGN").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert "$4" in text
    assert re.search(r"\[%eval -?\d+\.\d\d\]", text)
    page.goto(f"{analysis.site}analysis.html")
    page.get_by_role("tab", name="Review").click()
    expect(moments.first).to_contain_text("a8d8", timeout=60_000)


def test_a_mistake_becomes_a_puzzle(analysis: AnalysisPage) -> None:
    page = analysis.open(f"{BLUNDERS}&review").page
    learn = page.get_by_role("button", name="Learn from your mistakes")
    expect(learn).to_be_enabled(timeout=90_000)
    learn.click()
    expect(page.locator(".lesson")).to_contain_text("a8d8")
    page.get_by_role("button", name="Show the best move").click()
    expect(page.locator(".lesson .verdict")).to_have_text("This was the best move.")
