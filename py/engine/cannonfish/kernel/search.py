"""The search: principal variation search, for any game that fulfils rules.py and game.py.

How a host drives it:

    (set the position up with the game's own functions)
    set_root(side, clock)          the position on the board is the first known one of the game; its move
                                   limit clock is `clock`
    play_line(count)               play moves[0:count], which must be legal, as game moves
    begin(node_limit, time_limit)  start a search with limits in nodes and milliseconds; 0 for no limit
    iterate(depth) -> score        one iteration: call with 1, 2, 3, ... Returns STOPPED when a limit or
                                   poll() ended it; the position is then as before, and
                                   search_state[BEST_MOVE], if not 0, is still a good move

    search_state[BEST_MOVE], [BEST_SCORE]   best root move so far (0: none yet) and its score
    help_search(number, search_number, age, excluded)
                                   called by a helper thread instead of iterate(), after begin(0, 0)

    search_state[NODES], [SELDEPTH]         positions visited since begin(), deepest ply reached
    search_state[SIDE]                      the side to move at the root
    pv[0:pv_length[0]]                      principal variation
    excluded_root_moves[0:search_state[EXCLUDED_COUNT]]
                                            root moves to leave out; set them after begin(), which clears
                                            the count

Scores are centipawns for the side to move. Beyond +-MATE_BOUND the game ends in MATE - abs(score) plies.
Beyond +-WIN_BOUND, up to MATE_BOUND, a rule decides it: perpetual check or chase loses in
PERPETUAL - abs(score) plies. `cannonfish.kernel.PERSISTENT_TABLES` names the arrays to clear for a new game.

search() and quiesce() are fail-soft (chessprogramming wiki, "Fail-Soft"): they return the value of the
position for `side`, exact inside (alpha, beta), an upper bound at or below alpha, a lower bound at or above
beta. They leave the position as it was. After a stop they return 0, and every caller discards the value.

The steps of search():

     1  draws and repetitions            10  reduction without a hash move
     2  mate distance pruning            11  the move loop: hash move, captures, quiet moves
     3  horizon: quiescence search       12  pruning of late moves
     4  limits                           13  singular extension
     5  transposition table, endings     14  make the move
     6  static evaluation                15  check extension
     7  razoring                         16  late move reduction and the search below
     8  reverse futility pruning         17  a better move, a cutoff
     9  null move                        18  no legal move
                                         19  store in the transposition table

A number such as (+72) in the comment of a step is its gain in self-play, in Elo, mostly at 20,000 nodes a
move: the mean of two games if both were measured. The error is about +-35, so a small gain or loss may be
noise (tests/bench/results.md).
"""

import math

from cannonfish.kernel.correction import corrected, learn_correction
from cannonfish.kernel.game import (
    HISTORY_SIZE,
    KEY,
    KEY2,
    MOVE_LIMIT,
    PRUNE_LOSING_QUIETS,
    evaluate,
    history_index,
    insufficient_material,
    is_attacked_after,
    is_capture,
    make_null,
    no_moves_result,
    null_move_ok,
    position,
    see_at_least,
    unmake_null,
    victim_value,
)
from cannonfish.kernel.history import (
    HASH_MOVE_SCORE,
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
    searched_moves,
    skip_quiets,
    update_histories,
)
from cannonfish.kernel.path import (
    DRAW,
    NO_REPETITION,
    move_limit_clock,
    path_check,
    path_halfmove_clock,
    path_key,
    path_key2,
    path_move,
    repetition,
)
from cannonfish.kernel.rules import (
    MAX_PLY,
    MOVES_PER_PLY,
    can_expose_king,
    generate_captures,
    generate_quiets,
    in_check,
    irreversible,
    make,
    moves,
    pseudo_legal,
    unmake,
)
from cannonfish.kernel.solved import SOLVED_DEPTH, UNSOLVED, forget_unknown_material, solved_value
from cannonfish.kernel.state import (
    AGE,
    ASKS_ENDINGS,
    BEST_MOVE,
    BEST_SCORE,
    BUSY,
    CURRENT_DEPTH,
    CURRENT_NUMBER,
    CURRENT_SCORE,
    ENDING_HITS,
    EXCLUDED_COUNT,
    FINISHED_CHECK,
    FINISHED_DEPTH,
    FINISHED_LENGTH,
    FINISHED_PV,
    FINISHED_SCORE,
    FINISHED_SIZE,
    HAS_HELPERS,
    HELPERS_EXCLUDED,
    LAST_SCORE,
    MOVE_LIMIT_FROM,
    NEXT_LIMIT_TEST,
    NODES,
    NULL_MIN_PLY,
    ROOT_DEPTH,
    ROOT_INDEX,
    SEARCH_NUMBER,
    SELDEPTH,
    SHARES_TABLE,
    SIDE,
    STOP,
    THREAD,
    THREAD_WORDS_BITS,
    VISITED,
    adopted_checksum,
    adopted_iteration,
    current_search,
    excluded_root_moves,
    finished_iteration,
    must_stop,
    search_state,
    set_limits,
    thread,
    thread_words,
)
from cannonfish.kernel.table import (
    AGE_MASK,
    BOUND_EXACT,
    BOUND_LOWER,
    BOUND_UPPER,
    DEPTH_MASK,
    MATE,
    MATE_BOUND,
    NO_EVAL,
    entry_bound,
    entry_depth,
    entry_eval,
    entry_move,
    entry_score,
    probe,
    store,
    to_table,
)

WIN_BOUND = 15000  # static scores stay below
INFINITE = 32000
STOPPED = 32001

# The deepest plies at which search() and quiesce() still search; below, the static score is returned.
SEARCH_PLY_LIMIT = MAX_PLY - 3
QUIESCENCE_PLY_LIMIT = MAX_PLY - 2

# --- Parameters: margins and scores in centipawns, depths in plies ---

ASPIRATION_DEPTH = 5
ASPIRATION_WIDTH = 16
ASPIRATION_GROWTH = 3  # factor by which a window that failed is widened
ASPIRATION_WIDTH_MAX = 800  # a wider window is opened fully

CLOCK_MARGIN = 20  # plies before the move limit in which table entries cause no cutoff

RAZOR_DEPTH = 3
RAZOR_MARGIN = 250  # per ply
REVERSE_FUTILITY_DEPTH = 8
REVERSE_FUTILITY_MARGIN = 60  # per ply

NULL_MIN_DEPTH = 3
NULL_VERIFY_DEPTH = 11
NULL_EVAL_BASE = 100  # the static score may be lower than beta + base - margin * depth
NULL_EVAL_MARGIN = 20
NULL_REDUCTION = 4  # plus depth >> NULL_DEPTH_SHIFT, plus at most NULL_EVAL_MAX for the score above beta
NULL_DEPTH_SHIFT = 2
NULL_EVAL_SHIFT = 7
NULL_EVAL_MAX = 3

IIR_DEPTH = 4

PROBE_DEPTH = 3  # tables of endings are probed at this depth and above

LMP_DEPTH = 8
LMP_BASE = 3
FUTILITY_DEPTH = 7
FUTILITY_BASE = 110
FUTILITY_MARGIN = 80  # per ply
HISTORY_PRUNING_DEPTH = 4
HISTORY_PRUNING_MARGIN = -3000  # history units per ply
SEE_QUIET_MARGIN = -20  # per ply, in the game's exchange units
SEE_CAPTURE_DEPTH = 6
SEE_CAPTURE_MARGIN = -45  # per ply, in the game's exchange units

SINGULAR_DEPTH = 7
SINGULAR_HASH_DEPTH = 3  # plies by which the table entry may be shallower than the node
SINGULAR_MARGIN = 2  # per ply
CHECK_EXTENSION = 1
EXTENSION_FACTOR = 2  # no extensions from ply EXTENSION_FACTOR * root depth on

LMR_DEPTH = 2
LMR_MOVES = 1  # the first moves of a node that are not reduced
LMR_ROOT_MOVES = 3  # the same at the root
LMR_HISTORY_SHIFT = 13  # history units to a ply: 1 << 13

QUIESCENCE_EVASIONS = 6  # plies of quiescence search in which check evasions are searched
QUIESCENCE_EVASION_MOVES = 1  # evasions after the first that are searched in any case
DELTA_MARGIN = 120

# Late move reduction in plies, by depth * LMR_SIZE + number of the move:
# (base + slope * log(depth) * log(number)) / 100.
LMR_BASE = 40  # hundredths of a ply
LMR_SLOPE = 50
LMR_SIZE = 64
LMR_LAST = LMR_SIZE - 1  # deeper nodes and later moves share the last entries
_LOG = [math.log(max(i, 1)) for i in range(LMR_SIZE)]
REDUCTION: list[int] = [
    int((LMR_BASE + LMR_SLOPE * _LOG[depth] * _LOG[number]) / 100)
    for depth in range(LMR_SIZE)
    for number in range(LMR_SIZE)
]

# The deepest iteration of a helper thread.
MAX_DEPTH = 90

# The stages of a node's move loop, in this order.
HASH_MOVE_STAGE, CAPTURE_STAGE, GOOD_CAPTURE_STAGE, QUIET_STAGE = range(4)

# --- Arrays by ply ---

# The principal variation of ply p is pv[p * MAX_PLY + p : p * MAX_PLY + pv_length[p]] (a triangular table).
pv: list[int] = [0] * (MAX_PLY * MAX_PLY)
pv_length: list[int] = [0] * (MAX_PLY + 1)
# Static evaluation in centipawns; for a side in check, that of its previous turn.
static_evals: list[int] = [0] * (MAX_PLY + 2)
# The move that a singular search leaves out, 0 for none.
excluded_moves: list[int] = [0] * (MAX_PLY + 2)


def no_moves_score(side: int, checked: int, ply: int) -> int:
    """Score of a side without a legal move, in check or not."""
    return no_moves_result(side, checked) * (MATE - ply)


def has_legal_move(side: int, ply: int) -> int:
    """1 if the side has a legal move; overwrites the ply's part of the move stack."""
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
    """1 if the host excluded the root move."""
    for i in range(search_state[EXCLUDED_COUNT]):
        if excluded_root_moves[i] == move:
            return 1
    return 0


def update_pv(move: int, ply: int) -> None:
    """Set the ply's principal variation: the move, then the next ply's variation."""
    row = ply * MAX_PLY
    next_row = row + MAX_PLY
    length = max(pv_length[ply + 1], ply + 1)
    pv[row + ply] = move
    for i in range(ply + 1, length):
        pv[row + i] = pv[next_row + i]
    pv_length[ply] = length


def legal_pv_length(side: int, ply: int) -> int:
    """The length of the legal part of the principal variation; call it with ply 0 after an iteration.

    A search that excludes moves, or that a table entry ends, can leave illegal moves in it. Only the rules of
    the kernel are checked.
    """
    if ply >= pv_length[0] or pseudo_legal(side, pv[ply]) == 0:
        return ply
    move = pv[ply]
    undo = make(move)
    length = ply if in_check(side) else legal_pv_length(1 - side, ply + 1)
    unmake(move, undo)
    return length


def quiesce(side: int, alpha: int, beta: int, ply: int, depth: int, checked: int) -> int:
    """Quiescence search: captures and check evasions only. `depth` is 0 at the horizon and falls.

    Chessprogramming wiki, "Quiescence Search".
    """
    # 1. Limits.
    search_state[NODES] += 1
    if search_state[NODES] >= search_state[NEXT_LIMIT_TEST] and must_stop():
        return 0
    if ply > search_state[SELDEPTH]:
        search_state[SELDEPTH] = ply
    if ply >= QUIESCENCE_PLY_LIMIT:
        return evaluate(side)
    if depth < -QUIESCENCE_EVASIONS:
        checked = 0

    # 2. Transposition table: any entry is deep enough.
    key2 = position[KEY2] ^ side
    key = position[KEY]
    known = probe(key2, key)
    hash_move = 0
    raw_eval = NO_EVAL
    if known:
        hash_move = entry_move()
        raw_eval = entry_eval()
        if beta - alpha == 1:
            bound = entry_bound()
            value = entry_score(ply)
            if bound == BOUND_EXACT or (value >= beta if bound == BOUND_LOWER else value <= alpha):
                return value

    # 3. Stand pat: a side that is not in check can decline every capture.
    best = -INFINITE
    futility_base = -INFINITE
    if checked == 0:
        if raw_eval == NO_EVAL:
            raw_eval = evaluate(side)
        best = corrected(side, raw_eval)
        if best >= beta:
            if known == 0:
                store(key2, key, 0, 0, BOUND_LOWER, best, raw_eval)
            return best
        futility_base = best + DELTA_MARGIN
        if best > alpha:
            alpha = best

    # 4. Captures; in check all evasions (-3).
    base = ply * MOVES_PER_PLY
    end = generate_captures(side, base)
    score_captures(side, base, end)
    if checked:
        first_quiet = end
        end = generate_quiets(side, end)
        score_quiets(first_quiet, end, ply)
    if hash_move:
        for i in range(base, end):
            if moves[i] == hash_move:
                move_scores[i] = HASH_MOVE_SCORE
    best_move = 0
    move_count = 0
    for i in range(base, end):
        move = pick_best(i, end)
        if checked == 0:
            # 5. Skip losing captures, and those that cannot raise the score to alpha (delta pruning, -2).
            if move_scores[i] < 0:
                break
            value = futility_base + victim_value(move)
            if value <= alpha:
                if value > best:
                    best = value
                continue
        elif move_count > QUIESCENCE_EVASION_MOVES and best > -WIN_BOUND and move_scores[i] < 0:
            break
        undo = make(move)
        if in_check(side):
            unmake(move, undo)
            continue
        move_count += 1
        previous_move[ply + 1] = 0
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
    # 6. No legal move.
    if checked and move_count == 0:
        return no_moves_score(side, checked, ply)
    # 7. Store in the transposition table.
    store(
        key2, key, best_move, 0, BOUND_LOWER if best >= beta else BOUND_UPPER, to_table(best, ply), raw_eval
    )
    return best


def search(side: int, depth: int, alpha: int, beta: int, ply: int, cut_node: int) -> int:
    """The value of the position, searched to `depth` plies; `cut_node`: a fail high is expected here.

    The module's docstring lists the steps and the contract.
    """
    path_index = search_state[ROOT_INDEX] + ply
    checked = path_check[path_index]  # written when the move was made
    key2 = position[KEY2] ^ side
    key = position[KEY]
    path_key[path_index] = key
    path_key2[path_index] = key2
    pv_length[ply] = ply
    pv_node = 1 if beta - alpha > 1 else 0
    excluded_move = excluded_moves[ply]
    value = 0

    # 1. Draws and repetitions: the rules end the game here.
    if ply:
        value = repetition(path_index, ply)
        if value != NO_REPETITION:
            return value
        if (
            path_halfmove_clock[path_index] >= search_state[MOVE_LIMIT_FROM]
            and move_limit_clock(path_index) >= MOVE_LIMIT
        ):
            return DRAW if has_legal_move(side, ply) else no_moves_score(side, checked, ply)
        if path_halfmove_clock[path_index] == 0 and insufficient_material():
            return DRAW

        # 2. Mate distance pruning: no mate from here can change a bound that a shorter mate has set.
        if alpha < ply - MATE:
            alpha = ply - MATE
        if beta > MATE - ply - 1:
            beta = MATE - ply - 1
        if alpha >= beta:
            return alpha

    # 3. Horizon: quiescence search; a side in check gets another ply.
    if depth <= 0 and checked == 0:
        return quiesce(side, alpha, beta, ply, 0, 0)
    if ply >= SEARCH_PLY_LIMIT:
        return evaluate(side)
    if depth < 1:
        depth = 1

    # 4. Limits.
    search_state[NODES] += 1
    if search_state[NODES] >= search_state[NEXT_LIMIT_TEST] and must_stop():
        return 0
    if ply > search_state[SELDEPTH]:
        search_state[SELDEPTH] = ply

    # 5. Transposition table: a deep enough entry ends the node, any other supplies the first move. A table of
    # endings is asked first, right after a capture: other threads leave entries without asking.
    hash_move = 0
    raw_eval = NO_EVAL
    hash_value = 0
    hash_bound = 0
    hash_depth = -1
    if excluded_move == 0 and probe(key2, key):
        hash_move = entry_move()
        hash_depth = entry_depth()
        hash_bound = entry_bound()
        hash_value = entry_score(ply)
        raw_eval = entry_eval()
    # Endings are probed right after a capture, not after a null move, which resets the clock, too.
    if (
        search_state[ASKS_ENDINGS]
        and path_halfmove_clock[path_index] == 0
        and ply
        and previous_move[ply]
        and depth >= PROBE_DEPTH
    ):
        value = hash_value if hash_depth == SOLVED_DEPTH else solved_value(side, ply, key2, key)
        if value != UNSOLVED:
            return value
    if (
        pv_node == 0
        and hash_depth >= depth
        and path_halfmove_clock[path_index] < search_state[MOVE_LIMIT_FROM] - CLOCK_MARGIN
    ):
        if hash_bound == BOUND_EXACT or (
            hash_value >= beta if hash_bound == BOUND_LOWER else hash_value <= alpha
        ):
            return hash_value
    if ply == 0 and hash_move == 0:
        hash_move = search_state[BEST_MOVE]
    if hash_move and pseudo_legal(side, hash_move) == 0:
        hash_move = 0

    # 6. Static evaluation, corrected by the errors in like positions (+27). `eval` is improved by the table's
    # bound; `improving`: better than a turn ago.
    improving = 0
    eval = 0
    if checked:
        static_evals[ply] = static_evals[ply - 2] if ply > 1 else 0
    else:
        if excluded_move == 0:
            if raw_eval == NO_EVAL:
                raw_eval = evaluate(side)
            static_evals[ply] = corrected(side, raw_eval)
        eval = static_evals[ply]
        if hash_bound == BOUND_EXACT or (
            hash_bound and (hash_value > eval if hash_bound == BOUND_LOWER else hash_value < eval)
        ):
            eval = hash_value
        if ply > 1 and static_evals[ply] > static_evals[ply - 2]:
            improving = 1

    excluded_moves[ply + 1] = 0
    killers[ply * 2 + 4] = 0
    killers[ply * 2 + 5] = 0

    if pv_node == 0 and checked == 0 and excluded_move == 0:
        # 7. Razoring: far below alpha, quiescence search decides (-5).
        if depth <= RAZOR_DEPTH and eval + RAZOR_MARGIN * depth <= alpha:
            value = quiesce(side, alpha, beta, ply, 0, 0)
            if value <= alpha or search_state[STOP]:
                return value

        # 8. Reverse futility pruning: far above beta, some quiet move will stay above (+72).
        if (
            depth <= REVERSE_FUTILITY_DEPTH
            and eval - REVERSE_FUTILITY_MARGIN * (depth - improving) >= beta
            and eval < WIN_BOUND
            and beta > -WIN_BOUND
        ):
            return eval

        # 9. Null move: if the score stays above beta after a pass, some move will do as well (+9).
        if (
            depth >= NULL_MIN_DEPTH
            and eval >= beta
            and static_evals[ply] >= beta - NULL_EVAL_MARGIN * depth + NULL_EVAL_BASE
            and previous_move[ply]
            and ply >= search_state[NULL_MIN_PLY]
            and null_move_ok(side)
        ):
            null_depth = depth - NULL_REDUCTION - (depth >> NULL_DEPTH_SHIFT)
            null_depth -= min(eval - beta >> NULL_EVAL_SHIFT, NULL_EVAL_MAX)
            previous_move[ply + 1] = 0
            path_halfmove_clock[path_index + 1] = 0
            path_check[path_index + 1] = 0
            undo = make_null()
            value = -search(1 - side, null_depth, -beta, 1 - beta, ply + 1, 1 - cut_node)
            unmake_null(undo)
            if search_state[STOP]:
                return 0
            if value >= beta:
                if value > WIN_BOUND:
                    value = beta  # a win after a pass is not proven
                if depth < NULL_VERIFY_DEPTH:
                    return value
                # Zugzwang refutes the null move and costs most at high depth: verify without null moves.
                null_min_ply = search_state[NULL_MIN_PLY]
                search_state[NULL_MIN_PLY] = ply + max(null_depth, 0) + 1
                verified = search(side, null_depth, beta - 1, beta, ply, 0)
                search_state[NULL_MIN_PLY] = null_min_ply
                if search_state[STOP]:
                    return 0
                if verified >= beta:
                    return value

    # 10. Without a hash move, moves are badly ordered: reduce (internal iterative reduction, +17).
    if depth >= IIR_DEPTH and hash_move == 0 and excluded_move == 0 and (pv_node or cut_node):
        depth -= 1

    # 11. The move loop: hash move, good captures, then quiet moves and losing captures by their scores.
    base = ply * MOVES_PER_PLY
    i = base
    end = base
    stage = HASH_MOVE_STAGE if hash_move else CAPTURE_STAGE
    move = 0
    losing = 0
    quiet = 0
    best = -INFINITE
    best_move = 0
    alpha_before = alpha
    move_count = 0
    quiet_count = 0
    lmp_count = LMP_BASE + depth * depth
    if improving == 0:
        lmp_count >>= 1
    reduction_row = min(depth, LMR_LAST) * LMR_SIZE
    continuation_row = previous_move[ply] * HISTORY_SIZE
    while True:
        if stage == HASH_MOVE_STAGE:
            stage = CAPTURE_STAGE
            move = hash_move
            quiet = 1 - is_capture(move)
        else:
            if stage == CAPTURE_STAGE:
                stage = GOOD_CAPTURE_STAGE
                end = generate_captures(side, base)
                score_captures(side, base, end)
            if i < end:
                move = pick_best(i, end)
            if stage == GOOD_CAPTURE_STAGE and (i >= end or move_scores[i] < 0):
                stage = QUIET_STAGE
                first_quiet = end
                end = generate_quiets(side, end)
                score_quiets(first_quiet, end, ply)
                if i < end:
                    move = pick_best(i, end)
            if i >= end:
                break
            losing = 1 if move_scores[i] < LOSING_CAPTURE else 0
            quiet = 1 if stage == QUIET_STAGE and losing == 0 else 0
            i += 1
            if move == hash_move:
                continue
        if move == excluded_move:
            continue
        if ply == 0 and search_state[EXCLUDED_COUNT] and is_excluded_root_move(move):
            continue

        # 12. Pruning of late moves, once a move is known that does not lose.
        move_index = history_index(move)
        stat_score = history[move_index] + continuation_history[continuation_row + move_index] if quiet else 0
        if best > -WIN_BOUND and ply:
            if quiet:
                if checked == 0:
                    # Late move pruning: enough quiet moves were searched (+171).
                    if depth <= LMP_DEPTH and quiet_count >= lmp_count:
                        end = skip_quiets(i, end)
                        continue
                    lmr_depth = max(depth - REDUCTION[reduction_row + min(move_count, LMR_LAST)], 1)
                    # Futility pruning: no quiet move will raise the score to alpha (+3), unless it mates
                    # sooner than a known mate.
                    if (
                        lmr_depth <= FUTILITY_DEPTH
                        and alpha < MATE_BOUND
                        and static_evals[ply] + FUTILITY_BASE + FUTILITY_MARGIN * lmr_depth <= alpha
                    ):
                        end = skip_quiets(i, end)
                        continue
                    # Its history is bad (+7), or it loses the piece (+70 or -80: PRUNE_LOSING_QUIETS).
                    if lmr_depth <= HISTORY_PRUNING_DEPTH and stat_score < HISTORY_PRUNING_MARGIN * lmr_depth:
                        continue
                    if PRUNE_LOSING_QUIETS and lmr_depth <= FUTILITY_DEPTH:
                        if see_at_least(side, move, SEE_QUIET_MARGIN * lmr_depth) == 0:
                            continue
            # A capture that loses too much (+13).
            elif losing and checked == 0 and depth <= SEE_CAPTURE_DEPTH:
                if see_at_least(side, move, SEE_CAPTURE_MARGIN * depth) == 0:
                    continue

        # 13. Singular extension: extend the hash move if all others stay clearly below its score (+33).
        extension = 0
        if (
            move == hash_move
            and depth >= SINGULAR_DEPTH
            and ply
            and excluded_move == 0
            and hash_bound != BOUND_UPPER
            and hash_depth >= depth - SINGULAR_HASH_DEPTH
            and -WIN_BOUND < hash_value < WIN_BOUND
            and ply < search_state[ROOT_DEPTH] * EXTENSION_FACTOR
        ):
            singular_beta = hash_value - SINGULAR_MARGIN * depth
            excluded_moves[ply] = move
            value = search(side, depth - 1 >> 1, singular_beta - 1, singular_beta, ply, cut_node)
            excluded_moves[ply] = 0
            if search_state[STOP]:
                return 0
            if value < singular_beta:
                extension = 1
            elif singular_beta >= beta:
                return singular_beta  # multi-cut: several moves are good enough
            elif hash_value >= beta:
                extension = -1  # negative extension

        # 14. Make the move.
        path_halfmove_clock[path_index + 1] = 0 if irreversible(move) else path_halfmove_clock[path_index] + 1
        may_be_illegal = checked or can_expose_king(side, move)
        undo = make(move)
        if may_be_illegal and in_check(side):
            unmake(move, undo)
            continue
        searched_moves[base + move_count] = move
        move_count += 1
        quiet_count += quiet
        previous_move[ply + 1] = move_index + 1
        gives_check = in_check(1 - side)
        path_check[path_index + 1] = gives_check
        path_move[path_index + 1] = move

        # 15. Check extension, unless the checking piece can be taken (+7).
        if (
            gives_check
            and extension == 0
            and ply < search_state[ROOT_DEPTH] * EXTENSION_FACTOR
            and is_attacked_after(side, move) == 0
        ):
            extension = CHECK_EXTENSION
        new_depth = depth - 1 + extension

        # 16. Late move reduction (+109); every move but the first with a null window around alpha.
        value = INFINITE
        if depth >= LMR_DEPTH and (quiet or losing) and move_count > (LMR_MOVES if ply else LMR_ROOT_MOVES):
            reduction = REDUCTION[reduction_row + min(move_count, LMR_LAST)] - (
                stat_score >> LMR_HISTORY_SHIFT
            )
            if pv_node:
                reduction -= 1
            if cut_node:
                reduction += 1
            # Checks are not reduced (+30).
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
        elif pv_node == 0 or move_count > 1:
            value = -search(1 - side, new_depth, -alpha - 1, -alpha, ply + 1, 1 - cut_node)
        # The first move, and every move above alpha, with the full window.
        if pv_node and (move_count == 1 or value > alpha) and search_state[STOP] == 0:
            value = -search(1 - side, new_depth, -beta, -alpha, ply + 1, 0)
        unmake(move, undo)
        if search_state[STOP]:
            return 0

        # 17. A better move; at beta or above, a cutoff.
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
                    update_histories(move, move_count, ply, depth)
                    break

    # 18. No legal move; if only the excluded one is legal, it is singular.
    if move_count == 0 and best == -INFINITE:
        return alpha if excluded_move else no_moves_score(side, checked, ply)

    # 19. Store in the transposition table, unless moves were left out. A win or loss by repetition holds on
    # this path only: then the move is stored, with a bound that says nothing.
    if excluded_move == 0 and (ply or search_state[EXCLUDED_COUNT] == 0):
        if WIN_BOUND < abs(best) <= MATE_BOUND:
            store(key2, key, best_move, 0, BOUND_LOWER, -MATE, raw_eval)
        else:
            bound = BOUND_LOWER if best >= beta else (BOUND_EXACT if alpha > alpha_before else BOUND_UPPER)
            if checked == 0 and abs(best) <= WIN_BOUND and (best_move == 0 or is_capture(best_move) == 0):
                learn_correction(side, best - static_evals[ply], bound, depth)
            store(key2, key, best_move, min(depth, DEPTH_MASK), bound, to_table(best, ply), raw_eval)
    return best


def begin(node_limit: int, time_limit: int) -> None:
    """Start a search from the root, with limits in nodes and milliseconds; 0 for no limit."""
    set_limits(node_limit, time_limit)
    search_state[SELDEPTH] = 0
    search_state[BEST_MOVE] = 0
    search_state[BEST_SCORE] = 0
    search_state[EXCLUDED_COUNT] = 0
    search_state[LAST_SCORE] = 0
    search_state[NULL_MIN_PLY] = 0
    search_state[ASKS_ENDINGS] = 0
    search_state[ENDING_HITS] = 0
    forget_unknown_material()
    root = search_state[ROOT_INDEX]
    search_state[MOVE_LIMIT_FROM] = MOVE_LIMIT + path_halfmove_clock[root] - move_limit_clock(root)
    search_state[AGE] = search_state[AGE] + 1 & AGE_MASK
    age_histories()
    for ply in range(MAX_PLY):
        excluded_moves[ply] = 0
    previous_move[0] = 0
    pv_length[0] = 0
    # A network goes on from the nearest position above that it has computed. Those near the root may all be
    # in the transposition table, so compute the root (+13 % nodes/s in games).
    evaluate(search_state[SIDE])


def iterate(depth: int) -> int:
    """One iteration, in an aspiration window around the last score; returns the score or STOPPED (+94).

    If a helper thread finishes the iteration first, its result is taken.
    """
    if search_state[STOP]:
        return STOPPED
    search_state[ROOT_DEPTH] = depth
    if thread[HAS_HELPERS] and thread[HELPERS_EXCLUDED] == search_state[EXCLUDED_COUNT]:
        current_search[CURRENT_SCORE] = search_state[LAST_SCORE]
        current_search[CURRENT_DEPTH] = depth
        adopted_iteration[FINISHED_DEPTH] = 0
    side = search_state[SIDE]
    width = ASPIRATION_WIDTH
    alpha = -INFINITE
    beta = INFINITE
    if depth >= ASPIRATION_DEPTH:
        alpha = search_state[LAST_SCORE] - width
        beta = search_state[LAST_SCORE] + width
    score = search(side, depth, alpha, beta, 0, 0)
    while search_state[STOP] == 0 and (score <= alpha or score >= beta):
        width *= ASPIRATION_GROWTH
        if score <= alpha:
            beta = alpha + beta >> 1
            alpha = score - width
        else:
            beta = score + width
        if width > ASPIRATION_WIDTH_MAX or score > WIN_BOUND or score < -WIN_BOUND:
            alpha = -INFINITE
            beta = INFINITE
        score = search(side, depth, alpha, beta, 0, 0)
    if search_state[STOP]:
        if thread[THREAD] or adopted_iteration[FINISHED_DEPTH] < depth:
            return STOPPED
        score = adopt_iteration()
    search_state[LAST_SCORE] = score
    return score


def adopt_iteration() -> int:
    """Adopt, in the main thread, the iteration that a helper has finished; returns its score."""
    search_state[STOP] = 0
    search_state[NEXT_LIMIT_TEST] = search_state[NODES]
    search_state[BEST_MOVE] = adopted_iteration[FINISHED_PV]
    search_state[BEST_SCORE] = adopted_iteration[FINISHED_SCORE]
    pv_length[0] = adopted_iteration[FINISHED_LENGTH]
    for i in range(pv_length[0]):
        pv[i] = adopted_iteration[FINISHED_PV + i]
    adopted_iteration[FINISHED_DEPTH] = 0
    return search_state[BEST_SCORE]


def publish_iteration(depth: int, score: int) -> None:
    """Offer a finished iteration to the main thread, unless there is a deeper one."""
    if depth <= finished_iteration[FINISHED_DEPTH]:
        return
    adopted_iteration[FINISHED_DEPTH] = depth
    adopted_iteration[FINISHED_SCORE] = score
    adopted_iteration[FINISHED_LENGTH] = min(pv_length[0], FINISHED_SIZE - FINISHED_PV)
    for i in range(adopted_iteration[FINISHED_LENGTH]):
        adopted_iteration[FINISHED_PV + i] = pv[i]
    adopted_iteration[FINISHED_CHECK] = adopted_checksum()
    for i in range(FINISHED_SIZE):
        finished_iteration[FINISHED_SIZE - 1 - i] = adopted_iteration[FINISHED_SIZE - 1 - i]


def help_search(number: int, search_number: int, age: int, excluded: int) -> None:
    """Search the root in thread `number` until the search has ended.

    Lazy SMP (chessprogramming wiki): all threads search the same root and share the table. Every
    second helper is an iteration ahead. The first thread that finishes an iteration finishes it for all: the
    main thread adopts its result, and the helpers that are behind begin the next one. `age` is that of
    the main thread's entries, `excluded` the number of moves in excluded_root_moves.
    """
    words = number << THREAD_WORDS_BITS
    thread_words[words + BUSY] = 1
    thread[THREAD] = number
    thread[SHARES_TABLE] = 1
    thread[SEARCH_NUMBER] = search_number
    search_state[AGE] = age
    search_state[EXCLUDED_COUNT] = excluded
    depth = 0
    while depth < MAX_DEPTH and current_search[CURRENT_NUMBER] == search_number:
        depth += 1
        first = current_search[CURRENT_DEPTH] + (number & 1)
        if depth < first:
            depth = first
            search_state[LAST_SCORE] = current_search[CURRENT_SCORE]
        score = iterate(depth)
        if score != STOPPED:
            publish_iteration(depth, score)
        elif depth < current_search[CURRENT_DEPTH]:
            search_state[STOP] = 0
            search_state[NEXT_LIMIT_TEST] = search_state[NODES]
        else:
            break
    thread_words[words + VISITED] = search_state[NODES]
    thread_words[words + BUSY] = 0
