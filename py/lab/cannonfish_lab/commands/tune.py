"""``tune``: fit the weights of the evaluation to labelled positions."""

import argparse
import json
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cannonfish_lab.commands import common
from cannonfish_lab.errors import LabError
from cannonfish_lab.matches.match import describe_limits
from cannonfish_lab.players.kernels import INSTALLED
from cannonfish_lab.positions.files import comments
from cannonfish_lab.tuning.piece_values import PIECE_VALUES

if TYPE_CHECKING:
    from cannonfish_lab.tuning.dataset import Dataset
    from cannonfish_lab.tuning.fit import Fit

SUMMARY = "fit the weights of the evaluation to labelled positions"
DETAILS = """
Positions are files or folders of files, as written by `positions`. The fit starts with the weights of the
kernel and keeps the layout of their file. One game in ten is held out: its loss shows whether the fit
generalises. The same data, options and kernel give the same weights.

Example, in place:

    tune build/positions --out py/engine/cannonfish/kernel/xiangqi/weights.py
    tune build/chess --game chess --unit 0 --out py/engine/cannonfish/kernel/chess/weights.py
"""

TEMPO = "TEMPO"
"""The right to move, a plain number in the file of weights."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("positions", type=Path, nargs="+", metavar="POSITIONS")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="the file of weights to write"
    )
    parser.add_argument(
        "--kernel", type=Path, default=INSTALLED, metavar="FOLDER", help="default: the one installed"
    )
    parser.add_argument("--game", default="xiangqi", metavar="NAME", help="whose evaluation (%(default)s)")
    parser.add_argument(
        "--mix",
        type=float,
        default=0.75,
        metavar="SHARE",
        help="share of the label in the target, the rest is the game's result (%(default)s)",
    )
    parser.add_argument(
        "--pull",
        type=float,
        default=1e-8,
        metavar="LOSS",
        help="loss added per weight and squared centipawn of change (%(default)s)",
    )
    parser.add_argument(
        "--unit",
        type=float,
        default=200.0,
        metavar="SCORE",
        help="centipawns to the unit of log odds; 0: as many as the present weights have (%(default)s)",
    )
    parser.add_argument(
        "--smooth",
        type=float,
        default=0.0,
        metavar="LOSS",
        help="loss added per squared difference between the changes of weights that stand beside each other, "
        "on the board or in a table (%(default)s)",
    )
    parser.add_argument(
        "--only",
        default="",
        metavar="NAME,NAME",
        help="the weights that may change, by the names of their tables; the right to move may, too (all)",
    )
    common.add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Fit, report, write."""
    # These need numpy and scipy, optional dependencies.
    from cannonfish_lab.tuning import dataset, fit
    from cannonfish_lab.tuning.evaluation import SymbolicEvaluation
    from cannonfish_lab.tuning.neighbours import neighbours
    from cannonfish_lab.tuning.piece_values import balanced

    if not 0.0 <= options.mix <= 1.0 or min(options.pull, options.unit, options.smooth) < 0.0:
        raise LabError("--mix is a share from 0 to 1, --pull, --unit and --smooth are not negative")
    files = [
        file for path in options.positions for file in (dataset.batches(path) if path.is_dir() else [path])
    ]
    evaluation = SymbolicEvaluation(options.kernel.resolve(), options.game)
    if evaluation.file.numbers.get(TEMPO) != evaluation.tempo:
        raise LabError(
            f"the evaluation gives another value than {TEMPO} in its weights for the right to move"
        )
    with common.workers(options).open() as pool:
        data = dataset.load(files, options.kernel.resolve(), pool, options.game)
    start = [(weight.middle_game, weight.ending) for weight in evaluation.file.weights]
    names = [weight.name for weight in evaluation.file.weights]
    free = _free(names, options.only)
    found = fit.fit(
        data,
        start,
        evaluation.tempo,
        options.mix,
        options.pull,
        options.unit or None,
        free,
        options.smooth,
        neighbours(names, evaluation.width),
    )
    provenance = _provenance(data, found, options.mix, files)
    tables = [each for each in evaluation.piece_tables() if free[each.table[0]]]
    pairs = balanced(found.pairs, tables)
    text = evaluation.file.rewritten(pairs, {TEMPO: found.tempo}, provenance)
    options.out.write_text(text, encoding="utf-8")
    print(_report(data, found))
    return 0


def _free(names: Sequence[str], only: str) -> list[bool]:
    """For each weight, whether it may change.  LabError for an unknown table.

    Piece values may change only if they are named, because squares can express the same.
    """
    tables = [name.partition("[")[0] for name in names]
    wanted = set(filter(None, only.split(",")))
    if unknown := wanted - set(tables):
        raise LabError(f"--only: there is no {', '.join(sorted(unknown))} in the weights")
    return [table in wanted if wanted else table != PIECE_VALUES for table in tables]


def _report(data: "Dataset", found: "Fit") -> str:
    held_out = int(data.held_out.sum())
    return "\n".join(
        [
            f"{len(data)} positions of {data.games} games, {held_out} of them kept aside",
            f"{found.label_scale:.0f} centipawns of the labels are one unit of log odds",
            "loss             fitted   kept aside",
            *(
                f"{name:14} {losses[0]:.5f}      {losses[1]:.5f}"
                for name, losses in (
                    ("before", found.loss_before),
                    ("after", found.loss_after),
                    ("least possible", found.loss_least),
                )
            ),
        ]
    )


def _provenance(data: "Dataset", found: "Fit", mix: float, files: Sequence[Path]) -> str:
    labels = " and ".join(sorted({_labeller(file) for file in files}))
    text = (
        "our own fit (`python -m cannonfish_lab tune`: logistic regression, "
        f"{found.unit:.0f} centipawns to the unit of log odds) on {len(data)} quiet positions of "
        f"{data.games} games. The target is {mix:.0%} the score of {labels}, {1 - mix:.0%} the result of the "
        f"game. Loss on games that were kept aside: {found.loss_before[1]:.5f} before, "
        f"{found.loss_after[1]:.5f} after."
    )
    first, *rest = textwrap.wrap(f"Provenance: {text}", 107, break_on_hyphens=False)
    return "\n".join([first.removeprefix("Provenance: "), *rest])


def _labeller(file: Path) -> str:
    """Who labelled the positions of a file, as far as it says so."""
    for comment in comments(file):
        if comment.startswith("{"):
            labeller = json.loads(comment).get("labeller", {})
            limits = describe_limits(labeller, {})
            return f"{labeller.get('name', 'somebody').partition(':')[0]} at {limits}"
    return "an unnamed labeller"
