"""One thread and two in Chromium, in turn: speed, time to a depth, stops; and what an isolated page costs.

`python -m tests.bench.threads` measures this alone. It needs two idle cores.
"""

from collections.abc import Iterator
from math import exp, log, sqrt
from statistics import geometric_mean, mean, median, stdev

from cannonfish.engine import Engine
from cannonfish.engine.bench import positions
from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.figures import Figure
from tests.bench.in_browser import (
    HARNESS,
    MB,
    SITE,
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
LONG_MS = 5000
DEPTHS_MS = (250, 2000)
"""The usual times of a move; LONG_MS leaves room for a thread that is much slower than the other."""


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
    """Two threads against one: nodes a second, and the time to the same depth.

    The times are compared at every depth for which the geometric mean of the two lies within DEPTHS_MS.
    Depths chosen by the times of one thread alone would be those that it reaches early by luck.
    """
    speeds: dict[int, list[float]] = {1: [], 2: []}
    ratios: list[list[float]] = []
    for fen in positions("xiangqi") * ROUNDS:
        times: list[dict[str, int]] = []
        for threads in speeds:
            page.evaluate(f"measure.useThreads({threads})")
            page.evaluate("limits => measure.search(undefined, limits)", EMPTY_TABLES)
            found = page.evaluate("asked => measure.depthTimes(...asked)", [fen, {"movetime": LONG_MS}])
            speeds[threads].append(found["nps"])
            times.append(found["times"])
        one, two = times
        common = [(one[depth], two[depth]) for depth in one.keys() & two.keys()]
        least, most = DEPTHS_MS
        ratios.append([b / a for a, b in common if least**2 <= a * b <= most**2])
    one_speed, two_speed = (median(speeds[threads]) for threads in speeds)
    ratio = geometric_mean(after / before for before, after in zip(*speeds.values(), strict=True))
    searches = f"{len(speeds[1])} searches"
    detail = f"{one_speed / 1e6:.2f} and {two_speed / 1e6:.2f} million; {searches}, {LONG_MS} ms each"
    yield Figure("nodes/s of two threads against one", ratio, "x", reach=1.75, more=True, detail=detail)
    logs = [log(geometric_mean(each)) for each in ratios if each]
    error = stdev(logs) / sqrt(len(logs))
    ratio = exp(mean(logs))
    detail = f"standard error {ratio * error:.3f}; {sum(map(len, ratios))} depths of {searches}"
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
