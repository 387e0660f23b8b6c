"""The solver: moves taken back, and the table made anew."""

import random

import numpy as np
import pytest
from cannonfish.games.liuzichong import Board, Side, Solution
from cannonfish.games.liuzichong.solution import BESIDE_THE_PACKAGE
from cannonfish_lab import solve_liuzichong
from cannonfish_lab.solve_liuzichong import SETS, Sets, Solved, _before
from numpy.typing import NDArray


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
            doubles += len(board.captures(move)) == 2
            board.push(move)
            own = np.array([stones(board, mover)], np.uint16)
            other = np.array([stones(board, mover.other)], np.uint16)
            found = [
                (int(movers[0]) ^ 1 << move.dest ^ 1 << move.orig, int(others[0]))
                for movers, others, _ in _before(own, other, move.dest)
            ]
            assert before in found
            assert len({*found}) == len(found)
    assert doubles


@pytest.fixture(scope="module")
def solved() -> Solved:
    return solve_liuzichong.solve()


@pytest.mark.slow
def test_the_table_is_what_the_solver_makes(solved: Solved) -> None:
    assert (solved.won, solved.drawn, solved.lost) == (11_194_321, 2_329_480, 7_570_988)
    assert len(solved.rounds) - 1 == 70
    Solution.load(solve_liuzichong.solution_file(solved))
    fresh = solve_liuzichong.table(solved)
    assert Solution.load(BESIDE_THE_PACKAGE)._table == fresh


# --- all 21 million positions, forwards ---------------------------------------------------------------------

PICTURES = {"OOX_": 2, "_OOX": 3, "XOO_": 0, "_XOO": 1}
"""The rule of capturing as its text draws it: the line after the move, and where the stone goes."""


def victims() -> NDArray[np.uint16]:
    """By the mover's and the other's stones in a line and the place moved to: the stone that is taken."""
    found = np.zeros((16, 16, 4), np.uint16)
    for mine in range(16):
        for theirs in range(16):
            line = "".join("O" if mine >> at & 1 else "X" if theirs >> at & 1 else "_" for at in range(4))
            for place in range(4):
                if line in PICTURES and line[place] == "O":
                    found[mine, theirs, place] = 1 << PICTURES[line]
    return found


VICTIMS = victims()


def taken(own: int, others: Sets, dest: int) -> Sets:
    """What a move to ``dest`` takes from each of these sets of stones."""
    rank, file = divmod(dest, 4)
    in_row = VICTIMS[own >> 4 * rank & 15, others >> 4 * rank & 15, file] << 4 * rank
    mine, theirs = (
        sum((each >> 4 * at + file & 1) << at for at in range(4)) for each in (np.uint16(own), others)
    )
    in_file = VICTIMS[mine, theirs, rank]
    return in_row | sum((in_file >> at & 1) << 4 * at + file for at in range(4))


def neighbours(point: int) -> list[int]:
    rank, file = divmod(point, 4)
    beside = [(rank + 1, file), (rank - 1, file), (rank, file + 1), (rank, file - 1)]
    return [4 * up + right for up, right in beside if 0 <= up < 4 and 0 <= right < 4]


@pytest.mark.slow
def test_every_position_is_worth_what_its_best_move_is(solved: Solved) -> None:
    """So whoever plays the moves of the table wins every won position at exactly its distance: a won position
    has a move to a lost one that is a ply nearer, and from that every move leads back, the best defence by
    one ply.  Moves and captures are those of the rules' text, none of the program's own."""
    none_yet = 999
    positions = 0
    for own in map(int, SETS):
        others = SETS[SETS & own == 0]
        quickest = np.full(len(others), none_yet, np.int16)
        slowest = np.full(len(others), -1, np.int16)
        draws = np.zeros(len(others), np.bool_)
        for orig in range(16):
            for dest in neighbours(orig):
                if not own >> orig & 1 or own >> dest & 1:
                    continue
                free = (others >> dest & 1) == 0
                after = own ^ 1 << orig ^ 1 << dest
                left = others[free]
                left = left & ~taken(after, left, dest)
                distance = solved.distances(left, np.full_like(left, after))
                lost = (distance >= 0) & (distance % 2 == 0)
                quickest[free] = np.minimum(quickest[free], np.where(lost, distance + 1, none_yet))
                slowest[free] = np.maximum(slowest[free], np.where(distance % 2 == 1, distance + 1, -1))
                draws[free] |= distance == -1
        worth = np.where(quickest < none_yet, quickest, np.where(draws, -1, np.maximum(slowest, 0)))
        wrong = others[solved.distances(np.full_like(others, own), others) != worth]
        assert len(wrong) == 0, f"{len(wrong)} positions with {own:016b}, the first against {wrong[0]:016b}"
        positions += len(others)
    assert positions == 21_094_789
