"""Statistics of matches: Elo with error bars from pairs of games, and the sequential probability ratio test.

Every opening is played twice with colours swapped, and the two games are not independent: an unbalanced
opening gives one point to each side.  The unit is therefore the pair, with five outcomes (0, 0.5, 1, 1.5, 2
points), and the error bars come from the variance of pairs (the *pentanomial* model, as in tests of chess
engines).
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

Z95: Final = 1.959964
"""Standard deviations of the central 95 % of a normal distribution."""

PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The score of a pair, per game, by its number of half points."""


def elo_of(score: float) -> float:
    """The difference in Elo at which a player is expected to score this share; infinite at 0 and 1."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return 400.0 * math.log10(score / (1.0 - score))


def score_of(elo: float) -> float:
    """The share of points expected at a difference in Elo."""
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of a match, from the first player's view."""

    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]
    """The number of complete pairs with 0, 0.5, 1, 1.5 and 2 points."""

    @classmethod
    def of(cls, games: Iterable[tuple[int, float]]) -> "Tally":
        """Count games, each given as the number of its pair and the first player's points."""
        board = Scoreboard()
        for pair, score in games:
            board.add(pair, score)
        return board.tally

    @property
    def games(self) -> int:
        """All games, including those of incomplete pairs."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The first player's share of the points; 0.5 without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def elo(self) -> float:
        """The difference in Elo for the score; infinite if one side has every point."""
        return elo_of(self.score)

    def elo_interval(self) -> tuple[float, float]:
        """The ends of the 95 % interval of the difference in Elo."""
        mean, error = self._mean_and_error()
        return elo_of(mean - Z95 * error), elo_of(mean + Z95 * error)

    def superiority(self) -> float:
        """The likelihood of superiority: the probability that the first player is stronger."""
        mean, error = self._mean_and_error()
        return 0.5 * (1.0 + math.erf((mean - 0.5) / (error * math.sqrt(2.0))))

    def _mean_and_error(self) -> tuple[float, float]:
        """Mean score of a pair, and its standard error.

        One pair is added, spread evenly over the outcomes; otherwise a match with only wins would have no
        error.
        """
        counts = [count + 0.2 for count in self.pairs]
        mean, variance = mean_and_variance(counts)
        return mean, math.sqrt(variance / sum(counts))


class Scoreboard:
    """Counts games as they end, in any order."""

    def __init__(self) -> None:
        self._scores: Counter[float] = Counter()
        self._half_played: dict[int, float] = {}
        self._pairs = [0] * 5

    def add(self, pair: int, score: float) -> None:
        """Count a game, given as the number of its pair and the first player's points."""
        self._scores[score] += 1
        if pair in self._half_played:
            self._pairs[round(2 * (self._half_played.pop(pair) + score))] += 1
        else:
            self._half_played[pair] = score

    @property
    def tally(self) -> Tally:
        """The results so far."""
        none, half, one, one_and_half, two = self._pairs
        wins, draws, losses = (self._scores[score] for score in (1.0, 0.5, 0.0))
        return Tally(wins, draws, losses, (none, half, one, one_and_half, two))


def mean_and_variance(pairs: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of the score of a pair, from the number of pairs with each outcome."""
    total = sum(pairs)
    mean = sum(count * score for count, score in zip(pairs, PAIR_SCORES, strict=True)) / total
    squares = sum(count * (score - mean) ** 2 for count, score in zip(pairs, PAIR_SCORES, strict=True))
    return mean, squares / total


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test of the difference ``elo1`` against ``elo0``.

    ``alpha`` is the probability of accepting elo1 wrongly, ``beta`` that of accepting elo0 wrongly.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which elo0 (lower) and elo1 (upper) are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Sequence[int]) -> float:
        """The log-likelihood ratio of elo1 against elo0.

        This is the generalised test: as the distribution of pair outcomes is unknown, each hypothesis uses
        the most likely distribution with its expected score.
        """
        if not sum(pairs):
            return 0.0
        # An outcome that has not occurred is still possible.
        counts = [max(count, 1e-3) for count in pairs]
        total = sum(counts)
        seen = [count / total for count in counts]
        under0, under1 = (_most_likely(seen, score_of(elo)) for elo in (self.elo0, self.elo1))
        return total * sum(p * math.log(p1 / p0) for p, p0, p1 in zip(seen, under0, under1, strict=True))

    def verdict(self, pairs: Sequence[int]) -> str | None:
        """``accepted`` (elo1), ``rejected`` (elo0), or None while there is not enough evidence."""
        lower, upper = self.bounds
        llr = self.llr(pairs)
        return "accepted" if llr >= upper else "rejected" if llr <= lower else None


def _most_likely(seen: Sequence[float], mean: float) -> list[float]:
    """The distribution over PAIR_SCORES with this mean that makes the observed frequencies most likely.

    Lagrange multipliers give p[i] = seen[i] / (1 + x * (score[i] - mean)), with x such that the mean is
    right.
    """
    deviations = [score - mean for score in PAIR_SCORES]

    def excess(x: float) -> float:
        return sum(p * d / (1.0 + x * d) for p, d in zip(seen, deviations, strict=True))

    # All denominators are positive between these, and the excess falls from +infinity to -infinity.
    low, high = -1.0 / max(deviations), -1.0 / min(deviations)
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    x = (low + high) / 2
    return [p / (1.0 + x * d) for p, d in zip(seen, deviations, strict=True)]
