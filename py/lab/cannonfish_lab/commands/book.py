"""``book``: make the opening book."""

import argparse
from pathlib import Path

import cannonfish.games.xiangqi

from cannonfish_lab.book import maker
from cannonfish_lab.book.maker import Recipe
from cannonfish_lab.commands import common
from cannonfish_lab.progress import Progress

SUMMARY = "make the opening book from the lines named by hand"
DETAILS = """
The same numbers give the same book as long as search and evaluation do not change. Without FILE the engine's
own book is replaced.
"""
SHIPPED = Path(cannonfish.games.xiangqi.__file__).parent / "openings.txt"


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    usual = Recipe()
    parser.add_argument("file", type=Path, nargs="?", default=SHIPPED, metavar="FILE")
    parser.add_argument(
        "--positions", type=int, default=usual.positions, metavar="N", help="with moves (%(default)s)"
    )
    parser.add_argument(
        "--nodes", type=int, default=usual.nodes, metavar="N", help="for each position (%(default)s)"
    )
    common.add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Make the book and write the file."""
    recipe = Recipe(positions=options.positions, nodes=options.nodes)
    book: dict[str, maker.Entry] = {}
    searched = 0
    with common.workers(options).open() as pool, Progress(recipe.positions, unit="position") as progress:
        for grown in maker.make(recipe, maker.named_lines(), pool):
            book = grown
            before, searched = searched, sum(bool(entry.moves) for entry in book.values())
            progress.step(by=searched - before)
    lines = [
        "# The opening book: position, moves with weights, names. See openings.py.",
        f"# Made by `python -m cannonfish_lab book --positions {recipe.positions} --nodes {recipe.nodes}`.",
        *(book[key].line(key) for key in sorted(book)),
    ]
    options.file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0
