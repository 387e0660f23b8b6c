"""The engine in a terminal: UCCI 3.0, the protocol of Chinese interfaces for Xiangqi.

What differs from UCI: options are set as ``setoption NAME VALUE``; the clock is that of the side to move and
counts seconds unless ``usemillisec`` says otherwise; ``banmoves`` names moves that the referee forbids; where
there is no move to play the answer is ``nobestmove``; ``probe`` asks what the table knows about a position.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final

from cannonfish import __version__
from cannonfish.engine import DEFAULT_HASH, EXECUTIONS, MAX_HASH, MIN_HASH, Info, Score
from cannonfish.engine.limits import ALGORITHMS, LEVELS, MAX_DEPTH, MAX_NODES, MAX_TIME, Limits
from cannonfish.errors import clip
from cannonfish.games.game import Move
from cannonfish.protocol.options import Button, Check, Choice, Number, Option
from cannonfish.protocol.session import Command, CommandError, Session, whole_number

MATE_SCORE: Final = 10_000
"""UCCI knows no word for mate: a win in N moves is this much, less N."""
GO_WORDS: Final = ("ponder", "draw")
"""Words of ``go`` that stand before the rest; the second says that a draw was offered."""
OPPONENT: Final = ("opptime", "oppmovestogo", "oppincrement")
"""Words with a number about the other side's clock, which does not matter to us."""


class UcciSession(Session):
    """A conversation in UCCI."""

    protocol = "ucci"
    others = ("uci",)
    last_word = "bye"

    def _known_commands(self) -> dict[str, Command]:
        self._milliseconds = False
        self._banned: frozenset[str] = frozenset()
        return {
            "ucci": self._ucci,
            "isready": self._isready,
            "setoption": self._setoption,
            "position": self._new_position,
            "banmoves": self._banmoves,
            "go": self._go,
            "ponderhit": lambda _: None,
            "stop": lambda _: None,
            "probe": self._probe,
        }

    # --- commands -------------------------------------------------------------------------------------------

    def _ucci(self, _: list[str]) -> None:
        self._write(f"id name Cannonfish {__version__}")
        self._write("id author the Cannonfish developers")
        for option in self._options.values():
            self._write(option.offer().replace("option name ", "option ", 1))
        self._write("ucciok")

    def _isready(self, _: list[str]) -> None:
        self.prepare()
        self._write("readyok")

    def _setoption(self, words: list[str]) -> None:
        """Options that we do not have are passed over: interfaces set everything that they know of."""
        if not words:
            raise CommandError("setoption: expected the option, then maybe its value")
        option = self._options.get(words[0].lower())
        if option is not None:
            self._set_option(option, " ".join(words[1:]))

    def _new_position(self, words: list[str]) -> None:
        self._banned = frozenset()
        self._position(words)

    def _banmoves(self, words: list[str]) -> None:
        self._require_legal("banmoves", words)
        self._banned = frozenset(words)

    def _go(self, words: list[str]) -> None:
        rest = deque(words)
        said = set()
        while rest and rest[0] in GO_WORDS:
            said.add(rest.popleft())
        limits = self._limits(rest, "ponder" in said)
        if limits is None:
            self._answer(None, None)
        else:
            self._search(limits)

    def _limits(self, rest: deque[str], ponder: bool) -> Limits | None:
        """What ``go`` asks for; None if every move is banned."""
        numbers: dict[str, int] = {}
        infinite = False
        unit = 1 if self._milliseconds else 1000
        own = ("btime", "binc") if self._engine.board.turn else ("wtime", "winc")
        while rest:
            word = rest.popleft()
            value = rest.popleft() if rest else ""
            if word == "infinite" or (word == "depth" and value == "infinite"):
                infinite = True
                if word == "infinite" and value:
                    rest.appendleft(value)
                continue
            number = whole_number(f"go: {word}", value) if word in _NUMBERS else 0
            match word:
                case "depth":
                    numbers["depth"] = min(number, MAX_DEPTH)
                case "nodes":
                    numbers["nodes"] = min(number, MAX_NODES)
                case "time":
                    numbers[own[0]] = min(number * unit, MAX_TIME)
                case "increment":
                    numbers[own[1]] = min(number * unit, MAX_TIME)
                case "movestogo":
                    numbers["movestogo"] = min(number, 1000)
                case _ if word not in OPPONENT:
                    raise CommandError(f"go: unknown word {clip(word)!r}")
        legal = [move.uci() for move in self._engine.board.legal_moves]
        allowed = [move for move in legal if move not in self._banned]
        if legal and not allowed:
            return None
        return Limits(
            **numbers,
            infinite=infinite,
            ponder=ponder,
            searchmoves=tuple(allowed) if self._banned else (),
            algorithm=self._algorithm,
            book=self._book,
            seed=self._games,
            level=self._level,
        )

    def _probe(self, words: list[str]) -> None:
        """``pophash``, with the best move and the bounds that the table knows, if it knows any."""
        old = self._engine.board
        try:
            self._position(words)
            memory = self._engine.probe()
        finally:
            self._engine.position(old.root().fen(), [move.uci() for move in old.move_stack])
        line = "pophash"
        if memory is not None:
            line += f" bestmove {memory.move}" if memory.move else ""
            for name, score in (("lowerbound", memory.lower_bound), ("upperbound", memory.upper_bound)):
                if score is not None:
                    line += f" {name} {_score(score)} depth {memory.depth}"
        self._write(line)

    def _require_legal(self, command: str, moves: Iterable[str]) -> None:
        legal = {move.uci() for move in self._engine.board.legal_moves}
        for text in moves:
            if text not in legal:
                raise CommandError(f"{command}: {clip(text)!r} is not legal here")

    # --- answers --------------------------------------------------------------------------------------------

    def _say(self, sentence: str) -> None:
        self._write("info message " + " ".join(sentence.split()))

    def _write_info(self, info: Info) -> None:
        self._write(f"info time {info.time_ms} nodes {info.nodes}")
        line = f"info depth {info.depth} score {_score(info.score)}"
        if info.pv:
            line += " pv " + " ".join(move.uci() for move in info.pv)
        self._write(line)

    def _answer(self, best: Move | None, ponder: Move | None) -> None:
        if best is None:
            self._write("nobestmove")
        else:
            self._write(f"bestmove {best}" + (f" ponder {ponder}" if ponder else ""))

    # --- options --------------------------------------------------------------------------------------------

    def _offered_options(self) -> list[Option]:
        return [
            Check("usemillisec", False, self._set_milliseconds),
            # Commands that come during a search wait for its end, whatever is said here.
            Check("batch", True, lambda _: None),
            Check("ponder", False, lambda _: None),
            Number("hashsize", MIN_HASH, MAX_HASH, DEFAULT_HASH, lambda size: self._engine.set_hash(size)),
            Choice("execution", EXECUTIONS, "auto", lambda name: self._engine.set_execution(name)),
            Number("skilllevel", LEVELS[0], LEVELS[-1], 0, self._set_level),
            Choice("algorithm", ALGORITHMS, ALGORITHMS[0], self._set_algorithm),
            Check("usebook", False, self._set_book),
            Button("newgame", self._new_game),
        ]

    def _set_milliseconds(self, on: bool) -> None:
        self._milliseconds = on


_NUMBERS: Final = ("depth", "nodes", "time", "increment", "movestogo", *OPPONENT)


def _score(score: Score) -> int:
    if score.mate is None:
        return score.centipawns()
    return MATE_SCORE - score.mate if score.mate > 0 else -MATE_SCORE - score.mate
