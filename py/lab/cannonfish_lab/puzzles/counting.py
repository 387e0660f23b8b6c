"""Statistics of the puzzles: the generated parts of ``web/puzzles/data/README.md``."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from cannonfish_lab.puzzles.files import Puzzle, loads
from cannonfish_lab.puzzles.levels import ELO
from cannonfish_lab.puzzles.publishing import Harvest, Yield
from cannonfish_lab.puzzles.rating import GREATEST, LEAST
from cannonfish_lab.puzzles.rating_fit import SCALE, Fit
from cannonfish_lab.puzzles.themes import THEMES
from cannonfish_lab.puzzles.tries import BEYOND, GOAL, is_measured

RATING_STEP: Final = 200
README: Final = "README.md"


def shipped(folder: Path) -> dict[str, list[Puzzle]]:
    """The puzzles of a folder, by file."""
    return {path.name: loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.jsonl"))}


def counts(folder: Path) -> str:
    """Tables of files, kinds, ratings and themes."""
    files = shipped(folder)
    puzzles = [puzzle for part in files.values() for puzzle in part]
    games = sorted({puzzle.game for puzzle in puzzles}, reverse=True)
    ratings = Counter((puzzle.game, puzzle.rating // RATING_STEP * RATING_STEP) for puzzle in puzzles)
    themes = Counter((puzzle.game, theme) for puzzle in puzzles for theme in puzzle.themes)
    steps = sorted({low for _, low in ratings})
    return "\n".join(
        [
            *(_summary(game, [puzzle for puzzle in puzzles if puzzle.game == game]) for game in games),
            "",
            *_table(
                ("file", "puzzles", "bytes"),
                ((name, len(part), (folder / name).stat().st_size) for name, part in files.items()),
            ),
            "",
            *_table(
                ("rating", *games),
                (
                    (f"{low}-{low + RATING_STEP - 1}", *(ratings[game, low] for game in games))
                    for low in steps
                ),
            ),
            "",
            *_table(
                ("theme", *games),
                (
                    (theme, *(themes[game, theme] for game in games))
                    for theme in THEMES
                    if any(themes[game, theme] for game in games)
                ),
            ),
        ]
    )


def _summary(game: str, puzzles: Sequence[Puzzle]) -> str:
    mates = sum(puzzle.is_mate for puzzle in puzzles)
    first = sum(puzzle.fen.split()[1] == "w" for puzzle in puzzles)
    tried = [puzzle for puzzle in puzzles if puzzle.measured]
    unsure = [puzzle for puzzle in tried if puzzle.measured["error"] >= GOAL]
    ends = sum(puzzle.rating in (LEAST, GREATEST) for puzzle in unsure)
    return (
        f"{game.capitalize()}: {len(puzzles)} puzzles, {mates} mates, {len(puzzles) - mates} others; "
        f"the side that begins a game is to move in {first}. {len(tried)} ratings are measured: "
        f"{len(tried) - len(unsure)} with an error below {GOAL:.0f} Elo; {ends} of the others "
        "stand at an end of the scale."
    )


def harvested(harvest: Harvest) -> str:
    """Tables of the candidates, suspects and finds, and of what became of them, game by game."""
    return "\n\n".join(_harvested(game, found) for game, found in harvest.yields.items())


def _harvested(game: str, found: Yield) -> str:
    origins = sorted(found.mined["candidates"])
    return "\n".join(
        [
            f"{game.capitalize()}: {found.games} games of self-play looked at.",
            "",
            *_table(
                ("origin", *found.mined),
                ((origin, *(counts[origin] for counts in found.mined.values())) for origin in origins),
            ),
            "",
            *_table(("refused while mining", "suspects"), _by_count(found.refused)),
            "",
            *_table(("proven", "puzzles"), _by_count(+found.finds)),
        ]
    )


def taken_out(gone: Iterable[Mapping[str, str]]) -> str:
    """A table of the puzzles that were taken out, by reason."""
    reasons = Counter(each["reason"] for each in gone)
    return "\n".join(
        [
            f"{sum(reasons.values())} puzzles were taken out.",
            "",
            *_table(("reason", "puzzles"), _by_count(reasons)),
        ]
    )


def fitted(fits: Mapping[str, Fit]) -> str:
    """Tables of the fitted model and its calibration, game by game."""
    return "\n\n".join(_fitted(game, fit) for game, fit in fits.items() if fit.ratings)


def _fitted(game: str, fit: Fit) -> str:
    tries = sum(each.tries for each in fit.ratings.values())
    errors = [each.error for each in fit.ratings.values()]
    sure = sum(error < GOAL for error in errors)
    beyond = sum(map(is_measured, fit.ratings.values())) - sure
    return "\n".join(
        [
            f"{game.capitalize()}: {len(fit.ratings)} puzzles tried {tries} times; the error of "
            f"{sure} is below {GOAL:.0f} Elo, {beyond} more lie at least {BEYOND:.0f} errors beyond the ends "
            f"of the scale ({LEAST} to {GREATEST}); the median error is {median(errors):.0f}. "
            f"Scale: {fit.model.scale:.0f} (Elo's is {SCALE:.0f}).",
            "",
            *_table(
                ("level", "Elo in games", "strength at puzzles"),
                (
                    (level, ELO[game][level], f"{strength:.0f}")
                    for level, strength in fit.model.strengths.items()
                ),
            ),
            "",
            *_table(
                ("predicted", "held-out tries", "mean prediction", "solved"),
                (
                    (
                        f"{10 * int(9.999 * mean)}-{10 * int(9.999 * mean) + 10} %",
                        count,
                        f"{mean:.1%}",
                        f"{share:.1%}",
                    )
                    for count, mean, share in fit.tenths
                ),
            ),
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
