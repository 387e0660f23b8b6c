"""Compiled code that waits for the browser's event loop in the middle of a call, where the browser can.

In Chromium and Firefox; elsewhere `call_async` behaves as `call`, which tests/pyodide covers.
"""

import base64
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Serve

ROOT = Path(__file__).resolve().parents[2]

KERNEL = '''
cells: list[int] = [0] * 4


def poll() -> int: ...


def now() -> int: ...


def count(rounds: int) -> int:
    """How many rounds it took until the host said stop, or wrote 99 to cells[3]."""
    for i in range(rounds):
        cells[0] = i
        if poll() or cells[3] == 99:
            return i
    return -1


def poll_and_fail(index: int) -> int:
    poll()
    return cells[index]


def clock() -> int:
    return now()
'''

PREPARE = """
async ([base, engine, kernel]) => {
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: base });
  const bytes = Uint8Array.from(atob(engine), (letter) => letter.charCodeAt(0));
  python.unpackArchive(bytes.buffer, 'zip', { extractDir: '/engine' });
  const host = {
    suspends: true,
    polls: 0,
    turns: 0,
    answers: [],
    now: () => 42,
    poll() {
      this.polls += 1;
      const answer = this.answers.shift() ?? 0;
      return new Promise((resolve) => setTimeout(() => resolve(answer)));
    },
  };
  setInterval(() => { host.turns += 1; });
  python.globals.set('host', host);
  python.globals.set('kernel', kernel);
  python.runPython(`
    import asyncio, json, sys
    sys.path.insert(0, "/engine")
    from cannonfish.compiler import ExecutionFailed, Host, Source, instantiate, link
    program = link([Source("kernel/waits.py", "kernel.waits", kernel)])

    def new(checked=False):
        return instantiate(program, "compiled", Host(js=host), checked)
  `);
  window.python = python;
}
"""


@pytest.fixture
def run(each_page: Page, serve: Serve) -> Callable[[str], Any]:
    """Runs Python code, with `host` and `new()`, in a page; the code's last expression comes back as JSON."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted((ROOT / "py/engine/cannonfish/compiler").glob("*.py")):
            packed.write(path, f"cannonfish/compiler/{path.name}")
    server = serve({"/": ROOT / "node_modules/pyodide"})
    each_page.goto(f"{server.url}package.json")
    engine = base64.b64encode(archive.getvalue()).decode()
    each_page.evaluate(PREPARE, [server.url, engine, KERNEL])

    def run(code: str) -> Any:
        return json.loads(each_page.evaluate("(code) => window.python.runPythonAsync(code)", code))

    return run


def test_a_call_waits_at_its_polls_and_goes_on(run: Any) -> None:
    result = run("""
execution = new()
host.answers.push(0, 0, 0, 1)
turns = host.turns
value = await execution.call_async("count", 100)
first = [value, host.polls, host.turns > turns, execution.read("cells", 0)]

# While it waits, its arrays may be used, but no other call begins.
task = asyncio.ensure_future(execution.call_async("count", 1000000))
await asyncio.sleep(0.05)
seen = execution.read("cells", 0)
try:
    execution.call("clock")
    refused = ""
except RuntimeError as error:
    refused = str(error)
execution.write("cells", 3, 99)
stopped = await task

# Plain calls do not wait, and cannot be told to stop by promises.
plain = execution.call("count", 3), execution.call("clock")

# A fault after a suspension is a fault of the call, and the instance lives on.
guarded = new(checked=True)
try:
    await guarded.call_async("poll_and_fail", 4)
    fault = ""
except ExecutionFailed as error:
    fault = str(error)
after = await guarded.call_async("poll_and_fail", 3)

# Instances wait independently of each other.
one, two = new(), new()
host.answers.push(*[0] * 10)
both = await asyncio.gather(one.call_async("count", 5), two.call_async("count", 5))
json.dumps([first, seen, refused, stopped, plain, fault, after, both, two.call("clock")])
""")
    first, seen, refused, stopped, plain, fault, after, both, clock = result
    assert first == [3, 4, True, 3]
    assert refused == "`clock` called while `count` is suspended"
    assert 0 < seen <= stopped
    assert plain == [0, 42]  # cells[3] is still 99
    assert fault == "kernel/waits.py:22:12: index 4 outside cells[4] (in poll_and_fail)"
    assert after == 0
    assert both == [-1, -1]
    assert clock == 42
