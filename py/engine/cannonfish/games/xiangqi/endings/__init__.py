"""Solved small endings of Xiangqi: the exact result of every position, and the plies to mate.

from cannonfish import endings
table = endings.solve("KR-kaabb")
table.probe(board)  # Value(result=1, plies=23, result_by_repetition_law=1)

``Engine.set_endings(open_tablebase(folder))`` makes an engine play them perfectly.
"""

from cannonfish.games.xiangqi.endings.material import Material, MaterialError
from cannonfish.games.xiangqi.endings.solver import LIMIT, Progress, TooLarge, TooLong, solve, steps
from cannonfish.games.xiangqi.endings.table import Results, Statistics, Table, TableError, Value, fen_of
from cannonfish.games.xiangqi.endings.tablebase import Folder, Tablebase, open_tablebase

load = Table.load

__all__ = [
    "LIMIT",
    "Folder",
    "Material",
    "MaterialError",
    "Progress",
    "Results",
    "Statistics",
    "Table",
    "TableError",
    "Tablebase",
    "TooLarge",
    "TooLong",
    "Value",
    "fen_of",
    "load",
    "open_tablebase",
    "solve",
    "steps",
]
