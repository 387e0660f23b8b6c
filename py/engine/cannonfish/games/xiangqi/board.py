"""A game of Xiangqi.

A side without a legal move loses, in check or not.  The third occurrence of a position is judged by
``cannonfish.games.xiangqi.judge``.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from cannonfish.games import base
from cannonfish.games.base.illegal import BrokenRule
from cannonfish.games.base.move import after
from cannonfish.games.outcome import Outcome
from cannonfish.games.xiangqi import san
from cannonfish.games.xiangqi.fen import (
    EMPTY,
    FAULT_FLAGS,
    STARTING_FEN,
    Position,
    Status,
    faults,
    format_fen,
    kings_face,
    parse_fen,
)
from cannonfish.games.xiangqi.illegal import broken_rule
from cannonfish.games.xiangqi.judge import Explanation, Verdict, Window, explain, judge, repeated
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.notation import Custom, Notation, chinese, parse, vietnamese, wxf
from cannonfish.games.xiangqi.pieces import PIECES, SIGNS, Piece, Side
from cannonfish.games.xiangqi.rules import rules
from cannonfish.games.xiangqi.squares import GRID, Square

MOVE_LIMIT: Final = 120
"""Plies without a capture after which the game is drawn (World Xiangqi Federation), as in the kernel."""

COUNTED_CHECKS: Final = 10
"""Checks of a side since the last capture that count towards MOVE_LIMIT, as in the kernel.  Later checks and
the replies to them do not count."""


class Board(base.Board[Position, Move, Side, Piece]):
    """A position of Xiangqi with the game that led to it.

    Without chariots, horses, cannons and soldiers neither side can win.  Any other material can still win,
    because a stalemated side loses.
    """

    game = "xiangqi"
    starting_fen = STARTING_FEN
    grid = GRID
    move_type = Move
    pieces_by_letter = PIECES
    signs = SIGNS
    fault_flags = FAULT_FLAGS
    move_limit = MOVE_LIMIT

    notation = Notation.UCI

    _parse = staticmethod(parse_fen)
    _faults = staticmethod(faults)
    _format = staticmethod(format_fen)
    _rules = staticmethod(rules)

    def _oddities(self) -> Status:
        return rules().status(self.position)

    def is_capture(self, move: Move) -> bool:
        """True if the move, which must be legal, takes a piece."""
        self._require_move(move)
        return self.placement[move.dest] != EMPTY

    def attackers(self, side: Side, square: Square) -> frozenset[Square]:
        """The points of a side's pieces that attack a point: pinned ones, too, and whatever stands there.

        Generals attack each other on an open file.
        """
        side = self._side(side)
        found = super().attackers(side, square)
        general = self.king(side)
        faces = general is not None and square == self.king(side.other) and kings_face(self.placement)
        return found | {general} if faces and general is not None else found

    def can_win(self, side: Side) -> bool:
        """True with a chariot, a horse, a cannon or a soldier."""
        return not set("RNCP" if self._side(side) else "rncp").isdisjoint(self.placement)

    def _broken_rule(self, move: Move) -> BrokenRule | None:
        return broken_rule(self.placement, move)

    # --- notation -------------------------------------------------------------------------------------------

    def wxf(self, move: Move) -> str:
        """``C2=5``.  IllegalMoveError if the move is not legal."""
        return self.write(move, Notation.WXF)

    def chinese(self, move: Move, traditional: bool = False) -> str:
        """``炮二平五``.  IllegalMoveError if the move is not legal."""
        return self.write(move, Notation.TRADITIONAL if traditional else Notation.CHINESE)

    def vietnamese(self, move: Move, in_words: bool = False) -> str:
        """``P2-5``, or ``Pháo 2 bình 5``.  IllegalMoveError if the move is not legal."""
        return self.write(move, Notation.VIETNAMESE_WORDS if in_words else Notation.VIETNAMESE)

    def iccs(self, move: Move) -> str:
        """``H2-E2``.  IllegalMoveError if the move is not legal."""
        return self.write(move, Notation.ICCS)

    def san(self, move: Move) -> str:
        """``Che3``: algebraic notation, with ranks from 1 to 10, as Fairy-Stockfish writes it.

        IllegalMoveError if the move is not legal."""
        return self.write(move, Notation.SAN)

    def write(self, move: Move, notation: Notation) -> str:
        """The move in any notation.  IllegalMoveError if it is not legal."""
        self._require_legal(move)
        return self.text(move, notation)

    def text(self, move: Move, notation: str) -> str:
        """The move in any notation, for a caller who knows that it is legal.  ValueError for another name."""
        notation = Notation(notation)
        match notation:
            case Notation.UCI:
                return move.uci()
            case Notation.ICCS:
                return move.iccs()
            case Notation.WXF:
                return wxf(self.placement, move)
            case Notation.SAN:
                return self._san(move)
            case Notation.CHINESE | Notation.TRADITIONAL:
                return chinese(self.placement, move, notation is Notation.TRADITIONAL)
            case Notation.VIETNAMESE | Notation.VIETNAMESE_WORDS:
                return vietnamese(self.placement, move, notation is Notation.VIETNAMESE_WORDS)

    def _san(self, move: Move) -> str:
        text = san.write(self.placement, move, self.is_legal)
        self.push(move)
        if self.is_check():
            text += "+" if self.legal_moves else "#"
        self.pop()
        return text

    def variation_san(self, moves: Iterable[Move]) -> str:
        """Moves that follow each other in algebraic notation: ``1. Che3 Hg8 2. Hg3``."""
        return self.variation_text(moves, Notation.SAN)

    def parse(self, text: str, first_rank: int | None = None, custom: Custom | None = None) -> Move:
        """Read a legal move in UCI, ICCS, WXF, algebraic, Chinese or Vietnamese notation, with or without
        spaces, and signs for check, mate and quality.

        ``first_rank`` is the lowest rank, 0 or 1, in the record that has the text: there, what programs write
        decides between several meanings.  None if a person wrote it: ranks count from 0 in coordinates, from
        1 in algebraic notation, or from 0 if only that makes sense.  ``custom`` decides between WXF and
        Vietnamese notation where a text is a move in both: a record has no other, a person's own comes first,
        and without it both count.  InvalidMoveError if the text is not a move in any notation,
        IllegalMoveError if no legal move fits, AmbiguousMoveError, with the candidates, if several do.
        """
        return self._read(
            lambda is_legal: parse(
                text, self.placement, self.turn, is_legal, self.gives_check, first_rank, custom
            )
        )

    def _parse_counted(self, text: str, first_rank: int | None) -> Move:
        return self.parse(text, first_rank)

    # --- move limit -----------------------------------------------------------------------------------------

    def _advances_move_limit(self, gives_check: bool) -> bool:
        """False for checks beyond COUNTED_CHECKS and for the replies to them."""
        mover = self.turn
        free_check = gives_check and self.checks_given(mover) >= COUNTED_CHECKS
        free_reply = self.is_check() and self.checks_given(mover.other) > COUNTED_CHECKS
        return not (free_check or free_reply)

    def quiet_plies(self) -> tuple[int, int, int]:
        """The ply of the last capture (0 without one), how many plies since then do not count towards
        MOVE_LIMIT, and how many had been counted then: those before the first position."""
        state = self._state
        first = state.first_repeatable_ply
        before = self._states[first].halfmove_clock
        return first, self.ply() - first - (state.halfmove_clock - before), before

    # --- repetition -----------------------------------------------------------------------------------------

    def _repetition(self) -> Outcome | None:
        verdict = self.repetition()
        return None if verdict is None else verdict.outcome()

    def repetition(self) -> Verdict | None:
        """The verdict on the third occurrence of the position; None if it has not occurred so often."""
        window = self._window(3)
        return None if window is None else judge(window)

    def warning(self) -> Verdict | None:
        """The verdict on the third occurrence if the moves since the first are repeated; None unless the
        position occurs for the second time."""
        window = None if self.is_repetition() else self._window(2)
        return None if window is None else judge(repeated(window))

    def explanation(self) -> Explanation | None:
        """The reasons for repetition() or warning(), move by move; None if there is neither."""
        window = self._window(3)
        if window is not None:
            return explain(window)
        window = self._window(2)
        if window is None:
            return None
        explanation = explain(repeated(window))
        return replace(explanation, moves=explanation.moves[: len(window.moves)])

    def moves_to_repetition(self, count: int = 3) -> list[Move]:
        """The legal moves that bring about a position for the ``count``-th time."""
        since = self._states[self._state.first_repeatable_ply :]
        stood = Counter(state.position.placement for state in since if state.position.turn is not self.turn)
        often = {placement for placement, times in stood.items() if times >= count - 1}
        if not often:
            return []
        return [move for move in self.legal_moves if after(self.placement, move) in often]

    def _window(self, count: int) -> Window | None:
        """The moves since the ``count``-th last occurrence of the position; None if there are fewer."""
        plies = self._occurrences()
        if len(plies) < count:
            return None
        first = plies[-count]
        checks = [state.checked for state in self._states[first + 1 :]]
        return Window(self.position, self.move_stack[first:], checks, first)
