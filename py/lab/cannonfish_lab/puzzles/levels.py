"""The levels that try puzzles: a ladder of their own, with the Elo of each.

The levels that people play may change.  The levels that rate puzzles must not, or ratings of different times
could not be compared.  So this is a copy of the ladder of Xiangqi and chess (``cannonfish.games.levels``),
without its book and with the classical evaluation, so that a new network changes no rating.  The Elo steps
between levels were measured in matches of each game (tests/bench/results.md, "Levels"); the lowest has 400.
"""

from dataclasses import replace
from functools import cached_property
from typing import Final

from cannonfish.engine import Engine, Limits
from cannonfish.engine.info import Score
from cannonfish.engine.levels import INSTINCT, choose, on_move
from cannonfish.games.levels import Level
from cannonfish.matches.player import MATE_SCORE

from cannonfish_lab.puzzles.analysis import ranked

LEVELS: Final = {
    1: replace(INSTINCT, blunder_permille=1000),
    2: Level(depth=3, nodes=8_000, choices=5, score_noise=40, blunder_permille=540),
    3: Level(nodes=26_000, choices=3, score_noise=24, blunder_permille=610),
    4: Level(nodes=40_000, choices=3, score_noise=20, blunder_permille=450),
    5: Level(nodes=44_000, choices=3, score_noise=18, blunder_permille=262),
    6: Level(nodes=48_000, choices=3, score_noise=14, blunder_permille=139),
    7: Level(nodes=57_000, choices=2, score_noise=11, blunder_permille=82, mates=True),
    8: Level(nodes=75_000, choices=2, score_noise=9, blunder_permille=48, mates=True),
    9: Level(nodes=125_000, choices=2, score_noise=7, blunder_permille=26, mates=True),
    10: Level(nodes=280_000, choices=2, score_noise=6, blunder_permille=9, mates=True),
}
EVALUATION: Final = "classical"
ELO: Final = {
    "xiangqi": {1: 400, 2: 625, 3: 840, 4: 1004, 5: 1245, 6: 1470, 7: 1666, 8: 1871, 9: 2062, 10: 2303},
    "chess": {1: 400, 2: 565, 3: 792, 4: 1046, 5: 1273, 6: 1467, 7: 1678, 8: 1836},
}
"""By game.  Hardly any chess puzzle needs more than level 8."""


class Position:
    """A position as the levels see it.  Each search is made once; lapses and noise depend on the seed."""

    def __init__(self, engine: Engine, fen: str) -> None:
        self._engine = engine
        self._fen = fen
        self._board = engine.game.new_board(fen)
        self._seen: dict[Level, list[tuple[str, int]]] = {}

    def play(self, number: int, seed: int) -> str | None:
        """The move of a level; None if the game is over."""
        if not self._board.legal_moves:
            return None
        level = LEVELS[number]
        if level.mates and self._win is not None:
            return self._win
        level = on_move(level, seed, self._board.fen())
        if level not in self._seen:
            self._seen[level] = _seen(self._engine, self._fen, level)
        lines = self._seen[level]
        return lines[choose([score for _, score in lines], level.score_noise, seed, self._board.fen())][0]

    @cached_property
    def _win(self) -> str | None:
        """A move that wins at once."""
        for move in self._board.legal_moves:
            after = self._board.copy()
            after.push(move)
            outcome = after.outcome()
            if outcome is not None and outcome.winner is self._board.turn:
                return str(move.uci())
        return None


def _by_plies(score: Score) -> int:
    """A score as one number, mates counted in plies as the search counts them."""
    if score.mate is None:
        return score.centipawns()
    return MATE_SCORE - 2 * score.mate + 1 if score.mate > 0 else -MATE_SCORE - 2 * score.mate


def _seen(engine: Engine, fen: str, level: Level) -> list[tuple[str, int]]:
    """The best moves in a position with their scores, as the level sees them."""
    lines = ranked(engine, fen, Limits(depth=level.depth, nodes=level.nodes, multipv=level.choices))
    return [(str(info.pv[0].uci()), _by_plies(info.score)) for info in lines if info.depth == lines[0].depth]
