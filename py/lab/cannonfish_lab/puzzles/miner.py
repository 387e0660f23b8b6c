"""Mining: games of our engine against itself, at levels that make mistakes, watched by the engine at its
best.

Work comes in shards of a few games.  A shard depends on nothing but the recipe and its number, so that shards
can be made anywhere, in any order, again - and a shard that exists is done.
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

RECIPE_FILE: Final = "recipe.json"
PLAYERS_HASH_MB: Final = 1


@dataclass(frozen=True)
class Recipe:
    """How puzzles are mined."""

    seed: int = 1
    games: int = 4
    """Per shard."""
    levels: tuple[int, ...] = (1, 2, 2, 3, 3, 4, 4, 5)
    """One side of a game plays one of these, the other the same, one more or one less."""
    book_plies: tuple[int, int] = (2, 10)
    """A game follows the opening book for a number of plies between these."""
    whims: int = 2
    """Random moves after the book: no two games alike."""
    most_plies: int = 200
    first_ply: int = 10
    """Nothing is looked for before."""
    nodes: int = 10_000
    """Of the look at every position."""
    distance: int = 6
    """Plies between two puzzles of one game, at least."""
    per_game: int = 5
    """Puzzles of one game, at most."""
    kinds: tuple[str, ...] = KINDS
    """What is looked for."""
    mates_in_one: float = 0.15
    """The share of them that is kept: games end in them."""
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
class _Mine:
    """What the games of a shard have in common."""

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
        """Play a game and look for puzzles on the way."""
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
        """A puzzle in this position, if there is a new one."""
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
        """What a level plays, but for its lapses and for the mates in one that it would never miss."""
        self.player.position(board.root().fen(), [move.uci() for move in board.move_stack])
        return pick(self.player, LEVELS[number], seed)


def _took(board: Board) -> bool:
    """Whether the last move took a man."""
    last = board.peek()
    before = board.copy()
    before.pop()
    return before.is_capture(last)


def _opening(recipe: Recipe, chance: random.Random) -> Board:
    """A position after some moves of the book and some whims."""
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
    """The number of the shard, and what its file says."""
    recipe = job.recipe
    prover = MateProver(recipe.demands.proof)
    checker, watcher, player = new_engine(), new_engine(), Engine(hash_mb=PLAYERS_HASH_MB)
    chance = random.Random(f"{recipe.seed} {job.number}")
    try:
        mine = _Mine(recipe, job.number, Finder(recipe.demands, checker, prover), watcher, player, chance)
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


def shard_file(folder: Path, number: int) -> Path:
    """Where a shard lies."""
    return folder / f"shard-{number:05}.json"


def missing(shards: int, folder: Path) -> list[int]:
    """The numbers of the shards that the folder lacks."""
    return [number for number in range(shards) if not shard_file(folder, number).exists()]


def make(recipe: Recipe, numbers: Iterable[int], folder: Path, pool: Pool) -> Iterator[dict[str, Any]]:
    """Make the shards of these numbers; yield the contents of each as it is written.

    LabError if the folder holds shards of another recipe.
    """
    folder.mkdir(parents=True, exist_ok=True)
    recipe_file = folder / RECIPE_FILE
    if not recipe_file.exists():
        recipe_file.write_text(recipe.head() + "\n", encoding="utf-8")
    elif recipe_file.read_text(encoding="utf-8") != recipe.head() + "\n":
        raise LabError(f"{folder} holds puzzles of another recipe: see {recipe_file}")
    jobs = (ShardJob(recipe, number) for number in numbers)
    for number, contents in pool.run(make_shard, jobs):
        whole = shard_file(folder, number)
        fresh = whole.with_suffix(".new")
        fresh.write_text(json.dumps(contents, ensure_ascii=False) + "\n", encoding="utf-8")
        fresh.replace(whole)
        yield contents


def read(folder: Path) -> Iterator[dict[str, Any]]:
    """The contents of all shards of a folder, in order."""
    for path in sorted(folder.glob("shard-*.json")):
        try:
            yield json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise LabError(f"cannot read {path}: {error}") from None
