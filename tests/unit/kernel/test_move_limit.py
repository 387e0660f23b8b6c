"""The move limit clock of the search is that of the rules.

A side's checks beyond its 10th since the last capture, and the replies to them, do not advance the clock. The
board knew that, but the search counted every ply: after 60 checking plies that began at clock 70 the board
said 90, the search 130, and every move was a draw to it.
"""

import random

import pytest
from cannonfish.compiler import instantiate
from cannonfish.games.catalogue import GAMES
from cannonfish.games.xiangqi import Board

from tests.unit.kernel.player import Player, move, player, xiangqi_program

ROOK = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 70 60"
CHECKS = ["e1d1", "d9e9", "d1e1", "e9d9"]
MANY_CHECKS = [
    ROOK,
    "3k5/4a4/9/9/9/9/9/4B4/4R4/4KR3 w - - 0 1",
    "2bak4/4a4/4b4/9/4n4/9/9/4B4/2r1A4/3AKR3 w - - 30 1",
]


def clock(one: Player) -> int:
    return one.call("move_limit_clock", one.control("ROOT_INDEX"))


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_checks_beyond_the_tenth_do_not_bring_the_limit_nearer(execution: str) -> None:
    board = Board(ROOK)
    board.push_line(CHECKS * 15)
    one = player(execution)
    one.position(ROOK, CHECKS * 15, quiet_plies=70)
    assert clock(one) == board.halfmove_clock == 90
    one.go(depth=4)
    played = one.score
    one.forget()
    one.position(board.fen(), quiet_plies=90)
    one.go(depth=4)
    assert played > 100
    assert one.score > 100


@pytest.mark.parametrize("fen", MANY_CHECKS)
@pytest.mark.parametrize("seed", range(3))
def test_the_clock_is_that_of_the_board(fen: str, seed: int) -> None:
    """In random games with many checks, some of them longer than the path."""
    rng = random.Random(seed)
    one = Player(instantiate(xiangqi_program(8), "compiled"))
    board = Board(fen)
    one.position(fen, quiet_plies=board.halfmove_clock)
    for _ in range(700):
        moves = sorted(board.legal_moves, key=str)
        if not moves:
            break
        rng.shuffle(moves)
        for candidate in moves if rng.random() < 0.8 else moves[:1]:
            board.push(candidate)
            if board.is_check():
                break
            board.pop()
        else:
            board.push(moves[0])
        last = board.peek().uci()
        one.execution.store("moves", 0, [move(last)])
        one.call("play_line", 1)
        assert clock(one) == board.halfmove_clock, board.fen()


def test_checks_in_the_search_do_not_count_either() -> None:
    """A mate by checks, one ply before the limit: reachable only if these checks do not count."""
    scores = []
    for given in (0, 10):
        one = player("compiled")
        one.position("4k4/9/9/9/9/9/9/9/R8/1R3K3 w - - 119 80", quiet_plies=119)
        one.call("set_checks", given, 0)
        one.go(depth=7)
        scores.append(one.score)
    assert scores[0] == one.constants["DRAW"]
    assert scores[1] > one.constants["MATE_BOUND"]


def test_the_clock_of_the_engine_is_that_of_the_board_after_a_capture_with_check() -> None:
    """The capture is the side's first check since the last capture.

    The search got the position after the capture without this check, so its clock stood one check behind.
    """
    game = GAMES["xiangqi"]
    running = instantiate(xiangqi_program(8), "interpreted")
    board = Board("3k5/9/9/9/9/9/9/9/3pR4/5K3 w - - 5 60")
    board.push_uci("e1d1")
    board.push_line(["d9e9", "d1e1", "e9d9", "e1d1"] * 6)
    game.set_search_root(running, board)
    at = running.read("search_state", running.program.constants["ROOT_INDEX"])
    assert running.call("move_limit_clock", at) == board.halfmove_clock
