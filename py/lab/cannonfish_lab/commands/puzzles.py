"""``puzzles``: mine puzzles, rate them, and write the files that the page serves."""

import argparse
import itertools
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cannonfish.puzzles.files import dumps

from cannonfish_lab.commands import common
from cannonfish_lab.errors import LabError
from cannonfish_lab.progress import Progress
from cannonfish_lab.puzzles import counting, judging, known, miner, publishing
from cannonfish_lab.puzzles.finder import KINDS

SERVED: Final = Path(__file__).parents[4] / "web" / "puzzles"
SUMMARY = "mine puzzles from self-play, rate and publish them"
DETAILS = """
Every action can be interrupted and given again: it does only what is missing.

Examples:

    puzzles mine build/puzzles --shards 500 --workers 8
    puzzles mine build/puzzles --minutes 5 --workers 1
    puzzles judge build/puzzles
    puzzles publish build/puzzles
    puzzles known tests/data/mates/xiangqi.json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    mine = actions.add_parser("mine", help="look for puzzles in games of the engine against itself")
    mine.add_argument("folder", type=Path, metavar="FOLDER", help="where shards are kept")
    mine.add_argument("--shards", type=int, metavar="N", help="files to have in the end")
    mine.add_argument("--minutes", type=float, metavar="M", help="begin no shard after M minutes")
    mine.add_argument("--games", type=int, default=miner.Recipe.games, metavar="N", help="per shard")
    mine.add_argument("--seed", type=int, default=miner.Recipe.seed, metavar="N", help="random seed")
    mine.add_argument(
        "--kinds", nargs="+", choices=KINDS, default=KINDS, metavar="KIND", help="to look for (%(default)s)"
    )
    common.add_workers(mine)
    mine.set_defaults(act=_mine)
    judge = actions.add_parser("judge", help="measure how hard the mined puzzles are for the engine")
    judge.add_argument("folder", type=Path, metavar="FOLDER", help="with shards")
    common.add_workers(judge)
    judge.set_defaults(act=_judge)
    publish = actions.add_parser("publish", help="select puzzles and write the files that the page serves")
    publish.add_argument("folders", type=Path, nargs="+", metavar="FOLDER", help="with judged shards")
    publish.add_argument(
        "--out", type=Path, default=SERVED, metavar="FOLDER", help="target (default: web/puzzles)"
    )
    publish.set_defaults(act=_publish)
    proven = actions.add_parser("known", help="prove known mates and publish them")
    proven.add_argument("positions", type=Path, metavar="FILE", help="such as tests/data/mates/xiangqi.json")
    proven.add_argument("--out", type=Path, default=SERVED / "classical.jsonl", metavar="FILE")
    proven.set_defaults(act=_known)


def run(options: argparse.Namespace) -> int:
    """Run the action."""
    status: int = options.act(options)
    return status


def _mine(options: argparse.Namespace) -> int:
    if options.shards is None and options.minutes is None:
        raise LabError("give --shards N, --minutes M, or both")
    recipe = miner.Recipe(seed=options.seed, games=options.games, kinds=tuple(options.kinds))
    there = len(list(options.folder.glob("shard-*.json")))
    found = games = 0
    with (
        common.workers(options).open() as pool,
        Progress(options.shards, there if options.shards else 0, unit="shard") as progress,
    ):
        for shard in miner.make(recipe, _numbers(options), options.folder, pool):
            found += len(shard["finds"])
            games += shard["games"]
            progress.step(f"{found} puzzles from {games} games")
    print(f"{found} puzzles from {games} games; {there} shards were there before")
    return 0


def _judge(options: argparse.Namespace) -> int:
    found = sum(len(shard["finds"]) for shard in miner.read(options.folder))
    known = len(judging.efforts(options.folder))
    with (
        common.workers(options).open() as pool,
        Progress(found, min(known, found), unit="puzzle") as progress,
    ):
        for count in judging.judge(options.folder, pool):
            progress.step(by=count)
    return 0


def _publish(options: argparse.Namespace) -> int:
    result = publishing.harvest(options.folders)
    if not result.puzzles:
        raise LabError("there is nothing to publish; mine and judge first")
    for name, size in publishing.publish(result.puzzles, options.out).items():
        print(f"{name}: {size} bytes")
    harvested = counting.harvested(result.mined, result.refused, result.left_out)
    counting.write(options.out, "harvest", harvested)
    counting.write(options.out, "counts", counting.counts(options.out))
    print(harvested)
    print(counting.counts(options.out))
    return 0


def _known(options: argparse.Namespace) -> int:
    with Progress(None, unit="puzzle") as progress:
        found = []
        for puzzle in known.prove(options.positions):
            found.append(puzzle)
            progress.step(puzzle.id)
    options.out.write_text(dumps(found), encoding="utf-8")
    counting.write(options.out.parent, "counts", counting.counts(options.out.parent))
    print(f"{len(found)} puzzles, each proven")
    return 0


def _numbers(options: argparse.Namespace) -> Iterator[int]:
    """The numbers of the shards to make, until the time is up."""
    end = None if options.minutes is None else time.monotonic() + 60 * options.minutes
    numbers = itertools.count() if options.shards is None else iter(range(options.shards))
    for number in numbers:
        if end is not None and time.monotonic() > end:
            return
        if not miner.shards(options.folder).file(number).exists():
            yield number
