"""A game of Liuzichong: a start position, the moves played from it, and how it has ended.

A side that cannot move has lost (困死).  The old rules know no draw; here the third occurrence of a position
and a long time without a capture are one.  Neither can spoil a win: the longest takes 70 plies.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from cannonfish.errors import IllegalMoveError, InvalidMoveError, clip
from cannonfish.games.legal_moves import LegalMoves
from cannonfish.games.liuzichong.fen import EMPTY, STARTING_FEN, format_fen, parse_fen
from cannonfish.games.liuzichong.move import Move
from cannonfish.games.liuzichong.rules import after, rules
from cannonfish.games.liuzichong.sides import Side
from cannonfish.games.liuzichong.squares import FILES, RANKS, Square, parse_square, square_name
from cannonfish.games.outcome import Outcome, Termination

MOVE_LIMIT: Final = 100
"""So many plies in a row without a capture draw the game."""

LONGEST_LINE: Final = 512

_DISPLAYED: Final = re.compile(r"([a-d][1-4])-?([a-d][1-4])((?:x?[a-d][1-4])*)", re.ASCII | re.IGNORECASE)
_POINT: Final = re.compile(r"[a-d][1-4]", re.ASCII | re.IGNORECASE)


@dataclass(slots=True, eq=False)
class _State:
    """A position of the game.  Never changed, except that the legal moves are filled in when asked for."""

    placement: str
    turn: Side
    quiet: int
    """Plies since the last capture."""
    first: int
    """The ply of the earliest position that could come again: the one after the last capture."""
    captured: tuple[Square, ...]
    """What the move that led here took."""
    legal: LegalMoves[Move] | None = None


class Board:
    """A position with the game that led to it.

    ``Board()`` is the start; ``Board(fen)`` any other position, with the moves played that the text appends.
    InvalidFenError names what is wrong with the text, IllegalMoveError an appended move that is not legal.
    """

    game: ClassVar = "liuzichong"

    move_stack: list[Move]
    """The moves played since the start position.  To be read, not written."""

    def __init__(self, fen: str = STARTING_FEN) -> None:
        setup = parse_fen(fen)
        self._states = [_State(setup.placement, setup.turn, 0, 0, ())]
        self.move_stack = []
        self.push_line(setup.moves)

    # --- the position ---------------------------------------------------------------------------------------

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self._state.turn

    @property
    def placement(self) -> str:
        """``W``, ``B`` or ``.`` for every point from a1 to d4."""
        return self._state.placement

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture, or since the start position of this board."""
        return self._state.quiet

    def fen(self) -> str:
        """The position as text, ``BBBBB..BW..WWWWW w``, without the moves that led to it."""
        return format_fen(self._state.placement, self._state.turn)

    def stone_at(self, square: Square) -> Side | None:
        """Whose stone is on the point, or None."""
        letter = self._state.placement[square]
        return None if letter == EMPTY else next(side for side in Side if side.stone == letter)

    def stones(self, side: Side) -> int:
        """The number of stones that the side has left."""
        return self._state.placement.count(side.stone)

    def __eq__(self, other: object) -> bool:
        """Equal boards have equal FENs; how they came about does not matter."""
        return self.fen() == other.fen() if isinstance(other, Board) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Board({self.fen()!r})"

    def __str__(self) -> str:
        """The board as four lines, Black at the top."""
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
        """The same as ``move in legal_moves``."""
        return move in self.legal_moves

    def captures(self, move: Move) -> tuple[Square, ...]:
        """The points of the stones that the move takes: none, one or two.  IllegalMoveError if not legal."""
        if not self.is_legal(move):
            raise self._not_legal(move)
        return rules().captures(self._state.placement, self._state.turn, move)

    def is_capture(self, move: Move) -> bool:
        """True if the move, which must be legal, takes a stone."""
        return bool(self.captures(move))

    def push(self, move: Move) -> None:
        """Play the move.  IllegalMoveError if it is not legal here; then nothing changes."""
        captured = self.captures(move)
        state = self._state
        placement = after(state.placement, move, captured)
        quiet, first = (0, len(self._states)) if captured else (state.quiet + 1, state.first)
        self._states.append(_State(placement, state.turn.other, quiet, first, captured))
        self.move_stack.append(move)

    def push_uci(self, text: str) -> Move:
        """Play a move given as ``a2b2``; return it.  InvalidMoveError or IllegalMoveError if it is none."""
        move = Move.from_uci(text)
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

    def write(self, move: Move) -> str:
        """The move with what it takes: ``a2b2``, ``a2b2xc2``, ``b4b3xb1xc3``.

        IllegalMoveError if it is not legal here.
        """
        return "x".join([move.uci(), *map(square_name, self.captures(move))])

    def parse(self, text: str) -> Move:
        """Read a legal move, with or without what it takes: ``a2b2``, ``a2-b2``, ``a2b2xc2``.

        InvalidMoveError if the text is no move; IllegalMoveError if the move is not legal here, or takes
        something else than the text says.
        """
        found = _DISPLAYED.fullmatch("".join(text.split()))
        if found is None:
            raise InvalidMoveError(
                "syntax", f"{clip(text)!r} is not a move such as 'a2b2' or 'a2b2xc2'", text
            )
        orig, dest, takes = (group.lower() for group in found.groups())
        move = Move.from_uci(orig + dest)
        captured = self.captures(move)
        said = tuple(sorted(map(parse_square, _POINT.findall(takes))))
        if said and said != captured:
            taken = " and ".join(map(square_name, captured)) or "nothing"
            raise IllegalMoveError("other_capture", f"{move.uci()} takes {taken} here", text, fen=self.fen())
        return move

    def last_captures(self) -> tuple[Square, ...]:
        """What the last move took; nothing if none has been played."""
        return self._state.captured

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

    def reversible_line(self) -> tuple[str, Side, int, list[Move]]:
        """What repetitions need: placement, turn and quiet plies after the last capture, or of the start, and
        the moves since.  Of a line longer than LONGEST_LINE only the end is given.
        """
        first = max(self._state.first, self.ply() - LONGEST_LINE)
        state = self._states[first]
        return state.placement, state.turn, state.quiet, self.move_stack[first:]

    # --- the laws -------------------------------------------------------------------------------------------

    def is_check(self) -> bool:
        """False: there is no check."""
        return False

    def is_checkmate(self) -> bool:
        """False: there is no check."""
        return False

    def is_stalemate(self) -> bool:
        """True if the side to move has no legal move, with stones or without: it has lost (困死)."""
        return not self.legal_moves

    def is_insufficient_material(self) -> bool:
        """False: one stone plays on."""
        return False

    def is_move_limit(self) -> bool:
        """True after MOVE_LIMIT plies without a capture."""
        return self._state.quiet >= MOVE_LIMIT

    def is_repetition(self, count: int = 3) -> bool:
        """True if the position, with the same side to move, stands for the ``count``-th time or more."""
        return self.occurrences() >= count

    def occurrences(self) -> int:
        """How often the stones have stood so with the same side to move, counting the start and now."""
        now = self._state
        since = self._states[now.first :]
        return sum(state.placement == now.placement and state.turn is now.turn for state in since)

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on.  A side without a move has lost in any case."""
        if not self.legal_moves:
            return Outcome(self.turn.other, Termination.NO_MOVES)
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
        return rules().perft(self._state.placement, self._state.turn, depth)

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
