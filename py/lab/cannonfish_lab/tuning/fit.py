"""Fitting weights to labelled positions: logistic regression.

The evaluation predicts how likely Red is to win: sigmoid(score / UNIT).  The target is a mixture of the score
of a deeper search and the result of the game.  The fit minimises the loss (cross entropy) plus a penalty for
changes of the present weights.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit

from cannonfish_lab.tuning.dataset import Dataset
from cannonfish_lab.tuning.neighbours import roughness

UNIT: Final = 200.0
"""Centipawns to the unit of log odds; it makes a soldier at home worth about 50."""
LARGEST: Final = 3000
"""No weight may be larger: the sum of all must fit in sixteen bits."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Fit:
    """The outcome of a fit.  Losses are pairs: on the fitted games, and on the held-out ones."""

    pairs: list[tuple[int, int]]
    """Middle game and ending of each weight."""
    tempo: int
    unit: float
    """Centipawns of the weights to the unit of log odds."""
    label_scale: float
    """Centipawns of the labels to the unit of log odds, by the results of the games."""
    loss_before: tuple[float, float]
    loss_after: tuple[float, float]
    """With the rounded weights."""
    loss_least: tuple[float, float]
    """Of a prediction equal to its target, the least possible."""


def fit(
    data: Dataset,
    start: Sequence[tuple[int, int]],
    tempo: int,
    mix: float = 0.75,
    pull: float = 1e-8,
    unit: float | None = UNIT,
    free: Sequence[bool] | None = None,
    smooth: float = 0.0,
    beside: Sequence[tuple[int, int]] = (),
    iterations: int = 500,
) -> Fit:
    """Fit the weights, beginning at ``start``.

    ``mix`` is the share of the label in the target, the rest is the result of the game.  ``pull`` is added to
    the mean loss for every weight and every squared centipawn of its change.  ``unit`` is the number of
    centipawns to the unit of log odds; None keeps the present one, with which the weights at the start
    predict the target best.
    """
    scale = label_scale(data)
    target = mix * expit(data.label / scale) + (1.0 - mix) * data.result
    columns = data.counts.T.tocsr()
    fitted = ~data.held_out
    count = int(fitted.sum())
    before = np.array([pair[0] for pair in start] + [pair[1] for pair in start] + [tempo], float)
    width = len(start)
    rough = roughness(beside, width)
    moves = np.array([*(free or [True] * width)] * 2 + [True], float)

    def scores(weights: Floats) -> tuple[Floats, Floats]:
        """Scores for Red, and by how much each was scaled."""
        middle_game, ending = data.counts @ weights[:width], data.counts @ weights[width : 2 * width]
        blended = data.middle_game * middle_game + (1.0 - data.middle_game) * ending
        scaled = np.where(blended > 0, data.scale_red, data.scale_black)
        return scaled * blended + weights[-1] * data.turn, scaled

    if unit is None:
        unit = best_unit(scores(before)[0][fitted], target[fitted])

    def loss(units: Floats) -> tuple[float, Floats]:
        """The loss and its gradient, for weights in units of log odds."""
        weights = units * unit
        values, scaled = scores(weights)
        slope = np.where(fitted, expit(values / unit) - target, 0.0) / count
        change = weights - before
        halves = change[:-1].reshape(2, width)  # middle game, ending
        jags = (rough @ halves.T).T
        total = float(cross_entropy(values, target, unit)[fitted].mean())
        total += pull * float(change @ change) + smooth * float((halves * jags).sum())
        held = pull * change + smooth * np.append(jags.reshape(-1), 0.0)
        gradient = np.concatenate(
            [
                columns @ (slope * scaled * data.middle_game),
                columns @ (slope * scaled * (1.0 - data.middle_game)),
                [slope @ data.turn],
            ]
        )
        return total, moves * (gradient + 2.0 * unit * held)

    def losses(weights: Floats) -> tuple[float, float]:
        return _means(cross_entropy(scores(weights)[0], target, unit), data.held_out)

    found = minimize(
        loss, before / unit, jac=True, method="L-BFGS-B", options={"maxiter": iterations, "ftol": 1e-11}
    )
    after = np.clip(np.rint(found.x * unit), -LARGEST, LARGEST)
    numbers = [int(number) for number in after]
    sure = np.clip(target, 1e-12, 1 - 1e-12)
    return Fit(
        pairs=list(zip(numbers[:width], numbers[width : 2 * width], strict=True)),
        tempo=numbers[-1],
        unit=unit,
        label_scale=scale,
        loss_before=losses(before),
        loss_after=losses(after),
        loss_least=_means(cross_entropy(np.log(sure / (1 - sure)), target, 1.0), data.held_out),
    )


def label_scale(data: Dataset) -> float:
    """The centipawns to the unit of log odds with which the labels predict the results best."""
    return best_unit(data.label, data.result)


def best_unit(values: Floats, target: Floats) -> float:
    """The centipawns to the unit of log odds with which the values predict the target best."""
    found = minimize_scalar(
        lambda unit: float(cross_entropy(values, target, unit).mean()),
        bounds=(20.0, 3000.0),
        method="bounded",
    )
    return float(found.x)


def cross_entropy(values: Floats, target: Floats, unit: float = UNIT) -> Floats:
    """The loss of predicting sigmoid(values / unit) where the target is true."""
    units = values / unit
    losses: Floats = np.logaddexp(0.0, units) - target * units
    return losses


def _means(losses: Floats, held_out: NDArray[np.bool_]) -> tuple[float, float]:
    """The mean over the fitted positions, and over the held-out ones (nan if there are none)."""
    means = [
        float(losses[chosen].mean()) if chosen.any() else float("nan") for chosen in (~held_out, held_out)
    ]
    return means[0], means[1]
