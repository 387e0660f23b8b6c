"""Boards of chess: moves, algebraic notation, castling and en passant, and how games end."""

import pytest
from cannonfish.games.chess import (
    BLACK,
    KNIGHT,
    MOVE_LIMIT,
    QUEEN,
    STARTING_FEN,
    WHITE,
    AmbiguousMoveError,
    Board,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Outcome,
    Side,
    Termination,
    parse_square,
)

IDLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def uci_moves(board: Board) -> set[str]:
    return {move.uci() for move in board.legal_moves}


def test_start_position() -> None:
    board = Board()
    assert board.turn is WHITE
    assert board.fen() == STARTING_FEN
    assert len(board.legal_moves) == 20
    assert (board.ply(), board.fullmove_number, board.halfmove_clock) == (0, 1, 0)
    assert board.castling_rights == "KQkq"
    assert not board.is_check()
    assert board.outcome() is None
    assert str(board).splitlines()[0] == "r n b q k b n r"
    assert str(board.piece_at(parse_square("d1"))) == "Q"
    assert board.piece_at(parse_square("e4")) is None
    assert len(board.piece_map()) == 32
    assert board.king(BLACK) == parse_square("e8")
    assert repr(board) == f"Board({STARTING_FEN!r})"


def test_counters_and_squares_passed() -> None:
    board = Board()
    for move, fields in [
        ("e2e4", "b KQkq - 0 1"),
        ("g8f6", "w KQkq - 1 2"),
        ("e4e5", "b KQkq - 0 2"),
        ("d7d5", "w KQkq d6 0 3"),
        ("e1e2", "b kq - 1 3"),
    ]:
        board.push_uci(move)
        assert board.fen().split(" ", 1)[1] == fields


# --- moves that are more than they look ---------------------------------------------------------------------


def test_castling_moves_the_rook_and_ends_the_rights() -> None:
    board = Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert {"e1g1", "e1c1"} <= uci_moves(board)
    assert board.is_castling(Move.from_uci("e1g1"))
    assert not board.is_castling(Move.from_uci("e1f1"))
    board.push_uci("e1g1")
    assert board.fen() == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    board.push_uci("e8c8")
    assert board.fen() == "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"
    board.pop()
    board.pop()
    assert board.fen() == "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("fen", "castlings"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", {"e1g1"}),
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", set()),  # somebody is in the way, on b1 too
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1c1"}),  # f1 is attacked
        ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1c1"}),  # g1 is attacked
        ("1r2k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),  # b1 and h1 may be attacked
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", set()),  # not out of check
        ("4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1", set()),  # a pawn attacks d1 and f1
    ],
)
def test_when_castling_is_legal(fen: str, castlings: set[str]) -> None:
    assert uci_moves(Board(fen)) & {"e1g1", "e1c1"} == castlings


def test_a_captured_rook_takes_its_right_with_it() -> None:
    board = Board("r3k2r/8/8/8/8/6n1/8/R3K2R b KQkq - 0 1")
    board.push_uci("g3h1")
    assert board.castling_rights == "Qkq"
    board.push_uci("a1a8")
    assert board.castling_rights == "k"


def test_en_passant() -> None:
    board = Board("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1")
    board.push_uci("d7d5")
    move = Move.from_uci("e5d6")
    assert board.is_capture(move)
    assert board.san(move) == "exd6"
    board.push(move)
    assert board.fen() == "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2"
    board.pop()
    board.push_line(["e1e2", "e8e7"])
    assert not board.is_legal(move)  # only at once


def test_promotion_needs_a_piece_and_makes_one() -> None:
    board = Board("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert uci_moves(board) >= {"a7a8q", "a7a8r", "a7a8b", "a7a8n", "a7b8q", "a7b8n"}
    for wrong in ("a7a8", "e1e2q"):
        with pytest.raises(IllegalMoveError):
            board.push_uci(wrong)
    board.push(Move(parse_square("a7"), parse_square("b8"), QUEEN))
    assert board.fen() == "1Q2k3/8/8/8/8/8/8/4K3 b - - 0 1"
    assert board.is_check()
    board.pop()
    board.push(Move(parse_square("a7"), parse_square("a8"), KNIGHT))
    assert str(board.piece_at(parse_square("a8"))) == "N"


@pytest.mark.parametrize(
    "text", ["", "e4", "e2e9", "i2i4", "e7e8k", "e7e8Q", "E2E4", "e2-e4", "0000", "e1g1x", "ｅ2e4"]
)
def test_what_is_no_move_in_uci(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        Move.from_uci(text)


def test_what_cannot_be_played_changes_nothing() -> None:
    board = Board()
    for text in ("e2e5", "e7e5", "d1d3", "e1g1", "a1a3", "e4e5"):
        with pytest.raises(IllegalMoveError, match=f"{text} is not legal: "):
            board.push_uci(text)
    assert board == Board()
    assert board.move_stack == []


# --- algebraic notation -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "uci", "san"),
    [
        (STARTING_FEN, "e2e4", "e4"),
        (STARTING_FEN, "g1f3", "Nf3"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"),
        ("4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1", "b1d2", "Nbd2"),
        ("4k3/8/8/N7/8/8/8/N3K3 w - - 0 1", "a1b3", "N1b3"),
        ("7k/8/8/N7/8/8/8/N1N1K3 w - - 0 1", "a1b3", "Na1b3"),
        ("7k/8/8/4r3/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2"),  # the other knight is pinned
        ("6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "a4d4", "Qa4d4"),
        ("6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "a1d4", "Q1d4"),
        ("6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "h4d4", "Qhd4"),
        ("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "g5g7", "Qg7#"),
    ],
)
def test_san_is_written_and_read(fen: str, uci: str, san: str) -> None:
    board = Board(fen)
    move = Move.from_uci(uci)
    assert board.san(move) == san
    assert board.parse_san(san) == move
    assert board.parse(san) == board.parse(uci) == move
    assert board.fen() == Board(fen).fen()


@pytest.mark.parametrize(
    ("fen", "text", "uci"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "o-o-o", "e1c1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "OO", "e1g1"),
        (STARTING_FEN, "Ng1f3!", "g1f3"),
        (STARTING_FEN, "Ng1-f3", "g1f3"),
        (STARTING_FEN, "e2-e4", "e2e4"),
        (STARTING_FEN, " e4?! ", "e2e4"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "ab8Q", "a7b8q"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8(Q)+", "a7b8q"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "e5d6"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4:d5", "e4d5"),
        (STARTING_FEN, "g1-f3", "g1f3"),
        (STARTING_FEN, "b1-c3!?", "b1c3"),
        ("4k3/8/8/3n4/8/8/3R4/4K3 w - - 0 1", "d2xd5", "d2d5"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1-c1", "e1c1"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8N", "a7a8n"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8=R+", "a7b8r"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-a8Q", "a7a8q"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7xb8(B)", "a7b8b"),
    ],
)
def test_san_is_read_with_tolerance(fen: str, text: str, uci: str) -> None:
    assert Board(fen).parse(text).uci() == uci


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", InvalidMoveError),
        ("castle", InvalidMoveError),
        ("Xf3", InvalidMoveError),
        ("e9", InvalidMoveError),
        ("nf3", InvalidMoveError),
        ("炮二平五", InvalidMoveError),
        ("e5", IllegalMoveError),
        ("Nf4", IllegalMoveError),
        ("O-O", IllegalMoveError),
        ("e8=Q", IllegalMoveError),
        ("Nb1f3", IllegalMoveError),
    ],
)
def test_what_san_cannot_mean(text: str, error: type[ValueError]) -> None:
    with pytest.raises(error):
        Board().parse_san(text)


def test_coordinates_that_are_not_legal_say_why() -> None:
    for text, reason in (("g1-f4", "shape"), ("e1-g1", "own_piece"), ("g1g3N", "no_promotion")):
        with pytest.raises(IllegalMoveError) as caught:
            Board("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1").parse(text)
        assert caught.value.reason == reason


def test_ambiguous_san_names_its_candidates() -> None:
    board = Board("4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1")
    with pytest.raises(AmbiguousMoveError) as caught:
        board.parse_san("Nd2")
    assert {*caught.value.candidates} == {"b1d2", "f1d2"}
    with pytest.raises(AmbiguousMoveError) as caught:
        Board("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").parse_san("a8")  # becomes what?
    assert {*caught.value.candidates} == {"a7a8q", "a7a8n", "a7a8r", "a7a8b"}
    with pytest.raises(IllegalMoveError):
        Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").parse_san("xd5")  # from which file?


def test_san_of_what_is_not_legal() -> None:
    with pytest.raises(IllegalMoveError):
        Board().san(Move.from_uci("e2e5"))


def test_a_game_in_san() -> None:
    board = Board()
    for text in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]:
        board.push_san(text)
    assert board.outcome() == Outcome(WHITE, Termination.CHECKMATE)


# --- ends ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "winner", "termination"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", BLACK, Termination.CHECKMATE),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None, Termination.STALEMATE),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", None, Termination.INSUFFICIENT_MATERIAL),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", None, Termination.INSUFFICIENT_MATERIAL),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", None, Termination.INSUFFICIENT_MATERIAL),  # both on dark squares
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 100 90", None, Termination.STALEMATE),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", WHITE, Termination.CHECKMATE),
        ("7k/8/6K1/8/8/8/8/Q7 b - - 100 90", None, Termination.MOVE_LIMIT),
    ],
)
def test_ends(fen: str, winner: Side | None, termination: Termination) -> None:
    board = Board(fen)
    assert board.outcome() == Outcome(winner, termination)
    assert board.is_game_over()
    assert board.is_checkmate() == (termination is Termination.CHECKMATE)
    assert board.is_stalemate() == (termination is Termination.STALEMATE)


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",  # mate is possible, if not forced
        "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",  # one on dark, one on light squares
        "4kb2/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
    ],
)
def test_enough_material(fen: str) -> None:
    board = Board(fen)
    assert not board.is_insufficient_material()
    assert board.outcome() is None


def test_the_third_occurrence_draws() -> None:
    board = Board()
    board.push_line(IDLE)
    assert board.occurrences() == 2
    assert board.outcome() is None
    board.push_line(IDLE)
    assert board.is_repetition()
    assert board.outcome() == Outcome(None, Termination.REPETITION)


def test_a_position_with_other_rights_is_another() -> None:
    """The kings walk out and home: after the first round nobody may castle any more."""
    board = Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    walk = ["e1e2", "e8e7", "e2e1", "e7e8"]
    board.push_line(walk * 2)
    assert board.occurrences() == 2
    board.push_line(walk)
    assert board.is_repetition()


def test_a_position_with_a_capture_in_passing_is_another() -> None:
    board = Board("4k1n1/3p4/8/4P3/8/8/8/4K1N1 b - - 0 1")
    board.push_uci("d7d5")
    board.push_line(IDLE * 2)
    assert board.occurrences() == 2  # of the three times, d6 could be taken on only in the first
    assert board.outcome() is None


def test_pawns_and_captures_begin_a_new_count() -> None:
    board = Board()
    board.push_line([*IDLE, "e2e4"])
    position, halfmove_clock, moves = board.reversible_line()
    assert (position, halfmove_clock, moves) == (board.position, 0, [])
    board.push_uci("g8f6")
    assert board.reversible_line()[2] == [Move.from_uci("g8f6")]


def test_fifty_moves() -> None:
    board = Board(f"4k3/8/8/8/8/8/8/R3K3 w Q - {MOVE_LIMIT - 1} 80")
    assert board.outcome() is None
    board.push_uci("a1a2")
    assert board.is_move_limit()
    assert board.outcome() == Outcome(None, Termination.MOVE_LIMIT)


# --- the game as a whole ------------------------------------------------------------------------------------


def test_perft() -> None:
    board = Board()
    assert [board.perft(depth) for depth in range(4)] == [1, 20, 400, 8902]
    assert len(board.legal_moves) == 20
