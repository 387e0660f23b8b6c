"""What holds on every board, whatever was played: shown on random games."""

import pytest
from cannonfish.errors import InvalidFenError
from cannonfish.games.xiangqi import SQUARES, Board, Move
from cannonfish.games.xiangqi.fen import faults, format_fen, parse_fen, points
from hypothesis import given
from hypothesis import strategies as st

CHOICES = st.lists(st.integers(0, 10_000), max_size=60)


def played(choices: list[int]) -> Board:
    """A board after the moves that the numbers choose among the legal ones."""
    board = Board()
    for choice in choices:
        moves = [*board.legal_moves]
        if not moves:
            break
        board.push(moves[choice % len(moves)])
    return board


@given(CHOICES)
def test_pop_undoes_push(choices: list[int]) -> None:
    board = played(choices)
    fens = []
    while board.ply():
        fens.append(board.fen())
        board.pop()
    assert board == Board()
    again = played(choices)
    for fen in fens:
        assert again.fen() == fen
        again.pop()


@given(CHOICES)
def test_fen_says_everything_about_the_position(choices: list[int]) -> None:
    board = played(choices)
    copy = Board(board.fen())
    assert copy.fen() == board.fen()
    assert copy.is_check() == board.is_check()
    assert set(copy.legal_moves) == set(board.legal_moves)
    setup = parse_fen(board.fen())
    assert not list(faults(setup, board.fen()))
    assert format_fen(setup) == board.fen()


@given(CHOICES, st.lists(st.tuples(st.sampled_from(SQUARES), st.sampled_from(SQUARES)), max_size=30))
def test_is_legal_agrees_with_the_list(choices: list[int], pairs: list[tuple[int, int]]) -> None:
    listed = played(choices)
    unlisted = Board(listed.fen())  # has no list yet, so it asks about each move
    moves = {*listed.legal_moves, *(Move(orig, dest) for orig, dest in pairs if orig != dest)}
    for move in moves:
        assert unlisted.is_legal(move) == (move in listed.legal_moves)


@given(CHOICES)
def test_pieces_stay_on_their_points_and_no_move_leaves_the_mover_in_check(choices: list[int]) -> None:
    board = played(choices)
    for square, piece in board.piece_map().items():
        assert square in points(piece)
    for move in board.legal_moves:
        board.push(move)
        Board(board.fen())  # refuses a position whose side not to move is in check, or whose generals face
        board.pop()


@given(CHOICES)
def test_no_position_of_a_game_is_odd(choices: list[int]) -> None:
    board = played(choices)
    assert not board.status()
    for move in board.legal_moves:
        board.push(move)
        assert not board.status(), board.fen()
        board.pop()


@given(CHOICES)
def test_moves_survive_uci(choices: list[int]) -> None:
    board = played(choices)
    replayed = Board()
    replayed.push_line(move.uci() for move in board.move_stack)
    assert replayed.fen() == board.fen()
    assert replayed.move_stack == board.move_stack


@given(CHOICES, st.lists(st.tuples(st.sampled_from(SQUARES), st.sampled_from(".KAPkarp")), max_size=4))
def test_a_position_that_was_set_up_can_be_played_or_has_faults(
    choices: list[int], edits: list[tuple[int, str]]
) -> None:
    setup = parse_fen(played(choices).fen())
    letters = list(setup.position.placement)
    for square, letter in edits:
        letters[square] = letter
    fen = format_fen(setup._replace(position=setup.position._replace(placement="".join(letters))))
    inspection = Board.inspect(fen)
    assert inspection.fen == fen
    if not inspection.faults:
        assert Board(fen).fen() == fen
        return
    with pytest.raises(InvalidFenError) as caught:
        Board(fen)
    assert caught.value.reason == inspection.faults[0].reason
