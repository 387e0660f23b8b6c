"""What holds on every board of chess and of Liuzichong, whatever was played: shown on random games."""

import contextlib
from typing import Any

import pytest
from cannonfish import chess, liuzichong
from cannonfish.errors import GameError
from cannonfish.games.catalogue import GAMES, NAMES
from hypothesis import given
from hypothesis import strategies as st

CHOICES = st.lists(st.integers(0, 10_000), max_size=60)

both_games = pytest.mark.parametrize("game", [chess, liuzichong], ids=["chess", "liuzichong"])


def played(game: Any, choices: list[int]) -> Any:
    """A board after the moves that the numbers choose among the legal ones."""
    board = game.Board()
    for choice in choices:
        moves = [*board.legal_moves]
        if not moves:
            break
        board.push(moves[choice % len(moves)])
    return board


@both_games
@given(choices=CHOICES)
def test_pop_undoes_push(game: Any, choices: list[int]) -> None:
    board = played(game, choices)
    fens = []
    while board.ply():
        fens.append(board.fen())
        board.pop()
    assert board == game.Board()
    again = played(game, choices)
    for fen in fens:
        assert again.fen() == fen
        again.pop()


@both_games
@given(choices=CHOICES)
def test_fen_says_everything_about_the_position(game: Any, choices: list[int]) -> None:
    board = played(game, choices)
    copy = game.Board(board.fen())
    assert copy.fen() == board.fen()
    assert copy.is_check() == board.is_check()
    assert {*copy.legal_moves} == {*board.legal_moves}


@both_games
@given(choices=CHOICES, squares=st.lists(st.tuples(st.integers(0, 63), st.integers(0, 63)), max_size=30))
def test_is_legal_agrees_with_the_list(game: Any, choices: list[int], squares: list[tuple[int, int]]) -> None:
    listed = played(game, choices)
    unlisted = game.Board(listed.fen())  # has no list yet, so it may ask about each move
    last = game.SQUARES[-1]
    others = (game.Move(orig, dest) for orig, dest in squares if orig != dest and max(orig, dest) <= last)
    for move in {*listed.legal_moves, *others}:
        assert unlisted.is_legal(move) == (move in listed.legal_moves)


@both_games
@given(choices=CHOICES)
def test_moves_survive_uci(game: Any, choices: list[int]) -> None:
    board = played(game, choices)
    replayed = game.Board()
    replayed.push_line(move.uci() for move in board.move_stack)
    assert replayed.fen() == board.fen()
    assert replayed.move_stack == board.move_stack


@pytest.mark.parametrize("name", NAMES)
@given(steps=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 4), st.integers(0, 10_000)), max_size=60))
def test_boards_of_a_game_never_disturb_each_other(name: str, steps: list[tuple[int, int, int]]) -> None:
    """All boards ask one kernel, which keeps the moves made last: here two boards move on it by turns."""
    boards = [GAMES[name].new_board(None) for _ in range(2)]
    for which, step, choice in steps:
        board = boards[which]
        moves = [*board.legal_moves]
        if step == 0 and board.ply():
            board.pop()
        elif step == 1:
            boards[which] = board.copy()
        elif moves:
            move = moves[choice % len(moves)]
            fresh = GAMES[name].new_board(board.fen())
            assert fresh.is_legal(move)
            if step > 2:
                board.push(move)
                fresh.push(move)
                assert board.fen() == fresh.fen()
        fresh = GAMES[name].new_board(board.fen())
        assert [*fresh.legal_moves] == [*board.legal_moves]
        assert fresh.is_check() == board.is_check()


@given(CHOICES)
def test_algebraic_notation_tells_moves_apart(choices: list[int]) -> None:
    board = played(chess, choices)
    fen = board.fen()
    written = {board.san(move): move for move in board.legal_moves}
    assert len(written) == len(board.legal_moves)
    for text, move in written.items():
        assert board.parse(text) == move
    assert board.fen() == fen


@given(CHOICES)
def test_captures_of_stones_are_written_and_read(choices: list[int]) -> None:
    board = played(liuzichong, choices)
    for move in board.legal_moves:
        text = board.write(move)
        assert board.parse(text) == move
        before = board.stones(board.turn.other)
        taken = len(board.captures(move))
        assert text.count("x") == taken <= 2
        board.push(move)
        assert board.stones(board.turn) == before - taken
        board.pop()


@given(CHOICES)
def test_no_move_of_chess_leaves_the_mover_in_check(choices: list[int]) -> None:
    board = played(chess, choices)
    for move in board.legal_moves:
        board.push(move)
        chess.Board(board.fen())  # refuses a position whose side not to move is in check
        board.pop()


@given(st.text(max_size=12))
def test_no_text_breaks_a_reader(text: str) -> None:
    for game in (chess, liuzichong):
        for read in (game.Board().parse, game.Move.from_uci, game.Board):
            with contextlib.suppress(GameError):
                read(text)
