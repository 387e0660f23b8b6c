"""Solved endings for the site: the classical list, the drills, and the shipped tables."""

import json
import random
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from shutil import copyfile
from typing import Any, Final

from cannonfish.games.xiangqi import endings
from cannonfish.games.xiangqi.board import Board
from cannonfish.games.xiangqi.endings.table import IMPOSSIBLE, WON_BY_LAW
from cannonfish.games.xiangqi.pieces import BLACK, RED, Side
from cannonfish.protocol.page.ending_tables import EndingTables

from cannonfish_lab.endings.classical import CLASSICAL, SOURCES, Classical
from cannonfish_lab.endings.report import RULE

SEED: Final = 20
TRIES: Final = 4000

WINS: Final = {
    "KN-k": 10,
    "KN-ka": 30,
    "KN-kb": 10,
    "KNN-ka": 8,
    "KR-kaa": 12,
    "KR-kbb": 12,
    "KR-kab": 12,
    "KR-kaab": 16,
    "KR-kabb": 16,
    "KR-kaabb": 20,
    "KR-kn": 10,
    "KR-kp": 8,
    "KCA-k": 12,
    "KCA-ka": 16,
    "KCA-kb": 16,
    "KCA-kaa": 20,
    "KCAA-kaa": 8,
    "KP-k": 12,
    "KPP-k": 12,
    "KPP-ka": 14,
    "KPP-kb": 14,
    "KPP-kaa": 14,
}
"""The number of drills to win, for endings that a device solves in seconds."""
DRAWS: Final = {
    "KR-kaabb": 16,
    "KN-kaa": 8,
    "KN-kb": 10,
    "KN-kab": 6,
    "KCA-kbb": 6,
    "KP-ka": 6,
    "KP-kb": 6,
    "KPP-kb": 8,
    "KPP-kbb": 8,
    "KPP-kaa": 6,
}
"""The number of drills in which Black holds the draw, by ending."""
SHORTEST: Final = 7
"""Plies of the shortest win that is worth a drill."""
SHIPPED_BYTES: Final = 1_500_000
"""The most bytes of all shipped tables together."""


def write(web: Path, store: endings.Folder) -> tuple[int, int, int]:
    """Write the classical endings, the drills and the shipped tables into ``web``; return how many there are.

    KeyError if a table is missing."""
    needed = set[str]().union(*map(_family, [each.ending for each in CLASSICAL] + [*WINS, *DRAWS]))
    tables = {name: store[name] for name in needed}
    classical = [_classical(each, tables[each.ending]) for each in CLASSICAL]
    drills = _drills(tables)
    folder = web / "endings" / "data"
    folder.mkdir(parents=True, exist_ok=True)
    _dump(folder / "classical.json", {"format": 1, "endings": classical})
    _dump(folder / "drills.json", {"format": 1, "drills": drills})
    return len(classical), len(drills), _ship(web, store)


def _ship(web: Path, tables: endings.Folder) -> int:
    """Copy the classical endings that fit, smallest first, with all endings that captures lead to."""
    shipped: set[str] = set()
    wanted = {each.ending: _family(each.ending) for each in CLASSICAL}
    while wanted:
        added = {name: _bytes(family - shipped, tables) for name, family in wanted.items()}
        name = min(added, key=lambda each: (added[each], each))
        if _bytes(shipped, tables) + added[name] > SHIPPED_BYTES:
            break
        shipped |= wanted.pop(name)
    target = web / "endings" / "data" / "tables"
    target.mkdir(exist_ok=True)
    for file in target.glob("*.xqe"):
        file.unlink()
    for name in shipped:
        copyfile(tables.file(name), target / tables.file(name).name)
    names = textwrap.fill(" ".join(sorted(shipped)), 100, break_on_hyphens=False)
    (web / "tablebase" / "shipped.js").write_text(
        "// The endings in endings/data/tables/, written by `python -m cannonfish_lab endings --site`.\n\n"
        f"const NAMES = `\n{names}`;\n\nexport const SHIPPED = new Set(NAMES.trim().split(/\\s+/));\n"
    )
    return len(shipped)


def _family(name: str) -> set[str]:
    return {str(each) for each in endings.Material.parse(name).family()}


def _bytes(names: Iterable[str], tables: endings.Folder) -> int:
    return sum(tables.file(name).stat().st_size for name in names)


def _dump(file: Path, data: dict[str, Any]) -> None:
    """Write JSON with one row of the list per line."""
    *_, name = data
    rows = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in data[name])
    file.write_text(f'{{"format":{data["format"]},"{name}":[\n{rows}\n]}}\n', encoding="utf-8")


def _classical(each: Classical, table: endings.Table) -> dict[str, Any]:
    red = table.statistics().red
    total = red.positions
    chance = random.Random(f"{SEED} {each.ending}")
    return {
        "ending": each.ending,
        "names": {
            "en": each.english,
            "zh-Hans": each.chinese,
            "zh-Hant": each.traditional,
            "vi": each.vietnamese,
        },
        "verdict": "win" if each.wins else "draw",
        "won": red.wins,
        "drawn": red.draws,
        "total": total,
        "longest": table.statistics().longest,
        "agrees": (red.wins if each.wins else red.draws) / total >= RULE,
        "source": SOURCES[each.source],
        "winning": _typical(table, chance, draw=False),
        "holding": _typical(table, chance, draw=True),
    }


def _typical(table: endings.Table, chance: random.Random, draw: bool) -> str | None:
    """A position with Red to move that is drawn, or won in about the usual number of plies; None if there is
    none."""
    values = table.values[: len(table) // 2]
    wanted = {0} if draw else {*range(2, WON_BY_LAW, 2)}
    numbers = [
        at for at in chance.sample(range(len(values)), min(len(values), 20_000)) if values[at] in wanted
    ]
    if not numbers:
        marks = values.translate(bytes(value in wanted for value in range(256)))
        at = marks.find(1)
        numbers = [] if at < 0 else [at]
    numbers.sort(key=lambda at: values[at])
    return endings.fen_of(table.material, numbers[len(numbers) // 2]) if numbers else None


def _drills(tables: Mapping[str, endings.Table]) -> list[tuple[str, str, int, int]]:
    """(ending, FEN, plies to the end or 0, rating) of every drill, the easiest first in each ending."""
    made = []
    for name, count in WINS.items():
        made += _made(name, tables, count, RED)
    for name, count in DRAWS.items():
        made += _made(name, tables, count, BLACK)
    return sorted(made, key=lambda drill: (drill[0], drill[3], drill[1]))


def _made(
    name: str, tables: Mapping[str, endings.Table], count: int, turn: Side
) -> list[tuple[str, str, int, int]]:
    """Drills of an ending, spread over the ratings: Red wins, or Black holds."""
    table = tables[name]
    solver = EndingTables()
    solver.store = {str(each): tables[str(each)] for each in table.material.family()}
    chance = random.Random(f"{SEED} {name} {turn}")
    half = len(table) // 2
    found: dict[str, tuple[str, str, int, int]] = {}
    longest = table.statistics().longest or 0
    least = min(SHORTEST, longest)
    for _ in range(TRIES):
        value = table.values[number := half * turn + chance.randrange(half)]
        wanted = value == 0 if turn is BLACK else value < IMPOSSIBLE and value % 2 == 0 and value > least
        if not wanted or value >= WON_BY_LAW:
            continue
        fen = endings.fen_of(table.material, number)
        if fen is None:
            continue
        moves = solver.solution(Board(fen))["moves"]
        kept = sum(move["result"] == moves[0]["result"] for move in moves)
        if turn is BLACK and (kept == len(moves) or len(moves) < 3):
            continue  # nothing to hold
        found[fen] = (name, fen, max(value - 1, 0), _rating(value - 1, kept / len(moves)))
        if len(found) == 12 * count:
            break
    graded = sorted(found.values(), key=lambda drill: (drill[3], drill[1]))
    step = max(len(graded) / count, 1)
    return [graded[int(at * step)] for at in range(min(count, len(graded)))]


def _rating(plies: int, kept: float) -> int:
    """The rating of a drill: by its length, and by how few of the first moves are right."""
    if plies < 0:
        return round(1000 + 600 * (1 - kept))
    return round(min(650 + 24 * plies + 250 * (1 - kept), 2000))
