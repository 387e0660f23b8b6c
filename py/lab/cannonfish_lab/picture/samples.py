"""Points of drawn boards, cut out and measured by the reader's own program."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from cannonfish_lab.picture import render
from cannonfish_lab.picture.fonts import Face
from cannonfish_lab.picture.reader import Reader

EMPTY_POINTS = 16
"""Empty points that are taken of a board; every piece is."""
LOOKS = 2
"""How often each board is looked at, with corners that are a little off in other ways."""


@dataclass(frozen=True)
class Samples:
    """What points look like, as the network takes it, and what is on them."""

    features: Any
    pieces: Any

    @classmethod
    def joined(cls, parts: Sequence["Samples"]) -> "Samples":
        """All of several."""
        features, pieces = [part.features for part in parts], [part.pieces for part in parts]
        return cls(np.concatenate(features), np.concatenate(pieces))


def draw(seed: int, boards: int, faces: Sequence[Face]) -> Samples:
    """Draw boards and measure their points; the corners are a little off, as those that are found."""
    random = Random(seed)
    reader = Reader()
    call = reader.execution.call
    features, pieces = [], []
    for _ in range(boards):
        board = render.draw(random, faces)
        reader.show(board.image)
        for _ in range(LOOKS):
            off = board.cell * random.choice((0.015, 0.03, 0.05))
            reader.set_corners(
                [(x + random.gauss(0, off), y + random.gauss(0, off)) for x, y in board.corners]
            )
            call("weigh_corners")
            empty = [point for point, piece in enumerate(board.pieces) if not piece]
            left_out = {*random.sample(empty, max(0, len(empty) - EMPTY_POINTS))}
            for point, piece in enumerate(board.pieces):
                if point not in left_out:
                    call("cut", point % render.FILES, point // render.FILES)
                    call("measure")
                    features.append(array("h", reader.execution.array("features")))
                    pieces.append(piece)
    reader.execution.close()
    return Samples(np.array(features, "i2"), np.array(pieces, "u1"))


def kept(path: Path, seed: int, boards: int, faces: Sequence[Face]) -> Samples:
    """The samples of a file, which is written first if it is not there."""
    if not path.exists():
        made = draw(seed, boards, faces)
        part = path.with_suffix(".part.npz")
        np.savez(part, features=made.features, pieces=made.pieces)
        part.rename(path)
    with np.load(path) as file:
        return Samples(file["features"], file["pieces"])
