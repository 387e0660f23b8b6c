"""Publication: from mined and judged puzzles to the files that the page serves.

The id of a puzzle is a hash of its position and first move, so it does not depend on when and from which
folders the files are made.
"""

import base64
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from cannonfish.errors import InvalidPuzzleError
from cannonfish.puzzles.files import Puzzle, dumps, loads, validate

from cannonfish_lab.errors import LabError
from cannonfish_lab.puzzles import miner
from cannonfish_lab.puzzles.finder import MATE, Demands
from cannonfish_lab.puzzles.judging import efforts, key_of
from cannonfish_lab.puzzles.rating import BUDGETS, Effort, rating
from cannonfish_lab.puzzles.themes import themes_of
from cannonfish_lab.shards import replace

FIRST_FILE: Final = 60
"""Puzzles in the file that a page opens with."""
PER_FILE: Final = 200
LICENCE: Final = "CC0-1.0"
ID_LENGTH: Final = 6
SAME_POINTS: Final = 28
"""Two puzzles of a game with the same first move count as one if they differ on at most this many of 90
points."""


@dataclass(frozen=True)
class Taste:
    """Limits for correct but dull puzzles."""

    mates_in_one: int = 80
    """Most mates in one."""
    obvious: int = 50
    """Most one-move captures of an unprotected piece that the engine finds with ``obvious_nodes`` or at its
    lowest level."""
    obvious_nodes: int = BUDGETS[1]


@dataclass
class Harvest:
    """The result of a harvest: puzzles, and counts of the others."""

    puzzles: list[Puzzle] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    mined: Counter[str] = field(default_factory=Counter)
    """Games, positions, suspects, finds."""
    refused: Counter[str] = field(default_factory=Counter)
    """Suspects refused by the miner, by reason."""


def harvest(folders: Sequence[Path], taste: Taste | None = None, demands: Demands | None = None) -> Harvest:
    """Select the puzzles of the folders for publication, in a fixed order."""
    taste, demands = taste or Taste(), demands or Demands()
    result = Harvest()
    seen: set[str] = set()
    ids: dict[str, str] = {}
    dull: Counter[str] = Counter()
    by_game: dict[tuple[str, str], list[str]] = {}
    for find, worth in _mined(folders, result):
        key = key_of(find)
        reason = None
        if key in seen:
            reason = "the same as another, a mirror image, or with colours exchanged"
        elif worth is None:
            reason = "not judged yet"
        elif find["kind"] != MATE and (worth.gap is None or worth.gap < demands.gap):
            reason = "another search does not find the solver's moves so much better"
        elif _resembles(find, by_game):
            reason = "nearly the same as another of the same game"
        if reason is None and worth is not None:
            themes = themes_of(find["fen"], find["moves"], find["kind"])
            reason = _dull(themes, worth, taste, dull)
        seen.add(key)
        if reason is not None or worth is None:
            result.left_out[reason or ""] += 1
            continue
        puzzle = _puzzle(find, themes, worth)
        if ids.setdefault(puzzle.id, key) != key:
            result.left_out["its id is taken"] += 1
            continue
        try:
            validate(puzzle)
        except InvalidPuzzleError as error:
            raise LabError(f"a mined puzzle is broken: {error}") from None
        by_game.setdefault((find["game"], find["moves"][0]), []).append(find["fen"])
        result.puzzles.append(puzzle)
    result.puzzles.sort(key=lambda puzzle: puzzle.id)  # a hash, so practically a random order
    return result


def _mined(folders: Sequence[Path], result: Harvest) -> Iterator[tuple[dict[str, Any], Effort | None]]:
    for folder in folders:
        known = efforts(folder)
        for shard in miner.read(folder):
            result.mined.update({name: shard[name] for name in ("games", "positions", "suspects")})
            result.mined["finds"] += len(shard["finds"])
            result.refused.update(shard["refused"])
            for find in shard["finds"]:
                record = known.get(key_of(find))
                worth = None if record is None else Effort(record["nodes"], record["level"], record["gap"])
                yield find, worth


def _resembles(find: Mapping[str, Any], by_game: Mapping[tuple[str, str], Sequence[str]]) -> bool:
    """Whether a puzzle of the same game with the same first move has nearly the same pieces."""
    return any(
        find["fen"].split()[1] == fen.split()[1] and _difference(find["fen"], fen) <= SAME_POINTS
        for fen in by_game.get((find["game"], find["moves"][0]), ())
    )


def _difference(one: str, other: str) -> int:
    """The number of points on which two positions differ."""
    return sum(a != b for a, b in zip(_points(one), _points(other), strict=True))


def _points(fen: str) -> str:
    return "".join("." * int(each) if each.isdigit() else each for each in fen.split()[0] if each != "/")


def _dull(themes: Sequence[str], worth: Effort, taste: Taste, dull: Counter[str]) -> str | None:
    """The reason if there are too many puzzles of this dull kind, otherwise None.  ``dull`` counts them."""
    if "mateIn1" in themes:
        kind, most = "a mate in one, of which there are enough", taste.mates_in_one
    elif {"oneMove", "hangingPiece"} <= set(themes) and (
        worth.nodes <= taste.obvious_nodes or worth.level == 1
    ):
        kind, most = "takes what is left hanging, and there are enough of those", taste.obvious
        if "defence" in themes:
            kind, most = "saves the game by taking what is left hanging", 0
    else:
        return None
    dull[kind] += 1
    return kind if dull[kind] > most else None


def _puzzle(find: Mapping[str, Any], themes: tuple[str, ...], worth: Effort) -> Puzzle:
    return Puzzle(
        _id(key_of(dict(find))),
        "xiangqi",
        find["fen"],
        tuple(find["moves"]),
        tuple(map(tuple, find["alternatives"])),
        themes,
        rating(worth, themes, len(find["alternatives"])),
        f"Cannonfish self-play, game {find['game']}, ply {find['ply']}",
        LICENCE,
        find["check"],
    )


def _id(key: str) -> str:
    digest = hashlib.blake2s(key.encode()).digest()
    return "x" + base64.b32encode(digest).decode().lower()[:ID_LENGTH]


def files(puzzles: Sequence[Puzzle]) -> dict[str, list[Puzzle]]:
    """The puzzles by file name; the first file is small and has all ratings and kinds."""
    ranked = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    count = min(FIRST_FILE, len(ranked))
    first = {ranked[number * len(ranked) // count].id for number in range(count)} if count else set()
    named = {"001": [puzzle for puzzle in puzzles if puzzle.id in first]}
    rest = [puzzle for puzzle in puzzles if puzzle.id not in first]
    for number, start in enumerate(range(0, len(rest), PER_FILE), 2):
        named[f"{number:03}"] = rest[start : start + PER_FILE]
    return named


def publish(puzzles: Sequence[Puzzle], folder: Path) -> dict[str, int]:
    """Write the files and remove old ones.  Returns the size of each file in bytes."""
    written = {}
    for name, part in files(puzzles).items():
        text = dumps(part)
        if len(loads(text).puzzles) != len(part):
            raise LabError(f"{name}.jsonl cannot be read back")
        path = folder / f"{name}.jsonl"
        replace(path, text.encode())
        written[path.name] = path.stat().st_size
    for path in folder.glob("[0-9][0-9][0-9].jsonl"):
        if path.name not in written:
            path.unlink()
    return written
