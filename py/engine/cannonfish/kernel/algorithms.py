"""Four ways to search the same tree, each as short as it can be: minimax, alpha-beta, PVS and MTD(f).

They are here to be read and to be compared. The tree is plain: every legal move to the depth asked for, and
at the horizon captures until the position is quiet. Nothing is pruned by guess, nothing reduced or extended,
and no game history is looked at, so that the value of a position depends on the position and the depth alone
and all four must find the same one. What differs is how much of the tree they look at to find it.

A host drives them as it drives search.py, with iterate_minimax(), iterate_alphabeta(), iterate_plain_pvs() or
iterate_mtdf() instead of iterate(). The search of search.py is what PVS grows into once guesses are allowed.

tests/bench/results.md has their nodes and times side by side.
"""

from cannonfish.kernel.game import (
    KEY,
    LOCK,
    MAX_PLY,
    MOVES_PER_PLY,
    captures,
    drawn,
    evaluate,
    in_check,
    make,
    moves,
    position,
    quiets,
    unmake,
)
from cannonfish.kernel.history import (
    learn_cutoff,
    order,
    order_captures,
    order_quiets,
    pick,
    played,
)
from cannonfish.kernel.limits import (
    BEST_MOVE,
    BEST_SCORE,
    CHECK_AT,
    LAST_SCORE,
    NODES,
    SELDEPTH,
    SIDE,
    STOP,
    control,
    must_stop,
)
from cannonfish.kernel.path import DRAW
from cannonfish.kernel.search import (
    INFINITE,
    STOPPED,
    extend_pv,
    is_barred,
    no_moves_score,
    pv_length,
)
from cannonfish.kernel.table import (
    BOUND_LOWER,
    BOUND_UPPER,
    NO_STATIC,
    from_table,
    probe,
    store,
    table,
    to_table,
)

TRY_FIRST = 1 << 28  # the order of a move that is to be tried before all others


# --- What they share ---


def count_node(ply: int) -> int:
    """Count a visit; 1 if the search has to end."""
    control[NODES] += 1
    pv_length[ply] = ply
    played[ply] = 0  # the order of moves learns from cut-offs, but not from what was played before
    if ply > control[SELDEPTH]:
        control[SELDEPTH] = ply
    return 1 if control[NODES] >= control[CHECK_AT] and must_stop() else 0


def list_moves(side: int, ply: int, first: int) -> int:
    """Write the ply's pseudo-legal moves and their order, the move `first` before all; return the end."""
    base = ply * MOVES_PER_PLY
    split = captures(side, base)
    end = quiets(side, split)
    order_captures(side, base, split)
    order_quiets(split, end, ply)
    for i in range(base, end):
        if moves[i] == first:
            order[i] = TRY_FIRST
    return end


def left_out(move: int, ply: int) -> int:
    """1 if the host does not want the move played at the root."""
    return 1 if ply == 0 and is_barred(move) else 0


def remember(move: int, value: int, ply: int) -> None:
    """The best move of the ply so far; at the root it is what the host will play."""
    extend_pv(move, ply)
    if ply == 0:
        control[BEST_MOVE] = move
        control[BEST_SCORE] = value


def settle(side: int, alpha: int, beta: int, ply: int) -> int:
    """The value at the horizon: captures, until the side to move is content with the static score."""
    if count_node(ply):
        return 0
    best = evaluate(side)
    if best >= beta or ply >= MAX_PLY - 2:
        return best
    alpha = max(alpha, best)
    base = ply * MOVES_PER_PLY
    end = captures(side, base)
    order_captures(side, base, end)
    for i in range(base, end):
        move = pick(i, end)
        undo = make(move)
        if in_check(side) == 0:
            best = max(best, -settle(1 - side, -beta, -alpha, ply + 1))
        unmake(move, undo)
        if control[STOP]:
            return 0
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best


# --- Minimax: look at everything ---


def minimax(side: int, depth: int, ply: int) -> int:
    """The value of the best move, when the other side answers with its best."""
    if depth == 0 or ply >= MAX_PLY - 3:
        return settle(side, -INFINITE, INFINITE, ply)
    if count_node(ply):
        return 0
    if ply and drawn():
        return DRAW
    end = list_moves(side, ply, 0 if ply else control[BEST_MOVE])
    best = -INFINITE
    for i in range(ply * MOVES_PER_PLY, end):
        move = pick(i, end)
        if left_out(move, ply):
            continue
        undo = make(move)
        if in_check(side):
            unmake(move, undo)
            continue
        value = -minimax(1 - side, depth - 1, ply + 1)
        unmake(move, undo)
        if control[STOP]:
            return 0
        if value > best:
            best = value
            remember(move, value, ply)
    return no_moves_score(side, in_check(side), ply) if best == -INFINITE else best


# --- Alpha-beta: stop where the result cannot matter any more ---


def alphabeta(side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The same value where it lies between alpha and beta, the best that each side is sure of already.

    Else a bound: at most alpha, at least beta. A move that refutes this position is remembered, for it will
    often refute its neighbours.
    """
    if depth == 0 or ply >= MAX_PLY - 3:
        return settle(side, alpha, beta, ply)
    if count_node(ply):
        return 0
    if ply and drawn():
        return DRAW
    base = ply * MOVES_PER_PLY
    end = list_moves(side, ply, 0 if ply else control[BEST_MOVE])
    best = -INFINITE
    for i in range(base, end):
        move = pick(i, end)
        if left_out(move, ply):
            continue
        undo = make(move)
        if in_check(side):
            unmake(move, undo)
            continue
        value = -alphabeta(1 - side, depth - 1, -beta, -alpha, ply + 1)
        unmake(move, undo)
        if control[STOP]:
            return 0
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                remember(move, value, ply)
                if value >= beta:
                    learn_cutoff(move, base, i + 1, ply, depth)
                    break
    return no_moves_score(side, in_check(side), ply) if best == -INFINITE else best


# --- PVS: expect the first move to be best, and only ask whether another one is better ---


def plain_pvs(side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Alpha-beta; but a window without room is enough for a move that will turn out not to be better."""
    if depth == 0 or ply >= MAX_PLY - 3:
        return settle(side, alpha, beta, ply)
    if count_node(ply):
        return 0
    if ply and drawn():
        return DRAW
    base = ply * MOVES_PER_PLY
    end = list_moves(side, ply, 0 if ply else control[BEST_MOVE])
    best = -INFINITE
    for i in range(base, end):
        move = pick(i, end)
        if left_out(move, ply):
            continue
        undo = make(move)
        if in_check(side):
            unmake(move, undo)
            continue
        if best == -INFINITE:
            value = -plain_pvs(1 - side, depth - 1, -beta, -alpha, ply + 1)
        else:
            value = -plain_pvs(1 - side, depth - 1, -alpha - 1, -alpha, ply + 1)
            if alpha < value < beta and control[STOP] == 0:
                value = -plain_pvs(1 - side, depth - 1, -beta, -alpha, ply + 1)
        unmake(move, undo)
        if control[STOP]:
            return 0
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                remember(move, value, ply)
                if value >= beta:
                    learn_cutoff(move, base, i + 1, ply, depth)
                    break
    return no_moves_score(side, in_check(side), ply) if best == -INFINITE else best


# --- MTD(f): guess the value, and ask "at least that?" until the answers meet ---


def with_memory(side: int, depth: int, bar: int, ply: int) -> int:
    """Alpha-beta's answer to one question: a value at least `bar`, or one below it.

    The same positions come again with every question, so what was found out about them is kept in the
    transposition table.
    """
    if depth == 0 or ply >= MAX_PLY - 3:
        return settle(side, bar - 1, bar, ply)
    if count_node(ply):
        return 0
    if ply and drawn():
        return DRAW
    key = position[KEY]
    lock = position[LOCK] ^ side
    first = 0 if ply else control[BEST_MOVE]
    hit = probe(lock, key)
    if hit >= 0:
        info = table[hit + 1]
        first = first or info & 65535
        known = from_table((table[hit + 2] & 65535) - 32768, ply)
        bound = info >> 24 & 3
        if ply and info >> 16 & 127 == depth and (known >= bar if bound == BOUND_LOWER else known < bar):
            return known
    base = ply * MOVES_PER_PLY
    end = list_moves(side, ply, first)
    best = -INFINITE
    best_move = 0
    for i in range(base, end):
        move = pick(i, end)
        if left_out(move, ply):
            continue
        undo = make(move)
        if in_check(side):
            unmake(move, undo)
            continue
        value = -with_memory(1 - side, depth - 1, 1 - bar, ply + 1)
        unmake(move, undo)
        if control[STOP]:
            return 0
        if value > best:
            best = value
            if value >= bar:
                best_move = move
                remember(move, value, ply)
                learn_cutoff(move, base, i + 1, ply, depth)
                break
    if best == -INFINITE:
        return no_moves_score(side, in_check(side), ply)
    if ply:
        bound = BOUND_LOWER if best >= bar else BOUND_UPPER
        store(lock, key, best_move, depth, bound, to_table(best, ply), NO_STATIC)
    return best


def mtdf(side: int, depth: int, guess: int) -> int:
    """The value of the position, found by asking about it: each answer is a new bound."""
    lower = -INFINITE
    upper = INFINITE
    value = guess
    while lower < upper and control[STOP] == 0:
        bar = value + 1 if value == lower else value
        value = with_memory(side, depth, bar, 0)
        if value < bar:
            upper = value
        else:
            lower = value
    return value


# --- What the host calls: one iteration ---


def finish(score: int) -> int:
    """The score of an iteration that came to its end; one that was cut short has none."""
    if control[STOP]:
        return STOPPED
    control[BEST_SCORE] = score
    control[LAST_SCORE] = score
    return score


def iterate_minimax(depth: int) -> int:
    """One iteration of minimax."""
    return STOPPED if control[STOP] else finish(minimax(control[SIDE], depth, 0))


def iterate_alphabeta(depth: int) -> int:
    """One iteration of alpha-beta."""
    return STOPPED if control[STOP] else finish(alphabeta(control[SIDE], depth, -INFINITE, INFINITE, 0))


def iterate_plain_pvs(depth: int) -> int:
    """One iteration of plain PVS."""
    return STOPPED if control[STOP] else finish(plain_pvs(control[SIDE], depth, -INFINITE, INFINITE, 0))


def iterate_mtdf(depth: int) -> int:
    """One iteration of MTD(f), which guesses that the score is what it was a ply ago."""
    return STOPPED if control[STOP] else finish(mtdf(control[SIDE], depth, control[LAST_SCORE]))
