"""How games end, the judge's cases apart: mate, stalemate, bare defenders, repetition, the move limit."""

import itertools

import pytest
from cannonfish.games.xiangqi import BLACK, MOVE_LIMIT, RED, Board, Outcome, Termination
from cannonfish.games.xiangqi.game import explanation

IDLE = ("h0g2", "h9g7", "g2h0", "g7h9")
"""Both horses go out and home: four plies to the same position."""


def test_a_draw_by_the_move_limit_is_explained_by_it() -> None:
    """Where the last position had stood there before, the law of repetition was named."""
    fen = "3k5/9/9/9/9/9/9/9/4P4/R3K4 w - - 116 80"
    board = Board(fen)
    board.push_line(["a0a1", "d9d8", "a1a0", "d8d9"])
    explained = explanation(board)
    assert explained is not None
    assert [explained[name] for name in ("law", "since", "uncounted", "before")] == ["move_limit", 0, 0, 116]


def test_checkmate_by_two_chariots() -> None:
    board = Board("3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1")
    assert board.outcome() is None
    board.push_uci("b0b9")
    assert board.is_check()
    assert board.is_checkmate()
    assert not board.is_stalemate()
    assert board.outcome() == Outcome(RED, Termination.CHECKMATE)
    assert board.is_game_over()
    assert list(board.legal_moves) == []


def test_stalemate_is_a_loss() -> None:
    """The lone general on d9 is not attacked: the soldier covers d8 and, with Red's general, e9."""
    board = Board("3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 0 1")
    board.push_uci("e7e8")
    assert not board.is_check()
    assert board.is_stalemate()
    assert not board.is_checkmate()
    assert board.outcome() == Outcome(RED, Termination.STALEMATE)


@pytest.mark.parametrize(
    ("fen", "drawn"),
    [
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", True),
        ("2bak4/4a4/4b4/9/9/9/9/4B4/4A4/2BAK4 w", True),
        ("3k5/9/9/9/9/9/P8/9/9/4K4 w", False),
        ("3k5/9/9/9/9/9/9/9/9/n3K4 w", False),
    ],
)
def test_without_attackers_nobody_wins(fen: str, drawn: bool) -> None:
    board = Board(fen)
    assert board.is_insufficient_material() is drawn
    assert board.outcome() == (Outcome(None, Termination.INSUFFICIENT_MATERIAL) if drawn else None)


@pytest.mark.parametrize(
    ("fen", "red", "black"),
    [
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", False, False),
        ("2bak4/4a4/4b4/9/9/9/9/9/P8/4K4 w", True, False),
        ("2bak4/4a4/4b4/9/9/9/9/9/C8/4K4 b", True, False),
        ("3k4R/4a4/9/9/9/9/9/9/9/4KA2n b", True, True),
    ],
)
def test_who_can_still_win_with_the_pieces_left(fen: str, red: bool, black: bool) -> None:
    """A flag that falls before advisors and elephants alone costs nothing."""
    board = Board(fen)
    assert (board.can_win(RED), board.can_win(BLACK)) == (red, black)


def test_third_occurrence_of_an_idle_position_draws() -> None:
    board = Board()
    for count, moves in enumerate((IDLE, IDLE), 1):
        assert board.occurrences() == count
        assert board.outcome() is None
        board.push_line(moves)
    assert board.occurrences() == 3
    assert board.is_repetition()
    assert board.outcome() == Outcome(None, Termination.REPETITION)
    board.pop()
    assert board.outcome() is None


def test_a_capture_makes_earlier_positions_unreachable() -> None:
    board = Board()
    board.push_line([*IDLE, "b2b9", "a9b9", *IDLE])
    assert board.occurrences() == 2
    position, halfmove_clock, moves = board.reversible_line()
    assert [move.uci() for move in moves] == list(IDLE)
    assert (position, halfmove_clock) == (board.position, 0)


def test_same_placement_with_the_other_side_to_move_is_another_position() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1")
    board.push_line(["a1a2", "e9e8", "a2a3", "e8e9", "a3a1"])
    assert board.placement == board.root().placement
    assert board.turn is BLACK
    assert board.occurrences() == 1


def test_move_limit_draws() -> None:
    board = Board("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 118 80")
    board.push_uci("a0a1")
    assert board.outcome() is None
    board.push_uci("d9d8")
    assert board.halfmove_clock == MOVE_LIMIT
    assert board.outcome() == Outcome(None, Termination.MOVE_LIMIT)


def test_mate_comes_before_the_move_limit() -> None:
    board = Board("3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 119 80")
    board.push_uci("b0b9")
    assert board.is_move_limit()
    assert board.outcome() == Outcome(RED, Termination.CHECKMATE)


def test_a_capture_restarts_the_count() -> None:
    board = Board("3k5/9/9/p8/9/9/9/9/9/R3K4 w - - 119 80")
    board.push_uci("a0a6")
    assert board.halfmove_clock == 0
    assert board.outcome() is None


def test_checks_after_the_tenth_and_their_replies_do_not_count() -> None:
    board = Board("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 7 1")
    checks = itertools.cycle(["e1d1", "d9e9", "d1e1", "e9d9"])
    clocks = []
    for move in itertools.islice(checks, 24):
        board.push_uci(move)
        clocks.append(board.halfmove_clock)
    assert clocks == [*range(8, 28), 27, 27, 27, 27]
    board.push_uci("f0f1")  # no check
    assert board.halfmove_clock == 28
    assert board.fen().endswith(" 28 13")


def test_results_as_records_write_them() -> None:
    results = [Outcome(winner, Termination.CHECKMATE).result() for winner in (RED, BLACK)]
    assert results == ["1-0", "0-1"]
    assert Outcome(None, Termination.REPETITION).result() == "1/2-1/2"
