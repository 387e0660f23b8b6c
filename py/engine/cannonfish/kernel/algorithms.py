"""Four plain searches of the same tree: minimax, alpha-beta, principal variation search and MTD(f).

They are here to be read and compared. The tree has every legal move down to the requested depth, and below
the horizon captures until the position is quiet. Nothing is reduced or extended, and the game's history is
ignored. So the value depends on position and depth alone, and all four searches must find the same value.
They differ only in the number of nodes they visit.

`options` switches parts on and off: move ordering, the transposition table (minimax has none), and the null
move, which alone may change the value.

A host drives them like search.py, with iterate_minimax(), iterate_alphabeta(), iterate_pvs() or
iterate_mtdf() in place of iterate(). search.py is principal variation search with heuristics.

tests/bench/results.md compares their nodes and times.
"""

from cannonfish.kernel.game import (
    KEY,
    KEY2,
    evaluate,
    insufficient_material,
    make_null,
    null_move_ok,
    position,
    unmake_null,
)
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
    WIN_BOUND,
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
    BOUND_EXACT,
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

# Slots of `options`, which the host may write: 1 for on, 0 for off.
ORDER_MOVES, USE_TABLE, NULL_MOVE = range(3)
options: list[int] = [1, 1, 0]

NULL_MIN_DEPTH_PLAIN = 3
NULL_REDUCTION_PLAIN = 2

# --- Shared parts ---


def count_node(ply: int) -> int:
    """Count a visit of a node; return 1 if the search has to end."""
    search_state[NODES] += 1
    pv_length[ply] = ply
    previous_move[ply] = 0  # no continuation history
    if ply > search_state[SELDEPTH]:
        search_state[SELDEPTH] = ply
    return 1 if search_state[NODES] >= search_state[NEXT_LIMIT_TEST] and must_stop() else 0


def list_captures(side: int, ply: int) -> int:
    """Write the ply's pseudo-legal captures and their scores; return the end."""
    base = ply * MOVES_PER_PLY
    end = generate_captures(side, base)
    if options[ORDER_MOVES]:
        score_captures(side, base, end)
    else:
        for i in range(base, end):
            move_scores[i] = 0
    return end


def list_moves(side: int, ply: int, first: int) -> int:
    """Write the ply's pseudo-legal moves and their scores, the move `first` highest; return the end."""
    split = list_captures(side, ply)
    end = generate_quiets(side, split)
    if options[ORDER_MOVES]:
        score_quiets(split, end, ply)
        for i in range(ply * MOVES_PER_PLY, end):
            if moves[i] == first:
                move_scores[i] = HASH_MOVE_SCORE
    else:
        for i in range(split, end):
            move_scores[i] = 0
    return end


def find_entry(side: int) -> int:
    """1 if the transposition table has an entry of the position, 0 if not or if the table is off."""
    return probe(position[KEY2] ^ side, position[KEY]) if options[USE_TABLE] else 0


def is_decisive(known: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """1 if there is an entry of this depth whose score causes a cutoff in this window."""
    if ply == 0 or known == 0 or entry_depth() != depth:
        return 0
    value = entry_score(ply)
    bound = entry_bound()
    if bound == BOUND_EXACT:
        return 1
    return 1 if (value >= beta if bound == BOUND_LOWER else value <= alpha) else 0


def first_move(known: int, ply: int) -> int:
    """The move to try first: at the root the best one so far, else that of the entry; 0 for none."""
    if ply == 0 and search_state[BEST_MOVE]:
        return search_state[BEST_MOVE]
    return entry_move() if known else 0


def keep(side: int, depth: int, alpha: int, beta: int, ply: int, move: int, value: int) -> None:
    """Store the value of a node searched with this window, unless it is the root or the table is off."""
    if ply and options[USE_TABLE]:
        bound = BOUND_LOWER if value >= beta else (BOUND_EXACT if value > alpha else BOUND_UPPER)
        store(position[KEY2] ^ side, position[KEY], move, depth, bound, to_table(value, ply), NO_EVAL)


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
    # 1. Limits.
    if count_node(ply):
        return 0
    # 2. Stand pat: a side can decline every capture.
    best = evaluate(side)
    if best >= beta or ply >= QUIESCENCE_PLY_LIMIT:
        return best
    alpha = max(alpha, best)
    # 3. Captures.
    end = list_captures(side, ply)
    for i in range(ply * MOVES_PER_PLY, end):
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
    # 1. Horizon: quiescence search.
    if depth == 0 or ply >= SEARCH_PLY_LIMIT:
        return quiesce_plain(side, -INFINITE, INFINITE, ply)
    # 2. Limits.
    if count_node(ply):
        return 0
    # 3. Draws.
    if ply and insufficient_material():
        return DRAW
    # 4. The move loop.
    end = list_moves(side, ply, first_move(0, ply))
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
    # 5. No legal move.
    if best == -INFINITE:
        return no_moves_score(side, in_check(side), ply)
    return best


# --- Alpha-beta: stop where the result no longer matters ---


def alphabeta(side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The same value if it lies inside (alpha, beta), else a bound, fail-soft.

    Alpha and beta are what each side is already sure of.
    """
    # 1. Horizon: quiescence search.
    if depth == 0 or ply >= SEARCH_PLY_LIMIT:
        return quiesce_plain(side, alpha, beta, ply)
    # 2. Limits.
    if count_node(ply):
        return 0
    # 3. Draws.
    if ply and insufficient_material():
        return DRAW
    # 4. Transposition table.
    known = find_entry(side)
    if is_decisive(known, depth, alpha, beta, ply):
        return entry_score(ply)
    first = first_move(known, ply)
    # 5. Null move: if the score stays above beta after a pass, some move will do as well.
    if (
        options[NULL_MOVE]
        and ply
        and depth >= NULL_MIN_DEPTH_PLAIN
        and in_check(side) == 0
        and null_move_ok(side)
        and evaluate(side) >= beta
    ):
        undo = make_null()
        value = -alphabeta(1 - side, depth - 1 - NULL_REDUCTION_PLAIN, -beta, 1 - beta, ply + 1)
        unmake_null(undo)
        if search_state[STOP]:
            return 0
        if value >= beta:
            return beta if value > WIN_BOUND else value  # a win after a pass is not proven
    # 6. The move loop.
    base = ply * MOVES_PER_PLY
    end = list_moves(side, ply, first)
    best = -INFINITE
    best_move = 0
    move_count = 0
    alpha_before = alpha
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
                best_move = move
                set_best_move(move, value, ply)
                if value >= beta:
                    update_histories(move, move_count, ply, depth)
                    break
    # 7. No legal move.
    if best == -INFINITE:
        return no_moves_score(side, in_check(side), ply)
    # 8. Store in the transposition table.
    keep(side, depth, alpha_before, beta, ply, best_move, best)
    return best


# --- PVS: the first move with the full window, the others with a null window ---


def pvs(side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Alpha-beta that first tests every move but the first with a null window around alpha.

    The test is cheap. Only a move that beats alpha is searched again with the full window. In a null window,
    PVS and alpha-beta are the same.
    """
    # 1. Horizon: quiescence search.
    if depth == 0 or ply >= SEARCH_PLY_LIMIT:
        return quiesce_plain(side, alpha, beta, ply)
    # 2. Limits.
    if count_node(ply):
        return 0
    # 3. Draws.
    if ply and insufficient_material():
        return DRAW
    # 4. Transposition table.
    known = find_entry(side)
    if is_decisive(known, depth, alpha, beta, ply):
        return entry_score(ply)
    # 5. The move loop.
    base = ply * MOVES_PER_PLY
    end = list_moves(side, ply, first_move(known, ply))
    best = -INFINITE
    best_move = 0
    move_count = 0
    alpha_before = alpha
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
        value = beta
        if move_count > 1:
            value = -alphabeta(1 - side, depth - 1, -alpha - 1, -alpha, ply + 1)
        if search_state[STOP] == 0 and (move_count == 1 or alpha < value < beta):
            value = -pvs(1 - side, depth - 1, -beta, -alpha, ply + 1)
        unmake(move, undo)
        if search_state[STOP]:
            return 0
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                best_move = move
                set_best_move(move, value, ply)
                if value >= beta:
                    update_histories(move, move_count, ply, depth)
                    break
    # 6. No legal move.
    if best == -INFINITE:
        return no_moves_score(side, in_check(side), ply)
    # 7. Store in the transposition table.
    keep(side, depth, alpha_before, beta, ply, best_move, best)
    return best


# --- MTD(f): null-window searches until the bounds meet ---


def mtdf(side: int, depth: int, guess: int) -> int:
    """The value of the position (Plaat: "MTD(f), a new minimax algorithm"): every search moves a bound.

    The same positions are searched again and again; the transposition table makes that cheap.
    """
    lower = -INFINITE
    upper = INFINITE
    value = guess
    while lower < upper and search_state[STOP] == 0:
        threshold = value + 1 if value == lower else value
        value = alphabeta(side, depth, threshold - 1, threshold, 0)
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


def iterate_pvs(depth: int) -> int:
    """One iteration of principal variation search."""
    if search_state[STOP]:
        return STOPPED
    return finish_iteration(pvs(search_state[SIDE], depth, -INFINITE, INFINITE, 0))


def iterate_mtdf(depth: int) -> int:
    """One iteration of MTD(f); its first guess is the score of the previous one."""
    if search_state[STOP]:
        return STOPPED
    return finish_iteration(mtdf(search_state[SIDE], depth, search_state[LAST_SCORE]))
