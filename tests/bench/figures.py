"""Figures of one run: the measured values, their bounds, and tables of them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

BEGIN, END = "<!-- begin: python build.py bench -->", "<!-- end: python build.py bench -->"


@dataclass(frozen=True)
class Figure:
    """One measured figure; `detail` says how it was measured.

    `reach` must be met, `aim` would be better. Both are lower bounds if more is better, else upper bounds.
    """

    name: str
    value: float
    unit: str
    reach: float | None = None
    aim: float | None = None
    more: bool = False
    detail: str = ""

    def meets(self, bound: float | None) -> bool | None:
        """Whether the figure is as good as the bound, None where there is no bound."""
        if bound is None:
            return None
        return self.value >= bound if self.more else self.value <= bound

    @property
    def verdict(self) -> str:
        """Whether the figure meets its bounds: `aim`, `ok`, `MISSED`, or empty without a bound."""
        if self.meets(self.aim):
            return "aim"
        return {True: "ok", False: "MISSED", None: ""}[self.meets(self.reach)]

    @property
    def cells(self) -> list[str]:
        """The figure as a row of a table."""
        sign = "\u2265" if self.more else "\u2264"
        bounds = [f"{sign} {number(bound)}" if bound is not None else "" for bound in (self.reach, self.aim)]
        return [self.name, f"{number(self.value)} {self.unit}".strip(), *bounds, self.verdict, self.detail]


HEADINGS = ["what", "measured", "reach", "aim", "", "from"]


def number(value: float) -> str:
    """A number for people: three significant digits or whole, with thousands separators."""
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def table(figures: Sequence[Figure]) -> str:
    """The figures for a terminal."""
    rows = [HEADINGS, *(figure.cells for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def to_json(figures: Sequence[Figure], conditions: Mapping[str, str]) -> str:
    """The figures for machines."""
    listed = [{**asdict(figure), "verdict": figure.verdict} for figure in figures]
    return json.dumps({"conditions": conditions, "figures": listed}, indent=2) + "\n"


def to_markdown(figures: Sequence[Figure], conditions: Mapping[str, str]) -> str:
    """The figures for tests/bench/results.md."""
    rows = [HEADINGS, ["---"] * len(HEADINGS), *(figure.cells for figure in figures)]
    told = "\n".join(f"- {name}: {value}" for name, value in conditions.items())
    return told + "\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in rows)


def replace_section(path: Path, section: str) -> None:
    """Put the section between its two marks in a Markdown file, at the end where there are none yet."""
    text = path.read_text() if path.exists() else "# Results\n"
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(
        "\n\n".join(part for part in (before.strip(), BEGIN, section, END, after.strip()) if part) + "\n"
    )
