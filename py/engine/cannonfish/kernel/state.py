"""The state of a search: its limits, its results so far, and the test for stopping."""

from typing import Annotated

from cannonfish.kernel.host import now, poll
from cannonfish.kernel.rules import MOVES_PER_PLY

# Slots of `search_state`. The host reads NODES, SELDEPTH, BEST_MOVE, BEST_SCORE, AGE, ENDING_SIDE and
# ENDING_HITS, and writes EXCLUDED_COUNT, STOP and ASKS_ENDINGS; the rest is internal.
#   NODES           positions visited since begin()
#   SELDEPTH        deepest ply reached
#   SIDE            side to move at the root
#   BEST_MOVE       best root move so far, 0 for none yet
#   BEST_SCORE      its score
#   EXCLUDED_COUNT  number of moves in excluded_root_moves
#   NODE_LIMIT      stop at this node
#   DEADLINE        stop at this time, in milliseconds of now()
#   STOP            1 once the search has to end
#   NEXT_LIMIT_TEST        value of NODES at which must_stop() is called next
#   CLOCK_EVERY     nodes between two calls of now()
#   LAST_CLOCK_READ time of the last call of now()
#   NEXT_POLL       time at which poll() is called next
#   ROOT_INDEX     index of the root in the path of positions (path.py)
#   AGE             number of the search, modulo 32
#   ROOT_DEPTH      depth of the current iteration
#   LAST_SCORE      score of the last finished iteration
#   NULL_MIN_PLY       no null moves at plies before this one
#   MOVE_LIMIT_FROM     least plies since the last irreversible move at which MOVE_LIMIT can be reached
#   NEXT_CLOCK_READ value of NODES at which now() is called next
#   ASKS_ENDINGS    1 if the host has tables of endings; the host sets it after begin()
#   ENDING_SIDE     side to move in the position that ask() looks up
#   ENDING_HITS     positions since begin() whose value a table has given
(
    NODES,
    SELDEPTH,
    SIDE,
    BEST_MOVE,
    BEST_SCORE,
    EXCLUDED_COUNT,
    NODE_LIMIT,
    DEADLINE,
    STOP,
    NEXT_LIMIT_TEST,
    CLOCK_EVERY,
    LAST_CLOCK_READ,
    NEXT_POLL,
    ROOT_INDEX,
    AGE,
    ROOT_DEPTH,
    LAST_SCORE,
    NULL_MIN_PLY,
    MOVE_LIMIT_FROM,
    NEXT_CLOCK_READ,
    ASKS_ENDINGS,
    ENDING_SIDE,
    ENDING_HITS,
) = range(23)

# Slots of `thread`, which no search changes.
#   THREAD            number of this thread: 0 is the main one, which answers, the others help
#   SHARES_TABLE      1 if other threads use the transposition table, too
#   SEARCH_NUMBER     the search that this thread works on
#   HAS_HELPERS       in the main thread: 1 if others help
#   HELPERS_EXCLUDED  the number of root moves that helpers leave out
THREAD, SHARES_TABLE, SEARCH_NUMBER, HAS_HELPERS, HELPERS_EXCLUDED = range(5)

# The most threads that work together.
THREADS_MAX = 64
# The part of a shared array that one thread writes: a cache line, so that no thread waits for another one.
THREAD_WORDS_BITS = 4

search_state: list[int] = [0] * 32
thread: list[int] = [0] * 5
# Written by the main thread for the helpers: the number of the search that all threads work on (a thread that
# works on another one stops), the depth of its iteration, and the score of the previous iteration.
CURRENT_NUMBER, CURRENT_DEPTH, CURRENT_SCORE = range(3)
current_search: Annotated[list[int], "shared"] = [0] * (1 << THREAD_WORDS_BITS)
# The deepest iteration that a helper has finished: depth, checksum, score, length of the principal variation,
# and its moves.
FINISHED_DEPTH, FINISHED_CHECK, FINISHED_SCORE, FINISHED_LENGTH, FINISHED_PV = range(5)
FINISHED_SIZE = 64
finished_iteration: Annotated[list[int], "shared"] = [0] * FINISHED_SIZE
# A thread's own copy. A helper assembles its result here before publishing it; the main thread checks here
# what it has read.
adopted_iteration: list[int] = [0] * FINISHED_SIZE
# Written by each helper for the main thread, from index THREAD << THREAD_WORDS_BITS on: the number of
# positions that it has visited, and whether it is searching.
VISITED, BUSY = range(2)
thread_words: Annotated[list[int], "shared"] = [0] * (THREADS_MAX << THREAD_WORDS_BITS)
excluded_root_moves: list[int] = [0] * MOVES_PER_PLY

NEVER = (1 << 31) - 1

# A checksum of 24 bits: multiplied by CHECK_FACTOR it still fits into 32.
CHECK_MASK = (1 << 24) - 1
CHECK_FACTOR = 101

# The longest time limit, in milliseconds: longer ones are cut, so that the deadline fits into 32 bits.
TIME_MAX = 1 << 30

# Milliseconds between two calls of poll(): a fraction of the 50 ms in which a stop must take effect.
POLL_MS = 15

# Calling now() leaves the program and is expensive, so it is called every CLOCK_EVERY nodes; that number is
# doubled or halved until the calls are LOOK_MIN_MS to LOOK_MAX_MS apart, on a phone as on a fast machine.
CLOCK_EVERY_FIRST, CLOCK_EVERY_MIN, CLOCK_EVERY_MAX = 64, 16, 4096
LOOK_MIN_MS, LOOK_MAX_MS = 2, 6
# Nodes between two reads of the words that other threads write.
SIGNAL_EVERY = 128


def set_limits(node_limit: int, time_limit: int) -> None:
    """Set limits in nodes and in milliseconds from now, 0 for none, and reset the counters."""
    time = now()
    search_state[NODES] = 0
    search_state[STOP] = 0
    search_state[NODE_LIMIT] = node_limit if node_limit > 0 else NEVER
    search_state[DEADLINE] = time + min(time_limit, TIME_MAX) if time_limit > 0 else NEVER
    search_state[NEXT_POLL] = time + POLL_MS
    search_state[LAST_CLOCK_READ] = time
    if search_state[CLOCK_EVERY] == 0:
        search_state[CLOCK_EVERY] = CLOCK_EVERY_FIRST
    search_state[NEXT_CLOCK_READ] = search_state[CLOCK_EVERY]
    search_state[NEXT_LIMIT_TEST] = min(search_state[CLOCK_EVERY], search_state[NODE_LIMIT])


def must_stop() -> int:
    """1 if the search has to end. Call it when NODES has reached NEXT_LIMIT_TEST, which it moves forward."""
    nodes = search_state[NODES]
    if (
        current_search[CURRENT_NUMBER] != thread[SEARCH_NUMBER]
        or is_overtaken()
        or nodes >= search_state[NODE_LIMIT]
    ):
        search_state[STOP] = 1
    elif search_state[STOP] == 0 and nodes >= search_state[NEXT_CLOCK_READ]:
        time = now()
        spent = time - search_state[LAST_CLOCK_READ]
        if spent < LOOK_MIN_MS and search_state[CLOCK_EVERY] < CLOCK_EVERY_MAX:
            search_state[CLOCK_EVERY] *= 2
        elif spent > LOOK_MAX_MS and search_state[CLOCK_EVERY] > CLOCK_EVERY_MIN:
            search_state[CLOCK_EVERY] >>= 1
        if thread[THREAD]:
            thread_words[(thread[THREAD] << THREAD_WORDS_BITS) + VISITED] = nodes
        if time >= search_state[DEADLINE]:
            search_state[STOP] = 1
        elif time >= search_state[NEXT_POLL]:
            if poll():
                search_state[STOP] = 1
            time = now()
            search_state[NEXT_POLL] = time + POLL_MS
        search_state[LAST_CLOCK_READ] = time
        search_state[NEXT_CLOCK_READ] = nodes + search_state[CLOCK_EVERY]
    next_test = min(search_state[NEXT_CLOCK_READ], search_state[NODE_LIMIT])
    if thread[SHARES_TABLE]:
        next_test = min(next_test, nodes + SIGNAL_EVERY)
    search_state[NEXT_LIMIT_TEST] = next_test
    if search_state[STOP]:
        search_state[NEXT_LIMIT_TEST] = 0
    return search_state[STOP]


def is_overtaken() -> int:
    """1 if another thread has finished this thread's iteration. The main thread then adopts its result.

    Not if the main thread uses tables of endings, because the others do not.
    """
    if thread[THREAD]:
        return 1 if search_state[ROOT_DEPTH] < current_search[CURRENT_DEPTH] else 0
    if (
        thread[HAS_HELPERS] == 0
        or thread[HELPERS_EXCLUDED] != search_state[EXCLUDED_COUNT]
        or search_state[ASKS_ENDINGS]
        or finished_iteration[FINISHED_DEPTH] < search_state[ROOT_DEPTH]
    ):
        return 0
    for i in range(FINISHED_SIZE):
        adopted_iteration[i] = finished_iteration[i]
    # Another helper may be writing: words that do not belong together are not adopted.
    if (
        adopted_iteration[FINISHED_DEPTH] >= search_state[ROOT_DEPTH]
        and 0 < adopted_iteration[FINISHED_LENGTH] <= FINISHED_SIZE - FINISHED_PV
        and adopted_iteration[FINISHED_CHECK] == adopted_checksum()
    ):
        return 1
    adopted_iteration[FINISHED_DEPTH] = 0
    return 0


def adopted_checksum() -> int:
    """A checksum of the search number and of adopted_iteration without its FINISHED_CHECK."""
    check = thread[SEARCH_NUMBER] & CHECK_MASK
    check = check * CHECK_FACTOR + adopted_iteration[FINISHED_DEPTH] & CHECK_MASK
    for i in range(FINISHED_SCORE, FINISHED_PV + adopted_iteration[FINISHED_LENGTH]):
        check = check * CHECK_FACTOR + adopted_iteration[i] & CHECK_MASK
    return check
