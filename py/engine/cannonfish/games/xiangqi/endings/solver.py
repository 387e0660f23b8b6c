"""Endings solved by the kernel (``cannonfish.kernel.xiangqi.endings``)."""

import sys
from array import array
from collections.abc import Callable, Generator, Iterator, MutableMapping
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from cannonfish.compiler import Execution, instantiate, link, sources
from cannonfish.errors import GameError
from cannonfish.games.xiangqi.endings.material import Material
from cannonfish.games.xiangqi.endings.table import (
    DRAW,
    IMPOSSIBLE,
    WON_BY_LAW,
    Results,
    Statistics,
    Table,
    fen_of,
)
from cannonfish.games.xiangqi.pieces import BLACK, RED
from cannonfish.kernel import xiangqi

LIMIT: Final = 30_000_000 if sys.platform == "emscripten" else 160_000_000
"""The most positions of an ending: 13 bytes each while it is solved, 1 byte each in smaller endings."""
SLICE: Final = 1 << 16
"""Positions between two reports of progress."""


class TooLarge(GameError):
    """The ending has more positions than can be solved here; nothing has been solved."""

    code = "ending_too_large"

    def __init__(self, material: Material, limit: int) -> None:
        self.positions = material.positions
        self.limit = limit
        super().__init__(
            "too_large",
            f"{material} has {self.positions:,} positions; at most {limit:,} can be solved here",
            str(material),
            positions=self.positions,
            limit=limit,
        )


class TooLong(GameError):
    """A win takes more plies than a byte can hold."""

    code = "ending_too_long"


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of the solver."""

    ending: str
    """The ending that is being solved."""
    number: int
    """Its number among the endings to be solved, from 1."""
    endings: int
    done: int
    """Positions examined so far."""
    positions: int
    """Positions of all endings to be solved."""


def solve(
    name: str,
    execution: str = "auto",
    on_progress: Callable[[Progress], None] | None = None,
    store: MutableMapping[str, Table] | None = None,
    limit: int = LIMIT,
) -> Table:
    """Solve an ending, named like ``KR-kaabb``, and the smaller ones that captures lead to.

    ``store`` holds known tables by name; each new table is added as soon as it is solved.  An exception in
    ``on_progress`` ends the work.  MaterialError if the name is not that of an ending, TooLarge if it has
    more positions than ``limit``, ExecutionUnavailable if ``compiled`` is not available.
    """
    store = {} if store is None else store
    for progress in steps(name, execution, store, limit):
        if on_progress is not None:
            on_progress(progress)
    return store[str(Material.parse(name))]


def steps(
    name: str, execution: str, store: MutableMapping[str, Table], limit: int = LIMIT
) -> Generator[Progress]:
    """``solve`` in steps of a few hundredths of a second, for callers that do other work in between."""
    material = Material.parse(name)
    if str(material) in store:
        return
    if material.positions > limit:
        raise TooLarge(material, limit)
    family = material.family()
    unsolved = [each for each in family if str(each) not in store]
    total = sum(each.positions for each in unsolved)
    with closing(_Solver(family, execution)) as solver:
        for each in family:
            if each not in unsolved:
                solver.add(store[str(each)])
        before = 0
        for number, each in enumerate(unsolved, 1):
            for done in solver.solve(each):
                yield Progress(str(each), number, len(unsolved), before + done, total)
            store[str(each)] = solver.table(each)
            before += each.positions


class _Solver:
    """A running kernel with room for a family of endings."""

    def __init__(self, family: list[Material], execution: str) -> None:
        self._endings = {material: number for number, material in enumerate(family)}
        self._first: list[int] = []
        words = 0
        for material in family:
            self._first.append(4 * words)
            words += (material.positions + 3) // 4
        settings = {
            "ENDINGS": len(family),
            "POSITIONS": max(material.positions for material in family),
            "WORDS": words,
        }
        program = link(sources("cannonfish.kernel", xiangqi.ENDINGS), settings)
        self._constants = program.constants
        self._execution: Execution = instantiate(program, execution=execution)
        for material in family:
            self._describe(material)

    def _describe(self, material: Material) -> None:
        kernel, ending = self._execution, self._endings[material]
        kernel.write("placements", ending, material.placements)
        kernel.write("first_byte", ending, self._first[ending])
        kernel.write("winnable", ending, material.winnable)
        for group in material.groups:
            kernel.call("add_group", ending, group.side, group.kind & 7, group.count)
            left = self._endings[material.after_capture(group)]
            kernel.write("ending_after", ending * 16 + group.kind, left)

    def add(self, table: Table) -> None:
        """Load a table that is already solved."""
        values = table.values
        first = self._first[self._endings[table.material]] // 4
        for start in range(0, len(values), 4 * SLICE):
            part = values[start : start + 4 * SLICE]
            words = array("i")
            words.frombytes(part + bytes(-len(part) % 4))
            self._execution.store("packed", first + start // 4, words)

    def solve(self, material: Material) -> Iterator[int]:
        """Solve an ending whose smaller endings are known; yields the number of positions examined."""
        kernel, constants, ending = self._execution, self._constants, self._endings[material]
        for start in range(0, material.placements, SLICE):
            stop = min(start + SLICE, material.placements)
            kernel.call("begin", ending, start, stop)
            yield start + stop
        while kernel.call("expand", SLICE):
            yield material.placements + kernel.read("state", constants["HEAD"]) // 2
        if kernel.read("state", constants["TOO_LONG"]):
            longest = constants["LONGEST"]
            raise TooLong("too_long", f"a win in {material} takes more than {longest} plies", str(material))
        for offender, law in material.perpetuals():
            kernel.call("begin_law", offender, law)
            for start in range(0, material.positions, SLICE):
                kernel.call("list_undecided", start, min(start + SLICE, material.positions))
            while kernel.call("apply_law", SLICE):
                yield material.positions
        for start in range(0, material.positions, 16 * SLICE):
            kernel.call("pack", ending, start, min(start + 16 * SLICE, material.positions))
        yield material.positions

    def table(self, material: Material) -> Table:
        """The table of the ending that was just solved."""
        first = self._first[self._endings[material]] // 4
        last = first + (material.positions + 3) // 4
        parts = (
            array("i", self._execution.slice("packed", at, min(at + SLICE, last))).tobytes()
            for at in range(first, last, SLICE)
        )
        values = b"".join(parts)[: material.positions]
        return Table(material, values, self._statistics(material, values))

    def _statistics(self, material: Material, values: bytes) -> Statistics:
        counts = self._execution.array("histogram")
        results = []
        longest = by_law = 0
        for side in (RED, BLACK):
            number = counts[256 * side : 256 * side + IMPOSSIBLE]
            decided, differing = number[:WON_BY_LAW], sum(number[WON_BY_LAW:])
            results.append(Results(sum(decided[2::2]), decided[DRAW] + differing, sum(decided[1::2])))
            by_law += differing
            longest = max([longest, *(value for value in range(2, WON_BY_LAW, 2) if decided[value])])
        fen = fen_of(material, values.index(longest)) if longest else None
        positions = sum(each.positions for each in results)
        red, black = results
        return Statistics(positions, red, black, longest - 1 if longest else None, fen, by_law)

    def close(self) -> None:
        """Release the memory."""
        self._execution.close()
