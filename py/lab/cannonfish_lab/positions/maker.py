"""Positions from self-play: games at mixed strength from random openings, labelled by a deeper search.

Work comes in shards.  A shard depends on nothing but the recipe and its number, so that shards can be made
anywhere, in any order, again - and a shard that exists is done.
"""

import json
import math
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from cannonfish.engine.limits import Limits
from cannonfish.games import game as games
from cannonfish.games.catalogue import GAMES

from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Pool
from cannonfish_lab.matches.game import Conduct, Seat, play
from cannonfish_lab.players.player import Answer, Player
from cannonfish_lab.players.spec import PlayerSpec
from cannonfish_lab.players.start import start
from cannonfish_lab.positions.files import Labelled, to_bytes

CONDUCT: Final = Conduct(resign=(1200, 4), draw=(10, 8, 100), max_plies=300)
"""Games end when the outcome is clear: what comes after teaches nothing."""
LOPSIDED: Final = 2000
"""Positions with a larger score are left out."""
RECIPE_FILE: Final = "recipe.json"


@dataclass(frozen=True)
class Recipe:
    """How positions are made."""

    player: PlayerSpec
    labeller: PlayerSpec
    seed: int = 1
    games: int = 50
    """Per shard."""
    nodes: tuple[int, int] = (500, 8000)
    """Each side of each game thinks with a number between these; their logarithm is spread evenly."""
    random_plies: tuple[int, int] = (4, 12)
    """A game begins with a number of random moves between these."""
    careless: float = 0.03
    """The share of later moves that are random: people blunder, and the labels must know what that means."""
    share: float = 0.4
    """The share of a game's quiet positions that is taken: neighbours say nearly the same."""

    def head(self) -> str:
        """The recipe as text, equal for equal recipes."""
        table = asdict(self) | {"player": self.player.table(), "labeller": self.labeller.table()}
        return json.dumps(table, sort_keys=True)


@dataclass(frozen=True)
class ShardJob:
    """A shard to make."""

    recipe: Recipe
    number: int


@dataclass
class Careless:
    """A player that plays a random move now and then."""

    player: Player
    chance: random.Random
    share: float

    def new_game(self) -> None:
        """As the player does."""
        self.player.new_game()

    def go(self, board: games.Board, limits: Limits, deadline: float) -> Answer:
        """The player's move or any other; without a score where it is another."""
        if self.chance.random() < self.share:
            return Answer(self.chance.choice(list(board.legal_moves)).uci())
        return self.player.go(board, limits, deadline)

    def close(self) -> None:
        """As the player does."""
        self.player.close()


@dataclass
class _Kitchen:
    """What the games of a shard have in common."""

    recipe: Recipe
    chance: random.Random
    player: Player
    labeller: Player
    seen: set[str] = field(default_factory=set)

    def game(self, number: int) -> Iterator[Labelled]:
        """Play a game and label its quiet positions."""
        low, high = self.recipe.nodes
        seats = [
            Seat(
                Careless(self.player, self.chance, self.recipe.careless),
                Limits(nodes=round(math.exp(self.chance.uniform(math.log(low), math.log(high))))),
            )
            for _ in range(2)
        ]
        opening = self._opening()
        game = play(opening, seats[0], seats[1], CONDUCT)
        if game.fault is not None:
            raise LabError(f"a game for positions went wrong: {game.ending}, {game.fault}")
        self.labeller.new_game()
        board = opening
        for move in game.moves.split():
            if self.chance.random() < self.recipe.share:
                score = self._label(board)
                if score is not None:
                    yield Labelled(board.fen().split()[0], board.turn == 0, score, game.red_score, number)
            board.push_uci(move)

    @property
    def rules(self) -> games.Game:
        """The game that is played."""
        return GAMES[self.recipe.player.game]

    def _opening(self) -> games.Board:
        """A position after random moves in which the game is not over."""
        while True:
            board = self.rules.new_board(None)
            for _ in range(self.chance.randint(*self.recipe.random_plies)):
                if not board.legal_moves:
                    break
                board.push(self.chance.choice(list(board.legal_moves)))
            if board.outcome() is None:
                return board

    def _label(self, board: games.Board) -> int | None:
        """The score of a quiet position; None if it is not quiet, decided, or has been seen.

        Quiet is a position that is not in check and whose best move neither takes nor promotes: there, and
        only there, an evaluation can be asked to know the score without looking ahead.
        """
        position = " ".join(board.fen().split()[:4])
        if board.is_check() or position in self.seen:
            return None
        self.seen.add(position)
        alone = self.rules.new_board(position)  # without its history, which an evaluation does not see either
        answer = self.labeller.go(alone, self.recipe.labeller.limits(Limits()), CONDUCT.patience_s)
        if answer.move is None or answer.score is None or abs(answer.score) > LOPSIDED:
            return None
        best = next((move for move in alone.legal_moves if move.uci() == answer.move), None)
        return answer.score if best is not None and self._is_quiet(alone, best) else None

    def _is_quiet(self, board: games.Board, move: games.Move) -> bool:
        """Whether a legal move neither takes nor promotes."""
        return not self.rules.captured(board, move) and getattr(move, "promotion", None) is None


def make_shard(job: ShardJob) -> tuple[int, bytes, int]:
    """The number of the shard, the contents of its file, and how many positions it holds."""
    recipe = job.recipe
    player, labeller = start(recipe.player), start(recipe.labeller)
    try:
        chance = random.Random(f"{recipe.seed} {job.number}")
        kitchen = _Kitchen(recipe, chance, player, labeller)
        positions = [each for number in range(recipe.games) for each in kitchen.game(number)]
    finally:
        player.close()
        labeller.close()
    return job.number, to_bytes(positions, [recipe.head(), f"shard {job.number}"]), len(positions)


def shard_file(folder: Path, number: int) -> Path:
    """Where a shard lies."""
    return folder / f"shard-{number:05}.txt.gz"


def make(recipe: Recipe, shards: int, folder: Path, pool: Pool) -> Iterator[int]:
    """Make the shards that the folder lacks; yield the number of positions of each as it is written.

    LabError if the folder holds shards of another recipe.
    """
    folder.mkdir(parents=True, exist_ok=True)
    recipe_file = folder / RECIPE_FILE
    if not recipe_file.exists():
        recipe_file.write_text(recipe.head() + "\n", encoding="utf-8")
    elif recipe_file.read_text(encoding="utf-8") != recipe.head() + "\n":
        raise LabError(f"{folder} holds positions of another recipe: see {recipe_file}")
    jobs = (ShardJob(recipe, number) for number in missing(shards, folder))
    for number, contents, count in pool.run(make_shard, jobs):
        whole = shard_file(folder, number)
        fresh = whole.with_suffix(".new")
        fresh.write_bytes(contents)
        fresh.replace(whole)
        yield count


def missing(shards: int, folder: Path) -> list[int]:
    """The numbers of the shards that the folder lacks."""
    return [number for number in range(shards) if not shard_file(folder, number).exists()]
