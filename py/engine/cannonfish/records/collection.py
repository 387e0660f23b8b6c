"""The games of a text or file for a list to choose from: found first, and then read one by one.

Finding is fast because it does not read moves; it runs in steps, so that its progress can be shown.
"""

from collections.abc import Iterator
from typing import Any

from cannonfish.records import Format, cbf, ccbridge, detect, dhtmlxq, fen, pgn, xqf
from cannonfish.records.encoding import Reading, decode, readings, remark_on_damage
from cannonfish.records.heading import begins_with_move
from cannonfish.records.source import Source
from cannonfish.records.tree import Game


class Collection:
    """The games of a text or file.  Run ``find()`` to its end before using anything else.

    ``game`` and ``encoding`` as in ``records.load``.
    """

    format: str
    """``pgn``, ``dhtmlxq``, ``cbf``, ``fen``, ``moves``, ``xqf``, ``cbr`` or ``cbl``; known after find()."""

    def __init__(self, content: str | bytes, game: str | None = None, encoding: str | None = None) -> None:
        self.encoding = encoding
        """The one that was taken; None for a text, and for a file that has but one."""
        self.encodings: list[Reading] = []
        """Those that the file may have."""
        self._damaged = False
        self._content = content
        self._game = game
        self._source = Source("")
        self._found: list[tuple[dict[str, str], Any]] = []
        """For each game its headers and the entry that its format reads it from."""

    def __len__(self) -> int:
        return len(self._found)

    @property
    def headers(self) -> list[dict[str, str]]:
        """The headers of each game."""
        return [headers for headers, _ in self._found]

    def find(self) -> Iterator[tuple[int, int]]:
        """Find the games; yields the number of characters (bytes of a library) searched so far and in total.

        InvalidRecordError if the content is not a record, or has no game.
        """
        content = self._content
        if isinstance(content, bytes):
            if xqf.is_xqf(content):
                self._take(xqf.encodings(content))
                game = xqf.load(content, self.encoding)
                self.format, self._found = "xqf", [(game.headers, game)]
                return
            if ccbridge.is_ccbridge(content):
                self.format = "cbl" if ccbridge.is_library(content) else "cbr"
                yield from self._find(ccbridge.entries(content), len(content))
                return
            self._take(readings(content))
            content, _, damaged = decode(content, self.encoding)
            self._damaged = damaged > 0
        self._source = Source(content)
        text = self._source.text
        format = detect(text, self._game)
        if format is None:
            raise self._source.unknown_format()
        self.format = format.value
        match format:
            case Format.FEN:
                self._source = fen.decoded(self._source)
                yield from self._find(fen.entries(self._source), len(self._source.text))
            case Format.PGN | Format.MOVES:
                yield from self._find(pgn.entries(self._source), len(text))
                # Text without tags is a game or prose.
                games = [each for each in self._found if each[0] or self._has_moves(each[1])]
                self._found = games or self._found
            case Format.DHTMLXQ:
                yield from self._find(dhtmlxq.entries(self._source), len(text))
            case Format.CBF:
                game = cbf.read(self._source)
                self._found = [(game.headers, game)]
                self._remark(game)
        if not self._found:
            raise self._source.error(0, "empty", "the text has no game")

    def _take(self, encodings: list[Reading]) -> None:
        self.encodings = encodings
        self.encoding = self.encoding or encodings[0].encoding

    def _find(self, entries: Iterator[Any], size: int) -> Iterator[tuple[int, int]]:
        for entry in entries:
            self._found.append((entry.headers, entry))
            yield entry.start, size

    def _has_moves(self, entry: pgn.Entry) -> bool:
        return begins_with_move(self._source.text, self._game, entry.movetext, entry.end)

    def read(self, number: int = 0, plies: int | None = None) -> Game:
        """The game with that number, with its ``errors``; with ``plies``, of PGN only the beginning.

        InvalidRecordError if nothing of it can be read, IndexError if there is no such game.
        """
        _, entry = self._found[number]
        if isinstance(entry, Game):
            return entry
        game = self._read(entry, plies)
        self._remark(game)
        return game

    def _remark(self, game: Game) -> None:
        if self._damaged:
            remark_on_damage(game)

    def _read(self, entry: Any, plies: int | None) -> Game:
        if isinstance(entry, ccbridge.Entry):
            assert isinstance(self._content, bytes)
            return ccbridge.read(self._content, entry)
        match self.format:
            case Format.FEN:
                return fen.read(self._source, entry, self._game)
            case Format.DHTMLXQ:
                return dhtmlxq.read(self._source, entry)
        game, tagged = pgn.read(self._source, entry, self._game, plies)
        if not game.variations and not tagged:
            raise game.errors[0] if game.errors else self._source.error(0, "empty", "the text has no game")
        return game
