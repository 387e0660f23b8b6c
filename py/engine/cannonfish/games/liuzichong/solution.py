"""The solution: the exact result of every position, and how far away the end is, from one table.

The table holds a byte for every position in which both sides have stones, as the side to move sees it (its
own stones and the other's) and reduced by the eight symmetries of the board:

    0          the side to move has not lost
    1 + d / 2  it has lost: with best play on both sides it cannot move any more d plies from now

Nothing else is stored.  A position with a lost successor is won, one ply before the nearest of these; any
other is a draw.  Draws by repetition and by the move limit are left out of account: neither can spoil a win.

The bytes are in this order: by the number of own stones (1 to 6), then by that of the other side's; then by
the own stones, those that no symmetry makes smaller, ascending as sets of bits; then by the other side's
stones, ascending as sets of bits counted over the points that the own stones leave free.  The file is
SIGNATURE and the zlib stream of the bytes.  ``python -m cannonfish_lab solve-liuzichong`` makes it.
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
from cannonfish.kernel import LIUZICHONG_SUCCESSORS

Points: TypeAlias = int
"""A set of points: bit 0 for a1 ... bit 15 for d4."""

SIGNATURE: Final = b"LZC1"
BESIDE_THE_PACKAGE: Final = Path(__file__).parents[3] / "data" / "liuzichong.bin"
"""Where the file lies in the source tree.  It is not in the wheel: who does not want it need not load it."""


class SolutionError(GameError):
    """The table of the solution is not there, or is none."""

    code = "solution_missing"


class Result(enum.Enum):
    """What a position is worth to the side to move, with best play on both sides."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"

    @property
    def other(self) -> "Result":
        """The same result to the opponent."""
        return {Result.WIN: Result.LOSS, Result.LOSS: Result.WIN}.get(self, self)


@dataclass(frozen=True, slots=True)
class Value:
    """A result and, unless it is a draw, the plies until the loser cannot move.

    The winner hurries, the loser delays: a win takes an odd number of plies, a loss an even one.
    """

    result: Result
    distance: int | None = None

    def before(self) -> "Value":
        """The value, to the side that makes it, of a move that leads to a position of this value."""
        return Value(self.result.other, None if self.distance is None else self.distance + 1)

    def __str__(self) -> str:
        """``draws``, ``wins in 23``, ``loses in 34``."""
        word = {Result.WIN: "wins", Result.DRAW: "draws", Result.LOSS: "loses"}[self.result]
        return word if self.distance is None else f"{word} in {self.distance}"


DRAW: Final = Value(Result.DRAW)


# --- the order of the table ---------------------------------------------------------------------------------


def symmetries() -> list[list[int]]:
    """The eight symmetries of the board: where each point goes."""
    turned = [at % FILES * FILES + FILES - 1 - at // FILES for at in SQUARES]
    mirrored = [at ^ FILES - 1 for at in SQUARES]
    found = [list(SQUARES)]
    for _ in range(3):
        found.append([turned[at] for at in found[-1]])
    return found + [[mirrored[at] for at in turn] for turn in found]


def _images() -> list[list[list[Points]]]:
    """By symmetry and half of the board: what each set of eight points becomes."""
    return [
        [
            [sum(1 << dests[half + at] for at in range(8) if points >> at & 1) for points in range(256)]
            for half in (0, 8)
        ]
        for dests in symmetries()
    ]


@cache
def ranks() -> list[dict[Points, int]]:
    """By the number of stones: the sets that no symmetry makes smaller, with their rank among them."""
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
    """In how many ways so many stones of the other side stand beside so many own ones that stand already."""
    return comb(len(SQUARES) - own, other)


@cache
def _offsets() -> dict[tuple[int, int], int]:
    """Where the bytes for each number of own and other stones begin."""
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


# --- reading it ---------------------------------------------------------------------------------------------


class Solution:
    """The solved game.  ``load`` makes one; it may be asked from several threads."""

    _shared: "Solution | None" = None

    def __init__(self, data: bytes) -> None:
        """``data`` is the content of the file.  SolutionError if it is something else."""
        self._table = _unpack(data)
        self._images = _images()
        self._ranks = ranks()
        self._offsets = _offsets()
        self._kernel = instantiate(
            linked("cannonfish.kernel", LIUZICHONG_SUCCESSORS), execution="interpreted"
        )
        self._lock = threading.Lock()

    @classmethod
    def load(cls, source: "str | os.PathLike[str] | bytes | None" = None) -> "Solution":
        """The solution from a file, or from the content of one.

        Without a source it is the one loaded last, or the file beside the package.  SolutionError if there is
        no such file, or it holds something else.
        """
        if source is None:
            if cls._shared is None:
                cls._shared = cls(_read(BESIDE_THE_PACKAGE))
        else:
            cls._shared = cls(source if isinstance(source, bytes) else _read(Path(source)))
        return cls._shared

    @classmethod
    def is_loaded(cls) -> bool:
        """True if ``load()`` would hand out what is at hand."""
        return cls._shared is not None

    def probe(self, board: Board) -> Value:
        """What the position is worth to the side to move, and how far the end is."""
        return self._value(*_stones(board))

    def moves(self, board: Board) -> dict[Move, Value]:
        """Every legal move with what it is worth to the side that makes it; the distance counts the move."""
        return {move: self._value(*reached).before() for move, *reached in self._successors(*_stones(board))}

    def best_moves(self, board: Board, among: Collection[Move] | None = None) -> dict[Move, Value]:
        """The moves of perfect play, all as good as each other; of all legal moves, or of some of them.

        The quickest win, else the draws that leave the opponent the fewest drawing replies, else the longest
        resistance.  Empty where there is no move.
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
        """How many replies to the move hold the draw."""
        board = board.copy()
        board.push(move)
        return sum(value == DRAW for value in self.moves(board).values())

    def _value(self, own: Points, other: Points) -> Value:
        """What the position is worth to the side to move, whose stones are ``own``."""
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
        """The plies until the side to move, which has lost, cannot move; None if it has not lost."""
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
        """Every legal move, with the stones of the side that moves next and of the other."""
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
    """The rank of a set among those of its size, on the points that ``taken`` leaves free."""
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
    """The content of a file with this table."""
    return SIGNATURE + zlib.compress(table, 9)
