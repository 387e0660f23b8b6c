"""Openings for matches: varied, sensible and balanced.

An opening is a walk through the opening book (``cannonfish.matches.openings``) that leads to a position which
a search finds balanced.  No two openings lead to the same position or to mirror images.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cannonfish.engine.limits import Limits
from cannonfish.games.catalogue import GAMES
from cannonfish.matches.openings import book_openings

from cannonfish_lab.jobs import Pool
from cannonfish_lab.players.spec import PlayerSpec
from cannonfish_lab.players.start import at_the_board

WALKS: Final = 4
"""Walks for each opening that is wanted; the others are left out."""


@dataclass(frozen=True)
class Recipe:
    """The parameters of openings."""

    game: str = "xiangqi"
    seed: int = 1
    nodes: int = 5_000
    """Nodes of the search."""
    balance: int = 40
    """Centipawns for either side that count as balanced."""


@dataclass(frozen=True)
class Opening:
    """A finished opening."""

    moves: tuple[str, ...]
    score: int
    """Centipawns for the side that began."""
    placement: str

    def line(self) -> str:
        """The opening as a line of a file."""
        return f"{' '.join(self.moves)}\t{self.score:+d}"


def make(recipe: Recipe, count: int, pool: Pool) -> Iterator[Opening]:
    """At most so many different openings; the same recipe gives the same ones, whatever the workers."""
    found: set[str] = set()
    walks = book_openings(recipe.game, count * WALKS, recipe.seed)
    jobs = ((recipe, number, walk) for number, walk in enumerate(walks))
    waiting: dict[int, Opening | None] = {}
    following = yielded = 0
    for number, opening in pool.run(_numbered, jobs):
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


def _numbered(job: tuple[Recipe, int, list[str]]) -> tuple[int, Opening | None]:
    recipe, number, walk = job
    return number, judged(recipe, walk)


def judged(recipe: Recipe, walk: list[str]) -> Opening | None:
    """The opening of a walk; None if its last position is not balanced."""
    board = GAMES[recipe.game].new_board(None)
    board.push_line(walk)
    spec = PlayerSpec("judge", game=recipe.game, settings={"TT_BITS": 14}, evaluation="network")
    with at_the_board(spec, "judge") as player:
        player.new_game()
        score = player.go(board, Limits(nodes=recipe.nodes), 0).score
    if score is None or abs(score) > recipe.balance:
        return None
    return Opening(tuple(walk), score if board.turn else -score, f"{board.placement} {board.turn:d}")


def mirrored(placement: str, files: int = 9) -> str:
    """The mirror image of a placement on a board with so many files."""
    points, turn = placement.split()
    rows = [points[at : at + files] for at in range(0, len(points), files)]
    return "".join(row[::-1] for row in rows) + f" {turn}"
