"""Figures that need no browser: the signature, the two executions in this Python, endings."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from cannonfish import endings, xiangqi
from cannonfish.engine import Engine
from cannonfish.engine.bench import DEPTH, bench, bench_all
from cannonfish.engine.limits import MAX_DEPTH, Limits
from cannonfish.protocol.page.messages import Position
from cannonfish.protocol.page.views import board_of, view_of

from tests.bench.figures import Figure

INTERPRETED_DEPTH = 4
ROUNDS = 3
ENDING = "KRA-kaab"
PROBES = 2000
MATES = Path(__file__).parents[1] / "data" / "mates" / "xiangqi.json"


def figures() -> Iterator[Figure]:
    """The signature, and compiled against interpreted nodes a second, natively."""
    interpreted, compiled = Engine(execution="interpreted"), Engine(execution="compiled")
    if compiled.execution != "compiled":
        raise RuntimeError(f"compiled execution cannot be had: {compiled.fallback_reason}")
    nodes = sum(each.nodes for each in bench_all())
    yield Figure("signature", nodes, "nodes", detail=f"cannonfish bench, depth {DEPTH}")

    slow = [bench(interpreted, INTERPRETED_DEPTH) for _ in range(ROUNDS)]
    fast = [bench(compiled) for _ in range(ROUNDS)]
    same = bench(compiled, INTERPRETED_DEPTH).nodes == slow[0].nodes
    yield Figure(
        "nodes equal in both executions",
        same,
        "",
        reach=1,
        more=True,
        detail=f"depth {INTERPRETED_DEPTH}, 1: yes",
    )
    yield mates(compiled)
    yield from solved_endings()
    yield long_games()
    speeds = median(run.nps for run in slow), median(run.nps for run in fast)
    yield Figure("interpreted, CPython", speeds[0], "nodes/s", more=True)
    yield Figure("compiled, wasmtime", speeds[1], "nodes/s", more=True)
    yield Figure(
        "compiled over interpreted, native", speeds[1] / speeds[0], "x", more=True, detail=f"{ROUNDS} runs"
    )


def solved_endings() -> Iterator[Figure]:
    """The speed of the endings solver, and of a table probe."""
    store: dict[str, endings.Table] = {}
    endings.solve(ENDING, store=store)
    seconds, cpu = [], []
    for _ in range(ROUNDS):
        table = store.pop(ENDING)
        started, worked = time.perf_counter(), time.process_time()
        endings.solve(ENDING, store=store)
        seconds.append(time.perf_counter() - started)
        cpu.append(time.process_time() - worked)
    detail = f"{ENDING}, {len(table):,} positions, {len(table) / min(cpu):,.0f} a second of processor time"
    speed = len(table) / min(seconds)
    yield Figure(
        "positions of endings solved, native",
        speed,
        "/s",
        reach=3e6,
        more=True,
        detail=f"{detail}; load {os.getloadavg()[0]:.1f}",
    )
    board = xiangqi.Board("3akab2/9/9/9/9/9/9/9/4A4/3K1R3 w")
    started = time.perf_counter()
    for _ in range(PROBES):
        table.probe(board)
    probe = (time.perf_counter() - started) / PROBES * 1e6
    yield Figure("a look into the table of an ending", probe, "us", reach=200)
    size = len(table.dumps()) / len(table)
    yield Figure("the table of an ending, compressed", size, "bytes a position", reach=0.35, detail=ENDING)


def long_games() -> Figure:
    """The time of steps through a game of 300 plies against one of 30."""
    moves = ["h0g2", "h9g7", "g2h0", "g7h9"] * 75

    def steps(plies: int) -> float:
        began = time.perf_counter()
        for back in range(1, 21):
            view_of(board_of(Position(moves=tuple(moves[: plies - back]))))
        return time.perf_counter() - began

    steps(30)
    short, long = steps(30), steps(300)
    detail = "20 views, interpreted: 300 plies against 30"
    return Figure("views of a long game", long / short, "x", reach=1.5, detail=detail)


def mates(engine: Engine) -> Figure:
    """Composed mates in one to five that are found within a second, each from a clean table."""
    found = 0
    slowest = 0.0
    positions = json.loads(MATES.read_text())["positions"]
    for each in positions:
        engine.new_game()
        engine.position(each["fen"])
        started = time.perf_counter()
        result = engine.go(Limits(movetime=10_000, mate=each["mate_in"], depth=MAX_DEPTH))
        seconds = time.perf_counter() - started
        slowest = max(slowest, seconds)
        found += seconds < 1 and result.info.score.mate == each["mate_in"]
    return Figure(
        "mates found within a second, compiled",
        found,
        "",
        reach=len(positions),
        more=True,
        detail=f"of {len(positions)}, the slowest in {slowest:.2f} s",
    )
