"""The games of a text or file, found first and read one by one: for a list to choose from, however long.

Finding is quick, for no move is looked at; it goes in steps, so that whoever waits can be told how far it is.
"""

from collections.abc import Iterator
from typing import Any

from cannonfish.errors import InvalidRecordError
from cannonfish.records import Format, detect, dhtmlxq, pgn, read_position, xqf
from cannonfish.records.source import Source, decode
from cannonfish.records.styles import XIANGQI
from cannonfish.records.tree import Game


class Collection:
    """What a text or a file holds.  ``find()`` has to be run to its end before anything else is asked.

    ``game`` is what is played where the text does not say.
    """

    format: str
    """``pgn``, ``dhtmlxq``, ``fen``, ``moves`` or ``xqf``; known after find()."""

    def __init__(self, content: str | bytes, game: str = XIANGQI.game) -> None:
        self._content = content
        self._game = game
        self._source = Source("")
        self._found: list[tuple[dict[str, str], Any]] = []
        """The headers of each game, and what its format reads it from."""

    def __len__(self) -> int:
        return len(self._found)

    @property
    def headers(self) -> list[dict[str, str]]:
        """What stands at the head of each game."""
        return [headers for headers, _ in self._found]

    def find(self) -> Iterator[tuple[int, int]]:
        """Find the games; yields how many characters of how many have been looked through.

        InvalidRecordError if it is no record, or there is no game in it.
        """
        content = self._content
        if isinstance(content, bytes):
            if xqf.is_xqf(content):
                game = xqf.load(content)
                self.format, self._found = "xqf", [(game.headers, game)]
                return
            content = decode(content)
        self._source = Source(content)
        text = self._source.text
        format = detect(text, self._game)
        if format is None:
            raise self._source.error(0, "unknown_format", "this is no record of a game", text.strip())
        self.format = format.value
        match format:
            case Format.FEN:
                self._found = [({}, None)]
            case Format.MOVES:
                self._found = [({}, pgn.Entry(0, len(text), {}))]
            case Format.PGN:
                yield from self._find(pgn.entries(self._source))
                # What stands before the first tag of a file of games is prose.
                self._found = [each for each in self._found if each[0]] or self._found[:1]
            case Format.DHTMLXQ:
                yield from self._find(dhtmlxq.entries(self._source))
        if not self._found:
            raise self._source.error(0, "empty", "there is no game here")

    def _find(self, entries: Iterator[Any]) -> Iterator[tuple[int, int]]:
        for entry in entries:
            self._found.append((entry.headers, entry))
            yield entry.start, len(self._source.text)

    def read(self, number: int = 0) -> Game:
        """The game of that number; what is wrong within it is in its ``errors``.

        InvalidRecordError if nothing of it can be read, IndexError if there is no such game.
        """
        _, entry = self._found[number]
        if isinstance(entry, Game):
            return entry
        match self.format:
            case Format.FEN:
                return read_position(self._source, self._game)
            case Format.DHTMLXQ:
                return dhtmlxq.read(self._source, entry)
        game, tagged = pgn.read(self._source, entry, self._game)
        if not game.variations and not tagged:
            raise _worst(game.errors) or self._source.error(0, "empty", "there is no game here")
        return game


def _worst(errors: list[InvalidRecordError]) -> InvalidRecordError | None:
    return errors[0] if errors else None
