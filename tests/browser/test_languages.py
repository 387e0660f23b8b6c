"""Notations, game files and laws on the page: typed, imported, exported, explained."""

import base64
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cannonfish.games import xiangqi
from cannonfish.records import dhtmlxq, load, loads, pgn
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import Problems, slow
from tests.browser.play_page import PlayPage
from tests.unit.records.ccbridge_writer import Cbr, library
from tests.unit.records.shapes import shape
from tests.unit.records.xqf_writer import annotated_game

OpenPage = Callable[..., Page]

RECORDS = Path(__file__).parents[1] / "data" / "records"
PGN = """[Game "Chinese Chess"]
[Red "甲"]
[Black "乙"]

1. 炮二平五 {好} 马8进7 (1... 炮8平5 2. 炮五进四) 2. 马二进三 车9平8 *
"""
MOVES = ["h2e2", "h9g7", "h0g2", "i9h9"]
CHASE = "4k4/9/9/9/n8/9/9/9/1R7/3K5 w - - 0 1 moves b1a1 a5b7 a1b1 b7a5"
CHECKS = "9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w - - 0 1 moves e3d3 d6e6 d3e3 e6d6 e3d3 d6e6"
QUIET = "4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 117 100 moves f0g0"
DROP = """({ name, base64 }) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
  const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
  for (const type of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, options));
}"""


def choose_notation(play: PlayPage, notation: str) -> None:
    play.page.locator(".masthead button").last.click()
    play.page.locator("#notation").select_option(notation)
    play.page.locator("dialog.settings header button").click()


def paste(play: PlayPage, text: str) -> None:
    """Open the import dialog and put a text into it."""
    play.show_more()
    play.page.locator(".copies button").nth(2).click()
    play.page.locator("#import-text").fill(text)


def open_found(play: PlayPage) -> None:
    """Press Open as soon as something has been found."""
    button = play.page.locator("dialog.import button[type=submit]")
    expect(button).to_be_enabled()
    button.click()


def bring(play: PlayPage, text: str) -> None:
    paste(play, text)
    open_found(play)


def play_typed(play: PlayPage, text: str) -> None:
    before = len(play.moves())
    play.show_more()
    play.page.locator("#typed-move").fill(text)
    play.page.locator("#typed-move").press("Enter")
    play.expect_moves(before + 1)


# --- notations ---


def test_a_pasted_position_says_how_it_was_read_and_opens_with_its_moves(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("lang=en")
    play.my_turn()
    paste(play, "Solve this:\n3k5/9/9/9/9/9/9/9/4R4/4K4 RED\n1. R5+4 K4+1")
    remarks = page.locator("dialog.import .remarks li")
    expect(remarks).to_have_text(["Left out: “Solve this:”", "“RED” means Red to move."])
    open_found(play)
    play.expect_moves(2)
    assert sorted(play.men()) == ["d8, black general", "e0, red general", "e5, red chariot"]


def test_moves_are_typed_in_every_notation_and_listed_in_the_chosen_one(page: Page, site: str) -> None:
    play = PlayPage(page, site).open().wait_for_engine()
    bring(play, "h2e2")
    for text in ("H8+7", "马二进三", "車９平８", "I0-H0", "Pc6"):
        play_typed(play, text)
    assert play.moves() == ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "c6c5"]
    ranks = page.locator("#board .edge.left")
    expect(ranks).to_have_text("9876543210")
    for notation, first in {
        "iccs": "H2-E2",
        "wxf": "C2=5",
        "san": "Che3",
        "vietnamese": "P2-5",
        "vietnamese_words": "Pháo 2 bình 5",
        "chinese": "炮二平五",
        "traditional": "炮二平五",
    }.items():
        choose_notation(play, notation)
        expect(page.locator(".moves .move").first).to_have_text(first)
        expect(ranks).to_have_text("10987654321" if notation == "san" else "9876543210")
    assert play.moves()[1:4] == ["馬8進7", "馬二進三", "車9平8"]
    play.page.reload()
    expect(page.locator(".moves .move").nth(1)).to_have_text("馬8進7")


HEAR = """(live) => {
    const note = () => (live.dataset.heard = `${live.dataset.heard ?? ''}${live.textContent}\\n`);
    new MutationObserver(note).observe(live, { childList: true, characterData: true, subtree: true });
}"""
"""Note all that is announced: a quick answer takes the place of the move that it answers."""


def test_hint_and_announcement_follow_the_notation(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("level=1").wait_for_engine()
    choose_notation(play, "chinese")
    live = page.locator("#live")
    live.evaluate(HEAR)
    play.move("h2e2")
    expect(live).to_have_attribute("data-heard", re.compile("炮二平五"))
    play.my_turn()
    play.button("Hint").click()
    play.button("Show the move").click()
    expect(page.locator(".hint .said")).to_contain_text(re.compile(r"Play \S{4}\."))


def test_a_vietnamese_page_writes_reads_and_says_moves_as_vietnamese_players_do(
    open_page: OpenPage, site: str
) -> None:
    """``P2-5``, a cannon that goes sideways, was refused as a soldier of WXF that goes back."""
    page = open_page("desktop", locale="vi-VN")
    play = PlayPage(page, site).open().wait_for_engine()
    bring(play, "1. P2-5 M8.7 2. M2.3 X9-8")
    moves = page.locator(".moves .move")
    expect(moves).to_have_text(["P2-5", "M8.7", "M2.3", "X9-8"])
    expect(moves.first).to_have_accessible_name(re.compile("^P2-5, Pháo 2 bình 5, "))
    page.keyboard.press("End")
    for text, written, said in (
        ("X1-2", "X1-2", "Xe 1 bình 2"),
        ("C7.1", "B7.1", "Tốt 7 tấn 1"),
        ("phao 8 thoai 1", "P8/1", "Pháo 8 thoái 1"),
        ("C2=5", "P2-5", "Pháo 2 bình 5"),  # WXF, if it is no move in Vietnamese
    ):
        page.locator("#typed-move").fill(text)
        page.locator("#typed-move").press("Enter")
        expect(moves.last).to_have_text(written)
        expect(page.locator("#live")).to_contain_text(said)


def test_an_ambiguous_text_offers_the_moves_that_it_can_mean(page: Page, site: str) -> None:
    play = PlayPage(page, site).open().wait_for_engine()
    bring(play, "4k4/9/9/2P1P4/9/2P1P4/9/9/9/4K4 w - - 0 1")
    play.my_turn()
    play.type_move("前兵进一")
    expect(page.locator("#typed-fault")).to_contain_text("could be 2 different moves")
    assert play.moves() == []
    page.locator(".meanings button", has_text="e6").click()
    play.expect_moves(1)
    assert play.moves() == ["e6e7"]
    expect(page.locator(".meanings")).to_be_hidden()


# --- importing games ---


def test_a_pasted_game_is_shown_with_variations_and_comments(page: Page, site: str) -> None:
    play = PlayPage(page, site).open().wait_for_engine()
    paste(play, PGN)
    expect(page.locator(".import .found")).to_contain_text("PGN: 甲 – 乙 · 4 moves · 2 moves in variations")
    open_found(play)
    play.expect_moves(4)
    assert play.moves() == MOVES
    expect(page.locator(".moves .variation .move")).to_have_text(["h7e7", "e2e6"])
    # It opened at its last move, as a game of Red and Black, and a notice said that a new game had started.
    play.expect_current("")
    expect(page.locator(".moves header")).to_contain_text("甲 – 乙")
    expect(page.locator(".player.below")).to_contain_text("甲")
    expect(page.locator(".player.above")).to_contain_text("乙")
    expect(page.locator(".notice")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    play.expect_current("h2e2")
    expect(page.locator(".moves .comment")).to_have_text("好")
    page.reload()
    play.expect_moves(4)
    expect(page.locator(".moves .comment")).to_have_text("好")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("gbk.pgn", PGN.encode("gbk")),
        slow("game.cbr", Cbr(annotated_game()).data()),
    ],
)
def test_a_file_is_chosen_or_dropped(page: Page, site: str, name: str, content: bytes) -> None:
    play = PlayPage(page, site).open().wait_for_engine()
    page.locator(".copies button").nth(2).click()
    file = FilePayload(name=name, mimeType="application/octet-stream", buffer=content)
    page.locator("dialog.import input[type=file]").set_input_files(file)
    expect(page.locator(".import .taken")).to_have_text(name)
    open_found(play)
    expect(page.locator(".moves .move").first).to_be_visible()
    moves = play.moves()
    page.locator(".tools .btn").last.click()
    page.get_by_role("dialog", name="New game").get_by_role("button", name="Start").click()
    play.expect_moves(0)
    page.evaluate(DROP, {"name": name, "base64": base64.b64encode(content).decode()})
    open_found(play)
    play.expect_moves(len(moves))
    assert play.moves() == moves


@pytest.mark.quick
def test_a_library_of_ccbridge_lists_its_games_and_one_becomes_an_xqf(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("lang=en").wait_for_engine()
    page.locator(".copies button").nth(2).click()
    chooser, found = page.locator("dialog.import input[type=file]"), page.locator(".import .found")
    # Few letters beyond ASCII can mean several things: the dialog says what it took them for.
    text = '[White "Müller"]\n[Black "Große"]\n\n1. e4 e5 *\n'
    chooser.set_input_files(FilePayload(name="dos.pgn", mimeType="text/plain", buffer=text.encode("cp437")))
    encoding = page.get_by_label("Text encoding")
    expect(encoding.locator("option:checked")).to_contain_text("Western (DOS) · Müller Große")
    encoding.select_option("mac_roman")
    expect(found).to_contain_text("MÅller")
    titles = ["第一章" * 20, "乙", "丙"]
    games = [Cbr(annotated_game(), {180: title, 1076: "胡荣华"}, seed=at) for at, title in enumerate(titles)]
    file = FilePayload(name="games.CBL", mimeType="application/octet-stream", buffer=library(games))
    chooser.set_input_files(file)
    expect(found).to_contain_text("CBL: 3 games")
    expect(encoding).to_have_count(0)
    rows = page.locator(".import .rows [role=option]")
    page.get_by_placeholder("Search by name").fill("丙")
    expect(rows).to_have_count(1)
    page.get_by_placeholder("Search by name").clear()
    # A long title was cut, and the game under the mouse, once chosen, was white on a light ground.
    assert rows.first.evaluate("row => row.scrollHeight <= row.clientHeight")
    rows.first.click()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_have_attribute("aria-selected", "true")
    rows.nth(1).hover()
    colours = "row => [getComputedStyle(row).backgroundColor, getComputedStyle(row).color]"
    under_the_mouse = rows.nth(1).evaluate(colours)
    page.mouse.move(0, 0)
    assert rows.nth(1).evaluate(colours) == under_the_mouse
    open_found(play)
    expect(page.locator(".player.below")).to_contain_text("胡荣华")
    page.locator(".copies button").nth(3).click()
    page.get_by_role("radio", name="XQF").check(force=True)
    with page.expect_download() as download:
        page.get_by_role("dialog").get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "cannonfish.xqf"
    (back,) = load(download.value.path().read_bytes())
    assert shape(back)["moves"] == shape(annotated_game())["moves"]
    assert back.headers["Title"] == "乙"


def long_record() -> str:
    """Sixty plies with comments, and variations in variations."""
    choice, board = random.Random(3), xiangqi.Board()
    board.push_line(["h2e2", "h9g7", "h0g2", "i9h9"])
    while board.ply() < 60:
        board.push(choice.choice([move for move in board.legal_moves if not board.is_capture(move)]))
    played = [move.uci() for move in board.move_stack]
    texts = []
    for at, move in enumerate(played):
        texts += [f"{at // 2 + 1}{'...' if at % 2 else '.'}", move]
        if at == 3:
            texts.append("( 2... b9c7 {outer} 3. b0c2 ( 3. i0h0 {inner} a9b9 ( 3... a6a5 ) ) 3... a9a8 )")
        if at % 10 == 9:
            texts.append(
                "{A comment that needs more than one line on a telephone held upright, as they all do.}"
            )
    headers = {"Event": "League", "Date": "2024.05.01", "Red": "First Player", "Black": "Second Player"}
    tags = "".join(f'[{name} "{value}"]\n' for name, value in headers.items())
    return f'{tags}[Result "1-0"]\n\n{" ".join(texts)} 1-0\n'


@pytest.mark.parametrize("format", ["pgn", "dhtmlxq"])
def test_a_long_record_is_read_on_a_phone(open_page: OpenPage, site: str, format: str) -> None:
    # Its comments and variations were hidden there, and its board stood above the upper edge of the screen.
    page = open_page("phone")
    play = PlayPage(page, site).open("lang=en").wait_for_engine()
    bring(play, {"pgn": pgn, "dhtmlxq": dhtmlxq}[format].dumps(loads(long_record(), "xiangqi")))
    play.expect_moves(60)
    assert page.evaluate("scrollY") == 0
    play.expect_current("")
    moves = page.locator(".moves")
    expect(moves.locator("header")).to_be_in_viewport()
    expect(moves.locator("header")).to_contain_text("First Player – Second PlayerLeague · 2024.05.01 · 1-0")
    expect(page.locator(".player.above")).to_contain_text("Second Player")
    expect(page.locator(".player.above")).to_be_in_viewport()
    expect(page.locator(".player.below")).to_be_in_viewport()
    for text in ("outer", "inner", "A comment that"):
        comment = moves.locator(".comment", has_text=text).first
        comment.scroll_into_view_if_needed()
        expect(comment).to_be_visible()
    assert moves.evaluate("(list) => list.scrollWidth <= list.clientWidth")
    button = page.get_by_role("button", name="Next move")
    for _ in range(12):
        button.tap()
    expect(moves.locator(".move[aria-current]")).to_be_in_viewport()
    expect(button).to_be_in_viewport()
    page.get_by_role("button", name="Last position").tap()
    expect(page.locator(".verdict")).to_contain_text("Red won")
    expect(button).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")


ALONE = """() => [...document.querySelectorAll('.variation .n')].filter((number) => {
    const middle = (node) => (node.getBoundingClientRect().top + node.getBoundingClientRect().bottom) / 2;
    return Math.abs(middle(number) - middle(number.nextElementSibling)) > 12;
}).map((number) => number.textContent)"""


@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_no_line_ends_between_a_number_and_its_move(open_page: OpenPage, site: str, screen: str) -> None:
    """Lines of a variation ended after "(" and after "4.", so that the move stood on the next line."""
    page = open_page(screen, locale="zh-CN")
    play = PlayPage(page, site).open().wait_for_engine()
    play.show_more()
    play.button("导入").click()
    page.get_by_role("dialog").get_by_role("textbox").fill(long_record())
    page.get_by_role("dialog").get_by_role("button", name="打开").click()
    expect(page.locator(".variation .beside .n").first).to_be_visible()
    for width in range(320, 420, 5) if screen == "phone" else [1280]:
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(ALONE) == [], width


def test_what_is_wrong_is_located_and_what_came_before_can_be_opened(page: Page, site: str) -> None:
    play = PlayPage(page, site).open().wait_for_engine()
    paste(play, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9 w - - 0 1")
    found = page.locator(".import .found")
    expect(found).to_contain_text("cannot be played: The board has 6 rows")
    expect(found).to_contain_text("Your current game is unchanged.")
    expect(page.locator("dialog.import button[type=submit]")).to_be_disabled()
    page.locator("#import-text").fill(PGN.replace("马二进三", "炮二平五"))
    expect(found).to_contain_text("Line 5, column 41: “炮二平五” is not a legal move there.")
    open_found(play)
    play.expect_moves(2)
    assert play.moves() == MOVES[:2]


def test_twenty_megabytes_on_the_clipboard(page: Page, site: str) -> None:
    """In the text field, they would keep Chromium busy for 41 seconds, so a paste never gets there."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    PlayPage(page, site).open("level=1").wait_for_engine()
    page.locator(".copies button").nth(2).click()
    page.locator("#import-text").focus()
    copy = "(line) => navigator.clipboard.writeText(line.repeat(Math.ceil(20_000_000 / line.length)))"
    page.evaluate(copy, '[Event "x"]\n\n1. C2=5 *\n\n')
    page.keyboard.press("ControlOrMeta+v")
    expect(page.locator(".import .taken")).to_have_text("Pasted text, 20 MB")
    expect(page.locator(".import .found")).to_contain_text("games", timeout=240_000)
    assert page.locator("#import-text").input_value() == ""


def test_an_imported_game_goes_on_against_the_engine(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("level=1").wait_for_engine()
    paste(play, "h2e2 h9g7 h0g2")
    page.get_by_role("radio", name="Against the engine").check(force=True)
    open_found(play)
    play.expect_moves(4)
    play.my_turn()


# --- exporting games ---


def test_export_as_text_and_as_a_picture(open_page: OpenPage, site: str) -> None:
    page = open_page("desktop", permissions=["clipboard-read", "clipboard-write"])
    play = PlayPage(page, site).open().wait_for_engine()
    bring(play, PGN)
    page.keyboard.press("End")
    page.locator(".copies button").nth(3).click()
    text = page.locator(".export textarea")
    page.locator("#export-notation").select_option("vietnamese_words")
    expect(text).to_have_value(re.compile("甲.*Mã 8 tấn 7", re.DOTALL))
    page.get_by_role("radio", name="DhtmlXQ").check(force=True)
    expect(text).to_have_value(re.compile(r"\[DhtmlXQ_movelist\]7747"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Download", exact=True).click()
    assert "[DhtmlXQ_movelist]7747" in download.value.path().read_text()
    page.get_by_role("radio", name="FEN").check(force=True)
    expect(text).to_have_value(re.compile(r"^rnbakabr1/"))
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator(".export .buttons")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").startswith("rnbakabr1/")
    page.get_by_role("radio", name="Image").check(force=True)
    width = "image => image.decode().then(() => image.naturalWidth)"
    assert page.locator(".export img").evaluate(width) > 800
    with page.expect_download() as download:
        page.get_by_role("button", name="Download SVG").click()
    svg = download.value.path().read_text()
    assert svg.count("<circle") >= 2 * 32
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download PNG").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


# --- laws ---


def test_a_perpetual_chase_is_warned_of_judged_and_explained(page: Page, site: str) -> None:
    play = PlayPage(page, site).open().wait_for_engine()
    bring(play, CHASE)
    expect(play.notice("repetition")).to_contain_text("Red loses by perpetual chase")
    play.notice("repetition").get_by_role("button", name="Show why").click()
    expect(page.locator(".explanation")).to_contain_text("Once more, and Red loses")
    page.locator(".explanation").get_by_role("button", name="Close").click()
    for move in ("b1a1", "a5b7", "a1b1"):
        play_typed(play, move)
    play.move("b7a5")
    expect(page.locator(".verdict")).to_contain_text("Black wins: perpetual chase by Red.")
    page.locator(".verdict").get_by_role("button", name="Show why").click()
    explanation = page.locator(".explanation")
    expect(explanation).to_contain_text(
        "Red chased the black horse on every move: perpetual chase, a loss for Red."
    )
    expect(explanation.locator(".chip")).to_have_count(8)
    expect(explanation).to_contain_text(
        "The red chariot on a1 attacks the black horse on a5, which is unprotected: a chase."
    )
    expect(page.locator("cg-container .arrow")).to_have_count(1)
    explanation.get_by_role("button", name="Next step").click()
    expect(explanation).to_contain_text("Move 2 of 8 · Black a5b7")
    expect(explanation).to_contain_text("This move makes no new threat: an idle move.")
    play.expect_current("a5b7")
    assert play.accessibility_faults() == []
    explanation.get_by_role("button", name="Close").click()
    expect(page.locator(".verdict")).to_be_visible()
    assert page.locator(".moves .move[aria-current]").count() == 1


def test_mutual_checks_are_explained_in_chinese(open_page: OpenPage, site: str) -> None:
    page = open_page("phone", locale="zh-CN")
    play = PlayPage(page, site).open().wait_for_engine()
    bring(play, CHECKS)
    play_typed(play, "炮六平五")
    play_typed(play, "车5平4")
    expect(page.locator(".verdict")).to_contain_text("双方长将，判和")
    page.get_by_role("button", name="查看原因").click()
    expect(page.locator(".explanation")).to_contain_text("双方着着将军，均为长将，判和。")
    expect(page.locator(".chip.check")).to_have_count(8)


def test_a_hundred_and_twenty_quiet_plies_are_explained(page: Page, site: str) -> None:
    play = PlayPage(page, site).open().wait_for_engine()
    bring(play, QUIET)
    play_typed(play, "e9e8")
    play_typed(play, "g0h0")
    expect(page.locator(".verdict")).to_contain_text("Draw by the move limit.")
    page.locator(".verdict").get_by_role("button", name="Show why").click()
    expect(page.locator(".explanation")).to_contain_text("Nothing has been captured since the game began.")
    expect(page.locator(".explanation")).to_contain_text("already counted 117 moves")


@pytest.mark.parametrize("name", ["index.html", "about.html", slow("embedding.html")])
def test_a_language_that_cannot_be_loaded_is_refused_and_may_be_chosen_again(
    page: Page, site: str, problems: Problems, name: str
) -> None:
    # The field went on showing Vietnamese on an English page, and choosing it again did nothing.
    problems.expect("ERR_FAILED")
    page.goto(f"{site}{name}?lang=en")
    if name == "index.html":
        page.get_by_role("button", name="Settings").click()
    field = page.get_by_label("Language")
    expect(field).to_have_value("en")
    page.route("**/texts/vi-*.json", lambda route: route.abort())
    field.select_option("vi")
    expect(field).to_have_js_property("validationMessage", "This language could not be loaded.")
    expect(field).to_have_value("en")
    page.unroute("**/texts/vi-*.json")
    field.select_option("vi")
    expect(page.locator("html")).to_have_attribute("lang", "vi")


def test_an_import_waits_for_the_tab_that_plays_the_game_to_be_replaced(page: Page, site: str) -> None:
    # The dialog closed, the other tab's game was there to be watched, and the imported one was lost.
    other = page.context.new_page()
    PlayPage(other, site).open("game=chess&lang=en").wait_for_engine()
    play = PlayPage(page, site).open("game=xiangqi&lang=en").wait_for_engine()
    bring(play, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5")
    found = page.locator(".import .found")
    expect(found).to_contain_text("The game that this would replace is open in another tab.")
    other.close()
    expect(found).not_to_contain_text("another tab")
    open_found(play)
    play.expect_moves(2)
