"""What the page knows of the games by itself is what the rules say."""

import re

import pytest
from cannonfish.protocol.page.views import GAMES, view_of

from tools.static_site import WEB

SOURCE = (WEB / "shell" / "look-preview.js").read_text()
FACTS = (WEB / "game" / "games.js").read_text()
LINES = re.findall(r"^  (\w+): \{ moves: '([^']*)'(?:, check: '(\w+)')? \}", SOURCE, re.MULTILINE)


def test_every_line_is_tried() -> None:
    """The type of the table asks for one of every game that the page has."""
    assert len(LINES) == SOURCE.count(": { moves: '") > 0


@pytest.mark.parametrize(("game", "moves", "check"), LINES)
def test_the_moves_are_legal_and_the_last_gives_the_check(game: str, moves: str, check: str) -> None:
    board = GAMES[game].new_board(None)
    checks = []
    for move in moves.split():
        board.push_uci(move)
        checks.append(view_of(board, game)["check"])
    assert checks == [None] * (len(checks) - 1) + [check or None]


STARTS = re.findall(r"^    name: '(\w+)',$.*?^    fen: '([^']+)',$", FACTS, re.MULTILINE | re.DOTALL)


def test_every_game_of_the_page_has_a_start() -> None:
    assert len(STARTS) == FACTS.count("    name: '") > 0


@pytest.mark.parametrize(("game", "fen"), STARTS)
def test_the_starts_are_those_of_the_rules(game: str, fen: str) -> None:
    assert fen == GAMES[game].new_board(None).fen()
