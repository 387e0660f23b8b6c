"""Four ways to search the same tree, each as short as it can be: minimax, alpha-beta, PVS and MTD(f).

They are here to be read and to be compared. The tree is plain: every legal move to the depth asked for, and
at the horizon captures until the position is quiet. Nothing is pruned by guess, nothing reduced or extended,
and no game history is looked at, so that the value of a position depends on the position and the depth alone
and all four must find the same one. What differs is how much of the tree they look at to find it.

A host drives them as it drives search.py, with iterate_minimax(), iterate_alphabeta(), iterate_plain_pvs() or
iterate_mtdf() instead of iterate(). The search of search.py is what PVS grows into once guesses are allowed.

tests/bench/results.md has their nodes and times side by side.
"""

from cannonfish.kernel.game import KEY, KEY2, evaluate, insufficient_material, position
from cannonfish.kernel.history import (
    HASH_MOVE_SCORE,
    move_scores,
    pick_best,
    previous_move,
    score_captures,
    score_quiets,
    update_histories,
)
from cannonfish.kernel.path import DRAW
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
from cannonfish.kernel.search import (
    INFINITE,
    QUIESCENCE_PLY_LIMIT,
    SEARCH_PLY_LIMIT,
    STOPPED,
    is_excluded_root_move,
    no_moves_score,
    pv_length,
    update_pv,
)
from cannonfish.kernel.state import (
    BEST_MOVE,
    BEST_SCORE,
    CHECK_AT,
    LAST_SCORE,
    NODES,
    SELDEPTH,
    SIDE,
    STOP,
    must_stop,
    search_state,
)
from cannonfish.kernel.table import (
    BOUND_LOWER,
    BOUND_MASK,
    BOUND_SHIFT,
    BOUND_UPPER,
    DEPTH_MASK,
    DEPTH_SHIFT,
    MOVE_MASK,
    NO_EVAL,
    SCORE_MASK,
    SCORE_OFFSET,
    from_table,
    probe,
    store,
    table,
    to_table,
)


# --- What they share ---


def count_node(ply: int) -> int:
    """Count a visit; 1 if the search has to end."""
    search_state[NODES] += 1
    pv_length[ply] = ply
    previous_move[ply] = 0  # the order of moves learns from cut-offs, but not from what was played before
    if ply > search_state[SELDEPTH]:
        search_state[SELDEPTH] = ply
    return 1 if search_state[NODES] >= search_state[CHECK_AT] and must_stop() else 0


def list_moves(side: int, ply: int, first: int) -> int:
    """Write the ply's pseudo-legal moves and their order, the move `first` before all; return the end."""
    base = ply * MOVES_PER_PLY
    split = generate_captures(side, base)
    end = generate_quiets(side, split)
    score_captures(side, base, split)
    score_quiets(split, end, ply)
    for i in range(base, end):
        if moves[i] == first:
            move_scores[i] = HASH_MOVE_SCORE
    return end


def left_out(move: int, ply: int) -> int:
    """1 if the host does not want the move played at the root."""
    return 1 if ply == 0 and is_excluded_root_move(move) else 0


def remember(move: int, value: int, ply: int) -> None:
    """The best move of the ply so far; at the root it is what the host will play."""
    update_pv(move, ply)
    if ply == 0:
        search_state[BEST_MOVE] = move
        search_state[BEST_SCORE] = value


def quiesce_plain(side: int, alpha: int, beta: int, ply: int) -> int:
    """The value at the horizon: captures, until the side to move is content with the static score."""
    if count_node(ply):
        return 0
    best = evaluate(side)
    if best >= beta or ply >= QUIESCENCE_PLY_LIMIT:
        return best
    alpha = max(alpha, best)
    base = ply * MOVES_PER_PLY
    end = generate_captures(side, base)
    score_captures(side, base, end)
    for i in range(base, end):
        move = pick_best(i, end)
        undo = make(move)
        if in_check(side) == 0:
            best = max(best, -quiesce_plain(1 - side, -beta, -alpha, ply + 1))
        unmake(move, undo)
        if search_state[STOP]:
            return 0
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best


# --- Minimax: look at everything ---


def minimax(side: int, depth: int, ply: int) -> int:
    """The value of the best move, when the other side answers with its best."""
    if depth == 0 or ply >= SEARCH_PLY_LIMIT:
        return quiesce_plain(side, -INFINITE, INFINITE, ply)
    if count_node(ply):
        return 0
    if ply and insufficient_material():
        return DRAW
    end = list_moves(side, ply, 0 if ply else search_state[BEST_MOVE])
    best = -INFINITE
    for i in range(ply * MOVES_PER_PLY, end):
        move = pick_best(i, end)
        if left_out(move, ply):
            continue
        undo = make(move)
        if in_check(side):
            unmake(move, undo)
            continue
        value = -minimax(1 - side, depth - 1, ply + 1)
        unmake(move, undo)
        if search_state[STOP]:
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
    if depth == 0 or ply >= SEARCH_PLY_LIMIT:
        return quiesce_plain(side, alpha, beta, ply)
    if count_node(ply):
        return 0
    if ply and insufficient_material():
        return DRAW
    base = ply * MOVES_PER_PLY
    end = list_moves(side, ply, 0 if ply else search_state[BEST_MOVE])
    best = -INFINITE
    for i in range(base, end):
        move = pick_best(i, end)
        if left_out(move, ply):
            continue
        undo = make(move)
        if in_check(side):
            unmake(move, undo)
            continue
        value = -alphabeta(1 - side, depth - 1, -beta, -alpha, ply + 1)
        unmake(move, undo)
        if search_state[STOP]:
            return 0
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                remember(move, value, ply)
                if value >= beta:
                    update_histories(move, base, i + 1, ply, depth)
                    break
    return no_moves_score(side, in_check(side), ply) if best == -INFINITE else best


# --- PVS: expect the first move to be best, and only ask whether another one is better ---


def plain_pvs(side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Alpha-beta; but a window without room is enough for a move that will turn out not to be better."""
    if depth == 0 or ply >= SEARCH_PLY_LIMIT:
        return quiesce_plain(side, alpha, beta, ply)
    if count_node(ply):
        return 0
    if ply and insufficient_material():
        return DRAW
    base = ply * MOVES_PER_PLY
    end = list_moves(side, ply, 0 if ply else search_state[BEST_MOVE])
    best = -INFINITE
    for i in range(base, end):
        move = pick_best(i, end)
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
            if alpha < value < beta and search_state[STOP] == 0:
                value = -plain_pvs(1 - side, depth - 1, -beta, -alpha, ply + 1)
        unmake(move, undo)
        if search_state[STOP]:
            return 0
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                remember(move, value, ply)
                if value >= beta:
                    update_histories(move, base, i + 1, ply, depth)
                    break
    return no_moves_score(side, in_check(side), ply) if best == -INFINITE else best


# --- MTD(f): guess the value, and ask "at least that?" until the answers meet ---


def alphabeta_tt(side: int, depth: int, threshold: int, ply: int) -> int:
    """Alpha-beta's answer to one question: a value at least `bar`, or one below it.

    The same positions come again with every question, so what was found out about them is kept in the
    transposition table.
    """
    if depth == 0 or ply >= SEARCH_PLY_LIMIT:
        return quiesce_plain(side, threshold - 1, threshold, ply)
    if count_node(ply):
        return 0
    if ply and insufficient_material():
        return DRAW
    key = position[KEY]
    key2 = position[KEY2] ^ side
    first = 0 if ply else search_state[BEST_MOVE]
    entry = probe(key2, key)
    if entry >= 0:
        info = table[entry + 1]
        first = first or info & MOVE_MASK
        known = from_table((table[entry + 2] & SCORE_MASK) - SCORE_OFFSET, ply)
        bound = info >> BOUND_SHIFT & BOUND_MASK
        if (
            ply
            and info >> DEPTH_SHIFT & DEPTH_MASK == depth
            and (known >= threshold if bound == BOUND_LOWER else known < threshold)
        ):
            return known
    base = ply * MOVES_PER_PLY
    end = list_moves(side, ply, first)
    best = -INFINITE
    best_move = 0
    for i in range(base, end):
        move = pick_best(i, end)
        if left_out(move, ply):
            continue
        undo = make(move)
        if in_check(side):
            unmake(move, undo)
            continue
        value = -alphabeta_tt(1 - side, depth - 1, 1 - threshold, ply + 1)
        unmake(move, undo)
        if search_state[STOP]:
            return 0
        if value > best:
            best = value
            if value >= threshold:
                best_move = move
                remember(move, value, ply)
                update_histories(move, base, i + 1, ply, depth)
                break
    if best == -INFINITE:
        return no_moves_score(side, in_check(side), ply)
    if ply:
        bound = BOUND_LOWER if best >= threshold else BOUND_UPPER
        store(key2, key, best_move, depth, bound, to_table(best, ply), NO_EVAL)
    return best


def mtdf(side: int, depth: int, guess: int) -> int:
    """The value of the position, found by asking about it: each answer is a new bound."""
    lower = -INFINITE
    upper = INFINITE
    value = guess
    while lower < upper and search_state[STOP] == 0:
        threshold = value + 1 if value == lower else value
        value = alphabeta_tt(side, depth, threshold, 0)
        if value < threshold:
            upper = value
        else:
            lower = value
    return value


# --- What the host calls: one iteration ---


def finish(score: int) -> int:
    """The score of an iteration that came to its end; one that was cut short has none."""
    if search_state[STOP]:
        return STOPPED
    search_state[BEST_SCORE] = score
    search_state[LAST_SCORE] = score
    return score


def iterate_minimax(depth: int) -> int:
    """One iteration of minimax."""
    return STOPPED if search_state[STOP] else finish(minimax(search_state[SIDE], depth, 0))


def iterate_alphabeta(depth: int) -> int:
    """One iteration of alpha-beta."""
    return (
        STOPPED
        if search_state[STOP]
        else finish(alphabeta(search_state[SIDE], depth, -INFINITE, INFINITE, 0))
    )


def iterate_plain_pvs(depth: int) -> int:
    """One iteration of plain PVS."""
    return (
        STOPPED
        if search_state[STOP]
        else finish(plain_pvs(search_state[SIDE], depth, -INFINITE, INFINITE, 0))
    )


def iterate_mtdf(depth: int) -> int:
    """One iteration of MTD(f), which guesses that the score is what it was a ply ago."""
    return (
        STOPPED if search_state[STOP] else finish(mtdf(search_state[SIDE], depth, search_state[LAST_SCORE]))
    )
