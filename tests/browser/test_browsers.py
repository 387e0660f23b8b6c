"""The same visit in every browser of this machine: python build.py test --browsers.

Missing features are detected, not assumed: without service workers nothing works offline.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.drivers import Driver, available, started, wait_for
from tests.browser.embed_page import host_site
from tools.server import SiteServer

pytestmark = [pytest.mark.browsers, pytest.mark.service_worker]

PRESS = "(document.querySelector('[role=gridcell][data-square={square}][data-state~={state}]')?.click(), 1)"
THERE = "document.querySelector('[role=gridcell][data-square={square}][data-state~={state}]') !== null"
MY_TURN = "document.querySelector('[role=gridcell][data-state~=pick]') !== null"
SOME_MOVE = """(() => {
    const cell = (state) => document.querySelector(`[role=gridcell][data-state~=${state}]`);
    if (!cell('selected')) cell('pick')?.click();
    return (cell('dest') ?? cell('capture'))?.dataset.square ?? null;
})()"""
MOVES = "document.querySelectorAll('.moves li:not(.variation) .move').length"
ENGINE = "document.querySelector('.engine').dataset.state"


@pytest.fixture(params=available())
def driver(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Driver]:
    """Each browser in turn."""
    with started(request.param, playwright) as found:
        yield found


def press(driver: Driver, square: str, state: str) -> None:
    """Press a point once it is in that state."""
    wait_for(driver, THERE.format(square=square, state=state))
    driver.run(PRESS.format(square=square, state=state))


def test_a_visit(driver: Driver, server: SiteServer) -> None:
    driver.goto(f"{server.url}?level=1&lang=en")
    press(driver, "h2", "pick")
    press(driver, "e2", "dest")
    wait_for(driver, f"{MOVES} === 2")
    for made in range(1, 5):
        wait_for(driver, MY_TURN)
        square = wait_for(driver, SOME_MOVE)
        driver.run(f"(document.querySelector('[role=gridcell][data-square={square}]').click(), 1)")
        wait_for(driver, f"{MOVES} === {2 * made + 2}")

    # An infinite search stops, by whichever way reaches its worker.
    driver.goto(f"{server.url}data/build.json")
    driver.run(f"import('{server.url}engine/client.js').then((module) => (self.module = module, 1))")
    driver.run(f"(self.client = new module.EngineClient({{ base: '{server.url}' }}), 1)")
    driver.run(
        "(self.news = 0, self.work = client.go({ limits: { infinite: true } }, { onInfo: () => news++ }), 1)"
    )
    wait_for(driver, "self.news > 3")
    best = driver.run("client.stop().then(() => work.result).then(({ bestmove }) => bestmove)")
    assert len(best) == 4
    driver.run("(client.dispose(), 1)")


def test_a_puzzle(driver: Driver, server: SiteServer, dist: Path) -> None:
    lines = (dist / "puzzles" / "classical.jsonl").read_text().splitlines()
    puzzle = min(map(json.loads, lines), key=lambda each: len(each["moves"]))
    driver.goto(f"{server.url}embed.html?mode=puzzle&puzzle={puzzle['id']}&lang=en")
    for move in puzzle["moves"][::2]:
        press(driver, move[:2], "pick")
        wait_for(driver, "document.querySelector('[role=gridcell][data-state~=selected]') !== null")
        driver.run(f"(document.querySelector('[role=gridcell][data-square={move[2:4]}]').click(), 1)")
    wait_for(driver, "document.querySelector('.bar.bottom .said').textContent === 'Solved'")


BUTTONS = "[...document.querySelectorAll('.trial button')]"
PRESS_NAMED = f"({BUTTONS}.find((one) => one.textContent.trim() === '{{name}}').click(), 1)"
SNIPPET = "(document.querySelector('.trial .snippet')?.textContent ?? '')"
BLOCKS = "[...document.querySelectorAll('.embedding pre code:not(.snippet)')].map((code) => code.textContent)"
FRAME = "document.querySelector('body > iframe')"
LISTEN = f"""(self.heard = {{}}, addEventListener('message', ({{ data, source }}) => {{
    if (source === {FRAME}.contentWindow && data.ns === 'cannonfish') heard[data.id] = data.state;
}}), 1)"""
ASK = f"({FRAME}.contentWindow.postMessage({{ ns: 'cannonfish', v: 1, id: '%s', type: '%s' }}, '*'), 1)"


@pytest.fixture
def documented(driver: Driver, server: SiteServer) -> dict[str, str]:
    """The code to copy on the page about embedding: its snippets, and the examples of its text."""
    driver.goto(f"{server.url}embedding.html?lang=en")
    wait_for(driver, f"{SNIPPET}.includes('<xiangqi-board')")
    found = {}
    for name in ("Play", "Replay"):
        driver.run(PRESS_NAMED.format(name=name))
        found[name] = driver.run(SNIPPET)
    driver.run("(document.querySelectorAll('.trial [name=kind]')[1].click(), 1)")
    found["frame"] = driver.run(SNIPPET)
    blog, script, *_ = driver.run(BLOCKS)
    return {**found, "blog": blog, "script": script}


def board(driver: Driver, number: int) -> str:
    """A board of the host page, once it is scrolled into view and has answered."""
    element = f"document.querySelectorAll('xiangqi-board')[{number}]"
    # Scroll repeatedly: a board above that gets its height moves this one away, and far boards do not load.
    wait_for(driver, f"({element}.scrollIntoView(), {element}.state !== null)")
    return element


def test_the_documented_lines_work_on_another_site_and_go_on_when_the_network_is_cut(
    driver: Driver, server: SiteServer, documented: dict[str, str], tmp_path: Path
) -> None:
    lines = [documented["Play"], documented["blog"], documented["frame"]]
    scripted = f"{documented['Play']}<script type=module>{documented['script']}</script>"
    pages = {"index.html": "\n".join(lines), "scripted.html": scripted}
    with host_site(
        tmp_path, {name: f"<!doctype html><meta charset=utf-8>{text}" for name, text in pages.items()}
    ) as host:
        driver.goto(f"{host}scripted.html")
        wait_for(driver, f"{board(driver, 0)}.fen.startsWith('3k5/4R4/')")

        driver.goto(host)
        play = board(driver, 0)
        assert driver.run(f"{play}.move('h2e2').then(({{ moves }}) => moves)") == ["h2e2"]
        wait_for(driver, f"{play}.state.moves.length === 2")
        puzzle = board(driver, 1)
        driver.run(f"({puzzle}.addEventListener('solved', () => (self.solved = true)), 1)")
        driver.run(f"{puzzle}.move('a0a9').then(() => 1)")
        wait_for(driver, "self.solved === true")
        game = board(driver, 2)
        assert wait_for(driver, f"{game}.redo().then(({{ ply }}) => ply)") == 1, "as soon as it has been read"
        # A plain frame has to be told who may talk to it.
        driver.run(f"({FRAME}.scrollIntoView(), {FRAME}.src += `&origin=${{location.origin}}`, 1)")
        driver.run(LISTEN)
        shown = wait_for(driver, f"({FRAME}.scrollIntoView(), {ASK % ('hello', 'get')} && heard.hello)")
        assert (shown["mode"], shown["ply"]) == ("view", 0)

        server.stop()
        driver.run(f"{play}.move('a3a4').then(() => 1)")  # legal after any answer of the engine
        wait_for(driver, f"{play}.state.moves.length === 4")
        assert driver.run(f"{puzzle}.flip().then(({{ orientation }}) => orientation)") == "black"
        assert driver.run(f"{game}.redo().then(({{ ply }}) => ply)") == 2
        driver.run(ASK % ("on", "redo"))
        assert wait_for(driver, "heard.on")["ply"] == 1


API = "<script type=module>import {{ load }} from '{site}embed/cannonfish.js'; self.engine = load();</script>"
ELEMENT = """<script src="{site}embed/cannonfish-embed.js" defer></script><xiangqi-board></xiangqi-board>
<script>
  addEventListener('load', () => {{
    self.engine = document.querySelector('xiangqi-board');
    engine.go().catch(() => {{}});
  }});
</script>"""


@pytest.mark.parametrize("body", [API, ELEMENT], ids=["promises", "element"])
def test_a_page_that_is_left_while_its_engine_loads_does_not_hold_up_the_next(
    driver: Driver, server: SiteServer, tmp_path: Path, body: str
) -> None:
    # Firefox keeps the page that was left, and with it the requests of its worker. The second engine waited
    # for the same files until it was given up.
    server.warm()
    page = f"<!doctype html><meta charset=utf-8>{body.format(site=server.url)}"
    best = (
        "Promise.resolve(self.engine).then((engine) => engine.go({ limits: { depth: 2 }, depth: 2 }))"
        ".then((found) => Boolean(found.bestmove), () => false)"  # false: another search came between
    )
    with host_site(tmp_path, {"one.html": page, "two.html": page}) as host:
        driver.goto(f"{host}one.html")
        while not any("pyodide.asm.wasm" in sent.path for sent in server.sent):
            time.sleep(0.02)
        driver.goto(f"{host}two.html")
        wait_for(driver, best)
        driver.back()
        wait_for(driver, best)


def test_without_a_network_where_the_browser_allows_it(driver: Driver, server: SiteServer) -> None:
    driver.goto(f"{server.url}?level=1&lang=en")
    if not driver.run("'serviceWorker' in navigator"):
        pytest.skip("this browser has no service workers here")
    ready = "navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))"
    wait_for(driver, ready)
    wait_for(driver, f"['idle', 'thinking'].includes({ENGINE})")
    server.stop()
    driver.goto(f"{server.url}?level=1&lang=en")
    press(driver, "h2", "pick")
    press(driver, "e2", "dest")
    wait_for(driver, f"{MOVES} === 2")
