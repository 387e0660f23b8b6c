"""The search: how the engine chooses a move, in any game that fulfils `cannonfish.kernel.game`.

How a host drives it:

    (set the position up with the game's own functions)
    set_root(side, quiet_plies)    the position on the board is the first one known of the game; so many
                                   plies have passed since the last irreversible move
    play_line(count)               play moves[0:count] as game moves, remembering the path of positions.
                                   They must be legal
    begin(node_limit, time_limit)  start a search with limits in nodes and milliseconds; 0 for none
    iterate(depth) -> score        one iteration: call with 1, 2, 3, ... STOPPED when a limit or poll() cut
                                   it short; then the position is exactly as before and control[BEST_MOVE],
                                   if there is one, still good to play

    control[BEST_MOVE], control[BEST_SCORE]   best move so far (0: none yet) and its score
    control[NODES], control[SELDEPTH]         positions visited since begin(), deepest ply reached
    control[SIDE]                             whose turn it is at the root
    pv[0:pv_length[0]]                        principal variation
    barred[0:control[BARRED]]                 root moves to leave out; set after begin(), which empties it

Scores are centi-units for the side to move. Beyond +-MATE_BOUND the game ends in MATE - abs(score) plies;
beyond +-WIN_BOUND it is decided by a rule (perpetual check loses). `cannonfish.kernel.LEARNT` names the
arrays to zero for a new game.

What search() and quiesce() promise: the returned number is the value of the position for `side` as far as
this depth sees. Inside (alpha, beta) it is exact; at or below alpha the value is at most that; at or above
beta at least that ("fail soft"). The position is as before when they return. After a stop they return 0,
and the callers throw everything away up to the root.

Where a trick has a number, the number is what it gained in self-play at equal nodes (Elo, error +-35 to +-65,
so that a small one may be nothing; tests/bench/results.md).
"""

import math

from cannonfish.kernel.game import (
    HISTORY_SIZE,
    KEY,
    KEY2,
    MOVE_LIMIT,
    PRUNE_LOSING_QUIETS,
    evaluate,
    history_index,
    insufficient_material,
    irreversible,
    is_attacked_after,
    is_capture,
    make_null,
    no_moves_result,
    null_move_ok,
    position,
    pseudo_legal,
    see_at_least,
    unmake_null,
    victim_value,
)
from cannonfish.kernel.history import (
    LOSING_CAPTURE,
    age_histories,
    continuation_history,
    history,
    killers,
    move_scores,
    pick_best,
    previous_move,
    score_captures,
    score_quiets,
    skip_quiets,
    update_histories,
)
from cannonfish.kernel.path import (
    DRAW,
    NO_REPETITION,
    path_check,
    path_key,
    path_key2,
    path_quiet,
    repetition,
)
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
from cannonfish.kernel.state import (
    AGE,
    BEST_MOVE,
    BEST_SCORE,
    CHECK_AT,
    EXCLUDED_COUNT,
    LAST_SCORE,
    NODES,
    NULL_FROM,
    PATH_LENGTH,
    ROOT_DEPTH,
    SELDEPTH,
    SIDE,
    STOP,
    excluded_root_moves,
    must_stop,
    search_state,
    set_limits,
)
from cannonfish.kernel.table import (
    BOUND_EXACT,
    BOUND_LOWER,
    BOUND_UPPER,
    MATE,
    NO_EVAL,
    TABLE_DEPTH_MAX,
    from_table,
    probe,
    store,
    table,
    to_table,
)

WIN_BOUND = 15000
INFINITE = 32000
STOPPED = 32001

# --- Margins, in centi-units, and depths ---

ASPIRATION_DEPTH = 5
ASPIRATION_WIDTH = 16
RAZOR_DEPTH = 3
RAZOR_MARGIN = 250
REVERSE_FUTILITY_DEPTH = 8
REVERSE_FUTILITY_MARGIN = 60
NULL_DEPTH = 3
NULL_VERIFY_DEPTH = 11
REDUCE_WITHOUT_HASH_MOVE_DEPTH = 4
LATE_QUIETS_DEPTH = 8
LATE_QUIETS_BASE = 3
FUTILITY_DEPTH = 7
FUTILITY_BASE = 110
FUTILITY_MARGIN = 80
HISTORY_PRUNING_DEPTH = 4
HISTORY_PRUNING_MARGIN = -3000
SEE_QUIET_MARGIN = -20
SEE_CAPTURE_DEPTH = 6
SEE_CAPTURE_MARGIN = -45
SINGULAR_DEPTH = 7
CHECK_EXTENSION = 1
QUIESCENCE_EVASIONS = 6  # plies of quiescence in which answers to checks are searched
DELTA_MARGIN = 120

# Late-move reduction in plies, by depth and number of the move: base + slope * log(depth) * log(number).
REDUCTION_BASE = 40  # hundredths of a ply
REDUCTION_SLOPE = 50
_LOG = [math.log(max(i, 1)) for i in range(64)]
REDUCTION: list[int] = [
    int((REDUCTION_BASE + REDUCTION_SLOPE * _LOG[depth] * _LOG[number]) / 100)
    for depth in range(64)
    for number in range(64)
]

# --- Per ply ---

pv: list[int] = [0] * (MAX_PLY * MAX_PLY)
pv_length: list[int] = [0] * (MAX_PLY + 1)
static_evals: list[int] = [0] * (MAX_PLY + 2)  # static score, of the side's last quiet position when in check
excluded_moves: list[int] = [0] * (MAX_PLY + 2)  # the move that a singular search leaves out


def no_moves_score(side: int, checked: int, ply: int) -> int:
    """Score of a side that has no legal move."""
    return no_moves_result(side, checked) * (MATE - ply)


def has_legal_move(side: int, ply: int) -> int:
    """1 if the side can move at all; uses the move stack of the ply."""
    base = ply * MOVES_PER_PLY
    end = generate_quiets(side, generate_captures(side, base))
    for i in range(base, end):
        move = moves[i]
        undo = make(move)
        legal = 1 - in_check(side)
        unmake(move, undo)
        if legal:
            return 1
    return 0


def is_excluded_root_move(move: int) -> int:
    """1 if the host wants the root move left out."""
    for i in range(search_state[EXCLUDED_COUNT]):
        if excluded_root_moves[i] == move:
            return 1
    return 0


def update_pv(move: int, ply: int) -> None:
    """The line of this ply is the move and the line of the next ply."""
    row = ply * MAX_PLY
    below = row + MAX_PLY
    length = max(pv_length[ply + 1], ply + 1)
    pv[row + ply] = move
    for i in range(ply + 1, length):
        pv[row + i] = pv[below + i]
    pv_length[ply] = length


def legal_pv_length(side: int, ply: int) -> int:
    """How many moves of the principal variation are legal, from the ply on; the search's rules alone count.

    Called for the root after an iteration. A line that was joined from the table, or from searches that
    leave moves out, need not be legal to its end.
    """
    if ply >= pv_length[0] or pseudo_legal(side, pv[ply]) == 0:
        return ply
    move = pv[ply]
    undo = make(move)
    length = ply if in_check(side) else legal_pv_length(1 - side, ply + 1)
    unmake(move, undo)
    return length


def quiesce(side: int, alpha: int, beta: int, ply: int, depth: int, checked: int) -> int:
    """Search captures, and all answers to checks, until the position is quiet. `depth` counts down from 0."""
    # 1. Limits.
    search_state[NODES] += 1
    if search_state[NODES] >= search_state[CHECK_AT] and must_stop():
        return 0
    if ply > search_state[SELDEPTH]:
        search_state[SELDEPTH] = ply
    if ply >= MAX_PLY - 2:
        return evaluate(side)
    if depth < -QUIESCENCE_EVASIONS:
        checked = 0

    # 2. Transposition table: any entry is deep enough.
    key2 = position[KEY2] ^ side
    key = position[KEY]
    entry = probe(key2, key)
    hash_move = 0
    raw_eval = NO_EVAL
    if entry >= 0:
        hash_move = table[entry + 1] & 65535
        raw_eval = (table[entry + 2] >> 16) - 16384
        if beta - alpha == 1:
            bound = table[entry + 1] >> 24 & 3
            value = from_table((table[entry + 2] & 65535) - 32768, ply)
            if bound == BOUND_EXACT or (value >= beta if bound == BOUND_LOWER else value <= alpha):
                return value

    # 3. Stand pat: a side that is not in check may be content with the static score.
    best = -INFINITE
    futile = -INFINITE
    if checked == 0:
        if raw_eval == NO_EVAL:
            raw_eval = evaluate(side)
        best = raw_eval
        if best >= beta:
            if entry < 0:
                store(key2, key, 0, 0, BOUND_LOWER, best, raw_eval)
            return best
        futile = best + DELTA_MARGIN
        if best > alpha:
            alpha = best

    # 4. Captures; in check all moves (+17).
    base = ply * MOVES_PER_PLY
    end = generate_captures(side, base)
    score_captures(side, base, end)
    if checked:
        previous_move[ply] = 0
        i = end
        end = generate_quiets(side, end)
        score_quiets(i, end, ply)
    if hash_move:
        for i in range(base, end):
            if moves[i] == hash_move:
                move_scores[i] = 1 << 28
    best_move = 0
    legal = 0
    for i in range(base, end):
        move = pick_best(i, end)
        if checked == 0:
            # 5. Losing captures, and those that cannot lift the score to alpha (-14), are not worth a look.
            if move_scores[i] < 0:
                break
            value = futile + victim_value(move)
            if value <= alpha:
                if value > best:
                    best = value
                continue
        elif legal > 1 and best > -WIN_BOUND and move_scores[i] < 0:
            break
        undo = make(move)
        if in_check(side):
            unmake(move, undo)
            continue
        legal += 1
        value = -quiesce(1 - side, -beta, -alpha, ply + 1, depth - 1, in_check(1 - side))
        unmake(move, undo)
        if search_state[STOP]:
            return 0
        if value > best:
            best = value
            if value > alpha:
                best_move = move
                alpha = value
                if alpha >= beta:
                    break
    if checked and legal == 0:
        return no_moves_score(side, checked, ply)
    store(
        key2, key, best_move, 0, BOUND_LOWER if best >= beta else BOUND_UPPER, to_table(best, ply), raw_eval
    )
    return best


def search(side: int, depth: int, alpha: int, beta: int, ply: int, cut_node: int) -> int:
    """Principal variation search to `depth` plies; `cut` says that the node is expected to fail high."""
    at = search_state[PATH_LENGTH] + ply
    checked = path_check[at]  # whoever made the move has looked
    key2 = position[KEY2] ^ side
    key = position[KEY]
    path_key[at] = key
    path_key2[at] = key2
    pv_length[ply] = ply
    pv_node = 1 if beta - alpha > 1 else 0
    excluded_move = excluded_moves[ply]
    value = 0

    # 1. The game is over or decided: repetition, move limit, nothing left to win with.
    if ply:
        value = repetition(at, ply)
        if value != NO_REPETITION:
            return value
        if path_quiet[at] >= MOVE_LIMIT:
            if checked and has_legal_move(side, ply) == 0:
                return no_moves_score(side, checked, ply)
            return DRAW
        if path_quiet[at] == 0 and insufficient_material():
            return DRAW

        # 2. Mate distance: a quicker mate is known already, or being mated here is not worse than that.
        if alpha < ply - MATE:
            alpha = ply - MATE
        if beta > MATE - ply - 1:
            beta = MATE - ply - 1
        if alpha >= beta:
            return alpha

    # 3. The horizon.
    if depth <= 0 and checked == 0:
        return quiesce(side, alpha, beta, ply, 0, 0)
    if ply >= MAX_PLY - 3:
        return evaluate(side)
    if depth < 1:
        depth = 1

    # 4. Limits.
    search_state[NODES] += 1
    if search_state[NODES] >= search_state[CHECK_AT] and must_stop():
        return 0
    if ply > search_state[SELDEPTH]:
        search_state[SELDEPTH] = ply

    # 5. Transposition table: a deep enough result ends the node, any other gives a move to try first.
    hash_move = 0
    raw_eval = NO_EVAL
    hash_value = 0
    hash_bound = 0
    hash_depth = -1
    entry = -1 if excluded_move else probe(key2, key)
    if entry >= 0:
        info = table[entry + 1]
        hash_move = info & 65535
        hash_depth = info >> 16 & 127
        hash_bound = info >> 24 & 3
        hash_value = from_table((table[entry + 2] & 65535) - 32768, ply)
        raw_eval = (table[entry + 2] >> 16) - 16384
        if pv_node == 0 and hash_depth >= depth and path_quiet[at] < MOVE_LIMIT - 20:
            if hash_bound == BOUND_EXACT or (
                hash_value >= beta if hash_bound == BOUND_LOWER else hash_value <= alpha
            ):
                return hash_value
    if ply == 0 and hash_move == 0:
        hash_move = search_state[BEST_MOVE]
    if hash_move and pseudo_legal(side, hash_move) == 0:
        hash_move = 0

    # 6. Static score, and a guess corrected by the table. Is the side better off than two plies ago?
    improving = 0
    eval = 0
    if checked:
        static_evals[ply] = static_evals[ply - 2] if ply > 1 else 0
    else:
        if excluded_move:
            raw_eval = static_evals[ply]
        elif raw_eval == NO_EVAL:
            raw_eval = evaluate(side)
        static_evals[ply] = raw_eval
        eval = raw_eval
        if hash_bound == BOUND_EXACT or (
            hash_bound and (hash_value > raw_eval if hash_bound == BOUND_LOWER else hash_value < raw_eval)
        ):
            eval = hash_value
        if ply > 1 and raw_eval > static_evals[ply - 2]:
            improving = 1

    excluded_moves[ply + 1] = 0
    killers[ply * 2 + 4] = 0
    killers[ply * 2 + 5] = 0

    if pv_node == 0 and checked == 0 and excluded_move == 0:
        # 7. Razoring: so far below alpha that only captures could help (+3).
        if depth <= RAZOR_DEPTH and eval + RAZOR_MARGIN * depth <= alpha:
            value = quiesce(side, alpha, beta, ply, 0, 0)
            if value <= alpha or search_state[STOP]:
                return value

        # 8. Reverse futility: so far above beta that a quiet move will hold it (+83).
        if (
            depth <= REVERSE_FUTILITY_DEPTH
            and eval - REVERSE_FUTILITY_MARGIN * (depth - improving) >= beta
            and eval < WIN_BOUND
            and beta > -WIN_BOUND
        ):
            return eval

        # 9. Null move: if even passing keeps the score above beta, some move will (0).
        if (
            depth >= NULL_DEPTH
            and eval >= beta
            and raw_eval >= beta - 20 * depth + 100
            and previous_move[ply]
            and ply >= search_state[NULL_FROM]
            and null_move_ok(side)
        ):
            reduced = depth - 4 - (depth >> 2) - min(eval - beta >> 7, 3)
            previous_move[ply + 1] = 0
            path_quiet[at + 1] = 0
            path_check[at + 1] = 0
            undo = make_null()
            value = -search(1 - side, reduced, -beta, 1 - beta, ply + 1, 1 - cut_node)
            unmake_null(undo)
            if search_state[STOP]:
                return 0
            if value >= beta:
                if value > WIN_BOUND:
                    value = beta  # a win found by passing twice proves nothing
                if depth < NULL_VERIFY_DEPTH:
                    return value
                # Zugzwang would make this wrong, and deep down that costs most: verify without null moves.
                null_from = search_state[NULL_FROM]
                search_state[NULL_FROM] = ply + max(reduced, 0) + 1
                verified = search(side, reduced, beta - 1, beta, ply, 0)
                search_state[NULL_FROM] = null_from
                if search_state[STOP]:
                    return 0
                if verified >= beta:
                    return value

    # 10. Without a hash move the order of moves will be poor: search less deep (+49).
    if (
        depth >= REDUCE_WITHOUT_HASH_MOVE_DEPTH
        and hash_move == 0
        and excluded_move == 0
        and (pv_node or cut_node)
    ):
        depth -= 1

    # 11. The moves: the hash move, good captures, then quiet moves and losing captures by their order.
    base = ply * MOVES_PER_PLY
    i = base
    end = base
    stage = 0 if hash_move else 1
    move = 0
    losing = 0
    quiet = 0
    best = -INFINITE
    best_move = 0
    alpha_before = alpha
    legal = 0
    quiet_count = 0
    late = LATE_QUIETS_BASE + depth * depth
    if improving == 0:
        late >>= 1
    reductions = min(depth, 63) * 64
    last = previous_move[ply] * HISTORY_SIZE
    while True:
        if stage == 0:
            stage = 1
            move = hash_move
            quiet = 1 - is_capture(move)
        else:
            if stage == 1:
                stage = 2
                end = generate_captures(side, base)
                score_captures(side, base, end)
            if i < end:
                move = pick_best(i, end)
            if stage == 2 and (i >= end or move_scores[i] < 0):
                stage = 3
                first_quiet = end
                end = generate_quiets(side, end)
                score_quiets(first_quiet, end, ply)
                if i < end:
                    move = pick_best(i, end)
            if i >= end:
                break
            losing = 1 if move_scores[i] < LOSING_CAPTURE else 0
            quiet = 1 if stage == 3 and losing == 0 else 0
            i += 1
            if move == hash_move:
                continue
        if move == excluded_move:
            continue
        if ply == 0 and search_state[EXCLUDED_COUNT] and is_excluded_root_move(move):
            continue

        # 12. Pruning of late moves, once there is a move that does not lose.
        index = history_index(move)
        stat_score = history[index] + continuation_history[last + index] if quiet else 0
        if best > -WIN_BOUND and ply:
            if quiet:
                if checked == 0:
                    # Enough quiet moves were tried (+58).
                    if depth <= LATE_QUIETS_DEPTH and quiet_count >= late:
                        end = skip_quiets(i, end)
                        continue
                    lmr_depth = max(depth - REDUCTION[reductions + min(legal, 63)], 1)
                    # Futility: no quiet move will lift the score to alpha (+3).
                    if (
                        lmr_depth <= FUTILITY_DEPTH
                        and raw_eval + FUTILITY_BASE + FUTILITY_MARGIN * lmr_depth <= alpha
                    ):
                        end = skip_quiets(i, end)
                        continue
                    # It has failed too often (+9), or simply loses the piece (+70 or -80, by game).
                    if lmr_depth <= HISTORY_PRUNING_DEPTH and stat_score < HISTORY_PRUNING_MARGIN * lmr_depth:
                        continue
                    if PRUNE_LOSING_QUIETS and lmr_depth <= FUTILITY_DEPTH:
                        if see_at_least(side, move, SEE_QUIET_MARGIN * lmr_depth) == 0:
                            continue
            # A capture that loses much (+34).
            elif losing and checked == 0 and depth <= SEE_CAPTURE_DEPTH:
                if see_at_least(side, move, SEE_CAPTURE_MARGIN * depth) == 0:
                    continue

        # 13. Singular extension: is the hash move the only one that holds the score? Search the others (+10).
        extension = 0
        if (
            move == hash_move
            and depth >= SINGULAR_DEPTH
            and ply
            and excluded_move == 0
            and hash_bound != BOUND_UPPER
            and hash_depth >= depth - 3
            and -WIN_BOUND < hash_value < WIN_BOUND
            and ply < search_state[ROOT_DEPTH] * 2
        ):
            threshold = hash_value - 2 * depth
            excluded_moves[ply] = move
            value = search(side, depth - 1 >> 1, threshold - 1, threshold, ply, cut_node)
            excluded_moves[ply] = 0
            if search_state[STOP]:
                return 0
            if value < threshold:
                extension = 1
            elif threshold >= beta:
                return threshold
            elif hash_value >= beta:
                extension = -1

        # 14. Make the move.
        path_quiet[at + 1] = 0 if irreversible(move) else path_quiet[at] + 1
        undo = make(move)
        if in_check(side):
            unmake(move, undo)
            continue
        legal += 1
        quiet_count += quiet
        previous_move[ply + 1] = index + 1
        gives_check = in_check(1 - side)
        path_check[at + 1] = gives_check

        # 15. Check extension, for checks that do not just lose the piece (+10).
        if (
            gives_check
            and extension == 0
            and ply < search_state[ROOT_DEPTH] * 2
            and is_attacked_after(side, move) == 0
        ):
            extension = CHECK_EXTENSION
        new_depth = depth - 1 + extension

        # 16. Late moves are searched less deep, with a window that only asks whether they beat alpha (+61).
        value = INFINITE
        if depth >= 2 and (quiet or losing) and legal > (1 if ply else 3):
            reduction = REDUCTION[reductions + min(legal, 63)] - (stat_score >> 13)
            if pv_node:
                reduction -= 1
            if cut_node:
                reduction += 1
            # Attacks on the king are seen through: checks keep their depth (+30).
            if gives_check:
                reduction = 0
            elif checked:
                reduction -= 1
            elif improving == 0:
                reduction += 1
            if move == killers[ply * 2] or move == killers[ply * 2 + 1]:
                reduction -= 1
            reduction = min(max(reduction, 0), new_depth - 1)
            if reduction > 0:
                value = -search(1 - side, new_depth - reduction, -alpha - 1, -alpha, ply + 1, 1)
                if value > alpha and search_state[STOP] == 0:
                    value = -search(1 - side, new_depth, -alpha - 1, -alpha, ply + 1, 1 - cut_node)
            else:
                value = -search(1 - side, new_depth, -alpha - 1, -alpha, ply + 1, 1 - cut_node)
        elif pv_node == 0 or legal > 1:
            value = -search(1 - side, new_depth, -alpha - 1, -alpha, ply + 1, 1 - cut_node)
        # The first move, and every move that beats alpha, with the full window.
        if pv_node and (legal == 1 or value > alpha) and search_state[STOP] == 0:
            value = -search(1 - side, new_depth, -beta, -alpha, ply + 1, 0)
        unmake(move, undo)
        if search_state[STOP]:
            return 0

        # 17. A better move; above beta it ends the node.
        if value > best:
            best = value
            if value > alpha:
                best_move = move
                alpha = value
                if ply == 0:
                    search_state[BEST_MOVE] = move
                    search_state[BEST_SCORE] = value
                if pv_node:
                    update_pv(move, ply)
                if alpha >= beta:
                    update_histories(move, base, i, ply, depth)
                    break

    # 18. No legal move; or only the excluded one, which says that it is singular.
    if legal == 0 and best == -INFINITE:
        return alpha if excluded_move else no_moves_score(side, checked, ply)

    # 19. Remember.
    if excluded_move == 0 and (ply or search_state[EXCLUDED_COUNT] == 0):
        bound = BOUND_LOWER if best >= beta else (BOUND_EXACT if alpha > alpha_before else BOUND_UPPER)
        store(key2, key, best_move, min(depth, TABLE_DEPTH_MAX), bound, to_table(best, ply), raw_eval)
    return best


def begin(node_limit: int, time_limit: int) -> None:
    """Start a search from the root: limits in nodes and milliseconds, 0 for none."""
    set_limits(node_limit, time_limit)
    search_state[SELDEPTH] = 0
    search_state[BEST_MOVE] = 0
    search_state[BEST_SCORE] = 0
    search_state[EXCLUDED_COUNT] = 0
    search_state[LAST_SCORE] = 0
    search_state[NULL_FROM] = 0
    search_state[AGE] = search_state[AGE] + 1 & 31
    age_histories()
    for ply in range(MAX_PLY):
        excluded_moves[ply] = 0
    previous_move[0] = 0
    pv_length[0] = 0


def iterate(depth: int) -> int:
    """One iteration, in a window around the last score that is widened until the score lies inside (+135)."""
    if search_state[STOP]:
        return STOPPED
    search_state[ROOT_DEPTH] = depth
    side = search_state[SIDE]
    width = ASPIRATION_WIDTH
    alpha = -INFINITE
    beta = INFINITE
    if depth >= ASPIRATION_DEPTH:
        alpha = search_state[LAST_SCORE] - width
        beta = search_state[LAST_SCORE] + width
    score = search(side, depth, alpha, beta, 0, 0)
    while search_state[STOP] == 0 and (score <= alpha or score >= beta):
        width *= 3
        if score <= alpha:
            beta = alpha + beta >> 1
            alpha = score - width
        else:
            beta = score + width
        if width > 800 or score > WIN_BOUND or score < -WIN_BOUND:
            alpha = -INFINITE
            beta = INFINITE
        score = search(side, depth, alpha, beta, 0, 0)
    if search_state[STOP]:
        return STOPPED
    search_state[LAST_SCORE] = score
    return score
