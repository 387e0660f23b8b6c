"""The tree of a game: lines, variations, positions."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from cannonfish import records, xiangqi
from cannonfish.games.outcome import Termination
from cannonfish.records import Game

START = xiangqi.STARTING_FEN
E2E4 = [xiangqi.Move.from_uci(text) for text in ("h2e2", "h9g7", "h0g2")]


def test_line_of_moves_is_the_main_line() -> None:
    game = Game()
    end = game.add_line(E2E4)
    assert list(game.mainline_moves()) == E2E4
    assert game.end() is end
    assert end.path() == E2E4
    assert end.ply() == 3
    assert end.game() is game


def test_variations_stand_behind_the_main_line_and_are_not_doubled() -> None:
    game = Game()
    game.add_line(E2E4)
    other = game.add_variation(xiangqi.Move.from_uci("b2e2"), "also good")
    assert game.add_variation(other.played, "as said") is other
    assert [node.played.uci() for node in game.variations] == ["h2e2", "b2e2"]
    assert other.comment == "also good\nas said"
    assert game.variation(other.played) is other
    assert game.variation(xiangqi.Move.from_uci("a0a1")) is None
    assert [node.played.uci() for node in game.descendants()] == ["h2e2", "h9g7", "h0g2", "b2e2"]


def test_board_of_a_node_has_the_moves_that_led_there() -> None:
    game = Game()
    board = game.add_line(E2E4).board()
    assert board.move_stack == E2E4
    assert game.board().fen() == START
    board.pop()
    assert game.board().fen() == START
    assert game.end().board().move_stack == E2E4


def test_promoting_and_removing() -> None:
    game = Game()
    game.add_line(E2E4)
    other = game.add_variation(xiangqi.Move.from_uci("b2e2"))
    other.promote_to_main()
    assert game.next() is other
    other.remove()
    assert [node.played.uci() for node in game.variations] == ["h2e2"]
    with pytest.raises(ValueError, match="removed"):
        other.game()
    for change in (game.remove, game.promote_to_main):
        with pytest.raises(ValueError, match="root"):
            change()
    with pytest.raises(ValueError, match="no move"):
        _ = game.played


def test_played_game_becomes_a_record_with_its_result() -> None:
    board = xiangqi.Board("4k4/9/9/9/n8/9/9/9/1R7/3K5 w - - 0 1")
    for text in ["b1a1", "a5b7", "a1b1", "b7a5"] * 2:
        board.push_uci(text)
    game = Game.from_board(board)
    assert game.result == "0-1"
    assert game.start.ply() == 0
    outcome = game.end().board().outcome()
    assert outcome is not None
    assert outcome.termination is Termination.PERPETUAL_CHASE
    assert Game.from_board(xiangqi.Board()).result == "*"


def test_a_game_of_ten_thousand_moves_needs_no_recursion() -> None:
    shuffle = [xiangqi.Move.from_uci(text) for text in ("h0g2", "h9g7", "g2h0", "g7h9")]
    game = Game()
    node: records.Node = game
    for number in range(10_000):
        move = shuffle[number % 4]
        node = node.add_variation(move)
    assert node.ply() == 10_000
    assert sum(1 for _ in game.descendants()) == 10_000
    assert len(records.pgn.dumps(game)) > 50_000
    assert len(records.dhtmlxq.dumps(game)) > 40_000


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_a_long_game_is_copied_whole(copied: Callable[[Any], Any]) -> None:
    """Node by node, pickle and deepcopy ran into the recursion limit after a few hundred moves."""
    game = Game(headers={"Event": "A long one"})
    shuffle = [xiangqi.Move.from_uci(text) for text in ("a0a1", "a9a8", "a1a0", "a8a9")]
    node = game.add_line(shuffle * 500)
    assert node.parent is not None
    node.parent.add_variation(E2E4[1], "the end").nags.add(1)
    node.clock = 5000
    pgn = records.pgn.dumps([game])

    other = copied(game)
    assert records.pgn.dumps([other]) == pgn
    assert (other.end().ply(), other.end().clock, other.end().game()) == (2000, 5000, other)
    other.end().remove()
    other.headers["Event"] = "A short one"
    other.end().nags.add(2)
    assert records.pgn.dumps([game]) == pgn

    again = copied(node)
    assert again is not node
    assert (again.move, again.clock, again.ply()) == (node.move, node.clock, 2000)
    assert records.pgn.dumps([again.game()]) == pgn
