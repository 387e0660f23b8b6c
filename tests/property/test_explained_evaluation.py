"""The terms of the evaluation add up to it, in every position of every game."""

from functools import cache
from typing import Any

import pytest
from cannonfish.analysis.explanation import Explanation, explain
from cannonfish.engine import Engine
from cannonfish.errors import InvalidFenError
from cannonfish.games.base.fen import EMPTY, Setup
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import slow

choices = st.lists(st.integers(0, 200), max_size=90)
every_explained_game = pytest.mark.parametrize("game", [name for name in GAMES if GAMES[name].terms])


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


def explained(game: str, fen: str) -> Explanation:
    asked = engine(game, "interpreted")
    return explain(asked.game.new_board(fen), asked.evaluation)


def fen_with(board: Board, **changes: Any) -> str:
    """The FEN with another placement or side to move, and no castling or en passant."""
    placement, turn, *others = board._format(Setup(board.position._replace(**changes))).split()
    return " ".join([placement, turn, *["-", "-", "0", "1"][: len(others)]])


def with_sides_exchanged(board: Board) -> str:
    """The same position with the colours exchanged, as the other side sees it."""
    letters = [
        [letter for letter in board.pieces_by_letter if board.side_of(letter) is side]
        for side in type(board.turn)
    ]
    both, exchanged = "".join(letters[0] + letters[1]), "".join(letters[1] + letters[0])
    from_the_top = "".join(board.grid.rows(board.placement))
    placement = from_the_top.translate(str.maketrans(both, exchanged))
    return fen_with(board, placement=placement, turn=board.turn.other)


@every_explained_game
@pytest.mark.parametrize("examples", [15, slow(60)])
def test_the_terms_add_up_to_the_evaluation_of_the_engine(game: str, examples: int) -> None:
    @settings(max_examples=examples)
    @given(picks=choices)
    def check(picks: list[int]) -> None:
        board = played(game, picks)
        found = explained(game, board.fen())
        for execution in ("interpreted", "compiled"):
            asked = engine(game, execution)
            asked.position(board.fen())
            score = asked.evaluate().centipawns()
            assert found.score == (score if board.turn else -score)
        assert sum(term.balance for term in found.terms) == found.score

    check()


@every_explained_game
@pytest.mark.parametrize("examples", [15, slow(60)])
def test_the_other_side_sees_the_same(game: str, examples: int) -> None:
    """Halves may be rounded the other way, in the evaluation and so in one of its terms."""

    @settings(max_examples=examples)
    @given(picks=choices)
    def check(picks: list[int]) -> None:
        board = played(game, picks)
        ours, theirs = explained(game, board.fen()), explained(game, with_sides_exchanged(board))
        assert abs(ours.score + theirs.score) <= 1
        for term, twin in zip(ours.terms, theirs.terms, strict=True):
            assert term.name == twin.name
            assert abs(term.first - twin.second) <= 1
            assert abs(term.second - twin.first) <= 1

    check()


@every_explained_game
@pytest.mark.parametrize("examples", [10, slow(30)])
def test_what_a_piece_is_worth_is_what_the_evaluation_loses_with_it(game: str, examples: int) -> None:
    @settings(max_examples=examples)
    @given(picks=choices)
    def check(picks: list[int]) -> None:
        board = played(game, picks)
        whole = explained(game, board.fen())
        men = {
            board.grid.square_name(at) for at in board.piece_map() if board.placement[at] not in board.kings
        }
        assert whole.pieces.keys() == men
        for name in sorted(men)[:3]:
            at = board.grid.parse_square(name)
            without = board.placement[:at] + EMPTY + board.placement[at + 1 :]
            try:
                rest = explained(game, fen_with(board, placement=without))
            except InvalidFenError:
                continue  # the piece stood between a king and its captor
            lost = whole.score - rest.score
            assert whole.pieces[name].value == (lost if board.side_of(board.placement[at]) else -lost)

    check()
