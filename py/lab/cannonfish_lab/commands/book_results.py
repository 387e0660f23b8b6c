"""``book-results``: play games from the opening book, and store their results with it."""

import argparse
from pathlib import Path

import cannonfish.games

from cannonfish_lab.book import results
from cannonfish_lab.book.results import Recipe
from cannonfish_lab.commands import common
from cannonfish_lab.progress import Progress

SUMMARY = "play games from the opening book, and store their results with it"
DETAILS = """
The games are kept in the log; the same command continues it, and a larger number of games adds to it. The
results are those of the engine at the given nodes, and no better. Example:

    book-results build/book-results.jsonl --games 5000
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    usual = Recipe()
    parser.add_argument("log", type=Path, metavar="LOG")
    parser.add_argument("--game", default=usual.game, help="(%(default)s)")
    parser.add_argument("--games", type=int, default=2000, metavar="N", help="in all (%(default)s)")
    parser.add_argument(
        "--nodes", type=int, default=usual.nodes, metavar="N", help="for each move (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=usual.seed, metavar="N", help="random seed (%(default)s)")
    parser.add_argument(
        "--file", type=Path, metavar="FILE", help="for the results (default: beside the engine's own book)"
    )
    common.add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Play the games and write the file."""
    recipe = Recipe(options.game, options.nodes, options.seed)
    records = []
    with common.workers(options).open() as pool, Progress(options.games) as progress:
        for record in results.run(recipe, options.games, options.log, pool):
            records.append(record)
            progress.step()
    counted = results.count(recipe.game, records)
    file = options.file or Path(cannonfish.games.__path__[0]) / recipe.game / "results.txt"
    lines = results.lines(recipe, len(records), counted)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    moves = sum(map(len, counted.values()))
    print(f"{len(records)} games; {moves} moves of {len(counted)} positions")
    return 0
