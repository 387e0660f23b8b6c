"""Ctrl-C and termination while compiled code runs.

An exception passes through compiled code, but leaves a search half-way: its moves stay on the board.  A
caller that goes on using the instance therefore holds interrupts back, stops the search, and raises the
exception afterwards.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)

_waiting = False


def pending() -> int:
    """1 if an interrupt is being held back; the ``poll`` function of a host."""
    return int(_waiting)


@contextmanager
def held() -> Iterator[None]:
    """Hold interrupts back inside the block; after one, raise KeyboardInterrupt at its end."""
    global _waiting
    if threading.current_thread() is not threading.main_thread():
        yield  # signals reach the main thread only
        return

    def wait(number: int, frame: FrameType | None) -> None:
        global _waiting
        _waiting = True

    # Only signals with a Python handler: ignored signals and default actions stay as they are.
    heeded = [each for each in _SIGNALS if callable(signal.getsignal(each))]
    old = [signal.signal(each, wait) for each in heeded]
    try:
        yield
    finally:
        for each, handler in zip(heeded, old, strict=True):
            signal.signal(each, handler)
        if _waiting:
            _waiting = False
            raise KeyboardInterrupt
