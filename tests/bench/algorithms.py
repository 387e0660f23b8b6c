"""The nodes that minimax, alpha-beta, PVS and MTD(f) visit to find the same value, beside the engine's
own search.

The positions have so few moves that even minimax gets to the last depth.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cannonfish.compiler import Execution, instantiate, linked
from cannonfish.engine.bench import positions
from cannonfish.engine.kernel import Kernel
from cannonfish.games.catalogue import GAMES
from cannonfish.kernel import ALGORITHMS

DEPTHS: Final = range(1, 6)
ROWS: Final = {
    "minimax": "iterate_minimax",
    "alpha-beta": "iterate_alphabeta",
    "PVS": "iterate_pvs",
    "MTD(f)": "iterate_mtdf",
    "the engine's own search": "iterate",
}
"""Names of the rows, and the kernel's function for an iteration."""
PLAIN: Final = ("minimax", "alpha-beta", "PVS", "MTD(f)")
"""The algorithms that must agree on every value."""
TAKEN: Final = (5, 9, 10, 11)
"""The bench positions used: a middle game with few moves, and three endings."""


@dataclass(frozen=True)
class Row:
    """An algorithm at one depth, over all positions: each from a clean table, with all smaller depths."""

    name: str
    depth: int
    nodes: int
    seconds: float
    values: tuple[int, ...]


def compare(
    depths: Sequence[int] = DEPTHS, taken: Sequence[int] = TAKEN, names: Sequence[str] = tuple(ROWS)
) -> list[Row]:
    """Run all of them.  RuntimeError if two plain ones disagree about a position."""
    game = GAMES["xiangqi"]
    program = linked("cannonfish.kernel", (*game.files, *ALGORITHMS), {"TT_BITS": 18})
    running = instantiate(program, "compiled")
    kernel = Kernel(game, program, running)
    fens = positions(game.name)
    rows = []
    for depth in depths:
        for name in names:
            rows.append(_row(kernel, running, name, ROWS[name], depth, [fens[at] for at in taken]))
        if len({row.values for row in rows if row.depth == depth and row.name in PLAIN}) > 1:
            raise RuntimeError(f"the algorithms disagree at depth {depth}")
    running.close()
    return rows


def _row(kernel: Kernel, running: Execution, name: str, iterate: str, depth: int, fens: Sequence[str]) -> Row:
    nodes, seconds, values = 0, 0.0, []
    for fen in fens:
        kernel.clear()
        kernel.start_search(kernel.game.new_board(fen))
        started = time.perf_counter()
        for each in range(1, depth + 1):
            value = running.call(iterate, each)
        seconds += time.perf_counter() - started
        nodes += kernel.nodes
        values.append(value)
    return Row(name, depth, nodes, seconds, tuple(values))


HEADINGS: Final = ("depth", "algorithm", "nodes", "of minimax", "of alpha-beta", "ms")


def _cells(rows: Sequence[Row]) -> list[list[str]]:
    known = {(row.name, row.depth): row.nodes for row in rows}
    return [
        [
            str(row.depth),
            row.name,
            f"{row.nodes:,}",
            saved(row.nodes, known["minimax", row.depth]),
            saved(row.nodes, known["alpha-beta", row.depth]),
            f"{row.seconds * 1000:,.1f}",
        ]
        for row in rows
    ]


def saved(nodes: int, of: int) -> str:
    """The share of the nodes that is saved, in per cent; empty if none are saved."""
    if nodes >= of:
        return ""
    return f"{100 - 100 * nodes / of:.1f} %"


def to_text(rows: Sequence[Row]) -> str:
    """The table for a terminal; the columns in the middle say what is saved."""
    cells = [list(HEADINGS), *_cells(rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in cells
    )


def to_markdown(rows: Sequence[Row]) -> str:
    """The table for tests/bench/results.md."""
    cells = [list(HEADINGS), ["---:"] * len(HEADINGS), *_cells(rows)]
    return (
        "Saved by the algorithms, in nodes, on four positions; each depth with those before it:\n\n"
        + "\n".join(f"| {' | '.join(line)} |" for line in cells)
    )
