"""Chess and Liuzichong through the page, and the way from one game to another."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Problems, slow
from tests.browser.play_page import PlayPage, hold_the_engine
from tools.server import SiteServer

OpenPage = Callable[..., Page]


def new_game(page: Page, game: str, **choices: str) -> None:
    """Begin a game through the dialog."""
    page.get_by_role("button", name="New game", exact=True).first.click()
    dialog = page.get_by_role("dialog", name="New game")
    for name in (game, *choices.values()):
        dialog.get_by_role("radio", name=name).check(force=True)
    dialog.get_by_role("button", name="Start").click()
    expect(dialog).to_be_hidden()


def choose_promotion(play: PlayPage, piece: str) -> None:
    """Choose what the pawn becomes."""
    dialog = play.page.get_by_role("dialog", name="Promote to")
    expect(dialog.get_by_role("button")).to_have_count(4)
    dialog.get_by_role("button", name=piece, exact=True).click()
    expect(dialog).to_be_hidden()


# --- chess ------------------------------------------------------------------------------------------------


def test_a_short_game_of_chess_with_castling_and_promotion(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("game=chess&lang=en").wait_for_engine()
    new_game(page, "Chess", opponent="Two players")
    opening = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1", "h7h5"]
    for move in opening:
        play.move(move)
    play.expect_moves(8)
    expect(play.point("g1")).to_have_accessible_name("g1, white king")
    expect(play.point("f1")).to_have_accessible_name("f1, white rook")

    # A pawn goes through: g2-g4xh5-h6xg7xh8.
    for move in ("g2g4", "a7a6", "g4h5", "a6a5", "h5h6", "a5a4", "h6g7", "a4a3"):
        play.move(move)
    play.move("g7h8")
    choose_promotion(play, "Knight")
    play.expect_moves(17)
    expect(play.point("h8")).to_have_accessible_name("h8, white knight")
    play.button("Take back").click()
    expect(play.point("h8")).to_have_accessible_name("h8, black rook")
    play.move("g7h8")
    expect(page.get_by_role("dialog", name="Promote to")).to_be_visible()
    page.keyboard.press("Escape")
    expect(play.point("g7")).to_have_accessible_name("g7, white pawn")
    play.move("g7h8")
    choose_promotion(play, "Queen")
    expect(play.point("h8")).to_have_accessible_name("h8, white queen")
    assert page.locator(".variation .move").count() == 1


@pytest.mark.parametrize(
    ("fen", "below", "move"),
    [
        slow("7k/4P3/8/8/8/8/8/4K3_w", "white", "e7e8"),
        slow("7k/4P3/8/8/8/8/8/4K3_w", "black", "e7e8"),
        slow("7k/8/8/8/8/8/4p3/K7_b", "white", "e2e1"),
        ("7k/8/8/8/8/8/4p3/K7_b", "black", "e2e1"),
    ],
)
def test_the_queen_is_offered_on_the_square_where_the_pawn_arrives(
    page: Page, site: str, fen: str, below: str, move: str
) -> None:
    # A black pawn became a knight there, with the queen three squares away.
    page.goto(f"{site}analysis.html?game=chess&lang=en&fen={fen}_-_-_0_1&side={below}")
    board = PlayPage(page, site)
    board.move(move)
    dialog = page.get_by_role("dialog", name="Promote to")
    choices = [dialog.get_by_role("button", name=name) for name in ("Queen", "Knight")]
    places = [board.point(move[2:]), *choices]
    square, queen, knight = [place.bounding_box() for place in places]
    assert square
    assert queen
    assert knight
    assert [queen["x"], queen["y"]] == pytest.approx([square["x"], square["y"]], abs=1.5)
    at_top = (below == "white") == (move == "e7e8")
    assert (knight["y"] > queen["y"]) == at_top
    expect(dialog.get_by_role("button", name="Queen")).to_be_focused()


@pytest.mark.parametrize("text", ["e7e8", slow("e8")])
def test_a_promotion_typed_without_its_piece_offers_the_choice(page: Page, site: str, text: str) -> None:
    # "e7e8 is not a legal move here", said the page: the moves that the rules list have a letter more.
    fen = "7k/4P3/8/8/8/8/8/4K3_w_-_-_0_1"
    play = PlayPage(page, site).open(f"game=chess&lang=en&fen={fen}").wait_for_engine()
    play.my_turn()  # a move typed before the position has become the game is told to wait, and then forgotten
    play.type_move(text)
    expect(page.locator("#typed-fault")).to_have_text("Promote to")
    choices = page.get_by_role("group", name="Promote to").get_by_role("button")
    expect(choices).to_contain_text(["Queen", "Knight", "Rook", "Bishop"])
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(play.point("e8")).to_have_accessible_name("e8, white knight")
    expect(choices).to_have_count(0)
    expect(page.get_by_label("Type a move")).to_be_focused()
    expect(page.get_by_label("Type a move")).to_have_value("")


@pytest.mark.quick
def test_the_choice_of_a_typed_promotion_goes_with_escape_and_with_a_move_on_the_board(
    page: Page, site: str
) -> None:
    fen = "7k/4P3/8/8/8/8/8/4K3_w_-_-_0_1"
    play = PlayPage(page, site).open(f"game=chess&lang=en&fen={fen}").wait_for_engine()
    play.my_turn()
    field, choices = page.get_by_label("Type a move"), page.locator(".meanings button")
    play.type_move("e7e8")
    expect(choices).to_have_count(4)
    expect(page.locator("#typed-fault")).to_have_class(re.compile("muted"))
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(choices).to_have_count(0)
    expect(field).to_be_focused()
    field.press("Enter")
    expect(choices).to_have_count(4)
    play.move("e7e8")
    choose_promotion(play, "Queen")
    expect(choices).to_have_count(0)
    expect(field).to_have_value("")


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [slow("en", "King's Pawn Opening", "Sicilian Defence"), ("zh-Hans", "王前兵开局", "西西里防御")],
)
def test_the_name_of_a_chess_opening_is_above_the_moves(
    page: Page, site: str, language: str, first: str, second: str
) -> None:
    """After 1. e4 c5 it is the Sicilian Defence, also when the game has left the book."""
    play = PlayPage(page, site).open(f"game=chess&lang={language}&moves=e2e4,c7c5,a2a4,a7a6")
    opening = page.locator(".moves .opening")
    for move, name in [("a6", second), ("a4", second), ("c5", second), ("e4", first)]:
        expect(page.locator(".moves [aria-current]")).to_have_text(move)
        expect(opening).to_have_text(name)
        page.get_by_role("button", name=re.compile("^(Previous move|上一步)$")).click()
    expect(opening).to_be_hidden()
    play.expect_moves(4)


def test_a_hint_that_mates_in_chess(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("game=chess&lang=en&level=7&fen=6k1/5ppp/8/8/8/8/5PPP/R5K1_w_-_-_0_1")
    play.wait_for_engine()
    play.button("Hint").click()
    hint = page.locator(".hint [role=status]")
    expect(hint).to_contain_text("white rook on a1")
    play.move("a1a8")
    expect(page.locator(".verdict")).to_contain_text("White wins by checkmate.")
    expect(page.locator(".verdict")).to_contain_text("Black’s king is in check")


def test_stalemate_draws_in_chess(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("game=chess&lang=en&fen=7k/5Q2/8/6K1/8/8/8/8_w_-_-_0_1")
    play.wait_for_engine()
    play.move("g5g6")
    expect(page.locator(".verdict")).to_contain_text("Draw by stalemate.")


def test_chess_is_on_the_board_before_python_is_there(page: Page, site: str) -> None:
    hold_the_engine(page)
    play = PlayPage(page, site).open("game=chess&lang=en")
    play.move("g1f3")
    play.expect_moves(1)
    expect(play.point("f3")).to_have_accessible_name("f3, white knight")


def test_a_bad_position_of_chess_is_refused_in_its_own_words(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("game=chess&lang=en&fen=P3k3/8/8/8/8/8/8/4K3_w_-_-_0_1")
    expect(play.notice("address_refused")).to_contain_text("A pawn can never be on a8.")
    assert len(play.men()) == 32


# --- Liuzichong -------------------------------------------------------------------------------------------


def test_a_game_of_liuzichong_with_labels_against_the_perfect_level(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("game=liuzichong&lang=en&level=5").wait_for_engine()
    switch = page.get_by_role("switch", name="Show move outcomes")
    expect(page.locator(".tag")).to_have_count(0)
    switch.check(force=True)
    expect(page.locator(".solved-game li")).to_have_text(
        [re.compile(r"a2b2\s+draws"), re.compile(r"d2c2\s+draws"), *[re.compile("loses in 17 moves")] * 2]
    )
    expect(page.locator(".tag")).to_have_count(4)
    expect(page.locator(".tag.loss text").first).to_have_text("−17")
    play.tap("b1")
    expect(play.point("b2")).to_have_accessible_name("b2, loses in 17 moves")
    # The labels are right: after the losing move the perfect level wins in exactly so many moves.
    play.tap("b2")
    plies = 1
    while page.locator(".verdict").is_hidden():
        plies += 1
        play.expect_moves(plies)
        expect(page.locator(".player.below.turn, .verdict:not([hidden])").first).to_be_visible()
        if page.locator(".verdict").is_visible():
            break
        best = page.locator(".solved-game li button").first
        expect(best).to_contain_text(f"loses in {(34 - plies) // 2} move")
        best.click()
        plies += 1
    assert plies == 34
    expect(page.locator(".verdict")).to_contain_text("Black wins: White cannot move.")
    review = page.locator(".review")
    expect(review).to_contain_text("White gave away the draw with b1b2 (move 1).")
    expect(page.locator(".moves .blunder")).to_have_count(1)
    expect(page.locator(".moves .move").first).to_have_accessible_name(re.compile("gives away the draw$"))
    review.get_by_role("button", name="Show the position").click()
    expect(page.locator(".solved-game li").first).to_contain_text("draws")


@pytest.mark.quick
def test_the_solution_is_loaded_only_when_it_is_wanted(page: Page, site: str, problems: Problems) -> None:
    problems.expect("sw.js|fetching the script")
    page.context.route("**/sw.js", lambda route: route.abort())  # it would cache the solution
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(site).partition("-")[0]))
    play = PlayPage(page, site).open("game=liuzichong&lang=en").wait_for_engine()
    play.move("a2b2")
    play.expect_moves(2)
    assert "data/liuzichong" not in asked
    page.get_by_role("switch", name="Show move outcomes").check(force=True)
    expect(page.locator(".solved-game li").first).to_be_visible()
    assert asked.count("data/liuzichong") == 1


@pytest.mark.service_worker
def test_perfect_play_without_a_network_once_it_was_wanted(open_page: OpenPage, server: SiteServer) -> None:
    page = open_page("desktop")
    play = PlayPage(page, server.url).open("game=liuzichong&lang=en").wait_for_engine()
    play.button("Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    expect(settings).to_contain_text("everything stored on this device works.")
    expect(settings.get_by_role("listitem").filter(has_text="Solution")).to_contain_text("not stored yet")
    assert not [answer for answer in server.sent if "data/liuzichong" in answer.path]
    page.keyboard.press("Escape")
    page.get_by_role("switch", name="Show move outcomes").check(force=True)
    expect(page.locator(".solved-game li")).to_have_count(4)
    page.get_by_role("switch", name="Show move outcomes").uncheck(force=True)
    server.stop()
    page.reload()
    play.wait_for_engine()
    page.get_by_role("switch", name="Show move outcomes").check(force=True)
    expect(page.locator(".solved-game li")).to_have_count(4)


def test_a_solution_that_does_not_come_is_named_and_asked_for_again(
    page: Page, site: str, problems: Problems
) -> None:
    problems.expect("data/liuzichong")
    page.context.route("**/data/liuzichong-*.bin", lambda route: route.abort())
    PlayPage(page, site).open("game=liuzichong&lang=en").wait_for_engine()
    page.get_by_role("switch", name="Show move outcomes").check(force=True)
    panel = page.locator(".solved-game")
    expect(panel).to_contain_text("could not be loaded")
    page.context.unroute_all()
    panel.get_by_role("button", name="Try again").click()
    expect(page.locator(".solved-game li")).to_have_count(4)


# --- between the games ------------------------------------------------------------------------------------


def test_switching_games_keeps_each_game(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("lang=en").wait_for_engine()
    play.move("h2e2")
    play.expect_moves(2)
    xiangqi = play.moves()
    new_game(page, "Chess", level="newcomer")
    expect(page.locator(".board")).to_have_attribute("data-game", "chess")
    assert "game=chess" in page.url
    play.move("e2e4")
    play.expect_moves(2)
    chess = play.moves()
    expect(page.locator(".player.above")).to_contain_text("Engine · level 2")
    new_game(page, "Liuzichong")
    play.move("a2b2")
    play.expect_moves(2)
    stones = play.moves()
    page.reload()
    play.expect_moves(2)
    assert play.moves() == stones

    for game, moves in (("Xiangqi", xiangqi), ("Chess", chess), ("Liuzichong", stones)):
        play.button("New game").click()
        dialog = page.get_by_role("dialog", name="New game")
        dialog.get_by_role("radio", name=game).check(force=True)
        dialog.get_by_role("button", name="Continue the saved game (2 moves)").click()
        expect(dialog).to_be_hidden()
        # The game before has two moves, too, so the number of moves does not tell which game is shown.
        expect(page.locator(".board")).to_have_attribute("data-game", game.lower())
        expect(page.locator(".moves li:not(.variation) .move")).to_have_text(moves)
        play.my_turn()
    slots = {"main": "xiangqi", "main.chess": "chess", "main.liuzichong": "liuzichong"}
    assert {slot: play.saved(slot)["game"] for slot in slots} == slots


@pytest.mark.parametrize(
    ("game", "move", "king"),
    [("chess", "e2e4", "e1"), slow("liuzichong", "a2b2", "a1")],
)
def test_keyboard_alone(page: Page, site: str, game: str, move: str, king: str) -> None:
    play = PlayPage(page, site).open(f"game={game}&lang=en&level=1").wait_for_engine()
    play.my_turn()
    for square in (move[:2], move[2:]):
        play.point(king).focus()
        horizontal = ord(square[0]) - ord(king[0])
        for key, times in (
            ("ArrowRight", max(horizontal, 0)),
            ("ArrowLeft", max(-horizontal, 0)),
            ("ArrowUp", int(square[1]) - int(king[1])),
        ):
            for _ in range(times):
                page.keyboard.press(key)
        expect(play.point(square)).to_be_focused()
        page.keyboard.press("Enter")
    play.expect_moves(2)
    expect(page.locator("#live")).to_contain_text("Engine: ")


@pytest.mark.parametrize("game", ["chess", slow("liuzichong")])
@pytest.mark.parametrize("screen", [slow("desktop"), "phone"])
@pytest.mark.parametrize("lang", ["en", slow("zh-Hans")])
def test_nothing_for_axe_to_find_and_nothing_overflows(
    open_page: OpenPage, site: str, game: str, screen: str, lang: str
) -> None:
    page = open_page(screen)
    play = PlayPage(page, site).open(f"game={game}&lang={lang}").wait_for_engine()
    if game == "liuzichong":
        page.locator("#move-outcomes").check(force=True)
        expect(page.locator(".solved-game li")).to_have_count(4)
    assert play.accessibility_faults() == []
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
    # In Chinese, no board has labels at its sides. All boards once reserved the room that Xiangqi needs.
    board = page.locator("#board .board").bounding_box()
    assert board
    assert board["width"] >= (300 if screen == "phone" else 600)
    page.locator(".tools button").last.click()
    assert play.accessibility_faults() == []


def test_a_game_of_each_on_a_phone(open_page: OpenPage, site: str) -> None:
    page = open_page("phone")
    for game, moves in (("chess", ["e2e4", "g1f3"]), ("liuzichong", ["a2b2", "d2c2"])):
        play = PlayPage(page, site).open(f"game={game}&lang=en").wait_for_engine()
        play.move(moves[0])
        play.expect_moves(2)
        play.button("Take back").click()
        play.expect_current("")
        play.button("Redo").click()
        play.expect_current(play.moves()[1])
        first = page.locator("#board [role=gridcell]").first.get_attribute("data-square")
        play.button("Flip").click()
        expect(page.locator("#board [role=gridcell]").first).not_to_have_attribute("data-square", first or "")
        play.button("Flip").click()
        expect(page.locator("#board [role=gridcell]").first).to_have_attribute("data-square", first or "")
        assert len(play.moves()) == 2
