"""A position: the pieces on their squares, the side to move, and what attacks what."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntFlag
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar, cast

from cannonfish.errors import InvalidFenError
from cannonfish.games.base.fen import EMPTY, Position, Setup
from cannonfish.games.base.grid import Grid, Square
from cannonfish.games.base.move import Move
from cannonfish.games.base.pieces import Side
from cannonfish.games.base.rules import Rules

if TYPE_CHECKING:
    from cannonfish.games.base.board import LegalMoves

NOT_HELD: Final = frozenset({"too_many", "king_doubled"})
"""The reasons for which a kernel has no room for all pieces of a position."""


class Status(IntFlag):
    """The status of a position in games without further flags."""

    VALID = 0
    UNPLAYABLE = 1


class Inspection(NamedTuple):
    """The findings about a position that is being set up."""

    fen: str
    """All fields, without appended moves."""
    faults: tuple[InvalidFenError, ...]
    """Every reason why it cannot be played."""
    en_passant: tuple[str, ...]
    """The possible en passant squares of the FEN; empty in games without en passant."""


P = TypeVar("P", bound=Position)
M = TypeVar("M", bound=Move)
S = TypeVar("S", bound=Side)
K = TypeVar("K")


@dataclass(slots=True, eq=False)
class State(Generic[P, M]):
    """A position within a game.  Only ``legal`` ever changes: it is filled in on first use."""

    position: P
    checked: bool
    halfmove_clock: int
    """Plies since the last irreversible move that count towards the move limit."""
    fullmove: int
    first_repeatable_ply: int
    """The ply of the earliest position that can occur again: the one after the last irreversible move."""
    legal: "LegalMoves[M] | None" = None
    faults: tuple[InvalidFenError, ...] = ()
    """Every reason why the position cannot be played."""


class BaseBoard(ABC, Generic[P, M, S, K]):
    """A position that can be asked and edited.

    An edit leaves any position, even an empty board, and forgets the moves that led to it; it drops the
    rights for which a piece is missing.  ``status()`` tells what is wrong.
    """

    game: ClassVar[str]
    starting_fen: ClassVar[str]
    grid: ClassVar[Grid]
    pieces_by_letter: ClassVar[Mapping[str, Any]]
    """Pieces by their letters in ``placement``; just the sides in a game with one kind of piece."""
    kings: ClassVar[str] = "Kk"
    """The letters of the kings by side."""
    signs: ClassVar[Mapping[str, str]] = {}
    """The Unicode character of each piece that has one, by its letter."""
    fault_flags: ClassVar[Mapping[str, tuple[IntFlag, IntFlag]]] = {}
    """What ``status`` says of a fault of each side, by its reason."""

    move_stack: list[M]
    """The moves played since the start position.  Read only."""
    _states: list[State[P, M]]

    @classmethod
    def empty(cls) -> Self:
        """A board without pieces."""
        board = cls()
        board.clear()
        return board

    @classmethod
    @cache
    def _starting_state(cls) -> State[P, M]:
        """The state of the start position, which all boards share."""
        return cls._state_of(cls._parse(cls.starting_fen))

    @classmethod
    def _state_of(cls, setup: Setup[P]) -> State[P, M]:
        """The state of a position that can be played."""
        position = cls._normalized(setup.position)
        return State(position, cls._rules().in_check(position), setup.halfmove_clock, setup.fullmove, 0)

    @classmethod
    def _any_state_of(cls, setup: Setup[P], text: str) -> State[P, M]:
        """The state of any position; its faults quote the text."""
        faults = tuple(cls._all_faults(setup, text))
        if not faults:
            return cls._state_of(setup)
        position = cls._cleaned(setup.position)
        return State(position, False, setup.halfmove_clock, setup.fullmove, 0, faults=faults)

    # --- what a game supplies -------------------------------------------------------------------------------

    @staticmethod
    @abstractmethod
    def _parse(text: str) -> Setup[P]:
        """The setup of a FEN; InvalidFenError if it is malformed."""

    @staticmethod
    def _faults(setup: Setup[P], text: str) -> Iterable[InvalidFenError]:
        """The reasons why the setup cannot be played.  Checks are tested afterwards."""
        return ()

    @staticmethod
    @abstractmethod
    def _format(setup: Setup[P]) -> str:
        """The FEN of a setup."""

    @staticmethod
    @abstractmethod
    def _rules() -> Rules[P, M]:
        """The shared rules."""

    @classmethod
    def inspect(cls, fen: str) -> Inspection:
        """The findings about the position of a FEN.  Appended moves are played if the position is playable.

        InvalidFenError if the FEN is malformed, IllegalMoveError or InvalidMoveError for an appended move.
        """
        setup = cls._parse(fen)
        faults = tuple(cls._all_faults(setup, fen))
        if setup.moves and not faults:
            return cls.inspect(cls(fen).fen())  # type: ignore[call-arg]
        return Inspection(cls._format(setup), faults, cls._en_passant(setup.position))

    @classmethod
    def _all_faults(cls, setup: Setup[P], text: str) -> Iterator[InvalidFenError]:
        found = False
        for fault in cls._faults(setup, text):
            found = True
            yield fault
        if not found and cls._rules().in_check(setup.position, opponent=True):
            yield InvalidFenError("opponent_in_check", "the side that is not to move stands in check", text)

    def status(self) -> IntFlag:
        """What is wrong or odd about the position, one flag for each; VALID if nothing is.

        Flags of a position that can be played are reasons why no game reaches it; not every such position is
        recognised.
        """
        faults = self._state.faults
        return reduce(or_, map(self._flag, faults)) if faults else self._oddities()

    def _flag(self, fault: InvalidFenError) -> IntFlag:
        """The flag of a fault."""
        is_second = fault.details.get("side") == "b" or str(fault.details.get("piece", "K")).islower()
        return self.fault_flags.get(fault.reason, (Status.UNPLAYABLE, Status.UNPLAYABLE))[is_second]

    def _oddities(self) -> IntFlag:
        """The flags of a position that can be played."""
        return Status.VALID

    def is_valid(self) -> bool:
        """True if the position can be played and nothing about it is known to be odd."""
        return not self.status()

    @staticmethod
    def _en_passant(position: P) -> tuple[str, ...]:
        """The squares that a pawn can just have passed."""
        return ()

    @classmethod
    def _normalized(cls, position: P) -> P:
        """The position without rights that nobody can use, so that equal positions compare equal."""
        return position

    @classmethod
    def _cleaned(cls, position: P) -> P:
        """The position without rights for which a piece is missing."""
        return position

    # --- the position ---------------------------------------------------------------------------------------

    @property
    def _state(self) -> State[P, M]:
        return self._states[-1]

    @property
    def position(self) -> P:
        """Everything that must be equal for a position to count as repeated."""
        return self._state.position

    @property
    def turn(self) -> S:
        """The side to move.  May be set, as an edit."""
        side: S = self._state.position.turn
        return side

    @turn.setter
    def turn(self, side: S) -> None:
        self._edit(turn=self._side(side))

    def _side(self, side: object) -> S:
        """The side that is meant.  ValueError if none is."""
        known: S = type(self._state.position.turn).of(side)
        return known

    @property
    def placement(self) -> str:
        """A letter, or ``.``, for each square starting with file a of the first rank."""
        return self._state.position.placement

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last irreversible move that count towards the move limit."""
        return self._state.halfmove_clock

    @property
    def fullmove_number(self) -> int:
        """The move number: 1 or that of the FEN at first, one more after each move of the second side."""
        return self._state.fullmove

    def fen(self) -> str:
        """The position as FEN, without the moves that led to it."""
        state = self._state
        return self._format(Setup(state.position, state.halfmove_clock, state.fullmove))

    def board_fen(self) -> str:
        """The first field of the FEN."""
        return self.fen().split()[0]

    def piece_at(self, square: Square) -> K | None:
        """The piece on a square, or None."""
        return self.pieces_by_letter.get(self.placement[self.grid.known(square)])

    def piece_type_at(self, square: Square) -> Any:
        """The kind of the piece on a square, or None."""
        return getattr(self.piece_at(square), "piece_type", None)

    def side_at(self, square: Square) -> S | None:
        """The side of the piece on a square, or None.  ValueError for a square that is not on the board."""
        return self.side_of(self.placement[self.grid.known(square)])

    def side_of(self, letter: str) -> S | None:
        """The side of a letter of ``placement``; None for an empty square."""
        piece = self.pieces_by_letter.get(letter)
        side: S | None = getattr(piece, "side", piece)
        return side

    def piece_map(self) -> dict[Square, K]:
        """All pieces by their squares."""
        by_letter = self.pieces_by_letter
        return {at: by_letter[letter] for at, letter in enumerate(self.placement) if letter != EMPTY}

    def pieces(self, piece_type: Any, side: S) -> frozenset[Square]:
        """The squares of a side's pieces of one kind.  ValueError for a kind that the game does not have."""
        side = self._side(side)
        for letter, piece in self.pieces_by_letter.items():
            kind = getattr(piece, "piece_type", piece_type)
            if kind == piece_type and type(kind) is type(piece_type) and self.side_of(letter) is side:
                return frozenset(self._squares_of(letter))
        raise ValueError(f"{self.game} has no kind of piece {piece_type!r}")

    def _squares_of(self, letter: str) -> Iterator[Square]:
        placement = self.placement
        at = placement.find(letter)
        while at >= 0:
            yield at
            at = placement.find(letter, at + 1)

    def king(self, side: S) -> Square | None:
        """The square of a side's king; None if there is none."""
        at = self.placement.find(self.kings[self._side(side)])
        return None if at < 0 else at

    def __eq__(self, other: object) -> bool:
        """Boards with equal FENs are equal, whatever moves led to them."""
        return self.fen() == other.fen() if isinstance(other, type(self)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Board({self.fen()!r})"

    def __str__(self) -> str:
        """The ranks from the top, one on each line."""
        return "\n".join(map(" ".join, self.grid.rows(self.placement)))

    def unicode(self, empty_square: str = EMPTY) -> str:
        """The ranks from the top, with the Unicode characters of the pieces."""
        signs = {EMPTY: empty_square, **self.signs}
        rows = self.grid.rows(self.placement)
        return "\n".join(" ".join(signs.get(letter, letter) for letter in row) for row in rows)

    # --- attacks --------------------------------------------------------------------------------------------

    def attackers(self, side: S, square: Square) -> frozenset[Square]:
        """The squares of a side's pieces that attack a square: pinned ones, too, and whatever stands there.

        NotImplementedError in a game without attacks on squares.
        """
        side, square = self._side(side), self.grid.known(square)
        return frozenset(self._rules().attackers(self._held(), side, square))

    def attacks(self, square: Square) -> frozenset[Square]:
        """The squares that the piece on a square attacks, those of its own side among them."""
        return frozenset(self._rules().attacked(self._held(), self.grid.known(square)))

    def is_attacked_by(self, side: S, square: Square) -> bool:
        """True if a piece of the side attacks the square."""
        return bool(self.attackers(side, square))

    def checkers(self) -> frozenset[Square]:
        """The squares of the pieces that give check."""
        king = self.king(self.turn)
        return frozenset() if king is None else self.attackers(self.turn.other, king)

    def is_pinned(self, side: S, square: Square) -> bool:
        """True if the side's piece on the square keeps another one from attacking its king."""
        side = self._side(side)
        king = self.king(side)
        if self.side_at(square) is not side or king is None or king == square:
            return False
        without = self.copy_of_position()
        without.set_piece_at(square, None)
        return not without.attackers(side.other, king) <= self.attackers(side.other, king)

    def _held(self) -> P:
        """The position, if the kernel has room for all its pieces; else its fault is raised."""
        state = self._state
        for fault in state.faults:
            if fault.reason in NOT_HELD:
                raise fault
        return state.position

    # --- edits ----------------------------------------------------------------------------------------------

    def set_fen(self, fen: str) -> None:
        """Set up any position; appended moves are not allowed.  InvalidFenError if the FEN is malformed."""
        setup = self._parse(fen)
        if setup.moves:
            raise InvalidFenError("moves", "moves cannot follow the position here", fen)
        self._begin(self._any_state_of(setup, fen))

    def set_board_fen(self, text: str) -> None:
        """Place the pieces as in the first field of a FEN.  InvalidFenError if it is malformed."""
        self._edit(placement=self._parse(f"{text} w").position.placement)

    def set_piece_at(self, square: Square, piece: K | None) -> None:
        """Put a piece on a square; None takes the one there away."""
        letter = EMPTY if piece is None else self._letter(piece)
        self._edit(placement=self._with_letters({square: letter}))

    def remove_piece_at(self, square: Square) -> K | None:
        """Take the piece on a square away and return it, or None."""
        piece = self.piece_at(square)
        self.set_piece_at(square, None)
        return piece

    def set_piece_map(self, pieces: Mapping[Square, K]) -> None:
        """Place these pieces and no others."""
        empty = dict.fromkeys(self.grid.squares, EMPTY)
        letters = {self.grid.known(square): self._letter(piece) for square, piece in pieces.items()}
        self._edit(placement=self._with_letters(empty | letters))

    def clear(self) -> None:
        """Take all pieces away; the first side is to move, and all counters begin."""
        self.reset()
        self.set_piece_map({})

    def clear_board(self) -> None:
        """Take all pieces away."""
        self.set_piece_map({})

    def clear_stack(self) -> None:
        """Forget the moves that led to the position."""
        self._edit()

    def reset(self) -> None:
        """Set up the start position."""
        self._begin(self._starting_state())

    def reset_board(self) -> None:
        """Place the pieces as in the start position."""
        self._edit(placement=self._starting_state().position.placement)

    def mirror(self) -> Self:
        """The same position for the other side: the board upside down, and the colours exchanged."""
        return self._transformed(self.grid.flip_vertical, exchanged=True)

    def flip(self) -> Self:
        """The same position for the other side: the board turned by half a turn, the colours exchanged."""
        return self._transformed(self.grid.rotate, exchanged=True)

    def transform(self, square_of: Callable[[Square], Square]) -> Self:
        """The position with the piece of each square on another one, such as ``flip_horizontal``."""
        return self._transformed(square_of, exchanged=False)

    def apply_mirror(self) -> None:
        """``mirror`` on the board itself."""
        self._begin(self.mirror()._state)

    def apply_transform(self, square_of: Callable[[Square], Square]) -> None:
        """``transform`` on the board itself."""
        self._begin(self.transform(square_of)._state)

    def _transformed(self, square_of: Callable[[Square], Square], exchanged: bool) -> Self:
        """A board with the pieces elsewhere, and for the other side if the colours are exchanged."""
        placement, letters = self.placement, [EMPTY] * len(self.grid.squares)
        for at in self.grid.squares:
            letter = self._exchanged(placement[at]) if exchanged else placement[at]
            letters[self.grid.known(square_of(at))] = letter
        changes = self._transformed_rights(square_of, exchanged)
        if exchanged:
            changes["turn"] = self.turn.other
        board = self.copy_of_position()
        board._edit(placement="".join(letters), **changes)
        return board

    def copy_of_position(self) -> Self:
        """A board with the position, without the moves that led to it."""
        return self._with([replace(self._state, first_repeatable_ply=0)], [])

    def _transformed_rights(self, square_of: Callable[[Square], Square], exchanged: bool) -> dict[str, Any]:
        """The other fields of a transformed position."""
        return {}

    def _exchanged(self, letter: str) -> str:
        """The letter of the other side's piece."""
        return letter.swapcase()

    def _letter(self, piece: K) -> str:
        """The letter of a piece; ValueError if the game has no such piece."""
        for letter, each in self.pieces_by_letter.items():
            if each == piece and type(each) is type(piece):
                return letter
        raise ValueError(f"{self.game} has no piece {piece!r}")

    def _with_letters(self, letters: Mapping[Square, str]) -> str:
        """The placement with other letters on some squares; ValueError for one that is not on the board."""
        changed = list(self.placement)
        for square, letter in letters.items():
            changed[self.grid.known(square)] = letter
        return "".join(changed)

    def _edit(self, **changes: Any) -> None:
        """Change fields of the position, and forget the game that led to it."""
        state, position = self._state, cast(Any, self.position)
        edited = self._cleaned(position._replace(**changes))
        setup = Setup(edited, state.halfmove_clock, state.fullmove)
        self._begin(self._any_state_of(setup, self._format(setup)))

    def _begin(self, state: State[P, M]) -> None:
        """Begin a new game with a position."""
        self._states = [state]
        self.move_stack.clear()

    def _with(self, states: list[State[P, M]], moves: list[M]) -> Self:
        board = type(self).__new__(type(self))
        board._states, board.move_stack = states, moves
        return board
