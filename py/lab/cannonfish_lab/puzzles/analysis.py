"""The engine's two best moves in a position, from a reproducible search."""

from dataclasses import dataclass

from cannonfish.engine import Engine, Limits
from cannonfish.engine.info import Info
from cannonfish.games.game import Move
from cannonfish.matches.player import MATE_SCORE

from cannonfish_lab import interrupts
from cannonfish_lab.players.own import centipawns

HASH_MB = 4
"""Hash size of the engines that find and check puzzles."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best move and its lead over the others.  Scores are in centipawns for the side to move; a mate in n
    has the score MATE_SCORE - n."""

    best: Move
    score: int
    second: int
    """The score of the second-best move; -MATE_SCORE if there is only one move."""
    mate: int | None
    """As in ``info.Score``."""
    second_mate: int | None
    depth: int
    nodes: int

    @property
    def scores(self) -> tuple[int, int]:
        """The scores of the two best moves."""
        return self.score, self.second

    @property
    def gap(self) -> int:
        """The lead of the best move over the second."""
        return self.score - self.second


def new_engine(game: str) -> Engine:
    """An engine for analysis."""
    return Engine(game, hash_mb=HASH_MB)


def ranked(engine: Engine, fen: str, limits: Limits) -> list[Info]:
    """The lines of the best moves, best first, from one search; empty if the game is over.

    Earlier searches are forgotten, so that the answer depends only on the position and the limits.
    """
    engine.new_game()
    engine.position(fen)
    lines: dict[int, Info] = {}
    with interrupts.held():
        result = engine.go(limits, on_info=lambda info: lines.__setitem__(info.multipv, info))
    if result.bestmove is None:
        return []
    lines[1] = result.info
    return [lines[rank] for rank in sorted(lines)]


def compare(engine: Engine, fen: str, nodes: int) -> Verdict | None:
    """Compare the two best moves; None if the game is over."""
    lines = ranked(engine, fen, Limits(nodes=nodes, multipv=2))
    if not lines:
        return None
    first, second = lines[0], lines[1] if len(lines) > 1 else None
    return Verdict(
        first.pv[0],
        centipawns(first.score),
        -MATE_SCORE if second is None else centipawns(second.score),
        first.score.mate,
        None if second is None else second.score.mate,
        first.depth,
        first.nodes,
    )
