"""Measured ratings: the fit finds what it is told, says how sure it is, and predicts what it has not seen."""

import math
import random
from pathlib import Path

import pytest
from cannonfish.puzzles.files import loads
from cannonfish_lab.jobs import Here
from cannonfish_lab.puzzles import tries
from cannonfish_lab.puzzles.levels import ELO
from cannonfish_lab.puzzles.publishing import with_rating
from cannonfish_lab.puzzles.tries import GOAL, MOST, Measured, Try, chance, fit, following, measured

SHIPPED = Path(__file__).parents[3] / "web" / "puzzles"


def simulated(name: str, rating: float, prior: float, scale: float, seed: int) -> list[Try]:
    """The tries of a puzzle with this true rating."""
    luck = random.Random(f"{name} {seed}")
    found: list[Try] = []
    while (chosen := following(prior, found, scale)) is not None:
        level, number = chosen
        found.append(Try(name, level, number, luck.random() < chance(ELO[level], rating, scale)))
    return found


def test_more_solvers_mean_a_lower_rating() -> None:
    def rating(won: int) -> float:
        return measured(1200, [Try("x", 5, seed, seed < won) for seed in range(10)]).rating

    ratings = [rating(won) for won in range(11)]
    assert ratings == sorted(ratings, reverse=True)


def test_nothing_tried_is_the_prior() -> None:
    assert measured(1234, []) == Measured(1234, tries.PRIOR_ERROR, 0)


@pytest.mark.parametrize("rating", [500, 1000, 1700, 2200])
def test_the_true_rating_lies_within_its_error(rating: int) -> None:
    """Two standard deviations hold it in about nineteen of twenty cases."""
    inside = 0
    for seed in range(60):
        found = measured(1200, simulated("x", rating, 1200, tries.SCALE, seed))
        inside += abs(found.rating - rating) < 2 * found.error
    assert inside >= 51


def test_tries_end_when_the_error_is_small() -> None:
    found = simulated("x", 1300, 1200, tries.SCALE, 1)
    assert measured(1200, found).error < GOAL or len(found) == MOST
    assert measured(1200, found[:-1]).error >= GOAL


def test_held_out_tries_are_predicted() -> None:
    """On simulated tries every tenth is calibrated within chance, and the scale is found."""
    luck = random.Random(7)
    priors, every = {}, []
    for number in range(250):
        rating = luck.uniform(500, 2100)
        priors[str(number)] = rating + luck.gauss(0, 200)
        every += simulated(str(number), rating, priors[str(number)], 250, number)
    found = fit(priors, every)
    assert found.scale == pytest.approx(250, rel=0.2)
    for count, mean, share in found.tenths:
        assert abs(mean - share) < 3 * math.sqrt(0.25 / count) + 0.02


def test_a_measured_puzzle_keeps_its_prior() -> None:
    puzzle = loads((SHIPPED / "classical.jsonl").read_text()).puzzles[0]
    again = with_rating(with_rating(puzzle, Measured(1500, 70, 25)), Measured(1510, 60, 30))
    assert (again.rating, again.prior) == (1510, puzzle.rating)
    assert again.measured == {"tries": 30, "error": 60, "prior": puzzle.rating}
    assert with_rating(puzzle, Measured(1500, GOAL, 25)) == puzzle


def test_tries_go_on_where_they_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "MOST", 2)
    monkeypatch.setattr(tries, "ELO", {1: 400, 2: 625, 3: 840})
    every = loads((SHIPPED / "001.jsonl").read_text()).puzzles
    puzzles = [each for each in every if len(each.moves) == 1][:2]
    log = tmp_path / "tries.jsonl"
    assert list(tries.run(puzzles[:1], log, Here())) == [2]
    assert list(tries.run(puzzles, log, Here())) == [2]
    assert len(tries.load(log)) == 4
    assert list(tries.run(puzzles, log, Here())) == []
