"""Players that speak the Chess Engine Communication Protocol of xboard."""

import re
import time
from typing import Final

from cannonfish.engine.limits import Limits
from cannonfish.games import xiangqi
from cannonfish.games.game import Board
from cannonfish.matches.player import Answer, DrawClaimed, PlayerError

from cannonfish_lab.errors import LabError
from cannonfish_lab.players.text import READY_SECONDS, TextPlayer

FEATURE_SECONDS: Final = 4.0
"""Time for a program to list its features; old programs list none."""
CLAIM_SECONDS: Final = 2.0
"""Time for a move after a draw claim; some programs still make one."""

_FEATURE: Final = re.compile(r'(\w+)=("[^"]*"|\S+)')
_MOVE: Final = re.compile(r"(?:my )?move(?: is)?:?\s+([a-i]\d{1,2}[a-i]\d{1,2})\b", re.ASCII)
_THINKING: Final = re.compile(r"(\d+)[.&+-]?\s+(-?\d+)\s+(\d+)\s+(\d+)\b", re.ASCII)


class CecpPlayer(TextPlayer):
    """A program that speaks xboard's protocol."""

    _features: dict[str, str]
    _sent: int
    _pings: int

    def greet(self) -> None:
        """``xboard``; read the features; set the options."""
        process = self.process
        process.send("xboard")
        process.send("protover 2")
        self._features = {}
        self._pings = 0
        until = time.monotonic() + FEATURE_SECONDS
        while self._features.get("done") != "1" and (line := process.read(until)) is not None:
            if line.startswith("feature"):
                found = dict(_FEATURE.findall(line))
                self._features |= found
                for name in found:
                    process.send(f"accepted {name}")
        for name, value in self.spec.options.items():
            process.send(f"option {name}={value}")

    def begin(self) -> None:
        """``new`` and ``variant xiangqi``; the program waits for moves of both sides."""
        for line in ("new", "variant xiangqi", "force", "post", "easy"):
            self.process.send(line)
        self._sent = 0
        if self._features.get("ping") == "1":
            self._pings += 1
            self.process.send(f"ping {self._pings}")
            self.process.wait_for("pong", READY_SECONDS)

    def ask(self, board: Board, limits: Limits, until: float) -> Answer:
        """Send the new moves and ``go``."""
        if board.root() != xiangqi.Board():
            raise LabError(f"{self.spec.name} begins games at the start position only")
        process = self.process
        process.drop_output()
        if self._sent == 0:
            self._set_clock(limits)
        for move in board.move_stack[self._sent :]:
            process.send(self.theirs(move.uci()))
        self._sent = len(board.move_stack)
        self._limit_move(limits)
        process.send("go")
        depth = nodes = 0
        score: int | None = None
        claim = ""
        while (line := process.read(until)) is not None:
            if move_found := _MOVE.match(line):
                process.send("force")
                self._sent += 1
                return Answer(self.ours(move_found[1]), score, depth, nodes)
            if thinking := _THINKING.match(line):
                depth, score, nodes = int(thinking[1]), int(thinking[2]), int(thinking[4])
            elif line.startswith("1/2-1/2"):
                claim = line
                until = min(until, time.monotonic() + CLAIM_SECONDS)
            elif line.startswith(("resign", "0-1", "1-0")):
                return Answer(None, score, depth, nodes, resigns=True)
            elif line.startswith(("Illegal move", "Error")):
                raise PlayerError("crash", f"{self.spec.name} refuses: {line}")
        if claim:
            raise DrawClaimed(claim)
        raise self.too_late()

    def _set_clock(self, limits: Limits) -> None:
        """Set the clock before the first move: the time for every ``period`` moves.

        The program keeps its own clock, so time saved on one move is available for the next.
        """
        if self.spec.period and limits.movetime is not None:
            seconds = max(round(limits.movetime * self.spec.period / 1000), 1)
            self.process.send(f"level {self.spec.period} {seconds // 60}:{seconds % 60:02} 0")

    def _limit_move(self, limits: Limits) -> None:
        """Limit one move.  ``st`` has whole seconds only, so the clock is also set to the time of this
        move."""
        process = self.process
        if limits.depth is not None:
            process.send(f"sd {limits.depth}")
        if limits.movetime is not None and not self.spec.period:
            process.send(f"st {max(limits.movetime // 1000, 1)}")
            for word in ("time", "otim"):
                process.send(f"{word} {max(limits.movetime // 10, 1)}")
        if limits.depth is None and limits.movetime is None:
            raise LabError(f"{self.spec.name} understands depth and movetime only")
