"""Players that speak UCI or UCCI, each in a process of its own."""

import time
from collections.abc import Iterator
from typing import Final

from cannonfish.engine.limits import Limits
from cannonfish.games.game import Board
from cannonfish.matches.player import MATE_SCORE, Answer, DrawClaimed, PlayerError
from cannonfish.protocol.terminal.ranks import renumber

from cannonfish_lab.errors import LabError
from cannonfish_lab.players.process import LineProcess
from cannonfish_lab.players.spec import PlayerSpec

READY_SECONDS: Final = 20.0
"""Time for a program to start and to be ready for a game."""
QUIET_DRAW = 100
"""Plies without a capture after which a program with an earlier move limit than ours (ElephantEye) sees a
draw and returns no move."""
NO_MOVE = {"(none)", "0000", "none", "null", ""}


class UciPlayer:
    """A program that speaks UCI in the form of Xiangqi engines.

    After a failure it is ended, and restarted for the next game.
    """

    protocol = "uci"

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
            return self._ask(board, limits, time.monotonic() + deadline)
        except PlayerError:
            self.close()
            raise

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def greet(self) -> None:
        """``uci``, then the options."""
        process = self.process
        process.send(self.protocol)
        self.offered = process.wait_for(f"{self.protocol}ok", READY_SECONDS)
        for name, value in self.spec.options.items():
            process.send(self.setoption(name, value))
        self._synchronise()

    def setoption(self, name: str, value: str) -> str:
        """The command that sets an option."""
        return f"setoption name {name} value {value}"

    def begin(self) -> None:
        """``ucinewgame``."""
        self.process.send("ucinewgame")
        self._synchronise()

    def _synchronise(self) -> None:
        self.process.send("isready")
        self.process.wait_for("readyok", READY_SECONDS)

    def _ask(self, board: Board, limits: Limits, until: float) -> Answer:
        """Send ``position`` and ``go``; read the output up to ``bestmove``."""
        process, ranks = self.process, self.spec.ranks
        process.drop_output()
        position = f"position fen {board.root().fen()}"
        if board.move_stack:
            position += " moves " + " ".join(renumber(move.uci(), ranks) for move in board.move_stack)
        process.send(position)
        process.send(self.command(limits))
        info = SearchInfo()
        while (line := process.read(until)) is not None:
            words = line.split()
            match words[:1]:
                case ["info"]:
                    info.read(words[1:])
                case ["bestmove"]:
                    move = renumber(words[1], -ranks) if len(words) > 1 else ""
                    return info.answer(None if move in NO_MOVE else move, "resign" in words[2:])
                case ["nobestmove"]:
                    if int(board.fen().split()[4]) >= QUIET_DRAW:
                        raise DrawClaimed
                    return info.answer(None)
        raise PlayerError("time", f"{self.spec.name} does not answer")

    def command(self, limits: Limits) -> str:
        """``go`` with the limits."""
        words = ["go"]
        if limits.depth is not None:
            words += ["depth", str(limits.depth)]
        if limits.nodes is not None:
            words += ["nodes", str(limits.nodes)]
        if limits.movetime is not None:
            words += ["movetime", str(limits.movetime)]
        if limits.wtime is not None:
            words += ["wtime", str(limits.wtime), "btime", str(limits.btime)]
            words += ["winc", str(limits.winc), "binc", str(limits.binc)]
        if limits.level is not None:
            raise LabError(
                f"{self.spec.name}: levels are for our own players; set the engine's option instead"
            )
        return " ".join(words)


class UcciPlayer(UciPlayer):
    """A program that speaks UCCI 3.0."""

    protocol = "ucci"
    _counts_milliseconds = False

    def greet(self) -> None:
        """``ucci``, then the options; times are in milliseconds if the program offers that."""
        super().greet()
        self._counts_milliseconds = any("usemillisec" in line for line in self.offered)
        if self._counts_milliseconds:
            self.process.send("setoption usemillisec true")

    def setoption(self, name: str, value: str) -> str:
        """The command that sets an option."""
        return f"setoption {name} {value}"

    def begin(self) -> None:
        """``setoption newgame``; programs that do not know it ignore it."""
        self.process.send("setoption newgame")
        self._synchronise()

    def command(self, limits: Limits) -> str:
        """``go`` with the limit.  UCCI has no time per move, so the clock is set to this time for one
        move."""
        if limits.depth is not None:
            return f"go depth {limits.depth}"
        if limits.nodes is not None:
            return f"go nodes {limits.nodes}"
        if limits.movetime is not None:
            time = limits.movetime if self._counts_milliseconds else max(round(limits.movetime / 1000), 1)
            return f"go time {time} movestogo 1"
        raise LabError(f"{self.spec.name} understands depth, nodes and movetime only")


class SearchInfo:
    """The latest information of a program about its search."""

    def __init__(self) -> None:
        self.depth = self.nodes = 0
        self.score: int | None = None

    def read(self, words: list[str]) -> None:
        """Read the words of an ``info`` line; malformed ones are ignored."""
        rest = iter(words)
        for word in rest:
            match word:
                case "string" | "pv":
                    return
                case "depth":
                    self.depth = _number(next(rest, "")) or self.depth
                case "nodes":
                    self.nodes = _number(next(rest, "")) or self.nodes
                case "score":
                    self._read_score(next(rest, ""), rest)

    def _read_score(self, kind: str, rest: Iterator[str]) -> None:
        if kind == "cp":
            self.score = _number(next(rest, ""))
        elif kind == "mate":
            moves = _number(next(rest, ""))
            self.score = None if moves is None else MATE_SCORE if moves > 0 else -MATE_SCORE
        else:
            self.score = _number(kind)  # UCCI writes only the number

    def answer(self, move: str | None, resigns: bool = False) -> Answer:
        """The answer with this information."""
        return Answer(move, self.score, self.depth, self.nodes, resigns)


def _number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None
