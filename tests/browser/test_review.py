"""The review of a game: one press, progress, faults, the lesson, what is kept and exported."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import chess.pgn
import pyffish
import pytest
from playwright.sync_api import Page, expect

from tests.browser.analysis_page import AnalysisPage
from tests.browser.play_page import wait_until

OpenPage = Callable[..., Page]

RECORDS = Path(__file__).parents[1] / "data" / "records"
BLUNDERS = "moves=a0a1,a9a8,a1d1,a8d8,d1d8,h9g7&side=black"
"""Black's chariot goes to d8, where Red's takes it."""
LEARN = re.compile("^Learn from")
COUNT_WORKERS = """
    const alive = new Set();
    window.workersAlive = () => alive.size;
    window.Worker = class extends Worker {
        constructor(...given) { super(...given); alive.add(this); }
        terminate() { super.terminate(); alive.delete(this); }
    };
"""


@pytest.fixture
def analysis(page: Page, site: str) -> AnalysisPage:
    """The analysis board on a desktop screen, not opened yet."""
    return AnalysisPage(page, site)


def test_a_review_finds_the_blunder_keeps_it_and_is_exported(analysis: AnalysisPage) -> None:
    page = analysis.open(f"{BLUNDERS}&review").page
    moments = page.locator(".moments li")
    # With the button that stops the review, the focus was lost, and nothing was said.
    page.get_by_role("button", name="Stop").focus()
    expect(moments.first).to_contain_text("a8d8", timeout=90_000)
    expect(page.get_by_role("button", name=LEARN)).to_be_focused()
    expect(page.locator(".review > [role=status]")).to_contain_text("Review finished.")
    expect(page.locator(".review > [role=status]")).to_contain_text("Blunders: 2")
    expect(moments.first).to_contain_text("Red replies d1d8.")
    # The better move, right below the button of the exercise, told its solution.
    better = moments.first.locator("details")
    expect(better).not_to_have_attribute("open", "")
    better.get_by_text("Show the best move").click()
    expect(better).to_have_attribute("open", "")
    expect(better).to_contain_text("Better was")
    expect(page.locator(".review-side")).to_have_count(2)
    # On a laptop the review had 200 pixels, below the engine's lines.
    page.set_viewport_size({"width": 1366, "height": 768})
    expect(page.get_by_role("button", name=LEARN)).to_be_in_viewport(ratio=1)
    expect(moments.first).to_be_in_viewport(ratio=1)
    expect(page.locator(".moves .move", has_text="a8d8")).to_contain_text("??")
    with page.expect_download() as download:
        page.get_by_role("button", name="Annotated PGN").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert "$4" in text
    assert re.search(r"\[%eval -?\d+\.\d\d\]", text)
    page.reload()
    expect(moments.first).to_contain_text("a8d8", timeout=60_000)
    expect(page.locator(".moves .move", has_text="a8d8")).to_contain_text("??")
    page.get_by_role("tab", name="Share").click()
    page.get_by_role("button", name="Export").click()
    plain = page.get_by_label("Text", exact=True)  # as the person has made it
    expect(plain).to_have_value(re.compile("1-0|0-1|\\*"))
    expect(plain).not_to_have_value(re.compile(r"\$|%eval"))


@pytest.mark.quick
def test_a_wrong_try_is_refuted_and_taken_back(analysis: AnalysisPage) -> None:
    """All that was said of it was "You can do better"."""
    analysis.page.add_init_script(COUNT_WORKERS)
    page = analysis.open(f"{BLUNDERS}&review").page
    page.get_by_role("button", name=LEARN).click(timeout=90_000)
    lesson = page.locator(".lesson")
    expect(lesson.locator(".task")).to_be_focused()
    expect(lesson).to_contain_text("Mistake 1 of 2")
    expect(lesson).to_contain_text("was played here. Find a better move for Black.")
    wait_until(page, "() => workersAlive() === 1")
    moves = analysis.moves()
    analysis.move("b7d7")
    verdict = lesson.locator(".verdict")
    expect(verdict).to_have_text("You can do better than b7d7. Red replies d1d7.")
    expect(page.locator(".moves [aria-current]")).to_contain_text("a1d1")
    assert analysis.moves() == moves
    expect(page.locator(".moves .variation")).to_have_count(0)
    expect(page.locator("#board .arrow.red").first).to_be_attached()
    lesson.get_by_role("button", name="Why?").click()
    expect(verdict).to_contain_text("It captures the black cannon on d7")
    lesson.get_by_role("button", name="Show the best move").click()
    expect(verdict).to_contain_text("The best move is")
    expect(lesson.get_by_role("button", name="Why?")).to_be_visible()
    assert page.evaluate("workersAlive()") == 2
    lesson.get_by_role("button", name="Back to the review").click()
    expect(page.get_by_role("button", name=LEARN)).to_be_focused()
    wait_until(page, "() => workersAlive() === 1")  # the engine that judged the tries stayed


def test_on_a_phone_the_board_comes_to_what_is_pressed(open_page: OpenPage, site: str) -> None:
    """Key moments and the questions of lessons were shown on a board far above the pressed button."""
    page = AnalysisPage(open_page("phone"), site).open(f"{BLUNDERS}&review").page
    board = page.locator("#board cg-board")
    expect(page.get_by_role("button", name=LEARN)).to_be_in_viewport(ratio=1, timeout=90_000)
    expect(board).to_be_in_viewport(ratio=1)
    # The switch lay below the button.
    row = page.locator(".review .between")
    tops = [
        row.get_by_role(role).evaluate("(node) => node.getBoundingClientRect().top")
        for role in ("button", "switch")
    ]
    assert abs(tops[0] - tops[1]) < 20
    presses = {".moments button": "a8d8", ".review-side button": "a0a1", ".review-graph": ""}
    for place, move in presses.items():
        press = page.locator(place).first
        expect(press).to_be_visible(timeout=90_000)
        press.evaluate("(node) => node.scrollIntoView({ block: 'center' })")
        expect(board).not_to_be_in_viewport(ratio=1)
        press.tap()
        expect(board).to_be_in_viewport(ratio=1)
        expect(page.locator(".moves [aria-current]")).to_contain_text(move)
    page.get_by_role("button", name=LEARN).tap()
    expect(board).to_be_in_viewport(ratio=1)
    expect(page.locator(".lesson .row")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Show the best move").tap()
    expect(board).to_be_in_viewport(ratio=1)
    expect(page.locator(".lesson .verdict")).to_be_in_viewport(ratio=1)


def test_beside_the_board_a_review_stays_where_it_is(analysis: AnalysisPage) -> None:
    page = analysis.open(f"{BLUNDERS}&review").page
    moment = page.locator(".moments button").first
    expect(moment).to_be_visible(timeout=90_000)
    moment.scroll_into_view_if_needed()
    scrolled = "[scrollY, document.querySelector('.panel:has(.moments)').scrollTop]"
    before = page.evaluate(scrolled)
    moment.click()
    expect(page.locator(".moves [aria-current]")).to_contain_text("a8d8")
    assert page.evaluate(scrolled) == before


def test_the_review_of_a_chess_game_is_read_by_python_chess(analysis: AnalysisPage) -> None:
    # The export sent the notation of the page, but chess has none to choose, so nothing was exported.
    page = analysis.open("game=chess&moves=f2f3,e7e5,g2g4,d8h4&review").page
    button = page.get_by_role("button", name="Annotated PGN")
    expect(button).to_be_visible(timeout=90_000)
    with page.expect_download() as download:
        button.click()
    game = chess.pgn.read_game(io.StringIO(download.value.path().read_text()))
    assert game
    assert game.errors == []
    assert [move.uci() for move in game.mainline_moves()] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert [*game.mainline()][2].nags == {4}


def reviewed(analysis: AnalysisPage, game: str, record: str) -> str:
    """A record, imported into an analysis of its game, reviewed, and exported."""
    page = analysis.open(f"game={game}").page
    page.get_by_role("button", name="Import").click()
    page.locator("#import-text").fill((RECORDS / record).read_text())
    page.locator("dialog.import button[type=submit]").click()
    page.get_by_role("tab", name="Review").click()
    page.get_by_role("button", name="Review this game").click()
    button = page.get_by_role("button", name="Annotated PGN")
    expect(button).to_be_visible(timeout=1_800_000)
    with page.expect_download() as download:
        button.click()
    return Path(download.value.path()).read_text(encoding="utf-8")


def test_python_chess_reads_the_review_of_a_published_game(analysis: AnalysisPage) -> None:
    record = "carlsen-nepomniachtchi-2021.pgn"
    game = chess.pgn.read_game(io.StringIO(reviewed(analysis, "chess", record)))
    with (RECORDS / record).open() as original:
        published = chess.pgn.read_game(original)
    assert game
    assert published
    assert game.errors == []
    assert [*game.mainline_moves()] == [*published.mainline_moves()]
    assert game.end().ply() == 271
    assert game.headers["White"] == "Carlsen, Magnus"
    assert game.headers["Result"] == "1-0"
    searched = [*game.mainline()][:-1]
    assert sum(node.eval() is not None for node in searched) >= 0.95 * len(searched)
    assert any(node.nags & {2, 4, 6} for node in game.mainline())
    assert any(len(node.variations) > 1 for node in game.mainline()), "the better lines"


def lines_of(movetext: str) -> list[list[str]]:
    """The lines of PGN in ICCS as pyffish writes moves: the main one, then each variation from the start."""
    lines: list[list[str]] = [[]]
    open_lines = [0]
    for token in re.findall(r"[()]|[A-I]\d-[A-I]\d", re.sub(r"\{.*?\}", "", movetext, flags=re.DOTALL)):
        if token == "(":
            lines.append(lines[open_lines[-1]][:-1])
            open_lines.append(len(lines) - 1)
        elif token == ")":
            open_lines.pop()
        else:
            squares = token.lower().split("-")
            lines[open_lines[-1]].append("".join(f"{at[0]}{int(at[1]) + 1}" for at in squares))
    return lines


def test_fairy_stockfish_accepts_every_move_of_the_review_of_a_published_game(analysis: AnalysisPage) -> None:
    page = analysis.open().page
    page.locator(".masthead button").last.click()
    page.locator("#notation").select_option("iccs")
    text = reviewed(analysis, "xiangqi", "liu-yang-1982.pgn")
    assert '[Red "柳大华"]' in text
    assert len(re.findall(r"\[%eval", text)) >= 120
    main, *variations = lines_of(text.split("\n\n", 1)[1])
    assert len(main) == 125
    assert variations, "the better lines"
    start = pyffish.start_fen("xiangqi")
    for line in [main, *variations]:
        for ply, move in enumerate(line):
            assert move in pyffish.legal_moves("xiangqi", start, line[:ply]), (move, line[:ply])
    end = "3akc3/9/4ba3/r7p/P1bC5/9/8P/3AB1N2/4K1nR1/2B6 b"
    assert pyffish.get_fen("xiangqi", start, main).startswith(end), "as it was published"


def test_a_mistake_becomes_a_puzzle(analysis: AnalysisPage) -> None:
    page = analysis.open(f"{BLUNDERS}&review").page
    learn = page.get_by_role("button", name=LEARN)
    expect(learn).to_be_enabled(timeout=90_000)
    learn.click()
    expect(page.locator(".lesson")).to_contain_text("was played here. Find a better move for Black.")
    page.get_by_role("button", name="Show the best move").click()
    expect(page.locator(".lesson .verdict")).to_contain_text("The best move is")
    analysing = page.get_by_role("switch").first
    expect(analysing).not_to_be_checked()
    page.get_by_role("button", name="Back to the review").click()
    expect(page.locator(".moments")).to_be_visible()
    expect(analysing).to_be_checked()
    # Leaving the page in mid-lesson left the engine switched off for good.
    learn.click()
    expect(analysing).not_to_be_checked()
    page.reload()
    expect(page.locator(".lines li:has(.pv-move)").first).to_be_attached()
    expect(analysing).to_be_checked()
    # A new analysis left the lesson of the old game, whose next question was an error.
    expect(learn).to_be_enabled(timeout=90_000)
    learn.click()
    expect(page.locator(".lesson")).to_be_visible()
    page.get_by_role("button", name="New analysis").click()
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(page.locator(".lesson")).to_have_count(0)
    expect(analysing).to_be_checked()
