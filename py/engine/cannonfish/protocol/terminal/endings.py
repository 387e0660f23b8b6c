"""``python -m cannonfish endings KR-kaabb``: solve an ending in a terminal."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from cannonfish.compiler import ExecutionUnavailable
from cannonfish.errors import GameError
from cannonfish.games.xiangqi import endings


def main(arguments: Sequence[str]) -> int:
    """Solve the named endings, print their statistics, and return the exit status."""
    parser = argparse.ArgumentParser(prog="cannonfish endings", description="Solve endings of Xiangqi.")
    parser.add_argument("names", nargs="+", metavar="KR-kaabb", help="Red's pieces, a dash, Black's pieces")
    parser.add_argument("--execution", choices=("auto", "compiled", "interpreted"), default="auto")
    parser.add_argument(
        "--save", type=Path, metavar="DIR", help="also write the tables, and all smaller ones, to DIR"
    )
    options = parser.parse_args(arguments)
    store: dict[str, endings.Table] = {}
    try:
        for name in options.names:
            known = sum(map(len, store.values()))
            started = time.perf_counter()
            table = endings.solve(name, options.execution, _report if sys.stderr.isatty() else None, store)
            seconds = time.perf_counter() - started
            print(describe(table))
            print(
                f"solved with its smaller endings ({sum(map(len, store.values())) - known:,} positions) "
                f"in {seconds:.1f} s"
            )
        if options.save:
            options.save.mkdir(parents=True, exist_ok=True)
            for table in store.values():
                table.save(options.save / f"{table.material}.xqe")
    except (GameError, ExecutionUnavailable, OSError) as error:
        print(f"cannonfish endings: {error}", file=sys.stderr)
        return 1
    return 0


def describe(table: endings.Table) -> str:
    """The statistics of a table in a few lines."""
    found = table.statistics()
    lines = [f"{table.material}: {found.positions:,} legal positions, mirror images included"]
    for side, results in (("Red", found.red), ("Black", found.black)):
        shares = (
            f"{number:,} {word} ({number / max(results.positions, 1):.1%})"
            for number, word in ((results.wins, "won"), (results.draws, "drawn"), (results.losses, "lost"))
        )
        lines.append(f"{side} to move: {', '.join(shares)}")
    if found.by_law:
        lines.append(f"{found.by_law:,} of the draws are decided if perpetual check and chase are forbidden")
    if found.longest is not None:
        lines.append(f"longest win: {found.longest} plies, {found.longest_fen}")
    return "\n".join(lines)


def _report(progress: endings.Progress) -> None:
    share = progress.done / progress.positions
    print(f"\r{share:4.0%} {progress.ending:<24}", end="", file=sys.stderr, flush=True)
    if progress.done == progress.positions:
        print("\r" + " " * 32, end="\r", file=sys.stderr, flush=True)
