"""The game that a record belongs to, by its tags, its position and its first move."""

import re
from collections.abc import Mapping
from typing import Final

from cannonfish.errors import GameError, InvalidMoveError
from cannonfish.games.catalogue import GAMES, NAMES
from cannonfish.games.game import Game
from cannonfish.games.record_style import FIRST_PLAYER

_ANY_ROWS: Final = r"[A-Za-z1-9]{1,40}(?:/[A-Za-z1-9]{1,40}){3,40}"


def default_game(name: str | None = None) -> Game:
    """The game of that name; for None, the first of the catalogue."""
    return GAMES[NAMES[0] if name is None else name]


def placements() -> str:
    """A regular expression for the first word of a FEN of any game, and of FENs with a wrong number of
    rows."""
    return "|".join([_ANY_ROWS, *(game.record.placement for game in GAMES.values() if game.record.placement)])


def game_of_fen(fen: str) -> Game | None:
    """The game whose positions look like this one; None if there is none."""
    placement, *_ = fen.split() or [""]
    for game in GAMES.values():
        if game.record.placement and re.fullmatch(game.record.placement, placement):
            return game
    return None


def game_of_tags(tags: Mapping[str, str]) -> Game | None:
    """The game that the tags name, or the one of their FEN; None if they leave it open."""
    for named in (tags.get("Variant", "").lower(), tags.get("Game", "").lower()):
        for game in GAMES.values():
            if named == game.name or named in game.record.variants:
                return game
    values = {(name, value.lower()) for name, value in tags.items()}
    for game in GAMES.values():
        style = game.record
        if style.tags and values.issuperset((name, value.lower()) for name, value in style.tags.items()):
            return game
        if style.first_player != FIRST_PLAYER and style.first_player in tags:
            return game
    return game_of_fen(tags.get("FEN", ""))


def first_ranks(game: Game, tags: Mapping[str, str]) -> tuple[int | None, ...]:
    """The numbers that the lowest rank may have in the coordinates of a record, the likelier first; None for
    a game with one way of counting."""
    if not game.record.variant_ranks_from_one:
        return (None,)
    return (1, 0) if tags.get("Variant", "").lower() == game.name else (0, 1)


def game_of_record(tags: Mapping[str, str], first_move: str | None, asked: str | None) -> Game:
    """The game of a record.

    Tags and FEN decide where they are clear; otherwise the game that was ``asked`` for does.  There are two
    exceptions.  In a record that names White, as records of most games do (many of Xiangqi, too), the first
    move decides, and ``asked`` only where the move fits several games equally well.  It also decides where no
    game was asked for.
    """
    clear = game_of_tags(tags)
    if clear is not None or (FIRST_PLAYER not in tags and asked is not None):
        return clear or default_game(asked)
    candidates = sorted(
        GAMES.values(), key=lambda game: (game.name != asked, game.record.first_player != FIRST_PLAYER)
    )
    for wanted in (3, 2, 1):
        for game in candidates:
            if fit(game, first_move or "") == wanted:
                return game
    return candidates[0] if FIRST_PLAYER in tags else default_game()


def fit(game: Game, move: str) -> int:
    """3 if the text is a legal first move of the game, 2 if it is one with the less usual count of ranks,
    1 if it is a move at all, otherwise 0."""
    fits = [0]
    for legal, first_rank in zip((3, 2), first_ranks(game, {}), strict=False):
        ranks = {} if first_rank is None else {"first_rank": first_rank}
        try:
            game.new_board(None).parse(move, **ranks)
        except InvalidMoveError:
            continue
        except GameError:
            fits.append(1)
        else:
            fits.append(legal)
    return max(fits)
