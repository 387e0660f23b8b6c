"""The squares: files a-h from White's left, ranks 1-8 from White's side; a1 = 0, b1 = 1, ... h8 = 63."""

from typing import Final, TypeAlias

Square: TypeAlias = int

FILE_NAMES: Final = "abcdefgh"
RANK_NAMES: Final = "12345678"
FILES: Final = len(FILE_NAMES)
RANKS: Final = len(RANK_NAMES)
SQUARES: Final = range(FILES * RANKS)


def square(file: int, rank: int) -> Square:
    """The square on a file (0 = a) and a rank (0 = White's own)."""
    return rank * FILES + file


def square_file(at: Square) -> int:
    """0 for file a ... 7 for file h."""
    return at % FILES


def square_rank(at: Square) -> int:
    """0 for White's own rank ... 7 for Black's."""
    return at // FILES


def square_name(at: Square) -> str:
    """``a1`` ... ``h8``."""
    return FILE_NAMES[at % FILES] + RANK_NAMES[at // FILES]


SQUARE_NAMES: Final = tuple(square_name(at) for at in SQUARES)
_SQUARE_BY_NAME: Final = {name: at for at, name in enumerate(SQUARE_NAMES)}


def parse_square(name: str) -> Square:
    """The square of that name (lower case); ValueError if there is none."""
    try:
        return _SQUARE_BY_NAME[name]
    except KeyError:
        raise ValueError(f"no such square: {name!r}") from None
