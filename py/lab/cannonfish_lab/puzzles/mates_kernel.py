"""Forced mates over all moves of both sides: a dialect file, linked with the rules of a game.

A side is mated when it has no legal move and loses by that: in Xiangqi also without check, in chess only in
check.  A shortest mate repeats no position, so repetition rules are not needed; nor is the move limit,
because the counters of puzzles start at zero.

Results do not depend on the path to a position.  They are stored in a table, where both hash keys must match.
"""

from cannonfish.kernel.rules import (
    MAX_PLY,
    MOVES_PER_PLY,
    generate_captures,
    generate_quiets,
    in_check,
    make,
    moves,
    unmake,
)

from cannonfish_lab.puzzles.mates_contract import KEY, KEY2, no_moves_result, position

PROOF_BITS = 17
UNKNOWN = 2

# Four words per entry: both keys; the fewest moves known to win, with the most moves known not to win << 8;
# the winning move.
proofs: list[int] = [0] * (4 << PROOF_BITS)
refutations: list[int] = [0] * (2 * MAX_PLY)  # the last two refutations of each ply
winners: list[int] = [0] * MOVES_PER_PLY

# Slots of `work`: moves made, and their limit.
MADE, MOST = range(2)
work: list[int] = [0] * 2


def begin(most: int) -> None:
    """Reset the counter; give up after `most` moves."""
    work[MADE] = 0
    work[MOST] = most


def is_mated(side: int) -> int:
    """1 if the side to move, which has no legal move, loses by that."""
    return 1 if no_moves_result(side, in_check(side)) < 0 else 0


def has_move(side: int, ply: int) -> int:
    """1 if the side to move has a legal move."""
    base = ply * MOVES_PER_PLY
    end = generate_quiets(side, generate_captures(side, base))
    for i in range(base, end):
        move = moves[i]
        captured = make(move)
        legal = 1 - in_check(side)
        unmake(move, captured)
        if legal:
            return 1
    return 0


def ordered(side: int, ply: int, first: int) -> int:
    """Write the legal moves, `first` first, then checks, then the others; return the end index."""
    base = ply * MOVES_PER_PLY
    end = generate_quiets(side, generate_captures(side, base))
    n = base
    checks = base
    for i in range(base, end):
        move = moves[i]
        captured = make(move)
        if in_check(side) == 0:
            moves[n] = move
            if move == first:
                moves[n] = moves[checks]
                moves[checks] = moves[base]
                moves[base] = move
                checks += 1
            elif in_check(1 - side):
                moves[n] = moves[checks]
                moves[checks] = move
                checks += 1
            n += 1
        unmake(move, captured)
    return n


def wins(side: int, count: int, ply: int) -> int:
    """1 if the side to move wins with at most `count` moves of its own, 0 if not, UNKNOWN if given up."""
    key2 = position[KEY2] ^ side
    key = position[KEY]
    at = (key & (1 << PROOF_BITS) - 1) << 2
    first = 0
    if proofs[at] == key2 and proofs[at + 1] == key:
        known = proofs[at + 2]
        if known & 255 and known & 255 <= count:
            return 1
        if known >> 8 >= count:
            return 0
        first = proofs[at + 3]
    base = ply * MOVES_PER_PLY
    end = ordered(side, ply, first)
    for i in range(base, end):
        move = moves[i]
        captured = make(move)
        result = lost(1 - side, count - 1, ply + 1)
        unmake(move, captured)
        if result == UNKNOWN:
            return UNKNOWN
        if result:
            remember(at, key2, key, count, 0, move)
            return 1
    remember(at, key2, key, 0, count, 0)
    return 0


def remember(at: int, key2: int, key: int, won: int, not_won: int, move: int) -> None:
    """Store a result for the position, together with earlier results."""
    if proofs[at] == key2 and proofs[at + 1] == key:
        known = proofs[at + 2]
        if won == 0:
            won = known & 255
            move = proofs[at + 3]
        not_won = max(not_won, known >> 8)
    proofs[at] = key2
    proofs[at + 1] = key
    proofs[at + 2] = won | not_won << 8
    proofs[at + 3] = move


def lost(side: int, count: int, ply: int) -> int:
    """1 if the side to move, whatever it plays, loses to at most `count` moves; 0 if not; UNKNOWN."""
    work[MADE] += 1
    if work[MADE] > work[MOST]:
        return UNKNOWN
    if count == 0:
        return 0 if has_move(side, ply) else is_mated(side)
    base = ply * MOVES_PER_PLY
    end = generate_quiets(side, generate_captures(side, base))
    slot = 2 * ply
    # Refutations of the previous sibling come first, like killer moves.
    front = base
    for i in range(base, end):
        if moves[i] == refutations[slot] or moves[i] == refutations[slot + 1]:
            move = moves[i]
            moves[i] = moves[front]
            moves[front] = move
            front += 1
    legal = 0
    for i in range(base, end):
        move = moves[i]
        captured = make(move)
        result = 1
        if in_check(side) == 0:
            legal = 1
            result = wins(1 - side, count, ply + 1)
        unmake(move, captured)
        if result != 1:
            if result == 0 and move != refutations[slot]:
                refutations[slot + 1] = refutations[slot]
                refutations[slot] = move
            return result
    return 1 if legal else is_mated(side)


def winning_moves(side: int, count: int) -> int:
    """Write to `winners` all moves after which the other side loses to `count` - 1 more; return their number.

    -1 if given up.
    """
    end = ordered(side, 0, 0)
    n = 0
    for i in range(end):
        move = moves[i]
        captured = make(move)
        result = lost(1 - side, count - 1, 1)
        unmake(move, captured)
        if result == UNKNOWN:
            return -1
        if result:
            winners[n] = move
            n += 1
    return n
