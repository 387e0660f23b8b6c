"""The line of HTML, from the play page, that embeds the current game or position in another page."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import slow
from tests.browser.embed_page import LISTEN, Embedded, ask, host_site
from tests.browser.play_page import PlayPage

OpenPage = Callable[..., Page]

GAME = "moves=h2e2,h9g7,h0g2&level=2&side=black"


def embed_dialog(play: PlayPage) -> PlayPage:
    """Open the dialog with the line."""
    play.button("Embed").click()
    expect(play.page.get_by_role("radio", name="Embed")).to_be_checked()
    return play


def snippet(page: Page, shown: str, kind: str) -> str:
    """The line for this choice."""
    page.get_by_label("Content").select_option(label=shown)
    page.get_by_role("radio", name=kind, exact=True).check(force=True)
    field = page.locator(".export textarea")
    expect(field).to_have_value(re.compile("<xiangqi-board" if kind == "Element" else "<iframe"))
    return field.input_value()


def test_the_lines_show_the_game_on_a_page_of_ones_own(
    open_page: OpenPage, site: str, tmp_path: Path
) -> None:
    page = open_page("desktop", permissions=["clipboard-read", "clipboard-write"])
    play = PlayPage(page, site).open(GAME)
    play.expect_moves(3)
    embed_dialog(play)
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator(".export .buttons")).to_contain_text("Copied")
    lines = [page.evaluate("navigator.clipboard.readText()")]
    assert lines[0] == snippet(page, "Replay of the game", "Element")
    lines.append(snippet(page, "Replay of the game", "iframe"))
    lines.append(snippet(page, "Play from this position", "Element"))
    play.page.keyboard.press("Escape")
    with host_site(
        tmp_path, {"index.html": "<!doctype html><meta charset=utf-8>" + "\n".join(lines)}
    ) as host:
        page.goto(host)
        for number in range(3):
            frame = page.locator("xiangqi-board, body > iframe").nth(number)
            frame.scroll_into_view_if_needed()
            inside = (frame.locator("iframe") if number != 1 else frame).content_frame
            board = Embedded(inside)
            board.wake()
            if number < 2:
                board.expect_man("h2", "red cannon")  # a replay begins at the start
                # By key: the page around still moves while its frames say how high they are.
                inside.get_by_role("button", name="Next move").press("Enter")
                board.expect_man("e2", "red cannon")
            else:
                board.expect_man("g2", "red horse")
                # Black is to move, and the person plays it.
                expect(board.point("b9")).to_have_attribute("data-state", "pick")


def frame_of_the_game(page: Page, site: str) -> str:
    """The frame that the play page writes."""
    play = PlayPage(page, site).open(GAME)
    play.expect_moves(3)
    play.show_more()
    return snippet(embed_dialog(play).page, "Replay of the game", "iframe")


def frame_of_the_options(page: Page, site: str) -> str:
    """The frame that the page about embedding writes."""
    page.goto(f"{site}embedding.html?lang=en")
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("radio", name="iframe").check(force=True)
    field = page.locator(".trial .snippet")
    expect(field).to_contain_text("<iframe")
    return field.text_content() or ""


@pytest.mark.parametrize(
    ("screen", "written"),
    [
        *(("phone", frame_of_the_game), ("desktop", frame_of_the_options)),
        *(slow("desktop", frame_of_the_game), slow("phone", frame_of_the_options)),
    ],
)
def test_the_frame_fits_its_page_and_talks_to_it(
    open_page: OpenPage, site: str, tmp_path: Path, screen: str, written: Callable[[Page, str], str]
) -> None:
    """It was 420 pixels wide on phones, too, and deaf."""
    page = open_page(screen)
    line = written(page, site)
    html = f"""<!doctype html><meta charset=utf-8><meta name=viewport content="width=device-width">
        <script>{LISTEN}</script><body style="margin: 16px">{line}"""
    with host_site(tmp_path, {"index.html": html}) as host:
        page.goto(host)
        Embedded(page.locator("iframe").content_frame).wake()
        page.wait_for_function("heard.some(({ type }) => type === 'ready')")
        assert ask(page, "get")["state"]["ply"] == 0
        assert ask(page, "redo")["state"]["ply"] == 1
        assert page.evaluate("document.scrollingElement.scrollWidth <= screen.width")
        width = page.locator("iframe").evaluate("(frame) => frame.getBoundingClientRect().width")
        assert width == {"phone": 358, "desktop": 420}[screen]


def test_a_record_keeps_its_names_and_the_element_its_comments_and_variations(
    page: Page, site: str, tmp_path: Path
) -> None:
    """Only the moves came along."""
    play = PlayPage(page, site).open()
    play.show_more()
    page.get_by_role("button", name="Import").click()
    page.locator("#import-text").fill(
        '[Red "Hu Ronghua"]\n[Black "Yang <Guanlin>"]\n\n1. C2=5 {a "classic"} H8+7 (1... H2+3) 2. H2+3 1-0'
    )
    page.locator("dialog.import button[type=submit]").click()
    play.expect_moves(3)
    embed_dialog(play)
    lines = [snippet(page, "Replay of the game", kind) for kind in ("Element", "iframe")]
    expect(page.locator(".export textarea")).to_have_value(re.compile("pgn=.*Hu%20Ronghua"))
    lines[1] = page.locator(".export textarea").input_value()
    for kept in ('[Red "Hu Ronghua"]', '{a "classic"}', "( 1... 马2进3 )", 'ply="0"'):
        assert kept in lines[0], lines[0]
    with host_site(
        tmp_path, {"index.html": "<!doctype html><meta charset=utf-8>" + "\n".join(lines)}
    ) as host:
        page.goto(host)
        element, frame = page.locator("xiangqi-board").locator("iframe"), page.locator("body > iframe")
        for each in (element, frame):
            each.scroll_into_view_if_needed()
            board = Embedded(each.content_frame)
            expect(board.status).to_contain_text("Hu Ronghua – Yang <Guanlin>")
            expect(board.inside.locator(".at")).to_contain_text("0 / 3")
