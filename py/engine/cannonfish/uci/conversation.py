"""What is said to an engine, and what is understood of its answers; its caller chooses how to wait for them.

A conversation is a generator: it yields until when it waits for a line (``time.monotonic``; None: for ever),
is sent the line, or None if none came in time, and returns its result.
"""

import time
from collections.abc import Generator, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeAlias, TypeVar

from cannonfish.engine.limits import Limits, known_limits
from cannonfish.errors import InvalidMoveError, clip
from cannonfish.games.game import Board, Move
from cannonfish.protocol.terminal.ranks import renumber
from cannonfish.uci.messages import Info, Option, PlayResult, go_ucci, go_uci, read_info
from cannonfish.uci.process import (
    EngineError,
    EngineMoveError,
    EngineTerminatedError,
    EngineTimeoutError,
    Process,
)

T = TypeVar("T")
Talk: TypeAlias = Generator[float | None, str | None, T]
Options: TypeAlias = Mapping[str, str | int | bool | None]

PROTOCOLS: Final = ("uci", "ucci")
NO_MOVE: Final = {"(none)", "0000", "none", "null"}
FIRST_SEARCH: Final = Limits(depth=1)
"""The search that shows how an engine numbers the ranks."""


class Search:
    """A search that has been started: its position, and what has been said about it."""

    def __init__(self, board: Board, position: str) -> None:
        self.board = board
        self.position = position
        self.lines: dict[int, Info] = {}
        """The latest information, by the rank of the line."""
        self.result: PlayResult | None = None

    @property
    def info(self) -> Info:
        """The latest information about the best line."""
        return self.lines.get(1, Info())

    @property
    def multipv(self) -> list[Info]:
        """The latest information about each line, best first."""
        return [self.lines[rank] for rank in sorted(self.lines)]


class Conversation:
    """One engine, from its greeting to its end."""

    def __init__(self, process: Process, protocol: str, ranks: int | None, timeout: float) -> None:
        self.process = process
        self.protocol = protocol
        self.timeout = timeout
        self.id: dict[str, str] = {}
        self.options: dict[str, Option] = {}
        self._known: dict[str, Option] = {}
        """The options by their names in lower case."""
        self._values: dict[str, str] = {}
        """What options have been set to, likewise."""
        self._configured: dict[str, str] = {}
        """What the user has set them to."""
        # UCCI says how ranks are numbered; UCI does not.
        self._ranks = 0 if protocol == "ucci" else ranks
        self._game: object = None
        self._search: Search | None = None
        """The search that runs."""
        self._stop_by: float | None = None
        """When it has to have ended after ``stop``; None if it has not been told to."""
        self._pondering: Search | None = None

    @property
    def name(self) -> str:
        """The engine's name."""
        return self.process.name

    # --- between searches -----------------------------------------------------------------------------------

    def greet(self) -> Talk[None]:
        """``uci``, and what the engine says about itself."""
        self.process.send(self.protocol)
        until = time.monotonic() + self.timeout
        while True:
            line = yield from self._line(until, f"did not say {self.protocol}ok within {self.timeout:g} s")
            match line.split():
                case ["id", word, *text]:
                    self.id[word] = " ".join(text)
                    self.process.name = self.id.get("name") or self.process.name
                case ["option", *words]:
                    option = Option.read(words)
                    self.options[option.name] = self._known[option.name.lower()] = option
                case [word, *_] if word == f"{self.protocol}ok":
                    if "usemillisec" in self._known:
                        self._set("usemillisec", True)
                    return

    def ping(self) -> Talk[None]:
        """``isready``; drops what an earlier search has left unread."""
        yield from self._settle()
        self.process.send("isready")
        yield from self._words_after("readyok", f"did not say readyok within {self.timeout:g} s")

    def configure(self, options: Options) -> Talk[None]:
        """Set options."""
        yield from self._settle()
        for name, value in options.items():
            text = self._set(name, value)
            if text is not None:
                self._configured[name.lower()] = text
        yield from self.ping()

    def _set(self, name: str, value: str | int | bool | None) -> str | None:
        """Set an option; returns the value as text.  EngineError if there is none of this name."""
        option = self._known.get(name.lower())
        if option is None:
            raise EngineError(f"{self.name} has no option {name!r}; it has: {', '.join(self.options)}")
        text = option.text(value)
        words = ["setoption", option.name] if self.protocol == "ucci" else ["setoption name", option.name]
        if text is not None:
            words += [text] if self.protocol == "ucci" else ["value", text]
            self._values[name.lower()] = text
        self.process.send(" ".join(words))
        return text

    def _set_unless_set(self, name: str, value: str | int) -> None:
        """Set an option that may have this value already."""
        option = self._known.get(name.lower())
        if option is None or self._values.get(name.lower(), option.default) != option.text(value):
            self._set(name, value)

    def _settle(self) -> Talk[None]:
        """Wait for the end of a search that nobody waits for."""
        if self._search is not None:
            self.stop()
            with suppress(EngineMoveError):
                yield from self.wait(self._search)

    def _words_after(self, expected: str, failure: str) -> Talk[list[str]]:
        """Wait for the line that begins with this word; returns the other words."""
        until = time.monotonic() + self.timeout
        while True:
            word, *words = (yield from self._line(until, failure)).split() or [""]
            if word == expected:
                return words

    def _line(self, until: float | None, failure: str) -> Talk[str]:
        """The next line.  An engine that is too late, or that talks without end, is ended."""
        line = yield until
        if line is None or (until is not None and time.monotonic() > until and "bestmove" not in line):
            self.process.kill()
            self._search = None
            raise EngineTimeoutError(f"{self.name} {failure}, and was ended{self.process.last_lines()}")
        return line

    # --- searches -------------------------------------------------------------------------------------------

    def play(
        self, board: Board, limits: Limits, *, game: object, ponder: bool, timeout: float | None
    ) -> Talk[PlayResult]:
        """Choose a move."""
        known_limits(limits).require_end()
        hit = self._pondering
        if hit is not None and hit is self._search and hit.position == self._position(board):
            self.process.send("ponderhit")
            search = hit
        else:
            search = yield from self.start(board, limits, game=game, ponder=ponder)
        self._pondering = None
        seconds = timeout if timeout is not None else _longest(limits, board.turn, self.timeout)
        result = yield from self._whole(search, seconds)
        if ponder and result.move is not None and result.ponder is not None:
            expected = board.copy()
            expected.push(result.move)
            if expected.is_legal(result.ponder):
                expected.push(result.ponder)
                yield from self.ping()
                self._pondering = self._begin(expected, replace(limits, ponder=True))
        return result

    def analyse(
        self, board: Board, limits: Limits, *, multipv: int | None, game: object, timeout: float | None
    ) -> Talk[Search]:
        """Search until a limit is reached."""
        known_limits(limits).require_end()
        search = yield from self.start(board, limits, multipv=multipv, game=game)
        seconds = timeout if timeout is not None else _longest(limits, board.turn, self.timeout)
        yield from self._whole(search, seconds)
        return search

    def start(
        self,
        board: Board,
        limits: Limits,
        *,
        multipv: int | None = None,
        game: object = None,
        ponder: bool = False,
    ) -> Talk[Search]:
        """Start a search."""
        known_limits(limits)
        yield from self.prepare(board, game)
        lines = max(multipv or 1, limits.multipv)
        if lines > 1:
            self._set_unless_set("MultiPV", lines)
        elif "multipv" in self._known:
            self._set_unless_set("MultiPV", self._configured.get("multipv", 1))
        if ponder and "ponder" in self._known:
            self._set_unless_set("Ponder", True)
        yield from self.ping()
        return self._begin(board, limits)

    def prepare(self, board: Board, game: object) -> Talk[None]:
        """Tell the engine what it is going to play, and find out how it numbers the ranks."""
        yield from self._settle()
        self._set_variant(board)
        if self._ranks is None and _counts_from_zero(board):
            yield from self._find_ranks(board)
        if self._game is None or (game is not None and game != self._game):
            self._game = object() if game is None else game
            self.process.send("ucinewgame" if self.protocol == "uci" else "setoption newgame")
            yield from self.ping()

    def _set_variant(self, board: Board) -> None:
        variant = self._known.get("uci_variant")
        if variant is None:
            return
        if board.game not in variant.var:
            raise EngineError(f"{self.name} does not play {board.game}; it plays: {', '.join(variant.var)}")
        self._set_unless_set("UCI_Variant", board.game)

    def _find_ranks(self, board: Board) -> Talk[None]:
        """Find out whether ranks count from 0 or 1: moves in the start position are legal in one way only."""
        self._ranks = 0
        start = type(board)()
        yield from self.ping()
        self._begin(start, FIRST_SEARCH)
        failure = f"did not search to depth 1 within {self.timeout:g} s"
        words = yield from self._words_after("bestmove", failure)
        self._search = None
        text = words[0] if words else ""
        for ranks in (0, 1):
            self._ranks = ranks
            move = self._move(start, text)
            if move is not None and start.is_legal(move):
                return
        self._ranks = None
        raise EngineMoveError(
            f"{self.name} answered {clip(text)!r} in the start position, where it is not legal: "
            f"does it play {board.game}?"
        )

    def _begin(self, board: Board, limits: Limits) -> Search:
        position = self._position(board)
        if self.protocol == "uci":
            command = go_uci(limits, self._written(board, limits.searchmoves))
        else:
            command = go_ucci(limits, board.turn, self._values.get("usemillisec") == "true")
        self.process.send(position)
        self.process.send(command)
        self._search, self._stop_by = Search(board.copy(), position), None
        return self._search

    def _position(self, board: Board) -> str:
        position = f"position fen {board.root().fen()}"
        if board.move_stack:
            position += " moves " + self._written(board, (move.uci() for move in board.move_stack))
        return position

    def _written(self, board: Board, moves: Iterable[str]) -> str:
        """Moves in the engine's numbers of ranks."""
        return " ".join(renumber(move, self._first_rank(board)) for move in moves)

    def _first_rank(self, board: Board) -> int:
        return (self._ranks or 0) if _counts_from_zero(board) else 0

    def stop(self, search: Search | None = None) -> None:
        """End the search that runs, or this one if it runs."""
        if self._search is not None and search in (None, self._search) and self._stop_by is None:
            self._stop_by = time.monotonic() + self.timeout
            with suppress(EngineTerminatedError):  # which the next command raises
                self.process.send("stop")
            self.process.wake()

    def _renew_stop(self) -> None:
        """Wait for the end of a stopped search from now on: its caller may have done something else."""
        if self._stop_by is not None:
            self._stop_by = time.monotonic() + self.timeout

    def is_over(self, search: Search) -> bool:
        """Whether a search has ended, or another one has replaced it."""
        return search is not self._search

    def _whole(self, search: Search, seconds: float | None) -> Talk[PlayResult]:
        """Wait for the end of a search, which stops if the caller does not wait for it."""
        try:
            return (yield from self.wait(search, seconds))
        except GeneratorExit:
            self.stop()
            raise

    def wait(self, search: Search, seconds: float | None = None) -> Talk[PlayResult]:
        """The result of a search.  An engine that does not answer within these seconds is ended."""
        until = None if seconds is None else time.monotonic() + seconds
        self._renew_stop()
        while search.result is None:
            if self.is_over(search):
                raise EngineError("the search was ended by the next command")
            yield from self._read(search, until, seconds)
        return search.result

    def next_info(self, search: Search) -> Talk[Info | None]:
        """The next information; None once the search has ended."""
        self._renew_stop()
        while not self.is_over(search):
            found = yield from self._read(search)
            if found is not None and self._stop_by is None:
                return found
        return None

    def _read(
        self, search: Search, until: float | None = None, seconds: float | None = None
    ) -> Talk[Info | None]:
        """Take note of the next line; returns the information of one with a score, moves or a text."""
        failure = f"did not answer within {seconds} s"
        if self._stop_by is not None and (until is None or self._stop_by < until):
            until, failure = self._stop_by, f"did not stop within {self.timeout:g} s"
        word, *words = (yield from self._line(until, failure)).split() or [""]
        if word == "info":
            found = read_info(words, lambda text: self._move(search.board, text))
            rank = found.get("multipv", 1)
            search.lines[rank] = replace(search.lines.get(rank, Info()), **found)
            return search.lines[rank] if found.keys() & {"score", "pv", "string"} else None
        if word in ("bestmove", "nobestmove"):
            self._search = None
            search.result = self._result(search, words if word == "bestmove" else [])
        return None

    def _result(self, search: Search, words: list[str]) -> PlayResult:
        text = words[0].lower() if words else ""
        resigned = "resign" in words
        move = None
        if text and text not in NO_MOVE and not resigned:
            move = self._move(search.board, text)
            if move is None or not search.board.is_legal(move):
                raise EngineMoveError(
                    f"{self.name} answered {clip(text)!r}, which is not legal in {search.board.fen()}"
                )
        ponder = self._move(search.board, words[2]) if words[1:2] == ["ponder"] and len(words) > 2 else None
        return PlayResult(move, ponder, search.info, "draw" in words, resigned)

    def _move(self, board: Board, text: str) -> Move | None:
        """A move as the engine writes it; None if it is none."""
        try:
            return board.move_type.from_uci(renumber(text, -self._first_rank(board)))  # type: ignore[no-any-return]
        except InvalidMoveError:
            return None


def _counts_from_zero(board: Board) -> bool:
    return board.grid.rank_names[0] == "0"


def _longest(limits: Limits, side: int, reserve: float) -> float | None:
    """The seconds after which an engine with these limits is not going to answer; None if it may be any."""
    clock = limits.clock(side)
    longest = limits.movetime if clock is None else clock + limits.byoyomi
    return None if longest is None else max(longest, 0) / 1000 + reserve
