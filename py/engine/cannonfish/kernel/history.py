"""The order of moves, and what is remembered from cut-offs to improve it.

Alpha-beta saves most when the best move comes first. Captures are ordered by the game's static judgement,
quiet moves only by experience: how often the same move (piece and destination) cut off elsewhere, at all
(`history`) and as an answer to the same move of one or two plies ago (`continuation`), and which moves cut
off at the same ply (killers) or against the same move (counter move). Every history value is pulled back
in proportion to itself, so that it stays within +-HISTORY_MAX.
"""

from cannonfish.kernel.game import (
    CAPTURE_SIZE,
    HISTORY_SIZE,
    capture_index,
    capture_score,
    history_index,
    is_capture,
)
from cannonfish.kernel.rules import MAX_PLY, MOVES_PER_PLY, moves

move_scores: list[int] = [0] * (
    MAX_PLY * MOVES_PER_PLY
)  # the order of the move in moves[] with the same index

history: list[int] = [0] * HISTORY_SIZE
capture_history: list[int] = [0] * CAPTURE_SIZE
# Row 0 is for no move before, or a null move; else the row is the history index of the move before plus one.
continuation_history: list[int] = zeros((HISTORY_SIZE + 1) * HISTORY_SIZE)
counter_moves: list[int] = [0] * (HISTORY_SIZE + 1)
killers: list[int] = [0] * (MAX_PLY * 2 + 4)  # two a ply
previous_move: list[int] = [0] * (
    MAX_PLY + 2
)  # history index plus one of the move that led to the ply, 0 for none

HISTORY_MAX = 1 << 14
GOOD_CAPTURE = 1 << 20
LOSING_CAPTURE = -(1 << 20)
KILLER_FIRST, KILLER_SECOND, COUNTER_MOVE = 100_000, 90_000, 60_000


def pick_best(i: int, end: int) -> int:
    """Bring the best of moves[i:end] to the front and return it."""
    best = i
    top = move_scores[i]
    for j in range(i + 1, end):
        if move_scores[j] > top:
            best = j
            top = move_scores[j]
    move = moves[best]
    moves[best] = moves[i]
    moves[i] = move
    move_scores[best] = move_scores[i]
    move_scores[i] = top
    return move


def skip_quiets(i: int, end: int) -> int:
    """Keep only the losing captures of moves[i:end]; return the new end."""
    n = i
    for j in range(i, end):
        if move_scores[j] < LOSING_CAPTURE:
            moves[n] = moves[j]
            move_scores[n] = move_scores[j]
            n += 1
    return n


def score_captures(side: int, base: int, end: int) -> None:
    """Captures that win or keep the balance above GOOD_CAPTURE / 2, others below LOSING_CAPTURE."""
    for i in range(base, end):
        move = moves[i]
        worth = capture_score(side, move)
        move_scores[i] = (
            worth
            + (capture_history[capture_index(move)] >> 3)
            + (GOOD_CAPTURE if worth >= 0 else 2 * LOSING_CAPTURE)
        )


def score_quiets(base: int, end: int, ply: int) -> None:
    """Quiet moves by their history; killers and the counter move first."""
    first = killers[ply * 2]
    second = killers[ply * 2 + 1]
    counter = counter_moves[previous_move[ply]]
    last = previous_move[ply] * HISTORY_SIZE
    before = previous_move[ply - 1] * HISTORY_SIZE if ply else 0
    for i in range(base, end):
        move = moves[i]
        at = history_index(move)
        worth = history[at] + continuation_history[last + at] + (continuation_history[before + at] >> 1)
        if move == first:
            worth += KILLER_FIRST
        elif move == second:
            worth += KILLER_SECOND
        elif move == counter:
            worth += COUNTER_MOVE
        move_scores[i] = worth


def update_quiet_history(move: int, ply: int, bonus: int) -> None:
    """Move the history of a quiet move by the bonus, which may be negative."""
    pull = abs(bonus)
    at = history_index(move)
    history[at] += bonus - (history[at] * pull >> 14)
    i = previous_move[ply] * HISTORY_SIZE + at
    continuation_history[i] += bonus - (continuation_history[i] * pull >> 14)
    if ply:
        i = previous_move[ply - 1] * HISTORY_SIZE + at
        continuation_history[i] += bonus - (continuation_history[i] * pull >> 14)


def update_capture_history(move: int, bonus: int) -> None:
    """The same for a capture."""
    at = capture_index(move)
    capture_history[at] += bonus - (capture_history[at] * abs(bonus) >> 14)


def update_histories(move: int, base: int, tried: int, ply: int, depth: int) -> None:
    """A move failed high after moves[base:tried]: it gains, they lose."""
    bonus = min(depth * depth * 16 + 32 * depth, 1600)
    quiet = 1 - is_capture(move)
    if quiet:
        update_quiet_history(move, ply, bonus)
        if killers[ply * 2] != move:
            killers[ply * 2 + 1] = killers[ply * 2]
            killers[ply * 2] = move
        counter_moves[previous_move[ply]] = move
    else:
        update_capture_history(move, bonus)
    for i in range(base, tried):
        loser = moves[i]
        if loser != move:
            if is_capture(loser):
                update_capture_history(loser, -bonus)
            elif quiet:
                update_quiet_history(loser, ply, -bonus)


def age_histories() -> None:
    """Before a new search: forget half, and the killers of other positions."""
    for i in range(HISTORY_SIZE):
        history[i] >>= 1
    for i in range(MAX_PLY * 2):
        killers[i] = 0
