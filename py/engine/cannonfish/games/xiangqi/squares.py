"""The ninety points: files a-i from Red's left, ranks 0-9 from Red's side; a0 = 0, b0 = 1, ... i9 = 89."""

from typing import Final, TypeAlias

Square: TypeAlias = int

FILE_NAMES: Final = "abcdefghi"
RANK_NAMES: Final = "0123456789"
FILES: Final = len(FILE_NAMES)
RANKS: Final = len(RANK_NAMES)
SQUARES: Final = range(FILES * RANKS)


def square(file: int, rank: int) -> Square:
    """The point on a file (0 = a) and a rank."""
    return rank * FILES + file


def square_file(at: Square) -> int:
    """0 for file a ... 8 for file i."""
    return at % FILES


def square_rank(at: Square) -> int:
    """0 for Red's back rank ... 9 for Black's."""
    return at // FILES


def square_name(at: Square) -> str:
    """``a0`` ... ``i9``."""
    return FILE_NAMES[at % FILES] + RANK_NAMES[at // FILES]


SQUARE_NAMES: Final = tuple(square_name(at) for at in SQUARES)
_SQUARE_BY_NAME: Final = {name: at for at, name in enumerate(SQUARE_NAMES)}


def parse_square(name: str) -> Square:
    """The point of that name (lower case); ValueError if there is none."""
    try:
        return _SQUARE_BY_NAME[name]
    except KeyError:
        raise ValueError(f"no such point: {name!r}") from None


def squares(names: str) -> frozenset[Square]:
    """The set of the points named, separated by spaces."""
    return frozenset(map(parse_square, names.split()))
