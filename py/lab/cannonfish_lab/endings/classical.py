"""Practical endings (实用残局) with the names and verdicts that players learn: ``classical.json``.

Typed from common knowledge, and only those of which we are sure.  More are welcome with a source.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final


@dataclass(frozen=True)
class Classical:
    """An ending and the verdict of the books: whether Red, the attacker, wins as a rule."""

    ending: str
    chinese: str
    english: str
    vietnamese: str
    wins: bool
    source: str
    """``chariot`` and ``horse`` are the lectures in ``SOURCES``; ``common`` is taught in every manual."""

    @property
    def traditional(self) -> str:
        """The Chinese name in traditional characters."""
        return self.chinese.translate(TRADITIONAL)


TRADITIONAL: Final = str.maketrans("车马单双胜难将", "車馬單雙勝難將")
_DATA: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_name("classical.json").read_text(encoding="utf-8")
)
CLASSICAL: Final = tuple(Classical(**row) for row in _DATA["endings"])
SOURCES: Final[dict[str, str]] = _DATA["sources"]
REMARKS: Final[dict[str, str]] = _DATA["remarks"]
"""Remarks that go beyond the shares in the tables."""

_GUARDS: Final = ("", "a", "b", "aa", "ab", "bb", "aab", "abb", "aabb")
SMALL: Final = tuple(f"K{red}-k{black}" for red in ("R", "N", "C", "P", "PP") for black in _GUARDS)
"""One attacking piece or two soldiers against any guards."""
