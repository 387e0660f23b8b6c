"""Quantisation of a trained network to integers, and the scores of both."""

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from cannonfish.kernel.network_file import Network
from numpy.typing import NDArray

from cannonfish_lab.errors import LabError
from cannonfish_lab.network.features import Features, Numbers

ONE: Final = 181
ACTIVATION_SHIFT: Final = 7
OUTPUT_SHIFT: Final = 12
VALUE_SHIFT: Final = 4
"""As in cannonfish/kernel/network.py."""
PART: Final = 8192

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Parameters:
    """The parameters of a network, whose output is log odds."""

    rows: Floats
    """F x W."""
    bias: Floats
    output: Floats
    """2 W."""
    squares: Floats
    """F, for one perspective; the score contains half the difference of the two."""
    output_bias: float


def quantise(parameters: Parameters, features: Features, scale: float, header: Mapping[str, Any]) -> Network:
    """The network of a file; a unit of log odds has ``scale`` centipawns.

    LabError if a number does not fit.
    """
    half = features.count // 2
    full = ONE**2 / (1 << ACTIVATION_SHIFT)  # what a full unit gives
    squares = parameters.squares[:half] - parameters.squares[features.other_perspective()[:half]]
    return Network(
        header,
        _whole("a row", parameters.rows * ONE),
        _whole("a bias", parameters.bias * ONE),
        _whole("an output weight", parameters.output * (scale * (1 << OUTPUT_SHIFT) / full)),
        _whole("a piece-square value", squares / 2 * (scale * (1 << VALUE_SHIFT))),
        _whole("the output", np.array([parameters.output_bias * (scale * (1 << VALUE_SHIFT))]))[0],
    )


def _whole(name: str, values: NDArray[np.floating]) -> "array[int]":
    rounded = np.rint(values).reshape(-1)
    if np.abs(rounded).max() > 32767:
        raise LabError(f"{name} of the network does not fit in 16 bits; more weight decay keeps them smaller")
    return array("h", rounded.astype(np.int16).tobytes())


def float_scores(parameters: Parameters, features: Features, own: Numbers) -> Floats:
    """Log odds for the side to move, before quantisation."""
    nothing = np.zeros((1, len(parameters.bias)), np.float32)
    rows = np.concatenate([parameters.rows, nothing])
    squares = np.append(parameters.squares, np.float32(0))

    def score(own: Numbers) -> NDArray[Any]:
        other = features.other_perspective()[own]
        accumulator = [
            np.clip(parameters.bias + rows[perspective].sum(axis=1), 0, 1) ** 2
            for perspective in (own, other)
        ]
        halved = (squares[own].sum(axis=1) - squares[other].sum(axis=1)) / 2
        return np.asarray(
            np.concatenate(accumulator, axis=1) @ parameters.output + parameters.output_bias + halved
        )

    return _in_parts(score, own).astype(np.float32)


def scores(network: Network, features: Features, own: Numbers) -> NDArray[np.int64]:
    """Centipawns for the side to move, as the kernel computes them, without its scaling of drawish material.

    LabError if an accumulator leaves 16 bits.
    """
    width = network.width
    nothing = np.zeros((1, width), np.int64)
    rows = np.concatenate([np.array(network.rows, np.int64).reshape(-1, width), nothing])
    values = np.array(network.squares, np.int64)
    squares = np.concatenate([values, -values[features.other_perspective()[len(values) : -1]], [0]])
    output = np.array(network.output, np.int64)

    def score(own: Numbers) -> NDArray[Any]:
        total = (squares[own].sum(axis=1) + network.output_bias) << OUTPUT_SHIFT - VALUE_SHIFT
        for perspective, weights in (
            (own, output[:width]),
            (features.other_perspective()[own], output[width:]),
        ):
            accumulator = np.array(network.bias, np.int64) + rows[perspective].sum(axis=1)
            if np.abs(accumulator).max() > 32767:
                raise LabError("an accumulator of the network leaves 16 bits")
            total = total + (np.clip(accumulator, 0, ONE) ** 2 >> ACTIVATION_SHIFT) @ weights
        return np.asarray(total >> OUTPUT_SHIFT)

    return _in_parts(score, own).astype(np.int64)


def _in_parts(function: Callable[[Numbers], NDArray[Any]], own: Numbers) -> NDArray[Any]:
    """The function's results for many positions, a few thousand at a time."""
    return np.concatenate([function(own[first : first + PART]) for first in range(0, len(own), PART)])
