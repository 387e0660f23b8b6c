"""The analysis board: lines, the move tree, what is kept."""

import random
import re
from collections.abc import Callable

import pytest
from cannonfish import records
from cannonfish.games.xiangqi import Board
from playwright.sync_api import Page, expect

from tests.browser.analysis_page import AnalysisPage
from tests.browser.conftest import slow
from tests.browser.play_page import ROWS, PlayPage, wait_until

OPENING = "moves=h2e2,h9g7,h0g2,i9h9"

OpenPage = Callable[..., Page]


@pytest.fixture
def analysis(page: Page, site: str) -> AnalysisPage:
    """The analysis board on a desktop screen, not opened yet."""
    return AnalysisPage(page, site)


def test_a_move_that_differs_becomes_a_variation_and_the_engine_follows(analysis: AnalysisPage) -> None:
    analysis.open(OPENING)
    analysis.expect_lines(3)
    assert analysis.moves() == ["h2e2", "h9g7", "h0g2", "i9h9"]
    analysis.page.keyboard.press("ArrowLeft")
    analysis.expect_lines(3)
    analysis.move("b9c7")
    expect(analysis.page.locator(".variation .move")).to_have_text("b9c7")
    assert analysis.moves() == ["h2e2", "h9g7", "h0g2", "i9h9"], "the line is what it was"
    analysis.expect_current("b9c7")
    analysis.expect_lines(3)


def box(analysis: AnalysisPage, selector: str) -> dict[str, float] | None:
    """Where an element lies."""
    found: dict[str, float] | None = analysis.page.locator(selector).bounding_box()
    return found


@pytest.mark.parametrize("screen", [slow("desktop"), "phone"])
def test_nothing_moves_when_lines_arrive_or_are_previewed(
    open_page: OpenPage, site: str, screen: str
) -> None:
    analysis = AnalysisPage(open_page(screen), site)
    analysis.page.add_init_script("localStorage.clear()")
    analysis.open(OPENING)
    before = box(analysis, "#board .board"), box(analysis, ".moves"), box(analysis, ".engine-lines")
    analysis.expect_lines(3)
    analysis.page.locator(".pv-move").nth(2).focus()
    analysis.page.keyboard.press("ArrowRight")
    expect(analysis.page.locator(".line-preview cg-board piece").first).to_be_attached()
    after = box(analysis, "#board .board"), box(analysis, ".moves"), box(analysis, ".engine-lines")
    assert after == before


def test_a_line_is_played_into_the_tree_up_to_the_pressed_move(analysis: AnalysisPage) -> None:
    analysis.open(OPENING)
    analysis.expect_lines(3)
    analysis.limit("depth 12")  # the line stays as it is
    line = analysis.lines().first.locator(".pv-move").all_inner_texts()
    analysis.lines().first.locator(".pv-move").nth(2).click()
    analysis.expect_moves(7)
    assert analysis.moves()[4:] == line[:3]
    analysis.page.keyboard.press("Control+z")
    analysis.expect_moves(4)
    analysis.page.keyboard.press("Control+y")
    analysis.expect_moves(7)


def test_the_focus_goes_to_the_move_that_a_key_has_played(analysis: AnalysisPage) -> None:
    """The lines of the next position took the place of the pressed button, and the focus was lost."""
    analysis.open(OPENING)
    analysis.expect_lines(3)
    analysis.limit("depth 12")  # the line stays as it is
    analysis.lines().first.locator(".pv-move").first.press("ArrowRight")
    analysis.page.keyboard.press("Enter")
    analysis.expect_moves(6)
    expect(analysis.page.locator(".moves [aria-current]")).to_be_focused()


def test_a_threat_is_shown_and_refused_in_check(analysis: AnalysisPage) -> None:
    analysis.open("fen=4k4/4a4/9/9/9/9/9/9/4R4/3K5_w_-_-_0_1")
    analysis.expect_lines(3)
    analysis.button("Show threat").click()
    expect(analysis.lines().first.locator(".pv-move").first).to_have_text(re.compile("^e[89]"))
    expect(analysis.page.locator("#board .arrow.red").first).to_be_attached()
    analysis.open("fen=4k4/9/9/9/9/9/9/9/4R4/3K5_b_-_-_0_1")
    analysis.button("Show threat").click()
    expect(analysis.page.get_by_text("the side to move is in check")).to_be_visible()


def test_lines_and_limits_are_chosen_and_kept(analysis: AnalysisPage) -> None:
    analysis.open(OPENING)
    analysis.limit("depth 12")
    analysis.page.get_by_label("Lines", exact=True).select_option("5")
    analysis.expect_lines(5)
    expect(analysis.page.locator(".engine-lines")).to_have_attribute("data-state", "idle")
    assert analysis.depth() >= 12
    analysis.page.reload()
    expect(analysis.page.locator(".lines li")).to_have_count(5)
    analysis.button("Analysis settings").click()
    expect(analysis.page.get_by_label("Stop after")).to_have_value("depth 12")


@pytest.mark.quick
@pytest.mark.service_worker
def test_comments_glyphs_and_variations_survive_a_reload_and_are_exported(analysis: AnalysisPage) -> None:
    analysis.open(OPENING)
    analysis.expect_moves(4)
    analysis.page.keyboard.press("ArrowLeft")
    analysis.move("b9c7")
    analysis.button("Good move").click()
    analysis.page.get_by_label("Comment on b9c7").fill("Two horses.")
    analysis.page.get_by_label("Comment on b9c7").blur()
    expect(analysis.page.locator(".variation")).to_contain_text("b9c7!")
    expect(analysis.page.locator(".variation .comment")).to_have_css("font-style", "italic")  # unlike moves
    expect(analysis.page.locator(".variation .move")).to_have_css("font-style", "normal")
    analysis.button("Promote").click()
    assert analysis.moves() == ["h2e2", "h9g7", "h0g2", "b9c7!"]
    analysis.page.locator("html[data-kept]").wait_for(state="attached")
    analysis.page.reload()
    analysis.expect_moves(4)
    expect(analysis.page.locator(".moves .comment")).to_have_text("Two horses.")
    analysis.page.get_by_role("tab", name="Share").click()
    analysis.button("Export").click()
    text = analysis.page.get_by_label("Text", exact=True)
    expect(text).to_have_value(re.compile(r"\$1 \{Two horses\.\}|! \{Two horses\.\}"))
    expect(text).to_have_value(re.compile(r"\("))


def test_arrows_of_an_imported_study_are_drawn_and_scores_are_not_shown(analysis: AnalysisPage) -> None:
    """They stood as text between the moves, and parted them."""
    analysis.open("game=chess")
    analysis.button("Import").click()
    text = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 10"]\n\n'
    text += "10. e4 {[%eval 0.17]} Kd7 {[%eval 0.2] [%cal Ge4e5,Rd7d6][%csl Yd5] Forced.} *"
    analysis.page.get_by_label("Paste a game or position").fill(text)
    analysis.button("Open").click()
    analysis.expect_moves(2)
    analysis.page.keyboard.press("End")
    expect(analysis.page.locator(".moves .comment")).to_have_text("Forced.")
    expect(analysis.page.locator(".moves .n")).to_have_text(["10"])
    for shape in (".arrow.green", ".arrow.red", ".ring.yellow"):
        expect(analysis.page.locator(f"#board {shape}")).to_have_count(1)
    analysis.page.keyboard.press("ArrowLeft")
    expect(analysis.page.locator("#board .arrow.green")).to_have_count(0)


def test_a_comment_that_is_being_typed_survives_a_reload(analysis: AnalysisPage) -> None:
    """It was kept only when the field was left."""
    analysis.open("moves=h2e2")
    analysis.expect_moves(1)
    analysis.page.locator("#comment").press_sequentially("The centre")
    expect(analysis.page.locator(".moves .comment")).to_have_text("The centre")
    kept = f"async () => (await ({ROWS})('moves')).some(({{ notes }}) => notes?.comment === 'The centre')"
    wait_until(analysis.page, kept)
    analysis.page.reload()
    expect(analysis.page.locator("#comment")).to_have_value("The centre")


def test_a_comment_goes_to_the_move_it_was_typed_for(analysis: AnalysisPage) -> None:
    """A press on the board left the field as it was, and the text became the comment of the next move."""
    analysis.open(OPENING)
    analysis.expect_moves(4)
    comment = analysis.page.locator("#comment")
    comment.fill("Out of the corner.")
    analysis.move("i0h0")
    expect(comment).to_have_value("")
    analysis.page.keyboard.press("ArrowLeft")
    expect(comment).to_have_value("Out of the corner.")


@pytest.mark.quick
def test_text_is_moved_within_a_field(analysis: AnalysisPage) -> None:
    """Dropped in a field, it opened the import dialog."""
    analysis.open(OPENING)
    taken = """selector => document.querySelector(selector).dispatchEvent(new DragEvent('drop', {
        bubbles: true, cancelable: true, dataTransfer: (() => {
            const transfer = new DataTransfer();
            transfer.setData('text/plain', 'word');
            return transfer;
        })(),
    }))"""
    assert analysis.page.evaluate(taken, "#comment")
    expect(analysis.page.locator("dialog[open]")).to_have_count(0)
    assert not analysis.page.evaluate(taken, ".board")
    expect(analysis.page.get_by_role("dialog")).to_be_visible()


def test_keys_walk_through_the_tree(analysis: AnalysisPage) -> None:
    analysis.open(OPENING)
    analysis.expect_moves(4)
    analysis.page.keyboard.press("ArrowLeft")
    analysis.move("b9c7")
    moves = analysis.page.locator(".moves .move[aria-current]")
    moves.focus()
    analysis.page.keyboard.press("ArrowUp")
    analysis.expect_current("i9h9")
    analysis.page.keyboard.press("ArrowDown")
    analysis.expect_current("b9c7")
    analysis.page.keyboard.press("Home")
    analysis.expect_current("")


def test_a_game_is_analysed_with_one_press_from_where_it_is_shown(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("side=black&moves=h2e2,h9g7,h0g2")
    play.expect_moves(3)
    page.keyboard.press("ArrowLeft")
    page.get_by_role("navigation").get_by_role("link", name="Analysis").click()
    page.locator(".engine-lines").wait_for()
    analysis = AnalysisPage(page, site)
    analysis.expect_moves(3)
    analysis.expect_current("h9g7")
    expect(page.locator("#board .cg-wrap")).to_have_class(re.compile("orientation-black"))
    assert "ply=" not in page.url
    page.keyboard.press("ArrowLeft")
    analysis.wait_for_row("cursors", "({ node }) => node === 1")
    page.reload()
    analysis.expect_moves(3)
    expect(page.locator(".moves .move[aria-current]")).to_have_text("h2e2")


def test_who_played_and_who_won_is_known_when_a_game_is_reviewed(page: Page, site: str) -> None:
    """Of a game that was resigned, the annotated record said `Result "*"`, played by `?` and `?`."""
    play = PlayPage(page, site).open("level=3&moves=h2e2,h9g7")
    play.expect_moves(2)
    play.button("Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.locator(".verdict").get_by_role("link", name="Review").click()
    analysis = AnalysisPage(page, site)
    analysis.expect_moves(2)
    expect(page.locator(".moves header")).to_contain_text("Cannonfish (Level 3)")
    page.get_by_role("tab", name="Share").click()
    analysis.button("Export").click()
    text = page.get_by_label("Text", exact=True)
    expect(text).to_have_value(re.compile(r'\[Result "0-1"\]'))
    expect(text).to_have_value(re.compile(r'\[Black "Cannonfish \(Level 3\)"\]'))


def test_every_move_of_liuzichong_shows_its_exact_result(analysis: AnalysisPage) -> None:
    analysis.open("game=liuzichong")
    moves = analysis.page.locator(".solved-game li")
    expect(moves.first).to_contain_text(re.compile("draws|wins in|loses in"))
    expect(analysis.page.locator("cg-container .tag")).to_have_count(moves.count())


def test_import_is_beside_new_analysis(open_page: OpenPage, site: str) -> None:
    """It lay under “Share”, on phones far below the board."""
    for screen in ("phone", "desktop"):
        analysis = AnalysisPage(open_page(screen), site).open()
        places = [analysis.button(name).bounding_box() for name in ("New analysis", "Import")]
        (new, into) = [place for place in places if place]
        assert (into["y"], into["x"]) == (new["y"], new["x"] + new["width"])
        assert into["width"] >= 40
        analysis.button("Import").click()
        expect(analysis.page.get_by_label("Paste a game or position")).to_be_focused()


@pytest.mark.quick
def test_a_record_is_added_to_the_analysis_as_variations(analysis: AnalysisPage) -> None:
    analysis.open(OPENING)
    analysis.button("Import").click()
    analysis.page.get_by_label("Paste a game or position").fill("1. h2e2 b9c7 {Another defence.} 2. h0g2")
    analysis.page.get_by_label("Add to this analysis").check()
    analysis.button("Open").click()
    expect(analysis.page.locator(".variation")).to_contain_text("Another defence.")
    assert analysis.moves() == ["h2e2", "h9g7", "h0g2", "i9h9"]


def test_a_record_that_breaks_off_says_where_beside_the_kept_game(analysis: AnalysisPage) -> None:
    # Only the dialog had said it: who pressed Open at once had a shorter game without a word.
    analysis.open(OPENING)
    analysis.button("Import").click()
    analysis.page.get_by_label("Paste a game or position").fill("1. h2e2 h9g7 2. e0e5 b9c7")
    analysis.button("Open").click()
    fault = analysis.notice("record_fault")
    expect(fault).to_contain_text("Line 1, column 17: “e0e5” is not a legal move there.")
    expect(fault).to_contain_text("What could be read is kept.")
    expect(analysis.notice("previous_kept")).to_be_visible()
    assert len(analysis.moves()) == 2
    # The old moves stayed in the address: a copied one gave others the wrong game.
    expect(analysis.page).to_have_url(re.compile(r"analysis\.html$"))
    analysis.move("b0c2")
    expect(analysis.page.locator(".notice")).to_have_count(0)


def reviewed_game() -> records.Game:
    """A random game of 100 plies with ten variations, and a glyph and a comment for every eighth move."""
    chooser = random.Random(5)
    board = Board()
    game = records.Game(Board())
    node: records.Node = game
    for ply in range(100):
        legal = [*board.legal_moves]
        move = chooser.choice(legal)
        following = node.add_variation(move)
        if ply % 10 == 5:
            variation: records.Node = node
            after = board.copy()
            for _ in range(5):
                other = chooser.choice([each for each in after.legal_moves if each != move])
                variation = variation.add_variation(other)
                after.push(other)
            variation.comment = f"Better than {move}, with pressure on the centre."
        if ply % 8 == 0:
            following.nags.add(2)
            following.comment = f"A mistake: this gives away {ply} centipawns. [%cal G{move}]"
        board.push(move)
        node = following
    return game


def test_a_link_keeps_variations_comments_and_the_place(open_page: OpenPage, site: str) -> None:
    """It dropped variations, comments and everything after the selected move, silently."""
    page = open_page("desktop", permissions=["clipboard-read", "clipboard-write"])
    analysis = AnalysisPage(page, site).open()
    analysis.button("Import").click()
    page.get_by_label("Paste a game or position").fill(records.pgn.dumps(reviewed_game(), "iccs"))
    analysis.button("Open").click()
    analysis.expect_moves(100)
    page.locator(".moves li:not(.variation) .move").nth(40).click()
    arrow = page.locator("#board .arrow.green").get_attribute("d")
    tree, men = page.locator(".moves").inner_text(), analysis.men()
    page.get_by_role("tab", name="Share").click()
    copy = analysis.button("Copy link")
    copy.click()
    expect(analysis.button("Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert len(link) < 4000, "a reviewed game with ten variations"

    other = AnalysisPage(open_page("desktop"), site)
    other.page.goto(link)
    other.expect_moves(100)
    assert other.page.locator(".moves").inner_text() == tree
    assert (other.men(), other.current()) == (men, analysis.current())
    expect(other.page.locator("#board .arrow.green")).to_have_attribute("d", arrow or "")


@pytest.mark.quick
def test_a_link_that_would_be_too_long_offers_a_file(open_page: OpenPage, site: str) -> None:
    page = open_page("desktop")
    analysis = AnalysisPage(page, site).open()
    analysis.button("Import").click()
    noise = random.Random(3).randbytes(9000).hex()
    page.get_by_label("Paste a game or position").fill(f"1. h2e2 {{{noise}}} h9g7")
    analysis.button("Open").click()
    analysis.expect_moves(2)
    page.get_by_role("tab", name="Share").click()
    analysis.button("Copy link").click()
    with page.expect_download() as download:
        analysis.notice("link_too_long").get_by_role("button", name="Save PGN").click()
    (game,) = records.loads(download.value.path().read_text())
    assert game.variations[0].comment == noise


def test_a_record_replaces_a_new_analysis_after_another_was_added(analysis: AnalysisPage) -> None:
    """The choice of the last import still held, was not shown, and the names of the players were lost."""
    analysis.open(OPENING)
    analysis.button("Import").click()
    text = analysis.page.get_by_label("Paste a game or position")
    text.fill("1. h2e2 b9c7 2. h0g2")
    analysis.page.get_by_label("Add to this analysis").check()
    analysis.button("Open").click()
    expect(analysis.page.locator(".variation")).to_contain_text("b9c7")

    analysis.button("New analysis").click()
    analysis.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    analysis.expect_moves(0)
    analysis.button("Import").click()
    text.fill('[Red "Hu"]\n[Black "Yang"]\n\n1. C2=5 H8+7 *')
    expect(analysis.button("Open")).to_be_enabled()
    expect(analysis.page.get_by_label("Add to this analysis")).to_have_count(0)
    analysis.button("Open").click()
    analysis.expect_moves(2)
    expect(analysis.page.locator(".moves header")).to_contain_text("Hu – Yang")
