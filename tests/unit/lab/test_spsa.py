"""Tuning by games: it walks uphill, within limits, and goes on where it was."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cannonfish.engine.limits import Limits
from cannonfish.matches.statistics import score_of
from cannonfish_lab.__main__ import main
from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Here
from cannonfish_lab.players.spec import PlayerSpec
from cannonfish_lab.records import read
from cannonfish_lab.tuning import spsa
from cannonfish_lab.tuning.spsa import Parameter, Plan, Trial

PLAYER = PlayerSpec("own", settings={"TT_BITS": 10})
MARGINS = (
    Parameter("REVERSE_FUTILITY_MARGIN", 60, 0, 200, 15),
    Parameter("FUTILITY_BASE", 110, 0, 300, 25),
)


def plan(iterations: int, parameters: tuple[Parameter, ...] = MARGINS, rate: float = 0.02) -> Plan:
    return Plan(PLAYER, parameters, Limits(nodes=60), ("h2e2", "c3c4"), iterations, pairs=1, rate=rate)


class Oracle:
    """In place of games: results drawn as if Elo fell with the square of the distance from an optimum."""

    def __init__(self, optimum: dict[str, float]) -> None:
        self.optimum = optimum

    def elo(self, settings: Any) -> float:
        return -sum(0.05 * (settings[name] - best) ** 2 for name, best in self.optimum.items())

    def run(self, function: Callable[[Any], Any], jobs: Iterable[Trial]) -> Iterator[dict[str, Any]]:
        for trial in jobs:
            chance = random.Random(trial.number)
            expected = score_of(self.elo(trial.plus) - self.elo(trial.minus))
            wins = sum(chance.random() < expected for _ in range(4))
            yield {"number": trial.number, "signs": list(trial.signs), "result": wins / 2 - 1}


def test_it_walks_towards_the_optimum(tmp_path: Path) -> None:
    optimum = {"REVERSE_FUTILITY_MARGIN": 90.0, "FUTILITY_BASE": 60.0}
    at = spsa.run(plan(1500), tmp_path / "log", Oracle(optimum))
    assert at["REVERSE_FUTILITY_MARGIN"] == pytest.approx(90, abs=10)
    assert at["FUTILITY_BASE"] == pytest.approx(60, abs=15)


def test_it_stays_within_the_limits(tmp_path: Path) -> None:
    parameters = (Parameter("FUTILITY_BASE", 110, 100, 120, 10),)
    at = spsa.run(plan(400, parameters, rate=0.1), tmp_path / "log", Oracle({"FUTILITY_BASE": 300.0}))
    assert at["FUTILITY_BASE"] == pytest.approx(120, abs=1)
    for record in read(tmp_path / "log")[1]:
        assert 100 <= record["at"]["FUTILITY_BASE"] <= 120


def test_steps_shrink_to_what_was_asked_for() -> None:
    whole = plan(1000)
    first, last = (whole.shake(MARGINS[0], number) for number in (0, 999))
    assert first > last == pytest.approx(15)
    first, last = (whole.move(MARGINS[0], number) for number in (0, 999))
    assert first > last == pytest.approx(0.02 * 15)


def test_both_players_are_shaken_apart() -> None:
    at = spsa.starts(plan(10))
    trial = spsa.trial(plan(10), at, 3)
    for parameter, sign in zip(MARGINS, trial.signs, strict=True):
        assert (trial.plus[parameter.name] - trial.minus[parameter.name]) * sign > 20
    assert trial == spsa.trial(plan(10), at, 3)


def test_both_players_play_the_game_and_the_evaluation_of_the_player() -> None:
    """They always played Xiangqi with the classical evaluation, whatever the player was."""
    player = replace(PLAYER, game="chess", evaluation="network")
    trial = spsa.trial(replace(plan(10), player=player), spsa.starts(plan(10)), 0)
    for each in trial.players():
        assert (each.game, each.evaluation, each.settings["TT_BITS"]) == ("chess", "network", 10)
        assert set(each.settings) == {"TT_BITS", *(parameter.name for parameter in MARGINS)}


def test_games_are_played_and_the_log_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "log"
    whole = spsa.run(plan(3), tmp_path / "whole", Here())

    class Interrupted(Here):
        def run(self, function: Callable[[Any], Any], jobs: Iterable[Any]) -> Iterator[Any]:
            results = super().run(function, jobs)
            yield next(results)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        spsa.run(plan(3), log, Interrupted())
    assert len(read(log)[1]) == 1
    assert spsa.run(plan(3), log, Here()) == whole
    assert [record["number"] for record in read(log)[1]] == [0, 1, 2]


def test_parameters_are_settings_of_the_kernel(tmp_path: Path) -> None:
    constants = {"FUTILITY_BASE": 110}
    assert spsa.parameter("FUTILITY_BASE:0:300:25", constants) == MARGINS[1]
    for text, reason in (
        ("FUTILITY_BASE", "NAME:LEAST:MOST:SHAKE"),
        ("NOTHING:0:1:1", "no constant NOTHING"),
        ("FUTILITY_BASE:0:50:5", "begins at 110"),
        ("FUTILITY_BASE:0:300:0", "SHAKE of FUTILITY_BASE is a positive number, not 0"),
    ):
        with pytest.raises(LabError, match=reason):
            spsa.parameter(text, constants)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["spsa", "--parameter", "FUTILITY_BASE:0:300:25", "--nodes", "50", "--iterations", "1"]
    command += ["--pairs", "1", "--pool", "here", "--player", "cannonfish:game=chess,TT_BITS=10"]
    assert main([*command, "--log", str(tmp_path / "log")]) == 0
    assert capsys.readouterr().out.startswith("FUTILITY_BASE = ")
    assert main([*command, "--log", str(tmp_path / "log"), "--player", "eleeye"]) == 1
    assert "not one of ours" in capsys.readouterr().err
    assert main([*command, "--log", str(tmp_path / "log"), "--pairs", "0"]) == 1
    assert "--pairs takes a number of at least 1" in capsys.readouterr().err
