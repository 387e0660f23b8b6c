"""Sharing: links, and games as animated GIFs, which the browser's own decoder reads."""

import base64
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.analysis_page import AnalysisPage
from tests.browser.conftest import slow
from tests.browser.play_page import PlayPage

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
  const frames = [];
  for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex });
    const { displayWidth: width, displayHeight: height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    const cell = Math.floor(width / 9.5);
    const colour = (file, rank) => {
      const x = width / 2 + (file - 4) * cell;
      const y = height / 2 + (4.5 - rank - 0.36) * cell; // above the character
      return [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data].join();
    };
    frames.push({ width, ms: image.duration / 1000, h2: colour(7, 2), e2: colour(4, 2), b2: colour(1, 2),
      e4: colour(4, 4) });
    image.close();
  }
  return frames;
}"""
"""The frames of a GIF, with the colours that some points of a board of Xiangqi have there."""


@pytest.mark.parametrize("screen", ["phone", "desktop"])
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


@pytest.mark.slow
def test_a_game_becomes_an_animated_picture(page: Page, site: str) -> None:
    play = PlayPage(page, site).open()
    play.show_more()
    page.get_by_role("button", name="Import").click()
    page.locator("#import-text").fill(PGN)
    page.locator("dialog.import button[type=submit]").click()
    play.expect_moves(4)
    page.get_by_role("button", name="Export").click()
    page.get_by_role("radio", name="GIF").check(force=True)
    page.get_by_role("radio", name="Fast").check(force=True)
    page.get_by_label("Arrow for the last move").uncheck(force=True)
    page.get_by_role("button", name="Create GIF").click()
    expect(page.locator(".animation img")).to_be_visible()
    assert play.accessibility_faults() == []
    with page.expect_download() as download:
        page.locator(".animation").get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "cannonfish.gif"
    gif = base64.b64encode(download.value.path().read_bytes()).decode()
    frames: list[dict[str, Any]] = page.evaluate(READ, gif)
    assert [frame["ms"] for frame in frames] == [500] * 5 + [4000], "five positions, and who won"
    start, moved, *_, last, card = frames
    assert abs(start["width"] - 480) < 20
    assert start["h2"] == start["b2"], "two cannons"
    assert moved["h2"] != moved["b2"] == moved["e2"] != start["e2"], "one has moved"
    assert card["e4"] != last["e4"], "a card lies on the board"


def shuttled(plies: int) -> list[str]:
    """Chariots going up and down."""
    return (["a0a1", "a9a8", "a1a0", "a8a9"] * plies)[:plies]


@pytest.mark.slow
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


@pytest.mark.parametrize("page_name", ["analysis.html", slow("")])
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
