"""Positions of chess as text: what is read, what is refused and why."""

import pytest
from cannonfish.games.chess import BLACK, STARTING_FEN, WHITE, Board, InvalidFenError
from cannonfish.games.chess.fen import MAX_LENGTH, faults, format_fen, parse_fen

from tests.unit.games.test_fen import BAD, listed

START_BOARD = STARTING_FEN.split()[0]


def bad_fens() -> list[tuple[str, str]]:
    return listed(BAD[Board])


@pytest.mark.parametrize(("fen", "reason"), bad_fens())
def test_bad_fen_is_refused_with_its_reason(fen: str, reason: str) -> None:
    with pytest.raises(InvalidFenError) as caught:
        Board(fen)
    assert caught.value.reason == reason
    assert caught.value.code == "invalid_fen"
    assert len(str(caught.value)) < 300


def test_every_fault_but_length_has_an_example() -> None:
    assert " ".join(sorted({reason for _, reason in bad_fens()})) == (
        "adjacent_digits castling castling_rights counter empty en_passant en_passant_pawn "
        "fields king_doubled king_missing letter opponent_in_check pawn_rank row_width rows "
        "side too_many"
    )


def test_a_position_that_is_set_up_has_all_its_faults_named() -> None:
    inspection = Board.inspect("P6k/8/8/8/8/8/8/8 w K e3")
    assert inspection.fen == "P6k/8/8/8/8/8/8/8 w K e3 0 1"
    assert [fault.reason for fault in inspection.faults] == [
        "king_missing",
        "pawn_rank",
        "castling_rights",
        "en_passant_pawn",
    ]


@pytest.mark.parametrize(
    ("placement", "turn", "passed"),
    [
        ("4k3/8/8/pP1p4/3p3P/2P5/8/4K3", "w", ("a6", "d6")),
        ("4k3/8/8/pP1p4/3p3P/2P5/8/4K3", "b", ("h3",)),
        ("4k3/3p4/8/3p4/8/8/8/4K3", "w", ()),  # a pawn still stands where it would have come from
    ],
)
def test_the_squares_that_a_pawn_can_just_have_passed(placement: str, turn: str, passed: tuple[str]) -> None:
    assert Board.inspect(f"{placement} {turn}").en_passant == passed
    for square in passed:
        assert not Board.inspect(f"{placement} {turn} - {square}").faults


def test_gigantic_text_is_refused_early_with_a_short_message() -> None:
    with pytest.raises(InvalidFenError) as caught:
        parse_fen("8/" * MAX_LENGTH)
    assert caught.value.reason == "too_long"
    assert len(str(caught.value)) < 200


def test_setup_of_the_start_position() -> None:
    setup = parse_fen(STARTING_FEN)
    placement, turn, rights, passed = setup.position
    assert placement[:8] == "RNBQKBNR"
    assert placement[-8:] == "rnbqkbnr"
    assert placement.count(".") == 32
    assert (turn, rights, passed) == (WHITE, 15, None)
    assert (setup.halfmove_clock, setup.fullmove, setup.moves) == (0, 1, ())
    assert format_fen(setup) == STARTING_FEN
    assert not list(faults(setup, STARTING_FEN))


@pytest.mark.parametrize(
    ("fen", "full"),
    [
        (f"{START_BOARD} w", f"{START_BOARD} w - - 0 1"),
        (f"{START_BOARD} b KQ", f"{START_BOARD} b KQ - 0 1"),
        (f"{START_BOARD} w qkQK - 3", f"{START_BOARD} w KQkq - 3 1"),
        (f"  fen {START_BOARD}\tw - - 0 0 ", f"{START_BOARD} w - - 0 1"),
    ],
)
def test_short_and_unusual_forms(fen: str, full: str) -> None:
    assert format_fen(parse_fen(fen)) == full


def test_counters_and_moves() -> None:
    setup = parse_fen(f"{START_BOARD} b kq - 17 42 moves e7e5 e2e4")
    assert setup.position.turn is BLACK
    assert (setup.halfmove_clock, setup.fullmove, setup.moves) == (17, 42, ("e7e5", "e2e4"))
    assert format_fen(setup) == f"{START_BOARD} b kq - 17 42"


@pytest.mark.parametrize(
    ("fen", "passed"),
    [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"),  # nobody can take
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "e3"),
        ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "-"),  # taking would uncover the king along the rank
        ("8/8/8/k7/3Pp3/8/8/B2K4 b - d3 0 1", "d3"),
    ],
)
def test_en_passant_is_kept_where_it_can_be_played(fen: str, passed: str) -> None:
    board = Board(fen)
    assert board.fen().split()[3] == passed
    assert (board.ep_square is None) == (passed == "-")
