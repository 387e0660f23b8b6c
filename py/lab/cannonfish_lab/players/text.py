"""The common part of players behind a pipe: restart after a failure, and the format of moves."""

import time
from abc import ABC, abstractmethod
from typing import Final

from cannonfish.engine.limits import Limits
from cannonfish.games.game import Board
from cannonfish.matches.player import Answer, PlayerError
from cannonfish.protocol.ranks import renumber

from cannonfish_lab.players.process import LineProcess
from cannonfish_lab.players.spec import PlayerSpec

READY_SECONDS: Final = 20.0
"""Time for a program to start and to be ready for a game."""


class TextPlayer(ABC):
    """A program that plays.  After a failure it is ended, and restarted for the next game."""

    def __init__(self, spec: PlayerSpec) -> None:
        self.spec = spec
        self._process: LineProcess | None = None

    @property
    def process(self) -> LineProcess:
        """The running program, started on first use."""
        if self._process is None:
            self._process = LineProcess(self.spec.command, self.spec.folder)
            self.greet()
        return self._process

    @abstractmethod
    def greet(self) -> None:
        """Agree on the protocol and set the options."""

    @abstractmethod
    def begin(self) -> None:
        """Begin a game."""

    @abstractmethod
    def ask(self, board: Board, limits: Limits, until: float) -> Answer:
        """Ask for a move and wait for it, at most until the time ``until`` (``time.monotonic``)."""

    def new_game(self) -> None:
        """Begin a game, with a new process if the last one failed."""
        try:
            self.begin()
        except PlayerError:
            self.close()
            raise

    def go(self, board: Board, limits: Limits, deadline: float) -> Answer:
        """Choose a move; a program that fails or is too late is ended."""
        try:
            return self.ask(board, limits, time.monotonic() + deadline)
        except PlayerError:
            self.close()
            raise

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def too_late(self) -> PlayerError:
        """The error of a program that does not answer."""
        return PlayerError("time", f"{self.spec.name} does not answer")

    def theirs(self, move: str) -> str:
        """Our move in the program's notation."""
        return renumber(move, self.spec.ranks)

    def ours(self, move: str) -> str:
        """The program's move in our notation."""
        return renumber(move, -self.spec.ranks)
