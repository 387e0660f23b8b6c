"""Move ordering, and the histories: what cutoffs teach about moves.

Alpha-beta saves most when the best move comes first. Captures are ordered by the game's static score
(capture_score). Quiet moves are ordered by experience: how often the same move (piece and destination) caused
cutoffs anywhere (`history`) and after the same previous move of one or two plies ago
(`continuation_history`); killers caused a cutoff at the same ply, the counter move after the same previous
move. Every update also shrinks the value in proportion to its size, so that it stays within +-HISTORY_MAX
(chessprogramming wiki, "History Heuristic", "Killer Heuristic", "Countermove Heuristic").
"""

from cannonfish.kernel.game import (
    CAPTURE_SIZE,
    HISTORY_SIZE,
    capture_index,
    capture_score,
    history_index,
    is_capture,
)
from cannonfish.kernel.host import zeros
from cannonfish.kernel.rules import MAX_PLY, MOVES_PER_PLY, moves

# Scores by which moves are ordered; by index of the move stack `moves`.
move_scores: list[int] = [0] * (MAX_PLY * MOVES_PER_PLY)

# The moves searched at ply p, in order, from p * MOVES_PER_PLY.
searched_moves: list[int] = [0] * (MAX_PLY * MOVES_PER_PLY)

# Histories, within +-HISTORY_MAX, by history_index() or capture_index().
history: list[int] = [0] * HISTORY_SIZE
capture_history: list[int] = [0] * CAPTURE_SIZE
# By previous move * HISTORY_SIZE + history_index(): see previous_move.
continuation_history: list[int] = zeros((HISTORY_SIZE + 1) * HISTORY_SIZE)
counter_moves: list[int] = [0] * (HISTORY_SIZE + 1)  # by previous move
killers: list[int] = [0] * (MAX_PLY * 2 + 4)  # two moves per ply
# By ply: 1 + history_index() of the move that led to it; 0 at the root, after a null move, and in quiescence.
previous_move: list[int] = [0] * (MAX_PLY + 2)

HISTORY_SHIFT = 14
HISTORY_MAX = 1 << HISTORY_SHIFT

# Move scores. Good captures are above GOOD_CAPTURE / 2, losing ones below LOSING_CAPTURE; capture_score()
# stays within +-100000, histories of quiet moves between the two.
HASH_MOVE_SCORE = 1 << 28
GOOD_CAPTURE = 1 << 20
LOSING_CAPTURE = -(1 << 20)
KILLER_FIRST, KILLER_SECOND, COUNTER_MOVE = 100_000, 90_000, 60_000
CAPTURE_HISTORY_SHIFT = 3  # the share of capture history in a capture's score: 1 / 8
CONTINUATION_SHIFT = 1  # the share of the history after the move two plies ago: 1 / 2

# The bonus of a move that caused a cutoff: min(SQUARE * depth ** 2 + LINEAR * depth, MAX).
BONUS_SQUARE, BONUS_LINEAR, BONUS_MAX = 16, 32, 1600


def pick_best(i: int, end: int) -> int:
    """Swap the move with the highest score of moves[i:end] to the front and return it."""
    best = i
    best_score = move_scores[i]
    for j in range(i + 1, end):
        if move_scores[j] > best_score:
            best = j
            best_score = move_scores[j]
    move = moves[best]
    moves[best] = moves[i]
    moves[i] = move
    move_scores[best] = move_scores[i]
    move_scores[i] = best_score
    return move


def skip_quiets(i: int, end: int) -> int:
    """Remove the quiet moves from moves[i:end], so that losing captures remain; return the new end."""
    n = i
    for j in range(i, end):
        if move_scores[j] < LOSING_CAPTURE:
            moves[n] = moves[j]
            move_scores[n] = move_scores[j]
            n += 1
    return n


def score_captures(side: int, base: int, end: int) -> None:
    """Score the captures moves[base:end]."""
    for i in range(base, end):
        move = moves[i]
        score = capture_score(side, move)
        move_scores[i] = (
            score
            + (capture_history[capture_index(move)] >> CAPTURE_HISTORY_SHIFT)
            + (GOOD_CAPTURE if score >= 0 else 2 * LOSING_CAPTURE)
        )


def score_quiets(base: int, end: int, ply: int) -> None:
    """Score the quiet moves moves[base:end] of the ply."""
    first = killers[ply * 2]
    second = killers[ply * 2 + 1]
    counter = counter_moves[previous_move[ply]]
    row = previous_move[ply] * HISTORY_SIZE
    row2 = previous_move[ply - 1] * HISTORY_SIZE if ply else 0
    for i in range(base, end):
        move = moves[i]
        index = history_index(move)
        score = (
            history[index]
            + continuation_history[row + index]
            + (continuation_history[row2 + index] >> CONTINUATION_SHIFT)
        )
        if move == first:
            score += KILLER_FIRST
        elif move == second:
            score += KILLER_SECOND
        elif move == counter:
            score += COUNTER_MOVE
        move_scores[i] = score


def update_quiet_history(move: int, ply: int, bonus: int) -> None:
    """Add the bonus, which may be negative, to the histories of a quiet move."""
    decay = abs(bonus)
    index = history_index(move)
    history[index] += bonus - (history[index] * decay >> HISTORY_SHIFT)
    i = previous_move[ply] * HISTORY_SIZE + index
    continuation_history[i] += bonus - (continuation_history[i] * decay >> HISTORY_SHIFT)
    if ply:
        i = previous_move[ply - 1] * HISTORY_SIZE + index
        continuation_history[i] += bonus - (continuation_history[i] * decay >> HISTORY_SHIFT)


def update_capture_history(move: int, bonus: int) -> None:
    """Add the bonus, which may be negative, to the history of a capture."""
    index = capture_index(move)
    capture_history[index] += bonus - (capture_history[index] * abs(bonus) >> HISTORY_SHIFT)


def update_histories(move: int, move_count: int, ply: int, depth: int) -> None:
    """The last of `move_count` searched moves caused a cutoff: it gets a bonus, those before it a malus.

    Only searched moves have failed. Pruned, illegal and excluded moves say nothing.
    """
    bonus = min(depth * depth * BONUS_SQUARE + depth * BONUS_LINEAR, BONUS_MAX)
    quiet = 1 - is_capture(move)
    if quiet:
        update_quiet_history(move, ply, bonus)
        if killers[ply * 2] != move:
            killers[ply * 2 + 1] = killers[ply * 2]
            killers[ply * 2] = move
        counter_moves[previous_move[ply]] = move
    else:
        update_capture_history(move, bonus)
    base = ply * MOVES_PER_PLY
    for i in range(base, base + move_count - 1):
        other = searched_moves[i]
        if is_capture(other):
            update_capture_history(other, -bonus)
        elif quiet:
            update_quiet_history(other, ply, -bonus)


def age_histories() -> None:
    """Before a new search: halve the history, and clear the killers, which belong to other positions."""
    for i in range(HISTORY_SIZE):
        history[i] >>= 1
    for i in range(MAX_PLY * 2):
        killers[i] = 0
