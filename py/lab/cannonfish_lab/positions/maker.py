"""Positions from self-play: games at mixed strength from random openings, labelled by a deeper search.

The work is divided into shards (``shards``).
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
from cannonfish.matches.game import Conduct, Seat, play
from cannonfish.matches.player import Answer, Player

from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Pool
from cannonfish_lab.players.spec import PlayerSpec
from cannonfish_lab.players.start import start
from cannonfish_lab.positions.files import Labelled, to_bytes
from cannonfish_lab.shards import Shards

CONDUCT: Final = Conduct(resign=(1200, 4), draw=(10, 8, 100), max_plies=300)
"""Games end when the outcome is clear, as later positions add no information."""
LOPSIDED: Final = 2000
"""Positions with larger scores are left out."""


@dataclass(frozen=True)
class Recipe:
    """The parameters of the positions."""

    player: PlayerSpec
    labeller: PlayerSpec
    seed: int = 1
    games: int = 50
    """Number of games per shard."""
    nodes: tuple[int, int] = (500, 8000)
    """The range of the node limit, drawn log-uniformly for each side of each game."""
    random_plies: tuple[int, int] = (4, 12)
    """The range of the number of random moves at the start of a game."""
    careless: float = 0.03
    """The share of random moves later in a game, so that the data include positions after blunders."""
    share: float = 0.4
    """The share of a game's quiet positions that is used; neighbouring positions are too similar."""

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
    """A player that sometimes plays a random move."""

    player: Player
    chance: random.Random
    share: float

    def new_game(self) -> None:
        """Forward to the player."""
        self.player.new_game()

    def go(self, board: games.Board, limits: Limits, deadline: float) -> Answer:
        """The player's move, or a random move without a score."""
        if self.chance.random() < self.share:
            return Answer(self.chance.choice(list(board.legal_moves)).uci())
        return self.player.go(board, limits, deadline)

    def close(self) -> None:
        """Forward to the player."""
        self.player.close()


@dataclass
class _ShardMaker:
    """Makes the positions of one shard."""

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
            raise LabError(f"a game for positions failed: {game.ending}, {game.fault}")
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
        """A position after random moves, before the end of the game."""
        while True:
            board = self.rules.new_board(None)
            for _ in range(self.chance.randint(*self.recipe.random_plies)):
                if not board.legal_moves:
                    break
                board.push(self.chance.choice(list(board.legal_moves)))
            if board.outcome() is None:
                return board

    def _label(self, board: games.Board) -> int | None:
        """The score of a quiet position; None if it is not quiet, is decided, or was seen before.

        A position is quiet if the side to move is not in check and its best move neither captures nor
        promotes.  Only there can a static evaluation predict the score.
        """
        position = " ".join(board.fen().split()[:4])
        if board.is_check() or position in self.seen:
            return None
        self.seen.add(position)
        alone = self.rules.new_board(position)  # without history, like the evaluation
        answer = self.labeller.go(alone, self.recipe.labeller.limits(Limits()), CONDUCT.patience_s)
        if answer.move is None or answer.score is None or abs(answer.score) > LOPSIDED:
            return None
        best = next((move for move in alone.legal_moves if move.uci() == answer.move), None)
        return answer.score if best is not None and self._is_quiet(alone, best) else None

    def _is_quiet(self, board: games.Board, move: games.Move) -> bool:
        """Whether a legal move neither captures nor promotes."""
        return not self.rules.captured(board, move) and getattr(move, "promotion", None) is None


def make_shard(job: ShardJob) -> tuple[int, bytes, int]:
    """The number of the shard, the contents of its file, and its number of positions."""
    recipe = job.recipe
    player, labeller = start(recipe.player), start(recipe.labeller)
    try:
        chance = random.Random(f"{recipe.seed} {job.number}")
        maker = _ShardMaker(recipe, chance, player, labeller)
        positions = [each for number in range(recipe.games) for each in maker.game(number)]
    finally:
        player.close()
        labeller.close()
    return job.number, to_bytes(positions, [recipe.head(), f"shard {job.number}"]), len(positions)


def shards(folder: Path) -> Shards:
    """The shards of a folder of positions."""
    return Shards(folder, ".txt.gz")


def make(recipe: Recipe, count: int, folder: Path, pool: Pool) -> Iterator[int]:
    """Make the missing ones of ``count`` shards; yields the number of positions of each once it is written.

    LabError if the folder has shards of another recipe.
    """
    target = shards(folder)
    target.begin(recipe.head())
    jobs = (ShardJob(recipe, number) for number in target.missing(count))
    for number, contents, positions in pool.run(make_shard, jobs):
        target.write(number, contents)
        yield positions
