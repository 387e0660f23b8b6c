"""The lessons of "How the pieces move", with the moves of their positions.

    python -m tools.lesson_views web/guide/topics.json

prints the topics as the page reads them.  topics.json is written by hand; web/guide/README.md describes it.
The legal moves come from the rules here, so that the page needs no move generator.
"""

import json
import sys
from collections.abc import Iterator
from itertools import groupby, product
from pathlib import Path
from typing import Any, Final, TypeAlias

from cannonfish.errors import InvalidFenError
from cannonfish.games import chess, liuzichong, xiangqi
from cannonfish.games.game import Board, Move, checked_square

Step: TypeAlias = dict[str, Any]
"""A step of a topic, as topics.json describes it."""
View: TypeAlias = dict[str, Any]
Pieces: TypeAlias = frozenset[str] | None
"""The squares of the pieces that may be moved; None: all of the side."""

MOST_MOVES: Final = 5
"""The longest task, in moves."""


class XiangqiBoard(xiangqi.Board):
    """A board that may lack generals: a lesson about the horse shows a horse and nothing else."""

    @classmethod
    def _all_faults(cls, setup: Any, text: str) -> Iterator[InvalidFenError]:
        """No faults, whatever is on the board."""
        return iter(())


BOARDS: Final[dict[str, type[Board]]] = {
    "xiangqi": XiangqiBoard,
    "chess": chess.Board,
    "liuzichong": liuzichong.Board,
}


def read(path: Path) -> list[dict[str, Any]]:
    """The topics of topics.json, with the positions of every step."""
    topics: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    for topic in topics:
        for step in topic["steps"]:
            *before, start = history(step, topic["game"])
            step["fen"] = start.fen()
            if before:
                step["lead"] = [shown(board) for board in before]
            step["positions"] = Positions(step).all(start)
            if "piece" in step:
                del step["piece"]
    return topics


def history(step: Step, game: str) -> list[Board]:
    """The boards from the FEN of a step, through the moves of ``lead``, to where the step begins."""
    boards = [BOARDS[game](step["fen"])]
    for move in step.get("lead", "").split():
        boards.append(played(boards[-1], boards[-1].parse(move)))
    return boards


def shown(board: Board) -> View:
    """The part of a view that a picture of a position needs."""
    view: View = {"fen": placement_of(board)}
    if board.is_check():
        view["check"] = checked_square(board)
    if board.move_stack:
        view["lastMove"] = board.peek().uci()[:4]
    return view


def placement_of(board: Board) -> str:
    """The first field of the FEN."""
    return board.fen().split()[0]


def moves_by(board: Board, pieces: Pieces) -> list[Move]:
    """The legal moves of the pieces; of promotions, those to a queen."""
    moves = [move for move in board.legal_moves if move.uci()[4:] in ("", "q")]
    return [move for move in moves if pieces is None or move.uci()[:2] in pieces]


def refused_by(board: Board, moves: list[Move]) -> dict[str, str]:
    """Why no other move of the side's pieces is played, by reason: ``e4d2d3`` is e4 to d2, because of d3.

    Moves that no piece of the kind makes anywhere are left out; ``unasked`` are legal moves of other pieces.
    """
    played = {move.uci()[:4] for move in moves}
    refused: dict[str, list[str]] = {}
    for orig, dest in product(board.piece_map(), board.grid.squares):
        move = board.move_type(orig, dest)
        if orig == dest or move.uci() in played:
            continue
        error = board.why_illegal(move)
        if error is None:
            refused.setdefault("unasked", []).append(move.uci())
        elif error.reason not in ("opponents_piece", "shape"):
            squares = str(error.details["squares"]).replace(" ", "")
            refused.setdefault(error.reason, []).append(move.uci() + squares)
    return {reason: " ".join(sorted(texts)) for reason, texts in sorted(refused.items())}


def moved(pieces: Pieces, move: Move) -> Pieces:
    """Where the pieces are after a move of one of them."""
    orig, dest = move.uci()[:2], move.uci()[2:4]
    return None if pieces is None else pieces - {orig} | {dest}


def grouped(moves: list[str]) -> str:
    """Sorted moves by their origin: ``e4d2f2 i0i1`` is e4 to d2 or f2, i0 to i1."""
    return " ".join(
        orig + "".join(move[2:4] for move in group) for orig, group in groupby(moves, lambda move: move[:2])
    )


def played(board: Board, move: Move) -> Board:
    """The board after a move."""
    after = board.copy()
    after.push(move)
    return after


def answer_to(board: Board) -> View:
    """Why the game goes on: a legal move, of the general or king if it has one."""
    moves = sorted(
        board.legal_moves, key=lambda move: (board.placement[move.orig].lower() != "k", move.uci())
    )
    return {"answer": moves[0].uci()} if moves else {}


class Positions:
    """The positions that the person can get to in a step, in which only one side moves.

    ``moves`` of a position are its legal moves.  ``next`` has the index of the position after each of them,
    None for a move that leads nowhere in this step; it is absent if all lead nowhere.  With ``walk`` all
    positions of the piece are there; with ``goal`` those on the shortest ways to it, the last one ``solved``.
    Where the game should end and does not, the position after the move has the ``answer`` to it.
    """

    def __init__(self, step: Step) -> None:
        self._step = step
        self._walks = step.get("walk", False)
        self._pieces: Pieces = frozenset(step["piece"].split()) if "piece" in step else None
        self._views: list[View] = []
        self._index: dict[tuple[str, int], int] = {}
        self._solvable: dict[tuple[str, int], bool] = {}
        self._start: Board

    def all(self, start: Board) -> list[View]:
        """The positions; the step begins with the first."""
        self._add(start, self._pieces, self.distance(start))
        return self._views

    def distance(self, start: Board) -> int:
        """The number of moves to the goal; 0 without a goal."""
        self._start = start
        if "goal" not in self._step:
            return 0
        for number in range(1, MOST_MOVES + 1):
            if self._can_solve(start, self._pieces, number):
                return number
        raise ValueError(f"{self._step['id']}: no solution in {MOST_MOVES} moves")

    def _add(self, board: Board, pieces: Pieces, left: int) -> int:
        """The index of a position that is ``left`` moves before the goal."""
        key = placement_of(board), left
        if key not in self._index:
            self._index[key] = len(self._views)
            view = shown(board)
            self._views.append(view)
            moves = sorted(moves_by(board, pieces), key=Move.uci)
            view["moves"] = grouped([move.uci() for move in moves])
            view["refused"] = refused_by(board, moves)
            following = [self._after(board, move, pieces, left) for move in moves]
            if any(index is not None for index in following):
                view["next"] = following
        return self._index[key]

    def _after(self, board: Board, move: Move, pieces: Pieces, left: int) -> int | None:
        """The index of the position after a move."""
        after = played(board, move)
        if left and self._is_goal(after, move):
            self._views.append({**shown(after), "moves": "", "solved": True})
            return len(self._views) - 1
        again = self._again(after)
        there = moved(pieces, move)
        if again is not None and (self._walks or (left > 1 and self._can_solve(again, there, left - 1))):
            return self._add(again, there, max(left - 1, 0))
        if self._step.get("after") or "end" in self._step.get("goal", {}):
            self._views.append({**shown(after), "moves": "", **answer_to(after)})
            return len(self._views) - 1
        return None

    def _can_solve(self, board: Board, pieces: Pieces, left: int) -> bool:
        """True if the goal can be reached in that number of moves."""
        key = placement_of(board), left
        if key not in self._solvable:
            self._solvable[key] = any(
                self._is_goal(after := played(board, move), move)
                or (left > 1 and self._solves(self._again(after), moved(pieces, move), left - 1))
                for move in moves_by(board, pieces)
            )
        return self._solvable[key]

    def _solves(self, board: Board | None, pieces: Pieces, left: int) -> bool:
        return board is not None and self._can_solve(board, pieces, left)

    def _again(self, after: Board) -> Board | None:
        """The position after a move, the same side to move; None if the other side has to answer a check."""
        side = self._step["fen"].split()[1]
        try:
            return type(after)(f"{placement_of(after)} {side}")
        except InvalidFenError:
            return None

    def _is_goal(self, after: Board, move: Move) -> bool:
        """True if a move reaches the goal of the step."""
        (kind, wanted), *_ = self._step["goal"].items()
        if kind == "capture":  # all pieces on these squares; they never move
            squares = [after.grid.parse_square(name) for name in wanted]
            return all(after.placement[at] != self._start.placement[at] for at in squares)
        if kind == "avoid":
            return move.uci() not in wanted
        outcome = after.outcome()
        return outcome is not None and outcome.termination.value == wanted


if __name__ == "__main__":
    json.dump(read(Path(sys.argv[1])), sys.stdout, ensure_ascii=False, separators=(",", ":"))
