"""Whole games through the page, against the real engine."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Problems
from tests.browser.play_page import LONG_THINKING, MATE_IN_ONE, MOVES, PlayPage, hold_the_engine

COMPOSITION = "3k2p2/4P4/9/9/9/2B1cnN2/9/7CR/4p4/2Cp1K3_w"
"""A published composition with a soldier on its own back rank."""
HARMLESS = "3aka3/9/4b4/9/2b6/6B2/P3P3P/2N3N2/9/R1BAKA2R_w"


def test_the_board_plays_before_python_is_there(page: Page, site: str) -> None:
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    expect(page.get_by_role("progressbar", name="Loading the engine")).to_be_visible()
    play.move("h2e2")
    play.expect_moves(1)
    assert play.moves() == ["h2e2"]
    expect(play.point("e2")).to_have_accessible_name("e2, red cannon")
    # The engine's answer is not there yet; one move may be prepared.
    play.tap("b0", "pick")
    play.tap("c2")
    expect(page.locator("[role=gridcell][data-state~=queued]")).to_have_count(2)
    assert play.moves() == ["h2e2"]


def test_a_composition_that_no_game_reaches_is_played_with_a_remark(page: Page, site: str) -> None:
    play = PlayPage(page, site).open(f"fen={COMPOSITION}&lang=en").wait_for_engine()
    expect(play.notice("odd_position")).to_contain_text("can’t occur in a game")
    expect(play.notice("odd_position")).to_contain_text("A soldier is on a point it could never reach.")
    play.move("e8d8")
    play.expect_moves(2)
    expect(play.notice("odd_position")).to_have_count(0)


@pytest.mark.quick
def test_a_prepared_move_is_played_when_its_turn_comes(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("level=1")
    play.move("h2e2")
    play.tap("b0", "pick")
    play.tap("c2")
    play.expect_moves(4)
    assert play.moves()[::2] == ["h2e2", "b0c2"]


@pytest.mark.quick
@pytest.mark.service_worker
def test_twenty_plies_then_back_and_forth_and_a_reload(each_page: Page, site: str) -> None:
    page = each_page
    choose = random.Random(5)
    # Black has nothing to mate with. Otherwise, random moves would lose too early to any level.
    play = PlayPage(page, site).open(f"level=1&lang=en&fen={HARMLESS}")
    while len(play.moves()) < 20:
        play.play_some_move(choose)
        play.my_turn()
    played, men = play.moves(), play.men()
    assert len(played) >= 20

    play.button("Take back").click()
    play.expect_current(played[-3])
    play.button("Take back").click()
    play.button("Redo").click()
    play.expect_current(played[-3])
    play.button("Redo").click()
    assert (play.current(), play.men()) == (played[-1], men)

    page.get_by_role("button", name=re.compile(f"^{played[4]},")).first.click()
    play.expect_current(played[4])
    play.button("Previous move").click()
    play.expect_current(played[3])
    play.button("First position").click()
    play.expect_current("")
    play.button("Next move").click()
    play.button("Last position").click()
    assert (play.current(), play.men(), play.moves()) == (played[-1], men, played)

    page.reload()
    play.my_turn()
    assert (play.current(), play.men(), play.moves()) == (played[-1], men, played)
    play.wait_for_engine()
    play.play_some_move(choose)
    play.expect_moves(len(played) + 2)


def test_another_move_after_take_back_keeps_the_first_as_a_variation(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("level=1")
    play.move("h2e2")
    play.expect_moves(2)
    play.button("Take back").click()
    play.move("c3c4")
    expect(page.locator(".moves li:not(.variation) .move").first).to_have_text("c3c4")
    play.expect_moves(2)
    variation = page.locator(".variation .move")
    assert variation.all_inner_texts()[0] == "h2e2"
    variation.first.click()
    assert play.moves()[0] == "h2e2"
    play.expect_current("h2e2")


def test_an_interrupted_thought_is_taken_up_after_a_reload(page: Page, site: str) -> None:
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    play.move("h2e2")
    play.expect_moves(1)
    assert len(play.rows("moves")) == 2, "the root and the move are saved"
    page.context.unroute_all()
    page.reload()
    play.expect_moves(2)
    assert play.moves()[0] == "h2e2"


def test_with_black_the_engine_begins_and_the_board_is_turned(page: Page, site: str) -> None:
    play = PlayPage(page, site).open()
    play.button("New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="Black").check(force=True)
    dialog.get_by_role("radio", name="first steps").check(force=True)
    dialog.get_by_role("button", name="Start").click()
    play.expect_moves(1)
    play.my_turn()
    assert play.point("e9").bounding_box()["y"] > play.point("e0").bounding_box()["y"]  # type: ignore[index]
    play.button("Flip").click()
    assert play.point("e9").bounding_box()["y"] < play.point("e0").bounding_box()["y"]  # type: ignore[index]
    expect(page.locator(".player.above")).to_contain_text("You")


def test_two_persons_at_one_board(page: Page, site: str) -> None:
    play = PlayPage(page, site).open()
    play.button("New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="Two players").check(force=True)
    expect(dialog.get_by_role("radio", name="Level 3")).to_be_hidden()
    dialog.get_by_role("button", name="Start").click()
    for move in ("h2e2", "h9g7", "h0g2", "i9h9"):
        play.move(move)
    play.expect_moves(4)
    expect(page.locator(".player.below")).to_contain_text("to move")
    play.button("Take back").click()
    play.expect_current("h0g2")


def test_stop_makes_the_engine_move_now(page: Page, site: str) -> None:
    play = PlayPage(page, site).open(f"level=12&moves={MOVES}").wait_for_engine()
    play.my_turn()
    play.move("i3i4")
    stop = page.get_by_role("button", name="Stop thinking and move now")
    stop.click()
    expect(page.locator(".moves .move")).to_have_count(16)
    expect(stop).to_be_hidden()
    expect(page.locator(".facts")).to_contain_text("nodes/s")


def test_after_a_press_on_the_board_the_arrow_keys_step_through_the_moves(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("level=1")
    for move in ("h2e2", "b0c2"):
        play.my_turn()
        play.move(move)
    play.expect_moves(4)
    played = play.moves()
    play.point("e5").click(button="right")
    for key, current in [
        ("ArrowLeft", played[2]),
        ("ArrowLeft", played[1]),
        ("ArrowRight", played[2]),
    ]:
        page.keyboard.press(key)
        play.expect_current(current)
    # The third ply belongs to the second move of the list.
    expect(page.locator("#live")).to_contain_text("Position after move 2: ")
    assert page.locator("[data-square]:focus").count() == 0


def test_a_premove_is_played_at_once_when_the_engine_has_moved(page: Page, site: str) -> None:
    page.add_init_script(LONG_THINKING)
    play = PlayPage(page, site).open(f"level=12&moves={MOVES}").wait_for_engine()
    play.my_turn()
    play.move("e3e4")
    expect(page.locator(".engine")).to_have_attribute("data-state", "thinking")
    play.point("a3").click()
    play.point("a4").click()
    expect(page.locator("square.current-premove")).to_have_count(2)
    expect(page.locator("#live")).to_contain_text("soldier")
    page.get_by_role("button", name="Stop thinking and move now").click()
    expect(page.locator(".moves li:not(.variation) .move").nth(16)).to_have_text("a3a4")
    expect(page.locator("square.current-premove")).to_have_count(0)


def test_a_premove_is_not_played_in_the_next_game(page: Page, site: str) -> None:
    """It waited, and was played as the first move of a new game."""
    page.add_init_script(LONG_THINKING)
    play = PlayPage(page, site).open(f"level=12&moves={MOVES}").wait_for_engine()
    play.my_turn()
    play.move("e3e4")
    expect(page.locator(".engine")).to_have_attribute("data-state", "thinking")
    play.tap("a3")
    play.tap("a4")
    expect(page.locator("square.current-premove")).to_have_count(2)
    play.button("New game").click()
    page.get_by_role("dialog", name="New game").get_by_role("button", name="Start").click()
    play.expect_moves(0)
    expect(page.locator("square.current-premove")).to_have_count(0)
    play.my_turn()
    play.move("h2e2")
    expect(page.locator(".moves .move").first).to_have_text("h2e2")


def test_premoves_can_be_turned_off(page: Page, site: str) -> None:
    page.add_init_script(LONG_THINKING)
    play = PlayPage(page, site).open(f"level=12&moves={MOVES}").wait_for_engine()
    play.button("Settings").click()
    page.get_by_role("switch", name="Allow premoves").uncheck()
    page.keyboard.press("Escape")
    play.my_turn()
    play.move("e3e4")
    expect(page.locator(".engine")).to_have_attribute("data-state", "thinking")
    play.point("a3").click()
    assert play.points("selected") == []
    play.button("Take back").click()
    play.tap("a3", "pick")
    expect(play.point("a3")).to_have_attribute("aria-selected", "true")


def test_a_hint_in_three_steps(page: Page, site: str) -> None:
    play = PlayPage(page, site).open(MATE_IN_ONE).wait_for_engine()
    play.my_turn()
    play.button("Hint").click()
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text("Look at the red chariot on")
    expect(page.locator(".cg-custom-svgs .ring")).to_have_count(1)
    hint.get_by_role("button", name="Show the move").click()
    expect(hint).to_contain_text("the chariot from")
    expect(page.locator(".cg-custom-svgs .arrow")).to_have_count(1)
    play.button("Hint").click()
    expect(hint).to_contain_text("It forces mate in 1. Evaluation: Red mates in 1.")
    expect(hint.get_by_role("status").get_by_role("button")).to_have_count(0)
    hint.get_by_role("button", name="Close").click()
    expect(hint).to_be_hidden()
    expect(page.locator(".cg-custom-svgs .arrow")).to_have_count(0)


def test_the_end_of_a_game_names_its_law(page: Page, site: str) -> None:
    play = PlayPage(page, site).open(MATE_IN_ONE).wait_for_engine()
    play.move("a0a9")
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Red wins by checkmate.")
    expect(verdict).to_contain_text("Black’s general is in check and cannot escape.")
    expect(page.locator("#live")).to_contain_text("Red wins by checkmate.")
    expect(play.button("Hint")).to_be_disabled()
    assert play.points("pick") == []
    play.button("Take back").click()
    expect(verdict).to_be_hidden()
    play.my_turn()


def test_resigning_asks_once_and_can_be_taken_back(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("level=1")
    play.move("h2e2")
    play.expect_moves(2)
    play.button("Resign").click()
    dialog = page.get_by_role("dialog", name="End this game?")
    dialog.get_by_role("button", name="Keep playing").click()
    play.my_turn()
    play.button("Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    expect(page.locator(".verdict")).to_contain_text("Black wins: Red resigned.")
    play.button("Take back").click()
    play.my_turn()
    play.button("Resign").click()
    dialog.get_by_role("button", name="Offer a draw").click()
    expect(play.notice("draw_early")).to_contain_text("draw offers from move 16")


def test_a_typed_move_and_what_is_wrong_with_one(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("level=1")
    fault = page.locator("#typed-fault")
    play.my_turn()
    play.type_move("nonsense")
    expect(fault).to_contain_text("“nonsense” is not a move")
    play.type_move("h2h3h4")
    expect(fault).to_contain_text("is not a move")
    play.type_move("e0e5")
    expect(fault).to_have_text("The general moves one point along a line.")
    # The sentence used to stay whatever happened next, and Enter without a text said that “” is not a move.
    page.get_by_label("Type a move").press("Backspace")
    expect(fault).to_be_empty()
    play.type_move("e0e5")
    expect(fault).not_to_be_empty()
    play.type_move("")
    expect(fault).to_be_empty()
    play.type_move("e0e5")
    play.move("b2e2")
    expect(fault).to_be_empty()
    play.expect_moves(2)
    play.my_turn()
    play.type_move("e0e5")
    expect(fault).not_to_be_empty()
    page.get_by_role("button", name="Previous").click()
    expect(fault).to_be_empty()
    play.button("Take back").click()
    play.my_turn()
    play.type_move("H2-E2")
    expect(fault).to_be_empty()
    expect(page.get_by_label("Type a move")).to_have_value("")
    play.expect_moves(2)
    assert play.moves()[0] == "h2e2"


def test_an_engine_that_does_not_start_says_why_and_starts_again(
    page: Page, site: str, problems: Problems
) -> None:
    problems.expect("ERR_FAILED")
    page.context.route("**/engine/worker-*.js", lambda route: route.abort())
    play = PlayPage(page, site).open()
    failure = play.notice("engine_failed")
    expect(failure).to_contain_text("The engine could not start")
    expect(failure).to_contain_text("Its script could not be loaded")
    expect(failure).to_contain_text("Nothing is lost")
    play.move("h2e2")
    expect(failure).to_contain_text("its 1 move is still here")
    assert play.moves() == ["h2e2"]
    page.context.unroute_all()
    failure.get_by_role("button", name="Restart the engine").click()
    expect(failure).to_have_count(0)
    play.expect_moves(2)


def test_the_game_goes_on_interpreted_when_chosen(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("level=3").wait_for_engine()
    expect(page.locator(".engine")).to_contain_text("Compiled")
    play.button("Settings").click()
    page.get_by_role("radio", name="Interpreted").check(force=True)
    play.button("Close").first.click()
    expect(page.locator(".engine")).to_contain_text("Interpreted")
    play.move("h2e2")
    play.expect_moves(2)


@pytest.mark.quick
def test_an_engine_that_breaks_down_in_mid_search_costs_no_move(
    page: Page, site: str, problems: Problems
) -> None:
    problems.expect("made for the test")
    play = PlayPage(page, site).open(f"level=12&moves={MOVES}").wait_for_engine()
    play.expect_moves(14)
    play.move("i3i4")
    expect(page.locator(".engine")).to_have_attribute("data-state", "thinking")
    page.workers[0].evaluate("() => { setTimeout(() => { throw new Error('made for the test'); }); }")
    expect(play.notice("engine_restarted")).to_contain_text("all 15 moves are still here")
    expect(play.notice("engine_restarted")).to_have_count(0)
    play.expect_moves(16)


def test_a_new_game_keeps_the_unfinished_one_within_reach(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("level=1")
    play.move("h2e2")
    play.expect_moves(2)
    played = play.moves()
    play.button("New game").click()
    page.get_by_role("dialog", name="New game").get_by_role("button", name="Start").click()
    play.expect_moves(0)
    play.button("Go back to it").click()
    assert play.moves() == played
    expect(play.notice("previous_kept")).to_have_count(0)
