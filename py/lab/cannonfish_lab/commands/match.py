"""``match``: two players against each other."""

import argparse
from pathlib import Path

from cannonfish.engine.limits import Limits
from cannonfish.matches.player import PlayerError
from cannonfish.matches.statistics import Sprt

from cannonfish_lab.commands import common
from cannonfish_lab.errors import LabError
from cannonfish_lab.matches import match, openings, report
from cannonfish_lab.players.start import at_the_board

SUMMARY = "play a match between two players, each opening with both colours"
DETAILS = """
A player is a name (see players.toml, --players), or a name with changes after a colon:

    cannonfish:nodes=20000
    cannonfish:kernel=OTHER/kernel,NULL_MIN_DEPTH=4,name=null-4
    fairy-stockfish:movetime=250,option.Hash=64

The log holds one line per game. Running the command again continues it: nothing is played twice. A log also
takes more games, but nothing else may change.

Examples:

    match --a cannonfish --b eleeye --movetime 250 --games 100 --log eleeye.jsonl
    match --a cannonfish-uci --b fairy-stockfish --clock 10+0.1 --games 100 --log clocks.jsonl
    match --a cannonfish:factor=0.05 --b wukong --movetime 100 --games 100 --log wukong.jsonl
    match --a cannonfish:game=chess --b sunfish --movetime 100 --games 100 --log sunfish.jsonl
    match --a cannonfish:NULL_MIN_DEPTH=4 --b cannonfish --nodes 10000 --sprt 0:10 --games 1000 --log null

The last one is for small differences: our players think up to a limit in nodes in one call each, so 10,000
games at 10,000 nodes take about four hours of one core in Xiangqi, six in chess. TT_BITS=14 is a table large
enough for that. --sprt=-4:0 tests a simplification.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("--a", required=True, metavar="PLAYER", help="the first player; the score is its own")
    parser.add_argument("--b", required=True, metavar="PLAYER", help="the second player")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="at most N games (%(default)s)")
    parser.add_argument("--log", type=Path, required=True, metavar="FILE", help="created or continued")
    parser.add_argument(
        "--sprt",
        metavar="ELO0:ELO1",
        help="stop as soon as one of the two Elo differences is accepted (5 %% error each)",
    )
    parser.add_argument("--openings", type=Path, metavar="FILE", help="default: those of the package")
    common.add_players(parser)
    common.add_limits(parser)
    common.add_clock(parser)
    common.add_conduct(parser)
    common.add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Play, and print the result."""
    roster = common.roster(options)
    a, b = roster.player(options.a), roster.player(options.b)
    if a.game != b.game:
        raise LabError(f"{a.name} plays {a.game}, {b.name} plays {b.game}")
    lines = tuple(openings.load(options.openings, a.game))
    planned = match.Match(a, b, _limits(options), lines, common.adjudication(options))
    sprt = _sprt(options.sprt)
    for spec in (planned.a, planned.b):  # errors appear before the match starts
        spec.limits(planned.limits)
        try:
            with at_the_board(spec, "trial") as player:
                player.new_game()
        except PlayerError as error:
            raise LabError(f"{spec.name}: {error}") from None
    with common.workers(options).open() as pool:
        games = match.run(planned, options.games, options.log, pool, sprt)
    print(report.describe(planned.head(), games, sprt))
    return 0


def _limits(options: argparse.Namespace) -> Limits:
    """The clock or the limits of a move, not both."""
    limits = common.limits(options)
    if options.clock is None:
        return limits
    if not limits.is_endless():
        raise LabError("--clock cannot be combined with limits of a move")
    return common.clock(options.clock)


def _sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(":"))
    except ValueError:
        raise LabError(f"--sprt takes two numbers with a colon between them, not {text!r}") from None
    if elo0 >= elo1:
        raise LabError("--sprt: the first difference must be smaller than the second")
    return Sprt(elo0, elo1)
