"""The Lab and its compiler: from an edit to an engine or an error, speed of edited kernels, examples.

    python -m tests.bench.lab

measures these alone, on the site as it has been built.
"""

import json
import re
import runpy
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.bench.figures import Figure, table
from tests.bench.in_browser import SITE, chromium, visitor
from tools.server import SiteServer
from tools.static_site import DIST
from tools.steps import ROOT

EXAMPLES = ROOT / "examples" / "compiler"
EDITS = 9
ROUNDS = 7
SEARCH_MS = 700

NOTE_STATES = """() => {
    // From the last key to the state that the page shows.
    let pressed = 0;
    window.states = [];
    addEventListener('keydown', () => { pressed = performance.now(); }, true);
    new MutationObserver(() => {
        const status = document.querySelector('.bench-status')?.dataset.status;
        if (status !== window.states.at(-1)?.status)
            window.states.push({ status, ms: performance.now() - pressed });
    }).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""

PYTHON = """async ([site, files]) => {
    const { names } = await (await fetch(`${site}data/build.json`)).json();
    const loader = site + names['pyodide/pyodide.mjs'];
    const { loadPyodide } = await import(loader);
    const python = await loadPyodide({ indexURL: new URL('.', loader).href });
    const wheel = Object.values(names).find((name) => name.includes('/cannonfish-'));
    python.unpackArchive(await (await fetch(site + wheel)).arrayBuffer(), 'wheel');
    for (const [name, text] of Object.entries(files)) python.FS.writeFile(name, text);
    window.python = python;
}"""

FRAMES = 150
ROWS_A_FRAME = 3
"""A fast scroll by wheel: 180 rows a second."""

SCROLL = """async ([frames, rows]) => {
    const grid = document.querySelector('.tree-grid');
    const step = rows * grid.firstElementChild.offsetHeight;
    for (let frame = 0; frame < frames; frame += 1) {
        grid.scrollTop += step;
        await new Promise(requestAnimationFrame);
    }
}"""

SPEEDS = """
from cannonfish.engine import Engine, Limits, kernel_files

path = "search.py"
shipped, edited = Engine(), Engine(sources={path: kernel_files("xiangqi")[path] + "# the same\\n"})
shipped.set_evaluation("classical")
found = {shipped: [], edited: []}
for _ in range(%(rounds)d):
    for engine in found:
        engine.new_game()
        engine.position()
        found[engine].append(engine.go(Limits(movetime=%(ms)d)).info.nps)
assert shipped.execution == edited.execution == "compiled"
max(found[edited]) / max(found[shipped])
"""


def figures() -> Iterator[Figure]:
    """All figures of the Lab."""
    yield from examples_in_python()
    with SiteServer({SITE: DIST}) as server, sync_playwright() as playwright:
        server.warm()
        with chromium(playwright) as browser:
            yield from edits(browser, server)
            yield from scrolled_tree(browser, server)
            with visitor(browser) as context:
                page = python_page(context, server)
                yield from examples_in_the_browser(page)
                ratio = page.evaluate(
                    "(code) => python.runPython(code)", SPEEDS % {"rounds": ROUNDS, "ms": SEARCH_MS}
                )
    detail = f"best of {ROUNDS} searches of {SEARCH_MS} ms each, in turn, classical evaluation"
    yield Figure(
        "unchanged variant against the shipped kernel", ratio, "x", reach=0.97, more=True, detail=detail
    )


def examples_in_python() -> Iterator[Figure]:
    """The examples that are not games, natively."""
    found = runpy.run_path(str(EXAMPLES / "run.py"))
    for run in found["EXAMPLES"]:
        yield example(f"{run.__name__}, CPython", found["measure"](run))


def examples_in_the_browser(page: Page) -> Iterator[Figure]:
    """The same in Pyodide."""
    run = "(code) => python.runPython(code)"
    count = page.evaluate(run, "import json, runpy; found = runpy.run_path('run.py'); len(found['EXAMPLES'])")
    for number in range(count):
        code = f"run = found['EXAMPLES'][{number}]; json.dumps([run.__name__, found['measure'](run)])"
        name, times = json.loads(page.evaluate(run, code))
        yield example(f"{name}, Pyodide in Chromium", times)


def example(name: str, times: dict[str, float]) -> Figure:
    """How much faster an example is compiled."""
    python, compiled = times["interpreted"] * 1000, times["compiled"] * 1000
    detail = f"Python {python:.0f} ms, compiled {compiled:.2f} ms"
    return Figure(f"compiled over Python: {name}", python / compiled, "x", more=True, detail=detail)


def python_page(context: BrowserContext, server: SiteServer) -> Page:
    """A page with the site's Python, its engine and the examples, in `window.python`."""
    page = context.new_page()
    page.goto(f"{server.url}data/build.json")
    files = {path.name: path.read_text() for path in EXAMPLES.glob("*.py")}
    page.evaluate(PYTHON, [server.url, files])
    return page


def edits(browser: Browser, server: SiteServer) -> Iterator[Figure]:
    """From the last key to an engine that plays, and to an error at its line."""
    with visitor(browser) as context:
        page = context.new_page()
        page.goto(f"{server.url}lab.html")
        page.locator(".bench-status[data-status=ready]").wait_for()
        page.locator(".speeds tbody td", has_text=re.compile(r"\d")).first.wait_for()  # engine is idle
        page.locator(".files button[title$='/evaluation.py']").click()
        page.locator(".source .cm-content").click()
        page.keyboard.press("Control+End")
        page.keyboard.insert_text("\n\ndef doubled(x: int) -> int:\n    return x + x")
        page.locator(".bench-status[data-status=ready]").wait_for()
        page.evaluate(f"({NOTE_STATES})()")
        times: dict[str, list[float]] = {"ready": [], "faulty": []}
        for number in range(2 * EDITS):
            wanted = ("faulty", "ready")[number % 2]
            page.keyboard.press(("/", "Backspace")[number % 2])
            page.locator(f".bench-status[data-status={wanted}]").wait_for()
            times[wanted].append(page.evaluate("states.at(-1).ms"))
    for status, name, reach in (("ready", "edit to playable", 700), ("faulty", "edit to error", 200)):
        detail = f"median of {EDITS}, slowest {max(times[status]):.0f} ms, Chromium"
        yield Figure(name, median(times[status]), "ms", reach=reach, detail=detail)


def scrolled_tree(browser: Browser, server: SiteServer) -> Iterator[Figure]:
    """The cost of a frame while a search tree with all nodes unfolded is scrolled."""
    with visitor(browser) as context:
        page = context.new_page()
        page.set_default_timeout(300_000)
        page.goto(f"{server.url}lab.html")
        page.locator(".speeds tbody td", has_text=re.compile(r"\d")).first.wait_for()  # engine is idle
        page.get_by_role("tab", name="Search tree").click()
        page.locator("#tree-depth").select_option("6")
        page.locator("#tree-algorithm").select_option("alphabeta")
        page.get_by_role("button", name="Search", exact=True).click()
        page.get_by_role("button", name="Unfold all").click()
        count = int(page.get_by_role("treegrid").get_attribute("aria-rowcount") or 0) - 1
        page.evaluate(SCROLL, [FRAMES, ROWS_A_FRAME])  # warms up: the browser optimises the code
        with traced_tasks(context, page) as times:
            page.evaluate(SCROLL, [FRAMES, ROWS_A_FRAME])
    frame = sum(times) / FRAMES
    detail = (
        f"processor time of the main thread, {count:,} rows, {ROWS_A_FRAME} rows a frame, {FRAMES} frames"
    )
    yield Figure("search tree: a frame while scrolling", frame, "ms", reach=1000 / 60, detail=detail)


@contextmanager
def traced_tasks(context: BrowserContext, page: Page) -> Iterator[list[float]]:
    """The processor times of the tasks of the page's main thread, in ms; filled at the end."""
    times: list[float] = []
    events: list[dict[str, Any]] = []
    ended: list[object] = []
    session = context.new_cdp_session(page)
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda part: ended.append(part))
    session.send("Tracing.start", {"traceConfig": {"includedCategories": ["toplevel"]}})
    yield times
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    mains = {(each["pid"], each["tid"]) for each in events if each["args"].get("name") == "CrRendererMain"}
    by_thread = {
        main: [
            each["tdur"] / 1000
            for each in events
            if (each["pid"], each["tid"]) == main and each["name"].endswith("RunTask") and "tdur" in each
        ]
        for main in mains
    }
    times += max(by_thread.values(), key=sum)


if __name__ == "__main__":
    print(table(list(figures())))
