"""The common part of UCI and UCCI: a session reads commands, line by line, and writes answers.

One thread only reads lines into an inbox; everything else happens in the thread that calls ``Session.run``.
During a search the engine polls its host, and the host reads the inbox: ``stop``, ``ponderhit``, ``isready``
and ``quit`` take effect at once, other commands after the search.  An error in a line is reported, and the
session goes on.

Every ``go`` is answered by a best move, even a faulty one, because the interface waits for it (UCI demands
this for ``bestmove``).  So an unknown word is ignored, as UCI says, and a number out of range is
replaced by the nearest one; a line of information reports both.  Unknown words before a command are skipped.
After a position that was refused there is no best move: one for the position before would be played in the
wrong game.

``quit`` and the end of the input end what is running, within a few milliseconds, and drop the commands that
wait.  Only a script differs, ``echo go depth 12 | python -m cannonfish``: all of its lines are there when its
first command begins, so it is no interface that has gone.  Its commands are carried out in turn.  Stockfish
stops its last search at once, so that the move depends on the speed of the machine; here a search with limits
may take GRACE seconds, and so may a perft or a bench, of which a part is worth nothing.  An explicit ``quit``
leaves a search only a MOMENT, in a script, too; it always ends with the best move so far.
"""

import re
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from queue import SimpleQueue
from typing import Any, Final, TypeAlias

from cannonfish.compiler import SOURCE_ERRORS, Host
from cannonfish.engine import DEFAULT_HASH, Engine, Info
from cannonfish.engine.limits import ALGORITHMS, MAX_LEVEL, RANGES, Limits
from cannonfish.errors import GameError, InvalidFenError, clip
from cannonfish.games.game import Move
from cannonfish.games.tolerant_fen import fen_of
from cannonfish.protocol.terminal.options import Option, OptionError

Write: TypeAlias = Callable[[str], None]
Inbox: TypeAlias = SimpleQueue[str | None]
"""The lines of the input; None is its end."""
Command: TypeAlias = Callable[[list[str]], None]

QUIT: Final = "quit"
GRACE: Final = 5.0
"""Seconds that a search with limits, a perft or a bench may take if it was sent by a script."""
MOMENT: Final = 0.05
"""Seconds that any other command of a script may take.  If one has been running for longer when ``quit`` or
the end of the input arrives, this is no script: an interface leaves."""

LIMIT_RANGES: Final = {
    **{name: bounds for name, bounds in RANGES.items() if name not in ("byoyomi", "multipv", "level")},
    "movestogo": (0, RANGES["movestogo"][1]),
}
"""The least and the greatest value of the limits of ``go``.  A ``movestogo`` of 0 means none: UCI says that
it is sent only if it is positive, but some interfaces always send it."""
FALLBACK_MOVETIME: Final = 1000
"""Milliseconds for a faulty ``go`` without a valid limit that ends the search."""


class CommandError(ValueError):
    """A command that cannot be carried out; the message is a sentence that says why."""


class Session(ABC):
    """A session of one protocol: lines come in through an inbox, ``write`` gets every line of the answers."""

    protocol: str
    """The name of the protocol, which is also the first command."""
    other_protocols: tuple[str, ...] = ()
    """Protocols to change to when their name is received."""
    quit_reply = ""
    """The answer to ``quit``, if any."""

    def __init__(self, inbox: Inbox, write: Write, waiting: Iterable[str | None] = ()) -> None:
        self._inbox = inbox
        self._write = write
        self._arrived: deque[str | None] = deque()  # lines from the inbox that nobody has looked at
        self._waiting: deque[str | None] = deque()  # lines that are to be executed
        self._started: float | None = None  # when the search or count that is running began
        self._searching: Limits | None = None
        self._pondering = False
        self._stop = False
        self._has_ended = False  # `quit` or the end of the input has arrived
        self._quits = False  # it was `quit`
        self._abandoned = False  # it arrived while a command was running
        self._batch = False
        self._debug = False
        self._change_to: str | None = None
        self._refusal = ""  # why the last position was refused
        self._level: int | None = None
        self._multipv = 1
        self._algorithm = ALGORITHMS[0]
        self._book = False
        self._stale = False  # the engine was ready until an option required another program
        self._games = 0  # the seed: every game takes other moves from the book
        self._host = Host(poll=self._poll)
        self._endings_path = ""
        self._engine = Engine(host=self._host)
        self._report_on(self._engine)
        self._options: dict[str, Option] = {option.name.lower(): option for option in self._offered_options()}
        self._commands: dict[str, Command] = {**self._known_commands(), QUIT: lambda _: None}
        for line in waiting:
            self._note(line)

    # --- supplied by each protocol --------------------------------------------------------------------------

    @abstractmethod
    def _known_commands(self) -> dict[str, Command]:
        """The function for each command."""

    @abstractmethod
    def _offered_options(self) -> list[Option]:
        """The options."""

    @abstractmethod
    def _say(self, sentence: str) -> None:
        """Write a line of information; line breaks in the sentence are removed."""

    @abstractmethod
    def _write_info(self, info: Info) -> None:
        """Write a line of the search."""

    @abstractmethod
    def _answer(self, best: Move | None, ponder: Move | None) -> None:
        """Write the best move."""

    # --- commands -------------------------------------------------------------------------------------------

    def run(self) -> str | None:
        """Execute commands until ``quit``, the end of the input, or a protocol's name, which is returned."""
        while self._change_to is None:
            line = self._next_line()
            if line is None or self._words(line)[:1] == [QUIT]:
                if self.quit_reply:
                    self._write(self.quit_reply)
                return None
            self.execute(line)
        return self._change_to

    def _next_line(self) -> str | None:
        """Take the next line to be executed, for which it may have to wait."""
        self._listen(wait=not (self._waiting or self._arrived))
        return (self._waiting or self._arrived).popleft()

    def close(self) -> deque[str | None]:
        """End the session; return the lines that came in during a search and were not executed."""
        self._engine.close()
        return self._waiting + self._arrived

    def prepare(self) -> None:
        """Get the engine ready, which takes a moment, and report a fallback."""
        if self._algorithm != ALGORITHMS[0]:
            self._engine.load_algorithms()
        self._engine.execution  # noqa: B018 - compiles

    def _set_option(self, option: Option, value: str) -> None:
        """Set an option, and get the engine ready again if it was ready before.

        This happens now, so that it does not use the clock of the next search; if several ``setoption`` came
        in together, after the last of them.
        """
        was_ready = self._engine.is_ready
        option.set(value)
        self._stale = (self._stale or was_ready) and not self._engine.is_ready
        self._listen()
        following = self._words(next(iter(self._waiting + self._arrived), None) or "")
        if self._stale and following[:1] != ["setoption"]:
            self._stale = False
            self.prepare()

    def execute(self, line: str) -> bool:
        """Execute one command; tell whether it was in order.  Errors are written, never raised."""
        words = self._words(line)
        if not words:
            return True
        skipped = line.split()[: -len(words)]
        if skipped and self._debug:
            self._say(f"ignored: {clip(' '.join(skipped))!r}")
        name, command = words[0], self._commands.get(words[0])
        try:
            if name in self.other_protocols:
                self._change_to = name
            elif command is None:
                raise CommandError(f"unknown command: {clip(line.strip())!r}")
            else:
                command(words[1:])
        except (CommandError, OptionError) as error:
            self._say(str(error))
        except (GameError, *SOURCE_ERRORS) as error:
            self._say(f"{name}: {error}")
        # An error of the engine must not end the game.
        except Exception as error:
            self._say(f"{name}: internal error: {type(error).__name__}: {clip(str(error), 300)}")
        else:
            return True
        return False

    def _words(self, line: str) -> list[str]:
        """The words of a line from its command on.

        Words before the first known command are skipped, as UCI demands: "joho debug on" is "debug on".  A
        line without a command keeps all of its words.
        """
        words = line.removeprefix("\ufeff").split()  # some shells send a mark of the byte order first
        known = (
            at for at, word in enumerate(words) if word in self._commands or word in self.other_protocols
        )
        return words[next(known, 0) :]

    def _position(self, words: list[str]) -> None:
        try:
            self._load_position(words)
        except (CommandError, GameError) as error:
            self._refusal = str(error).removeprefix("position: ")
            raise
        self._refusal = ""
        self.prepare()  # now, so that it does not use the clock of the search that follows

    def _load_position(self, words: list[str]) -> None:
        moves: list[str] = []
        if "moves" in words:
            at = words.index("moves")
            words, moves = words[:at], words[at + 1 :]
        match words:
            case ["startpos"]:
                self._set_position(None, moves)
            case ["fen", *fields]:
                self._set_position(" ".join(fields), moves)
            case _:
                raise CommandError("position: expected 'startpos' or 'fen' and a FEN, then maybe 'moves'")

    def _set_position(self, fen: str | None, moves: list[str]) -> None:
        """Set the position of a FEN (None: the start position) and moves from there.

        A FEN that only the tolerant reader takes is read by it; what it assumed is said.
        """
        try:
            self._engine.position(fen, moves)
        except InvalidFenError:
            read, remarks, first_moves = fen_of(fen or "", self._engine.game)
            self._engine.position(read, [*first_moves, *moves])
            for remark in remarks:
                self._say(f"position: {remark.message}")

    def _require_position(self, command: str) -> None:
        """CommandError if the last position was refused: the answer would be about the one before."""
        if self._refusal:
            raise CommandError(f"{command}: the position was refused: {self._refusal}")

    def _search(self, given: dict[str, Any], faults: list[str]) -> None:
        """Report the faults of a ``go``, search within the limits that it gives, and write the best move.

        The best move of an infinite search waits for ``stop``, that of pondering for ``ponderhit`` or
        ``stop``.
        """
        for fault in faults:
            self._say(f"go: {fault}")
        limits = Limits(
            **{**given, "movestogo": given.get("movestogo") or None},
            multipv=self._multipv,
            algorithm=self._algorithm,
            book=self._book,
            seed=self._games,
        )
        limits = self._with_level(limits)
        if faults and limits.is_endless() and not (limits.infinite or limits.ponder):
            limits = replace(limits, movetime=FALLBACK_MOVETIME)
        self._searching = limits
        self._pondering = limits.ponder
        best: Move | None = None
        ponder: Move | None = None
        try:
            with self._interruptible():
                if self._refusal:
                    self._say(f"go: the position was refused: {self._refusal}")
                else:
                    # If the search fails, the answer is a legal move all the same.
                    best = next(iter(self._engine.board.legal_moves), None)
                    result = self._engine.go(limits, self._write_info)
                    best, ponder = result.bestmove or best, result.ponder
                while (limits.infinite or self._pondering) and not (self._stop or self._has_ended):
                    self._listen(wait=not self._arrived)
                    self._receive_all()
        finally:
            self._searching = None
            self._pondering = False
            self._answer(best, ponder)

    def _with_level(self, limits: Limits) -> Limits:
        """The limits at the level that was set, or at the game's highest level if that is lower.

        Setting the highest level of all changes nothing where ``go`` has limits of its own: it is the default
        of the option, and some interfaces set every option to its default.
        """
        if self._level is None:
            return limits
        level = min(self._level, len(self._engine.game.levels))
        is_bare = limits.is_endless() and not (limits.infinite or limits.ponder)
        return limits if self._level == MAX_LEVEL and not is_bare else replace(limits, level=level)

    # --- while a search or a count is running ---------------------------------------------------------------

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Around everything that takes its time: it has to ask ``_poll`` whether to go on."""
        self._stop = False
        self._started = time.monotonic()
        self._listen()
        try:
            yield
        finally:
            self._started = None

    def _poll(self) -> int:
        """Called by the engine every few milliseconds; 1 ends the search."""
        self._listen()
        self._receive_all()
        return int(self._must_stop())

    def _listen(self, wait: bool = False) -> None:
        """Take the lines from the inbox, where it may ``wait`` for one, and note the end."""
        while wait or not self._inbox.empty():
            self._note(self._inbox.get())
            wait = False

    def _note(self, line: str | None) -> None:
        self._arrived.append(line)
        if not self._has_ended and (line is None or self._words(line)[:1] == [QUIT]):
            self._has_ended = True
            self._quits = line is not None
            self._abandoned = self._is_running_for(MOMENT) and not self._batch

    def _receive_all(self) -> None:
        """Carry out what cannot wait for the end of a search, queue the rest."""
        while self._arrived:
            self._receive(self._arrived.popleft())

    def _receive(self, line: str | None) -> None:
        command = QUIT if line is None else "".join(self._words(line)[:1])
        if command == QUIT:
            if self._abandoned:
                self._waiting.clear()
            self._waiting.append(line)
        elif self._started is None:
            self._waiting.append(line)
        elif command == "stop":
            self._stop = True
        elif command == "ponderhit":
            self._pondering = False
            self._engine.ponderhit()
        elif command == "isready":
            self._write("readyok")
        else:
            self._waiting.append(line)

    def _must_stop(self) -> bool:
        """True if what is running has to end now."""
        if self._stop or self._abandoned:
            return True
        if not self._has_ended:
            return False
        if self._searching is None:
            return self._is_running_for(GRACE)
        if self._searching.is_endless():
            return self._is_running_for(MOMENT)
        return not self._batch and self._is_running_for(MOMENT if self._quits else GRACE)

    def _is_running_for(self, seconds: float) -> bool:
        return self._started is not None and time.monotonic() - self._started > seconds

    # --- settings -------------------------------------------------------------------------------------------

    def _report_on(self, engine: Engine) -> None:
        engine.on_fallback = self._report_fallback
        engine.on_damage = self._report_damage
        engine.on_fewer_threads = self._report_fewer_threads
        engine.on_smaller_table = self._report_smaller_table

    def _report_fallback(self, reason: str) -> None:
        self._say(f"compiled execution unavailable: {reason}; using interpreted")

    def _report_damage(self, reason: str) -> None:
        self._say(f"an ending is left out: {reason}")

    def _report_fewer_threads(self, reason: str, left: int) -> None:
        self._say(f"{reason}; searching with {left} thread{'s' * (left > 1)}")

    def _report_smaller_table(self, reason: str) -> None:
        self._say(f"{reason}; the hash table has {DEFAULT_HASH} MB")

    def _set_endings(self, path: str) -> None:
        self._endings_path = path
        self._open_endings()

    def _open_endings(self) -> None:
        """Let the engine play by the endings in the folder that was set.  OptionError if it is not there."""
        opener = self._engine.game.open_endings
        try:
            self._engine.set_endings(opener(self._endings_path) if opener and self._endings_path else None)
        except OSError as error:
            self._engine.set_endings(None)
            raise OptionError(f"EndingsPath: {error}") from None

    def _set_game(self, name: str) -> None:
        if name != self._engine.game.name:
            self._refusal = ""
            old, self._engine = self._engine, self._engine.with_same_settings(name, self._host)
            self._report_on(self._engine)
            old.close()
            self._open_endings()

    def _set_debug(self, on: bool) -> None:
        """Tell words that are skipped."""
        self._debug = on

    def _set_multipv(self, lines: int) -> None:
        self._multipv = lines

    def _set_level(self, level: int) -> None:
        self._level = level

    def _new_game(self) -> None:
        self._refusal = ""
        self._engine.new_game()
        self._games += 1

    def _set_book(self, on: bool) -> None:
        self._book = on

    def _set_algorithm(self, name: str) -> None:
        self._algorithm = name


def limit(name: str, text: str, faults: list[str], word: str = "", unit: int = 1) -> int:
    """The value of a limit of ``go``, in its range; the faults of the text are added to ``faults``.

    ``word`` is the protocol's word for the limit, if it differs from ``name``.  The text is in this ``unit``.
    """
    least, most = LIMIT_RANGES[name]
    word = word or name
    try:
        number = whole_number(word, text) * unit
    except CommandError as error:
        faults.append(f"{error}; using {max(least, 0)}")
        return max(least, 0)
    if number < least:
        faults.append(f"{word} is at least {least // unit}, not {number // unit}")
    elif number > most:
        faults.append(f"{word} is at most {most // unit}, not {number // unit}")
    return min(max(number, least), most)


def next_value(rest: deque[str], words: Collection[str]) -> str:
    """Take the value that should follow a word: empty if another of the words follows, or nothing."""
    return rest.popleft() if rest and rest[0] not in words else ""


def ignored(words: list[str]) -> list[str]:
    """The fault of unknown words, if there are any."""
    return [f"ignored: {clip(' '.join(words))!r}"] if words else []


def whole_number(name: str, text: str) -> int:
    """A number in a command.  CommandError if the text is not a number."""
    if not re.fullmatch(r"[+-]?[0-9]{1,40}", text, re.ASCII):
        raise CommandError(f"{name} needs a number" + (f", not {clip(text)!r}" if text else ""))
    return int(text)
