"""One thread and two in Chromium, in turn: speed, time to a depth, stops; and what an isolated page costs.

`python -m tests.bench.threads` measures this alone. It needs two idle cores.
"""

from collections.abc import Iterator
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

EMPTY_TABLES = {"level": 1}
"""The search of a level empties all tables first, and hardly fills them."""
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
    """Two threads against one: nodes a second, and the time to the depth that one thread reaches in SPEED_MS.

    One fixed depth would be reached at once in some positions, and the ratio there would say nothing.
    """
    speeds: dict[int, list[float]] = {1: [], 2: []}
    times: dict[int, list[float]] = {1: [], 2: []}
    fens = positions("xiangqi")

    def search(fen: str, limits: dict[str, int]) -> dict[str, int]:
        page.evaluate("limits => measure.search(undefined, limits)", EMPTY_TABLES)
        info: dict[str, int] = page.evaluate("([fen, limits]) => measure.search(fen, limits)", [fen, limits])
        return info

    for fen in fens * ROUNDS:
        depth = 0
        for threads in speeds:
            page.evaluate(f"measure.useThreads({threads})")
            info = search(fen, {"movetime": SPEED_MS})
            speeds[threads].append(info["nps"])
            depth = depth or info["depth"]
            times[threads].append(max(search(fen, {"depth": depth})["time"], 1))
    one, two = (median(speeds[threads]) for threads in speeds)
    ratio = geometric_mean(after / before for before, after in zip(*speeds.values(), strict=True))
    searches = f"{len(fens)} positions, {ROUNDS} times"
    detail = f"{one / 1e6:.2f} and {two / 1e6:.2f} million; {searches}, {SPEED_MS} ms each"
    yield Figure("nodes/s of two threads against one", ratio, "x", reach=1.75, more=True, detail=detail)
    one, two = (sum(times[threads]) / 1000 for threads in times)
    ratio = geometric_mean(after / before for before, after in zip(*times.values(), strict=True))
    detail = f"{one:.1f} and {two:.1f} s in all, {two / one:.2f}; geometric mean of {searches}"
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
