"""The speed of boards beside python-chess's, along random games: figures of one process are ratios."""

import random
import time
from collections.abc import Iterator
from typing import Any, Final

import chess
from cannonfish.games.catalogue import GAMES

from tests.bench.figures import Figure

SKIPPED, PLIES = 20, 100
"""The plies before the middle game, and those of a game."""
GAMES_PLAYED: Final = 3
ROUNDS: Final = 4
BOUNDS: Final = {"interpreted": (3, 3, 5), "compiled": (1.5, 1, 2)}
"""What the three ratios must reach, by execution."""
LONGEST_JUDGEMENT: Final = 100
"""Microseconds for outcome()."""
clock = time.process_time


def figures() -> Iterator[Figure]:
    """The time of a board over that of python-chess, for Xiangqi and chess, in each execution."""
    theirs = fastest(chess.Board)[:3]
    for name in ("xiangqi", "chess"):
        rules = GAMES[name].rules.shared()
        for execution, bounds in BOUNDS.items():
            rules.use(execution)
            *ours, judgement = fastest(GAMES[name].new_board)
            tasks = ("push and pop", "legal_moves", "push, is_check, pop")
            for task, our, their, bound in zip(tasks, ours, theirs, bounds, strict=True):
                detail = f"{our:.1f} us against {their:.1f}"
                what = f"{task} of {name}, {execution}, over python-chess"
                yield Figure(what, our / their, "x", bound, detail=detail)
            bound = LONGEST_JUDGEMENT if execution == "compiled" else None
            yield Figure(f"outcome() of {name} after {PLIES} plies, {execution}", judgement, "us", bound)


def fastest(new_board: Any) -> list[float]:
    """The least microseconds of each task."""
    lines = [line(new_board, seed) for seed in range(GAMES_PLAYED)]
    rounds = [times(new_board, each) for _ in range(ROUNDS) for each in lines]
    return [min(each) * 1e6 for each in zip(*rounds, strict=True)]


def line(new_board: Any, seed: int) -> list[Any]:
    """The moves of a random game of PLIES."""
    chooser = random.Random(seed)
    while True:
        board = new_board()
        for _ in range(PLIES):
            moves = [*board.legal_moves]
            if not moves:
                break
            board.push(chooser.choice(moves))
        else:
            return [*board.move_stack]


def times(new_board: Any, moves: list[Any]) -> tuple[float, ...]:
    """Seconds of push and pop, of a list of moves, of a question between push and pop, and of outcome()."""
    board = new_board()
    spent = [0.0] * 4
    asked = 0
    for move in moves[:SKIPPED]:
        board.push(move)
    for move in moves[SKIPPED:]:
        started = clock()
        board.push(move)
        board.pop()
        played = clock()
        listed = [*board.legal_moves]
        spent[0] += played - started
        spent[1] += clock() - played
        started = clock()
        for each in listed[::4]:
            board.push(each)
            board.is_check()
            board.pop()
        spent[2] += clock() - started
        asked += len(listed[::4])
        board.push(move)
    for _ in range(ROUNDS):
        board.push(board.pop())
        started = clock()
        board.outcome()
        spent[3] += clock() - started
    plies = len(moves) - SKIPPED
    return spent[0] / plies, spent[1] / plies, spent[2] / asked, spent[3] / ROUNDS
