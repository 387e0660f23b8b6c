"""What games inherit: the end of a game without moves, long lines given to a search."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from cannonfish.compiler import Execution
from cannonfish.games.catalogue import GAMES
from cannonfish.games.liuzichong import BLACK, WHITE, Board
from cannonfish.games.liuzichong.rules import Rules
from cannonfish.games.outcome import Termination

SHUT_IN = "WB..B........... w"


@pytest.mark.parametrize(("result", "winner"), [(-1, BLACK), (0, None), (1, WHITE)])
def test_a_side_without_a_move_can_lose_draw_or_win(
    monkeypatch: pytest.MonkeyPatch, result: int, winner: object
) -> None:
    """The kernel says which.  The board took a win for a draw, while the search scored it as a win."""
    monkeypatch.setattr(Rules, "no_moves_result", lambda *_: result)
    outcome = Board(SHUT_IN).outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (winner, Termination.NO_MOVES)


def test_a_line_longer_than_the_move_stack_reaches_the_search_whole() -> None:
    """The line is passed through the move stack.  A game with a short one raised an IndexError."""
    stack, played = [0] * 5, []

    def call(name: str, *arguments: int) -> int:
        if name == "play_line":
            played.extend(stack[: arguments[0]])
        return 0

    def store(_: str, at: int, values: list[int]) -> None:
        assert at + len(values) <= len(stack)
        stack[at : at + len(values)] = values

    running = SimpleNamespace(call=call, store=store, array=lambda _: stack)
    game = GAMES["xiangqi"]
    board = game.new_board(None)
    board.push_line(["b0c2", "b9c7", "c2b0", "c7b9"] * 3)
    game.set_search_root(cast(Execution, cast(Any, running)), board)
    assert played == [game.encode(move) for move in board.move_stack]
