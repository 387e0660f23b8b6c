"""Game review: classes by loss of winning chances, accuracy, turning points, the worst moments."""

import math
from collections.abc import Iterator

import pytest
from cannonfish.analysis.review import (
    BLUNDER,
    FAULTS,
    WORST,
    Evaluation,
    MoveClass,
    move_accuracy,
    review,
)
from cannonfish.engine import Engine, Limits, Score
from cannonfish.errors import IllegalMoveError
from cannonfish.games.catalogue import GAMES
from cannonfish.games.xiangqi import BLACK, RED
from hypothesis import given
from hypothesis import strategies as st

XIANGQI = GAMES["xiangqi"]
OPENING = ["h2e2", "h9g7", "h0g2", "i9h9"]
BACK_AND_FORTH = ["h0g2", "h9g7", "g2h0", "g7h9"]
MATE_IN_TWO = "3k5/9/9/9/9/9/9/R8/1R7/4K4 w - - 0 1"
LIMITS = Limits(nodes=3000)

evaluations = st.builds(Evaluation, st.builds(Score, st.integers(-2000, 2000)), st.just(("a3a4",)), st.none())


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    engine = Engine(hash_mb=1)
    yield engine
    engine.close()


def level(*scores: int, best: str = "a3a4") -> list[Evaluation | None]:
    """Evaluations with these scores for Red."""
    return [Evaluation(Score(score if ply % 2 == 0 else -score), (best,)) for ply, score in enumerate(scores)]


def kinds(*scores: int) -> list[MoveClass | None]:
    return [move.kind for move in review(XIANGQI, None, ["a0a1", "a9a8"], level(*scores)).moves]


def test_a_move_is_judged_by_what_it_costs_its_own_side() -> None:
    assert kinds(0, 0, 0) == [MoveClass.GOOD, MoveClass.GOOD]
    assert kinds(0, -60, -60) == [MoveClass.INACCURACY, MoveClass.GOOD]
    assert kinds(0, 0, 130) == [MoveClass.GOOD, MoveClass.MISTAKE]
    assert kinds(0, -400, 0) == [MoveClass.BLUNDER, MoveClass.BLUNDER]
    assert kinds(1500, 1100, 1100) == [MoveClass.GOOD, MoveClass.GOOD]  # a piece less still wins


def test_what_the_engine_would_play_is_best_whatever_comes_after() -> None:
    found = review(XIANGQI, None, ["a0a1"], level(0, -300, best="a0a1"))
    assert (found.moves[0].kind, found.moves[0].loss, found.moves[0].accuracy) == (MoveClass.BEST, 0, 100)


def test_where_every_other_move_loses_it_is_the_only_move() -> None:
    def kind(second: Score) -> MoveClass | None:
        before = Evaluation(Score(0), ("a0a1",), second)
        return review(XIANGQI, None, ["a0a1"], [before, Evaluation(Score(0), ("a9a8",))]).moves[0].kind

    assert kind(Score(-500)) is MoveClass.ONLY_MOVE
    assert kind(Score(mate=-3)) is MoveClass.ONLY_MOVE
    assert kind(Score(-20)) is MoveClass.BEST


def test_to_recapture_is_no_only_move() -> None:
    """Anybody takes back; praise for it would be noise."""
    moves = ["b2b9", "a9b9"]
    after = Evaluation(Score(0), ("b0c2",))
    found = review(XIANGQI, None, moves, [after, Evaluation(Score(0), ("a9b9",), Score(-400)), after])
    assert found.moves[1].kind is MoveClass.BEST


def test_a_short_mate_that_is_let_go_is_missed() -> None:
    def kind(before: Score, after: Score) -> MoveClass | None:
        given = [Evaluation(before, ("a2a9",)), Evaluation(after, ("d9d8",))]
        return review(XIANGQI, MATE_IN_TWO, ["b1b2"], given).moves[0].kind

    assert kind(Score(mate=2), Score(-1500)) is MoveClass.MISSED_MATE
    assert kind(Score(mate=2), Score(mate=-4)) is MoveClass.GOOD
    assert kind(Score(mate=9), Score(-1500)) is MoveClass.GOOD
    assert kind(Score(mate=9), Score(0)) is MoveClass.BLUNDER


def test_moves_of_the_book_are_neither_praised_nor_blamed() -> None:
    found = review(XIANGQI, None, [*OPENING, "a0a1"], [None] * 6)
    assert [move.kind for move in found.moves] == [None] * 5
    found = review(XIANGQI, None, [*OPENING, "a0a2"], level(0, -400, 0, -400, 0, 0))
    assert [move.kind for move in found.moves][:4] == [MoveClass.BOOK] * 4
    assert found.left_book == 4


def test_a_turning_point_makes_another_result_the_likeliest() -> None:
    moves = ["a0a1", "a9a8", "i0i1"]
    found = review(XIANGQI, None, moves, level(0, -500, -450, -600))
    assert [move.is_turning_point for move in found.moves] == [True, False, False]


def test_the_worst_moments_say_what_should_have_been_played_and_why(engine: Engine) -> None:
    """Black's chariot goes to d8, where Red's simply takes it."""
    moves = ["a0a1", "a9a8", "a1d1", "a8d8", "d1d8"]
    given = []
    for ply in range(len(moves), -1, -1):
        engine.position(None, moves[:ply])
        info = engine.go(LIMITS).info
        given.append(Evaluation(info.score, tuple(move.uci() for move in info.pv)))
    found = review(XIANGQI, None, moves, given[::-1])
    assert found.moves[3].kind is MoveClass.BLUNDER
    worst = found.worst[0]
    assert worst.ply == 3
    assert worst.line[0].uci() == found.moves[3].best != "a8d8"
    assert worst.reply[0].uci() == "d1d8"
    assert {"kind": "takes", "piece": "r", "square": "d8"} in worst.reply_reasons
    red, black = found.accuracy[RED], found.accuracy[BLACK]
    assert red is not None
    assert black is not None
    assert black < red


def test_an_end_by_the_rules_needs_no_search() -> None:
    mate = ["a2a9"]
    found = review(XIANGQI, MATE_IN_TWO.replace("1R7", "9").replace("/9/4K4", "/1R7/4K4"), mate, [None, None])
    assert found.expected[0] is None
    drawn = review(XIANGQI, None, BACK_AND_FORTH * 2, [None] * 9)
    assert drawn.expected[-1] == 0.5
    assert drawn.scores[-1] is None


def test_a_game_that_went_on_after_a_repetition_is_reviewed_as_a_whole() -> None:
    """The rules end the game there, so nothing was searched: no side ever had an accuracy."""
    moves = [*BACK_AND_FORTH * 2, "a0a1", "a9a8"]
    given = level(*[20] * 11)
    found = review(XIANGQI, None, moves, [*given[:8], None, *given[9:]])
    assert found.expected[8] == found.expected[0]
    assert None not in found.accuracy.values()
    assert None not in [move.kind for move in found.moves]


def test_a_part_that_is_not_evaluated_stays_open() -> None:
    given = level(0, -400, -400)
    found = review(XIANGQI, None, ["a0a1", "a9a8"], [*given[:2], None])
    assert [move.kind for move in found.moves] == [MoveClass.BLUNDER, None]
    assert found.accuracy == {RED: None, BLACK: None}


def test_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="1 moves need 2 evaluations, not 1"):
        review(XIANGQI, None, ["a0a1"], [None])
    with pytest.raises(ValueError, match="no winning chances for liuzichong"):
        review(GAMES["liuzichong"], None, [], [None])
    with pytest.raises(IllegalMoveError, match="a0a9"):
        review(XIANGQI, None, ["a0a9"], [None, None])


def test_the_accuracy_of_a_move() -> None:
    assert move_accuracy(0.5, 0.5) == move_accuracy(0.4, 0.6) == 100
    assert math.isclose(move_accuracy(0.5, 0.4), 64.6, abs_tol=0.1)  # lichess: 10 points cost a third
    assert move_accuracy(1, 0) == 0


def test_a_missed_mate_is_a_key_moment_beside_quieter_faults() -> None:
    """It was left out where the position stayed won, as little was lost."""
    moves = ["a0a1", "a9a8", "a1b1", "a8b8", "b1c1", "b8c8", "c1d1", "c8d8"]
    scores = [Score(mate=2), Score(-2500), *[Score(70), Score(0)] * 3, Score(0)]
    found = review(XIANGQI, None, moves, [Evaluation(score, ("a3a4",)) for score in scores])
    kinds = [move.kind for move in found.moves[::2]]
    assert kinds == [MoveClass.MISSED_MATE, *[MoveClass.INACCURACY] * 3]
    assert found.worst[0].ply == 0


@given(st.lists(evaluations, min_size=9, max_size=9))
def test_whatever_the_evaluations_the_review_holds_together(given_evaluations: list[Evaluation]) -> None:
    moves = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "g3g4", "c6c5"]
    found = review(XIANGQI, None, moves, given_evaluations)
    for move in found.moves:
        assert move.loss is not None
        assert move.accuracy is not None
        assert 0 <= move.loss <= 1
        assert 0 <= move.accuracy <= 100
        assert not move.is_turning_point or move.loss > 0
        assert move.kind is not MoveClass.BLUNDER or move.loss >= BLUNDER
    for accuracy in found.accuracy.values():
        assert accuracy is not None
        assert 0 <= accuracy <= 100
    assert sum(count for counts in found.counts.values() for count in counts.values()) == len(moves)
    losses = [found.moves[moment.ply].loss for moment in found.worst]
    assert losses == sorted(losses, key=lambda loss: -(loss or 0))
    for side in (0, 1):
        faults = sum(move.kind in FAULTS and move.side == side for move in found.moves)
        assert sum(found.moves[moment.ply].side == side for moment in found.worst) == min(faults, WORST)
