"""The network that reads a point of the board: from what it looks like (strokes.py) to fifteen numbers.

Every number of a layer is the sum of all numbers of the layer before, each multiplied by a weight; what is
negative counts nothing (a clipped ReLU). In training, the first layer learns to see parts of characters, such
as "a stroke down through the middle, and red around it". The last layer has one number for each piece and one
for the empty point; the softmax of them are the chances.

All numbers are integers: 1 is ONE in a layer, and a weight has 8 bits. Every number shifts its sum by as much
as its weights were scaled.
"""

import json as _json
import pkgutil as _pkgutil
from array import array
from math import exp as _exp

from cannonfish.kernel.picture.pixels import FILES, RANKS, cut
from cannonfish.kernel.picture.strokes import FEATURES, features, measure

EMPTY = 0
PIECES = 15  # and the empty point
ONE = 64
MOST = 255  # of a number of a layer
CERTAIN = 970  # a point below is doubtful

WIDTH = 256  # of the widest layer
SIZES: list[int] = [FEATURES, 192, 64, PIECES]
LAST = len(SIZES) - 1
WEIGHTS_FROM: list[int] = [sum(SIZES[k] * SIZES[k + 1] for k in range(n)) for n in range(LAST)]
BIASES_FROM: list[int] = [sum(SIZES[1 : n + 1]) for n in range(LAST)]
_channels = sum(SIZES[1:])
_count = sum(SIZES[k] * SIZES[k + 1] for k in range(LAST))


def _contents() -> bytes:
    """The numbers of network.bin, without its description; zeros before there is one."""
    try:
        data = _pkgutil.get_data("cannonfish.kernel", "picture/network.bin") or b""
    except OSError:
        return bytes(_count + 5 * _channels)
    line, _, body = data.partition(b"\n")
    if _json.loads(line)["sizes"] != SIZES or len(body) != _count + 5 * _channels:
        raise ValueError("picture/network.bin was made for other layers: train it again")
    return body


_body = _contents()
WEIGHTS = array("h", array("b", _body[:_count]))
SHIFTS: list[int] = list(_body[_count : _count + _channels])
BIASES: list[int] = [
    int.from_bytes(_body[at : at + 4], "little", signed=True)
    for at in range(_count + _channels, len(_body), 4)
]

ODDS: list[int] = [round(65536 * _exp(-difference / ONE)) for difference in range(12 * ONE)]

layer = array("h", [0]) * max(SIZES)
next_layer: list[int] = [0] * WIDTH

outputs: list[int] = [0] * PIECES
chances: list[int] = [0] * (FILES * RANKS * PIECES)
certainty: list[int] = [0] * (FILES * RANKS)
seen: list[int] = [0] * (FILES * RANKS)  # the likeliest piece


def compute(number: int) -> None:
    """Compute a layer from the one before, in its place."""
    inputs = SIZES[number]
    first = BIASES_FROM[number]
    row = WEIGHTS_FROM[number]
    for k in range(SIZES[number + 1]):
        total = BIASES[first + k]
        for i in range(inputs):
            total += layer[i] * WEIGHTS[row + i]
        next_layer[k] = total >> SHIFTS[first + k]
        row += inputs
    for k in range(SIZES[number + 1]):
        if number + 1 < LAST:
            layer[k] = max(0, min(MOST, next_layer[k]))
        else:
            layer[k] = max(-32000, min(32000, next_layer[k]))


def classify() -> int:
    """Fill `outputs` from `features`; the likeliest piece."""
    for i in range(FEATURES):
        layer[i] = features[i]
    for number in range(LAST):
        compute(number)
    best = 0
    for piece in range(PIECES):
        outputs[piece] = layer[piece]
        if outputs[piece] > outputs[best]:
            best = piece
    return best


def read_point(point: int) -> None:
    """Read a point: its chances, certainty and likeliest piece."""
    cut(point % FILES, point // FILES)
    measure()
    best = classify()
    seen[point] = best
    total = 0
    for piece in range(PIECES):
        odds = ODDS[min(len(ODDS) - 1, outputs[best] - outputs[piece])]
        chances[point * PIECES + piece] = odds
        total += odds
    for piece in range(PIECES):
        at = point * PIECES + piece
        chances[at] = chances[at] * 1000 // total
    certainty[point] = chances[point * PIECES + best]
