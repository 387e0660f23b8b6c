"""The transposition table: what earlier searches found out about positions.

A bucket of 16 words (one cache line) holds five entries of three words:

    lock                                     tells positions of one bucket apart
    move | depth << 16 | bound << 24 | age << 26
    score + 32768 | (static score + 16384) << 16

Scores of mates count from the position, not from the root of the search that found them.
"""

from cannonfish.kernel.host import zeros
from cannonfish.kernel.state import AGE, search_state

# The table has 64 << TT_BITS bytes.
TT_BITS = 14

MATE = 30000
MATE_BOUND = 29000
NO_EVAL = -16000
BOUND_EXACT, BOUND_LOWER, BOUND_UPPER = 1, 2, 3
TABLE_DEPTH_MAX = 127

table: list[int] = zeros(16 << TT_BITS)
TABLE_MASK = (1 << TT_BITS) - 1


def probe(key2: int, key: int) -> int:
    """Index of the position's entry, -1 if there is none."""
    at = (key & TABLE_MASK) << 4
    for i in range(at, at + 15, 3):
        if table[i] == key2:
            return i
    return -1


def store(key2: int, key: int, move: int, depth: int, bound: int, score: int, raw_eval: int) -> None:
    """Write an entry: over the position's own, else an empty one, else the shallowest and oldest."""
    at = (key & TABLE_MASK) << 4
    slot = at
    least = 1 << 20
    for i in range(at, at + 15, 3):
        info = table[i + 1]
        if table[i] == key2:
            if move == 0:
                move = info & 65535
            # A much deeper result of this very search is worth more than a new bound.
            if bound != BOUND_EXACT and depth + 4 < info >> 16 & 127 and info >> 26 == search_state[AGE]:
                return
            slot = i
            break
        worth = (info >> 16 & 127) - 8 * (search_state[AGE] - (info >> 26) & 31)
        if info == 0:
            worth = -1000
        if worth < least:
            least = worth
            slot = i
    table[slot] = key2
    table[slot + 1] = move | depth << 16 | bound << 24 | search_state[AGE] << 26
    table[slot + 2] = score + 32768 | raw_eval + 16384 << 16


def to_table(score: int, ply: int) -> int:
    """Count a mate from the position instead of the root."""
    if score > MATE_BOUND:
        return score + ply
    if score < -MATE_BOUND:
        return score - ply
    return score


def from_table(score: int, ply: int) -> int:
    """Count a mate from the root again."""
    if score > MATE_BOUND:
        return score - ply
    if score < -MATE_BOUND:
        return score + ply
    return score


# --- The fields of an entry, by its index ---


def entry_move(entry: int) -> int:
    """Best move, 0 for none."""
    return table[entry + 1] & 65535


def entry_depth(entry: int) -> int:
    """Depth in plies."""
    return table[entry + 1] >> 16 & 127


def entry_bound(entry: int) -> int:
    """BOUND_EXACT, BOUND_LOWER or BOUND_UPPER."""
    return table[entry + 1] >> 24 & 3


def entry_score(entry: int, ply: int) -> int:
    """Score, with mates counted from the root of a search at this ply."""
    return from_table((table[entry + 2] & 65535) - 32768, ply)


def entry_eval(entry: int) -> int:
    """Static evaluation, NO_EVAL for none."""
    return (table[entry + 2] >> 16) - 16384
