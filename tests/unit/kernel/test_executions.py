"""Interpreted and compiled are the same engine: in random games every array agrees after every search."""

import random

import pytest
from cannonfish.compiler import ExecutionFailed, instantiate, link
from cannonfish.games.catalogue import GAMES

from tests.unit.kernel.player import START, Player, mutable_arrays, name, player, source, stopped_clock

MIDDLE_GAME = "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1"


def agree(one: Player, two: Player) -> None:
    ours, theirs = mutable_arrays(one.execution), mutable_arrays(two.execution)
    assert ours.keys() == theirs.keys()
    for array in ours:
        assert ours[array] == theirs[array], array


def random_game(rng: random.Random, players: list[Player], plies: int) -> list[str]:
    """Set up all players along one random game; return it."""
    line: list[str] = []
    for _ in range(plies):
        for one in players:
            one.position(START, line)
        legal = [one.legal() for one in players]
        assert all(moves == legal[0] for moves in legal)
        if not legal[0]:
            return line
        line.append(name(rng.choice(legal[0])))
    for one in players:
        one.position(START, line)
    return line


@pytest.mark.parametrize("seed", range(4))
def test_random_games_with_searches(seed: int) -> None:
    rng = random.Random(seed)
    players = [player("interpreted", stopped_clock()), player("compiled", stopped_clock())]
    for plies in (10, 30, 60):
        random_game(rng, players, plies)
        for one in players:
            one.go(nodes=2500)
        agree(*players)


def test_depth_limits_agree() -> None:
    players = [player("interpreted", stopped_clock()), player("compiled", stopped_clock())]
    rng = random.Random(1)
    for _ in range(3):
        random_game(rng, players, 24)
        for one in players:
            one.go(depth=5)
        agree(*players)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_many_random_games_with_searches(seed: int) -> None:
    test_random_games_with_searches(seed)


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_random_games_trap_nowhere(execution: str) -> None:
    """The checked build: no index outside its array, no result beyond 32 bits, no bad shift."""
    one = player(execution, stopped_clock(), checked=True)
    nodes, games = (60_000, 12) if execution == "compiled" else (600, 2)
    rng = random.Random(9)
    for _ in range(games):
        random_game(rng, [one], rng.randrange(100))
        one.go(nodes=nodes)
        assert one.control("NODES") <= nodes


def test_the_checked_build_does_trap() -> None:
    one = player("compiled", checked=True)
    one.position()
    with pytest.raises(ExecutionFailed):
        one.call("generate_quiets", 0, one.execution.program.arrays["moves"].length)


@pytest.mark.parametrize("fen", [START, MIDDLE_GAME, "3k5/9/9/p8/9/9/P8/9/9/4K4 w"])
def test_the_highest_ply_stays_within_the_arrays(fen: str) -> None:
    """With room for few plies the search meets the end of every per-ply array, and does not go beyond."""
    settings = {"MAX_PLY": 12, "TT_BITS": 8}
    program = link([source(one) for one in GAMES["xiangqi"].files], settings)
    one = Player(instantiate(program, "compiled", stopped_clock(), checked=True))
    one.position(fen)
    one.go(depth=30, nodes=200_000)
    assert one.control("SELDEPTH") >= 10
