"""The changes of the last moves on the board, for an evaluation that is updated move by move: network.py.

make() pushes a level of changes, unmake() pops it. Game moves are never unmade, so the levels are kept in a
ring: level n is in slot n & LEVEL_MASK. A search overwrites the slots of levels far below; the last MAX_STEPS
levels are always valid.

The game numbers its pieces on squares, as in the index of its hash keys; 0 is none.
"""

# A setting: 1 in a program with network.py. Otherwise make() and unmake() record nothing.
RECORD_CHANGES = 0

LEVELS = 256  # more than two levels for every ply of a search, plus MAX_STEPS
LEVEL_MASK = LEVELS - 1
MAX_STEPS = 12  # levels that the network updates at once; beyond, it starts from the board

top_level: list[int] = [0]
added: list[int] = [0] * LEVELS  # the moved piece on its new square
removed: list[int] = [0] * LEVELS  # the moved piece on its old square
captured: list[int] = [0] * LEVELS  # the captured piece on its square, or 0
is_computed: list[int] = [0] * LEVELS  # 1: the network has computed this level


def push_change(new: int, old: int, victim: int) -> None:
    """Record a move: a piece on its new square, on its old one (its kind may differ), and the victim."""
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
    """Start again from the pieces on the board."""
    top_level[0] = 0
    for level in range(MAX_STEPS + 1):
        is_computed[-level & LEVEL_MASK] = 0
