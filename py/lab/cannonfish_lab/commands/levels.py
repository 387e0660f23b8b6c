"""``levels``: how far apart the levels are."""

import argparse
from itertools import pairwise
from pathlib import Path

from cannonfish.engine.engine import EVALUATIONS
from cannonfish.engine.limits import MAX_LEVEL, Limits

from cannonfish_lab.commands import common
from cannonfish_lab.errors import LabError
from cannonfish_lab.matches import match, openings, report
from cannonfish_lab.players.spec import PlayerSpec
from cannonfish_lab.selfplay import GAME_NAMES

SUMMARY = "measure the ladder of levels: matches between neighbours"
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
    parser.add_argument("--kernel", metavar="FOLDER", help="default: the one installed")
    parser.add_argument("--openings", type=Path, metavar="FILE", help="default: those of the package")
    common.add_conduct(parser)
    common.add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Play, and print the ladder: the Elo of each step, and from the lowest level on."""
    first, last = common.numbers("--levels", options.levels, 2)
    if not 1 <= first < last <= MAX_LEVEL:
        raise LabError(f"--levels takes two levels from 1 to {MAX_LEVEL}, the lower one first")
    lines = tuple(openings.load(options.openings, options.game))
    adjudication = common.adjudication(options)
    total = 0.0
    with common.workers(options).open() as pool:
        for a, b in pairwise(range(first, last + 1)):
            planned = match.Match(_player(b, options), _player(a, options), Limits(), lines, adjudication)
            log = options.folder / f"level-{b}-{a}.jsonl"
            result = match.tally(match.run(planned, options.games, log, pool))
            total += result.elo
            print(
                f"level {b} - level {a}: {result.games} games, Elo {report.elo_in_words(result)}; "
                f"over level {first} {report.elo_text(total)}",
                flush=True,
            )
    return 0


def _player(level: int, options: argparse.Namespace) -> PlayerSpec:
    return PlayerSpec(
        f"level {level}",
        game=options.game,
        level=level,
        kernel=options.kernel,
        evaluation=options.evaluation,
    )
