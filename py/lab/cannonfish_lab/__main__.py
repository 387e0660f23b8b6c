"""``python -m cannonfish_lab COMMAND``: see ``--help``."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from cannonfish_lab.errors import LabError

COMMANDS = (
    "match",
    "openings",
    "book",
    "book-results",
    "selfplay",
    "network-train",
    "picture",
    "picture-train",
    "puzzles",
    "winning-chances",
    "levels",
    "solve-liuzichong",
    "endings",
    "speed",
)


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    whole = argparse.ArgumentParser(prog="cannonfish_lab", description=__doc__)
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        module = import_module(f"cannonfish_lab.commands.{name.replace('-', '_')}")
        command = commands.add_parser(
            name,
            help=module.SUMMARY,
            description=module.SUMMARY[0].upper() + module.SUMMARY[1:] + ".",
            epilog=module.DETAILS,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.configure(command)
        command.set_defaults(run=module.run)
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.  Expected errors are printed as one sentence."""
    options = parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        return status
    except LabError as error:
        print(f"cannonfish_lab {options.command}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nInterrupted; give the same command again to continue.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
