"""A move from one square to another."""

from dataclasses import dataclass
from typing import ClassVar, Self

from cannonfish.errors import InvalidMoveError, clip
from cannonfish.games.base.fen import EMPTY
from cannonfish.games.base.grid import Grid, Square


@dataclass(frozen=True, slots=True)
class Move:
    """The piece on ``orig`` goes to ``dest``.  A game's move sets ``grid`` and ``examples``.

    InvalidMoveError for a square that is not on the board.
    """

    grid: ClassVar[Grid]
    examples: ClassVar[str]
    """Examples of moves, for error messages."""

    orig: Square
    dest: Square

    def __post_init__(self) -> None:
        for square in (self.orig, self.dest):
            try:
                self.grid.known(square)
            except ValueError as error:
                raise InvalidMoveError("square", str(error), repr(square)) from None

    def uci(self) -> str:
        """The names of both squares, such as ``a1b2``."""
        names = self.grid.names
        return names[self.orig] + names[self.dest]

    def __str__(self) -> str:
        return self.uci()

    def __repr__(self) -> str:
        return f"Move.from_uci({self.uci()!r})"

    @classmethod
    def from_uci(cls, text: str) -> Self:
        """The move of a UCI text.

        InvalidMoveError if the text is not a move.  Legality is not checked.
        """
        return cls(*cls._squares(text, text[:2], text[2:]))

    @classmethod
    def _squares(cls, text: str, orig: str, dest: str) -> tuple[Square, Square]:
        """The squares with these names.  InvalidMoveError, quoting ``text``, if they do not form a move."""
        by_name = cls.grid.by_name
        if orig not in by_name or dest not in by_name:
            raise InvalidMoveError("syntax", f"{clip(text)!r} is not a move such as {cls.examples}", text)
        if orig == dest:
            raise InvalidMoveError("same_square", f"{text!r} stays where it is", text)
        return by_name[orig], by_name[dest]


def after(placement: str, move: Move) -> str:
    """The placement after a move that changes nothing but its two squares."""
    orig, dest = move.orig, move.dest
    letter = placement[orig]
    if orig < dest:
        return f"{placement[:orig]}{EMPTY}{placement[orig + 1 : dest]}{letter}{placement[dest + 1 :]}"
    return f"{placement[:dest]}{letter}{placement[dest + 1 : orig]}{EMPTY}{placement[orig + 1 :]}"
