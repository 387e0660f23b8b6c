"""Training with PyTorch: the model, the schedule, checkpoints.

The model is that of ``cannonfish/kernel/network.py`` in floating point.  An accumulator has 1 where the
kernel's has 181, and the output is log odds.
"""

import json
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cannonfish_lab.errors import LabError
from cannonfish_lab.network.dataset import Dataset, Target, batches
from cannonfish_lab.network.features import Features
from cannonfish_lab.network.quantise import Parameters
from cannonfish_lab.selfplay.records import PIECES_MAX, Records

EVALUATION_BATCH = 65536


@dataclass(frozen=True)
class Plan:
    """What determines a training, besides the data."""

    width: int = 32
    epochs: int = 40
    batch: int = 8192
    rate: float = 2e-3
    """The highest learning rate; a cosine takes it down to a fiftieth."""
    warm_up: int = 200
    """Steps in which the learning rate rises from 0."""
    decay: float = 0.25
    """Decoupled weight decay, as in AdamW."""
    patience: int = 8
    """Epochs without a better held-out loss after which the training ends."""
    seed: int = 1
    target: Target = field(default_factory=Target)


class Model(nn.Module):  # type: ignore[misc, unused-ignore]
    """The network."""

    def __init__(self, features: Features, width: int) -> None:
        super().__init__()
        self.width = width
        # The last column is the piece-square value.
        self.rows = nn.EmbeddingBag(features.count + 1, width + 1, mode="sum", padding_idx=features.count)
        self.bias = nn.Parameter(torch.full((width,), 0.25))
        self.output = nn.Linear(2 * width, 1)
        with torch.no_grad():
            self.rows.weight.uniform_(-0.08, 0.08)
            values = torch.tensor(features.values).repeat_interleave(features.points)
            self.rows.weight[:-1, width] = torch.cat([values, -values])
            self.rows.weight[-1] = 0
            self.output.weight.uniform_(-0.1, 0.1)
            self.output.bias.zero_()

    def forward(self, own: Tensor, other: Tensor) -> Tensor:
        """Log odds for the side to move, from the features of both perspectives."""
        mine, theirs = self.rows(own), self.rows(other)
        accumulators = torch.cat([mine[:, :-1] + self.bias, theirs[:, :-1] + self.bias], dim=1)
        score: Tensor = self.output(accumulators.clamp(0, 1).square())
        return score[:, 0] + (mine[:, -1] - theirs[:, -1]) / 2

    def parameters_of(self, state: dict[str, Tensor]) -> Parameters:
        """The numbers of a state of this model."""
        rows = state["rows.weight"][:-1].cpu().numpy().copy()
        return Parameters(
            rows[:, :-1],
            state["bias"].cpu().numpy(),
            state["output.weight"][0].cpu().numpy(),
            rows[:, -1],
            float(state["output.bias"]),
        )


@dataclass(frozen=True)
class Epoch:
    """The losses of an epoch."""

    training: float
    held_out: float


@dataclass(frozen=True)
class Trained:
    """The result of a training."""

    parameters: Parameters
    epochs: list[Epoch]
    best: int
    """Index of the epoch with these parameters."""


class Trainer:
    """A training that can be interrupted after any epoch and continued."""

    def __init__(self, features: Features, data: Dataset, plan: Plan, checkpoint: Path) -> None:
        torch.manual_seed(plan.seed)
        torch.set_num_threads(1)  # more only help on an idle machine
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._features, self._data, self._plan, self._checkpoint = features, data, plan, checkpoint
        self._other = torch.from_numpy(features.other_perspective()).to(self._device)
        self._mirror = torch.from_numpy(features.mirror()).to(self._device)
        self._training = self._positions(data.training)
        self._held_out = self._positions(data.held_out)
        self._model = Model(features, plan.width).to(self._device)
        self._optimizer = torch.optim.AdamW(self._model.parameters(), lr=plan.rate, weight_decay=plan.decay)
        self._epochs: list[Epoch] = []
        self._best: dict[str, Tensor] = {}
        self._load()

    def _positions(self, records: Records) -> tuple[Tensor, Tensor]:
        """The features and targets of all records, decoded once for all epochs."""
        own = np.empty((len(records), PIECES_MAX), np.int16)

        def decode(first: int) -> None:
            part = slice(first, first + EVALUATION_BATCH)
            own[part] = self._features.of_mover(Records(records.words[part]))

        with ThreadPoolExecutor() as pool:
            list(pool.map(decode, range(0, len(records), EVALUATION_BATCH)))
        target = self._plan.target.of(records)
        return torch.from_numpy(own).to(self._device), torch.from_numpy(target).to(self._device)

    # --- checkpoints ----------------------------------------------------------------------------------------

    def _head(self) -> str:
        return json.dumps({"plan": asdict(self._plan), "data": self._data.checksum}, sort_keys=True)

    def _load(self) -> None:
        if not self._checkpoint.exists():
            return
        state: dict[str, Any] = torch.load(self._checkpoint, self._device, weights_only=True)
        if state["head"] != self._head():
            raise LabError(f"{self._checkpoint} is of a training with other options or data")
        self._model.load_state_dict(state["model"])
        self._optimizer.load_state_dict(state["optimizer"])
        self._epochs = [Epoch(*losses) for losses in state["epochs"]]
        self._best = state["best"]

    def _save(self) -> None:
        state = {
            "head": self._head(),
            "model": self._model.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "epochs": [(epoch.training, epoch.held_out) for epoch in self._epochs],
            "best": self._best,
        }
        fresh = self._checkpoint.with_suffix(".new")
        torch.save(state, fresh)
        fresh.replace(self._checkpoint)

    # --- training -------------------------------------------------------------------------------------------

    def run(self, on_epoch: Callable[[int, Epoch], None] = lambda number, epoch: None) -> Trained:
        """Train to the end; a checkpoint is written after each epoch."""
        while len(self._epochs) < self._plan.epochs and not self._has_stalled():
            training = self._train_epoch(len(self._epochs))
            held_out = self._held_out_loss()
            if held_out < min((epoch.held_out for epoch in self._epochs), default=math.inf):
                self._best = {name: value.clone() for name, value in self._model.state_dict().items()}
            self._epochs.append(Epoch(training, held_out))
            self._save()
            on_epoch(len(self._epochs), self._epochs[-1])
        parameters = self._model.parameters_of(self._best)
        parameters.rows[self._never_seen()] = 0.0
        return Trained(parameters, self._epochs, self._best_epoch())

    def _never_seen(self) -> NDArray[np.bool_]:
        """The features without any gradient, which have kept their random rows; zeros compress better."""
        squares = self._optimizer.state[self._model.rows.weight]["exp_avg_sq"][:-1]
        unseen: NDArray[np.bool_] = (squares == 0).all(dim=1).cpu().numpy()
        return unseen

    def _best_epoch(self) -> int:
        return min(range(len(self._epochs)), key=lambda number: self._epochs[number].held_out)

    def _has_stalled(self) -> bool:
        return bool(self._epochs) and len(self._epochs) - 1 - self._best_epoch() >= self._plan.patience

    def _train_epoch(self, number: int) -> float:
        (features, targets), plan = self._training, self._plan
        chosen = batches(len(features), plan.batch, (plan.seed, number))
        coins = np.random.default_rng((plan.seed, number, 1))
        steps = len(chosen) * plan.epochs
        total = torch.zeros((), device=self._device)
        for step, numbers in enumerate(chosen, number * len(chosen)):
            positions = torch.from_numpy(numbers).to(self._device)
            own = features[positions].long()
            # Half of the positions are mirrored. In chess only castling tells the images apart, and no record
            # holds it.
            mirrored = torch.from_numpy(coins.integers(2, size=(len(own), 1))).to(self._device)
            own = torch.where(mirrored == 1, self._mirror[own], own)
            for group in self._optimizer.param_groups:
                group["lr"] = plan.rate * _schedule(step, steps, plan.warm_up)
            self._optimizer.zero_grad()
            loss = nn.functional.mse_loss(self._expected(own), targets[positions])
            loss.backward()
            self._optimizer.step()
            total += loss.detach()
        return float(total) / len(chosen)

    def _held_out_loss(self) -> float:
        total = 0.0
        with torch.no_grad():
            for own, target in zip(*(part.split(EVALUATION_BATCH) for part in self._held_out), strict=True):
                total += float(nn.functional.mse_loss(self._expected(own.long()), target, reduction="sum"))
        return total / len(self._data.held_out)

    def _expected(self, own: Tensor) -> Tensor:
        score: Tensor = self._model(own, self._other[own])
        return torch.sigmoid(score)


def _schedule(step: int, steps: int, warm_up: int) -> float:
    """The share of the highest learning rate at a step."""
    return min((step + 1) / warm_up, 1.0) * (0.51 + 0.49 * math.cos(math.pi * step / steps))
