"""My games: the games played and imported, in their dialog."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Problems, slow
from tests.browser.play_page import PlayPage, hold_the_engine
from tests.browser.test_page import expect_layout

OpenPage = Callable[..., Page]


def open_library(play: PlayPage, name: str = "My games") -> Locator:
    """Press the button in the header."""
    play.button(name).click()
    dialog = play.page.get_by_role("dialog", name=name)
    expect(dialog).to_be_visible()
    return dialog


@pytest.fixture
def kept(data: Path) -> dict[str, Any]:
    """The rows of a game of each kind, that of Xiangqi imported."""
    rows: dict[str, Any] = json.loads((data / "storage" / "games.json").read_text(encoding="utf-8"))
    return rows


def with_games(
    page: Page, site: str, kept: dict[str, Any], query: str = "lang=en&game=liuzichong"
) -> PlayPage:
    """The page of somebody who has played before; Python is kept from loading."""
    hold_the_engine(page)
    play = PlayPage(page, site).open(query)
    play.keep(kept)
    return play.open(query)


@pytest.mark.quick
def test_games_are_found_renamed_deleted_and_continued(page: Page, site: str, kept: dict[str, Any]) -> None:
    play = with_games(page, site, kept)
    dialog = open_library(play)
    games = dialog.locator(".games li")
    expect(games).to_have_count(3)
    expect(games.first).to_contain_text("Anna Pelikan – Wei Chen")
    expect(games.first).to_contain_text(
        "Mar 7, 2026 · Xiangqi · Central Cannon vs Left Horse · Red won · 5 moves"
    )
    assert play.accessibility_faults() == []

    dialog.get_by_label("Search by name, player or opening").fill("left horse")
    expect(games).to_have_count(1)
    dialog.get_by_text("Filters").click()
    dialog.get_by_label("To").fill("2026-03-06")
    expect(dialog).to_contain_text("No games found.")
    dialog.get_by_label("To").fill("")
    dialog.get_by_label("Search by name, player or opening").fill("")
    dialog.get_by_label("Opponent").select_option("Engine")
    expect(games).to_have_count(2)

    chess = games.filter(has_text="Chess")
    rename = chess.get_by_role("button", name=re.compile("^Rename"))
    rename.click()
    name = dialog.get_by_label("Name of the game")
    expect(name).to_be_focused()
    name.press("Escape")
    expect(rename).to_be_focused()
    rename.press("Enter")
    name.fill("Sunday")
    dialog.get_by_role("button", name="Save").click()
    expect(games.filter(has_text="Sunday")).to_contain_text("Chess")
    stones = games.filter(has_text="Liuzichong")
    delete = stones.get_by_role("button", name=re.compile("^Delete:"))
    delete.press("Enter")
    stones.get_by_role("button", name="Cancel").press("Enter")
    expect(stones.get_by_role("group")).to_have_count(0)
    # With the question the focus went, too: the next press of Tab began at the top of the page.
    expect(delete).to_be_focused()
    delete.click()
    assert play.accessibility_faults() == []
    dialog.get_by_role("button", name="Delete", exact=True).click()
    expect(games).to_have_count(1)
    play.expect_moves(0)  # that game was on the board
    expect(page.get_by_text("Your previous game is kept")).to_have_count(
        0
    )  # the deleted one, which came back

    games.filter(has_text="Sunday").get_by_role("button").first.click()
    expect(dialog).to_be_hidden()
    expect(page.locator(".board")).to_have_attribute("data-game", "chess")
    play.expect_moves(2)


def test_a_game_enters_when_both_sides_have_moved_and_is_continued_after_another(
    page: Page, site: str
) -> None:
    play = PlayPage(page, site).open("lang=en&game=xiangqi&level=1").wait_for_engine()
    play.open("lang=en").wait_for_engine()
    dialog = open_library(play)
    expect(dialog).to_contain_text("No games yet.")
    page.keyboard.press("Escape")
    play.my_turn()
    play.move("h2e2")
    play.expect_moves(2)
    moves = play.moves()
    play.button("New game").click()
    page.get_by_role("dialog", name="New game").get_by_role("button", name="Start").click()
    play.expect_moves(0)
    dialog = open_library(play)
    expect(dialog.locator(".games li")).to_have_count(1)
    dialog.locator(".games .open").click()
    expect(page.locator(".moves li:not(.variation) .move")).to_have_text(moves)
    play.my_turn()
    play.move("h0g2")
    play.expect_moves(4)
    page.reload()
    play.expect_moves(4)


def test_a_game_that_a_link_began_is_kept_beside_the_usual_one(page: Page, site: str) -> None:
    """The plain address opens a game of its own. The other one is found there, and by its link."""
    play = PlayPage(page, site).open("lang=en&level=1")
    play.move("h2e2")
    play.expect_moves(2)
    play.open("lang=en")
    play.expect_moves(0)
    open_library(play).locator(".games .open").click()
    play.expect_moves(2)
    play.my_turn()
    play.move("h0g2")
    play.expect_moves(4)
    play.open("lang=vi&level=1")
    play.expect_moves(4)


@pytest.mark.quick
def test_the_library_goes_out_as_a_file_and_comes_in_elsewhere(
    open_page: OpenPage, site: str, kept: dict[str, Any]
) -> None:
    page = open_page()
    dialog = open_library(with_games(page, site, kept))
    expect(dialog.locator(".games li")).to_have_count(3)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Export all games").click()
    file = download.value.path()

    other = open_page("phone")
    hold_the_engine(other)
    play = PlayPage(other, site).open("lang=en")
    dialog = open_library(play)
    chooser = dialog.locator("input[type=file]")
    chooser.set_input_files(file)
    expect(dialog.get_by_role("status")).to_contain_text("3 games added.")
    expect(dialog.locator(".games li")).to_have_count(3)
    assert play.accessibility_faults() == []
    dialog.locator(".games .open").first.click()
    play.expect_moves(5)


def test_two_tabs_show_the_same_games(
    page: Page, site: str, kept: dict[str, Any], problems: Problems
) -> None:
    first = with_games(page, site, kept)
    other = page.context.new_page()
    problems.watch(other)
    second = PlayPage(other, site).open("lang=en")
    lists = [open_library(play).locator(".games li") for play in (first, second)]
    for each in lists:
        expect(each).to_have_count(3)
    lists[0].first.get_by_role("button", name=re.compile("^Delete")).click()
    first.button("Delete").click()
    for each in lists:
        expect(each).to_have_count(2)


@pytest.mark.parametrize(("language", "name"), [slow("en", "My games"), ("zh-Hans", "我的棋局")])
def test_nothing_overflows_at_any_size(
    page: Page, site: str, kept: dict[str, Any], language: str, name: str
) -> None:
    play = with_games(page, site, kept, f"lang={language}")
    dialog = open_library(play, name)
    expect(dialog.locator(".games li")).to_have_count(3)
    for width, height in ((320, 640), (390, 844), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect_layout(page)
