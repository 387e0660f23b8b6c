"""Train the network that reads points, and write it in whole numbers."""

import json
import math
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.optim import swa_utils

from cannonfish_lab.picture.reader import Reader
from cannonfish_lab.picture.samples import COLOURS, Samples

ONE = 64
MOST = 255
DIRECTIONS = 8
FILTERS = 2
"""Layers of filters."""


@dataclass(frozen=True)
class Plan:
    """How to train."""

    epochs: int = 12
    batch: int = 256
    rate: float = 0.003
    seed: int = 1


class Network(nn.Module):  # type: ignore[misc, unused-ignore]
    """The layers of `kernel/picture/points.py` in floating point, with batch normalisation between them."""

    def __init__(self, layers: Sequence[Sequence[int]]):
        super().__init__()
        parts: list[Any] = []
        norms: list[Any] = []
        for number, (inputs, outputs) in enumerate(layers):
            last = number + 1 == len(layers)
            if number < FILTERS:
                parts.append(nn.Conv2d(inputs // 9, outputs, 3, padding=1, bias=False))
                norms.append(nn.BatchNorm2d(outputs))
            else:
                parts.append(nn.Linear(inputs, outputs, bias=last))
                norms.append(nn.Identity() if last else nn.BatchNorm1d(outputs))
        self.parts, self.norms = nn.ModuleList(parts), nn.ModuleList(norms)
        self.dropped = nn.Dropout(0.15)

    def forward(self, x: Any) -> Any:
        """From features to fifteen numbers."""
        edges, colours = x[:, :-COLOURS], x[:, -COLOURS:]
        side = math.isqrt(edges.shape[1] // DIRECTIONS)
        maps = edges.reshape(-1, side, side, DIRECTIONS).permute(0, 3, 1, 2)
        maps = maps.contiguous(memory_format=torch.channels_last)
        for part, norm in zip(self.parts[:FILTERS], self.norms, strict=False):
            maps = functional.hardtanh(functional.max_pool2d(norm(part(maps)), 2), 0, MOST / ONE)
        x = self.dropped(torch.cat([maps.permute(0, 2, 3, 1).flatten(1), colours], 1))
        for part, norm in zip(self.parts[FILTERS:-1], self.norms[FILTERS:], strict=False):
            x = functional.hardtanh(norm(part(x)), 0, MOST / ONE)
        return self.parts[-1](x)


def folded(network: Any) -> list[tuple[Any, Any]]:
    """Weights and biases of each layer with the normalisation in them; filters row by row."""
    found = []
    for part, norm in zip(network.parts, network.norms, strict=True):
        weight = part.weight.detach().double()
        if weight.dim() == 4:
            weight = weight.permute(0, 2, 3, 1).flatten(1)
        if isinstance(norm, nn.Identity):
            bias = part.bias.detach().double()
        else:
            scale = norm.weight.detach().double() / torch.sqrt(norm.running_var.double() + norm.eps)
            bias = norm.bias.detach().double() - norm.running_mean.double() * scale
            weight = weight * scale[:, None]
        found.append((weight.numpy(), bias.numpy()))
    return found


@dataclass(frozen=True)
class Whole:
    """A network in whole numbers."""

    weights: Any
    shifts: Any
    biases: Any

    def dumps(self, header: dict[str, Any]) -> bytes:
        """The contents of network.bin."""
        line = json.dumps(header, separators=(",", ":")).encode()
        numbers = (self.weights.astype("i1"), self.shifts.astype("u1"), self.biases.astype("<i4"))
        return line + b"\n" + b"".join(part.tobytes() for part in numbers)

    def put_into(self, reader: Reader) -> None:
        """Let a reader use it."""
        reader.execution.store("WEIGHTS", 0, array("h", self.weights.tolist()))
        reader.execution.store("SHIFTS", 0, array("i", self.shifts.tolist()))
        reader.execution.store("BIASES", 0, array("i", self.biases.tolist()))


def quantise(network: Any) -> Whole:
    """Weights of 8 bits: every channel is scaled by the power of two that its largest weight allows."""
    weights, shifts, biases = [], [], []
    for weight, bias in folded(network):
        for row, own in zip(weight, bias, strict=True):
            shift = min(14, max(0, math.floor(math.log2(127 / max(1e-6, abs(row).max())))))
            weights.append(np.round(row * 2**shift))
            shifts.append(shift)
            biases.append(round(float(own) * ONE * 2**shift) + (1 << shift) // 2)
    whole = np.concatenate([row.astype(int) for row in weights])
    return Whole(whole, np.array(shifts), np.array(biases))


def batch_of(samples: Samples, chosen: Any, disturb: bool) -> Any:
    """Some points as the network takes them; in training in another light, and with parts that are hidden."""
    x = torch.from_numpy(samples.features[chosen]).float()
    x[:, -COLOURS:] -= 128
    x /= ONE
    if disturb:
        edges, colours = x[:, :-COLOURS], x[:, -COLOURS:].view(len(x), -1, 3)
        gain = 1 + 0.15 * torch.randn(len(x), 1, 3).clamp(-2, 2)
        light = 0.2 * torch.randn(len(x), 1, 3) + 0.2 * torch.randn(len(x), 1, 1)
        edges = edges * (0.85 + 0.3 * torch.rand(len(x), edges.shape[1] // DIRECTIONS, 1)).expand(
            -1, -1, DIRECTIONS
        ).flatten(1)
        x = torch.cat([edges, (colours * gain + light).clamp(-2, 2).flatten(1)], 1)
    return x


def train(
    layers: Sequence[Sequence[int]],
    samples: Samples,
    held_out: Samples,
    plan: Plan,
    checkpoint: Path,
    report: Callable[[int, float, float, Any], None],
) -> Any:
    """Train a network, or go on from a checkpoint.

    `report` gets each epoch's number, its loss, the share of wrong held-out points, and the network so far:
    the mean of those of the latest steps.
    """
    torch.manual_seed(plan.seed)
    torch.set_num_threads(1)
    network = Network(layers)
    latest = swa_utils.get_ema_multi_avg_fn(0.995)
    mean: Any = swa_utils.AveragedModel(network, multi_avg_fn=latest, use_buffers=True)
    steps = plan.epochs * (len(samples.pieces) // plan.batch)
    optimiser = torch.optim.AdamW(network.parameters(), plan.rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, plan.rate, total_steps=steps + 1, pct_start=0.15
    )
    parts = {"network": network, "mean": mean, "optimiser": optimiser, "schedule": schedule}
    first = 0
    if checkpoint.exists():
        kept = torch.load(checkpoint)
        first = kept.pop("epoch")
        for name, state in kept.items():
            parts[name].load_state_dict(state)
    for epoch in range(first, plan.epochs):
        network.train()
        shuffled = np.random.default_rng((plan.seed, epoch)).permutation(len(samples.pieces))
        total = 0.0
        rounds = len(shuffled) // plan.batch
        for at in range(rounds):
            chosen = np.sort(shuffled[at * plan.batch : (at + 1) * plan.batch])
            wanted = torch.from_numpy(samples.pieces[chosen].astype("i8"))
            loss = functional.cross_entropy(network(batch_of(samples, chosen, True)), wanted)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            mean.update_parameters(network)
            total += float(loss.detach())
        torch.save(
            {name: part.state_dict() for name, part in parts.items()} | {"epoch": epoch + 1}, checkpoint
        )
        report(epoch + 1, total / rounds, wrong(mean.module, held_out), mean.module)
    return mean.module.eval()


def wrong(network: Any, samples: Samples) -> float:
    """The share of the points that a network reads wrongly."""
    network.eval()
    count = 0
    with torch.no_grad():
        for at in range(0, len(samples.pieces), 4096):
            chosen = slice(at, at + 4096)
            found = network(batch_of(samples, chosen, False)).argmax(1).numpy()
            count += int((found != samples.pieces[chosen]).sum())
    return count / len(samples.pieces)


def whole_numbers(network: Whole, samples: Samples, most: int) -> list[tuple[int, int, int]]:
    """Of some points: the piece, the one that the reader's program sees, and its certainty of 1000."""
    reader = Reader()
    network.put_into(reader)
    found = []
    for features, piece in zip(samples.features[:most], samples.pieces[:most], strict=True):
        numbers = features.astype(int)
        numbers[-COLOURS:] -= 128
        reader.execution.store("features", 0, array("h", numbers.tolist()))
        seen = reader.execution.call("classify")
        outputs = np.array(reader.execution.array("outputs")) / ONE
        odds = np.exp(outputs - outputs.max())
        found.append((int(piece), seen, round(1000 * float(odds.max() / odds.sum()))))
    reader.execution.close()
    return found
