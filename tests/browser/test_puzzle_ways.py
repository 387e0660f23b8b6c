"""The ways to solve puzzles besides plain training, on a phone: runs, blind, courses."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Problems
from tests.browser.play_page import hold_the_engine
from tests.browser.puzzle_page import (
    LOOSE,
    MATE_IN_1,
    NUMBERS,
    OpenPuzzles,
    PuzzlePage,
    open_puzzles,
)
from tools.static_site import WEB

__all__ = ["open_puzzles"]  # a fixture

LOOSE_MOVE, LOOSE_MISTAKE = "e5a5", "e5e9"


def choose(puzzles: PuzzlePage, name: str) -> None:
    """Choose a way to train."""
    puzzles.button("More").click()
    puzzles.page.get_by_role("dialog").get_by_role("button", name=name).click()


def bar(puzzles: PuzzlePage) -> Locator:
    """The bar above a run."""
    return puzzles.page.locator(".run")


def id_at_hand(puzzles: PuzzlePage) -> str:
    """The id of the puzzle on the board."""
    expect(puzzles.page).to_have_url(re.compile(r"\?id="))
    return parse_qs(urlsplit(puzzles.page.url).query)["id"][0]


def solution_in(text: str, name: str) -> list[str]:
    """The moves of the solver of a puzzle in a file."""
    [moves] = [record["moves"] for record in map(json.loads, text.splitlines()) if record["id"] == name]
    found: list[str] = moves[::2]
    return found


def real_puzzles(open_page: Callable[..., Page], site: str) -> PuzzlePage:
    """The page with the puzzles that ship, without Python."""
    page = open_page("phone")
    hold_the_engine(page)
    return PuzzlePage(page, site)


@pytest.mark.quick
def test_a_streak_ends_with_the_first_mistake_and_is_in_the_history(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles("phone", engine=False)
    puzzles.page.clock.set_system_time("2026-05-17T12:00:00")
    puzzles.open(f"id={MATE_IN_1}")
    choose(puzzles, "Streak")
    expect(puzzles.page.locator(".goal")).to_contain_text(NUMBERS[LOOSE])
    puzzles.move(LOOSE_MOVE)
    expect(puzzles.page.locator(".goal")).to_contain_text("Two chariots")
    puzzles.move("a5a6")
    expect(bar(puzzles)).to_contain_text("That was the last mistake. Solved: 1. Your best: 1.")
    assert puzzles.accessibility_faults() == []
    # Only the last one was offered.
    links = bar(puzzles).get_by_role("link")
    expect(links).to_have_text([re.compile("Two chariots"), NUMBERS[LOOSE]])
    expect(links.first).to_have_accessible_name(re.compile(": failed$"))
    links.last.click()
    expect(puzzles.page.locator(".goal")).to_contain_text(NUMBERS[LOOSE])
    puzzles.move(LOOSE_MOVE)
    puzzles.says("Solved")
    expect(links).to_have_count(2)
    assert puzzles.page.evaluate("document.documentElement.scrollWidth <= screen.width")
    puzzles.button("Back to training").click()
    puzzles.page.get_by_role("button", name="Rating").click()
    expect(puzzles.page.locator(".last-runs tbody td")).to_have_text(
        [re.compile(r"^May 17, 2026, 12:00\sPM$"), "Streak", "1", "1"]
    )
    assert puzzles.accessibility_faults() == []
    # The figures of a row stood one below the other, and the curve was a black spot.
    for row in puzzles.page.locator(".runs tr, .last-runs tr").all():
        tops = row.locator("th, td").evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect().top)"
        )
        assert len(set(tops)) == 1, tops
    expect(puzzles.page.locator(".spark polyline")).to_have_css("fill", "none")
    [run] = puzzles.kept()["runs"]
    assert (run["kind"], run["solved"], run["mistakes"]) == ("streak", 1, 1)


def test_the_bar_of_a_rush_fits_and_a_reload_neither_gives_time_back_nor_brings_a_counted_puzzle(
    open_puzzles: OpenPuzzles,
) -> None:
    puzzles = open_puzzles("phone", engine=False).open(f"id={MATE_IN_1}")
    page = puzzles.page
    choose(puzzles, "3-minute rush")
    expect(page.locator(".goal")).to_contain_text(NUMBERS[LOOSE])
    expect(bar(puzzles).get_by_role("timer")).to_have_text(re.compile("2:5[0-7]"))
    before = bar(puzzles).get_by_role("timer").text_content() or ""
    page.reload()
    # What is saved as the page is left was lost with it.
    expect(bar(puzzles).get_by_role("timer")).to_have_text(re.compile("[0-9]"))
    assert (bar(puzzles).get_by_role("timer").text_content() or "") <= before
    expect(page.locator(".goal")).to_contain_text(NUMBERS[LOOSE])
    puzzles.move(LOOSE_MISTAKE)
    expect(bar(puzzles).get_by_label("Mistakes: 1 of 3")).to_be_visible()
    puzzles.wait_for_row("settings", "(value) => value?.mistakes === 1")
    page.reload()
    expect(bar(puzzles).get_by_label("Mistakes: 1 of 3")).to_be_visible()
    expect(bar(puzzles).get_by_label("0 solved")).to_be_visible()
    expect(page.locator(".goal")).not_to_contain_text(NUMBERS[LOOSE])
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
    assert puzzles.accessibility_faults() == []
    puzzles.button("End").click()
    expect(bar(puzzles)).to_contain_text("You stopped.")
    # The panel went on to say that it was the visitor's move.
    expect(page.locator(".feedback .said")).to_have_text("You stopped.")
    assert puzzles.points("pick") == []
    assert puzzles.accessibility_faults() == []


@pytest.mark.quick
def test_a_run_without_puzzles_waits_and_goes_on_when_there_are_some(
    open_page: Callable[..., Page], site: str, problems: Problems
) -> None:
    problems.expect("net::ERR")
    puzzles = real_puzzles(open_page, site)
    page = puzzles.page
    page.context.route("**/puzzles/chess-*.jsonl", lambda route: route.abort())
    puzzles.open()
    page.get_by_label("Game").select_option("chess")
    puzzles.button("More").click()
    page.get_by_role("dialog").get_by_role("button", name="3-minute rush").click()
    expect(bar(puzzles)).to_contain_text("No puzzle could be loaded.")
    # The puzzle before the run could be solved as if it was one of the run.
    puzzles.says("The puzzle could not be loaded.")
    assert puzzles.points("pick") == []
    expect(bar(puzzles).get_by_role("timer")).to_have_text("3:00")
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
    assert puzzles.accessibility_faults() == []
    page.context.unroute("**/puzzles/chess-*.jsonl")
    puzzles.button("Continue").click()
    expect(bar(puzzles)).not_to_contain_text("No puzzle could be loaded.")
    expect(page.locator(".board[data-game=chess] [data-state~=pick]").first).to_be_attached()
    puzzles.button("End").click()
    expect(bar(puzzles)).to_contain_text("You stopped.")


def test_in_a_run_an_equally_short_mate_is_right_to_its_end(open_puzzles: OpenPuzzles) -> None:
    """Every move after it was a mistake."""
    puzzles = open_puzzles("phone").open(f"id={MATE_IN_1}")
    choose(puzzles, "Streak")
    puzzles.move(LOOSE_MOVE)
    expect(puzzles.page.locator(".goal")).to_contain_text("Two chariots")
    puzzles.move("i4i8")
    puzzles.says("Correct. Keep going!")
    puzzles.move("a5a9")
    expect(bar(puzzles).get_by_label("2 solved")).to_be_visible()


def test_the_ways_to_train_have_no_accessibility_faults(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles("phone", engine=False).open(f"id={MATE_IN_1}")
    puzzles.button("More").click()
    dialog = puzzles.page.get_by_role("dialog", name="Ways to train")
    expect(dialog.get_by_role("button", name="Blindfold")).to_be_visible()
    assert puzzles.accessibility_faults() == []
    assert dialog.evaluate("dialog => dialog.scrollWidth - dialog.clientWidth") <= 0


def test_from_the_press_on_it_is_said_that_the_next_puzzle_is_on_its_way(
    open_page: Callable[..., Page], site: str
) -> None:
    """The old one stood there as solved for a second or more: the press seemed to do nothing."""
    puzzles = real_puzzles(open_page, site)
    page = puzzles.page
    waiting: list[Any] = []
    page.context.route("**/puzzles/chess-*.jsonl", lambda route: waiting.append(route))
    puzzles.open()
    puzzles.button("Solution").click()
    puzzles.says("Solution, move by move")
    page.get_by_label("Game").select_option("chess")
    expect(page.locator(".feedback .said")).to_have_text("Loading the puzzle…")
    expect(page.locator(".feedback .btn")).to_have_count(0)
    page.context.unroute("**/puzzles/chess-*.jsonl")
    for route in waiting:
        route.continue_()
    puzzles.says("Your move")


def test_the_game_is_changed_on_the_page_and_the_rating_says_what_it_is(
    open_page: Callable[..., Page], site: str
) -> None:
    """Chess hid in the filter, and “1228?” stood there without a word."""
    puzzles = real_puzzles(open_page, site).open()
    page = puzzles.page
    game = page.get_by_label("Game")
    expect(game).to_be_in_viewport()
    game.select_option("Chess")
    expect(page.locator("#board .board")).to_have_attribute("data-game", "chess")
    rating = page.get_by_role("button", name=re.compile(r"^Rating \d+\? \(provisional\) Show"))
    rating.click()
    expect(page.get_by_role("dialog")).to_contain_text("“?” means that the rating is provisional")


def test_courses_are_offered_in_xiangqi_alone(open_page: Callable[..., Page], site: str) -> None:
    """With chess chosen, they changed the game without a word."""
    puzzles = real_puzzles(open_page, site).open()
    puzzles.button("More").click()
    dialog = puzzles.page.get_by_role("dialog", name="Ways to train")
    courses = dialog.get_by_role("heading", name="Basic checkmates")
    expect(courses).to_be_visible()
    puzzles.page.keyboard.press("Escape")
    puzzles.page.get_by_label("Game").select_option("chess")
    puzzles.button("More").click()
    expect(dialog.get_by_role("button", name="Streak")).to_be_visible()
    expect(courses).to_have_count(0)
    expect(dialog.get_by_role("button", name="double chariots mate")).to_have_count(0)


def test_blind_the_pieces_are_gone_for_everybody_and_the_solution_can_be_played(
    open_puzzles: OpenPuzzles, data: Path
) -> None:
    """The names of the points still told where the pieces stood, and dots where they could go."""
    puzzles = open_puzzles("phone", engine=False).open(f"id={MATE_IN_1}")
    page = puzzles.page
    choose(puzzles, "Blindfold")
    expect(page.locator(".goal")).not_to_contain_text(NUMBERS[MATE_IN_1])
    pieces = page.locator("main cg-board piece")
    expect(pieces.first).to_be_visible()
    assert puzzles.men() != []
    puzzles.button("Hide the pieces").click()
    expect(pieces.filter(visible=True)).to_have_count(0)
    assert puzzles.men() == []
    assert puzzles.points("pick") == []
    text = (data / "puzzles" / "puzzles.jsonl").read_text(encoding="utf-8")
    expect(page.locator("#live")).to_contain_text("to move")
    said = page.locator("#live").inner_text()
    for at, move in enumerate(solution_in(text, id_at_hand(puzzles))):
        puzzles.expect_moves(2 * at)
        puzzles.tap(move[:2])
        expect(puzzles.point(move[:2])).to_have_attribute("data-state", re.compile("selected"))
        assert puzzles.points("dest") + puzzles.points("capture") + puzzles.men() == []
        assert page.locator("main square.move-dest").filter(visible=True).count() == 0
        assert at > 0 or page.locator("#live").inner_text() == said
        puzzles.tap(move[2:])
    puzzles.says("Solved")
    expect(pieces.first).to_be_visible()
    assert puzzles.men() != []


def test_a_course_says_what_it_teaches_beside_the_board(open_page: Callable[..., Page], site: str) -> None:
    """It was said in the dialog only."""
    puzzles = real_puzzles(open_page, site).open()
    page = puzzles.page
    sentence = "Two chariots check in turn on neighbouring lines until the general has no point left."
    expect(page.locator(".goal")).not_to_contain_text(sentence)
    choose(puzzles, "double chariots mate")
    expect(page.locator(".goal").get_by_text(sentence)).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
    assert puzzles.accessibility_faults() == []
    name = id_at_hand(puzzles)
    texts = [file.read_text(encoding="utf-8") for file in sorted((WEB / "puzzles" / "data").glob("*.jsonl"))]
    [text] = [text for text in texts if f'"{name}"' in text]
    for move in solution_in(text, name):
        puzzles.move(move)
    puzzles.says("Solved")
    puzzles.button("Next puzzle").click()
    expect(page).not_to_have_url(re.compile(name))
    expect(page.locator(".goal").get_by_text(sentence)).to_be_visible()
    puzzles.button("More").click()
    course: Any = page.get_by_role("dialog").get_by_role("button", name="double chariots mate")
    expect(course).to_contain_text("1 of 20 solved")


def test_a_second_tab_does_not_get_a_streak_and_a_closed_tab_does_not_lose_it(
    open_puzzles: OpenPuzzles, site: str
) -> None:
    """The streak of a closed tab was overwritten by the next one, without a line in the history."""
    first = open_puzzles("phone", engine=False).open(f"id={MATE_IN_1}")
    choose(first, "Streak")
    expect(first.page.locator(".goal")).to_contain_text(NUMBERS[LOOSE])
    first.move(LOOSE_MOVE)
    expect(first.page.locator(".goal")).to_contain_text("Two chariots")
    page = first.page.context.new_page()
    hold_the_engine(page)
    second = PuzzlePage(page, site).open(f"id={MATE_IN_1}")
    choose(second, "Streak")
    expect(second.notice("puzzle_run_elsewhere")).to_contain_text("in another tab")
    expect(bar(second)).to_have_count(0)
    first.page.close()
    choose(second, "Streak")
    expect(bar(second)).to_be_visible()
    expect(second.notice("puzzle_run_elsewhere")).to_have_count(0)
    bar(second).get_by_role("button", name="End").click()
    second.button("Back to training").click()
    page.get_by_role("button", name="Rating").click()
    expect(page.locator(".last-runs tbody td")).to_have_text([re.compile(r"\d"), "Streak", "1", "0"])
