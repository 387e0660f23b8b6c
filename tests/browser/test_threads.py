"""Searches with several threads, on any host from the second visit on; otherwise with one."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from cannonfish.engine.helpers import SILENCE
from playwright.sync_api import Locator, Page, expect

from tests.browser.analysis_page import AnalysisPage
from tests.browser.conftest import Problems, slow
from tests.browser.embed_page import ask, frame_of, host_site, ready, talking_page
from tests.browser.engine_lab import open_lab
from tests.browser.play_page import PlayPage
from tests.browser.test_clocks import begin, clock_of
from tests.browser.test_lab import LabPage
from tests.browser.test_offline import publish, versions
from tools.server import SiteServer

pytestmark = pytest.mark.service_worker
__all__ = ["versions"]

PAST_SILENCE = int(1000 * SILENCE) + 500
"""In ms: by then, a helper that does not search is noticed."""
HELPERS = """
const { Worker } = self;
const helpers = [];
self.Worker = class extends Worker {
  constructor(url, options) {
    const request = new XMLHttpRequest();
    request.open('GET', url, false);
    request.send();
    const text = `${helperScript(helpers.length)}\n${request.responseText}`;
    super(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), options);
    helpers.push(this);
  }
};
addEventListener('message', ({ data }) => {
  if (data?.type === 'helpers') data.port.postMessage(helpers.length);
  if (data?.type === 'kill') helpers[0].terminate();
});
"""
"""For a worker: counts its helpers and runs a script in each, before anything else."""
PLAIN = f"const helperScript = () => '';{HELPERS}"
CRASH = f"""
const helperScript = (number) => number > 0 ? '' : `
  const {{ Instance }} = WebAssembly;
  WebAssembly.Instance = function (module, {{ env }}) {{
    const poll = () => {{ throw new Error('killed on purpose'); }};
    return new Instance(module, {{ env: {{ ...env, poll, pause: poll }} }});
  }};`;
{HELPERS}"""
"""The first helper dies in the middle of its search."""
IDLE = f"""
const helperScript = () => "addEventListener('message', (event) => event.stopImmediatePropagation());";
{HELPERS}"""
UNREADABLE = f"const helperScript = () => 'this is no script';{HELPERS}"
NO_MEMORY = """
const { Memory } = WebAssembly;
WebAssembly.Memory = function (kind) {
  if (kind.shared && kind.initial > 100) throw new RangeError('no shared memory today');
  return new Memory(kind);
};
"""
SEARCH = """
async ({ threads: wanted, movetime = 1000, script = '' }) => {
  const client = newClient(script ? patched(script) : {});
  client.resources = { threads: wanted };
  const infos = [];
  const onInfo = (info) => infos.push(info);
  const { bestmove } = await client.go({ limits: { movetime: 1000 } }, { onInfo }).result;
  const again = await client.go({ moves: [bestmove], limits: { movetime } }).result;
  const { lostThreads = null } = again.info;
  const { fallbackReason } = client.state;
  const workers = client.workers.length;
  client.dispose();
  const [threads, left] = [infos.map((info) => info.threads), again.info.threads];
  return { threads, left, lostThreads, fallbackReason, workers };
}
"""
STARTS_AND_STOPS = """
async ({ times, threads, script }) => {
  const client = newClient({ ...patched(script), stopPatience: 20_000 }); // a slow machine is no fault
  client.resources = { threads };
  const position = (at) => ({ moves: at % 2 ? ['h2e2'] : [], limits: { infinite: true } });
  for (let at = 0; at < times; at++) {
    const work = client.go(position(at));
    work.result.catch(() => {});
    if (at % 3) await sleep(at % 7);
    if (at % 2) await client.stop(); // else the next one takes its place
  }
  await client.stop();
  const channel = new MessageChannel();
  const helpers = new Promise((resolve) => { channel.port1.onmessage = ({ data }) => resolve(data); });
  client.workers.at(-1).postMessage({ type: 'helpers', port: channel.port2 }, [channel.port2]);
  const { info } = await client.go({ limits: { movetime: 300 } }).result;
  const { lostThreads = null } = info;
  const workers = client.workers.length;
  client.dispose();
  return { helpers: await helpers, threads: info.threads, lostThreads, workers };
}
"""


@pytest.fixture(autouse=True)
def ends_of_workers(problems: Problems) -> None:
    """Firefox may report this for a worker that ends with its page."""
    problems.expect("^uncaught: undefined$")


def with_cores(page: Page, cores: int, low_battery: bool = False) -> None:
    """Let pages believe that the machine has so many cores."""
    level = 0.1 if low_battery else 0.9
    page.add_init_script(
        f"""Object.defineProperty(navigator, 'hardwareConcurrency', {{ get: () => {cores} }});
        const battery = Object.assign(new EventTarget(), {{ charging: false, level: {level} }});
        navigator.getBattery = async () => battery;"""
    )


def facts(page: Page) -> Locator:
    """The engine line of the analysis board."""
    return page.locator(".engine-lines > .facts")


def expect_threads(page: Page, words: str) -> None:
    """Wait for this number of threads: "2 threads" is not "1 of 2 threads", where one was lost."""
    expect(facts(page).get_by_text(words, exact=True)).to_be_visible()


def analyse_without_end(analysis: AnalysisPage) -> None:
    """Choose an unlimited analysis."""
    analysis.button("Analysis settings").click()
    analysis.page.get_by_label("Stop after").select_option("infinite")
    analysis.page.keyboard.press("Escape")
    expect(analysis.page.locator(".engine-lines")).to_have_attribute("data-state", "thinking")


def visit_twice(page: Page, site: str) -> AnalysisPage:
    """Open the analysis board, wait for the service worker, and open it again."""
    analysis = AnalysisPage(page, site).open()
    assert not page.evaluate("crossOriginIsolated")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(
        "async () => { while (!navigator.serviceWorker.controller) await new Promise(setTimeout); }"
    )
    return analysis.open()


# --- the site -----------------------------------------------------------------------------------------------


def test_a_plain_host_visited_twice_searches_with_two_threads(each_page: Page, site: str) -> None:
    with_cores(each_page, 3)
    visit_twice(each_page, site)
    assert each_page.evaluate("crossOriginIsolated")
    expect_threads(each_page, "2 threads")


def test_a_server_that_sends_the_headers_needs_one_visit(page: Page, isolated: str) -> None:
    with_cores(page, 64)
    AnalysisPage(page, isolated).open()
    expect_threads(page, "8 threads")


def test_a_low_battery_is_saved(page: Page, isolated: str) -> None:
    with_cores(page, 8, low_battery=True)
    AnalysisPage(page, isolated).open()
    expect_threads(page, "1 thread")


def test_a_running_analysis_follows_the_settings(page: Page, isolated: str) -> None:
    with_cores(page, 4)
    analysis = AnalysisPage(page, isolated).open()
    analyse_without_end(analysis)
    expect_threads(page, "3 threads")
    for choice, shown in (("2", "2 threads"), ("1", "1 thread"), ("", "3 threads")):
        analysis.button("Settings").click()
        page.get_by_label("Search threads").select_option(choice)
        page.keyboard.press("Escape")
        expect_threads(page, shown)


def test_a_running_analysis_follows_the_battery(page: Page, isolated: str) -> None:
    with_cores(page, 3)
    analyse_without_end(AnalysisPage(page, isolated).open())
    expect_threads(page, "2 threads")
    for level, shown in ((0.2, "1 thread"), (0.3, "2 threads")):
        page.evaluate(
            """async (level) => {
              const battery = Object.assign(await navigator.getBattery(), { level });
              battery.dispatchEvent(new Event('levelchange'));
            }""",
            level,
        )
        expect_threads(page, shown)


def play_with_clocks(page: Page, site: str, level: int) -> PlayPage:
    """Begin a game of three minutes, and play a move that no book knows."""
    with_cores(page, 3)
    play = PlayPage(page, site).open().wait_for_engine()
    page.locator(".engine summary").click()
    dialog = begin(play, "3+2", "Engine")
    dialog.get_by_role("radio", name=f"Level {level}").check()
    dialog.get_by_role("button", name="Start").click()
    play.move("h2h9")
    play.expect_moves(2)
    expect(page.locator(".engine summary")).to_contain_text(f"Level {level} ·")
    return play


def test_full_strength_with_a_clock_plays_with_two_threads_and_in_time(page: Page, isolated: str) -> None:
    play = play_with_clocks(page, isolated, 12)
    expect(page.locator(".engine .facts")).to_contain_text(re.compile("(?<!of )2 threads"))
    for plies in (4, 6):
        play.play_some_move(random.Random(plies))
        play.expect_moves(plies)
    expect(page.locator(".engine .facts")).to_contain_text(re.compile("(?<!of )2 threads"))
    expect(clock_of(page, "Black")).to_have_text(re.compile("^[23]:"))


def test_a_lower_level_with_a_clock_plays_with_one_thread(page: Page, isolated: str) -> None:
    play_with_clocks(page, isolated, 11)
    expect(page.locator(".engine .facts")).to_contain_text("depth")
    expect(page.locator(".engine .facts")).not_to_contain_text("thread")


def test_in_a_page_of_another_site_it_plays_with_one_thread(
    each_page: Page, site: str, tmp_path: Path
) -> None:
    visit_twice(each_page, site)
    with host_site(tmp_path, {"empty.html": "<!doctype html>"}) as host:
        (tmp_path / "host.html").write_text(talking_page(f"{site}embed.html?origin={host.rstrip('/')}"))
        each_page.goto(f"{host}host.html")
        ready(each_page)
        best = ask(each_page, "go", limits={"movetime": 300})
        assert best["bestmove"]
        assert "threads" not in best["info"]
        assert not frame_of(each_page).evaluate("crossOriginIsolated")


def test_the_lab_runs_in_an_isolated_page(page: Page, site: str) -> None:
    visit_twice(page, site)
    lab = LabPage(page, site).open()
    assert page.evaluate("crossOriginIsolated")
    lab.append("\n\n# It thinks as before.\n")
    lab.status("ready")
    lab.move("h2e2")
    lab.expect_moves(2)


def test_a_page_that_was_frozen_searches_on(page: Page, isolated: str) -> None:
    with_cores(page, 3)
    analysis = AnalysisPage(page, isolated).open()
    analyse_without_end(analysis)
    expect_threads(page, "2 threads")
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    page.wait_for_timeout(PAST_SILENCE)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    analysis.move("h2e2")
    expect(page.locator(".engine-lines")).to_have_attribute("data-state", "thinking")
    expect_threads(page, "2 threads")


NEW_VERSION_WAITS = """
async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
}
"""


def test_a_new_version_in_mid_search_waits(versions: tuple[SiteServer, Path], page: Page) -> None:
    server, folder = versions
    with_cores(page, 3)
    analysis = visit_twice(page, server.url)
    analyse_without_end(analysis)
    expect_threads(page, "2 threads")
    publish(folder)
    page.evaluate(NEW_VERSION_WAITS)
    before = facts(page).inner_text()
    expect(facts(page)).not_to_have_text(before)  # the same search goes on counting
    analysis.move("h2e2")
    expect(page.locator(".engine-lines")).to_have_attribute("data-state", "thinking")
    expect_threads(page, "2 threads")


# --- the engine ---------------------------------------------------------------------------------------------


def search(page: Page, **options: Any) -> dict[str, Any]:
    """Two searches of an engine of this page's own."""
    found: dict[str, Any] = page.evaluate(SEARCH, options)
    assert (found["fallbackReason"], found["workers"]) == (None, 1)
    return found


@pytest.mark.quick
def test_two_threads_search(each_page: Page, isolated: str) -> None:
    found = search(open_lab(each_page, isolated), threads=2, movetime=PAST_SILENCE)
    assert (set(found["threads"]), found["left"], found["lostThreads"]) == ({2}, 2, None)


def test_helpers_that_never_search_do_not_count(each_page: Page, isolated: str) -> None:
    found = search(open_lab(each_page, isolated), threads=3, movetime=PAST_SILENCE, script=IDLE)
    assert (found["left"], found["lostThreads"]) == (1, "it does not search")


def test_without_isolation_one_thread_searches_and_says_so(each_page: Page, site: str) -> None:
    found = search(open_lab(each_page, site), threads=2)
    assert (set(found["threads"]), found["left"]) == ({1}, 1)
    assert "cross-origin isolated" in found["lostThreads"]


@pytest.mark.parametrize(
    ("script", "left", "reason"),
    [
        (CRASH, 2, "killed on purpose"),
        slow(UNREADABLE, 1, ""),
        (NO_MEMORY, 1, "no shared memory today"),
    ],
    ids=["a helper crashes", "no helper starts", "shared memory is refused"],
)
def test_the_search_goes_on_with_what_is_left_and_says_so(
    page: Page, isolated: str, script: str, left: int, reason: str
) -> None:
    found = search(open_lab(page, isolated), threads=3, script=script)
    assert found["left"] == left
    assert reason in found["lostThreads"]


def test_a_helper_that_vanishes_holds_nobody_up_and_is_noticed(page: Page, isolated: str) -> None:
    open_lab(page, isolated)
    done, workers, left, lost = page.evaluate(
        """async ({ script, movetime }) => {
          const client = newClient(patched(script));
          client.resources = { threads: 3 };
          let work;
          await new Promise((onInfo) => {
            work = client.go({ limits: { infinite: true } }, { onInfo });
          });
          client.workers[0].postMessage({ type: 'kill' });
          await sleep(300);
          await client.stop();
          const first = await work.result;
          const second = await client.go({ moves: ['h2e2'], limits: { movetime } }).result;
          const level = await client.go({ moves: ['h2e2'], limits: { level: 2 } }).result;
          const done = [first, second, level].map(({ bestmove }) => bestmove !== null);
          return [done, client.workers.length, second.info.threads, second.info.lostThreads];
        }""",
        {"script": PLAIN, "movetime": PAST_SILENCE},
    )
    assert (done, workers) == ([True, True, True], 1)
    assert (left, lost) == (2, "it does not search")


def test_levels_and_node_limits_stay_the_same(page: Page, isolated: str) -> None:
    open_lab(page, isolated)
    one, three = page.evaluate(
        """async () => {
          const all = [];
          for (const resources of [{ threads: 1 }, { threads: 3, hash: 48 }]) {
            const search = async (client, limits) => {
              client.resources = resources;
              const { bestmove, info } = await client.go({ moves: ['b2e2'], limits }).result;
              return [bestmove, info.depth, info.score, info.nodes, info.pv, info.threads ?? null];
            };
            const [first, second] = [newClient(), newClient()];
            await search(first, { movetime: 200 }); // as for a hint
            const level = await search(first, { level: 6, seed: 5 });
            first.dispose();
            all.push([level, await search(second, { nodes: 30_000 })]);
            second.dispose();
          }
          return all;
        }"""
    )
    assert one == three
    assert [threads for *_, threads in one] == [None, None]


def starts_and_stops(page: Page, times: int) -> None:
    found = page.evaluate(STARTS_AND_STOPS, {"times": times, "threads": 3, "script": PLAIN})
    assert found == {"helpers": 2, "threads": 3, "lostThreads": None, "workers": 1}


def test_a_hundred_starts_and_stops(each_page: Page, isolated: str) -> None:
    starts_and_stops(open_lab(each_page, isolated), 100)


def test_a_thousand_starts_and_stops(each_page: Page, isolated: str) -> None:
    starts_and_stops(open_lab(each_page, isolated), 1000)


def test_ten_tabs_at_once(page: Page, isolated: str) -> None:
    tabs = [page, *(page.context.new_page() for _ in range(9))]
    for tab in tabs:
        open_lab(tab, isolated).evaluate(
            f"(options) => {{ window.found = ({SEARCH})(options); }}", {"threads": 4}
        )
    for tab in tabs:
        found = tab.evaluate("found")
        assert (found["left"], found["lostThreads"]) == (4, None)
