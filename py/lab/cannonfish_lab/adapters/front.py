"""A small UCI front end for a program whose search can be interrupted.

A signal ends the search at its time limit by raising an exception; the move of the last finished iteration is
played.  This favours slow programs, many of which check the clock between iterations only.  The first
iteration is always finished.
"""

import signal
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final

from cannonfish.games.xiangqi import STARTING_FEN

OVERHEAD: Final = 0.015
"""Seconds of each movetime reserved for the work around the search."""
SHORTEST: Final = 0.005
AGAIN: Final = 0.05
"""Seconds between repeated alarms: an exception raised in a destructor is lost."""


class Enough(BaseException):
    """Raised inside a search at its limit.  A BaseException, so that ``except Exception`` does not catch
    it."""


class SearchRun:
    """One search, with its clock and its best move."""

    def __init__(self, limits: dict[str, int]) -> None:
        self._limits = limits
        self._started = time.perf_counter()
        self._late = False
        self.best: str | None = None
        self.over = False
        self._speaking = False

    def start(self) -> None:
        """Start the clock.  The program calls this when it is ready to search."""
        self._started = time.perf_counter()
        if "movetime" in self._limits:
            seconds = self._limits["movetime"] / 1000 - OVERHEAD
            signal.setitimer(signal.ITIMER_REAL, max(seconds, SHORTEST), AGAIN)

    def alarm(self, *_: object) -> None:
        """The time is up."""
        self._late = True
        if self.best is not None and not self._speaking and not self.over:
            raise Enough

    def tell(self, depth: int, score: int, nodes: int, move: str | None) -> None:
        """Report an iteration and its best move.  The program calls this after each iteration."""
        self._speaking = True  # no exception in the middle of a line
        self.best = move or self.best
        milliseconds = int((time.perf_counter() - self._started) * 1000)
        _say(f"info depth {depth} score cp {score} nodes {nodes} time {milliseconds}")
        self._speaking = False
        reached = depth >= self._limits.get("depth", depth + 1)
        reached |= nodes >= self._limits.get("nodes", nodes + 1)
        if self._late or reached:
            raise Enough


class Program(ABC):
    """The interface of a program.  Moves are in UCI, with ranks 0-9."""

    name: str

    @abstractmethod
    def new_game(self) -> None:
        """Forget the last game."""

    @abstractmethod
    def position(self, fen: str, moves: list[str]) -> None:
        """Set up a position and play the moves."""

    @abstractmethod
    def search(self, run: SearchRun) -> None:
        """Start the run, and report every iteration to it until the search is complete.

        Exceptions raised by the run must not be caught.
        """


def serve(program: Program, lines: Iterable[str] = sys.stdin) -> None:
    """Answer UCI commands until ``quit`` or the end of input."""
    for line in lines:
        match line.split():
            case ["uci"]:
                _say(f"id name {program.name}", "uciok")
            case ["isready"]:
                _say("readyok")
            case ["ucinewgame"]:
                program.new_game()
            case ["position", *words]:
                fields, _, moves = " ".join(words).partition(" moves")
                fen = STARTING_FEN if fields == "startpos" else fields.removeprefix("fen ")
                program.position(fen, moves.split())
            case ["go", *words]:
                _go(program, dict(zip(words[::2], map(int, words[1::2]), strict=True)))
            case ["quit"]:
                return


def _go(program: Program, limits: dict[str, int]) -> None:
    if not limits.keys() & {"movetime", "depth", "nodes"}:
        sys.exit("this front end knows no clocks: give movetime, depth or nodes")
    run = SearchRun(limits)
    signal.signal(signal.SIGALRM, run.alarm)
    try:
        try:
            program.search(run)
        finally:
            run.over = True
    except Enough:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    _say(f"bestmove {run.best or '(none)'}")


def _say(*lines: str) -> None:
    print("\n".join(lines), flush=True)
