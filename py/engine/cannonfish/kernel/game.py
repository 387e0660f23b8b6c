"""The contract: everything that a game supplies to the search.

The search knows no game. It imports the names below, and linking binds each of them to the definition
of the game it is linked with. This file holds declarations and no code; it is no part of a link set.

Common ground:
  - Two sides, 0 and 1, move in turn. The game does not keep whose turn it is: the search passes `side`.
  - A move is an int from 1 to 65535; 0 is no move. Only the game knows how it is packed.
  - Scores are centi-units for the side to move; a static score stays within +-15000.
  - Truth values are 0 and 1.
  - Hooks that take a move expect it to be pseudo-legal on the board as it is, unless they say otherwise.
"""
# mypy: disable-error-code="empty-body"

# --- constants ---

# The search goes no deeper than this many plies; no position has more pseudo-legal moves than that.
MAX_PLY: int
MOVES_PER_PLY: int

# Slots of `position` that hold two independent 31-bit hashes of everything that makes two positions
# different, except for the side to move.
KEY: int
KEY2: int

# history_index() stays below HISTORY_SIZE, capture_index() below CAPTURE_SIZE.
HISTORY_SIZE: int
CAPTURE_SIZE: int

# So many plies in a row without an irreversible move are a draw, unless the last of them ended the game.
MOVE_LIMIT: int

# 1: a side that repeats a position by nothing but checks loses; 0: that is a draw like any repetition.
PERPETUAL_CHECK_LOSES: int

# 1: near the leaves the search leaves out quiet moves that lose their piece, as see_at_least() tells; 0: it
# searches them, where exchanges are a poor judge of moves that take nothing.
PRUNE_LOSING_QUIETS: int

# --- arrays ---

# The move stack, MAX_PLY * MOVES_PER_PLY long: the moves of ply p are written from p * MOVES_PER_PLY.
moves: list[int]

# Facts that make() and unmake() keep up to date; KEY and LOCK are the slots that the search reads.
position: list[int]

# --- moves ---


def generate_captures(side: int, base: int) -> int:
    """Write the pseudo-legal moves that change material to moves[base:]; return the end index."""
    ...


def generate_quiets(side: int, base: int) -> int:
    """Write all other pseudo-legal moves to moves[base:]; return the end index."""
    ...


def pseudo_legal(side: int, move: int) -> int:
    """1 if captures() or quiets() would list this move here; any int may be asked about."""
    ...


def is_capture(move: int) -> int:
    """1 if captures() rather than quiets() lists the move."""
    ...


def irreversible(move: int) -> int:
    """1 if no earlier position can come again after the move; it also restarts the count to MOVE_LIMIT."""
    ...


def make(move: int) -> int:
    """Play the move; the result is what unmake() needs to take it back."""
    ...


def unmake(move: int, undo: int) -> None:
    """Take the move back: everything that make() changed is as before."""
    ...


def null_move_ok(side: int) -> int:
    """1 if having to move is hardly ever a disadvantage here, so that the search may try to pass."""
    ...


def make_null() -> int:
    """Pass the turn (chess: forget the en passant square); the result is for unmake_pass()."""
    ...


def unmake_null(undo: int) -> None:
    """Take a pass back."""
    ...


# --- state of the game ---


def in_check(side: int) -> int:
    """1 if the side's king could be taken now; right after a move of the side: the move was illegal."""
    ...


def insufficient_material() -> int:
    """1 if nobody can win any more, whatever is played."""
    ...


def no_moves_result(side: int, checked: int) -> int:
    """What a side without a legal move gets: -1 loss, 0 draw, 1 win. `checked` is in_check(side)."""
    ...


def evaluate(side: int) -> int:
    """Static score of the position for the side, which is to move."""
    ...


# --- ordering of moves ---


def history_index(move: int) -> int:
    """Small number for what moves where, by which the search remembers how moves have fared."""
    ...


def capture_index(move: int) -> int:
    """The same for a capture, which may also tell what is taken."""
    ...


def capture_score(side: int, move: int) -> int:
    """Static worth of a capture, within +-100000; negative if the exchange loses material."""
    ...


def victim_value(move: int) -> int:
    """What the move takes, in centi-units; 0 for a quiet move."""
    ...


def see_at_least(side: int, move: int, threshold: int) -> int:
    """Static exchange: 1 if the move leaves the side at least `bar` better after the best recaptures."""
    ...


def is_attacked_after(side: int, move: int) -> int:
    """After the side's `move` was made: 1 if the other side could take the piece that moved."""
    ...
