"""The engine neither loses by a repetition that it can avoid, nor leaves a win by one lying."""

import json
from pathlib import Path
from typing import Any

import pytest
from cannonfish.engine import Engine, Limits, Score
from cannonfish.games.outcome import Termination
from cannonfish.games.xiangqi import Board, Move, Side

DATA = Path(__file__).parents[2] / "data" / "repetition"
LOST = [
    case for case in json.loads((DATA / "cases.json").read_text(encoding="utf-8"))["cases"] if case["loser"]
]
GAMES = json.loads((DATA / "lost_by_chase.json").read_text(encoding="utf-8"))["games"]


def before_the_end(case: dict[str, Any], loser_to_move: bool) -> tuple[str, list[str], Move]:
    """A start and a line whose next move repeats for the third time; the loser's or the winner's."""
    fen, cycle = case["fen"], case["cycle"].split()
    loser_first = Board(fen).turn.name.lower() == case["loser"]
    if loser_first is loser_to_move:
        # The last move of the cycle is the other side's: begin the game one ply later.
        start = Board(fen)
        start.push_uci(cycle[0])
        fen, cycle = start.fen(), cycle[1:] + cycle[:1]
    return fen, cycle + cycle[:-1], Move.from_uci(cycle[-1])


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(execution="compiled", hash_mb=1)


@pytest.mark.parametrize("case", LOST, ids=lambda case: case["id"])
@pytest.mark.parametrize("level", [None, 1, 12])
def test_it_does_not_walk_into_a_losing_repetition(
    engine: Engine, case: dict[str, Any], level: int | None
) -> None:
    fen, line, losing = before_the_end(case, loser_to_move=True)
    engine.position(fen, line)
    board = engine.board
    assert board.turn.name.lower() == case["loser"]
    assert losing in board.legal_moves
    for seed in (1, 2, 3):
        assert engine.go(Limits(depth=3, level=level, seed=seed)).bestmove != losing


@pytest.mark.parametrize("case", LOST, ids=lambda case: case["id"])
def test_it_wins_by_a_repetition_that_the_other_side_brought_about(
    engine: Engine, case: dict[str, Any]
) -> None:
    fen, line, winning = before_the_end(case, loser_to_move=False)
    engine.position(fen, line)
    result = engine.go(Limits(depth=3))
    assert (result.bestmove, result.info.score) == (winning, Score(rule=1))
    board = engine.board
    board.push(winning)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.termination in (Termination.PERPETUAL_CHECK, Termination.PERPETUAL_CHASE)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_it_leaves_a_chase_before_it_is_lost(engine: Engine, number: int) -> None:
    """Version 0.1 lost these games: its search took a repetition by chase for a draw.  The opponent's move
    was always the last one, so that the root had nothing to refuse.

    From ten plies before the end on, neither the engine's move nor the game's answer to it repeats a position
    in a way that the engine would lose by.
    """
    moves = GAMES[number]["moves"].split()
    ours = Side[GAMES[number]["ours"].upper()]
    for end in range(len(moves) - 10, len(moves)):
        engine.position(None, moves[:end])
        board = engine.board
        if board.turn is not ours:
            continue
        board.push(engine.go(Limits(nodes=30_000)).bestmove)
        verdicts = [board.warning() or board.repetition()]
        answer = Move.from_uci(moves[end + 1])
        if board.is_legal(answer):
            board.push(answer)
            verdicts.append(board.warning() or board.repetition())
        assert ours not in [verdict.loser for verdict in verdicts if verdict]


def test_where_every_move_loses_it_plays_one_of_them(engine: Engine) -> None:
    fen, line, losing = before_the_end(LOST[0], loser_to_move=True)
    engine.position(fen, line)
    assert engine.go(Limits(depth=2, searchmoves=(losing.uci(),))).bestmove == losing


def test_a_drawn_repetition_is_left_to_the_search(engine: Engine) -> None:
    """Red is a chariot down and saved by the third occurrence."""
    moves = ["h0g2", "h9g7", "g2h0", "g7h9"]
    engine.position(
        "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1", [*moves, *moves[:3]]
    )
    assert "g7h9" in {move.uci() for move in engine.board.legal_moves}
    assert engine.go(Limits(depth=4, searchmoves=("g7h9",))).info.score == Score(cp=0)
