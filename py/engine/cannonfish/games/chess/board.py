"""A game of chess: a start position, the moves played from it, and what the laws say about where it stands.

The laws decided here, and not by how pieces move, are those that end a game: mate and stalemate, positions
that nobody can win, the third occurrence of a position, fifty moves without a capture or a pawn's move.  The
last two end the game by themselves, with no player having to claim it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from cannonfish.errors import IllegalMoveError, InvalidFenError, InvalidMoveError
from cannonfish.games.chess import san
from cannonfish.games.chess.fen import (
    EMPTY,
    RIGHTS,
    STARTING_FEN,
    FenFault,
    Position,
    Setup,
    format_fen,
    parse_fen,
    validate,
)
from cannonfish.games.chess.move import Move
from cannonfish.games.chess.pieces import BLACK, KING, PIECES, Piece, Side
from cannonfish.games.chess.rules import rules
from cannonfish.games.chess.squares import FILES, RANKS, Square
from cannonfish.games.legal_moves import LegalMoves
from cannonfish.games.outcome import Outcome, Termination

MOVE_LIMIT: Final = 100
"""So many plies in a row without a capture or a pawn's move draw the game (FIDE Laws 9.3)."""

LONGEST_LINE: Final = 512


@dataclass(slots=True, eq=False)
class _State:
    """A position of the game.  Never changed, except that the legal moves are filled in when asked for."""

    position: Position
    checked: bool
    quiet: int
    """Plies since the last capture or pawn's move."""
    fullmove: int
    first: int
    """The ply of the earliest position that could come again: the one after that move."""
    legal: LegalMoves[Move] | None = None


class Board:
    """A position with the game that led to it.

    ``Board()`` is the start; ``Board(fen)`` any other position, with the moves played that the FEN appends.
    InvalidFenError names what is wrong with the FEN, IllegalMoveError an appended move that is not legal.
    """

    game: ClassVar = "chess"

    move_stack: list[Move]
    """The moves played since the start position.  To be read, not written."""

    def __init__(self, fen: str = STARTING_FEN) -> None:
        setup = parse_fen(fen)
        validate(setup, fen)
        if rules().opponent_in_check(setup.position):
            raise InvalidFenError(
                FenFault.OPPONENT_IN_CHECK, "the side that is not to move stands in check", fen
            )
        position = rules().normal(setup.position)
        self._states = [_State(position, rules().in_check(position), setup.quiet, setup.fullmove, 0)]
        self.move_stack = []
        self.push_line(setup.moves)

    # --- the position ---------------------------------------------------------------------------------------

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self._state.position.turn

    @property
    def position(self) -> Position:
        """Everything that makes two positions the same under the law of repetition."""
        return self._state.position

    @property
    def placement(self) -> str:
        """A FEN letter, or ``.``, for every square from a1 to h8."""
        return self._state.position.placement

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn's move."""
        return self._state.quiet

    @property
    def fullmove_number(self) -> int:
        """Starts at 1 (or what the FEN says) and grows after each move of Black."""
        return self._state.fullmove

    @property
    def ep_square(self) -> Square | None:
        """The square that a pawn has just passed, if it can legally be taken there; else None."""
        return self._state.position.passed

    @property
    def castling_rights(self) -> str:
        """The rights that are left, as FEN writes them: ``KQkq``, or nothing."""
        rights = self._state.position.rights
        return "".join(letter for bit, letter in enumerate(RIGHTS) if rights >> bit & 1)

    def fen(self) -> str:
        """The position as FEN, without the moves that led to it.

        The en passant square is written only where a pawn can legally be taken.
        """
        state = self._state
        return format_fen(Setup(state.position, state.quiet, state.fullmove))

    def piece_at(self, square: Square) -> Piece | None:
        """The piece on the square, or None."""
        return PIECES.get(self.placement[square])

    def piece_map(self) -> dict[Square, Piece]:
        """All pieces by their squares."""
        return {at: PIECES[letter] for at, letter in enumerate(self.placement) if letter != EMPTY}

    def king(self, side: Side) -> Square:
        """Where the side's king stands."""
        return self.placement.index(Piece(KING, side).symbol())

    def __eq__(self, other: object) -> bool:
        """Equal boards have equal FENs; how they came about does not matter."""
        return self.fen() == other.fen() if isinstance(other, Board) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Board({self.fen()!r})"

    def __str__(self) -> str:
        """The board as eight lines of FEN letters, Black at the top."""
        rows = (self.placement[at : at + FILES] for at in range((RANKS - 1) * FILES, -1, -FILES))
        return "\n".join(" ".join(row) for row in rows)

    # --- moves ----------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> LegalMoves[Move]:
        """The moves that may be played: iterable, with a length, and ``move in board.legal_moves``."""
        state = self._state
        if state.legal is None:
            state.legal = LegalMoves(rules().legal_moves(state.position))
        return state.legal

    def is_legal(self, move: Move) -> bool:
        """The same as ``move in legal_moves``, without listing them."""
        state = self._state
        if state.legal is not None:
            return move in state.legal
        return rules().is_legal(state.position, move)

    def is_capture(self, move: Move) -> bool:
        """True if the move, which must be legal, takes a piece, also in passing."""
        return rules().is_capture(self._state.position, move)

    def is_castling(self, move: Move) -> bool:
        """True if the move, which must be legal, castles."""
        return san.is_castling(self.placement, move)

    def push(self, move: Move) -> None:
        """Play the move.  IllegalMoveError if it is not legal here; then nothing changes."""
        if not self.is_legal(move):
            raise self._not_legal(move)
        state = self._state
        irreversible = rules().is_irreversible(state.position, move)
        position, gives_check = rules().play(state.position, move)
        quiet, first = (0, len(self._states)) if irreversible else (state.quiet + 1, state.first)
        fullmove = state.fullmove + (state.position.turn is BLACK)
        self._states.append(_State(position, gives_check, quiet, fullmove, first))
        self.move_stack.append(move)

    def push_uci(self, text: str) -> Move:
        """Play a move given as ``e2e4``; return it.  InvalidMoveError or IllegalMoveError if it is none."""
        move = Move.from_uci(text)
        self.push(move)
        return move

    def push_san(self, text: str) -> Move:
        """Play a move given as ``Nf3``; return it.  Raises what ``parse_san`` raises."""
        move = self.parse_san(text)
        self.push(move)
        return move

    def push_line(self, texts: Iterable[str], first: int = 1) -> None:
        """Play moves given in UCI, all or none.

        The InvalidMoveError or IllegalMoveError of a move that cannot be played names its number, counted
        from ``first``.
        """
        ply = self.ply()
        for number, text in enumerate(texts, first):
            try:
                self.push_uci(text)
            except (InvalidMoveError, IllegalMoveError) as error:
                self._rewind(ply)
                raise error.numbered(number) from None

    def san(self, move: Move) -> str:
        """The move in standard algebraic notation: ``Nbd7``, ``exd6``, ``O-O``, ``e8=Q+``, ``Qxf7#``.

        IllegalMoveError if it is not legal here.
        """
        if not self.is_legal(move):
            raise self._not_legal(move)
        text = san.write(self.placement, move, self.legal_moves, self.is_capture(move))
        self.push(move)
        if self.is_check():
            text += "+" if self.legal_moves else "#"
        self.pop()
        return text

    def parse_san(self, text: str) -> Move:
        """Read a legal move in algebraic notation.

        InvalidMoveError if it is no such text, IllegalMoveError if no legal move fits, AmbiguousMoveError,
        with the candidates, if several do.
        """
        return san.parse(text, self.placement, self.legal_moves)

    def parse(self, text: str) -> Move:
        """Read a legal move in UCI or algebraic notation.  Raises what ``parse_san`` raises."""
        try:
            move = Move.from_uci(text.strip())
        except InvalidMoveError:
            return self.parse_san(text)
        if not self.is_legal(move):
            raise self._not_legal(move)
        return move

    def pop(self) -> Move:
        """Take the last move back and return it.  IndexError if none has been played."""
        move = self.move_stack.pop()
        self._states.pop()
        return move

    def peek(self) -> Move:
        """The last move played.  IndexError if there is none."""
        return self.move_stack[-1]

    def ply(self) -> int:
        """The number of moves played since the start position of this board."""
        return len(self.move_stack)

    def copy(self) -> "Board":
        """An independent board with the same game."""
        board = Board.__new__(Board)
        board._states = self._states.copy()
        board.move_stack = self.move_stack.copy()
        return board

    def root(self) -> "Board":
        """A board with the start position of this game."""
        board = Board.__new__(Board)
        board._states = self._states[:1]
        board.move_stack = []
        return board

    def reversible_line(self) -> tuple[Position, int, list[Move]]:
        """What repetitions need: the position after the last capture or pawn's move, or else the start; the
        quiet plies before it; and the moves since.  Of a line longer than LONGEST_LINE only the end is given.
        """
        first = max(self._state.first, self.ply() - LONGEST_LINE)
        state = self._states[first]
        return state.position, state.quiet, self.move_stack[first:]

    # --- the laws -------------------------------------------------------------------------------------------

    def is_check(self) -> bool:
        """True if the side to move stands in check."""
        return self._state.checked

    def is_checkmate(self) -> bool:
        """True if the side to move stands in check and has no legal move: it has lost."""
        return self._state.checked and not self.legal_moves

    def is_stalemate(self) -> bool:
        """True if the side to move has no legal move and stands in no check: a draw."""
        return not self._state.checked and not self.legal_moves

    def is_insufficient_material(self) -> bool:
        """True if no sequence of moves ends in mate.

        Kings alone are left then, or one knight with them, or bishops on squares of one shade.
        """
        return rules().drawn(self._state.position)

    def is_move_limit(self) -> bool:
        """True after fifty moves of each side without a capture or a pawn's move."""
        return self._state.quiet >= MOVE_LIMIT

    def is_repetition(self, count: int = 3) -> bool:
        """True if the position stands for the ``count``-th time or more."""
        return self.occurrences() >= count

    def occurrences(self) -> int:
        """How often the position has stood, counting the start and now.

        Positions are the same if the same side is to move and the same moves are legal, castling later and en
        passant now included (FIDE Laws 9.2.3).
        """
        position = self._state.position
        return sum(state.position == position for state in self._states[self._state.first :])

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on.  Mate ends it even at the move limit."""
        if not self.legal_moves:
            if self._state.checked:
                return Outcome(self.turn.other, Termination.CHECKMATE)
            return Outcome(None, Termination.STALEMATE)
        if self.is_insufficient_material():
            return Outcome(None, Termination.INSUFFICIENT_MATERIAL)
        if self.is_repetition():
            return Outcome(None, Termination.REPETITION)
        if self.is_move_limit():
            return Outcome(None, Termination.MOVE_LIMIT)
        return None

    def is_game_over(self) -> bool:
        """True if outcome() has something to say."""
        return self.outcome() is not None

    def perft(self, depth: int) -> int:
        """The number of legal move sequences of that length: a test of the rules."""
        return rules().perft(self._state.position, depth)

    # --- within ---------------------------------------------------------------------------------------------

    @property
    def _state(self) -> _State:
        return self._states[-1]

    def _not_legal(self, move: Move) -> IllegalMoveError:
        fen = self.fen()
        return IllegalMoveError("not_legal", f"{move.uci()} is not legal in {fen}", move.uci(), fen=fen)

    def _rewind(self, ply: int) -> None:
        del self._states[ply + 1 :]
        del self.move_stack[ply:]
