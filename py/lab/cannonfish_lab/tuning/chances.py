"""Fitting winning chances: the ``ChanceModel`` under which the results of self-play are most likely."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from cannonfish.games.game import ChanceModel
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

from cannonfish_lab.selfplay.records import Records

START: Final = (150.0, 100.0)
"""Midpoint and spread where the fit begins."""
SCORE_MAX: Final = 500
"""Larger scores, in centipawns, are left out: endings drawn in spite of them would dominate the fit."""
LEAST: Final = 1e-6
"""The least probability assumed, because its logarithm is needed."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Bin:
    """The positions with a score between two bounds, in centipawns: shares of wins, draws and losses."""

    least: int
    most: int
    positions: int
    seen: tuple[float, ...]
    expected: tuple[float, ...]


def results(records: Records) -> tuple[Floats, Floats]:
    """The scores, and the results (1, 0.5 or 0), of the side to move."""
    result = np.where(records.turn == 0, records.result, 1 - records.result)
    return records.score.astype(float), result.astype(float)


def probabilities(model: ChanceModel, score: Floats) -> Floats:
    """The probabilities of a win, a draw and a loss: a row for each score."""
    win = expit((score - model.midpoint) / model.spread)
    loss = expit((-score - model.midpoint) / model.spread)
    return np.stack([win, 1 - win - loss, loss], axis=1)


def fit(score: Floats, result: Floats) -> ChanceModel:
    """The most likely model."""
    close = np.abs(score) <= SCORE_MAX
    score, result = score[close], result[close]
    rows, column = np.arange(len(score)), (2 - 2 * result).astype(int)

    def loss(parameters: Floats) -> float:
        midpoint, spread = parameters
        if midpoint <= 0 or spread <= 0:
            return float("inf")
        chosen = probabilities(ChanceModel(midpoint, spread), score)[rows, column]
        return -float(np.log(np.maximum(chosen, LEAST)).mean())

    found = minimize(loss, START, method="Nelder-Mead", options={"xatol": 0.01, "fatol": 1e-9})
    midpoint, spread = found.x
    return ChanceModel(round(float(midpoint), 1), round(float(spread), 1))


def compare(model: ChanceModel, score: Floats, result: Floats, width: int = 100) -> Iterator[Bin]:
    """The observed and the expected shares, by score."""
    for least in range(-1000, 1000, width):
        among = (score >= least) & (score < least + width)
        if among.any():
            seen = [float(np.mean(result[among] == value)) for value in (1, 0.5, 0)]
            expected = probabilities(model, score[among]).mean(axis=0)
            yield Bin(least, least + width, int(among.sum()), tuple(seen), tuple(map(float, expected)))
