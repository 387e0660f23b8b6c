"""``book``: make the opening library."""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import cannonfish.games.xiangqi

from cannonfish_lab.book import maker
from cannonfish_lab.book.maker import Entry, Library, Recipe
from cannonfish_lab.commands import common
from cannonfish_lab.progress import Progress

SUMMARY = "make the opening library from the lines named by hand"
DETAILS = """
The searches are kept in a log; the same command continues it, a larger number of positions adds to it, and a
larger number of nodes repeats the searches with fewer. The same log gives the same library. Without FILE the
engine's own library is replaced.
"""
POSITIONS: Final = 3000
SHIPPED: Final = Path(cannonfish.games.xiangqi.__file__).parent / "openings.txt"
LOG: Final = Path(maker.__file__).parent / "searches.jsonl"


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("file", type=Path, nargs="?", default=SHIPPED, metavar="FILE")
    parser.add_argument("--positions", type=int, default=POSITIONS, metavar="N", help="in all (%(default)s)")
    parser.add_argument(
        "--nodes", type=int, default=Recipe.nodes, metavar="N", help="for each position (%(default)s)"
    )
    parser.add_argument(
        "--log", type=Path, default=LOG, metavar="FILE", help="of the searches (default: the Lab's own)"
    )
    common.add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Search, and write the file."""
    common.require_positive(options, "positions", "nodes")
    recipe = Recipe(options.nodes)
    library = Library(recipe, maker.named_lines())
    with (
        common.workers(options).open() as pool,
        Progress(options.positions, unit="position") as progress,
    ):
        searched = 0
        for known in library.search(options.positions, options.log, pool):
            progress.step(by=known - searched)
            searched = known
    entries = library.entries()
    options.file.write_text("\n".join(lines(library, entries)) + "\n", encoding="utf-8")
    print(f"{sum(bool(entry.losses) for entry in entries.values())} positions with moves")
    for refusal in library.refusals(entries):
        print(f"not a move of the library: {refusal}")
    return 0


def lines(library: Library, entries: Mapping[str, Entry]) -> Iterator[str]:
    """The lines of the file."""
    yield "# The opening library: position, moves with their losses in centipawns, names. See openings.py."
    number, nodes = len(library.searched), library.recipe.nodes
    yield f"# Made by `python -m cannonfish_lab book --positions {number} --nodes {nodes}`."
    counts = Counter(searched.nodes for searched in library.searched.values())
    yield "# Searches: " + ", ".join(f"{counts[nodes]} of {nodes} nodes" for nodes in sorted(counts)) + "."
    for key in sorted(entries):
        yield entries[key].line(key)
