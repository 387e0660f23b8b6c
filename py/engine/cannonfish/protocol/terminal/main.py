"""``python -m cannonfish``: a session on standard input and output, in UCI, or in UCCI after ``ucci``."""

import os
import signal
import sys
from collections.abc import Iterable
from queue import SimpleQueue
from threading import Thread
from typing import Final

from cannonfish.compiler import SOURCE_ERRORS
from cannonfish.protocol.terminal.session import QUIT, Inbox, Session, Write
from cannonfish.protocol.terminal.ucci import UcciSession
from cannonfish.protocol.terminal.uci import UciSession

PROTOCOLS: Final[dict[str, type[Session]]] = {each.protocol: each for each in (UciSession, UcciSession)}


def serve(lines: Iterable[str], write: Write) -> None:
    """Read commands from ``lines``, in a thread, and write the answers, until ``quit`` or the end."""
    _converse(lines, write, SimpleQueue()).close()


def _converse(lines: Iterable[str], write: Write, inbox: Inbox, warm: bool = False) -> Session:
    """Do what ``serve`` does; return the last session, which is not closed.

    ``warm``: get the engine ready before the first command, which may start a clock.
    """

    def pump() -> None:
        try:
            for line in lines:
                inbox.put(line)
                if line.split()[:1] == [QUIT]:
                    break  # a thread that waits for input would keep the program from ending
        finally:
            inbox.put(None)

    Thread(target=pump, name="input", daemon=True).start()
    session: Session = UciSession(inbox, write)
    if warm:
        session.prepare()
    while (word := session.run()) is not None:
        session = PROTOCOLS[word](inbox, write, session.close())
        session.execute(word)
    return session


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
            in_order = session.execute(" ".join(arguments))
            inbox.put(None)
            if (word := session.run()) is not None:
                PROTOCOLS[word](inbox, write, session.close()).execute(word)
            return 0 if in_order else 2
        signal.signal(signal.SIGINT, leave)
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
        _converse(sys.stdin, write, inbox, warm=True)  # the threads of its engine end with the process
    except SOURCE_ERRORS as error:  # an edited rule, without which there is no board
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader has gone; avoid a second error when the output is flushed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0
