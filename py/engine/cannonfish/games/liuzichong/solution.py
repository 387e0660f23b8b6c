"""The solution of the game: the exact result of every position and its distance from the end.

The table has one byte for each position in which both sides have stones, as the side to move sees it (its own
stones and the opponent's), reduced by the eight symmetries of the board:

    0          not lost
    1 + d / 2  lost: with best play on both sides, the side to move has no move after d plies

A position with a lost successor is won, in one ply more than the quickest of these.  Any other is a draw.
Draws by repetition and by the move limit are ignored, because neither can spoil a win.

Order of the bytes: number of own stones (1 to 6); number of the opponent's stones; set of own stones
(ascending bit sets, only those that no symmetry makes smaller); set of the opponent's stones (ascending bit
sets over the points without own stones).  The file is SIGNATURE and the zlib stream of the bytes.
``python -m cannonfish_lab solve-liuzichong`` makes it.
"""

import enum
import os
import threading
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from math import comb
from pathlib import Path
from typing import Final, TypeAlias

from cannonfish.compiler import instantiate, linked
from cannonfish.errors import GameError
from cannonfish.games.liuzichong.board import Board
from cannonfish.games.liuzichong.fen import MOST_STONES
from cannonfish.games.liuzichong.move import Move
from cannonfish.games.liuzichong.rules import Rules
from cannonfish.games.liuzichong.sides import BLACK, WHITE, Side
from cannonfish.games.liuzichong.squares import FILES, SQUARES
from cannonfish.kernel import liuzichong

Points: TypeAlias = int
"""A set of points: bit 0 for a1 ... bit 15 for d4."""

SIGNATURE: Final = b"LZC1"
BESIDE_THE_PACKAGE: Final = Path(__file__).parents[3] / "data" / "liuzichong.bin"
"""The file in the source tree.  It is not part of the wheel."""


class SolutionError(GameError):
    """The table of the solution is missing or damaged."""

    code = "solution_missing"


class Result(enum.Enum):
    """The result for the side to move with best play on both sides."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"

    @property
    def other(self) -> "Result":
        """The same result for the opponent."""
        return {Result.WIN: Result.LOSS, Result.LOSS: Result.WIN}.get(self, self)


@dataclass(frozen=True, slots=True)
class Value:
    """A result and, unless it is a draw, the plies until the loser cannot move.

    The winner plays for the quickest win, the loser for the longest resistance.  A win takes an odd number of
    plies, a loss an even one.
    """

    result: Result
    distance: int | None = None

    def before(self) -> "Value":
        """The value of a move to a position of this value, for the side that makes it."""
        return Value(self.result.other, None if self.distance is None else self.distance + 1)

    def __str__(self) -> str:
        """``draws``, ``wins in 23``, ``loses in 34``."""
        word = {Result.WIN: "wins", Result.DRAW: "draws", Result.LOSS: "loses"}[self.result]
        return word if self.distance is None else f"{word} in {self.distance}"


DRAW: Final = Value(Result.DRAW)


# --- the order of the table ---------------------------------------------------------------------------------


def symmetries() -> list[list[int]]:
    """The eight symmetries of the board as lists: point -> its image."""
    turned = [at % FILES * FILES + FILES - 1 - at // FILES for at in SQUARES]
    mirrored = [at ^ FILES - 1 for at in SQUARES]
    found = [list(SQUARES)]
    for _ in range(3):
        found.append([turned[at] for at in found[-1]])
    return found + [[mirrored[at] for at in turn] for turn in found]


def _images() -> list[list[list[Points]]]:
    """The images of sets of eight points: symmetry -> half of the board -> set -> image."""
    return [
        [
            [sum(1 << dests[half + at] for at in range(8) if points >> at & 1) for points in range(256)]
            for half in (0, 8)
        ]
        for dests in symmetries()
    ]


@cache
def ranks() -> list[dict[Points, int]]:
    """The sets that no symmetry makes smaller, with their ranks, by number of stones."""
    found: list[dict[Points, int]] = [{} for _ in range(MOST_STONES + 1)]
    images = [(low, high) for low, high in _images()[1:]]
    for points in range(1 << len(SQUARES)):
        number = points.bit_count()
        if number <= MOST_STONES and all(
            low[points & 255] | high[points >> 8] >= points for low, high in images
        ):
            found[number][points] = len(found[number])
    return found


def placements(own: int, other: int) -> int:
    """The number of ways to place ``other`` stones on the points that ``own`` stones leave free."""
    return comb(len(SQUARES) - own, other)


@cache
def _offsets() -> dict[tuple[int, int], int]:
    """The index of the first byte for each number of own and of the opponent's stones."""
    offsets: dict[tuple[int, int], int] = {}
    at = 0
    for own in range(1, MOST_STONES + 1):
        for other in range(1, MOST_STONES + 1):
            offsets[own, other] = at
            at += len(ranks()[own]) * placements(own, other)
    return offsets


def table_size() -> int:
    """The number of bytes in the table."""
    last = (MOST_STONES, MOST_STONES)
    return _offsets()[last] + len(ranks()[MOST_STONES]) * placements(*last)


# --- reading the table -------------------------------------------------------------------------------------


class Solution:
    """The solved game.  ``load`` makes one.  Safe to use from several threads."""

    _shared: "Solution | None" = None

    def __init__(self, data: bytes) -> None:
        """A solution from the content of the file.  SolutionError if it is damaged."""
        self._table = _unpack(data)
        self._images = _images()
        self._ranks = ranks()
        self._offsets = _offsets()
        self._kernel = instantiate(
            linked("cannonfish.kernel", (*Rules.files, liuzichong.SUCCESSORS)), execution="interpreted"
        )
        self._lock = threading.Lock()

    @classmethod
    def load(cls, source: "str | os.PathLike[str] | bytes | None" = None) -> "Solution":
        """The solution from a file, or from the content of one.

        Without a source: the solution loaded last, or else the file in the source tree.  SolutionError if the
        file is missing or damaged.
        """
        if source is None:
            if cls._shared is None:
                cls._shared = cls(_read(BESIDE_THE_PACKAGE))
        else:
            cls._shared = cls(source if isinstance(source, bytes) else _read(Path(source)))
        return cls._shared

    @classmethod
    def is_loaded(cls) -> bool:
        """True if a solution has been loaded."""
        return cls._shared is not None

    def probe(self, board: Board) -> Value:
        """The value of the position for the side to move."""
        return self._value(*_stones(board))

    def moves(self, board: Board) -> dict[Move, Value]:
        """Every legal move with its value for the side that makes it; the distance includes the move."""
        return {move: self._value(*reached).before() for move, *reached in self._successors(*_stones(board))}

    def best_moves(self, board: Board, among: Collection[Move] | None = None) -> dict[Move, Value]:
        """The equally good moves of perfect play among all legal moves, or among some of them.

        The quickest win, else the draws that leave the opponent the fewest drawing replies, else the longest
        resistance.  Empty if there is no legal move.
        """
        values = {move: value for move, value in self.moves(board).items() if among is None or move in among}
        wins = {move: value.distance for move, value in values.items() if value.result is Result.WIN}
        if wins:
            quickest = min(filter(None, wins.values()))
            return {move: values[move] for move, distance in wins.items() if distance == quickest}
        draws = [move for move, value in values.items() if value.result is Result.DRAW]
        if draws:
            replies = {move: self._drawing_replies(board, move) for move in draws}
            fewest = min(replies.values())
            return {move: DRAW for move in draws if replies[move] == fewest}
        longest = max((value.distance or 0 for value in values.values()), default=0)
        return {move: value for move, value in values.items() if value.distance == longest}

    def _drawing_replies(self, board: Board, move: Move) -> int:
        """The number of replies that hold the draw."""
        board = board.copy()
        board.push(move)
        return sum(value == DRAW for value in self.moves(board).values())

    def _value(self, own: Points, other: Points) -> Value:
        """The value for the side to move, whose stones are ``own``."""
        distance = self._lost_in(own, other)
        if distance is not None:
            return Value(Result.LOSS, distance)
        ends = [
            end
            for _, *reached in self._successors(own, other)
            if (end := self._lost_in(*reached)) is not None
        ]
        return Value(Result.WIN, 1 + min(ends)) if ends else DRAW

    def _lost_in(self, own: Points, other: Points) -> int | None:
        """The plies until the side to move cannot move; None if the position is not lost."""
        if not own:
            return 0
        if not other:
            return None
        smallest, images = min(
            ((low[own & 255] | high[own >> 8], (low, high)) for low, high in self._images),
            key=lambda image: image[0],
        )
        low, high = images
        placed = low[other & 255] | high[other >> 8]
        numbers = own.bit_count(), other.bit_count()
        at = self._ranks[numbers[0]][smallest] * placements(*numbers) + _rank(placed, smallest)
        byte = self._table[self._offsets[numbers] + at]
        return 2 * (byte - 1) if byte else None

    def _successors(self, own: Points, other: Points) -> list[tuple[Move, Points, Points]]:
        """Every legal move with the stones after it: those of the next side to move, and the other's."""
        with self._lock:
            number = self._kernel.call("successors", own, other)
            moves, next_own, next_other = (
                self._kernel.slice(array, 0, number) for array in ("moves", "next_own", "next_other")
            )
        found = []
        for number, *reached in zip(moves, next_own, next_other, strict=True):
            move = Rules.decode(number)
            assert move is not None
            found.append((move, reached[0], reached[1]))
        return found


_BINOMIAL: Final = [[comb(n, k) for k in range(MOST_STONES + 2)] for n in range(len(SQUARES) + 1)]


def _rank(points: Points, taken: Points) -> int:
    """The rank of a set among those of its size on the points outside ``taken``."""
    rank = free = found = 0
    for at in SQUARES:
        if not taken >> at & 1:
            if points >> at & 1:
                found += 1
                rank += _BINOMIAL[free][found]
            free += 1
    return rank


def _stones(board: Board) -> tuple[Points, Points]:
    """The stones of the side to move, and of the other."""

    def points(side: Side) -> Points:
        return sum(1 << at for at, letter in enumerate(board.placement) if letter == side.stone)

    return (points(WHITE), points(BLACK)) if board.turn is WHITE else (points(BLACK), points(WHITE))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SolutionError(
            "missing",
            f"the solution of Liuzichong cannot be read ({error.strerror or error}); "
            "Solution.load() takes the path of liuzichong.bin, or its content",
            path.name,
        ) from error


def _unpack(data: bytes) -> bytes:
    wrong = SolutionError("content", "this is no solution of Liuzichong, or a damaged one")
    if not data.startswith(SIGNATURE):
        raise wrong
    try:
        unpacker = zlib.decompressobj()
        table = unpacker.decompress(data[len(SIGNATURE) :], table_size() + 1)
    except zlib.error as error:
        raise wrong from error
    if len(table) != table_size():
        raise wrong
    return table


def pack(table: bytes) -> bytes:
    """The content of the file for a table."""
    return SIGNATURE + zlib.compress(table, 9)
