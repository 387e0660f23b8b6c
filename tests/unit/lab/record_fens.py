"""Positions of training records as FENs, from the description of the format alone."""

import re

from cannonfish_lab.selfplay.records import Records

LETTERS = {"xiangqi": "-KABNRCP-kabnrcp", "chess": "-PNBRQK--pnbrqk-"}
COLUMNS = {"xiangqi": 9, "chess": 8}


def _shortened(rank: str) -> str:
    return re.sub("1+", lambda empty: str(len(empty[0])), rank)


def fens(game: str, records: Records) -> list[str]:
    """The positions as text, from the format alone."""
    columns = COLUMNS[game]
    rows = {"xiangqi": 10, "chess": 8}[game]
    found = []
    for points, codes, turn in zip(*records.pieces(), records.turn, strict=True):
        squares = ["1"] * (rows * columns)
        for point, code in zip(points, codes, strict=True):
            if point >= 0:
                squares[point] = LETTERS[game][code]
        ranks = [
            _shortened("".join(squares[row * columns : (row + 1) * columns])) for row in reversed(range(rows))
        ]
        found.append(f"{'/'.join(ranks)} {'wb'[turn]} - - 0 1")
    return found
