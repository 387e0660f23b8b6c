"""Training positions from self-play: what a shard holds, and that it depends on its recipe alone."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cannonfish.engine import Engine
from cannonfish.games.catalogue import GAMES
from cannonfish_lab.__main__ import main
from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Here
from cannonfish_lab.selfplay import GAME_NAMES, generator
from cannonfish_lab.selfplay.records import Records, read

from tests.unit.lab.record_fens import fens

SETTINGS = {"TT_BITS": 10, "MOVE_NODES": 60}


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_installed_network_can_play(tmp_path: Path, game: str) -> None:
    recipe = generator.Recipe(game, games=1, settings=SETTINGS, evaluation="network")
    list(generator.make(recipe, 1, tmp_path, Here()))
    records = read([generator.shards(tmp_path).file(0)])
    engine = Engine(game)
    assert engine.evaluation == "network"
    for fen, static in list(zip(fens(game, records), records.static, strict=True))[::7]:
        engine.position(fen)
        assert engine.evaluate().cp == static, fen
    engine.close()


@pytest.fixture(scope="module", params=GAME_NAMES)
def made(request: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, Records]:
    """A small shard of each game: its game, its folder, its positions."""
    folder = tmp_path_factory.mktemp(request.param)
    recipe = generator.Recipe(request.param, games=6, settings=SETTINGS)
    list(generator.make(recipe, 1, folder, Here()))
    return request.param, folder, read([generator.shards(folder).file(0)])


def test_records_hold_the_positions_that_were_evaluated(made: tuple[str, Path, Records]) -> None:
    game, _, records = made
    assert len(records) > 100
    engine = Engine(game)
    engine.set_evaluation("classical")
    for fen, static in list(zip(fens(game, records), records.static, strict=True))[::7]:
        engine.position(fen)
        assert engine.evaluate().cp == static, fen
    engine.close()


def test_kept_positions_pass_the_filters(made: tuple[str, Path, Records]) -> None:
    game, folder, records = made
    assert np.abs(records.score.astype(int)).max() <= 2000
    assert not any(GAMES[game].new_board(fen).is_check() for fen in fens(game, records)[::5])
    counts = json.loads(generator.counts_file(folder, 0).read_text())
    assert counts["kept"] == len(records)
    played = sum(value for name, value in counts.items() if name.startswith("ended"))
    assert played == counts["won by side 0"] + counts["drawn"] + counts["won by side 1"]
    assert (
        played + counts["dropped: lopsided after them"] + counts["dropped: over during the random moves"] == 6
    )


def test_plies_grow_within_a_game_and_its_result_is_one(made: tuple[str, Path, Records]) -> None:
    _, _, records = made
    for number in np.unique(records.game):
        own = records.game == number
        assert (np.diff(records.ply[own]) > 0).all()
        assert len(np.unique(records.result[own])) == 1
        assert records.result[own][0] in (0, 0.5, 1)


def test_the_same_recipe_gives_the_same_bytes_and_another_seed_others(
    made: tuple[str, Path, Records], tmp_path: Path
) -> None:
    game, folder, _ = made
    again = generator.make_shard(generator.ShardJob(generator.Recipe(game, games=6, settings=SETTINGS), 0))
    assert again.contents == generator.shards(folder).file(0).read_bytes()
    other = generator.make_shard(generator.ShardJob(generator.Recipe(game, 2, 6, SETTINGS), 0))
    assert other.contents != again.contents


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--games", "0"], "--games takes a number of at least 1"),
        (["--set", "NO_SUCH=1"], "there is no setting `NO_SUCH`"),
        (["--set", "GAME_PLIES_MAX=1025"], "GAME_PLIES_MAX is too large"),
    ],
)
def test_a_mistake_is_told_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], reason: str
) -> None:
    """Plies beyond 1023 ran into the result of a record; the others were tracebacks."""
    command = ["selfplay", str(tmp_path / "shards"), "--workers", "1", "--shards", "1", "--games", "1"]
    assert main([*command, *options]) == 1
    assert reason in capsys.readouterr().err
    assert not (tmp_path / "shards").exists()


def test_a_folder_of_another_recipe_and_a_damaged_file_are_refused(
    made: tuple[str, Path, Records], tmp_path: Path
) -> None:
    game, folder, _ = made
    with pytest.raises(LabError, match="another recipe"):
        list(generator.make(generator.Recipe(game, 3, 6, SETTINGS), 1, folder, Here()))
    broken = tmp_path / "shard.npy.z"
    broken.write_bytes(generator.shards(folder).file(0).read_bytes()[:-40])
    with pytest.raises(LabError, match="cannot read"):
        read([broken])
