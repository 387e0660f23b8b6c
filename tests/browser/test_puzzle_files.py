"""Chess puzzles from a visitor's own file in the lichess format: imported, solved, kept, shared."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.puzzle_page import MATE_IN_1, OpenPuzzles, PuzzlePage, open_puzzles

__all__ = ["open_puzzles"]  # a fixture

BAD = """\
bad1,6k1/8 w,e2e4 e7e5,1500
bad2,6k1/5ppp/8/8/8/7r/5PPP/RR4K1 b - - 0 1,h3h2 a1b2,600
bad3,6k1/5ppp/8/8/8/7r/5PPP/RR4K1 b - - 0 1,h3h2 a1a7,600,80,90,100,mate mateIn1
"""


def choose(puzzles: PuzzlePage, name: str, content: bytes) -> None:
    """Open the dialog of one's own puzzles and give it a file."""
    if puzzles.page.locator("dialog.own-dialog[open]").count() == 0:
        puzzles.button("Create").click()
    file = {"name": name, "mimeType": "text/csv", "buffer": content}
    puzzles.page.locator(".own input[type=file]").set_input_files([file])


def take(puzzles: PuzzlePage, data: Path, more: str = "") -> None:
    """Import all puzzles of the file."""
    text = (data / "puzzles" / "lichess.csv").read_text(encoding="utf-8") + more
    choose(puzzles, "mine.csv", text.encode())
    puzzles.button("Import").click()
    expect(puzzles.page.get_by_role("heading", name="7 imported chess puzzles")).to_be_visible()


def test_puzzles_of_a_table_are_chosen_taken_and_solved_as_chess(
    open_puzzles: OpenPuzzles, data: Path
) -> None:
    puzzles = open_puzzles("phone").open(f"id={MATE_IN_1}")
    page = puzzles.page
    puzzles.button("Filter").click()
    expect(page.locator("#filter-place option")).to_have_count(2)  # there was "Chess: 0 from your files"
    page.keyboard.press("Escape")
    take(puzzles, data, BAD)
    told = page.locator(".files")
    expect(told).to_contain_text("7 puzzles imported. Rows read: 10; filtered out: 0")
    expect(told).to_contain_text("3 rows are not puzzles and were skipped.")
    expect(told.locator(".faults li")).to_have_text(
        [
            "Line 9: Invalid position: 6k1/8 w",
            "Line 10: The solution does not match the position: a1b2 is not legal.",
            "Line 11: This should be mate, but a1a7 does not give mate.",
        ]
    )
    assert puzzles.accessibility_faults() == []
    page.keyboard.press("Escape")

    puzzles.button("Filter").click()
    filters = page.get_by_role("dialog", name="Choose puzzles")
    filters.get_by_label("Puzzles").select_option("Chess: 7 from your files")
    filters.get_by_label("Theme").select_option("underPromotion")
    expect(filters.get_by_label("Theme")).to_contain_text("underpromotion (1)")
    puzzles.button("Start training").click()
    expect(page.locator(".goal")).to_contain_text("White to move and win")
    expect(page.locator(".goal")).to_contain_text("Chess puzzle under1")
    expect(puzzles.point("a6")).to_have_attribute("data-state", re.compile("last"))

    puzzles.move("b7b8")
    page.get_by_role("button", name="Knight").click()
    puzzles.says("Correct. Keep going!")
    puzzles.type_move("Nxa6")
    puzzles.says("Solved")
    expect(page.locator(".goal")).to_contain_text("rating 1700")
    themes = ["crushing move", "endgame", "fork", "promotion", "underpromotion"]
    expect(page.locator(".themes li")).to_have_text(themes)
    progress = puzzles.kept("file")
    assert [each["id"] for each in progress["attempts"]] == ["lichess-under1"]
    assert progress["rating"]["rating"] > 1500
    assert puzzles.kept() is None, "strength in chess says nothing of Xiangqi"
    assert puzzles.kept("chess") is None, "others rate on another scale"
    page.reload()
    puzzles.says("Solved")
    expect(page.locator(".goal")).to_contain_text("Chess puzzle under1")


def test_another_mate_is_as_right_and_a_link_shows_the_puzzle_to_those_without_the_file(
    open_puzzles: OpenPuzzles, data: Path
) -> None:
    puzzles = open_puzzles().open(f"id={MATE_IN_1}")
    take(puzzles, data)
    puzzles.page.goto(f"{puzzles.site}puzzles.html?id=lichess-two1")
    puzzles.move("b1b8")
    puzzles.says("A different way, and just as good.")
    expect(puzzles.page).to_have_url(re.compile("id=lichess-two1#game=chess&fen="))
    other = open_puzzles().open("id=lichess-passant1", puzzles.page.url[puzzles.page.url.index("#") :])
    expect(other.page.locator(".goal")).to_contain_text("Your own puzzle")
    other.move("a1a8")
    other.says("Solved")


@pytest.mark.quick
def test_an_import_waits_for_the_engine_and_can_be_stopped(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False).open(f"id={MATE_IN_1}")
    told = puzzles.page.locator(".own")
    choose(puzzles, "mine.csv", b"x,6k1/5ppp/8/8/8/7r/5PPP/RR4K1 b - - 0 1,h3h2 a1a8,600\n")
    puzzles.button("Import").click()
    expect(told).to_contain_text("Loading the engine")
    # The colour of a button under the pointer won over that of a disabled one: grey text stood on dark green.
    expect(puzzles.button("Import")).to_be_disabled()
    expect(puzzles.button("Import")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    puzzles.button("Stop").click()
    expect(told).to_contain_text("Stopped; nothing was imported.")


DROP = """
(text) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], 'dropped.csv'));
  for (const type of ['dragover', 'drop'])
    document.body.dispatchEvent(
      new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}
"""


@pytest.mark.quick
def test_a_file_may_be_dropped_and_what_was_taken_be_removed_and_put_back(
    open_puzzles: OpenPuzzles, data: Path
) -> None:
    puzzles = open_puzzles().open(f"id={MATE_IN_1}")
    puzzles.page.evaluate(DROP, (data / "puzzles" / "lichess.csv").read_text(encoding="utf-8"))
    expect(puzzles.page.locator(".take")).to_contain_text("dropped.csv")
    puzzles.page.get_by_role("dialog").get_by_label("Theme").select_option("mate")
    puzzles.button("Import").click()
    kept = puzzles.page.get_by_role("heading", name="3 imported chess puzzles")
    expect(kept).to_be_visible()
    puzzles.button("Delete all").click()
    expect(puzzles.page.get_by_role("heading", name="0 imported chess puzzles")).to_be_visible()
    puzzles.button("Undo").click()
    expect(kept).to_be_visible()
    puzzles.button("Start training").last.click()
    expect(puzzles.page.locator(".goal")).to_contain_text("White to move: mate in")
