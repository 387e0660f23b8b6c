"""The network's data for the figures of a lesson, as JSON; run with the FENs of positions.

units    those that move the score most: `own` and `other`, the value of a full one to the side to move, in
         centipawns; `maps`, the weights by point for own and enemy pieces of each kind, from the own bank on
worth    by FEN: the `score` for Red, and the value of each piece to its side, by square
"""

import json
import statistics
import sys
from typing import Any, Final

from cannonfish.analysis.explanation import explain
from cannonfish.games.xiangqi import Board
from cannonfish.kernel.network_file import Network, read_network

KINDS: Final = 7
POINTS: Final = 90
SHOWN: Final = 6
FULL, OUTPUT_SHIFT = 255, 12
"""The activation of a full unit, and the scale of the output weights, as in kernel/network.py, which cannot
be imported by itself."""


def units(network: Network) -> list[dict[str, Any]]:
    """The units that move the score most."""
    width, weights = network.width, network.output

    def column(unit: int) -> list[int]:
        return network.rows[unit::width].tolist()

    def influence(unit: int) -> float:
        return statistics.pstdev(column(unit)) * abs(weights[unit] - weights[width + unit])

    return [
        {
            "own": weights[unit] * FULL >> OUTPUT_SHIFT,
            "other": weights[width + unit] * FULL >> OUTPUT_SHIFT,
            "maps": [column(unit)[at : at + POINTS] for at in range(0, 2 * KINDS * POINTS, POINTS)],
        }
        for unit in sorted(range(width), key=influence, reverse=True)[:SHOWN]
    ]


def worth(fen: str) -> dict[str, Any]:
    """The network's evaluation of a position, and of each of its pieces."""
    explanation = explain(Board(fen), "network")
    return {
        "score": explanation.score,
        "pieces": {square: each.value for square, each in explanation.pieces.items()},
    }


if __name__ == "__main__":
    shown = units(read_network("xiangqi", 2 * KINDS * POINTS))
    print(json.dumps({"units": shown, "worth": {fen: worth(fen) for fen in sys.argv[1:]}}))
