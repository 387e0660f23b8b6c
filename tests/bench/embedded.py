"""What our frames cost the page of another site that embeds them: time, memory, bytes."""

import gzip
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Frame, Page, sync_playwright

from tests.bench.figures import Figure
from tests.bench.in_browser import MB, SITE, chromium, visitor
from tools.server import SiteServer
from tools.static_site import DIST

ROUNDS = 7
MANY = 6
IDLE = {"frame": "frame", "element": "element", "game": "frame that steps through a game"}
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
            for count in (1, MANY):
                for name, line in lines(server.url).items():
                    Path(folder, f"{name}{count}.html").write_text(page_of(line, count))
                    Path(folder, f"{name}-article{count}.html").write_text(article_of(line, count))
            address = host.url.replace("localhost", "127.0.0.1")
            with chromium(playwright) as browser:
                yield from first_paint(browser, f"{address}frame", "small frames, all in sight")
            for name in ("frame", "element"):
                with chromium(playwright) as browser:
                    yield from first_paint(browser, f"{address}{name}-article", f"{name}s of an article")
            memory = {}
            for name in ("empty", "frame", "element", "game"):
                for count in (1, MANY):
                    with chromium(playwright) as browser:
                        memory[name, count] = idle_memory(browser, f"{address}{name}{count}.html")
    detail = "private, over a frame of the same site that holds a text"
    for name in ("frame", "element", "game"):
        for count, words in {1: "alone on a page", MANY: f"one of {MANY}"}.items():
            each = (memory[name, count] - memory["empty", count]) / count / MB
            yield Figure(f"idle {IDLE[name]}, {words}", each, "MB", reach=10, detail=detail)


def lines(site: str) -> dict[str, str]:
    """What a page may hold: the documented lines, and a frame that holds a text."""
    sandbox = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    script = f'<script src="{site}embed/cannonfish-embed.js" defer></script>'
    look = f'title="Xiangqi" width="420" height="560" loading="lazy" style="border: 0" sandbox="{sandbox}"'
    return {
        "empty": f'<iframe {look} src="{site}licences/MIT.txt"></iframe>',
        "frame": f'<iframe {look} src="{site}embed.html"></iframe>',
        "game": f'<iframe {look} src="{site}embed.html?mode=view&amp;moves=h2e2,h9g7"></iframe>',
        "element": f"{script}<xiangqi-board></xiangqi-board>",
    }


def page_of(line: str, count: int) -> str:
    """A page with so many boards, small, all of them in sight."""
    style = "<style>iframe, xiangqi-board { display: inline-block; width: 240px; height: 300px }</style>"
    return f"<!doctype html><meta charset=utf-8><title>Host</title>{style}{line * count}"


def article_of(line: str, count: int) -> str:
    """An article with so many boards, as large as the documented lines make them; one or two are in sight."""
    text = "What would you play here, and why? " * 8
    style = "<style>body { max-width: 40rem; margin: auto }</style>"
    return f"<!doctype html><meta charset=utf-8><title>Host</title>{style}" + f"<p>{text}</p>{line}" * count


def first_paint(browser: Browser, address: str, name: str) -> Iterator[Figure]:
    """From navigation until the men are on every board in sight, one board and six, turn by turn."""
    times: dict[int, list[float]] = {1: [], MANY: []}
    for _ in range(ROUNDS):
        for count, found in times.items():
            with visitor(browser) as context:
                context.add_init_script(f"({NOTE_PAINT})()")
                page = context.new_page()
                page.goto(f"{address}{count}.html")
                began = page.evaluate("performance.timeOrigin")
                found.append(max(frame.evaluate(PAINTED) for frame in in_sight(page)) - began)
    one, six = (median(found) for found in times.values())
    yield Figure(f"{name}: one painted", round(one), "ms", detail=f"median of {ROUNDS}, first visit")
    yield Figure(f"{name}: {MANY}", round(six), "ms", detail=f"the last in sight, median of {ROUNDS}")
    yield Figure(f"{name}: {MANY} against one", six / one, "x", reach=1.5)


def in_sight(page: Page) -> list[Frame]:
    """The frames of ours that a visitor sees without scrolling."""
    height = (page.viewport_size or {"height": 720})["height"]
    found = []
    for element in page.locator("iframe").element_handles():
        box, frame = element.bounding_box(), element.content_frame()
        if box and frame and box["y"] < height:
            found.append(frame)
    assert found
    return found


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
