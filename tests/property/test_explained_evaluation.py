"""The terms of the evaluation add up to it, in every position of every game."""

from functools import cache

import pytest
from cannonfish.engine import Engine, Explanation
from cannonfish.errors import InvalidFenError
from cannonfish.games.base.evaluation import side_at
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board
from hypothesis import given, settings
from hypothesis import strategies as st

choices = st.lists(st.integers(0, 200), max_size=90)


@cache
def engine(game: str, execution: str) -> Engine:
    return Engine(game, execution, hash_mb=1)


def played(game: str, picks: list[int]) -> Board:
    board = GAMES[game].new_board(None)
    for pick in picks:
        moves = () if board.is_game_over() else tuple(board.legal_moves)
        if not moves:
            break
        board.push(moves[pick % len(moves)])
    return board


def explained(game: str, fen: str, execution: str = "interpreted") -> Explanation:
    asked = engine(game, execution)
    asked.position(fen)
    return asked.explain()


def with_sides_exchanged(board: Board) -> str:
    """The same position with the colours exchanged, as the other side sees it."""
    placement, turn = board.fen().split()[:2]
    turn = "b" if turn == "w" else "w"
    if "/" not in placement:
        return f"{placement[::-1].translate(str.maketrans('WB', 'BW'))} {turn}"
    return f"{'/'.join(reversed(placement.split('/'))).swapcase()} {turn} - - 0 1"


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60)
@given(picks=choices)
def test_the_terms_add_up_to_the_evaluation_of_the_engine(game: str, picks: list[int]) -> None:
    board = played(game, picks)
    for execution in ("interpreted", "compiled"):
        found = explained(game, board.fen(), execution)
        score = engine(game, execution).evaluate().centipawns()
        assert found.score == (-score if board.turn else score)
        assert sum(term.balance for term in found.terms) == found.score


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60)
@given(picks=choices)
def test_the_other_side_sees_the_same(game: str, picks: list[int]) -> None:
    """Halves may be rounded the other way, in the evaluation and so in one of its terms."""
    board = played(game, picks)
    ours, theirs = explained(game, board.fen()), explained(game, with_sides_exchanged(board))
    assert abs(ours.score + theirs.score) <= 1
    for term, twin in zip(ours.terms, theirs.terms, strict=True):
        assert term.name == twin.name
        assert abs(term.first - twin.second) <= 1
        assert abs(term.second - twin.first) <= 1


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=30)
@given(picks=choices)
def test_what_a_piece_is_worth_is_what_the_evaluation_loses_with_it(game: str, picks: list[int]) -> None:
    board = played(game, picks)
    whole = explained(game, board.fen())
    men = {
        name for name, letter in zip(board.grid.names, board.placement, strict=True) if letter not in ".Kk"
    }
    assert whole.pieces.keys() == men
    turn = board.fen().split()[1]
    for name in sorted(men)[:3]:
        at = board.grid.parse_square(name)
        rows = board.grid.rows(board.placement[:at] + "." + board.placement[at + 1 :])
        fen = f"{'/'.join(rows).replace('.', '1')} {turn} - - 0 1"
        try:
            rest = explained(game, fen if "/" in board.fen() else f"{''.join(rows)} {turn}")
        except InvalidFenError:
            continue  # the piece stood between a king and its captor
        lost = whole.score - rest.score
        assert whole.pieces[name].value == (-lost if side_at(board, at) else lost)
