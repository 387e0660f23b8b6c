"""The review of a game: a class for every move, the accuracy of both sides, the worst moments.

A move is judged by its loss: by how much it lowers the expected result of the side that makes it, where a win
counts 1 and a draw 0.5 (``winning_chances``).  The class of a move:

    book         in the opening book, like all moves before it
    only_move    the engine's choice, where every other move loses at least BLUNDER; not a capture of the
                 piece that has just moved
    best         the engine's choice
    good         loses less than INACCURACY
    inaccuracy   loses less than MISTAKE
    mistake      loses less than BLUNDER
    blunder      loses at least BLUNDER
    missed_mate  there was a mate in at most MISSED_MATE moves, and after the move there is none

The limits are half of those of lichess, where the scale is twice as long.

The page has the positions searched from the last to the first, so that the transposition table knows what
comes after the move that was played, by two engines (``web/analysis/reviewer.js``).
"""

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Any, Final

from cannonfish.analysis.reasons import Reason, reasons_of
from cannonfish.engine.chances import winning_chances
from cannonfish.engine.info import Chances, Result, Score
from cannonfish.engine.limits import Limits
from cannonfish.errors import GameError
from cannonfish.games.game import Board, Game, Move

SECOND_SHARE: Final = 5
"""The best other move gets the nodes of a position divided by this."""

INACCURACY: Final = 0.05
MISTAKE: Final = 0.10
BLUNDER: Final = 0.15
MISSED_MATE: Final = 5
WORST: Final = 3
"""The number of worst moments of each side."""


class MoveClass(StrEnum):
    """The class of a move."""

    BOOK = "book"
    ONLY_MOVE = "only_move"
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    MISSED_MATE = "missed_mate"


FAULTS: Final = frozenset({MoveClass.INACCURACY, MoveClass.MISTAKE, MoveClass.BLUNDER, MoveClass.MISSED_MATE})
NAGS: Final[Mapping[MoveClass, int]] = {
    MoveClass.ONLY_MOVE: 7,
    MoveClass.INACCURACY: 6,
    MoveClass.MISTAKE: 2,
    MoveClass.MISSED_MATE: 2,
    MoveClass.BLUNDER: 4,
}
"""The numeric annotation glyphs of PGN: 7 only move, 6 ``?!``, 2 ``?``, 4 ``??``."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The engine's evaluation of a position of the game, for the side to move."""

    score: Score
    pv: tuple[str, ...] = ()
    """The principal variation, in UCI; empty if the game is over."""
    second: Score | None = None
    """The score of the best other move; known only if the best one was played and there is another."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of the game.  The fields are None until the positions before and after it are evaluated."""

    move: str
    side: IntEnum
    kind: MoveClass | None = None
    loss: float | None = None
    """By how much it lowers the expected result, 0 to 1."""
    accuracy: float | None = None
    """0 to 100: see ``move_accuracy``."""
    best: str | None = None
    """The engine's choice."""
    is_turning_point: bool = False
    """Whether it loses at least MISTAKE, and another result is the likeliest after it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One of the worst moves, with the facts for a sentence about it."""

    ply: int
    """The number of the move, from 0."""
    line: tuple[Move, ...]
    """The line that should have been played."""
    reasons: tuple[Reason, ...]
    """Why: see ``reasons``."""
    reply: tuple[Move, ...]
    """The answer to the move that was played, with what follows."""
    reply_reasons: tuple[Reason, ...]
    """Why this answer is good."""


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game, or of its evaluated part.

    ``scores`` and ``expected`` are for the side that moves first in the game; None where nothing is known.
    """

    scores: tuple[Score | None, ...]
    """The score of the position before each move and after the last; None also where the game is over."""
    expected: tuple[float | None, ...]
    """The expected results, 0 to 1, of the same positions."""
    moves: tuple[ReviewedMove, ...]
    accuracy: Mapping[IntEnum, float | None]
    """The accuracy of each side, 0 to 100; None for a side without moves or with unevaluated ones."""
    counts: Mapping[IntEnum, Mapping[MoveClass, int]]
    """How many moves of each class each side has made."""
    left_book: int | None
    """The number of the first move that is not in the opening book, from 0; None if no move was in it, or
    all were."""
    worst: tuple[Moment, ...]
    """At most WORST moments of each side, the worst first."""


def second_search(board: Board, played: str | None, result: Result, limits: Limits) -> Limits | None:
    """The limits of a search for the best other move, after a search of a position within ``limits``.

    None if that is not wanted: the move ``played`` there is not the best one, or the only one.
    """
    if result.bestmove is None or result.bestmove.uci() != played:
        return None
    others = tuple(move.uci() for move in board.legal_moves if move != result.bestmove)
    nodes = None if limits.nodes is None else max(limits.nodes // SECOND_SHARE, 1)
    return replace(limits, nodes=nodes, searchmoves=others) if others else None


def review(
    game: Game, fen: str | None, moves: Sequence[str], evaluations: Sequence[Evaluation | None]
) -> Review:
    """The review of a game: the moves from a FEN (None: the start position), in UCI.

    ``evaluations`` are those of the position before each move and after the last; None where there is none
    yet, and where the rules have ended the game.  ValueError if they do not fit the moves, or for a game
    without winning chances.  InvalidFenError, InvalidMoveError or IllegalMoveError for a wrong FEN or move.
    """
    if game.chances is None:
        raise ValueError(f"there are no winning chances for {game.name}")
    if len(evaluations) != len(moves) + 1:
        raise ValueError(f"{len(moves)} moves need {len(moves) + 1} evaluations, not {len(evaluations)}")
    board = game.new_board(fen)
    start = board.ply()
    board.push_line(moves)
    return _Reviewed(game, board, start, evaluations).review()


class _Reviewed:
    """The game on a board from its ply ``start`` on, with its evaluations."""

    def __init__(
        self, game: Game, board: Board, start: int, evaluations: Sequence[Evaluation | None]
    ) -> None:
        self.game = game
        self.board = board
        self.start = start
        self.moves: list[Move] = board.move_stack[start:]
        self.turns: list[IntEnum] = [position.turn for position in board.positions()[start:]]
        self.evaluations = [*evaluations[:-1], _final(board) or evaluations[-1]]
        self._fill_gaps()
        self.chances = [None if each is None else self._chances(each.score) for each in self.evaluations]
        self.expected = tuple(
            None if chances is None else chances.expected if turn == 0 else 1 - chances.expected
            for chances, turn in zip(self.chances, self.turns, strict=True)
        )
        self.book_plies = self._book_plies()

    def _fill_gaps(self) -> None:
        """Evaluate positions where the rules ended the game although it went on.

        A repeated position has the evaluation of its first occurrence.
        """
        first: dict[Any, Evaluation] = {}
        for ply, (position, evaluation) in enumerate(
            zip(self.board.positions()[self.start :], self.evaluations, strict=True)
        ):
            if evaluation is not None:
                first.setdefault(position, evaluation)
            elif self._board_at(ply).outcome() is not None:
                self.evaluations[ply] = first.get(position) or _final(self._board_at(ply))

    def review(self) -> Review:
        """The whole review."""
        moves = tuple(map(self._move, range(len(self.moves))))
        sides: type[IntEnum] = type(self.board.turn)
        return Review(
            scores=tuple(
                None if each is None or not each.pv else each.score if turn == 0 else -each.score
                for each, turn in zip(self.evaluations, self.turns, strict=True)
            ),
            expected=self.expected,
            moves=moves,
            accuracy={side: self._accuracy(moves, side) for side in sides},
            counts={
                side: Counter(move.kind for move in moves if move.side is side and move.kind is not None)
                for side in sides
            },
            left_book=self.book_plies if 0 < self.book_plies < len(moves) else None,
            worst=tuple(self._moment(ply) for ply in _worst(moves)),
        )

    def _chances(self, score: Score) -> Chances:
        chances = winning_chances(self.game, score)
        assert chances is not None
        return chances

    def _board_at(self, ply: int) -> Board:
        board = self.board.copy()
        while board.ply() > self.start + ply:
            board.pop()
        return board

    def _book_plies(self) -> int:
        """The number of moves from the start position of the game that are in the opening book."""
        openings = self.game.openings
        board = self._board_at(0)
        for ply, move in enumerate(self.moves):
            if openings is None or move not in [known for known, _ in openings.moves(board)]:
                return ply
            board.push(move)
        return len(self.moves)

    # --- moves ----------------------------------------------------------------------------------------------

    def _move(self, ply: int) -> ReviewedMove:
        move, side = self.moves[ply].uci(), self.turns[ply]
        before, after = self.chances[ply : ply + 2]
        evaluation = self.evaluations[ply]
        if before is None or after is None or evaluation is None:
            return ReviewedMove(move, side)
        best = evaluation.pv[0] if evaluation.pv else None
        loss = 0.0 if move == best else max(before.expected + after.expected - 1, 0.0)
        return ReviewedMove(
            move,
            side,
            self._kind(ply, loss),
            loss,
            move_accuracy(before.expected, before.expected - loss),
            best,
            loss >= MISTAKE and _likeliest(before) != -_likeliest(after),
        )

    def _kind(self, ply: int, loss: float) -> MoveClass:
        before, after = self.evaluations[ply : ply + 2]
        assert before is not None
        assert after is not None
        if ply < self.book_plies:
            return MoveClass.BOOK
        if before.pv[:1] == (self.moves[ply].uci(),):
            return MoveClass.ONLY_MOVE if self._is_only_move(ply, before) else MoveClass.BEST
        missed = before.score.mate is not None and 0 < before.score.mate <= MISSED_MATE
        if missed and (after.score.mate is None or after.score.mate > 0):
            return MoveClass.MISSED_MATE
        limits = {MoveClass.BLUNDER: BLUNDER, MoveClass.MISTAKE: MISTAKE, MoveClass.INACCURACY: INACCURACY}
        return next((kind for kind, limit in limits.items() if loss >= limit), MoveClass.GOOD)

    def _is_only_move(self, ply: int, evaluation: Evaluation) -> bool:
        if evaluation.second is None:
            return False
        gap = self._chances(evaluation.score).expected - self._chances(evaluation.second).expected
        if gap < BLUNDER:
            return False
        board, move = self._board_at(ply), self.moves[ply]
        captured = self.game.captured(board, move)
        return not board.ply() or board.peek().uci()[2:4] not in captured

    # --- accuracy -------------------------------------------------------------------------------------------

    def _accuracy(self, moves: Sequence[ReviewedMove], side: IntEnum) -> float | None:
        """The mean of two means of the accuracies of a side's moves: the harmonic one, and one with weights.

        The weight of a move is the standard deviation of the winning chances, from 0 to 100, in the part of
        the game before it: what happens in a sharp fight counts more.  This is the formula of lichess
        (lila, ``AccuracyPercent.gameAccuracy``).
        """
        known = [100 * each for each in self.expected if each is not None]
        own = [move.accuracy for move in moves if move.side is side and move.accuracy is not None]
        if not own or len(known) < len(self.expected):
            return None
        weights = _volatility(known)
        weighed = [weight for weight, move in zip(weights, moves, strict=True) if move.side is side]
        mean = sum(map(math.prod, zip(own, weighed, strict=True))) / sum(weighed)
        harmonic = len(own) / sum(1 / max(each, 1.0) for each in own)
        return (mean + harmonic) / 2

    # --- moments --------------------------------------------------------------------------------------------

    def _moment(self, ply: int) -> Moment:
        before, after = self.evaluations[ply : ply + 2]
        assert before is not None
        assert after is not None
        board, answered = self._board_at(ply), self._board_at(ply + 1)
        line, reply = legal_line(board, before.pv), legal_line(answered, after.pv)
        return Moment(
            ply,
            line,
            tuple(reasons_of(self.game, board, line, before.score)),
            reply,
            tuple(reasons_of(self.game, answered, reply, after.score)),
        )


def legal_line(board: Board, texts: Iterable[str]) -> tuple[Move, ...]:
    """The moves of a line in UCI, up to the first that is not legal."""
    after = board.copy()
    for text in texts:
        try:
            after.push_uci(text)
        except GameError:
            break
    return tuple(after.move_stack[board.ply() :])


def move_accuracy(before: float, after: float) -> float:
    """The accuracy of a move, 0 to 100, by the expected results before and after it, 0 to 1.

    ``103.1668 * exp(-4.354415 * (before - after)) - 2.1669``, at most 100: the formula of lichess.
    """
    if after >= before:
        return 100.0
    raw = 103.1668100711649 * math.exp(-4.354415386753951 * (before - after)) - 3.166924740191411
    return min(max(raw + 1, 0.0), 100.0)


def _volatility(expected: Sequence[float]) -> list[float]:
    """The weight of every move: the standard deviation of the chances in a window that ends with it."""
    size = min(max((len(expected) - 1) // 10, 2), 8)
    first = [expected[:size]] * (min(size, len(expected)) - 2)
    windows = [*first, *(expected[at : at + size] for at in range(len(expected) - size + 1))]
    return [min(max(statistics.pstdev(window), 0.5), 12.0) for window in windows]


def _worst(moves: Sequence[ReviewedMove]) -> list[int]:
    """The numbers of the worst moves of each side, the worst first."""
    faults = [ply for ply, move in enumerate(moves) if move.kind in FAULTS]
    # A missed mate that leaves a won position loses little, and is remarkable all the same.
    faults.sort(
        key=lambda ply: -max(moves[ply].loss or 0.0, BLUNDER * (moves[ply].kind is MoveClass.MISSED_MATE))
    )
    sides = [[ply for ply in faults if moves[ply].side == side] for side in (0, 1)]
    return [ply for ply in faults if any(ply in side[:WORST] for side in sides)]


def _likeliest(chances: Chances) -> int:
    """The likeliest result for the side to move: 1 a win, 0 a draw, -1 a loss."""
    return 1 - chances.index(max(chances))


def _final(board: Board) -> Evaluation | None:
    """The evaluation of a game that is over by the rules, else None."""
    outcome = board.outcome()
    if outcome is None:
        return None
    if outcome.winner is None:
        return Evaluation(Score(cp=0))
    return Evaluation(Score(rule=1) if outcome.winner is board.turn else Score(mate=0))
