"""``book``: make the opening library."""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import cannonfish.games

from cannonfish_lab.book import maker
from cannonfish_lab.book.maker import NODES, Entry, Library, Recipe
from cannonfish_lab.commands import common
from cannonfish_lab.errors import LabError
from cannonfish_lab.progress import Progress

SUMMARY = "make the opening library from the lines named by hand"
DETAILS = """
The searches are kept in a log; the same command continues it, a larger number of positions adds to it, and a
larger number of nodes repeats the searches with fewer. The same log gives the same library. Without FILE the
engine's own library is replaced.
"""
POSITIONS: Final = {"xiangqi": 3050, "chess": 2050}
FILES: Final = {"xiangqi": "openings.txt", "chess": "moves.txt"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE")
    parser.add_argument("--game", choices=FILES, default="xiangqi", help="(%(default)s)")
    parser.add_argument("--positions", type=int, metavar="N", help=f"in all ({POSITIONS})")
    parser.add_argument("--nodes", type=int, metavar="N", help=f"for each position ({NODES})")
    parser.add_argument("--log", type=Path, metavar="FILE", help="of the searches (default: the Lab's own)")
    common.add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Search, and write the file."""
    game = options.game
    positions = POSITIONS[game] if options.positions is None else options.positions
    recipe = Recipe(game, NODES[game] if options.nodes is None else options.nodes)
    if min(positions, recipe.nodes) < 1:
        raise LabError("--positions and --nodes take numbers of at least 1")
    library = Library(recipe, maker.named_lines(game=game))
    log = options.log or Path(maker.__file__).parent / f"{game}.jsonl"
    file = options.file or Path(cannonfish.games.__path__[0]) / game / FILES[game]
    with common.workers(options).open() as pool, Progress(positions, unit="position") as progress:
        searched = 0
        for known in library.search(positions, log, pool):
            progress.step(by=known - searched)
            searched = known
    entries = library.entries()
    file.write_text("\n".join(lines(library, entries)) + "\n", encoding="utf-8")
    print(f"{sum(bool(entry.losses) for entry in entries.values())} positions with moves")
    for refusal in library.refusals(entries):
        print(f"not a move of the library: {refusal}")
    return 0


def lines(library: Library, entries: Mapping[str, Entry]) -> Iterator[str]:
    """The lines of the file."""
    yield "# The opening library: position, moves with their losses in centipawns, names. See openings.py."
    recipe = library.recipe
    yield (
        f"# Made by `python -m cannonfish_lab book --game {recipe.game} --positions {len(library.searched)} "
        f"--nodes {recipe.nodes}`."
    )
    counts = Counter(searched.nodes for searched in library.searched.values())
    yield "# Searches: " + ", ".join(f"{counts[nodes]} of {nodes} nodes" for nodes in sorted(counts)) + "."
    for key in sorted(entries):
        yield entries[key].line(key)
