"""The ladder that puzzles are judged by: it stays, and it plays as the engine's own levels do."""

from typing import Any

import pytest
from cannonfish.engine import Engine, Limits
from cannonfish_lab.puzzles.levels import LEVELS, Position

MIDDLEGAME = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1"
MATES = "C1bakab1R/9/9/7R1/4p4/3r5/P1P1P4/4N4/4A4/2BAK1B2 w - - 0 1"
MATE_IN_ONE = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1"
OVER = "3k5/3RR4/9/9/9/9/9/9/9/4K4 b - - 0 1"


def test_the_ladder_of_ratings_does_not_change() -> None:
    """Ratings made with another one could not be compared with those that there are."""
    settings = [
        (each.depth, each.nodes, each.choices, each.score_noise, each.blunder_permille)
        for each in LEVELS.values()
    ]
    assert [*LEVELS] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert settings == [
        (1, 3_000, 12, 160, 1000),
        (3, 8_000, 5, 40, 540),
        (64, 26_000, 3, 24, 610),
        (64, 40_000, 3, 20, 450),
        (64, 44_000, 3, 18, 262),
        (64, 48_000, 3, 14, 139),
        (64, 57_000, 2, 11, 82),
        (64, 75_000, 2, 9, 48),
        (64, 125_000, 2, 7, 26),
        (64, 280_000, 2, 6, 9),
    ]


@pytest.mark.parametrize("number", LEVELS)
def test_it_plays_as_the_engine_would_with_such_levels(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr("cannonfish.engine.search.level_of", lambda game, number: LEVELS[number])
    engine = Engine(hash_mb=4)
    for fen in (MIDDLEGAME, MATES, MATE_IN_ONE):
        for seed in (1, 2, 3):
            engine.new_game()
            engine.position(fen)
            expected = engine.go(Limits(level=number, seed=seed)).bestmove
            assert Position(engine, fen).play(number, seed) == str(expected)


def test_nothing_is_played_when_the_game_is_over() -> None:
    assert Position(Engine(hash_mb=1), OVER).play(3, 1) is None


def test_a_search_is_made_once_for_all_seeds() -> None:
    engine = Searches()
    position = Position(engine, MIDDLEGAME)
    alone = [Position(engine, MIDDLEGAME).play(2, seed) for seed in range(1, 9)]
    engine.count = 0
    assert [position.play(2, seed) for seed in range(1, 9)] == alone
    assert len(set(alone)) > 1
    assert engine.count == 2  # its own search, and that of its lapses


class Searches(Engine):
    """An engine that counts its searches."""

    count = 0

    def __init__(self) -> None:
        super().__init__(hash_mb=4)

    def go(self, *arguments: Any, **named: Any) -> Any:
        self.count += 1
        return super().go(*arguments, **named)
