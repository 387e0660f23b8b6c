"""Players that speak UCI or UCCI, each in a process of its own."""

import os
import shlex
import sys
from pathlib import Path
from string import Template
from typing import Final

import cannonfish
from cannonfish import uci
from cannonfish.engine.limits import Limits
from cannonfish.errors import InvalidLimitsError
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board
from cannonfish.matches.player import Answer, DrawClaimed, PlayerError

from cannonfish_lab.errors import LabError
from cannonfish_lab.players.own import centipawns
from cannonfish_lab.players.spec import PlayerSpec

READY_SECONDS: Final = 20.0
"""Time for a program to start and to be ready for a game."""
QUIET_DRAW: Final = 100
"""Plies without a capture after which a program with an earlier move limit than ours (ElephantEye) sees a
draw and returns no move."""
_FAULTS: Final[dict[type[uci.EngineError], str]] = {
    uci.EngineTerminatedError: "crash",
    uci.EngineTimeoutError: "time",
    uci.EngineMoveError: "illegal_move",
}

# On the path, so that our own engine starts in any folder, installed or not.
_PACKAGE: Final = str(Path(cannonfish.__file__ or "").parents[1])


def surroundings() -> dict[str, str]:
    """The environment variables of the programs."""
    path = os.pathsep.join(filter(None, [os.environ.get("PATH", os.defpath), os.environ.get("PEERS")]))
    python_path = os.pathsep.join(filter(None, [_PACKAGE, os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHON": sys.executable, "PATH": path, "PYTHONPATH": python_path}


def fill_in(text: str) -> str:
    """Replace $NAME by environment variables.  LabError for one that is not set, or a $ without a name."""
    try:
        return Template(text).substitute(surroundings())
    except KeyError as error:
        raise LabError(f"{text!r} needs the environment variable {error}") from None
    except ValueError:
        raise LabError(f"{text!r} has a $ without a name; write $$ for a plain $") from None


class UciPlayer:
    """A program that speaks UCI or UCCI.  After a failure it is ended, and restarted for the next game.

    LabError if it cannot be started, or does not understand its options or limits.
    """

    def __init__(self, spec: PlayerSpec) -> None:
        self.spec = spec
        self._engine: uci.Engine | None = None
        self._game = object()

    def new_game(self) -> None:
        """Begin a game, with a new process if the last one failed."""
        self._game = object()
        try:
            if self._engine is None:
                self._engine = self._started()
                self._engine.configure(self.spec.options)
            self._engine.prepare(GAMES[self.spec.game].new_board(None), game=self._game)
        except uci.EngineError as error:
            raise self._failed(error) from None

    def _started(self) -> uci.Engine:
        spec = self.spec
        try:
            words = shlex.split(spec.command)
        except ValueError as error:
            raise LabError(f"the command {spec.command!r} cannot be read: {error}") from None
        folder = fill_in(spec.folder) if spec.folder else None
        return uci.Engine.open(
            [fill_in(word) for word in words],
            protocol=spec.protocol,
            ranks=spec.ranks,
            timeout=READY_SECONDS,
            cwd=folder,
            env=surroundings(),
        )

    def go(self, board: Board, limits: Limits, deadline: float) -> Answer:
        """Choose a move; a program that fails or is too late is ended."""
        if self._engine is None:
            self.new_game()
        assert self._engine is not None
        try:
            result = self._engine.play(board, limits, game=self._game, timeout=deadline)
        except uci.EngineError as error:
            raise self._failed(error) from None
        except InvalidLimitsError as error:
            raise LabError(f"{self.spec.name}: {error}") from None
        gives_up = result.move is None and not result.resigned
        if gives_up and self.spec.protocol == "ucci" and board.halfmove_clock >= QUIET_DRAW:
            raise DrawClaimed
        score = result.info.score
        return Answer(
            None if result.move is None else result.move.uci(),
            None if score == uci.Score() else centipawns(score),
            result.info.depth,
            result.info.nodes,
            result.resigned,
        )

    def _failed(self, error: uci.EngineError) -> Exception:
        """End the program; the error for the match."""
        self.close()
        fault = _FAULTS.get(type(error))
        return LabError(str(error)) if fault is None else PlayerError(fault, str(error))

    def close(self) -> None:
        """End the program."""
        if self._engine is not None:
            self._engine.quit()
            self._engine = None
