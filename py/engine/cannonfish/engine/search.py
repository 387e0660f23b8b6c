"""One search from start to end: iterative deepening, its limits, and the choice of the move.

``Search.steps`` is a generator that yields the depths to search, so that its caller decides how to wait for
each iteration.
"""

import time
from collections.abc import Callable, Generator
from dataclasses import replace
from itertools import islice
from typing import Final, TypeAlias

from cannonfish.compiler import ExecutionFailed
from cannonfish.engine.chances import CERTAIN, winning_chances
from cannonfish.engine.endings import RankedMove, best_line, ranked
from cannonfish.engine.info import Chances, Info, Result, Score
from cannonfish.engine.kernel import DEFAULT_ALGORITHM, Kernel, Line
from cannonfish.engine.levels import TABLE_BITS, choose, level_of, on_move, pick
from cannonfish.engine.limits import MATE_SLACK, MAX_DEPTH, Limits, Stability, time_budget
from cannonfish.games.game import Board, Game, Move, Perfect, Tablebase
from cannonfish.games.levels import Level

OnInfo: TypeAlias = Callable[[Info], None]

Steps: TypeAlias = Generator[int, int | None, Result]
"""Yields depths, is sent the score of each iteration (None: stopped), returns the result."""

ILLEGAL_MOVE: Final = "the search chose an illegal move"
"""The beginning of the error message for a fault of an edited search."""
NO_LIMIT: Final = 0
WHOLE_TABLE: Final = 31
PROBE_LIMIT: Final = 12
"""The most pieces with which the search probes tables of endings; with more it hardly reaches one."""
ENDING_PV: Final = 12
"""Moves of a principal variation that is taken from tables of endings."""


class Search:
    """One search.  ``steps`` runs it, ``request_stop`` ends it early."""

    def __init__(
        self,
        game: Game,
        board: Board,
        limits: Limits,
        on_info: OnInfo | None,
        endings: Tablebase | None = None,
    ) -> None:
        self._game = game
        self._board = board
        self._limits = limits
        self._level: Level | None = None
        self._plays_mates = False
        if limits.level is not None:
            level = level_of(game, limits.level)
            self._level = on_move(level, limits.seed, board.fen())
            self._plays_mates = level.mates
        self._on_info = on_info
        self._legal = list(board.legal_moves)
        wanted = [move for move in self._legal if move.uci() in limits.searchmoves]
        self._winning, self._candidates = self._judge_repetitions(wanted or self._legal)
        self._endings = endings
        # Levels below full strength, and the plain algorithms, play without tables of endings.
        weak = self._level is not None and self._level.choices > 1
        self._uses_endings = endings is not None and not weak and not self.needs_algorithms
        self._ranked = self._rank(wanted or self._legal)
        if self._ranked:
            best = self._ranked[0].order
            self._candidates = [each.move for each in self._ranked if each.order == best]
        self._ending_hits = 0
        self._continued: dict[tuple[Move, ...], tuple[Move, ...]] = {}
        self._budget = time_budget(limits, board.turn)
        self._stability = Stability()
        self._started = time.monotonic()
        self._pondering = limits.ponder
        self._clock_started = self._started
        self._stop = False
        self._cut_short = False
        self._last_info: Info | None = None
        # Lines of the last completed iteration, and the best line of an iteration that was stopped after it.
        self._depth = 0
        self._lines: list[Line] = []
        self._partial: Line | None = None

    def _judge_repetitions(self, moves: list[Move]) -> tuple[Move | None, list[Move]]:
        """A move that wins by the repetition rules, if any, and the moves that do not lose by them.

        If all moves lose, all are returned.  The search itself ends a line at the second occurrence already.
        """
        outcomes_of = self._game.repetition_outcomes
        endings = {} if outcomes_of is None else outcomes_of(self._board)
        mover = self._board.turn
        wins = (move for move in moves if endings.get(move) is mover)
        safe = [move for move in moves if endings.get(move) in (None, mover)]
        return next(wins, None), safe or moves

    def _rank(self, moves: list[Move]) -> list[RankedMove]:
        """The moves ranked by tables of endings; empty without a table."""
        if self._endings is None or not self._uses_endings:
            return []
        if self._board.is_insufficient_material():
            return []
        return ranked(self._game, self._board, self._endings, moves) or []

    def request_stop(self) -> None:
        """End the search as soon as possible."""
        self._stop = True

    @property
    def stop_requested(self) -> bool:
        """True after request_stop()."""
        return self._stop

    @property
    def needs_algorithms(self) -> bool:
        """True if the search uses one of the plain algorithms."""
        return self._limits.algorithm != DEFAULT_ALGORITHM

    def ponderhit(self) -> None:
        """Start our own clock: the opponent has played the expected move."""
        if self._pondering:
            self._pondering = False
            self._clock_started = time.monotonic()

    @property
    def overdue(self) -> bool:
        """True if a search that started by pondering has used up its time; the kernel has no deadline."""
        hard = self._budget.hard
        if not self._limits.ponder or self._pondering or hard is None:
            return False
        return (time.monotonic() - self._clock_started) * 1000 >= hard

    def result_without_search(self) -> Result | None:
        """The result if no search is needed, else None.

        That is the case if the game is over, a repetition wins it, the tables of endings have a win or only
        losses, the opening book has a move, or the level plays perfectly or may not miss a win in one.  A
        repetition or the move limit does not count as the end here: the interface decides that, and
        interfaces differ.
        """
        if not self._legal or self._board.is_insufficient_material():
            outcome = self._board.outcome()
            lost = outcome is not None and outcome.winner is not None
            return self._finish((), Score(mate=0) if lost else Score(cp=0), 0, 0, 0)
        if self._level is not None and self._level.perfect and self._game.solved is not None:
            return self._perfect_answer(self._game.solved.play(self._board, self._candidates))
        if self._winning is not None:
            return self._finish((self._winning,), Score(rule=1), 1, 1, 1)
        if self._ranked and self._ranked[0].is_decided:
            return self._decided_answer()
        book_move = self._book_move()
        if book_move is not None:
            return self._finish((book_move,), Score(cp=0), 1, 1, 1, book=True)
        if self._plays_mates:
            for tried, move in enumerate(self._candidates, 1):
                if self._wins_at_once(move):
                    return self._finish((move,), Score(mate=1), 1, 1, tried)
        return None

    def steps(self, kernel: Kernel) -> Steps:
        """The whole search.

        If the kernel fails, the search can be restarted with another one: nodes restart, the time runs on.
        """
        self._depth, self._lines, self._partial = 0, [], None
        # A level plays the same move whatever was searched before, and in a table of any larger size.
        if self._level is not None:
            kernel.clear()
        kernel.limit_table(WHOLE_TABLE if self._level is None else TABLE_BITS)
        kernel.set_algorithm(self._limits.algorithm)
        without = [move for move in self._legal if move not in self._candidates]
        nodes = self._node_limit()
        kernel.start_search(
            self._board,
            nodes,
            self._milliseconds_left(),
            helped=self._limits.allows_threads,
            asks_endings=self._uses_endings and len(self._board.piece_map()) <= PROBE_LIMIT,
            without=without,
        )
        for depth in range(1, self._depth_limit() + 1):
            lines: list[Line] = []
            for rank in range(self._width()):
                self._exclude(kernel, lines)
                if (yield depth) is None:
                    self._stop = self._stop or kernel.stopped
                    self._cut_short = not self._stop and not 0 < self._node_limit() <= kernel.nodes
                    if rank == 0 and len(self._lines) <= 1:
                        self._partial = self._best_line(kernel)
                    self._lines = self._lines or sorted(lines, key=lambda line: line[0], reverse=True)
                    return self._conclude(kernel)
                line = self._best_line(kernel)
                if line is None:
                    raise ExecutionFailed("the search found no move")
                lines.append(line)
            self._depth = depth
            self._lines = sorted(lines, key=lambda line: line[0], reverse=True)
            self._ending_hits = kernel.ending_hits
            self._stability.note(self._lines[0][1][0])
            self._report(kernel)
            if self._is_enough(kernel):
                break
        return self._conclude(kernel)

    def _best_line(self, kernel: Kernel) -> Line | None:
        """The kernel's best line.  ExecutionFailed if its first move is illegal."""
        line = kernel.best_line(self._board)
        if line is not None and (not line[1] or line[1][0] not in self._legal):
            raise ExecutionFailed(f"{ILLEGAL_MOVE} ({', '.join(map(str, line[1][:1]))})")
        return line

    # --- limits ---------------------------------------------------------------------------------------------

    def _depth_limit(self) -> int:
        depth = self._limits.depth or MAX_DEPTH
        if self._limits.mate is not None and self._limits.depth is None:
            depth = min(2 * self._limits.mate + MATE_SLACK, MAX_DEPTH)
        return depth if self._level is None else min(depth, self._level.depth)

    def _node_limit(self) -> int:
        limits = [self._limits.nodes, None if self._level is None else self._level.nodes]
        return min((limit for limit in limits if limit is not None), default=NO_LIMIT)

    def _milliseconds_left(self) -> int:
        hard = self._budget.hard
        return NO_LIMIT if hard is None or self._limits.ponder else max(hard - self._elapsed(), 1)

    def _elapsed(self) -> int:
        return int((time.monotonic() - self._started) * 1000)

    def _width(self) -> int:
        """The number of lines to search."""
        choices = 1 if self._level is None else self._level.choices
        return min(max(self._limits.multipv, choices), len(self._candidates))

    def _exclude(self, kernel: Kernel, lines: list[Line]) -> None:
        """Leave out at the root all moves but the candidates without a line."""
        if self._width() > 1 or len(self._candidates) < len(self._legal):
            wanted = set(self._candidates).difference(pv[0] for _, pv in lines)
            kernel.exclude_root_moves(move for move in self._legal if move not in wanted)

    def _is_enough(self, kernel: Kernel) -> bool:
        """True if no further iteration is wanted or worth its time."""
        mate = kernel.score(self._lines[0][0]).mate
        if self._stop:
            return True
        if self._pondering:
            return False
        if self._limits.mate is not None and mate is not None and 0 < mate <= self._limits.mate:
            return True
        if self._budget.soft is None:
            return False
        if len(self._candidates) == 1 or mate is not None:
            return True
        self._cut_short = self._elapsed() >= self._budget.soft * self._stability.share()
        return self._cut_short

    # --- answers --------------------------------------------------------------------------------------------

    def _perfect_answer(self, play: Perfect) -> Result:
        """One of the moves of perfect play, chosen at random."""
        among = choose([0] * len(play.moves), 1, self._limits.seed, self._board.fen())
        score = Score(cp=0)
        if play.distance is not None:
            moves = (play.distance + 1) // 2
            score = Score(mate=moves if play.wins else -moves)
        return self._finish((play.moves[among],), score, 1, 1, len(self._candidates))

    def _decided_answer(self) -> Result:
        """The best move by the tables of endings, after as many lines as were asked for."""
        assert self._endings is not None
        certain = (each for each in self._ranked if each.is_exact)
        infos = []
        for number, each in enumerate(islice(certain, self._limits.multipv), 1):
            pv = best_line(self._board, self._endings, each.move, ENDING_PV)
            depth = min(each.plies or 1, MAX_DEPTH)
            infos.append(replace(self._info(pv, each.score, depth, depth, 0), multipv=number))
            if self._on_info is not None:
                self._on_info(infos[-1])
        pv = infos[0].pv
        return Result(pv[0], pv[1] if len(pv) > 1 else None, infos[0])

    def _book_move(self) -> Move | None:
        """A move of the opening book, or None."""
        limits = self._limits
        if not limits.book or limits.infinite or limits.ponder or limits.mate or self._game.openings is None:
            return None
        known = [pair for pair in self._game.openings.moves(self._board) if pair[0] in self._candidates]
        if not known:
            return None
        chosen = pick([weight for _, weight in known], limits.seed, self._board.fen())
        move: Move = known[chosen][0]
        return move

    def _wins_at_once(self, move: Move) -> bool:
        mover = self._board.turn
        self._board.push(move)
        outcome = self._board.outcome()
        self._board.pop()
        return outcome is not None and outcome.winner is mover

    def _conclude(self, kernel: Kernel) -> Result:
        self._ending_hits = kernel.ending_hits
        score, pv = self._chosen_line()
        result = self._finish(pv, self._score(kernel, score), self._depth, kernel.seldepth, kernel.nodes)
        cut_short = self._cut_short and self._level is not None and self._depth < self._depth_limit()
        return replace(result, info=replace(result.info, cut_short=cut_short))

    def _score(self, kernel: Kernel, value: int) -> Score:
        """The score of a line; by the tables of endings, if they know it."""
        return self._ranked[0].score if self._is_exact else kernel.score(value)

    @property
    def _is_exact(self) -> bool:
        """True if the tables of endings prove the score of every candidate."""
        return bool(self._ranked) and self._ranked[0].is_exact

    def _chosen_line(self) -> Line:
        lines, partial = self._lines, self._partial
        if partial is not None and (not lines or partial[1][0] != lines[0][1][0]):
            return partial
        if not lines:
            return 0, (self._candidates[0],)
        if self._level is None or not self._level.score_noise:
            return lines[0]
        scores = [score for score, _ in lines]
        return lines[choose(scores, self._level.score_noise, self._limits.seed, self._board.fen())]

    def _report(self, kernel: Kernel) -> None:
        """Report a completed iteration, one Info for each line that was asked for."""
        for rank, (score, pv) in enumerate(self._lines[: self._limits.multipv], 1):
            info = self._info(pv, self._score(kernel, score), self._depth, kernel.seldepth, kernel.nodes)
            self._last_info = replace(info, multipv=rank)
            if self._on_info is not None:
                self._on_info(self._last_info)

    def _finish(
        self, pv: tuple[Move, ...], score: Score, depth: int, seldepth: int, nodes: int, book: bool = False
    ) -> Result:
        """The result.  Its Info is reported, too, unless it repeats the last one."""
        info = replace(self._info(pv, score, depth, seldepth, nodes), book=book)
        repeated = self._last_info is not None and _without_time(self._last_info) == _without_time(info)
        if self._on_info is not None and not repeated:
            self._on_info(info)
        return Result(pv[0] if pv else None, pv[1] if len(pv) > 1 else None, info)

    def _info(self, pv: tuple[Move, ...], score: Score, depth: int, seldepth: int, nodes: int) -> Info:
        elapsed = self._elapsed()
        nps = nodes * 1000 // max(elapsed, 1)
        drawn = self._is_exact and score.mate is None
        chances = Chances(0, CERTAIN, 0) if drawn else winning_chances(self._game, score)
        if self._ending_hits and score.mate is not None:
            pv = self._to_the_end(pv, 2 * abs(score.mate))
        return Info(
            depth,
            seldepth,
            score,
            nodes,
            nps,
            elapsed,
            pv,
            chances=chances,
            exact=self._is_exact,
            tbhits=len(self._ranked) + self._ending_hits,
        )

    def _to_the_end(self, pv: tuple[Move, ...], length: int) -> tuple[Move, ...]:
        """A line that ends where the search met a table of endings, continued by the table."""
        assert self._endings is not None
        missing = min(length - len(pv), ENDING_PV)
        if missing <= 0:
            return pv
        if pv not in self._continued:
            board = self._board.copy()
            board.push_line([move.uci() for move in pv[:-1]])
            self._continued[pv] = (*pv[:-1], *best_line(board, self._endings, pv[-1], 1 + missing))
        return self._continued[pv]


def _without_time(info: Info) -> Info:
    return replace(info, time_ms=0, nps=0)
