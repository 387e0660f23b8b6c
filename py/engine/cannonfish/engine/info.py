"""What an engine has to tell: scores, news of a search, and its result."""

from dataclasses import dataclass

from cannonfish.games.game import Move


@dataclass(frozen=True, slots=True)
class Score:
    """The worth of a position to the side to move: centi-units, or moves to the end of the game.

    ``mate`` is positive when the side wins (3: with its third move from now), negative when it loses, and 0
    when it has lost already.  Exactly one of the two is None.
    """

    cp: int | None = None
    mate: int | None = None


@dataclass(frozen=True, slots=True)
class Info:
    """News of a search: a line, best moves first, and what it is worth.

    ``nodes`` counts positions since the search began, ``nps`` those in a second, ``time_ms`` milliseconds;
    ``multipv`` ranks lines of equal depth from 1.
    """

    depth: int
    seldepth: int
    score: Score
    nodes: int
    nps: int
    time_ms: int
    pv: tuple[Move, ...]
    multipv: int = 1


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a search: its move, None if the game is over, and what stands behind it."""

    bestmove: Move | None
    ponder: Move | None
    info: Info


@dataclass(frozen=True, slots=True)
class Memory:
    """What earlier searches found out about a position, to that depth.  Equal bounds are its exact worth."""

    move: Move | None
    depth: int
    at_least: Score | None
    at_most: Score | None
