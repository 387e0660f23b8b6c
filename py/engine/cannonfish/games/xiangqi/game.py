"""Xiangqi as the engine sees it."""

from collections.abc import Mapping
from typing import Final

from cannonfish.compiler import Execution
from cannonfish.games.game import Game, Openings, Reasons, Texts
from cannonfish.games.outcome import Termination
from cannonfish.games.record_style import RecordStyle, rows
from cannonfish.games.xiangqi.board import Board
from cannonfish.games.xiangqi.encoding import decode, encode, place
from cannonfish.games.xiangqi.fen import STARTING_FEN
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.notation import Notation, write
from cannonfish.games.xiangqi.openings import book_moves, opening_of
from cannonfish.games.xiangqi.pieces import Side
from cannonfish.games.xiangqi.squares import square_name
from cannonfish.kernel import XIANGQI as FILES


def new_board(fen: str | None) -> Board:
    """The board of a FEN, or the start position."""
    return Board(STARTING_FEN if fen is None else fen)


def load(execution: Execution, board: Board) -> None:
    """Put the board into the search: the position after the last capture, and the moves since."""
    start, moves = board.reversible_line()
    place(execution, start.placement)
    execution.call("set_root", start.turn, start.quiet)
    execution.store("moves", 0, [encode(move) for move in moves])
    execution.call("play_line", len(moves))


def place_board(execution: Execution, board: Board) -> None:
    """Put the position on the kernel's board."""
    place(execution, board.placement)


def texts(board: Board, move: Move) -> Texts:
    """The move in every ``Notation``."""
    return {notation.value: write(board.placement, move, notation) for notation in Notation}


def warning(board: Board) -> Reasons | None:
    """The law that the third occurrence will fall under if the moves are repeated, and who loses by it."""
    verdict = board.warning()
    return None if verdict is None else verdict.as_dict()


def explanation(board: Board) -> Reasons | None:
    """The judge's, for a repetition; for the move limit since which ply nothing has been taken, and how many
    plies since then did not count."""
    judged = board.explanation()
    if judged is not None:
        return judged.as_dict()
    outcome = board.outcome()
    if outcome is None or outcome.termination is not Termination.MOVE_LIMIT:
        return None
    since, uncounted = board.quiet_plies()
    law = Termination.MOVE_LIMIT.value
    return {"law": law, "loser": None, "since": since, "uncounted": uncounted, "moves": []}


def endings(board: Board) -> Mapping[Move, Side | None]:
    """The moves by which the position stands for the third time, and who wins by it."""
    found = {}
    for move in board.moves_to_repetition():
        board.push(move)
        outcome = board.outcome()
        board.pop()
        if outcome is not None:
            found[move] = None if outcome.winner is None else Side(outcome.winner)
    return found


def captured(board: Board, move: Move) -> tuple[str, ...]:
    """Where a man is taken."""
    return (square_name(move.dest),) if board.is_capture(move) else ()


def in_check(board: Board) -> str | None:
    """Where the general in check stands."""
    return square_name(board.king(board.turn)) if board.is_check() else None


def opening_name(board: Board) -> Texts | None:
    """The name of the opening that the game has followed."""
    opening = opening_of(board)
    return None if opening is None else {"en": opening.english, "zh-Hans": opening.chinese}


RECORD: Final = RecordStyle(
    notations={
        Notation.CHINESE: "Chinese",
        Notation.TRADITIONAL: "Chinese",
        Notation.WXF: "WXF",
        Notation.ICCS: "ICCS",
    },
    tags={"Game": "Chinese Chess"},
    first_player="Red",
    first_tags=(
        *("Event", "Site", "Date", "Round", "RedTeam", "Red", "BlackTeam", "Black", "Result"),
        *("Opening", "Variation", "ECCO"),
    ),
    set_up=False,
    variant_ranks_from_one=True,  # PyChess and Fairy-Stockfish
    placement=rows(10),
)

XIANGQI: Final = Game(
    "xiangqi",
    new_board,
    FILES,
    load,
    place_board,
    encode,
    decode,
    captured,
    in_check=in_check,
    texts=texts,
    warning=warning,
    explanation=explanation,
    endings=endings,
    openings=Openings(book_moves, opening_name),
    record=RECORD,
)
