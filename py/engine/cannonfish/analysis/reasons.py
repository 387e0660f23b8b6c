"""Why a move is good: the certain facts of the position and the engine's line, as plain data.

A reason has a ``kind``.  ``piece`` and ``pieces`` are FEN letters; ``square`` is where the piece stands
before the move.  The kinds, in the order in which they are given:

    mate        the engine has proven a win in ``value`` moves; this is then the only reason
    recaptures  captures on the ``square`` where the opponent has just captured
    takes       captures a ``piece`` and cannot be recaptured
    wins        at the end of the line the opponent has lost ``pieces``, in exchange for ``given``; not said
                of a line that gives the gain back later, or of a lead for which the opponent has enough
    parries     the opponent threatened mate in ``value`` moves, the first being ``move``, and no longer does
    escapes     moves an attacked ``piece`` to safety
    defends     another ``piece`` was attacked and is now safe
    check       gives check
    forks       attacks all of these ``pieces`` at once; with check, the king is one of them, and whatever the
                answer, another can then be captured at a gain
    threatens   threatens mate in ``value`` moves, the first being ``move``
    pins        a ``piece`` can no longer move, since that would expose its king
    attacks     attacks a ``piece`` that could not be captured at a gain before
    repetition  the position has occurred before, and this time another move is played

A capture is *at a gain* if it cannot be recaptured, or captures more than the captor is worth.  A piece is
*attacked* if the opponent could capture it at a gain.  A mate in more than one move is found if every move of
the winner but the last gives check; where the search for it is too long, nothing is said about it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, Final, TypeAlias

from cannonfish.engine.info import Score
from cannonfish.games.game import Board, Game, Move, checked_square

Reason: TypeAlias = dict[str, Any]

Mate: TypeAlias = tuple[int, str]
"""The number of moves to the end, and the first of them."""

LONGEST_MATE: Final = 2
"""Moves of the longest mate that is looked for in threats."""

MOST_TRIED: Final = 1500
"""Moves that are tried in the search for one mate."""

KING_WORTH: Final = 100
"""More than all pieces that a fork can win."""

HORIZON: Final = 8
"""Plies of a line that count: its tail is less certain than its beginning."""


def reasons_of(game: Game, board: Board, line: Sequence[Move], score: Score) -> list[Reason]:
    """The reasons for the first move of a line; none if nothing is certain."""
    if not line or (score.mate is not None and score.mate <= 0):
        return []
    if score.mate is not None:
        return [{"kind": "mate", "value": score.mate}]
    case = _Case(game, board, line, score)
    return [reason for find in _FINDERS for reason in find(case)]


class _Case:
    """A line from a position, with the facts that several reasons need."""

    def __init__(self, game: Game, board: Board, line: Sequence[Move], score: Score) -> None:
        self.game, self.board, self.line, self.score = game, board, line, score
        self.move = line[0]
        self.orig, self.dest = self.move.uci()[:2], self.move.uci()[2:4]
        self.captured = game.captured(board, self.move)
        self.after = board.copy()
        self.after.push(self.move)

    @cached_property
    def attacked(self) -> frozenset[str]:
        """The squares of the attacked pieces before the move."""
        return frozenset() if self.board.is_check() else self.gains(self.board.after_null_move())

    @cached_property
    def still_attacked(self) -> frozenset[str]:
        """The squares of the attacked pieces after the move."""
        return self.gains(self.after)

    def piece(self, kind: str, square: str) -> Reason:
        """A reason about the piece on a square."""
        return {"kind": kind, "piece": _letter(self.board, square), "square": square}

    def gains(self, board: Board, orig: str | None = None) -> frozenset[str]:
        """The squares on which the side to move, or its piece on one square, can capture at a gain."""
        captures = [
            (move, self.game.captured(board, move))
            for move in board.legal_moves
            if orig in (None, move.uci()[:2])
        ]
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

    @cached_property
    def forked(self) -> tuple[str, ...]:
        """The squares of the pieces that the move forks, the most valuable first; empty if there is no fork.

        Pawns do not count, nor does a fork by a piece that can be captured at a gain itself.
        """
        if self.dest in self.still_attacked:
            return ()
        king = checked_square(self.after)
        if king is None:
            squares = self.gains(self.after.after_null_move(), self.dest)
        elif not self.aims_at(king) or not self.after.legal_moves:
            return ()
        else:
            squares = frozenset.intersection(*map(self._gains_after, self.after.legal_moves))
        targets = [at for at in squares if self.worth(self.after, at) > 1 and self.aims_at(at)]
        if king is not None and targets:
            targets.append(king)
        return tuple(sorted(targets, key=lambda at: -self.worth(self.after, at))) if len(targets) > 1 else ()

    def _gains_after(self, reply: Move) -> frozenset[str]:
        """The squares on which the piece that has moved can capture at a gain after an answer."""
        board = self.after.copy()
        board.push(reply)
        return self.gains(board, self.dest)

    def aims_at(self, square: str) -> bool:
        """True if the piece that has moved could now capture on a square, if it were its turn."""
        capture = self.game.encode(type(self.move).from_uci(self.dest + square))
        with self.game.rules.shared().on_board(self.after.position) as kernel:
            return bool(kernel.call("pseudo_legal", self.after.turn.other, capture))

    def worth(self, board: Board, *squares: str) -> int:
        """The sum of the values of the pieces on these squares; a king is worth most."""
        return sum(self.game.worth.get(_letter(board, square).lower(), KING_WORTH) for square in squares)

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
            is_own = start.side_of(letter) is self.board.turn
            sides[is_own].extend([letter] * counts[letter])
        won, given = sides
        for letter in tuple(given):
            worth = self.game.worth[letter.lower()]
            twin = next((each for each in won if self.game.worth[each.lower()] == worth), None)
            if twin is not None:
                won.remove(twin)
                given.remove(letter)
        return sides

    def lead(self, board: Board) -> int:
        """By how much the mover's pieces are worth more than the opponent's."""
        return sum(
            self.game.worth.get(letter.lower(), 0) * (1 if board.side_of(letter) is self.board.turn else -1)
            for letter in board.placement
            if letter.lower() in self.game.worth
        )

    def quiet_end(self, plies: int | None = None) -> Board | None:
        """The last position of the line (or of its first ``plies``) with nobody in check and no piece of the
        mover attacked."""
        board, boards = self.board.copy(), []
        for move in self.line[:plies]:
            if not board.is_legal(move):
                break
            board.push(move)
            boards.append(board.copy())
        for end in reversed(boards):
            if not end.is_check() and not self.gains(
                end.after_null_move() if end.turn is self.board.turn else end
            ):
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
    """A capture that the opponent has just made is included: a mere recapture wins nothing."""
    start, end = case.board, case.quiet_end(HORIZON)
    if _captor(case.game, start):
        start = start.copy()
        start.pop()
    won, given = case.lost(start, end) if end is not None else ([], [])
    last = case.quiet_end()
    if end is None or last is None or not won:
        return
    keeps = min(case.lead(end), case.lead(last)) > case.lead(start)
    is_enough = case.lead(end) <= 0 or case.score.centipawns() > 0
    taken = [reason["piece"] for reason in _takes(case)]
    if keeps and is_enough and (won, given) != (taken, []):
        yield {"kind": "wins", "pieces": won, "given": given}


def _parries(case: _Case) -> Iterator[Reason]:
    if not case.board.is_check():
        threat = _mate(case.board.after_null_move())
        if threat is not None and not _may_mate(case.after):
            yield {"kind": "parries", "value": threat[0], "move": threat[1]}


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


def _forks(case: _Case) -> Iterator[Reason]:
    if case.forked:
        yield {"kind": "forks", "pieces": [_letter(case.after, square) for square in case.forked]}


def _threatens(case: _Case) -> Iterator[Reason]:
    if not case.after.is_check():
        mate = _mate(case.after.after_null_move())
        if mate is not None:
            yield {"kind": "threatens", "value": mate[0], "move": mate[1]}


def _pins(case: _Case) -> Iterator[Reason]:
    """Excludes pawns, pieces that could not move before, and pins by a piece that can be captured."""
    if case.board.is_check() or case.after.is_check() or case.dest in case.still_attacked:
        return
    after = case.after
    movable = {move.uci()[:2] for move in case.board.after_null_move().legal_moves}
    still = {move.uci()[:2] for move in after.legal_moves}
    for square in sorted(_pseudo_movable(case.game, after) & movable - still):
        if 1 < case.worth(after, square) < KING_WORTH:
            yield case.piece("pins", square)


def _attacks(case: _Case) -> Iterator[Reason]:
    if not case.board.is_check() and not case.after.is_check():
        new = case.gains(case.after.after_null_move()) - case.gains(case.board) - set(case.forked)
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


def _pseudo_movable(game: Game, board: Board) -> set[str]:
    """The squares of the pieces of the side to move that could move if their king did not matter."""
    with game.rules.shared().on_board(board.position) as kernel:
        end = kernel.call("generate_quiets", board.turn, kernel.call("generate_captures", board.turn, 0))
        moves = map(game.decode, kernel.slice("moves", 0, end))
    return {move.uci()[:2] for move in moves if move is not None}


class _TooLong(Exception):
    """More than MOST_TRIED moves would have to be tried."""


def _mate(board: Board) -> Mate | None:
    """The shortest mate in which every move gives check, or None; also None if the search is too long."""
    try:
        return _shortest_mate(board)
    except _TooLong:
        return None


def _may_mate(board: Board) -> bool:
    """False if there certainly is no such mate."""
    try:
        return _shortest_mate(board) is not None
    except _TooLong:
        return True


def _shortest_mate(board: Board) -> Mate | None:
    tried = 0

    def mates(board: Board, moves: int) -> str | None:
        """A move that mates in at most this number of moves, or None."""
        nonlocal tried
        checks = []
        for move in board.legal_moves:
            tried += 1
            if tried > MOST_TRIED:
                raise _TooLong
            after = board.copy()
            after.push(move)
            if after.is_check():
                if not after.legal_moves:
                    return str(move.uci())
                checks.append((move, after))
        if moves > 1:
            for move, after in checks:
                if all(mates(_played(after, reply), moves - 1) for reply in after.legal_moves):
                    return str(move.uci())
        return None

    for moves in range(1, LONGEST_MATE + 1):
        first = mates(board, moves)
        if first is not None:
            return moves, first
    return None


def _played(board: Board, move: Move) -> Board:
    after = board.copy()
    after.push(move)
    return after


_FINDERS: Final[Sequence[Callable[[_Case], Iterator[Reason]]]] = (
    _recaptures,
    _takes,
    _wins,
    _parries,
    _escapes,
    _defends,
    _checks,
    _forks,
    _threatens,
    _pins,
    _attacks,
    _repetition,
)
