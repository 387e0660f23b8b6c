"""``levels``: how far apart the levels are."""

import argparse
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from cannonfish.engine.engine import EVALUATIONS
from cannonfish.engine.limits import MAX_LEVEL, Limits

from cannonfish_lab.commands import common
from cannonfish_lab.errors import LabError
from cannonfish_lab.matches import match, openings, report
from cannonfish_lab.players.spec import PlayerSpec
from cannonfish_lab.selfplay import GAME_NAMES

SUMMARY = "measure the ladder of levels: matches between neighbours, one scale for all"
DETAILS = """
Every level plays the next one; the logs lie in the folder, one for each pair, and are continued
when the command is given again. A level has the same strength on every machine, so the load does not matter.

Example:

    levels build/levels --games 100
    levels build/levels --levels 1:5
    levels build/chess-levels --game chess --evaluation classical
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--game", choices=GAME_NAMES, default="xiangqi", help="(%(default)s)")
    parser.add_argument(
        "--evaluation",
        choices=EVALUATIONS,
        default="network",
        help="that the levels use; network: the one that is installed (%(default)s)",
    )
    parser.add_argument(
        "--games", type=int, default=100, metavar="N", help="per pair of levels (%(default)s)"
    )
    parser.add_argument(
        "--levels",
        default=f"1:{MAX_LEVEL}",
        metavar="FIRST:LAST",
        help="which ones (%(default)s)",
    )
    parser.add_argument(
        "--distance",
        type=int,
        default=1,
        metavar="N",
        help="also play levels so far apart: neighbours alone flatter a ladder (%(default)s)",
    )
    parser.add_argument("--kernel", metavar="FOLDER", help="default: the one installed")
    parser.add_argument("--openings", type=Path, metavar="FILE", help="default: those of the package")
    common.add_conduct(parser)
    common.add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Play, and print the ladder."""
    from cannonfish_lab.matches import ladder  # needs numpy, which other commands do without

    first, last = common.numbers("--levels", options.levels, 2)
    if not 1 <= first < last <= MAX_LEVEL or options.distance < 1:
        raise LabError(
            f"--levels takes two levels from 1 to {MAX_LEVEL}, the lower one first; --distance at least 1"
        )
    chosen = range(first, last + 1)
    lines = tuple(openings.load(options.openings, options.game))
    adjudication = common.adjudication(options)
    links = []
    with common.workers(options).open() as pool:
        for a, b in _meetings(chosen, options.distance):
            planned = match.Match(_player(b, options), _player(a, options), Limits(), lines, adjudication)
            log = options.folder / f"level-{b}-{a}.jsonl"
            games = match.run(planned, options.games, log, pool)
            result = match.tally(games)
            print(
                f"level {b} - level {a}: {result.games} games, Elo {report.elo_in_words(result)}", flush=True
            )
            links.append(
                ladder.Link(f"level {a}", f"level {b}", result.losses + result.draws / 2, result.games)
            )
    ratings = {rating.name: rating for rating in ladder.rate(links)}
    steps = {
        upper: ratings[f"level {upper}"].elo - ratings[f"level {lower}"].elo
        for lower, upper in pairwise(chosen)
    }
    for level in chosen:
        rating = ratings[f"level {level}"]
        step = f"  step {steps[level]:+z.0f}" if level in steps else ""
        print(f"level {level}: {rating.elo:+z.0f} ±{rating.error:.0f}{step}")
    return 0


def _meetings(levels: Sequence[int], distance: int) -> list[tuple[int, int]]:
    return [pair for apart in range(1, distance + 1) for pair in zip(levels, levels[apart:], strict=False)]


def _player(level: int, options: argparse.Namespace) -> PlayerSpec:
    return PlayerSpec(
        f"level {level}",
        game=options.game,
        level=level,
        kernel=options.kernel,
        evaluation=options.evaluation,
    )
