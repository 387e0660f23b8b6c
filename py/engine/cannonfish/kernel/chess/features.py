"""The features of the network: own or enemy, kind, square, from a side's perspective. See network.py.

A piece on a square has the index side * 512 + kind * 64 + square; 0 is none. kernel/features.py says what the
tables are.
"""

from array import array

from cannonfish.kernel.chess.board import kind_of, square_of
from cannonfish.kernel.chess.tables import KING, PAWN
from cannonfish.kernel.network_file import read_network

_HALF = KING * 64  # features of own pieces, KING being the last kind; those of the enemy's follow
_network = read_network("chess", 2 * _HALF)
WIDTH = _network.width
FEATURE_WEIGHTS: "array[int]" = _network.rows
ACCUMULATOR_BIAS: "array[int]" = _network.bias
OUTPUT_WEIGHTS: "array[int]" = _network.output
OUTPUT_BIAS = _network.output_bias

FEATURE_ROW: list[int] = [0] * (2 * 1024)
FEATURE_VALUE: list[int] = [0] * 1024
for _side in (0, 1):
    for _kind in range(PAWN, KING + 1):
        for _square in range(64):
            _index = _side << 9 | _kind << 6 | _square
            for _perspective in (0, 1):
                _feature = (_kind - 1) * 64 + (_square ^ 56 * _perspective)
                FEATURE_ROW[2 * _index + _perspective] = (_feature + _HALF * (_side ^ _perspective)) * WIDTH
                if _perspective == _side:
                    FEATURE_VALUE[_index] = _network.squares[_feature] * (1 - 2 * _side)


def feature_index(piece: int) -> int:
    """See kernel/features.py."""
    square = square_of[piece]
    return piece >> 5 << 9 | kind_of[piece] << 6 | square if square >= 0 else 0
