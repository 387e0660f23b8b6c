"""The rules of a game: the half of the contract that legal moves and perft need.

A game defines every name below; `cannonfish.kernel.game` declares the other half, which only the search
needs. This file only declares names; it is not part of a program.

Conventions of both halves:
  - Two sides, 0 and 1, move in turn. The game does not store the side to move: callers pass it.
  - A move is an int from 1 to 65535; 0 is no move. Only the game knows how a move is packed.
  - Truth values are 0 and 1.
  - A function that takes a move expects it to be pseudo-legal on the present board unless it says otherwise.
"""
# mypy: disable-error-code="empty-body"

# The size of the move stack: plies, and the most pseudo-legal moves that a position can have.
MAX_PLY: int
MOVES_PER_PLY: int

# The move stack, MAX_PLY * MOVES_PER_PLY moves: those of ply p begin at p * MOVES_PER_PLY.
moves: list[int]


def generate_captures(side: int, base: int) -> int:
    """Write to moves[base:] the pseudo-legal moves that change the material; return the end index."""
    ...


def generate_quiets(side: int, base: int) -> int:
    """Write to moves[base:] all other pseudo-legal moves; return the end index."""
    ...


def make(move: int) -> int:
    """Play the move; return what unmake() needs to take it back."""
    ...


def unmake(move: int, undo: int) -> None:
    """Take the move back: everything that make() changed is as before."""
    ...


def in_check(side: int) -> int:
    """1 if the side's king is attacked. If the side has just moved, its move was illegal."""
    ...


def pseudo_legal(side: int, move: int) -> int:
    """1 if generate_captures() or generate_quiets() would list this move; `move` may be any int."""
    ...


def can_expose_king(side: int, move: int) -> int:
    """1 if the move may leave the side's king attacked; 0 is certain if the side is not in check."""
    ...


def irreversible(move: int) -> int:
    """1 if no earlier position can recur after the move, which also resets the move limit clock."""
    ...
