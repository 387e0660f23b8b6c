"""What ``records`` needs to know about a game in order to read and write it as text."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

FIRST_PLAYER: Final = "White"
"""The PGN standard's tag for the player who moves first."""

ROSTER: Final = ("Event", "Site", "Date", "Round", FIRST_PLAYER, "Black", "Result")
"""The seven tags that every PGN should have, in their order (PGN standard, 8.1.1)."""


def _as_they_are(squares: str) -> tuple[str, str]:
    return squares, ""


@dataclass(frozen=True, slots=True)
class FenStyle:
    """How people write the FEN of a game, for the tolerant reader (``cannonfish.games.tolerant_fen``)."""

    form: str
    """The fields of the FEN: ``{slashed}`` or ``{squares}`` (ranks with slashes and digits, or nothing but
    squares), ``{side}``, and where the game has them ``{castling}``, ``{en_passant}``, ``{halfmove}`` and
    ``{fullmove}``."""
    sides: Mapping[str, str]
    """The letter of a side by words for it, in lower case."""
    letters: Mapping[str, str] = field(default_factory=dict)
    """The piece letter by other letters in use for it."""
    doubtful: str = ""
    """Signs of pieces that mean something only beside the others on the board."""
    settle: Callable[[str], tuple[str, str]] = _as_they_are
    """The squares of a board, from the top, with letters for ``doubtful`` signs; and those of the signs that
    were taken for pieces of the side in whose half they stand, as nothing else tells it."""


def _english_only(moves: Iterable[str]) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class RecordStyle:
    """How a game is kept in PGN."""

    notations: Mapping[str, str] = field(default_factory=lambda: {"uci": ""})
    """The notations of PGN, the default first: keys of ``Game.notations``, each with its value of the tag
    Format."""
    tags: Mapping[str, str] | None = None
    """Tags that say which game it is, written first.  None: ``Variant`` with the name of the game."""
    tags_only_if_needed: bool = False
    """Whether ``tags`` are left out where the rest of the record tells the game."""
    variants: frozenset[str] = frozenset()
    """Other values of the tag Variant that mean this game, in lower case."""
    first_player: str = FIRST_PLAYER
    """The tag for the player who moves first."""
    first_tags: tuple[str, ...] = ROSTER
    """The usual order of the tags; all others follow."""
    set_up: bool = True
    """Whether ``[SetUp "1"]`` is written before FEN."""
    variant_notations: frozenset[str] = frozenset()
    """Notations for programs of many games, which need to find the name of the game in ``Variant``."""
    variant_ranks_from_one: bool = False
    """Whether the lowest rank is 1 instead of 0 in records whose Variant is the name of the game."""
    customs: Mapping[str, str] = field(default_factory=dict)
    """Notations with texts in common that mean different moves, the usual one first, each with its ``custom``
    for ``Board.parse``.  A record keeps to one custom."""
    reading_customs: tuple[str, ...] = ()
    """Further customs, which are never written."""
    shared_text: re.Pattern[str] | None = None
    """A move with two such meanings."""
    languages: Callable[[Iterable[str]], Sequence[str]] = _english_only
    """The languages besides the usual one whose letters moves may have: each a ``language`` for
    ``Board.parse``.  A record keeps to one of them."""
    fen: FenStyle | None = None
    """None: only the strict reader reads the game's FEN, and a FEN does not identify the game."""
