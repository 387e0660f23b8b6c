"""The trace of a search is the search, seen from within."""

from collections import Counter

import pytest
from cannonfish.compiler import instantiate
from cannonfish.engine import kernel_files
from cannonfish.engine.bench import positions
from cannonfish.engine.kernel import Kernel
from cannonfish.experiments.trace import (
    HASH_BITS,
    ITERATION,
    ITERATIONS,
    NO_MOVE,
    NULL_MOVE,
    ROOT,
    STOPPED,
    Trace,
    algorithm_program,
    trace,
)
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board, Game
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.kernel.test_contract import every_game, random_board

DEPTHS = {"engine": 4, "mtdf": 3, "pvs": 3, "alphabeta": 3, "minimax": 2}
every_algorithm = pytest.mark.parametrize("algorithm", ITERATIONS)
XIANGQI = GAMES["xiangqi"]


def searched(
    game: Game, board: Board, algorithm: str, depth: int, nodes: int = 0
) -> tuple[list[int], int, list[str]]:
    """Scores of the iterations, nodes and line of the real search, compiled."""
    program = algorithm_program(game, {})
    kernel = Kernel(game, program, instantiate(program, "compiled"))
    kernel.start_search(board, nodes)
    scores = [kernel.execution.call(ITERATIONS[algorithm], each) for each in range(1, depth + 1)]
    line = kernel.best_line(board)
    return scores, kernel.nodes, [move.uci() for move in (line or (0, ()))[1]]


def steps(found: Trace) -> Counter[str]:
    """How often nodes ended, or moves were skipped, at each step."""
    return Counter("stopped" if at == STOPPED else found.sites[at - 1].step for at in found.site)


def check_tree(found: Trace) -> None:
    """What holds for every tree."""
    for at in range(len(found)):
        if found.parent[at] == ROOT:
            assert found.function[at] == ITERATION
            continue
        assert 0 <= found.parent[at] < at
        assert found.function[at] != ITERATION
        site = found.sites[found.site[at] - 1]
        assert site.function in found.functions
        if site.kind == "skip":
            assert found.move[at] not in (NO_MOVE, NULL_MOVE)
        else:
            assert found.alpha[at] < found.beta[at]


@every_game
@every_algorithm
def test_it_finds_what_the_search_finds_with_the_same_nodes(game: Game, algorithm: str) -> None:
    # In chess, promotions make endless captures.
    depth = 1 if (game.name, algorithm) == ("chess", "minimax") else DEPTHS[algorithm]
    for fen in positions(game.name)[:2]:
        board = game.new_board(fen)
        found = trace(game, board, algorithm, depth=depth)
        scores, nodes, line = searched(game, board, algorithm, depth)
        assert found.depth_reached == depth
        iterations = [at for at in range(len(found)) if found.parent[at] == ROOT]
        assert [found.value[at] for at in iterations] == scores
        assert (found.score, found.nodes) == (scores[-1], nodes)
        assert [move.uci() for move in found.pv] == line
        check_tree(found)


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 1000), nodes=st.integers(1, 800), algorithm=st.sampled_from(list(ITERATIONS)))
def test_a_limit_of_nodes_ends_it_where_it_ends_the_search(seed: int, nodes: int, algorithm: str) -> None:
    board = random_board(XIANGQI, seed)
    found = trace(XIANGQI, board, algorithm, nodes=nodes)
    scores, visited, line = searched(XIANGQI, board, algorithm, 6, nodes)
    assert found.nodes == visited
    finished = [score for score in scores if score != algorithm_program(XIANGQI, {}).constants["STOPPED"]]
    assert found.depth_reached == len(finished)
    if finished:
        assert found.score == finished[-1]
    if len(finished) == 6:
        assert [move.uci() for move in found.pv] == line
    check_tree(found)


def test_the_moves_lead_to_the_nodes() -> None:
    """Every path, played on a board, is legal."""
    board = XIANGQI.new_board(positions("xiangqi")[1])
    found = trace(XIANGQI, board, depth=4)
    played = 0
    for at in range(0, len(found), 5):
        path = []
        above = found.parent[at]
        if found.sites[found.site[at] - 1].kind != "skip":
            path.append(found.move[at])
        while above != ROOT:
            path.append(found.move[above])
            above = found.parent[above]
        if NULL_MOVE in path:
            continue
        line = board.copy()
        for number in reversed(path):
            if number != NO_MOVE:
                line.push(XIANGQI.decode(number))  # IllegalMoveError if it is not legal
        played += 1
    assert played > 50


def test_endings_are_named_by_the_steps_of_the_source() -> None:
    board = XIANGQI.new_board(positions("xiangqi")[1])
    ends = steps(trace(XIANGQI, board, depth=6))
    for step in (
        "Transposition table",
        "Reverse futility pruning",
        "Null move",
        "Razoring",
        "Stand pat",
        "Pruning of late moves, once a move is known that does not lose",
        "Store in the transposition table, unless moves were left out",
    ):
        assert ends[step] > 0, ends
    assert all(ends), "every return lies below a step"


def test_a_node_that_goes_on_as_quiescence_search_is_one_record() -> None:
    found = trace(XIANGQI, XIANGQI.new_board(None), depth=1)
    quiescence = found.functions.index("quiesce")
    below = [at for at in range(len(found)) if found.function[at] == quiescence]
    assert below
    assert all(found.move[at] != NO_MOVE for at in below)
    assert found.nodes == len(found) - 1, "all but the iteration"


def test_an_edited_search_is_traced_with_its_own_steps() -> None:
    text = kernel_files("xiangqi")["search.py"]
    step = "    # 7. Razoring"
    assert step in text
    at = text.index("    if pv_node == 0 and checked == 0 and excluded_move == 0:\n")
    idea = "    # 20. A rash idea.\n    if ply > 2 and depth == 1:\n        return evaluate(side)\n\n"
    found = trace(
        XIANGQI, XIANGQI.new_board(None), depth=4, sources={"search.py": text[:at] + idea + text[at:]}
    )
    [site] = [each for each in found.sites if each.step == "A rash idea"]
    assert site.path.endswith("kernel/search.py")
    assert text[:at].count("\n") + 3 == site.line
    assert steps(found)["A rash idea"] > 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"algorithm": "dance"}, "there is no algorithm 'dance'"),
        ({"depth": 7}, "depth is a number from 1 to 6, not 7"),
        ({"nodes": 0}, "nodes is a number from 1 to 50000, not 0"),
    ],
)
def test_bad_input_is_named(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        trace(XIANGQI, XIANGQI.new_board(None), **wrong)  # type: ignore[arg-type]


def test_a_finished_game_has_no_tree() -> None:
    with pytest.raises(ValueError, match="no legal move"):
        trace(XIANGQI, XIANGQI.new_board("R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 0 1"))


def test_the_table_has_a_size_of_its_own() -> None:
    assert algorithm_program(XIANGQI, {}).constants["TT_BITS"] == HASH_BITS
