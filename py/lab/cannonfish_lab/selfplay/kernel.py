"""Self-play for training data: a dialect file, linked after a game's search.

`play_game()` plays one game from the position on the board: random moves first, then searches with a soft
node limit. It writes a record of every quiet position with its score, and at the end of the game its result.

A position is kept if the side to move is not in check, its best move is quiet, and the score is not too
large: only there can a static evaluation predict the score. `counters` says what each filter left out.
"""

from cannonfish.kernel.game import MOVE_LIMIT, evaluate, insufficient_material, is_capture, no_moves_result
from cannonfish.kernel.legal import legal_moves
from cannonfish.kernel.path import (
    NO_REPETITION,
    move_limit_clock,
    path_check,
    path_halfmove_clock,
    play_line,
    repetition,
)
from cannonfish.kernel.rules import moves
from cannonfish.kernel.search import STOPPED, WIN_BOUND, begin, iterate
from cannonfish.kernel.state import BEST_MOVE, NODES, ROOT_INDEX, SIDE, search_state

from cannonfish_lab.selfplay.pieces import POINTS, piece_at

# --- The recipe: scores in centipawns ---

MOVE_NODES = 1000  # no iteration begins after so many nodes
DEPTH_LIMIT = 32
RANDOM_PLIES_MIN = 6  # random moves at the start
RANDOM_PLIES_MAX = 10
OPENING_SCORE_MAX = 300  # a game whose first score is larger is dropped
RECORDED_SCORE_MAX = 2000  # positions with larger scores are left out
WIN_SCORE = 1500  # the game is won after WIN_PLIES scores beyond it
WIN_PLIES = 4
DRAW_SCORE = 8  # the game is drawn after DRAW_PLIES scores within it, from DRAW_FROM on
DRAW_PLIES = 12
DRAW_FROM = 100
GAME_PLIES_MAX = 300

# --- Records, see records.py ---

RECORD_SIZE = 10
POINTS_PER_WORD = 30
PIECES_PER_WORD = 7
FIRST_PIECES = 3
SCORES = 8
LABELS = 9
PLY_SHIFT = 1
RESULT_SHIFT = 11
if GAME_PLIES_MAX > 1 << RESULT_SHIFT - PLY_SHIFT:
    raise ValueError("a record has no room for so many plies: GAME_PLIES_MAX is too large")
records: list[int] = [0] * (RECORD_SIZE * GAME_PLIES_MAX)

# --- Counters of positions and games ---

(
    KEPT,
    LEFT_OUT_IN_CHECK,
    LEFT_OUT_CAPTURE,
    LEFT_OUT_SCORE,
    DROPPED_OVER,
    DROPPED_LOPSIDED,
    NO_LEGAL_MOVE,
    REPEATED,
    MOVE_LIMIT_REACHED,
    INSUFFICIENT_MATERIAL,
    ADJUDICATED_WIN,
    ADJUDICATED_DRAW,
    TOO_LONG,
    WINS_FIRST,
    DRAWS,
    WINS_SECOND,
) = range(16)
counters: list[int] = [0] * 16

random_state: list[int] = [1]


def random_below(bound: int) -> int:
    """A random number from 0 to bound - 1 (Park and Miller's generator, with Schrage's division)."""
    state = random_state[0]
    state = 16807 * (state % 127773) - 2836 * (state // 127773)
    if state <= 0:
        state += 2147483647
    random_state[0] = state
    return (state >> 4) % bound


def play_random(plies: int) -> int:
    """Play random legal moves; 0 if the game is over before all are played."""
    for _ in range(plies):
        end = legal_moves(search_state[SIDE], 0)
        if end == 0:
            return 0
        moves[0] = moves[random_below(end)]
        play_line(1)
    return 1 if legal_moves(search_state[SIDE], 0) else 0


def think() -> int:
    """Search the position on the board and return its score. search_state[BEST_MOVE] is the move."""
    begin(MOVE_NODES * 10, 0)
    score = 0
    depth = 1
    while depth <= DEPTH_LIMIT and search_state[NODES] < MOVE_NODES:
        value = iterate(depth)
        if value == STOPPED:
            break
        score = value
        depth += 1
    return score


def write_record(count: int, score: int, ply: int) -> None:
    """Write the record of the position on the board; write_result() completes it."""
    first = count * RECORD_SIZE
    for word in range(SCORES):
        records[first + word] = 0
    pieces = 0
    for point in range(POINTS):
        piece = piece_at(point)
        if piece:
            records[first + point // POINTS_PER_WORD] |= 1 << point % POINTS_PER_WORD
            records[first + FIRST_PIECES + pieces // PIECES_PER_WORD] |= piece << 4 * (
                pieces % PIECES_PER_WORD
            )
            pieces += 1
    side = search_state[SIDE]
    records[first + SCORES] = score & 65535 | evaluate(side) << 16
    records[first + LABELS] = side | ply << PLY_SHIFT


def write_result(count: int, result: int) -> None:
    """Complete the game's records; `result` is 1 for a win of side 0, -1 for a loss."""
    for i in range(count):
        records[i * RECORD_SIZE + LABELS] |= result + 1 << RESULT_SHIFT
    counters[KEPT] += count
    counters[DRAWS - result] += 1


def play_game() -> int:
    """Play one game and write its records; return their number."""
    plies = RANDOM_PLIES_MIN + random_below(RANDOM_PLIES_MAX - RANDOM_PLIES_MIN + 1)
    if play_random(plies) == 0:
        counters[DROPPED_OVER] += 1
        return 0
    count = 0
    winning = 0
    level = 0
    result = 0
    for ply in range(plies, GAME_PLIES_MAX):
        side = search_state[SIDE]
        sign = 1 - 2 * side
        root = search_state[ROOT_INDEX]
        checked = path_check[root]
        # 1. The end of the game by the rules.
        if legal_moves(side, 0) == 0:
            counters[NO_LEGAL_MOVE] += 1
            result = sign * no_moves_result(side, checked)
            break
        if insufficient_material():
            counters[INSUFFICIENT_MATERIAL] += 1
            break
        if path_halfmove_clock[root] >= MOVE_LIMIT and move_limit_clock(root) >= MOVE_LIMIT:
            counters[MOVE_LIMIT_REACHED] += 1
            break
        value = repetition(root, 0)
        if value != NO_REPETITION:
            counters[REPEATED] += 1
            if value:
                result = sign if value > 0 else -sign
            break
        # 2. Adjudication.
        score = think()
        if ply == plies and (score > OPENING_SCORE_MAX or score < -OPENING_SCORE_MAX):
            counters[DROPPED_LOPSIDED] += 1
            return 0
        winning = winning + 1 if score > WIN_SCORE or score < -WIN_SCORE else 0
        if winning == WIN_PLIES or score > WIN_BOUND or score < -WIN_BOUND:
            counters[ADJUDICATED_WIN] += 1
            result = sign if score > 0 else -sign
            break
        level = level + 1 if ply >= DRAW_FROM and -DRAW_SCORE <= score <= DRAW_SCORE else 0
        if level == DRAW_PLIES:
            counters[ADJUDICATED_DRAW] += 1
            break
        # 3. The record, the move.
        move = search_state[BEST_MOVE]
        if checked:
            counters[LEFT_OUT_IN_CHECK] += 1
        elif is_capture(move):
            counters[LEFT_OUT_CAPTURE] += 1
        elif score > RECORDED_SCORE_MAX or score < -RECORDED_SCORE_MAX:
            counters[LEFT_OUT_SCORE] += 1
        else:
            write_record(count, score, ply)
            count += 1
        moves[0] = move
        play_line(1)
        if ply == GAME_PLIES_MAX - 1:
            counters[TOO_LONG] += 1
    write_result(count, result)
    return count
