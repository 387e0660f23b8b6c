"""What vector instructions gain in the two loops of a small network, natively and in the browser."""

import base64
import time
from collections.abc import Iterator

from cannonfish.compiler import Program, Source, instantiate, link
from playwright.sync_api import sync_playwright

from tests.bench import in_browser
from tests.bench.figures import Figure

WIDTHS = (32, 64, 128, 256)
TIMES = 100_000
ROUNDS = 25
LOOPS = {"updates": "a row added, a row removed", "outputs": "squared clipped ReLU and dot product"}

TEXT = """
from array import array

WIDTH = 32
ROWS = 700
LEVELS = 64
units = array("h", [0]) * (LEVELS * WIDTH)
rows = array("h", [i * 7919 % 101 - 50 for i in range(ROWS * WIDTH)])
weights = array("h", [i * 7919 % 255 - 127 for i in range(WIDTH)])


def update(to: int, origin: int, added: int, removed: int) -> None:
    for i in range(WIDTH):
        units[to + i] = units[origin + i] + rows[added + i] - rows[removed + i]


def output(first: int) -> int:
    total = 0
    for i in range(WIDTH):
        clipped = max(0, min(181, units[first + i]))
        total += (clipped * clipped >> 7) * weights[i]
    return total


def updates(times: int) -> int:
    for n in range(times):
        to, origin = (n + 1) % LEVELS * WIDTH, n % LEVELS * WIDTH
        update(to, origin, n * 37 % ROWS * WIDTH, n * 91 % ROWS * WIDTH)
    return units[WIDTH]


def outputs(times: int) -> int:
    total = 0
    for n in range(times):
        total ^= output(n % LEVELS * WIDTH)
    return total
"""

RUN = """async ([modules, loops, times, rounds]) => {
    const functions = { now: () => 0, poll: () => 0, pause: () => 0 };
    const instances = [];
    for (const text of modules) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        instances.push((await WebAssembly.instantiate(bytes, { env: functions })).instance.exports);
    }
    const found = {};
    for (const loop of loops) {
        const best = instances.map(() => Infinity);
        for (let i = 0; i < rounds; i++) {
            for (const [n, instance] of instances.entries()) {
                const began = performance.now();
                instance[loop](times);
                best[n] = Math.min(best[n], performance.now() - began);
            }
        }
        found[loop] = best.map((ms) => (1e6 * ms) / times);
    }
    return found;
}"""


def figures() -> Iterator[Figure]:
    """The speedup of each loop by vectors."""
    with sync_playwright() as playwright, in_browser.chromium(playwright) as browser:
        page = browser.new_page()
        for width in WIDTHS:
            program = link([Source("network.py", "network", TEXT)], {"WIDTH": width})
            modules = [base64.b64encode(program.wasm(vectors=yes)).decode() for yes in (True, False)]
            found = page.evaluate(RUN, [modules, list(LOOPS), TIMES, ROUNDS])
            for where, times in (("wasmtime", natively(program)), ("Chromium", found)):
                for loop, what in LOOPS.items():
                    fast, slow = times[loop]
                    name = f"{what}, {width} units, vectors over scalar, {where}"
                    detail = f"{fast:.1f} ns instead of {slow:.1f}, best of {ROUNDS}"
                    yield Figure(name, slow / fast, "x", reach=2.5, more=True, detail=detail)


def natively(program: Program) -> dict[str, list[float]]:
    """The nanoseconds of each loop, with and without vectors."""
    executions = [instantiate(program, "compiled", vectors=yes) for yes in (True, False)]
    found = {}
    for loop in LOOPS:
        best = [float("inf")] * len(executions)
        for _ in range(ROUNDS):
            for number, execution in enumerate(executions):
                began = time.process_time()
                execution.call(loop, TIMES)
                best[number] = min(best[number], time.process_time() - began)
        found[loop] = [1e9 * seconds / TIMES for seconds in best]
    return found
