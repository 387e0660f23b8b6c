"""``network-train``: train a network on positions of self-play."""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cannonfish_lab.commands import common
from cannonfish_lab.errors import LabError
from cannonfish_lab.selfplay import GAME_NAMES

if TYPE_CHECKING:
    from cannonfish_lab.network.dataset import Dataset
    from cannonfish_lab.network.trainer import Plan, Trained

SUMMARY = "train a network on positions of self-play"
DETAILS = """
DATA is a folder of shards, as written by `selfplay`. OUT is a folder for the network (network.bin) and
checkpoint.pt, with which an interrupted training continues when the command is given again. One game in
twenty is held out. The same data, options, machine and PyTorch give the same network; its first line says how
it was made. PyTorch is in requirements/training.txt.

Examples:

    network-train build/selfplay-xiangqi build/network --width 32
    cp build/network/network.bin py/engine/cannonfish/kernel/xiangqi/
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--game", choices=GAME_NAMES, default="xiangqi", help="(%(default)s)")
    parser.add_argument("--shards", type=int, metavar="N", help="use only the first N shards")
    parser.add_argument(
        "--width", type=int, default=32, metavar="N", help="length of an accumulator (%(default)s)"
    )
    parser.add_argument("--epochs", type=int, default=40, metavar="N", help="at most (%(default)s)")
    parser.add_argument("--batch", type=int, default=8192, metavar="N", help="positions (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed (%(default)s)")


def run(options: argparse.Namespace) -> int:
    """Train, quantise, report, write."""
    from cannonfish_lab.network import dataset
    from cannonfish_lab.network.features import FEATURES

    made = dataset.game_of(options.data)
    if made != options.game:
        raise LabError(f"{options.data} has positions of {made}: give --game {made}")
    try:
        from cannonfish_lab.network import trainer
    except ModuleNotFoundError as error:
        raise LabError(f"training needs {error.name}: pip install -r requirements/training.txt") from None
    common.require_positive(options, "width", "epochs", "batch")
    features = FEATURES[options.game]
    data = dataset.load(options.data, options.shards)
    plan = trainer.Plan(options.width, options.epochs, options.batch, seed=options.seed)
    print(f"{len(data.training):,} positions to learn from, {len(data.held_out):,} held out", flush=True)
    options.out.mkdir(parents=True, exist_ok=True)
    trained = trainer.Trainer(features, data, plan, options.out / "checkpoint.pt").run(
        lambda number, epoch: print(
            f"epoch {number:3}  training {epoch.training:.6f}  held out {epoch.held_out:.6f}", flush=True
        )
    )
    header = _header(options.game, features.count, data, plan, trained)
    print(_write(options, data, plan, trained, header))
    return 0


def _header(game: str, features: int, data: "Dataset", plan: "Plan", trained: "Trained") -> dict[str, Any]:
    """The header of the network's file: settings, data and losses."""
    best = trained.epochs[trained.best]
    return {
        "game": game,
        "features": features,
        "width": plan.width,
        "training": asdict(plan) | {"target": asdict(plan.target), "best_epoch": trained.best + 1},
        "data": {
            "sha256": data.checksum,
            "shards": data.shards,
            "training": len(data.training),
            "held_out": len(data.held_out),
        },
        "losses": {"training": round(best.training, 6), "held_out": round(best.held_out, 6)},
    }


def _write(
    options: argparse.Namespace, data: "Dataset", plan: "Plan", trained: "Trained", header: dict[str, Any]
) -> str:
    """Quantise, write the file; the report."""
    import numpy as np
    from cannonfish.kernel.network_file import dumps

    from cannonfish_lab.network import dataset
    from cannonfish_lab.network.features import FEATURES
    from cannonfish_lab.network.quantise import float_scores, quantise, scores

    features = FEATURES[options.game]
    own, target = features.of_mover(data.held_out), plan.target.of(data.held_out)
    network = quantise(trained.parameters, features, plan.target.scale, header)
    exact = float_scores(trained.parameters, features, own) * plan.target.scale
    whole = scores(network, features, own)
    quantised = dataset.loss(dataset.sigmoid(whole, plan.target.scale), target)
    classical, classical_scale = dataset.best_scale(data.held_out.static, target)
    search, search_scale = dataset.best_scale(data.held_out.score, target)
    header["losses"] |= {
        "quantised": round(quantised, 6),
        "engine_that_played": round(classical, 6),
        "its_search": round(search, 6),
    }
    contents = dumps(network)
    (options.out / "network.bin").write_bytes(contents)
    error = np.abs(exact - whole)
    return "\n".join(
        [
            "loss on the held-out games:",
            f"  {classical:.6f}  evaluation of the engine that played, at its best scale {classical_scale}",
            f"  {header['losses']['held_out']:.6f}  the network, epoch {trained.best + 1}",
            f"  {quantised:.6f}  the network in whole numbers; "
            f"{error.mean():.2f} centipawns from it on average, {error.max():.1f} at most",
            f"  {search:.6f}  score of the search, at its best scale {search_scale}",
            f"{options.out / 'network.bin'}: {len(contents):,} bytes",
        ]
    )
