"""Openings made by our engine: varied, sensible and balanced.

An opening is a random walk from the start position.  Each step is one of the nearly best moves of a short
search; the best of them is twice as likely as each of the others.  The walk is kept if a longer search finds
its last position balanced.  No two openings lead to the same position or to mirror images.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cannonfish.engine.info import Info
from cannonfish.engine.limits import Limits
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board

from cannonfish_lab.jobs import Pool
from cannonfish_lab.players.own import OwnPlayer, centipawns
from cannonfish_lab.players.spec import PlayerSpec

TRIES: Final = 200
"""Most walks for one opening."""


@dataclass(frozen=True)
class Recipe:
    """The parameters of openings."""

    game: str = "xiangqi"
    seed: int = 1
    plies: tuple[int, ...] = (4, 5, 6, 6, 7, 8)
    """The lengths of walks to choose from."""
    depth: int = 5
    """Depth of the short searches."""
    choices: int = 8
    """Number of best moves that are searched (multipv); twice as many for the first move."""
    window: int = 25
    """Centipawns below the best move that count as nearly best; twice as many for the first move."""
    nodes: int = 100_000
    """Nodes of the long search."""
    balance: int = 40
    """Centipawns for either side that count as balanced."""


@dataclass(frozen=True)
class Opening:
    """A finished opening."""

    moves: tuple[str, ...]
    score: int
    """Centipawns for the side that began, from the long search."""
    placement: str

    def line(self) -> str:
        """The opening as a line of a file."""
        return f"{' '.join(self.moves)}\t{self.score:+d}"


def make(recipe: Recipe, count: int, pool: Pool) -> Iterator[Opening]:
    """Different openings; the same recipe gives the same ones, whatever the workers."""
    found: set[str] = set()
    numbered = ((recipe, number) for number in range(count * 10))
    waiting: dict[int, Opening | None] = {}
    following = yielded = 0
    for number, opening in pool.run(_numbered, numbered):
        waiting[number] = opening
        while following in waiting:  # in the order of their numbers, independent of the workers
            made = waiting.pop(following)
            following += 1
            if made is None or made.placement in found:
                continue
            found |= {made.placement, mirrored(made.placement, GAMES[recipe.game].new_board(None).grid.files)}
            yield made
            yielded += 1
            if yielded == count:
                return


def _numbered(job: tuple[Recipe, int]) -> tuple[int, Opening | None]:
    recipe, number = job
    return number, one(recipe, number)


def one(recipe: Recipe, number: int) -> Opening | None:
    """The opening with that number; None if no walk ended in a balanced position."""
    chance = random.Random(f"{recipe.seed} {number}")
    player = OwnPlayer(PlayerSpec("opening maker", game=recipe.game, settings={"TT_BITS": 14}))
    try:
        for _ in range(TRIES):
            board = _walk(recipe, chance, player)
            player.new_game()
            score = centipawns(player.search(board, Limits(nodes=recipe.nodes)).info.score)
            if abs(score) <= recipe.balance:
                moves = tuple(move.uci() for move in board.move_stack)
                for_red = score if board.turn else -score
                return Opening(moves, for_red, f"{board.placement} {board.turn:d}")
        return None
    finally:
        player.close()


def _walk(recipe: Recipe, chance: random.Random, player: OwnPlayer) -> Board:
    board = GAMES[recipe.game].new_board(None)
    for ply in range(chance.choice(recipe.plies)):
        wide = 1 if ply else 2
        player.new_game()
        infos: list[Info] = []
        player.search(board, Limits(depth=recipe.depth, multipv=recipe.choices * wide), infos.append)
        # The best line is reported once more at the end of the search, so it counts twice.
        last = [info for info in infos if info.depth == recipe.depth]
        if not last:
            break  # mated already, so the long search will reject it
        enough = max(centipawns(info.score) for info in last) - recipe.window * wide
        board.push_uci(chance.choice([info.pv[0].uci() for info in last if centipawns(info.score) >= enough]))
    return board


def mirrored(placement: str, files: int = 9) -> str:
    """The mirror image of a placement on a board with so many files."""
    points, turn = placement.split()
    rows = [points[at : at + files] for at in range(0, len(points), files)]
    return "".join(row[::-1] for row in rows) + f" {turn}"
