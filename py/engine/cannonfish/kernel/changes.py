"""What the last moves changed on the board, for an evaluation that follows them: network.py.

make() pushes a level of changes, unmake() pops it. Game moves are never unmade, so the levels are kept in a
ring: level n is in slot n & LEVEL_MASK. A search overwrites the slots of levels that are far below; the last
MAX_STEPS levels are always valid.

Pieces on squares are numbers of the game's choice, as they index its hash keys; 0 is none.
"""

# A setting: 1 in a program with network.py. Otherwise make() and unmake() record nothing.
RECORD_CHANGES = 0

LEVELS = 256  # more than two for every ply of a search, and MAX_STEPS
LEVEL_MASK = LEVELS - 1
MAX_STEPS = 12

top_level: list[int] = [0]
added: list[int] = [0] * LEVELS  # the piece that moved, where it is now
removed: list[int] = [0] * LEVELS  # the same piece, where it was
captured: list[int] = [0] * LEVELS  # the captured piece, where it was, or 0
is_computed: list[int] = [0] * LEVELS  # 1: the network has computed this level


def push_change(new: int, old: int, victim: int) -> None:
    """Record a move: a piece leaves one square for another, where it may be of another kind."""
    level = top_level[0] + 1
    top_level[0] = level
    slot = level & LEVEL_MASK
    added[slot] = new
    removed[slot] = old
    captured[slot] = victim
    is_computed[slot] = 0


def pop_change() -> None:
    """Take the last level back."""
    top_level[0] -= 1


def reset_changes() -> None:
    """Begin anew with the pieces on the board."""
    top_level[0] = 0
    for level in range(MAX_STEPS + 1):
        is_computed[-level & LEVEL_MASK] = 0
