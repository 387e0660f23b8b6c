"""Files of records in pieces, so that those of any length are read in constant memory.

A file of PGN is cut where a line with the tag ``[Event`` or ``[Game`` follows an empty line, which starts a
game even within a comment (``pgn``).  What has no such line is one piece.
"""

import re
from collections.abc import Iterator
from typing import IO, Any, Final

from cannonfish.records.source import MAX_CHARACTERS

BLOCK: Final = 1 << 20
"""Bytes or characters that are read at a time."""
_START: Final = r'\n[ \t]*\r?\n(?=\[(?i:Event|Game)[ \t]+")'
_LONGEST_START: Final = 200
_STARTS: Final[dict[type, re.Pattern[Any]]] = {
    str: re.compile(_START),
    bytes: re.compile(_START.encode()),
}


def read_blocks(file: IO[Any], size: int = BLOCK) -> Iterator[Any]:
    """Pieces of a file of bytes or text, of ``size`` or more, each but the last one ending before a game."""
    kept = file.read(size)
    starts, searched = _STARTS[type(kept)], 0
    while len(kept) <= 4 * MAX_CHARACTERS and (more := file.read(size)):
        kept += more
        cut = max((found.end() for found in starts.finditer(kept, searched)), default=0)
        if cut:
            yield kept[:cut]
            kept = kept[cut:]
        searched = max(0, len(kept) - _LONGEST_START)
    yield kept
