"""``bundle``: pack everything for a bare machine."""

import argparse
from pathlib import Path

from cannonfish_lab import bundle

SUMMARY = "pack what a bare machine needs for matches and positions into one folder"
DETAILS = """
The other machine has the same kind of processor and system, Python 3.11 or newer, and nothing else. There:

    python3 FOLDER/lab.py match --a cannonfish --b fairy-stockfish --movetime 250 --games 100 \\
        --workers 16 --log fairy.jsonl
    python3 FOLDER/lab.py positions positions --shards 400 --workers 16

Peers are programs or folders of other people's engines. They land in FOLDER/peers, which is what $PEERS means
there; programs are found by their names.

Example:

    bundle build/bundle --peer $PEERS/eleeye --peer $PEERS/elephantfish --peer /usr/games/fairy-stockfish
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="made, or made anew")
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
