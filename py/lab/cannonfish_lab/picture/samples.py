"""Points of drawn boards, cut out and measured by the reader's own program."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from cannonfish_lab.picture import render
from cannonfish_lab.picture.fonts import Face
from cannonfish_lab.picture.reader import Reader

EMPTY_POINTS = 14
"""Empty points that are taken of a board; every piece is."""
LOOKS = 2
"""How often each board is looked at: as other pictures, from nearer or further, and with other corners."""

COLOURS = 108
"""Features that are colours, in threes; the last ones."""
NEAREST, FURTHEST = 11, 19
"""From a point to the edge of what is seen of it, in 32nds of a cell; pieces are seen whole."""


@dataclass(frozen=True)
class Samples:
    """What points look like, as the network takes it but in bytes, and what is on them."""

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
        for _ in range(LOOKS):
            reader.show(render.spoil(random, board.image))
            look(reader, random, board)
            empty = [point for point, piece in enumerate(board.pieces) if not piece]
            left_out = {*random.sample(empty, max(0, len(empty) - EMPTY_POINTS))}
            for point, piece in enumerate(board.pieces):
                if point not in left_out:
                    call("cut", point % render.FILES, point // render.FILES)
                    call("measure")
                    features.append(in_bytes(reader.execution.array("features")))
                    pieces.append(piece)
    reader.execution.close()
    return Samples(np.array(features), np.array(pieces, "u1"))


def in_bytes(features: Sequence[int]) -> Any:
    """Features with 128 added to the colours, so that all are 0 to 255."""
    numbers = np.array(features)
    numbers[-COLOURS:] += 128
    return numbers.astype("u1")


def look(reader: Reader, random: Random, board: render.Board) -> None:
    """Set the corners a little off, as those that are found, and look from nearer or further."""
    off = board.cell * random.choice((0.01, 0.02, 0.04))
    reader.set_corners([(x + random.gauss(0, off), y + random.gauss(0, off)) for x, y in board.corners])
    reader.execution.call("weigh_corners")
    nearest = max(NEAREST, 15 * board.diameter)
    reader.execution.store("reach", 0, [round(random.uniform(nearest, FURTHEST))])
    reader.execution.store("offset", 0, [random.choice((0, 0, 0, -1, 1, -2, 2)) for _ in range(2)])


def kept(path: Path, seed: int, boards: int, faces: Sequence[Face]) -> Samples:
    """The samples of a file, which is written first if it is not there."""
    if not path.exists():
        made = draw(seed, boards, faces)
        part = path.with_suffix(".part.npz")
        np.savez(part, features=made.features, pieces=made.pieces)
        part.rename(path)
    with np.load(path) as file:
        return Samples(file["features"], file["pieces"])
