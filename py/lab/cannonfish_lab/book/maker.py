"""The opening book: the positions of the named lines, and the likely positions after them.

The likelihood of a position is the product of the shares of the moves that lead to it; positions of the named
lines have likelihood 1.  The likeliest unsearched position is searched with several lines and a fixed number
of nodes.  Its best moves get weights, which halve with every HALF centipawns below the best move.
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
from cannonfish_lab.players.own import OwnPlayer, centipawns
from cannonfish_lab.players.spec import PlayerSpec

Line: TypeAlias = tuple[str, ...]
"""Moves in UCI from the start position."""

HALF: Final = 8.0
LEAST_SHARE: Final = 0.08
"""Moves with a smaller share are left out."""
DECIDED: Final = 250
"""Score in centipawns, for either side, beyond which the book ends."""
TOGETHER: Final = 32
"""Positions per round.  A round is chosen before it is searched, so the workers do not affect the book."""


@dataclass(frozen=True)
class Recipe:
    """The parameters of the book."""

    positions: int = 2400
    nodes: int = 200_000
    """Nodes of the search of a position."""
    choices: int = 5
    """Number of best moves that are searched (multipv)."""
    plies: int = 24
    """Length of the longest line of the book."""


@dataclass(frozen=True)
class Named:
    """A line with the opening that it leads to."""

    opening: Opening
    moves: Line


@dataclass
class Entry:
    """The book's moves in a position, for the one of its two mirror images that the key describes."""

    moves: list[tuple[str, int]] = field(default_factory=list)
    opening: Opening | None = None

    def line(self, key: str) -> str:
        """The entry as a line of the file."""
        text = " ".join([key, *(f"{move}={weight}" for move, weight in self.moves)])
        if self.opening is None:
            return text
        return f"{text} | {self.opening.chinese} | {self.opening.english} | {self.opening.vietnamese}"


def named_lines(text: str | None = None) -> list[Named]:
    """The lines of ``lines.txt``.  LabError for a line that cannot be played."""
    if text is None:
        text = (resources.files("cannonfish_lab.book") / "lines.txt").read_text(encoding="utf-8")
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            *names, moves = (part.strip() for part in line.split("|"))
            board = Board()
            for move in moves.split():
                board.push(board.parse(move))
        except (ValueError, GameError) as error:
            raise LabError(f"lines.txt, line {number}: {error}") from None
        found.append(Named(Opening(*names), tuple(move.uci() for move in board.move_stack)))
    return found


def make(recipe: Recipe, named: Sequence[Named], pool: Pool) -> Iterator[dict[str, Entry]]:
    """The growing book after each round of searches; the last one is complete."""
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
        for line, likelihood in likelihoods.items():  # in this order, independent of the workers
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
    """Moves with their shares, best first, without those below LEAST_SHARE."""
    best = max(score for _, score in scores)
    halves = {move: 0.5 ** ((best - score) / HALF) for move, score in scores}
    total = sum(halves.values())
    kept = {move: half for move, half in halves.items() if half >= LEAST_SHARE * total}
    total = sum(kept.values())
    return sorted(((move, half / total) for move, half in kept.items()), key=lambda pair: -pair[1])


def _search(job: tuple[Recipe, Line]) -> tuple[Line, list[tuple[str, int]]]:
    """The best moves of a position with their scores, from the deepest finished iteration."""
    recipe, line = job
    player = OwnPlayer(PlayerSpec("book maker", settings={"TT_BITS": 16}))
    try:
        infos: list[Info] = []
        player.search(_board(line), Limits(nodes=recipe.nodes, multipv=recipe.choices), infos.append)
    finally:
        player.close()
    deepest: dict[int, Info] = {}
    for info in infos:
        if info.multipv == 1 and deepest and info.depth == deepest[1].depth:
            continue  # repeated at the end of the search
        if info.multipv == 1:
            deepest = {}
        deepest[info.multipv] = info
    return line, [(info.pv[0].uci(), centipawns(info.score)) for info in deepest.values() if info.pv]


def _board(line: Line) -> Board:
    board = Board()
    board.push_line(line)
    return board


def _key(board: Board) -> tuple[str, bool]:
    return position_key(board.placement, board.turn)
