"""Players that speak UCI or UCCI."""

from collections.abc import Iterator

from cannonfish.engine.limits import Limits
from cannonfish.games.game import Board
from cannonfish.matches.player import MATE_SCORE, Answer, DrawClaimed

from cannonfish_lab.errors import LabError
from cannonfish_lab.players.text import READY_SECONDS, TextPlayer

QUIET_DRAW = 100
"""Plies without a capture after which a program with an earlier move limit than ours (ElephantEye) sees a
draw and returns no move."""
NO_MOVE = {"(none)", "0000", "none", "null", ""}


class UciPlayer(TextPlayer):
    """A program that speaks UCI in the form of Xiangqi engines."""

    protocol = "uci"

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

    def ask(self, board: Board, limits: Limits, until: float) -> Answer:
        """Send ``position`` and ``go``; read the output up to ``bestmove``."""
        process = self.process
        process.drop_output()
        position = f"position fen {board.root().fen()}"
        if board.move_stack:
            position += " moves " + " ".join(self.theirs(move.uci()) for move in board.move_stack)
        process.send(position)
        process.send(self.command(limits))
        info = SearchInfo()
        while (line := process.read(until)) is not None:
            words = line.split()
            match words[:1]:
                case ["info"]:
                    info.read(words[1:])
                case ["bestmove"]:
                    move = self.ours(words[1]) if len(words) > 1 else ""
                    return info.answer(None if move in NO_MOVE else move, "resign" in words[2:])
                case ["nobestmove"]:
                    if int(board.fen().split()[4]) >= QUIET_DRAW:
                        raise DrawClaimed
                    return info.answer(None)
        raise self.too_late()

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
