"""The results of the book's moves, from games that the engine plays against itself.

A game follows the book, drawing moves by their weights, until the book ends; from there on both sides search
a fixed number of nodes.  That number varies a little from game to game, so that games after the same opening
differ.  The result counts for every book move of the game.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from cannonfish.engine.limits import Limits
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board, Openings
from cannonfish.games.opening_results import Results
from cannonfish.matches.game import Adjudication, Seat, play

from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Pool
from cannonfish_lab.players.spec import PlayerSpec
from cannonfish_lab.players.start import at_the_board
from cannonfish_lab.records import Log, Record

COLUMNS: Final = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}
"""Where a result is counted in ``Results``."""


@dataclass(frozen=True)
class Recipe:
    """What determines the games, besides the engine itself."""

    game: str = "xiangqi"
    nodes: int = 1000
    """The least number of nodes of a search; the greatest is a quarter more."""
    seed: int = 1
    adjudication: Adjudication = field(
        default_factory=lambda: Adjudication(resign=(500, 3), draw=(20, 6, 60), max_plies=300)
    )

    def head(self) -> Record:
        """The first line of the log."""
        return {"kind": "book results", **asdict(self)}


def openings_of(game: str) -> Openings:
    """The book of a game.  LabError if it has none."""
    openings = GAMES[game].openings
    if openings is None:
        raise LabError(f"{game} has no opening book")
    return openings


def run(recipe: Recipe, games: int, log_file: Path, pool: Pool) -> Iterator[Record]:
    """Play until the log has so many games; yields each game, those already in the log first."""
    openings_of(recipe.game)
    with Log(log_file, recipe.head()) as log:
        played = {record["number"] for record in log.records}
        yield from list(log.records)
        for record in pool.run(
            play_game, ((recipe, number) for number in range(games) if number not in played)
        ):
            log.append(record)
            yield record


def play_game(job: tuple[Recipe, int]) -> Record:
    """Play the game of that number; return its record."""
    recipe, number = job
    chance = random.Random(f"{recipe.seed} {number}")
    board = GAMES[recipe.game].new_board(None)
    openings = openings_of(recipe.game)
    while not board.is_game_over() and (known := openings.moves(board)):
        moves, weights = zip(*known, strict=True)
        board.push(chance.choices(moves, weights)[0])
    limits = Limits(nodes=chance.randint(recipe.nodes, recipe.nodes * 5 // 4))
    with at_the_board(PlayerSpec("book results", game=recipe.game, settings={"TT_BITS": 14}), "a") as player:
        game = play(board, Seat(player, limits), Seat(player, limits), recipe.adjudication)
    return {"number": number, "book": " ".join(move.uci() for move in board.move_stack), **game.record()}


def count(game: str, records: Iterable[Record]) -> dict[str, dict[str, Results]]:
    """The results of every book move, by key and move as they are stored."""
    counted: dict[str, dict[str, list[int]]] = {}
    place = openings_of(game).place
    for record in records:
        board: Board = GAMES[game].new_board(None)
        for text in record["book"].split():
            move = board.parse(text)
            key, stored = place(board, move)
            counted.setdefault(key, {}).setdefault(stored, [0, 0, 0])[COLUMNS[record["result"]]] += 1
            board.push(move)
    return {key: {move: Results(*n) for move, n in moves.items()} for key, moves in counted.items()}


def lines(recipe: Recipe, games: int, counted: dict[str, dict[str, Results]]) -> Iterator[str]:
    """The lines of the file of results."""
    yield "# Results of the book's moves: position, moves with won-drawn-lost. See opening_results.py."
    yield (
        f"# Made by `python -m cannonfish_lab book-results LOG --game {recipe.game} --games {games} "
        f"--nodes {recipe.nodes} --seed {recipe.seed}`."
    )
    for key, moves in sorted(counted.items()):
        entries = (f"{move}={'-'.join(map(str, results))}" for move, results in sorted(moves.items()))
        yield " ".join([key, *entries])
