"""The contract between a game and the search: everything that a game supplies besides its rules.

The search knows no game. It imports the names below and those of `cannonfish.kernel.rules`; linking binds
each of them to the definition in the game's files. This file only declares names; it is not part of a
program. The conventions of rules.py hold here, too.

Scores are in centipawns for the side to move; a static score stays within +-15000.
"""
# mypy: disable-error-code="empty-body"

# --- constants ---

# Slots of `position` with two independent 31-bit hash keys. They cover everything that distinguishes
# positions, except the side to move.
KEY: int
KEY2: int

# The first of three slots of `position` with hash keys of parts of the position: pawns of both sides, other
# pieces of side 0, other pieces of side 1.
GROUP_KEYS: int

# history_index() stays below HISTORY_SIZE, capture_index() below CAPTURE_SIZE.
HISTORY_SIZE: int
CAPTURE_SIZE: int

# Plies of the move limit clock (path.py) at which the game is drawn, unless the last move ended it.
MOVE_LIMIT: int

# The number of a side's checks since the last irreversible move that advance the move limit clock. Further
# checks, and the replies to them, do not. MOVE_LIMIT or more: every ply counts.
COUNTED_CHECKS: int

# 1: a side that repeats a position with nothing but checks loses; 0: any repetition is a draw.
PERPETUAL_CHECK_LOSES: int

# 1: a side that repeats it with nothing but attacks on one piece, as in chased(), loses too.
PERPETUAL_CHASE_LOSES: int

# 1: near the leaves the search prunes quiet moves that lose the moved piece by see_at_least(). 0: it searches
# them, for games in which the exchange value judges quiet moves poorly.
PRUNE_LOSING_QUIETS: int

# --- arrays ---

# State that make() and unmake() update; the search reads the slots of keys.
position: list[int]

# --- moves ---


def is_capture(move: int) -> int:
    """1 if generate_captures() lists the move, 0 if generate_quiets() does."""
    ...


def null_move_ok(side: int) -> int:
    """1 if zugzwang is unlikely here, so that the search may try a null move."""
    ...


def make_null() -> int:
    """Pass the turn (chess: forget the en passant square); return what unmake_null() needs."""
    ...


def unmake_null(undo: int) -> None:
    """Take a null move back."""
    ...


# --- the end of the game ---


def insufficient_material() -> int:
    """1 if neither side can win by any sequence of moves."""
    ...


def material_key() -> int:
    """A hash of the material: equal for the same pieces, almost always different for others."""
    ...


def no_moves_result(side: int, checked: int) -> int:
    """The result for a side without a legal move: -1 loss, 0 draw, 1 win. `checked` is in_check(side)."""
    ...


def chased(side: int, victims: int, base: int) -> int:
    """The pieces among `victims` that the side chases, as if it were to move; overwrites moves[base:].

    Both are bit sets of at most 16 pieces of the other side; a piece keeps its bit as it moves.
    """
    ...


# --- evaluation and move ordering ---


def evaluate(side: int) -> int:
    """Static score of the position for `side`, which is to move."""
    ...


def history_index(move: int) -> int:
    """Index of the move in the history tables: usually moving piece and destination."""
    ...


def capture_index(move: int) -> int:
    """Index of a capture in the capture history: usually moving piece, destination and victim."""
    ...


def capture_score(side: int, move: int) -> int:
    """Static order of a capture, within +-100000; negative if the exchange loses material."""
    ...


def victim_value(move: int) -> int:
    """Value of the captured material in centipawns; 0 for a quiet move."""
    ...


def see_at_least(side: int, move: int, threshold: int) -> int:
    """Static exchange evaluation: 1 if the side gains at least `threshold` after the best recaptures.

    `threshold` is in the units of the game's exchange values, which need not be centipawns.
    """
    ...


def is_attacked_after(side: int, move: int) -> int:
    """After `move` of `side` was made: 1 if the other side could take the piece that moved."""
    ...
