"""``endings``: solve lists of endings into a folder."""

import argparse
from functools import partial
from pathlib import Path

from cannonfish.errors import GameError
from cannonfish.games.xiangqi import endings

from cannonfish_lab.commands import common
from cannonfish_lab.endings import generator, report, site
from cannonfish_lab.endings.classical import CLASSICAL, SMALL
from cannonfish_lab.errors import LabError

SUMMARY = "solve endings of Xiangqi, and describe them"
DETAILS = """
Each ending becomes a table (NAME.xqe) and a record of how it was made (NAME.json). The command can be
interrupted and given again: it solves only the missing endings. Without names it solves the
classical ones, and one attacking piece or two soldiers against any guards.

Examples:

    endings build/endings --report docs/endings.md --site web
    endings build/endings KNP-kaab KCA-kaabb --limit 50000000 --workers 1
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("names", nargs="*", metavar="KR-kaabb", help="Red's pieces, a dash, Black's pieces")
    parser.add_argument(
        "--limit", type=int, default=endings.LIMIT, metavar="N", help="positions of the largest (%(default)s)"
    )
    parser.add_argument(
        "--site", type=Path, metavar="DIR", help="write the classical list, the drills and the shipped tables"
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="write what is in the folder as Markdown")
    common.add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Solve what is missing, and report."""
    try:
        wanted = options.names or [*SMALL, *(each.ending for each in CLASSICAL), *site.WINS, *site.DRAWS]
        names = generator.missing(options.folder, wanted)
        too_large = [name for name in names if endings.Material.parse(name).positions > options.limit]
        if too_large:
            raise endings.TooLarge(endings.Material.parse(too_large[0]), options.limit)
        workers = common.workers(options)
        most = max(map(generator.memory, names), default=0)
        print(f"{len(names)} endings to solve; up to {most / 2**20:,.0f} MB for each worker", flush=True)
        jobs = [generator.Job(options.folder, name, options.limit) for name in names]
        with workers.open() as pool:
            for record in pool.run(generator.make, jobs):
                solved, seconds = record["solved_positions"], record["seconds"]
                print(
                    f"{record['ending']}: {solved:,} positions in {seconds:.1f} s "
                    f"({solved / max(seconds, 0.01):,.0f} a second), "
                    f"{record['bytes']:,} bytes",
                    flush=True,
                )
    except GameError as error:
        raise LabError(str(error)) from None
    if options.site:
        written = site.write(options.site, endings.Folder(options.folder))
        print("{} classical endings, {} drills, {} tables shipped".format(*written), flush=True)
    if options.report:
        examples = partial(report.examples_in, options.folder)
        options.report.write_text(report.to_markdown(report.load(options.folder), examples))
    return 0
