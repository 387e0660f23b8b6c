"""``positions``: make training data."""

import argparse
from pathlib import Path

from cannonfish_lab.commands import common
from cannonfish_lab.errors import LabError
from cannonfish_lab.players.spec import LIMITS
from cannonfish_lab.positions import maker
from cannonfish_lab.progress import Progress

SUMMARY = "make labelled positions from self-play"
DETAILS = """
Each shard is a file in the folder. The command can be interrupted and given again: it makes only the missing
shards. The same recipe and number give the same shard if the labeller is deterministic: ours is; others are
under a node limit with one thread.

Examples:

    positions build/positions --shards 400 --workers 16
    positions build/fairy --shards 400 --labeller fairy-stockfish:nodes=10000
    positions build/chess --shards 40 --player cannonfish:game=chess,TT_BITS=14 \
        --labeller cannonfish:game=chess,TT_BITS=14,nodes=5000
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--shards", type=int, default=100, metavar="N", help="files to make (%(default)s)")
    parser.add_argument("--games", type=int, default=50, metavar="N", help="per shard (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed (%(default)s)")
    parser.add_argument(
        "--nodes",
        default="500:8000",
        metavar="LEAST:MOST",
        help="node limits of the players, drawn at random from this range (%(default)s)",
    )
    parser.add_argument(
        "--player", default="cannonfish:TT_BITS=14", metavar="PLAYER", help="who plays (%(default)s)"
    )
    parser.add_argument(
        "--labeller",
        default="cannonfish:TT_BITS=14,nodes=20000",
        metavar="PLAYER",
        help="the player whose score is the label, with a limit (%(default)s)",
    )
    common.add_players(parser)
    common.add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Make the missing shards."""
    roster = common.roster(options)
    least, most = common.numbers("--nodes", options.nodes, 2)
    if not 1 <= least <= most:
        raise LabError("--nodes: expected a smaller and a larger number")
    labeller = roster.player(options.labeller)
    if all(getattr(labeller, name) is None for name in LIMITS):
        raise LabError(f"--labeller {options.labeller} needs a limit, such as nodes=20000")
    player = roster.player(options.player)
    if player.game != labeller.game:
        raise LabError(f"{player.name} plays {player.game}, {labeller.name} labels {labeller.game}")
    recipe = maker.Recipe(player, labeller, options.seed, options.games, (least, most))
    missing = maker.shards(options.folder).missing(options.shards)
    positions = 0
    done = options.shards - len(missing)
    with (
        common.workers(options).open() as pool,
        Progress(options.shards, done, unit="shard") as progress,
    ):
        for count in maker.make(recipe, options.shards, options.folder, pool):
            positions += count
            progress.step(f"{positions} positions")
    print(f"{len(missing)} shards made with {positions} positions; {options.shards} shards in all")
    return 0
