"""The page object of the puzzle page, with the puzzles of tests/data."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.play_page import PlayPage, hold_the_engine
from tools import puzzle_views

MATE_IN_1, MATE_IN_2, CHARIOTS, LOOSE = "s00001", "s00005", "two-chariots", "loose-chariot"
"""Puzzles of tests/data/puzzles."""
NUMBERS = {MATE_IN_1: f"Puzzle {MATE_IN_1}", LOOSE: f"Puzzle {LOOSE}"}
"""Their names on the page: an id without a number of ours is shown as it is."""
START = 1385
"""The rating that everybody begins with, in the middle of the ratings of these puzzles."""
SOLUTIONS = {MATE_IN_1: ["c1c0"], MATE_IN_2: ["g5g0", "e2c1"], CHARIOTS: ["a5a8", "i4i9"]}


def serve_puzzles(context: BrowserContext, data: Path, more: str = "") -> None:
    """Serve the puzzles of tests/data instead of those that ship, followed by the lines in `more`."""
    text = (data / "puzzles" / "puzzles.jsonl").read_text(encoding="utf-8")
    puzzles = puzzle_views.read(text)
    lines = "".join(json.dumps(puzzle) + "\n" for puzzle in puzzles)
    about = puzzle_views.indexed(puzzles)
    numbers = (",".join(str(about["themes"].index(each)) for each in themes) for themes in about["themed"])
    file = {"name": "001.jsonl", "count": len(puzzles), **about["about"], "themes": " ".join(numbers)}
    contents = {"format": 2, "themes": about["themes"], "former": about["former"], "files": [file]}

    def answer(route: Route) -> None:
        index = "/index" in route.request.url
        body = json.dumps(contents) if index else lines + more
        route.fulfill(body=body, content_type="application/json")

    context.route("**/puzzles/*.json*", answer)


class PuzzlePage(PlayPage):
    """The puzzle page with the puzzles of tests/data."""

    def open(self, query: str = "", fragment: str = "") -> "PuzzlePage":
        """Go to the page and wait for a puzzle on the board."""
        address = f"{self.site}puzzles.html" + (f"?{query}" if query else "") + fragment
        self.page.goto(address)
        self.page.locator("cg-board piece").first.wait_for()
        self.page.locator(".feedback").wait_for()
        return self

    def says(self, text: str) -> None:
        """Wait until the page says this of the last move."""
        expect(self.page.locator(".feedback .words")).to_contain_text(text)

    def solve(self, name: str) -> None:
        """Play the solution by taps."""
        for move in SOLUTIONS[name]:
            self.move(move)
        self.says("Solved")

    def kept(self, game: str = "xiangqi") -> Any:
        """The progress with the puzzles of a game as the browser keeps it, or nothing."""
        found = [row for row in self.rows("progress") if row["game"] == game]
        if not found:
            return None
        cards = {row["id"]: row for row in self.rows("cards") if row["game"] == game}
        return {
            **found[0],
            "attempts": [row for row in self.rows("attempts") if row["game"] == game],
            "cards": {id: card["due"] for id, card in cards.items()},
        }


OpenPuzzles = Callable[..., PuzzlePage]


@pytest.fixture
def open_puzzles(open_page: Callable[..., Page], site: str, data: Path) -> OpenPuzzles:
    """Opens the page in a fresh profile; `engine=False` keeps Python from loading."""

    def open_puzzles(screen: str = "desktop", *, engine: bool = True, more: str = "", **options: Any) -> Any:
        page = open_page(screen, **options)
        serve_puzzles(page.context, data, more)
        if not engine:
            hold_the_engine(page)
        return PuzzlePage(page, site)

    return open_puzzles
