"""UCI, the Universal Chess Interface (Stefan Meyer-Kahlen, 2006), with Xiangqi's ranks from 0 to 9.

Beyond the standard: ``go perft``, ``bench``, ``d``, ``eval`` and ``help``, as in Stockfish, and
``UCI_Variant``, as in Fairy-Stockfish.

``Skill Level`` chooses one of the levels, 1 to 12; in a game with fewer, a higher number means its highest.
Until it is set, the engine has no level and plays at full strength; 12 only matters for a ``go`` without
limits.

``Ranks`` says how ten ranks are numbered, see ``ranks.py``.  ``auto`` reads the moves of a position from 0 to
9, or from 1 to 10 if only that is legal throughout, and answers in the same way.
"""

from collections import deque
from typing import Any, Final

from cannonfish import __version__
from cannonfish.analysis.explanation import explain
from cannonfish.engine import (
    DEFAULT_EVALUATION,
    DEFAULT_HASH,
    EVALUATIONS,
    EXECUTIONS,
    MAX_HASH,
    MAX_THREADS,
    MIN_HASH,
    Engine,
    Info,
    Score,
)
from cannonfish.engine.bench import DEPTH, bench_all, nodes_per_second
from cannonfish.engine.limits import ALGORITHMS, MAX_LEVEL, MAX_LINES
from cannonfish.errors import GameError, IllegalMoveError, InvalidMoveError, clip
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Move
from cannonfish.protocol.terminal.options import Check, Choice, Number, Option, Text, parse_setoption
from cannonfish.protocol.terminal.ranks import LAST_RANK, renumber, renumber_all
from cannonfish.protocol.terminal.session import (
    LIMIT_RANGES,
    Command,
    CommandError,
    Session,
    ignored,
    limit,
    next_value,
    whole_number,
)

RANKS: Final = {"auto": None, "0-9": 0, "1-10": 1}
"""The choices of the option ``Ranks``, each with the number of the first rank."""
GO_WORDS: Final = frozenset({*LIMIT_RANGES, "infinite", "ponder", "searchmoves"})
"""The words of ``go``.  The limits are followed by a number, ``searchmoves`` by moves."""


class UciSession(Session):
    """A session in UCI."""

    protocol = "uci"
    other_protocols = ("ucci",)
    _shows_chances = False
    _first_rank = 0
    """The number of the first rank in the moves that are read and written, where a game has ten ranks."""
    _fixed_ranks = False

    def _known_commands(self) -> dict[str, Command]:
        return {
            "uci": self._uci,
            "isready": self._isready,
            "ucinewgame": lambda _: self._new_game(),
            "setoption": self._setoption,
            "position": self._position,
            # Without `position`, as WinBoard's adapter and other programs of the Cyclone dialect send them.
            "fen": lambda words: self._position(["fen", *words]),
            "startpos": lambda words: self._position(["startpos", *words]),
            "go": self._go,
            "stop": lambda _: None,
            "ponderhit": lambda _: None,
            "debug": lambda words: self._set_debug(words[:1] == ["on"]),
            "register": lambda _: None,
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
            self._perft(whole_number("go: perft", "".join(depth)))
        else:
            self._search(*self._parse_go(words))

    def _parse_go(self, words: list[str]) -> tuple[dict[str, Any], list[str]]:
        """The limits that a ``go`` gives, and its faults."""
        given: dict[str, Any] = {}
        faults: list[str] = []
        unknown: list[str] = []
        legal = {self._text(move): move.uci() for move in self._engine.board.legal_moves}
        rest = deque(words)
        while rest:
            word = rest.popleft()
            if word in LIMIT_RANGES:
                given[word] = limit(word, next_value(rest, GO_WORDS), faults)
            elif word == "searchmoves":
                given[word] = ()
                while move := next_value(rest, GO_WORDS):
                    if move in legal:
                        given[word] += (legal[move],)
                    else:
                        unknown.append(move)
            elif word in GO_WORDS:
                given[word] = True
            else:
                unknown.append(word)
        return given, faults + ignored(unknown)

    def _set_position(self, fen: str | None, moves: list[str]) -> None:
        """Set the position; the ranks of the moves are those that are set, or those that make them legal.

        If there are none, the error is that of the reading that comes furthest.
        """
        if not moves or not self._counts_from_zero:
            super()._set_position(fen, moves)
            return
        furthest: GameError | None = None
        for first in (self._first_rank, 1 - self._first_rank)[: 1 if self._fixed_ranks else 2]:
            try:
                super()._set_position(fen, [renumber(move, -first) for move in moves])
            except (IllegalMoveError, InvalidMoveError) as error:
                if furthest is None or _reach(error) > _reach(furthest):
                    furthest = _as_written(error) if first else error
            else:
                if first != self._first_rank:
                    self._first_rank = first
                    self._say(f"the moves count ranks from {first} to {first + LAST_RANK}")
                return
        assert furthest is not None
        raise furthest

    @property
    def _counts_from_zero(self) -> bool:
        return self._engine.game.new_board.grid.rank_names[0] == "0"

    def _text(self, move: Move) -> str:
        """A move as it is written for this interface."""
        text: str = move.uci()
        return renumber(text, self._first_rank) if self._counts_from_zero else text

    def _perft(self, depth: int) -> None:
        """Stockfish's divide: the number of leaves below every move, then of all."""
        if depth < 1:
            raise CommandError(f"go: perft needs a depth of at least 1, not {depth}")
        self._require_position("go")
        total = 0
        try:
            counts = self._engine.perft(depth)
        except ValueError as error:
            raise CommandError(f"go: {error}") from None
        with self._interruptible():
            for move, leaves in counts:
                self._write(f"{self._text(move)}: {leaves}")
                total += leaves
                if self._poll():
                    break
            if self._must_stop():
                raise CommandError("perft was stopped")
        self._write("")
        self._write(f"Nodes searched: {total}")
        self._write("")

    def _eval(self, _: list[str]) -> None:
        """The terms of the evaluation and the worth of every piece, in pawns, as Stockfish prints them."""
        self._require_position("eval")
        board, explanation = self._engine.board, explain(self._engine.board, self._engine.evaluation)
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
        self._write(f"Cannonfish speaks UCI, and UCCI after `ucci`. Commands: {names}.")

    def _bench(self, words: list[str]) -> None:
        """``bench [depth]``: with engines of its own, so that earlier searches change nothing."""
        depth = whole_number("bench: the depth", words[0]) if words else DEPTH

        def report(fen: str, nodes: int) -> None:
            if self._poll():
                raise CommandError("bench was stopped")
            self._write(f"{nodes:>9} {fen}")

        def new_engine(game: str) -> Engine:
            engine = self._engine.with_same_settings(game, self._host)
            engine.set_endings(None)
            engine.set_threads(1)
            engine.on_fallback = self._report_fallback
            return engine

        with self._interruptible():
            results = list(bench_all(new_engine, depth, report))
        self._write("")
        for each in results:
            self._write(f"{each.nodes:>9} {each.game}, {each.evaluation}")
        self._write("")
        nodes, time_ms = sum(each.nodes for each in results), sum(each.time_ms for each in results)
        self._write(f"Execution: {', '.join(dict.fromkeys(each.execution for each in results))}")
        self._write(f"Depth: {depth}")
        self._write(f"Time (ms): {time_ms}")
        self._write(f"Nodes searched: {nodes}")
        self._write(f"Nodes/second: {nodes_per_second(nodes, time_ms)}")

    def _display(self, _: list[str]) -> None:
        if self._refusal:
            self._say(f"d: this is the position before the one that was refused: {self._refusal}")
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
            line += " pv " + " ".join(map(self._text, info.pv))
        self._write(line)

    def _answer(self, best: Move | None, ponder: Move | None) -> None:
        text = self._text(best) if best else "(none)"
        self._write(f"bestmove {text}" + (f" ponder {self._text(ponder)}" if ponder else ""))

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
            Choice("Ranks", tuple(RANKS), "auto", self._set_ranks),
        ]

    def _set_ranks(self, name: str) -> None:
        first = RANKS[name]
        self._fixed_ranks = first is not None
        self._first_rank = first or 0

    def _show_chances(self, on: bool) -> None:
        self._shows_chances = on

    def _set_evaluation(self, name: str) -> None:
        self._engine.set_evaluation(name)
        if self._engine.evaluation != name:
            self._say(f"there is no network for {self._engine.game.name}; using the classical evaluation")


def _reach(error: GameError) -> tuple[int, bool]:
    """How far a list of moves could be read."""
    return error.number or 0, isinstance(error, IllegalMoveError)


def _as_written(error: GameError) -> GameError:
    """The error of a list of moves whose ranks were read from 1 to 10, in these numbers."""
    text = renumber(error.text, 1)
    message = error.message.replace(error.text, text)
    if isinstance(error, IllegalMoveError):
        message = renumber_all(error.message, 1)
    message += f" (ranks from 1 to {1 + LAST_RANK})"
    return type(error)(error.reason, message, text, **error.details)


def _score(score: Score) -> str:
    return f"cp {score.centipawns()}" if score.mate is None else f"mate {score.mate}"
