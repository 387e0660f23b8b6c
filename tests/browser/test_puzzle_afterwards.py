"""The choices after a wrong move and after a finished puzzle, on a phone."""

import json
import re
from pathlib import Path

import pytest
from cannonfish_lab.puzzles import votes
from playwright.sync_api import Page, expect

from tests.browser.analysis_page import AnalysisPage
from tests.browser.play_page import hold_the_engine
from tests.browser.puzzle_page import (
    LOOSE,
    MATE_IN_1,
    MATE_IN_2,
    OpenPuzzles,
    PuzzlePage,
    open_puzzles,
)
from tools.static_site import PUZZLES

__all__ = ["open_puzzles"]  # a fixture

NAMES = "all => Object.fromEntries(all.map((each) => [each.dataset.square, each.getAttribute('aria-label')]))"
"""The accessible name of every point."""


def test_why_a_move_is_wrong_is_shown_on_the_board(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles("phone").open(f"id={LOOSE}")
    puzzles.move("e5e9")
    puzzles.says("The reply is")
    puzzles.expect_moves(1)
    puzzles.button("Why?").click()
    puzzles.expect_moves(4)
    last = puzzles.moves()[-1]
    puzzles.expect_current(last)
    for square in (last[:2], last[2:]):
        expect(puzzles.point(square)).to_have_attribute("data-state", re.compile("lastMove"))
    expect(puzzles.point(last[2:])).to_have_accessible_name(re.compile("black"))
    puzzles.button("Take back and retry").click()
    puzzles.says("Your move")
    expect(puzzles.point("e5")).to_have_accessible_name(re.compile("red chariot"))


@pytest.mark.quick
def test_a_similar_puzzle_shares_a_theme(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles("phone", engine=False).open(f"id={MATE_IN_2}")
    puzzles.solve(MATE_IN_2)
    expect(puzzles.page.locator(".themes li")).to_have_text(["mate in 2"])
    address = puzzles.page.url
    puzzles.button("Similar").click()
    expect(puzzles.page).not_to_have_url(address)
    puzzles.says("Your move")
    puzzles.button("Solution").click()
    expect(puzzles.page.locator(".themes")).to_contain_text("mate in 2")


def test_analysis_opens_with_the_position_of_the_puzzle(open_puzzles: OpenPuzzles) -> None:
    """It opened after the last move, where it had nothing to say but that the game is over."""
    puzzles = open_puzzles("phone").open(f"id={MATE_IN_2}")
    names = puzzles.page.locator("#board [role=gridcell]").evaluate_all(NAMES)
    puzzles.solve(MATE_IN_2)
    link = puzzles.page.get_by_role("link", name="Analyse")
    expect(link).to_have_attribute("href", re.compile("ply=0"))
    puzzles.page.keyboard.press("ArrowLeft")
    expect(link).to_have_attribute("href", re.compile("ply=2"))
    puzzles.page.keyboard.press("ArrowRight")
    link.click()
    analysis = AnalysisPage(puzzles.page, puzzles.site)
    expect(analysis.page).to_have_url(re.compile("analysis.html"))
    analysis.expect_moves(3)
    for square, name in names.items():
        expect(analysis.point(square)).to_have_accessible_name(name)


def test_a_vote_is_kept(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles("phone", engine=False).open(f"id={MATE_IN_1}")
    puzzles.solve(MATE_IN_1)
    puzzles.button("Bad puzzle").click()
    expect(puzzles.button("Bad puzzle")).to_have_attribute("aria-pressed", "true")
    puzzles.wait_for_row("progress", f"({{ votes }}) => votes?.['{MATE_IN_1}']")
    puzzles.page.reload()
    puzzles.says("Solved")
    expect(puzzles.button("Bad puzzle")).to_have_attribute("aria-pressed", "true")
    expect(puzzles.button("Good puzzle")).to_have_attribute("aria-pressed", "false")
    assert puzzles.kept()["votes"] == {MATE_IN_1: -1}


@pytest.mark.quick
def test_votes_on_both_games_leave_as_one_file_that_the_miner_reads(
    page: Page, site: str, tmp_path: Path
) -> None:
    hold_the_engine(page)
    puzzles = PuzzlePage(page, site)
    xiangqi, chess = (
        json.loads((PUZZLES / name).read_text(encoding="utf-8").splitlines()[0])["id"]
        for name in ("001.jsonl", "chess-001.jsonl")
    )
    for id_, vote in ((xiangqi, "Bad puzzle"), (chess, "Good puzzle")):
        puzzles.open(f"id={id_}")
        puzzles.button("Solution").click()
        puzzles.button(vote).click()
        puzzles.wait_for_row("progress", f"({{ votes }}) => votes?.['{id_}']")
    puzzles.button("More").click()
    with page.expect_download() as download:
        puzzles.button("Export votes").click()
    file = tmp_path / "votes.jsonl"
    download.value.save_as(file)
    assert votes.count([file]) == {xiangqi: -1, chess: 1}
