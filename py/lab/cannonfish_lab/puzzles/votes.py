"""Votes of visitors, from the files that the page exports: a line of JSON for each.

The files are anonymous: count one of each visitor, the newest.  Kept because nothing else reads them.
"""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from cannonfish_lab.errors import LabError

DOWN: Final = 2
"""A puzzle is removed when this many more visitors vote it down than up."""
REASON: Final = "visitors voted it down"


def count(files: Iterable[Path]) -> Counter[str]:
    """Votes for puzzles less votes against them, by id.  LabError for any other file."""
    balance: Counter[str] = Counter()
    for file in files:
        for id_, vote in _votes(file).items():
            balance[id_] += vote
    return balance


def voted_down(balance: Counter[str], published: Iterable[str]) -> dict[str, str]:
    """The published puzzles to remove: ids with the reason."""
    return {id_: REASON for id_ in published if balance[id_] <= -DOWN}


def _votes(file: Path) -> dict[str, int]:
    votes: dict[str, int] = {}
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise LabError(f"cannot read {file}: {error}") from None
    for number, line in enumerate(lines, 1):
        try:
            record: Any = json.loads(line)
            id_, vote = record["id"], record["vote"]
        except (ValueError, TypeError, KeyError):
            id_ = vote = None
        if not isinstance(id_, str) or vote not in (1, -1):
            raise LabError(f'{file}, line {number}: expected a vote such as {{"id":"xq-0042","vote":-1}}')
        votes[id_] = vote
    return votes
