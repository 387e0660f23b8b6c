"""What DhtmlXQ and XQF have in common: a start position as the points of thirty-two men in a fixed order, and
trees of moves whose legality only shows when they are played."""

from collections.abc import Iterator
from typing import Final

from cannonfish.errors import IllegalMoveError
from cannonfish.games.xiangqi import BLACK, RED, SQUARES, STARTING_FEN, Move, Side, Square, square_file
from cannonfish.games.xiangqi.board import Board
from cannonfish.games.xiangqi.fen import EMPTY, Setup, format_fen, parse_fen
from cannonfish.records.tree import Game, Node

MEN: Final = "RNBAKABNRCCPPPPP" + "rnbakabnrccppppp"
"""FEN letters in the order of both formats."""

START_PLACEMENT: Final = parse_fen(STARTING_FEN).placement


def placement_of(points: list[Square | None]) -> str:
    """The placement with the men on those points, None for a man that is not on the board.

    ValueError if two stand on one point.
    """
    letters = [EMPTY for _ in SQUARES]
    for letter, at in zip(MEN, points, strict=True):
        if at is not None:
            if letters[at] != EMPTY:
                raise ValueError(f"two men on one point: {letters[at]} and {letter}")
            letters[at] = letter
    return "".join(letters)


def points_of(placement: str) -> list[Square | None]:
    """The points of the men, in order.  Equal men come from the right of their side, as in the start."""
    from_right = sorted(SQUARES, key=square_file)
    places = {
        letter: iter(
            [
                at
                for at in (from_right if letter.islower() else reversed(from_right))
                if placement[at] == letter
            ]
        )
        for letter in MEN
    }
    return [next(places[letter], None) for letter in MEN]


def start_board(placement: str, first_move: Move | None) -> Board:
    """The start position; the side to move is the owner of the first move.  InvalidFenError as of Board."""
    return Board(format_fen(Setup(placement, owner(placement, first_move))))


def owner(placement: str, first_move: Move | None) -> Side:
    """Whose man makes the first move; Red where nothing tells."""
    return BLACK if first_move is not None and placement[first_move.orig].islower() else RED


def prune_illegal(game: Game) -> Iterator[tuple[Node, IllegalMoveError]]:
    """Play the whole tree and cut off what cannot be played: each such node, before it is cut, and why."""
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
