"""Three plain searches of the same tree: minimax, alpha-beta and MTD(f).

They are here to be read and compared. The tree has every legal move down to the requested depth, and below
the horizon captures until the position is quiet. Nothing is pruned by heuristics, reduced or extended, and
the game's history is ignored. So the value depends on position and depth alone, and all three must find the
same one; they differ in how many nodes they visit to find it.

A host drives them like search.py, with iterate_minimax(), iterate_alphabeta() or iterate_mtdf() in place of
iterate(). search.py is principal variation search with heuristics.

tests/bench/results.md compares their nodes and times.
"""

from cannonfish.kernel.game import KEY, KEY2, evaluate, insufficient_material, position
from cannonfish.kernel.history import (
    HASH_MOVE_SCORE,
    move_scores,
    pick_best,
    previous_move,
    score_captures,
    score_quiets,
    searched_moves,
    update_histories,
)
from cannonfish.kernel.path import DRAW
from cannonfish.kernel.rules import (
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
    LAST_SCORE,
    NEXT_LIMIT_TEST,
    NODES,
    SELDEPTH,
    SIDE,
    STOP,
    must_stop,
    search_state,
)
from cannonfish.kernel.table import (
    BOUND_LOWER,
    BOUND_UPPER,
    NO_EVAL,
    entry_bound,
    entry_depth,
    entry_move,
    entry_score,
    probe,
    store,
    to_table,
)

# --- Shared parts ---


def count_node(ply: int) -> int:
    """Count a visit of a node; return 1 if the search has to end."""
    search_state[NODES] += 1
    pv_length[ply] = ply
    previous_move[ply] = 0  # no continuation history
    if ply > search_state[SELDEPTH]:
        search_state[SELDEPTH] = ply
    return 1 if search_state[NODES] >= search_state[NEXT_LIMIT_TEST] and must_stop() else 0


def list_moves(side: int, ply: int, first: int) -> int:
    """Write the ply's pseudo-legal moves and their scores, the move `first` highest; return the end."""
    base = ply * MOVES_PER_PLY
    split = generate_captures(side, base)
    end = generate_quiets(side, split)
    score_captures(side, base, split)
    score_quiets(split, end, ply)
    for i in range(base, end):
        if moves[i] == first:
            move_scores[i] = HASH_MOVE_SCORE
    return end


def is_excluded(move: int, ply: int) -> int:
    """1 if the ply is the root and the host excluded the move."""
    return 1 if ply == 0 and is_excluded_root_move(move) else 0


def set_best_move(move: int, value: int, ply: int) -> None:
    """Note the best move of the ply so far."""
    update_pv(move, ply)
    if ply == 0:
        search_state[BEST_MOVE] = move
        search_state[BEST_SCORE] = value


def quiesce_plain(side: int, alpha: int, beta: int, ply: int) -> int:
    """Quiescence search without evasions, table and pruning."""
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


# --- Minimax: visit everything ---


def minimax(side: int, depth: int, ply: int) -> int:
    """The value of the best move when both sides play their best."""
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
        if is_excluded(move, ply):
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
            set_best_move(move, value, ply)
    return no_moves_score(side, in_check(side), ply) if best == -INFINITE else best


# --- Alpha-beta: stop where the result no longer matters ---


def alphabeta(side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The same value if it lies inside (alpha, beta), else a bound, fail-soft.

    Alpha and beta are what each side is already sure of.
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
    move_count = 0
    for i in range(base, end):
        move = pick_best(i, end)
        if is_excluded(move, ply):
            continue
        undo = make(move)
        if in_check(side):
            unmake(move, undo)
            continue
        searched_moves[base + move_count] = move
        move_count += 1
        value = -alphabeta(1 - side, depth - 1, -beta, -alpha, ply + 1)
        unmake(move, undo)
        if search_state[STOP]:
            return 0
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                set_best_move(move, value, ply)
                if value >= beta:
                    update_histories(move, move_count, ply, depth)
                    break
    return no_moves_score(side, in_check(side), ply) if best == -INFINITE else best


# --- MTD(f): null-window searches until the bounds meet ---


def alphabeta_tt(side: int, depth: int, threshold: int, ply: int) -> int:
    """Alpha-beta with the null window (threshold - 1, threshold) and a transposition table.

    MTD(f) searches the same positions again and again; the table makes that cheap.
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
        first = first or entry_move(entry)
        hash_value = entry_score(entry, ply)
        bound = entry_bound(entry)
        if (
            ply
            and entry_depth(entry) == depth
            and (hash_value >= threshold if bound == BOUND_LOWER else hash_value < threshold)
        ):
            return hash_value
    base = ply * MOVES_PER_PLY
    end = list_moves(side, ply, first)
    best = -INFINITE
    move_count = 0
    best_move = 0
    for i in range(base, end):
        move = pick_best(i, end)
        if is_excluded(move, ply):
            continue
        undo = make(move)
        if in_check(side):
            unmake(move, undo)
            continue
        searched_moves[base + move_count] = move
        move_count += 1
        value = -alphabeta_tt(1 - side, depth - 1, 1 - threshold, ply + 1)
        unmake(move, undo)
        if search_state[STOP]:
            return 0
        if value > best:
            best = value
            if value >= threshold:
                best_move = move
                set_best_move(move, value, ply)
                update_histories(move, move_count, ply, depth)
                break
    if best == -INFINITE:
        return no_moves_score(side, in_check(side), ply)
    if ply:
        bound = BOUND_LOWER if best >= threshold else BOUND_UPPER
        store(key2, key, best_move, depth, bound, to_table(best, ply), NO_EVAL)
    return best


def mtdf(side: int, depth: int, guess: int) -> int:
    """The value of the position (Plaat: "MTD(f), a new minimax algorithm"): every search moves a bound."""
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


# --- One iteration, called by the host ---


def finish_iteration(score: int) -> int:
    """Note the score of an iteration; return it, or STOPPED if the search was stopped."""
    if search_state[STOP]:
        return STOPPED
    search_state[BEST_SCORE] = score
    search_state[LAST_SCORE] = score
    return score


def iterate_minimax(depth: int) -> int:
    """One iteration of minimax."""
    if search_state[STOP]:
        return STOPPED
    return finish_iteration(minimax(search_state[SIDE], depth, 0))


def iterate_alphabeta(depth: int) -> int:
    """One iteration of alpha-beta."""
    if search_state[STOP]:
        return STOPPED
    return finish_iteration(alphabeta(search_state[SIDE], depth, -INFINITE, INFINITE, 0))


def iterate_mtdf(depth: int) -> int:
    """One iteration of MTD(f); its first guess is the score of the previous one."""
    if search_state[STOP]:
        return STOPPED
    return finish_iteration(mtdf(search_state[SIDE], depth, search_state[LAST_SCORE]))
