"""One thread and two in Chromium, in turn: speed, time to a depth, stops; and what an isolated page costs.

`python -m tests.bench.threads` measures this alone. It needs two idle cores.
"""

from collections.abc import Iterator
from itertools import product
from statistics import geometric_mean, median

from cannonfish.engine import Engine
from cannonfish.engine.bench import positions
from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.figures import Figure
from tests.bench.in_browser import (
    HARNESS,
    MB,
    SITE,
    SPEED_MS,
    STARTS,
    STOPS,
    chromium,
    harness,
    reload,
    visitor,
)
from tools.server import ISOLATION, SiteServer
from tools.static_site import DIST

POSITIONS = 10
DEPTH = 18
"""About half a second of one thread."""
WARM_UP = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"
ROUNDS = 4
"""Two threads search a different tree each time, so one search says little."""


def figures() -> Iterator[Figure]:
    """All figures of threads."""
    folders = {SITE: DIST, "/bench/": HARNESS}
    with (
        SiteServer(folders) as plain,
        SiteServer(folders, headers=ISOLATION, assets=plain.assets) as isolated,
        sync_playwright() as playwright,
        chromium(playwright) as browser,
    ):
        plain.warm()
        yield from starts(browser, plain, isolated)
        with visitor(browser) as context:
            page = harness(context, isolated)
            page.evaluate("measure.startEngine()")
            yield from searches(page)
            yield from stops(page)
    memory = Engine().program().image().shared_from
    yield Figure("arrays of a helper thread", memory / MB, "MB", reach=8)


def starts(browser: Browser, plain: SiteServer, isolated: SiteServer) -> Iterator[Figure]:
    """Later starts of the engine, on a page that is isolated and on one that is not.

    They are to be equally fast; a twentieth is allowed, as medians of a few starts differ by chance.
    """
    times: dict[str, list[float]] = {plain.url: [], isolated.url: []}
    for _ in range(STARTS):
        for server in (plain, isolated):
            with visitor(browser) as context:
                page = harness(context, server)
                page.evaluate("measure.startEngine()")
                page.evaluate("measure.snapshotIsKept()")
                reload(page)
                times[server.url].append(page.evaluate("measure.startEngine()")["time"])
    before, after = map(median, times.values())
    detail = f"{after:.0f} ms, {before:.0f} without; medians of {STARTS}"
    name = "engine ready on an isolated page, against one that is not"
    yield Figure(name, after / before, "x", reach=1.05, detail=detail)


def searches(page: Page) -> Iterator[Figure]:
    """Two threads against one: nodes a second, and time to a depth."""
    speeds: dict[int, list[float]] = {1: [], 2: []}
    times: dict[int, list[float]] = {1: [], 2: []}
    for fen, threads in product(positions("xiangqi")[:POSITIONS] * ROUNDS, speeds):
        for limits in ({"movetime": SPEED_MS}, {"depth": DEPTH}):
            page.evaluate(f"measure.useThreads({3 - threads})")  # a change empties the table
            page.evaluate(f"measure.useThreads({threads})")
            page.evaluate("fen => measure.search(fen, { movetime: 100 })", WARM_UP)  # starts the helpers
            info = page.evaluate("([fen, limits]) => measure.search(fen, limits)", [fen, limits])
            if "depth" in limits:
                times[threads].append(max(info["time"], 1))
            else:
                speeds[threads].append(info["nps"])
    one, two = (median(speeds[threads]) for threads in speeds)
    ratio = geometric_mean(after / before for before, after in zip(*speeds.values(), strict=True))
    searches = f"{POSITIONS} positions, {ROUNDS} times"
    detail = f"{one / 1e6:.2f} and {two / 1e6:.2f} million; {searches}, {SPEED_MS} ms each"
    yield Figure("nodes/s of two threads against one", ratio, "x", reach=1.75, more=True, detail=detail)
    one, two = (sum(times[threads]) / 1000 for threads in times)
    ratio = geometric_mean(after / before for before, after in zip(*times.values(), strict=True))
    detail = f"{one:.1f} and {two:.1f} s in all; depth {DEPTH}, geometric mean of {searches}"
    yield Figure("time to a depth of two threads against one", ratio, "x", reach=0.7, detail=detail)


def stops(page: Page) -> Iterator[Figure]:
    """The time from a stop request to the best move, with two threads."""
    page.evaluate("measure.useThreads(2)")
    found = page.evaluate(f"measure.stopTimes({STOPS})")
    detail = f"median {median(found):.1f} ms of {STOPS}"
    yield Figure("stop of two threads, slowest", max(found), "ms", reach=10, detail=detail)


if __name__ == "__main__":
    for figure in figures():
        print(*figure.cells, sep="  ", flush=True)
