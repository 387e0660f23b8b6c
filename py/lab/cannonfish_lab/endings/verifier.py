"""Verifies ending tables position by position, with a move generator written anew from the rules.

A position without a legal move is lost in 0 plies. Without a chariot, horse, cannon or soldier on the
board, any other position is drawn. Every remaining position has the value of its best move: the quickest win,
else a draw, else the slowest loss. A table that satisfies this everywhere is right: the winner comes a ply
nearer to the end with every move, and a side that holds a draw can always stay in drawn positions.

The same must hold for the results if perpetual check and chase are forbidden. Whether the losing side really
has to check or chase for ever is not verified.

No code of the solver is used, only the position numbers (``Material``). Every number is decoded and encoded
again, so no two positions share one.  Kept although pyffish knows the rules, too: it can look at thousands of
positions, not at all 1.26 billion of docs/endings.md.
"""

import pkgutil
from array import array
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Self

from cannonfish.compiler import Source, instantiate, link, sources
from cannonfish.games.xiangqi.endings.material import Material
from cannonfish.games.xiangqi.endings.table import Table, fen_of

from cannonfish_lab.errors import LabError

SLICE = 1 << 16
"""Positions between two chances to interrupt."""


class VerificationError(LabError):
    """The value of a position in a table contradicts its moves."""


def verify(table: Table, store: Mapping[str, Table], numbers: Iterable[int] | None = None) -> int:
    """Verify a table, or some of its positions; return how many of them are legal.

    ``store`` has the tables of the endings that captures lead to. VerificationError at the first wrong value.
    """
    with Verifier(table, store) as verifier:
        if numbers is not None:
            return sum(verifier.verify(number, number + 1) for number in numbers)
        starts = range(0, len(table), SLICE)
        return sum(verifier.verify(start, min(start + SLICE, len(table))) for start in starts)


class Verifier:
    """The program ``forward.py`` with a table, and the tables of the endings that captures lead to."""

    def __init__(self, table: Table, store: Mapping[str, Table], execution: str = "auto") -> None:
        family = table.material.family()
        tables = [table if each == table.material else store[str(each)] for each in family]
        words = [(len(each) + 3) // 4 for each in tables]
        text = pkgutil.get_data(__package__, "forward.py")
        if text is None:
            raise FileNotFoundError(f"{__package__} is installed without its sources")
        program = link(
            [
                *sources("cannonfish.kernel", ("xiangqi.ending_points",)),
                Source("forward.py", f"{__package__}.forward", text.decode()),
            ],
            {"ENDINGS": len(family), "WORDS": sum(words)},
        )
        self.table = table
        self.execution = instantiate(program, execution=execution)
        self._ending = family.index(table.material)
        for ending, each in enumerate(tables):
            self._describe(ending, family)
            self._load(each, sum(words[:ending]), ending)

    def _describe(self, ending: int, family: list[Material]) -> None:
        material = family[ending]
        write = self.execution.write
        write("placements", ending, material.placements)
        write("groups", ending, len(material.groups))
        write("winnable", ending, not {*"rncp"}.isdisjoint(material.red + material.black))
        for at, group in enumerate(material.groups, 12 * ending):
            write("group_piece", at, group.kind)
            write("group_count", at, group.count)
            write("group_sets", at, group.sets)
            left = family.index(material.after_capture(group))
            write("ending_after", ending * 16 + group.kind, left)

    def _load(self, table: Table, first: int, ending: int) -> None:
        self.execution.write("first_byte", ending, 4 * first)
        for start in range(0, len(table), 4 * SLICE):
            part = table.values[start : start + 4 * SLICE]
            self.execution.store("packed", first + start // 4, array("i", part + bytes(-len(part) % 4)))

    def verify(self, start: int, stop: int) -> int:
        """Verify the positions from start up to stop; return how many are legal.

        VerificationError at the first wrong value."""
        self.execution.write("state", 2, 0)
        wrong = self.execution.call("first_wrong", self._ending, start, stop)
        if wrong < 0:
            return self.execution.read("state", 2)
        material, expected = self.table.material, self.execution.read("state", 3)
        value = self.table.values[wrong]
        if expected < 0:
            raise VerificationError(f"{material}: number {wrong}, or a move from it, is not read back")
        raise VerificationError(
            f"{material}: {fen_of(material, wrong) or f'number {wrong}'} is {value} in the table, "
            f"but {expected} by its moves"
        )

    def moves(self, number: int) -> list[tuple[int, int]]:
        """The legal moves of a position from point to point, where a point is rank * 9 + file."""
        count = self.execution.call("list_legal", self._ending, number)
        pieces, to = self.execution.array("move_piece"), self.execution.array("move_to")
        points = self.execution.array("point")
        return [(points[piece], dest) for piece, dest in zip(pieces[:count], to, strict=False)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.execution.close()
