"""Mining of puzzles: self-play at levels that make mistakes, watched by the engine at full strength.

The work is divided into shards (``shards``) of a few games.
"""

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from cannonfish.engine import Engine
from cannonfish.games.xiangqi import Board
from cannonfish.games.xiangqi.openings import book_moves, opening_of

from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Pool
from cannonfish_lab.puzzles.analysis import compare, new_engine
from cannonfish_lab.puzzles.finder import KINDS, MATE, Demands, Find, Finder, canonical, without_history
from cannonfish_lab.puzzles.levels import LEVELS, pick
from cannonfish_lab.puzzles.mates import MateProver
from cannonfish_lab.shards import Shards

PLAYERS_HASH_MB: Final = 1


@dataclass(frozen=True)
class Recipe:
    """The parameters of mining."""

    seed: int = 1
    games: int = 4
    """Number of games per shard."""
    levels: tuple[int, ...] = (1, 2, 2, 3, 3, 4, 4, 5)
    """The levels of one side, to choose from; the other side has the same level or one more or less."""
    book_plies: tuple[int, int] = (2, 10)
    """The range of the number of book moves at the start of a game."""
    whims: int = 2
    """Number of random moves after the book."""
    most_plies: int = 200
    first_ply: int = 10
    """The first ply at which puzzles are searched."""
    nodes: int = 10_000
    """Nodes of the search of every position."""
    distance: int = 6
    """Least distance in plies between two puzzles of a game."""
    per_game: int = 5
    """Most puzzles of a game."""
    kinds: tuple[str, ...] = KINDS
    """The kinds of puzzles to find."""
    mates_in_one: float = 0.15
    """The share of mates in one that is kept; too many games end with one."""
    demands: Demands = field(default_factory=Demands)

    def head(self) -> str:
        """The recipe as text, equal for equal recipes."""
        return json.dumps(asdict(self), sort_keys=True)


@dataclass(frozen=True)
class ShardJob:
    """A shard to make."""

    recipe: Recipe
    number: int


@dataclass
class _ShardMiner:
    """Mines the games of one shard."""

    recipe: Recipe
    number: int
    finder: Finder
    watcher: Engine
    player: Engine
    chance: random.Random
    positions: int = 0
    suspects: int = 0
    seen: set[str] = field(default_factory=set)

    def game(self, number: int) -> Iterator[dict[str, Any]]:
        """Play a game and look for puzzles in it."""
        recipe = self.recipe
        chance = random.Random(f"{recipe.seed} {self.number} {number}")
        level = chance.choice(recipe.levels)
        levels = level, max(level + chance.choice((-1, 0, 1)), 1)
        board = _opening(recipe, chance)
        self.watcher.new_game()
        self.player.new_game()
        last, found = -recipe.distance, 0
        while board.outcome() is None and board.ply() < recipe.most_plies:
            if board.ply() >= recipe.first_ply and board.ply() - last >= recipe.distance:
                find = self._look(board)
                if find is not None:
                    last = board.ply() + (len(find.moves) if find.kind == MATE else 0)
                    found += 1
                    opening = opening_of(board)
                    yield {
                        **asdict(find),
                        "game": f"{recipe.seed}/{self.number}/{number}",
                        "ply": board.ply(),
                        "before": board.peek().uci() if board.move_stack else "",
                        "took": board.ply() > 0 and _took(board),
                        "levels": levels,
                        "opening": None if opening is None else opening.chinese,
                    }
                    if found >= recipe.per_game:
                        return
            board.push_uci(self._choose(board, levels[board.turn], chance.randrange(1 << 30)))

    def _look(self, board: Board) -> Find | None:
        """A new puzzle in this position, or None."""
        self.positions += 1
        fen = without_history(board)
        verdict = compare(self.watcher, fen, self.recipe.nodes, fresh=False)
        kind = None if verdict is None else self.finder.suspects(verdict)
        if verdict is None or kind not in self.recipe.kinds:
            return None
        key = canonical(fen, ())
        if key in self.seen:
            return None
        self.seen.add(key)
        self.suspects += 1
        if kind != MATE and board.move_stack and verdict.best.dest == board.peek().dest and _took(board):
            self.finder.refused["line: takes back"] += 1
            return None
        if verdict.mate == 1 and self.chance.random() > self.recipe.mates_in_one:
            self.finder.refused["mate: in one, enough of them"] += 1
            return None
        return self.finder.find(Board(fen), kind)

    def _choose(self, board: Board, number: int, seed: int) -> str:
        """The move of a level, without its deliberate mistakes and without its certainty to see a mate in
        one."""
        self.player.position(board.root().fen(), [move.uci() for move in board.move_stack])
        return pick(self.player, LEVELS[number], seed)


def _took(board: Board) -> bool:
    """Whether the last move was a capture."""
    last = board.peek()
    before = board.copy()
    before.pop()
    return before.is_capture(last)


def _opening(recipe: Recipe, chance: random.Random) -> Board:
    """A position after some book moves and some random moves."""
    while True:
        board = Board()
        for _ in range(chance.randint(*recipe.book_plies)):
            known = book_moves(board)
            if not known:
                break
            board.push(chance.choices([move for move, _ in known], [weight for _, weight in known])[0])
        for _ in range(recipe.whims):
            if board.legal_moves:
                board.push(chance.choice(list(board.legal_moves)))
        if board.outcome() is None:
            return board


def make_shard(job: ShardJob) -> tuple[int, dict[str, Any]]:
    """The number of the shard and the contents of its file."""
    recipe = job.recipe
    prover = MateProver(recipe.demands.proof)
    checker, watcher, player = new_engine(), new_engine(), Engine(hash_mb=PLAYERS_HASH_MB)
    chance = random.Random(f"{recipe.seed} {job.number}")
    try:
        mine = _ShardMiner(
            recipe, job.number, Finder(recipe.demands, checker, prover), watcher, player, chance
        )
        finds = [find for number in range(recipe.games) for find in mine.game(number)]
    finally:
        prover.close()
        for engine in (checker, watcher, player):
            engine.close()
    return job.number, {
        "finds": finds,
        "games": recipe.games,
        "positions": mine.positions,
        "suspects": mine.suspects,
        "refused": mine.finder.refused,
    }


def shards(folder: Path) -> Shards:
    """The shards of a folder of puzzles."""
    return Shards(folder, ".json")


def make(recipe: Recipe, numbers: Iterable[int], folder: Path, pool: Pool) -> Iterator[dict[str, Any]]:
    """Make the shards with these numbers; yields the contents of each once it is written.

    LabError if the folder has shards of another recipe.
    """
    target = shards(folder)
    target.begin(recipe.head())
    jobs = (ShardJob(recipe, number) for number in numbers)
    for number, contents in pool.run(make_shard, jobs):
        target.write(number, (json.dumps(contents, ensure_ascii=False) + "\n").encode())
        yield contents


def read(folder: Path) -> Iterator[dict[str, Any]]:
    """The contents of all shards of a folder, in order."""
    for path in sorted(folder.glob("shard-*.json")):
        try:
            yield json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise LabError(f"cannot read {path}: {error}") from None
