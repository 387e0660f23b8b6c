"""The description of Liuzichong."""

from collections.abc import Mapping, Sequence
from typing import Final

from cannonfish.compiler import Execution
from cannonfish.games.base.evaluation import Tapered
from cannonfish.games.game import Game, Perfect, Solved, uci
from cannonfish.games.levels import load_levels
from cannonfish.games.liuzichong.board import Board
from cannonfish.games.liuzichong.move import Move
from cannonfish.games.liuzichong.rules import Rules
from cannonfish.games.liuzichong.sides import Side
from cannonfish.games.liuzichong.solution import Result, Solution, Value
from cannonfish.games.liuzichong.squares import square_name
from cannonfish.games.record_style import FenStyle, RecordStyle
from cannonfish.kernel import SEARCH, liuzichong


def captured(board: Board, move: Move) -> tuple[str, ...]:
    """The points of the captured stones: none, one or two, never the destination."""
    return tuple(map(square_name, board.captures(move)))


def solve(board: Board, candidates: Sequence[Move]) -> Perfect:
    """Perfect play.  SolutionError if the table is missing."""
    best = Solution.load().best_moves(board, candidates)
    value = next(iter(best.values()))
    return Perfect(tuple(best), value.result is Result.WIN, value.distance)


def values(board: Board) -> Mapping[Move, tuple[str, int | None]]:
    """The value of every legal move, best first.  SolutionError if the table is missing."""
    found = sorted(Solution.load().moves(board).items(), key=lambda item: _goodness(item[1]), reverse=True)
    return {move: (value.result.value, value.distance) for move, value in found}


def _goodness(value: Value) -> int:
    """Quick wins before slow ones, then draws, then long resistance before short."""
    if value.distance is None:
        return 0
    nearness = 1000 - value.distance
    return nearness if value.result is Result.WIN else -nearness


def terms(kernel: Execution, board: Board) -> dict[str, list[Tapered]]:
    """Material and mobility.  If the side to move has no move, only that counts."""
    Rules.set_position(kernel, board.position)
    value, weight, lost = (kernel.program.constants[name] for name in ("STONE_VALUE", "MOBILITY", "BLOCKED"))
    stones = kernel.array("stones")
    empty = ~(stones[0] | stones[1]) & 0xFFFF
    material = [kernel.call("popcount", own) * value for own in stones]
    mobility = [kernel.call("mobility", own, empty) * weight for own in stones]
    if not mobility[board.turn]:
        material = [0, 0]
        mobility = [-lost if side is board.turn else 0 for side in Side]
    found = {"material": material, "mobility": mobility}
    return {name: [Tapered(score, score) for score in both] for name, both in found.items()}


LIUZICHONG: Final = Game(
    name="liuzichong",
    new_board=Board,
    rules=Rules,
    files=(*liuzichong.FILES, *SEARCH),
    worth={"w": 1, "b": 1},
    captured=captured,
    notations={"uci": uci, "captures": Board.write},
    terms=terms,
    solved=Solved(
        play=solve,
        values=values,
        table="liuzichong.bin",
        is_loaded=Solution.is_loaded,
        load=Solution.load,
    ),
    record=RecordStyle(
        notations={"captures": ""},
        fen=FenStyle(
            form="{squares} {side}",
            sides={"w": "w", "white": "w", "b": "b", "black": "b"},
            letters={"w": "W", "b": "B"},
        ),
    ),
    levels=load_levels(__package__),
)
