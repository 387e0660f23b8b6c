"""Visitors, as in python-chess: they hear of the parts of a game in the order of PGN."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any, Final, Generic, TypeVar

Result = TypeVar("Result", covariant=True)


class SkipType(Enum):
    """What a visitor returns to be spared what follows."""

    SKIP = None


SKIP: Final = SkipType.SKIP


class BaseVisitor(Generic[Result]):
    """Does nothing; ``result`` is to be overridden, the other methods can be."""

    def begin_game(self) -> SkipType | None:
        """Called first; SKIP to hear only of the end."""

    def begin_headers(self) -> None:
        """Called before the headers."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Called for each header, with FEN among them if the game starts elsewhere."""

    def end_headers(self) -> SkipType | None:
        """Called after the headers; SKIP to leave out the moves, which are not read then."""

    def visit_board(self, board: Any) -> None:
        """Called at the start and after each move; the board changes afterwards."""

    def visit_move(self, board: Any, move: Any) -> None:
        """Called for each move, with the board before it."""

    def visit_comment(self, comment: str) -> None:
        """Called for each comment, with the commands in it: ``[%clk 0:10:00] a surprise``."""

    def visit_nag(self, nag: int) -> None:
        """Called for each glyph of a move."""

    def begin_variation(self) -> SkipType | None:
        """Called before each variation, after the move that it replaces; SKIP to leave it out."""

    def end_variation(self) -> None:
        """Called after each variation, even one that is left out."""

    def visit_result(self, result: str) -> None:
        """Called after the moves: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""

    def handle_error(self, error: Exception) -> None:
        """Called for each error that the reader has found, before the moves."""

    def end_game(self) -> None:
        """Called last."""

    def result(self) -> Result:
        """What the visitor has made of the game."""
        raise NotImplementedError


def visit(visitor: BaseVisitor[Result], headers: Mapping[str, str], read: Callable[[], Any]) -> Result:
    """Lead a visitor through a game, which is read only if the moves are wanted."""
    if visitor.begin_game() is not SKIP:
        visitor.begin_headers()
        for name, value in headers.items():
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            node = read()
            game = node.game()
            for error in game.errors:
                visitor.handle_error(error)
            visit_moves(visitor, node)
            visitor.visit_result(game.result)
    visitor.end_game()
    return visitor.result()


def visit_moves(visitor: BaseVisitor[Any], node: Any) -> None:
    """Lead a visitor through the moves after a node."""
    board = node.board()
    visitor.visit_board(board)
    if node.parent is None and (text := node.full_comment()):
        visitor.visit_comment(text)
    lines = [_line(visitor, board, node.variations)]
    while lines:  # no recursion: variations can be deep
        inner = next(lines[-1], None)
        if inner is None:
            lines.pop()
        else:
            lines.append(inner)


_Line = Iterator["_Line"]


def _line(visitor: BaseVisitor[Any], board: Any, nodes: list[Any]) -> _Line:
    """Visit the first of the nodes with its main line; yield the variations, to be visited in between.

    The moves are played on the board, and taken back at the end.
    """
    start = board.ply()
    while nodes:
        main, *others = nodes
        if main.starting_comment:
            visitor.visit_comment(main.starting_comment)
        visitor.visit_move(board, main.played)
        board.push(main.played)
        visitor.visit_board(board)
        for nag in sorted(main.nags):
            visitor.visit_nag(nag)
        if text := main.full_comment():
            visitor.visit_comment(text)
        if others:
            board.pop()
            for other in others:
                if visitor.begin_variation() is not SKIP:
                    yield _line(visitor, board, [other])
                visitor.end_variation()
            board.push(main.played)
        nodes = main.variations
    while board.ply() > start:
        board.pop()
