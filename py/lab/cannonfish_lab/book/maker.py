"""The opening book: every position of the named lines, and from there on whatever is likely to be played.

A position's likelihood is that of the moves that lead to it; the positions of the named lines are certain.
The likeliest position that has no answer yet is searched with several lines at a fixed number of nodes; moves
that are nearly best get weights, which fall by half with every HALF centi-units below the best.
"""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Final, TypeAlias

from cannonfish.engine.info import Info
from cannonfish.engine.limits import Limits
from cannonfish.errors import GameError
from cannonfish.games.xiangqi import Board
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.openings import Opening, mirrored_move, position_key

from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Pool
from cannonfish_lab.players.own import OwnPlayer, centi_units
from cannonfish_lab.players.spec import PlayerSpec

Line: TypeAlias = tuple[str, ...]
"""Moves in UCI from the start position."""

HALF: Final = 8.0
LEAST_SHARE: Final = 0.08
"""Moves of a smaller share are left out."""
DECIDED: Final = 250
"""Centi-units for either side beyond which a position is no business of a book."""
TOGETHER: Final = 32
"""So many positions are chosen before the first of them is searched, whoever searches them."""


@dataclass(frozen=True)
class Recipe:
    """How the book is made."""

    positions: int = 2400
    nodes: int = 200_000
    """Of the search of each position."""
    choices: int = 5
    """So many best moves are looked at."""
    plies: int = 24
    """The book ends after so many moves."""


@dataclass(frozen=True)
class Named:
    """A line and the opening that it is."""

    opening: Opening
    moves: Line


@dataclass
class Entry:
    """What the book says about a position, as the one of the two mirror images that the key stands for."""

    moves: list[tuple[str, int]] = field(default_factory=list)
    opening: Opening | None = None

    def line(self, key: str) -> str:
        """As it stands in the file."""
        text = " ".join([key, *(f"{move}={weight}" for move, weight in self.moves)])
        return text if self.opening is None else f"{text} | {self.opening.chinese} | {self.opening.english}"


def named_lines(text: str | None = None) -> list[Named]:
    """The lines of ``lines.txt``.  LabError names a line that cannot be played."""
    if text is None:
        text = (resources.files("cannonfish_lab.book") / "lines.txt").read_text(encoding="utf-8")
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            chinese, english, moves = (part.strip() for part in line.split("|"))
            board = Board()
            for move in moves.split():
                board.push(board.parse(move))
        except (ValueError, GameError) as error:
            raise LabError(f"lines.txt, line {number}: {error}") from None
        found.append(Named(Opening(chinese, english), tuple(move.uci() for move in board.move_stack)))
    return found


def make(recipe: Recipe, named: Sequence[Named], pool: Pool) -> Iterator[dict[str, Entry]]:
    """The book as it grows, after each round of searches; the last one is the book."""
    book: dict[str, Entry] = {}
    waiting: list[tuple[float, Line]] = []
    seen: set[str] = set()

    def expect(line: Line, likelihood: float) -> None:
        key = _key(_board(line))[0]
        if key not in seen and len(line) < recipe.plies:
            seen.add(key)
            heapq.heappush(waiting, (-likelihood, line))

    for each in named:
        for length in range(len(each.moves) + 1):
            expect(each.moves[:length], 1.0)
        book.setdefault(_key(_board(each.moves))[0], Entry()).opening = each.opening
    searched = 0
    while searched < recipe.positions and waiting:
        count = min(TOGETHER, recipe.positions - searched, len(waiting))
        chosen = [heapq.heappop(waiting) for _ in range(count)]
        likelihoods = {line: -negative for negative, line in chosen}
        answers = dict(pool.run(_search, [(recipe, line) for line in likelihoods]))
        for line, likelihood in likelihoods.items():  # in this order, whoever was first
            board = _board(line)
            key, is_mirrored = _key(board)
            scores = answers[line]
            if not scores or abs(scores[0][1]) > DECIDED:
                continue
            shares = weigh(scores)
            moves = [(Move.from_uci(text), round(100 * share)) for text, share in shares]
            book.setdefault(key, Entry()).moves = [
                ((mirrored_move(move) if is_mirrored else move).uci(), weight) for move, weight in moves
            ]
            for text, share in shares:
                expect((*line, text), likelihood * share)
        searched += count
        yield book


def weigh(scores: Sequence[tuple[str, int]]) -> list[tuple[str, float]]:
    """Moves with their shares, best first; those that are too small are left out."""
    best = max(score for _, score in scores)
    halves = {move: 0.5 ** ((best - score) / HALF) for move, score in scores}
    total = sum(halves.values())
    kept = {move: half for move, half in halves.items() if half >= LEAST_SHARE * total}
    total = sum(kept.values())
    return sorted(((move, half / total) for move, half in kept.items()), key=lambda pair: -pair[1])


def _search(job: tuple[Recipe, Line]) -> tuple[Line, list[tuple[str, int]]]:
    """The best moves of a position with their scores, from the deepest iteration that was finished."""
    recipe, line = job
    player = OwnPlayer(PlayerSpec("book maker", settings={"TT_BITS": 16}))
    try:
        told: list[Info] = []
        player.search(_board(line), Limits(nodes=recipe.nodes, multipv=recipe.choices), told.append)
    finally:
        player.close()
    deepest: dict[int, Info] = {}
    for info in told:
        if info.multipv == 1 and deepest and info.depth == deepest[1].depth:
            continue  # said again at the end
        if info.multipv == 1:
            deepest = {}
        deepest[info.multipv] = info
    return line, [(info.pv[0].uci(), centi_units(info.score)) for info in deepest.values() if info.pv]


def _board(line: Line) -> Board:
    board = Board()
    board.push_line(line)
    return board


def _key(board: Board) -> tuple[str, bool]:
    return position_key(board.placement, board.turn)
