"""Clocks on the play page: choice, running, reload, flag fall, PGN. The tests control the time."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.play_page import PlayPage

HIDE = """(hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
}"""
"""As if the person turned to another tab, or back."""


def clock_of(page: Page, side: str) -> Locator:
    """The clock of a side, found as a screen reader finds it."""
    return page.get_by_role("timer", name=re.compile(side))


def begin(play: PlayPage, control: str, opponent: str) -> Locator:
    """The dialog of a new game, with that time control chosen."""
    play.button("New game").click()
    dialog = play.page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name=opponent).check()
    dialog.get_by_label("Time control").select_option(control)
    return dialog


def test_the_board_turns_to_the_player_to_move(page: Page, site: str) -> None:
    play = PlayPage(page, site).open().wait_for_engine()
    dialog = begin(play, "3+2", "Two players")
    dialog.get_by_label("Seating").select_option("turns")
    dialog.get_by_role("button", name="Start").click()
    below = page.locator(".player.below")
    for move, side in (("h2e2", "Black"), ("h9g7", "Red")):
        play.move(move)
        expect(below).to_have_attribute("aria-label", re.compile(side))


@pytest.mark.parametrize("game", ["xiangqi", "chess"])
def test_the_men_of_two_who_face_each_other_are_upside_down(page: Page, site: str, game: str) -> None:
    play = PlayPage(page, site).open(f"game={game}").wait_for_engine()
    dialog = begin(play, "3+2", "Two players")
    dialog.get_by_label("Seating").select_option("facing")
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator(".player.above")).to_have_css("rotate", "180deg")
    turned = "(men) => men.map((man) => getComputedStyle(man, '::after').rotate)"
    for far, near in (("black", "white"), ("white", "black")):
        men = {color: page.locator(f"#board piece.{color}") for color in ("black", "white")}
        assert set(men[far].evaluate_all(turned)) == {"180deg"}
        assert set(men[near].evaluate_all(turned)) == {"none"}
        play.button("Flip").click()


def test_a_game_with_clocks_goes_on_after_a_reload_and_ends_by_the_flag(page: Page, site: str) -> None:
    page.clock.install()
    play = PlayPage(page, site).open().wait_for_engine()
    begin(play, "3+2", "Two players").get_by_role("button", name="Start").click()
    expect(clock_of(page, "Red")).to_have_text("3:00")
    board = page.locator("#board").bounding_box()
    play.move("h2e2")
    expect(clock_of(page, "Black")).to_have_attribute("data-running", "")
    page.clock.run_for(20_000)
    page.evaluate(HIDE, True)
    page.clock.run_for(600_000)
    page.evaluate(HIDE, False)
    expect(play.notice("clock_note")).to_contain_text("while the page was in the background")
    play.move("h9g7")
    expect(clock_of(page, "Red")).to_have_attribute("data-running", "")
    expect(clock_of(page, "Black")).to_have_text(re.compile("2:4[0-2]"))
    page.clock.run_for(30_000)
    expect(clock_of(page, "Red")).to_have_text(re.compile("2:2[0-9]|2:30"))
    assert page.locator("#board").bounding_box() == board
    assert play.accessibility_faults() == []
    left = clock_of(page, "Red").inner_text()

    page.reload()
    play.wait_for_engine()
    expect(play.notice("clock_paused")).to_contain_text("Clock paused")
    # A browser may fail to save the last second or two when the page closes.
    assert abs(int(clock_of(page, "Red").inner_text()[2:]) - int(left[2:])) <= 4
    play.notice("clock_paused").get_by_role("button", name="Resume").click()
    page.clock.run_for(100_000)
    expect(page.locator("#live")).to_contain_text("Red: one minute left.")
    page.clock.run_for(60_000)
    expect(page.get_by_role("heading", name="Black wins: Red ran out of time.")).to_be_visible()
    expect(clock_of(page, "Red")).to_have_text("0:00.0")
    play.show_more()
    play.button("Export").click()
    text = page.get_by_role("dialog").get_by_role("textbox")
    expect(text).to_have_value(re.compile(r'\[TimeControl "180\+2"\]'))
    expect(text).to_have_value(re.compile(r"\[%clk 0:03:00\].*\[%clk 0:02:4\d", re.DOTALL))


def test_the_engine_moves_in_time_and_says_so(page: Page, site: str) -> None:
    play = PlayPage(page, site).open().wait_for_engine()
    play.button("Settings").click()
    page.get_by_role("radio", name="Interpreted").check(force=True)  # too slow for the nodes of the level
    play.button("Close").first.click()
    expect(page.locator(".engine")).to_contain_text("Interpreted")
    dialog = begin(play, "custom", "Engine")
    dialog.get_by_role("radio", name="Level 11").check()
    for label, value in (("Minutes", "0"), ("Increment (s)", "0")):
        dialog.get_by_label(label).fill(value)
        dialog.get_by_label(label).press("Tab")
    expect(dialog.get_by_text("Each side needs some time.")).to_be_visible()
    expect(dialog.get_by_role("button", name="Start")).to_be_disabled()
    dialog.get_by_label("Different times for each side").check()
    mine, theirs = (dialog.get_by_label("Minutes").nth(at) for at in (0, 1))
    mine.fill("30")
    theirs.fill("0.5")
    theirs.press("Tab")
    dialog.get_by_role("button", name="Start").click()
    expect(clock_of(page, "Red")).to_have_text("30:00")
    expect(clock_of(page, "Black")).to_have_text("0:30")
    play.move("h2h9")  # which no book knows
    play.expect_moves(2)
    expect(page.locator(".engine")).to_contain_text("short of time")
    expect(clock_of(page, "Red")).to_have_attribute("data-running", "")
    expect(clock_of(page, "Black")).to_have_text(re.compile(r"0:(2\d|30)"))
