"""Openings of matches: from the book where there is one, and all different."""

from dataclasses import replace

import pytest
from cannonfish import chess
from cannonfish.games.catalogue import GAMES
from cannonfish.matches import openings
from cannonfish.matches.openings import book_openings


@pytest.mark.parametrize("name", GAMES)
def test_openings_are_legal_different_and_repeatable(name: str) -> None:
    found = book_openings(name, 40, seed=3)
    boards = []
    for moves in found:
        board = GAMES[name].new_board(None)
        board.push_line(moves)
        assert board.outcome() is None
        boards.append(board.placement)
    assert len(set(boards)) == 40
    assert found == book_openings(name, 40, seed=3) != book_openings(name, 40, seed=4)


class Bare(chess.Board):
    """A game of one move: the king takes the queen."""

    starting_fen = "7k/6Q1/8/8/8/8/8/K7 b - - 0 1"


def test_the_openings_of_a_small_game_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match in a game with fewer positions than asked for never began."""
    game = replace(GAMES["chess"], new_board=Bare, openings=None)
    monkeypatch.setattr(openings, "GAMES", {"chess": game})
    assert book_openings("chess", 3) == [[], [], []]


def test_openings_are_those_of_the_book_while_it_has_enough() -> None:
    game = GAMES["xiangqi"]
    assert game.openings
    for moves in book_openings("xiangqi", 30):
        board = game.new_board(None)
        for move in moves:
            assert move in [each.uci() for each, _ in game.openings.moves(board)]
            board.push_uci(move)
