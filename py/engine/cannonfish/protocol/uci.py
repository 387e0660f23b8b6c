"""The engine in a terminal: UCI, as engines for Xiangqi speak it, with that game's ranks 0-9."""

from collections import deque
from typing import Final

from cannonfish import __version__
from cannonfish.engine import DEFAULT_HASH, EXECUTIONS, MAX_HASH, MIN_HASH, Info, Score
from cannonfish.engine.bench import DEPTH, bench
from cannonfish.engine.levels import nearest_level
from cannonfish.engine.limits import ALGORITHMS, LEVELS, MAX_DEPTH, MAX_LINES, MAX_NODES, MAX_TIME, Limits
from cannonfish.errors import clip
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Move
from cannonfish.protocol.options import Check, Choice, Number, Option, parse_setoption
from cannonfish.protocol.session import Command, CommandError, Session, whole_number

GO_NUMBERS: Final = {
    "depth": MAX_DEPTH,
    "nodes": MAX_NODES,
    "movetime": MAX_TIME,
    "wtime": MAX_TIME,
    "btime": MAX_TIME,
    "winc": MAX_TIME,
    "binc": MAX_TIME,
    "movestogo": 1000,
    "mate": MAX_DEPTH,
    "perft": 10,
}
"""The words of ``go`` that take a number, and the most that it counts for."""
GO_WORDS: Final = ("infinite", "ponder")
"""Those that stand alone."""


class UciSession(Session):
    """A conversation in UCI."""

    protocol = "uci"
    others = ("ucci",)

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
        numbers, searchmoves, alone = self._parse_go(words)
        if "perft" in numbers:
            self._perft(numbers["perft"])
            return
        limits = Limits(
            **numbers,
            infinite="infinite" in alone,
            ponder="ponder" in alone,
            searchmoves=tuple(searchmoves),
            multipv=self._multipv,
            algorithm=self._algorithm,
            book=self._book,
            seed=self._games,
            level=self._level and nearest_level(self._engine.game.name, self._level),
        )
        self._search(limits)

    def _parse_go(self, words: list[str]) -> tuple[dict[str, int], list[str], set[str]]:
        """The numbers, the moves of ``searchmoves``, and which of GO_WORDS were said."""
        numbers: dict[str, int] = {}
        searchmoves: list[str] = []
        alone: set[str] = set()
        rest = deque(words)
        while rest:
            word = rest.popleft()
            if word in GO_NUMBERS:
                number = whole_number(f"go: {word}", rest.popleft() if rest else "")
                numbers[word] = min(number, GO_NUMBERS[word])
            elif word in GO_WORDS:
                alone.add(word)
            elif word == "searchmoves":
                while rest and rest[0] not in GO_NUMBERS and rest[0] not in GO_WORDS:
                    searchmoves.append(rest.popleft())
            else:
                raise CommandError(f"go: unknown word {clip(word)!r}")
        legal = {move.uci() for move in self._engine.board.legal_moves}
        for text in searchmoves:
            if text not in legal:
                raise CommandError(f"go: searchmoves: {clip(text)!r} is not legal here")
        return numbers, searchmoves, alone

    def _perft(self, depth: int) -> None:
        """Stockfish's divide: each move with the leaves below it, then all leaves."""
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

    def _bench(self, words: list[str]) -> None:
        """``bench [depth]``: always from a clean table, whatever was searched before."""
        depth = whole_number("bench: the depth", words[0]) if words else DEPTH
        engine = self._engine.twin()  # without our host: nothing that comes in meanwhile may cut it short
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
        line += f" score {_score(info.score)} nodes {info.nodes} nps {info.nps} time {info.time_ms}"
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
            Number("Hash", MIN_HASH, MAX_HASH, DEFAULT_HASH, lambda size: self._engine.set_hash(size)),
            Number("MultiPV", 1, MAX_LINES, 1, self._set_multipv),
            # The interface says `go ponder` or does not; there is nothing to set here.
            Check("Ponder", False, lambda _: None),
            # 0: no level, full strength within whatever limits `go` names. Beyond what the game has: the
            # nearest that it has.
            Number("Skill Level", LEVELS[0], LEVELS[-1], 0, self._set_level),
            Check("OwnBook", False, self._set_book),
            Choice("Algorithm", ALGORITHMS, ALGORITHMS[0], self._set_algorithm),
        ]


def _score(score: Score) -> str:
    return f"cp {score.centipawns()}" if score.mate is None else f"mate {score.mate}"
