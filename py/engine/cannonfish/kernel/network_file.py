"""The file of a network: a line of JSON, then 16-bit numbers, little-endian. Not dialect, like zobrist.py.

The numbers, in order, for F features and accumulators of W numbers:

    F x W    the rows of the features, in 181sts
    W        the bias of the accumulator
    2 x W    the weights of the output: for the accumulator of the side to move, then for the other
    F / 2    piece-square values in 16ths of a centipawn, by own kind and point
    1        the bias of the output, in the same unit

The line gives at least `game`, `features` (F) and `width` (W); the trainer adds how the network was made.
"""

import json
import pkgutil
import sys
from array import array
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

_replaced: dict[str, bytes] = {}


class NetworkFileError(ValueError):
    """A file that holds no network for its game; the message says why."""


@dataclass(frozen=True)
class Network:
    """The contents of a file."""

    header: Mapping[str, Any]
    rows: "array[int]"
    bias: "array[int]"
    output: "array[int]"
    squares: "array[int]"
    output_bias: int

    @property
    def width(self) -> int:
        """The length of an accumulator."""
        return len(self.bias)


def read_network(game: str, features: int) -> Network:
    """The installed network of a game with this number of features."""
    data = _contents(game)
    if data is None:
        raise NetworkFileError(f"there is no network for {game}")
    network = loads(data)
    made_for = network.header["game"], network.header["features"]
    if made_for != (game, features):
        raise NetworkFileError(
            f"the network is for {made_for[0]} with {made_for[1]} features, not for {game} with {features}"
        )
    return network


def network_path(game: str) -> str:
    """The path of a game's network in this package."""
    return f"{game}/network.bin"


def has_network(game: str) -> bool:
    """Whether a network of a game is installed."""
    return game in _replaced or _is_installed(game)


@cache
def _is_installed(game: str) -> bool:
    """Cached: a page that restores an engine from a memory snapshot gets the files only later."""
    return _installed(game) is not None


def _contents(game: str) -> bytes | None:
    return _replaced[game] if game in _replaced else _installed(game)


def _installed(game: str) -> bytes | None:
    try:
        return pkgutil.get_data("cannonfish.kernel", network_path(game))
    except OSError:
        return None


@contextmanager
def replaced(game: str, data: bytes) -> Iterator[None]:
    """Link programs with another network than the installed one."""
    before = dict(_replaced)
    _replaced[game] = data
    try:
        yield
    finally:
        _replaced.clear()
        _replaced.update(before)


def loads(data: bytes) -> Network:
    """The network in the contents of a file.  NetworkFileError if there is none."""
    line, newline, body = data.partition(b"\n")
    try:
        header = json.loads(line)
        features, width = header["features"], header["width"]
        name = header["game"]
    except (ValueError, TypeError, KeyError):
        raise NetworkFileError("not the file of a network: it does not begin with its description") from None
    if not newline or not all(type(each) is int and each > 0 for each in (features, width)) or features % 2:
        raise NetworkFileError(f"the network for {name} has {features} features and a width of {width}")
    sizes = (features * width, width, 2 * width, features // 2, 1)
    if len(body) != 2 * sum(sizes):
        raise NetworkFileError(
            f"the network for {name} has {len(body)} bytes of numbers instead of {2 * sum(sizes)}"
        )
    numbers = array("h", body)
    if sys.byteorder == "big":
        numbers.byteswap()
    parts = []
    for size in sizes:
        parts.append(numbers[:size])
        numbers = numbers[size:]
    rows, bias, output, squares, last = parts
    return Network(header, rows, bias, output, squares, last[0])


def dumps(network: Network) -> bytes:
    """The contents of the file."""
    line = json.dumps(dict(network.header), ensure_ascii=False, separators=(",", ":"))
    numbers = network.rows + network.bias + network.output + network.squares
    numbers.append(network.output_bias)
    if sys.byteorder == "big":
        numbers.byteswap()
    return line.encode() + b"\n" + numbers.tobytes()
