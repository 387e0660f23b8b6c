"""A whole search in one call: a dialect file, linked after a kernel's search."""

from cannonfish.kernel.search import STOPPED, begin, iterate
from cannonfish.kernel.state import BEST_MOVE, BEST_SCORE, search_state

# What think() has found.
THOUGHT_MOVE, THOUGHT_SCORE, THOUGHT_DEPTH = range(3)
thought: list[int] = [0] * 3


def think(nodes: int, depth: int) -> None:
    """Search the root, which has been set, to a limit in nodes (0: none) and to a depth; write `thought`.

    Move and score are those of `cannonfish.engine.search`: the last iteration, which the limit has ended,
    counts if it has found another move. The move is 0 if not even the first one has found any.
    """
    begin(nodes, 0)
    finished = 0
    move = 0
    score = 0
    while finished < depth and iterate(finished + 1) != STOPPED:
        finished += 1
        move = search_state[BEST_MOVE]
        score = search_state[BEST_SCORE]
    if search_state[BEST_MOVE] != move:
        move = search_state[BEST_MOVE]
        score = search_state[BEST_SCORE]
    thought[THOUGHT_MOVE] = move
    thought[THOUGHT_SCORE] = score
    thought[THOUGHT_DEPTH] = finished
