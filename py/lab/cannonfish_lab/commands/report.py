"""``report``: the results in match logs."""

import argparse
from pathlib import Path

from cannonfish_lab.matches import report

SUMMARY = "print the results in match logs, finished or not"
DETAILS = ""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("logs", type=Path, nargs="+", metavar="LOG")
    parser.add_argument("--markdown", action="store_true", help="a table with a row per match")


def run(options: argparse.Namespace) -> int:
    """Print."""
    if options.markdown:
        print(report.markdown(options.logs))
    else:
        print("\n\n".join(report.describe(*report.load(path)) for path in options.logs))
    return 0
