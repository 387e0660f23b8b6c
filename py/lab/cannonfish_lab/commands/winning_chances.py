"""``winning-chances``: fit the win-draw-loss model of a game."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from cannonfish_lab.errors import LabError

SUMMARY = "fit the winning chances of a score to self-play"
DETAILS = """
The positions are those of the command selfplay. The two numbers belong into the description of the game,
py/engine/cannonfish/games/GAME/game.py. The table compares the model with the results, in per cent.

Example:

    winning-chances build/selfplay-xiangqi
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="shards made by selfplay")


def run(options: argparse.Namespace) -> int:
    """Fit and report."""
    from cannonfish_lab.selfplay import records  # these need numpy and scipy, optional dependencies
    from cannonfish_lab.tuning import chances

    files = sorted(options.folder.glob("*.npy.z"))
    if not files:
        raise LabError(f"{options.folder} has no shards; the command selfplay makes them")
    score, result = chances.results(records.read(files))
    model = chances.fit(score, result)
    print(f"{len(score):,} positions")
    print(f"ChanceModel(midpoint={model.midpoint}, spread={model.spread})")
    print(f"{'score':>14} {'positions':>10}   won drawn lost    model")
    for row in chances.compare(model, score, result):
        columns = f"{_per_cent(row.seen)}    {_per_cent(row.expected)}"
        print(f"{row.least:>6} to {row.most:>4} {row.positions:>10,}  {columns}")
    return 0


def _per_cent(shares: Sequence[float]) -> str:
    return " ".join(f"{100 * share:5.1f}" for share in shares)
