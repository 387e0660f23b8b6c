"""Chess as the engine sees it."""

from typing import Final

from cannonfish.compiler import Execution
from cannonfish.games.chess.board import Board
from cannonfish.games.chess.encoding import decode, encode, place
from cannonfish.games.chess.fen import STARTING_FEN
from cannonfish.games.chess.move import Move
from cannonfish.games.chess.squares import square, square_file, square_name, square_rank
from cannonfish.games.game import Game, Texts
from cannonfish.games.record_style import RecordStyle, rows
from cannonfish.kernel import CHESS as FILES


def new_board(fen: str | None) -> Board:
    """The board of a FEN, or the start position."""
    return Board(STARTING_FEN if fen is None else fen)


def load(execution: Execution, board: Board) -> None:
    """Put the board into the search: the position after the last irreversible move, and the moves since."""
    position, quiet, moves = board.reversible_line()
    place(execution, position)
    execution.call("set_root", position.turn, quiet)
    execution.store("moves", 0, [encode(move) for move in moves])
    execution.call("play_line", len(moves))


def place_board(execution: Execution, board: Board) -> None:
    """Put the position on the kernel's board."""
    place(execution, board.position)


def texts(board: Board, move: Move) -> Texts:
    """``Nf3`` and ``g1f3``."""
    return {"uci": move.uci(), "san": board.san(move)}


def captured(board: Board, move: Move) -> tuple[str, ...]:
    """Where a piece is taken: in passing, beside the square that the pawn goes to."""
    if not board.is_capture(move):
        return ()
    in_passing = board.piece_at(move.dest) is None
    taken = square(square_file(move.dest), square_rank(move.orig)) if in_passing else move.dest
    return (square_name(taken),)


def in_check(board: Board) -> str | None:
    """Where the king in check stands."""
    return square_name(board.king(board.turn)) if board.is_check() else None


RECORD: Final = RecordStyle(
    notations={"san": ""},
    tags={},
    variants=frozenset({"standard", "normal", "from position"}),
    placement=rows(8),
)

CHESS: Final = Game(
    "chess",
    new_board,
    FILES,
    load,
    place_board,
    encode,
    decode,
    captured,
    in_check=in_check,
    texts=texts,
    record=RECORD,
)
