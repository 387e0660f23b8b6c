"""``review-check``: compare the classes of reviews with those of a stronger judge."""

import argparse
from collections import Counter
from pathlib import Path

from cannonfish.engine.review import LIMITS, MoveClass

from cannonfish_lab import reviews
from cannonfish_lab.commands import common
from cannonfish_lab.progress import Progress
from cannonfish_lab.records import Log

SUMMARY = "compare the classes of a review with those after longer searches"
DETAILS = """
Games between levels drawn at random; of each, a window of moves is reviewed at the usual limit and by the
judge, who searches many times the nodes. The log is continued when the command is given again.

Example:

    review-check build/reviews.jsonl --games 10
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("log", type=Path, metavar="FILE")
    parser.add_argument("--game", choices=("xiangqi", "chess"), default="xiangqi", help="(%(default)s)")
    parser.add_argument("--games", type=int, default=10, metavar="N", help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed (%(default)s)")
    parser.add_argument(
        "--nodes", type=int, default=LIMITS.nodes, metavar="N", help="a position (%(default)s)"
    )
    parser.add_argument(
        "--times", type=int, default=20, metavar="N", help="nodes of the judge over those (%(default)s)"
    )
    common.add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Review, and print the table."""
    nodes = (options.nodes, options.nodes * options.times)
    head = {"kind": "reviews", "game": options.game, "seed": options.seed, "nodes": nodes}
    with Log(options.log, head) as log, common.workers(options).open() as pool:
        samples = log.records
        missing = set(range(options.games)) - {sample["number"] for sample in samples}
        jobs = [reviews.Job(options.game, number, options.seed, nodes) for number in sorted(missing)]
        with Progress(options.games, len(samples)) as progress:
            for sample in pool.run(reviews.make_sample, jobs):
                log.append(sample)
                progress.step()
    pairs = Counter(pair for sample in samples for pair in reviews.classes(sample))
    same = sum(count for pair, count in pairs.items() if reviews.agree(*pair))
    print(reviews.table(pairs))
    print(f"\n{same} of {pairs.total()} classes agree: {100 * same / max(pairs.total(), 1):.1f} %")
    fine = (MoveClass.BEST, MoveClass.GOOD, MoveClass.ONLY_MOVE)
    print(f"{sum(pairs[kind, MoveClass.BLUNDER] for kind in fine)} blunders are called best or good")
    return 0
