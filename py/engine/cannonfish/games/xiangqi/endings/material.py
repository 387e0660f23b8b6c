"""The material of an ending, and the numbers that the kernel gives to its positions."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Final

from cannonfish.errors import GameError, clip
from cannonfish.games.xiangqi.fen import MOST
from cannonfish.games.xiangqi.pieces import BLACK, PIECES, RED, Side
from cannonfish.games.xiangqi.rules import FROM_KERNEL, KERNEL_SQUARE
from cannonfish.games.xiangqi.squares import SQUARES
from cannonfish.kernel.xiangqi.ending_points import (
    MIRROR,
    NUMBER_OF,
    PAIR_BLACK,
    PAIR_OF,
    PAIR_RED,
    PAIRS,
    POINTS,
    SQUARE_OF,
)

LETTERS: Final = "krncpab"
"""The order in which pieces are named."""
_GROUPS: Final = "abpncr"
"""The order of groups in a position's number: long-range pieces last, so moves stay close in memory."""
_ATTACKERS: Final = frozenset("rncp")
_CHASERS: Final = frozenset("abrnc")
"""Generals and soldiers may chase for ever."""


class MaterialError(GameError):
    """The text does not name the material of an ending."""

    code = "invalid_ending"


@dataclass(frozen=True)
class Group:
    """Equal pieces of one side."""

    side: Side
    letter: str
    """The FEN letter, upper case for Red."""
    count: int

    @property
    def kind(self) -> int:
        """Side and kind as the kernel packs them."""
        return self.side << 3 | PIECES[self.letter].piece_type

    @cached_property
    def sets(self) -> int:
        """The number of sets of points on which the pieces can stand."""
        return comb(POINTS[self.kind], self.count)

    def rank(self, squares: list[int]) -> int | None:
        """The rank of a set of kernel squares; None if a piece stands on a point that it can never reach."""
        numbers = sorted(NUMBER_OF[self.kind << 8 | square] for square in squares)
        if numbers[0] < 0:
            return None
        return sum(comb(number, place) for place, number in enumerate(numbers, 1))

    def squares(self, rank: int) -> list[int]:
        """The set of kernel squares of a rank."""
        found = []
        for place in range(self.count, 0, -1):
            number = place - 1
            while comb(number + 1, place) <= rank:
                number += 1
            rank -= comb(number, place)
            found.append(SQUARE_OF[self.kind << 7 | number])
        return found


@dataclass(frozen=True)
class Material:
    """The pieces of both sides: ``str(material)`` is ``KR-kaabb``."""

    red: str
    black: str
    """Lower case, general first."""

    @classmethod
    def parse(cls, text: str) -> "Material":
        """Read ``KR-kaabb``: Red's pieces, a dash, Black's pieces, in FEN letters (also H for N and E for B).

        MaterialError for any other text, or for more pieces than a set has."""
        sides = re.fullmatch(r"([A-Z]+)-([a-z]+)", text.strip())
        if sides is None:
            raise MaterialError(
                "syntax", f"an ending is named like KR-kaabb, Red's pieces first, not {clip(text)!r}", text
            )
        red, black = (side.lower().translate(str.maketrans("he", "nb")) for side in sides.groups())
        for name, letters in (("Red", red), ("Black", black)):
            for letter, count in Counter(letters).items():
                if letter not in LETTERS:
                    raise MaterialError("letter", f"{letter!r} in {clip(text)!r} is not a piece", text)
                most = MOST[PIECES[letter].piece_type]
                if count > most:
                    raise MaterialError(
                        "too_many",
                        f"{clip(text)!r} has {count} {letter!r} for {name}, not {most} or fewer",
                        text,
                    )
            if "k" not in letters:
                raise MaterialError("no_king", f"{clip(text)!r} has no general for {name}", text)
        return cls(_ordered(red), _ordered(black))

    @classmethod
    def of(cls, placement: str) -> "Material":
        """The material of a board's placement."""
        pieces = placement.replace(".", "")
        red = "".join(filter(str.isupper, pieces)).lower()
        return cls(_ordered(red), _ordered("".join(filter(str.islower, pieces))))

    def __str__(self) -> str:
        return f"{self.red.upper()}-{self.black}"

    @property
    def swapped(self) -> "Material":
        """The same with the colours exchanged."""
        return Material(self.black, self.red)

    @property
    def winnable(self) -> bool:
        """Whether a side has a piece that can attack; without any, the game is drawn at once."""
        return not _ATTACKERS.isdisjoint(self.red + self.black)

    def perpetuals(self) -> list[tuple[Side, int]]:
        """The sides that may hold a draw, each with the means: 1 perpetual check, 2 perpetual chase."""
        sides = ((RED, self.red, self.black), (BLACK, self.black, self.red))
        return [
            (side, law)
            for law, pieces in ((1, _ATTACKERS), (2, _CHASERS))
            for side, own, other in sides
            if not (pieces.isdisjoint(own) or _ATTACKERS.isdisjoint(other))
        ]

    @cached_property
    def groups(self) -> list[Group]:
        """The groups of equal pieces, generals excepted, in the order in which they are counted."""
        sides = ((BLACK, self.black), (RED, self.red))
        return [
            Group(side, letter if side is BLACK else letter.upper(), letters.count(letter))
            for kinds in (_GROUPS[:2], _GROUPS[2:])
            for side, letters in sides
            for letter in kinds
            if letter in letters
        ]

    @cached_property
    def placements(self) -> int:
        """The number of placements, impossible ones included."""
        number = PAIRS
        for group in self.groups:
            number *= group.sets
        return number

    @property
    def positions(self) -> int:
        """The size of the table: placements with either side to move."""
        return 2 * self.placements

    def after_capture(self, group: Group) -> "Material":
        """The material after the capture of one of these pieces."""
        letter = group.letter.lower()
        if group.side is RED:
            return Material(self.red.replace(letter, "", 1), self.black)
        return Material(self.red, self.black.replace(letter, "", 1))

    def family(self) -> list["Material"]:
        """This material and all others that captures lead to, smaller ones first."""
        found = [self]
        for material in found:  # the list grows meanwhile
            left = (material.after_capture(group) for group in material.groups)
            found += (each for each in left if each not in found)
        return sorted(found, key=lambda each: (len(each.red) + len(each.black), str(each)))

    # --- numbers of positions -------------------------------------------------------------------------------

    def number(self, placement: str, turn: Side) -> int | None:
        """The number of a position; None if the material differs or a soldier can never reach its point."""
        squares: dict[str, list[int]] = {}
        for at, letter in enumerate(placement):
            if letter != ".":
                squares.setdefault(letter, []).append(KERNEL_SQUARE[at])
        if {letter: len(each) for letter, each in squares.items()} != self._counts:
            return None
        pair = self._pair(squares)
        if pair < 0:
            squares = {letter: [MIRROR[square] for square in each] for letter, each in squares.items()}
            pair = self._pair(squares)
        number = turn * PAIRS + pair
        for group in self.groups:
            rank = group.rank(squares[group.letter])
            if rank is None:
                return None
            number = number * group.sets + rank
        return number

    def position(self, number: int) -> tuple[str, Side] | None:
        """The placement and the side to move of a number; None if two pieces would share a point."""
        letters = ["."] * len(SQUARES)
        for group in reversed(self.groups):
            number, rank = divmod(number, group.sets)
            for square in group.squares(rank):
                letters[FROM_KERNEL[square]] = group.letter
        turn, pair = divmod(number, PAIRS)
        letters[FROM_KERNEL[PAIR_RED[pair]]] = "K"
        letters[FROM_KERNEL[PAIR_BLACK[pair]]] = "k"
        if len(letters) - letters.count(".") < len(self.red) + len(self.black):
            return None
        return "".join(letters), Side(turn)

    @cached_property
    def _counts(self) -> dict[str, int]:
        return {"K": 1, "k": 1} | {group.letter: group.count for group in self.groups}

    @staticmethod
    def _pair(squares: dict[str, list[int]]) -> int:
        red, black = NUMBER_OF[1 << 8 | squares["K"][0]], NUMBER_OF[9 << 8 | squares["k"][0]]
        return PAIR_OF[red * 9 + black]


def _ordered(letters: str) -> str:
    return "".join(sorted(letters, key=LETTERS.index))


def swap_colours(placement: str) -> str:
    """The placement seen from the other side, with the colours exchanged."""
    ranks = [placement[at : at + 9] for at in range(0, len(placement), 9)]
    return "".join(reversed(ranks)).swapcase()
