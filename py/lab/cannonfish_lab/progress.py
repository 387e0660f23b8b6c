"""A progress bar: tqdm if it is installed, otherwise a line from time to time."""

import contextlib
import sys
import time
from importlib import import_module
from typing import Any, Final, Self

PLAIN_SECONDS: Final = 10.0
"""Time between two lines without tqdm."""


class Progress:
    """A progress bar on the error output, used as a context manager."""

    def __init__(self, total: int | None, done: int = 0, unit: str = "game") -> None:
        self._total, self._done, self._unit = total, done, unit
        self._started = self._told = time.monotonic()
        self._bar: Any = None
        with contextlib.suppress(ImportError):
            tqdm = import_module("tqdm").tqdm
            self._bar = tqdm(total=total, initial=done, unit=unit, dynamic_ncols=True, smoothing=0.05)

    def step(self, note: str = "", by: int = 1) -> None:
        """Count ``by`` more units as done, and show a note."""
        self._done += by
        if self._bar is not None:
            self._bar.set_postfix_str(note, refresh=False)
            self._bar.update(by)
        elif time.monotonic() - self._told > PLAIN_SECONDS:
            self._tell(note)

    def _tell(self, note: str) -> None:
        self._told = time.monotonic()
        of = "" if self._total is None else f" of {self._total}"
        seconds = self._told - self._started
        print(f"{self._done}{of} {self._unit}s, {seconds:.0f} s  {note}", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
