"""Liuzichong as the engine sees it."""

from collections.abc import Mapping, Sequence
from typing import Final

from cannonfish.compiler import Execution
from cannonfish.games.game import Game, Perfect, Solved, Texts
from cannonfish.games.levels import load_levels
from cannonfish.games.liuzichong.board import Board
from cannonfish.games.liuzichong.encoding import decode, encode, place
from cannonfish.games.liuzichong.fen import STARTING_FEN
from cannonfish.games.liuzichong.move import Move
from cannonfish.games.liuzichong.solution import Result, Solution, Value
from cannonfish.games.liuzichong.squares import square_name
from cannonfish.games.record_style import RecordStyle
from cannonfish.kernel import LIUZICHONG as FILES


def new_board(fen: str | None) -> Board:
    """The board of a position, or the start position."""
    return Board(STARTING_FEN if fen is None else fen)


def load(execution: Execution, board: Board) -> None:
    """Put the board into the search: the position after the last capture, and the moves since."""
    placement, turn, quiet, moves = board.reversible_line()
    place(execution, placement)
    execution.call("set_root", turn, quiet)
    execution.store("moves", 0, [encode(move) for move in moves])
    execution.call("play_line", len(moves))


def place_board(execution: Execution, board: Board) -> None:
    """Put the position on the kernel's board."""
    place(execution, board.placement)


def solve(board: Board, candidates: Sequence[Move]) -> Perfect:
    """Perfect play, from the table.  SolutionError if it is not there."""
    best = Solution.load().best_moves(board, candidates)
    value = next(iter(best.values()))
    return Perfect(tuple(best), value.result is Result.WIN, value.distance)


def texts(board: Board, move: Move) -> Texts:
    """``a2b2``, and ``a2b2xc2`` with what it takes."""
    return {"uci": move.uci(), "captures": board.write(move)}


def captured(board: Board, move: Move) -> tuple[str, ...]:
    """Where stones are taken: none, one or two, never where the move goes."""
    return tuple(map(square_name, board.captures(move)))


def values(board: Board) -> Mapping[Move, tuple[str, int | None]]:
    """What every legal move is worth, best first.  SolutionError if the table is not there."""
    found = sorted(Solution.load().moves(board).items(), key=lambda item: _goodness(item[1]), reverse=True)
    return {move: (value.result.value, value.distance) for move, value in found}


def _goodness(value: Value) -> int:
    """Quick wins before slow ones, then draws, then long resistance before short."""
    if value.distance is None:
        return 0
    nearness = 1000 - value.distance
    return nearness if value.result is Result.WIN else -nearness


def load_table(content: bytes | None) -> None:
    """Take the solution for all that follows."""
    Solution.load(content)


SOLVED: Final = Solved(solve, values, "liuzichong.bin", Solution.is_loaded, load_table)

LIUZICHONG: Final = Game(
    "liuzichong",
    new_board,
    FILES,
    load,
    place_board,
    encode,
    decode,
    captured,
    SOLVED,
    texts=texts,
    record=RecordStyle(notations={"captures": ""}, placement="[WB.]{16}"),
    levels=load_levels(__package__),
)
