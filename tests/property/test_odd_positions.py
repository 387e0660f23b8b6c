"""Positions that cannot arise but can be played are safe: shown on random setups, in the checked build.

The checked build traps on every access outside an array and on every overflow.  It agrees with the boards on
the moves, and its evaluation and search run.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from cannonfish.compiler import Execution, Host, instantiate, linked
from cannonfish.errors import InvalidFenError
from cannonfish.games.base.fen import EMPTY
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board, Game
from cannonfish.games.xiangqi.fen import points
from cannonfish.games.xiangqi.pieces import PIECES, PieceType
from hypothesis import assume, given
from hypothesis import strategies as st

SETTINGS = {"TT_BITS": 8}
XIANGQI_SET = "AABBNNRRCCPPPPP"
CHESS_SET = "KQRRBBNNPPPPPPPP"
NODES = 200


@pytest.fixture(scope="module", params=["xiangqi", "chess"])
def search(request: pytest.FixtureRequest) -> Iterator[tuple[Game, Execution]]:
    """A game with its search in the checked build."""
    game = GAMES[request.param]
    host = Host(now=lambda: 0, poll=lambda: 0)
    running = instantiate(linked("cannonfish.kernel", game.files, SETTINGS), "compiled", host, checked=True)
    yield game, running
    running.close()


def odd_xiangqi(rng: random.Random) -> str:
    """The placement of a random part of a set, with the soldiers anywhere."""
    placement = [EMPTY] * 90
    for letter in "Kk" + XIANGQI_SET + XIANGQI_SET.lower():
        piece = PIECES[letter]
        places = range(90) if piece.piece_type is PieceType.PAWN else sorted(points(piece))
        free = [at for at in places if placement[at] == EMPTY]
        if letter in "Kk" or (free and rng.random() < 0.6):
            placement[rng.choice(free)] = letter
    return "".join(placement)


def odd_chess(rng: random.Random) -> str:
    """The placement of a random part of a set, with pawns on any rank but their last."""
    placement = [EMPTY] * 64
    for letter in CHESS_SET + CHESS_SET.lower():
        ranks = range(7) if letter == "P" else range(1, 8) if letter == "p" else range(8)
        free = [at for at in range(64) if at // 8 in ranks and placement[at] == EMPTY]
        if letter in "Kk" or rng.random() < 0.7:
            placement[rng.choice(free)] = letter
    return "".join(placement)


def odd_board(name: str, seed: int) -> Any:
    """A board with a random setup that its game accepts; None if it accepts none of a few."""
    rng = random.Random(seed)
    game = GAMES[name]
    grid = game.new_board(None).grid
    for _ in range(20):
        placement = {"xiangqi": odd_xiangqi, "chess": odd_chess}[name](rng)
        rows = "/".join(grid.rows(placement))
        for run in range(grid.files, 0, -1):
            rows = rows.replace(EMPTY * run, str(run))
        try:
            return game.new_board(f"{rows} {rng.choice('wb')} - - 0 1")
        except InvalidFenError as error:
            if error.reason not in ("opponent_in_check", "kings_facing"):
                raise
    return None


def play(game: Game, running: Execution, board: Board, rng: random.Random) -> None:
    """Play random legal moves; board and kernel agree on the moves all the way, and back."""
    game.set_position(running, board)
    start = running.array("position")
    undos = []
    for _ in range(30):
        end = running.call("legal_moves", board.turn, 0)
        moves = running.slice("moves", 0, end)
        assert {*map(game.decode, moves)} == {*board.legal_moves}
        for side in (0, 1):
            running.call("evaluate", side)
        if board.outcome() is not None:
            break
        move = rng.choice(sorted(board.legal_moves, key=str))
        undos.append((game.encode(move), running.call("make", game.encode(move))))
        board.push(move)
    for move, undo in reversed(undos):
        running.call("unmake", move, undo)
        board.pop()
    assert running.array("position") == start


@given(seed=st.integers(0, 1_000_000))
def test_odd_positions_are_played_searched_and_written_safely(
    search: tuple[Game, Execution], seed: int
) -> None:
    game, running = search
    board = odd_board(game.name, seed)
    assume(board is not None)
    assert game.new_board(board.fen()) == board
    play(game, running, board, random.Random(seed))
    for move in board.legal_moves:
        assert game.texts(board, move)["uci"] == move.uci()
    if board.legal_moves:
        game.set_search_root(running, board)
        running.call("begin", NODES, 0)
        for depth in range(1, 4):
            running.call("iterate", depth)
