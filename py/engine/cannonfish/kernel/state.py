"""The search's control panel: what the host asked for, what has been found, and when to stop."""

from cannonfish.kernel.host import now, poll
from cannonfish.kernel.rules import MOVES_PER_PLY

# Slots of `control`. The host reads the first five and may write BARRED; the rest is the search's own.
#   NODES         positions visited since begin()
#   SELDEPTH      the deepest ply reached
#   SIDE          whose turn it is at the root
#   BEST_MOVE     the best root move so far, 0 for none yet, and
#   BEST_SCORE    its score
#   BARRED        the number of root moves in `barred`
#   NODE_LIMIT    stop at this node
#   DEADLINE      stop at this time, in milliseconds of now()
#   STOP          1 once the search has to end
#   CHECK_AT      look at the limits when NODES gets here
#   CLOCK_EVERY   nodes between two looks at the clock
#   LAST_LOOK     when the clock was last looked at
#   NEXT_POLL     when the host is next given a chance to act
#   PATH_LENGTH   index of the root in the path of positions (path.py)
#   AGE           number of the search, modulo 32
#   ROOT_DEPTH    depth of the present iteration
#   LAST_SCORE    score of the last finished iteration
#   NULL_FROM     no null moves at plies before this one
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
    CHECK_AT,
    CLOCK_EVERY,
    LAST_LOOK,
    NEXT_POLL,
    PATH_LENGTH,
    AGE,
    ROOT_DEPTH,
    LAST_SCORE,
    NULL_FROM,
) = range(18)

search_state: list[int] = [0] * 32
excluded_root_moves: list[int] = [0] * MOVES_PER_PLY

NEVER = (1 << 31) - 1

# The host gets its turn this often; half a stop's 50 ms go to it and its messages.
POLL_MS = 15

# Asking for the time is expensive (a call out of the program), so it happens every so many nodes; the number
# adapts itself so that looks are 2 to 6 ms apart, interpreted on a phone as well as compiled.
CLOCK_EVERY_FIRST, CLOCK_EVERY_MIN, CLOCK_EVERY_MAX = 64, 16, 4096


def set_limits(node_limit: int, time_limit: int) -> None:
    """Start counting: limits in nodes and in milliseconds from now, 0 for none."""
    time = now()
    search_state[NODES] = 0
    search_state[STOP] = 0
    search_state[NODE_LIMIT] = node_limit if node_limit > 0 else NEVER
    search_state[DEADLINE] = time + min(time_limit, 1 << 30) if time_limit > 0 else NEVER
    search_state[NEXT_POLL] = time + POLL_MS
    search_state[LAST_LOOK] = time
    if search_state[CLOCK_EVERY] == 0:
        search_state[CLOCK_EVERY] = CLOCK_EVERY_FIRST
    search_state[CHECK_AT] = min(search_state[CLOCK_EVERY], search_state[NODE_LIMIT])


def must_stop() -> int:
    """To be asked when NODES has reached CHECK_AT: 1 if the search has to end, now or since earlier."""
    nodes = search_state[NODES]
    if search_state[STOP] == 0:
        time = now()
        spent = time - search_state[LAST_LOOK]
        if spent < 2 and search_state[CLOCK_EVERY] < CLOCK_EVERY_MAX:
            search_state[CLOCK_EVERY] *= 2
        elif spent > 6 and search_state[CLOCK_EVERY] > CLOCK_EVERY_MIN:
            search_state[CLOCK_EVERY] >>= 1
        if nodes >= search_state[NODE_LIMIT] or time >= search_state[DEADLINE]:
            search_state[STOP] = 1
        elif time >= search_state[NEXT_POLL]:
            if poll():
                search_state[STOP] = 1
            time = now()
            search_state[NEXT_POLL] = time + POLL_MS
        search_state[LAST_LOOK] = time
        search_state[CHECK_AT] = min(nodes + search_state[CLOCK_EVERY], search_state[NODE_LIMIT])
    if search_state[STOP]:
        search_state[CHECK_AT] = 0
    return search_state[STOP]
