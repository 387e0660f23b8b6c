"""Conversations with a session: command after command, as a script, or line by line while it searches."""

from collections.abc import Iterable, Iterator
from queue import SimpleQueue
from threading import Thread

from cannonfish.protocol.terminal.main import serve
from cannonfish.protocol.terminal.session import Session

SMALL = ("setoption name Hash value 1", "setoption name Execution value interpreted")
"""A small table, and no compiling."""


def answers_to(protocol: type[Session], lines: Iterable[str]) -> list[str]:
    """What a session says to these lines, if each waits until the one before has been carried out."""
    answers: list[str] = []
    session = protocol(SimpleQueue(), answers.append)
    for line in lines:
        session.execute(line)
    session.close()
    return answers


def answers_to_script(protocol: type[Session], lines: Iterable[str]) -> list[str]:
    """What a session says to the lines of a file: all are there when it begins, and so is their end."""
    answers: list[str] = []
    inbox: SimpleQueue[str | None] = SimpleQueue()
    for line in (*lines, None):
        inbox.put(line)
    session = protocol(inbox, answers.append)
    session.run()
    session.close()
    return answers


class Conversation:
    """A terminal whose lines are sent one by one, while it searches."""

    def __init__(self, *lines: str) -> None:
        self.answers: SimpleQueue[str] = SimpleQueue()
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._thread = Thread(target=serve, args=(self._pump(), self.answers.put), daemon=True)
        self._thread.start()
        self.send(*lines)

    def _pump(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line

    def send(self, *lines: str) -> None:
        """Send lines."""
        for line in lines:
            self._lines.put(line)

    def hear(self, prefix: str) -> str:
        """The next answer that begins like this."""
        while not (line := self.answers.get(timeout=120)).startswith(prefix):
            pass
        return line

    def heard(self) -> list[str]:
        """What has been said and not yet listened to."""
        lines = []
        while not self.answers.empty():
            lines.append(self.answers.get())
        return lines

    def end(self) -> None:
        """End the input, and wait until the terminal has ended."""
        self._lines.put(None)
        self.wait()

    def wait(self) -> None:
        """Wait until the terminal has ended by itself."""
        self._thread.join(timeout=120)
        assert not self._thread.is_alive()
