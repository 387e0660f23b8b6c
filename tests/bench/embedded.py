"""What our frames cost the page of another site that embeds them: time, memory, bytes."""

import gzip
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tests.bench.figures import Figure
from tests.bench.in_browser import MB, SITE, chromium, visitor
from tools.server import SiteServer
from tools.static_site import DIST

ROUNDS = 7
MANY = 6
SETTLE_MS = 1500
"""How long a page is left alone before its memory is read."""

NOTE_PAINT = """() => {
    if (!location.pathname.endsWith('embed.html')) return;
    const look = () => {
        if (document.querySelectorAll('cg-board piece').length < 32) return requestAnimationFrame(look);
        // The frame after the one that has the men in it: they are on the screen.
        requestAnimationFrame(() => { window.painted = performance.timeOrigin + performance.now(); });
    };
    requestAnimationFrame(look);
}"""

PAINTED = """() => new Promise((resolve) => {
    const look = () => (window.painted ? resolve(window.painted) : setTimeout(look, 5));
    look();
})"""


def figures() -> Iterator[Figure]:
    """All figures of embedding."""
    loader = len(gzip.compress((DIST / "embed" / "cannonfish-embed.js").read_bytes(), 6))
    yield Figure("script that a page loads to embed us", loader / 1024, "KiB", reach=4, detail="gzip")
    with tempfile.TemporaryDirectory() as folder, SiteServer({SITE: DIST}) as server:
        server.warm()
        with (
            SiteServer({"/": Path(folder)}, cache_control="no-cache") as host,
            sync_playwright() as playwright,
        ):
            for name, source in {"frame": "embed.html", "empty": "licences/MIT.txt"}.items():
                for count in (1, MANY):
                    Path(folder, f"{name}{count}.html").write_text(page_of(f"{server.url}{source}", count))
            address = host.url.replace("localhost", "127.0.0.1")
            with chromium(playwright) as browser:
                yield from first_paint(browser, address)
            memory = {}
            for name in ("frame1", f"frame{MANY}", "empty1", f"empty{MANY}"):
                with chromium(playwright) as browser:
                    memory[name] = idle_memory(browser, f"{address}{name}.html")
    one = (memory["frame1"] - memory["empty1"]) / MB
    each = (memory[f"frame{MANY}"] - memory[f"empty{MANY}"]) / MANY / MB
    detail = "private, over a frame of the same site that holds a text"
    yield Figure("idle frame, alone on a page", one, "MB", reach=10, detail=detail)
    yield Figure(f"idle frame, one of {MANY}", each, "MB", reach=10, detail=detail)


def page_of(source: str, count: int) -> str:
    """A page with so many frames, all of them in sight."""
    frame = f'<iframe title="board" width="240" height="300" src="{source}"></iframe>'
    return f"<!doctype html><meta charset=utf-8><title>Host</title>{frame * count}"


def first_paint(browser: Browser, address: str) -> Iterator[Figure]:
    """From navigation until the men are on every board, one frame and six, turn by turn."""
    times: dict[int, list[float]] = {1: [], MANY: []}
    for _ in range(ROUNDS):
        for count, found in times.items():
            with visitor(browser) as context:
                context.add_init_script(f"({NOTE_PAINT})()")
                page = context.new_page()
                page.goto(f"{address}frame{count}.html")
                began = page.evaluate("performance.timeOrigin")
                frames = [frame for frame in page.frames if frame.url.endswith("embed.html")]
                assert len(frames) == count
                found.append(max(frame.evaluate(PAINTED) for frame in frames) - began)
    one, six = (median(found) for found in times.values())
    yield Figure("one frame painted", round(one), "ms", detail=f"median of {ROUNDS}, first visit")
    yield Figure(f"{MANY} frames painted", round(six), "ms", detail=f"the last of them, median of {ROUNDS}")
    yield Figure(f"{MANY} frames against one", six / one, "x", reach=1.5)


def idle_memory(browser: Browser, address: str) -> int:
    """Memory of the page processes when everything has loaded and come to rest."""
    with visitor(browser) as context:
        page = context.new_page()
        page.goto(address)
        page.wait_for_timeout(SETTLE_MS)
        return private_memory(browser)


def private_memory(browser: Browser) -> int:
    """Bytes that only the page processes have; what they share, the browser's own program, is no frame's."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    pids = [process["id"] for process in processes if process["type"] == "renderer"]
    rollups = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids]
    return sum(
        int(size) * 1024 for text in rollups for size in re.findall(r"Private_Dirty:\s+(\d+) kB", text)
    )
