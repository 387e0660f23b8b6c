"""The logistic model of tries: the rating of a puzzle, the strength of the levels, how sharply they differ.

A level of strength e solves a puzzle of rating r with probability ``1 / (1 + exp((r - e) / scale))``.  The
prior of r is normal around a line through the estimates of ``rating``.  Strengths, scale and line are fitted,
too: expectation-maximisation maximises the likelihood of all tries with the ratings integrated out.  That is
needed because the earlier tries of a puzzle decide which level tries it next.

A level may be stronger or weaker at puzzles than in games.  The strengths are anchored to the Elo of the
levels: their regression line on the Elo, weighted by the information in the tries, becomes the identity.  One
try in HELD_OUT is held out to test the fit; the shipped ratings use all tries.
"""

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean, linear_regression
from typing import Final, TypeAlias

PRIOR_ERROR: Final = 400.0
SCALE: Final = 400 / math.log(10)
"""The scale of the Elo system, where the fit begins."""
HELD_OUT: Final = 5
"""One try in so many is held out to test the fit."""
ROUNDS: Final = 20
"""Rounds of expectation-maximisation."""
STEPS: Final = (0.8, 0.9, 0.96, 0.99, 1.0, 1.01, 1.04, 1.1, 1.25)
"""The factors by which the scale may change in a round."""
STRENGTH_ERROR: Final = 200.0
"""The standard deviation of the prior of a level's strength around its Elo."""
GRID: Final = tuple(range(-1600, 4801, 80))
"""The ratings over which probabilities are summed."""
LEAST_WEIGHT: Final = 1e-6
"""Smaller probabilities are left out of sums."""
LEAST_PUZZLES: Final = 50
"""With fewer puzzles, the line through the estimates is not fitted."""

Results: TypeAlias = dict[int, str]
"""The tries of a puzzle, by level: ``1`` if the level solved it, otherwise ``0``, for the seeds 1, 2, and so
on."""
Tally: TypeAlias = Mapping[int, tuple[int, int]]
"""By level: the number of tries, and of those that solved the puzzle."""
Strengths: TypeAlias = Mapping[int, float]
"""By level: the rating of the puzzles that it solves half of the time."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The rating of a puzzle."""

    rating: float
    error: float
    """The standard deviation of the rating."""
    tries: int


@dataclass(frozen=True, slots=True)
class Prior:
    """The prior of ratings, from the estimates of ``rating``."""

    base: float = 0.0
    slope: float = 1.0
    error: float = PRIOR_ERROR

    def of(self, estimate: float) -> float:
        """The rating that an estimate stands for."""
        return self.base + self.slope * estimate


@dataclass(frozen=True, slots=True)
class Model:
    """The parameters shared by all puzzles."""

    strengths: Strengths
    scale: float = SCALE
    prior: Prior = Prior()

    def measured(self, estimate: float, tally: Tally) -> Measured:
        """The rating of a puzzle."""
        return measured(self.prior.of(estimate), tally, self.strengths, self.scale, self.prior.error)


@dataclass(frozen=True)
class Fit:
    """The fit of all tries."""

    model: Model
    ratings: Mapping[str, Measured]
    """From all tries."""
    tenths: Sequence[tuple[int, float, float]]
    """Of the held-out tries by predicted chance, tenth by tenth: how many, mean prediction, share solved."""


def chance(strength: float, rating: float, scale: float) -> float:
    """The probability that a level solves a puzzle."""
    return 1 / (1 + math.exp(max(-50.0, min(50.0, (rating - strength) / scale))))


def measured(
    prior: float,
    tally: Tally,
    strengths: Strengths,
    scale: float = SCALE,
    prior_error: float = PRIOR_ERROR,
) -> Measured:
    """The most likely rating of a puzzle, by Newton's method, and its error."""
    results = [(strengths[level], count, solved) for level, (count, solved) in tally.items()]
    rating = prior
    for _ in range(50):
        slope, bend = (prior - rating) / prior_error**2, 1 / prior_error**2
        for strength, count, solved in results:
            p = chance(strength, rating, scale)
            slope += (count * p - solved) / scale
            bend += count * p * (1 - p) / scale**2
        step = max(-150.0, min(150.0, slope / bend))
        rating += step
        if abs(step) < 0.01:
            break
    return Measured(rating, 1 / math.sqrt(bend), sum(count for _, count, _ in results))


def fit(estimates: Mapping[str, float], known: Mapping[str, Results], elo: Strengths) -> Fit:
    """Fit the model and the ratings to the results of a game's puzzles; the calibration uses held-out tries.

    ``elo`` is the Elo of the levels in games.
    """
    names = [name for name in known if name in estimates]
    parts = {name: _parted(name, known[name]) for name in names}
    model = _fitted([(estimates[name], parts[name][0]) for name in names], elo)
    predictions = []
    for name, (kept, held_out) in parts.items():
        found = model.measured(estimates[name], kept)
        wider = _wider(model.scale, found.error)
        predictions += [
            (chance(model.strengths[level], found.rating, wider), *counted)
            for level, counted in held_out.items()
        ]
    ratings = {name: model.measured(estimates[name], _joined(*parts[name])) for name in names}
    return Fit(model, ratings, _tenths(predictions))


def _parted(name: str, results: Results) -> tuple[Tally, Tally]:
    """The tries to fit, and those held out; the choice depends only on puzzle, level and seed."""
    parts: tuple[dict[int, tuple[int, int]], dict[int, tuple[int, int]]] = ({}, {})
    for level, solved in results.items():
        for seed, each in enumerate(solved, 1):
            number = hashlib.blake2s(f"{name} {level} {seed}".encode()).digest()[0]
            part = parts[number % HELD_OUT == 0]
            count, won = part.get(level, (0, 0))
            part[level] = (count + 1, won + (each == "1"))
    return parts


def _joined(one: Tally, other: Tally) -> Tally:
    nothing = (0, 0)
    pairs = {level: (one.get(level, nothing), other.get(level, nothing)) for level in {**one, **other}}
    return {level: (a[0] + b[0], a[1] + b[1]) for level, (a, b) in pairs.items()}


@dataclass
class _Sums:
    """Expected tries by level and rating; the rating of a puzzle is known only as a distribution."""

    tries: dict[int, list[float]]
    solved: dict[int, list[float]]

    def cells(self, level: int) -> Iterator[tuple[int, float, float]]:
        """Rating, tries, solved."""
        return zip(GRID, self.tries[level], self.solved[level], strict=True)


def _fitted(puzzles: Sequence[tuple[float, Tally]], elo: Strengths) -> Model:
    model = Model(elo)
    if not puzzles:
        return model
    for _ in range(ROUNDS):
        sums, places = _expected(puzzles, model)
        scales = [model.scale * step for step in STEPS]
        scale = min(scales, key=partial(_loss, sums, model.strengths))
        strengths = _stronger(sums, scale, model.strengths, elo)
        prior = _line([estimate for estimate, _ in puzzles], places) or model.prior
        model = _anchored(sums, Model(strengths, scale, prior), elo)
    return model


def _expected(
    puzzles: Sequence[tuple[float, Tally]], model: Model
) -> tuple[_Sums, list[tuple[float, float]]]:
    """The sums that the model expects, and the mean and the variance of each rating."""
    logs = {
        level: [(math.log(p), math.log(1 - p)) for p in (chance(strength, at, model.scale) for at in GRID)]
        for level, strength in model.strengths.items()
    }
    sums = _Sums(*({level: [0.0] * len(GRID) for level in logs} for _ in range(2)))
    places = []
    for estimate, tally in puzzles:
        prior = model.prior.of(estimate)
        terms = [-(((at - prior) / model.prior.error) ** 2) / 2 for at in GRID]
        for level, (count, solved) in tally.items():
            for number, (won, lost) in enumerate(logs[level]):
                terms[number] += solved * won + (count - solved) * lost
        most = max(terms)
        weights = [math.exp(term - most) for term in terms]
        total = sum(weights)
        weights = [weight / total for weight in weights]
        mean = sum(weight * at for weight, at in zip(weights, GRID, strict=True))
        variance = sum(weight * (at - mean) ** 2 for weight, at in zip(weights, GRID, strict=True))
        places.append((mean, variance))
        for level, (count, solved) in tally.items():
            for number, weight in enumerate(weights):
                if weight > LEAST_WEIGHT:
                    sums.tries[level][number] += weight * count
                    sums.solved[level][number] += weight * solved
    return sums, places


def _stronger(sums: _Sums, scale: float, strengths: Strengths, elo: Strengths) -> dict[int, float]:
    """The strengths after a step of Newton's method; a level that tried little stays near its Elo."""
    found = {}
    for level, strength in strengths.items():
        slope, bend = (elo[level] - strength) / STRENGTH_ERROR**2, 1 / STRENGTH_ERROR**2
        for rating, count, solved in sums.cells(level):
            p = chance(strength, rating, scale)
            slope += (solved - count * p) / scale
            bend += count * p * (1 - p) / scale**2
        found[level] = strength + slope / bend
    return found


def _loss(sums: _Sums, strengths: Strengths, scale: float) -> float:
    """Minus the log-likelihood of the tries."""
    total = 0.0
    for level, strength in strengths.items():
        for rating, count, solved in sums.cells(level):
            if count:
                p = chance(strength, rating, scale)
                total -= solved * math.log(p) + (count - solved) * math.log(1 - p)
    return total


def _line(estimates: Sequence[float], places: Sequence[tuple[float, float]]) -> Prior | None:
    """The line through the ratings; None where there are too few."""
    if len(places) < LEAST_PUZZLES or len(set(estimates)) == 1:
        return None
    means = [mean for mean, _ in places]
    slope, base = linear_regression(estimates, means)
    squares = [
        variance + (mean - base - slope * estimate) ** 2
        for estimate, (mean, variance) in zip(estimates, places, strict=True)
    ]
    return Prior(base, slope, math.sqrt(fmean(squares)))


def _anchored(sums: _Sums, model: Model, elo: Strengths) -> Model:
    """The model in units of Elo: the weighted regression line of the strengths becomes the Elo."""
    weights = dict.fromkeys(elo, 0.0)
    for level, strength in model.strengths.items():
        for rating, count, _ in sums.cells(level):
            p = chance(strength, rating, model.scale)
            weights[level] += count * p * (1 - p)
    total = sum(weights.values())
    centre = sum(weights[level] * elo[level] for level in elo) / total
    mean = sum(weights[level] * model.strengths[level] for level in elo) / total
    spread = sum(weights[level] * (elo[level] - centre) ** 2 for level in elo)
    together = sum(weights[level] * (elo[level] - centre) * (model.strengths[level] - mean) for level in elo)
    if spread == 0 or together <= 0:
        return model
    steep = together / spread
    prior = model.prior
    return Model(
        {level: centre + (strength - mean) / steep for level, strength in model.strengths.items()},
        model.scale / steep,
        Prior(centre + (prior.base - mean) / steep, prior.slope / steep, prior.error / steep),
    )


def _wider(scale: float, error: float) -> float:
    """The scale of a prediction whose rating is not certain (as in Glicko)."""
    return math.sqrt(scale**2 + 3 * error**2 / math.pi**2)


def _tenths(predictions: Sequence[tuple[float, int, int]]) -> list[tuple[int, float, float]]:
    """Tenth by tenth of the predicted chance: how many tries, mean prediction, share solved."""
    tenths = []
    for tenth in range(10):
        inside = [each for each in predictions if tenth <= min(9.999, each[0] * 10) < tenth + 1]
        count = sum(tries for _, tries, _ in inside)
        if count:
            mean = sum(p * tries for p, tries, _ in inside) / count
            tenths.append((count, mean, sum(solved for _, _, solved in inside) / count))
    return tenths
