"""The features of positions, numbered as in ``cannonfish/kernel/GAME/features.py``.

A perspective is the board as one side sees it, its own first rank nearest. A feature of a perspective is (own
or enemy, kind, point): (enemy * kinds + kind - 1) * points + point.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cannonfish_lab.selfplay.records import Records

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Features:
    """The features of a game."""

    kinds: int
    files: int
    ranks: int
    values: tuple[float, ...]
    """Rough values of the kinds, in units of log odds, to begin a training with."""

    @property
    def points(self) -> int:
        """Points of the board."""
        return self.files * self.ranks

    @property
    def count(self) -> int:
        """Features of a perspective."""
        return 2 * self.kinds * self.points

    def of_mover(self, records: Records) -> Numbers:
        """The features that the side to move sees: 32 columns, filled up with `count`."""
        points, codes = records.pieces()
        turn = records.turn[:, None]
        seen = np.where(turn == 0, points, self._turned(points))
        enemy = codes >> 3 ^ turn
        found = (enemy * self.kinds + (codes & 7) - 1).astype(np.int64) * self.points + seen
        return np.where(points < 0, self.count, found)

    def other_perspective(self) -> Numbers:
        """By feature: the feature that the other side sees; the last entry is for empty columns."""
        kind, point = np.divmod(np.arange(self.count), self.points)
        found = (kind + self.kinds) % (2 * self.kinds) * self.points + self._turned(point)
        return np.append(found, self.count)

    def mirror(self) -> Numbers:
        """By feature: the feature of the mirror image."""
        row, file = np.divmod(np.arange(self.count), self.files)
        return np.append(row * self.files + self.files - 1 - file, self.count)

    def _turned(self, point: NDArray[np.integer]) -> NDArray[np.integer]:
        """The point as the other side sees it."""
        return (self.ranks - 1 - point // self.files) * self.files + point % self.files


FEATURES: Final = {
    "xiangqi": Features(7, 9, 10, (0.0, 0.25, 0.25, 1.0, 2.2, 1.05, 0.35)),
    "chess": Features(6, 8, 8, (0.4, 1.6, 1.7, 2.5, 4.8, 0.0)),
}
