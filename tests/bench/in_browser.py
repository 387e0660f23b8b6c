"""Figures of the site in a visitor's browser: start, responsiveness, speed, bytes, memory.

Figures to be compared are measured in the same browser in the same run, in turns, so that a loaded machine
slows both sides down.
"""

import base64
import io
import json
import random
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from cannonfish.engine import Engine, Limits
from cannonfish.engine.bench import positions
from cannonfish.games.xiangqi import Board
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tests.bench import friend
from tests.bench.figures import Figure
from tests.board_pictures import START, drawn
from tools import environment
from tools.server import COMPRESSED, Sent, SiteServer
from tools.static_site import DIST
from tools.steps import ROOT

HARNESS = Path(__file__).parent / "harness"
SITE = "/cannonfish/"
STARTS = 5
SPEED_ROUNDS = 5
SPEED_MS = 1000
STOPS = 12
FEW_MOVES, MANY_MOVES = 30, 300
VIEWS = 20
MANY_SEARCHES = 100
FEW_SEARCHES = 5
SEARCH_LIMITS = {"nodes": 20_000}
EQUAL_DEPTH = 5
MB = 1e6
RUNTIME = ("pyodide/", "wheels/", "data/build")
PRESSES = 200
PRESS_GAP_MS = 100
"""Between two presses, about as fast as a person steps through a game."""
OTHER_PAGES = ("analysis.html", "puzzles.html", "embed.html", "embedding.html")
ALONE = ("embed.html", "embedding.html")
"""Pages that keep nothing for use without a network."""

FIRST_CLICKABLE = """() => {
    // Press the point of a cannon, again and again, until the board shows where it can go.
    const look = () => {
        const point = document.querySelector('[role=gridcell][aria-label^="b2"]');
        if (document.querySelector('.move-dest')) window.clickableAfter = performance.now();
        else {
            point?.click();
            requestAnimationFrame(look);
        }
    };
    requestAnimationFrame(look);
}"""

FIRST_PUZZLE = """() => {
    const look = () => {
        const man = document.querySelector('[role=gridcell][data-state~=pick]');
        if (man) window.solvableAfter = performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""

NEXT_PUZZLES = """async (times) => {
    const tools = [...document.querySelectorAll('.tools button')];
    const skip = tools.find((each) => each.textContent.trim() === 'Skip');
    const found = [];
    for (let i = 0; i < times; i++) {
        const address = location.href;
        const began = performance.now();
        skip.click();
        await new Promise((resolve) => {
            const look = () => {
                const there = document.querySelector('[role=gridcell][data-state~=pick]');
                if (location.href !== address && there) resolve();
                else setTimeout(look);
            };
            look();
        });
        found.push(performance.now() - began);
    }
    return found;
}"""

MOVES_SHOWN = """() => {
    const expected = new URLSearchParams(location.search).get('moves').split(',').length;
    const look = () => {
        const shown = document.querySelectorAll('.moves .move').length;
        if (shown === expected) window.movesShown = performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""

PRESS_TO_PAINT = """() => {
    // The browser's own clock of an interaction: from the press to the next frame, in steps of 8 ms.
    window.presses = new Map();
    new PerformanceObserver((list) => {
        for (const { interactionId: id, duration } of list.getEntries()) {
            if (id) presses.set(id, Math.max(duration, presses.get(id) ?? 0));
        }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}"""

READ_PICTURE = """async (data) => {
    const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
    const file = new File([bytes], 'screen.png', { type: 'image/png' });
    const start = performance.now();
    const bitmap = await createImageBitmap(file);
    const scaled = new OffscreenCanvas(1280, 720).getContext('2d', { willReadFrequently: true });
    scaled.drawImage(bitmap, 0, 0, 1280, 720);
    scaled.getImageData(0, 0, 1280, 720);
    const decoded = performance.now() - start;
    const input = document.querySelector('dialog[open] input[type=file]:not([capture])');
    const files = new DataTransfer();
    files.items.add(file);
    input.files = files.files;
    const begun = performance.now();
    input.dispatchEvent(new Event('change', { bubbles: true }));
    const use = () => document.querySelector('dialog[open] .btn.main:not([disabled])');
    while (use()) await new Promise(requestAnimationFrame); // of the picture before
    while (!use()) await new Promise((resolve) => setTimeout(resolve, 2));
    return [decoded, performance.now() - begun];
}"""

SERVICE_WORKER_IS_READY = """() => Promise.race([
    navigator.serviceWorker.ready.then(() => true),
    new Promise((resolve) => setTimeout(resolve, 60_000, false)),
])"""


def figures() -> Iterator[Figure]:
    """All figures that need a browser."""
    folders = {SITE: DIST, "/bare/": environment.NODE_MODULES / "pyodide", "/bench/": HARNESS}
    with SiteServer(folders) as server, sync_playwright() as playwright:
        server.warm()
        with chromium(playwright) as browser:
            starts = start_times(browser, server)
            yield from start_figures(starts)
            yield from first_clickable(browser, server, starts["first"])
            yield long_link(browser, server)
            yield from puzzles(browser, server)
            yield lesson(browser, server)
            yield picture(browser, server)
            yield from speed(browser, server)
            yield from responsiveness(browser, server)
            yield from presses(browser, server)
            yield from labelled(browser, server)
            yield from transferred(browser, server)
            yield from friend.figures(browser, server)
        yield from memory(playwright, server)


def version() -> str:
    """The browser's name and version."""
    with sync_playwright() as playwright, chromium(playwright) as browser:
        return f"Chromium {browser.version}"


@contextmanager
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """A browser that ends with the block."""
    arguments = environment.CHROMIUM_ARGUMENTS
    browser = playwright.chromium.launch(executable_path=environment.browser(), args=arguments)
    try:
        yield browser
    finally:
        browser.close()


@contextmanager
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A visitor who has never been here."""
    context = browser.new_context()
    context.set_default_timeout(120_000)
    try:
        yield context
    finally:
        context.close()


def harness(context: BrowserContext, server: SiteServer) -> Page:
    """A page with window.measure and nothing else."""
    page = context.new_page()
    page.goto(f"http://localhost:{server.port}/bench/")
    page.wait_for_function("window.measure")
    return page


def reload(page: Page) -> None:
    """The same visitor comes again."""
    page.reload()
    page.wait_for_function("window.measure")


# Start


def start_times(browser: Browser, server: SiteServer) -> dict[str, float]:
    """Median times of first and later starts, of the engine and of a bare Pyodide, taken in turn.

    "snapshot" is the size of the snapshot that later starts restore, in bytes.
    """
    names = ("bare first", "bare later", "first", "later", "snapshot")
    times: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(STARTS):
        with visitor(browser) as context:
            page = harness(context, server)
            times["bare first"].append(page.evaluate("measure.startBare()"))
            reload(page)
            times["bare later"].append(page.evaluate("measure.startBare()"))
        with visitor(browser) as context:
            page = harness(context, server)
            times["first"].append(page.evaluate("measure.startEngine()")["time"])
            times["snapshot"].append(page.evaluate("measure.snapshotIsKept()"))
            reload(page)
            again = page.evaluate("measure.startEngine()")
            if again["snapshot"] != "restored":
                raise RuntimeError(f"the later start did not use the snapshot: {again['snapshot']}")
            times["later"].append(again["time"])
    return {name: median(values) for name, values in times.items()}


def start_figures(starts: Mapping[str, float]) -> Iterator[Figure]:
    """The engine's starts against those of a bare Pyodide."""
    for name, value in starts.items():
        if name == "snapshot":
            yield Figure("snapshot of the engine's memory", value / MB, "MB", reach=32)
            continue
        what = (
            f"bare loadPyodide(), {name[5:]} visit"
            if name.startswith("bare")
            else f"engine ready, {name} visit"
        )
        yield Figure(what, round(value), "ms", detail=f"median of {STARTS}")
    first, later = (starts[visit] / starts[f"bare {visit}"] for visit in ("first", "later"))
    yield Figure("start against bare, first visit", first, "x", reach=0.5, aim=0.3)
    yield Figure("start against bare, later visits", later, "x", reach=0.25, aim=0.15)


def first_clickable(browser: Browser, server: SiteServer, engine_ready: float) -> Iterator[Figure]:
    """From navigation to a board that answers a press with the legal destinations."""
    times = []
    for _ in range(STARTS):
        with visitor(browser) as context:
            context.add_init_script(f"({FIRST_CLICKABLE})()")
            page = context.new_page()
            page.goto(server.url, wait_until="commit")
            times.append(wait_for(page, "window.clickableAfter"))
    detail = f"median of {STARTS}, first visit, slowest {max(times):.0f} ms"
    yield Figure("board usable after navigation", round(median(times)), "ms", aim=300, detail=detail)
    yield Figure(
        "board usable against engine ready", max(times) / engine_ready, "x", reach=0.9, detail="slowest"
    )


def long_link(browser: Browser, server: SiteServer) -> Figure:
    """From navigation to the list of moves, for a link with many moves and one with few."""
    times: dict[int, list[float]] = {FEW_MOVES: [], MANY_MOVES: []}
    with visitor(browser) as context:
        context.add_init_script(f"({MOVES_SHOWN})()")
        page = context.new_page()
        for visit in range(1 + STARTS):  # the first one fills the cache
            for number, found in times.items():
                page.goto(f"{server.url}?moves={','.join(random_moves(number))}", wait_until="commit")
                shown = wait_for(page, "window.movesShown")
                if visit:
                    found.append(shown)
    few, many = (median(found) for found in times.values())
    detail = f"medians of {STARTS}: {many:.0f} ms to {few:.0f} ms"
    return Figure(
        f"link with {MANY_MOVES} moves against {FEW_MOVES}", many / few, "x", reach=1.5, detail=detail
    )


def random_moves(number: int) -> list[str]:
    """The moves of a random game of Xiangqi that has not ended."""
    chooser = random.Random(number)
    while True:
        board, moves = Board(), list[str]()
        while len(moves) < number and board.outcome() is None:
            move = chooser.choice([*board.legal_moves])
            moves.append(move.uci())
            board.push(move)
        if board.outcome() is None:
            return moves


def puzzles(browser: Browser, server: SiteServer) -> Iterator[Figure]:
    """From navigation to a puzzle that can be solved, and from a press to the next one; without engine."""
    times, following = [], []
    for _ in range(STARTS):
        with visitor(browser) as context:
            context.add_init_script(f"({FIRST_PUZZLE})()")
            page = context.new_page()
            page.goto(f"{server.url}puzzles.html", wait_until="commit")
            times.append(wait_for(page, "window.solvableAfter"))
            following += page.evaluate(NEXT_PUZZLES, VIEWS)
    detail = f"median of {STARTS}, first visit, slowest {max(times):.0f} ms"
    yield Figure("puzzle to be solved after navigation", round(median(times)), "ms", detail=detail)
    detail = f"median of {len(following)}, slowest {max(following):.0f} ms"
    yield Figure("next puzzle after a press", median(following), "ms", reach=100, detail=detail)


def lesson(browser: Browser, server: SiteServer) -> Figure:
    """From navigation to a lesson's text, on a later visit; without engine and Python."""
    times = []
    with visitor(browser) as context:
        page = context.new_page()
        for _ in range(1 + STARTS):
            page.goto(f"{server.url}learn.html?lesson=1")
            times.append(wait_for(page, "performance.getEntriesByName('lesson')[0]?.startTime"))
    detail = f"median of {STARTS}, slowest {max(times[1:]):.0f} ms"
    return Figure("lesson shown after navigation", median(times[1:]), "ms", reach=300, detail=detail)


def picture(browser: Browser, server: SiteServer) -> Figure:
    """From a screenshot of 1920 x 1080 to a position, against the time that decoding and scaling take."""
    buffer = io.BytesIO()
    screen = Image.new("RGB", (1920, 1080), (70, 90, 120))
    screen.paste(drawn(START, cell=96), (300, 40))
    screen.save(buffer, "PNG")
    with visitor(browser) as context:
        page = context.new_page()
        page.goto(f"{server.url}editor.html")
        page.get_by_role("button", name="From a picture").click()
        page.get_by_label("Choose a picture").wait_for(state="attached")
        data = base64.b64encode(buffer.getvalue()).decode()
        times = [page.evaluate(READ_PICTURE, data) for _ in range(1 + STARTS)][1:]
    decoded, read = (median(each) for each in zip(*times, strict=True))
    detail = f"{read:.0f} ms, of 1.5 times {decoded:.0f} ms for decoding and scaling, and 400 ms"
    share = read / (1.5 * decoded + 400)
    return Figure("position of a 1080p screenshot, share of its time", share, "", reach=1, detail=detail)


def wait_for(page: Page, expression: str, patience_s: float = 60) -> float:
    """The number of an expression, once it has one; the page forbids the eval of wait_for_function."""
    for _ in range(round(patience_s / 0.1)):
        if (value := page.evaluate(expression)) is not None:
            return float(value)
        time.sleep(0.1)
    raise RuntimeError(f"{expression} did not come within {patience_s} s")


# Speed


def speed(browser: Browser, server: SiteServer) -> Iterator[Figure]:
    """Nodes a second of both executions in a worker, and whether they visit the native engine's nodes."""
    fens = positions("xiangqi")[:SPEED_ROUNDS]
    speeds: dict[str, list[float]] = {"interpreted": [], "compiled": []}
    nodes: dict[str, int] = {}
    with visitor(browser) as context:
        page = harness(context, server)
        page.evaluate("measure.startEngine()")

        def search(fen: str | None, **limits: int) -> dict[str, int]:
            info: dict[str, int] = page.evaluate(
                "([fen, limits]) => measure.search(fen, limits)", [fen, limits]
            )
            return info

        for execution in speeds:
            page.evaluate("measure.use", execution)
            nodes[execution] = search(fens[0], depth=EQUAL_DEPTH)["nodes"]
            search(fens[0], movetime=2 * SPEED_MS)  # the browser optimises what has run for a while
        for fen in fens:
            for execution, found in speeds.items():
                page.evaluate("measure.use", execution)
                info = search(fen, movetime=SPEED_MS)
                found.append(info["nodes"] * 1000 / info["time"])
    engine = Engine()
    engine.position(fens[0])
    native = engine.go(Limits(depth=EQUAL_DEPTH)).info.nodes
    same = set(nodes.values()) == {native}
    detail = f"depth {EQUAL_DEPTH}, native and both executions in the worker, 1: yes"
    yield Figure("nodes equal in the browser", same, "", reach=1, more=True, detail=detail)
    interpreted, compiled = (median(found) for found in speeds.values())
    detail = f"{SPEED_MS} ms on each of {len(fens)} positions"
    yield Figure("interpreted, Chromium worker", interpreted, "nodes/s", more=True, detail=detail)
    yield Figure("compiled, Chromium worker", compiled, "nodes/s", more=True, detail=detail)
    ratio = compiled / interpreted
    yield Figure("compiled over interpreted, Chromium worker", ratio, "x", reach=40, aim=60, more=True)


def responsiveness(browser: Browser, server: SiteServer) -> Iterator[Figure]:
    """How fast a search stops, and how fast a view comes while one runs, in both executions."""
    with visitor(browser) as context:
        page = harness(context, server)
        page.evaluate("measure.startEngine()")
        for execution in ("compiled", "interpreted"):
            page.evaluate("measure.use", execution)
            for what, function, times, reach, aim in (
                ("stop to bestmove", "stopTimes", STOPS, 100, 50),
                ("view while analysing", "viewTimes", VIEWS, 50, 20),
            ):
                found = page.evaluate(f"measure.{function}({times})")
                detail = f"median of {times}, slowest {max(found):.0f} ms"
                yield Figure(f"{what}, {execution}", median(found), "ms", reach, aim, detail=detail)


def presses(browser: Browser, server: SiteServer) -> Iterator[Figure]:
    """From a press to the frame that shows its effect, on the play page, while the engine thinks."""
    with visitor(browser) as context:
        page = context.new_page()
        context.add_init_script(f"({PRESS_TO_PAINT})()")
        page.goto(f"{server.url}?level=12&moves=h2e2,h9g7,h0g2,i9h9")
        page.get_by_role("button", name="Settings", exact=True).click()
        page.get_by_role("radio", name="Interpreted").check(force=True)  # a million nodes take half a minute
        page.keyboard.press("Escape")
        page.locator(".engine[data-state=idle]").wait_for()
        for square in ("b2", "d2"):
            page.locator(f'[role=gridcell][data-square="{square}"]').click()
        thinking = page.locator(".engine[data-state=thinking]")
        thinking.wait_for()
        found = press_to_paint(page, "Flip", "press to paint while the engine thinks")
        if not thinking.is_visible():
            raise RuntimeError("the engine has moved, so the presses did not disturb it")
    yield found


def press_to_paint(page: Page, flip: str, what: str) -> Figure:
    """Step through the moves, and flip the board by the button with this name."""
    box = page.get_by_role("button", name=flip, exact=True).bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate("presses.clear()")
    for number in range(PRESSES):
        if number % 10 == 9:
            page.mouse.click(*middle)  # a locator would query the page before it clicks
        else:
            page.keyboard.press("ArrowLeft" if number % 10 < 5 else "ArrowRight")
        page.wait_for_timeout(PRESS_GAP_MS)
    found = page.evaluate("[...presses.values()]")
    detail = f"worst of {PRESSES}, median {median(found or [16]):.0f}; {len(found)} took 16 ms or more"
    return Figure(what, max(found, default=16), "ms", reach=50, detail=detail)


# Liuzichong


def labelled(browser: Browser, server: SiteServer) -> Iterator[Figure]:
    """The time to find the value of every move of a Liuzichong position."""
    examples = json.loads((ROOT / "tests/data/liuzichong/examples.json").read_text())
    fens = [case["pos"] for case in examples["positions"]]
    with visitor(browser) as context:
        page = harness(context, server)
        page.evaluate("measure.startEngine()")
        found = page.evaluate("(fens) => measure.solveTimes(fens)", fens)
    detail = f"median of {len(found)} positions, slowest {max(found):.1f} ms"
    yield Figure("every move of Liuzichong labelled", median(found), "ms", reach=20, detail=detail)


# Bytes


def transferred(browser: Browser, server: SiteServer) -> Iterator[Figure]:
    """The bytes of a first visit, with gzip as on GitHub Pages, and as they would be with brotli."""
    sent = first_visit(browser, server, "")
    once = list({answer.path: answer for answer in sent}.values())
    detail = f"{len(sent)} answers with gzip, {(total(sent) - total(once)) / MB:.2f} MB of them sent twice"
    yield Figure("first visit", total(sent) / MB, "MB", reach=6.8, aim=6.3, detail=detail)
    yield Figure("first visit, if brotli were served", brotli(once) / MB, "MB", detail="quality 9")
    shell, kept = before_the_service_worker(once)
    detail = f"all but Python that comes before the first press, gzip; {total(kept) / 1000:.0f} KB"
    detail += " more are kept for use without a network"
    yield Figure("shell of the play page", total(shell) / 1000, "KB", reach=150, detail=detail)
    for name in OTHER_PAGES:
        shell, _ = before_the_service_worker(first_visit(browser, server, name))
        yield Figure(f"shell of {name}", total(shell) / 1000, "KB", reach=180, detail="without puzzles")


def first_visit(browser: Browser, server: SiteServer, name: str) -> list[Sent]:
    """The answers to somebody who opens a page for the first time and presses nothing."""
    with visitor(browser) as context:
        already = len(server.sent)
        page = context.new_page()
        page.goto(server.url + name)
        if name not in ALONE and not page.evaluate(SERVICE_WORKER_IS_READY):
            raise RuntimeError("the page has no service worker, so a first visit does not end")
        wait_for_quiet(server)
        return [answer for answer in server.sent[already:] if answer.status == 200]


def before_the_service_worker(sent: Sequence[Sent]) -> tuple[list[Sent], list[Sent]]:
    """The answers without Python and puzzles: for the page, and for keeping it for offline use."""
    paths = [answer.path.removeprefix(SITE) for answer in sent]
    at = paths.index("sw.js") if "sw.js" in paths else len(sent)
    counted = [
        (i, answer) for i, answer in enumerate(sent) if not paths[i].startswith((*RUNTIME, "puzzles/"))
    ]
    return [each for i, each in counted if i < at], [each for i, each in counted if i >= at]


def wait_for_quiet(server: SiteServer, quiet_s: float = 3, patience_s: float = 60) -> None:
    """Wait until there have been no requests for a while."""
    started = since = time.monotonic()
    seen = -1
    while time.monotonic() - since < quiet_s and time.monotonic() - started < patience_s:
        if len(server.sent) != seen:
            seen, since = len(server.sent), time.monotonic()
        time.sleep(0.1)


def total(sent: Iterable[Sent]) -> int:
    """Bytes of these answers."""
    return sum(answer.bytes for answer in sent)


def brotli(sent: Iterable[Sent]) -> int:
    """The bytes of these answers with brotli; files that gzip leaves alone count as they are."""
    files = [DIST / (urlsplit(answer.path).path.removeprefix(SITE) or "index.html") for answer in sent]
    compressed = [file for file in files if file.suffix in COMPRESSED]
    command = [environment.node(), HARNESS / "brotli.mjs", *compressed]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout) + sum(file.stat().st_size for file in files if file.suffix not in COMPRESSED)


# Memory


def memory(playwright: Playwright, server: SiteServer) -> Iterator[Figure]:
    """Memory of the browser's page processes after many searches against after a few."""
    with chromium(playwright) as browser, visitor(browser) as context:
        page = harness(context, server)
        page.evaluate("measure.startEngine()")
        fens = positions("xiangqi")
        after = {}
        for i in range(1, MANY_SEARCHES + 1):
            page.evaluate(
                "([fen, limits]) => measure.search(fen, limits)", [fens[i % len(fens)], SEARCH_LIMITS]
            )
            if i in (FEW_SEARCHES, MANY_SEARCHES):
                after[i] = renderer_memory(browser)
    detail = (
        f"{after[FEW_SEARCHES] / MB:.0f} MB after {FEW_SEARCHES}, {after[MANY_SEARCHES] / MB:.0f} MB after"
    )
    ratio = after[MANY_SEARCHES] / after[FEW_SEARCHES]
    yield Figure(
        f"memory after {MANY_SEARCHES} searches", ratio, "x", reach=1.1, detail=f"{detail} {MANY_SEARCHES}"
    )


def renderer_memory(browser: Browser) -> int:
    """Resident bytes of the processes that run pages and workers."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    pids = [str(process["id"]) for process in processes if process["type"] == "renderer"]
    done = subprocess.run(
        ["ps", "-o", "rss=", "-p", ",".join(pids)], capture_output=True, text=True, check=True
    )
    return sum(int(line) * 1024 for line in done.stdout.split())
