"""The prover of mates: shortest, complete, and honest about giving up."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cannonfish.games.xiangqi import Board
from cannonfish_lab.puzzles.mates import GivenUp, MateProver

MATES = json.loads((Path(__file__).parents[2] / "data/mates/xiangqi.json").read_text())["positions"]


@pytest.fixture(scope="module")
def prover() -> Iterator[MateProver]:
    prover = MateProver()
    yield prover
    prover.close()


def quick_or_slow() -> list[Any]:
    return [
        pytest.param(each, id=each["id"], marks=[pytest.mark.slow] if each["mate_in"] > 3 else [])
        for each in MATES
    ]


@pytest.mark.parametrize("known", quick_or_slow())
def test_published_mates(known: dict[str, Any]) -> None:
    prover = MateProver(most=500_000_000)
    try:
        mate = prover.prove(Board(known["fen"]), known["mate_in"])
    finally:
        prover.close()
    assert mate is not None
    assert mate.length == known["mate_in"]
    assert sorted([mate.moves[0], *mate.alternatives[0]]) == known["first_moves"]
    board = Board(known["fen"])
    board.push_line(mate.moves)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is board.turn.other
    assert len(mate.moves) == 2 * mate.length - 1


def test_the_defender_chooses_a_longest_line(prover: MateProver) -> None:
    board = Board(next(each["fen"] for each in MATES if each["id"] == "mate_16"))
    mate = prover.prove(board, 3)
    assert mate is not None
    left = mate.length
    for ply, move in enumerate(mate.moves):
        if ply % 2 == 0:
            assert prover.shortest(board, left) == left
        else:
            left -= 1
            assert prover.resistance(board, left) == left
        board.push_uci(move)


def test_a_shorter_limit_finds_nothing(prover: MateProver) -> None:
    board = Board(next(each["fen"] for each in MATES if each["mate_in"] == 3))
    assert prover.shortest(board, 2) is None
    assert prover.prove(board, 2) is None
    assert prover.winning_moves(board, 2) == []


def test_no_move_is_a_loss_without_check(prover: MateProver) -> None:
    board = Board("4k4/3P5/5P3/9/9/9/9/9/9/3K5 w")  # a soldier to f8, and Black cannot move
    mate = prover.prove(board, 2)
    assert mate is not None
    assert mate.moves == ("f7f8",)
    board.push_uci("f7f8")
    assert board.is_stalemate()


def test_the_start_has_no_quick_mate(prover: MateProver) -> None:
    assert prover.shortest(Board(), 2) is None


def test_too_long_a_proof_is_given_up() -> None:
    prover = MateProver(most=1000)
    try:
        with pytest.raises(GivenUp):
            prover.shortest(Board(), 3)
        with pytest.raises(GivenUp):
            prover.winning_moves(Board(), 3)
        # What was begun has left nothing behind.
        assert prover.shortest(Board("4k4/3P5/5P3/9/9/9/9/9/9/3K5 w"), 1) == 1
    finally:
        prover.close()


def test_both_executions_agree() -> None:
    results = []
    for execution in ("interpreted", "compiled"):
        prover = MateProver(execution=execution)
        results.append(
            [prover.prove(Board(each["fen"]), each["mate_in"]) for each in MATES if each["mate_in"] <= 2]
        )
        prover.close()
    assert results[0] == results[1]
