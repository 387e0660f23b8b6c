"""Sides, kinds of pieces, and pieces."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import ClassVar, Generic, Self, TypeVar


class Side(IntEnum):
    """Base of the two sides of a game: 0 moves first.

    As in python-chess, the first mover is true and its opponent false, so ``not side`` is the other side.
    True and False are equal to the sides, and are taken for them.
    """

    @classmethod
    def of(cls, value: object) -> Self:
        """The side that is meant by a side, a truth value or a number.  ValueError if it is none of these."""
        if isinstance(value, cls):
            return value
        if isinstance(value, bool):
            return cls(int(not value))
        if (type(value) is int or isinstance(value, Side)) and value in (0, 1):
            return cls(int(value))
        raise ValueError(f"there is no side {value!r}; the sides are {' and '.join(cls.__members__)}")

    def __bool__(self) -> bool:
        return int(self) == 0

    def __eq__(self, other: object) -> bool:
        return bool(self) is other if isinstance(other, bool) else int.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

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
            if kind.letter == str(letter).lower():
                return kind
        raise ValueError(f"no such piece: {letter!r}")


K = TypeVar("K", bound=PieceType)
S = TypeVar("S", bound=Side)


@dataclass(frozen=True, slots=True)
class Piece(Generic[K, S]):
    """A piece of one side.  A game's piece sets ``kinds`` and ``sides``.

    ValueError for a kind or a side that the game does not have.
    """

    kinds: ClassVar[type[PieceType]]
    sides: ClassVar[type[Side]]

    piece_type: K
    side: S

    def __post_init__(self) -> None:
        if not isinstance(self.piece_type, self.kinds):
            names = ", ".join(self.kinds.__members__)
            raise ValueError(f"there is no kind of piece {self.piece_type!r}; the kinds are {names}")
        object.__setattr__(self, "side", self.sides.of(self.side))

    def symbol(self) -> str:
        """The FEN letter: upper case for the side that moves first."""
        letter = self.piece_type.letter
        return letter.upper() if self.side else letter

    def __str__(self) -> str:
        return self.symbol()
