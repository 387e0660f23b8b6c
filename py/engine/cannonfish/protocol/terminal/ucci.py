"""UCCI 3.0, the protocol of Chinese interfaces for Xiangqi (http://www.xqbase.com/protocol/cchess_ucci.htm).

The differences from UCI: options are set with ``setoption NAME VALUE``; ``time`` is the clock of the side to
move, in seconds unless ``usemillisec`` is set; ``banmoves`` gives moves that the referee forbids; without a
move to play the answer is ``nobestmove``; ``probe`` asks for the transposition table's entry of a position.
"""

from collections import deque
from collections.abc import Iterable
from typing import Any, Final

from cannonfish import __version__
from cannonfish.engine import DEFAULT_HASH, EXECUTIONS, MAX_HASH, MAX_THREADS, MIN_HASH, Info
from cannonfish.engine.limits import ALGORITHMS, MAX_LEVEL
from cannonfish.errors import clip
from cannonfish.games.game import Move
from cannonfish.protocol.terminal.options import Button, Check, Choice, Number, Option, Text
from cannonfish.protocol.terminal.session import Command, CommandError, Session, ignored, limit, next_value

MATE_SCORE: Final = 10_000
"""The score of a mate in 0: UCCI has no word for mate, so a mate in N moves is N less."""
OPPONENT: Final = ("opptime", "oppmovestogo", "oppincrement")
"""Words of ``go``, each with a number, about the clock of the other side, which is not used."""
GO_WORDS: Final = frozenset(
    {"ponder", "draw", "infinite", "depth", "nodes", "time", "increment", "movestogo", *OPPONENT}
)
"""The words of ``go``; ``draw`` says that the opponent offers a draw."""


class UcciSession(Session):
    """A session in UCCI."""

    protocol = "ucci"
    other_protocols = ("uci",)
    quit_reply = "bye"

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
            # "The engine had better answer `nobestmove`, lest the interface wait for ever" (UCCI 3.0, 3).
            "stop": lambda _: self._answer(None, None),
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
        """Set an option; unknown ones are ignored, because interfaces set all that they know."""
        if not words:
            raise CommandError("setoption: expected the option, then maybe its value")
        option = self._options.get(words[0].lower())
        if option is not None:
            self._set_option(option, " ".join(words[1:]))

    def _new_position(self, words: list[str]) -> None:
        self._banned = frozenset()
        self._position(words)

    def _banmoves(self, words: list[str]) -> None:
        self._require_position("banmoves")
        self._require_legal("banmoves", words)
        self._banned = frozenset(words)

    def _go(self, words: list[str]) -> None:
        legal = {move.uci() for move in self._engine.board.legal_moves}
        if legal and legal <= self._banned:
            self._answer(None, None)
        else:
            self._search(*self._parse_go(words))

    def _parse_go(self, words: list[str]) -> tuple[dict[str, Any], list[str]]:
        """The limits that a ``go`` gives, and its faults."""
        given: dict[str, Any] = {}
        faults: list[str] = []
        unknown: list[str] = []
        clock, increment = ("wtime", "winc") if self._engine.board.turn else ("btime", "binc")
        unit = 1 if self._milliseconds else 1000
        rest = deque(words)
        while rest:
            word = rest.popleft()
            if word in ("ponder", "infinite"):
                given[word] = True
            elif word == "depth" and rest and rest[0] == "infinite":
                continue
            elif word in ("depth", "nodes", "movestogo"):
                given[word] = limit(word, next_value(rest, GO_WORDS), faults)
            elif word == "time":
                given[clock] = limit(clock, next_value(rest, GO_WORDS), faults, word, unit)
            elif word == "increment":
                given[increment] = limit(increment, next_value(rest, GO_WORDS), faults, word, unit)
            elif word in OPPONENT:
                next_value(rest, GO_WORDS)
            elif word != "draw":
                unknown.append(word)
        if self._banned:
            moves = [move.uci() for move in self._engine.board.legal_moves]
            given["searchmoves"] = tuple(move for move in moves if move not in self._banned)
        return given, faults + ignored(unknown)

    def _probe(self, words: list[str]) -> None:
        """Answer ``pophash`` with the best move and the bounds in the transposition table, if any."""
        old = self._engine.board
        try:
            self._load_position(words)
            entry = self._engine.probe()
        finally:
            self._engine.position(old.root().fen(), [move.uci() for move in old.move_stack])
        line = "pophash"
        if entry is not None:
            line += f" bestmove {entry.move}" if entry.move else ""
            for name, score in (("lowerbound", entry.lower_bound), ("upperbound", entry.upper_bound)):
                if score is not None:
                    line += f" {name} {score.centipawns(MATE_SCORE)} depth {entry.depth}"
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
        line = f"info depth {info.depth} score {info.score.centipawns(MATE_SCORE)}"
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
            Check("batch", False, self._set_batch),
            Check("debug", False, self._set_debug),
            Check("ponder", False, lambda _: None),
            Number("hashsize", MIN_HASH, MAX_HASH, DEFAULT_HASH, lambda size: self._engine.set_hash(size)),
            Number("threads", 1, MAX_THREADS, 1, lambda threads: self._engine.set_threads(threads)),
            Choice("execution", EXECUTIONS, "auto", lambda name: self._engine.set_execution(name)),
            Number("skilllevel", 1, MAX_LEVEL, MAX_LEVEL, self._set_level),
            Choice("algorithm", ALGORITHMS, ALGORITHMS[0], self._set_algorithm),
            Check("usebook", False, self._set_book),
            Text("endingspath", self._set_endings),
            Button("newgame", self._new_game),
        ]

    def _set_batch(self, on: bool) -> None:
        """For scripts: ``quit`` and the end of the input wait for the end of a search with limits."""
        self._batch = on

    def _set_milliseconds(self, on: bool) -> None:
        self._milliseconds = on
