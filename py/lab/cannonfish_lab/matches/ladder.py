"""One scale for many players: the Elo ratings that best explain the results of several matches.

The model of Bradley and Terry, with a draw as half a win: a player rated r above another scores
1 / (1 + 10 ** (-r / 400)).  The ratings maximise the likelihood; their errors come from its curvature.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from cannonfish.matches.statistics import Z95
from numpy.typing import NDArray

from cannonfish_lab.errors import LabError

ELO: Final = math.log(10.0) / 400.0
"""One point of Elo on the scale of natural logarithms."""
ITERATIONS: Final = 100


@dataclass(frozen=True, slots=True)
class Link:
    """All games between two players."""

    a: str
    b: str
    points: float
    """The points of A."""
    games: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's place on the scale."""

    name: str
    elo: float
    error: float
    """Half of the 95 % interval of the difference to the anchor."""
    games: int
    score: float
    """Share of the points in all its games."""


def rate(links: Iterable[Link], prior: float = 1.0) -> list[Rating]:
    """Ratings of all players, best first; the first player of the first link is the anchor and has 0.

    ``prior`` drawn games are added to every link, so that a perfect score does not give an infinite
    difference.  LabError if players are not connected by games.
    """
    links = [link for link in links if link.games]
    names = list(dict.fromkeys(name for link in links for name in (link.a, link.b)))
    if not names:
        raise LabError("there are no games to rate players by")
    _require_connection(names, links)
    place = {name: number for number, name in enumerate(names[1:])}
    ratings = dict.fromkeys(names, 0.0)
    information = np.eye(len(place))
    for _ in range(ITERATIONS):
        gradient, information = _slope(links, ratings, place, prior)
        step = np.linalg.solve(information, gradient)
        step = np.clip(step, -2.0, 2.0)  # Newton's steps are too long if all games were won
        for name, number in place.items():
            ratings[name] += float(step[number])
        if np.abs(step).max(initial=0.0) < 1e-9:
            break
    spread = np.sqrt(np.diag(np.linalg.inv(information)))
    errors = {name: Z95 * float(spread[number]) / ELO for name, number in place.items()}
    found = [
        Rating(name, ratings[name] / ELO, errors.get(name, 0.0), *_record(name, links)) for name in names
    ]
    return sorted(found, key=lambda rating: -rating.elo)


def _slope(
    links: list[Link], ratings: Mapping[str, float], place: Mapping[str, int], prior: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Gradient of the log-likelihood, and the information matrix, for all players but the anchor."""
    gradient = np.zeros(len(place))
    information = np.zeros((len(place), len(place)))
    for link in links:
        expected = 1.0 / (1.0 + math.exp(ratings[link.b] - ratings[link.a]))
        games = link.games + prior
        surplus = link.points + prior / 2 - games * expected
        weight = games * expected * (1.0 - expected)
        a, b = place.get(link.a), place.get(link.b)
        for own, sign in ((a, 1.0), (b, -1.0)):
            if own is not None:
                gradient[own] += sign * surplus
                information[own, own] += weight
        if a is not None and b is not None:
            information[a, b] -= weight
            information[b, a] -= weight
    return gradient, information


def _require_connection(names: list[str], links: list[Link]) -> None:
    reached = {names[0]}
    grown = True
    while grown:
        before = len(reached)
        for link in links:
            if link.a in reached or link.b in reached:
                reached |= {link.a, link.b}
        grown = len(reached) > before
    missing = [name for name in names if name not in reached]
    if missing:
        raise LabError(f"no games connect {', '.join(missing)} with {', '.join(sorted(reached))}")


def _record(name: str, links: list[Link]) -> tuple[int, float]:
    """The player's number of games and share of points."""
    games = sum(link.games for link in links if name in (link.a, link.b))
    points = sum(link.points for link in links if link.a == name)
    points += sum(link.games - link.points for link in links if link.b == name)
    return games, points / games
