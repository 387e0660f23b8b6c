"""`python build.py bench`: everything that can be measured here, in one run."""

import argparse
import os
import platform
import subprocess
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from tests.bench import (
    algorithms,
    analysis,
    boards,
    embedded,
    in_browser,
    lab,
    native,
    openings,
    records,
    threads,
    vectors,
)
from tests.bench.figures import Figure, replace_section, table, to_json, to_markdown
from tools.steps import ROOT

RESULTS = Path(__file__).parent / "results.md"


def main() -> None:
    """Measure, print as it comes, print the table, write what was asked for."""
    parser = argparse.ArgumentParser(prog="build.py bench", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures for machines")
    parser.add_argument(
        "--record", action="store_true", help=f"also put them into {RESULTS.relative_to(ROOT)}"
    )
    options = parser.parse_args()
    compared = algorithms.compare()
    print(algorithms.to_text(compared), flush=True)
    found = []
    for figure in measure():
        print(f"  {figure.name}: {figure.cells[1]}", flush=True)
        found.append(figure)
    told = conditions()
    print("", *(f"{name}: {value}" for name, value in told.items()), "", table(found), sep="\n")
    if options.json:
        options.json.write_text(to_json(found, told))
    if options.record:
        replace_section(RESULTS, to_markdown(found, told) + "\n\n" + algorithms.to_markdown(compared))


def measure() -> Iterator[Figure]:
    """All figures, native ones first."""
    yield from native.figures()
    yield from vectors.figures()
    yield from boards.figures()
    yield from records.figures()
    yield from in_browser.figures()
    yield from openings.figures()
    yield from threads.figures()
    yield from analysis.figures()
    yield from lab.figures()
    yield from embedded.figures()


def conditions() -> dict[str, str]:
    """The conditions of the run. Trust ratios; compare times only with others of the same run."""
    git = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(git, cwd=ROOT, capture_output=True, text=True)
    return {
        "date": date.today().isoformat(),
        "commit": commit.stdout.strip() or "unknown",
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}",
        "load": f"{os.getloadavg()[0]:.1f} when it ended",
        "Python": platform.python_version(),
        "browser": in_browser.version(),
    }


if __name__ == "__main__":
    main()
