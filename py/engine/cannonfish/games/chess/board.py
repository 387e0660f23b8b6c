"""A game of chess.

Threefold repetition and the fifty-move rule end the game by themselves; no player has to claim the draw.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from cannonfish.games import base
from cannonfish.games.base.illegal import BrokenRule, Illegal
from cannonfish.games.chess import illegal, san
from cannonfish.games.chess.fen import (
    EMPTY,
    FAULT_FLAGS,
    STARTING_FEN,
    Position,
    Status,
    cleaned,
    faults,
    format_fen,
    parse_fen,
    parse_rights,
    passed_squares,
    rights_text,
)
from cannonfish.games.chess.move import Move
from cannonfish.games.chess.pieces import PIECES, QUEEN, SIGNS, Piece, PieceType, Side
from cannonfish.games.chess.rules import rules
from cannonfish.games.chess.squares import GRID, RANKS, SQUARES, Square, square_name, square_rank

MOVE_LIMIT: Final = 100
"""The game is drawn after so many consecutive plies without a capture or pawn move (FIDE Laws 9.3)."""

_COORDINATES: Final = re.compile(
    r"""(?P<orig>[a-h][1-8]) (?P<sign>[-x:])? (?P<dest>[a-h][1-8]) (?: =?\(? (?P<promotion>[QRBNqrbn]) \)? )?
        [+#]{0,2} [!?]*""",
    re.VERBOSE | re.ASCII,
)
"""Two squares without a piece; with a sign, those of a pawn are also algebraic."""


class Board(base.Board[Position, Move, Side, Piece]):
    """A position of chess with the game that led to it.

    The en passant square is part of a position, and of its FEN, only where a pawn can legally be taken.
    A position is repeated if the same side is to move, the same moves are legal, and the castling rights are
    the same (FIDE Laws 9.2.3).  Neither side can win with bare kings, kings and one knight, or kings and
    bishops on squares of one shade (FIDE Laws 5.2.2).
    """

    game = "chess"
    starting_fen = STARTING_FEN
    grid = GRID
    move_type = Move
    pieces_by_letter = PIECES
    signs = SIGNS
    fault_flags = FAULT_FLAGS
    move_limit = MOVE_LIMIT
    null_move_changes = {"ep_square": None}  # noqa: RUF012 - never changed

    notation = "san"

    _parse = staticmethod(parse_fen)
    _faults = staticmethod(faults)
    _format = staticmethod(format_fen)
    _rules = staticmethod(rules)

    @staticmethod
    def _en_passant(position: Position) -> tuple[str, ...]:
        return tuple(map(square_name, passed_squares(position)))

    @classmethod
    def _normalized(cls, position: Position) -> Position:
        return rules().normalized(position)

    def _oddities(self) -> Status:
        return rules().status(self.position)

    @classmethod
    def _cleaned(cls, position: Position) -> Position:
        return cleaned(position)

    def _transformed_rights(self, square_of: Callable[[Square], Square], exchanged: bool) -> dict[str, Any]:
        rights, passed = self.position.rights, self.ep_square
        return {
            "rights": rights >> 2 | (rights & 3) << 2 if exchanged else rights,
            "ep_square": None if passed is None else square_of(passed),
        }

    def can_win(self, side: Side) -> bool:
        """False if the material rules out mate by any sequence of moves.

        A lone king cannot mate.  A single knight can mate only if a rook, bishop, knight or pawn of the
        opponent can block its own king.  Bishops cannot mate if all bishops on the board are on squares of
        one shade and there is neither a knight nor a pawn.
        """
        # The side's pieces are capitals:
        letters = self.placement if self._side(side) else self.placement.swapcase()
        if not set("QRP").isdisjoint(letters):
            return True
        knights, bishops = letters.count("N"), letters.count("B")
        if knights:
            return knights + bishops > 1 or not set("rbnp").isdisjoint(letters)
        shades = {sum(divmod(square, 8)) % 2 for square in SQUARES if letters[square] in "Bb"}
        return bishops > 0 and (len(shades) > 1 or not set("np").isdisjoint(letters))

    @property
    def ep_square(self) -> Square | None:
        """The square that a pawn has just passed, if it can legally be taken there; else None."""
        return self.position.ep_square

    @property
    def castling_rights(self) -> str:
        """The remaining castling rights as in a FEN, such as ``KQkq``; empty if there are none."""
        return rights_text(self.position.rights)

    def has_castling_rights(self, side: Side) -> bool:
        """True if the side has a castling right left."""
        return self.has_kingside_castling_rights(side) or self.has_queenside_castling_rights(side)

    def has_kingside_castling_rights(self, side: Side) -> bool:
        """True if the side may still castle short."""
        return "Kk"[self._side(side)] in self.castling_rights

    def has_queenside_castling_rights(self, side: Side) -> bool:
        """True if the side may still castle long."""
        return "Qq"[self._side(side)] in self.castling_rights

    def set_castling_fen(self, text: str) -> None:
        """Set the castling rights as in a FEN, as far as king and rook are there; this is an edit.

        InvalidFenError if the text is malformed."""
        self._edit(rights=parse_rights(text))

    def has_legal_en_passant(self) -> bool:
        """True if a pawn can legally be taken en passant."""
        return self.ep_square is not None

    def find_move(self, orig: Square, dest: Square, promotion: PieceType | None = None) -> Move:
        """The legal move between two squares; a pawn on the last rank becomes a queen if nothing is said.

        IllegalMoveError if there is none."""
        pawn = self.placement[self.grid.known(orig)] in "Pp" and square_rank(dest) in (0, RANKS - 1)
        move = Move(orig, dest, promotion or QUEEN if pawn else promotion)
        self._require_legal(move)
        return move

    def generate_castling_moves(self) -> Iterator[Move]:
        """The legal castling moves."""
        return filter(self.is_castling, self.legal_moves)

    def generate_legal_ep(self) -> Iterator[Move]:
        """The legal captures en passant."""
        return filter(self.is_en_passant, self.legal_moves)

    def is_capture(self, move: Move) -> bool:
        """True if the move, which must be legal, takes a piece, en passant included."""
        self._require_move(move)
        return rules().is_capture(self.position, move)

    def is_castling(self, move: Move) -> bool:
        """True if the move, which must be legal, castles."""
        return san.is_castling(self.placement, move)

    def is_kingside_castling(self, move: Move) -> bool:
        """True if the move, which must be legal, castles short."""
        return self.is_castling(move) and move.dest > move.orig

    def is_queenside_castling(self, move: Move) -> bool:
        """True if the move, which must be legal, castles long."""
        return self.is_castling(move) and move.dest < move.orig

    def is_en_passant(self, move: Move) -> bool:
        """True if the move, which must be legal, takes en passant."""
        return self.placement[move.dest] == EMPTY and self.is_capture(move)

    def is_zeroing(self, move: Move) -> bool:
        """True if the move, which must be legal, is a capture or a pawn move: the move limit begins anew."""
        return self.placement[move.orig] in "Pp" or self.is_capture(move)

    def _broken_rule(self, move: Move) -> BrokenRule | None:
        broken = illegal.broken_rule(self.position, move)
        if broken is not None and broken.reason is Illegal.PROMOTION:
            to_queen = Move(move.orig, move.dest, QUEEN)
            return broken if self.is_legal(to_queen) else self._check_after(to_queen)
        if broken is not None or not illegal.is_castling_attempt(self.placement, move):
            return broken
        if self.is_check():
            return self._castling_rule(Illegal.CASTLING_IN_CHECK, "out of check", self._attackers())
        passed = self._attackers(Move(move.orig, (move.orig + move.dest) // 2))
        return self._castling_rule(
            Illegal.CASTLING_THROUGH_CHECK, "through a square that is attacked", passed
        )

    def _castling_rule(self, reason: Illegal, how: str, attackers: list[Square]) -> BrokenRule | None:
        by = " and ".join(
            f"the {PIECES[self.placement[at]].piece_type.word} on {square_name(at)}" for at in attackers
        )
        return BrokenRule(reason, f"the king does not castle {how}: {by}", attackers) if attackers else None

    def text(self, move: Move, notation: str) -> str:
        """A legal move as ``san`` or ``uci``.  ValueError for another notation."""
        return self.san(move) if notation == "san" else super().text(move, notation)

    def variation_san(self, moves: Iterable[Move]) -> str:
        """Moves that follow each other in SAN: ``1. e4 e5 2. Nf3``."""
        return self.variation_text(moves, "san")

    def san(self, move: Move) -> str:
        """The move in standard algebraic notation: ``Nbd7``, ``exd6``, ``O-O``, ``e8=Q+``, ``Qxf7#``.

        IllegalMoveError if it is not legal.
        """
        self._require_legal(move)
        text = san.write(self.placement, move, self.legal_moves, self.is_capture(move))
        self.push(move)
        if self.is_check():
            text += "+" if self.legal_moves else "#"
        self.pop()
        return text

    def parse_san(self, text: str) -> Move:
        """Read a legal move in algebraic notation.

        InvalidMoveError if the text is not SAN, IllegalMoveError if no legal move fits, AmbiguousMoveError,
        with the candidates, if several do.
        """
        return self._read(lambda is_legal: san.parse(text, self.placement, self.turn, is_legal))

    def push_san(self, text: str) -> Move:
        """Play a move given in SAN, such as ``Nf3``; return it.  Raises what ``parse_san`` raises."""
        move = self.parse_san(text)
        self.push(move)
        return move

    def parse(self, text: str, language: str | None = None) -> Move:
        """Read a legal move in UCI, also as ``g1-f3`` and ``d7d8Q``, or in algebraic notation with letters of
        English or those of a ``language`` by its code.  Raises what ``parse_san`` raises."""
        if language is not None:
            text = san.in_english(text, language)
        found = _COORDINATES.fullmatch(text.strip())
        if found is None or (found["sign"] and self.placement[GRID.by_name[found["orig"]]] in "Pp"):
            return self.parse_san(text)
        return super().parse(found["orig"] + found["dest"] + (found["promotion"] or "").lower())
