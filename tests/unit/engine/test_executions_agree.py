"""The same search in both executions: equal news, equal moves, whatever the limit, if it is no time limit."""

import dataclasses

import pytest
from cannonfish.engine import Engine, Info, Limits, Result
from cannonfish.engine.bench import bench, positions
from cannonfish_lab.matches.openings import board, load

from tests.cases import slow


def without_time(info: Info) -> Info:
    return dataclasses.replace(info, time_ms=0, nps=0)


def searched(execution: str, limits: list[Limits], fen: str) -> list[tuple[Result, list[Info]]]:
    """What an engine says to several searches in a row: the later ones meet a table that is not empty."""
    engine = Engine(execution=execution, hash_mb=1)
    engine.position(fen)
    assert engine.execution == execution
    results = []
    for each in limits:
        told: list[Info] = []
        result = engine.go(each, told.append)
        result = dataclasses.replace(result, info=without_time(result.info))
        results.append((result, [without_time(info) for info in told]))
    return results


LIMITS = [Limits(depth=4), Limits(nodes=777), Limits(nodes=1500, multipv=3), Limits(level=3, seed=5)]


@pytest.mark.parametrize("fen", [*positions("xiangqi")[:3], *map(slow, positions("xiangqi")[3:])])
def test_news_and_results_are_equal(fen: str) -> None:
    assert searched("interpreted", LIMITS, fen) == searched("compiled", LIMITS, fen)


@pytest.mark.slow
@pytest.mark.parametrize("fen", positions("xiangqi"))
def test_deeper_news_and_results_are_equal(fen: str) -> None:
    limits = [Limits(depth=9), Limits(nodes=60_000), Limits(level=10)]
    assert searched("interpreted", limits, fen) == searched("compiled", limits, fen)


def openings(count: int) -> list[str]:
    """Positions of the lab's openings, with no position twice."""
    return [board(line).fen() for line in load()[:count]]


@pytest.mark.slow
@pytest.mark.parametrize("limits", [Limits(depth=5), Limits(nodes=5000)], ids=["depth", "nodes"])
@pytest.mark.parametrize("part", range(10))
def test_a_hundred_positions_are_searched_alike(limits: Limits, part: int) -> None:
    """Move, score, nodes and every iteration on the way."""
    engines = [Engine(execution=execution, hash_mb=4) for execution in ("interpreted", "compiled")]
    for fen in openings(100)[10 * part : 10 * part + 10]:
        found = []
        for engine in engines:
            told: list[Info] = []
            engine.new_game()
            engine.position(fen)
            best = engine.go(limits, told.append).bestmove
            found.append((best, [without_time(info) for info in told]))
        assert found[0] == found[1], fen


def test_the_signature_is_equal() -> None:
    runs = [
        bench(Engine(execution=execution, hash_mb=1), depth=4) for execution in ("interpreted", "compiled")
    ]
    assert [run.execution for run in runs] == ["interpreted", "compiled"]
    assert runs[0].nodes == runs[1].nodes


def test_the_signature_depends_on_nothing_before_it() -> None:
    engine = Engine(execution="compiled", hash_mb=1)
    first = bench(engine, depth=5)
    engine.go(Limits(nodes=5000))
    assert bench(engine, depth=5).nodes == first.nodes
