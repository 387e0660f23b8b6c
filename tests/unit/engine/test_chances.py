"""Winning chances: what a score means, in wins, draws and losses."""

import pytest
from cannonfish.engine import Engine, Limits, Score, winning_chances
from cannonfish.games.catalogue import GAMES
from hypothesis import given
from hypothesis import strategies as st

MODELLED = [game for game in GAMES.values() if game.chances is not None]
CENTIPAWNS = st.integers(-30_000, 30_000)


@pytest.mark.parametrize("game", MODELLED, ids=lambda game: game.name)
@given(CENTIPAWNS, CENTIPAWNS)
def test_a_higher_score_never_has_worse_chances(game, one: int, other: int) -> None:  # type: ignore[no-untyped-def]
    low, high = (winning_chances(game, Score(cp=cp)) for cp in sorted((one, other)))
    assert low is not None
    assert high is not None
    assert low.win <= high.win
    assert low.loss >= high.loss
    assert sum(low) == 1000
    assert min(low) >= 0


@pytest.mark.parametrize("game", MODELLED, ids=lambda game: game.name)
@given(CENTIPAWNS)
def test_one_sides_wins_are_the_others_losses(game, centipawns: int) -> None:  # type: ignore[no-untyped-def]
    ours = winning_chances(game, Score(cp=centipawns))
    theirs = winning_chances(game, Score(cp=-centipawns))
    assert ours is not None
    assert ours == tuple(reversed(theirs or ()))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_forced_win_is_certain(game) -> None:  # type: ignore[no-untyped-def]
    for win in (Score(mate=3), Score(rule=2)):
        assert winning_chances(game, win) == (1000, 0, 0)
    for loss in (Score(mate=0), Score(mate=-5), Score(rule=-1)):
        assert winning_chances(game, loss) == (0, 0, 1000)


def test_the_midpoint_wins_every_second_game() -> None:
    for game in MODELLED:
        assert game.chances is not None
        chances = winning_chances(game, Score(cp=round(game.chances.midpoint)))
        assert chances is not None
        assert abs(chances.win - 500) <= 1
        assert chances.expected == (chances.win + chances.draw / 2) / 1000


def test_a_search_reports_them() -> None:
    engine = Engine(hash_mb=1)
    info = engine.go(Limits(depth=2)).info
    assert info.chances == winning_chances(engine.game, info.score)
    engine.close()
