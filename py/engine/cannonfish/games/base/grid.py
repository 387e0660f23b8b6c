"""The squares of a rectangular board, with their names."""

from enum import Enum
from operator import index
from typing import Any, Final, TypeAlias

Square: TypeAlias = int
"""The index of a square: rank by rank from the first mover's side, file a first."""


class Grid:
    """Files by ranks.  Square 0 is the first file on the first mover's back rank."""

    def __init__(self, file_names: str, rank_names: str, noun: str = "square") -> None:
        self.file_names: Final = file_names
        self.rank_names: Final = rank_names
        self.noun: Final = noun
        """What the game calls a square in messages."""
        self.files: Final = len(file_names)
        self.ranks: Final = len(rank_names)
        self.squares: Final = range(self.files * self.ranks)
        self.names: Final = tuple(file + rank for rank in rank_names for file in file_names)
        self.by_name: Final = {name: square for square, name in enumerate(self.names)}

    def known(self, square: Any) -> Square:
        """The square itself.  ValueError for what is not a number of a square on the board."""
        if type(square) is int and 0 <= square < len(self.names):
            return square
        if hasattr(square, "__index__") and not isinstance(square, (bool, Enum)) and square in self.squares:
            return index(square)  # such as a number of numpy
        hint = f"; parse_square({square!r}) gives its number" if square in self.names else ""
        raise ValueError(f"there is no {self.noun} {square!r} on the board{hint}")

    def square(self, file: int, rank: int) -> Square:
        """The square on a file (0 = a) and a rank (0 = the first mover's back rank).

        ValueError if there is none."""
        if file not in range(self.files) or rank not in range(self.ranks):
            raise ValueError(f"there is no {self.noun} on file {file!r} and rank {rank!r}; both begin with 0")
        return rank * self.files + file

    def square_file(self, square: Square) -> int:
        """The file of a square; 0 is file a."""
        return self.known(square) % self.files

    def square_rank(self, square: Square) -> int:
        """The rank of a square; 0 is the first mover's back rank."""
        return self.known(square) // self.files

    def square_name(self, square: Square) -> str:
        """The name of a square, such as ``a1``."""
        return self.names[self.known(square)]

    def parse_square(self, name: str) -> Square:
        """The square of a name in lower case; ValueError if there is none."""
        try:
            return self.by_name[name]
        except KeyError:
            raise ValueError(f"no such {self.noun}: {name!r}") from None

    def parse_squares(self, names: str) -> frozenset[Square]:
        """The squares of names separated by spaces."""
        return frozenset(map(self.parse_square, names.split()))

    def flip_vertical(self, square: Square) -> Square:
        """The square on the same file, seen from the other side."""
        return self.square(self.square_file(square), self.ranks - 1 - self.square_rank(square))

    def flip_horizontal(self, square: Square) -> Square:
        """The square on the same rank, seen from behind."""
        return self.square(self.files - 1 - self.square_file(square), self.square_rank(square))

    def rotate(self, square: Square) -> Square:
        """The square after half a turn of the board."""
        return len(self.squares) - 1 - self.known(square)

    def square_distance(self, a: Square, b: Square) -> int:
        """The steps of a king from one square to another (Chebyshev distance)."""
        return max(self._distances(a, b))

    def square_manhattan_distance(self, a: Square, b: Square) -> int:
        """The steps along files and ranks from one square to another."""
        return sum(self._distances(a, b))

    def _distances(self, a: Square, b: Square) -> tuple[int, int]:
        files, ranks = self.square_file(a) - self.square_file(b), self.square_rank(a) - self.square_rank(b)
        return abs(files), abs(ranks)

    def rows(self, placement: str) -> list[str]:
        """The ranks of a placement (one character for each square) from the top."""
        return [placement[start : start + self.files] for start in reversed(self.squares[:: self.files])]
