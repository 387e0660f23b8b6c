"""How the engine starts: from nothing, from a snapshot, and with one thing or another missing or broken."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import Problems, slow
from tests.browser.engine_lab import open_lab

pytestmark = pytest.mark.service_worker

START = """
async (script = '') => {
  const client = newClient(patched(script));
  client.start();
  const state = await until(client, 'idle', 'failed');
  const played = state.state === 'idle' && (await timed(client.go({ limits: { depth: 4 } }).result));
  const states = client.states.map(({ state, stage, progress }) => ({ state, stage, progress }));
  const after = client.state;
  // A worker that ends too early takes its snapshot with it.
  for (let waits = 0; waits < 200 && !(await snapshots())[0]; waits += 1) await sleep(script ? 1 : 100);
  client.dispose();
  return { ...state, played: played?.value?.bestmove ?? null, info: played?.value?.info, states, after };
}
"""

SNAPSHOTS = """
window.snapshots = async () => {
  const kept = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith('cannonfish snapshot')) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      kept.push((await (await cache.match(request)).arrayBuffer()).byteLength);
    }
  }
  return kept;
};
"""

FAIL = """
async (script = '') => {
  window.client = newClient({ silence: 20_000, ...(script && patched(script)) });
  const { error } = await timed(client.view());
  return { ...error, state: client.state.state, detail: client.state.detail };
}
"""

DAMAGE = """
async (damage) => {
  const [name] = (await caches.keys()).filter((name) => name.startsWith('cannonfish snapshot'));
  const cache = await caches.open(name);
  const [request] = await cache.keys();
  const memory = new Uint8Array(await (await cache.match(request)).arrayBuffer());
  const damaged = {
    truncated: () => memory.slice(0, memory.length >> 1),
    empty: () => new Uint8Array(),
    'not ours': () => new TextEncoder().encode('<!doctype html><title>404</title>'),
    'zeros in the middle': () => memory.fill(0, memory.length >> 3, (memory.length >> 3) * 7),
  }[damage]();
  await cache.put(request, new Response(damaged));
}
"""


@pytest.fixture
def lab(page: Page, site: str) -> Page:
    """A page that can start engines and look at the snapshots that they leave."""
    return open_start_lab(page, site)


def open_start_lab(page: Page, site: str) -> Page:
    """A page that can start engines and look at the snapshots that they leave."""
    open_lab(page, site)
    page.evaluate(SNAPSHOTS)
    return page


def test_a_first_start_shows_its_progress_and_leaves_a_snapshot(lab: Page) -> None:
    first = lab.evaluate(START)
    assert (first["state"], first["execution"], first["snapshot"]) == ("idle", "compiled", "made")
    assert first["played"]
    progress = [state["progress"] for state in first["states"] if state["progress"] is not None]
    assert progress == sorted(progress)
    assert len(progress) > 5
    stages = dict.fromkeys(state["stage"] for state in first["states"] if state["stage"])
    assert list(stages) == ["python", "engine", "kernel"]


@pytest.mark.quick
def test_later_starts_use_the_snapshot_and_play_alike(each_page: Page, site: str) -> None:
    open_start_lab(each_page, site)
    first = each_page.evaluate(START)
    open_start_lab(each_page, site)
    second = each_page.evaluate(START)
    assert (first["snapshot"], second["snapshot"]) == ("made", "restored")
    assert second["execution"] == first["execution"]
    assert (first["played"], first["info"]["nodes"]) == (second["played"], second["info"]["nodes"])
    assert len(each_page.evaluate("snapshots()")) == 1


def test_a_restored_engine_can_still_import_the_rest_of_the_package(lab: Page) -> None:
    lab.evaluate(START)
    imported = lab.evaluate(
        """async () => {
          const { boot } = await import(`${source}engine/boot.js`);
          const options = { base: new URL(base), snapshot: 'use', report() {} };
          const { python, snapshot, complete } = await boot(options);
          await complete();
          return [snapshot, python.runPython('import cannonfish.protocol.terminal.uci as uci; uci.__name__')];
        }"""
    )
    assert imported == ["restored", "cannonfish.protocol.terminal.uci"]


def test_a_restored_engine_runs_a_plain_algorithm_at_once(lab: Page) -> None:
    """It is linked from files that a snapshot lacks: proofs of mates failed for want of weights.py."""
    lab.evaluate(START)
    proof = lab.evaluate(
        """async () => {
          const client = newClient();
          const { result } = client.go({ limits: { algorithm: 'mtdf', depth: 2, nodes: 100_000 } });
          const { error, value } = await timed(result);
          const { snapshot } = client.state;
          client.dispose();
          return { error, snapshot, bestmove: value?.bestmove };
        }"""
    )
    assert proof["snapshot"] == "restored"
    assert proof["bestmove"], proof


def test_a_snapshot_survives_a_start_without_a_network(lab: Page, problems: Problems) -> None:
    # Bug: whatever failed while a snapshot was being restored, the snapshot was thrown away.
    problems.expect("lost")
    lab.evaluate(START)
    offline = """
      const { fetch } = globalThis;
      globalThis.fetch = async (...asked) => {
        if (String(asked[0]).endsWith('python_stdlib.zip')) throw new TypeError('lost');
        return fetch(...asked);
      };
    """
    failed = lab.evaluate(FAIL, offline)
    assert (failed["state"], failed["reason"]) == ("failed", "download_failed")
    assert lab.evaluate(START)["snapshot"] == "restored"


def test_a_damaged_snapshot_is_thrown_away_and_survived(lab: Page, problems: Problems) -> None:
    problems.expect("")  # a damaged memory may print anything; the game goes on
    lab.evaluate(START)
    [whole] = lab.evaluate("snapshots()")
    for damage in ("truncated", "empty", "not ours", "zeros in the middle"):
        lab.evaluate(DAMAGE, damage)
        survived = lab.evaluate(START)
        assert survived["played"], damage
        assert survived["after"]["snapshot"] == "made", damage
        assert lab.evaluate("snapshots()")[0] > 0.9 * whole, damage


@pytest.mark.parametrize(
    ("trouble", "script"),
    [
        slow("there is no storage", "delete WorkerGlobalScope.prototype.caches;"),
        (
            "storage is refused",
            "caches.open = () => Promise.reject(new DOMException('no', 'SecurityError'));",
        ),
        slow(
            "storage is full",
            "Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));",
        ),
    ],
)
def test_without_storage_the_engine_starts_all_the_same(lab: Page, trouble: str, script: str) -> None:
    started = lab.evaluate(START, script)
    assert started["played"], trouble
    assert lab.evaluate("snapshots()") == []


def test_a_snapshot_that_cannot_be_read_is_made_again(lab: Page) -> None:
    lab.evaluate(START)
    again = lab.evaluate(START, "Cache.prototype.match = () => Promise.reject(new Error('broken'));")
    assert (again["snapshot"], bool(again["played"])) == ("made", True)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (
            """
            const { Module } = WebAssembly;
            WebAssembly.Module = class extends Module {
              static [Symbol.hasInstance](value) {
                return value instanceof Module;
              }
              constructor(bytes) {
                if (bytes.byteLength > 50_000) throw new WebAssembly.CompileError('blocked by a policy');
                super(bytes);
              }
            };
            """,
            "blocked by a policy",
        ),
        (
            """
            const { Instance, Module } = WebAssembly;
            WebAssembly.Instance = function (module, imports) {
              const searches = Module.exports(module).some(({ name }) => name === 'iterate');
              if (searches) throw new RangeError('could not allocate memory');
              return new Instance(module, imports);
            };
            WebAssembly.Instance.prototype = Instance.prototype;
            """,
            "could not allocate memory",
        ),
    ],
)
def test_where_the_kernel_cannot_be_compiled_it_is_interpreted(lab: Page, script: str, reason: str) -> None:
    started = lab.evaluate(START, script)
    assert started["execution"] == "interpreted"
    assert reason in started["fallbackReason"]
    assert started["played"]


def test_without_memory_for_python_the_start_fails_with_that_reason(lab: Page, problems: Problems) -> None:
    problems.expect("")
    script = """
    WebAssembly.instantiate = async () => { throw new RangeError('could not allocate memory'); };
    """
    failed = lab.evaluate(FAIL, script)
    assert (failed["state"], failed["reason"]) == ("failed", "out_of_memory")
    assert "could not allocate memory" in failed["detail"]


@pytest.mark.quick
def test_without_jspi_the_engine_starts_and_plays(lab: Page) -> None:
    started = lab.evaluate(START, "delete WebAssembly.Suspending; delete WebAssembly.promising;")
    assert started["execution"] == "compiled"
    assert started["stopWay"] == "restart"
    assert started["played"]


def answer_with(status: int, body: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=status, body=body)


@pytest.mark.parametrize(
    ("file", "answer", "reason"),
    [
        ("pyodide/*/pyodide.asm.wasm", answer_with(404, "no"), "download_failed"),
        slow("pyodide/*/pyodide.mjs", answer_with(404, "no"), "download_failed"),
        slow("pyodide/*/python_stdlib.zip", lambda route: route.abort(), "download_failed"),
        slow("wheels/*/cannonfish-*", answer_with(500, "no"), "download_failed"),
        slow("data/build.json", answer_with(200, "<!doctype html>"), "download_failed"),
        slow("pyodide/*/pyodide.asm.wasm", answer_with(200, "<!doctype html>"), "boot_failed"),
        slow("pyodide/*/python_stdlib.zip", answer_with(200, "<!doctype html>"), "boot_failed"),
        ("wheels/*/cannonfish-*", answer_with(200, "<!doctype html>"), "boot_failed"),
        ("engine/worker.js", answer_with(404, "no"), "not_started"),
    ],
)
def test_what_cannot_be_loaded_is_a_failure_with_a_reason(
    lab: Page, problems: Problems, file: str, answer: Callable[[Route], None], reason: str
) -> None:
    problems.expect("")
    lab.context.route(f"**/{file}", answer)
    failed = lab.evaluate(FAIL)
    assert (failed["code"], failed["state"], failed["reason"]) == ("failed", "failed", reason)
    assert failed["detail"]


def test_a_failed_start_can_be_tried_again(lab: Page, problems: Problems) -> None:
    problems.expect("404")
    lab.context.route("**/pyodide.asm.wasm", answer_with(404, "no"))
    assert lab.evaluate(FAIL)["state"] == "failed"
    lab.context.unroute("**/pyodide.asm.wasm")
    view = lab.evaluate("() => { client.retry(); return client.view(); }")
    assert view["turn"] == "red"


def test_a_start_that_makes_no_progress_is_a_failure(lab: Page, problems: Problems) -> None:
    lab.context.route("**/python_stdlib.zip", lambda route: None)  # never answered
    state: dict[str, Any] = lab.evaluate(
        """async () => {
          const client = newClient({ silence: 1500 });
          client.start();
          const state = await until(client, 'failed');
          client.dispose();
          return state;
        }"""
    )
    assert state["reason"] == "silent"
