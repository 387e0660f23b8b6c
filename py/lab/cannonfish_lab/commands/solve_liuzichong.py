"""``solve-liuzichong``: the table behind ``cannonfish.liuzichong.Solution``."""

import argparse
import sys
from pathlib import Path

from cannonfish.games.liuzichong.solution import BESIDE_THE_PACKAGE

from cannonfish_lab.errors import LabError

SUMMARY = "solve Liuzichong and write the table of its solution"
DETAILS = (
    "Takes about a minute and a gigabyte of memory.  Needs numpy.  The result is reproducible byte for byte."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument(
        "--out",
        type=Path,
        default=BESIDE_THE_PACKAGE,
        metavar="FILE",
        help="where to write it (default: beside the package)",
    )


def run(options: argparse.Namespace) -> int:
    """Solve, and print the result."""
    try:
        from cannonfish_lab import solve_liuzichong  # needs numpy, an optional dependency
    except ImportError as error:
        raise LabError(f"solving needs numpy: {error}") from None

    def progress(distance: int, positions: int) -> None:
        print(f"{positions:>9} positions end in {distance} plies", file=sys.stderr, flush=True)

    solved = solve_liuzichong.solve(progress)
    print(f"{solved.won} won, {solved.drawn} drawn, {solved.lost} lost for the side to move")
    content = solve_liuzichong.solution_file(solved)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_bytes(content)
    print(f"{options.out}: {len(content)} bytes")
    return 0
