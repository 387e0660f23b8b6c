"""The network that reads a point of the board: from what it looks like (strokes.py) to fifteen numbers.

First, filters of 3 x 3 cells see parts of characters, such as "a stroke down, and one across at its end",
wherever they are. Of four neighbouring places, the clearest counts: so a piece may be a little off its point.
A second row of filters sees larger parts in these. Then every number of a layer is the sum of all numbers
before, and of the colours, each multiplied by a weight. What is negative counts nothing (a clipped ReLU). The
last layer has one number for each piece and one for the empty point; the softmax of them are the chances.

All numbers are integers: 1 is ONE in a layer, and a weight has 8 bits. Every number shifts its sum by as much
as its weights were scaled.
"""

import json as _json
import pkgutil as _pkgutil
from array import array
from itertools import pairwise as _pairwise
from math import exp as _exp

from cannonfish.kernel.picture.pixels import FILES, cut
from cannonfish.kernel.picture.strokes import CELLS, COLOURS, DIRECTIONS, FEATURES, features, measure

EMPTY = 0
PIECES = 15  # and the empty point
ONE = 64
MOST = 255  # of a number of a layer

CHANNELS: list[int] = [DIRECTIONS, 24, 48]  # of the maps: the edges, and what the filters see
MAP_SIDES: list[int] = [CELLS, CELLS // 2, CELLS // 4]
FILTERS = len(CHANNELS) - 1  # layers of filters
# Of the layers after them.
SIZES: list[int] = [MAP_SIDES[-1] ** 2 * CHANNELS[-1] + FEATURES - COLOURS, 96, PIECES]
LAYERS = (*((9 * a, b) for a, b in _pairwise(CHANNELS)), *_pairwise(SIZES))  # numbers in and out of each
WEIGHTS_FROM: list[int] = [sum(a * b for a, b in LAYERS[:n]) for n in range(len(LAYERS))]
BIASES_FROM: list[int] = [sum(b for _, b in LAYERS[:n]) for n in range(len(LAYERS))]
_channels = sum(b for _, b in LAYERS)
_count = sum(a * b for a, b in LAYERS)
# Each map has an edge of zeros; the last has none.
MAP_FROM: list[int] = [
    sum((MAP_SIDES[k] + 2) ** 2 * CHANNELS[k] for k in range(n)) for n in range(FILTERS + 1)
]


def _contents() -> bytes:
    """The numbers of network.bin, without its description; zeros before there is one."""
    try:
        data = _pkgutil.get_data("cannonfish.kernel", "picture/network.bin") or b""
    except OSError:
        return bytes(_count + 5 * _channels)
    line, _, body = data.partition(b"\n")
    if _json.loads(line)["layers"] != [*map(list, LAYERS)] or len(body) != _count + 5 * _channels:
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

maps = array("h", [0]) * (MAP_FROM[-1] + SIZES[0])
seen_by = array("h", [0]) * (CELLS * CELLS * max(CHANNELS))  # what the filters of a layer see, in every place
window = array("h", [0]) * (9 * max(CHANNELS))
layer = array("h", [0]) * max(SIZES)
next_layer: list[int] = [0] * max(SIZES[1:])

outputs: list[int] = [0] * PIECES


def convolve(number: int) -> None:
    """Fill `seen_by` from a map: what each filter sees in each place."""
    side = MAP_SIDES[number]
    channels = CHANNELS[number]
    filters = CHANNELS[number + 1]
    first = BIASES_FROM[number]
    wide = 3 * channels
    row = (side + 2) * channels
    to = 0
    for y in range(side):
        for x in range(side):
            at = MAP_FROM[number] + y * row + x * channels
            for i in range(wide):
                window[i] = maps[at + i]
            for i in range(wide):
                window[wide + i] = maps[at + row + i]
            for i in range(wide):
                window[2 * wide + i] = maps[at + 2 * row + i]
            weight = WEIGHTS_FROM[number]
            for k in range(filters):
                total = BIASES[first + k]
                for i in range(3 * wide):
                    total += window[i] * WEIGHTS[weight + i]
                seen_by[to] = max(0, min(MOST, total >> SHIFTS[first + k]))
                weight += 3 * wide
                to += 1


def pool(number: int, edge: int) -> None:
    """Fill the next map: of four neighbouring places, the clearest counts."""
    side = MAP_SIDES[number + 1]
    filters = CHANNELS[number + 1]
    for y in range(side):
        for x in range(side):
            to = MAP_FROM[number + 1] + ((y + edge) * (side + 2 * edge) + x + edge) * filters
            one = (2 * y * 2 * side + 2 * x) * filters
            other = one + 2 * side * filters
            for k in range(filters):
                maps[to + k] = max(seen_by[one + k], seen_by[one + filters + k])
            for k in range(filters):
                maps[to + k] = max(maps[to + k], seen_by[other + k])
            for k in range(filters):
                maps[to + k] = max(maps[to + k], seen_by[other + filters + k])


def compute(number: int) -> None:
    """Compute a layer after the filters from the one before, in its place."""
    inputs = SIZES[number]
    first = BIASES_FROM[FILTERS + number]
    row = WEIGHTS_FROM[FILTERS + number]
    last = number + 2 == len(SIZES)
    for k in range(SIZES[number + 1]):
        total = BIASES[first + k]
        for i in range(inputs):
            total += layer[i] * WEIGHTS[row + i]
        next_layer[k] = total >> SHIFTS[first + k]
        row += inputs
    for k in range(SIZES[number + 1]):
        if last:
            layer[k] = max(-32000, min(32000, next_layer[k]))
        else:
            layer[k] = max(0, min(MOST, next_layer[k]))


def classify() -> int:
    """Fill `outputs` from `features`; the likeliest piece."""
    for y in range(CELLS):
        to = ((y + 1) * (CELLS + 2) + 1) * DIRECTIONS
        first = y * CELLS * DIRECTIONS
        for i in range(CELLS * DIRECTIONS):
            maps[to + i] = features[first + i]
    for number in range(FILTERS):
        convolve(number)
        pool(number, number + 1 < FILTERS)
    inputs = SIZES[0] - (FEATURES - COLOURS)
    for i in range(inputs):
        layer[i] = maps[MAP_FROM[FILTERS] + i]
    for i in range(FEATURES - COLOURS):
        layer[inputs + i] = features[COLOURS + i]
    for number in range(len(SIZES) - 1):
        compute(number)
    best = 0
    for piece in range(PIECES):
        outputs[piece] = layer[piece]
        if outputs[piece] > outputs[best]:
            best = piece
    return best


def chances_of_outputs(best: int) -> int:
    """How likely the likeliest piece is, of 1000."""
    total = 0
    for piece in range(PIECES):
        total += ODDS[min(len(ODDS) - 1, outputs[best] - outputs[piece])]
    return 65536 * 1000 // total


def look(point: int) -> int:
    """Compute `outputs` for a point; the likeliest piece."""
    cut(point % FILES, point // FILES)
    measure()
    return classify()
