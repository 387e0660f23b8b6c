"""Why a move is good: what follows for certain from the position and the engine's line, as plain data.

A reason has a ``kind``.  ``piece`` and ``pieces`` are FEN letters; ``square`` is where the piece stands
before the move.  The kinds, in the order in which they are given:

    mate        the engine has proven a win in ``value`` moves; this is then the only reason
    recaptures  captures on the ``square`` where the opponent has just captured
    takes       captures a ``piece`` and cannot be recaptured
    wins        at the end of the line the opponent has lost ``pieces``, in exchange for ``given``
    parries     the opponent threatened mate by ``move``, and no longer does
    escapes     moves an attacked ``piece`` to safety
    defends     another ``piece`` was attacked and is now safe
    check       gives check
    threatens   threatens mate by ``move``
    attacks     attacks a ``piece`` that could not be captured at a gain before
    repetition  the position has occurred before, and this time another move is played

A capture is *at a gain* if it cannot be recaptured, or captures more than the captor is worth.  A piece is
*attacked* if the opponent could capture it at a gain.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, Final, TypeAlias

from cannonfish.engine.info import Score
from cannonfish.games.game import Board, Game, Move

Reason: TypeAlias = dict[str, Any]

HORIZON: Final = 8
"""Plies of a line that count: its tail is less certain than its beginning."""


def reasons_of(game: Game, board: Board, line: Sequence[Move], score: Score) -> list[Reason]:
    """The reasons for the first move of a line; none if nothing is certain."""
    if not line or (score.mate is not None and score.mate <= 0):
        return []
    if score.mate is not None:
        return [{"kind": "mate", "value": score.mate}]
    case = _Case(game, board, line)
    return [reason for find in _FINDERS for reason in find(case)]


class _Case:
    """A line from a position, and what several reasons need to know about it."""

    def __init__(self, game: Game, board: Board, line: Sequence[Move]) -> None:
        self.game, self.board, self.line = game, board, line
        self.move = line[0]
        self.orig, self.dest = self.move.uci()[:2], self.move.uci()[2:4]
        self.captured = game.captured(board, self.move)
        self.after = board.copy()
        self.after.push(self.move)

    @cached_property
    def attacked(self) -> frozenset[str]:
        """The squares of the attacked pieces before the move."""
        return frozenset() if self.board.is_check() else self.gains(self.board.passed())

    @cached_property
    def still_attacked(self) -> frozenset[str]:
        """The squares of the attacked pieces after the move."""
        return self.gains(self.after)

    def piece(self, kind: str, square: str) -> Reason:
        """A reason about the piece on a square."""
        return {"kind": kind, "piece": _letter(self.board, square), "square": square}

    def gains(self, board: Board) -> frozenset[str]:
        """The squares on which the side to move can capture at a gain."""
        captures = [(move, self.game.captured(board, move)) for move in board.legal_moves]
        return frozenset(
            square
            for move, captured in captures
            if captured
            and (
                self.worth(board, *captured) > self.worth(board, move.uci()[:2])
                or not self.can_recapture(board, move)
            )
            for square in captured
        )

    def worth(self, board: Board, *squares: str) -> int:
        """The sum of the values of the pieces on these squares; a king is worth most."""
        return sum(self.game.worth.get(_letter(board, square).lower(), 100) for square in squares)

    def can_recapture(self, board: Board, move: Move) -> bool:
        """True if the opponent can answer a move by a capture on its destination."""
        board = board.copy()
        board.push(move)
        return any(move.uci()[2:4] in self.game.captured(board, reply) for reply in board.legal_moves)

    def lost(self, start: Board, end: Board) -> tuple[list[str], list[str]]:
        """The pieces that the opponent and the mover have lost, without exchanges of equal worth.

        Both are empty if a pawn has promoted.
        """
        counts = Counter(start.placement)
        counts.subtract(end.placement)
        letters = [letter for letter in counts if letter.lower() in self.game.worth]
        sides: tuple[list[str], list[str]] = ([], [])
        if any(counts[letter] < 0 for letter in letters):
            return sides
        for letter in sorted(letters, key=lambda letter: -self.game.worth[letter.lower()]):
            piece = start.pieces[letter]
            is_own = getattr(piece, "side", piece) is self.board.turn
            sides[is_own].extend([letter] * counts[letter])
        won, given = sides
        for letter in tuple(given):
            worth = self.game.worth[letter.lower()]
            twin = next((each for each in won if self.game.worth[each.lower()] == worth), None)
            if twin is not None:
                won.remove(twin)
                given.remove(letter)
        return sides

    def quiet_end(self) -> Board | None:
        """The last position of the line with nobody in check and no piece of the mover attacked."""
        board, boards = self.board.copy(), []
        for move in self.line[:HORIZON]:
            if not board.is_legal(move):
                break
            board.push(move)
            boards.append(board.copy())
        for end in reversed(boards):
            if not end.is_check() and not self.gains(end.passed() if end.turn is self.board.turn else end):
                return end
        return None


def _recaptures(case: _Case) -> Iterator[Reason]:
    square = _captor(case.game, case.board)
    if square in case.captured:
        yield case.piece("recaptures", square)


def _takes(case: _Case) -> Iterator[Reason]:
    safe = case.captured == (case.dest,) and not case.can_recapture(case.board, case.move)
    if safe and case.dest != _captor(case.game, case.board):
        yield case.piece("takes", case.dest)


def _wins(case: _Case) -> Iterator[Reason]:
    """A capture that the opponent has just made counts: to take back wins nothing."""
    start, end = case.board, case.quiet_end()
    if _captor(case.game, start):
        start = start.copy()
        start.pop()
    won, given = case.lost(start, end) if end is not None else ([], [])
    gain = sum(case.game.worth[letter.lower()] for letter in won)
    gain -= sum(case.game.worth[letter.lower()] for letter in given)
    taken = [reason["piece"] for reason in _takes(case)]
    if gain > 0 and (won, given) != (taken, []):
        yield {"kind": "wins", "pieces": won, "given": given}


def _parries(case: _Case) -> Iterator[Reason]:
    if not case.board.is_check():
        threat = _mate_in_one(case.board.passed())
        if threat is not None and _mate_in_one(case.after) is None:
            yield {"kind": "parries", "move": threat}


def _escapes(case: _Case) -> Iterator[Reason]:
    if case.orig in case.attacked and case.dest not in case.still_attacked:
        yield case.piece("escapes", case.orig)


def _defends(case: _Case) -> Iterator[Reason]:
    if not case.after.is_check():  # an answer to a check says nothing about what is attacked
        yield from (
            case.piece("defends", square)
            for square in sorted(case.attacked - case.still_attacked - {case.orig})
            if square not in case.captured
        )


def _checks(case: _Case) -> Iterator[Reason]:
    if case.after.is_check():
        yield {"kind": "check"}


def _threatens(case: _Case) -> Iterator[Reason]:
    if not case.after.is_check():
        mate = _mate_in_one(case.after.passed())
        if mate is not None:
            yield {"kind": "threatens", "move": mate}


def _attacks(case: _Case) -> Iterator[Reason]:
    if not case.board.is_check() and not case.after.is_check():
        new = case.gains(case.after.passed()) - case.gains(case.board)
        yield from (
            case.piece("attacks", square)
            for square in sorted(new, key=lambda square: -case.worth(case.board, square))
        )


def _repetition(case: _Case) -> Iterator[Reason]:
    board, move = case.board, case.move
    stood = [ply for ply, position in enumerate(board.positions()[:-1]) if position == board.position]
    if stood and move not in [board.move_stack[ply] for ply in stood] and case.after.occurrences() == 1:
        yield {"kind": "repetition"}


def _letter(board: Board, square: str) -> str:
    letter: str = board.placement[board.grid.parse_square(square)]
    return letter


def _captor(game: Game, board: Board) -> str | None:
    """The square of the piece that has captured by the last move of the game; None if none has."""
    if not board.ply():
        return None
    before = board.copy()
    move = before.pop()
    return move.uci()[2:4] if game.captured(before, move) else None


def _mate_in_one(board: Board) -> str | None:
    """A move that checkmates, or None."""
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        if after.is_check() and not after.legal_moves:
            return str(move.uci())
    return None


_FINDERS: Final[Sequence[Callable[[_Case], Iterator[Reason]]]] = (
    _recaptures,
    _takes,
    _wins,
    _parries,
    _escapes,
    _defends,
    _checks,
    _threatens,
    _attacks,
    _repetition,
)
