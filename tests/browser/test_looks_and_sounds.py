"""The settings for looks and sounds: boards, pieces, large print, animation, sounds."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import slow
from tests.browser.play_page import PlayPage, hold_the_engine

MEASURE = """async (source) => {
    const { SOUND_NAMES, schedule } = await import(source);
    const measured = {};
    for (const name of SOUND_NAMES) {
        const rate = 48000;
        const context = new OfflineAudioContext(1, rate, rate);
        schedule(context, name, 100);
        const samples = (await context.startRendering()).getChannelData(0);
        const loudest = (from, to) => Math.max(...samples.subarray(from * rate, to * rate).map(Math.abs));
        measured[name] = { peak: loudest(0, 1), soon: loudest(0, 0.03), after: loudest(0.6, 1) };
    }
    return measured;
}"""
HEARD = """
globalThis.heard = 0;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...given) {
    globalThis.heard += 1;
    return start.apply(this, given);
};
"""
SPEAKERS = """
globalThis.speakers = [];
globalThis.AudioContext = class extends AudioContext {
  constructor() {
    super();
    speakers.push(this);
  }
};
"""
GLIDES = """() => new Promise((resolve) => {
    document.querySelector('.preview button').click();
    requestAnimationFrame(() => resolve(document.querySelector('.preview piece.anim') !== null));
})"""


def source(site: str) -> str:
    """The address of the module that makes the sounds."""
    return site.replace("/cannonfish/", "/source/ui/sounds.js")


def wait_until_heard(page: Page, more_than: int = 0) -> int:
    """Wait until more has been heard, and return how much."""
    page.wait_for_function("(count) => globalThis.heard > count", arg=more_than)
    count: int = page.evaluate("globalThis.heard")
    return count


def test_every_sound_is_heard_is_short_and_never_clips(page: Page, site: str) -> None:
    page.goto(f"{site}about.html")
    measured = page.evaluate(MEASURE, source(site))
    assert set(measured) == {"move", "capture", "check", "end", "lowTime", "right", "wrong"}
    for name, sound in measured.items():
        assert 0.1 < sound["peak"] < 0.95, (name, sound)
        assert sound["soon"] > 0.05, (name, sound)
        assert sound["after"] == 0, (name, sound)


def test_nothing_is_heard_before_the_first_press(page: Page, site: str) -> None:
    early = (
        f"import('{source(site)}').then(({{ play }}) => play('move', 100)).then(() => console.info(heard))"
    )
    page.add_init_script(f"{HEARD} addEventListener('load', () => {early});")
    with page.expect_console_message(lambda message: message.type == "info") as told:
        page.goto(f"{site}about.html")
    assert told.value.text == "0"


def test_a_move_and_the_end_are_heard(page: Page, site: str) -> None:
    hold_the_engine(page)
    page.add_init_script(HEARD)
    play = PlayPage(page, site).open()
    play.move("h2e2")
    move = wait_until_heard(page)
    play.button("Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    wait_until_heard(page, move)


def test_the_speaker_is_made_before_the_first_press(page: Page, site: str) -> None:
    """The browser took 0.1 s for it: the press after the first move waited so long for its frame."""
    page.add_init_script(SPEAKERS)
    PlayPage(page, site).open().wait_for_engine()
    page.wait_for_function("() => speakers.length === 1 && speakers[0].state === 'suspended'")


def test_nothing_is_heard_nor_fetched_where_sound_is_off(page: Page, site: str) -> None:
    hold_the_engine(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(HEARD + "localStorage['cannonfish.settings'] = '{\"volume\":0}';")
    play = PlayPage(page, site).open()
    play.move("h2e2")
    play.button("Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#live")).to_contain_text("wins")
    assert page.evaluate("globalThis.heard") == 0
    assert [url for url in asked if "sounds-" in url] == []


def test_what_is_chosen_is_shown_and_heard_at_once_stays_and_is_reset_by_one_press(
    page: Page, site: str
) -> None:
    hold_the_engine(page)
    page.add_init_script(HEARD)
    play = PlayPage(page, site).open()
    play.button("Settings").click()
    dialog, root, preview = (
        page.get_by_role("dialog"),
        page.locator("html"),
        page.locator(".look-preview .board"),
    )
    last = dialog.locator("button, input, select, a").last
    expect(last).to_have_text("Play a move")  # the board, for the eye alone, keeps nobody from the choices
    for group, choice in {
        "Pieces": "Letters",
        "Piece style": "Flat",
        "Board": "Jade",
        "Piece animation": "Slow",
    }.items():
        dialog.get_by_role("group", name=group, exact=True).get_by_role("radio", name=choice).check(
            force=True
        )
    dialog.get_by_role("switch", name="Large print").check()
    expect(preview).to_have_attribute("data-pieces", "wxf")
    heard = wait_until_heard(page)
    page.wait_for_timeout(1000)  # a step during the glide of another one jumps
    assert page.evaluate(GLIDES) is True
    wait_until_heard(page, heard)
    expect(page.locator(".preview piece.anim")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(GLIDES) is False, "the system's wish goes before ours"
    assert play.accessibility_faults() == []
    dialog.get_by_label("Sound volume").fill("80")
    for _ in range(2):
        for name, value in {"men": "flat", "board": "jade", "print": "large"}.items():
            expect(root).to_have_attribute(f"data-{name}", value)
        expect(page.locator("#board .board")).to_have_attribute("data-pieces", "wxf")
        assert page.evaluate("getComputedStyle(document.body).fontSize") == "18.75px"
        page.reload()
    play.button("Settings").click()
    expect(dialog.get_by_label("Sound volume")).to_have_value("80")
    dialog.get_by_role("button", name="Reset look and sound").click()
    expect(dialog.get_by_label("Sound volume")).to_have_value("50")
    expect(dialog.get_by_role("radio", name="Normal")).to_be_checked()
    for name in ("men", "board", "print"):
        expect(root).not_to_have_attribute(f"data-{name}", re.compile(""))
    expect(page.locator("#board .board")).to_have_attribute("data-pieces", "trad")


@pytest.mark.parametrize("board", ["jade", slow("paper"), slow("slate"), slow("rosewood")])
def test_axe_finds_nothing_on_any_board_by_day_and_night(page: Page, site: str, board: str) -> None:
    hold_the_engine(page)
    page.add_init_script(
        "localStorage['cannonfish.settings'] = "
        f"JSON.stringify({{ board: '{board}', men: 'coloured', large: true }})"
    )
    play = PlayPage(page, site).open("moves=h2e2")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert play.accessibility_faults() == []
    page.emulate_media(color_scheme="dark")
    assert play.accessibility_faults() == []


def test_large_print_fits_the_smallest_phone_on_every_page(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.add_init_script("localStorage['cannonfish.settings'] = '{\"large\":true}'")
    hold_the_engine(page)
    wide = []
    for name in (
        "",
        "?game=chess",
        "analysis.html",
        "puzzles.html",
        "editor.html",
        "how-to-play.html",
        "about.html",
    ):
        page.goto(f"{site}{name}")
        page.locator("h1" if name == "about.html" else "cg-board piece").first.wait_for()
        expect(page.locator("html")).to_have_attribute("data-print", "large")
        if page.evaluate("document.documentElement.scrollWidth > screen.width"):
            wide.append(name)
    assert wide == []
