"""The race of the algorithms: the same values, fewer and fewer nodes."""

from typing import Any

import pytest
from cannonfish.compiler import Execution, ExecutionUnavailable, Host, instantiate
from cannonfish.engine.bench import positions
from cannonfish.experiments import race
from cannonfish.experiments.race import ENTRANTS, Lap, Race
from cannonfish.games.catalogue import GAMES

XIANGQI = GAMES["xiangqi"]
BOARD = XIANGQI.new_board(positions("xiangqi")[9])


def run(depth: int = 3, nodes: int = 0, **settings: object) -> list[Lap]:
    """The laps of a race in an ending."""
    race = Race(XIANGQI, BOARD, **settings)  # type: ignore[arg-type]
    laps = list(race.laps(depth, nodes))
    race.close()
    return laps


def last(laps: list[Lap]) -> dict[str, Lap]:
    """The last lap of each algorithm."""
    return {lap.algorithm: lap for lap in laps}


def test_all_take_turns_and_find_the_same_scores() -> None:
    laps = run()
    assert [(lap.depth, lap.algorithm) for lap in laps] == [
        (at, name) for at in (1, 2, 3) for name in ENTRANTS
    ]
    for depth in (1, 2, 3):
        assert len({lap.score for lap in laps if lap.depth == depth}) == 1
    nodes = {name: lap.nodes for name, lap in last(laps).items()}
    assert nodes["minimax"] > nodes["alphabeta"] > nodes["pvs"]
    assert all(lap.is_finished and lap.move is not None for lap in laps)


def test_both_executions_visit_the_same_nodes() -> None:
    compiled, interpreted = run(2), run(2, execution="interpreted")
    assert [(lap.algorithm, lap.nodes, lap.score) for lap in compiled] == [
        (lap.algorithm, lap.nodes, lap.score) for lap in interpreted
    ]


@pytest.mark.parametrize("option", ["ordering", "table"])
def test_without_ordering_or_table_the_score_stays_and_alpha_beta_works_harder(option: str) -> None:
    usual, without = (
        last(run(4, entrants=("alphabeta", "mtdf"))),
        last(run(4, entrants=("alphabeta", "mtdf"), options={option: False})),
    )
    for name in usual:
        assert without[name].score == usual[name].score
        assert without[name].nodes > usual[name].nodes


def test_a_race_that_cannot_start_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[object] = []
    started: list[Execution] = []

    def start(*arguments: Any) -> Execution:
        if started:
            raise ExecutionUnavailable("no memory is left")
        started.append(instantiate(*arguments))
        monkeypatch.setattr(type(started[0]), "close", lambda each: closed.append(each))
        return started[0]

    monkeypatch.setattr(race, "instantiate", start)
    with pytest.raises(ExecutionUnavailable):
        Race(XIANGQI, BOARD, execution="interpreted")
    assert closed == started


def test_a_null_move_saves_nodes() -> None:
    board = XIANGQI.new_board(positions("xiangqi")[1])
    nodes = []
    for null_move in (False, True):
        race = Race(XIANGQI, board, entrants=("alphabeta",), options={"null_move": null_move})
        nodes.append(list(race.laps(5))[-1].nodes)
    assert nodes[1] < nodes[0]


def test_one_that_reaches_the_limit_of_nodes_drops_out() -> None:
    laps = run(4, nodes=2000)
    [minimax] = [lap for lap in laps if lap.algorithm == "minimax" and not lap.is_finished]
    assert (minimax.nodes, minimax.score) == (2000, None)
    assert [lap.algorithm for lap in laps if lap.depth == 4] == list(ENTRANTS[1:])


def test_the_lap_under_way_can_be_looked_at() -> None:
    seen: list[Lap] = []
    race = Race(XIANGQI, BOARD, host=Host(poll=lambda: seen.append(race.now) or 0))  # type: ignore[func-returns-value]
    laps = list(race.laps(4))
    assert seen
    [final] = [lap for lap in laps if lap.depth == 4 and lap.algorithm == "minimax"]
    part = [lap for lap in seen if lap.depth == 4 and lap.algorithm == "minimax"]
    assert part
    assert all(0 < lap.nodes <= final.nodes and 0 < lap.ms <= final.ms for lap in part)


def test_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="no algorithm and no option 'turbo'"):
        Race(XIANGQI, BOARD, options={"turbo": True})
    with pytest.raises(ValueError, match="depth is a number from 1 to 20, not 0"):
        next(Race(XIANGQI, BOARD).laps(0))
    with pytest.raises(ValueError, match="no legal move"):
        Race(XIANGQI, XIANGQI.new_board("R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 0 1"))
