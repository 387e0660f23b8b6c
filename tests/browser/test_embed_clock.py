"""Clocks in a frame: both are shown, run and fall, and the host page is told. The tests control the time."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.embed_page import Embedded, ask, host_site, open_frame, ready, talking_page
from tests.browser.play_page import AXE

OpenPage = Callable[..., Page]


def clock_of(frame: Embedded, side: str) -> Locator:
    """The clock of a side, found as a screen reader finds it."""
    return frame.inside.get_by_role("timer", name=re.compile(side))


@pytest.mark.quick
def test_a_flag_falls(page: Page, site: str) -> None:
    page.clock.install()
    frame = open_frame(page, site, "clock=2+5&color=both")
    expect(clock_of(frame, "Red")).to_have_text("2:00")
    expect(clock_of(frame, "Black")).to_have_text("2:00")
    page.clock.fast_forward(600_000)
    expect(frame.status).to_have_text("Red to move")
    frame.move("h2e2")
    expect(clock_of(frame, "Black")).to_have_attribute("data-running", "")
    expect(clock_of(frame, "Red")).to_have_text("2:00")
    page.evaluate(AXE.read_text())
    result = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    assert [fault["id"] for fault in result["violations"]] == []
    page.clock.run_for(121_000)
    expect(frame.status).to_have_text("Red wins: Black ran out of time.")
    expect(clock_of(frame, "Black")).to_have_text("0:00.0")


def test_a_page_is_told_of_the_clocks_and_they_stand_while_the_engine_sleeps(
    page: Page, site: str, tmp_path: Path
) -> None:
    with host_site(tmp_path, {}) as host:
        query = f"clock=3%2B5&color=both&origin={host.rstrip('/')}"
        (tmp_path / "host.html").write_text(talking_page(f"{site}embed.html?{query}"))
        page.clock.install()
        page.goto(f"{host}host.html")
        assert ready(page)["state"]["clock"] == {"left": {"red": 180_000, "black": 180_000}, "running": None}
        ask(page, "move", move="h2e2")
        frame = Embedded(page.frame_locator("iframe"))
        expect(clock_of(frame, "Black")).to_have_attribute("data-running", "")
        asleep = ask(page, "sleep")["state"]["clock"]
        assert asleep["running"] is None
        page.clock.fast_forward(600_000)
        assert ask(page, "get")["state"]["clock"] == asleep
        ask(page, "move", move="h9g7")
        expect(clock_of(frame, "Red")).to_have_attribute("data-running", "")
        after = ask(page, "get")["state"]["clock"]["left"]
        assert after["black"] <= asleep["left"]["black"] + 5000
        page.clock.run_for(200_000)
        page.wait_for_function("() => heard.some(({ type }) => type === 'gameover')")
        over = page.evaluate("heard.find(({ type }) => type === 'gameover').outcome")
        assert (over["winner"], over["termination"]) == ("black", "time")
        assert ask(page, "set", clock="")["state"]["clock"] is None


def test_in_chinese_the_clocks_speak_chinese(page: Page, site: str) -> None:
    page.clock.install()
    frame = open_frame(page, site, "clock=1&color=both&lang=zh")
    frame.move("h2e2")
    expect(clock_of(frame, "黑方")).to_have_attribute("data-running", "")
    page.clock.run_for(61_000)
    expect(frame.status).to_have_text("红方胜：黑方超时。")
