"""Legal move counts on which independent generators agree (tests/data/README.md)."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from cannonfish.compiler import Execution, Host, instantiate
from cannonfish.engine import Engine
from cannonfish.games.catalogue import GAMES

from tests.unit.kernel.player import START, Player, mutable_arrays, rules_program
from tests.unit.kernel.test_contract import rules

DATA = Path(__file__).parents[2] / "data"
CASES = {
    case["id"]: (game, case["fen"], case["perft"])
    for game, file in (("xiangqi", "perft/xiangqi.json"), ("chess", "chess/perft.json"))
    for case in json.loads((DATA / file).read_text())["positions"]
}
CASES["liuzichong"] = "liuzichong", None, [4, 18, 108, 632, 3282, 16840, 98224, 575108]
"""By id: the game, the position, and the leaves at each depth from 1 on."""
INTERPRETED_LEAVES = 20_000

Instances = Callable[[str, str], Execution]
every_position = pytest.mark.parametrize("key", CASES)


@pytest.fixture(scope="module")
def instances() -> Iterator[Instances]:
    """The rules of a game in an execution."""
    made = []

    @cache
    def instance(game: str, execution: str) -> Execution:
        made.append(rules(GAMES[game], execution))
        return made[-1]

    yield instance
    for each in made:
        each.close()


def check(instances: Instances, execution: str, key: str, lowest: int, highest: int) -> int:
    """Compare all depths with lowest < leaves <= highest; a difference shows the counts below each move."""
    game, fen, counts = CASES[key]
    running, board = instances(game, execution), GAMES[game].new_board(fen)
    checked = 0
    for depth, leaves in enumerate(counts, 1):
        if lowest < leaves <= highest or leaves == 0 == lowest:
            checked += 1
            GAMES[game].set_position(running, board)
            counted = running.call("perft", board.turn, depth, 0)
            assert counted == leaves, f"{fen} depth {depth}: {divide(game, fen, depth)}"
    return checked


def divide(game: str, fen: str | None, depth: int) -> dict[str, int]:
    """Leaves below each legal move."""
    with Engine(game, hash_mb=1) as engine:
        engine.position(fen)
        return {str(move): count for move, count in engine.perft(depth)}


@every_position
def test_compiled_in_full(instances: Instances, key: str) -> None:
    assert check(instances, "compiled", key, 0, 1 << 31) == len(CASES[key][2])


@every_position
def test_interpreted_up_to_20000_leaves(instances: Instances, key: str) -> None:
    assert check(instances, "interpreted", key, 0, INTERPRETED_LEAVES)


@pytest.mark.slow
@every_position
def test_interpreted_up_to_half_a_million_leaves(instances: Instances, key: str) -> None:
    check(instances, "interpreted", key, INTERPRETED_LEAVES, 500_000)


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
