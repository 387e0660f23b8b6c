"""A game: a start position, the moves played from it, and the rules that end it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import IntFlag
from functools import cache
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar

from cannonfish.errors import IllegalMoveError, InvalidFenError, InvalidMoveError, clip
from cannonfish.games.base.fen import EMPTY, Position, Setup
from cannonfish.games.base.grid import Grid, Square
from cannonfish.games.base.illegal import BrokenRule, Illegal
from cannonfish.games.base.move import Move
from cannonfish.games.base.pieces import Side
from cannonfish.games.base.rules import Rules
from cannonfish.games.outcome import Outcome, Termination

LONGEST_LINE: Final = 512
"""The most moves of a reversible line that the search gets; a longer line loses its first moves."""


class Status(IntFlag):
    """The status of a position in games without further flags."""

    VALID = 0


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


class LegalMoves(Collection[M]):
    """The legal moves of one position, in the kernel's order.  Later moves of the board do not change it."""

    __slots__ = ("_moves",)

    def __init__(self, moves: tuple[M, ...]) -> None:
        self._moves = moves

    def __iter__(self) -> Iterator[M]:
        return iter(self._moves)

    def __len__(self) -> int:
        return len(self._moves)

    def __contains__(self, move: object) -> bool:
        return move in self._moves

    def __repr__(self) -> str:
        return f"<LegalMoves: {' '.join(move.uci() for move in self._moves)}>"


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
    legal: LegalMoves[M] | None = None


class Board(ABC, Generic[P, M, S, K]):
    """A position with the game that led to it.

    ``Board()`` is the start position.  ``Board(fen)`` sets up any playable position and plays the moves that
    are appended to the FEN.  It raises InvalidFenError for a wrong FEN, and InvalidMoveError or
    IllegalMoveError for a wrong appended move.  ``status()`` tells whether the position can arise in a game.

    A game supplies the types (position, move, side, result of ``piece_at``), the class attributes, and the
    abstract methods.
    """

    game: ClassVar[str]
    starting_fen: ClassVar[str]
    grid: ClassVar[Grid]
    pieces: ClassVar[Mapping[str, Any]]
    """Pieces by their letters in ``placement``; just the sides in a game with one kind of piece."""
    kings: ClassVar[str] = "Kk"
    """The letters of the kings by side."""
    move_type: type[M]
    """The class of the game's moves."""
    move_limit: ClassVar[int]
    """The game is drawn after this many consecutive plies without an irreversible move."""
    stalemate: ClassVar[Termination] = Termination.STALEMATE
    """The termination if the side to move has no legal move and is not in check."""
    null_move_changes: ClassVar[Mapping[str, Any]] = {}
    """The fields of a position, besides ``turn``, that a null move changes, with their new values."""

    move_stack: list[M]
    """The moves played since the start position.  Read only."""

    def __init__(self, fen: str | None = None) -> None:
        self.move_stack = []
        if fen is None:
            self._states = [self._starting_state()]
        else:
            setup = self._parse(fen)
            for fault in self._all_faults(setup, fen):
                raise fault
            self._states = [self._state_of(setup)]
            self.push_line(setup.moves)

    @classmethod
    @cache
    def _starting_state(cls) -> State[P, M]:
        """The state of the start position, which all boards share."""
        return cls._state_of(cls._parse(cls.starting_fen))

    @classmethod
    def _state_of(cls, setup: Setup[P]) -> State[P, M]:
        position = cls._normalized(setup.position)
        return State(position, cls._rules().in_check(position), setup.halfmove_clock, setup.fullmove, 0)

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
            return cls.inspect(cls(fen).fen())
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
        """Reasons why the position cannot be reached from the start position, one flag for each; VALID if
        there is none.  Not every such position is recognised."""
        return Status.VALID

    @staticmethod
    def _en_passant(position: P) -> tuple[str, ...]:
        """The squares that a pawn can just have passed."""
        return ()

    @classmethod
    def _normalized(cls, position: P) -> P:
        """The position without rights that nobody can use, so that equal positions compare equal."""
        return position

    def _broken_rule(self, move: M) -> BrokenRule | None:
        """The rule of movement that a move breaks; None if it breaks none and so leaves the king in check.

        The mover has a piece on its origin, and none on its destination.  A game without this method does not
        explain its rules.
        """
        return None

    def _advances_move_limit(self, gives_check: bool) -> bool:
        """True if the reversible move about to be played counts towards the move limit."""
        return True

    def _repetition(self) -> Outcome | None:
        """The outcome if a repetition ends the game, else None."""
        return Outcome(None, Termination.REPETITION) if self.is_repetition() else None

    # --- the position ---------------------------------------------------------------------------------------

    @property
    def position(self) -> P:
        """Everything that must be equal for a position to count as repeated."""
        return self._state.position

    @property
    def turn(self) -> S:
        """The side to move."""
        side: S = self._state.position.turn
        return side

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

    def piece_at(self, square: Square) -> K | None:
        """The piece on a square, or None."""
        return self.pieces.get(self.placement[square])

    def side_of(self, letter: str) -> S | None:
        """The side of a letter of ``placement``; None for an empty square."""
        piece = self.pieces.get(letter)
        side: S | None = getattr(piece, "side", piece)
        return side

    def piece_map(self) -> dict[Square, K]:
        """All pieces by their squares."""
        return {at: self.pieces[letter] for at, letter in enumerate(self.placement) if letter != EMPTY}

    def king(self, side: S) -> Square:
        """The square of a side's king."""
        return self.placement.index(self.kings[side])

    def __eq__(self, other: object) -> bool:
        """Boards with equal FENs are equal, whatever moves led to them."""
        return self.fen() == other.fen() if isinstance(other, type(self)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Board({self.fen()!r})"

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from cannonfish import svg  # not on the site, whose board is the page's

        return svg.current(self)

    def __str__(self) -> str:
        """The ranks from the top, one on each line."""
        return "\n".join(map(" ".join, self.grid.rows(self.placement)))

    # --- moves ----------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> LegalMoves[M]:
        """The legal moves: iterable, with a length, and ``move in board.legal_moves``."""
        state = self._state
        if state.legal is None:
            state.legal = LegalMoves(self._rules().legal_moves(state.position))
        return state.legal

    def is_legal(self, move: M) -> bool:
        """True if ``move in legal_moves``, without listing them."""
        state = self._state
        if state.legal is not None:
            return move in state.legal
        return isinstance(move, self.move_type) and self._rules().is_legal(state.position, move)

    def why_illegal(self, move: M) -> IllegalMoveError | None:
        """Why a move is not legal: the first rule that it breaks; None if it is legal.

        ``reason`` is one of ``Illegal``; ``details`` have the letter of the moved ``piece``, and the names of
        the ``squares`` and the letters of the ``pieces`` that stand in the way or attack the king.  TypeError
        if it is not a move of this game.
        """
        if not isinstance(move, self.move_type):
            raise TypeError(f"{move!r} is not a move of {self.game}")
        return None if self.is_legal(move) else self._not_legal(move)

    def push(self, move: M) -> None:
        """Play a move.  If it is not legal, IllegalMoveError is raised and nothing changes.

        TypeError if it is not a move of this game.
        """
        if not isinstance(move, self.move_type):
            raise TypeError(f"{move!r} is not a move of {self.game}")
        state = self._state
        played = self._rules().play(state.position, move)
        if played is None:
            raise self._not_legal(move)
        position, gives_check, irreversible = played
        halfmove_clock, first = state.halfmove_clock, state.first_repeatable_ply
        if irreversible:
            halfmove_clock, first = 0, len(self._states)
        elif self._advances_move_limit(gives_check):
            halfmove_clock += 1
        fullmove = state.fullmove + state.position.turn
        self._states.append(State(position, gives_check, halfmove_clock, fullmove, first))
        self.move_stack.append(move)

    def push_uci(self, text: str) -> M:
        """Play a move given in UCI and return it.

        InvalidMoveError if the text is not a move, IllegalMoveError if the move is not legal."""
        move = self.move_type.from_uci(text)
        self.push(move)
        return move

    def push_line(self, texts: Iterable[str], first: int = 1) -> None:
        """Play moves given in UCI, all or none.

        The InvalidMoveError or IllegalMoveError gives the number of the refused move, counted from ``first``.
        """
        ply = self.ply()
        for number, text in enumerate(texts, first):
            try:
                self.push_uci(text)
            except (InvalidMoveError, IllegalMoveError) as error:
                del self._states[ply + 1 :]
                del self.move_stack[ply:]
                raise error.numbered(number) from None

    def parse(self, text: str) -> M:
        """Read a legal move in any notation of the game.

        InvalidMoveError if the text is not a move, IllegalMoveError if no legal move fits,
        AmbiguousMoveError, with the candidates, if several do.
        """
        move = self.move_type.from_uci(text.strip())
        self._require_legal(move)
        return move

    def pop(self) -> M:
        """Take the last move back and return it.  IndexError if there is none."""
        move = self.move_stack.pop()
        self._states.pop()
        return move

    def peek(self) -> M:
        """The last move played.  IndexError if there is none."""
        return self.move_stack[-1]

    def ply(self) -> int:
        """The number of moves played since the start position of this board."""
        return len(self.move_stack)

    def copy(self) -> Self:
        """An independent board with the same game."""
        return self._with(self._states.copy(), self.move_stack.copy())

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def root(self) -> Self:
        """A board with the start position of this game."""
        return self._with(self._states[:1], [])

    def after_null_move(self) -> Self:
        """The position with the other side to move, without the game that led to it.  ValueError in check."""
        if self.is_check():
            raise ValueError("a side in check cannot pass")
        position: Any = self.position
        turned = position._replace(turn=self.turn.other, **self.null_move_changes)
        return self._with([State(turned, False, 0, self.fullmove_number, 0)], [])

    def positions(self, plies: int | None = None) -> list[P]:
        """The positions of the game, from its start to a ply (None: the last)."""
        states = self._states if plies is None else self._states[: plies + 1]
        return [state.position for state in states]

    def reversible_line(self) -> tuple[P, int, list[M]]:
        """The part of the game in which a search can find repetitions.

        Returns a position, its halfmove clock, and the moves from there to the current one.  The position
        is the one after the last irreversible move (or the start), but at most LONGEST_LINE moves back.
        """
        first = max(self._state.first_repeatable_ply, self.ply() - LONGEST_LINE)
        state = self._states[first]
        return state.position, state.halfmove_clock, self.move_stack[first:]

    def checks_given(self, side: int, ply: int | None = None) -> int:
        """The checks that a side has given since the last irreversible move, that move included, up to a ply
        of the game (None: now)."""
        last = self.ply() if ply is None else ply
        first = max(self._states[last].first_repeatable_ply, 1)
        return sum(state.checked and state.position.turn != side for state in self._states[first : last + 1])

    # --- the end of the game --------------------------------------------------------------------------------

    def is_check(self) -> bool:
        """True if the side to move is in check."""
        return self._state.checked

    def is_checkmate(self) -> bool:
        """True if the side to move is in check and has no legal move."""
        return self._state.checked and not self.legal_moves

    def is_stalemate(self) -> bool:
        """True if the side to move has no legal move and is not in check."""
        return not self._state.checked and not self.legal_moves

    def is_insufficient_material(self) -> bool:
        """True if neither side can win any more."""
        return self._rules().insufficient_material(self._state.position)

    def can_win(self, side: S) -> bool:
        """False if the side's material rules out a win by any sequence of legal moves.

        When a side runs out of time, its opponent wins only if this is true (FIDE Laws 6.9).  The default
        does not look at the material.
        """
        return True

    def is_move_limit(self) -> bool:
        """True if the move limit is reached."""
        return self._state.halfmove_clock >= self.move_limit

    def is_repetition(self, count: int = 3) -> bool:
        """True if the position occurs for at least the ``count``-th time."""
        return self.occurrences() >= count

    def occurrences(self) -> int:
        """How often the position has occurred, the current time included."""
        return len(self._occurrences())

    def outcome(self) -> Outcome | None:
        """How the game has ended; None while it goes on.

        A side without a legal move ends the game even at the move limit.
        """
        if not self.legal_moves:
            checked = self._state.checked
            result = self._rules().no_moves_result(self._state.position, checked)
            winner = {-1: self.turn.other, 0: None, 1: self.turn}[result]
            return Outcome(winner, Termination.CHECKMATE if checked else self.stalemate)
        if self.is_insufficient_material():
            return Outcome(None, Termination.INSUFFICIENT_MATERIAL)
        repetition = self._repetition()
        if repetition is not None:
            return repetition
        if self.is_move_limit():
            return Outcome(None, Termination.MOVE_LIMIT)
        return None

    def is_game_over(self) -> bool:
        """True if the game has ended."""
        return self.outcome() is not None

    def perft(self, depth: int) -> int:
        """The number of sequences of ``depth`` legal moves, to test the rules.

        ValueError for a depth that is negative or beyond the kernel's MAX_PLY.
        """
        return self._rules().perft(self._state.position, depth)

    # --- internals ------------------------------------------------------------------------------------------

    @property
    def _state(self) -> State[P, M]:
        return self._states[-1]

    def _occurrences(self) -> list[int]:
        """The plies at which the position has occurred."""
        position = self._state.position
        first = self._state.first_repeatable_ply
        return [ply for ply, each in enumerate(self._states[first:], first) if each.position == position]

    def _require_legal(self, move: M) -> None:
        """IllegalMoveError if the move is not legal."""
        if not self.is_legal(move):
            raise self._not_legal(move)

    def _read(self, read: Callable[[Callable[[M], bool]], M]) -> M:
        """The move that ``read`` finds in a text, given the test for legal moves.

        If it finds none, the IllegalMoveError says why the likeliest of those that it tried is not legal: of
        several pieces, one that can move like that.
        """
        try:
            return read(self.is_legal)
        except IllegalMoveError as error:
            tried: list[M] = []

            def refuse(move: M) -> bool:
                tried.append(move)
                return False

            with suppress(IllegalMoveError):
                read(refuse)
            refusals = [
                self._not_legal(move, error.text) for move in dict.fromkeys(tried) if not self.is_legal(move)
            ]
            likely = [each for each in refusals if each.reason != Illegal.SHAPE] or refusals
            raise likely[0] if likely else error from None

    def _not_legal(self, move: M, text: str = "") -> IllegalMoveError:
        """The error for a move that is not legal, written like ``text``: the first rule that it breaks."""
        rule = self._first_broken_rule(move)
        text = text or move.uci()
        return IllegalMoveError(
            rule.reason,
            f"{clip(text)} is not legal: {rule.message}",
            text,
            fen=self.fen(),
            move=move.uci(),
            piece=self.placement[move.orig],
            squares=" ".join(self.grid.names[at] for at in rule.squares),
            pieces="".join(self.placement[at] for at in rule.squares),
        )

    def _first_broken_rule(self, move: M) -> BrokenRule:
        if type(self)._broken_rule is Board._broken_rule:
            return BrokenRule(Illegal.NOT_LEGAL, "the rules do not allow it")
        placement, names = self.placement, self.grid.names
        mover = self.side_of(placement[move.orig])
        if mover is None:
            return BrokenRule(Illegal.NO_PIECE, f"there is no piece on {names[move.orig]}")
        if mover is not self.turn:
            return BrokenRule(Illegal.OPPONENTS_PIECE, f"the piece on {names[move.orig]} is the opponent's")
        if move.orig == move.dest:
            return BrokenRule(Illegal.SAME_SQUARE, "the piece stays where it is")
        if self.side_of(placement[move.dest]) is self.turn:
            return BrokenRule(Illegal.OWN_PIECE, f"a piece of your own is on {names[move.dest]}", [move.dest])
        return self._broken_rule(move) or self._check_after(move)

    def _check_after(self, move: M) -> BrokenRule:
        """The check that a pseudo-legal move does not answer, or brings about."""
        attackers = self._attackers(move)
        king_letter = self.kings[self.turn]
        king = self.pieces[king_letter].piece_type.word
        moves_king = self.placement[move.orig] == king_letter
        if not attackers:
            kings = [move.dest if moves_king else self.king(self.turn), self.king(self.turn.other)]
            return BrokenRule(Illegal.KINGS_FACING, f"the {king}s would face each other", kings)
        by = " and ".join(
            f"the {self.pieces[self.placement[at]].piece_type.word} on {self.grid.names[at]}"
            for at in attackers
        )
        if moves_king:
            return BrokenRule(Illegal.KING_INTO_CHECK, f"the {king} would be in check from {by}", attackers)
        if self.is_check() and not {*attackers}.isdisjoint(self._attackers()):
            return BrokenRule(Illegal.IN_CHECK, f"the {king} would still be in check from {by}", attackers)
        return BrokenRule(Illegal.EXPOSES_KING, f"that would leave the {king} in check from {by}", attackers)

    def _attackers(self, move: M | None = None) -> list[Square]:
        """The squares of the pieces that attack the king of the side to move, perhaps after its move."""
        king = self.king(self.turn)
        target = move.dest if move is not None and move.orig == king else king
        return self._rules().attackers(self.position, target, move)

    def _with(self, states: list[State[P, M]], moves: list[M]) -> Self:
        board = type(self).__new__(type(self))
        board._states, board.move_stack = states, moves
        return board
