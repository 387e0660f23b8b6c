"""Endings of Xiangqi that are small enough, solved: the exact result of every position and the plies to mate.

from cannonfish import endings
table = endings.solve("KR-kaabb")
table.probe(board)  # Value(result=1, plies=23)
"""

from cannonfish.games.xiangqi.endings.material import Material, MaterialError
from cannonfish.games.xiangqi.endings.solver import LIMIT, Progress, TooLarge, TooLong, solve, steps
from cannonfish.games.xiangqi.endings.table import Results, Statistics, Table, TableError, Value, fen_of

load = Table.load

__all__ = [
    "LIMIT",
    "Material",
    "MaterialError",
    "Progress",
    "Results",
    "Statistics",
    "Table",
    "TableError",
    "TooLarge",
    "TooLong",
    "Value",
    "fen_of",
    "load",
    "solve",
    "steps",
]
