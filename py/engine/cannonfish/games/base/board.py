"""A game: a start position, the moves played from it, and the rules that end it."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final, Self

from cannonfish.errors import GameError, IllegalMoveError, InvalidMoveError, clip
from cannonfish.games.base import epd
from cannonfish.games.base.base_board import BaseBoard, K, M, P, S, State
from cannonfish.games.base.grid import Square
from cannonfish.games.base.illegal import BrokenRule, Illegal
from cannonfish.games.outcome import Outcome, Termination

LONGEST_LINE: Final = 512
"""The most moves of a reversible line that the search gets; a longer line loses its first moves."""


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

    def count(self) -> int:
        """The number of moves, as in python-chess."""
        return len(self._moves)

    def __repr__(self) -> str:
        return f"<LegalMoves: {' '.join(move.uci() for move in self._moves)}>"


class Board(BaseBoard[P, M, S, K]):
    """A position with the game that led to it.

    ``Board()`` is the start position.  ``Board(fen)`` sets up any playable position and plays the moves that
    are appended to the FEN.  It raises InvalidFenError for a wrong FEN, and InvalidMoveError or
    IllegalMoveError for a wrong appended move.  ``status()`` tells whether the position can arise in a game.
    With ``strict=False`` any position is set up; what needs moves raises the InvalidFenError if it cannot be
    played.

    A game supplies the types (position, move, side, result of ``piece_at``), the class attributes, and the
    abstract methods.
    """

    move_type: type[M]
    """The class of the game's moves."""
    move_limit: ClassVar[int]
    """The game is drawn after this many consecutive plies without an irreversible move."""
    stalemate: ClassVar[Termination] = Termination.STALEMATE
    """The termination if the side to move has no legal move and is not in check."""
    null_move_changes: ClassVar[Mapping[str, Any]] = {}
    """The fields of a position, besides ``turn``, that a null move changes, with their new values."""
    notation: ClassVar[str] = "uci"
    """The notation of ``variation_text`` and of EPD."""

    def __init__(self, fen: str | None = None, *, strict: bool = True) -> None:
        self.move_stack = []
        if fen is None:
            self._states = [self._starting_state()]
            return
        setup = self._parse(fen)
        state = self._any_state_of(setup, fen)
        if state.faults and (strict or setup.moves):
            raise state.faults[0]
        self._states = [state]
        self.push_line(setup.moves)

    def _broken_rule(self, move: M) -> BrokenRule | None:
        """The rule of movement that a move breaks; None if it breaks none and so leaves the king in check.

        The mover has a piece on its origin, and none on its destination.  A game without this method does not
        explain its rules.
        """
        return None

    def _advances_move_limit(self, gives_check: bool) -> bool:
        """True if the reversible move about to be played, which gives or answers a check, counts towards the
        move limit; any other does."""
        return True

    def _repetition(self) -> Outcome | None:
        """The outcome if a repetition ends the game, else None."""
        return Outcome(None, Termination.REPETITION) if self.is_repetition() else None

    # --- moves ----------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> LegalMoves[M]:
        """The legal moves: iterable, with a length, and ``move in board.legal_moves``."""
        state = self._state
        if state.legal is None:
            state.legal = LegalMoves(self._rules().legal_moves(self._playable()))
        return state.legal

    @property
    def pseudo_legal_moves(self) -> LegalMoves[M]:
        """The moves by the rules of movement, whether or not they leave the mover's king in check."""
        return LegalMoves(self._rules().pseudo_legal_moves(self._playable()))

    def generate_legal_moves(
        self, from_squares: Iterable[Square] | None = None, to_squares: Iterable[Square] | None = None
    ) -> Iterator[M]:
        """The legal moves from some squares to some squares; None: from or to any."""
        return self._filtered(self.legal_moves, from_squares, to_squares)

    def generate_pseudo_legal_moves(
        self, from_squares: Iterable[Square] | None = None, to_squares: Iterable[Square] | None = None
    ) -> Iterator[M]:
        """The same of ``pseudo_legal_moves``."""
        return self._filtered(self.pseudo_legal_moves, from_squares, to_squares)

    def _filtered(
        self, moves: Iterable[M], from_squares: Iterable[Square] | None, to_squares: Iterable[Square] | None
    ) -> Iterator[M]:
        known = self.grid.known
        origs, dests = (
            None if squares is None else frozenset(map(known, squares))
            for squares in (from_squares, to_squares)
        )
        return (
            move
            for move in moves
            if (origs is None or move.orig in origs) and (dests is None or move.dest in dests)
        )

    def generate_legal_captures(
        self, from_squares: Iterable[Square] | None = None, to_squares: Iterable[Square] | None = None
    ) -> Iterator[M]:
        """The legal moves that capture."""
        return filter(self.is_capture, self.generate_legal_moves(from_squares, to_squares))

    def find_move(self, orig: Square, dest: Square) -> M:
        """The legal move between two squares.  IllegalMoveError if there is none."""
        move = self.move_type(orig, dest)
        self._require_legal(move)
        return move

    @abstractmethod
    def is_capture(self, move: M) -> bool:
        """True if the move takes a piece."""

    def is_irreversible(self, move: M) -> bool:
        """True if no earlier position can occur again after the legal move."""
        return self._played(move)[2]

    def gives_check(self, move: M) -> bool:
        """True if the legal move gives check.  IllegalMoveError if it is not legal."""
        return self._played(move)[1]

    def is_pseudo_legal(self, move: M) -> bool:
        """True if the rules of movement allow the move, whether or not it leaves the king in check."""
        return isinstance(move, self.move_type) and self._rules().is_pseudo_legal(self._playable(), move)

    def is_into_check(self, move: M) -> bool:
        """True if the rules of movement allow the move, but it leaves the mover's king in check."""
        return self.is_pseudo_legal(move) and not self.is_legal(move)

    def was_into_check(self) -> bool:
        """True if the side that is not to move stands in check."""
        king = self.king(self.turn.other)
        return king is not None and self.is_attacked_by(self.turn, king)

    def is_legal(self, move: M) -> bool:
        """True if ``move in legal_moves``, without listing them."""
        state = self._state
        if state.legal is not None:
            return move in state.legal
        return isinstance(move, self.move_type) and self._rules().is_legal(
            self._playable(), move, state.checked
        )

    def why_illegal(self, move: M) -> IllegalMoveError | None:
        """Why a move is not legal: the first rule that it breaks; None if it is legal.

        ``reason`` is one of ``Illegal``; ``details`` have the letter of the moved ``piece``, and the names of
        the ``squares`` and the letters of the ``pieces`` that stand in the way or attack the king.  TypeError
        if it is not a move of this game.
        """
        self._require_move(move)
        return None if self.is_legal(move) else self._not_legal(move)

    def _require_move(self, move: object) -> None:
        """TypeError if it is not a move of this game."""
        if not isinstance(move, self.move_type):
            raise TypeError(f"{move!r} is not a move of {self.game}")

    def push(self, move: M) -> None:
        """Play a move.  If it is not legal, IllegalMoveError is raised and nothing changes.

        TypeError if it is not a move of this game.
        """
        if not isinstance(move, self.move_type):
            self._require_move(move)
        state = self._states[-1]
        played = None if state.faults else self._rules().play(state.position, move, state.checked)
        position, gives_check, irreversible = played or self._played(move)
        halfmove_clock, first = state.halfmove_clock, state.first_repeatable_ply
        if irreversible:
            halfmove_clock, first = 0, len(self._states)
        elif not (gives_check or state.checked) or self._advances_move_limit(gives_check):
            halfmove_clock += 1
        fullmove = state.fullmove + state.position.turn
        self._states.append(State(position, gives_check, halfmove_clock, fullmove, first))
        self.move_stack.append(move)

    def _played(self, move: M) -> tuple[P, bool, bool]:
        """The position after a legal move, whether the move gives check, and whether it is irreversible."""
        self._require_move(move)
        played = self._rules().play(self._playable(), move, self._state.checked)
        if played is None:
            raise self._not_legal(move)
        return played

    def _playable(self) -> P:
        """The position; its fault is raised if it cannot be played."""
        state = self._state
        if state.faults:
            raise state.faults[0]
        return state.position

    def parse_uci(self, text: str) -> M:
        """Read a legal move given in UCI.

        InvalidMoveError if the text is not a move, IllegalMoveError if the move is not legal."""
        move = self.move_type.from_uci(text)
        self._require_legal(move)
        return move

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

    def copy(self, *, stack: bool = True) -> Self:
        """An independent board with the same game; without the ``stack``, with its last position only."""
        return self._with(self._states.copy(), self.move_stack.copy()) if stack else self.copy_of_position()

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __getstate__(self) -> tuple[State[P, M], list[M]]:
        """The start position and the moves: the rest follows from them."""
        return replace(self._states[0], legal=None), self.move_stack

    def __setstate__(self, state: tuple[State[P, M], list[M]]) -> None:
        self._states, self.move_stack = [state[0]], []
        for move in state[1]:
            self.push(move)

    def root(self) -> Self:
        """A board with the start position of this game."""
        return self._with(self._states[:1], [])

    def after_null_move(self) -> Self:
        """The position with the other side to move, without the game that led to it.  ValueError in check."""
        position: Any = self._playable()
        if self.is_check():
            raise ValueError("a side in check cannot pass")
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
        side, last = self._side(side), self.ply() if ply is None else ply
        first = max(self._states[last].first_repeatable_ply, 1)
        return sum(
            state.checked and state.position.turn is not side for state in self._states[first : last + 1]
        )

    # --- the end of the game --------------------------------------------------------------------------------

    def is_check(self) -> bool:
        """True if the side to move is in check."""
        state = self._state
        return state.checked if not state.faults else bool(self.checkers())

    def is_checkmate(self) -> bool:
        """True if the side to move is in check and has no legal move."""
        return self._state.checked and not self.legal_moves

    def is_stalemate(self) -> bool:
        """True if the side to move has no legal move and is not in check."""
        return not self._state.checked and not self.legal_moves

    def is_insufficient_material(self) -> bool:
        """True if neither side can win any more."""
        return self._rules().insufficient_material(self._playable())

    def has_insufficient_material(self, side: S) -> bool:
        """True if the side's material rules out a win: the opposite of ``can_win``."""
        return not self.can_win(side)

    def can_win(self, side: S) -> bool:
        """False if the side's material rules out a win by any sequence of legal moves.

        When a side runs out of time, its opponent wins only if this is true (FIDE Laws 6.9).  The default
        does not look at the material.
        """
        self._side(side)
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

    def result(self) -> str:
        """``1-0`` (the first mover won), ``0-1``, ``1/2-1/2``, or ``*`` while the game goes on."""
        outcome = self.outcome()
        return "*" if outcome is None else outcome.result()

    def perft(self, depth: int) -> int:
        """The number of sequences of ``depth`` legal moves, to test the rules.

        ValueError for a depth that is negative or beyond the kernel's MAX_PLY.
        """
        return self._rules().perft(self._playable(), depth)

    # --- texts ----------------------------------------------------------------------------------------------

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from cannonfish import svg  # not on the site, whose board is the page's

        return svg.current(self, size=svg.NOTEBOOK_SIZE)

    def text(self, move: M, notation: str) -> str:
        """A legal move in a notation of the game by its name, for a caller who knows that it is legal.

        ValueError for an unknown notation.
        """
        if notation != "uci":
            raise ValueError(f"{self.game} has no notation {notation!r}")
        return move.uci()

    def uci(self, move: M) -> str:
        """The move in UCI."""
        return move.uci()

    def variation_text(self, moves: Iterable[M], notation: str | None = None) -> str:
        """Moves that follow each other, with their numbers: ``1. C2=5 H8+7 2. H2+3``.

        ``notation`` is the name of a notation; None: the usual one of the game.  IllegalMoveError, with its
        number in the line, for a move that is not legal.
        """
        board, words = self.copy_of_position(), []
        for number, move in enumerate(moves, 1):
            mover, fullmove = board.turn, board.fullmove_number
            try:
                [text] = board._texts([move], notation)
            except IllegalMoveError as error:
                raise error.numbered(number) from None
            if mover:
                words.append(f"{fullmove}. {text}")
            else:
                words.append(f"{fullmove}...{text}" if number == 1 else text)
        return " ".join(words)

    def epd(self, **operations: Any) -> str:
        """The position as EPD.  An operand is a text, a number, None, or one or more legal moves."""

        def write_moves(moves: list[M], follow: bool) -> list[str]:
            return [*self.copy_of_position()._texts(moves, None, follow)]

        return " ".join([epd.fields(self.fen()), *epd.write(operations, write_moves)])

    def set_epd(self, text: str) -> dict[str, Any]:
        """Set up the position of an EPD and return its operations.  Moves are read in any notation, and with
        any count of ranks that makes them legal.

        InvalidFenError, or what ``parse`` raises for a move; then nothing has changed.
        """
        fen, operations = epd.split(text, self.starting_fen)
        board = type(self)()
        board.set_fen(fen)
        refusals: list[GameError] = []
        # Fairy-Stockfish, which counts ranks from 1, names the variant without quotes.
        from_one = not (operations.get("variant") or '"').startswith('"')
        for first_rank in (1, None) if from_one else (None, 1):
            read = partial(board._read_moves, first_rank)
            try:
                values = {opcode: epd.value(opcode, each, read) for opcode, each in operations.items()}
            except GameError as error:
                refusals.append(error)
            else:
                self._begin(board._state)
                return values
        raise refusals[0]

    @classmethod
    def from_epd(cls, text: str) -> tuple[Self, dict[str, Any]]:
        """A board with the position of an EPD, and its operations."""
        board = cls()
        return board, board.set_epd(text)

    def _parse_counted(self, text: str, first_rank: int | None) -> M:
        """As ``parse``; ``first_rank`` is the number of the lowest rank, where there are two customs."""
        return self.parse(text)

    def _texts(self, moves: Iterable[M], notation: str | None, follow: bool = True) -> Iterator[str]:
        """Each legal move in a notation; the board plays them if they follow each other."""
        for move in moves:
            self._require_legal(move)
            yield self.text(move, notation or self.notation)
            if follow:
                self.push(move)

    def _read_moves(self, first_rank: int | None, texts: Iterable[str], follow: bool) -> list[M]:
        """The legal moves of texts, which follow each other or not."""
        board, moves = self.copy_of_position(), []
        for text in texts:
            moves.append(board._parse_counted(text, first_rank))
            if follow:
                board.push(moves[-1])
        return moves

    # --- internals ------------------------------------------------------------------------------------------

    def _occurrences(self) -> list[int]:
        """The plies at which the position has occurred."""
        position = self._state.position
        first = self._state.first_repeatable_ply
        return [ply for ply, each in enumerate(self._states[first:], first) if each.position == position]

    def _require_legal(self, move: M) -> None:
        """IllegalMoveError if the move is not legal, TypeError if it is not one of this game."""
        if not self.is_legal(move):
            self._require_move(move)
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
        king = self.pieces_by_letter[king_letter].piece_type.word
        moves_king = self.placement[move.orig] == king_letter
        if not attackers:
            own, other = map(self.placement.index, (self.kings[self.turn], self.kings[self.turn.other]))
            kings = [move.dest if moves_king else own, other]
            return BrokenRule(Illegal.KINGS_FACING, f"the {king}s would face each other", kings)
        by = " and ".join(
            f"the {self.pieces_by_letter[self.placement[at]].piece_type.word} on {self.grid.names[at]}"
            for at in attackers
        )
        if moves_king:
            return BrokenRule(Illegal.KING_INTO_CHECK, f"the {king} would be in check from {by}", attackers)
        if self.is_check() and not {*attackers}.isdisjoint(self._attackers()):
            return BrokenRule(Illegal.IN_CHECK, f"the {king} would still be in check from {by}", attackers)
        return BrokenRule(Illegal.EXPOSES_KING, f"that would leave the {king} in check from {by}", attackers)

    def _attackers(self, move: M | None = None) -> list[Square]:
        """The squares of the pieces that attack the king of the side to move, perhaps after its move."""
        king = self.placement.index(self.kings[self.turn])
        target = move.dest if move is not None and move.orig == king else king
        return self._rules().attackers(self.position, self.turn.other, target, move)
