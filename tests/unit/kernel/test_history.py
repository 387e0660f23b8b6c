"""The histories learn from moves that were searched, and from nothing else."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.unit.kernel.player import START, move, player

MIDDLE_GAME = "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1"
PINNED = "3k1a3/4a4/9/4r4/p7p/9/P7P/4R4/9/3K5 b - - 0 1"


def test_a_cutoff_gives_a_malus_to_the_searched_moves_only() -> None:
    """A node lists h2e2, a3a4, c3c4, g3g4: the first is searched, the second pruned, the third excluded.

    The fourth causes a cutoff. All moves before it in the list used to get the malus, as if they had failed.
    """
    one = player("interpreted")
    one.position(START)
    listed = [move(text) for text in ("h2e2", "a3a4", "c3c4", "g3g4")]
    one.execution.store("moves", 0, listed)
    one.execution.store("searched_moves", 0, [listed[0], listed[3]])
    one.call("update_histories", listed[3], 2, 0, 5)
    history = [one.execution.read("history", one.call("history_index", each)) for each in listed]
    assert history[0] < 0
    assert history[1:3] == [0, 0]
    assert history[3] > 0


@pytest.mark.parametrize("fen", [PINNED, MIDDLE_GAME])
def test_an_illegal_move_gets_no_malus(fen: str) -> None:
    """The pseudo-legal moves of a pinned piece were never searched, but got the malus of every cutoff."""
    one = player("interpreted")
    functions: dict[str, Any] = one.execution._globals  # type: ignore[attr-defined]
    update: Callable[[int, int, int], None] = functions["update_quiet_history"]
    illegal, count = [], 0

    def checked(number: int, ply: int, bonus: int) -> None:
        nonlocal count
        count += 1
        side = (one.control("SIDE") + ply) % 2
        undo = functions["make"](number)
        if functions["in_check"](side):
            illegal.append((number, ply, bonus))
        functions["unmake"](number, undo)
        update(number, ply, bonus)

    functions["update_quiet_history"] = checked
    one.position(fen)
    one.go(nodes=4000)
    assert count > 100
    assert illegal == []


def test_moves_are_ordered_by_the_moves_of_this_line_only() -> None:
    """Check evasions in quiescence were ordered by previous_move[ply - 1], which quiescence did not write.

    It held the move of some other line, or of an earlier search, even after all tables had been cleared.
    Here it holds a value that no move of the search writes.
    """
    one = player("interpreted")
    functions: dict[str, Any] = one.execution._globals  # type: ignore[attr-defined]
    score: Callable[[int, int, int], None] = functions["score_quiets"]
    unwritten = one.constants["HISTORY_SIZE"]  # a black pawn on i9
    stale, count = [], 0

    def checked(base: int, end: int, ply: int) -> None:
        nonlocal count
        count += 1
        before = one.execution.slice("previous_move", max(ply - 1, 0), ply + 1)
        if unwritten in before:
            stale.append((ply, before))
        score(base, end, ply)

    functions["score_quiets"] = checked
    one.position(MIDDLE_GAME)
    length = one.execution.program.arrays["previous_move"].length
    one.execution.store("previous_move", 0, [unwritten] * length)
    one.go(nodes=3000)
    assert count > 100
    assert stale == []
