"""Positions: FEN as people write it (``tolerant_fen``), lists of them, and addresses that contain one.

Moves may follow a position, in any notation, with or without numbers, comments and variations; the operations
of EPD become the comment of the game.  Of several positions each is a game.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from cannonfish.errors import GameError
from cannonfish.games import tolerant_fen
from cannonfish.records import pgn
from cannonfish.records.detection import default_game
from cannonfish.records.heading import begins_with_move
from cannonfish.records.source import Source
from cannonfish.records.tree import Game, join_comments

_ADDRESS: Final = re.compile(
    r"\s*(?:https?://)?(?:[\w-]+\.)+[a-z]+(?::\d+)?/\S*?(?:/pgn/|[?&#](?:pgn|moves|movelist)=)(?P<tags>(?=\[))?",
    re.IGNORECASE,
)
"""A decoded address up to its moves."""
_COMMAND: Final = re.compile(
    r"""\bposition [ \t]+ (?: (?P<startpos> startpos ) | fen [ \t]+ (?P<fen> [^\n]*? ) )
        (?: \s+ moves \b (?P<moves> [^\n]* (?: \n [ \t]* [a-i]\d{1,2}[a-i]\d [^\n]* )* ) | [ \t\r]* $ )""",
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
"""A command of UCI, in a log of an engine or a copy of its input."""
_COORDINATES: Final = re.compile(r"\s*(?P<first>[a-i]\d[a-i]\d)(?:[ \t]*[a-i]\d[a-i]\d)*[ \t]*\n\s*")
_COLUMN: Final = re.compile("[,;\t](?! )")
"""What stands between the columns of a table, such as that of the puzzles of lichess.org."""
_LONGEST_BEGINNING: Final = 2000
"""Characters in which a text that begins with a position has the whole of it."""
_NAME: Final = re.compile(r'\bid\s+"([^"\n]*)"')


@dataclass(frozen=True, slots=True)
class Entry:
    """The place and headers of a position, whose moves are not read yet."""

    start: int
    end: int
    headers: dict[str, str]
    placement: tolerant_fen.Placement | None
    """None: the start position."""


def begins(text: str) -> bool:
    """Whether a text begins with a position, or with a failed attempt at one."""
    if _COMMAND.search(text):
        return True
    text = tolerant_fen.decode(text[:_LONGEST_BEGINNING])
    if tolerant_fen.STARTPOS.match(text) or tolerant_fen.failed_attempt(text):
        return True
    first = next(tolerant_fen.placements(text), None)
    if first is None:
        return _moves_of_address(text) is not None
    return tolerant_fen.is_label(text[: first.start]) or _has_moves_before(text, 0, first)


def _moves_of_address(text: str) -> int | None:
    """Where the moves of a decoded address start; None if the text does not begin with such an address."""
    found = _ADDRESS.match(text)
    if found is None or (found["tags"] is None and not begins_with_move(text, None, found.end())):
        return None
    return found.end()


def _has_moves_before(text: str, start: int, placement: tolerant_fen.Placement) -> bool:
    """Whether the line before a position has the moves that are played from it."""
    line = _COORDINATES.fullmatch(text, start, placement.start)
    if line is None:
        return False
    try:
        board = tolerant_fen.read(text, placement, placement.start).board()
    except GameError:
        return False
    return board.is_legal(board.move_type.from_uci(line["first"]))


def contains(text: str) -> bool:
    """Whether there is a position anywhere in a text."""
    return next(tolerant_fen.placements(tolerant_fen.decode(text)), None) is not None


def decoded(source: Source) -> Source:
    """The source that ``entries`` and ``read`` take: places in it are those of the text if nothing in that
    was encoded."""
    text = tolerant_fen.decode(source.text)
    return source if text == source.text else Source(text)


def entries(source: Source) -> Iterator[Entry]:
    """The positions of a source, each up to the line of the next one.  In a log of an engine, a command is
    left out whose moves the next one continues."""
    text = source.text
    commands = list(_COMMAND.finditer(text))
    if commands and all(command["startpos"] or contains(command["fen"]) for command in commands):
        yield from _commanded(text, commands)
        return
    start = tolerant_fen.STARTPOS.match(text)
    if start is not None:
        yield Entry(start.end(), len(text), {}, None)
        return
    last: tolerant_fen.Placement | None = None
    begin = 0
    for placement in tolerant_fen.placements(text):
        if last is not None:
            line = text.rfind("\n", 0, placement.start) + 1
            end = line if line > last.end else placement.start
            yield _entry(text, begin, end, last)
            begin = end
        last = placement
    if last is not None:
        yield _entry(text, begin, len(text), last)
        return
    moves = _moves_of_address(text)
    if moves is None:
        raise _refusal(source)
    end = text.find("&", moves)  # other parameters
    yield Entry(moves, len(text) if end < 0 else end, {}, None)


def _commanded(text: str, commands: list[re.Match[str]]) -> Iterator[Entry]:
    """The games of the commands, but for those that the next one continues."""
    moves = [(command["moves"] or "").split() for command in commands]
    for number, command in enumerate(commands):
        after = number + 1
        goes_on = after < len(commands) and commands[after]["fen"] == command["fen"]
        if goes_on and moves[after][: len(moves[number])] == moves[number]:
            continue
        if command["startpos"]:
            start = command.start("moves") if command["moves"] else command.end()
            yield Entry(start, command.end(), {}, None)
            continue
        for placement in tolerant_fen.placements(command["fen"]):
            at = command.start("fen")
            there = replace(placement, start=placement.start + at, end=placement.end + at)
            yield Entry(command.start(), command.end(), {}, there)


def _entry(text: str, start: int, end: int, placement: tolerant_fen.Placement) -> Entry:
    name = _NAME.search(text, placement.end, end)
    return Entry(start, end, {"Event": name[1]} if name else {}, placement)


def _refusal(source: Source) -> GameError:
    """The error for a text without a position: that of the strict reader if it looks like one."""
    attempt = tolerant_fen.failed_attempt(source.text)
    if attempt is not None:
        rules = tolerant_fen.game_of(source.text) or default_game()
        try:
            rules.new_board(attempt["fen"] if " " in attempt["fen"] else f"{attempt['fen']} w")
        except GameError as error:
            return source.refused(attempt.start("fen"), error)
    return source.unknown_format()


def read(source: Source, entry: Entry, game: str | None = None) -> Game:
    """The game of a position.  InvalidRecordError if the position is refused."""
    if entry.placement is None:
        return pgn.read(source, pgn.Entry(entry.start, entry.end, {}, entry.start), game)[0]
    at = entry.placement.start
    has_moves_before = _has_moves_before(source.text, entry.start, entry.placement)
    try:
        start = at if has_moves_before else entry.start
        reading = tolerant_fen.read(source.text, entry.placement, start, entry.end)
        board = reading.board()
    except GameError as error:
        raise source.refused(at, error) from None
    moves = (entry.start, at) if has_moves_before else (reading.end, reading.stop)
    column = _COLUMN.match(source.text, max(at - 1, 0))
    if column is not None and not has_moves_before:
        ends = re.compile(rf"{column[0]}(?!\s*[a-i]\d)").search(source.text, reading.end + 1, reading.stop)
        moves = (reading.end, reading.stop if ends is None else ends.start())
    found = pgn.read_moves(source, *moves, board)
    found.comment = join_comments(reading.operations, found.comment)
    found.headers |= entry.headers
    found.remarks.extend(reading.remarks)
    return found
