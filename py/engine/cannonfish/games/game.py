"""What the engine asks of a game.  Every game package has one ``Game`` that says it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol, Self, TypeAlias

from cannonfish.compiler import Execution
from cannonfish.games.levels import LEVELS, Ladder
from cannonfish.games.outcome import Outcome
from cannonfish.games.record_style import RecordStyle


class Move(Protocol):
    """A move of any game."""

    def uci(self) -> str:
        """The move as text."""
        ...


class Board(Protocol):
    """A board of any game: what the engine and the protocols use of it."""

    @property
    def turn(self) -> IntEnum:
        """The side to move: 0 or 1."""
        ...

    @property
    def legal_moves(self) -> Collection[Any]:
        """The moves that may be played."""
        ...

    @property
    def move_stack(self) -> Sequence[Any]:
        """The moves played."""
        ...

    def fen(self) -> str:
        """The position as text."""
        ...

    def is_legal(self, move: Any) -> bool:
        """True if the move may be played."""
        ...

    def push(self, move: Any) -> None:
        """Play a move; IllegalMoveError if it is not legal."""
        ...

    def push_uci(self, text: str) -> Any:
        """Play a move given as text; return it.  InvalidMoveError or IllegalMoveError if it is none."""
        ...

    def push_line(self, texts: Iterable[str], first: int = 1) -> None:
        """Play moves in UCI, all or none; ``first`` is the number of the first in error messages."""
        ...

    def pop(self) -> Any:
        """Take the last move back."""
        ...

    def ply(self) -> int:
        """The number of moves played."""
        ...

    def copy(self) -> Self:
        """An independent board with the same game."""
        ...

    def root(self) -> Self:
        """A board with the position that the game started from."""
        ...

    def is_check(self) -> bool:
        """True if the side to move is in check."""
        ...

    def is_insufficient_material(self) -> bool:
        """True if nobody can win any more, whatever is played."""
        ...

    def parse(self, text: str) -> Any:
        """The legal move that a text means, in any notation of the game; a GameError if there is not one."""
        ...

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None."""
        ...


Texts: TypeAlias = dict[str, str]
"""A move in every notation of its game, by the notation's name; ``uci`` is always among them."""

Reasons: TypeAlias = dict[str, Any]
"""What a law says of a position, as plain data fit for messages: at least ``law`` and ``loser``."""


def no_check(_: Board) -> None:
    """Where there is no check."""


def only_uci(board: Board, move: Any) -> Texts:
    """The texts of a move where there is one notation."""
    return {"uci": move.uci()}


@dataclass(frozen=True, slots=True)
class Perfect:
    """What a solved game says about a position: the moves of perfect play, each as good as the others."""

    moves: tuple[Any, ...]
    wins: bool
    """Whether the side to move wins; of use where there is a distance."""
    distance: int | None
    """Plies to the end; None in a draw."""


@dataclass(frozen=True)
class Solved:
    """What there is to a game whose every position is known."""

    play: Callable[[Any, Sequence[Any]], Perfect]
    """Perfect play on a board, with some of its legal moves to choose from.  Raises a GameError if what it
    needs is not there."""
    values: Callable[[Any], Mapping[Any, tuple[str, int | None]]]
    """Every legal move, best first, with what it is worth to the side that makes it: ``win``, ``draw`` or
    ``loss``, and the plies to the end.  Raises as ``play`` does."""
    table: str
    """The file that holds the answers."""
    is_loaded: Callable[[], bool]
    load: Callable[[bytes | None], None]
    """Take the content of that file, or None: from where it lies in the source tree.  A GameError if it is
    something else, or not there."""


@dataclass(frozen=True)
class Openings:
    """What is known about how a game begins."""

    moves: Callable[[Any], Sequence[tuple[Any, int]]]
    """Good moves on a board with their weights, best first; empty when the book has ended."""
    name: Callable[[Any], Texts | None]
    """What the opening is called, by language (``en``, ``zh-Hans``); None if it has no name."""


@dataclass(frozen=True)
class Game:
    """A game as the engine sees it."""

    name: str
    new_board: Callable[[str | None], Board]
    """The board of a FEN, or of the start position for None."""
    files: tuple[str, ...]
    """The kernel's files to link, search included."""
    load: Callable[[Execution, Any], None]
    """Put a board, with as much of its history as can matter, into a program with the search."""
    place: Callable[[Execution, Any], None]
    """Put the position alone, without its history, on the kernel's board."""
    encode: Callable[[Any], int]
    """A move as the kernel's number."""
    decode: Callable[[int], Any]
    """A kernel's number as a move; None if no move has it."""
    captured: Callable[[Any, Any], tuple[str, ...]]
    """The names of the squares whose men a legal move takes: several in some games, and not always where it
    goes."""
    solved: Solved | None = None
    in_check: Callable[[Any], str | None] = no_check
    """The name of the square where the side to move stands in check, or None."""
    texts: Callable[[Any, Any], Texts] = only_uci
    """A move, which must be legal on the board, in every notation."""
    warning: Callable[[Any], Reasons | None] | None = None
    """What the next repetition will mean, once the position stands for the last time but one."""
    explanation: Callable[[Any], Reasons | None] | None = None
    """Why the laws ended the game, or will by the next repetition, where that takes more than a word."""
    endings: Callable[[Any], Mapping[Any, IntEnum | None]] | None = None
    """The legal moves that end the game by repetition now, with the winner or None: the search takes every
    repetition for a draw that it cannot judge itself."""
    openings: Openings | None = None
    """The opening book, where there is one."""
    record: RecordStyle = field(default_factory=RecordStyle)
    """How games are written down."""
    levels: Ladder = LEVELS
    """The levels, weakest first: level n is ``levels[n - 1]``."""
