"""The judge against a second reading of the law, and against Fairy-Stockfish, on random repetitions.

Fairy-Stockfish follows a subset of the law.  Wherever it says otherwise, the second reading must name the
clause that it leaves out; what the clauses are is told in ``repetition_games``.
"""

from collections import Counter

import pytest
from cannonfish.games.xiangqi import Board, Side

from tests.cases import slow
from tests.unit.games.repetition_games import fairy_winner, read_again, repetition_games


def loser(board: Board) -> Side | None:
    verdict = board.repetition()
    assert verdict is not None
    return verdict.loser


def compare(seed: int, games: int) -> Counter[str]:
    """How often Fairy-Stockfish agrees, and which clauses explain why it does not."""
    found: Counter[str] = Counter()
    for board in repetition_games(seed, games):
        ours, reading = loser(board), read_again(board)
        assert ours is reading.loser(), f"{board.root().fen()} {board.move_stack}"
        winner = fairy_winner(board)
        theirs = None if winner is None else winner.other
        if theirs is ours:
            found["agree: draw" if ours is None else "agree: lost"] += 1
            continue
        clauses = reading.why_not(theirs) if theirs is not None else {"a chase that it does not see"}
        assert clauses, f"unexplained: {board.root().fen()} {board.move_stack}"
        found.update(clauses)
    return found


@pytest.mark.parametrize("games", [20, slow(60)])
def test_judge_agrees_with_a_second_reading_and_differences_to_fairy_are_explained(games: int) -> None:
    found = compare(seed=1, games=games)
    assert found["agree: draw"] > games // 2
    assert found["agree: lost"] > games // 20


@pytest.mark.slow
def test_two_thousand_random_repetitions() -> None:
    found = compare(seed=2, games=2000)
    print(found)
    assert found["agree: draw"] + found["agree: lost"] > 1800
