"""``bundle``: pack everything for a bare machine."""

import argparse
from pathlib import Path

from cannonfish_lab import bundle

SUMMARY = "make a folder with everything that a bare machine needs for matches and positions"
DETAILS = """
The other machine needs the same kind of processor and system, Python 3.11 or newer, and nothing else. There:

    python3 FOLDER/lab.py match --a cannonfish --b fairy-stockfish --movetime 250 --games 100 \\
        --workers 16 --log fairy.jsonl
    python3 FOLDER/lab.py positions positions --shards 400 --workers 16

Peers are other engines: programs or folders. They are copied to FOLDER/peers, the value of $PEERS on that
machine; programs are found by name.

Example:

    bundle build/bundle --peer $PEERS/eleeye --peer $PEERS/elephantfish --peer /usr/games/fairy-stockfish
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="created or replaced")
    parser.add_argument(
        "--peer", type=Path, action="append", default=[], metavar="PATH", help="may be repeated"
    )


def run(options: argparse.Namespace) -> int:
    """Pack."""
    bundle.make(options.folder, options.peer)
    size = sum(file.stat().st_size for file in options.folder.rglob("*") if file.is_file())
    print(
        f"{options.folder}: {size / 2**20:.0f} MB; start it with: python3 {options.folder / bundle.LAUNCHER}"
    )
    return 0
