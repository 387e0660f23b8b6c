"""What the search promises: limits, stops, mates, draws, repetition."""

import json
from collections.abc import Iterator
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from cannonfish import kernel
from cannonfish.compiler import Host, instantiate, link
from cannonfish.kernel import xiangqi

from tests.unit.kernel.player import START, Player, move, name, player, source, stopped_clock

MATES = json.loads((Path(__file__).parents[2] / "data/mates/xiangqi.json").read_text())["positions"]
MIDDLE_GAME = "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1"
STATE = ("board", "square_of", "rank_bits", "file_bits", "position")


@pytest.fixture(scope="module")
def shared() -> Iterator[Player]:
    one = player(table_bits=16)
    yield one
    one.execution.close()


@pytest.fixture
def fish(shared: Player) -> Player:
    """A compiled player that has learnt nothing yet."""
    shared.forget()
    shared.position()
    return shared


def state(one: Player) -> dict[str, list[int]]:
    return {array: one.execution.array(array) for array in STATE}


@pytest.mark.parametrize("mate", MATES, ids=lambda mate: mate["id"])
def test_finds_the_shortest_mate(fish: Player, mate: dict[str, Any]) -> None:
    fish.position(mate["fen"])
    wanted = fish.constants["MATE"] - (2 * mate["mate_in"] - 1)
    fish.call("begin", 1_000_000, 0)  # less than a second, compiled
    score = next(score for depth in count(1) if (score := fish.call("iterate", depth)) >= wanted)
    assert score != fish.constants["STOPPED"], "a million nodes were not enough"
    assert score == wanted
    assert fish.best in mate["first_moves"]
    assert fish.pv[0] == fish.best


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_stalemate_is_a_win_worth_finding(execution: str) -> None:
    one = player(execution)
    one.position("3k5/9/4P4/9/9/9/9/9/4K4/9 w - - 0 1")
    one.go(depth=3)
    assert one.best == "e7e8"
    assert one.score == one.constants["MATE"] - 1


@pytest.mark.parametrize("fen", ["3k5/9/3R5/9/9/9/9/9/9/4K4 b", "3k5/4P4/9/9/9/9/9/9/4K4/9 b"])
def test_a_finished_game_has_no_best_move_and_is_lost(fish: Player, fen: str) -> None:
    fish.position(fen)
    fish.call("begin", 0, 0)
    assert fish.call("iterate", 1) == -fish.constants["MATE"]
    assert fish.best == ""


@pytest.mark.parametrize("nodes", [1, 2, 40, 1000, 4097, 30_000])
def test_a_node_limit_is_kept_exactly(fish: Player, nodes: int) -> None:
    fish.go(nodes=nodes)
    assert fish.control("NODES") == nodes


@pytest.mark.parametrize("fen", [START, MIDDLE_GAME])
@pytest.mark.parametrize("nodes", [1, 7, 100, 3001, 50_000])
def test_a_stop_leaves_the_position_and_a_legal_best_move(fish: Player, fen: str, nodes: int) -> None:
    fish.position(fen)
    before = state(fish)
    fish.go(nodes=nodes)
    assert state(fish) == before
    assert nodes < 100 or fish.best in map(name, fish.legal())
    assert fish.call("iterate", 1) == fish.constants["STOPPED"]
    assert state(fish) == before


def test_a_stop_keeps_the_best_move_of_the_finished_iteration_or_a_better_one(fish: Player) -> None:
    """Whatever the node limit, the move is one that an iteration has chosen over the one before."""
    fish.position(MIDDLE_GAME)
    fish.call("begin", 0, 0)
    chosen = []
    for depth in range(1, 9):
        fish.call("iterate", depth)
        chosen.append(fish.best)
    nodes = fish.control("NODES")
    for limit in range(nodes // 20, nodes, nodes // 20):
        fish.forget()
        fish.position(MIDDLE_GAME)
        fish.go(nodes=limit)
        assert fish.best in chosen


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_poll_stops_the_search(execution: str) -> None:
    polls = []

    def poll() -> int:
        polls.append(1)
        return 1 if len(polls) == 5 else 0

    one = player(execution, Host(now=count(0, 10).__next__, poll=poll))
    one.position()
    before = state(one)
    one.go()
    assert len(polls) == 5
    assert state(one) == before
    assert one.best


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_a_time_limit_is_kept(execution: str) -> None:
    clock = count(0, 3)
    one = player(execution, Host(now=lambda: next(clock)))
    one.position()
    one.go(time=50)
    assert 50 <= next(clock) <= 60


def test_nodes_do_not_depend_on_the_clock() -> None:
    """Looks at the clock and polls come at times of their own, and change nothing."""
    results = []
    for step in (0, 1, 30):
        one = player("compiled", Host(now=count(0, step).__next__))
        one.position()
        one.go(nodes=20_000)
        results.append((one.control("NODES"), one.best, one.score, one.pv))
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize(("nodes_per_ms", "gap"), [(2, 16), (10, 32), (100, 256), (5000, 4096)])
def test_the_clock_is_asked_seldom_but_often_enough(nodes_per_ms: int, gap: int) -> None:
    """Slow machines look at it every few nodes, fast ones every few thousand."""
    looks: list[int] = []

    def now() -> int:
        looks.append(one.control("NODES"))
        return looks[-1] // nodes_per_ms

    one = player("compiled", Host(now=now))
    one.position()
    one.go(nodes=100_000)
    gaps = {later - earlier for earlier, later in pairwise(looks[-20:-2])}
    assert gaps - {0} == {gap}


def test_the_same_search_twice_is_the_same(fish: Player) -> None:
    runs = []
    for _ in range(2):
        fish.forget()
        fish.position(MIDDLE_GAME)
        runs.append((fish.go(nodes=50_000), fish.best, fish.score, fish.pv))
    assert runs[0] == runs[1]


def test_the_principal_variation_is_a_line_of_legal_moves(fish: Player) -> None:
    fish.position(MIDDLE_GAME)
    fish.go(depth=9)
    line = fish.pv
    assert line[0] == fish.best
    assert len(line) > 3
    fish.set_up(MIDDLE_GAME)
    for text in line:
        assert text in map(name, fish.legal())
        fish.play(move(text))


def test_barred_moves_are_not_played(fish: Player) -> None:
    barred: list[str] = []
    for _ in range(4):
        fish.go(depth=5, barred=barred)
        assert fish.best not in barred
        barred.append(fish.best)


# --- Repetition and other draws ---


def repetition(one: Player) -> int:
    return one.call("repetition", one.control("ROOT_INDEX"), 0)


def test_a_second_occurrence_is_a_draw(fish: Player) -> None:
    knights = ["h0g2", "h9g7", "g2h0", "g7h9"]
    fish.position(START, knights[:3])
    assert repetition(fish) == fish.constants["NO_REPETITION"]
    fish.position(START, knights)
    assert repetition(fish) == fish.constants["DRAW"]


def test_two_knights_that_change_places_repeat_the_position(fish: Player) -> None:
    fen = "4k4/9/9/9/9/p8/9/9/N8/N3K4 w"
    line = ["a0b2", "a4a3", "b2a4", "a3b3"]
    fish.position(fen, line)
    assert repetition(fish) == fish.constants["NO_REPETITION"]


def test_a_capture_ends_the_path(fish: Player) -> None:
    fish.position(START, ["b2b9", "a9b9", "a0a1", "b9a9", "a1a0", "a9b9", "a0a1"])
    assert repetition(fish) == fish.constants["DRAW"]
    assert fish.control("ROOT_INDEX") == 5
    fish.position(START, ["b2b9", "a9b9"])
    assert fish.control("ROOT_INDEX") == 0


@pytest.mark.parametrize(
    ("fen", "line", "sign"),
    [
        ("3k5/9/9/9/9/9/9/9/4R4/5K3 w", ["e1d1", "d9e9", "d1e1", "e9d9"], -1),
        ("3k5/9/9/9/9/9/9/9/4R4/5K3 w", ["e1d1", "d9e9", "d1e1", "e9d9", "e1d1"], 1),
        ("4k4/9/9/9/9/9/9/9/9/3K1n3 b", ["f0e2", "d0d1", "e2f0", "d1d0"], -1),
    ],
)
def test_a_side_that_only_gives_check_loses(fish: Player, fen: str, line: list[str], sign: int) -> None:
    fish.position(fen, line)
    assert repetition(fish) == sign * fish.constants["PERPETUAL"]


def test_one_quiet_move_makes_it_a_draw(fish: Player) -> None:
    fish.position(
        "3k5/9/9/9/9/9/9/9/4R4/5K3 w",
        ["e1d1", "d9e9", "d1c1", "e9d9", "c1d1", "d9e9", "d1e1", "e9d9"],
    )
    assert repetition(fish) == fish.constants["DRAW"]


def test_perpetual_check_saves_nobody_where_it_loses() -> None:
    """Red is lost but for perpetual check, which is a draw only where the game says so."""
    fen = "5k3/1R7/9/9/9/5p1n1/8c/5r3/9/4K4 w"
    scores = {}
    for loses in (0, 1):
        settings = {"TT_BITS": 12, "PERPETUAL_CHECK_LOSES": loses}
        program = link([source(one) for one in (*xiangqi.FILES, *kernel.SEARCH)], settings)
        one = Player(instantiate(program, "compiled", stopped_clock()))
        one.position(fen)
        one.go(nodes=30_000)
        scores[loses] = one.score
    assert scores[0] == 0
    assert scores[1] < -400


def test_the_move_limit_draws_but_for_a_win(fish: Player) -> None:
    fish.position("4k4/9/9/9/9/9/9/9/R8/R4K3 w", quiet_plies=119)
    fish.go(depth=4)
    assert fish.score == 0
    fish.position("4k4/R8/9/9/9/9/9/9/9/1R3K3 w", quiet_plies=119)
    fish.go(depth=4)
    assert fish.best in ("b0b9", "a8d8"), "mate or stalemate"
    assert fish.score == fish.constants["MATE"] - 1


def test_a_game_longer_than_the_path_keeps_its_newest_positions(fish: Player) -> None:
    fish.position()
    shuffle = [move(text) for text in ("h0g2", "h9g7", "g2h0", "g7h9")] * 150
    for start in range(0, len(shuffle), 100):
        fish.execution.store("moves", 0, shuffle[start : start + 100])
        fish.call("play_line", 100)
    assert fish.control("ROOT_INDEX") < fish.constants["GAME_PATH"]
    assert repetition(fish) == fish.constants["DRAW"]
    fish.go(depth=4)
    assert fish.best
