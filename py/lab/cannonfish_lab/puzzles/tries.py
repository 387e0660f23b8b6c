"""Measured ratings: levels of known strength try every puzzle; ``rating_fit`` fits a model to the results.

A try costs little: a level searches a position once, and only its lapses and its noise depend on the seed.
The next try goes to the level whose chance is nearest to one half, because it tells the most.  A level with
many tries gives way to others, because a single level may know a puzzle by accident.  So does a level whose
search is long and not made yet.
"""

import atexit
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from cannonfish.engine import Engine

from cannonfish_lab.jobs import Pool
from cannonfish_lab.puzzles.analysis import new_engine
from cannonfish_lab.puzzles.files import Puzzle
from cannonfish_lab.puzzles.levels import ELO, EVALUATION, LEVELS, Position
from cannonfish_lab.puzzles.rating import GREATEST, LEAST, positions
from cannonfish_lab.puzzles.rating_fit import Measured, Results, Tally, chance, measured
from cannonfish_lab.records import Log, read

HEAD: Final = {"what": "levels trying puzzles", "version": 3, "evaluation": EVALUATION}
FITTED: Final = {"xiangqi": 420.0, "chess": 510.0}
"""Scales fitted to the first 370,000 tries, with a tenth added so that errors are not underestimated.
Success at puzzles depends less on Elo than the result of a game does."""
GOAL: Final = 75.0
"""A rating counts as measured when its error is smaller."""
BEYOND: Final = 3.0
"""It also counts as measured when it lies more than so many errors beyond the ends of the scale."""
SPARE: Final = 0.5
"""Tries go on for so many errors more, because the final fit has a slightly different scale."""
MOST: Final = 1000
"""Most tries of a puzzle."""
ROUND: Final = 4
"""Tries of a level in a row."""
SPREAD: Final = 24
"""After so many tries of a level, its next try is worth half as much."""
DEAR: Final = 60_000
"""Nodes of a level that make its first try worth half as much; later tries cost nothing."""

Solvers: TypeAlias = Sequence[tuple[Position, frozenset[str]]]


def attempt(solvers: Solvers, level: int, seed: int) -> bool:
    """Whether a level finds every move of a solution; the first wrong one ends the try."""
    return all(position.play(level, seed) in right for position, right in solvers)


def following(prior: float, results: Results, game: str) -> int | None:
    """The level that tries next; None when the puzzle is measured, or was tried often enough."""
    elo, scale = ELO[game], FITTED[game]
    tally: Tally = {level: (len(each), each.count("1")) for level, each in results.items()}
    now = measured(prior, tally, elo, scale)
    if is_measured(now, BEYOND + SPARE) or now.tries >= MOST:
        return None

    def worth(level: int) -> float:
        p = chance(elo[level], now.rating, scale)
        count = tally.get(level, (0, 0))[0]
        return p * (1 - p) / (1 + count / SPREAD if count else 1 + LEVELS[level].nodes / DEAR)

    return max(elo, key=worth)


def is_measured(found: Measured, errors: float = BEYOND) -> bool:
    """Whether the rating is known well enough."""
    beyond = max(LEAST - found.rating, found.rating - GREATEST)
    return found.error < GOAL or beyond > errors * found.error


def run(puzzles: Sequence[Puzzle], file: Path, pool: Pool) -> Iterator[int]:
    """Try the puzzles until each is measured; yields the number of tries of each as it is done.

    Tries in the file are not repeated.
    """
    with Log(file, HEAD) as log:
        known = _by_puzzle(log.records)
        jobs = [
            (puzzle, known.get(puzzle.id, {}))
            for puzzle in puzzles
            if following(puzzle.prior, known.get(puzzle.id, {}), puzzle.game) is not None
        ]
        for name, results in pool.run(_measure, jobs):
            log.append({"id": name, "solved": {str(level): each for level, each in results.items()}})
            yield sum(map(len, results.values()))


def _measure(job: tuple[Puzzle, Results]) -> tuple[str, Results]:
    """The new results of a puzzle."""
    puzzle, known = job
    results = dict(known)
    solvers = [
        (Position(_engine(puzzle.game), fen), right)
        for fen, right in positions(puzzle.board(), puzzle.moves, puzzle.alternatives)
    ]
    while (level := following(puzzle.prior, results, puzzle.game)) is not None:
        before = results.get(level, "")
        seeds = range(len(before) + 1, len(before) + 1 + ROUND)
        results[level] = before + "".join(str(int(attempt(solvers, level, seed))) for seed in seeds)
    made = {level: each[len(known.get(level, "")) :] for level, each in results.items()}
    return puzzle.id, {level: each for level, each in made.items() if each}


@cache
def _engine(game: str) -> Engine:
    """The engine of this process, kept because starting one takes longer than many puzzles."""
    engine = new_engine(game)
    engine.set_evaluation(EVALUATION)
    atexit.register(engine.close)
    return engine


def load(file: Path) -> dict[str, Results]:
    """The results of every puzzle in a file."""
    return _by_puzzle(read(file)[1])


def _by_puzzle(records: Sequence[Mapping[str, Any]]) -> dict[str, Results]:
    found: dict[str, Results] = defaultdict(dict)
    for record in records:
        for level, solved in record["solved"].items():
            found[record["id"]][int(level)] = found[record["id"]].get(int(level), "") + solved
    return dict(found)
