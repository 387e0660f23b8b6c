"""Openings of matches: from the book where there is one, and all different."""

import pytest
from cannonfish.games.catalogue import GAMES
from cannonfish.matches.openings import book_openings


@pytest.mark.parametrize("name", GAMES)
def test_openings_are_legal_different_and_repeatable(name: str) -> None:
    openings = book_openings(name, 40, seed=3)
    boards = []
    for moves in openings:
        board = GAMES[name].new_board(None)
        board.push_line(moves)
        assert board.outcome() is None
        boards.append(board.placement)
    assert len(set(boards)) == 40
    assert openings == book_openings(name, 40, seed=3) != book_openings(name, 40, seed=4)


def test_openings_are_those_of_the_book_while_it_has_enough() -> None:
    game = GAMES["xiangqi"]
    assert game.openings
    for moves in book_openings("xiangqi", 30):
        board = game.new_board(None)
        for move in moves:
            assert move in [each.uci() for each, _ in game.openings.moves(board)]
            board.push_uci(move)
