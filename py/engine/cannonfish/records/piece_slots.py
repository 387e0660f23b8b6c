"""Shared parts of DhtmlXQ and XQF, the formats of Xiangqi.

A start position is a list of 32 slots, one for each piece of a set in a fixed order, with the point of the
piece.  The moves form a tree, which has to be played to find out which of them are legal.
"""

from collections.abc import Iterator
from typing import Final

from cannonfish.errors import IllegalMoveError
from cannonfish.games.xiangqi import BLACK, RED, SQUARES, STARTING_FEN, Move, Side, Square, square_file
from cannonfish.games.xiangqi.board import Board
from cannonfish.games.xiangqi.fen import EMPTY, Position, Setup, format_fen, parse_fen
from cannonfish.records.tree import Game, Node

PIECE_SLOTS: Final = "RNBAKABNRCCPPPPP" + "rnbakabnrccppppp"
"""The FEN letter of each slot."""

START_PLACEMENT: Final = parse_fen(STARTING_FEN).position.placement


def placement_of(points: list[Square | None]) -> str:
    """The placement with the piece of each slot on its point; None for a piece that is not on the board.

    ValueError if two pieces are on one point.
    """
    letters = [EMPTY for _ in SQUARES]
    for letter, at in zip(PIECE_SLOTS, points, strict=True):
        if at is not None:
            if letters[at] != EMPTY:
                raise ValueError(f"two pieces on one point: {letters[at]} and {letter}")
            letters[at] = letter
    return "".join(letters)


def points_of(placement: str) -> list[Square | None]:
    """The point of each slot.  Equal pieces are numbered from the right of their side."""
    from_right = sorted(SQUARES, key=square_file)
    points: dict[str, list[Square]] = {}
    for at in from_right:
        points.setdefault(placement[at], []).append(at)
    taken = {letter: iter(at if letter.islower() else at[::-1]) for letter, at in points.items()}
    return [next(taken.get(letter, iter(())), None) for letter in PIECE_SLOTS]


def start_board(placement: str, first_move: Move | None) -> Board:
    """The board of a start position, with the side to move guessed.  InvalidFenError as for Board."""
    return Board(format_fen(Setup(Position(placement, guess_side_to_move(placement, first_move)))))


def guess_side_to_move(placement: str, first_move: Move | None) -> Side:
    """The side whose piece makes the first move; Red if there is none."""
    return BLACK if first_move is not None and placement[first_move.orig].islower() else RED


def prune_illegal(game: Game) -> Iterator[tuple[Node, IllegalMoveError]]:
    """Play the whole tree and remove illegal moves: yields each such node, before its removal, and the
    error."""
    board = game.start.copy()
    first = board.ply()
    waiting = [(node, first) for node in reversed(game.variations)]
    while waiting:
        node, ply = waiting.pop()
        while board.ply() > ply:
            board.pop()
        try:
            board.push(node.played)
        except IllegalMoveError as error:
            yield node, error
            node.remove()
            continue
        waiting.extend((below, ply + 1) for below in reversed(node.variations))
