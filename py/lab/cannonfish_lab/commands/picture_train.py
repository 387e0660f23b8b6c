"""``picture-train``: train the network that reads the points of a picture."""

import argparse
import multiprocessing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cannonfish_lab.commands import common
from cannonfish_lab.errors import LabError

if TYPE_CHECKING:
    from cannonfish_lab.picture.fonts import Face

SUMMARY = "train the network that reads pictures"
DETAILS = """
Boards are drawn with the fonts of this machine and our own symbols. OUT is a folder for the drawn points,
checkpoint.pt, with which an interrupted training continues, and the network (network.bin), which is written
after each epoch. One family of fonts in twelve is held out. What it needs is in requirements/training.txt;
the fonts are Debian's packages fonts-noto-cjk, fonts-arphic-*, fonts-cwtex-*, fonts-cns11643-*,
fonts-lxgw-wenkai, fonts-kouzan-mouhitsu and others.

Example:

    picture-train build/picture
    cp build/picture/network.bin py/engine/cannonfish/kernel/picture/
"""
SHARD = 200
"""Boards in a file."""
HELD_OUT_BOARDS = 120


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--boards", type=int, default=2000, metavar="N", help="to draw (%(default)s)")
    parser.add_argument("--epochs", type=int, default=12, metavar="N", help="(%(default)s)")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="that draw (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed (%(default)s)")
    parser.add_argument("--draw-only", action="store_true", help="draw the boards and stop")


def run(options: argparse.Namespace) -> int:
    """Draw, train, write, report."""
    common.require_positive(options, "boards", "epochs", "processes")
    try:
        from cannonfish_lab.picture import fonts
        from cannonfish_lab.picture.samples import Samples
    except ModuleNotFoundError as error:
        raise LabError(f"training needs {error.name}: pip install -r requirements/training.txt") from None
    faces = fonts.faces()
    if len(faces) < 12:
        raise LabError(f"there are only {len(faces)} fonts with the characters of the pieces: install more")
    options.out.mkdir(parents=True, exist_ok=True)
    families = {*sorted({face.family for face in faces})[5::12]}
    learnt = [face for face in faces if face.family not in families]
    unseen = [face for face in faces if face.family in families]
    print(f"{len(learnt)} fonts to learn from; held out: {', '.join(sorted(families))}", flush=True)
    shards: list[tuple[Path, int, int, list[Face]]] = [
        (options.out / f"boards-{number}.npz", 1000 * options.seed + number, SHARD, learnt)
        for number in range(-(-options.boards // SHARD))
    ]
    shards.append((options.out / "held-out.npz", 7, HELD_OUT_BOARDS, unseen))
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        for number, count in enumerate(pool.imap_unordered(_draw, shards), 1):
            print(f"drawn {number} of {len(shards)}: {count:,} points", flush=True)
    if options.draw_only:
        return 0
    from cannonfish_lab.picture.samples import kept

    samples = Samples.joined([kept(*shard) for shard in shards[:-1]])
    return _train(options, samples, kept(*shards[-1]), len(learnt))


def _draw(shard: tuple[Path, int, int, list["Face"]]) -> int:
    from cannonfish_lab.picture.samples import kept

    return len(kept(*shard).pieces)


def _train(options: argparse.Namespace, samples: Any, held_out: Any, fonts: int) -> int:
    try:
        from cannonfish_lab.picture import trainer
    except ModuleNotFoundError as error:
        raise LabError(f"training needs {error.name}: pip install -r requirements/training.txt") from None
    from cannonfish.kernel.picture.points import LAYERS

    print(f"{len(samples.pieces):,} points to learn from, {len(held_out.pieces):,} held out", flush=True)
    plan = trainer.Plan(options.epochs, seed=options.seed)
    header: dict[str, Any] = {
        "layers": LAYERS,
        "boards": options.boards,
        "epochs": options.epochs,
        "seed": options.seed,
        "fonts": fonts,
    }

    def report(number: int, loss: float, wrong: float, network: Any) -> None:
        print(f"epoch {number:3}  loss {loss:.4f}  wrong of the held out {wrong:.2%}", flush=True)
        told = header | {"epoch": number, "wrong": round(wrong, 5)}
        (options.out / "network.bin").write_bytes(trainer.quantise(network).dumps(told))

    network = trainer.train(LAYERS, samples, held_out, plan, options.out / "checkpoint.pt", report)
    whole = trainer.quantise(network)
    found = trainer.whole_numbers(whole, held_out, 8000)
    lost = sum(piece != seen for piece, seen, _ in found) / len(found)
    print(f"in whole numbers: wrong {lost:.2%} of {len(found):,}")
    for least in (500, 700, 800, 900, 950, 980, 990):
        sure = [piece != seen for piece, seen, certainty in found if certainty >= least]
        wrong = sum(sure) / max(1, len(sure))
        print(f"  certain {least}: {len(sure) / len(found):.1%} of the points, wrong {wrong:.2%}")
    contents = whole.dumps(header | {"wrong": round(lost, 5)})
    (options.out / "network.bin").write_bytes(contents)
    print(f"{options.out / 'network.bin'}: {len(contents):,} bytes")
    return 0
