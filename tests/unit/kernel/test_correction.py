"""Correction history learns how far searches differ from the static evaluation, by groups of pieces."""

import pytest

from tests.unit.kernel.player import START, Player, player

RED, BLACK = 0, 1


def groups(one: Player) -> list[int]:
    """The hash keys of the pawns, of Red's and of Black's other pieces."""
    first = one.constants["GROUP_KEYS"]
    return one.execution.slice("position", first, first + 3)


def test_a_move_changes_the_keys_of_the_moved_and_of_the_taken_piece() -> None:
    one = player("interpreted")
    one.position(START)
    pawns, red, black = groups(one)
    one.position(START, ["h2e2"])
    assert [now == before for now, before in zip(groups(one), (pawns, red, black), strict=True)] == [1, 0, 1]
    one.position(START, ["h2h9"])
    assert [now == before for now, before in zip(groups(one), (pawns, red, black), strict=True)] == [1, 0, 0]
    one.position(START, ["a3a4"])
    assert [now == before for now, before in zip(groups(one), (pawns, red, black), strict=True)] == [0, 1, 1]


@pytest.mark.parametrize("error", [60, -60])
def test_a_score_above_the_evaluation_raises_it_here_and_for_this_side_only(error: int) -> None:
    one = player("interpreted")
    one.position(START)
    for _ in range(30):
        one.call("learn_correction", RED, error, one.constants["BOUND_EXACT"], 6)
    corrected = one.call("corrected", RED, 0)
    assert 0 < corrected / error < 1
    assert one.call("corrected", BLACK, 0) == 0
    one.position(START, ["h2e2", "h9g7", "a3a4"])
    assert one.call("corrected", RED, 0) == 0


def test_a_bound_on_the_side_of_the_evaluation_teaches_nothing() -> None:
    """A score of at most 50 does not contradict an evaluation of 20, nor does one of at least 10."""
    one = player("interpreted")
    one.position(START)
    for error, bound in ((30, "BOUND_UPPER"), (-10, "BOUND_LOWER")):
        one.call("learn_correction", RED, error, one.constants[bound], 6)
        assert not any(one.execution.array("corrections"))
        one.call("learn_correction", RED, -error, one.constants[bound], 6)
        assert one.call("corrected", RED, 0) * -error > 0
        one.execution.zero("corrections")


def test_a_correction_stays_within_its_bound() -> None:
    one = player("interpreted", checked=True)
    one.position(START)
    constants = one.constants
    exact = constants["BOUND_EXACT"]
    for number in range(200):
        one.call("learn_correction", RED, 30_000, exact, 60)
        if number > 20:
            one.call("learn_correction", BLACK, -30_000, exact, 60)
    most = 1 << constants["CORRECTION_LIMIT_SHIFT"]
    assert max(abs(each) for each in one.execution.array("corrections")) <= most
    assert 0 < one.call("corrected", RED, 0) <= 3 * most * constants["CORRECTION_WEIGHT"] >> 12
    assert -(3 * most * constants["CORRECTION_WEIGHT"] >> 12) - 1 <= one.call("corrected", BLACK, 0) < 0


def test_searches_teach_it_and_a_new_game_forgets() -> None:
    one = player("interpreted")
    one.position(START, ["h2e2", "h9g7"])
    one.go(nodes=3000)
    assert any(one.execution.array("corrections"))
    one.execution.zero("corrections")
    assert not any(one.execution.array("corrections"))
