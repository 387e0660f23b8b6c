"""Append-only logs with a line of JSON per record, safe against crashes of the writer.

The first line, the head, describes the run; only a run with the same head continues the log.  Every further
line is a finished piece of work and is written immediately.  A truncated line is ignored.
"""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self, TextIO

from cannonfish_lab.errors import LabError

Record = dict[str, Any]


class Log:
    """A log open for writing, used as a context manager; ``records`` are the lines after the head."""

    def __init__(self, path: Path, head: Mapping[str, Any]) -> None:
        """Begin or continue the log.  LabError if it has another head or is in use."""
        self.path = path
        wanted: Record = json.loads(json.dumps(head))  # as it will be read back
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: TextIO = path.open("a+", encoding="utf-8")
        except OSError as error:
            raise LabError(f"cannot write {path}: {error}") from None
        try:
            self._lock()
            found = _parse(path)
            if found and found[0] != wanted:
                raise LabError(f"{path} belongs to something else: {_difference(found[0], wanted)}")
            self.records = found[1:]
            if not found:
                self._file.truncate(0)
                self._write(wanted)
            elif not _ends_in_line(path):
                self._file.write("\n")
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        if sys.platform == "win32":
            return
        import fcntl

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LabError(f"{self.path} is being written by another run") from None

    def append(self, record: Mapping[str, Any]) -> None:
        """Write a record; it is on disk when this returns."""
        self._write(record)
        self.records.append(dict(record))

    def _write(self, record: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def read(path: Path) -> tuple[Record, list[Record]]:
    """The head and the records of a log.  LabError if there is none."""
    try:
        found = _parse(path)
    except OSError as error:
        raise LabError(f"cannot read {path}: {error}") from None
    if not found:
        raise LabError(f"{path} is empty")
    return found[0], found[1:]


def _parse(path: Path) -> list[Record]:
    """All complete lines, including the head."""
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except ValueError:
            # Truncated by an interruption; the next run continues below it.
            if number == 1 and not (line.startswith("{") and len(lines) == 1):
                raise LabError(f"{path} is not a log: its first line is not JSON") from None
            continue
        if not isinstance(record, dict):
            raise LabError(f"{path}, line {number}: expected an object")
        found.append(record)
    return found


def _ends_in_line(path: Path) -> bool:
    return path.read_bytes().endswith(b"\n")


def _difference(found: Record, wanted: Record) -> str:
    for key in {**found, **wanted}:
        if found.get(key) != wanted.get(key):
            return f"its {key} is {found.get(key)!r}, not {wanted.get(key)!r}"
    return "it has another head"
