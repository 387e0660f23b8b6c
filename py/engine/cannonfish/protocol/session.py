"""What conversations in a terminal have in common, whatever they speak.

One thread does nothing but read lines into an inbox; everything else happens in the thread that calls
``Session.run``.  During a search the engine asks the host to poll, and that is when the inbox is looked into:
``stop``, ``ponderhit``, ``isready`` and ``quit`` are obeyed at once, anything else waits for the search to
end.  Whatever is wrong with a line is told, and the session lives on.
"""

import re
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias

from cannonfish.compiler import Host
from cannonfish.engine import Engine, Info
from cannonfish.engine.limits import ALGORITHMS, Limits
from cannonfish.errors import GameError, clip
from cannonfish.games.game import Move
from cannonfish.protocol.options import Option, OptionError

Write: TypeAlias = Callable[[str], None]
Inbox: TypeAlias = SimpleQueue[str | None]
"""Lines to come; None is the end of input."""
Command: TypeAlias = Callable[[list[str]], None]

QUIT: Final = "quit"
GRACE: Final = 5.0
"""Seconds that ``quit``, or the end of input, leaves to a search that will end by itself."""


class CommandError(ValueError):
    """A command that cannot be obeyed; the message is a sentence that says why."""


class Session(ABC):
    """A conversation: lines come in through an inbox, ``write`` is given each line of the answers."""

    protocol: str
    """The word that the other side begins with, and what it is called."""
    others: tuple[str, ...] = ()
    """Protocols to change to when their word is said."""
    last_word = ""
    """What is said at the end, if anything."""

    def __init__(self, inbox: Inbox, write: Write) -> None:
        self._inbox = inbox
        self._write = write
        self._waiting: deque[str] = deque()
        self._searching: Limits | None = None
        self._pondering = False
        self._counting = False
        self._stop = False
        self._quit_at: float | None = None
        self._change_to: str | None = None
        self._level: int | None = None
        self._multipv = 1
        self._algorithm = ALGORITHMS[0]
        self._book = False
        self._stale = False  # the engine was ready, until an option asked for another program
        self._games = 0  # which of its moves the book gives depends on it
        self._host = Host(poll=self._poll)
        self._engine = Engine(host=self._host)
        self._engine.on_fallback = self._report_fallback
        self._options: dict[str, Option] = {option.name.lower(): option for option in self._offered_options()}
        self._commands: dict[str, Command] = self._known_commands()

    # --- what a protocol supplies ---------------------------------------------------------------------------

    @abstractmethod
    def _known_commands(self) -> dict[str, Command]:
        """What obeys each command."""

    @abstractmethod
    def _offered_options(self) -> list[Option]:
        """What can be set."""

    @abstractmethod
    def _say(self, sentence: str) -> None:
        """One line of plain text, whatever the sentence quotes."""

    @abstractmethod
    def _write_info(self, info: Info) -> None:
        """News of a search."""

    @abstractmethod
    def _answer(self, best: Move | None, ponder: Move | None) -> None:
        """The end of a search."""

    # --- the conversation -----------------------------------------------------------------------------------

    def run(self) -> str | None:
        """Obey commands until ``quit``, the end of input, or another protocol's word, which is returned."""
        while self._change_to is None:
            if not self._waiting:
                self._hear(self._inbox.get())
            elif self._waiting[0] == QUIT:
                if self.last_word:
                    self._write(self.last_word)
                return None
            else:
                self.execute(self._waiting.popleft())
        return self._change_to

    def prepare(self) -> None:
        """Make the engine ready, which takes a moment, and tell if it is not what was wanted."""
        self._engine.execution  # noqa: B018 - compiles

    def _set_option(self, option: Option, value: str) -> None:
        """Set an option.  An engine that was ready is made ready again at once, or after the last of several
        options that came in together: the clock of a search that follows shall not pay for this."""
        was_ready = self._engine.is_ready
        option.set(value)
        self._stale = (self._stale or was_ready) and not self._engine.is_ready
        while not self._waiting and not self._inbox.empty():
            self._hear(self._inbox.get())
        if self._stale and not (self._waiting and self._waiting[0].split()[:1] == ["setoption"]):
            self._stale = False
            self.prepare()

    def execute(self, line: str) -> None:
        """Obey one command.  Whatever goes wrong is written, never raised."""
        words = line.split()
        if not words:
            return
        command = self._commands.get(words[0])
        try:
            if words == [words[0]] and words[0] in self.others:
                self._change_to = words[0]
                return
            if command is None:
                raise CommandError(f"unknown command: {clip(line.strip())!r}")
            command(words[1:])
        except (CommandError, OptionError) as error:
            self._say(str(error))
        except GameError as error:
            self._say(f"{words[0]}: {error}")
        # A fault of the engine must not end the game that somebody is playing.
        except Exception as error:
            self._say(f"{words[0]}: internal error: {type(error).__name__}: {clip(str(error), 300)}")

    def _position(self, words: list[str]) -> None:
        moves: list[str] = []
        if "moves" in words:
            at = words.index("moves")
            words, moves = words[:at], words[at + 1 :]
        match words:
            case ["startpos"]:
                self._engine.position(None, moves)
            case ["fen", *fields]:
                self._engine.position(" ".join(fields), moves)
            case _:
                raise CommandError("position: expected 'startpos' or 'fen' and a FEN, then maybe 'moves'")
        self.prepare()  # a search is about to come, and its clock shall not pay for this

    def _search(self, limits: Limits) -> None:
        """Search, and answer when the protocol allows: an endless search and pondering wait for a word."""
        self._stop = False
        self._searching = limits
        self._pondering = limits.ponder
        # Should the engine break down, whoever waits for a move still gets one.
        best: Move | None = next(iter(self._engine.board.legal_moves), None)
        ponder: Move | None = None
        try:
            result = self._engine.go(limits, self._write_info)
            best, ponder = result.bestmove, result.ponder
            while (limits.infinite or self._pondering) and not (self._stop or self._must_leave()):
                self._hear(self._inbox.get())
        finally:
            self._searching = None
            self._pondering = False
            self._answer(best, ponder)

    # --- during a search ------------------------------------------------------------------------------------

    def _poll(self) -> int:
        """What the engine calls every few milliseconds: 1 ends the search."""
        while True:
            try:
                self._hear(self._inbox.get_nowait())
            except Empty:
                break
        return 1 if self._stop or self._must_leave() else 0

    def _hear(self, line: str | None) -> None:
        """Take a line in: what cannot wait for a search to end is obeyed here, the rest queues."""
        words = [QUIT] if line is None else line.split()
        busy = self._counting or self._searching is not None
        if words[:1] == [QUIT]:
            self._waiting.append(QUIT)
        elif busy and words == ["stop"]:
            self._stop = True
        elif busy and words[:1] == ["ponderhit"]:
            self._pondering = False
            self._engine.ponderhit()
        elif busy and words == ["isready"]:
            self._write("readyok")
        elif line is not None:
            self._waiting.append(line)

    def _must_leave(self) -> bool:
        """True if ``quit`` is to end the search: an endless one at once, others after the grace."""
        if self._searching is None or QUIT not in self._waiting:
            return False
        if self._searching.is_endless():
            return True
        if self._waiting[0] != QUIT:
            return False
        if self._quit_at is None:
            self._quit_at = time.monotonic()
        return time.monotonic() - self._quit_at > GRACE

    # --- settings -------------------------------------------------------------------------------------------

    def _report_fallback(self, reason: str) -> None:
        self._say(f"compiled execution unavailable: {reason}; using interpreted")

    def _set_game(self, name: str) -> None:
        if name != self._engine.game.name:
            self._engine = self._engine.twin(name, self._host)
            self._engine.on_fallback = self._report_fallback

    def _set_multipv(self, lines: int) -> None:
        self._multipv = lines

    def _set_level(self, level: int) -> None:
        self._level = level or None

    def _new_game(self) -> None:
        self._engine.new_game()
        self._games += 1

    def _set_book(self, on: bool) -> None:
        self._book = on

    def _set_algorithm(self, name: str) -> None:
        self._algorithm = name


def whole_number(name: str, text: str) -> int:
    """A number that a command gives.  CommandError if the text is none."""
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text, re.ASCII):
        raise CommandError(f"{name} needs a number" + (f", not {clip(text)!r}" if text else ""))
    return int(text)
