"""Ratings of levels from the results of matches."""

import json
from pathlib import Path

import pytest
from cannonfish.matches.statistics import score_of
from cannonfish_lab.__main__ import main
from cannonfish_lab.errors import LabError
from cannonfish_lab.matches.ladder import Link, rate


def link(a: str, b: str, elo: float, games: int = 1000) -> Link:
    """A match that went as the difference in Elo lets expect."""
    return Link(a, b, games * score_of(elo), games)


def test_consistent_results_give_their_ratings_back() -> None:
    links = [link("a", "b", 100), link("b", "c", 150), link("a", "c", 250), link("d", "c", -40)]
    ratings = {rating.name: rating for rating in rate(links, prior=0.0)}
    elo = {name: rating.elo for name, rating in ratings.items()}
    assert elo == pytest.approx({"a": 0, "b": -100, "c": -250, "d": -290}, abs=0.1)
    assert ratings["a"].error == 0.0
    assert [rating.name for rating in rate(links)] == ["a", "b", "c", "d"]


def test_the_error_of_one_match_is_that_of_its_score() -> None:
    """A thousand games at 50 %: a standard error of 0.5 / sqrt(1000) in score, 11.0 Elo."""
    (_, rating) = sorted(rate([link("a", "b", 0.0)], prior=0.0), key=lambda each: each.name)
    assert rating.error == pytest.approx(1.96 * 10.98, rel=0.01)


def test_errors_grow_along_a_chain_and_shrink_with_games() -> None:
    chain = [link("a", "b", 50), link("b", "c", 50)]
    errors = {rating.name: rating.error for rating in rate(chain)}
    assert errors["c"] == pytest.approx(errors["b"] * 2**0.5, rel=0.05)
    more = rate([link("a", "b", 50, games=4000)])
    assert min(rating.error for rating in more if rating.name == "b") == pytest.approx(
        errors["b"] / 2, rel=0.02
    )


def test_a_clean_score_is_no_infinity() -> None:
    ratings = {rating.name: rating.elo for rating in rate([Link("a", "b", 20.0, 20)])}
    assert -800 < ratings["b"] < -400


def test_players_that_never_met_anybody_cannot_be_rated() -> None:
    with pytest.raises(LabError, match="no games connect c, d"):
        rate([link("a", "b", 10), link("c", "d", 10)])
    with pytest.raises(LabError, match="no games to rate"):
        rate([])


def test_levels_are_measured_against_their_neighbours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [
        "levels",
        str(tmp_path),
        "--games",
        "2",
        "--levels=3:5",
        "--pool",
        "here",
        "--max-plies",
        "30",
    ]
    assert main([*command, "--distance", "2"]) == 0
    text = capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"level-{pair}.jsonl" for pair in ("4-3", "5-3", "5-4")
    ]
    assert "level 3: +0 ±0" in text
    assert text.count("step") == 2
    for wrong in ("3:3", "5:3", "0:3", "3:13"):
        assert main(["levels", str(tmp_path), f"--levels={wrong}"]) == 1
        assert "two levels from 1 to 12, the lower one first" in capsys.readouterr().err


def test_levels_of_chess_are_measured_with_the_evaluation_that_is_asked_for(tmp_path: Path) -> None:
    """The matches were of Xiangqi and classical, whatever people played against."""
    command = ["--games=1", "--levels=1:2", "--pool=here", "--max-plies=10", "--game=chess"]
    for evaluation in ("network", "classical"):
        folder = tmp_path / evaluation
        assert main(["levels", str(folder), *command, f"--evaluation={evaluation}"]) == 0
        head = json.loads((folder / "level-2-1.jsonl").read_text().splitlines()[0])
        for player in (head["a"], head["b"]):
            assert player["game"] == "chess"
            assert player.get("evaluation", "classical") == evaluation
