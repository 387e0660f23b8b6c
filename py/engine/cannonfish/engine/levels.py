"""Levels: how strong the engine plays against people.  A game has twelve, or a ladder of its own.

1 to 8 are the ladder, from a casual player to full strength.  Below stand four gentler ones for those who
have just learned the rules, -4 to -1.  There is no level 0, which in UCI and UCCI means no level at all.

A level limits a search by nodes and depth, never by time, so that it plays the same on a telephone and on a
server, interpreted and compiled.  Below the top it is human in two ways.  It has lapses: so many moves of a
thousand are played as a beginner would, at first sight.  And it has whims: among the best moves it prefers
one by chance, a little or a lot.  The chance depends on nothing except the seed and the position.  From level
MATES_IN_ONE_FROM up, a move that wins at once is never missed.

Level -4 has nothing but lapses, and level -3 has a short sight besides.  Further up the lapses, more than
the sight, make the difference: at some thousand nodes the engine loses 240 to 350 Elo with every
halving, so that a ladder of nodes alone would need many more levels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cannonfish.engine.limits import numbers_in_words
from cannonfish.errors import InvalidLimitsError

MATES_IN_ONE_FROM: Final = 3


@dataclass(frozen=True, slots=True)
class Level:
    """What a level may look at, and how much chance blurs what it sees."""

    depth: int
    nodes: int
    choices: int
    """So many best moves are weighed against each other."""
    blur: int
    """Centi-units: the standard deviation of what chance adds to the worth of each choice."""
    lapses: int = 0
    """So many moves of a thousand are played at first sight, see ``AT_FIRST_SIGHT``."""
    perfect: bool = False
    """Plays from the solution of the game instead of searching."""


AT_FIRST_SIGHT: Final = Level(depth=1, nodes=3_000, choices=12, blur=160)
"""What a beginner sees: what can be taken, and what takes back."""

# How far a level stands above the one below was measured in matches: tests/bench/results.md, "Levels".
LEVEL: Final = {
    -4: replace(AT_FIRST_SIGHT, lapses=1000),
    -3: Level(depth=3, nodes=8_000, choices=5, blur=40, lapses=540),
    -2: Level(depth=64, nodes=26_000, choices=3, blur=24, lapses=610),
    -1: Level(depth=64, nodes=40_000, choices=3, blur=20, lapses=450),
    1: Level(depth=64, nodes=44_000, choices=3, blur=18, lapses=262),
    2: Level(depth=64, nodes=48_000, choices=3, blur=14, lapses=139),
    3: Level(depth=64, nodes=57_000, choices=2, blur=11, lapses=82),
    4: Level(depth=64, nodes=75_000, choices=2, blur=9, lapses=48),
    5: Level(depth=64, nodes=125_000, choices=2, blur=7, lapses=26),
    6: Level(depth=64, nodes=280_000, choices=2, blur=6, lapses=9),
    7: Level(depth=64, nodes=500_000, choices=2, blur=4, lapses=4),
    8: Level(depth=64, nodes=1_000_000, choices=1, blur=0),
}

OWN_LADDERS: Final = {
    "liuzichong": {
        1: Level(depth=2, nodes=200_000, choices=1, blur=0),
        2: Level(depth=4, nodes=200_000, choices=1, blur=0),
        3: Level(depth=6, nodes=200_000, choices=1, blur=0),
        4: Level(depth=8, nodes=200_000, choices=1, blur=0),
        5: Level(depth=1, nodes=1, choices=1, blur=0, perfect=True),
    }
}
"""The ladders of games that have one of their own; the others have ``LEVEL``."""


def ladder(game: str) -> Mapping[int, Level]:
    """The levels of a game, from the weakest up."""
    return OWN_LADDERS.get(game, LEVEL)


def level_of(game: str, number: int) -> Level:
    """A level of a game.  InvalidLimitsError if it has no such level."""
    levels = ladder(game)
    if number not in levels:
        raise InvalidLimitsError(
            "out_of_range",
            f"the levels of {game} are {numbers_in_words([*levels])}, not {number}",
            str(number),
            name="level",
        )
    return levels[number]


def nearest_level(game: str, number: int) -> int:
    """The number itself if the game has such a level; below its first one that, else the next one below."""
    numbers = [*ladder(game)]
    return max((each for each in numbers if each <= number), default=numbers[0])


def on_move(level: Level, seed: int, position: str) -> Level:
    """What a level looks at on this move: as much as it may or, in a lapse, no more than at first sight.

    ``position`` is any text that names the position; equal arguments give equal answers everywhere.
    """
    lapse = _Chance(f"lapse {seed} {position}").uniform() * 1000 < level.lapses
    return AT_FIRST_SIGHT if lapse else level


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
