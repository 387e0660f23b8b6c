"""What holds on every board, whatever was played: shown on random games."""

import contextlib
from importlib import import_module
from typing import Any

import pytest
from cannonfish import chess, liuzichong, xiangqi
from cannonfish.errors import GameError, InvalidFenError
from cannonfish.games.catalogue import GAMES, NAMES
from cannonfish.games.xiangqi.fen import format_fen, parse_fen, points
from hypothesis import given
from hypothesis import strategies as st

CHOICES = st.lists(st.integers(0, 10_000), max_size=60)

every_game = pytest.mark.parametrize(
    "game", [import_module(f"cannonfish.games.{name}") for name in NAMES], ids=NAMES
)


def played(game: Any, choices: list[int]) -> Any:
    """A board after the moves that the numbers choose among the legal ones."""
    board = game.Board()
    for choice in choices:
        moves = [*board.legal_moves]
        if not moves:
            break
        board.push(moves[choice % len(moves)])
    return board


@every_game
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


@every_game
@given(choices=CHOICES)
def test_fen_says_everything_about_the_position(game: Any, choices: list[int]) -> None:
    board = played(game, choices)
    copy = game.Board(board.fen())
    assert copy.fen() == board.fen()
    assert copy.is_check() == board.is_check()
    assert {*copy.legal_moves} == {*board.legal_moves}


@every_game
@given(choices=CHOICES, squares=st.lists(st.tuples(st.integers(0, 89), st.integers(0, 89)), max_size=30))
def test_is_legal_agrees_with_the_list(game: Any, choices: list[int], squares: list[tuple[int, int]]) -> None:
    listed = played(game, choices)
    unlisted = game.Board(listed.fen())  # has no list yet, so it may ask about each move
    last = game.Board.grid.squares[-1]
    others = (game.Move(orig, dest) for orig, dest in squares if orig != dest and max(orig, dest) <= last)
    for move in {*listed.legal_moves, *others}:
        assert unlisted.is_legal(move) == (move in listed.legal_moves)


@every_game
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


@pytest.mark.parametrize("game", [xiangqi, chess], ids=["xiangqi", "chess"])
@given(choices=CHOICES)
def test_no_move_leaves_the_mover_in_check(game: Any, choices: list[int]) -> None:
    board = played(game, choices)
    for move in board.legal_moves:
        board.push(move)
        game.Board(
            board.fen()
        )  # refuses a position whose side not to move is in check, or whose generals face
        board.pop()


@given(CHOICES)
def test_no_position_of_a_game_of_xiangqi_is_odd(choices: list[int]) -> None:
    board = played(xiangqi, choices)
    for square, piece in board.piece_map().items():
        assert square in points(piece)
    assert not board.status()
    for move in board.legal_moves:
        board.push(move)
        assert not board.status(), board.fen()
        board.pop()


@given(
    CHOICES, st.lists(st.tuples(st.sampled_from(xiangqi.SQUARES), st.sampled_from(".KAPkarp")), max_size=4)
)
def test_a_position_that_was_set_up_can_be_played_or_has_faults(
    choices: list[int], edits: list[tuple[int, str]]
) -> None:
    setup = parse_fen(played(xiangqi, choices).fen())
    letters = list(setup.position.placement)
    for square, letter in edits:
        letters[square] = letter
    fen = format_fen(setup._replace(position=setup.position._replace(placement="".join(letters))))
    inspection = xiangqi.Board.inspect(fen)
    assert inspection.fen == fen
    if not inspection.faults:
        assert xiangqi.Board(fen).fen() == fen
        return
    with pytest.raises(InvalidFenError) as caught:
        xiangqi.Board(fen)
    assert caught.value.reason == inspection.faults[0].reason


@given(st.text(max_size=12))
def test_no_text_breaks_a_reader(text: str) -> None:
    for game in (xiangqi, chess, liuzichong):
        for read in (game.Board().parse, game.Move.from_uci, game.Board):
            with contextlib.suppress(GameError):
                read(text)
