"""Openings made by our own engine: varied, sensible, and level enough that the better player wins.

An opening is a walk from the start position: at every step one of the moves that a short search finds nearly
best, each with equal chance.  It is kept if a longer search calls the result level.  No two openings lead to
the same position, nor to its mirror image.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cannonfish.engine.info import Info
from cannonfish.engine.limits import Limits
from cannonfish.games.xiangqi import RED, Board

from cannonfish_lab.jobs import Pool
from cannonfish_lab.players.own import OwnPlayer, centi_units
from cannonfish_lab.players.spec import PlayerSpec

FILES: Final = 9
TRIES: Final = 200
"""Walks, at most, for one opening."""


@dataclass(frozen=True)
class Recipe:
    """How openings are made."""

    seed: int = 1
    plies: tuple[int, ...] = (4, 5, 6, 6, 7, 8)
    """The length of a walk is one of these."""
    depth: int = 5
    """Of the short searches."""
    choices: int = 8
    """So many best moves are looked at; twice as many for the first move."""
    window: int = 25
    """Centi-units below the best move that are still nearly best; twice as many for the first move."""
    nodes: int = 100_000
    """Of the long search."""
    balance: int = 40
    """Centi-units for either side that are still level."""


@dataclass(frozen=True)
class Opening:
    """A finished opening."""

    moves: tuple[str, ...]
    score: int
    """Centi-units for Red, by the long search."""
    placement: str

    def line(self) -> str:
        """As it stands in a file."""
        return f"{' '.join(self.moves)}\t{self.score:+d}"


def make(recipe: Recipe, count: int, pool: Pool) -> Iterator[Opening]:
    """So many different openings, the same for the same recipe whoever makes them."""
    found: set[str] = set()
    numbered = ((recipe, number) for number in range(count * 10))
    waiting: dict[int, Opening | None] = {}
    following = 0
    for number, opening in pool.run(_numbered, numbered):
        waiting[number] = opening
        while following in waiting:  # in the order of their numbers, so that chance decides nothing
            made = waiting.pop(following)
            following += 1
            if made is None or made.placement in found:
                continue
            found |= {made.placement, mirrored(made.placement)}
            yield made
            if len(found) >= 2 * count:
                return


def _numbered(job: tuple[Recipe, int]) -> tuple[int, Opening | None]:
    recipe, number = job
    return number, one(recipe, number)


def one(recipe: Recipe, number: int) -> Opening | None:
    """The opening with that number; None if every walk went astray."""
    chance = random.Random(f"{recipe.seed} {number}")
    player = OwnPlayer(PlayerSpec("opening maker", settings={"TT_BITS": 14}))
    try:
        for _ in range(TRIES):
            board = _walk(recipe, chance, player)
            player.new_game()
            score = centi_units(player.search(board, Limits(nodes=recipe.nodes)).info.score)
            if abs(score) <= recipe.balance:
                moves = tuple(move.uci() for move in board.move_stack)
                for_red = score if board.turn is RED else -score
                return Opening(moves, for_red, f"{board.placement} {board.turn:d}")
        return None
    finally:
        player.close()


def _walk(recipe: Recipe, chance: random.Random, player: OwnPlayer) -> Board:
    board = Board()
    for ply in range(chance.choice(recipe.plies)):
        wide = 1 if ply else 2
        player.new_game()
        told: list[Info] = []
        player.search(board, Limits(depth=recipe.depth, multipv=recipe.choices * wide), told.append)
        last = [info for info in told if info.depth == recipe.depth]
        if not last:
            break  # mated already; the long search will not call that level
        enough = max(centi_units(info.score) for info in last) - recipe.window * wide
        board.push_uci(
            chance.choice([info.pv[0].uci() for info in last if centi_units(info.score) >= enough])
        )
    return board


def mirrored(placement: str) -> str:
    """The placement with left and right exchanged."""
    points, turn = placement.split()
    rows = [points[at : at + FILES] for at in range(0, len(points), FILES)]
    return "".join(row[::-1] for row in rows) + f" {turn}"
