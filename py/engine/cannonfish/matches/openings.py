"""Openings of matches: lines of the opening book, which lead to different positions."""

import random
from typing import Final

from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board, Game

PLIES: Final = 6
"""Most moves that are taken from the book."""
TRIES: Final = 20
"""After this many walks in a row without a new opening, the next ones go a ply further beyond the book.
After as many that ended the game, there are no more."""


def book_openings(name: str, count: int, seed: int = 0) -> list[list[str]]:
    """Different openings of a game, as moves in UCI from the start position.

    The same seed gives the same ones.  If the book has too few, or there is no book, random legal moves that
    do not end the game follow.  In a game that is too small for ``count`` positions they come again in turn.
    """
    game, chance = GAMES[name], random.Random(seed)
    lines: list[list[str]] = []
    seen: set[str] = set()
    beyond = failed = ended = 0
    while len(lines) < count and ended < TRIES:
        board = _walk(game, chance, beyond)
        ended = ended + 1 if board is None else 0
        if board is None or board.placement in seen:
            failed += 1
            if failed == TRIES:
                beyond, failed = beyond + 1, 0
            continue
        failed = 0
        seen.add(board.placement)
        lines.append([move.uci() for move in board.move_stack])
    return [lines[number % len(lines)] for number in range(count)]


def _walk(game: Game, chance: random.Random, beyond: int) -> Board | None:
    """The board after a random walk through the book and beyond it; None if that ended the game."""
    board = game.new_board(None)
    for _ in range(PLIES):
        book = () if game.openings is None else game.openings.moves(board)
        if not book:
            break
        moves, weights = zip(*book, strict=True)
        board.push(chance.choices(moves, weights)[0])
    for _ in range(beyond):
        board.push(chance.choice(list(board.legal_moves)))
        if board.outcome() is not None:
            return None
    return board
