"""The fit of winning chances finds the numbers that made the results."""

from pathlib import Path

import numpy as np
import pytest
from cannonfish.games.game import ChanceModel
from cannonfish_lab.__main__ import main
from cannonfish_lab.jobs import Here
from cannonfish_lab.selfplay import generator
from cannonfish_lab.tuning.chances import compare, fit, probabilities

HIDDEN = ChanceModel(midpoint=180, spread=90)


def test_the_fit_finds_a_hidden_model() -> None:
    random = np.random.default_rng(1)
    score = random.integers(-600, 600, 40_000).astype(float)
    win, _, loss = probabilities(HIDDEN, score).T
    draw = random.random(len(score))
    result = np.where(draw < win, 1.0, np.where(draw > 1 - loss, 0.0, 0.5))
    found = fit(score, result)
    assert found.midpoint == pytest.approx(HIDDEN.midpoint, abs=5)
    assert found.spread == pytest.approx(HIDDEN.spread, abs=4)
    for row in compare(found, score, result):
        assert row.seen == pytest.approx(row.expected, abs=0.04)


def test_the_command_reports_on_self_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe = generator.Recipe("chess", games=6, settings={"TT_BITS": 10, "MOVE_NODES": 60})
    list(generator.make(recipe, 1, tmp_path, Here()))
    assert main(["winning-chances", str(tmp_path)]) == 0
    assert "ChanceModel(midpoint=" in capsys.readouterr().out


def test_a_folder_without_shards_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["winning-chances", str(tmp_path)]) == 1
    assert "has no shards" in capsys.readouterr().err
