"""The puzzle page as a person uses it: solving, help, spaced repetition, offline use."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Problems, slow
from tests.browser.play_page import REFUSE_STORAGE, hold_the_engine, wait_until
from tests.browser.puzzle_page import (
    CHARIOTS,
    LOOSE,
    MATE_IN_1,
    MATE_IN_2,
    NUMBERS,
    SOLUTIONS,
    START,
    OpenPuzzles,
    PuzzlePage,
    open_puzzles,
)
from tools.server import SiteServer

__all__ = ["open_puzzles"]  # a fixture

START_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def test_a_puzzle_opens_and_is_solved_by_taps_before_python_is_there(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles("phone", engine=False).open(f"id={MATE_IN_2}")
    expect(puzzles.page.get_by_role("heading", name="Black to move: mate in 2")).to_be_visible()
    puzzles.solve(MATE_IN_2)
    expect(puzzles.page.locator(".moves .move")).to_have_count(3)
    expect(puzzles.page.get_by_text("Proven: every defence was searched")).to_be_visible()
    kept = puzzles.kept()
    assert [(each["id"], each["result"]) for each in kept["attempts"]] == [(MATE_IN_2, "solved")]
    assert kept["rating"]["rating"] > START


def test_the_first_three_puzzles_place_a_visitor(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles("phone", engine=False)
    ahead = "Your first 3 puzzles set your rating."
    for count, name in enumerate((MATE_IN_1, MATE_IN_2, CHARIOTS), 1):
        puzzles.open(f"id={name}")
        puzzles.says(ahead)
        puzzles.solve(name)
        # After the third nothing said that it was the last one.
        done = "Placement done: you start at "
        puzzles.says(done if count == 3 else f"Placement: {count} of 3 puzzles.")
        assert puzzles.kept()["placed"] == count
    puzzles.open(f"id={LOOSE}")
    puzzles.says("Your move")
    expect(puzzles.page.locator(".feedback")).not_to_contain_text(ahead)


def test_only_legal_moves_are_offered_before_python_is_there(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False).open(f"id={MATE_IN_1}")
    puzzles.tap("c1", "pick")
    assert sorted(puzzles.points("dest") + puzzles.points("capture")) == ["a1", "b1", "c0", "c2", "d1"]
    puzzles.type_move("c1c9")
    expect(puzzles.page.get_by_text("That is not a legal move. You will read why")).to_be_visible()
    puzzles.type_move("c1c0")
    puzzles.says("Solved")


def test_a_mate_is_solved_by_keyboard_alone(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False).open(f"id={MATE_IN_2}")
    page = puzzles.page
    for move in SOLUTIONS[MATE_IN_2]:
        for square in (move[:2], move[2:]):
            expect(puzzles.point(square)).to_have_attribute("data-state", re.compile("pick|dest|capture"))
            puzzles.point(square).focus()
            page.keyboard.press("Enter")
    puzzles.says("Solved")
    expect(page.locator("#live")).to_contain_text("checkmate")


def test_the_focus_of_the_keyboard_stays_at_the_puzzle(open_puzzles: OpenPuzzles) -> None:
    """With each field and button that went, it was lost: the next Tab began at the top of the page."""
    puzzles = open_puzzles(engine=False).open(f"id={CHARIOTS}")
    page = puzzles.page
    field = page.locator("#typed-move")
    puzzles.move("a5a6")
    puzzles.button("Take back and retry").press("Enter")
    expect(field).to_be_focused()
    first, last = SOLUTIONS[CHARIOTS]
    puzzles.type_move(first)
    puzzles.says("Correct. Keep going!")
    puzzles.type_move(last)
    expect(puzzles.button("Next puzzle")).to_be_focused()
    page.keyboard.press("Enter")
    puzzles.says("Your move")
    expect(field).to_be_focused()
    puzzles.button("Solution").click()
    puzzles.button("Next puzzle").click()
    puzzles.says("Your move")
    expect(field).not_to_be_focused()


@pytest.mark.quick
def test_a_button_that_has_done_all_it_can_hands_the_focus_on(open_puzzles: OpenPuzzles) -> None:
    """The second hint and the solution disabled their own button, and the focus was lost."""
    puzzles = open_puzzles(engine=False).open(f"id={CHARIOTS}")
    hint = puzzles.button("Hint")
    hint.press("Enter")
    expect(hint).to_be_focused()
    hint.press("Enter")
    expect(hint).to_be_disabled()
    expect(puzzles.page.locator("#typed-move")).to_be_focused()
    puzzles.button("Solution").press("Enter")
    expect(puzzles.page.locator(".feedback .btn.main", has_text="Next move")).to_be_focused()


@pytest.mark.quick
def test_a_typed_move_and_its_marks_go_with_the_hint_the_solution_and_the_puzzle(
    open_puzzles: OpenPuzzles,
) -> None:
    puzzles = open_puzzles().open(f"id={CHARIOTS}")
    page = puzzles.page
    marks = page.locator(".cg-custom-svgs :is(.cross, .ring.red)")
    for tool in ("Hint", "Solution"):
        puzzles.type_move("a5b7")
        expect(page.locator("#typed-fault")).to_contain_text("moves along a line")
        expect(marks).not_to_have_count(0)
        puzzles.button(tool).click()
        expect(marks).to_have_count(0)
        expect(page.locator("#typed-fault")).to_be_empty()
    puzzles.button("Next puzzle").click()
    puzzles.says("Your move")
    expect(page.locator("#typed-move")).to_have_value("")


def test_a_typed_move_in_another_notation_is_read_by_the_rules(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles().open(f"id={CHARIOTS}")
    puzzles.type_move("R9+3")
    puzzles.says("Correct. Keep going!")
    puzzles.type_move("i4i9")
    puzzles.says("Solved")


def test_an_equally_short_mate_is_right_and_the_engine_defends(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles().open(f"id={CHARIOTS}")
    puzzles.move("i4i8")
    puzzles.says("Correct. Keep going!")
    assert puzzles.moves()[0] == "i4i8"
    puzzles.expect_moves(2)
    puzzles.move("a5a9")
    puzzles.says("Solved")
    assert puzzles.kept()["attempts"][0]["result"] == "solved"


def drag(puzzles: PuzzlePage, move: str) -> None:
    """Carry a man from point to point."""
    places = [puzzles.point(square).bounding_box() for square in (move[:2], move[2:])]
    (x, y), (to_x, to_y) = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in places if box
    ]
    puzzles.page.mouse.move(x, y)
    puzzles.page.mouse.down()
    puzzles.page.mouse.move(to_x, to_y, steps=4)
    puzzles.page.mouse.up()


def test_another_mate_at_the_end_is_right_without_the_engine(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False).open(f"id={CHARIOTS}")
    expect(puzzles.point("a5")).to_have_attribute("data-state", re.compile("pick"))
    drag(puzzles, "a5a8")
    puzzles.says("Correct. Keep going!")
    puzzles.move("a8e8")
    puzzles.says("Solved")
    puzzles.says("A different way, and just as good.")


def test_without_an_engine_nothing_is_said_that_is_not_known(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False).open(f"id={CHARIOTS}")
    puzzles.move("a5a6")
    puzzles.says("is not the solution")
    puzzles.says("The engine is loading")
    puzzles.button("Take back and retry").click()
    puzzles.says("Your move")
    puzzles.solve(CHARIOTS)
    kept = puzzles.kept()
    assert kept["attempts"][0]["result"] == "helped", "held against nobody"
    assert kept["rating"]["rating"] == START


def test_a_try_before_the_engine_is_there_is_named_the_chinese_way(open_puzzles: OpenPuzzles) -> None:
    """It was listed as `a5a6` beside a board without letters: the rules, which write moves, were loading."""
    puzzles = open_puzzles(engine=False).open(f"id={CHARIOTS}&lang=zh")
    puzzles.move("a5a6")
    expect(puzzles.page.locator(".moves .move").last).to_have_text("九路车…")
    puzzles.says("红方九路车")


@pytest.mark.quick
def test_a_wrong_move_is_judged_taken_back_and_counted(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles().open(f"id={LOOSE}")
    puzzles.move("e5e9")
    puzzles.says("Wrong")
    puzzles.says("The reply is")
    expect(puzzles.point("e9")).to_have_accessible_name(re.compile("red chariot"))
    puzzles.button("Take back and retry").click()
    puzzles.move("e5a5")
    puzzles.says("Solved")
    kept = puzzles.kept()
    assert [each["result"] for each in kept["attempts"]] == ["failed"]
    assert kept["rating"]["rating"] < START
    assert LOOSE in kept["cards"]


def test_a_slower_mate_is_good_but_there_is_a_faster_one(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles().open(f"id={CHARIOTS}")
    puzzles.move("a5a6")
    puzzles.says("That wins too, but there is a faster mate")
    expect(puzzles.button("Why?")).to_be_visible()
    puzzles.page.keyboard.press("Control+z")
    puzzles.solve(CHARIOTS)
    assert puzzles.kept()["attempts"][0]["result"] == "solved"


def test_the_hint_names_the_man_and_then_the_move(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False).open(f"id={MATE_IN_1}")
    puzzles.button("Hint").click()
    puzzles.says("Look at the black cannon on c1.")
    puzzles.button("Hint").click()
    puzzles.says("Move the cannon from c1 to c0.")
    expect(puzzles.button("Hint")).to_be_disabled()
    puzzles.solve(MATE_IN_1)
    puzzles.says("your rating does not change")


def test_the_solution_is_stepped_through_and_explained(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False).open(f"id={MATE_IN_2}")
    puzzles.button("Solution").click()
    puzzles.says("Solution, move by move")
    expect(puzzles.page.locator(".themes li")).to_have_text(["mate in 2"])
    for count in (1, 2, 3):
        puzzles.button("Next move").first.click()
        puzzles.expect_current(puzzles.moves()[count - 1])
    expect(puzzles.button("Next puzzle")).to_be_visible()
    assert puzzles.kept()["attempts"][0]["result"] == "failed"
    puzzles.button("Try again").click()
    puzzles.solve(MATE_IN_2)
    assert len(puzzles.kept()["attempts"]) == 1, "counted once"


def test_a_puzzle_goes_on_after_a_reload(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False).open(f"id={MATE_IN_2}")
    puzzles.move("g5g0")
    puzzles.says("Correct. Keep going!")
    puzzles.page.reload()
    expect(puzzles.page.locator(".moves .move")).to_have_count(2)
    puzzles.move("e2c1")
    puzzles.says("Solved")
    puzzles.wait_for_row("settings", "(value) => value?.phase === 'solved'")
    puzzles.page.reload()
    puzzles.says("Solved")
    assert len(puzzles.kept()["attempts"]) == 1


def test_training_goes_from_puzzle_to_puzzle_and_the_address_with_it(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False).open()
    seen = set()
    for _ in range(4):
        expect(puzzles.page).to_have_url(re.compile(r"\?id="))
        address = puzzles.page.url
        seen.add(address)
        puzzles.button("Skip").click()
        expect(puzzles.page).not_to_have_url(address)
    assert len(seen) > 1


def test_the_daily_puzzle_is_the_same_for_everybody(open_puzzles: OpenPuzzles) -> None:
    titles = set()
    for screen in ("desktop", "phone"):
        puzzles = open_puzzles(screen, engine=False).open("daily=2026-05-17")
        expect(puzzles.page.locator(".goal")).to_contain_text("Puzzle of May 17, 2026")
        titles.add(puzzles.page.locator(".goal").inner_text())
    assert len(titles) == 1
    other = open_puzzles(engine=False)
    other.page.clock.set_system_time("2026-05-18T12:00:00")
    other.open()
    other.button("Daily").click()
    expect(other.page).to_have_url(re.compile("daily=2026-05-18"))
    assert other.page.locator(".goal").inner_text() not in titles
    other.button("Solution").click()
    expect(other.button("Daily: done today")).to_be_visible()


def test_the_daily_puzzle_has_its_address_though_it_is_at_hand(open_puzzles: OpenPuzzles) -> None:
    """The address went on naming the puzzle, so that a reload did not count as the day's."""
    puzzles = open_puzzles(engine=False)
    puzzles.page.clock.set_system_time("2026-05-18T12:00:00")
    puzzles.open("id=s00008")
    puzzles.button("Daily").click()
    expect(puzzles.page).to_have_url(re.compile("daily=2026-05-18"))
    expect(puzzles.page.locator(".goal")).to_contain_text("Puzzle s00008")


def test_what_was_missed_comes_back_when_it_is_due(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False)
    puzzles.page.clock.set_system_time("2026-05-17T12:00:00")
    puzzles.open(f"id={MATE_IN_1}")
    puzzles.button("Solution").click()
    puzzles.button("Review").click()
    puzzles.says("The next one is due on May 18, 2026.")
    puzzles.wait_for_row("cards", f"({{ id }}) => id === '{MATE_IN_1}'")
    puzzles.page.clock.set_system_time("2026-05-18T12:00:00")
    puzzles.open(f"id={MATE_IN_2}")
    puzzles.button("Review: 1 puzzle is due").click()
    expect(puzzles.page.locator(".goal")).to_contain_text(NUMBERS[MATE_IN_1])
    puzzles.solve(MATE_IN_1)
    assert puzzles.kept()["cards"][MATE_IN_1] == "2026-05-20"


def test_on_a_phone_it_is_seen_that_nothing_is_to_be_reviewed(open_puzzles: OpenPuzzles) -> None:
    """The notice lay below all tools, beyond the end of the screen once a puzzle was solved."""
    puzzles = open_puzzles("phone", engine=False).open(f"id={MATE_IN_1}")
    puzzles.solve(MATE_IN_1)
    puzzles.button("Review").click()
    puzzles.says("Nothing to review")
    expect(puzzles.page.locator(".feedback .words")).to_be_in_viewport(ratio=1)
    puzzles.button("Train").click()
    puzzles.says("Your move")


def test_puzzles_go_by_the_same_name_everywhere(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False).open(f"id={MATE_IN_1}")
    expect(puzzles.page.locator(".goal")).to_contain_text(NUMBERS[MATE_IN_1])
    puzzles.solve(MATE_IN_1)
    puzzles.page.get_by_role("button", name="Rating").click()
    expect(puzzles.page.locator(".attempts tbody a")).to_have_text(NUMBERS[MATE_IN_1])


@pytest.mark.parametrize(
    ("query", "fragment", "reason"),
    [
        slow("id=nobody", "", "There is no puzzle “nobody” here."),
        slow("daily=someday", "", "“someday” is not a date."),
        slow("", "#fen=nonsense&moves=a0a1", "Invalid position: nonsense"),
        slow("", "#fen=4k4/9/9/9/R8/8R/9/9/9/3K5_w&moves=e9e8", "The wrong side is to move"),
        ("", "#fen=4k4/9/9/9/R8/8R/9/9/9/3K5_w&moves=a5a8,e9f9", "must end with the solver’s move"),
    ],
)
def test_a_bad_address_says_what_is_wrong_and_training_goes_on(
    open_puzzles: OpenPuzzles, query: str, fragment: str, reason: str
) -> None:
    puzzles = open_puzzles(engine=False).open(query, fragment)
    expect(puzzles.notice("puzzle_fault")).to_contain_text(reason)
    expect(puzzles.page.locator("[role=gridcell][data-state~=pick]").first).to_be_attached()


def test_a_shared_solution_that_the_rules_refuse_is_told(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles().open("", "#fen=4k4/9/9/9/R8/8R/9/9/9/3K5_w_-_-_0_1&moves=a5b9")
    puzzles.says("The solution does not match the position: a5b9 is not legal.")
    puzzles.button("Next puzzle").click()
    puzzles.says("Your move")


MINE = "#fen=4k4/9/9/9/R8/8R/9/9/9/3K5_w_-_-_0_1&moves=a5a8,e9f9,i4i9&themes=mate,mateIn2&name=Mine"


def test_skip_to_the_board_goes_on_with_the_puzzle(open_puzzles: OpenPuzzles) -> None:
    """It began anew, and a shared one, which only the fragment tells, gave way to another."""
    puzzles = open_puzzles().open("", MINE)
    page = puzzles.page
    puzzles.move("a5a8")
    puzzles.says("Correct. Keep going!")
    address = page.url
    page.locator(".skip").press("Enter")
    expect(page.locator("#board [role=gridcell]:focus")).to_have_count(1)
    puzzles.says("Correct. Keep going!")
    assert page.url == address
    puzzles.move("i4i9")
    puzzles.says("Solved")


def test_a_shared_puzzle_is_solved(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles().open("", MINE)
    expect(puzzles.page.locator(".goal")).to_contain_text("Mine")
    puzzles.solve(CHARIOTS)
    assert puzzles.kept() is None, "puzzles of one's own are not counted"


def test_broken_lines_are_left_out_and_counted(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False, more='{"id": "cut o\n[]\n').open(f"id={MATE_IN_1}")
    expect(puzzles.notice("puzzle_lines")).to_contain_text("2 puzzles skipped")
    puzzles.solve(MATE_IN_1)


def test_progress_leaves_as_a_file_and_comes_back(open_puzzles: OpenPuzzles, tmp_path: Path) -> None:
    puzzles = open_puzzles(engine=False).open(f"id={MATE_IN_1}")
    puzzles.solve(MATE_IN_1)
    puzzles.page.get_by_role("button", name="Rating").click()
    with puzzles.page.expect_download() as download:
        puzzles.button("Export progress").click()
    file = tmp_path / "progress.json"
    download.value.save_as(file)

    other = open_puzzles(engine=False).open(f"id={MATE_IN_2}")
    other.solve(MATE_IN_2)
    other.page.get_by_role("button", name="Rating").click()
    chooser = other.page.locator(".progress input[type=file]")
    chooser.set_input_files({"name": "bad.json", "mimeType": "application/json", "buffer": b'{"schema": 7}'})
    expect(other.page.get_by_text("bad.json contains no puzzle progress")).to_be_visible()
    chooser.set_input_files(file)
    expect(other.page.get_by_text("1 puzzle imported.")).to_be_visible()
    assert {each["id"] for each in other.kept()["attempts"]} == {MATE_IN_1, MATE_IN_2}
    expect(other.page.get_by_role("img", name=re.compile("Rating over 2 puzzles"))).to_be_visible()


def test_a_browser_that_keeps_nothing_is_told_so(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False)
    puzzles.page.add_init_script(REFUSE_STORAGE)
    puzzles.open(f"id={MATE_IN_1}")
    expect(puzzles.notice("puzzle_refused")).to_be_visible()
    puzzles.solve(MATE_IN_1)


@pytest.mark.quick
def test_progress_that_cannot_be_read_is_set_aside(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False).open(f"id={MATE_IN_1}")
    puzzles.keep({"progress": [{"game": "xiangqi", "rating": "high"}]})
    puzzles.page.reload()
    expect(puzzles.notice("puzzle_unreadable")).to_be_visible()
    puzzles.solve(MATE_IN_1)
    assert len(puzzles.kept()["attempts"]) == 1
    [aside] = puzzles.rows("unreadable")
    assert json.loads(aside["text"])["rating"] == "high"


@pytest.mark.parametrize("screen", ["phone", slow("desktop")])
def test_no_state_has_accessibility_faults(open_puzzles: OpenPuzzles, screen: str) -> None:
    puzzles = open_puzzles(screen, engine=False, color_scheme="dark" if screen == "phone" else "light")
    puzzles.open(f"id={MATE_IN_1}")
    faults = puzzles.accessibility_faults()
    puzzles.button("Hint").click()
    faults += puzzles.accessibility_faults()
    puzzles.move("c1c2")
    puzzles.says("is not the solution")
    faults += puzzles.accessibility_faults()
    puzzles.button("Take back and retry").click()
    puzzles.solve(MATE_IN_1)
    faults += puzzles.accessibility_faults()
    puzzles.page.get_by_role("button", name="Rating").click()
    expect(puzzles.page.get_by_role("dialog")).to_be_visible()
    faults += puzzles.accessibility_faults()
    puzzles.page.keyboard.press("Escape")
    expect(puzzles.page.get_by_role("dialog")).to_be_hidden()
    puzzles.button("Filter").click()
    expect(puzzles.page.get_by_role("dialog")).to_be_visible()
    faults += puzzles.accessibility_faults()
    assert faults == []


def test_the_page_leads_to_the_game_and_back(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False).open(f"id={MATE_IN_1}")
    puzzles.page.get_by_role("link", name="Play", exact=True).click()
    puzzles.page.locator(".engine").wait_for()
    puzzles.page.get_by_role("link", name="Puzzles", exact=True).click()
    puzzles.says("Your move")


def test_a_theme_can_be_chosen(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles(engine=False).open(f"id={MATE_IN_1}")
    puzzles.button("Filter").click()
    puzzles.page.get_by_label("Theme").select_option("hangingPiece")
    expect(puzzles.page.get_by_text("1 puzzle matches.")).to_be_visible()
    puzzles.button("Start training").click()
    expect(puzzles.page.locator(".goal")).to_contain_text(NUMBERS[LOOSE])


@pytest.mark.service_worker
def test_everything_is_there_without_a_network_after_the_first_visit(
    server: SiteServer, page: Page, problems: Problems
) -> None:
    problems.expect("net::ERR|Failed to fetch")
    page.goto(f"{server.url}puzzles.html")
    page.locator("cg-board piece").first.wait_for()
    expect(page.locator("html")).to_have_attribute("data-kept", "")
    address = page.url
    server.stop()
    page.goto(address)
    page.locator("cg-board piece").first.wait_for()
    expect(page.locator("[role=gridcell][data-state~=pick]").first).to_be_attached()
    page.get_by_role("button", name="Skip").click()
    expect(page).not_to_have_url(address)
    assert page.locator("[data-notice]").count() == 0


def test_the_index_of_all_puzzles_is_fetched_once(page: Page, site: str) -> None:
    hold_the_engine(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    PuzzlePage(page, site).open()
    assert len([url for url in asked if url.startswith(f"{site}puzzles/index")]) == 1


def test_a_puzzle_is_made_of_a_position_kept_shared_and_solved(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles("phone").open(f"id={MATE_IN_1}")
    page = puzzles.page
    puzzles.button("Create").click()
    dialog = page.get_by_role("dialog")
    for text, sentence in (
        ("", "Paste a position or a game first."),
        ("4k4/9/9/9/R8/8R/9/9/9/9 w", "general"),
        (START_FEN, "Not a puzzle"),
    ):
        dialog.get_by_label("A position (FEN)").fill(text)
        dialog.get_by_role("button", name="Find puzzles").click()
        expect(dialog.locator(".told")).to_contain_text(sentence)
    dialog.get_by_label("A position (FEN)").fill("4k4/9/9/9/R8/8R/9/9/9/3K5 w - - 0 1")
    dialog.get_by_role("button", name="Find puzzles").click()
    expect(dialog.locator(".told")).to_contain_text("Several moves mate equally fast")
    expect(dialog.locator(".told")).to_contain_text("Proven: every defence was searched")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("heading", name="1 puzzle of your own")).to_be_visible()
    assert puzzles.accessibility_faults() == []
    dialog.get_by_role("button", name="Solve").first.click()
    expect(page).to_have_url(re.compile("#fen=4k4/9/9/9/R8/8R/9/9/9/3K5_w"))
    puzzles.says("Your move")
    puzzles.move("i4i8")
    puzzles.says("Correct. Keep going!")
    page.reload()
    puzzles.button("Create").click()
    expect(dialog.get_by_role("heading", name="1 puzzle of your own")).to_be_visible()


@pytest.mark.quick
def test_a_file_of_puzzles_is_opened_and_its_bad_lines_are_told(
    open_puzzles: OpenPuzzles, data: Path
) -> None:
    puzzles = open_puzzles(engine=False).open(f"id={MATE_IN_1}")
    puzzles.button("Create").click()
    lines = (data / "puzzles" / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()
    text = "\n".join([lines[0], '{"id": "half', lines[1]])
    puzzles.page.locator(".own input[type=file]").set_input_files(
        {"name": "mine.jsonl", "mimeType": "text/plain", "buffer": text.encode()}
    )
    told = puzzles.page.locator(".own .told")
    expect(told).to_contain_text("2 puzzles loaded. 1 line skipped. Line 2:")
    expect(puzzles.page.get_by_role("heading", name="2 puzzles of your own")).to_be_visible()


def test_the_engine_finds_the_moment_of_a_game(open_puzzles: OpenPuzzles) -> None:
    puzzles = open_puzzles().open(f"id={MATE_IN_1}")
    puzzles.button("Create").click()
    dialog = puzzles.page.get_by_role("dialog")
    dialog.get_by_label("A position (FEN)").fill("a0a1 b9c7 a1f1 a9a8 f1f8")
    dialog.get_by_role("button", name="Find puzzles").click()
    expect(dialog.locator(".told")).to_contain_text("1 puzzle found.")
    expect(dialog.locator(".made").first).to_contain_text("Black to move and win · move 3")
    dialog.get_by_role("button", name="Solve").click()
    puzzles.move("a8f8")
    expect(puzzles.page.locator(".feedback")).to_have_attribute("data-tone", "good")


def test_a_set_of_puzzles_goes_on_paper_six_to_a_page_and_the_solutions_on_the_last(
    open_puzzles: OpenPuzzles,
) -> None:
    puzzles = open_puzzles(engine=False)
    puzzles.page.add_init_script("window.print = () => { window.printed = true; };")
    puzzles.open(f"id={MATE_IN_1}")
    puzzles.button("Filter").click()
    puzzles.button("Print 12 puzzles").click()
    expect(puzzles.page.locator(".paper img")).to_have_count(12)
    wait_until(puzzles.page, "() => window.printed")
    puzzles.page.emulate_media(media="print")
    expect(puzzles.page.locator(".paper")).to_be_visible()
    expect(puzzles.page.locator("main")).to_be_hidden()
    expect(puzzles.page.locator(".paper figcaption").nth(1)).to_contain_text("2. ")
    widths = puzzles.page.locator(".paper img").evaluate_all("all => all.map((each) => each.naturalWidth)")
    assert all(width > 500 for width in widths)
    expect(puzzles.page.locator(".paper .solutions li")).to_have_count(12)
    assert pages_of(puzzles.page.pdf(format="Letter")) == 3


def pages_of(pdf: bytes) -> int:
    """The number of pages of a PDF of Chromium."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.quick
def test_a_sheet_is_printed_on_paper_not_on_wood(open_page: Callable[..., Page], site: str) -> None:
    # The look of paper came from a style sheet that waits until somebody chooses such a look, and so do
    # the men of a game that is not on the page: the diagrams were printed on wood, and chess without men.
    page = open_page("desktop")
    hold_the_engine(page)
    page.add_init_script("window.print = () => { window.printed = true; };")
    page.goto(f"{site}puzzles.html")
    page.get_by_role("button", name="Filter").click()
    page.get_by_label("Puzzles", exact=True).select_option("chess")
    page.get_by_role("button", name="Print 24 puzzles").click()
    wait_until(page, "() => window.printed")
    images = page.locator(".paper img").evaluate_all("all => all.map((one) => decodeURIComponent(one.src))")
    colours = {colour for image in images for colour in re.findall(r"rgba?\([^)]*\)", image)}
    assert colours == {"rgb(255, 255, 255)", "rgb(204, 204, 204)", "rgb(0, 0, 0)"}
    assert all("<path" in image for image in images)


def test_a_printed_sheet_leaves_nothing_behind(open_puzzles: OpenPuzzles) -> None:
    # Each print kept its section and six pictures, and rendered them again at every change of language.
    puzzles = open_puzzles(engine=False)
    printing = "() => { window.printed += 1; dispatchEvent(new Event('afterprint')); }"
    puzzles.page.add_init_script(f"window.printed = 0; window.print = {printing};")
    puzzles.open(f"id={MATE_IN_1}")
    puzzles.button("Filter").click()
    session = puzzles.page.context.new_cdp_session(puzzles.page)

    def nodes_after(prints: int) -> int:
        for _ in range(prints):
            before = puzzles.page.evaluate("window.printed")
            puzzles.button("Print 12 puzzles").click()
            wait_until(puzzles.page, f"() => window.printed > {before}")
        session.send("HeapProfiler.collectGarbage")
        counted: int = session.send("Memory.getDOMCounters")["nodes"]
        return counted

    first = nodes_after(2)
    assert nodes_after(10) - first < 50
