"""Mining of puzzles from games of the engine against itself (``cannonfish_lab.selfplay``).

A shard of puzzles covers some games of a file of positions, so it depends only on the recipe and its number.
Candidates are cheap to find there, because each position already has a score.
"""

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cannonfish.engine import Engine, Limits
from cannonfish.errors import InvalidFenError
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board
from cannonfish.games.xiangqi import fen as xiangqi
from cannonfish.games.xiangqi.pieces import RED
from cannonfish.games.xiangqi.squares import FILES, RANKS, square, square_file, square_rank

from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Pool
from cannonfish_lab.puzzles.analysis import Verdict, compare, new_engine, ranked
from cannonfish_lab.puzzles.finder import KINDS, MATE, Demands, Finder, canonical, without_history
from cannonfish_lab.puzzles.mates import MateProver
from cannonfish_lab.shards import RECIPE_FILE, Shards

if TYPE_CHECKING:
    from cannonfish_lab.selfplay.records import Records

STEPS: Final = ("candidates", "suspects", "finds")
SLIPS: Final = range(2, 16)
"""The ranks of the moves among which a bad one is chosen; the best has rank 0."""


@dataclass(frozen=True)
class Recipe:
    """The parameters of mining."""

    positions: str
    """The recipe of the positions, as their folder has it."""
    seed: int = 1
    games: int = 20
    """Games per shard; the number of games in a file of positions is a multiple of it."""
    swing: int = 200
    """Least gain of a score over the one a ply earlier, or over the static evaluation."""
    worth: int = 150
    """Least score of such a position."""
    first_ply: int = 12
    looks: int = 2
    """Positions of a game that are looked at by chance."""
    slips: int = 18
    """Positions of a game where a bad move is played, to see whether it has a single answer."""
    slip_nodes: int = 300
    """Nodes of the search for a bad move."""
    placed: int = 0
    """Positions of a game of Xiangqi whose cannons are moved to the points of a rare mate, 天地炮."""
    nodes: int = 4_000
    """Nodes of the first search of a candidate."""
    play_nodes: int = 1_500
    """Nodes for each move when a won game is played to its end, to find mates."""
    play_plies: int = 60
    distance: int = 6
    """Least distance in plies between two puzzles of a game."""
    per_game: int = 4
    """Most puzzles of a game."""
    ends: int = 1
    """Most puzzles found when a won game is played to its end."""
    kinds: tuple[str, ...] = KINDS
    """The kinds of puzzles to find."""
    mates_in_one: float = 0.15
    """The share of mates in one that is kept."""
    demands: Demands = field(default_factory=Demands)

    def head(self) -> str:
        """The recipe as text, equal for equal recipes."""
        return json.dumps(asdict(self), sort_keys=True)

    @property
    def source(self) -> dict[str, Any]:
        """The recipe of the positions."""
        recipe: dict[str, Any] = json.loads(self.positions)
        return recipe

    @property
    def game(self) -> str:
        """The name of the game."""
        name: str = self.source["game"]
        return name

    @property
    def per_file(self) -> int:
        """Shards of a file of positions."""
        games: int = self.source["games"]
        return games // self.games


@dataclass(frozen=True)
class ShardJob:
    """A shard to make."""

    recipe: Recipe
    positions: Path
    number: int


@dataclass(frozen=True)
class Candidate:
    """A position that may be a puzzle."""

    origin: str
    """The reason: ``swing``, ``static``, ``look``, ``slip``, ``placed`` or ``end``; see the recipe."""
    board: Board
    ply: int


@dataclass
class _ShardMiner:
    """Mines the games of one shard."""

    recipe: Recipe
    number: int
    finder: Finder
    watcher: Engine
    chance: random.Random
    yields: dict[str, Counter[str]] = field(default_factory=lambda: {step: Counter() for step in STEPS})
    """The number of candidates that reached each step, by origin."""
    seen: set[str] = field(default_factory=set)

    def game(self, number: int, records: "Records") -> Iterator[dict[str, Any]]:
        """Look for puzzles in a game, given by its records."""
        found: list[int] = []
        ends = 0
        for candidate in self._candidates(records):
            if len(found) >= self.recipe.per_game:
                return
            if ends >= self.recipe.ends:
                return
            if any(abs(candidate.ply - ply) < self.recipe.distance for ply in found):
                continue
            self.yields["candidates"][candidate.origin] += 1
            find = self._look(candidate)
            if find is not None:
                self.yields["finds"][candidate.origin] += 1
                found.append(candidate.ply)
                ends += candidate.origin == "end"
                source = f"{self.recipe.source['seed']}/{number}"
                yield {**find, "game": source, "ply": candidate.ply, "origin": candidate.origin}

    def _candidates(self, records: "Records") -> Iterator[Candidate]:
        """The candidates of a game, most promising first; those from playing it to its end come last."""
        new_board = GAMES[self.recipe.game].new_board
        score, static, ply = (each.astype(int) for each in (records.score, records.static, records.ply))
        texts = records.fens(self.recipe.game)
        promising = []
        for at in range(len(records)):
            if ply[at] < self.recipe.first_ply or score[at] < self.recipe.worth:
                continue
            if at and ply[at] == ply[at - 1] + 1 and score[at] + score[at - 1] >= self.recipe.swing:
                promising.append((-(score[at] + score[at - 1]), at, "swing"))
            elif score[at] - static[at] >= self.recipe.swing:
                promising.append((static[at] - score[at], at, "static"))
        for _, at, origin in sorted(promising):
            yield Candidate(origin, new_board(texts[at]), int(ply[at]))
        late = [at for at in range(len(records)) if ply[at] >= self.recipe.first_ply]
        for at in sorted(self.chance.sample(late, min(self.recipe.looks, len(late)))):
            yield Candidate("look", new_board(texts[at]), int(ply[at]))
        for at in sorted(self.chance.sample(late, min(self.recipe.slips, len(late)))):
            slipped = self._slipped(new_board(texts[at]))
            if slipped is not None:
                yield Candidate("slip", slipped, int(ply[at]) + 1)
        for at in sorted(self.chance.sample(late, min(self.recipe.placed, len(late)))):
            placed = self._with_cannons_placed(texts[at])
            if placed is not None:
                yield Candidate("placed", placed, int(ply[at]))
        if len(records) and records.result[-1] != 0.5:
            yield from self._end(new_board(texts[-1]), int(ply[-1]))

    def _slipped(self, board: Board) -> Board | None:
        """The position after a bad move, ranked within SLIPS by a quick search; None if there is none."""
        limits = Limits(nodes=self.recipe.slip_nodes, multipv=SLIPS.stop)
        lines = ranked(self.watcher, without_history(board), limits)
        if len(lines) <= SLIPS.start:
            return None
        board.push(self.chance.choice(lines[SLIPS.start :]).pv[0])
        return board if board.outcome() is None else None

    def _with_cannons_placed(self, text: str) -> Board | None:
        """The position with a cannon of the side to move on the middle file, and one on the far rank.

        None if the enemy general is not at home, because the mate is unlikely then.
        """
        setup = xiangqi.parse_fen(text)
        placement, turn = setup.position
        cannon, far = ("C", RANKS - 1) if turn == RED else ("c", 0)
        if placement.count(cannon) != 2 or placement[square(FILES // 2, far)] not in "Kk":
            return None
        points = [xiangqi.EMPTY if piece == cannon else piece for piece in placement]
        free = [at for at, piece in enumerate(points) if piece == xiangqi.EMPTY]
        on_file = [at for at in free if square_file(at) == FILES // 2 and 0 < square_rank(at) < RANKS - 1]
        on_rank = [at for at in free if square_rank(at) == far]
        if not on_file or not on_rank:
            return None
        for choice in (on_file, on_rank):
            points[self.chance.choice(choice)] = cannon
        position = setup.position._replace(placement="".join(points))
        try:
            board = GAMES[self.recipe.game].new_board(xiangqi.format_fen(setup._replace(position=position)))
        except InvalidFenError:
            return None
        return board if board.outcome() is None else None

    def _end(self, board: Board, ply: int) -> Iterator[Candidate]:
        """Positions with a forced mate, found by playing a won game to its end."""
        for _ in range(self.recipe.play_plies):
            if board.outcome() is not None:
                return
            best = ranked(self.watcher, without_history(board), Limits(nodes=self.recipe.play_nodes))[0]
            if (best.score.mate or 0) > 0:
                yield Candidate("end", board.copy(), ply)
            board.push(best.pv[0])
            ply += 1

    def _look(self, candidate: Candidate) -> dict[str, Any] | None:
        """A new puzzle in this position, or None."""
        board = candidate.board
        fen = without_history(board)
        key = canonical(fen, ())
        if key in self.seen:
            return None
        self.seen.add(key)
        verdict = compare(self.watcher, fen, self.recipe.nodes)
        kind = None if verdict is None else self.finder.suspects(verdict)
        if verdict is None or kind not in self.recipe.kinds:
            return None
        self.yields["suspects"][candidate.origin] += 1
        if kind != MATE and _takes_back(board, verdict):
            self.finder.refused["line: takes back"] += 1
            return None
        if verdict.mate == 1 and self.chance.random() > self.recipe.mates_in_one:
            self.finder.refused["mate: in one, enough of them"] += 1
            return None
        find = self.finder.find(GAMES[self.recipe.game].new_board(fen), kind)
        if find is None:
            return None
        before = board.peek().uci() if board.move_stack else ""
        return {**asdict(find), "before": before, "took": bool(board.move_stack) and _took(board)}


def _takes_back(board: Board, verdict: Verdict) -> bool:
    return bool(board.move_stack) and verdict.best.dest == board.peek().dest and _took(board)


def _took(board: Board) -> bool:
    """Whether the last move was a capture."""
    last = board.peek()
    before = board.copy()
    before.pop()
    return bool(GAMES[board.game].captured(before, last))


def make_shard(job: ShardJob) -> tuple[int, dict[str, Any]]:
    """The number of the shard and the contents of its file."""
    recipe = job.recipe
    file, part = divmod(job.number, recipe.per_file)
    # Self-play needs numpy, which the other commands do without.
    from cannonfish_lab.selfplay.generator import shards as position_shards
    from cannonfish_lab.selfplay.records import read as read_positions

    records = read_positions([position_shards(job.positions).file(file)])
    prover = MateProver(recipe.demands.proof, game=recipe.game)
    checker, watcher = new_engine(recipe.game), new_engine(recipe.game)
    chance = random.Random(f"{recipe.seed} {job.number}")
    try:
        mine = _ShardMiner(recipe, job.number, Finder(recipe.demands, checker, prover), watcher, chance)
        finds = [
            find
            for number in range(part * recipe.games, (part + 1) * recipe.games)
            for find in mine.game(file * recipe.per_file * recipe.games + number, records.of_game(number))
        ]
    finally:
        prover.close()
        for engine in (checker, watcher):
            engine.close()
    return job.number, {
        "game": recipe.game,
        "finds": finds,
        "games": recipe.games,
        **{f"{step} by origin": counts for step, counts in mine.yields.items()},
        "refused": mine.finder.refused,
    }


def shards(folder: Path) -> Shards:
    """The shards of a folder of puzzles."""
    return Shards(folder, ".json")


def available(recipe: Recipe, positions: Path) -> Iterator[int]:
    """The numbers of the shards that can be made from the positions."""
    for file in sorted(positions.glob("shard-*.npy.z")):
        number = int(file.name.split("-")[1].split(".")[0])
        yield from range(number * recipe.per_file, (number + 1) * recipe.per_file)


def recipe_of(positions: Path) -> str:
    """The recipe of a folder of positions.  LabError if there is none."""
    try:
        return (positions / RECIPE_FILE).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise LabError(f"{positions} has no positions of self-play: {error}") from None


def make(
    recipe: Recipe, positions: Path, numbers: Iterable[int], folder: Path, pool: Pool
) -> Iterator[dict[str, Any]]:
    """Make the shards with these numbers; yields the contents of each once it is written.

    LabError if the folder has shards of another recipe.
    """
    target = shards(folder)
    target.begin(recipe.head())
    jobs = (ShardJob(recipe, positions, number) for number in numbers)
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
