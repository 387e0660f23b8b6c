"""One game with a referee: our rules decide, and a player who breaks them loses."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from cannonfish.engine.limits import Limits
from cannonfish.errors import GameError
from cannonfish.games.game import Board
from cannonfish.matches.player import Answer, DrawClaimed, Player, PlayerError

FIRST: Final = 0
"""The side that moves first, called red here in every game."""

RESULTS: Final = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Adjudication and lateness.  Scores are those of the players, in centipawns."""

    late_ms: int = 50
    """A move that exceeds its movetime by this much counts as late."""
    forfeit_ms: int = 2000
    """A move that exceeds its movetime by this much loses the game."""
    patience_s: int = 600
    """Time limit of a move without movetime."""
    resign: tuple[int, int] | None = None
    """(score, count): won after both sides have agreed on at least this score for ``count`` moves each."""
    draw: tuple[int, int, int] | None = None
    """(score, count, ply): drawn after both have seen at most this score for ``count`` moves, from ``ply``
    on."""
    max_plies: int = 500
    """The game is drawn after this many plies, not counting the opening."""


@dataclass
class PlayerStats:
    """Statistics of a player in a game."""

    moves: int = 0
    late: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    nodes: int = 0
    depth: int = 0
    """Sum over all moves."""


@dataclass
class Seat:
    """A player at the board."""

    player: Player
    limits: Limits
    """With clocks, those at the start of the game."""
    stats: PlayerStats = field(default_factory=PlayerStats)
    losing: int = 0
    """Number of moves in a row with a score at which a loss is adjudicated."""
    winning: int = 0
    level: int = 0
    """Number of moves in a row with a score at which a draw is adjudicated."""


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game."""

    red_score: float
    """1, 0.5 or 0."""
    ending: str
    """The termination (``checkmate`` ...), ``resigned``, ``decided``, ``level``, ``max_plies``,
    ``draw_claimed``, ``time_insufficient`` (a flag fell, but the other side cannot win), or the fault of the
    player that lost: ``illegal_move``, ``no_move``, ``crash``, ``time``."""
    moves: str
    """All moves after the opening, in UCI."""
    plies: int
    fault: str | None = None
    """The error of the player that lost, in words."""

    def record(self) -> dict[str, Any]:
        """The game as a record of the log."""
        record = {
            "result": RESULTS[self.red_score],
            "ending": self.ending,
            "plies": self.plies,
            "moves": self.moves,
        }
        return record if self.fault is None else record | {"fault": self.fault}


def play(
    opening: Board,
    red: Seat,
    black: Seat,
    adjudication: Adjudication,
    now: Callable[[], float] = time.perf_counter,
) -> Game:
    """Play a game from the opening to its end.  If a player fails, the other one wins.  ``now`` is the time
    in seconds."""
    return _Play(opening, red, black, adjudication, now).to_the_end()


class _Play:
    def __init__(
        self, opening: Board, red: Seat, black: Seat, adjudication: Adjudication, now: Callable[[], float]
    ) -> None:
        self._now = now
        self._clocks: list[float | None] = [red.limits.wtime, black.limits.btime]
        """Milliseconds left to each side; None without a clock."""
        self._board = opening.copy()
        self._first = opening.ply()
        self._seats = (red, black)
        self._adjudication = adjudication

    def to_the_end(self) -> Game:
        for side, seat in enumerate(self._seats):
            try:
                seat.player.new_game()
            except PlayerError as error:
                return self._lost(side, error.fault, str(error))
        while True:
            game = self._over() or self._move()
            if game is not None:
                return game

    def _over(self) -> Game | None:
        outcome = self._board.outcome()
        if outcome is not None:
            score = 0.5 if outcome.winner is None else float(outcome.winner == FIRST)
            return self._game(score, outcome.termination.value)
        if self._board.ply() - self._first >= self._adjudication.max_plies:
            return self._game(0.5, "max_plies")
        return self._agreed()

    def _agreed(self) -> Game | None:
        """The adjudicated result, if both players have agreed for long enough."""
        red, black = self._seats
        if self._adjudication.resign is not None:
            count = self._adjudication.resign[1]
            if red.winning >= count and black.losing >= count:
                return self._game(1.0, "decided")
            if black.winning >= count and red.losing >= count:
                return self._game(0.0, "decided")
        if self._adjudication.draw is not None and min(red.level, black.level) >= self._adjudication.draw[1]:
            return self._game(0.5, "level")
        return None

    def _move(self) -> Game | None:
        """Let the side to move play; returns the game if this ends it."""
        side = self._board.turn
        seat = self._seats[side]
        limits, deadline = self._limits(side)
        started = self._now()
        try:
            answer = seat.player.go(self._board, limits, deadline)
        except PlayerError as error:
            if error.fault == "time":
                return self._timed_out(side, str(error))
            return self._lost(side, error.fault, str(error))
        except DrawClaimed:
            return self._game(0.5, "draw_claimed")
        seconds = self._now() - started
        self._note(seat, answer, seconds)
        if answer.resigns:
            return self._game(float(side != FIRST), "resigned")
        if seconds > deadline:
            return self._timed_out(side, f"took {seconds:.2f} s for a move, had {deadline:.2f} s")
        self._press_clock(side, seconds)
        if answer.move is None:
            return self._lost(side, "no_move", f"has no move in {self._board.fen()}")
        try:
            self._board.push_uci(answer.move)
        except GameError as error:
            return self._lost(side, "illegal_move", str(error))
        return None

    def _timed_out(self, side: int, fault: str) -> Game:
        """The game of a side whose time is up: a draw if the flag fell and the other side cannot win."""
        if self._clocks[side] is not None and not self._board.can_win(self._board.turn.other):
            return self._game(0.5, "time_insufficient")
        return self._lost(side, "time", fault)

    def _limits(self, side: int) -> tuple[Limits, float]:
        """The limits of a side's move, and the seconds after which the side loses."""
        seat, clock, adjudication = self._seats[side], self._clocks[side], self._adjudication
        if clock is not None:
            clocks = [clock if each is None else each for each in self._clocks]
            return replace(seat.limits, wtime=int(clocks[0]), btime=int(clocks[1])), clock / 1000
        if seat.limits.movetime is not None:
            return seat.limits, (seat.limits.movetime + adjudication.forfeit_ms) / 1000
        return seat.limits, adjudication.patience_s

    def _press_clock(self, side: int, seconds: float) -> None:
        """Take the time of a move from the clock of a side, and add its increment."""
        clock, limits = self._clocks[side], self._seats[side].limits
        if clock is not None:
            self._clocks[side] = clock - seconds * 1000 + (limits.winc if side == FIRST else limits.binc)

    def _note(self, seat: Seat, answer: Answer, seconds: float) -> None:
        """Update the statistics and the adjudication counters after a move."""
        stats, movetime = seat.stats, seat.limits.movetime
        stats.moves += 1
        stats.seconds += seconds
        stats.longest = max(stats.longest, seconds)
        stats.nodes += answer.nodes
        stats.depth += answer.depth
        stats.late += movetime is not None and seconds * 1000 > movetime + self._adjudication.late_ms
        score, adjudication = answer.score, self._adjudication
        lost_at = None if adjudication.resign is None else adjudication.resign[0]
        seat.winning = (
            seat.winning + 1 if score is not None and lost_at is not None and score >= lost_at else 0
        )
        seat.losing = (
            seat.losing + 1 if score is not None and lost_at is not None and score <= -lost_at else 0
        )
        if adjudication.draw is not None:
            level_at, _, from_ply = adjudication.draw
            is_level = score is not None and abs(score) <= level_at and self._board.ply() >= from_ply
            seat.level = seat.level + 1 if is_level else 0

    def _lost(self, side: int, ending: str, fault: str) -> Game:
        return self._game(float(side != FIRST), ending, fault)

    def _game(self, red_score: float, ending: str, fault: str | None = None) -> Game:
        moves = self._board.move_stack[self._first :]
        return Game(red_score, ending, " ".join(move.uci() for move in moves), len(moves), fault)
