"""``ladder``: the players of several matches on one scale."""

import argparse
from pathlib import Path

from cannonfish_lab.errors import LabError
from cannonfish_lab.matches import report
from cannonfish_lab.matches.match import describe_limits, tally

SUMMARY = "put the players of several match logs on one Elo scale"
DETAILS = """
Players are distinguished by name and limits. An error is half of the 95 % interval of the difference to the
anchor.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("logs", type=Path, nargs="+", metavar="LOG")
    parser.add_argument(
        "--anchor",
        action="append",
        default=[],
        metavar="PLAYER=ELO",
        help="a player whose rating is given (default: the first one is 0)",
    )


def run(options: argparse.Namespace) -> int:
    """Print the ratings."""
    from cannonfish_lab.matches import ladder  # needs numpy, which other commands do without

    links = []
    for path in options.logs:
        head, games = report.load(path)
        a, b = (f"{head[seat]['name']}, {describe_limits(head[seat], head['limits'])}" for seat in "ab")
        result = tally(games)
        links.append(ladder.Link(a, b, result.wins + result.draws / 2, result.games))
    names = [name for link in links for name in (link.a, link.b)]
    ratings = ladder.rate(links, dict(_anchor(text, names) for text in options.anchor))
    width = max(len(rating.name) for rating in ratings)
    for rating in ratings:
        print(
            f"{rating.name:{width}}  {rating.elo:+6.0f} ±{rating.error:4.0f}  "
            f"{rating.games:5} games  {100 * rating.score:5.1f} %"
        )
    return 0


def _anchor(text: str, names: list[str]) -> tuple[str, float]:
    """A player and its rating; an unambiguous prefix of the name is enough."""
    name, _, elo = text.rpartition("=")
    fitting = {each for each in names if each == name} or {each for each in names if each.startswith(name)}
    if len(fitting) != 1:
        raise LabError(f"--anchor {text}: {'several players fit' if fitting else 'there is no such player'}")
    try:
        return fitting.pop(), float(elo)
    except ValueError:
        raise LabError(f"--anchor takes PLAYER=ELO, not {text!r}") from None
