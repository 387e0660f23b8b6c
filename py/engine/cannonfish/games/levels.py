"""The levels of a game: how strong the engine plays against people, weakest first.

Level n is number n - 1 of the game's ladder.  Xiangqi and chess share ``LEVELS``, from a beginner to full
strength; a game may have a ladder of its own.  The settings are in ``levels.json``, which the page imports
too (``web/game/ladders.js``), and the names of the levels in ``web/texts``, with all other text.

A level limits the search by nodes and depth, never by time, so that it plays the same on a phone and on a
server, interpreted and compiled.  Below the top it errs in two ways.  It has lapses: some moves in a thousand
are played on instinct.  And its scores are blurred: among the best moves it chooses by chance.

Lapses, more than nodes, separate the lower levels.  At a few thousand nodes the engine loses 240 to 350 Elo
with every halving, so a ladder of nodes alone would need many more levels.  Matches between neighbours
show how far apart the levels are: tests/bench/results.md, "Levels".
"""

import json
import pkgutil
from dataclasses import dataclass
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """The settings of a level."""

    nodes: int
    depth: int = 64
    """In plies.  The default is deeper than the nodes reach."""
    choices: int = 1
    """The number of best moves to choose from."""
    score_noise: int = 0
    """The standard deviation, in centipawns, of the random numbers that are added to their scores."""
    blunder_permille: int = 0
    """Moves in a thousand that are played on instinct: ``cannonfish.engine.levels.INSTINCT``."""
    mates: bool = False
    """Never misses a win in one move, not even in a lapse."""
    book: bool = False
    """The page lets it play from the opening book."""
    perfect: bool = False
    """Plays from the solution of the game instead of searching."""


Ladder: TypeAlias = tuple[Level, ...]


def load_levels(package: str) -> Ladder:
    """The ladder in the ``levels.json`` of a package."""
    return tuple(Level(**row) for row in json.loads(pkgutil.get_data(package, "levels.json") or b""))


LEVELS: Final = load_levels("cannonfish.games")
"""The ladder of Xiangqi and chess."""
