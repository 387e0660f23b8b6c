"""Chess puzzles in the CSV layout of lichess.org's puzzle database, for a visitor's own file.

    PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags

The first of the moves is the opponent's: the puzzle begins after it (https://database.lichess.org/#puzzles).
Only the first four columns are needed; a file may name its columns in another order, or not at all.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from cannonfish.errors import GameError, InvalidPuzzleError, clip
from cannonfish.games import chess
from cannonfish.puzzles.files import Puzzle, Reading, validate
from cannonfish.puzzles.themes import MATE_LENGTHS, THEMES

COLUMNS: Final = (
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Popularity",
    "NbPlays",
    "Themes",
    "GameUrl",
    "OpeningTags",
)
NEEDED: Final = ("PuzzleId", "FEN", "Moves", "Rating")
PREFIX: Final = "lichess-"
"""Of the ids, so that they are never ours."""
LICENCE: Final = "CC0-1.0"
"""Of lichess' database."""
LONGEST_FIELD: Final = 1000

_DEFENDS: Final = {"defensiveMove", "equality"}
_LENGTHS: Final = {1: "oneMove", 2: "short", 3: "long"}
_COUNTED: Final = {"mate", *MATE_LENGTHS, "oneMove", "short", "long", "veryLong"}
"""Themes that follow from the solution and are found anew."""


def loads(text: str) -> Reading:
    """All puzzles of a file; rows that cannot be used are skipped, and said in ``faults``.

    InvalidPuzzleError if the columns are named and one that is needed is missing.
    """
    puzzles: dict[str, Puzzle] = {}
    faults = []
    for each in read(text.splitlines()):
        if isinstance(each, InvalidPuzzleError):
            faults.append(each)
        else:
            puzzles[each.id] = each
    return Reading(tuple(puzzles.values()), tuple(faults))


def read(lines: Iterable[str]) -> Iterator[Puzzle | InvalidPuzzleError]:
    """One row after the other, a puzzle or what is wrong with it: for files that are long."""
    rows = csv.reader(lines)
    columns: tuple[str, ...] = COLUMNS
    seen = set()
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield InvalidPuzzleError("syntax", f"this is no CSV: {error}").on_line(rows.line_num)
            continue
        if not any(field.strip() for field in row):
            continue
        if rows.line_num == 1 and "PuzzleId" in [field.strip("\ufeff ") for field in row]:
            columns = _named([field.strip("\ufeff ") for field in row])
            continue
        try:
            puzzle = _puzzle(dict(zip(columns, row, strict=False)))
            if puzzle.id in seen:
                raise InvalidPuzzleError("id_taken", f"there is another puzzle {puzzle.id!r}", puzzle.id)
            seen.add(puzzle.id)
            yield puzzle
        except InvalidPuzzleError as error:
            yield error.on_line(rows.line_num)


def _named(columns: list[str]) -> tuple[str, ...]:
    for name in NEEDED:
        if name not in columns:
            raise InvalidPuzzleError("columns", f"the file has no column {name!r}", name)
    return tuple(columns)


def _puzzle(row: Mapping[str, str]) -> Puzzle:
    for name in NEEDED:
        if not row.get(name, "").strip():
            raise InvalidPuzzleError("missing", f"the row has no {name!r}", name)
        if len(row[name]) > LONGEST_FIELD:
            raise InvalidPuzzleError("type", f"{name!r} is too long", row[name])
    moves = row["Moves"].split()
    if len(moves) < 2 or len(moves) % 2:
        raise InvalidPuzzleError(
            "moves", "the moves begin with the opponent's and end with the solver's", row["Moves"]
        )
    rating = row["Rating"].strip()
    if not (rating.isascii() and rating.isdecimal()):
        raise InvalidPuzzleError("rating", f"the rating is no number: {clip(rating, 20)!r}", rating)
    board = _begun(row["FEN"], moves[0])
    start, solution = board.fen(), tuple(moves[1:])
    count = (len(solution) + 1) // 2
    given = row.get("Themes", "").split()
    mates = "mate" in given or any(theme in MATE_LENGTHS for theme in given)
    others = _other_mates(board, solution) if mates else ()
    puzzle = Puzzle(
        PREFIX + row["PuzzleId"].strip(),
        "chess",
        start,
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


def _begun(fen: str, first: str) -> chess.Board:
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
    """The other moves that mate in the end, which are as right."""
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
    found = {goal, _LENGTHS.get(count, "veryLong"), *(theme for theme in given if theme not in _COUNTED)}
    if mates:
        found.add(f"mateIn{count}")
    return tuple(theme for theme in THEMES if theme in found)
