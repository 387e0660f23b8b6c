"""Winning chances: the results of the engine's own games from positions with a given score."""

import math
from typing import Final

from cannonfish.engine.info import Chances, Score
from cannonfish.games.game import Game

CERTAIN: Final = 1000


def winning_chances(game: Game, score: Score) -> Chances | None:
    """The chances of the side to move, by the game's ``ChanceModel``.

    A mate and a win by rule are certain.  None for other scores in a game without a model.
    """
    decided = score.rule if score.mate is None else score.mate
    if decided is not None:
        return Chances(CERTAIN, 0, 0) if decided > 0 else Chances(0, 0, CERTAIN)
    if game.chances is None:
        return None
    centipawns, midpoint, spread = score.centipawns(), game.chances.midpoint, game.chances.spread
    win = round(CERTAIN * _logistic((centipawns - midpoint) / spread))
    loss = round(CERTAIN * _logistic((-centipawns - midpoint) / spread))
    return Chances(win, CERTAIN - win - loss, loss)


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(min(x, 50.0), -50.0)))
