"""Tuning the search by games: simultaneous perturbation stochastic approximation (Spall, 1992).

Every iteration shakes all parameters at once, each up or down by chance.  The engine with these settings
plays the engine with the opposite ones.  The parameters then move a little towards the winner.  A single
iteration says next to nothing; thousands of them walk uphill, whatever the number of parameters.

The steps shrink as usual: shakes are c / k ** 0.101, moves are a / (A + k) ** 0.602.
"""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from cannonfish.engine.limits import Limits
from cannonfish.matches.game import Adjudication

from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Pool
from cannonfish_lab.matches.match import Match, play_job, points_of_a
from cannonfish_lab.players.kernels import version
from cannonfish_lab.players.spec import PlayerSpec
from cannonfish_lab.progress import Progress
from cannonfish_lab.records import Log, Record

KIND: Final = "spsa"
MOVE_DECAY: Final = 0.602
SHAKE_DECAY: Final = 0.101
STABLE: Final = 0.1
"""A as a share of all iterations, so that the first moves are not far longer than the rest."""


@dataclass(frozen=True)
class Parameter:
    """A setting of the kernel that is tuned."""

    name: str
    start: float
    least: int
    most: int
    shake: float
    """The size of the shake in the last iteration, large enough to affect games."""

    def __post_init__(self) -> None:
        if not self.least <= self.start <= self.most:
            raise LabError(f"{self.name} begins at {self.start:g}, outside of {self.least} to {self.most}")
        if self.shake <= 0:
            raise LabError(f"the SHAKE of {self.name} is a positive number, not {self.shake:g}")


@dataclass(frozen=True)
class Plan:
    """What is tuned, and how."""

    player: PlayerSpec
    parameters: tuple[Parameter, ...]
    limits: Limits
    openings: tuple[str, ...]
    iterations: int = 5000
    pairs: int = 2
    """Pairs of games in an iteration."""
    rate: float = 0.01
    """How far a clean win moves a parameter in the last iteration, as a share of its shake."""
    seed: int = 1
    adjudication: Adjudication = field(
        default_factory=lambda: Adjudication(resign=(600, 3), draw=(10, 8, 100))
    )

    def head(self) -> Record:
        """The first line of the log."""
        match = Match(self.player, self.player, self.limits, self.openings, self.adjudication).head()
        return {
            "kind": KIND,
            "player": match["a"],
            "parameters": [
                [each.name, each.start, each.least, each.most, each.shake] for each in self.parameters
            ],
            "iterations": self.iterations,
            "pairs": self.pairs,
            "rate": self.rate,
            "seed": self.seed,
            **{key: match[key] for key in ("limits", "adjudication", "openings")},
        }

    def shake(self, parameter: Parameter, number: int) -> float:
        """By how much iteration ``number`` (from 0) shakes the parameter."""
        return parameter.shake * math.pow(self.iterations / (number + 1), SHAKE_DECAY)

    def move(self, parameter: Parameter, number: int) -> float:
        """How far a clean win in iteration ``number`` moves the parameter."""
        stable = STABLE * self.iterations
        decay = math.pow((stable + self.iterations) / (stable + number + 1), MOVE_DECAY)
        # The slope that an iteration measures is its result over its shake.
        return self.rate * parameter.shake**2 * decay / self.shake(parameter, number)


@dataclass(frozen=True)
class Trial:
    """One iteration: two settings that are to play each other."""

    number: int
    signs: tuple[int, ...]
    """Which way each parameter was shaken for the first player."""
    plus: Mapping[str, int]
    minus: Mapping[str, int]
    plan: Plan

    def players(self) -> tuple[PlayerSpec, PlayerSpec]:
        """The player of the plan with the two settings."""
        player = self.plan.player
        return (
            replace(player, name="plus", settings={**player.settings, **self.plus}),
            replace(player, name="minus", settings={**player.settings, **self.minus}),
        )


def play_trial(trial: Trial) -> Record:
    """Play the games of an iteration: 1 if the first player won them all, -1 if the second did."""
    plan = trial.plan
    match = Match(*trial.players(), plan.limits, plan.openings, plan.adjudication)
    first = trial.number * plan.pairs * 2
    games = [play_job(match.job(first + number)) for number in range(2 * plan.pairs)]
    score = sum(points_of_a(game) for game in games) / len(games)
    return {"number": trial.number, "signs": list(trial.signs), "result": 2 * score - 1}


def run(plan: Plan, log_file: Path, pool: Pool) -> dict[str, float]:
    """Tune until the log holds all iterations; return the values of the parameters.

    LabError if a parameter is no setting of the kernel.
    """
    player = plan.player
    settings = {**player.settings, **_rounded(plan, starts(plan), random.Random(0))}
    version(player.kernel, settings, player.game, player.evaluation)
    with Log(log_file, plan.head()) as log:
        at = starts(plan)
        for record in log.records:
            _step(plan, at, record)
        done = {record["number"] for record in log.records}

        def trials() -> Iterator[Trial]:
            for number in range(plan.iterations):
                if number not in done:
                    yield trial(plan, at, number)

        with Progress(plan.iterations, len(done), unit="iteration") as progress:
            for record in pool.run(play_trial, trials()):
                _step(plan, at, record)
                log.append(record | {"at": {name: round(value, 3) for name, value in at.items()}})
                progress.step("  ".join(f"{name} {value:.1f}" for name, value in at.items()))
        return at


def starts(plan: Plan) -> dict[str, float]:
    """The start values of the parameters."""
    return {parameter.name: parameter.start for parameter in plan.parameters}


def trial(plan: Plan, at: Mapping[str, float], number: int) -> Trial:
    """The iteration with that number, from the present values of the parameters."""
    chance = random.Random(f"{plan.seed} {number}")
    signs = tuple(chance.choice((1, -1)) for _ in plan.parameters)
    both = [
        _rounded(
            plan,
            {
                each.name: at[each.name] + way * sign * plan.shake(each, number)
                for each, sign in zip(plan.parameters, signs, strict=True)
            },
            chance,
        )
        for way in (1, -1)
    ]
    return Trial(number, signs, both[0], both[1], plan)


def _rounded(plan: Plan, values: Mapping[str, float], chance: random.Random) -> dict[str, int]:
    """The values as whole numbers within the limits, rounded at random, to the nearer one more often."""
    return {
        each.name: min(max(int((values[each.name] + chance.random()) // 1), each.least), each.most)
        for each in plan.parameters
    }


def _step(plan: Plan, at: dict[str, float], record: Record) -> None:
    """Move the parameters by the result of an iteration."""
    for parameter, sign in zip(plan.parameters, record["signs"], strict=True):
        moved = at[parameter.name] + sign * record["result"] * plan.move(parameter, record["number"])
        at[parameter.name] = min(max(moved, parameter.least), parameter.most)


def parameter(text: str, constants: Mapping[str, int]) -> Parameter:
    """Read ``NAME:LEAST:MOST:SHAKE``; the start is the present value.  LabError if it is invalid."""
    parts: Sequence[str] = text.split(":")
    try:
        name, least, most, shake = parts[0], int(parts[1]), int(parts[2]), float(parts[3])
    except (IndexError, ValueError):
        raise LabError(f"a parameter is NAME:LEAST:MOST:SHAKE, not {text!r}") from None
    if name not in constants:
        raise LabError(f"the kernel has no constant {name}")
    return Parameter(name, constants[name], least, most, shake)
