"""The solver: moves taken back, and the table made anew."""

import random

import numpy as np
import pytest
from cannonfish.games.liuzichong import Board, Side, Solution
from cannonfish.games.liuzichong.solution import BESIDE_THE_PACKAGE
from cannonfish_lab import solve_liuzichong
from cannonfish_lab.solve_liuzichong import _before


def stones(board: Board, side: Side) -> int:
    return sum(1 << at for at, letter in enumerate(board.placement) if letter == side.stone)


def test_moves_taken_back_are_the_moves_that_lead_there() -> None:
    """Every move of random games is found among those taken back, also where it took two stones."""
    rng = random.Random(7)
    doubles = 0
    for _ in range(150):
        board = Board()
        while board.ply() < 60 and board.legal_moves:
            captures = [move for move in board.legal_moves if board.is_capture(move)]
            mover = board.turn
            before = stones(board, mover), stones(board, mover.other)
            move = rng.choice(captures or [*board.legal_moves])
            board.push(move)
            doubles += len(board.last_captures()) == 2
            own = np.array([stones(board, mover)], np.uint16)
            other = np.array([stones(board, mover.other)], np.uint16)
            found = [
                (int(movers[0]) ^ 1 << move.dest ^ 1 << move.orig, int(others[0]))
                for movers, others, _ in _before(own, other, move.dest)
            ]
            assert before in found
            assert len({*found}) == len(found)
    assert doubles


@pytest.mark.slow
def test_the_table_is_what_the_solver_makes() -> None:
    solved = solve_liuzichong.solve()
    assert (solved.won, solved.drawn, solved.lost) == (11_194_321, 2_329_480, 7_570_988)
    assert len(solved.rounds) - 1 == 70
    Solution.load(solve_liuzichong.solution_file(solved))
    fresh = solve_liuzichong.table(solved)
    assert Solution.load(BESIDE_THE_PACKAGE)._table == fresh
