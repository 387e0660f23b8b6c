"""``openings``: make a file of openings."""

import argparse
from pathlib import Path

from cannonfish_lab.commands import common
from cannonfish_lab.matches import opening_maker
from cannonfish_lab.matches.opening_maker import Recipe
from cannonfish_lab.matches.openings import OWN
from cannonfish_lab.progress import Progress

SUMMARY = "make varied, balanced openings from the opening book"
DETAILS = """
The same numbers give the same openings as long as search and evaluation do not change. The default openings
were made by: openings cannonfish_lab/matches/openings.txt, and the same with --game chess
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    usual = Recipe()
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--game", choices=tuple(OWN), default=usual.game, help="(%(default)s)")
    parser.add_argument("--count", type=int, default=2500, metavar="N", help="how many (%(default)s)")
    parser.add_argument("--seed", type=int, default=usual.seed, metavar="N", help="random seed (%(default)s)")
    parser.add_argument(
        "--nodes", type=int, default=usual.nodes, metavar="N", help="of the search (%(default)s)"
    )
    parser.add_argument(
        "--balance",
        type=int,
        default=usual.balance,
        metavar="SCORE",
        help="centipawns that still count as balanced (%(default)s)",
    )
    common.add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Make the openings and write the file."""
    recipe = Recipe(options.game, seed=options.seed, nodes=options.nodes, balance=options.balance)
    lines = [
        f"# Openings of {recipe.game}: moves in UCI, and centipawns for the first mover after them.",
        f"# Made by `python -m cannonfish_lab openings --game {recipe.game} --count {options.count} "
        f"--seed {recipe.seed} --nodes {recipe.nodes} --balance {recipe.balance}`.",
    ]
    with (
        common.workers(options).open() as pool,
        Progress(options.count, unit="opening") as progress,
    ):
        for opening in opening_maker.make(recipe, options.count, pool):
            lines.append(opening.line())
            progress.step()
    options.file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0
