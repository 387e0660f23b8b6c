"""``python -m cannonfish``: a session on standard input and output, in UCI, or in UCCI after ``ucci``."""

import os
import signal
import sys
from collections.abc import Iterable
from queue import SimpleQueue
from threading import Thread
from typing import Final

from cannonfish.protocol.session import Inbox, Session, Write
from cannonfish.protocol.ucci import UcciSession
from cannonfish.protocol.uci import UciSession

PROTOCOLS: Final[dict[str, type[Session]]] = {each.protocol: each for each in (UciSession, UcciSession)}


def serve(lines: Iterable[str], write: Write, inbox: Inbox | None = None, warm: bool = False) -> None:
    """Read commands from ``lines``, in a thread, and write the answers, until ``quit`` or the end.

    ``warm``: get the engine ready before the first command, which may start a clock.
    """
    inbox = inbox or SimpleQueue()

    def pump() -> None:
        try:
            for line in lines:
                inbox.put(line)
                if line.split()[:1] == ["quit"]:
                    break  # a thread that waits for input would keep the program from ending
        finally:
            inbox.put(None)

    Thread(target=pump, name="input", daemon=True).start()
    session: Session = UciSession(inbox, write)
    if warm:
        session.prepare()
    while (word := session.run()) is not None:
        session = PROTOCOLS[word](inbox, write, session.leave())
        session.execute(word)


def main(arguments: list[str]) -> int:
    """Run a session on standard input or, with arguments, the one UCI command that they form."""

    def write(line: str) -> None:
        print(line, flush=True)

    inbox: Inbox = SimpleQueue()

    def leave(*_: object) -> None:
        inbox.put("stop")
        inbox.put(None)

    try:
        # Ctrl-C must not raise an exception, which would pass through compiled code.
        if arguments:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            session: Session = UciSession(inbox, write)
            session.execute(" ".join(arguments))
            inbox.put(None)
            if (word := session.run()) is not None:
                PROTOCOLS[word](inbox, write, session.leave()).execute(word)
        else:
            signal.signal(signal.SIGINT, leave)
            sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
            serve(sys.stdin, write, inbox, warm=True)
    except BrokenPipeError:  # the reader has gone; avoid a second error when the output is flushed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0
