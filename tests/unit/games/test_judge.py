"""The law of repetition: published cases, a case for every clause, warnings, explanations, the count of quiet
plies; and its speed."""

import json
import random
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cannonfish.compiler import instantiate, linked
from cannonfish.games.outcome import Outcome, Termination
from cannonfish.games.xiangqi import BLACK, RED, Board, Side
from cannonfish.games.xiangqi.board import COUNTED_CHECKS, MOVE_LIMIT
from cannonfish.games.xiangqi.fen import Position
from cannonfish.games.xiangqi.judge import Law
from cannonfish.games.xiangqi.rules import Rules, rules

from tests.unit.games.repetition_games import random_board

DATA = Path(__file__).parents[2] / "data" / "repetition"
PUBLISHED = json.loads((DATA / "published.json").read_text(encoding="utf-8"))
CASES = json.loads((DATA / "cases.json").read_text(encoding="utf-8"))["cases"]
READINGS = [
    tuple(field.strip() for field in line.split("|"))
    for line in (DATA / "readings.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
RESULTS = {"red_wins": "1-0", "black_wins": "0-1", "draw": "1/2-1/2", "none": None}
CHASE_OF_A_HORSE = "4k4/9/9/9/n8/9/9/9/1R7/3K5 w - - 0 1", ["b1a1", "a5b7", "a1b1", "b7a5"]


def played(fen: str, moves: list[str]) -> Board:
    board = Board(fen)
    board.push_line(moves)
    return board


def case(name: str) -> Board:
    found = next(each for each in CASES if each["id"] == name)
    return played(found["fen"], found["cycle"].split() * 2)


def result(board: Board) -> str | None:
    outcome = board.outcome()
    return outcome.result() if outcome else None


# --- what the law says --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "published", PUBLISHED["tests"] + PUBLISHED["move_limit_tests"], ids=lambda each: each["id"]
)
def test_published_case(published: dict[str, Any]) -> None:
    board = Board(published["fen"])
    for move in published["moves"]:
        assert board.outcome() is None, "the game ends with the last move, not before"
        board.push_uci(move)
    assert result(board) == RESULTS[published["result"]]


@pytest.mark.parametrize("clause", CASES, ids=lambda each: each["id"])
def test_case_of_a_clause(clause: dict[str, Any]) -> None:
    cycle = clause["cycle"].split()
    board = played(clause["fen"], cycle * 2)
    explanation = board.explanation()
    assert explanation is not None
    told = explanation.as_dict()
    assert (told["law"], told["loser"]) == (clause["law"], clause["loser"])
    assert [described(move) for move in told["moves"]] == clause["moves"] * 2


@pytest.mark.parametrize(
    "reading", READINGS, ids=[f"{number}: {reading[0]}" for number, reading in enumerate(READINGS, 1)]
)
def test_reading_of_others(reading: tuple[str, ...]) -> None:
    """The verdict is that of the rule book or program, except where the case names our law."""
    _, fen, cycle, theirs, *otherwise = reading
    verdict = played(fen, cycle.split() * 2).repetition()
    assert verdict is not None
    ours = "draw" if verdict.loser is None else verdict.loser.name.lower()
    assert (ours != theirs, verdict.law) == (True, *otherwise) if otherwise else ours == theirs


def described(move: dict[str, Any]) -> str:
    threats = (
        f"{threat['taker']}{threat['orig']}x{threat['victim']}{threat['dest']}:{threat['worth']}"
        + ("!" if threat["perpetual"] else "")
        for threat in move["threats"]
    )
    return " ".join([move["class"], *threats])


@pytest.mark.parametrize(
    ("law", "outcome"),
    [
        (Law.PERPETUAL_CHECK, Outcome(BLACK, Termination.PERPETUAL_CHECK)),
        (Law.MUTUAL_PERPETUAL_CHECK, Outcome(None, Termination.REPETITION)),
        (Law.CHECK_WITH_PAUSES, Outcome(None, Termination.REPETITION)),
        (Law.PERPETUAL_CHASE, Outcome(BLACK, Termination.PERPETUAL_CHASE)),
        (Law.MUTUAL_PERPETUAL_CHASE, Outcome(None, Termination.REPETITION)),
        (Law.NO_PERPETUAL, Outcome(None, Termination.REPETITION)),
    ],
)
def test_every_law_has_its_outcome(law: Law, outcome: Outcome) -> None:
    boards = [played(each["fen"], each["moves"]) for each in PUBLISHED["tests"]]
    boards += [played(each["fen"], each["cycle"].split() * 2) for each in CASES]
    verdicts = [(board, board.repetition()) for board in boards]
    outcomes = {board.outcome() for board, verdict in verdicts if verdict is not None and verdict.law is law}
    assert outcome in outcomes
    assert {each.termination for each in outcomes if each is not None} == {outcome.termination}


def test_colours_and_wings_make_no_difference() -> None:
    for each in CASES:
        fen, cycle = swapped(each["fen"], each["cycle"])
        board, mirror = played(each["fen"], each["cycle"].split() * 2), played(fen, cycle.split() * 2)
        verdict, mirrored = board.repetition(), mirror.repetition()
        assert verdict is not None
        assert mirrored is not None
        assert mirrored.law is verdict.law
        assert mirrored.loser == (None if verdict.loser is None else verdict.loser.other)


def swapped(fen: str, moves: str) -> tuple[str, str]:
    """Red for Black, and file a for file i: the board turned by half a circle."""
    placement, turn, *rest = fen.split()
    turned = {
        point: f"{'abcdefghi'[8 - 'abcdefghi'.index(point[0])]}{9 - int(point[1])}"
        for point in points_in(moves)
    }
    line = " ".join(turned[move[:2]] + turned[move[2:]] for move in moves.split())
    return " ".join([placement.swapcase()[::-1], "b" if turn == "w" else "w", *rest]), line


def points_in(moves: str) -> set[str]:
    return {point for move in moves.split() for point in (move[:2], move[2:])}


# --- when it speaks -----------------------------------------------------------------------------------------


def test_second_occurrence_warns_and_says_for_whom() -> None:
    fen, cycle = CHASE_OF_A_HORSE
    board = Board(fen)
    for number, move in enumerate(cycle * 2, 1):
        assert board.outcome() is None
        board.push_uci(move)
        warning = board.warning()
        if 4 <= number < 8:
            assert warning is not None
            assert (warning.law, warning.loser) == (Law.PERPETUAL_CHASE, RED)
            assert warning.outcome() == Outcome(BLACK, Termination.PERPETUAL_CHASE)
        else:
            assert warning is None
    assert board.outcome() == Outcome(BLACK, Termination.PERPETUAL_CHASE)


def test_warning_can_be_explained_by_the_moves_so_far() -> None:
    fen, cycle = CHASE_OF_A_HORSE
    explanation = played(fen, cycle).explanation()
    assert explanation is not None
    assert [each.move.uci() for each in explanation.moves] == cycle
    assert [each.kind.value for each in explanation.moves] == ["chase", "idle", "chase", "idle"]


def test_nothing_to_explain_before_a_repetition() -> None:
    board = Board()
    assert board.explanation() is None
    assert board.repetition() is None
    assert board.warning() is None


def test_window_starts_at_the_first_occurrence() -> None:
    fen, cycle = CHASE_OF_A_HORSE
    board = played(fen.replace("1R7", "2R6"), ["c1b1", "e9e8", "d0d1", "e8e9", *(cycle * 2)])
    explanation = board.explanation()
    assert explanation is not None
    assert [each.ply for each in explanation.moves] == list(range(5, 13))
    assert [each.side for each in explanation.moves] == [RED, BLACK] * 4


def test_lack_of_material_comes_before_repetition() -> None:
    board = played("3k5/9/9/9/9/9/9/9/9/4KA3 w - - 0 1", ["f0e1", "d9d8", "e1f0", "d8d9"] * 2)
    assert board.outcome() == Outcome(None, Termination.INSUFFICIENT_MATERIAL)


# --- so many plies without a capture ------------------------------------------------------------------------

CHECKING = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1", ["e1d1", "d9e9", "d1e1", "e9d9"]


def test_checks_beyond_the_tenth_and_their_replies_do_not_count() -> None:
    fen, cycle = CHECKING
    board = Board(fen)
    for number, move in enumerate(cycle * 10, 1):
        board.push_uci(move)
        assert board.halfmove_clock == min(number, 2 * COUNTED_CHECKS)


def test_each_side_has_ten_checks_of_its_own() -> None:
    mutual = next(each for each in PUBLISHED["tests"] if each["id"] == "rep_check_mutual")
    board = played(mutual["fen"], mutual["moves"] * 3)
    assert len(board.move_stack) == 24
    assert board.halfmove_clock == 2 * COUNTED_CHECKS


def test_quiet_moves_between_checks_count_on() -> None:
    fen, cycle = CHECKING
    board = played(fen, cycle * 6)
    clock = board.halfmove_clock
    board.push_line(["e1e2", "d9d8", "e2e1", "d8d9"])
    assert board.halfmove_clock == clock + 4


def test_limit_is_reached_later_by_the_free_checks() -> None:
    fen, cycle = CHECKING
    board = played(fen.replace(" 0 1", f" {MOVE_LIMIT - 21} 50"), cycle * 6)
    assert board.halfmove_clock == MOVE_LIMIT - 1
    board.push_uci("e1f1")
    assert board.outcome() == Outcome(None, Termination.MOVE_LIMIT)


def test_a_capture_restarts_the_count_and_the_free_checks() -> None:
    fen, cycle = CHECKING
    board = played(fen.replace("9/4R4", "8p/4R4"), [*cycle * 6, "e1e2", "d9d8"])
    assert board.halfmove_clock == 2 * COUNTED_CHECKS + 2
    counts = []
    for move in ["e2i2", "d8d9", "i2d2", "d9e9"]:
        board.push_uci(move)
        counts.append(board.halfmove_clock)
    assert counts == [0, 1, 2, 3]


def test_mate_wins_even_at_the_limit() -> None:
    board = played("3k5/7R1/9/9/9/9/9/9/9/R3K4 w - - 119 90", ["a0a9"])
    assert board.is_move_limit()
    assert board.outcome() == Outcome(RED, Termination.CHECKMATE)


# --- both executions ----------------------------------------------------------------------------------------


def test_interpreted_and_compiled_kernel_find_the_same_threats() -> None:
    rng = random.Random(5)
    executions = [
        instantiate(linked("cannonfish.kernel", Rules.files), execution=name)
        for name in ("interpreted", "compiled")
    ]
    found = 0
    for _ in range(150):
        position = random_board(rng).position
        answers = []
        for execution in executions:
            Rules.set_position(execution, position)
            counts = [execution.call("threats", side) for side in Side]
            chased = [execution.call("chased", side, 0xFFFF, 0) for side in Side]
            answers.append((counts, chased, execution.slice("found", 0, counts[-1])))
        assert answers[0] == answers[1], position
        found += sum(answers[0][0])
    assert found > 100


# --- speed --------------------------------------------------------------------------------------------------


def test_judging_sixteen_plies_costs_no_more_than_a_few_move_lists() -> None:
    """The judge asks about 16 positions, and much less of each than all its moves.  Usual ratio: about 2."""
    board = case("one_idle_move")
    assert len(board.move_stack) == 16

    def cost(work: Callable[[], object]) -> float:
        return min(timeit.repeat(work, number=20, repeat=5))

    lists = cost(lambda: [rules().legal_moves(Position(board.placement, side)) for side in Side])
    assert cost(board.repetition) < 8 * lists


# --- which moves repeat -------------------------------------------------------------------------------------


@pytest.mark.parametrize("clause", CASES, ids=lambda each: each["id"])
def test_the_moves_to_a_third_occurrence_are_those_that_bring_it_about(clause: dict[str, Any]) -> None:
    cycle = clause["cycle"].split()
    board = played(clause["fen"], cycle)
    for move in cycle:
        expected = set()
        for each in list(board.legal_moves):
            board.push(each)
            if board.is_repetition():
                expected.add(each)
            board.pop()
        assert set(board.moves_to_repetition()) == expected
        board.push_uci(move)


def test_quiet_plies_are_counted_from_the_last_capture() -> None:
    board = played("4k4/9/9/9/9/6p2/9/9/9/3K2R2 w - - 50 100", ["g0f0", "e9e8"])
    assert board.quiet_plies() == (0, 0, 50)
    board.push_line(["f0g0", "e8e9", "g0g4", "e9e8", "g4g8", "e8e9"])
    assert board.quiet_plies() == (5, 0, 0)


def test_checks_beyond_the_tenth_do_not_count() -> None:
    board = Board("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1")
    for _ in range(6):
        board.push_line(["e1d1", "d9e9", "d1e1", "e9d9"])
    assert board.quiet_plies() == (0, 4, 0)
    assert board.halfmove_clock == 20
