"""A program that reads and writes lines: started, read with time-outs, and reliably ended."""

import asyncio
import os
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, TypeAlias
from weakref import finalize

Command: TypeAlias = str | Sequence[str | os.PathLike[str]]
"""A program with its arguments; a text is split as a shell does."""

QUIT_SECONDS: Final = 0.5
"""Time for a program to end by itself."""
MAX_LINE: Final = 1 << 20
"""Bytes of a line; the rest of a longer one is dropped."""
MAX_WAITING: Final = 10_000
"""Lines that wait to be read; a program that writes more has to wait."""
LAST_LINES: Final = 3
GAMES_FOLDER: Final = "/usr/games"
"""Where Debian has engines, often missing in the path of root."""


class EngineError(RuntimeError):
    """An engine cannot be started, or does not do as its protocol says."""


class EngineTerminatedError(EngineError):
    """The engine has ended."""

    def __init__(self, message: str, returncode: int | None = None) -> None:
        super().__init__(message)
        self.returncode = returncode
        """The exit status; None if it is not known."""


class EngineTimeoutError(EngineError, TimeoutError):
    """The engine did not answer in time, and was ended."""


class EngineMoveError(EngineError):
    """The engine played a move that is not legal."""


class _Inbox:
    """The lines that a program has written, for a reader that waits in a thread or in an event loop."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self._ended = False
        self._changed = threading.Condition()
        self._wake: Callable[[], object] | None = None

    def put(self, line: str) -> None:
        with self._changed:
            self._changed.wait_for(lambda: len(self._lines) < MAX_WAITING or self._ended)
            if not self._ended:
                self._lines.append(line)
            self._notify()

    def wake(self) -> None:
        """Let a reader that waits look at its time again: it gets an empty line."""
        with self._changed:
            self._lines.append("")
            self._notify()

    def end(self) -> None:
        """Take no more lines."""
        with self._changed:
            self._ended = True
            self._notify()

    def _notify(self) -> None:
        self._changed.notify_all()
        if self._wake is not None:
            with suppress(RuntimeError):  # the loop is closed
                self._wake()
            self._wake = None

    def get(self, until: float | None) -> str | None:
        """The next line; None if none comes until then.  EOFError after the last one."""
        with self._changed:
            seconds = None if until is None else max(until - time.monotonic(), 0)
            self._changed.wait_for(lambda: self._lines or self._ended, seconds)
            return self._next()

    async def get_async(self, until: float | None) -> str | None:
        """Do the same without blocking the event loop."""
        loop, arrived = asyncio.get_running_loop(), asyncio.Event()
        with suppress(TimeoutError):
            async with asyncio.timeout(None if until is None else max(until - time.monotonic(), 0)):
                while True:
                    with self._changed:
                        if self._lines or self._ended:
                            break
                        arrived.clear()
                        self._wake = lambda: loop.call_soon_threadsafe(arrived.set)
                    await arrived.wait()
        with self._changed:
            return self._next()

    def _next(self) -> str | None:
        if self._lines:
            self._changed.notify_all()
            return self._lines.popleft()
        if self._ended:
            raise EOFError
        return None


class Process:
    """A running program.  EngineError if it cannot be started; EngineTerminatedError once it has ended."""

    def __init__(
        self, command: Command, cwd: str | os.PathLike[str] | None, env: Mapping[str, str] | None
    ) -> None:
        try:
            words = shlex.split(command, posix=os.name != "nt") if isinstance(command, str) else command
        except ValueError as error:
            raise EngineError(f"the command {command!r} cannot be read: {error}") from None
        argv = [os.fspath(word) for word in words]
        if not argv:
            raise EngineError("the command is empty")
        path = os.pathsep.join([(os.environ if env is None else env).get("PATH", os.defpath), GAMES_FOLDER])
        argv[0] = shutil.which(argv[0], path=path) or argv[0]
        self.name = Path(argv[0]).name
        try:
            # In a session of its own, its child processes end with it and Ctrl-C does not reach it.
            self._process = subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=cwd,
                env=env,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineError(f"cannot start {command!r}: {error.strerror or error}") from None
        self._inbox, self._said, self._errors = _Inbox(), _last(), _last()
        self._listeners = [
            self._listen("output", self._process.stdout, self._inbox.put, self._inbox.end),
            self._listen("errors", self._process.stderr, self._errors.append),
        ]
        self._sending = threading.Lock()
        self._end = finalize(self, _kill, self._process, self._inbox)

    def _listen(
        self,
        what: str,
        stream: IO[bytes] | None,
        put: Callable[[str], object],
        end: Callable[[], None] = lambda: None,
    ) -> threading.Thread:
        thread = threading.Thread(
            target=_read_lines, args=(stream, put, end), name=f"{self.name} {what}", daemon=True
        )
        thread.start()
        return thread

    @property
    def returncode(self) -> int | None:
        """The exit status; None while it runs."""
        return self._process.poll()

    def send(self, line: str) -> None:
        """Send a line."""
        if "\n" in line or "\r" in line:
            raise ValueError(f"a command has one line, not {line!r}")
        stdin = self._process.stdin
        assert stdin is not None
        try:
            with self._sending:
                stdin.write(line.encode() + b"\n")
                stdin.flush()
        except (OSError, ValueError):
            raise self.terminated() from None

    def receive(self, until: float | None) -> str | None:
        """The next line, or None if none comes until then (``time.monotonic``; None: wait for ever)."""
        try:
            return self._keep(self._inbox.get(until))
        except EOFError:
            raise self.terminated() from None

    async def receive_async(self, until: float | None) -> str | None:
        """Do the same without blocking the event loop."""
        try:
            return self._keep(await self._inbox.get_async(until))
        except EOFError:
            raise self.terminated() from None

    def wake(self) -> None:
        """Give who waits for a line an empty one."""
        self._inbox.wake()

    def _keep(self, line: str | None) -> str | None:
        if line:
            self._said.append(line)
        return line

    def terminated(self) -> EngineTerminatedError:
        """The error of a program that has ended."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        self._listeners[1].join(QUIT_SECONDS)
        status = self.returncode
        how = "closed its output" if status is None else f"ended with exit status {status}"
        return EngineTerminatedError(f"{self.name} has {how}{self.last_lines()}", status)

    def last_lines(self) -> str:
        """What it wrote last, to its standard error if there is anything, as the end of a message."""
        lines = " | ".join([*self._errors] or [*self._said])
        return f"; its last lines: {lines}" if lines else ""

    def kill(self) -> None:
        """End the program and its children at once."""
        self._end()

    def close(self) -> None:
        """End the program, politely first."""
        if not self._end.alive:
            return
        with suppress(EngineError):
            self.send("quit")
        self._inbox.end()  # what it still says must not hold it up
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        self._end()


def _last() -> deque[str]:
    return deque(maxlen=LAST_LINES)


def _read_lines(stream: IO[bytes], put: Callable[[str], object], end: Callable[[], None]) -> None:
    """Pass on the lines of a stream, then close it.  It must not keep the process object alive."""
    begins = True
    with stream, suppress(OSError, ValueError):
        while part := stream.readline(MAX_LINE):
            if begins and (line := part.decode(errors="replace").strip()):
                put(line)
            begins = part.endswith(b"\n")
    end()


def _kill(process: subprocess.Popen[bytes], inbox: _Inbox) -> None:
    inbox.end()
    if process.poll() is None:
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "nt":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    with suppress(OSError, ValueError):
        if process.stdin is not None:
            process.stdin.close()
