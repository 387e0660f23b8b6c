"""Options that several commands share."""

import argparse
import re
from pathlib import Path

from cannonfish.engine.limits import Limits
from cannonfish.errors import InvalidLimitsError
from cannonfish.matches.game import Adjudication

from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Workers
from cannonfish_lab.players.spec import Roster


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the options of the workers."""
    group = parser.add_argument_group("workers")
    group.add_argument(
        "--workers", type=int, default=0, metavar="N", help="how many at a time (default: one per processor)"
    )
    group.add_argument("--scheduler", metavar="ADDRESS", help="use the workers of this Dask scheduler")


def workers(options: argparse.Namespace) -> Workers:
    """The workers chosen by the options."""
    if options.workers < 0:
        raise LabError("--workers takes a number of at least 1")
    return Workers(options.workers, options.scheduler)


def add_players(parser: argparse.ArgumentParser) -> None:
    """Add the option for files of players."""
    parser.add_argument(
        "--players",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a TOML or JSON file with more players (may be repeated)",
    )


def roster(options: argparse.Namespace) -> Roster:
    """The players that can be named."""
    return Roster(tuple(options.players))


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add the limits of a move."""
    group = parser.add_argument_group("limits of a move, for players without limits of their own")
    group.add_argument("--movetime", type=int, metavar="MS", help="milliseconds")
    group.add_argument("--nodes", type=int, metavar="N", help="nodes: reproducible on any machine")
    group.add_argument("--depth", type=int, metavar="N", help="plies")


def add_clock(parser: argparse.ArgumentParser) -> None:
    """Add the clock of a game."""
    parser.add_argument(
        "--clock",
        metavar="S+S",
        help="seconds for the game and for each move, such as 10+0.1, for players without limits of their "
        "own; who oversteps loses",
    )


def clock(text: str) -> Limits:
    """The limits of a clock such as ``10+0.1``.  LabError if it is none."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\+(\d+(?:\.\d+)?)", text, re.ASCII)
    if found is None:
        raise LabError(f"--clock takes two numbers of seconds such as 10+0.1, not {text!r}")
    base, increment = (round(float(seconds) * 1000) for seconds in found.groups())
    try:
        return Limits(wtime=base, btime=base, winc=increment, binc=increment)
    except InvalidLimitsError as error:
        raise LabError(f"--clock: {error}") from None


def limits(options: argparse.Namespace) -> Limits:
    """The limits chosen by the options."""
    try:
        return Limits(movetime=options.movetime, nodes=options.nodes, depth=options.depth)
    except InvalidLimitsError as error:
        raise LabError(str(error)) from None


def add_conduct(parser: argparse.ArgumentParser) -> None:
    """Add the options of adjudication."""
    usual = Adjudication()
    group = parser.add_argument_group("adjudication; scores in centipawns")
    group.add_argument(
        "--resign",
        metavar="SCORE:MOVES",
        help="adjudicate a win after both sides have agreed on at least this score for MOVES moves each",
    )
    group.add_argument(
        "--draw",
        metavar="SCORE:MOVES:PLY",
        help="adjudicate a draw after both sides have seen at most this score for MOVES moves, from PLY on",
    )
    group.add_argument(
        "--max-plies", type=int, default=usual.max_plies, metavar="N", help="draw after N plies (%(default)s)"
    )


def adjudication(options: argparse.Namespace) -> Adjudication:
    """The adjudication chosen by the options."""
    resign = None if options.resign is None else numbers("--resign", options.resign, 2)
    draw = None if options.draw is None else numbers("--draw", options.draw, 3)
    return Adjudication(
        resign=None if resign is None else (resign[0], resign[1]),
        draw=None if draw is None else (draw[0], draw[1], draw[2]),
        max_plies=options.max_plies,
    )


def require_positive(options: argparse.Namespace, *names: str) -> None:
    """LabError if one of these options is not at least 1."""
    for name in names:
        if getattr(options, name) < 1:
            raise LabError(f"--{name} takes a number of at least 1")


def numbers(option: str, text: str, count: int) -> list[int]:
    """The numbers of a text such as ``3:5``.  LabError if the count is wrong."""
    parts = text.split(":")
    if len(parts) != count or not all(re.fullmatch("[0-9]+", part) for part in parts):
        raise LabError(f"{option} takes {count} numbers with colons between them, not {text!r}")
    return [int(part) for part in parts]
