"""Measured ratings: levels of known strength try every puzzle, and a logistic model is fitted.

A level whose Elo is e solves a puzzle whose rating is r with the probability
``1 / (1 + exp((r - e) / scale))``.  The prior of r is normal, around the estimate of ``rating``.  The scale,
one number for all puzzles, is fitted, too: how sharply success depends on Elo.
"""

import hashlib
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cannonfish.engine import Engine
from cannonfish.puzzles.files import Puzzle

from cannonfish_lab.jobs import Pool
from cannonfish_lab.puzzles.analysis import new_engine
from cannonfish_lab.puzzles.levels import ELO, play
from cannonfish_lab.puzzles.rating import positions
from cannonfish_lab.records import Log, read

HEAD: Final = {"what": "levels trying puzzles", "version": 1, "levels": {str(key): ELO[key] for key in ELO}}
FITTED: Final = 287.0
"""The scale of the first 1,845 tries: success depends less on Elo than the result of a game does."""
PRIOR_ERROR: Final = 300.0
SCALE: Final = 400 / math.log(10)
"""The scale of the Elo system: what the search for the fitted one begins with."""
GOAL: Final = 75.0
"""A puzzle is measured when its error is smaller."""
MOST: Final = 80
"""Most tries of a puzzle."""
HELD_OUT: Final = 5
"""One try in so many is held out to test the fit."""


@dataclass(frozen=True, slots=True)
class Try:
    """A level at a puzzle."""

    puzzle: str
    level: int
    seed: int
    solved: bool

    @property
    def held_out(self) -> bool:
        """Whether it tests the fit instead of making it: decided by its names alone."""
        text = f"{self.puzzle} {self.level} {self.seed}"
        return hashlib.blake2s(text.encode()).digest()[0] % HELD_OUT == 0


@dataclass(frozen=True, slots=True)
class Measured:
    """The rating of a puzzle."""

    rating: float
    error: float
    """The standard deviation of the rating."""
    tries: int


def chance(elo: float, rating: float, scale: float) -> float:
    """The probability that a level solves a puzzle."""
    return 1 / (1 + math.exp(max(-50.0, min(50.0, (rating - elo) / scale))))


def measured(prior: float, tries: Iterable[Try], scale: float = SCALE) -> Measured:
    """The most likely rating of a puzzle, by Newton's method, and its error."""
    results = [(ELO[each.level], each.solved) for each in tries]
    rating = prior
    for _ in range(50):
        slope, bend = (prior - rating) / PRIOR_ERROR**2, 1 / PRIOR_ERROR**2
        for elo, solved in results:
            p = chance(elo, rating, scale)
            slope += (p - solved) / scale
            bend += p * (1 - p) / scale**2
        step = max(-150.0, min(150.0, slope / bend))
        rating += step
        if abs(step) < 0.01:
            break
    return Measured(rating, 1 / math.sqrt(bend), len(results))


def attempt(engine: Engine, puzzle: Puzzle, level: int, seed: int) -> bool:
    """Whether a level finds every move of a solution."""
    for position, right in positions(puzzle.board(), puzzle.moves, puzzle.alternatives):
        engine.new_game()
        engine.position(position)
        if play(engine, level, seed) not in right:
            return False
    return True


def following(prior: float, tries: Sequence[Try], scale: float) -> tuple[int, int] | None:
    """The level and the seed of the next try; None when the puzzle is measured, or was tried often enough.

    The three levels nearest to the rating as far as it is known, in turn, so that the scale can be fitted.
    """
    now = measured(prior, tries, scale)
    if now.error < GOAL or len(tries) >= MOST:
        return None
    nearest = sorted(ELO, key=lambda level: abs(ELO[level] - now.rating))
    level = nearest[len(tries) % 3]
    return level, 1 + sum(each.level == level for each in tries)


def run(puzzles: Sequence[Puzzle], file: Path, pool: Pool, scale: float = FITTED) -> Iterator[int]:
    """Try the puzzles until each is measured; yields the number of tries of each as it is done.

    Tries that the file has are not made again.
    """
    with Log(file, HEAD) as log:
        known = by_puzzle(map(_read, log.records))
        jobs = [
            (puzzle, known.get(puzzle.id, []), scale)
            for puzzle in puzzles
            if following(puzzle.prior, known.get(puzzle.id, []), scale) is not None
        ]
        for results in pool.run(_measure, jobs):
            for each in results:
                log.append({"id": each.puzzle, "level": each.level, "seed": each.seed, "solved": each.solved})
            yield len(results)


def _measure(job: tuple[Puzzle, list[Try], float]) -> list[Try]:
    puzzle, known, scale = job
    tries = list(known)
    engine = new_engine(puzzle.game)
    try:
        while (chosen := following(puzzle.prior, tries, scale)) is not None:
            level, seed = chosen
            tries.append(Try(puzzle.id, level, seed, attempt(engine, puzzle, level, seed)))
    finally:
        engine.close()
    return tries[len(known) :]


def _read(record: Mapping[str, Any]) -> Try:
    return Try(record["id"], record["level"], record["seed"], record["solved"])


def load(file: Path) -> list[Try]:
    """The tries of a file."""
    return list(map(_read, read(file)[1]))


def by_puzzle(tries: Iterable[Try]) -> dict[str, list[Try]]:
    """The tries of each puzzle."""
    found: dict[str, list[Try]] = defaultdict(list)
    for each in tries:
        found[each.puzzle].append(each)
    return dict(found)


@dataclass(frozen=True)
class Fit:
    """The fit of all tries."""

    scale: float
    ratings: Mapping[str, Measured]
    """By all tries."""
    tenths: Sequence[tuple[int, float, float]]
    """Of the held-out tries by predicted chance, tenth by tenth: how many, mean prediction, share solved."""


def fit(priors: Mapping[str, float], tries: Sequence[Try]) -> Fit:
    """Fit ratings and scale; the calibration is of tries that had no part in the fit it tests."""
    known = by_puzzle(each for each in tries if each.puzzle in priors)
    kept = {name: [each for each in own if not each.held_out] for name, own in known.items()}
    scale = min((SCALE * factor / 20 for factor in range(10, 61)), key=lambda s: _loss(priors, kept, s))
    tested = {name: measured(priors[name], own, scale) for name, own in kept.items()}
    predictions = sorted(
        (chance(ELO[each.level], tested[name].rating, _wider(scale, tested[name].error)), each.solved)
        for name, own in known.items()
        for each in own
        if each.held_out
    )
    tenths = []
    for tenth in range(10):
        inside = [(p, solved) for p, solved in predictions if tenth <= min(9.999, p * 10) < tenth + 1]
        if inside:
            count = len(inside)
            tenths.append((count, sum(p for p, _ in inside) / count, sum(won for _, won in inside) / count))
    return Fit(scale, {name: measured(priors[name], own, scale) for name, own in known.items()}, tenths)


def _wider(scale: float, error: float) -> float:
    """The scale of a prediction whose rating is not certain (as in Glicko)."""
    return math.sqrt(scale**2 + 3 * error**2 / math.pi**2)


def _loss(priors: Mapping[str, float], known: Mapping[str, Sequence[Try]], scale: float) -> float:
    """Minus the log-likelihood of the later tries, each predicted by the earlier ones of its puzzle."""
    total = 0.0
    for name, own in known.items():
        for at in range(len(own) // 2, len(own)):
            before = measured(priors[name], own[:at], scale)
            p = chance(ELO[own[at].level], before.rating, _wider(scale, before.error))
            total -= math.log(max(1e-9, p if own[at].solved else 1 - p))
    return total
