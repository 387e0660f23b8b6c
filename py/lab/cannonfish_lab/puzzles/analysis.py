"""The engine's two best moves in a position, from a reproducible search."""

from dataclasses import dataclass

from cannonfish.engine import Engine, Limits
from cannonfish.engine.info import Info
from cannonfish.games.xiangqi import Move
from cannonfish.matches.player import MATE_SCORE

from cannonfish_lab import interrupts
from cannonfish_lab.players.own import centi_units

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


def new_engine() -> Engine:
    """An engine for analysis."""
    return Engine(hash_mb=HASH_MB)


def compare(engine: Engine, fen: str, nodes: int, fresh: bool = True) -> Verdict | None:
    """Compare the two best moves in one search of ``nodes``; None if the game is over.

    ``fresh`` clears the results of earlier searches, so that the answer depends only on the position and the
    number of nodes.
    """
    if fresh:
        engine.new_game()
    engine.position(fen)
    lines: dict[int, Info] = {}
    with interrupts.held():
        result = engine.go(
            Limits(nodes=nodes, multipv=2), on_info=lambda info: lines.__setitem__(info.multipv, info)
        )
    if result.bestmove is None:
        return None
    first, second = result.info, lines.get(2)
    return Verdict(
        Move.from_uci(result.bestmove.uci()),
        centi_units(first.score),
        -MATE_SCORE if second is None else centi_units(second.score),
        first.score.mate,
        None if second is None else second.score.mate,
        first.depth,
        first.nodes,
    )
