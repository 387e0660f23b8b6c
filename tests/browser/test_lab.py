"""The Lab: edit the engine, play against it, run variants that others share with care."""

import base64
import difflib
import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Problems, slow
from tests.browser.play_page import PlayPage, hold_the_engine
from tools.environment import ROOT

OpenPage = Callable[..., Page]

EVALUATION = "py/engine/cannonfish/kernel/xiangqi/evaluation.py"

PROBE = """
import js as _js


def _request(url):
    request = _js.XMLHttpRequest.new()
    request.open("GET", url, False)
    request.send()


_reached = []
for _name, _reach in {
    "itself": lambda: _js.XMLHttpRequest.new().open("GET", "%(site)sdata/build.json", False),
    "network": lambda: _request("%(site)sdata/build.json"),
    "database": lambda: _js.indexedDB.open("cannonfish"),
    "storage": lambda: _js.localStorage.length,
    "page": lambda: _js.parent.document,
    "scripts": lambda: _js.importScripts("%(site)ssw.js"),
}.items():
    try:
        _reach()
        _reached.append(_name)
    except Exception:
        pass
raise ValueError("it ran and reached: " + ", ".join(_reached))
"""
"""A variant that tries to reach things. It must reach `itself`, or the other tries prove nothing."""


class LabPage(PlayPage):
    """The Lab; `status` waits for a state of the workbench."""

    def open(self, query: str = "") -> "LabPage":
        """Go to the page and wait for the original engine, or for the variant of a link."""
        self.page.goto(f"{self.site}lab.html{query}")
        self.status("ready|unread")
        return self

    def status(self, pattern: str) -> None:
        """Wait until the variant is in one of these states."""
        expect(self.page.locator(".bench-status")).to_have_attribute(
            "data-status", re.compile(f"^({pattern})$"), timeout=120_000
        )

    def append(self, text: str) -> None:
        """Write at the end of the evaluation."""
        self.page.locator(".files button[title$='/evaluation.py']").click()
        self.page.locator(".source .cm-content").click()
        self.page.keyboard.press("Control+End")
        self.page.keyboard.insert_text(text)

    def faults(self) -> str:
        """The error messages."""
        return self.page.locator(".bench-faults").inner_text()


def shared(name: str, text: str) -> str:
    """The fragment of a link with a variant whose evaluation begins with other lines."""
    lines = text.strip("\n").split("\n")
    added = "".join(f"+{line}\n" for line in lines)
    patch = f"--- a/{EVALUATION}\n+++ b/{EVALUATION}\n@@ -0,0 +1,{len(lines)} @@\n{added}"
    return link(name, "xiangqi", patch)


def link(name: str, game: str, patch: str) -> str:
    """The fragment of a link with a variant."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps([1, name, game, patch]).encode()) + packer.flush()
    return "#variant=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def edited(name: str, game: str, old: str, new: str) -> str:
    """The fragment of a link with a variant whose evaluation has ``new`` in place of ``old``."""
    path = f"py/engine/cannonfish/kernel/{game}/evaluation.py"
    before = (ROOT / path).read_text()
    assert old in before
    after = before.replace(old, new, 1)
    lines = difflib.unified_diff(before.splitlines(True), after.splitlines(True), f"a/{path}", f"b/{path}")
    return link(name, game, "".join(lines))


HANGING = edited(
    "Endless",
    "liuzichong",
    "    own = stones[side]\n",
    "    own = stones[side]\n    while own == own:\n        own = own\n",
)
"""A variant of Liuzichong that hangs as soon as it evaluates a position."""
OPTIMIST = edited("Optimist", "xiangqi", "-score) + TEMPO", "-score) + TEMPO + 900")
"""A variant that believes the side to move to be winning."""


def test_no_code_is_cut_and_no_chances_are_broken(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    LabPage(page, site).open()
    over = page.locator(".source .cm-scroller").evaluate("(node) => node.scrollWidth - node.clientWidth")
    assert over == 0
    # The chances had three lines, beside the name of the engine.
    chances = page.locator(".head-line .chances")
    expect(chances).to_contain_text("draw")
    lines = "(node) => node.clientHeight / parseFloat(getComputedStyle(node).lineHeight)"
    assert chances.evaluate(lines) < 2
    expect(page.locator(".jump .last")).to_be_in_viewport(ratio=1)


def test_the_lab_is_no_wider_than_its_window(page: Page, site: str) -> None:
    """In narrow windows it took the board of other pages, beside which a panel is narrower."""
    hold_the_engine(page)
    page.goto(f"{site}lab.html")
    page.locator("cg-board piece").first.wait_for()
    for width in (780, 860, 900, 950, 1024):
        page.set_viewport_size({"width": width, "height": 768})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.quick
def test_an_edit_is_checked_while_typing_and_plays_at_once(page: Page, site: str) -> None:
    lab = LabPage(page, site).open()
    expect(page.locator(".source .cm-line", has_text="# cannon")).to_be_in_viewport()
    lab.append("\n\ndef half(x: int) -> int:\n    return x / 2")
    lab.status("faulty")
    assert re.search(r"line \d+.* gives a float; write // for whole numbers", lab.faults())
    expect(page.locator(".source .cm-lintRange-error")).to_have_text("x / 2")
    page.keyboard.press("Control+z")
    lab.append("\n\n# It thinks differently now.\n")
    lab.status("ready")
    expect(page.locator("#lab-variant option:checked")).to_have_text("My variant")
    expect(page.locator(".speeds tbody tr").first).to_have_text(re.compile(r"Variant[\s\S]*\d%"))
    lab.move("h2e2")
    lab.expect_moves(2)
    lab.button("Differences").click()
    expect(page.locator(".beside .cm-changedLine", has_text="differently")).to_be_visible()
    assert lab.accessibility_faults() == []
    lab.button("Share and save").click()
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    lab.button("Copy link").click()
    assert "#variant=" in page.evaluate("window.copied")
    # With the panel left open, the link was still the one to the first edit.
    first = page.evaluate("window.copied")
    lab.button("Differences").click()
    lab.append("\n\n# And once more.\n")
    lab.status("ready")
    lab.button("Copy link").click()
    assert page.evaluate("window.copied") != first
    page.reload()
    lab.status("ready")
    expect(page.locator("#lab-name")).to_have_value("My variant")
    [row] = lab.rows("variants")
    assert row["files"].keys() == {"xiangqi/evaluation.py"}


def test_on_a_phone_the_differences_are_one_column(open_page: Callable[..., Page], site: str) -> None:
    """Side by side, a line of code was broken into four."""
    lab = LabPage(open_page("phone"), site).open(HANGING)
    beside = lab.page.locator(".beside")
    expect(beside.locator(".cm-insertedLine, .cm-changedLine").first).to_be_visible()
    expect(beside.locator(".cm-content")).to_have_count(1)
    assert beside.locator(".cm-content").evaluate("(node) => node.clientWidth") > 300
    assert lab.accessibility_faults() == []
    lab.page.set_viewport_size({"width": 1280, "height": 800})
    expect(beside.locator(".cm-content")).to_have_count(2)


@pytest.mark.quick
def test_a_shared_variant_runs_when_it_is_accepted_and_reaches_nothing(
    page: Page, site: str, problems: Problems
) -> None:
    problems.expect("Content Security Policy|CSP|ERR_BLOCKED|Failed to load|Refused")
    lab = LabPage(page, site).open(shared("Probe", PROBE % {"site": site}))
    expect(page.get_by_role("region", name="A variant that somebody shared")).to_contain_text("Probe")
    expect(page.locator(".beside .cm-changedLine", has_text="import js as _js")).to_be_visible()
    assert lab.rows("variants") == []
    expect(page.locator(".bench-faults")).to_have_count(0)
    lab.status("unread")
    lab.button("Run this variant").click()
    lab.status("faulty")
    assert lab.faults().strip().endswith("it ran and reached: itself")
    page.locator(".source .cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.insert_text("while True:\n    pass\n")
    lab.status("silent")
    expect(page.get_by_text("Is there an endless loop?")).to_be_visible()
    page.locator("#lab-variant").select_option(label="Original engine")
    lab.status("ready")
    lab.move("h2e2")
    lab.expect_moves(2)


def test_the_analysis_is_that_of_the_engine_at_hand(page: Page, site: str) -> None:
    """It remained that of the engine before, as long as this had searched further."""
    lab = LabPage(page, site).open(OPTIMIST)
    lab.button("Run this variant").click()
    lab.status("ready")
    score = page.locator("output.score")
    expect(score).not_to_have_text("")
    hoped = score.inner_text()
    expect(page.get_by_role("switch", name="Variant", exact=True)).to_be_checked()
    page.locator("#lab-variant").select_option(label="Original engine")
    expect(score).to_have_text("")
    lab.status("ready")
    expect(score).not_to_have_text("")
    expect(page.get_by_role("switch", name="Original engine")).to_be_checked()
    assert score.inner_text() != hoped


@pytest.mark.parametrize(
    "fragment", [link("x", "xiangqi", "no patch"), slow("#variant=AAAA"), slow(link("x", "go", ""))]
)
def test_a_broken_link_is_refused_and_the_original_engine_plays(page: Page, site: str, fragment: str) -> None:
    lab = LabPage(page, site).open(fragment)
    lab.status("ready")
    expect(page.get_by_role("alert")).to_have_text("This link is damaged or doesn’t contain a variant.")
    assert lab.rows("variants") == []


def test_a_match_is_played_kept_and_shown_and_who_hangs_loses(page: Page, site: str) -> None:
    lab = LabPage(page, site).open("?game=liuzichong")
    lab.append("\n\n# Mine.\n")
    lab.status("ready")
    page.get_by_role("tab", name="Match").click()
    page.locator("#match-limit").select_option("nodes 1000")
    page.locator("#match-games").select_option("20")
    lab.button("Start the match").click()
    games = page.locator(".match-games li")
    expect(games.first).to_be_visible()
    assert lab.accessibility_faults() == []
    lab.button("Pause").click()
    page.reload()
    page.get_by_role("tab", name="Match").click()
    expect(page.get_by_role("status").filter(has_text="of 20 games, paused")).to_be_visible()
    lab.button("Resume").click()
    expect(page.get_by_text("20 games, finished")).to_be_visible()
    expect(games).to_have_count(20)
    expect(page.locator(".figures dd").first).to_have_text(re.compile(r"^\d+$"))
    with page.expect_download() as saved:
        lab.button("Export PGN").click()
    text = Path(saved.value.path()).read_text()
    assert text.count('[White "My variant"]') == text.count('[Black "My variant"]') == 10
    games.first.get_by_role("button").click()
    lab.button("Last position").click()
    expect(page.locator(".moves .move").nth(2)).to_be_visible()

    page.goto("about:blank")
    page.goto(f"{site}lab.html{HANGING}")
    lab.button("Run this variant").click()
    lab.status("silent")
    page.get_by_role("tab", name="Match").click()
    lab.button("New match").click()
    page.locator("#match-games").select_option("2")
    page.once("dialog", lambda dialog: dialog.accept())
    lab.button("Start the match").click()
    expect(page.get_by_text("2 games, finished")).to_be_visible()
    expect(games.locator(".why")).to_have_text(["hung", "hung"])
    expect(page.locator(".figures dd").nth(2)).to_have_text("2")
    expect(page.locator(".figures dd").nth(4)).to_have_text("–")


def test_only_one_tab_at_a_time_plays_a_match(page: Page, site: str) -> None:
    first = LabPage(page, site).open("?game=liuzichong")
    first.page.get_by_role("tab", name="Match").click()
    first.button("Start the match").wait_for()
    second = LabPage(page.context.new_page(), site).open("?game=liuzichong")
    second.page.get_by_role("tab", name="Match").click()
    elsewhere = "This match is open in another tab."
    expect(second.page.get_by_text(elsewhere)).to_be_visible()
    page.locator("#match-limit").select_option("nodes 1000")
    page.locator("#match-games").select_option("400")
    first.button("Start the match").click()
    expect(second.page.locator(".match-games li").nth(1)).to_be_visible()
    assert second.accessibility_faults() == []
    second.button("Continue here").click()
    expect(page.get_by_text(elsewhere)).to_be_visible()
    expect(second.button("Pause")).to_be_visible()
    seen = page.locator(".match-games li").count()
    expect(page.locator(".match-games li").nth(seen + 1)).to_be_visible()
    second.page.close()
    expect(first.button("Resume")).to_be_visible()
    expect(page.get_by_text(elsewhere)).to_have_count(0)
