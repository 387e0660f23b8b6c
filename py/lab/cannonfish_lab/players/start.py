"""Creation of players from their descriptions."""

import atexit
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from cannonfish.matches.player import Player

from cannonfish_lab.players.own import OwnPlayer
from cannonfish_lab.players.spec import PlayerSpec
from cannonfish_lab.players.uci import UciPlayer

MOST_KEPT: Final = 4
"""Most own players that a worker keeps; each has a table in memory."""


def start(spec: PlayerSpec) -> Player:
    """A new player.  LabError if it cannot start."""
    match spec.protocol:
        case "uci" | "ucci":
            return UciPlayer(spec)
        case _:
            return OwnPlayer(spec)


@contextmanager
def at_the_board(spec: PlayerSpec, seat: str) -> Iterator[Player]:
    """A player for one game.

    A program is started for each game and ended after it.  Our own player, which is expensive to create, is
    kept for the next game; ``seat`` separates the two sides when both are the same player.
    """
    if spec.protocol == "own":
        yield _kept.player(spec, seat)
        return
    player = start(spec)
    try:
        yield player
    finally:
        player.close()


class _Kept(threading.local):
    """The players of one thread of a worker, least recently used first."""

    def __init__(self) -> None:
        self._players: OrderedDict[str, Player] = OrderedDict()

    def player(self, spec: PlayerSpec, seat: str) -> Player:
        key = f"{seat} {spec.key()}"
        player = self._players.pop(key, None) or start(spec)
        self._players[key] = player
        while len(self._players) > MOST_KEPT:
            self._players.popitem(last=False)[1].close()
        return player

    def close(self) -> None:
        while self._players:
            self._players.popitem()[1].close()


_kept = _Kept()
# Free the instances before wasmtime is shut down at exit.
atexit.register(_kept.close)
