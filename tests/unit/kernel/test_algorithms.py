"""Minimax, alpha-beta, PVS and MTD(f) find the same value; the nodes they visit differ."""

from typing import Any

import pytest
from cannonfish.compiler import Execution, instantiate, linked
from cannonfish.engine.bench import positions
from cannonfish.engine.kernel import Kernel
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Game
from cannonfish.games.xiangqi import Board
from cannonfish.kernel import ALGORITHMS

from tests.bench import algorithms
from tests.cases import slow
from tests.unit.kernel.test_contract import every_game, line, random_board, state

ALL = ("minimax", "alphabeta", "pvs", "mtdf")
SETTINGS = {"TT_BITS": 10}
EQUAL_REPLIES = "4k4/9/4b4/9/9/9/9/9/9/4K3R w - - 0 1"


def running(game: Game, execution: str = "compiled", checked: bool = False, **settings: int) -> Execution:
    return instantiate(
        linked("cannonfish.kernel", (*game.files, *ALGORITHMS), SETTINGS | settings),
        execution,
        checked=checked,
    )


class Trial:
    """One algorithm on one position."""

    def __init__(self, game: Game, execution: Execution) -> None:
        self.kernel = Kernel(game, execution.program, execution)
        self.execution = execution

    def values(self, name: str, fen: str, depth: int) -> list[int]:
        """The values of all depths up to that one, from a clean table."""
        self.kernel.clear()
        self.kernel.start_search(self.kernel.game.new_board(fen), 0, 0)
        return [self.execution.call(f"iterate_{name}", each) for each in range(1, depth + 1)]


@pytest.mark.parametrize("part", [slice(3), slow(slice(3, None))], ids=["some", "others"])
@every_game
def test_all_find_the_same_values(game: Game, part: slice) -> None:
    trial = Trial(game, running(game))
    depth = 2 if game.name == "chess" else 3  # chess: promotions make endless captures, and minimax tries all
    for fen in positions(game.name)[part]:
        found = {name: trial.values(name, fen, depth) for name in ALL}
        assert len({tuple(values) for values in found.values()}) == 1, (fen, found)


@pytest.mark.parametrize("fen", positions("xiangqi"))
def test_those_that_leave_something_out_agree_deeper(fen: str) -> None:
    trial = Trial(GAMES["xiangqi"], running(GAMES["xiangqi"]))
    values = trial.values("alphabeta", fen, 5)
    assert trial.values("mtdf", fen, 5) == values
    assert trial.values("pvs", fen, 5) == values


def test_each_looks_at_less_than_minimax() -> None:
    rows = algorithms.compare(depths=(3,))
    nodes = {row.name: row.nodes for row in rows}
    assert all(nodes[name] < 0.4 * nodes["minimax"] for name in nodes if name != "minimax")
    assert "99." in algorithms.to_text(rows)


def test_minimax_has_no_use_for_the_entry_that_another_search_has_read_last() -> None:
    """Its move came first in every node, and minimax chose it among equal ones."""
    trial = Trial(GAMES["xiangqi"], running(GAMES["xiangqi"]))
    board = Board(EQUAL_REPLIES)
    trial.values("minimax", board.fen(), 2)
    first, reply = trial.execution.array("pv")[:2]
    board.push(trial.kernel.game.decode(first))
    moves = [trial.kernel.game.encode(move) for move in board.legal_moves]
    for move in moves:
        trial.execution.write("found_entry", 0, move)
        trial.values("minimax", EQUAL_REPLIES, 2)
        assert trial.execution.array("pv")[:2] == [first, reply]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("seed", [0, slow(1), slow(2)])
def test_both_executions_agree_on_every_array(name: str, seed: int) -> None:
    game = GAMES["xiangqi"]
    pair = [Trial(game, running(game, execution)) for execution in ("interpreted", "compiled")]
    fen = random_board(game, seed).fen()
    values = [trial.values(name, fen, 2) for trial in pair]
    assert values[0] == values[1]
    states = [state(trial.execution) for trial in pair]
    assert all(each.pop("search_state") for each in states)  # it holds times
    assert states[0] == states[1]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("nodes", [1, 50, 1999])
def test_a_stop_leaves_the_position_as_it_was(name: str, nodes: int) -> None:
    game = GAMES["xiangqi"]
    trial = Trial(game, running(game, checked=True))
    board = game.new_board(None)
    trial.kernel.start_search(board, nodes, 0)
    before = {key: state(trial.execution)[key] for key in ("board", "square_of", "position")}
    for depth in range(1, 9):
        value = trial.execution.call(f"iterate_{name}", depth)
    assert value == trial.execution.program.constants["STOPPED"]
    assert trial.kernel.nodes == nodes
    assert {key: state(trial.execution)[key] for key in before} == before


@pytest.mark.parametrize("name", ALL)
def test_excluded_root_moves_are_not_played(name: str) -> None:
    game = GAMES["xiangqi"]
    trial = Trial(game, running(game))
    board = game.new_board(None)
    found: list[Any] = []
    trial.kernel.start_search(board, 0, 0)
    for _ in range(4):
        trial.kernel.exclude_root_moves(found)
        trial.execution.call(f"iterate_{name}", 2)
        best = trial.kernel.best_line(board)
        assert best is not None
        assert best[1][0] not in found
        found.append(best[1][0])


@pytest.mark.parametrize("name", ALL)
def test_the_highest_ply_stays_within_the_arrays(name: str) -> None:
    game = GAMES["xiangqi"]
    trial = Trial(game, running(game, checked=True, MAX_PLY=6))
    trial.kernel.start_search(game.new_board("3k5/9/9/p8/9/9/P8/9/9/4K4 w - - 0 1"), 100_000, 0)
    for depth in range(1, 12):
        trial.execution.call(f"iterate_{name}", depth)
    assert trial.kernel.seldepth <= 4


def test_a_repetition_is_nothing_special_to_them() -> None:
    """Their value depends on the position and the depth alone, else memory could not keep it."""
    game = GAMES["xiangqi"]
    trial = Trial(game, running(game))
    shuffled = game.new_board(None)
    shuffled.push_line(["h0g2", "h9g7", "g2h0", "g7h9"])
    assert len(line(shuffled)) == 4
    scores = []
    for board in (game.new_board(None), shuffled):
        trial.kernel.clear()
        trial.kernel.start_search(board, 0, 0)
        scores.append(trial.execution.call("iterate_mtdf", 4))
    assert scores[0] == scores[1]


def test_pvs_visits_fewer_nodes_than_alphabeta() -> None:
    """6.8 % fewer at depth 4 on these positions; at depth 2 it still visits more."""
    nodes = {row.name: row.nodes for row in algorithms.compare(depths=(4,), names=("alpha-beta", "PVS"))}
    assert nodes["PVS"] < nodes["alpha-beta"]


@pytest.mark.parametrize("option", ["ORDER_MOVES", "USE_TABLE"])
@pytest.mark.parametrize("name", ["alphabeta", "pvs", "mtdf"])
def test_ordering_and_table_change_no_value(name: str, option: str) -> None:
    trial = Trial(GAMES["xiangqi"], running(GAMES["xiangqi"]))
    for fen in positions("xiangqi")[:4]:
        usual = trial.values(name, fen, 3)
        slot = trial.execution.program.constants[option]
        trial.execution.write("options", slot, 0)
        assert trial.values(name, fen, 3) == usual
        trial.execution.write("options", slot, 1)
