"""Reviews checked by a stronger judge: the same moves, classified after longer searches."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cannonfish.engine import Engine, Limits
from cannonfish.engine.review import FIRST_TIMES, MoveClass, examine, halves, review
from cannonfish.games.catalogue import GAMES
from cannonfish.protocol.reviews import evaluation_data, evaluation_of

WINDOW: Final = 30
"""Moves of a game that are compared."""
FIRST_PLY: Final = 10
"""Windows begin no earlier: in the book there is little to judge."""
LAST_FIRST_PLY: Final = 60
LEVELS: Final = range(3, 13)

Sample = dict[str, Any]
"""A game up to the end of its window, and the evaluations of the window at both limits."""


@dataclass(frozen=True)
class Job:
    """A game to play and to review twice."""

    game: str
    number: int
    seed: int
    nodes: tuple[int, int]
    """The limits of the review and of the judge."""


def make_sample(job: Job) -> Sample:
    """Play a game between two levels drawn at random, and review a window of it at both limits."""
    chance = random.Random(f"{job.seed} {job.game} {job.number}")
    levels = [chance.choice(LEVELS), chance.choice(LEVELS)]
    first = chance.randint(FIRST_PLY, LAST_FIRST_PLY)
    engine = Engine(job.game)
    try:
        moves = _play(engine, levels, first + WINDOW, chance.randrange(2**31))
        first = min(first, max(len(moves) - WINDOW, 0))
        evaluations = [
            _review(engine, moves, first, job.nodes[0]),
            _judge(engine, moves, first, job.nodes[1]),
        ]
    finally:
        engine.close()
    return vars(job) | {"levels": levels, "moves": moves, "first": first, "evaluations": evaluations}


def _play(engine: Engine, levels: Sequence[int], plies: int, seed: int) -> list[str]:
    moves: list[str] = []
    while len(moves) < plies:
        engine.position(None, moves)
        if engine.board.outcome() is not None:
            break
        result = engine.go(Limits(level=levels[len(moves) % 2], seed=seed, book=True))
        assert result.bestmove is not None
        moves.append(result.bestmove.uci())
    return moves


def _review(engine: Engine, moves: Sequence[str], first: int, nodes: int) -> list[Any]:
    """The evaluations from the position ``first`` on, made as on the page."""
    found: dict[int, Any] = {}
    for plies in halves(range(len(moves), -1, -1)):
        engine.new_game()
        times = FIRST_TIMES
        for ply in (ply for ply in plies if ply >= first):
            found[ply] = _examine(engine, moves, ply, times * nodes)
            times = 1
    return [found[ply] for ply in range(first, len(moves) + 1)]


def _judge(engine: Engine, moves: Sequence[str], first: int, nodes: int) -> list[Any]:
    """The evaluations from the position ``first`` on, all by one engine."""
    engine.new_game()
    return [_examine(engine, moves, ply, nodes) for ply in range(len(moves), first - 1, -1)][::-1]


def _examine(engine: Engine, moves: Sequence[str], ply: int, nodes: int) -> Any:
    engine.position(None, moves[:ply])
    over = engine.board.outcome() is not None
    played = moves[ply] if ply < len(moves) else None
    return evaluation_data(None if over else examine(engine, played, Limits(nodes=nodes)))


def classes(sample: Sample) -> Iterator[tuple[MoveClass, MoveClass]]:
    """The classes of the moves of a window: the review's and the judge's."""
    game, moves, first = GAMES[sample["game"]], sample["moves"], sample["first"]
    both = []
    for evaluations in sample["evaluations"]:
        known = [None] * first + [evaluation_of(each) for each in evaluations]
        found = review(game, None, moves, known).moves[first:]
        both.append([move.kind for move in found])
    for ours, judged in zip(*both, strict=True):
        if ours is not None and judged is not None and ours is not MoveClass.BOOK:
            yield ours, judged


def table(pairs: Counter[tuple[MoveClass, MoveClass]]) -> str:
    """A Markdown table of how often each class of the review met each class of the judge."""
    kinds = [kind for kind in MoveClass if any(kind in pair for pair in pairs)]
    lines = ["| review / judge | " + " | ".join(kind.value for kind in kinds) + " |"]
    lines.append("| --- |" + " --- |" * len(kinds))
    for ours in kinds:
        counts = " | ".join(str(pairs[ours, judged] or "") for judged in kinds)
        lines.append(f"| {ours.value} | {counts} |")
    return "\n".join(lines)


def agree(ours: MoveClass, judged: MoveClass) -> bool:
    """Whether two classes are equal; best and good count as one."""
    fine = {MoveClass.BEST, MoveClass.GOOD}
    return ours is judged or {ours, judged} <= fine
