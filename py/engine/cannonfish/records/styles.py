"""What differs between games in PGN: which tags there are, how a move is written, which game a text is of.

A style walks through a game by *states*, which are cheap to keep: a placement in Xiangqi, a board elsewhere.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cannonfish.games.catalogue import GAMES
from cannonfish.games.xiangqi.notation import Notation, after, write

_ROSTER: Final = ("Event", "Site", "Date", "Round", "White", "Black", "Result")


@dataclass(frozen=True)
class Style:
    """How one game is kept in PGN."""

    game: str
    first_tags: tuple[str, ...]
    """The order in which the tags usually stand; all others follow as they come."""
    marks: Mapping[str, str]
    """Tags that say which game it is, written first."""
    set_up: Mapping[str, str]
    """What is written beside FEN."""
    parse: Callable[[Any, str, int], Any]
    """The legal move on a board that a text means; the number is the lowest rank's."""
    state: Callable[[Any], Any]
    """The state of a board."""
    write: Callable[[Any, Any, Notation], str]
    """A move, legal in a state, as text."""
    after: Callable[[Any, Any], Any]
    """The state after a move."""
    fullmove: Callable[[Any], int]
    """The number of a board's next move."""

    def board(self, fen: str | None) -> Any:
        """A board of the game; InvalidFenError as of the game's own."""
        return GAMES[self.game].new_board(fen)


def _played(board: Any, move: Any) -> Any:
    board = board.copy()
    board.push(move)
    return board


XIANGQI: Final = Style(
    "xiangqi",
    (
        *("Event", "Site", "Date", "Round", "RedTeam", "Red", "BlackTeam", "Black", "Result"),
        *("Opening", "Variation", "ECCO"),
    ),
    {"Game": "Chinese Chess"},
    {},
    parse=lambda board, text, first_rank: board.parse(text, first_rank),
    state=lambda board: board.placement,
    write=write,
    after=after,
    fullmove=lambda board: board.fullmove_number,
)
CHESS: Final = Style(
    "chess",
    _ROSTER,
    {},
    {"SetUp": "1"},
    parse=lambda board, text, _: board.parse(text),
    state=lambda board: board.copy(),
    write=lambda board, move, _: board.san(move),
    after=_played,
    fullmove=lambda board: board.fullmove_number,
)
LIUZICHONG: Final = Style(
    "liuzichong",
    _ROSTER,
    {"Variant": "Liuzichong"},
    {"SetUp": "1"},
    parse=lambda board, text, _: board.parse(text),
    state=lambda board: board.copy(),
    write=lambda board, move, _: board.write(move),
    after=_played,
    fullmove=lambda board: 1,
)

STYLES: Final = {style.game: style for style in (XIANGQI, CHESS, LIUZICHONG)}

_CHESS_VARIANTS: Final = frozenset({"chess", "standard", "normal", "from position"})
"""What programs call chess in the tag Variant."""


def style_of(tags: Mapping[str, str]) -> Style | None:
    """The style that the tags of a game speak of; None if they leave it open."""
    variant = tags.get("Variant", "").lower()
    if variant in STYLES:
        return STYLES[variant]
    if variant in _CHESS_VARIANTS:
        return CHESS
    if "Red" in tags or tags.get("Game") == XIANGQI.marks["Game"]:
        return XIANGQI
    fen = tags.get("FEN", "")
    if "White" in tags and fen.count("/") in (0, 7):
        return CHESS
    return None
