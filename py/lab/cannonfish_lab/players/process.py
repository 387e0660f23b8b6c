"""A program that reads and writes lines: started, read with timeouts, and reliably ended."""

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from string import Template
from typing import Final

import cannonfish
from cannonfish.matches.player import PlayerError

from cannonfish_lab.errors import LabError

QUIT_SECONDS: Final = 0.5
"""Time for a program to end by itself."""
MOST_LAST_WORDS: Final = 1000
"""The most bytes of a program's standard error that are searched for its last line."""

# On the path, so that our own engine starts in any folder, installed or not.
_PACKAGE: Final = str(Path(cannonfish.__file__ or "").parents[1])


def surroundings() -> dict[str, str]:
    """The environment variables of the programs."""
    path = os.pathsep.join(
        filter(None, [os.environ.get("PATH", os.defpath), "/usr/games", os.environ.get("PEERS")])
    )
    python_path = os.pathsep.join(filter(None, [_PACKAGE, os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHON": sys.executable, "PATH": path, "PYTHONPATH": python_path}


def fill_in(text: str) -> str:
    """Replace $NAME by environment variables.  LabError for one that is not set, or a $ without a name."""
    try:
        return Template(text).substitute(surroundings())
    except KeyError as error:
        raise LabError(f"{text!r} needs the environment variable {error}") from None
    except ValueError:
        raise LabError(f"{text!r} has a $ without a name; write $$ for a plain $") from None


class LineProcess:
    """A running program.  LabError if it cannot be started; PlayerError once it has ended."""

    def __init__(self, command: str, folder: str | None = None) -> None:
        environment = surroundings()
        try:
            argv = [fill_in(word) for word in shlex.split(command)]
        except ValueError as error:
            raise LabError(f"the command {command!r} cannot be read: {error}") from None
        if not argv:
            raise LabError("the command is empty")
        argv[0] = shutil.which(argv[0], path=environment["PATH"]) or argv[0]
        self.name = Path(argv[0]).name
        place = fill_in(folder) if folder else None
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        try:
            # In a session of its own, its child processes end with it and Ctrl-C does not reach it.
            self._process = subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                cwd=place,
                env=environment,
                text=True,
                errors="replace",
                bufsize=1,
                start_new_session=True,
            )
        except OSError as error:
            self._errors.close()
            raise LabError(f"cannot start {command!r}: {error}") from None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, name=f"{self.name} output", daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError, OSError):  # closed while reading
            for line in self._process.stdout:
                self._lines.put(line.strip())
        self._lines.put(None)

    def send(self, line: str) -> None:
        """Send a line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise PlayerError("crash", f"{self.name} has closed its input{self._last_words()}") from None

    def read(self, until: float) -> str | None:
        """The next line, or None if none comes until then (``time.monotonic``)."""
        try:
            line = self._lines.get(timeout=max(until - time.monotonic(), 0.0))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise PlayerError("crash", f"{self.name} ended{self._last_words()}")
        return line

    def _last_words(self) -> str:
        """The last line that the program wrote to its standard error."""
        with contextlib.suppress(OSError, ValueError):
            end = self._errors.seek(0, os.SEEK_END)
            self._errors.seek(max(end - MOST_LAST_WORDS, 0))
            lines = self._errors.read().decode(errors="replace").split("\n")
            return next((f": {line.strip()}" for line in reversed(lines) if line.strip()), "")
        return ""

    def wait_for(self, word: str, seconds: float) -> list[str]:
        """Read up to the line that begins with the word; return the lines before it.  PlayerError if it
        does not come."""
        until = time.monotonic() + seconds
        lines: list[str] = []
        while (line := self.read(until)) is not None:
            if line.split()[:1] == [word]:
                return lines
            lines.append(line)
        raise PlayerError("time", f"{self.name} did not say {word} within {seconds:g} s")

    def drop_output(self) -> None:
        """Discard unread output."""
        with contextlib.suppress(queue.Empty):
            while True:
                line = self._lines.get_nowait()
                if line is None:
                    self._lines.put(None)
                    return

    def close(self) -> None:
        """End the program, politely first."""
        process = self._process
        with contextlib.suppress(PlayerError):
            self.send("quit")
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(QUIT_SECONDS)
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        for stream in (process.stdin, process.stdout, self._errors):
            with contextlib.suppress(OSError, ValueError):
                if stream is not None:
                    stream.close()
