"""The page about embedding: every option is tried on a live board, and the line to copy follows."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import slow
from tests.browser.embed_page import Embedded, host_site
from tests.browser.play_page import RECORD_VIOLATIONS, PlayPage

OpenPage = Callable[..., Page]

OPTIONS = """async () => {
    const { OPTIONS } = await import('/source/game/embed-options.js');
    return Object.keys(OPTIONS);
}"""


@pytest.fixture
def snippet(page: Page, site: str) -> Locator:
    """The line to copy, on the page in English."""
    page.add_init_script(RECORD_VIOLATIONS)
    page.goto(f"{site}embedding.html?lang=en")
    found = page.locator(".trial .snippet")
    expect(found).to_contain_text("<xiangqi-board")
    return found


def live(page: Page) -> Embedded:
    """The live board, which follows the options."""
    return Embedded(page.locator(".live xiangqi-board").frame_locator("iframe"))


def test_options_change_the_board_and_the_line(page: Page, snippet: Locator) -> None:
    names = page.evaluate(OPTIONS)
    fields = page.locator(".options .option label").all_inner_texts()
    assert sorted([*fields, "id", "origin"]) == sorted(names)
    page.get_by_label("mode").select_option("view")
    page.get_by_label("moves").fill("h2e2,h9g7")
    page.get_by_label("moves").press("Tab")
    page.get_by_label("pieces").select_option("west")
    live(page).wake()
    live(page).expect_man("g7", "black horse")
    expect(live(page).inside.locator(".board")).to_have_attribute("data-pieces", "west")
    expect(snippet).to_contain_text('mode="view" moves="h2e2,h9g7" pieces="west"')
    expect(page.get_by_label("level")).to_have_attribute("placeholder", "1 – 12")
    page.get_by_label("level").fill("0")
    page.get_by_label("level").press("Tab")
    page.get_by_label("ply").fill("1")
    page.get_by_label("ply").press("Tab")
    expect(page.get_by_label("level")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("level")).to_have_css("border-top-width", "2px")
    expect(snippet).to_contain_text('ply="1"')
    expect(snippet).not_to_contain_text("level")
    live(page).expect_man("h9", "black horse")
    page.get_by_label("moves").fill("")
    page.get_by_label("pgn").fill('[Red "A"]\n[Black "B"]\n\n1. C2=5 H8+7 2. H2+3 *')
    page.get_by_label("pgn").press("Tab")
    page.get_by_label("ply").fill("3")
    page.get_by_label("ply").press("Tab")
    live(page).expect_man("g2", "red horse")
    page.get_by_label("game").select_option("liuzichong")
    expect(page.get_by_label("level")).to_have_attribute("placeholder", "1 – 5")


def test_what_is_shown_is_pressed_and_the_line_to_copy_is_above_the_fold(
    page: Page, snippet: Locator
) -> None:
    for name in ("Replay", "Puzzle", "Play"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".shown [aria-pressed=true]")).to_have_count(1)
    page.get_by_label("mode").select_option("view")
    expect(page.get_by_role("button", name="Replay")).to_have_attribute("aria-pressed", "true")
    box = page.get_by_role("button", name="Copy").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 800


def test_a_game_of_ones_own_is_embedded_from_the_play_page(page: Page, site: str, snippet: Locator) -> None:
    """The easiest way stood in the middle of the page, below all the options."""
    way = page.get_by_role("link", name="Go to the play page")
    above, below = way.bounding_box(), snippet.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < below["y"]
    way.click()
    expect(page).to_have_url(site)


@pytest.mark.quick
def test_a_replay_begins_at_the_start_as_an_exported_one_does(page: Page, snippet: Locator) -> None:
    """Readers saw the end of the game first."""
    page.get_by_role("button", name="Replay").click()
    expect(snippet).to_contain_text('ply="0"')
    expect(live(page).inside.locator(".at")).to_contain_text("0 / 6")


def test_the_play_page_and_the_puzzles_lead_here(page: Page, site: str) -> None:
    for name in ("", "puzzles.html"):
        page.goto(f"{site}{name}?lang=en")
        page.get_by_role("navigation").get_by_role("link", name="Embed").click()
        expect(page).to_have_url(f"{site}embedding.html")


def test_the_line_is_copied_as_an_element_or_a_frame(open_page: OpenPage, site: str) -> None:
    page = open_page("desktop", permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{site}embedding.html?lang=en")
    for kind, begins in (("Element", "<script "), ("iframe", "<iframe ")):
        page.get_by_role("radio", name=kind).check(force=True)
        page.get_by_role("button", name="Copy").click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == page.locator(".snippet").text_content()
        assert str(page.locator(".snippet").text_content()).startswith(begins)
        page.get_by_role("button", name="Replay").click()


def test_it_is_there_in_both_languages(page: Page, snippet: Locator) -> None:
    page.get_by_role("button", name="Puzzle").click()
    page.locator(".masthead select").select_option(label="简体中文")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.get_by_role("heading", level=1)).to_have_text("嵌入棋盘")
    expect(snippet).to_contain_text('mode="puzzle" puzzle="daily"')
    texts = page.locator("h2, .option p, main > section > p").all_inner_texts()
    assert [text for text in texts if not re.search("[\u4e00-\u9fff]", text)] == []


@pytest.mark.parametrize(("screen", "scheme"), [slow("desktop", "dark"), ("phone", "light")])
def test_it_fits_and_axe_finds_nothing(open_page: OpenPage, site: str, screen: str, scheme: str) -> None:
    page = open_page(screen, color_scheme=scheme)
    page.goto(f"{site}embedding.html")
    live(page).inside.locator("cg-board piece").first.wait_for()
    assert PlayPage(page, site).accessibility_faults() == []
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")


def test_the_policies_that_it_advises_let_boards_and_the_engine_run(
    page: Page, site: str, snippet: Locator, tmp_path: Path
) -> None:
    told = page.locator("code", has_text="Content-Security-Policy:").inner_text()
    for_boards, for_the_engine = re.findall(r"Content-Security-Policy: (.+)", told)
    rest = "; default-src 'none'"
    files = {
        "board.html": f"""<!doctype html><meta charset=utf-8><title>Board</title>
            <meta http-equiv="Content-Security-Policy" content="{for_boards}{rest}">
            <script src="{site}embed/cannonfish-embed.js" defer></script>
            <xiangqi-board id=a color=both></xiangqi-board>""",
        "engine.html": f"""<!doctype html><meta charset=utf-8><title>Engine</title>
            <meta http-equiv="Content-Security-Policy" content="{for_the_engine}{rest}">
            <script type="module" src="engine.js"></script><output></output>""",
        "engine.js": f"""import {{ load }} from '{site}embed/cannonfish.js';
            const engine = await load({{ base: '{site.rstrip("/")}' }});
            const {{ bestmove }} = await engine.go({{ limits: {{ depth: 3 }} }});
            document.querySelector('output').textContent = bestmove;""",
    }
    with host_site(tmp_path, files) as host:
        page.goto(f"{host}board.html")
        assert page.evaluate("a.flip().then(({ orientation }) => orientation)") == "black"
        page.goto(f"{host}engine.html")
        expect(page.locator("output")).to_have_text(re.compile(r"^[a-i]\d[a-i]\d$"))
