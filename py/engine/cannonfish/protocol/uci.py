"""UCI, the Universal Chess Interface (Stefan Meyer-Kahlen, 2006), with Xiangqi's ranks from 0 to 9.

Beyond the standard: ``go perft``, ``bench``, ``d``, ``eval`` and ``help``, as in Stockfish, and
``UCI_Variant``, as in Fairy-Stockfish.

``Skill Level`` chooses one of the levels, 1 to 12; in a game with fewer, a higher number means its highest.
Until it is set, the engine has no level and plays at full strength; 12 only matters for a ``go`` without
limits.
"""

from collections import deque
from contextlib import closing
from typing import Any, Final

from cannonfish import __version__
from cannonfish.engine import (
    DEFAULT_EVALUATION,
    DEFAULT_HASH,
    EVALUATIONS,
    EXECUTIONS,
    MAX_HASH,
    MAX_THREADS,
    MIN_HASH,
    Info,
    Score,
)
from cannonfish.engine.bench import DEPTH, bench
from cannonfish.engine.limits import ALGORITHMS, MAX_LEVEL, MAX_LINES
from cannonfish.errors import clip
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Move
from cannonfish.protocol.options import Check, Choice, Number, Option, Text, parse_setoption
from cannonfish.protocol.session import (
    LIMIT_RANGES,
    Command,
    CommandError,
    Session,
    ignored,
    limit,
    next_value,
    whole_number,
)

GO_WORDS: Final = frozenset({*LIMIT_RANGES, "infinite", "ponder", "searchmoves"})
"""The words of ``go``.  The limits are followed by a number, ``searchmoves`` by moves."""
MAX_PERFT: Final = 10


class UciSession(Session):
    """A session in UCI."""

    protocol = "uci"
    others = ("ucci",)
    _shows_chances = False

    def _known_commands(self) -> dict[str, Command]:
        return {
            "uci": self._uci,
            "isready": self._isready,
            "ucinewgame": lambda _: self._new_game(),
            "setoption": self._setoption,
            "position": self._position,
            "go": self._go,
            "stop": lambda _: None,
            "ponderhit": lambda _: None,
            "bench": self._bench,
            "d": self._display,
            "eval": self._eval,
            "help": self._help,
            "--help": self._help,
        }

    # --- commands -------------------------------------------------------------------------------------------

    def _uci(self, _: list[str]) -> None:
        self._write(f"id name Cannonfish {__version__}")
        self._write("id author the Cannonfish developers")
        for option in self._options.values():
            self._write(option.offer())
        self._write("uciok")

    def _isready(self, _: list[str]) -> None:
        self.prepare()
        self._write("readyok")

    def _setoption(self, words: list[str]) -> None:
        name, value = parse_setoption(words)
        option = self._options.get(name.lower())
        if option is None:
            raise CommandError(f"there is no option {clip(name)!r}")
        self._set_option(option, value)

    def _go(self, words: list[str]) -> None:
        if "perft" in words:
            depth = words[words.index("perft") + 1 :][:1]
            self._perft(min(whole_number("go: perft", "".join(depth)), MAX_PERFT))
        else:
            self._search(*self._parse_go(words))

    def _parse_go(self, words: list[str]) -> tuple[dict[str, Any], list[str]]:
        """The limits that a ``go`` gives, and its faults."""
        given: dict[str, Any] = {}
        faults: list[str] = []
        unknown: list[str] = []
        legal = {move.uci() for move in self._engine.board.legal_moves}
        rest = deque(words)
        while rest:
            word = rest.popleft()
            if word in LIMIT_RANGES:
                given[word] = limit(word, next_value(rest, GO_WORDS), faults)
            elif word == "searchmoves":
                given[word] = ()
                while move := next_value(rest, GO_WORDS):
                    if move in legal:
                        given[word] += (move,)
                    else:
                        unknown.append(move)
            elif word in GO_WORDS:
                given[word] = True
            else:
                unknown.append(word)
        return given, faults + ignored(unknown)

    def _perft(self, depth: int) -> None:
        """Stockfish's divide: the number of leaves below every move, then of all."""
        if depth < 1:
            raise CommandError(f"go: perft needs a depth of at least 1, not {depth}")
        total = 0
        self._stop = False
        self._counting = True
        try:
            for move, leaves in self._engine.perft(depth):
                self._write(f"{move.uci()}: {leaves}")
                total += leaves
                if self._poll():
                    self._say("perft was stopped")
                    return
        finally:
            self._counting = False
        self._write("")
        self._write(f"Nodes searched: {total}")
        self._write("")

    def _eval(self, _: list[str]) -> None:
        """The terms of the evaluation and the worth of every piece, in pawns, as Stockfish prints them."""
        board, explanation = self._engine.board, self._engine.explain()
        if explanation.terms:
            sides = [side.name.capitalize() for side in type(board.turn)]
            self._write(f"{'Term':>10} | {sides[0]:>7} | {sides[1]:>7} |   Total")
            self._write("-----------+---------+---------+--------")
            for term in explanation.terms:
                numbers = (term.first, term.second, term.balance)
                self._write(f"{term.name:>10} | " + " | ".join(f"{each / 100:7.2f}" for each in numbers))
            self._write(f"{'total':>10} |         |         | {explanation.score / 100:7.2f}")
            self._write("")
        worth = {square: f"{each.value / 100:.2f}" for square, each in explanation.pieces.items()}
        cells = {
            name: f"{letter}{worth.get(name, '')}".rjust(7)
            for name, letter in zip(board.grid.names, board.placement, strict=True)
        }
        self._write("Worth of the pieces where they stand:")
        for rank in reversed(board.grid.rank_names):
            self._write("".join(cells[file + rank] for file in board.grid.file_names))
        self._write("")
        self._write(f"Static evaluation: {self._engine.evaluate().centipawns()} cp (side to move)")

    def _help(self, _: list[str]) -> None:
        names = ", ".join(name for name in self._commands if not name.startswith("-"))
        self._write(f"Cannonfish speaks UCI, and UCCI after `ucci`. Commands: {names}, quit.")

    def _bench(self, words: list[str]) -> None:
        """``bench [depth]``: with an engine of its own, so that earlier searches change nothing."""
        depth = whole_number("bench: the depth", words[0]) if words else DEPTH
        with closing(self._engine.twin()) as engine:  # without the host: no command may stop it
            engine.set_endings(None)
            engine.set_threads(1)
            engine.on_fallback = self._report_fallback
            result = bench(engine, depth, lambda fen, nodes: self._write(f"{nodes:>9} {fen}"))
        self._write("")
        self._write(f"Execution: {result.execution}")
        self._write(f"Depth: {result.depth}")
        self._write(f"Time (ms): {result.time_ms}")
        self._write(f"Nodes searched: {result.nodes}")
        self._write(f"Nodes/second: {result.nps}")

    def _display(self, _: list[str]) -> None:
        board = self._engine.board
        self._write(str(board))
        self._write(f"Fen: {board.fen()}")

    # --- answers --------------------------------------------------------------------------------------------

    def _say(self, sentence: str) -> None:
        self._write("info string " + " ".join(sentence.split()))

    def _write_info(self, info: Info) -> None:
        line = f"info depth {info.depth} seldepth {info.seldepth} multipv {info.multipv}"
        line += f" score {_score(info.score)}"
        if self._shows_chances and info.chances is not None:
            line += " wdl {} {} {}".format(*info.chances)
        line += f" nodes {info.nodes} nps {info.nps}"
        if info.tbhits:
            line += f" tbhits {info.tbhits}"
        line += f" time {info.time_ms}"
        if info.pv:
            line += " pv " + " ".join(move.uci() for move in info.pv)
        self._write(line)

    def _answer(self, best: Move | None, ponder: Move | None) -> None:
        self._write(f"bestmove {best or '(none)'}" + (f" ponder {ponder}" if ponder else ""))

    # --- options --------------------------------------------------------------------------------------------

    def _offered_options(self) -> list[Option]:
        return [
            Choice("UCI_Variant", tuple(GAMES), self._engine.game.name, self._set_game),
            Choice("Execution", EXECUTIONS, "auto", lambda name: self._engine.set_execution(name)),
            Choice("Evaluation", EVALUATIONS, DEFAULT_EVALUATION, self._set_evaluation),
            Number("Hash", MIN_HASH, MAX_HASH, DEFAULT_HASH, lambda size: self._engine.set_hash(size)),
            Number("Threads", 1, MAX_THREADS, 1, lambda threads: self._engine.set_threads(threads)),
            Number("MultiPV", 1, MAX_LINES, 1, self._set_multipv),
            # For the interface only: it says `go ponder` or it does not.
            Check("Ponder", False, lambda _: None),
            Number("Skill Level", 1, MAX_LEVEL, MAX_LEVEL, self._set_level),
            Check("OwnBook", False, self._set_book),
            Choice("Algorithm", ALGORITHMS, ALGORITHMS[0], self._set_algorithm),
            Check("UCI_ShowWDL", False, self._show_chances),
            Text("EndingsPath", self._set_endings),
        ]

    def _show_chances(self, on: bool) -> None:
        self._shows_chances = on

    def _set_evaluation(self, name: str) -> None:
        self._engine.set_evaluation(name)
        if self._engine.evaluation != name:
            self._say(f"there is no network for {self._engine.game.name}; using the classical evaluation")


def _score(score: Score) -> str:
    return f"cp {score.centipawns()}" if score.mate is None else f"mate {score.mate}"
