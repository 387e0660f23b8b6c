"""Typical positions of an ending: the guards at home, as in the diagrams of books."""

import random
from dataclasses import dataclass
from itertools import islice
from typing import Final

from cannonfish.games.xiangqi.endings import Table, fen_of
from cannonfish.games.xiangqi.endings.table import DRAW, IMPOSSIBLE, value_of
from cannonfish.games.xiangqi.fen import EMPTY
from cannonfish.games.xiangqi.pieces import RED
from cannonfish.games.xiangqi.squares import GRID, SQUARES

HOME: Final = {
    "k": "e9 d9 f9",
    "a": "d9 f9 e8",
    "b": "c9 g9 e7",
    "K": "e0 d0 f0",
    "A": "d0 f0 e1",
    "B": "c0 g0 e2",
}
"""Where guards stand in most diagrams; attacking pieces stand anywhere."""
_POINTS: Final = {
    letter: [GRID.parse_square(name) for name in names.split()] for letter, names in HOME.items()
}
SAMPLE: Final = 1000
TRIES: Final = 20 * SAMPLE


@dataclass(frozen=True)
class Example:
    """A position with Red to move."""

    fen: str
    plies: int | None
    """Plies to the end; None for a draw."""


def examples(table: Table) -> tuple[Example | None, Example | None]:
    """The longest win of a random sample, and its first draw that holds even if perpetual check is forbidden.

    Both are the same in every run; None if the sample has none.
    """
    rng = random.Random(str(table.material))
    numbers = (_number(table, rng) for _ in range(TRIES))
    sample = list(islice(filter(None, numbers), SAMPLE))
    won = [number for number in sample if value_of(table.values[number]).result > 0]
    longest = max(won, key=lambda number: table.values[number], default=None)
    drawn = next((number for number in sample if table.values[number] == DRAW), None)
    return _example(table, longest), _example(table, drawn)


def _number(table: Table, rng: random.Random) -> int | None:
    """A random position; None if it is not legal."""
    points = [EMPTY] * len(SQUARES)
    material = table.material
    for letter in material.red.upper() + material.black:
        at = rng.choice(_POINTS.get(letter, SQUARES))
        if points[at] != EMPTY:
            return None
        points[at] = letter
    number = material.number("".join(points), RED)
    return None if number is None or table.values[number] == IMPOSSIBLE else number


def _example(table: Table, number: int | None) -> Example | None:
    if number is None:
        return None
    fen = fen_of(table.material, number)
    return None if fen is None else Example(fen, value_of(table.values[number]).plies)
