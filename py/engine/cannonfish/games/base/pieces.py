"""Sides, kinds of pieces, and pieces."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Generic, Self, TypeVar


class Side(IntEnum):
    """Base of the two sides of a game: 0 moves first.

    The first mover is falsy: compare sides with ``is``, never test them for truth.
    """

    @cached_property
    def other(self) -> Self:
        """The opponent."""
        return type(self)(1 - self)


class PieceType(IntEnum):
    """Base of the kinds of pieces: the kernel's number, and the FEN letter in lower case."""

    letter: str

    def __new__(cls, number: int, letter: str) -> Self:
        """A kind with its number as value."""
        kind = int.__new__(cls, number)
        kind._value_ = number
        kind.letter = letter
        return kind

    @property
    def word(self) -> str:
        """What English calls it."""
        return self.name.lower()

    @classmethod
    def from_letter(cls, letter: str) -> Self:
        """The kind of a FEN letter in either case; ValueError if there is none."""
        for kind in cls:
            if kind.letter == letter.lower():
                return kind
        raise ValueError(f"no such piece: {letter!r}")


K = TypeVar("K", bound=PieceType)
S = TypeVar("S", bound=Side)


@dataclass(frozen=True, slots=True)
class Piece(Generic[K, S]):
    """A piece of one side."""

    piece_type: K
    side: S

    def symbol(self) -> str:
        """The FEN letter: upper case for the side that moves first."""
        letter = self.piece_type.letter
        return letter if self.side else letter.upper()

    def __str__(self) -> str:
        return self.symbol()
