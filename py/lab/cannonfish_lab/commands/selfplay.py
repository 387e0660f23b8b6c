"""``selfplay``: make training positions for the network."""

import argparse
import hashlib
import json
from collections import Counter
from pathlib import Path

from cannonfish.engine.engine import EVALUATIONS

from cannonfish_lab.commands import common
from cannonfish_lab.errors import LabError
from cannonfish_lab.progress import Progress
from cannonfish_lab.selfplay import GAME_NAMES

SUMMARY = "make training positions for the network from self-play"
DETAILS = """
Each shard is a file in the folder. The command can be interrupted and given again: it makes only the missing
shards. The same recipe and number give the same shard. At the end the command says what each filter left
out, and the checksum of all shards.

Examples:

    selfplay build/selfplay-xiangqi --shards 800
    selfplay build/selfplay-chess --game chess --shards 400 --set MOVE_NODES=800
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--game", choices=GAME_NAMES, default="xiangqi", help="(%(default)s)")
    parser.add_argument(
        "--evaluation",
        choices=EVALUATIONS,
        default="classical",
        help="which plays; network: the one that is installed (%(default)s)",
    )
    parser.add_argument("--shards", type=int, default=100, metavar="N", help="files to make (%(default)s)")
    parser.add_argument("--games", type=int, default=500, metavar="N", help="per shard (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed (%(default)s)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of the kernel or of selfplay/kernel.py (may be repeated)",
    )
    common.add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Make the missing shards and report."""
    from cannonfish_lab.selfplay import generator  # needs numpy, which other commands do without

    common.require_positive(options, "games", "shards")
    settings = {"TT_BITS": 14}
    for text in options.set:
        name, _, value = text.partition("=")
        try:
            settings[name] = int(value)
        except ValueError:
            raise LabError(f"--set takes NAME=VALUE with a whole number, not {text!r}") from None
    recipe = generator.Recipe(options.game, options.seed, options.games, settings, options.evaluation)
    target = generator.shards(options.folder)
    done = options.shards - len(target.missing(options.shards))
    positions = 0
    with (
        common.workers(options).open() as pool,
        Progress(options.shards, done, unit="shard") as progress,
    ):
        for shard in generator.make(recipe, options.shards, options.folder, pool):
            positions += shard.counters[0]
            progress.step(f"{positions} positions")
    total: Counter[str] = Counter()
    checksum = hashlib.sha256()
    for number in range(options.shards):
        total.update(json.loads(generator.counts_file(options.folder, number).read_text(encoding="utf-8")))
        checksum.update(target.file(number).read_bytes())
    for name in generator.COUNTERS:
        print(f"{total[name]:>12,}  {name}")
    print(f"sha256 {checksum.hexdigest()}")
    return 0
