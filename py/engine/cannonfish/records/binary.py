"""Shared parts of XQF and CCBridge, the binary formats: a tree of moves as a list of records, each followed
by its continuation and then by its siblings.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from cannonfish.errors import GameError, IllegalMoveError, InvalidRecordError
from cannonfish.games.xiangqi import Move, Side, Square
from cannonfish.games.xiangqi.board import Board
from cannonfish.games.xiangqi.fen import Position, Setup, format_fen
from cannonfish.records.piece_slots import guess_side_to_move
from cannonfish.records.source import add_error
from cannonfish.records.tree import MAX_NODES, Game, Node, join_repeated


@dataclass(frozen=True, slots=True)
class Record:
    """A move as stored in a file.  The first record of a file is the root, without a move."""

    offset: int
    orig: Square | None
    """None if the point is outside the board."""
    dest: Square | None
    has_next: bool
    has_sibling: bool
    comment: str


def byte_error(
    offset: int, reason: str, message: str, text: str = "", **details: str | int
) -> InvalidRecordError:
    """An error at that byte of a file; it is returned, not raised."""
    return InvalidRecordError(reason, f"byte {offset}: {message}", text, offset=offset, **details)


def plain_text(text: str) -> str:
    """The text with one line break between lines, and none around it."""
    return "\n".join(text.splitlines()).strip()


def read_tree(game: Game, records: Iterator[Record], placement: str, turn: Side, board_offset: int) -> None:
    """Set up the start position and play the records: the root first, then every move.

    The side to move is that of the first move, and ``turn`` if there is none.  An illegal move is left out
    with everything after it, and a tree that breaks off is read as far as possible: ``Game.errors`` says
    where.  InvalidRecordError, at ``board_offset``, if the position cannot be played.
    """
    root = next(records, None)
    if root is not None:
        game.add_comment(root.comment)
    more = records if root is not None and root.has_next else iter(())
    record = next(more, None)
    if record is not None and record.orig is not None and record.dest is not None:
        turn = guess_side_to_move(placement, Move(record.orig, record.dest))
    try:
        game.start = Board(format_fen(Setup(Position(placement, turn))))
    except GameError as error:
        raise byte_error(board_offset, error.code, error.message, cause=error.reason) from None
    board = game.start.copy()
    first = board.ply()
    parent: Node | None = game
    parents: list[tuple[Node | None, int]] = []
    """The parents of the siblings still to come, with the plies before them; None below an illegal move."""
    ply = first
    number = 0
    while record is not None:
        number += 1
        if number > MAX_NODES:
            message = f"more than {MAX_NODES} moves"
            add_error(game.errors, byte_error(record.offset, "too_large", message))
            break
        if record.orig is None or record.dest is None:
            message = "a move from or to a point outside the board"
            add_error(game.errors, byte_error(record.offset, "off_board", message))
            break
        if record.has_sibling:
            parents.append((parent, ply))
        if parent is not None:
            while board.ply() > ply:
                board.pop()
            parent = _play(game, parent, board, Move(record.orig, record.dest), record, ply - first)
            ply += 1
        if not record.has_next:
            if not parents:
                break
            parent, ply = parents.pop()
        record = next(more, None)
    join_repeated(game)


def _play(game: Game, parent: Node, board: Board, move: Move, record: Record, ply: int) -> Node | None:
    try:
        board.push(move)
    except IllegalMoveError as error:
        details: dict[str, str | int] = {"cause": error.reason, "ply": ply}
        problem = byte_error(record.offset, error.code, error.message, error.text, **details)
        add_error(game.errors, problem)
        return None
    node = parent.new_variation(move)
    node.add_comment(record.comment)
    return node
