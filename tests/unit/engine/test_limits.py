"""Limits: what is refused, and what a clock allows."""

import pytest
from cannonfish.engine.limits import OVERHEAD, Limits, TimeBudget, time_budget
from cannonfish.errors import InvalidLimitsError

MINUTE = 60_000


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("depth", 0),
        ("depth", 10_000),
        ("nodes", 0),
        ("nodes", 10**12),
        ("movetime", -1),
        ("winc", -5),
        ("movestogo", 0),
        ("mate", 0),
        ("multipv", 0),
        ("level", -1),
        ("level", 0),
        ("level", 13),
    ],
)
def test_what_no_limit_can_be(name: str, value: int) -> None:
    with pytest.raises(InvalidLimitsError, match=name) as caught:
        Limits(**{name: value})  # type: ignore[arg-type]
    assert caught.value.details["name"] == name


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("depth", 4.5, "depth is a whole number, not 4.5"),
        ("depth", "4", "depth is a whole number, not '4'"),
        ("winc", None, "winc is a whole number, not None"),
        ("seed", "x", "seed is a whole number, not 'x'"),
        ("infinite", "no", "infinite is true or false, not 'no'"),
        ("searchmoves", "h2e2", "searchmoves is a tuple of moves in UCI, not 'h2e2'"),
        ("searchmoves", (8,), r"searchmoves is a tuple of moves in UCI, not \(8,\)"),
        ("algorithm", None, "algorithm is one of pvs, mtdf, alphabeta, minimax, not None"),
    ],
)
def test_what_is_no_limit_at_all(name: str, value: object, complaint: str) -> None:
    """Half a ply was accepted, a text raised a TypeError, and any move within a text was searched."""
    with pytest.raises(InvalidLimitsError, match=complaint) as caught:
        Limits(**{name: value})  # type: ignore[arg-type]
    assert caught.value.details["name"] == name


def test_a_level_that_no_game_has() -> None:
    with pytest.raises(InvalidLimitsError, match="level is a number from 1 to 12, not 13"):
        Limits(level=13)
    assert Limits(level=12).level == 12


def test_movetime_is_kept_to_the_millisecond() -> None:
    assert time_budget(Limits(movetime=250), 0) == TimeBudget(hard=250)
    assert time_budget(Limits(movetime=0), 0) == TimeBudget(hard=1)


def test_without_a_clock_there_is_no_allowance() -> None:
    assert time_budget(Limits(depth=5, nodes=100), 0) == TimeBudget()
    assert time_budget(Limits(wtime=MINUTE, infinite=True), 0) == TimeBudget()


@pytest.mark.parametrize("clock", [-50, 0, 1, 15, 40, 200, 1000, MINUTE, 60 * MINUTE])
@pytest.mark.parametrize("increment", [0, 100, 5000])
@pytest.mark.parametrize("movestogo", [None, 1, 2, 40, 200])
def test_a_clock_never_runs_out(clock: int, increment: int, movestogo: int | None) -> None:
    allowed = time_budget(Limits(btime=clock, binc=increment, movestogo=movestogo), 1)
    assert allowed.soft is not None
    assert allowed.hard is not None
    assert 1 <= allowed.soft <= allowed.hard
    assert allowed.hard <= max(clock - OVERHEAD, 1)


def test_each_side_has_its_own_clock() -> None:
    limits = Limits(wtime=MINUTE, btime=10 * MINUTE, winc=0, binc=1000)
    red, black = (time_budget(limits, side).hard for side in (0, 1))
    assert red is not None
    assert black is not None
    assert black > 5 * red


def test_a_single_clock_stands_for_both_sides() -> None:
    """`go wtime 60000` with Black to move: the search had no end, though `is_endless` said it had."""
    assert time_budget(Limits(wtime=MINUTE), 1) == time_budget(Limits(wtime=MINUTE), 0) != TimeBudget()
    assert time_budget(Limits(btime=MINUTE), 0) == time_budget(Limits(btime=MINUTE), 1) != TimeBudget()


def test_more_moves_to_go_mean_less_time_for_each() -> None:
    few, many = (time_budget(Limits(wtime=MINUTE, movestogo=moves), 0).soft for moves in (5, 40))
    assert few is not None
    assert many is not None
    assert few > 3 * many


@pytest.mark.parametrize(("clock", "increment"), [(MINUTE, 600), (MINUTE, 100), (10_000, 100), (1000, 30)])
def test_a_whole_game_fits_into_its_clock(clock: int, increment: int) -> None:
    """Even if every move takes all that it may, and OVERHEAD more until the clock is pressed."""
    for _ in range(250):
        hard = time_budget(Limits(wtime=clock, winc=increment), 0).hard
        assert hard is not None
        clock -= hard + OVERHEAD
        assert clock >= 0
        clock += increment


def test_endless() -> None:
    assert Limits().is_endless()
    assert Limits(infinite=True, depth=3).is_endless()
    for limits in (Limits(depth=3), Limits(nodes=3), Limits(movetime=3), Limits(btime=3), Limits(level=3)):
        assert not limits.is_endless()


@pytest.mark.parametrize("clock", [-50, 0, 10, 300, 5000, 10 * MINUTE])
@pytest.mark.parametrize("byoyomi", [500, 3000, 30_000])
def test_byoyomi_is_time_for_each_move(clock: int, byoyomi: int) -> None:
    """Once the clock has run out, a search may use most of the byo-yomi, but never all."""
    allowed = time_budget(Limits(wtime=clock, byoyomi=byoyomi), 0)
    assert allowed.soft is not None
    assert allowed.hard is not None
    assert allowed.soft <= allowed.hard <= max(clock, 0) + byoyomi - OVERHEAD
    assert allowed.hard >= 0.9 * (byoyomi - OVERHEAD)


def test_the_first_limit_in_time_ends_the_search() -> None:
    """A time for the move bounds what a clock allows: with both, the clock was forgotten."""
    clock = time_budget(Limits(wtime=MINUTE), 0)
    assert clock.hard is not None
    assert time_budget(Limits(wtime=MINUTE, movetime=10), 0) == TimeBudget(soft=10, hard=10)
    assert time_budget(Limits(wtime=MINUTE, movetime=MINUTE), 0) == clock
    assert time_budget(Limits(wtime=200, movetime=MINUTE), 0).hard == time_budget(Limits(wtime=200), 0).hard
