"""The same visit in every browser of this machine: python build.py test --browsers.

What a browser does not offer is asked of it, not assumed: without service workers nothing works offline.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.drivers import Driver, available, started, wait_for
from tests.browser.embed_page import host_site
from tools.server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.browsers]

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

    # An endless search is stopped, whatever way there is to reach it.
    driver.goto(f"{server.url}data/views.json")
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


def test_a_frame_on_another_site(driver: Driver, server: SiteServer, tmp_path: Path) -> None:
    with host_site(tmp_path, {}) as host:
        script = f'<script src="{server.url}embed/cannonfish-embed.js"></script>'
        board = "<xiangqi-board level=1 color=red></xiangqi-board>"
        (tmp_path / "index.html").write_text(f"<!doctype html><meta charset=utf-8>{script}{board}")
        driver.goto(host)
        element = "document.querySelector('xiangqi-board')"
        wait_for(driver, f"{element}.state !== null")
        driver.run(f"({element}.addEventListener('error', ({{ detail }}) => (self.fault = detail.code)), 1)")
        moves = driver.run(f"{element}.move('h2e2').then(({{ moves }}) => moves)")
        assert moves == ["h2e2"]
        wait_for(driver, f"{element}.state.moves.length === 2")
        # The network goes; what is loaded goes on.
        server.stop()
        driver.run(f"{element}.move('b0c2').catch(() => {element}.move('b0a2')).then(() => 1)")
        wait_for(driver, f"{element}.state.moves.length === 4")


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
