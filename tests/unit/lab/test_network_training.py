"""Training a network: features, quantisation, and a toy problem from shards to a network that plays."""

import json
from pathlib import Path

import numpy as np
import pytest
from cannonfish.compiler import instantiate
from cannonfish.games.catalogue import GAMES
from cannonfish.kernel.network_file import dumps, loads
from cannonfish_lab.__main__ import main
from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Here
from cannonfish_lab.network import dataset
from cannonfish_lab.network.features import FEATURES
from cannonfish_lab.network.quantise import Parameters, quantise, scores
from cannonfish_lab.players.kernels import version
from cannonfish_lab.selfplay import generator
from cannonfish_lab.selfplay.records import Records, read

from tests.unit.lab.record_fens import fens

NAMES = tuple(FEATURES)


@pytest.fixture(scope="module", params=NAMES)
def shards(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A game, and a folder of two small shards of it, with enough games for some to be held out."""
    folder: Path = tmp_path_factory.mktemp(request.param)
    recipe = generator.Recipe(request.param, games=20, settings={"TT_BITS": 10, "MOVE_NODES": 30})
    list(generator.make(recipe, 2, folder, Here()))
    return request.param, folder


def random_parameters(game: str, width: int = 8) -> Parameters:
    rng = np.random.default_rng(3)
    count = FEATURES[game].count

    def numbers(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return rng.normal(size=shape).astype(np.float32) * np.float32(0.2)

    return Parameters(numbers(count, width), numbers(width), numbers(2 * width), numbers(count), 0.1)


def test_the_lab_and_the_kernel_compute_the_same_score(shards: tuple[str, Path], tmp_path: Path) -> None:
    game, folder = shards
    features = FEATURES[game]
    records = read([generator.shards(folder).file(0)])
    header = {"game": game, "features": features.count, "width": 8}
    network = quantise(random_parameters(game), features, 200.0, header)
    found = scores(network, features, features.of_mover(records))
    file = tmp_path / "network.bin"
    file.write_bytes(dumps(network))
    execution = instantiate(version(game=game, evaluation=str(file)).program)
    compared = 0
    for fen, score, turn in list(zip(fens(game, records), found, records.turn, strict=True))[::11]:
        GAMES[game].set_position(execution, GAMES[game].new_board(fen))
        stronger = turn if score > 0 else 1 - turn
        if execution.call("scale_factor", int(stronger)) == 8:
            assert execution.call("evaluate", int(turn)) == max(-14000, min(14000, score)), fen
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("game", NAMES)
def test_perspectives_and_mirror_images_are_their_own_inverse(game: str) -> None:
    features = FEATURES[game]
    every = np.arange(features.count + 1)
    for table in (features.other_perspective(), features.mirror()):
        assert (table[table] == every).all()
        assert (table[:-1] != every[:-1]).sum() >= features.count * 8 // 9


def test_the_training_and_the_held_out_games_differ(shards: tuple[str, Path]) -> None:
    _, folder = shards
    data = dataset.load(folder)
    assert data.shards == 2
    assert set(data.held_out.game) == {19}
    assert not set(data.training.game) & {19}
    assert dataset.load(folder, 1).checksum != data.checksum


def test_a_folder_without_shards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="has no shards"):
        dataset.load(tmp_path)


def test_shards_of_another_game_are_refused(
    shards: tuple[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Chess shards made a network of Xiangqi without a word."""
    game, folder = shards
    [other] = {*NAMES} - {game}
    assert main(["network-train", str(folder), str(tmp_path), "--game", other]) == 1
    assert f"has positions of {game}: give --game {game}" in capsys.readouterr().err


def test_the_target_is_for_the_side_to_move() -> None:
    words = np.zeros((2, 10), np.int32)
    words[:, 8] = 200
    words[:, 9] = [2 << 11, 1 | 2 << 11]  # side 0 wins; side 0, then side 1 to move
    target = dataset.Target(0.5, 200.0).of(Records(words))
    assert target == pytest.approx([0.5 * 0.7310586 + 0.5, 0.5 * 0.7310586])


def test_numbers_that_do_not_fit_are_refused() -> None:
    features = FEATURES["chess"]
    parameters = random_parameters("chess")
    parameters.output[0] = 100.0
    with pytest.raises(LabError, match="an output weight of the network does not fit in 16 bits"):
        quantise(parameters, features, 200.0, {})


def test_a_toy_training(shards: tuple[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It learns, writes a network that can be linked, and continues from its checkpoint."""
    pytest.importorskip("torch")
    game, folder = shards
    out = tmp_path / "network"
    command = ["network-train", str(folder), str(out), "--game", game, "--width", "8", "--batch", "128"]
    command += ["--epochs", "4"]
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    losses = [float(line.split()[3]) for line in lines if line.startswith("epoch")]
    assert len(losses) == 4
    assert losses[-1] < losses[0]
    first = (out / "network.bin").read_bytes()
    header = loads(first).header
    assert header["data"]["shards"] == 2
    assert json.dumps(header).count(str(tmp_path)) == 0
    execution = instantiate(version(game=game, evaluation=str(out / "network.bin")).program)
    GAMES[game].set_position(execution, GAMES[game].new_board(None))
    assert abs(execution.call("evaluate", 0)) < 1000
    # The checkpoint holds the finished training: nothing is trained again, and the file is the same.
    (out / "network.bin").unlink()
    assert main(command) == 0
    assert "epoch   1" not in capsys.readouterr().out
    assert (out / "network.bin").read_bytes() == first
    assert main([*command, "--seed", "2"]) == 1
    assert "of a training with other options" in capsys.readouterr().err
