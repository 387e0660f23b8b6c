"""Openings: start positions of games, one per line.

A line holds moves in UCI from the start position, or a FEN, which may be followed by ``moves`` and moves.
Text after a ``#`` or a tab is a comment.
"""

from importlib import resources
from pathlib import Path
from typing import Final

from cannonfish.errors import GameError
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board

from cannonfish_lab.errors import LabError

OWN: Final = {"xiangqi": "openings.txt", "chess": "openings-chess.txt"}
"""The files of the package, by game."""


def load(file: Path | None = None, game: str = "xiangqi") -> list[str]:
    """The openings of a file; for None, those of the package for the game.

    LabError if there are none, or for a line that is not an opening.
    """
    if file is None and game not in OWN:
        raise LabError(f"there are no openings of {game}; give a file with --openings")
    try:
        source = file or resources.files("cannonfish_lab.matches") / OWN[game]
        lines = source.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise LabError(f"cannot read the openings: {error}") from None
    openings = []
    for number, line in enumerate(lines, 1):
        text = line.split("#")[0].split("\t")[0].strip()
        if text:
            try:
                board(text, game)
            except GameError as error:
                raise LabError(f"{source}, line {number}: {error}") from None
            openings.append(text)
    if not openings:
        raise LabError(f"{source} has no openings")
    return openings


def board(opening: str, game: str = "xiangqi") -> Board:
    """The board after an opening.  A GameError if it cannot be played."""
    new_board = GAMES[game].new_board
    if "/" in opening or "." in opening:
        return new_board(opening)
    start = new_board(None)
    start.push_line(opening.split())
    return start
