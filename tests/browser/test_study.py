"""Studies and the training of a repertoire."""

import re
from collections.abc import Callable

import chess.pgn
import pytest
from playwright.sync_api import Page, expect

from tests.browser.play_page import PlayPage

OpenPage = Callable[..., Page]

STUDY = """[StudyName "Horses"]
[ChapterName "Main line"]

1. C2=5 {The centre} H8+7 2. H2+3 *

[StudyName "Horses"]
[ChapterName "Cannon"]

1. C2=5 C8=5 2. H2+3 *
"""


@pytest.mark.quick
def test_a_repertoire_is_imported_and_trained(open_page: OpenPage, site: str) -> None:
    page = open_page()
    page.goto(f"{site}study.html")
    file = {"name": "horses.pgn", "mimeType": "text/plain", "buffer": STUDY.encode()}
    page.locator("input[type=file]").first.set_input_files(file)
    page.get_by_role("button", name="Add as a study").click()
    expect(page.locator(".chapters li")).to_have_count(2)
    page.get_by_label("First player").check()
    page.get_by_role("button", name="Train", exact=True).click()
    said = page.locator(".feedback .said")
    expect(said).to_have_text("Your move as Red")
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator(".feedback")).to_contain_text("The centre")
    for move, phase in (("h2e2", "asking"), ("h0g2", "asking"), ("h0g2", "asking"), ("h2e2", "done")):
        page.get_by_label("Type a move").fill(move)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(f".feedback[data-phase={phase}]")).to_be_visible()
    expect(page.locator(".training")).to_contain_text("1 missed")
    page.get_by_role("button", name="End training").first.click()
    expect(page.get_by_role("button", name=re.compile("Nothing is due"))).to_be_disabled()


def test_a_line_is_added_from_the_analysis_board_and_edited_there(open_page: OpenPage, site: str) -> None:
    page = open_page()
    page.goto(f"{site}analysis.html?moves=h2e2,h9g7")
    expect(page.locator(".moves")).to_contain_text("h9g7")
    page.get_by_role("button", name="Add to a study").click()
    page.get_by_label("Name", exact=True).fill("Cannons")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("dialog")).to_contain_text("2 moves added")
    page.goto(f"{site}analysis.html?moves=h2e2,h9g7,h0g2")
    expect(page.locator(".moves")).to_contain_text("h0g2")
    page.get_by_role("button", name="Add to a study").click()  # one press, also on the next visit
    expect(page.get_by_role("dialog")).to_contain_text("1 move added")
    page.get_by_role("link", name="Open “Cannons”").click()
    expect(page.locator(".chapters li")).to_have_count(1)
    page.get_by_role("button", name="Delete: Cannons").click()
    expect(page.locator(".studies li")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name=re.compile("^Open on the analysis board")).click()
    expect(page.locator(".moves")).to_contain_text("h0g2")


CHESS = """[StudyName "Open games"]
[ChapterName "Italian"]
[White "Greco"]

1. e4 {The king's pawn} e5 2. Nf3 $220 Nc6 (2... Nf6 3. Nxe5) 3. Bc4 *

[StudyName "Open games"]
[ChapterName "Mate"]
[FEN "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]

1. Ra8# 1-0
"""


def test_a_study_of_chess_is_printed_and_other_programs_read_its_file(open_page: OpenPage, site: str) -> None:
    page = open_page()
    page.add_init_script("window.print = () => { document.documentElement.dataset.printed = ''; };")
    page.goto(f"{site}study.html")
    file = {"name": "open.pgn", "mimeType": "text/plain", "buffer": CHESS.encode()}
    page.locator("input[type=file]").first.set_input_files(file)
    page.get_by_role("button", name="Add as a study").click()
    expect(page.locator(".chapters li")).to_have_count(2)
    with page.expect_download() as download:
        page.get_by_role("button", name="PGN", exact=True).click()
    with open(download.value.path(), encoding="utf-8") as text:
        games = [*iter(lambda: chess.pgn.read_game(text), None)]
    assert [game.headers["ChapterName"] for game in games] == ["Italian", "Mate"]
    assert {game.headers["StudyName"] for game in games} == {"Open games"}
    italian, mate = games
    assert [len(game.errors) for game in games] == [0, 0]
    assert italian.next().comment == "The king's pawn"
    assert [move.uci() for move in italian.variations[0][0][0].variations[1].mainline_moves()] == ["f3e5"]
    assert mate.end().board().is_checkmate()

    page.get_by_role("button", name="Print").click()
    page.locator("html[data-printed]").wait_for(state="attached")
    page.emulate_media(media="print")
    expect(page.locator("main")).to_be_hidden()
    expect(page.locator(".paper h2")).to_have_text(["Italian", "Mate"])
    expect(page.locator(".paper .pair").first).to_have_text(re.compile(r"1\.\s*e4"))
    expect(page.locator(".paper .comment")).to_have_text("The king's pawn")
    expect(page.locator(".paper .variation")).to_contain_text("2… Nf6 3. Nxe5")
    # The marked position; the start and the end of the one that does not begin at the start of the game.
    expect(page.locator(".paper figcaption")).to_have_text(
        ["2. Nf3 · Black to move", "White to move", "1. Ra8# · 1-0"]
    )
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".paper")).to_have_count(0)

    page.get_by_role("link", name=re.compile("^Open on the analysis board")).first.click()
    expect(page.locator(".moves")).to_contain_text("Bc4")
    page.locator("#tab-share").click()
    page.get_by_role("button", name="Export").click()
    page.get_by_role("dialog").get_by_role("button", name="Print").click()
    page.locator("html[data-printed]").wait_for(state="attached")
    page.emulate_media(media="print")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator(".paper h1")).to_contain_text("Greco")
    expect(page.locator(".paper .facts")).to_have_count(0)  # they are the title
    columns = page.locator(".printed-moves").first.evaluate("node => getComputedStyle(node).columnCount")
    assert columns == "2"


SPEAKER = """
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, 'speechSynthesis', { value: {
  getVoices: () => [], cancel() {}, addEventListener() {},
  speak({ text, lang }) { document.documentElement.dataset.said = `${lang}: ${text}`; },
} });
"""


def test_moves_are_read_aloud_in_the_words_of_the_page_and_played_without_sight_of_the_pieces(
    open_page: OpenPage, site: str
) -> None:
    page = open_page(locale="zh-CN")
    page.add_init_script(SPEAKER)
    play = PlayPage(page, site).open()
    play.button("设置").click()
    page.get_by_role("switch", name="朗读着法").check()
    page.get_by_role("switch", name="盲棋").check()
    page.keyboard.press("Escape")
    expect(page.locator("#board")).to_have_attribute("data-blind", "")
    man = page.locator("#board cg-board piece").first
    expect(man).to_be_hidden()
    point = play.point("h2")
    assert "炮" not in (point.get_attribute("aria-label") or "")
    play.point("h2").click()
    play.point("e2").click()
    expect(page.locator("html")).to_have_attribute("data-said", re.compile(r"zh-CN: 引擎：\S\d[进退平]\d"))
    show = play.button("按住显示棋子")
    show.hover()
    page.mouse.down()
    expect(man).to_be_visible()
    page.mouse.up()
    expect(man).to_be_hidden()
