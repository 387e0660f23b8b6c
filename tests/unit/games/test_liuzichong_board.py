"""Boards of Liuzichong: moves, captures, text, and how games end."""

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest
from cannonfish.games.liuzichong import (
    BLACK,
    MOVE_LIMIT,
    STARTING_FEN,
    WHITE,
    Board,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
    Move,
    Outcome,
    Side,
    Termination,
    parse_square,
    square_name,
)

EXAMPLES = json.loads((Path(__file__).parents[2] / "data/liuzichong/examples.json").read_text())
IDLE = ("a2b2", "a3b3", "b2a2", "b3a3")
"""A stone of each side goes out and home: four plies to the same position."""


def named(squares: tuple[int, ...]) -> list[str]:
    return [*map(square_name, squares)]


@pytest.mark.parametrize("case", EXAMPLES["rule_cases"], ids=lambda case: case["name"])
def test_captures(case: dict[str, Any]) -> None:
    board = Board(case["pos"])
    move = Move.from_uci(case["move"])
    assert sorted(named(board.captures(move))) == sorted(case["taken"])
    assert board.is_capture(move) == bool(case["taken"])
    board.push(move)
    assert board.fen() == case["after"]
    assert board.halfmove_clock == (0 if case["taken"] else 1)
    board.pop()
    assert board.fen() == case["pos"]


@pytest.mark.parametrize("case", EXAMPLES["positions"], ids=lambda case: case["id"])
def test_moves_of_the_examples(case: dict[str, Any]) -> None:
    board = Board(case["pos"])
    found = {}
    for move in board.legal_moves:
        taken = sorted(named(board.captures(move)))
        board.push(move)
        found[move.uci()] = (taken, board.fen())
        board.pop()
    assert found == {move["move"]: (sorted(move["taken"]), move["after"]) for move in case["moves"]}
    assert [board.perft(depth) for depth in (1, 2, 3)] == case["perft"]


@pytest.mark.parametrize("case", EXAMPLES["illegal"], ids=lambda case: case["move"] + " " + case["why"])
def test_illegal_moves(case: dict[str, Any]) -> None:
    board = Board(case["pos"])
    with pytest.raises((IllegalMoveError, InvalidMoveError)):
        board.push_uci(case["move"])
    assert board.fen() == case["pos"]


def test_perft_and_the_captures_on_the_way() -> None:
    """Counts on which independent generators agree, with the captures that the last ply makes."""

    def captures(board: Board, depth: int) -> list[int]:
        """By the number of stones taken, the last moves of all sequences."""
        counts = [0, 0, 0]
        for move in board.legal_moves:
            if depth == 1:
                counts[len(board.captures(move))] += 1
                continue
            board.push(move)
            counts = [a + b for a, b in zip(counts, captures(board, depth - 1), strict=True)]
            board.pop()
        return counts

    for case in EXAMPLES["perft"][:4]:
        depth, singles, doubles = case["depth"], case["leaf_captures"], case["leaf_double"]
        none, one, two = captures(Board(), depth)
        assert none + one + two == case["leaves"] == Board().perft(depth)
        assert (one + two, two) == (singles, doubles)


# --- text ---------------------------------------------------------------------------------------------------


def test_the_start_position() -> None:
    board = Board()
    assert board.fen() == STARTING_FEN == "BBBBB..BW..WWWWW w"
    assert str(board) == "B B B B\nB . . B\nW . . W\nW W W W"
    assert repr(board) == f"Board({STARTING_FEN!r})"
    assert board.turn is WHITE
    assert (board.stones(WHITE), board.stones(BLACK)) == (6, 6)
    assert board.piece_at(parse_square("a2")) is WHITE
    assert board.piece_at(parse_square("b2")) is None
    assert board.piece_at(parse_square("d4")) is BLACK
    assert board == Board("  BBBBB..BW..WWWWW   w ")
    assert not board.is_check()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("fen", "empty"),
        ("BBBBB..BW..WWWWW", "fields"),
        ("BBBBB..BW..WWWWW w 0 1", "fields"),
        ("BBBBB..BW..WWWW w", "points"),
        ("BBBBB..BW..WWWWW. w", "points"),
        ("BBBBB..BX..WWWWW w", "letter"),
        ("bbbbb..bw..wwwww w", "letter"),
        ("BBBB/B..B/W..W/WWWW w", "points"),
        ("BBBBB..BW..WWWWW W", "side"),
        ("BBBBB..BW..WWWWW x", "side"),
        ("BBBBB..BW.WWWWWW w", "too_many"),
        ("BBBBBBBB........ b", "too_many"),
        ("B" * 30_000, "too_long"),
    ],
)
def test_bad_positions_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidFenError) as caught:
        Board(text)
    assert caught.value.reason == reason
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "text", ["", "a2", "a2b", "a2b5", "e1d1", "A2B2", "a2b2q", "a2-b2", "a2b2xc2", "ａ2b2"]
)
def test_what_is_no_move_in_uci(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        Move.from_uci(text)


def test_a_move_stays_nowhere() -> None:
    with pytest.raises(InvalidMoveError) as caught:
        Move.from_uci("a2a2")
    assert caught.value.reason == "same_square"


def test_captures_are_displayed_and_read() -> None:
    board = Board("BBB.....W.WB.... w")
    move = board.parse("a2b2")
    assert board.write(move) == "a2b2xd2"
    for text in ("a2b2xd2", "a2-b2", "A2B2xD2", "a2 b2 x d2", "a2b2d2"):
        assert board.parse(text) == move
    with pytest.raises(IllegalMoveError) as caught:
        board.parse("a2b2xc2")
    assert "a2b2 takes d2 here" in str(caught.value)
    double = Board("BW..W.B..WWW.BWB w")
    assert double.write(double.parse("b4b3")) == "b4b3xb1xc3"
    assert double.parse("b4b3xc3xb1") == double.parse("b4b3")
    quiet = Board()
    assert quiet.write(quiet.parse("a2b2")) == "a2b2"
    with pytest.raises(IllegalMoveError, match="a2b2 takes nothing here"):
        quiet.parse("a2b2xc2")
    with pytest.raises(IllegalMoveError):
        quiet.write(Move.from_uci("b2b3"))
    with pytest.raises(InvalidMoveError):
        quiet.parse("castle")


# --- ends ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "winner"),
    [
        ("W...B...B....... w", None),  # the stone in the corner has a way out to b4
        ("WB..B........... w", BLACK),
        ("BW..W........... b", WHITE),
        ("....BB.......... w", BLACK),  # no stones, no moves
        ("................ b", WHITE),
    ],
)
def test_a_side_that_cannot_move_has_lost(fen: str, winner: Side | None) -> None:
    board = Board(fen)
    expected = None if winner is None else Outcome(winner, Termination.NO_MOVES)
    assert board.outcome() == expected
    assert board.is_stalemate() == board.is_game_over() == (winner is not None)
    assert not board.is_checkmate()
    assert not board.is_insufficient_material()


def test_the_third_occurrence_draws() -> None:
    board = Board()
    board.push_line(IDLE + IDLE[:-1])
    assert board.occurrences() == 2  # of the position before the last move home
    assert board.outcome() is None
    board.push_uci(IDLE[-1])
    assert board.is_repetition()
    assert board.outcome() == Outcome(None, Termination.REPETITION)
    board.pop()
    assert board.outcome() is None


def test_a_position_with_the_other_side_to_move_is_another() -> None:
    assert Board("B..B........W..W w") != Board("B..B........W..W b")


def test_a_capture_begins_a_new_count() -> None:
    board = Board("BBB.....W.WB.... w")
    board.push_uci("a2b2")
    assert board.halfmove_clock == 0
    position, halfmove_clock, moves = board.reversible_line()
    assert (position, halfmove_clock, moves) == ((board.placement, BLACK), 0, [])


def test_a_hundred_plies_without_a_capture_draw() -> None:
    """A walk that meets no position three times before the limit."""
    rng = random.Random(1)
    board = Board("B..............W w")
    while board.halfmove_clock < MOVE_LIMIT:
        assert board.outcome() is None
        moves = [move for move in board.legal_moves if not _third(board, move)]
        board.push(rng.choice(moves))
    assert board.is_move_limit()
    assert board.outcome() == Outcome(None, Termination.MOVE_LIMIT)
    board.pop()
    assert board.outcome() is None


def _third(board: Board, move: Move) -> bool:
    board.push(move)
    repeated = board.is_repetition()
    board.pop()
    return repeated


def test_whoever_cannot_move_at_the_limit_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Board, "move_limit", 1)
    board = Board("WB......B....... b")
    board.push_uci("a2a3")
    assert board.is_move_limit()
    assert board.outcome() == Outcome(BLACK, Termination.NO_MOVES)


def test_a_single_stone_can_win_no_more() -> None:
    """It takes nothing, and of no group of up to six stones is it the only way out."""
    neighbours = [
        {at for at in range(16) if abs(at % 4 - of % 4) + abs(at // 4 - of // 4) == 1} for of in range(16)
    ]
    for count in range(1, 7):
        for group in itertools.combinations(range(16), count):
            assert len(set[int]().union(*(neighbours[of] for of in group)) - set(group)) > 1
    board = Board("W.............BB w")
    assert (board.can_win(WHITE), board.can_win(BLACK)) == (False, True)
    assert Board().can_win(WHITE)
