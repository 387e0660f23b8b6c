"""The opening library: names of openings, and good moves by the engine's own analysis.

``python -m cannonfish_lab book`` makes ``openings.txt`` from lines named by hand.  A line of the file is

    key  moves with their losses in centipawns  | Chinese name | English name | Vietnamese name

where either part may be missing.  A position and its mirror image (left and right exchanged) share one key.
The moves belong to the one whose placement sorts first.
"""

import pkgutil
from dataclasses import dataclass
from functools import cache
from typing import Final

from cannonfish.games import opening_results
from cannonfish.games.xiangqi.board import Board
from cannonfish.games.xiangqi.fen import STARTING_FEN, parse_fen
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.pieces import RED, Side
from cannonfish.games.xiangqi.squares import FILES, SQUARES

LAST_NAMED_PLY: Final = 24
"""Names are not looked up beyond this ply."""

_MIRRORED: Final = tuple(at - 2 * (at % FILES) + FILES - 1 for at in SQUARES)
_START: Final = parse_fen(STARTING_FEN).position.placement


TRADITIONAL: Final = str.maketrans(
    "两亲兑单双后头宫对开敛横盘缓补车转边过进钩顺风飞马驾鸯鸳龟",
    "兩親兌單雙後頭宮對開斂橫盤緩補車轉邊過進鉤順風飛馬駕鴦鴛龜",
)
"""The traditional forms of the characters in Chinese names."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The name of an opening."""

    chinese: str
    english: str
    vietnamese: str

    @property
    def traditional(self) -> str:
        """The Chinese name in traditional characters."""
        return self.chinese.translate(TRADITIONAL)


@dataclass(frozen=True, slots=True)
class _Entry:
    moves: tuple[tuple[str, int], ...]
    opening: Opening | None


def book_moves(board: Board) -> list[tuple[Move, int]]:
    """The book's moves in the position with their weights, best first; empty outside the book."""
    key, is_mirrored = position_key(board.placement, board.turn)
    entry = _entries().get(key)
    if entry is None:
        return []
    moves = [(Move.from_uci(text), weight) for text, weight in entry.moves]
    if is_mirrored:
        moves = [(mirrored_move(move), weight) for move, weight in moves]
    elif board.placement == _mirrored(board.placement):
        moves = [
            (move, weight) for each, weight in moves for move in dict.fromkeys([mirrored_move(each), each])
        ]
    # Keys have 40 bits and can collide, though hardly ever.
    return [(move, weight) for move, weight in moves if board.is_legal(move)]


def opening_of(board: Board) -> Opening | None:
    """The name of the longest line that the game has followed; None if it did not begin at the start."""
    placements = [position.placement for position in board.positions(LAST_NAMED_PLY)]
    if placements[0] != _START or board.root().turn is not RED:
        return None
    for ply in range(len(placements) - 1, 0, -1):
        entry = _entries().get(position_key(placements[ply], Side(ply % 2))[0])
        if entry is not None and entry.opening is not None:
            return entry.opening
    return None


def key_of(board: Board) -> str:
    """The key of the position."""
    return position_key(board.placement, board.turn)[0]


def position_key(placement: str, turn: Side) -> tuple[str, bool]:
    """The book's key of a position, and whether the book stores the mirror image instead."""
    mirror = _mirrored(placement)
    return opening_results.position_key(min(placement, mirror) + "wb"[turn]), mirror < placement


def place(board: Board, move: Move) -> tuple[str, str]:
    """The key of the position and the text of a move; a move and its mirror image have the same."""
    mirror = mirrored_move(move)
    key, is_mirrored = position_key(board.placement, board.turn)
    if board.placement == _mirrored(board.placement):
        return key, min(move.uci(), mirror.uci())
    return key, (mirror if is_mirrored else move).uci()


def mirrored_move(move: Move) -> Move:
    """The move on the mirrored board."""
    return Move(_MIRRORED[move.orig], _MIRRORED[move.dest])


def _mirrored(placement: str) -> str:
    return "".join(placement[at] for at in _MIRRORED)


@cache
def _entries() -> dict[str, _Entry]:
    data = pkgutil.get_data(__package__, "openings.txt") or b""
    lines = (line for line in data.decode("utf-8").splitlines() if line and not line.startswith("#"))
    return dict(map(_parse, lines))


def _parse(line: str) -> tuple[str, _Entry]:
    moves, _, names = line.partition("|")
    key, known = opening_results.parse_moves(moves)
    opening = Opening(*(name.strip() for name in names.split("|"))) if names else None
    return key, _Entry(known, opening)
