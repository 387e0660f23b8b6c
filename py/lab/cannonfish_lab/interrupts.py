"""Ctrl-C and termination while compiled code runs.

An exception cannot cross compiled code.  So whoever calls into it holds interrupts back meanwhile, asks the
search to end, and lets the exception rise afterwards.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)

_waiting = False


def rise(*_: object) -> None:
    """The handler of a signal that ends this process as Ctrl-C does, cleaning up on the way."""
    raise KeyboardInterrupt


def pending() -> int:
    """1 if an interrupt is being held back: to be used as a host's ``poll``."""
    return int(_waiting)


@contextmanager
def held() -> Iterator[None]:
    """Hold interrupts back within the block; if one came, KeyboardInterrupt rises at its end."""
    global _waiting
    if threading.current_thread() is not threading.main_thread():
        yield  # signals reach the main thread only
        return

    def wait(number: int, frame: FrameType | None) -> None:
        global _waiting
        _waiting = True

    # What is ignored stays ignored, and what ends the process at once, as nobody else's handler, may.
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
