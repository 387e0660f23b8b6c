"""Statistics of the puzzles: the generated parts of ``web/puzzles/README.md``."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from cannonfish.puzzles.files import Puzzle, loads
from cannonfish.puzzles.themes import THEMES

RATING_STEP: Final = 200
README: Final = "README.md"


def shipped(folder: Path) -> dict[str, tuple[Puzzle, ...]]:
    """The puzzles of a folder, by file."""
    return {
        path.name: loads(path.read_text(encoding="utf-8")).puzzles for path in sorted(folder.glob("*.jsonl"))
    }


def counts(folder: Path) -> str:
    """Tables of files, kinds, ratings and themes."""
    files = shipped(folder)
    puzzles = [puzzle for part in files.values() for puzzle in part]
    mates = sum(puzzle.is_mate for puzzle in puzzles)
    red = sum(puzzle.fen.split()[1] == "w" for puzzle in puzzles)
    ratings = Counter(puzzle.rating // RATING_STEP * RATING_STEP for puzzle in puzzles)
    themes = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    return "\n".join(
        [
            f"{len(puzzles)} puzzles: {mates} mates, {len(puzzles) - mates} others; "
            f"Red to move in {red}, Black in {len(puzzles) - red}.",
            "",
            *_table(
                ("file", "puzzles", "bytes"),
                ((name, len(part), (folder / name).stat().st_size) for name, part in files.items()),
            ),
            "",
            *_table(
                ("rating", "puzzles"),
                ((f"{low}-{low + RATING_STEP - 1}", ratings[low]) for low in sorted(ratings)),
            ),
            "",
            *_table(("theme", "puzzles"), ((theme, themes[theme]) for theme in THEMES if themes[theme])),
        ]
    )


def harvested(mined: Mapping[str, int], refused: Mapping[str, int], left_out: Mapping[str, int]) -> str:
    """Tables of the mined, refused and left-out puzzles."""
    return "\n".join(
        [
            f"{mined['games']} games, {mined['positions']} positions looked at, "
            f"{mined['suspects']} suspects, {mined['finds']} of them proven.",
            "",
            *_table(("refused while mining", "suspects"), _by_count(refused)),
            "",
            *_table(("proven, but left out", "puzzles"), _by_count(left_out)),
        ]
    )


def write(folder: Path, name: str, text: str) -> None:
    """Replace the part of the README between ``<!-- name -->`` and ``<!-- end -->``, if it exists."""
    path = folder / README
    if path.exists():
        before = path.read_text(encoding="utf-8")
        path.write_text(_part(name).sub(lambda _: _marked(name, text), before), encoding="utf-8")


def is_fresh(folder: Path, name: str, text: str) -> bool:
    """Whether the README has exactly this text in the part."""
    return _marked(name, text) in (folder / README).read_text(encoding="utf-8")


def _marked(name: str, text: str) -> str:
    return f"<!-- {name} -->\n{text}\n<!-- end -->"


def _part(name: str) -> re.Pattern[str]:
    return re.compile(rf"<!-- {name} -->.*?<!-- end -->", re.DOTALL)


def _by_count(table: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(table.items(), key=lambda pair: (-pair[1], pair[0]))


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = [" | ".join(map(str, row)) for row in rows]
    return [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *(f"| {line} |" for line in lines)]
