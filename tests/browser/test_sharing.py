"""Sharing: links, and games as animated GIFs, which the browser's own decoder reads."""

import base64
import random
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pytest
from cannonfish.games import xiangqi
from playwright.sync_api import Page, expect

from tests.browser.analysis_page import AnalysisPage
from tests.browser.conftest import slow
from tests.browser.play_page import MOVES, PlayPage

OpenPage = Callable[..., Page]

PGN = """[Game "Chinese Chess"]
[Red "Hu Ronghua"]
[Black "Yang Guanlin"]
[Result "1-0"]

1. h2e2 h9g7 2. h0g2 i9h9 1-0
"""
READ = """async (data) => {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const decoder = new ImageDecoder({ data: bytes, type: 'image/gif' });
  await decoder.tracks.ready;
  await decoder.completed;
  const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
  const frames = [];
  for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex });
    const [width, height] = [image.displayWidth, image.displayHeight];
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    const cell = Math.floor(width / 9.5);
    const [left, top] = [(width - 9 * cell) / 2, (height - 10 * cell) / 2];
    const colour = (square) => {
      const x = left + (square.charCodeAt(0) - 97 + 0.5) * cell;
      const y = top + (9.5 - Number(square[1])) * cell - 0.36 * cell; // above the character
      return [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data].join();
    };
    frames.push({ width, height, ms: image.duration / 1000, colours: {
      h2: colour('h2'), e2: colour('e2'), b2: colour('b2'), e4: colour('e4') } });
    image.close();
  }
  return { frames, repetitionCount };
}"""
"""The frames of a GIF, with the colours that some points of a board of Xiangqi have there."""


def saved(page: Page) -> bytes:
    """The GIF that the download button saves."""
    with page.expect_download() as download:
        page.locator(".animation").get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "cannonfish.gif"
    return download.value.path().read_bytes()


def read(page: Page, gif: bytes) -> dict[str, Any]:
    """The frames of a GIF, as the browser decodes it."""
    found: dict[str, Any] = page.evaluate(READ, base64.b64encode(gif).decode())
    return found


def choose_gif(page: Page) -> None:
    page.get_by_role("button", name="Export").click()
    page.get_by_role("radio", name="GIF").check(force=True)
    page.get_by_role("button", name="Create GIF").wait_for()


@pytest.mark.quick
@pytest.mark.parametrize("screen", ["phone", slow("desktop")])
def test_men_at_the_edge_keep_clear_of_the_border_of_a_picture(
    open_page: Callable[..., Page], site: str, screen: str
) -> None:
    """They touched it: on phones the board has no frame at its sides."""
    page = open_page(screen)
    play = PlayPage(page, site).open()
    play.show_more()
    page.get_by_role("button", name="Export").click()
    page.get_by_role("radio", name="Image").check(force=True)
    address = page.locator("img.picture").get_attribute("src") or ""
    picture = unquote(address.partition(",")[2])
    (width, height) = (float(number) for number in re.findall(r'viewBox="0 0 (\S+) (\S+)"', picture)[0])
    men = re.findall(r'translate\((\S+) (\S+)\)"><circle', picture)
    assert len(men) == 32
    for x, y in men:
        assert 20 <= float(x) <= width - 120
        assert 20 <= float(y) <= height - 120


@pytest.mark.parametrize(
    ("screen", "language", "export"), [("tablet", "en", "Export"), slow("desktop", "vi", "Xuất")]
)
def test_the_buttons_below_a_picture_are_in_view(
    open_page: OpenPage, site: str, screen: str, language: str, export: str
) -> None:
    """On a tablet they were cut off at the lower edge of the dialog."""
    page = open_page(screen)
    play = PlayPage(page, site).open(f"lang={language}")
    play.show_more()
    page.get_by_role("button", name=export).click()
    page.locator("input[value=picture]").check(force=True)
    page.locator("img.picture").wait_for()
    assert page.locator("dialog.export").evaluate("(node) => node.scrollHeight <= node.clientHeight")


def test_a_game_becomes_an_animated_picture(page: Page, site: str) -> None:
    play = PlayPage(page, site).open()
    play.show_more()
    page.get_by_role("button", name="Import").click()
    page.locator("#import-text").fill(PGN)
    page.locator("dialog.import button[type=submit]").click()
    play.expect_moves(4)
    choose_gif(page)
    page.get_by_role("radio", name="Fast").check(force=True)
    page.get_by_label("Arrow for the last move").uncheck(force=True)
    page.get_by_role("button", name="Create GIF").click()
    expect(page.locator(".animation img")).to_be_visible()
    assert play.accessibility_faults() == []
    gif = saved(page)
    found = read(page, gif)
    frames = found["frames"]
    assert [frame["ms"] for frame in frames] == [500] * 5 + [4000], "five positions, and who won"
    assert {(frame["width"], frame["height"]) for frame in frames} == {
        (frames[0]["width"], frames[0]["height"])
    }
    assert abs(frames[0]["width"] - 480) < 20
    colours = [frame["colours"] for frame in frames]
    assert colours[0]["h2"] == colours[0]["b2"], "two cannons"
    assert colours[1]["e2"] == colours[1]["b2"], "one has moved"
    assert colours[1]["h2"] != colours[1]["b2"]
    assert colours[0]["e2"] != colours[1]["e2"]
    assert colours[5]["e4"] != colours[4]["e4"], "a card lies on the board"
    page.get_by_label("From move").fill("2")
    page.get_by_label("From move").press("Tab")
    page.get_by_role("button", name="Create GIF").click()
    expect(page.locator(".animation img")).to_be_visible()
    part = read(page, saved(page))["frames"]
    assert len(part) == 4
    assert part[0]["colours"]["e2"] == colours[2]["e2"]


def long_game(plies: int) -> str:
    """Random moves of one game, as an address writes them."""
    choose = random.Random(3)
    board = xiangqi.Board()
    moves = []
    while len(moves) < plies:
        assert board.outcome() is None
        move = choose.choice(list(board.legal_moves))
        board.push(move)
        moves.append(move.uci())
    return ",".join(moves)


def shuttled(plies: int) -> list[str]:
    """Chariots going up and down."""
    return (["a0a1", "a9a8", "a1a0", "a8a9"] * plies)[:plies]


def test_a_long_game_is_small_and_its_making_can_be_stopped(page: Page, site: str) -> None:
    analysis = AnalysisPage(page, site).open(f"moves={long_game(100)}")
    page.get_by_role("tab", name="Share").click()
    choose_gif(page)
    page.get_by_role("radio", name="Large").check(force=True)
    page.get_by_role("button", name="Create GIF").click()
    page.locator(".animation").get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Create GIF")).to_be_visible()
    assert page.locator(".animation img").count() == 0
    page.get_by_role("button", name="Create GIF").click()
    expect(page.locator(".animation img")).to_be_visible()
    gif = saved(page)
    assert len(gif) < 2_000_000
    assert len(read(page, gif)["frames"]) == 101
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("Home")
    analysis.expect_lines(3)
    page.get_by_role("button", name="Export").click()
    page.get_by_label("Content").select_option("1")
    page.get_by_role("button", name="Create GIF").click()
    expect(page.locator(".animation img")).to_be_visible()
    frames = read(page, saved(page))["frames"]
    assert 3 <= len(frames) <= 13, "the position at hand, and the second line of the engine"


def test_a_link_opens_the_same_analysis_elsewhere(page: Page, site: str) -> None:
    analysis = AnalysisPage(page, site).open(f"moves={MOVES}")
    analysis.expect_moves(14)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Flip board").click()
    before = analysis.current()
    page.get_by_role("tab", name="Share").click()
    page.get_by_role("button", name="Export").click()
    page.get_by_role("radio", name="Link").check(force=True)
    expect(page.get_by_label("Text", exact=True)).to_have_value(re.compile("side=black"))
    link = page.get_by_label("Text", exact=True).input_value()
    page.evaluate("localStorage.clear(); indexedDB.deleteDatabase('cannonfish')")
    page.goto("about:blank")
    page.goto(link)
    analysis.expect_moves(14)
    analysis.expect_current(before)
    expect(page.locator("#board .cg-wrap")).to_have_class(re.compile("orientation-black"))


def test_addresses_of_8000_characters_are_opened_or_refused(open_page: OpenPage, site: str) -> None:
    # On phones, the notice had no place in the layout of the analysis page: it took half of the width.
    page = open_page("phone")
    analysis = AnalysisPage(page, site).open()
    analysis.move("h2e2")
    analysis.expect_moves(1)
    analysis.wait_for_row("cursors", "({ node }) => node === 1")
    for query, says in [
        (f"fen={'rnbakabnr/' * 800}", "This link’s position can’t be played"),
        (f"moves={','.join(shuttled(1500))},a0a9&level=3", "is not legal"),
    ]:
        assert len(query) > 7500
        analysis.open(query)
        expect(page.locator(".notice")).to_contain_text(says)
        assert page.locator(".notice").bounding_box()["height"] < 400  # type: ignore[index]
        assert page.locator(".engine-lines").bounding_box()["width"] > 380  # type: ignore[index]
        analysis.expect_moves(1)
    analysis.open(f"moves={','.join(shuttled(1600))}")
    analysis.expect_moves(1600)
    assert page.locator(".notice.bad").count() == 0


@pytest.mark.parametrize("page_name", ["analysis.html", ""])
def test_an_enormous_record_is_opened(page: Page, site: str, page_name: str) -> None:
    """Of 3,000 plies, with a variation in which 300 others are nested."""
    moves = shuttled(3000)
    pairs = [f"{at // 2 + 1}. {' '.join(moves[at : at + 2])}" for at in range(0, len(moves), 2)]
    deep = ["(i9i8 b0c2", "(i0i1 b9c7", "(i8i9 b0c2", "(i1i0 b9c7"] * 75
    nested = f"{' '.join(deep)}{')' * len(deep)}"
    page.goto(site + page_name)
    page.get_by_role("button", name="Import").click()
    page.locator("#import-text").fill(
        f'[Game "Chinese Chess"]\n\n{pairs[0]} {nested} {" ".join(pairs[1:])} *'
    )
    page.locator("dialog.import button[type=submit]").click()
    expect(page.locator(".moves > ol > li:not(.variation) > .move")).to_have_count(3000)
    expect(page.locator(".variation .beside").first).to_be_attached()
    page.keyboard.press("End")
    expect(page.locator(".moves .move[aria-current]")).to_contain_text(moves[-1])
    deepest = page.locator(".variation .move").last
    played = deepest.inner_text()
    deepest.evaluate("move => move.click()")
    expect(page.locator(".moves .move[aria-current]")).to_have_text(played)
    assert played != moves[-1]
    assert page.locator(".notice.bad").count() == 0
