"""The analysis board in Chromium: presses, the first lines, the review of a game.

`python -m tests.bench.analysis [MINUTES]` measures the memory of a long analysis, by default of 60 minutes.
It is not part of `build.py bench`, because it would take an hour more.
"""

import sys
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from statistics import median

from cannonfish import records
from cannonfish.engine.bench import positions
from playwright.sync_api import Page, sync_playwright

from tests.bench.figures import Figure
from tests.bench.in_browser import (
    HARNESS,
    MB,
    PRESS_TO_PAINT,
    SITE,
    SPEED_MS,
    SPEED_ROUNDS,
    chromium,
    harness,
    press_to_paint,
    renderer_memory,
    visitor,
)
from tools.server import SiteServer
from tools.static_site import DIST

RECORD = Path(__file__).parents[1] / "data" / "records" / "liu-yang-1982.pgn"
LINES = 5
STEPS = 40
STEPPED_PLIES = 20
"""Plies of the game whose positions are stepped through."""
REVIEWED_PLIES = 100
REVIEW_NODES = 300_000
REVIEW_SECONDS, REVIEW_SPEED = 25, 1.9e6
"""The time that a review may take, if the engine searches this many nodes a second."""
SETTLED_MINUTES = 5

FIRST_LINES = """async (keys) => {
    // From the press to the first frame in which a line of the new position stands.
    const found = [];
    const engine = document.querySelector('.engine-lines');
    const moves = () => [...engine.querySelectorAll('.lines li .pv-move')];
    const shown = () => moves().map(({ textContent }) => textContent).join(' ');
    for (const key of keys) {
        const began = performance.now();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        await new Promise(requestAnimationFrame);
        const before = shown();
        while (shown() === '' || (shown() === before && performance.now() - began < 50))
            await new Promise(requestAnimationFrame);
        found.push(performance.now() - began);
    }
    return found;
}"""

PROGRESS_GAPS = """() => {
    // The longest time between two steps of the review's progress.
    window.gap = 0;
    let last = performance.now();
    let value = 0;
    const look = () => {
        const bar = document.querySelector('.review-progress progress');
        const now = performance.now();
        if (!bar || bar.value !== value) {
            if (bar) window.gap = Math.max(window.gap, now - last);
            last = now;
            value = bar?.value ?? 0;
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""


def figures() -> Iterator[Figure]:
    """Presses and first lines with five lines, and a review."""
    with (
        SiteServer({SITE: DIST, "/bench/": HARNESS}) as server,
        sync_playwright() as playwright,
        chromium(playwright) as browser,
    ):
        server.warm()
        with visitor(browser) as context:
            context.add_init_script(f"({PRESS_TO_PAINT})()")
            page = analysed(context.new_page(), server)
            yield first_lines(page)
            yield press_to_paint(page, "Flip board", f"press to paint while {LINES} lines are analysed")
            page.close()
            page = harness(context, server)
            speed = nodes_per_second(page)
            page.close()
            yield from review(context.new_page(), server, speed)


def analysed(page: Page, server: SiteServer) -> Page:
    """The analysis board with five lines of an unlimited analysis."""
    page.goto(f"{server.url}analysis.html?moves={published_moves(STEPPED_PLIES)}")
    page.locator(".lines li:has(.pv-move)").first.wait_for()
    page.get_by_role("button", name="Analysis settings").click()
    page.get_by_label("Lines", exact=True).select_option(str(LINES))
    page.locator(".lines li:has(.pv-move)").nth(LINES - 1).wait_for()
    page.locator("#board").focus()
    return page


def first_lines(page: Page) -> Figure:
    """The time from a step to the first line of the new position, which was never shown before."""
    found = page.evaluate(FIRST_LINES, ["ArrowLeft"] * (STEPPED_PLIES - 1))
    detail = f"slowest of {len(found)}, median {median(found):.0f} ms"
    return Figure("first line of a new position", max(found), "ms", reach=300, detail=detail)


def nodes_per_second(page: Page) -> float:
    """Median speed of the compiled search in this browser."""
    page.evaluate("measure.startEngine()")
    page.evaluate("measure.use", "compiled")
    speeds = []
    for fen in positions("xiangqi")[:SPEED_ROUNDS]:
        info = page.evaluate("([fen, ms]) => measure.search(fen, { movetime: ms })", [fen, SPEED_MS])
        speeds.append(info["nodes"] * 1000 / info["time"])
    return float(median(speeds))


def review(page: Page, server: SiteServer, speed: float) -> Iterator[Figure]:
    """The review of a game of 100 plies."""
    page.goto(f"{server.url}analysis.html?moves={published_moves(REVIEWED_PLIES)}")
    page.locator(".lines li:has(.pv-move)").first.wait_for()
    page.get_by_role("tab", name="Review").click()
    page.evaluate(PROGRESS_GAPS)
    began = time.perf_counter()
    page.get_by_role("button", name="Review this game").click()
    page.get_by_role("button", name="Annotated PGN").wait_for(timeout=600_000)
    took = time.perf_counter() - began
    may = REVIEW_SECONDS * REVIEW_SPEED / speed
    detail = f"{REVIEW_NODES:,} nodes a position; {speed:,.0f} nodes/s in this run"
    yield Figure(f"review of {REVIEWED_PLIES} plies", took, "s", reach=may, detail=detail)
    yield Figure("review, between two steps of progress", page.evaluate("gap"), "ms", reach=1000)


def published_moves(plies: int) -> str:
    """The first moves of a published game, as an address has them."""
    [game] = records.loads(RECORD.read_text(encoding="utf-8"))
    return ",".join(move.uci() for move in islice(game.mainline_moves(), plies))


def memory(minutes: float) -> Figure:
    """Memory of the browser's page processes after a long analysis against after five minutes of it."""
    with (
        SiteServer({SITE: DIST}) as server,
        sync_playwright() as playwright,
        chromium(playwright) as browser,
        visitor(browser) as context,
    ):
        page = analysed(context.new_page(), server)
        began = time.monotonic()
        settled = 0
        keys = cycle(["ArrowLeft"] * 19 + ["ArrowRight"] * 19)
        while (passed := time.monotonic() - began) < 60 * minutes:
            page.keyboard.press(next(keys))
            page.wait_for_timeout(3000)
            if not settled and passed > 60 * SETTLED_MINUTES:
                settled = renderer_memory(browser)
        after = renderer_memory(browser)
    settled = settled or after
    detail = f"{settled / MB:.0f} MB after {SETTLED_MINUTES} minutes, {after / MB:.0f} MB after {minutes:g}"
    return Figure("memory of a long analysis", after / settled, "x", reach=1.2, detail=detail)


if __name__ == "__main__":
    print(*memory(float(sys.argv[1]) if len(sys.argv) > 1 else 60).cells)
