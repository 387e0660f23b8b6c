"""``spsa``: tune constants of the search by playing games."""

import argparse
from pathlib import Path

from cannonfish_lab.commands import common
from cannonfish_lab.errors import LabError
from cannonfish_lab.matches import openings
from cannonfish_lab.players.kernels import version
from cannonfish_lab.tuning import spsa

SUMMARY = "tune settings of the search by self-play"
DETAILS = """
A parameter is NAME:LEAST:MOST:SHAKE, where SHAKE is a difference that affects games; it starts at its current
value. Giving the command again continues the log. Check the result with `match --sprt`.

Example:

    spsa --parameter REVERSE_FUTILITY_MARGIN:20:150:10 --parameter FUTILITY_BASE:40:250:20 \\
        --nodes 5000 --iterations 4000 --log margins.jsonl
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument(
        "--player", default="cannonfish:TT_BITS=16", metavar="PLAYER", help="one of ours (%(default)s)"
    )
    parser.add_argument("--parameter", action="append", required=True, metavar="SPEC", help="may be repeated")
    parser.add_argument("--iterations", type=int, default=5000, metavar="N", help="%(default)s")
    parser.add_argument(
        "--pairs", type=int, default=2, metavar="N", help="of games per iteration (%(default)s)"
    )
    parser.add_argument(
        "--rate",
        type=float,
        default=0.01,
        metavar="SHARE",
        help="step of a parameter for a clean win at the end, as a share of its SHAKE (%(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed (%(default)s)")
    parser.add_argument("--log", type=Path, required=True, metavar="FILE", help="created or continued")
    parser.add_argument("--openings", type=Path, metavar="FILE", help="default: those of the package")
    common.add_players(parser)
    common.add_limits(parser)
    common.add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Tune, and print the parameters."""
    common.require_positive(options, "iterations", "pairs")
    player = common.roster(options).player(options.player)
    if player.protocol != "own":
        raise LabError(f"{player.name} is not one of ours: it has no settings")
    limits = common.limits(options)
    player.limits(limits)
    constants = version(player.kernel, player.settings, player.game, player.evaluation).program.constants
    plan = spsa.Plan(
        player,
        tuple(spsa.parameter(text, constants) for text in options.parameter),
        limits,
        tuple(openings.load(options.openings, player.game)),
        options.iterations,
        options.pairs,
        options.rate,
        options.seed,
    )
    with common.workers(options).open() as pool:
        at = spsa.run(plan, options.log, pool)
    for parameter in plan.parameters:
        exact = at[parameter.name]
        print(f"{parameter.name} = {round(exact)}  # {exact:.1f}, was {parameter.start:g}")
    return 0
