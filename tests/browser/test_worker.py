"""The engine in its worker, in a real browser: asking, searching, stopping, breaking down."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Problems
from tests.browser.engine_lab import BLANK, open_lab

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
MATED = "3k5/9/9/9/9/9/9/9/4R4/3RK4 b - - 0 1"

pytestmark = pytest.mark.service_worker


@pytest.fixture(scope="module")
def lab(browser: Browser, site: str) -> Iterator[Page]:
    """A page with a ready engine, `client`, for the tests that leave it ready."""
    context = browser.new_context()
    page = open_lab(context.new_page(), site)
    page.evaluate("async () => { window.client = newClient(); client.start(); await until(client, 'idle'); }")
    yield page
    context.close()


@pytest.mark.quick
def test_micropip_installs_the_wheel(page: Page, site: str) -> None:
    open_lab(page, site)
    installer, version = page.evaluate(
        """async () => {
          const { fetchJson, learnNames } = await import(`${source}ui/load.js`);
          learnNames((await fetchJson(`${base}data/build.json`)).names, base);
          const { boot } = await import(`${source}engine/boot.js`);
          const { python } = await boot({ base: new URL(base), snapshot: 'off', report() {} });
          const wheel = "__import__('importlib.metadata').metadata.distribution('cannonfish')";
          return ["read_text('INSTALLER')", 'version'].map((part) => python.runPython(`${wheel}.${part}`));
        }"""
    )
    assert installer.strip() == "micropip"
    assert version


def test_the_smallest_case_needs_no_client(each_page: Page, site: str, problems: Problems) -> None:
    problems.expect("^uncaught: undefined$")  # Firefox says this of a worker ended at work
    each_page.goto(site + BLANK)
    answers = each_page.evaluate(
        """async ([base, start, mated]) => {
          const worker = new Worker(`${base}engine/worker.js`, { type: 'module' });
          const ask = (message) => new Promise((resolve) => {
            worker.onmessage = ({ data }) => ('bestmove' in data || 'error' in data) && resolve(data);
            worker.postMessage(message);
          });
          const answers = [await ask({ fen: start }), await ask({ fen: mated }), await ask({ fen: 'x' })];
          worker.terminate();
          return answers;
        }""",
        [site, START, MATED],
    )
    assert answers[0].keys() == {"bestmove"}
    assert len(answers[0]["bestmove"]) == 4
    assert answers[1] == {"bestmove": None}
    assert answers[2]["error"]["code"] == "invalid_fen"


@pytest.mark.quick
def test_views_and_moves(lab: Page) -> None:
    view, played, refused = lab.evaluate(
        """async () => [
          await client.view(),
          await client.play({ moves: ['h2e2'], move: 'h9g7' }),
          await timed(client.play({ moves: ['h2e2'], move: 'h2e2' })),
        ]"""
    )
    assert sum(map(len, view["dests"].values())) == 44
    assert (played["turn"], played["lastMove"]) == ("red", ["h9", "g7"])
    assert refused["error"]["code"] == "illegal_move"


@pytest.mark.quick
def test_a_search_streams_and_answers_with_the_next_view(lab: Page) -> None:
    infos, reply = lab.evaluate(
        """async () => {
          const infos = [];
          const listener = { onInfo: (info) => infos.push(info) };
          const work = client.go({ moves: ['h2e2'], limits: { depth: 6 } }, listener);
          return [infos, await work.result];
        }"""
    )
    assert [info["depth"] for info in infos] == sorted(info["depth"] for info in infos)
    assert infos[-1]["pv"][0] == reply["bestmove"]
    assert reply["view"]["move"]["uci"] == reply["bestmove"]
    assert reply["view"]["turn"] == "red"


@pytest.mark.quick
def test_both_executions_agree(lab: Page) -> None:
    compiled, interpreted, back = lab.evaluate(
        """async () => {
          const search = async (execution) => {
            const chosen = await client.setExecution(execution);
            const { bestmove, info } = await client.go({ limits: { depth: 5 } }).result;
            return { ...chosen, bestmove, nodes: info.nodes, score: info.score, pv: info.pv };
          };
          return [await search('compiled'), await search('interpreted'), await client.setExecution('auto')];
        }"""
    )
    assert (compiled.pop("execution"), interpreted.pop("execution")) == ("compiled", "interpreted")
    assert compiled == interpreted
    assert back == {"execution": "compiled", "fallback": None}


@pytest.mark.quick
def test_the_newest_of_many_searches_wins(lab: Page) -> None:
    outcomes = lab.evaluate(
        """async () => {
          const works = [1, 2, 3].map(() => client.go({ limits: { infinite: true } }));
          works.push(client.go({ limits: { depth: 3 } }));
          return Promise.all(works.map(({ result }) => timed(result)));
        }"""
    )
    assert [outcome["error"]["code"] for outcome in outcomes[:3]] == ["cancelled"] * 3
    assert outcomes[3]["value"]["bestmove"]


@pytest.mark.quick
def test_what_is_wrong_is_named_and_the_engine_lives_on(lab: Page) -> None:
    codes, alive = lab.evaluate(
        """async () => {
          const huge = 'k'.repeat(5_000_000);
          const codes = [];
          for (const ask of [
            () => client.view({ fen: 'nonsense' }),
            () => client.view({ fen: huge }),
            () => client.view({ game: 'go' }),
            () => client.view({ moves: ['z9z9'] }),
            () => client.play({ move: 'a0a9' }),
            () => client.go({ fen: 'nonsense' }).result,
            () => client.go({ limits: { level: 99 } }).result,
          ]) codes.push((await timed(ask())).error.code);
          return [codes, await timed(client.view())];
        }"""
    )
    assert codes == [
        "invalid_fen",
        "too_large",
        "unknown_game",
        "invalid_move",
        "illegal_move",
        "invalid_fen",
        "bad_message",
    ]
    assert "value" in alive


@pytest.mark.quick
def test_the_worker_answers_whatever_it_is_told(lab: Page) -> None:
    replies = lab.evaluate(
        """async () => {
          const worker = client.workers.at(-1);
          const replies = [];
          const listen = ({ data }) => replies.push(data);
          worker.addEventListener('message', listen);
          const huge = 'k'.repeat(5_000_000);
          const endless = { 1: 1n };
          endless.itself = endless;
          for (const message of [
            null, 7, 'go', [], { id: 'a' }, { id: 'b', type: 'castle' },
            { id: 'c', type: 'view', fen: huge }, { id: 'd', type: huge }, { id: 'e', type: 'stop' },
            { id: 'f', type: 'view', moves: 12n, later: 1n },
            { id: 'g', type: 'stop', later: endless },
            new Map(),
          ]) worker.postMessage(message);
          await client.view();
          worker.removeEventListener('message', listen);
          return replies.filter((reply) => 'ok' in reply).map(({ id, ok, error }) => [id, ok, error?.code]);
        }"""
    )
    assert replies[:4] == [[None, False, "bad_message"]] * 4
    assert replies[4:] == [
        ["a", False, "bad_message"],
        ["b", False, "unknown_type"],
        ["c", False, "too_large"],
        ["d", False, "too_large"],
        ["e", True, None],
        ["f", False, "bad_message"],
        ["g", False, "bad_message"],
        [None, False, "bad_message"],
    ]


def test_a_finished_game_has_no_best_move(lab: Page) -> None:
    reply = lab.evaluate("(fen) => client.go({ fen, limits: { depth: 3 } }).result", MATED)
    assert reply["bestmove"] is None
    mate = {"winner": "red", "termination": "checkmate", "explanation": None}
    assert reply["view"]["outcome"] == mate


@pytest.mark.quick
def test_a_killed_worker_is_replaced_and_the_search_completed(lab: Page) -> None:
    result, states = lab.evaluate(
        """async () => {
          const own = newClient();
          own.start();
          await until(own, 'idle');
          const work = own.go({ moves: ['h2e2'], limits: { movetime: 400 } });
          const view = own.view({ moves: ['h2e2'] });
          crash(own);
          const result = [await work.result, await view, own.workers.length];
          const states = own.states.map(({ state, restarted }) => [state, restarted]);
          own.dispose();
          return [result, states];
        }"""
    )
    reply, view, workers = result
    assert reply["view"]["turn"] == "red"
    assert view["turn"] == "black"
    assert workers == 2
    assert ["loading", True] in states
    assert states[-1] == ["idle", True]


def test_a_worker_that_breaks_down_twice_is_a_failure_with_a_way_back(lab: Page) -> None:
    failed, refused, after = lab.evaluate(
        """async () => {
          const own = newClient();
          own.start();
          await until(own, 'idle');
          const refused = timed(own.go({ limits: { infinite: true } }).result);
          crash(own);
          await until(own, 'loading');
          await until(own, 'thinking');
          crash(own);
          const failed = await until(own, 'failed');
          own.retry();
          const after = await timed(own.view());
          own.dispose();
          return [failed, await refused, after];
        }"""
    )
    assert failed["reason"] == "crashed"
    assert "crashed on purpose" in failed["detail"]
    assert refused["error"]["code"] == "failed"
    assert after["value"]["turn"] == "red"


def test_memory_stays_flat_over_a_hundred_searches(page: Page, site: str) -> None:
    open_lab(page, site)
    warm, after, answered = page.evaluate(
        """async () => {
          const { boot } = await import(`${source}engine/boot.js`);
          const { python, engine } = await boot({ base: new URL(base), snapshot: 'off', report() {} });
          let answered = 0;
          let done = () => {};
          const post = (text) => {
            if (JSON.parse(text).type !== 'bestmove') return;
            answered += 1;
            done();
          };
          const now = () => Math.floor(performance.now());
          const host = { now, poll: () => sleep(0).then(() => 0), suspends: true };
          const session = engine.open_session(post, host, 'auto');
          const search = (id) => new Promise((resolve) => {
            done = resolve;
            session.receive_text(JSON.stringify({ id, type: 'go', limits: { nodes: 3000 } }));
          });
          for (let id = 0; id < 10; id += 1) await search(id);
          const warm = python._module.HEAPU8.length;
          for (let id = 10; id < 110; id += 1) await search(id);
          return [warm, python._module.HEAPU8.length, answered];
        }"""
    )
    assert answered == 110
    assert after == warm
