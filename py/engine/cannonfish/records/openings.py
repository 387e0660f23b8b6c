"""The first moves of the games of a file, for an index of what was played in which position.

A position is known by a number of 64 bits, however it was reached.
"""

from array import array
from collections.abc import Generator
from hashlib import blake2b
from itertools import islice
from typing import Any, Final, NamedTuple

from cannonfish.errors import InvalidRecordError
from cannonfish.records.collection import Collection

MAX_PLIES: Final = 30
"""The plies of a game that are indexed: later positions hardly recur."""


class Openings(NamedTuple):
    """What was played in which position of which game, in the order of the positions.

    A game counts once in a position.
    """

    positions: "array[int]"
    numbers: "array[int]"
    """Those of the games."""
    moves: "array[int]"
    """The place of each move in ``names``."""
    names: list[str]
    """Moves in UCI."""


def position_key(board: Any) -> str:
    """What tells positions apart: the FEN without the counters."""
    return " ".join(board.fen().split()[:4])


def position_number(key: str) -> int:
    """The number of a position, by its key."""
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "little")


def openings(collection: Collection) -> Generator[tuple[int, int], None, Openings]:
    """Read the openings of the games that a collection has found; a game that cannot be read has none.

    Yields the number of games read so far and of all.
    """
    rows: list[tuple[int, int, int]] = []
    names: dict[str, int] = {}
    for number in range(len(collection)):
        yield number, len(collection)
        try:
            game = collection.read(number, MAX_PLIES)
        except InvalidRecordError:
            continue
        board = game.start.copy()
        seen: set[int] = set()
        for move in islice(game.mainline_moves(), MAX_PLIES):
            position = position_number(position_key(board))
            if position not in seen:
                seen.add(position)
                rows.append((position, number, names.setdefault(move.uci(), len(names))))
            board.push(move)
    rows.sort()
    positions, numbers, moves = zip(*rows, strict=True) if rows else ((), (), ())
    return Openings(array("Q", positions), array("I", numbers), array("H", moves), [*names])
