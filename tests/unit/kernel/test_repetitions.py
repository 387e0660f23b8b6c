"""The search judges repetitions as the rules do, the second occurrence like the third that would follow."""

import json
import random
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import pytest
from cannonfish.compiler import Execution, instantiate
from cannonfish.games.catalogue import GAMES
from cannonfish.games.xiangqi import Board
from cannonfish.games.xiangqi.judge import Law, Verdict

from tests.unit.games.repetition_games import (
    back_and_forth,
    hunt,
    plays,
    random_board,
    repetition_games,
    triangles,
)
from tests.unit.kernel.player import Player, stopped_clock, xiangqi_program

XIANGQI = GAMES["xiangqi"]
DATA = Path(__file__).parents[2] / "data" / "repetition"
PUBLISHED = json.loads((DATA / "published.json").read_text(encoding="utf-8"))["tests"]
CASES = json.loads((DATA / "cases.json").read_text(encoding="utf-8"))["cases"]
LOST = json.loads((DATA / "lost_by_chase.json").read_text(encoding="utf-8"))["games"]
CHASE = "4k4/9/9/9/n8/9/9/9/1R7/3K5 w - - {} 1", ["b1a1", "a5b7", "a1b1", "b7a5"]


@pytest.fixture(params=["interpreted", "compiled"])
def running(request: pytest.FixtureRequest) -> Execution:
    return instantiate(xiangqi_program(), request.param, stopped_clock(), checked=True)


def played(fen: str | None, moves: Iterable[str]) -> Board:
    board = Board(fen)
    board.push_line(moves)
    return board


def result(running: Execution, board: Board) -> int | None:
    """The search's result of the repetition for the side to move: -1, 0, 1; None if there is none."""
    XIANGQI.set_search_root(running, board)
    constants = running.program.constants
    before = {name: running.array(name) for name in ("board", "square_of", "position", "rank_bits")}
    score = running.call("repetition", running.read("search_state", constants["ROOT_INDEX"]), 0)
    assert {name: running.array(name) for name in before} == before
    if score == constants["NO_REPETITION"]:
        return None
    assert abs(score) in (0, constants["PERPETUAL"])
    return score // constants["PERPETUAL"]


def verdict(board: Board) -> Verdict | None:
    return board.repetition() or board.warning()


def agree(running: Execution, games: Iterable[Board]) -> set[Law]:
    """Compare search and rules after every move; return what there was to judge."""
    seen = set()
    for game in games:
        board = game.root()
        for move in game.move_stack:
            board.push(move)
            judged = verdict(board)
            if judged is None:
                assert result(running, board) is None
                continue
            seen.add(judged.law)
            wanted = 0 if judged.loser is None else -1 if judged.loser is board.turn else 1
            assert result(running, board) == wanted, f"{board.root().fen()} {board.move_stack}"
    return seen


def two_cycles(seed: int, count: int) -> Iterator[Board]:
    """Boards on which a position stands for the third time, reached twice in different ways."""
    rng = random.Random(seed)
    while count:
        board = random_board(rng)
        cycles = [find(board, rng) for find in rng.sample([hunt, back_and_forth, triangles], 2)]
        moves = chain(*(cycle or [] for cycle in cycles))
        if all(plays(board, move) for move in moves) and board.occurrences() == 3:
            count -= 1
            yield board


def test_every_clause_of_the_law(running: Execution) -> None:
    games = [played(each["fen"], each["moves"]) for each in PUBLISHED]
    games += [played(each["fen"], each["cycle"].split() * 2) for each in CASES]
    assert agree(running, games) == {*Law}


def test_lost_games(running: Execution) -> None:
    assert Law.PERPETUAL_CHASE in agree(running, [played(None, game["moves"].split()) for game in LOST])


def test_random_repetitions(running: Execution) -> None:
    assert {Law.PERPETUAL_CHECK, Law.PERPETUAL_CHASE} <= agree(running, repetition_games(seed=1, count=60))


def test_random_positions_reached_twice_in_different_ways(running: Execution) -> None:
    """The third occurrence is judged by all moves since the first, not by those since the second."""
    games = list(two_cycles(seed=3, count=60))
    agree(running, games)
    assert any(
        loses_by_last_cycle(game) and game.repetition() == Verdict(Law.NO_PERPETUAL, None) for game in games
    )


def loses_by_last_cycle(game: Board) -> bool:
    """True if somebody would lose by playing the moves since the second occurrence twice."""
    second = game.positions().index(game.position, 1)
    warning = played(game.fen(), [move.uci() for move in game.move_stack[second:]]).warning()
    return warning is not None and warning.loser is not None


@pytest.mark.slow
def test_two_thousand_random_repetitions() -> None:
    running = instantiate(xiangqi_program(), "compiled")
    agree(running, repetition_games(seed=2, count=1500))
    agree(running, two_cycles(seed=4, count=500))


@pytest.mark.parametrize(("clock", "wanted"), [(0, -1), (112, -1), (113, 0), (116, 0)])
def test_the_move_limit_ends_a_chase_that_begins_late(running: Execution, clock: int, wanted: int) -> None:
    """The second occurrence is no loss if the limit is reached before the third; at the limit itself, the
    repetition decides."""
    fen, cycle = CHASE
    board = played(fen.format(clock), cycle)
    assert result(running, board) == wanted
    endings = []
    for move in cycle:
        board.push_uci(move)
        endings.append(board.outcome())
    first = next(ending for ending in endings if ending)
    assert (first.winner is None) == (wanted == 0)


def test_a_result_by_repetition_is_not_stored() -> None:
    """It holds on one path only. In the table, it would also be found on the others."""
    player = Player(instantiate(xiangqi_program(), "compiled"))
    constants = player.constants
    found = 0
    for game in LOST:
        moves = game["moves"].split()
        for end in range(len(moves) - 8, len(moves)):
            player.forget()
            player.position(line=moves[:end])
            player.go(nodes=20_000)
            words = player.execution.array("table")
            for at in range(2, len(words), 16):
                for word in words[at : at + 13 : 3]:
                    score = abs((word & constants["SCORE_MASK"]) - constants["SCORE_OFFSET"])
                    found += bool(word) and constants["WIN_BOUND"] < score <= constants["MATE_BOUND"]
    assert found == 0
