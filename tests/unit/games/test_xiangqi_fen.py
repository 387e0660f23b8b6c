"""Positions as text: what is read, what is refused and why."""

import pytest
from cannonfish.errors import MAX_TEXT, IllegalMoveError, InvalidFenError
from cannonfish.games.xiangqi import BLACK, RED, STARTING_FEN, Board
from cannonfish.games.xiangqi.fen import MAX_LENGTH, faults, format_fen, parse_fen

from tests.unit.games.test_fen import BAD, listed

START_BOARD = STARTING_FEN.split()[0]


def test_a_position_that_is_set_up_has_all_its_faults_named() -> None:
    inspection = Board.inspect("R2kK4/9/9/9/9/9/9/9/9/9 r")
    assert inspection.fen == "R2kK4/9/9/9/9/9/9/9/9/9 w - - 0 1"
    assert [fault.reason for fault in inspection.faults] == ["unreachable"]
    inspection = Board.inspect("9/9/9/9/9/CCC6/9/9/9/3A5 b - - 7 3 moves a0a1")
    assert inspection.fen == "9/9/9/9/9/CCC6/9/9/9/3A5 b - - 7 3"
    assert [(fault.reason, fault.details["piece"]) for fault in inspection.faults] == [
        ("king_missing", "K"),
        ("too_many", "C"),
        ("king_missing", "k"),
    ]
    assert Board.inspect("4k4/9/9/9/9/9/9/9/4R4/3K5 w").faults[0].reason == "opponent_in_check"


def test_the_moves_after_a_position_that_is_set_up_are_played() -> None:
    board = Board()
    board.push_uci("h2e2")
    assert Board.inspect(f"{STARTING_FEN} moves h2e2").fen == board.fen()
    with pytest.raises(IllegalMoveError):
        Board.inspect(f"{STARTING_FEN} moves h2e2 h2e2")


def bad_fens() -> list[tuple[str, str]]:
    return listed(BAD[Board])


@pytest.mark.parametrize(("fen", "reason"), [pair for pair in bad_fens() if pair[1] != "opponent_in_check"])
def test_bad_fen_is_refused_with_its_reason(fen: str, reason: str) -> None:
    with pytest.raises(InvalidFenError) as caught:
        raise next(faults(parse_fen(fen), fen))
    assert caught.value.reason == reason
    assert caught.value.code == "invalid_fen"
    assert isinstance(caught.value, ValueError)


def test_every_fault_but_length_has_an_example() -> None:
    assert " ".join(sorted({reason for _, reason in bad_fens()})) == (
        "adjacent_digits counter empty fields king_doubled king_missing kings_facing letter "
        "opponent_in_check row_width rows side too_many unreachable unused_field"
    )


def test_gigantic_text_is_refused_early_with_a_short_message() -> None:
    with pytest.raises(InvalidFenError) as caught:
        parse_fen("9/" * MAX_LENGTH)
    assert caught.value.reason == "too_long"
    assert len(str(caught.value)) < 200
    assert len(caught.value.text) <= MAX_TEXT


@pytest.mark.parametrize(
    "fen", ["k" * 9000 + " w", START_BOARD + " " + "w" * 9000, START_BOARD + " w - - " + "1" * 9000]
)
def test_long_fields_are_clipped_in_the_message(fen: str) -> None:
    with pytest.raises(InvalidFenError) as caught:
        parse_fen(fen)
    assert len(str(caught.value)) < 300


def test_message_tells_where_the_fault_is() -> None:
    with pytest.raises(InvalidFenError, match=r"'1c5x1' \(rank 7\)") as caught:
        parse_fen("rnbakabnr/9/1c5x1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
    assert caught.value.details == {"letter": "x", "rank": 7}


def test_setup_of_the_start_position() -> None:
    setup = parse_fen(STARTING_FEN)
    placement, turn = setup.position
    assert placement[:9] == "RNBAKABNR"
    assert placement[-9:] == "rnbakabnr"
    assert placement.count(".") == 90 - 32
    assert (turn, setup.halfmove_clock, setup.fullmove, setup.moves) == (RED, 0, 1, ())
    assert format_fen(setup) == STARTING_FEN


@pytest.mark.parametrize(
    "fen",
    [
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1",
        f"{START_BOARD} r",
        f"{START_BOARD} w -",
        f"{START_BOARD} w - - 0",
        f"  fen {START_BOARD}\tw - - 0 0 ",
    ],
)
def test_other_spellings_mean_the_same(fen: str) -> None:
    assert format_fen(parse_fen(fen)) == STARTING_FEN


def test_counters_and_moves() -> None:
    setup = parse_fen(f"{START_BOARD} b - - 17 42 moves h9g7 h2e2")
    assert (setup.position.turn, setup.halfmove_clock, setup.fullmove, setup.moves) == (
        BLACK,
        17,
        42,
        ("h9g7", "h2e2"),
    )
    assert format_fen(setup) == f"{START_BOARD} b - - 17 42"
