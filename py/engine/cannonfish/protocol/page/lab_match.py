"""Matches in the Lab: whole games between two engines, and the table of a match."""

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cannonfish.engine.limits import Limits
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board
from cannonfish.matches.engine_player import EnginePlayer
from cannonfish.matches.game import Adjudication, Seat, play
from cannonfish.matches.statistics import Sprt, Tally
from cannonfish.protocol.page.messages import Message

ADJUDICATION: Final = Adjudication(resign=(1000, 3), draw=(15, 6, 80))
"""Long won and long level games are not played out, as in tests of chess engines."""
PATIENCE_MS: Final = 10_000
NODES_PER_MS: Final = 1
"""A move limited by nodes has PATIENCE_MS plus the time for its nodes at this speed, the interpreter's."""
ALIVE_EVERY: Final = 0.2
"""Seconds between two signs of life."""


class MatchRoom:
    """Two engines that play each other, ``a`` and ``b``.

    ``post`` gets signs of life, at most every 200 ms.  A game with ``report_thinking`` posts one before every
    search, with ``thinking`` (``a`` or ``b``) and ``moves``: after a hang they tell which engine is to blame.
    """

    def __init__(
        self,
        game: str,
        sources: Mapping[str, Mapping[str, str]],
        execution: str,
        post: Callable[[Message], None],
    ) -> None:
        self._game, self._post = game, post
        self._reports = False
        self._opening = 0
        self._posted = 0.0
        self._players = {seat: self._player(seat, sources[seat], execution) for seat in "ab"}

    def _player(self, seat: str, sources: Mapping[str, str], execution: str) -> EnginePlayer:
        self._post({"type": "alive", "thinking": seat, "moves": ""})

        def on_think(board: Board) -> None:
            if self._reports:
                moves = " ".join(move.uci() for move in board.move_stack[self._opening :])
                self._post({"type": "alive", "thinking": seat, "moves": moves})
            else:
                self._show_life()

        return EnginePlayer(self._game, sources, execution, on_think=on_think, on_poll=self._show_life)

    def play(
        self, opening: Iterable[str], limits: Mapping[str, Any], a_is_black: bool, report_thinking: bool
    ) -> Message:
        """The record of a game after an opening, with the moves after it."""
        board = GAMES[self._game].new_board(None)
        board.push_line(opening)
        self._reports, self._opening = report_thinking, board.ply()
        nodes = limits.get("nodes", 0)
        adjudication = replace(ADJUDICATION, patience_s=(PATIENCE_MS + nodes // NODES_PER_MS) // 1000)
        a, b = (Seat(self._players[seat], Limits(**limits)) for seat in "ab")
        red, black = (b, a) if a_is_black else (a, b)
        return play(board, red, black, adjudication).record()

    def close(self) -> None:
        """Release both engines."""
        for player in self._players.values():
            player.close()

    def _show_life(self) -> None:
        now = time.monotonic()
        if now - self._posted > ALIVE_EVERY:
            self._posted = now
            self._post({"type": "alive"})


def standing(games: Iterable[Sequence[float]], elo0: float, elo1: float) -> Message:
    """The standing after games of a match, each given as the number of its pair and the points of ``a``.

    Elo differences are None where they are infinite.  ``sprt`` tests ``elo1`` against ``elo0``.
    """
    tally = Tally.of((int(pair), points) for pair, points in games)
    test = Sprt(elo0, elo1)
    low, high = tally.elo_interval()
    return {
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "elo": _finite(tally.elo),
        "interval": [_finite(low), _finite(high)],
        "superiority": tally.superiority(),
        "sprt": {"llr": test.llr(tally.pairs), "bounds": test.bounds, "verdict": test.verdict(tally.pairs)},
    }


def _finite(elo: float) -> float | None:
    return elo if math.isfinite(elo) else None
