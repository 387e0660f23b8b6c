"""Legal move counts on which independent generators agree (tests/data/README.md)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cannonfish.compiler import Host, instantiate

from tests.unit.kernel.player import START, Player, mutable_arrays, name, rules, rules_program

POSITIONS = json.loads((Path(__file__).parents[2] / "data/perft/xiangqi.json").read_text())["positions"]
INTERPRETED_LEAVES = 20_000
BY_ID = {position["id"]: position for position in POSITIONS}


@pytest.fixture(scope="module")
def compiled() -> Iterator[Player]:
    player = rules("compiled")
    yield player
    player.execution.close()


@pytest.fixture(scope="module")
def interpreted() -> Player:
    return rules("interpreted")


def check(player: Player, position: dict[str, Any], lowest: int, highest: int) -> int:
    """Compare all depths with lowest < leaves <= highest; a difference shows the counts below each move."""
    player.set_up(position["fen"])
    checked = 0
    for depth, leaves in enumerate(position["perft"], 1):
        if lowest < leaves <= highest or leaves == 0 == lowest:
            checked += 1
            counted = player.call("perft", player.side, depth, 0)
            assert counted == leaves, f"{position['fen']} depth {depth}: {divide(player, depth)}"
    return checked


def divide(player: Player, depth: int) -> dict[str, int]:
    """Leaves below each legal move."""
    counts = {}
    for number in player.legal():
        token = player.play(number)
        counts[name(number)] = player.call("perft", player.side, depth - 1, 1)
        player.undo(number, token)
    return counts


@pytest.mark.parametrize("key", BY_ID)
def test_compiled_in_full(compiled: Player, key: str) -> None:
    assert check(compiled, BY_ID[key], 0, 1 << 31) == len(BY_ID[key]["perft"])


@pytest.mark.parametrize("key", BY_ID)
def test_interpreted_up_to_20000_leaves(interpreted: Player, key: str) -> None:
    assert check(interpreted, BY_ID[key], 0, INTERPRETED_LEAVES)


@pytest.mark.slow
@pytest.mark.parametrize("key", BY_ID)
def test_interpreted_up_to_half_a_million_leaves(interpreted: Player, key: str) -> None:
    check(interpreted, BY_ID[key], INTERPRETED_LEAVES, 500_000)


def test_divide_adds_up(interpreted: Player) -> None:
    interpreted.set_up(BY_ID["p01"]["fen"])
    counts = divide(interpreted, 2)
    assert len(counts) == 44
    assert sum(counts.values()) == 1920


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_the_host_can_end_a_count(execution: str) -> None:
    """It could be ended between two moves of the root only.  The position stays as it was."""
    polls = iter([0, 0, 1])
    player = Player(instantiate(rules_program(), execution, Host(poll=lambda: next(polls, 0))))
    player.set_up(START)
    before = mutable_arrays(player.execution)
    assert player.call("perft", 0, 9, 0) == player.execution.program.constants["STOPPED_COUNT"]
    after = mutable_arrays(player.execution)
    for passing in ("moves", "perft_state"):
        del before[passing], after[passing]
    assert after == before
    assert player.call("perft", 0, 2, 0) == 1920
