"""``speed``: nodes per second of two versions of our kernel."""

import argparse
import time
from statistics import median

from cannonfish.engine.bench import positions
from cannonfish.engine.limits import Limits
from cannonfish.games.catalogue import GAMES

from cannonfish_lab.commands import common
from cannonfish_lab.errors import LabError
from cannonfish_lab.players.own import OwnPlayer

SUMMARY = "compare the nodes per second of two versions of our kernel"
DETAILS = """
Both versions search the bench positions of their game to the same depth, in turns. Processor time is
measured, so the load of the machine matters little. The result is the median of the ratios of all rounds.

Example:

    speed --a cannonfish --b cannonfish:kernel=OLDER/kernel --depth 7 --rounds 9
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("--a", required=True, metavar="PLAYER", help="the version to measure")
    parser.add_argument("--b", required=True, metavar="PLAYER", help="the version to compare with")
    parser.add_argument("--depth", type=int, default=7, metavar="N", help="plies (%(default)s)")
    parser.add_argument("--rounds", type=int, default=9, metavar="N", help="number of rounds (%(default)s)")
    common.add_players(parser)


def run(options: argparse.Namespace) -> int:
    """Measure, and print the speeds."""
    common.require_positive(options, "depth", "rounds")
    roster = common.roster(options)
    specs = [roster.player(options.a), roster.player(options.b)]
    for spec in specs:
        if spec.protocol != "own":
            raise LabError(f"{spec.name} is not a version of our kernel")
    players = [OwnPlayer(spec) for spec in specs]
    try:
        games = [spec.game for spec in specs]
        speeds: list[tuple[float, float]] = []
        for number in range(-1, options.rounds):  # the first round warms up
            order = (0, 1) if number % 2 else (1, 0)
            found = {at: _speed(players[at], games[at], options.depth) for at in order}
            if number >= 0:
                speeds.append((found[0][1] / found[0][0], found[1][1] / found[1][0]))
        for spec, speed, (_, nodes) in zip(
            specs, zip(*speeds, strict=True), (found[0], found[1]), strict=True
        ):
            print(f"{spec.name}: {nodes} nodes, {median(speed):,.0f} nodes/s (median of {len(speeds)})")
        print(f"ratio: {median(a / b for a, b in speeds):.3f}")
        return 0
    finally:
        for player in players:
            player.close()


def _speed(player: OwnPlayer, game: str, depth: int) -> tuple[float, int]:
    """Processor seconds and nodes for the bench positions."""
    seconds, nodes = 0.0, 0
    for fen in positions(game):
        board = GAMES[game].new_board(fen)
        player.new_game()
        started = time.process_time()
        nodes += player.search(board, Limits(depth=depth)).info.nodes
        seconds += time.process_time() - started
    return seconds, nodes
