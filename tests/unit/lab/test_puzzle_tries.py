"""Measured ratings: the fit finds what it is told, says how sure it is, and predicts what it has not seen."""

import random
from pathlib import Path

import pytest
from cannonfish.engine import Engine
from cannonfish_lab.jobs import Here
from cannonfish_lab.puzzles import rating_fit, tries
from cannonfish_lab.puzzles.files import loads
from cannonfish_lab.puzzles.levels import ELO as ELO_BY_GAME
from cannonfish_lab.puzzles.publishing import FILES, with_rating
from cannonfish_lab.puzzles.rating_fit import Measured, Results, chance, fit, measured
from cannonfish_lab.puzzles.tries import FITTED, GOAL, MOST, ROUND, following, is_measured

ELO = ELO_BY_GAME["xiangqi"]
SCALE = FITTED["xiangqi"]
SHIPPED = Path(__file__).parents[3] / "web" / "puzzles" / "data"


def simulated(
    name: str, rating: float, prior: float, scale: float, seed: int, strengths: rating_fit.Strengths = ELO
) -> Results:
    """The tries of a puzzle with this true rating."""
    luck = random.Random(f"{name} {seed}")
    found: Results = {}
    while (level := following(prior, found, "xiangqi")) is not None:
        won = (luck.random() < chance(strengths[level], rating, scale) for _ in range(ROUND))
        found[level] = found.get(level, "") + "".join("1" if each else "0" for each in won)
    return found


def tallied(results: Results) -> rating_fit.Tally:
    return {level: (len(each), each.count("1")) for level, each in results.items()}


def test_more_solvers_mean_a_lower_rating() -> None:
    ratings = [measured(1200, {5: (10, won)}, ELO).rating for won in range(11)]
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[0] > ratings[10] + 400


def test_nothing_tried_is_the_prior() -> None:
    assert measured(1234, {}, ELO) == Measured(1234, rating_fit.PRIOR_ERROR, 0)


@pytest.mark.parametrize("rating", [500, 1000, 1700, 2200])
def test_the_true_rating_lies_within_its_error(rating: int) -> None:
    """Two standard deviations hold it in about nineteen of twenty cases."""
    inside = 0
    for seed in range(60):
        found = measured(1200, tallied(simulated("x", rating, 1200, SCALE, seed)), ELO, SCALE)
        inside += abs(found.rating - rating) < 2 * found.error
    assert inside >= 51


def test_tries_end_when_the_error_is_small() -> None:
    found = simulated("x", 1300, 1200, SCALE, 1)
    assert measured(1200, tallied(found), ELO, SCALE).error < GOAL
    assert sum(map(len, found.values())) < MOST


def test_several_levels_try_a_puzzle() -> None:
    """A single one may know it by accident."""
    assert len(simulated("x", 1300, 1200, SCALE, 1)) >= 4


def test_a_puzzle_beyond_the_scale_needs_no_small_error() -> None:
    assert is_measured(Measured(-300, 140, 40))
    assert is_measured(Measured(3600, 140, 40))
    assert not is_measured(Measured(-100, 140, 40))
    assert not is_measured(Measured(1000, GOAL, 40))
    assert is_measured(Measured(1000, GOAL - 1, 40))


def test_held_out_tries_are_predicted() -> None:
    """On simulated tries every tenth is calibrated, and scale and strengths are found."""
    luck = random.Random(7)
    strengths = {level: elo + (90 if level % 2 else -90) for level, elo in ELO.items()}
    priors, known = {}, {}
    for number in range(250):
        rating = luck.uniform(500, 2100)
        priors[str(number)] = rating + luck.gauss(0, 300)
        known[str(number)] = simulated(str(number), rating, priors[str(number)], SCALE, number, strengths)
    found = fit(priors, known, ELO)
    assert found.model.scale == pytest.approx(SCALE, rel=0.15)
    for level in range(2, 9):  # the dear ones hardly try such puzzles
        assert found.model.strengths[level] == pytest.approx(strengths[level], abs=60)
    for count, mean, share in found.tenths:
        assert abs(mean - share) < 3 * (0.25 / count) ** 0.5 + 0.02


def test_the_strengths_stay_on_the_scale_of_elo() -> None:
    """Levels that are all as strong as their Elo, in games and at puzzles: nothing moves but by chance."""
    luck = random.Random(3)
    known, priors = {}, {}
    for number in range(150):
        rating = luck.uniform(500, 2100)
        priors[str(number)] = rating
        known[str(number)] = simulated(str(number), rating, rating, SCALE, number)
    strengths = fit(priors, known, ELO).model.strengths
    assert all(abs(strengths[level] - ELO[level]) < 60 for level in range(2, 9))


def test_a_measured_puzzle_keeps_its_prior() -> None:
    puzzle = loads((SHIPPED / "classical.jsonl").read_text())[0]
    again = with_rating(with_rating(puzzle, Measured(1500, 70, 25)), Measured(1510, 60, 30))
    assert (again.rating, again.prior) == (1510, puzzle.prior)
    assert again.measured == {"tries": 30, "error": 60, "prior": puzzle.prior}
    assert with_rating(puzzle, Measured(-200, 60, 25)).rating == 300
    assert with_rating(puzzle, None) == puzzle


def test_tries_go_on_where_they_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "MOST", 8)
    monkeypatch.setattr(tries, "ELO", {"xiangqi": {1: 400, 2: 625, 3: 840}})
    every = loads((SHIPPED / "001.jsonl").read_text())
    puzzles = [each for each in every if len(each.moves) == 1][:2]
    log = tmp_path / "tries.jsonl"
    assert list(tries.run(puzzles[:1], log, Here())) == [8]
    assert list(tries.run(puzzles, log, Here())) == [8]
    first = tries.load(log)
    assert sorted(first) == sorted(each.id for each in puzzles)
    assert list(tries.run(puzzles, log, Here())) == []
    monkeypatch.setattr(tries, "MOST", 12)
    assert list(tries.run(puzzles[:1], log, Here())) == [4]
    more = tries.load(log)[puzzles[0].id]
    assert all(more[level].startswith(solved) for level, solved in first[puzzles[0].id].items())


@pytest.mark.parametrize("game", ELO_BY_GAME)
def test_the_levels_that_try_evaluate_classically(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a better network would change what a rating means."""
    seen = set()

    class Watched(tries.Position):
        def __init__(self, engine: Engine, fen: str) -> None:
            seen.add(engine.evaluation)
            super().__init__(engine, fen)

    monkeypatch.setattr(tries, "Position", Watched)
    monkeypatch.setattr(tries, "MOST", 4)
    puzzles = loads((SHIPPED / f"{FILES[game]}001.jsonl").read_text())
    assert list(tries.run(puzzles[:1], tmp_path / "tries.jsonl", Here())) == [4]
    assert seen == {"classical"}
