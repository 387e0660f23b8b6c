"""Evaluation and exchanges."""

from dataclasses import replace

import pytest
from cannonfish import kernel
from cannonfish.compiler import instantiate, link
from cannonfish.kernel import xiangqi
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.kernel.player import START, Player, move, name, player, source
from tests.unit.kernel.test_moves import fen_of, random_game

PLAYER = player("interpreted", table_bits=4)
choices = st.lists(st.integers(0, 200), max_size=60)


def evaluation(fen: str) -> int:
    PLAYER.set_up(fen)
    return PLAYER.call("evaluate", PLAYER.side)


def pieces() -> list[list[int]]:
    return [
        PLAYER.execution.array(name) for name in ("board", "square_of", "rank_bits", "file_bits", "position")
    ]


def expanded(fen: str) -> tuple[list[str], str]:
    rows, side = fen.split()[:2]
    for digit in "23456789":
        rows = rows.replace(digit, "1" * int(digit))
    return rows.split("/"), side


@given(choices)
def test_evaluation_is_the_same_seen_in_a_mirror_and_by_the_other_side(picks: list[int]) -> None:
    for _ in random_game(PLAYER, picks):
        pass
    fen = fen_of(PLAYER)
    rows, side = expanded(fen)
    value = evaluation(fen)
    assert -15000 <= value <= 15000
    assert evaluation("/".join(row[::-1] for row in rows) + " " + side) == value
    # Seen by the other side, halves may be rounded the other way.
    swapped = "/".join(row.swapcase() for row in reversed(rows)) + " " + ("b" if side == "w" else "w")
    assert abs(evaluation(swapped) - value) <= 1


def test_the_start_is_worth_the_right_to_move() -> None:
    assert evaluation(START) == PLAYER.constants["TEMPO"]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # a rook more
        ("4k4/9/9/9/9/9/9/9/9/R3K4 w", "4k4/9/9/9/9/9/9/9/9/N3K4 w"),
        # a pawn beyond the river
        ("3k5/9/9/9/4P4/9/9/9/9/R3K4 w", "3k5/9/9/9/9/9/4P4/9/9/R3K4 w"),
        # a cannon that looks at the general with nothing between
        ("4k4/9/9/9/R8/4C4/9/9/9/3K5 w", "4k4/4a4/9/9/R8/4C4/9/9/9/3K5 w"),
    ],
)
def test_knows_what_is_better(better: str, worse: str) -> None:
    assert evaluation(better) > evaluation(worse)


def test_an_advantage_that_cannot_cross_the_river_is_nothing() -> None:
    assert evaluation("4k4/9/9/9/9/9/9/9/4A4/2BAK1B2 w") == PLAYER.constants["TEMPO"]


@pytest.mark.parametrize("term", ["knights", "rooks", "cannons", "pawns", "material"])
def test_each_term_can_be_asked_for_its_value(term: str) -> None:
    PLAYER.set_up(START)
    assert PLAYER.call(term, 0) == PLAYER.call(term, 1)


@pytest.mark.parametrize(
    ("fen", "text", "gain"),
    [
        ("4k4/9/9/9/p8/9/9/9/9/R3K4 w", "a0a5", 30),  # a pawn for nothing
        ("r3k4/9/9/9/p8/9/9/9/9/R3K4 w", "a0a5", 30 - 220),  # a rook for a guarded pawn
        ("r3k4/9/9/9/p8/9/9/9/R8/R3K4 w", "a1a5", 30),  # guarded once, attacked twice: black does not retake
        ("4k4/9/9/3n5/p8/9/9/9/9/R3K4 w", "a0a5", 30),  # that knight does not see a5
        ("4k4/9/1n7/9/p8/9/9/9/9/R3K4 w", "a0a5", 30 - 220),  # this one does
        ("4k4/9/1n7/1p7/p8/9/9/9/9/R3K4 w", "a0a5", 30),  # unless its leg is blocked
        ("4k4/c8/p8/9/n8/9/9/9/9/R3K4 w", "a0a5", 100 - 220),  # a cannon guards over a screen
        ("4k4/9/9/9/9/9/9/9/9/R3K4 w", "a0a9", 0),  # a quiet move to a safe point
        ("4k4/4r4/9/9/9/9/9/9/9/R3K4 w", "a0a8", -220),  # a quiet move that loses the rook
    ],
)
def test_static_exchange(fen: str, text: str, gain: int) -> None:
    PLAYER.set_up(fen)
    assert PLAYER.call("see_at_least", 0, move(text), gain) == 1
    assert PLAYER.call("see_at_least", 0, move(text), gain + 1) == 0


@given(choices)
def test_static_exchange_leaves_the_board_alone_and_is_monotonous(picks: list[int]) -> None:
    for _ in random_game(PLAYER, picks):
        pass
    before = pieces()
    for number in PLAYER.legal():
        answers = [PLAYER.call("see_at_least", PLAYER.side, number, bar) for bar in range(-250, 251, 100)]
        assert answers == sorted(answers, reverse=True), name(number)
        order = PLAYER.call("capture_score", PLAYER.side, number)
        if PLAYER.call("is_capture", number):
            assert (order >= 0) == PLAYER.call("see_at_least", PLAYER.side, number, 0), name(number)
            assert -100_000 <= order <= 100_000
    assert pieces() == before


def test_weights_stay_within_the_packing() -> None:
    """Both halves of a packed score are added as one number: no sum may leave 16 bits."""
    squares = PLAYER.execution.array("SQUARE_SCORE")
    biggest = max(abs((score + 32768 & 65535) - 32768) for score in squares)
    assert 32 * biggest < 32768


def test_one_number_changes_what_a_knight_is_worth_everywhere() -> None:
    """Evaluation, exchanges, and the order and value of captures follow from PIECE_VALUES in weights.py."""
    old, new = "_s( 200,  200),  # knight", "_s( 260,  260),  # knight"
    sources = [source(name) for name in (*xiangqi.FILES, *kernel.SEARCH)]
    assert sources[0].text.count(old) == 1
    changed = [replace(sources[0], text=sources[0].text.replace(old, new)), *sources[1:]]
    players = [
        Player(instantiate(link(files, {"TT_BITS": 4}), "interpreted")) for files in (sources, changed)
    ]
    seen = []
    for one in players:
        one.set_up("3k5/9/9/9/9/9/P8/9/9/4K1N2 w")
        ahead = one.call("evaluate", 0)
        one.set_up("3k5/4n4/9/9/9/9/4R4/9/9/R3K1N2 w")
        capture = move("e3e8")  # a rook takes a knight
        seen.append(
            (
                ahead,
                one.call("victim_value", capture),
                one.call("see_at_least", 0, capture, 101),
                one.call("capture_score", 0, capture),
            )
        )
    before, after = seen
    assert after[0] > before[0]
    assert (before[1], after[1]) == (200, 260)
    assert (before[2], after[2]) == (0, 1)
    assert after[3] > before[3]
