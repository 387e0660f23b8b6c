"""Puzzles in a frame: one of ours is solved without an engine, one of the host's own is in the address."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Problems
from tests.browser.embed_page import Embedded, host_site, open_frame, ready, talking_page
from tests.browser.test_embed import asked_for, needed_python

OWN = "mode=puzzle&fen=3k5/4R4/9/8p/9/9/9/9/9/R3K4_w&moves=a0a9"


def a_mate_of_ours(dist: Path) -> dict[str, Any]:
    """A short puzzle of the site's own."""
    lines = (dist / "puzzles" / "classical.jsonl").read_text().splitlines()
    found: dict[str, Any] = min(map(json.loads, lines), key=lambda puzzle: len(puzzle["moves"]))
    return found


def a_wrong_move(puzzle: dict[str, Any]) -> str:
    """A legal first move that neither solves the puzzle nor is as good."""
    right = {puzzle["moves"][0], *puzzle["alternatives"][0]}
    rows = puzzle["views"][0]["dests"].split()
    moves: list[str] = [row[:2] + row[at : at + 2] for row in rows for at in range(2, len(row), 2)]
    return next(move for move in moves if move not in right)


def test_a_puzzle_of_ours_is_solved_without_python(page: Page, site: str, dist: Path) -> None:
    puzzle = a_mate_of_ours(dist)
    moves = puzzle["moves"]
    assert isinstance(moves, list)
    asked = asked_for(page)
    frame = open_frame(page, site, f"mode=puzzle&puzzle={puzzle['id']}")
    expect(frame.status).to_contain_text("mate in")
    expect(page.locator("#live")).to_have_text(re.compile("mate in"))
    solver = page.locator(".stand").inner_html()
    for at in range(0, len(moves), 2):
        frame.move(moves[at])
    expect(page.locator(".said[data-tone=good]")).to_have_text("Solved")
    assert page.locator(".stand").inner_html() == solver, "beside the task, not the side to move now"
    assert not needed_python(asked)
    link = page.get_by_role("link", name="Open in Cannonfish")
    expect(link).to_have_attribute("href", f"{site}puzzles.html?id={puzzle['id']}")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".bar.bottom .said")).to_have_text("Your move")


def test_a_wrong_move_in_a_puzzle_of_ours_is_judged(
    page: Page, site: str, dist: Path, tmp_path: Path
) -> None:
    """The engine comes for it; it did not, and the line below said for ever that the move was judged."""
    puzzle = a_mate_of_ours(dist)
    with host_site(tmp_path, {}) as host:
        src = f"{site}embed.html?mode=puzzle&puzzle={puzzle['id']}&origin={host.rstrip('/')}"
        (tmp_path / "index.html").write_text(talking_page(src))
        page.goto(host)
        ready(page)
        Embedded(page.frame_locator("iframe")).move(a_wrong_move(puzzle))
        page.wait_for_function("heard.some(({ type, result }) => type === 'puzzle' && result === 'failed')")
        said = page.frame_locator("iframe").locator(".bar.bottom .said")
        expect(said).to_have_attribute("data-tone", "bad")


def test_a_puzzle_that_did_not_come_is_asked_for_again(page: Page, site: str, problems: Problems) -> None:
    """The frame stayed empty until its page was loaded again."""
    problems.expect("ERR_FAILED")
    page.context.route("**/puzzles/index-*.json", lambda route: route.abort())
    frame = open_frame(page, site, "mode=puzzle")
    expect(frame.problem).to_contain_text("Puzzle not found")
    page.context.unroute("**/puzzles/index-*.json")
    frame.problem.get_by_role("button", name="Try again").click()
    expect(frame.problem).to_have_count(0)
    expect(page.locator(".bar.bottom .said")).to_have_text("Your move")


def test_a_puzzle_of_ones_own_is_checked_when_it_is_touched(page: Page, site: str) -> None:
    asked = asked_for(page)
    frame = open_frame(page, site, OWN)
    expect(page.locator(".bar.bottom .said")).to_have_text("Press to start")
    assert not needed_python(asked)
    frame.point("e4").click()
    frame.move("a0a1")
    expect(page.locator(".bar.bottom .said")).to_have_attribute("data-tone", re.compile("bad|warn"))
    page.get_by_role("button", name="Take back").click()
    frame.move("a0a9")
    expect(page.locator(".bar.bottom .said")).to_have_text("Solved")


def test_the_puzzle_of_the_day_is_the_usual_one(page: Page, site: str) -> None:
    frame = open_frame(page, site, "mode=puzzle")
    expect(frame.status).not_to_have_text("")
    expect(page.get_by_role("link", name="Open")).to_have_attribute("href", re.compile("[?&]id="))
    whole = page.get_by_role("link", name="Open").get_attribute("href")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".bar.bottom .said")).to_contain_text("Look at")
    open_frame(page, site, "mode=puzzle&puzzle=daily")
    expect(page.get_by_role("link", name="Open")).to_have_attribute("href", whole or "")


@pytest.mark.quick
def test_puzzles_of_chess_go_by_their_ids_and_have_a_day(page: Page, site: str, dist: Path) -> None:
    """Their ids were unknown, and the puzzle of the day was one of Xiangqi."""
    lines = (dist / "puzzles" / "chess-001.jsonl").read_text().splitlines()
    puzzle = next(each for each in map(json.loads, lines) if "mateIn1" in each["themes"])
    frame = open_frame(page, site, f"mode=puzzle&puzzle={puzzle['id']}")
    frame.move(puzzle["moves"][0])
    expect(page.locator(".said[data-tone=good]")).to_have_text("Solved")
    frame = open_frame(page, site, "mode=puzzle&game=chess&puzzle=daily")
    expect(frame.point("h8")).to_be_visible()
    expect(frame.point("i9")).to_have_count(0)


def test_what_is_no_puzzle_is_said(page: Page, site: str) -> None:
    for query, said in (
        ("mode=puzzle&puzzle=nobody", "nobody"),
        ("mode=puzzle&fen=3k5/4R4/9/8p/9/9/9/9/9/R3K4_w", "Puzzle not found"),
        (f"{OWN},d9d8", "Puzzle not found"),
        ("mode=puzzle&fen=9/9&moves=a0a9", "2 rows instead of 10"),
    ):
        expect(open_frame(page, site, query).problem).to_contain_text(said)


def test_the_page_around_is_told_of_the_result(
    page: Page, site: str, tmp_path: Path, problems: Problems
) -> None:
    with host_site(tmp_path, {}) as host:
        src = f"{site}embed.html?{OWN}&origin={host.rstrip('/')}"
        (tmp_path / "index.html").write_text(talking_page(src))
        page.goto(host)
        inside = page.frame_locator("iframe")
        inside.locator("[data-square=e4]").click()
        for square in ("a0", "a9"):
            inside.locator(f"[data-square={square}][data-state]").click()
        page.wait_for_function("heard.some(({ type, result }) => type === 'puzzle' && result === 'solved')")
