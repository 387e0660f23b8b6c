"""The play of a level: which settings apply to a move, and the choice by chance.

Chance depends on nothing except the seed and the position.  ``cannonfish.games.levels`` has the settings.
"""

from collections.abc import Sequence
from typing import Final

from cannonfish.errors import InvalidLimitsError
from cannonfish.games.game import Game
from cannonfish.games.levels import Level

INSTINCT: Final = Level(depth=1, nodes=3_000, choices=12, blur=160)
"""How a beginner plays, and every level in a lapse: sees captures and recaptures, nothing else."""


def level_of(game: Game, number: int) -> Level:
    """A level of a game.  InvalidLimitsError if it has no such level."""
    if not 1 <= number <= len(game.levels):
        raise InvalidLimitsError(
            "out_of_range",
            f"the levels of {game.name} are 1 to {len(game.levels)}, not {number}",
            str(number),
            name="level",
        )
    return game.levels[number - 1]


def on_move(level: Level, seed: int, position: str) -> Level:
    """The level, or INSTINCT with probability ``lapses / 1000``.

    ``position`` is any text that names the position; equal arguments give equal answers everywhere.
    """
    lapse = _Chance(f"lapse {seed} {position}").uniform() * 1000 < level.lapses
    return INSTINCT if lapse else level


def choose(scores: Sequence[int], blur: int, seed: int, position: str) -> int:
    """The index of the score that is best once chance has blurred them.

    ``position`` is any text that names the position; equal arguments give equal choices everywhere.
    """
    chance = _Chance(f"{seed} {position}")
    blurred = [score + blur * chance.normal() for score in scores]
    return max(range(len(scores)), key=blurred.__getitem__)


def pick(weights: Sequence[int], seed: int, position: str) -> int:
    """The index of one of several things, each with a chance in proportion to its weight."""
    left = _Chance(f"{seed} {position}").uniform() * sum(weights)
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    return len(weights) - 1


class _Chance:
    """A small generator of numbers that is the same in every Python: splitmix64 started by an FNV-1a hash."""

    def __init__(self, text: str) -> None:
        state = 0xCBF29CE484222325
        for byte in text.encode():
            state = (state ^ byte) * 0x100000001B3 & _WORD
        self._state = state

    def normal(self) -> float:
        """A number about 0 with a standard deviation of 1: the sum of twelve uniform numbers, less six."""
        return sum(self.uniform() for _ in range(12)) - 6.0

    def uniform(self) -> float:
        """A number from 0 up to, but not including, 1."""
        self._state = self._state + 0x9E3779B97F4A7C15 & _WORD
        word = self._state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return ((word ^ word >> 31) >> 11) / (1 << 53)


_WORD: Final = (1 << 64) - 1
