"""The game that a record belongs to, by its tags, its position and its first moves; and where it begins."""

import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from cannonfish.errors import GameError, InvalidMoveError, Remark, clip
from cannonfish.games import tolerant_fen
from cannonfish.games.catalogue import GAMES, NAMES
from cannonfish.games.game import Board, Game
from cannonfish.games.record_style import FIRST_PLAYER


def default_game(name: str | None = None) -> Game:
    """The game of that name; for None, the first of the catalogue."""
    return GAMES[NAMES[0] if name is None else name]


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
    return tolerant_fen.game_of(tags.get("FEN", ""))


_VARIANTS: Final = {
    "Chess960": "fischerandom fischerrandom fischerrandomchess wildfr freestyle freestylechess",
    "Antichess": "giveaway suicide losers losingchess",
    "Three-check": "3check threechecks",
    "King of the Hill": "koth",
    "Duck Chess": "duck",
    **dict.fromkeys(
        ["Crazyhouse", "Bughouse", "Atomic", "Five-check", "Horde", "Seirawan", "Capablanca"], ""
    ),
    **dict.fromkeys(
        ["Shatranj", "Makruk", "Sittuyin", "Shogi", "Janggi", "Minixiangqi", "Jieqi", "Banqi"], ""
    ),
    "Racing Kings": "",
    "Fog of War": "",
}
"""Games that are not in the catalogue, with other names of theirs."""


def _letters(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()


_VARIANT_BY_NAME: Final = {
    name: variant for variant, names in _VARIANTS.items() for name in (_letters(variant), *names.split())
}


def unsupported_variant(tags: Mapping[str, str], remarks: Sequence[Remark]) -> str | None:
    """The name of a game that is none of the catalogue, by the tag Variant or the castling rights of the
    FEN."""
    if any(remark.code == "castling" for remark in remarks):
        return "Chess960"
    return _VARIANT_BY_NAME.get(_letters(tags.get("Variant", "")))


_COORDINATES: Final = re.compile(r"[a-z]\d{1,2}[-x]?[a-z]\d{1,2}", re.ASCII | re.IGNORECASE)


Way: TypeAlias = Mapping[str, Any]
"""A way to read the moves of a record: arguments of ``Board.parse``."""


def ways(game: Game, tags: Mapping[str, str], moves: Sequence[str]) -> list[Way]:
    """The ways to read a record that begins with these moves, the likelier first: ``first_rank`` where ranks
    may be counted from 0 or 1, ``custom`` where notations share texts.  Coordinates have but one custom."""
    style = game.record
    ranks: list[Way] = [{}]
    if style.variant_ranks_from_one:
        from_one = tags.get("Variant", "").lower() == game.name or not (
            moves and _COORDINATES.fullmatch(moves[0])
        )
        ranks = [{"first_rank": first} for first in ((1, 0) if from_one else (0, 1))]
    stated = tags.get("Format", "").lower()
    named = [custom for name, custom in style.customs.items() if style.notations[name].lower() == stated]
    customs = [
        {"custom": custom}
        for custom in dict.fromkeys([*named, *style.customs.values(), *style.reading_customs])
    ]
    return [{**ranks[0], **custom} for custom in customs or [{}]] + [
        {**rank, **custom} for rank in ranks[1:] for custom in customs[:1] or [{}]
    ]


def language_ways(game: Game, moves: Sequence[str]) -> list[Way]:
    """The ways with letters of other languages, for a record that begins with these moves: only if all of its
    moves are legal, and not so in the usual way."""
    return [{"language": language} for language in game.record.languages(moves)]


def game_of_record(tags: Mapping[str, str], moves: Sequence[str], asked: str | None) -> Game:
    """The game of a record that begins with these moves.

    Tags and FEN decide where they are clear; otherwise the game that was ``asked`` for does, if the first
    move is one of its moves or of no other game.  There is an exception: in a record that names White, as
    records of most games do (many of Xiangqi, too), the game decides that can play the most of the moves, and
    ``asked`` only among equals.  So it is, too, where no game was asked for.
    """
    clear = game_of_tags(tags)
    if clear is not None:
        return clear
    from_start = tolerant_fen.STARTPOS.match(tags.get("FEN", ""))
    if from_start is not None:
        moves = [*tolerant_fen.moves_of(from_start.string[from_start.end() :]), *moves]
    candidates = sorted(
        GAMES.values(), key=lambda game: (game.name != asked, game.record.first_player != FIRST_PLAYER)
    )
    names_white = FIRST_PLAYER in tags
    if not names_white and asked is not None and (not moves or is_move(candidates[0], moves[0])):
        return candidates[0]
    names = _most_playable(tuple(game.name for game in candidates), tuple(moves))
    found = [GAMES[name] for name in names]
    if not found:
        found = [game for game in candidates if moves and is_move(game, moves[0])]
    return found[0] if found else candidates[0] if names_white else default_game(asked)


@functools.lru_cache(maxsize=256)
def _most_playable(names: tuple[str, ...], moves: tuple[str, ...]) -> Sequence[str]:
    """The games in which most of the moves can be played from the start position; none if no move can.

    Those that are read in the usual way come first."""
    readings = [
        (place, name, GAMES[name].new_board(None), way)
        for name in names
        for place, way in enumerate([*ways(GAMES[name], {}, moves), *language_ways(GAMES[name], moves)])
    ]
    readings.sort(key=lambda reading: reading[0])
    best: Sequence[str] = ()
    for move in moves:
        readings = [reading for reading in readings if _push(reading[2], move, reading[3])]
        best = [name for _, name, *_ in readings] or best
        if len(set(best)) < 2:
            break
    return best


def _push(board: Board, move: str, way: Way) -> bool:
    """Play a move; False if it cannot be played."""
    try:
        board.push(board.parse(move, **way))
    except GameError:
        return False
    return True


def is_first_move(game: Game, text: str) -> bool:
    """True if the text is a move of the game, legal or not, or a legal first one in another language."""
    board = game.new_board(None)
    return is_move(game, text) or any(_push(board, text, way) for way in language_ways(game, [text]))


def is_move(game: Game, text: str) -> bool:
    """True if the text is a move in a notation of the game, legal or not."""
    board = game.new_board(None)
    for way in ways(game, {}, [text]):
        try:
            board.parse(text, **way)
        except InvalidMoveError:
            continue
        except GameError:
            pass
        return True
    return False


_NO_POSITION: Final = re.compile(r"[\W_]*(?:startpos|start|initial|none|null|n/a)?[\W_]*", re.IGNORECASE)


def start_of(tags: Mapping[str, str], game: Game) -> tuple[Board, tuple[Remark, ...]]:
    """The board that a game begins with, by its tags FEN and SetUp, and what was assumed.

    Raises what ``tolerant_fen.board_of`` raises.
    """
    fen, set_up = tags.get("FEN"), tags.get("SetUp", "").strip()
    start = game.new_board(None)
    if fen is None:
        missing = Remark("fen_missing", "SetUp announces a position, but there is no FEN")
        return start, (missing,) if set_up == "1" else ()
    if _NO_POSITION.fullmatch(fen):
        text = clip(fen)
        message = f"the FEN {text!r} is no position: the game begins at the start"
        return start, (Remark("fen_empty", message, {"text": text}),)
    board, remarks = tolerant_fen.board_of(fen, game)
    if set_up == "0" and board != start:
        contradiction = Remark("set_up", "SetUp is 0, but there is a FEN, which was taken")
        return board, (*remarks, contradiction)
    return board, remarks
