"""Solved endings in the search, as Stockfish probes the tables of Syzygy.

The host has the tables, and calling its ask() takes longer than searching a node. So the search calls it
only right after a capture, where earlier moves do not matter, and once for each position: the answer is
stored in the transposition table, deeper than any search. Material without a table is remembered, too.

Threads that help do not ask; they find the main thread's answers in the shared table.
"""

from cannonfish.kernel.game import material_key
from cannonfish.kernel.host import ask
from cannonfish.kernel.path import DRAW
from cannonfish.kernel.state import ENDING_HITS, ENDING_SIDE, search_state
from cannonfish.kernel.table import BOUND_EXACT, DEPTH_MASK, MATE, NO_EVAL, store, to_table

# The depth of table entries that a table of endings has given.
SOLVED_DEPTH = DEPTH_MASK
# Never a score: the value is not known.
UNSOLVED = 32000

# The results of ask().
NO_TABLE, UNDECIDED, DRAWN, DECIDED = range(4)

# Keys of material without a table, by their last bits; -1 for none.
UNKNOWN_BITS = 6
UNKNOWN_MASK = (1 << UNKNOWN_BITS) - 1
unknown_material: list[int] = [-1] * (1 << UNKNOWN_BITS)


def forget_unknown_material() -> None:
    """Ask for all material again: the host may have more tables now."""
    for i in range(1 << UNKNOWN_BITS):
        unknown_material[i] = -1


def solved_value(side: int, ply: int, key2: int, key: int) -> int:
    """The value of the position by the host's tables, which is stored, too; UNSOLVED if they have none."""
    pieces = material_key()
    slot = pieces & UNKNOWN_MASK
    if unknown_material[slot] == pieces:
        return UNSOLVED
    search_state[ENDING_SIDE] = side
    answer = ask()
    if answer == NO_TABLE:
        unknown_material[slot] = pieces
    if answer <= UNDECIDED:
        return UNSOLVED
    search_state[ENDING_HITS] += 1
    value = DRAW
    if answer >= DECIDED:
        plies = answer - DECIDED
        value = MATE - ply - plies if plies & 1 else ply + plies - MATE
    store(key2, key, 0, SOLVED_DEPTH, BOUND_EXACT, to_table(value, ply), NO_EVAL)
    return value
