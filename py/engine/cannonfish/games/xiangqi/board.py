"""A game of Xiangqi: a start position, the moves played from it, and what the laws say about where it stands.

The laws decided here, and not by how pieces move, are those that end a game: no legal move (mate and
stalemate both lose), no attacker left, the third occurrence of a position, so many plies without a capture.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from cannonfish.errors import IllegalMoveError, InvalidFenError, InvalidMoveError
from cannonfish.games.legal_moves import LegalMoves
from cannonfish.games.outcome import Outcome, Termination
from cannonfish.games.xiangqi.fen import (
    EMPTY,
    STARTING_FEN,
    FenFault,
    Setup,
    format_fen,
    parse_fen,
    validate,
)
from cannonfish.games.xiangqi.judge import Explanation, Verdict, Window, again, explain, judge
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.notation import Notation, after, parse, write
from cannonfish.games.xiangqi.pieces import BLACK, KING, PIECES, Piece, Side
from cannonfish.games.xiangqi.rules import rules
from cannonfish.games.xiangqi.squares import FILES, RANKS, Square

MOVE_LIMIT: Final = 120
"""So many plies in a row without a capture draw the game (World Xiangqi Federation)."""

FREE_CHECKS: Final = 10
"""A side's later checks since the last capture, and the replies to them, do not count towards MOVE_LIMIT."""

LONGEST_LINE: Final = 512


@dataclass(slots=True, eq=False)
class _State:
    """A position of the game.  Never changed, except that the legal moves are filled in when asked for."""

    placement: str
    turn: Side
    checked: bool
    quiet: int
    """Plies since the last capture, as far as they count towards MOVE_LIMIT."""
    fullmove: int
    first: int
    """The ply of the earliest position that could come again: the one after the last capture."""
    checks: tuple[int, int]
    """Checks given since the last capture, by Red and by Black."""
    legal: LegalMoves[Move] | None = None


class Board:
    """A position with the game that led to it.

    ``Board()`` is the start; ``Board(fen)`` any other position, with the moves played that the FEN appends.
    InvalidFenError names what is wrong with the FEN, IllegalMoveError an appended move that cannot be played.
    """

    game: ClassVar = "xiangqi"

    move_stack: list[Move]
    """The moves played since the start position.  To be read, not written."""

    def __init__(self, fen: str = STARTING_FEN) -> None:
        setup = parse_fen(fen)
        validate(setup, fen)
        if rules().in_check(setup.placement, setup.turn.other):
            raise InvalidFenError(
                FenFault.OPPONENT_IN_CHECK, "the side that is not to move stands in check", fen
            )
        checked = rules().in_check(setup.placement, setup.turn)
        self._states = [_State(setup.placement, setup.turn, checked, setup.quiet, setup.fullmove, 0, (0, 0))]
        self.move_stack = []
        self.push_line(setup.moves)

    # --- the position ---------------------------------------------------------------------------------------

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self._state.turn

    @property
    def placement(self) -> str:
        """A FEN letter, or ``.``, for every point from a0 to i9."""
        return self._state.placement

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture, without those that do not count: see FREE_CHECKS."""
        return self._state.quiet

    @property
    def fullmove_number(self) -> int:
        """Starts at 1 (or what the FEN says) and grows after each move of Black."""
        return self._state.fullmove

    def fen(self) -> str:
        """The position as FEN, without the moves that led to it."""
        state = self._state
        return format_fen(Setup(state.placement, state.turn, state.quiet, state.fullmove))

    def piece_at(self, square: Square) -> Piece | None:
        """The piece on the point, or None."""
        return PIECES.get(self._state.placement[square])

    def piece_map(self) -> dict[Square, Piece]:
        """All pieces by their points."""
        return {at: PIECES[letter] for at, letter in enumerate(self._state.placement) if letter != EMPTY}

    def king(self, side: Side) -> Square:
        """Where the side's general stands."""
        return self._state.placement.index(Piece(KING, side).symbol())

    def __eq__(self, other: object) -> bool:
        """Equal boards have equal FENs; how they came about does not matter."""
        return self.fen() == other.fen() if isinstance(other, Board) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Board({self.fen()!r})"

    def __str__(self) -> str:
        """The board as ten lines of FEN letters, Black at the top."""
        rows = (self._state.placement[at : at + FILES] for at in range((RANKS - 1) * FILES, -1, -FILES))
        return "\n".join(" ".join(row) for row in rows)

    # --- moves ----------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> LegalMoves[Move]:
        """The moves that may be played: iterable, with a length, and ``move in board.legal_moves``."""
        state = self._state
        if state.legal is None:
            state.legal = LegalMoves(rules().legal_moves(state.placement, state.turn))
        return state.legal

    def is_legal(self, move: Move) -> bool:
        """The same as ``move in legal_moves``, without listing them."""
        state = self._state
        if state.legal is not None:
            return move in state.legal
        return rules().is_legal(state.placement, state.turn, move)

    def is_capture(self, move: Move) -> bool:
        """True if the move, which must be legal, takes a piece."""
        return self._state.placement[move.dest] != EMPTY

    def push(self, move: Move) -> None:
        """Play the move.  IllegalMoveError if it is not legal here; then nothing changes."""
        if not self.is_legal(move):
            raise self._not_legal(move)
        state = self._state
        mover = state.turn
        placement, gives_check = rules().play(state.placement, mover, move)
        quiet, first, checks = state.quiet, state.first, state.checks
        if self.is_capture(move):
            quiet, first, checks = 0, len(self._states), (0, 0)
        if gives_check:
            checks = (checks[0] + (mover is not BLACK), checks[1] + (mover is BLACK))
        free_check = gives_check and checks[mover] > FREE_CHECKS
        free_reply = state.checked and checks[mover.other] > FREE_CHECKS
        if not (self.is_capture(move) or free_check or free_reply):
            quiet += 1
        fullmove = state.fullmove + (mover is BLACK)
        self._states.append(_State(placement, mover.other, gives_check, quiet, fullmove, first, checks))
        self.move_stack.append(move)

    def push_uci(self, text: str) -> Move:
        """Read a move such as ``h2e2`` and play it.

        InvalidMoveError if the text is no move, IllegalMoveError if the move is not legal here.
        """
        move = Move.from_uci(text)
        self.push(move)
        return move

    def push_line(self, texts: Iterable[str], first: int = 1) -> None:
        """Play a line of moves in UCI.  All or none: the error gives the ``number`` of the bad move.

        ``first`` is the number of the first of them, where they continue a line.
        """
        ply = self.ply()
        for number, text in enumerate(texts, first):
            try:
                self.push_uci(text)
            except (InvalidMoveError, IllegalMoveError) as error:
                self._rewind(ply)
                raise error.numbered(number) from None

    def wxf(self, move: Move) -> str:
        """``C2=5``.  IllegalMoveError if the move is not legal here."""
        return self.write(move, Notation.WXF)

    def chinese(self, move: Move, traditional: bool = False) -> str:
        """``炮二平五``.  IllegalMoveError if the move is not legal here."""
        return self.write(move, Notation.TRADITIONAL if traditional else Notation.CHINESE)

    def iccs(self, move: Move) -> str:
        """``H2-E2``.  IllegalMoveError if the move is not legal here."""
        return self.write(move, Notation.ICCS)

    def write(self, move: Move, notation: Notation) -> str:
        """The move in any notation.  IllegalMoveError if it is not legal here."""
        if not self.is_legal(move):
            raise self._not_legal(move)
        return write(self.placement, move, notation)

    def parse(self, text: str, first_rank: int = 0) -> Move:
        """Read a legal move in UCI, ICCS, WXF or Chinese, with or without spaces.

        ``first_rank`` is 1 where coordinates count ranks from 1 to 10.  InvalidMoveError if the text is no
        move in any notation, IllegalMoveError if the move is not legal here, AmbiguousMoveError, with the
        candidates, if it can be several.
        """
        return parse(text, self.placement, self.turn, self.is_legal, first_rank)

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

    def placements(self, plies: int) -> list[str]:
        """The placements of the game from its beginning, up to that after so many moves."""
        return [state.placement for state in self._states[: plies + 1]]

    def reversible_line(self) -> tuple[Setup, list[Move]]:
        """What repetitions need: the position after the last capture, or else the start, and the moves since.

        Of a line longer than LONGEST_LINE only the end is given.
        """
        first = max(self._state.first, self.ply() - LONGEST_LINE)
        state = self._states[first]
        return Setup(state.placement, state.turn, state.quiet, state.fullmove), self.move_stack[first:]

    def root(self) -> "Board":
        """A board with the start position of this game."""
        board = Board.__new__(Board)
        board._states = self._states[:1]
        board.move_stack = []
        return board

    # --- the laws -------------------------------------------------------------------------------------------

    def is_check(self) -> bool:
        """True if the side to move stands in check."""
        return self._state.checked

    def is_checkmate(self) -> bool:
        """True if the side to move stands in check and has no legal move: it has lost."""
        return self._state.checked and not self.legal_moves

    def is_stalemate(self) -> bool:
        """True if the side to move has no legal move and stands in no check: a loss all the same (困毙)."""
        return not self._state.checked and not self.legal_moves

    def is_insufficient_material(self) -> bool:
        """True if no chariot, horse, cannon or soldier is left.  Nothing less draws, for stalemate wins."""
        return rules().drawn(self._state.placement)

    def is_move_limit(self) -> bool:
        """True after MOVE_LIMIT plies without a capture, not counting those that FREE_CHECKS excepts."""
        return self._state.quiet >= MOVE_LIMIT

    def is_repetition(self, count: int = 3) -> bool:
        """True if the position, with the same side to move, stands for the ``count``-th time or more."""
        return self.occurrences() >= count

    def occurrences(self) -> int:
        """How often the placement has stood with the same side to move, counting the start and now."""
        return len(self._occurrences())

    def repetition(self) -> Verdict | None:
        """What the law makes of the third occurrence of the position; None if it does not stand so often.

        The law is written down in ``cannonfish.games.xiangqi.judge``.
        """
        window = self._window(3)
        return None if window is None else judge(window)

    def warning(self) -> Verdict | None:
        """What the third occurrence will mean if the moves since the first are repeated; None unless the
        position stands for the second time."""
        window = None if self.is_repetition() else self._window(2)
        return None if window is None else judge(again(window))

    def explanation(self) -> Explanation | None:
        """Why repetition() or warning() says what it says, move by move; None if neither says anything."""
        window = self._window(3)
        if window is not None:
            return explain(window)
        window = self._window(2)
        if window is None:
            return None
        explanation = explain(again(window))
        return replace(explanation, moves=explanation.moves[: len(window.moves)])

    def moves_to_repetition(self, count: int = 3) -> list[Move]:
        """The legal moves after which a position stands for the ``count``-th time."""
        since = self._states[self._state.first :]
        stood = Counter(state.placement for state in since if state.turn is not self.turn)
        often = {placement for placement, times in stood.items() if times >= count - 1}
        if not often:
            return []
        placement = self._state.placement
        return [move for move in self.legal_moves if after(placement, move) in often]

    def quiet_plies(self) -> tuple[int, int]:
        """The ply of the last capture played (0 without one), and how many plies of this board's game since
        then do not count towards MOVE_LIMIT."""
        state = self._state
        before = self._states[state.first].quiet
        return state.first, self.ply() - state.first - (state.quiet - before)

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on.

        A side without a move has lost, even at the move limit.  The third occurrence of a position ends the
        game; whether somebody loses by it, the law of repetition decides (see ``repetition``).
        """
        if not self.legal_moves:
            termination = Termination.CHECKMATE if self._state.checked else Termination.STALEMATE
            return Outcome(self.turn.other, termination)
        if self.is_insufficient_material():
            return Outcome(None, Termination.INSUFFICIENT_MATERIAL)
        verdict = self.repetition()
        if verdict is not None:
            return verdict.outcome()
        if self.is_move_limit():
            return Outcome(None, Termination.MOVE_LIMIT)
        return None

    def is_game_over(self) -> bool:
        """True if outcome() has something to say."""
        return self.outcome() is not None

    def perft(self, depth: int) -> int:
        """The number of legal move sequences of that length: a test of the rules."""
        return rules().perft(self._state.placement, self._state.turn, depth)

    # --- within ---------------------------------------------------------------------------------------------

    @property
    def _state(self) -> _State:
        return self._states[-1]

    def _occurrences(self) -> list[int]:
        """The plies, since the last capture, at which this placement stood with the same side to move."""
        state = self._state
        since = enumerate(self._states[state.first :], state.first)
        return [ply for ply, each in since if each.placement == state.placement and each.turn is state.turn]

    def _window(self, count: int) -> Window | None:
        """The moves since the last but ``count`` occurrence of the position; None if there are fewer."""
        plies = self._occurrences()
        if len(plies) < count:
            return None
        first = plies[-count]
        checks = [state.checked for state in self._states[first + 1 :]]
        return Window(self.placement, self.turn, self.move_stack[first:], checks, first)

    def _not_legal(self, move: Move) -> IllegalMoveError:
        fen = self.fen()
        return IllegalMoveError("not_legal", f"{move.uci()} is not legal in {fen}", move.uci(), fen=fen)

    def _rewind(self, ply: int) -> None:
        del self._states[ply + 1 :]
        del self.move_stack[ply:]
