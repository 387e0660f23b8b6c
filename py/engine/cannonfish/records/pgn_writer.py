"""Writes PGN; ``pgn`` reads it."""

import re
from collections.abc import Iterable
from io import StringIO
from typing import IO, TYPE_CHECKING, Any, Final, cast

from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Write
from cannonfish.records.detection import game_of_record
from cannonfish.records.results import parse_result
from cannonfish.records.visitor import SKIP, BaseVisitor, SkipType, visit_moves

if TYPE_CHECKING:
    from cannonfish.records.tree import Game

GAME_TAG: Final = r'^\[(?i:Game|Event)[ \t]+"[^\n]*"[ \t]*\][ \t]*\r?$'
NEXT_GAME: Final = re.compile(GAME_TAG, re.MULTILINE)
"""A tag that starts a game: if one is in a comment, the closing brace of the comment is missing."""
STRUCTURE: Final = frozenset({"Game", "Variant", "SetUp", "FEN", "Format"})
"""Tags that follow from the game and its notation."""
LINE_LENGTH: Final = 80


def dumps(
    games: "Game | Iterable[Game]",
    notation: str | None = None,
    *,
    comments: bool = True,
    variations: bool = True,
) -> str:
    """Games as text, each with an empty line after it.

    The default ``notation`` is that of the tag Format, or else the usual one of the game; it is ignored where
    a game has only one.  What PGN cannot hold is written as something else, which the reader does not undo: a
    space for a line break in a tag, ``｝`` for a closing brace in a comment, ``［`` for the bracket of a line
    in a comment that looks like the first tag of a game, nothing for spaces around a comment or a header with
    an impossible name.  The reader takes ``[%...]`` in the text of a comment for a command.  Without
    ``comments`` glyphs are left out, too.  ValueError if no PGN is written in the notation, IllegalMoveError
    if a move is illegal.
    """
    file = StringIO()
    dump(games, file, notation, comments=comments, variations=variations)
    return file.getvalue()


def dump(
    games: "Game | Iterable[Game]",
    file: IO[str],
    notation: str | None = None,
    *,
    comments: bool = True,
    variations: bool = True,
) -> None:
    """Write games to an open text file, one by one, as ``dumps`` writes them."""
    each = [games] if hasattr(games, "headers") else games
    for game in cast("Iterable[Game]", each):
        file.write(f"{text(game, notation, comments=comments, variations=variations)}\n\n")


def text(game: "Game", notation: str | None = None, *, comments: bool = True, variations: bool = True) -> str:
    """A game as ``dumps`` writes it, without the end of the last line and the empty line after it."""
    rules = GAMES[game.name]
    style = rules.record
    default = next(iter(style.notations))
    if len(style.notations) == 1:
        notation = default
    elif notation is None:
        stated = game.headers.get("Format", "").lower()
        named = (name for name, value in style.notations.items() if value and value.lower() == stated)
        notation = next(named, default)
    if notation not in style.notations:
        raise ValueError(f"PGN is not written in {notation}")
    headers = game.headers | {"Result": parse_result(game.result) or "*"}
    names = [name for name in style.first_tags if name in headers]
    names += [name for name in headers if name not in style.first_tags and name not in STRUCTURE]
    tags = {name: headers[name] for name in names if re.fullmatch(r"[\w-]+", name)}
    if game.start.fen() != rules.new_board(None).fen():
        tags |= {"SetUp": "1"} if style.set_up else {}
        tags["FEN"] = game.start.fen()
    value = style.notations[notation]
    if value and (value != style.notations[default] or "Format" in game.headers):
        tags["Format"] = value
    if notation in style.variant_notations:
        tags = {"Variant": game.name.title(), **tags}
    if not (style.tags_only_if_needed and _tells_game(tags, game, notation)):
        marks = {"Variant": game.name.title()} if style.tags is None else style.tags
        tags = {**marks, **tags}
    head = "".join(f'[{name} "{_tag_value(value)}"]\n' for name, value in tags.items())

    movetext = _Movetext(rules.notations[notation], comments, variations)
    visit_moves(movetext, game)
    return f"{head}\n{_wrap([*movetext.texts, headers['Result']])}"


def _tells_game(tags: dict[str, str], game: "Game", notation: str) -> bool:
    """Whether the tags and the first move tell the game, whatever the reader asks for."""
    rules, first = GAMES[game.name], game.next()
    moves = [] if first is None else [rules.notations[notation](game.start, first.played)]
    return all(game_of_record(tags, moves, asked) is rules for asked in (None, *GAMES))


def _tag_value(value: str) -> str:
    return " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')


class _Movetext(BaseVisitor[None]):
    """The moves, numbers, comments and brackets, in order."""

    def __init__(self, write: Write, comments: bool, variations: bool) -> None:
        self.texts: list[str] = []
        self._write = write
        self._comments = comments
        self._variations = variations
        self._first_ply: int | None = None
        self._numbered = False
        """Whether the text before makes clear which move comes next."""

    def visit_board(self, board: Any) -> None:
        if self._first_ply is None:
            fullmove = getattr(board, "fullmove_number", 1)  # not every FEN counts moves
            self._first_ply = 2 * fullmove - 2 + board.turn - board.ply()

    def visit_move(self, board: Any, move: Any) -> None:
        ply = (self._first_ply or 0) + board.ply()
        if ply % 2 == 0:
            self.texts.append(f"{ply // 2 + 1}.")
        elif not self._numbered:
            self.texts.append(f"{ply // 2 + 1}...")
        self.texts.append(self._write(board, move))
        self._numbered = True

    def visit_nag(self, nag: int) -> None:
        if self._comments:
            self.texts.append(f"${nag}")

    def visit_comment(self, comment: str) -> None:
        if self._comments:
            self.texts.append(_comment_text(comment))
            self._numbered = False

    def begin_variation(self) -> SkipType | None:
        if not self._variations:
            return SKIP
        self.texts.append("(")
        self._numbered = False
        return None

    def end_variation(self) -> None:
        if self._variations:
            self.texts.append(")")
            self._numbered = False


def _comment_text(comment: str) -> str:
    return f"{{{NEXT_GAME.sub(lambda found: found[0].replace('[', '［', 1), comment).replace('}', '｝')}}}"


def _wrap(texts: Iterable[str]) -> str:
    """The texts with spaces between them, in lines of LINE_LENGTH unless a comment is longer."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1].rpartition("\n")[2]) + len(text) < LINE_LENGTH:
            lines[-1] += f" {text}"
        else:
            lines.append(text)
    return "\n".join(lines)
