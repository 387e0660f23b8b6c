"""Labelled positions as numbers: the features of the evaluation, and the labels."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
from cannonfish.errors import GameError
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Pool
from cannonfish_lab.positions.files import Labelled, read
from cannonfish_lab.tuning.evaluation import SymbolicEvaluation

CHUNK: Final = 2000
"""Positions in one job."""
VALIDATION: Final = 10
"""One game in so many is held out, to see whether the fit generalises."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Dataset:
    """Positions by row."""

    counts: Any
    """Sparse matrix: how often each weight is added for Red, minus for Black."""
    middle_game: Floats
    """The share of the middle game in the blend."""
    scale_red: Floats
    """The factor for a sum in Red's favour."""
    scale_black: Floats
    turn: Floats
    """1 with Red to move, -1 with Black."""
    label: Floats
    """The score of the labeller, in centipawns for Red."""
    result: Floats
    """The result of the game for Red."""
    held_out: NDArray[np.bool_]
    """The held-out positions."""
    games: int

    def __len__(self) -> int:
        return len(self.turn)


@dataclass(frozen=True)
class Chunk:
    """Positions to look at."""

    kernel: Path
    game: str
    placements: tuple[str, ...]


@dataclass(frozen=True)
class ChunkFeatures:
    """The features of a chunk, in the order of its positions."""

    weights: NDArray[np.uint16]
    counts: NDArray[np.int8]
    lengths: list[int]
    """The number of weights of each position."""
    shares: list[tuple[float, float, float]]
    """Middle game, scale for Red, scale for Black."""


def extract_features(job: tuple[int, Chunk]) -> tuple[int, ChunkFeatures]:
    """The features of a chunk, with its number."""
    number, chunk = job
    evaluation = _evaluation(chunk.kernel, chunk.game)
    try:
        features = [evaluation.features(placement) for placement in chunk.placements]
    except GameError as error:
        raise LabError(f"not a position of {chunk.game}: {error}") from None
    found = ChunkFeatures(
        np.concatenate([each.weights for each in features]),
        np.concatenate([each.counts for each in features]),
        [len(each.weights) for each in features],
        [(each.middle_game, each.scale_red, each.scale_black) for each in features],
    )
    return number, found


@lru_cache(maxsize=1)
def _evaluation(kernel: Path, game: str) -> SymbolicEvaluation:
    return SymbolicEvaluation(kernel, game)


def load(files: Sequence[Path], kernel: Path, pool: Pool, game: str = "xiangqi") -> Dataset:
    """Read files of positions of a game; the same position in several games counts once.

    LabError if there are none.
    """
    positions, held_out, games = _distinct(files)
    if not positions:
        raise LabError("there are no positions in these files")
    placements = iter([position.placement for position in positions])
    chunks = []
    while chunk := tuple(islice(placements, CHUNK)):
        chunks.append(Chunk(kernel, game, chunk))
    numbered = pool.run(extract_features, list(enumerate(chunks)))
    found = [features for _, features in sorted(numbered, key=lambda each: each[0])]
    shares = np.array([share for each in found for share in each.shares])
    lengths = [length for each in found for length in each.lengths]
    width = len(_evaluation(kernel, game).file.weights)
    counts = csr_matrix(
        (
            np.concatenate([each.counts for each in found]).astype(np.float32),
            np.concatenate([each.weights for each in found]).astype(np.int32),
            np.concatenate([[0], np.cumsum(lengths)]),
        ),
        shape=(len(positions), width),
    )
    turn = np.array([1.0 if position.red_to_move else -1.0 for position in positions])
    return Dataset(
        counts=counts,
        middle_game=shares[:, 0],
        scale_red=shares[:, 1],
        scale_black=shares[:, 2],
        turn=turn,
        label=turn * np.array([position.score for position in positions], float),
        result=np.array([position.result for position in positions]),
        held_out=np.array(held_out),
        games=games,
    )


def _distinct(files: Iterable[Path]) -> tuple[list[Labelled], list[bool], int]:
    """Positions, whether each is held out, and the number of games."""
    positions, held_out, games = [], [], set()
    known: set[tuple[str, bool]] = set()
    for number, file in enumerate(files):
        for position in read(file):
            what = (position.placement, position.red_to_move)
            if what in known:
                continue
            known.add(what)
            games.add((number, position.game))  # several folders may have files of one name
            positions.append(position)
            held_out.append(zlib.crc32(f"{file.name} {position.game}".encode()) % VALIDATION == 0)
    return positions, held_out, len(games)


def batches(folder: Path) -> Iterator[Path]:
    """The files of positions in a folder, in order."""
    yield from sorted(folder.glob("*.txt*"))
