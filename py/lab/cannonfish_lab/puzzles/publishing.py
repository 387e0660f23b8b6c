"""Publication: from mined and judged puzzles to the files that the page serves.

Published puzzles stay: they keep their ids, and new ones get the next numbers.  A removed puzzle
is listed in RETIRED, so that its number is not used again.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

from cannonfish_lab import shards
from cannonfish_lab.puzzles import miner
from cannonfish_lab.puzzles.files import InvalidPuzzleError, Puzzle, dumps, loads, validate
from cannonfish_lab.puzzles.finder import ADVANTAGE, Demands, canonical, mirrored
from cannonfish_lab.puzzles.judging import efforts, key_of
from cannonfish_lab.puzzles.rating import BUDGETS, GREATEST, LEAST, Effort, rating
from cannonfish_lab.puzzles.rating_fit import Measured
from cannonfish_lab.puzzles.tagger import themes_of
from cannonfish_lab.puzzles.themes import PATTERNS

FIRST_FILE: Final = 60
"""Puzzles in the first file that a page loads."""
PER_FILE: Final = 200
LICENCE: Final = "CC0-1.0"
PREFIXES: Final = {"xiangqi": "xq-", "chess": "ch-"}
"""How the ids of a game begin; a number follows."""
FILES: Final = {"xiangqi": "", "chess": "chess-"}
"""How the names of a game's files begin; a number follows."""
RETIRED: Final = "retired.ndjson"
KNOWN: Final = "classical.jsonl"
NEAR: Final = {"xiangqi": 10, "chess": 8}
"""Two puzzles with the same first move count as one if they differ on at most so many points."""
ENDING: Final = "Cannonfish endings"
"""How the sources of puzzles from solved endings begin."""
NEAR_IN_GAME: Final = 28
"""The limit NEAR for two puzzles from the same game."""


@dataclass(frozen=True)
class Taste:
    """Limits for puzzles that are correct but dull, or too frequent."""

    mates_in_one: int = 120
    """Most mates in one of a game."""
    obvious: int = 120
    """Most one-move captures of an unprotected piece that the engine finds with ``obvious_nodes``."""
    obvious_nodes: int = BUDGETS[1]
    mates: float = 1.95
    """Most mates for each puzzle without mate."""
    rare: int = 20
    """A pattern shown by fewer puzzles is rare; even its mates in one are wanted, for the course on it."""


@dataclass
class Yield:
    """The yield of mining for one of our games, over all folders."""

    games: int = 0
    """Games of self-play looked at."""
    mined: dict[str, Counter[str]] = field(default_factory=lambda: {step: Counter() for step in miner.STEPS})
    """Candidates, suspects and finds, each by origin."""
    refused: Counter[str] = field(default_factory=Counter)
    """Suspects refused by the miner, by reason."""
    finds: Counter[str] = field(default_factory=Counter)
    """What became of the finds."""


@dataclass
class Harvest:
    """The result of a harvest: puzzles, the old ones first, and the yield of each game."""

    puzzles: list[Puzzle] = field(default_factory=list)
    yields: dict[str, Yield] = field(default_factory=dict)


@dataclass
class _Chosen:
    """The puzzles chosen so far, for comparison with new ones."""

    keys: set[str] = field(default_factory=set)
    places: dict[tuple[str, str], list[tuple[str, str]]] = field(default_factory=dict)
    """The points and origins of puzzles, by game and canonical first move."""

    def add(self, puzzle: Puzzle) -> None:
        """Compare with this puzzle from now on."""
        key = canonical(puzzle.fen, puzzle.moves)
        self.keys.add(key)
        # Similar puzzles may have opposite mirror images as their canonical form.
        for points, move in images(key):
            self.places.setdefault((puzzle.game, move), []).append((points, _origin(puzzle.source)))

    def resembles(self, game: str, key: str, origin: str) -> bool:
        """Whether there is a puzzle that differs only in details, or whose mirror image does."""
        points, move = images(key)[0]
        for other, source in self.places.get((game, move), ()):
            near = NEAR_IN_GAME if source == origin and ENDING not in source else NEAR[game]
            # Where there are few pieces, most points are the same anyway.
            near = min(near, len(points) - points.count("."))
            if sum(a != b for a, b in zip(points, other, strict=True)) <= near:
                return True
        return False


def harvest(
    folders: Sequence[Path],
    published: Sequence[Puzzle] = (),
    taste: Taste | None = None,
    demands: Demands | None = None,
    used: Iterable[str] = (),
) -> Harvest:
    """Add the puzzles of the folders to those that are published.

    ``used`` are ids that must not be given again.
    """
    taste, demands = taste or Taste(), demands or Demands()
    result = Harvest()
    chosen = _Chosen()
    for puzzle in published:
        chosen.add(puzzle)
    before = set(chosen.keys)
    fresh: list[tuple[Puzzle, Effort]] = []
    for find, worth in _mined(folders, result):
        key = key_of(find)
        origin = _origin(_source(find))
        reason = None
        if key in before:
            reason = PUBLISHED
        elif key in chosen.keys:
            reason = "the same as another, a mirror image, or with colours exchanged"
        elif not _steps(find, demands):
            reason = "another move wins, too"
        elif worth is None:
            reason = "not judged yet"
        elif find["check"]["how"] == "search" and (worth.gap is None or worth.gap < demands.gap):
            reason = "another search does not find the solver's moves so much better"
        elif chosen.resembles(find["of"], key, origin):
            reason = "nearly the same as another"
        if reason is not None or worth is None:
            result.yields[find["of"]].finds[reason or ""] += 1
            continue
        puzzle = _puzzle(find, worth, _steps(find, demands))
        validate(replace(puzzle, id="new"))
        chosen.add(puzzle)
        fresh.append((puzzle, worth))
    numbers = _Numbers([*(puzzle.id for puzzle in published), *used])
    result.puzzles = [*published]
    for game, each in result.yields.items():
        for puzzle in _balanced(game, result.puzzles, fresh, taste, each.finds):
            result.puzzles.append(replace(puzzle, id=numbers.next(game)))
            each.finds[PUBLISHED] += 1
    return result


def _balanced(
    game: str,
    published: Sequence[Puzzle],
    fresh: Sequence[tuple[Puzzle, Effort]],
    taste: Taste,
    finds: Counter[str],
) -> list[Puzzle]:
    """The new puzzles to publish for a game: first those without mate, then mates, rare patterns first."""
    ours = [each for each in published if each.game == game]
    there = Counter(theme for each in ours for theme in each.themes)
    dull = Counter(kind for each in ours if (kind := _dull(each.themes, None, taste)) is not None)
    others: list[Puzzle] = []
    mates: list[Puzzle] = []
    for puzzle, worth in fresh:
        if puzzle.game != game:
            continue
        kind = _dull(puzzle.themes, worth, taste)
        if kind is not None and _rarest(puzzle, there) >= taste.rare:
            dull[kind] += 1
            if dull[kind] > getattr(taste, kind):
                finds[DULL[kind]] += 1
                continue
        (mates if puzzle.is_mate else others).append(puzzle)
    plain = sum(not each.is_mate for each in ours) + len(others)
    room = max(0, int(taste.mates * plain) - sum(each.is_mate for each in ours))
    # The rarest pattern first; where there is none, the longest mate.
    mates.sort(key=lambda each: (_rarest(each, there), -len(each.moves), each.fen))
    finds["a mate, of which there are enough"] += len(mates[room:])
    return others + mates[:room]


def _rarest(puzzle: Puzzle, there: Mapping[str, int]) -> int:
    rare = [there[theme] for theme in puzzle.themes if theme in PATTERNS]
    return min(rare, default=1_000)


PUBLISHED: Final = "published"
DULL: Final = {
    "mates_in_one": "a mate in one, of which there are enough",
    "obvious": "takes what is left hanging, and there are enough of those",
}


def _dull(themes: Sequence[str], worth: Effort | None, taste: Taste) -> str | None:
    """The field of Taste that limits such puzzles; None if nothing does."""
    if "mateIn1" in themes:
        return "mates_in_one"
    easy = worth is None or worth.nodes <= taste.obvious_nodes
    return "obvious" if easy and {"oneMove", "hangingPiece"} <= set(themes) else None


def _mined(folders: Sequence[Path], result: Harvest) -> Iterator[tuple[dict[str, Any], Effort | None]]:
    for folder in folders:
        known = efforts(folder)
        for shard in miner.read(folder):
            each = result.yields.setdefault(shard["game"], Yield())
            for step in miner.STEPS:
                each.mined[step].update(shard[f"{step} by origin"])
            each.games += shard["games"]
            each.refused.update(shard["refused"])
            for find in shard["finds"]:
                record = known.get(key_of(find))
                worth = None if record is None else Effort(record["nodes"], record["gap"])
                yield {**find, "of": shard["game"]}, worth


def images(key: str) -> list[tuple[str, str]]:
    """The points and the first move of a canonical position and, unless it can castle, its mirror image."""
    texts = [key, mirrored(key)] if key.count(" ") == 1 else [key]
    return [
        ("".join("." * int(each) if each.isdigit() else each for each in rows if each != "/"), move)
        for rows, move in (text.split(" ")[:2] for text in texts)
    ]


def _source(find: Mapping[str, Any]) -> str:
    if "ending" in find:
        return f"{ENDING}, {find['ending']}"
    moved = ", cannons moved" if find["origin"] == "placed" else ""
    return f"Cannonfish self-play, game {find['game']}, ply {find['ply']}{moved}"


def _origin(source: str) -> str:
    return source.rsplit(", ply", 1)[0]


def _steps(find: Mapping[str, Any], demands: Demands) -> int:
    """The moves of the solver until another one wins, too."""
    if find["kind"] != ADVANTAGE or find["check"]["how"] != "search":
        return len(find["alternatives"])
    return sum(1 for _ in takewhile(lambda scores: scores[1] <= demands.unclear, find["scores"]))


def _puzzle(find: Mapping[str, Any], worth: Effort, steps: int) -> Puzzle:
    moves, alternatives = find["moves"][: 2 * steps - 1], find["alternatives"][:steps]
    themes = themes_of(find["fen"], moves, find["kind"], find["of"])
    return Puzzle(
        "",
        find["of"],
        find["fen"],
        tuple(moves),
        tuple(map(tuple, alternatives)),
        themes,
        rating(worth, themes, steps),
        _source(find),
        LICENCE,
        find["check"],
    )


class _Numbers:
    """Gives ids, each once."""

    def __init__(self, used: Iterable[str]) -> None:
        self._last = dict.fromkeys(PREFIXES, 0)
        for id_ in used:
            for game, prefix in PREFIXES.items():
                if re.fullmatch(rf"{prefix}\d+", id_):
                    self._last[game] = max(self._last[game], int(id_.removeprefix(prefix)))

    def next(self, game: str) -> str:
        self._last[game] += 1
        return f"{PREFIXES[game]}{self._last[game]:04}"


# --- Files --------------------------------------------------------------------------------------------------


def published(folder: Path) -> list[Puzzle]:
    """The puzzles of the numbered files of a folder, without the known positions."""
    return [puzzle for path in sorted(folder.glob("*.jsonl")) if _is_numbered(path) for puzzle in _read(path)]


def known(folder: Path) -> list[Puzzle]:
    """The known positions of a folder."""
    path = folder / KNOWN
    return _read(path) if path.exists() else []


def _read(path: Path) -> list[Puzzle]:
    try:
        return loads(path.read_text(encoding="utf-8"))
    except InvalidPuzzleError as error:
        raise InvalidPuzzleError(f"{path}: {error}") from None


def _is_numbered(path: Path) -> bool:
    return re.fullmatch(r"(chess-)?\d{3}", path.stem) is not None


def retired(folder: Path) -> list[dict[str, str]]:
    """The puzzles that were taken out of a folder: ``id``, ``formerly``, ``reason``."""
    path = folder / RETIRED
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def retire(folder: Path, gone: Mapping[str, str]) -> None:
    """Take puzzles out of a folder: ids with reasons."""
    puzzles = published(folder)
    lines = [*retired(folder)]
    noted = {line["id"] for line in lines}  # perhaps by a run that was interrupted
    for each in puzzles:
        if each.id in gone and each.id not in noted:
            former = {"formerly": each.formerly} if each.formerly else {}
            lines.append({"id": each.id, **former, "reason": gone[each.id]})
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    shards.replace(folder / RETIRED, text.encode())
    publish([each for each in puzzles if each.id not in gone], folder)


def files(puzzles: Sequence[Puzzle]) -> dict[str, list[Puzzle]]:
    """The puzzles by file name.

    The first file of a game is small and covers all ratings and kinds.  The others are sorted by rating, so
    that a visitor needs few of them.
    """
    named: dict[str, list[Puzzle]] = {}
    for game, prefix in FILES.items():
        ranked = sorted(
            (each for each in puzzles if each.game == game), key=lambda each: (each.rating, each.id)
        )
        count = min(FIRST_FILE, len(ranked))
        first = {ranked[number * len(ranked) // count].id for number in range(count)} if count else set()
        if first:
            named[f"{prefix}001"] = [puzzle for puzzle in ranked if puzzle.id in first]
        rest = [puzzle for puzzle in ranked if puzzle.id not in first]
        for number, start in enumerate(range(0, len(rest), PER_FILE), 2):
            named[f"{prefix}{number:03}"] = rest[start : start + PER_FILE]
    return named


def with_rating(puzzle: Puzzle, found: Measured | None) -> Puzzle:
    """The puzzle with its measured rating, if it was tried."""
    if found is None:
        return puzzle
    told = {"tries": found.tries, "error": round(found.error), "prior": puzzle.prior}
    return replace(puzzle, rating=round(min(max(found.rating, LEAST), GREATEST)), measured=told)


def publish(puzzles: Sequence[Puzzle], folder: Path) -> dict[str, int]:
    """Write the files and remove old ones.  Returns the size of each file in bytes."""
    texts = {}
    for name, part in files(puzzles).items():
        text = dumps(part)
        loads(text)  # InvalidPuzzleError before an old file is replaced
        texts[folder / f"{name}.jsonl"] = text.encode()
    folder.mkdir(parents=True, exist_ok=True)
    shards.replace_all(texts)
    written = {path.name: len(text) for path, text in texts.items()}
    for path in folder.glob("*.jsonl"):
        if _is_numbered(path) and path.name not in written:
            path.unlink()
    return written
