"""The results of games that the engine has played against itself from its opening book.

``python -m cannonfish_lab book-results`` plays them and writes ``results.txt`` beside the book.  A line of
the file is

    key  moves with their results, such as h2e2=41-80-29

where the key identifies a position, and the results count the games won, drawn and lost by the side that
moves first in the game.  Lines that begin with ``#`` say how the games were played.
"""

import math
import pkgutil
import zlib
from functools import cache
from typing import Final, NamedTuple

HALF: Final = 8.0
"""Centipawns that halve the weight of a move."""


class Results(NamedTuple):
    """Numbers of games, seen by the side that moves first in the game."""

    won: int
    drawn: int
    lost: int


def position_key(text: str) -> str:
    """A key of 40 bits for a position written as text.  Keys can collide, though hardly ever."""
    data = text.encode()
    return f"{zlib.crc32(data):08x}{zlib.crc32(data[::-1]) & 255:02x}"


def weight_of(loss: int) -> int:
    """The weight of a move that loses so many centipawns: 100 for the best, at least 1."""
    return max(1, round(100 * math.exp2(-loss / HALF)))


def parse_moves(text: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    """The key and the moves with their weights of a line such as ``01c5c65853 b9c7=0 c6c5=12``."""
    key, *losses = text.split()
    pairs = (each.partition("=") for each in losses)
    return key, tuple((move, weight_of(int(loss))) for move, _, loss in pairs)


@cache
def load_results(package: str) -> dict[str, dict[str, Results]]:
    """The results that are stored in a game's package, by key and move; empty if there are none."""
    try:
        data = pkgutil.get_data(package, "results.txt") or b""
    except FileNotFoundError:
        return {}
    lines = (line for line in data.decode("utf-8").splitlines() if line and not line.startswith("#"))
    return {key: dict(map(_parse, moves)) for key, *moves in map(str.split, lines)}


def _parse(entry: str) -> tuple[str, Results]:
    move, _, numbers = entry.partition("=")
    return move, Results(*map(int, numbers.split("-")))
