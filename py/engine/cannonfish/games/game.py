"""The description of a game: everything that other packages need to know about it.

Each game package has one ``Game``.  No other package knows a game by name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol, TypeAlias

from cannonfish.compiler import Execution
from cannonfish.games import base
from cannonfish.games.base.evaluation import Tapered
from cannonfish.games.levels import LEVELS, Ladder
from cannonfish.games.opening_results import Results, load_results
from cannonfish.games.record_style import RecordStyle

Move: TypeAlias = base.Move
Board: TypeAlias = base.Board[Any, Any, Any, Any]

Texts: TypeAlias = dict[str, str]
"""A move in every notation of its game, by the notation's name; ``uci`` is always present."""

Write: TypeAlias = Callable[[Any, Any], str]
"""Writes a legal move on a board."""

Reasons: TypeAlias = dict[str, Any]
"""Why the rules end a game, or will end it, as plain data for messages: at least ``law`` and ``loser``."""


def uci(board: Any, move: Any) -> str:
    """The move in UCI."""
    return str(move.uci())


@dataclass(frozen=True, slots=True)
class Perfect:
    """Perfect play in a position of a solved game."""

    moves: tuple[Any, ...]
    """The best moves, all equally good."""
    wins: bool
    """Whether the side to move wins; meaningless in a draw."""
    distance: int | None
    """Plies to the end; None in a draw."""


class EndingValue(Protocol):
    """The value of a position or a move with best play on both sides, from a table of endings.

    The table ignores earlier moves and the move limit, and counts a repetition as a draw."""

    @property
    def result(self) -> int:
        """1 for a win, 0 for a draw, -1 for a loss."""

    @property
    def plies(self) -> int | None:
        """Plies to the end; None for a draw."""

    @property
    def result_by_repetition_law(self) -> int:
        """The result under the repetition rules, as far as the table knows them."""


class Tablebase(Protocol):
    """The solved endings of a game, such as ``cannonfish.endings.Tablebase``."""

    def values(self, board: Any, /) -> Mapping[Any, EndingValue] | None:
        """The value of every legal move for the side that makes it; None if it is not known."""

    def value(self, position: Any, /) -> EndingValue | None:
        """The value of a position (``Board.position``) for the side to move; None if it is not known."""


def captured_at_dest(board: Any, move: Any) -> tuple[str, ...]:
    """The destination of a move, if there is a piece on it."""
    return (board.grid.square_name(move.dest),) if board.piece_at(move.dest) is not None else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """The solution of a game in which the value of every position is known."""

    play: Callable[[Any, Sequence[Any]], Perfect]
    """Perfect play on a board, among some of its legal moves.  GameError if the table is missing."""
    values: Callable[[Any], Mapping[Any, tuple[str, int | None]]]
    """Every legal move, best first, with its value to the side that makes it: ``win``, ``draw`` or ``loss``,
    and the plies to the end.  GameError if the table is missing."""
    table: str
    """The name of the file that holds the table."""
    is_loaded: Callable[[], bool]
    load: Callable[[bytes | None], object]
    """Load the content of that file; None: the file in the source tree.  GameError if it is missing or
    damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Openings:
    """The opening book and the names of openings."""

    moves: Callable[[Any], Sequence[tuple[Any, int]]]
    """Good moves on a board with their weights, best first; empty when the book has ended."""
    name: Callable[[Any], Texts | None]
    """The name of the opening by language (``en``, ``zh-Hans``, ...); None if it has no name."""
    place: Callable[[Any, Any], tuple[str, str]]
    """The key of a position and the text of a move under which results are stored.  Mirror images share them
    if they are equal to the book."""
    package: str
    """The package with the results."""

    def results(self, board: Any, move: Any) -> Results | None:
        """The results of a move of the book; None if no game has been played with it."""
        key, text = self.place(board, move)
        return load_results(self.package).get(key, {}).get(text)


@dataclass(frozen=True, slots=True)
class ChanceModel:
    """The results of the engine's games by score, as in Stockfish's win-draw-loss model.

    The probability of a win is ``1 / (1 + exp((midpoint - score) / spread))``.  That of a loss is the same
    with the opposite score; the rest are draws.  Both numbers are centipawns, fitted to games of the engine
    against itself by ``cannonfish_lab winning-chances``.
    """

    midpoint: float
    """The score at which half of the games are won."""
    spread: float


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game as other packages see it."""

    name: str
    new_board: type[Board]
    """The board of a FEN; None: the start position."""
    rules: type[base.Rules[Any, Any]]
    """The encoding of positions and moves for the kernel."""
    files: tuple[str, ...]
    """The files of the kernel to link for a search."""
    network_files: tuple[str, ...] = ()
    """The same, with the network as evaluation; empty for a game without a network."""
    captured: Callable[[Any, Any], tuple[str, ...]] = captured_at_dest
    """The names of the squares on which a legal move captures, given the board before the move.  In some
    games there are several, or they differ from the destination."""
    worth: Mapping[str, int] = field(default_factory=dict)
    """The usual value of each piece except the king, by its letter in lower case.  An exchange of equal
    values is even."""
    notations: Mapping[str, Write] = field(default_factory=lambda: {"uci": uci})
    """The notations by name; ``uci`` is always among them."""
    warning: Callable[[Any], Reasons | None] | None = None
    """The result of the next repetition, if the next occurrence of the position ends the game."""
    explanation: Callable[[Any], Reasons | None] | None = None
    """Why the rules ended the game, or will end it by the next repetition, if that needs more than a word."""
    repetition_outcomes: Callable[[Any], Mapping[Any, IntEnum | None]] | None = None
    """The legal moves that end the game at once by a repetition rule that the search does not know, each with
    the winner, or None for a draw.  The search scores other repetitions as draws."""
    open_endings: Callable[[str], Tablebase] | None = None
    """The solved endings in a folder.  OSError if there is no such folder.  None: no endings are solved."""
    position_on: Callable[[Execution, int], Any] | None = None
    """Reads the position from a program's board, given the side to move, to look it up in solved endings."""
    terms: Callable[[Execution, Any], Mapping[str, Sequence[Tapered]]] | None = None
    """The terms of the classical evaluation of a board: the scores of both sides, each from its own point of
    view.  Sets up the position on the board of an interpreted kernel."""
    openings: Openings | None = None
    solved: Solved | None = None
    record: RecordStyle = field(default_factory=RecordStyle)
    """How games are written down."""
    chances: ChanceModel | None = None
    """Winning chances by score; None: not known."""
    levels: Ladder = LEVELS
    """The levels, weakest first: level n is ``levels[n - 1]``."""
    prelinked: bool = False
    """Whether a build links the rules and the search beforehand, so that a page starts sooner."""

    def texts(self, board: Any, move: Any) -> Texts:
        """A legal move on a board in every notation."""
        return {name: write(board, move) for name, write in self.notations.items()}

    def encode(self, move: Any) -> int:
        """The kernel's number of a move."""
        return self.rules.encode(move)

    def decode(self, number: int) -> Any:
        """The move that the kernel encodes as this number, or None."""
        return self.rules.decode(number)

    def set_position(self, execution: Execution, board: Board) -> None:
        """Set up the position of a board in a program, without the moves that led to it."""
        self.rules.set_position(execution, board.position)

    def set_search_root(self, execution: Execution, board: Board) -> None:
        """Set up the root of a search, with the moves since the last irreversible one."""
        position, halfmove_clock, moves = board.reversible_line()
        self.rules.set_position(execution, position)
        execution.call("set_root", position.turn, halfmove_clock)
        start = board.ply() - len(moves)
        execution.call("set_checks", board.checks_given(0, start), board.checks_given(1, start))
        room = execution.program.arrays["moves"].length
        for first in range(0, max(len(moves), 1), room):
            line = [self.rules.encode(move) for move in moves[first : first + room]]
            execution.store("moves", 0, line)
            execution.call("play_line", len(line))


def checked_square(board: Board) -> str | None:
    """The name of the square on which the side to move is in check, or None."""
    king = board.king(board.turn)
    return board.grid.square_name(king) if king is not None and board.is_check() else None
