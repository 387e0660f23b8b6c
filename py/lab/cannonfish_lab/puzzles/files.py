"""Puzzle files: one line of JSON for each puzzle.

    {"id": "x1a2b3c", "game": "xiangqi", "fen": "<position, the solver to move>",
     "moves": ["h2e2", ...], "alternatives": [["b2e2"], ...], "themes": ["mate", "mateIn2"],
     "rating": 1480, "name": {"en": "...", "zh-Hans": "..."}, "source": "...", "licence": "CC0-1.0",
     "check": {"how": "exhaustive", "depth": 3}}

``moves`` (UCI) begin and end with a move of the solver.  ``alternatives`` has a list for each move of the
solver: the other moves that are equally good, such as equally short mates.  ``check`` tells how the solution
was proven: ``exhaustive`` (all moves of both sides, to a depth in plies), ``table`` (by a solved ending),
``search`` (by the engine, to a depth), or ``imported`` (not by us).  Optional are ``name``, ``formerly`` and
``measured``.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

from cannonfish.errors import GameError, clip
from cannonfish.games.catalogue import GAMES, NAMES
from cannonfish.games.game import Board

from cannonfish_lab.puzzles.themes import MATE_LENGTHS, THEMES

PROOFS: Final = ("exhaustive", "table", "search", "imported")
LEAST_RATING: Final = 100
MOST_RATING: Final = 4000
MOST_MOVES: Final = 99
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}", re.ASCII)


class InvalidPuzzleError(GameError):
    """A puzzle that cannot be read, or whose solution does not fit its position."""

    code = "invalid_puzzle"

    @property
    def line(self) -> int | None:
        """The line of the file, from 1; None if unknown."""
        line = self.details.get("line")
        return line if isinstance(line, int) else None

    def on_line(self, number: int) -> Self:
        """The same error with a line number."""
        return type(self)(
            self.reason, f"line {number}: {self.message}", self.text, **{**self.details, "line": number}
        )


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


@dataclass(frozen=True, slots=True)
class ParseResult:
    """The puzzles of a text, and an error with its ``line`` for each that was skipped."""

    puzzles: tuple[Puzzle, ...]
    errors: tuple[InvalidPuzzleError, ...]


def loads(text: str) -> ParseResult:
    """All puzzles of a text without those that are broken or repeat an earlier id; empty lines are
    skipped."""
    puzzles: dict[str, Puzzle] = {}
    errors = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            puzzle = parse(line)
            if puzzle.id in puzzles:
                raise InvalidPuzzleError("id_taken", f"there is another puzzle {puzzle.id!r}", puzzle.id)
            puzzles[puzzle.id] = puzzle
        except InvalidPuzzleError as error:
            errors.append(error.on_line(number))
    return ParseResult(tuple(puzzles.values()), tuple(errors))


def dumps(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file of puzzles."""
    return "".join(f"{puzzle.line()}\n" for puzzle in puzzles)


def parse(line: str) -> Puzzle:
    """Parse a puzzle and validate it.  InvalidPuzzleError says what is wrong."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidPuzzleError("syntax", f"this is not JSON: {error}", line) from None
    if not isinstance(record, dict):
        raise InvalidPuzzleError("syntax", "a puzzle must be a JSON object", line)
    puzzle = _shaped(record)
    validate(puzzle)
    return puzzle


def validate(puzzle: Puzzle) -> None:
    """InvalidPuzzleError if a value is out of range, the solution cannot be played, or the themes contradict
    it."""
    _require_ranges(puzzle)
    try:
        board = puzzle.board()
    except GameError as error:
        raise InvalidPuzzleError("position", error.message, puzzle.fen, cause=error.reason) from None
    solver = board.turn
    for ply, text in enumerate(puzzle.moves):
        others = () if ply % 2 else puzzle.alternatives[ply // 2]
        if len({text, *others}) != 1 + len(others):
            raise InvalidPuzzleError("alternatives", f"move {ply + 1}: the same alternative twice", text)
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
        raise InvalidPuzzleError(
            "themes", f"the themes ({', '.join(lengths) or 'no mateIn'}) contradict the solution", ""
        )


def _require_ranges(puzzle: Puzzle) -> None:
    if not _ID.fullmatch(puzzle.id):
        raise InvalidPuzzleError("id", "an id must have 1 to 32 letters, digits, - and _", puzzle.id)
    if puzzle.game not in NAMES:
        raise InvalidPuzzleError("game", f"there is no game {clip(puzzle.game)!r}", puzzle.game)
    if not 1 <= len(puzzle.moves) <= MOST_MOVES or len(puzzle.moves) % 2 == 0:
        raise InvalidPuzzleError(
            "moves",
            f"a solution must begin and end with a move of the solver, and have at most {MOST_MOVES} moves",
        )
    if len(puzzle.alternatives) != (len(puzzle.moves) + 1) // 2:
        raise InvalidPuzzleError("alternatives", "there must be a list for each move of the solver")
    for theme in puzzle.themes:
        if theme not in THEMES:
            raise InvalidPuzzleError("themes", f"there is no theme {clip(theme)!r}", theme)
    if not LEAST_RATING <= puzzle.rating <= MOST_RATING:
        text = f"a rating must be a number from {LEAST_RATING} to {MOST_RATING}, not {puzzle.rating}"
        raise InvalidPuzzleError("rating", text, str(puzzle.rating))
    how = puzzle.check.get("how")
    if how not in PROOFS:
        raise InvalidPuzzleError("check", f"the proof must be one of {', '.join(PROOFS)}", str(how))
    if _number(puzzle.check, "depth") < (how != "imported"):
        raise InvalidPuzzleError("check", "a proof must be at least one ply deep", str(puzzle.check["depth"]))


def _play(board: Board, text: str, ply: int) -> None:
    try:
        board.push_uci(text)
    except GameError as error:
        error = error.numbered(ply + 1)
        raise InvalidPuzzleError("solution", error.message, text, cause=error.code, number=ply + 1) from None


def _require_win(board: Board, solver: int, text: str) -> None:
    outcome = board.outcome()
    if outcome is None or outcome.winner != solver:
        raise InvalidPuzzleError("no_mate", f"{text} does not mate, but the themes say so", text)


# --- Shape --------------------------------------------------------------------------------------------------


def _shaped(record: Mapping[str, Any]) -> Puzzle:
    """The puzzle of an object, after a check of all types."""
    alternatives = _required(record, "alternatives", list)
    name = _required(record, "name", dict) if "name" in record else {}
    if not all(isinstance(text, str) for text in name.values()):
        raise InvalidPuzzleError("name", "a name must have a text for each language", "")
    return Puzzle(
        _text(record, "id"),
        _text(record, "game"),
        _text(record, "fen"),
        _texts(record, "moves"),
        tuple(_texts({"alternatives": each}, "alternatives") for each in alternatives),
        _texts(record, "themes"),
        _number(record, "rating"),
        _text(record, "source"),
        _text(record, "licence"),
        _required(record, "check", dict),
        name,
        _text(record, "formerly") if "formerly" in record else "",
        _required(record, "measured", dict) if "measured" in record else {},
    )


def _required(record: Mapping[str, Any], key: str, kind: type) -> Any:
    if key not in record:
        raise InvalidPuzzleError("missing", f"the puzzle has no {key!r}", key)
    value = record[key]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InvalidPuzzleError("type", f"{key!r} has the wrong type: {clip(repr(value), 40)}", key)
    return value


def _text(record: Mapping[str, Any], key: str) -> str:
    text: str = _required(record, key, str)
    return text


def _number(record: Mapping[str, Any], key: str) -> int:
    number: int = _required(record, key, int)
    return number


def _texts(record: Mapping[str, Any], key: str) -> tuple[str, ...]:
    values = _required(record, key, list)
    if not all(isinstance(value, str) for value in values):
        raise InvalidPuzzleError("type", f"{key!r} must hold only texts", key)
    return tuple(values)
