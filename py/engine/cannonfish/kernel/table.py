"""The transposition table: results of earlier searches, by position.

A bucket of 16 words, one cache line, holds five entries of three words (the last word is unused):

    0   key2: tells the positions of a bucket apart; `key` selects the bucket
    1   move | depth << 16 | bound << 24 | age << 26
    2   score + 32768 | (static evaluation + 16384) << 16

Threads share the table without locks. If two of them write an entry at the same time, words of both can be
left in it. So with threads, word 0 is key2 ^ word 1 ^ word 2: an entry whose words do not belong together is
not found (chessprogramming wiki, "Shared Hash Table"). A single thread stores plain key2, which saves
1.3 % of its instructions. probe() copies the words that it has checked, because they may change at any time.

Mate scores count from the entry's position, not from the root of the search that stored them
(chessprogramming wiki, "Transposition Table").
"""

from typing import Annotated

from cannonfish.kernel.host import zeros
from cannonfish.kernel.state import AGE, SHARES_TABLE, search_state, thread

# The table has 64 << TT_BITS bytes.
TT_BITS = 14

MATE = 30000
MATE_BOUND = 29000
NO_EVAL = -16000
BOUND_EXACT, BOUND_LOWER, BOUND_UPPER = 1, 2, 3

# Fields of the second and third word.
MOVE_MASK = 65535
DEPTH_SHIFT, DEPTH_MASK = 16, 127
BOUND_SHIFT, BOUND_MASK = 24, 3
AGE_SHIFT, AGE_MASK = 26, 31
SCORE_OFFSET, SCORE_MASK = 32768, 65535
EVAL_SHIFT, EVAL_OFFSET = 16, 16384

ENTRY_WORDS = 3
BUCKET_BITS = 4
BUCKET_END = 15  # past the last entry of a bucket

# Replacement: an entry counts its depth less AGE_PENALTY for every search since; the lowest is overwritten.
# A bound does not replace an entry of this search, for the same position, that is more than REPLACE_MARGIN
# plies deeper.
AGE_PENALTY = 8
REPLACE_MARGIN = 4
EMPTY_PRIORITY = -1000

table: Annotated[list[int], "shared"] = zeros(1 << BUCKET_BITS + TT_BITS)
# The bits of a key that select its bucket. The host may clear the upper ones, to use a part of the table: a
# smaller table would be another program, which takes up to half a second to make.
table_mask: list[int] = [(1 << TT_BITS) - 1]

# The second and third word of the entry that probe() has found last.
found_entry: list[int] = [0] * 2


def probe(key2: int, key: int) -> int:
    """1 if the position has an entry, else 0. entry_move() and the others then read the entry."""
    bucket = (key & table_mask[0]) << BUCKET_BITS
    if thread[SHARES_TABLE]:
        return probe_shared(key2, bucket)
    for entry in range(bucket, bucket + BUCKET_END, ENTRY_WORDS):
        if table[entry] == key2:
            found_entry[0] = table[entry + 1]
            found_entry[1] = table[entry + 2]
            return 1
    return 0


def probe_shared(key2: int, bucket: int) -> int:
    """probe() in a table that threads share."""
    for entry in range(bucket, bucket + BUCKET_END, ENTRY_WORDS):
        info = table[entry + 1]
        values = table[entry + 2]
        if table[entry] == key2 ^ info ^ values:
            found_entry[0] = info
            found_entry[1] = values
            return 1
    return 0


def store(key2: int, key: int, move: int, depth: int, bound: int, score: int, raw_eval: int) -> None:
    """Write an entry over the position's own, else over the shallowest and oldest one of the bucket."""
    bucket = (key & table_mask[0]) << BUCKET_BITS
    replaced = bucket
    lowest = 1 << 20
    shared = thread[SHARES_TABLE]
    for entry in range(bucket, bucket + BUCKET_END, ENTRY_WORDS):
        info = table[entry + 1]
        if table[entry] == (key2 ^ info ^ table[entry + 2] if shared else key2):
            if move == 0:
                move = info & MOVE_MASK
            if (
                bound != BOUND_EXACT
                and depth + REPLACE_MARGIN < info >> DEPTH_SHIFT & DEPTH_MASK
                and info >> AGE_SHIFT == search_state[AGE]
            ):
                return
            replaced = entry
            break
        value = (info >> DEPTH_SHIFT & DEPTH_MASK) - AGE_PENALTY * (
            search_state[AGE] - (info >> AGE_SHIFT) & AGE_MASK
        )
        if info == 0:
            value = EMPTY_PRIORITY
        if value < lowest:
            lowest = value
            replaced = entry
    info = move | depth << DEPTH_SHIFT | bound << BOUND_SHIFT | search_state[AGE] << AGE_SHIFT
    values = score + SCORE_OFFSET | raw_eval + EVAL_OFFSET << EVAL_SHIFT
    table[replaced] = key2 ^ info ^ values if shared else key2
    table[replaced + 1] = info
    table[replaced + 2] = values


def to_table(score: int, ply: int) -> int:
    """The score with mates counted from the position at `ply` instead of from the root."""
    if score > MATE_BOUND:
        return score + ply
    if score < -MATE_BOUND:
        return score - ply
    return score


def from_table(score: int, ply: int) -> int:
    """The score with mates counted from the root again."""
    if score > MATE_BOUND:
        return score - ply
    if score < -MATE_BOUND:
        return score + ply
    return score


# --- The fields of the entry that probe() has found last ---


def entry_move() -> int:
    """Best move, 0 for none."""
    return found_entry[0] & MOVE_MASK


def entry_depth() -> int:
    """Depth in plies."""
    return found_entry[0] >> DEPTH_SHIFT & DEPTH_MASK


def entry_bound() -> int:
    """BOUND_EXACT, BOUND_LOWER or BOUND_UPPER."""
    return found_entry[0] >> BOUND_SHIFT & BOUND_MASK


def entry_score(ply: int) -> int:
    """Score, with mates counted from the root of a search at this ply."""
    return from_table((found_entry[1] & SCORE_MASK) - SCORE_OFFSET, ply)


def entry_eval() -> int:
    """Static evaluation, NO_EVAL for none."""
    return (found_entry[1] >> EVAL_SHIFT) - EVAL_OFFSET
