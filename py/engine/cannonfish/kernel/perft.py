"""Perft: counts of move sequences, which prove a move generator (chessprogramming wiki, "Perft")."""

from cannonfish.kernel.host import now, poll
from cannonfish.kernel.legal import legal_moves
from cannonfish.kernel.rules import MOVES_PER_PLY, make, moves, unmake

# The result of a count that poll() has ended.
STOPPED_COUNT = -1

# poll() is called after COUNT_EVERY subtrees of two plies; that number is doubled or halved until the calls
# are COUNT_MIN_MS to COUNT_MAX_MS apart. An interpreted subtree may take longer.
COUNT_EVERY, COUNTED, COUNT_CLOCK_READ = range(3)
COUNT_MIN_MS, COUNT_MAX_MS = 16, 40
perft_state: list[int] = [0] * 3


def perft(side: int, depth: int, ply: int) -> int:
    """The number of sequences of `depth` legal moves; `ply` is 0 at the root."""
    if depth == 0:
        return 1
    base = ply * MOVES_PER_PLY
    end = legal_moves(side, base)
    if depth == 1:
        return end - base
    if depth == 2 and must_stop_counting():
        return STOPPED_COUNT
    total = 0
    for i in range(base, end):
        move = moves[i]
        undo = make(move)
        if depth == 2:
            count = legal_moves(1 - side, end) - end
        else:
            count = perft(1 - side, depth - 1, ply + 1)
        unmake(move, undo)
        if count < 0:
            return STOPPED_COUNT
        total += count
    return total


def must_stop_counting() -> int:
    """1 if poll() asks to stop; it is called now and then."""
    perft_state[COUNTED] += 1
    if perft_state[COUNTED] < perft_state[COUNT_EVERY]:
        return 0
    time = now()
    spent = time - perft_state[COUNT_CLOCK_READ]
    if spent < COUNT_MIN_MS:
        perft_state[COUNT_EVERY] += perft_state[COUNT_EVERY] + 1
    elif spent > COUNT_MAX_MS:
        perft_state[COUNT_EVERY] >>= 1
    perft_state[COUNTED] = 0
    perft_state[COUNT_CLOCK_READ] = time
    return poll()
