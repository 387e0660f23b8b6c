"""Elo, error bars and the sequential test, against values known from elsewhere."""

import math
import random

import pytest
from cannonfish.matches.statistics import PAIR_SCORES, Sprt, Tally, elo_of, mean_and_variance, score_of
from scipy.optimize import minimize


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.75, 190.85), (0.64, 99.95), (0.9, 381.70)])
def test_elo_of_a_score(score: float, elo: float) -> None:
    assert elo_of(score) == pytest.approx(elo, abs=0.01)
    assert elo_of(1 - score) == pytest.approx(-elo, abs=0.01)
    assert score_of(elo) == pytest.approx(score, abs=1e-5)


def test_a_clean_score_is_infinite() -> None:
    assert elo_of(1.0) == math.inf
    assert elo_of(0.0) == -math.inf


def test_games_are_counted_in_pairs() -> None:
    games = [(0, 1.0), (0, 0.5), (1, 0.0), (1, 0.0), (2, 1.0), (2, 0.0), (3, 0.5)]
    tally = Tally.of(games)
    assert (tally.wins, tally.draws, tally.losses) == (2, 2, 3)
    assert tally.pairs == (1, 0, 1, 1, 0)
    assert tally.score == pytest.approx(3 / 7)


def test_error_bars_come_from_how_pairs_scatter() -> None:
    """Four hundred pairs at 55 %, standard deviation 0.203: the interval is 55 % +- 1.96 * 0.203 / 20."""
    narrow = Tally(0, 0, 0, (0, 100, 120, 180, 0))
    wide = Tally(0, 0, 0, (80, 40, 100, 80, 100))
    low, high = narrow.elo_interval()
    assert (low, high) == pytest.approx((20.9, 48.8), abs=1.5)
    assert wide.elo_interval()[0] < low < high < wide.elo_interval()[1]


def test_nothing_but_wins_is_no_certainty() -> None:
    """The rule of three: after 50 clean pairs, a share of 3 / 50 that are not clean is still possible."""
    low, high = Tally(100, 0, 0, (0, 0, 0, 0, 50)).elo_interval()
    assert 380 < low < 700
    assert high == math.inf


def test_no_games_say_nothing() -> None:
    tally = Tally.of([])
    assert tally.score == 0.5
    assert tally.elo_interval() == (-math.inf, math.inf)
    assert tally.superiority() == pytest.approx(0.5)


def test_superiority_grows_with_evidence() -> None:
    few, many = Tally(0, 0, 0, (1, 2, 3, 3, 2)), Tally(0, 0, 0, (100, 200, 300, 300, 200))
    assert 0.5 < few.superiority() < 0.9 < 0.999 < many.superiority() < 1.0


def test_the_bounds_of_the_test() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert Sprt(0, 5, alpha=0.1, beta=0.05).bounds == pytest.approx((-2.890, 2.251), abs=0.001)


def test_the_likelihood_ratio_agrees_with_a_general_optimiser() -> None:
    """Which distribution makes the results most likely, given its mean, an optimiser finds as well."""
    pairs = [31, 160, 420, 210, 44]
    sprt = Sprt(-2, 12)
    total = sum(pairs)

    def log_likelihood(elo: float) -> float:
        found = minimize(
            lambda p: -sum(n * math.log(q) for n, q in zip(pairs, p, strict=True)) / total,
            [n / total for n in pairs],
            bounds=[(1e-6, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda p: sum(p) - 1},
                {
                    "type": "eq",
                    "fun": lambda p: sum(q * s for q, s in zip(p, PAIR_SCORES, strict=True)) - score_of(elo),
                },
            ],
            options={"ftol": 1e-14, "maxiter": 500},
        )
        assert found.success
        return -total * float(found.fun)

    assert sprt.llr(pairs) == pytest.approx(log_likelihood(12) - log_likelihood(-2), abs=1e-3)


def test_the_likelihood_ratio_for_small_differences() -> None:
    """For close hypotheses it is n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)."""
    pairs = [100, 900, 2000, 1100, 120]
    mean = sum(n * s for n, s in zip(pairs, PAIR_SCORES, strict=True)) / sum(pairs)
    variance = sum(n * (s - mean) ** 2 for n, s in zip(pairs, PAIR_SCORES, strict=True)) / sum(pairs)
    s0, s1 = score_of(0), score_of(4)
    expected = sum(pairs) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0, 4).llr(pairs) == pytest.approx(expected, rel=0.02)


def test_verdicts() -> None:
    sprt = Sprt(0, 10)
    assert sprt.verdict([0, 0, 0, 0, 0]) is None
    assert sprt.verdict([5, 10, 20, 12, 6]) is None
    assert sprt.verdict([20, 100, 200, 300, 100]) == "accepted"
    assert sprt.verdict([100, 300, 200, 100, 20]) == "rejected"


@pytest.mark.parametrize(("elo", "verdict"), [(0, "rejected"), (5, "accepted")])
def test_a_planted_difference_is_found(elo: float, verdict: str) -> None:
    """Simulated matches between players who are so far apart, with the scatter of real pairs."""
    level = [60, 200, 480, 200, 60]
    mean, variance = mean_and_variance(level)
    slope = (score_of(elo) - mean) / variance
    weights = [n * (1 + slope * (score - mean)) for n, score in zip(level, PAIR_SCORES, strict=True)]
    sprt, chance = Sprt(0, 5), random.Random(48)

    def simulated() -> str:
        pairs = [0] * 5
        while True:
            for outcome in chance.choices(range(5), weights, k=500):
                pairs[outcome] += 1
            found = sprt.verdict(pairs)
            if found is not None:
                return found

    assert [simulated() for _ in range(20)].count(verdict) >= 18


@pytest.mark.parametrize("score", [0.5, 0.4999, 0.5001])
def test_an_even_score_is_no_difference(score: float) -> None:
    """It was called "-0"."""
    assert f"{elo_of(score):+z.0f}" == "+0"
    assert str(elo_of(0.5)) == "0.0"
