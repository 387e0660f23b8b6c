"""The features of the network: own or enemy, kind, point, from a side's perspective. See network.py.

A piece on a square has the index piece id * 256 + square; 0 is none. kernel/features.py says what the tables
are.
"""

from array import array

from cannonfish.kernel.network_file import read_network
from cannonfish.kernel.xiangqi.board import square_of
from cannonfish.kernel.xiangqi.tables import KIND, PAWN, POINT

_HALF = PAWN * 90  # features of own pieces, PAWN being the last kind; those of the enemy's follow
_network = read_network("xiangqi", 2 * _HALF)
WIDTH = _network.width
FEATURE_WEIGHTS: "array[int]" = _network.rows
ACCUMULATOR_BIAS: "array[int]" = _network.bias
OUTPUT_WEIGHTS: "array[int]" = _network.output
OUTPUT_BIAS = _network.output_bias

FEATURE_ROW: list[int] = [0] * (2 * 48 * 256)
FEATURE_VALUE: list[int] = [0] * (48 * 256)
for _piece in range(16, 48):
    _side = _piece >> 5
    for _square, _point in enumerate(POINT):
        if _point >= 0:  # on the board
            _index = _piece * 256 + _square
            for _perspective in (0, 1):
                _seen = _point if _perspective == 0 else (9 - _point // 9) * 9 + _point % 9
                _feature = (KIND[_piece] - 1) * 90 + _seen
                FEATURE_ROW[2 * _index + _perspective] = (_feature + _HALF * (_side ^ _perspective)) * WIDTH
                if _perspective == _side:
                    FEATURE_VALUE[_index] = _network.squares[_feature] * (1 - 2 * _side)


def feature_index(piece: int) -> int:
    """See kernel/features.py."""
    square = square_of[piece]
    return piece * 256 + square if square else 0
