"""Ranks from 0 or from 1: UCI does not say how ten ranks are numbered.

UCCI, Pikafish, Cyclone and XBoard count from 0 to 9 (``h2e2``), as we do; Fairy-Stockfish, Sjaak II and
versions of cutechess for Xiangqi count from 1 to 10 (``h3e3``, ``b10c8``).
"""

import re
from typing import Final

LAST_RANK: Final = 9
"""The last rank, counted from 0."""

_POINT: Final = r"([a-i])(-?\d{1,2})"
_MOVE: Final = re.compile(_POINT * 2, re.ASCII)
_POINTS: Final = re.compile(rf"(?<![\w/]){_POINT}(?:{_POINT})?(?![\w/])", re.ASCII)


def renumber(move: str, by: int) -> str:
    """A move with shifted rank numbers; other text is unchanged."""
    return renumber_all(move, by) if _MOVE.fullmatch(move) else move


def renumber_all(sentence: str, by: int) -> str:
    """A sentence with shifted rank numbers in its moves and points, but not in a FEN."""

    def shifted(found: re.Match[str]) -> str:
        file, rank, *dest = found.groups()
        text = f"{file}{int(rank) + by}"
        return text + (f"{dest[0]}{int(dest[1]) + by}" if dest[0] else "")

    return _POINTS.sub(shifted, sentence)
