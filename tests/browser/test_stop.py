"""Every way of reaching a worker that thinks: suspending it, shared memory, ending it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import slow
from tests.browser.engine_lab import open_lab

# The bench measures the speed of answers. These tests check that they come, and in which way.

STOP = """
async (ways) => {
  const stopPatience = ways[0] === 'restart' ? undefined : 20_000;
  const client = newClient({ stopWays: ways, stopPatience });
  client.start();
  await until(client, 'idle');
  await sleep(0);
  const work = client.go({ moves: ['h2e2'], limits: { infinite: true } });
  await sleep(300);
  await client.stop();
  const { bestmove, view, info } = await work.result;
  const done = { way: client.state.stopWay, bestmove, turn: view.turn, depth: info?.depth };
  const workers = client.workers.length;
  client.dispose();
  return { ...done, workers };
}
"""

ASK = """
async (ways) => {
  const stopPatience = ways[0] === 'restart' ? undefined : 20_000;
  const client = newClient({ stopWays: ways, stopPatience });
  client.start();
  await until(client, 'idle');
  const work = client.go({ limits: { infinite: true } });
  let over = false;
  work.result.finally(() => { over = true; }).catch(() => {});
  await sleep(300);
  const view = await timed(client.view({ moves: ['h2e2'] }));
  const thinking = !over;
  const newer = client.go({ moves: ['h2e2'], limits: { depth: 3 } });
  const ends = [await timed(work.result), await timed(newer.result)];
  const workers = client.workers.length;
  client.dispose();
  const { turn } = view.value;
  return { turn, thinking, code: ends[0].error.code, next: ends[1].value, workers };
}
"""


@pytest.fixture(params=["suspend", "shared", slow("restart")])
def way(request: pytest.FixtureRequest, page: Page, site: str) -> tuple[str, Page]:
    """One way and a page on which it is possible."""
    way: str = request.param
    open_lab(page, request.getfixturevalue("isolated") if way == "shared" else site)
    return way, page


@pytest.mark.quick
def test_stop_brings_the_best_move(way: tuple[str, Page]) -> None:
    name, page = way
    done = page.evaluate(STOP, [name])
    assert done["way"] == name
    assert done["bestmove"]
    assert done["turn"] == "red"
    assert done["workers"] == (2 if name == "restart" else 1)


def test_views_are_answered_while_thinking_and_a_newer_search_takes_over(way: tuple[str, Page]) -> None:
    name, page = way
    done = page.evaluate(ASK, [name])
    assert (done["turn"], done["thinking"], done["code"]) == ("black", True, "cancelled")
    assert done["next"]["bestmove"]
    assert done["workers"] in ((2, 3) if name == "restart" else (1,))


@pytest.mark.parametrize("execution", ["compiled", "interpreted"])
def test_stop_and_views_work_in_both_executions(page: Page, site: str, execution: str) -> None:
    open_lab(page, site)
    page.evaluate(
        "(execution) => { const create = newClient; newClient = (o) => create({ ...o, execution }); }",
        execution,
    )
    assert page.evaluate(STOP, ["suspend"])["workers"] == 1
    assert page.evaluate(ASK, ["suspend"])["thinking"]


def test_the_best_way_that_there_is_gets_taken(
    open_page: Callable[..., Page], site: str, isolated: str
) -> None:
    ways = []
    for url, allowed in ((site, None), (isolated, ["shared", "restart"]), (site, ["shared", "restart"])):
        page = open_lab(open_page(), url)
        ways.append(
            page.evaluate(
                """async (stopWays) => {
                  const client = newClient(stopWays ? { stopWays } : {});
                  client.start();
                  const { stopWay } = await until(client, 'idle');
                  client.dispose();
                  return stopWay;
                }""",
                allowed,
            )
        )
    assert ways == ["suspend", "shared", "restart"]
