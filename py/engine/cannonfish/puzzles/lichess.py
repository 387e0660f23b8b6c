"""Chess puzzles in the CSV format of the Lichess puzzle database.

    PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags

The first move is the opponent's; the puzzle begins after it (https://database.lichess.org/#puzzles).  Only
the first four columns are required.  A header line is optional; with one, the columns may have any order.
"""

import csv
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from cannonfish.errors import GameError, InvalidPuzzleError, clip
from cannonfish.games import chess
from cannonfish.puzzles.files import ParseResult, Puzzle, collect, validate
from cannonfish.puzzles.themes import MATE_LENGTHS, THEMES

REQUIRED: Final = ("PuzzleId", "FEN", "Moves", "Rating")
COLUMNS: Final = (*REQUIRED, "RatingDeviation", "Popularity", "NbPlays", "Themes", "GameUrl", "OpeningTags")
PREFIX: Final = "lichess-"
"""Prefix of the ids, which keeps them apart from ours."""
LICENCE: Final = "CC0-1.0"
"""The licence of the Lichess database."""
LONGEST_FIELD: Final = 1000

_DEFENDS: Final = {"defensiveMove", "equality"}
_LENGTHS: Final = {1: "oneMove", 2: "short", 3: "long"}
_DERIVED: Final = {"mate", *MATE_LENGTHS, "oneMove", "short", "long", "veryLong"}
"""Themes that are computed from the solution instead of taken from the file."""


def loads(text: str) -> ParseResult:
    """All puzzles of a file without those that are broken or repeat an earlier id.

    InvalidPuzzleError if there is a header line without a required column.
    """
    return collect(_entries(text))


def _entries(text: str) -> Iterator[tuple[int, Callable[[], Puzzle]]]:
    """The rows with their line numbers, still to be parsed."""
    rows = csv.reader(text.removeprefix("\ufeff").split("\n"))
    columns: tuple[str, ...] = COLUMNS
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield rows.line_num, partial(_not_csv, str(error))
            continue
        names = [field.strip() for field in row]
        if rows.line_num == 1 and "PuzzleId" in names:
            columns = _named(names)
        elif any(field.strip() for field in row):
            yield rows.line_num, partial(_puzzle, dict(zip(columns, row, strict=False)))


def _not_csv(reason: str) -> Puzzle:
    raise InvalidPuzzleError("syntax", f"this is not CSV: {reason}")


def _named(columns: list[str]) -> tuple[str, ...]:
    for name in REQUIRED:
        if name not in columns:
            raise InvalidPuzzleError("columns", f"the file has no column {name!r}", name)
    return tuple(columns)


def _puzzle(row: Mapping[str, str]) -> Puzzle:
    for name in REQUIRED:
        if not row.get(name, "").strip():
            raise InvalidPuzzleError("missing", f"the row has no {name!r}", name)
        if len(row[name]) > LONGEST_FIELD:
            raise InvalidPuzzleError("type", f"{name!r} is too long", row[name])
    moves = row["Moves"].split()
    if len(moves) < 2 or len(moves) % 2:
        raise InvalidPuzzleError(
            "moves", "the moves must begin with the opponent's and end with the solver's", row["Moves"]
        )
    rating = row["Rating"].strip()
    if not (rating.isascii() and rating.isdecimal()):
        raise InvalidPuzzleError("rating", f"the rating is not a number: {clip(rating, 20)!r}", rating)
    board = _start(row["FEN"], moves[0])
    solution = tuple(moves[1:])
    count = (len(solution) + 1) // 2
    given = row.get("Themes", "").split()
    mates = "mate" in given or any(theme in MATE_LENGTHS for theme in given)
    others = _other_mates(board, solution) if mates else ()
    puzzle = Puzzle(
        PREFIX + row["PuzzleId"].strip(),
        board.game,
        board.fen(),
        solution,
        (*[()] * (count - 1), others),
        _themes(given, count, mates),
        int(rating),
        row.get("GameUrl", "").strip() or "lichess.org",
        LICENCE,
        {"how": "imported", "depth": 0},
    )
    validate(puzzle)
    return puzzle


def _start(fen: str, first: str) -> chess.Board:
    """The position after the opponent's move."""
    try:
        board = chess.Board(fen.strip())
    except GameError as error:
        raise InvalidPuzzleError("position", error.message, fen, cause=error.reason) from None
    try:
        board.push_uci(first)
    except GameError as error:
        raise InvalidPuzzleError("solution", error.message, first, cause=error.code) from None
    return board


def _other_mates(board: chess.Board, solution: tuple[str, ...]) -> tuple[str, ...]:
    """The other last moves that mate, too."""
    board = board.copy()
    try:
        board.push_line(solution[:-1])
    except GameError as error:
        raise InvalidPuzzleError("solution", error.message, error.text, cause=error.code) from None
    mates = []
    for move in board.legal_moves:
        board.push(move)
        if board.is_checkmate():
            mates.append(move.uci())
        board.pop()
    return tuple(sorted(set(mates) - {solution[-1]}))


def _themes(given: list[str], count: int, mates: bool) -> tuple[str, ...]:
    goal = "mate" if mates else "defence" if _DEFENDS.intersection(given) else "advantage"
    found = {goal, _LENGTHS.get(count, "veryLong"), *(theme for theme in given if theme not in _DERIVED)}
    if mates:
        found.add(f"mateIn{count}")
    return tuple(theme for theme in THEMES if theme in found)
