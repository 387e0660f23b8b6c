"""The opening library: the positions of the named lines, and the likely positions after them.

A position stands for all orders of moves that lead to it, and for its mirror image.  Those of the
named lines have likelihood 1; the likelihood of another is the product of the shares of the moves that lead
to it.  The likeliest unsearched position is searched with several lines and a fixed number of nodes; the
shares of its moves halve with every HALF centipawns below the best.

A move of the library loses less than TOLERATED centipawns.  Its value is that of the position after it where
that has been searched as well, and else its score in the search of its position.  Before a move of a named
line is refused, both positions are searched with DEEPER times the nodes.
"""

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Any, Final

from cannonfish.engine.info import Info
from cannonfish.engine.limits import Limits
from cannonfish.errors import GameError
from cannonfish.games import xiangqi
from cannonfish.games.catalogue import GAMES
from cannonfish.games.chess import openings as chess_openings
from cannonfish.games.game import Board
from cannonfish.games.opening_results import HALF
from cannonfish.games.xiangqi import openings as xiangqi_openings
from cannonfish.games.xiangqi.openings import Opening, position_key

from cannonfish_lab.book.results import openings_of
from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Pool
from cannonfish_lab.players.own import OwnPlayer, centipawns
from cannonfish_lab.players.spec import PlayerSpec
from cannonfish_lab.records import Log, Record

Scores = dict[str, int]
"""The scores of moves in centipawns, best first."""

LEAST_SHARE: Final = 0.08
"""Moves with a smaller share are left out, unless they lead to another position of the library."""
TOLERATED: Final = 50
NODES: Final = {"xiangqi": 1_500_000, "chess": 1_000_000}
"""Nodes of a search of a second or more, for a core of 2026."""
DEEPER: Final = 10
KEYS: Final[dict[str, Callable[[Any], str]]] = {
    "xiangqi": xiangqi_openings.key_of,
    "chess": chess_openings.key_of,
}
"""The keys of positions, by game."""
DECIDED: Final = 250
"""Score in centipawns, for either side, beyond which the library ends."""
TOGETHER: Final = 32
"""Positions per round.  A round is chosen before it is searched, so the workers do not affect the library."""


@dataclass(frozen=True)
class Recipe:
    """The parameters of the searches."""

    game: str = "xiangqi"
    nodes: int = NODES["xiangqi"]
    """Least nodes of a search."""
    choices: int = 4
    """Number of best moves that are searched (multipv)."""

    def head(self) -> Record:
        """The first line of the log."""
        return {
            "kind": "library",
            "game": self.game,
            "evaluation": "network",
            "choices": self.choices,
        }


Job = tuple[Recipe, str, str]
"""A search: how, the key, the FEN."""


@dataclass(frozen=True)
class Searched:
    """The search of a position."""

    nodes: int
    scores: Scores

    @property
    def best(self) -> int:
        """The value of the position for the side to move."""
        return max(self.scores.values())


@dataclass(frozen=True)
class Named:
    """A line, in UCI from the start position, with the opening that it leads to."""

    opening: Opening | None
    """None where the names are in another file."""
    moves: tuple[str, ...]


@dataclass
class Entry:
    """What the library knows of a position, for the one of its two mirror images that the key describes."""

    losses: dict[str, int] = field(default_factory=dict)
    """The moves of the library, best first, with what they lose in centipawns."""
    refused: dict[str, int] = field(default_factory=dict)
    """Moves of named lines that lose too much."""
    opening: Opening | None = None

    def line(self, key: str) -> str:
        """The entry as a line of the file."""
        text = " ".join([key, *(f"{move}={loss}" for move, loss in self.losses.items())])
        if self.opening is None:
            return text
        return f"{text} | {self.opening.chinese} | {self.opening.english} | {self.opening.vietnamese}"


def named_lines(text: str | None = None, game: str = "xiangqi") -> list[Named]:
    """The lines of a game's named openings.  LabError for a line that cannot be played."""
    if game == "chess":
        return [Named(None, tuple(line)) for _, line in chess_openings.book_lines()]
    if text is None:
        text = (resources.files("cannonfish_lab.book") / "lines.txt").read_text(encoding="utf-8")
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            *names, moves = (part.strip() for part in line.split("|"))
            board = xiangqi.Board()
            for move in moves.split():
                board.push(board.parse(move))
        except (ValueError, GameError) as error:
            raise LabError(f"lines.txt, line {number}: {error}") from None
        found.append(Named(Opening(*names), tuple(move.uci() for move in board.move_stack)))
    return found


class Library:
    """The positions searched, and those that wait for it."""

    def __init__(self, recipe: Recipe, named: Sequence[Named], plies: int = 24) -> None:
        self.recipe = recipe
        self.searched: dict[str, Searched] = {}
        self._deeper: dict[str, Searched] = {}
        """The same with more nodes, where a move of a named line is in doubt."""
        self._plies = plies
        self._place, self._key = openings_of(recipe.game).place, KEYS[recipe.game]
        self._boards: dict[str, tuple[Board, int]] = {}
        self._waiting: list[tuple[float, int, str]] = []
        self._main: dict[str, list[str]] = {}
        self._openings: dict[str, Opening] = {}
        for each in named:
            board = GAMES[recipe.game].new_board(None)
            self._expect(board, 0, 1.0)
            for ply, text in enumerate(each.moves, 1):
                key, move = self._place(board, board.parse(text))
                if move not in (main := self._main.setdefault(key, [])):
                    main.append(move)
                board.push_uci(text)
                self._expect(board, ply, 1.0)
            if each.opening is not None:
                self._openings[self._key(board)] = each.opening

    def search(self, positions: int, log_file: Path, pool: Pool) -> Iterator[int]:
        """Search until so many positions are known; yields their number after each round.

        The log keeps the searches.  One with too few nodes is repeated.
        """
        deeper = DEEPER * self.recipe.nodes
        with Log(log_file, self.recipe.head()) as log:
            known: dict[str, Searched] = {}
            for record in log.records:
                key, found = record["key"], Searched(record["nodes"], record["moves"])
                kept = self._deeper if found.nodes >= deeper else known
                if key not in kept or kept[key].nodes < found.nodes:
                    kept[key] = found
            while len(self.searched) < positions and self._waiting:
                count = min(TOGETHER, positions - len(self.searched), len(self._waiting))
                chosen = [heapq.heappop(self._waiting) for _ in range(count)]
                jobs = [
                    (self.recipe, key, self._boards[key][0].fen())
                    for *_, key in chosen
                    if key not in known or known[key].nodes < self.recipe.nodes
                ]
                known |= self._search(jobs, log, pool)
                for negative, _, key in chosen:  # in this order, independent of the workers
                    self.searched[key] = known[key]
                    self._follow(key, -negative)
                yield len(self.searched)
            recipe = replace(self.recipe, nodes=deeper)
            while doubtful := sorted(self._doubtful() - self._deeper.keys()):
                jobs = [(recipe, key, self._boards[key][0].fen()) for key in doubtful]
                self._deeper |= self._search(jobs, log, pool)

    def entries(self) -> dict[str, Entry]:
        """The library by position.  A move into another position of the library belongs to it, too."""
        found = {key: Entry(opening=opening) for key, opening in self._openings.items()}
        searched = self.searched | self._deeper
        for key, here in searched.items():
            board = self._boards[key][0].copy()
            values, into = dict(here.scores), set()
            for move in list(board.legal_moves):
                text = self._place(board, move)[1]
                board.push(move)
                after = searched.get(self._key(board))
                board.pop()
                if after is not None:
                    into.add(text)
                    if text not in values or after.nodes >= here.nodes:
                        values[text] = -after.best
            best = max(values.values())
            likely = dict(weigh(here.scores))
            entry = found.setdefault(key, Entry())
            for text, value in sorted(values.items(), key=lambda pair: -pair[1]):
                if best - value >= TOLERATED:
                    if text in self._main.get(key, []):
                        entry.refused[text] = best - value
                elif value == best or text in into or text in likely:
                    entry.losses[text] = best - value
        return found

    def refusals(self, entries: Mapping[str, Entry]) -> Iterator[str]:
        """The moves of named lines that lose too much, as text."""
        for key, entry in entries.items():
            for move, loss in entry.refused.items():
                yield f"{self._boards[key][0].fen()}: {move} loses {loss} centipawns"

    def _search(self, jobs: Sequence[Job], log: Log, pool: Pool) -> dict[str, Searched]:
        """The searches of some positions, kept in the log."""
        found = {}
        for key, nodes, scores in pool.run(_search, jobs):
            found[key] = Searched(nodes, scores)
            log.append({"key": key, "nodes": nodes, "moves": scores})
        return found

    def _doubtful(self) -> set[str]:
        """The positions before and after the refused moves of named lines."""
        found = set()
        for key, entry in self.entries().items():
            for move in entry.refused:
                board = self._boards[key][0].copy()
                board.push_uci(move)
                found |= {key, self._key(board)} & self.searched.keys()
        return found

    def _follow(self, key: str, likelihood: float) -> None:
        """Expect the positions after the best moves of a position."""
        here = self.searched[key]
        board, ply = self._boards[key]
        if abs(here.best) > DECIDED or ply + 1 >= self._plies:
            return
        for text, share in weigh(here.scores):
            child = board.copy()
            child.push_uci(text)
            self._expect(child, ply + 1, likelihood * share)

    def _expect(self, board: Board, ply: int, likelihood: float) -> None:
        board = canonical(self.recipe.game, board)
        key = self._key(board)
        if key not in self._boards and not board.is_game_over():
            self._boards[key] = board, ply
            heapq.heappush(self._waiting, (-likelihood, ply, key))


def canonical(game: str, board: Board) -> Board:
    """The position without its game, and as the one of its mirror images that the library stores."""
    rows, turn, castling, passed, *_ = board.fen().split()
    if game == "xiangqi" and position_key(board.placement, board.turn)[1]:
        rows = "/".join(row[::-1] for row in rows.split("/"))
    return GAMES[game].new_board(f"{rows} {turn} {castling} {passed} 0 1")


def weigh(scores: Mapping[str, int]) -> list[tuple[str, float]]:
    """Moves with their shares, best first, without those below LEAST_SHARE."""
    best = max(scores.values())
    halves = {move: 0.5 ** ((best - score) / HALF) for move, score in scores.items()}
    total = sum(halves.values())
    kept = {move: half for move, half in halves.items() if half >= LEAST_SHARE * total}
    total = sum(kept.values())
    return sorted(((move, half / total) for move, half in kept.items()), key=lambda pair: -pair[1])


def _search(job: Job) -> tuple[str, int, Scores]:
    """The key, the nodes, and the best moves with their scores, from the deepest finished iteration."""
    recipe, key, fen = job
    board = GAMES[recipe.game].new_board(fen)
    place = openings_of(recipe.game).place
    infos: list[Info] = []
    player = OwnPlayer(
        PlayerSpec("library", game=recipe.game, evaluation="network", settings={"TT_BITS": 18})
    )
    try:
        player.search(board, Limits(nodes=recipe.nodes, multipv=recipe.choices), infos.append)
    finally:
        player.close()
    deepest: dict[int, Info] = {}
    for info in infos:
        if info.multipv == 1 and deepest and info.depth == deepest[1].depth:
            continue  # repeated at the end of the search
        if info.multipv == 1:
            deepest = {}
        deepest[info.multipv] = info
    scores: Scores = {}
    for info in deepest.values():
        if info.pv:
            scores.setdefault(place(board, board.parse(info.pv[0].uci()))[1], centipawns(info.score))
    return key, recipe.nodes, scores
