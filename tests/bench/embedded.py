"""The costs of our frames for a page that embeds them: time, memory, bytes."""

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

ROUNDS = 15
"""With 7 the ratios of one build differed by up to 0.5."""
MANY = 6
IDLE = {"frame": "frame", "element": "element", "game": "frame that steps through a game"}
SETTLE_MS = 1500
"""How long a page is left alone before its memory is read."""

EMPTY = "licences/MIT.txt"
"""The content of an empty frame: a text, without style and script."""

NOTE_PAINT = """() => {
    if (window === top) return;
    const there = () => location.pathname.endsWith('embed.html')
        ? document.querySelectorAll('cg-board piece').length === 32
        : document.readyState !== 'loading';
    const look = () => {
        if (!there()) return requestAnimationFrame(look);
        // The animation frame after: it is on the screen.
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
            for name, words in (
                ("frame", "small frames, all in sight"),
                ("frame-article", "frames of an article"),
                ("element-article", "elements of an article"),
            ):
                empty = "empty-article" if name.endswith("article") else "empty"
                with chromium(playwright) as browser:
                    yield from first_paint(browser, address, name, empty, words)
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
    """The lines to embed: the documented ones, and a frame that holds a text."""
    sandbox = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    script = f'<script src="{site}embed/cannonfish-embed.js" defer></script>'
    look = f'title="Xiangqi" width="420" height="560" loading="lazy" style="border: 0" sandbox="{sandbox}"'
    return {
        "empty": f'<iframe {look} src="{site}{EMPTY}"></iframe>',
        "frame": f'<iframe {look} src="{site}embed.html"></iframe>',
        "game": f'<iframe {look} src="{site}embed.html?mode=view&amp;moves=h2e2,h9g7"></iframe>',
        "element": f"{script}<xiangqi-board></xiangqi-board>",
    }


def page_of(line: str, count: int) -> str:
    """A page with so many small boards, all of them in sight."""
    style = "<style>iframe, xiangqi-board { display: inline-block; width: 240px; height: 300px }</style>"
    return f"<!doctype html><meta charset=utf-8><title>Host</title>{style}{line * count}"


def article_of(line: str, count: int) -> str:
    """An article with so many boards, as large as the documented lines make them; one or two are in sight."""
    text = "What would you play here, and why? " * 8
    style = "<style>body { max-width: 40rem; margin: auto }</style>"
    return f"<!doctype html><meta charset=utf-8><title>Host</title>{style}" + f"<p>{text}</p>{line}" * count


def first_paint(browser: Browser, address: str, name: str, empty: str, words: str) -> Iterator[Figure]:
    """From navigation until all boards in sight have their men: one board and six, beside empty frames."""
    times: dict[tuple[str, int], list[float]] = {
        (page, count): [] for page in (name, empty) for count in (1, MANY)
    }
    for _ in range(ROUNDS):
        for (page, count), found in times.items():
            found.append(painted(browser, f"{address}{page}{count}.html"))
    one, six, one_empty, six_empty = (median(found) for found in times.values())
    ratio, floor = six / one, six_empty / one_empty
    yield Figure(f"{words}: one painted", round(one), "ms", detail=f"median of {ROUNDS}, first visit")
    yield Figure(f"{words}: {MANY}", round(six), "ms", detail=f"the last in sight, median of {ROUNDS}")
    yield Figure(f"{words}: {MANY} against one", ratio, "x")
    yield Figure(
        f"{words}: that ratio against that of empty frames",
        ratio / floor,
        "x",
        reach=1.1,
        detail=f"empty: {round(six_empty)} and {round(one_empty)} ms, {floor:.2f} x",
    )


def painted(browser: Browser, address: str) -> float:
    """Milliseconds from a first visitor's navigation until all frames in sight are painted."""
    with visitor(browser) as context:
        context.add_init_script(f"({NOTE_PAINT})()")
        page = context.new_page()
        page.goto(address)
        began: float = page.evaluate("performance.timeOrigin")
        return max(frame.evaluate(PAINTED) for frame in in_sight(page)) - began


def in_sight(page: Page) -> list[Frame]:
    """The frames that a visitor sees without scrolling."""
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
    """Private bytes of the page processes; shared memory, the browser's own program, does not count."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    pids = [process["id"] for process in processes if process["type"] == "renderer"]
    rollups = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids]
    return sum(
        int(size) * 1024 for text in rollups for size in re.findall(r"Private_Dirty:\s+(\d+) kB", text)
    )
