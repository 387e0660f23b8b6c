"""The play of a level: lapses, and the random choice among the best moves.

Random numbers depend on the seed and the position only.  ``cannonfish.games.levels`` has the settings.
"""

from collections.abc import Sequence
from typing import Final

from cannonfish.errors import InvalidLimitsError
from cannonfish.games.game import Game
from cannonfish.games.levels import Level

INSTINCT: Final = Level(depth=1, nodes=3_000, choices=12, score_noise=160)
"""The play of level 1, and of every level in a lapse: a search of one ply, heavily blurred."""

TABLE_BITS: Final = 18
"""A level uses at most the default transposition table, which has ``64 << TABLE_BITS`` bytes."""


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
    """The level, or INSTINCT with probability ``blunder_permille / 1000``.

    ``position`` is any text that identifies the position; equal arguments give equal results everywhere.
    """
    lapse = _Random(f"lapse {seed} {position}").uniform() * 1000 < level.blunder_permille
    return INSTINCT if lapse else level


def choose(scores: Sequence[int], score_noise: int, seed: int, position: str) -> int:
    """The index of the best score after adding random numbers with standard deviation ``score_noise``.

    ``position`` is any text that identifies the position; equal arguments give equal results everywhere.
    """
    random = _Random(f"{seed} {position}")
    blurred = [score + score_noise * random.normal() for score in scores]
    return max(range(len(scores)), key=blurred.__getitem__)


def pick(weights: Sequence[int], seed: int, position: str) -> int:
    """A random index, with probabilities in proportion to the weights."""
    left = _Random(f"{seed} {position}").uniform() * sum(weights)
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    return len(weights) - 1


class _Random:
    """A random number generator that is the same in every Python: splitmix64, seeded by an FNV-1a hash."""

    def __init__(self, text: str) -> None:
        state = 0xCBF29CE484222325
        for byte in text.encode():
            state = (state ^ byte) * 0x100000001B3 & _WORD
        self._state = state

    def normal(self) -> float:
        """A normally distributed number (mean 0, standard deviation 1): twelve uniform numbers, less six."""
        return sum(self.uniform() for _ in range(12)) - 6.0

    def uniform(self) -> float:
        """A number from 0 to 1, 1 excluded."""
        self._state = self._state + 0x9E3779B97F4A7C15 & _WORD
        word = self._state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return ((word ^ word >> 31) >> 11) / (1 << 53)


_WORD: Final = (1 << 64) - 1
