"""Shards of self-play as training data: positions to learn from, and whole games that are held out."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cannonfish_lab.errors import LabError
from cannonfish_lab.selfplay.records import Records, read
from cannonfish_lab.shards import RECIPE_FILE

HELD_OUT: Final = 20
"""One game in so many is held out."""

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Target:
    """The training target: a share of the score's expectation, the rest the game's result."""

    share: float = 0.7
    scale: float = 200.0
    """Centipawns to the unit of log odds."""

    def of(self, records: Records) -> Floats:
        """The targets for the side to move, from 0 to 1."""
        result = np.where(records.turn == 0, records.result, 1 - records.result)
        expected = self.share * sigmoid(records.score, self.scale) + (1 - self.share) * result
        return expected.astype(np.float32)


@dataclass(frozen=True)
class Dataset:
    """Positions of a folder of shards."""

    training: Records
    held_out: Records
    shards: int
    checksum: str
    """The SHA-256 of the shard files."""


def game_of(folder: Path) -> str:
    """The game of a folder of shards.  LabError if its recipe does not say."""
    try:
        game: str = json.loads((folder / RECIPE_FILE).read_text(encoding="utf-8"))["game"]
    except (OSError, ValueError, KeyError):
        raise LabError(f"{folder} has no recipe of self-play in {RECIPE_FILE}") from None
    return game


def load(folder: Path, limit: int | None = None) -> Dataset:
    """Read the shards of a folder, the first ``limit`` of them.  LabError if there are none."""
    files = sorted(folder.glob("shard-*.npy.z"))[:limit]
    if not files:
        raise LabError(f"{folder} has no shards of positions")
    checksum = hashlib.sha256()
    training, held_out = [], []
    for file in files:
        checksum.update(file.read_bytes())
        words = read([file]).words
        kept_out = Records(words).game % HELD_OUT == HELD_OUT - 1
        training.append(words[~kept_out])
        held_out.append(words[kept_out])
    parts = Records(np.concatenate(training)), Records(np.concatenate(held_out))
    if not all(len(part) for part in parts):
        raise LabError(f"{folder} has too few games: one in {HELD_OUT} is held out")
    return Dataset(*parts, len(files), checksum.hexdigest())


def loss(expected: Floats, target: Floats) -> float:
    """Mean squared difference."""
    return float(np.mean((expected - target) ** 2, dtype=np.float64))


def best_scale(scores: NDArray[np.int16], target: Floats) -> tuple[float, int]:
    """The least loss of these centipawns, and the scale that gives it."""
    return min((loss(sigmoid(scores, scale), target), scale) for scale in range(60, 610, 10))


def sigmoid(scores: NDArray[Any], scale: float) -> Floats:
    """The expectation of scores; ``scale`` centipawns are the unit of log odds."""
    expected: Floats = 1 / (1 + np.exp(-scores.astype(np.float32) / np.float32(scale)))
    return expected


def batches(count: int, size: int, seed: Sequence[int]) -> list[NDArray[np.int64]]:
    """Positions in random order, in batches of this size; the remainder is left out."""
    order = np.random.default_rng(seed).permutation(count)
    full = max(count // size, 1)
    return [order[first * size : (first + 1) * size] for first in range(full)]
