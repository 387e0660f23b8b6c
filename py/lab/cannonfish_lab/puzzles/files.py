"""Puzzle files: one line of JSON for each puzzle.

    {"id": "x1a2b3c", "game": "xiangqi", "fen": "<position, the solver to move>",
     "moves": ["h2e2", ...], "alternatives": [["b2e2"], ...], "themes": ["mate", "mateIn2"],
     "rating": 1480, "name": {"en": "...", "zh-Hans": "..."}, "source": "...", "licence": "CC0-1.0",
     "check": {"how": "exhaustive", "depth": 3}}

``moves`` (UCI) begin and end with a move of the solver.  ``alternatives`` has a list for each move of the
solver: the other moves that are equally good, such as equally short mates.  ``check`` tells how the solution
was proven: ``exhaustive`` (all moves of both sides, to a depth in plies), ``table`` (by a solved ending), or
``search`` (by the engine, to a depth).  Optional are ``name``, ``formerly`` and ``measured``.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cannonfish.errors import GameError
from cannonfish.games.catalogue import GAMES, NAMES
from cannonfish.games.game import Board

from cannonfish_lab.errors import LabError
from cannonfish_lab.puzzles.themes import MATE_LENGTHS, THEMES

PROOFS: Final = ("exhaustive", "table", "search")
LEAST_RATING: Final = 100
MOST_RATING: Final = 4000
MOST_MOVES: Final = 99
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}", re.ASCII)


class InvalidPuzzleError(LabError):
    """A puzzle that cannot be read, or whose solution does not fit its position."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and its solution."""

    id: str
    game: str
    fen: str
    """The position, with the solver to move."""
    moves: tuple[str, ...]
    """In UCI; the first and the last are moves of the solver."""
    alternatives: tuple[tuple[str, ...], ...]
    """For each move of the solver, the other moves that are equally good."""
    themes: tuple[str, ...]
    """See ``puzzles.themes``."""
    rating: int
    """Elo: a player with this rating solves the puzzle half of the time."""
    source: str
    licence: str
    """SPDX identifier, for the position and its solution."""
    check: Mapping[str, Any]
    """``how``, one of PROOFS; ``depth`` in plies; more about the proof."""
    name: Mapping[str, str] = field(default_factory=dict)
    """By language; may be empty."""
    formerly: str = ""
    """Its former id, which visitors may know; or empty."""
    measured: Mapping[str, int] = field(default_factory=dict)
    """How the rating was measured: ``tries``, ``error`` (a standard deviation), ``prior`` (the estimate at
    first).  Empty: the rating is an estimate."""

    def board(self) -> Board:
        """The position."""
        return GAMES[self.game].new_board(self.fen)

    @property
    def prior(self) -> int:
        """The estimate of the rating, before it was measured."""
        return self.measured.get("prior", self.rating)

    @property
    def is_mate(self) -> bool:
        """True if the solution ends the game."""
        return "mate" in self.themes

    def line(self) -> str:
        """The puzzle as a line of a file, without the line break."""
        record: dict[str, Any] = {
            "id": self.id,
            "game": self.game,
            "fen": self.fen,
            "moves": self.moves,
            "alternatives": self.alternatives,
            "themes": self.themes,
            "rating": self.rating,
            "name": dict(self.name),
            "source": self.source,
            "licence": self.licence,
            "check": dict(self.check),
            "formerly": self.formerly,
            "measured": dict(self.measured),
        }
        for optional in ("name", "formerly", "measured"):
            if not record[optional]:
                del record[optional]
        return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def loads(text: str) -> list[Puzzle]:
    """All puzzles of a text.  InvalidPuzzleError names the first line that is none or repeats an id."""
    puzzles: dict[str, Puzzle] = {}
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        try:
            puzzle = parse(line)
        except InvalidPuzzleError as error:
            raise InvalidPuzzleError(f"line {number}: {error}") from None
        if puzzle.id in puzzles:
            raise InvalidPuzzleError(f"line {number}: there is another puzzle {puzzle.id!r}")
        puzzles[puzzle.id] = puzzle
    return list(puzzles.values())


def dumps(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file of puzzles."""
    return "".join(f"{puzzle.line()}\n" for puzzle in puzzles)


def parse(line: str) -> Puzzle:
    """Parse a puzzle and validate it.  InvalidPuzzleError says what is wrong."""
    try:
        record = json.loads(line)
        for name in ("moves", "themes"):
            record[name] = tuple(record[name])
        puzzle = Puzzle(**record | {"alternatives": tuple(map(tuple, record["alternatives"]))})
        validate(puzzle)
    except KeyError as error:
        raise InvalidPuzzleError(f"the puzzle has no {error}") from None
    except (TypeError, ValueError) as error:
        raise InvalidPuzzleError(f"this is no puzzle: {error}") from None
    return puzzle


def validate(puzzle: Puzzle) -> None:
    """InvalidPuzzleError if a value is out of range, the solution cannot be played, or the themes contradict
    it."""
    _require_ranges(puzzle)
    try:
        board = puzzle.board()
    except GameError as error:
        raise InvalidPuzzleError(error.message) from None
    solver = board.turn
    for ply, text in enumerate(puzzle.moves):
        others = () if ply % 2 else puzzle.alternatives[ply // 2]
        if len({text, *others}) != 1 + len(others):
            raise InvalidPuzzleError(f"move {ply + 1}: the same alternative twice")
        for other in others:
            _play(board, other, ply)
            if puzzle.is_mate and ply == len(puzzle.moves) - 1:
                _require_win(board, solver, other)
            board.pop()
        _play(board, text, ply)
    if puzzle.is_mate:
        _require_win(board, solver, puzzle.moves[-1])
    lengths = [theme for theme in puzzle.themes if theme in MATE_LENGTHS]
    if puzzle.is_mate != bool(lengths) or lengths not in ([], [f"mateIn{len(puzzle.alternatives)}"]):
        raise InvalidPuzzleError(f"the themes ({', '.join(lengths) or 'no mateIn'}) contradict the solution")


def _require_ranges(puzzle: Puzzle) -> None:
    if not _ID.fullmatch(puzzle.id):
        raise InvalidPuzzleError(f"an id must have 1 to 32 letters, digits, - and _, not {puzzle.id!r}")
    if puzzle.game not in NAMES:
        raise InvalidPuzzleError(f"there is no game {puzzle.game!r}")
    if not 1 <= len(puzzle.moves) <= MOST_MOVES or len(puzzle.moves) % 2 == 0:
        raise InvalidPuzzleError(
            f"a solution must begin and end with a move of the solver, and have at most {MOST_MOVES} moves"
        )
    if len(puzzle.alternatives) != (len(puzzle.moves) + 1) // 2:
        raise InvalidPuzzleError("there must be alternatives for each move of the solver")
    for theme in puzzle.themes:
        if theme not in THEMES:
            raise InvalidPuzzleError(f"there is no theme {theme!r}")
    if not LEAST_RATING <= puzzle.rating <= MOST_RATING:
        raise InvalidPuzzleError(
            f"a rating must be a number from {LEAST_RATING} to {MOST_RATING}, not {puzzle.rating}"
        )
    if puzzle.check.get("how") not in PROOFS:
        raise InvalidPuzzleError(f"the proof must be one of {', '.join(PROOFS)}")
    if puzzle.check.get("depth", 0) < 1:
        raise InvalidPuzzleError("a proof must be at least one ply deep")


def _play(board: Board, text: str, ply: int) -> None:
    try:
        board.push_uci(text)
    except GameError as error:
        raise InvalidPuzzleError(error.numbered(ply + 1).message) from None


def _require_win(board: Board, solver: int, text: str) -> None:
    outcome = board.outcome()
    if outcome is None or outcome.winner != solver:
        raise InvalidPuzzleError(f"{text} does not mate, but the themes say so")
