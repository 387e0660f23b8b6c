"""Tables of endings verified position by position, with moves written anew from the text of the rules.

A position without a legal move is lost in 0 plies. Without a chariot, horse, cannon or soldier on the
board, any other position is drawn. Any position left is worth what its best move is: the quickest win, else
a draw, else the slowest loss. A table of which this is true everywhere is right: following it, the winner
comes a ply nearer to the end with every move, and who holds a draw never has to leave the drawn positions.

The same has to be true of the results if perpetual check is forbidden. That the losing side really has to
check for ever is not verified.

Nothing of the kernel is used, only the numbers of positions (``Material``). Every number is read back, so
different positions have different ones.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cannonfish.games.xiangqi.endings.material import Material
from cannonfish.games.xiangqi.endings.table import DRAW, IMPOSSIBLE, LOST_BY_LAW, WON_BY_LAW, Table, fen_of
from cannonfish.games.xiangqi.pieces import Side

from cannonfish_lab.errors import LabError

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
EMPTY = "."


class VerificationError(LabError):
    """A position of a table has a value that its moves contradict."""


def verify(table: Table, store: Mapping[str, Table], numbers: Iterable[int] | None = None) -> int:
    """Verify a table, or some of its positions; return how many of them are legal.

    ``store`` has the tables of the endings that captures lead to. VerificationError at the first wrong value.
    """
    tables = {**store, str(table.material): table}
    legal = 0
    for number in range(len(table)) if numbers is None else numbers:
        value = table.values[number]
        position = table.material.position(number)
        if position is None:
            if value != IMPOSSIBLE:
                raise VerificationError(f"{table.material}: number {number} is no placement, but has a value")
            continue
        placement, turn = position
        if table.material.number(placement, turn) != number:
            raise VerificationError(f"{table.material}: number {number} is not read back")
        expected = _expected(list(placement), turn == 0, tables)
        legal += expected != IMPOSSIBLE
        if value != expected:
            raise VerificationError(
                f"{table.material}: {fen_of(table.material, number)} is {value} in the table, "
                f"but {expected} by its moves"
            )
    return legal


def _expected(board: list[str], red: bool, tables: Mapping[str, Table]) -> int:
    """The value that the moves of a position give it."""
    if attacked(board, not red):
        return IMPOSSIBLE
    return best(list(_values_after(board, red, tables)), any(piece in "RNCPrncp" for piece in board))


def best(values: Sequence[int], winnable: bool) -> int:
    """The value of a position from those after its moves, seen by the side that is then to move.

    ``winnable``: whether a piece is left that can attack.
    """
    if not values:
        return 1
    if not winnable:
        return DRAW
    draws = [value for value in values if value in (DRAW, WON_BY_LAW, LOST_BY_LAW)]
    wins = [value + 1 for value in values if value % 2 and value not in draws]
    if wins:
        return min(wins)
    if not draws:
        return max(values) + 1
    if LOST_BY_LAW in draws:
        return WON_BY_LAW
    return DRAW if DRAW in draws else LOST_BY_LAW


def _values_after(board: list[str], red: bool, tables: Mapping[str, Table]) -> Iterator[int]:
    """The values of the positions after each legal move, for the side that is to move in them."""
    for orig, dest in moves(board, red):
        after = board.copy()
        after[dest], after[orig] = after[orig], EMPTY
        if not attacked(after, red):
            placement = "".join(after)
            table = tables[str(Material.of(placement))]
            number = table.material.number(placement, Side(int(red)))
            if number is None:
                raise VerificationError(f"{table.material}: {placement} has no number")
            yield table.values[number]


# --- the rules as their text has them -----------------------------------------------------------------------


def moves(board: list[str], red: bool) -> Iterator[tuple[int, int]]:
    """The moves of a side's pieces, which may leave its general in check."""
    for orig, piece in enumerate(board):
        if piece != EMPTY and piece.isupper() == red:
            for dest in _reach(board, orig, piece.lower(), red):
                if board[dest] == EMPTY or board[dest].isupper() != red:
                    yield orig, dest


def attacked(board: list[str], red: bool) -> bool:
    """Whether the side's general could be taken, or faces the other on an open file."""
    king, other = board.index("K" if red else "k"), board.index("k" if red else "K")
    if king % 9 == other % 9 and all(
        board[at] == EMPTY for at in range(min(king, other) + 9, max(king, other), 9)
    ):
        return True
    return any(dest == king for _, dest in moves(board, not red))


def _reach(board: list[str], orig: int, kind: str, red: bool) -> Iterator[int]:
    """Where a piece can go: empty points, and points whose piece it could capture."""
    rank, file = divmod(orig, 9)
    ahead = 1 if red else -1
    over_river = rank >= 5 if red else rank <= 4
    if kind == "k":
        yield from _palace(rank, file, STRAIGHT, red)
    elif kind == "a":
        yield from _palace(rank, file, DIAGONAL, red)
    elif kind == "b":
        for up, right in DIAGONAL:
            to = _at(rank + 2 * up, file + 2 * right)
            if to is not None and (to < 45) == red and board[(rank + up) * 9 + file + right] == EMPTY:
                yield to
    elif kind == "n":
        for up, right in STRAIGHT:
            leg = _at(rank + up, file + right)
            if leg is not None and board[leg] == EMPTY:
                for turn in (1, -1):
                    to = _at(rank + 2 * up + turn * right, file + 2 * right + turn * up)
                    if to is not None:
                        yield to
    elif kind == "p":
        for up, right in ((ahead, 0), (0, 1), (0, -1)):
            to = _at(rank + up, file + right)
            if to is not None and (up or over_river):
                yield to
    else:
        yield from _lines(board, rank, file, jumps=kind == "c")


def _lines(board: list[str], rank: int, file: int, jumps: bool) -> Iterator[int]:
    """Along ranks and files up to the first piece; a cannon jumps it and captures the next."""
    for up, right in STRAIGHT:
        between, steps = 0, 1
        while (to := _at(rank + steps * up, file + steps * right)) is not None and between < 1 + jumps:
            if board[to] == EMPTY:
                if between == 0:
                    yield to
            else:
                if between == jumps:
                    yield to
                between += 1
            steps += 1


def _palace(rank: int, file: int, steps: Iterable[tuple[int, int]], red: bool) -> Iterator[int]:
    for up, right in steps:
        to_rank, to_file = rank + up, file + right
        if 3 <= to_file <= 5 and (0 <= to_rank <= 2 if red else 7 <= to_rank <= 9):
            yield to_rank * 9 + to_file


def _at(rank: int, file: int) -> int | None:
    """The number of a point; None off the board."""
    return rank * 9 + file if 0 <= rank <= 9 and 0 <= file <= 8 else None
