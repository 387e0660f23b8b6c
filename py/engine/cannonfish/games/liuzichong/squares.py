"""The sixteen points: files a-d from White's left, ranks 1-4 from White's side; a1 = 0, b1 = 1, d4 = 15."""

from typing import Final, TypeAlias

Square: TypeAlias = int

FILE_NAMES: Final = "abcd"
RANK_NAMES: Final = "1234"
FILES: Final = len(FILE_NAMES)
RANKS: Final = len(RANK_NAMES)
SQUARES: Final = range(FILES * RANKS)


def square(file: int, rank: int) -> Square:
    """The point on a file (0 = a) and a rank (0 = White's own)."""
    return rank * FILES + file


def square_file(at: Square) -> int:
    """0 for file a ... 3 for file d."""
    return at % FILES


def square_rank(at: Square) -> int:
    """0 for White's own rank ... 3 for Black's."""
    return at // FILES


def square_name(at: Square) -> str:
    """``a1`` ... ``d4``."""
    return FILE_NAMES[at % FILES] + RANK_NAMES[at // FILES]


SQUARE_NAMES: Final = tuple(square_name(at) for at in SQUARES)
_SQUARE_BY_NAME: Final = {name: at for at, name in enumerate(SQUARE_NAMES)}


def parse_square(name: str) -> Square:
    """The point of that name (lower case); ValueError if there is none."""
    try:
        return _SQUARE_BY_NAME[name]
    except KeyError:
        raise ValueError(f"no such point: {name!r}") from None
