"""The cells of lessons: Python that a reader edits and runs, in namespaces that last as long as the worker.

``{"id", "lab": "run", "book", "cells", "check", "call"}`` runs the last cell of a list, after those earlier
ones whose present code has not been run yet:

    book     the namespace
    cells    [{"name", "code"}, ...]
    check    code that asserts that the last cell is right: ``assert test, (hint, value, ...)``; or null
    call     {"name", "arguments"}: a function to be called afterwards, whose result is JSON; or null

The answer has ``ok`` and

    fault    {"cell", "line", "column", "reason"}, or null; ``cell`` is None where no cell is to blame
    hint     [hint, value, ...] of the assertion that failed, or null
    result   of the call; the beginning of its text if it is no JSON
    seconds  that the last cell took

Printed text is posted meanwhile as ``{"type": "output", "id", "text"}``; the page takes it as a sign of life.
An empty text with a ``cell`` says which one runs from now on.
"""

import contextlib
import io
import json
import linecache
import time
from collections.abc import Callable
from typing import Any, Final

from cannonfish.protocol.page.messages import Message

MOST_OUTPUT: Final = 20_000
"""The most characters that a run may print; this also ends an endless loop that prints."""
OUTPUT_S: Final = 0.1
"""Seconds between two posts of printed text."""
CHECK: Final = "<check>"


class TooMuchOutputError(Exception):
    """A run has printed more than anybody reads."""


class Notebook:
    """The namespaces, by name, and the cells that have been run in each."""

    def __init__(self, post: Callable[[Message], None]) -> None:
        self._post = post
        self._books: dict[str, tuple[dict[str, Any], dict[str, str]]] = {}
        self._made: dict[tuple[str, str], set[str]] = {}
        """By book and cell, the names that the cell has assigned."""

    def run(self, message: Message) -> Message:
        """The answer to a question ``run``."""
        cells = message["cells"]
        names = {cell["name"] for cell in cells}
        book = message["book"]
        space, ran = self._books.setdefault(book, ({"__name__": "__main__"}, {}))
        answer: dict[str, Any] = {"fault": None, "hint": None, "result": None, "seconds": 0}

        def post(text: str, **fields: str) -> None:
            self._post({"type": "output", "id": message["id"], "text": text, **fields})

        output = _Output(post)
        call = message.get("call")
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            try:
                for at, cell in enumerate(cells):
                    last = at == len(cells) - 1 and call is None
                    if not last and ran.get(cell["name"]) == cell["code"]:
                        continue
                    output.silent = not last
                    post("", cell=cell["name"])
                    ran.pop(cell["name"], None)
                    self._forget(book, cell["name"], space)
                    before = dict(space)
                    # For inspect.getsource(), which a lesson about the compiler uses.
                    lines = cell["code"].splitlines(keepends=True)
                    linecache.cache[cell["name"]] = (len(cell["code"]), None, lines, cell["name"])
                    started = time.perf_counter()
                    try:
                        exec(compile(cell["code"], cell["name"], "exec"), space)
                    finally:
                        changed = {name for name in space if space[name] is not before.get(name, self)}
                        self._made[book, cell["name"]] = changed
                    answer["seconds"] = time.perf_counter() - started
                    ran[cell["name"]] = cell["code"]
                output.silent = call is None
                post("", cell=cells[-1]["name"])
                if message.get("check"):
                    exec(compile(message["check"], CHECK, "exec"), dict(space))
                if call is not None:
                    answer["result"] = _sendable(space[call["name"]](*call["arguments"]))
            except BaseException as error:
                answer |= _failure(error, names)
            finally:
                output.flush()
        return answer

    def _forget(self, book: str, cell: str, space: dict[str, Any]) -> None:
        """Remove the names that only this cell has assigned, such as the old name of a renamed function."""
        others = [made for (of, name), made in self._made.items() if of == book and name != cell]
        for name in self._made.pop((book, cell), set()).difference(*others):
            space.pop(name, None)


def _sendable(value: Any) -> Any:
    """The value if JSON can hold it, else the beginning of its text."""
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return repr(value)[:100]
    return value


class _Output(io.TextIOBase):
    """Printed text, posted now and then; for a silent run, only empty texts."""

    def __init__(self, post: Callable[[str], None]) -> None:
        self._send = post
        self._waiting = ""
        self._length = 0
        self._posted = 0.0
        self.silent = False

    def write(self, text: str) -> int:
        self._length += len(text)
        if not self.silent:
            self._waiting += text
        if self._length > MOST_OUTPUT:
            raise TooMuchOutputError(f"more than {MOST_OUTPUT} characters were printed")
        if text and time.monotonic() - self._posted >= OUTPUT_S:
            self._posted = time.monotonic()
            self._send(self._waiting)
            self._waiting = ""
        return len(text)

    def flush(self) -> None:
        if self._waiting:
            self._send(self._waiting)
        self._waiting = ""


def _failure(error: BaseException, names: set[str]) -> dict[str, Any]:
    """The answer to an error: the hint of a check, or a fault with its place in a cell."""
    place: tuple[str | None, int, int] = (None, 0, 0)
    if isinstance(error, SyntaxError) and error.filename in names:
        place = (error.filename, error.lineno or 1, error.offset or 1)
    innermost = None
    trace = error.__traceback__
    while trace is not None:
        innermost = trace.tb_frame.f_code.co_filename
        if innermost in names:
            place = (innermost, trace.tb_lineno, 1)
        trace = trace.tb_next
    if isinstance(error, AssertionError) and innermost == CHECK:
        hint = error.args[0] if error.args else ""
        return {"hint": [str(part) for part in (hint if isinstance(hint, tuple) else (hint,))]}
    reason = f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"
    cell, line, column = place
    return {"fault": {"cell": cell, "line": line, "column": column, "reason": reason[:500]}}
