"""The tables of `build.py bench`."""

import json
from pathlib import Path

import pytest

from tests.bench.figures import Figure, number, replace_section, table, to_json, to_markdown

FAST = Figure("compiled over interpreted", 63.7, "x", reach=40, aim=60, more=True)
SLOW = Figure("stop to bestmove", 70.4, "ms", reach=100, aim=50, detail="median of 12")
LATE = Figure("view while analysing", 51, "ms", reach=50, aim=20)
PLAIN = Figure("signature", 120672, "nodes")


@pytest.mark.parametrize(("figure", "verdict"), [(FAST, "aim"), (SLOW, "ok"), (LATE, "MISSED"), (PLAIN, "")])
def test_a_figure_is_judged_by_its_bounds(figure: Figure, verdict: str) -> None:
    assert figure.verdict == verdict


@pytest.mark.parametrize(
    ("value", "text"),
    [(63.71, "63.7"), (0.1321, "0.132"), (120672, "120,672"), (2800.4, "2,800"), (1.0, "1")],
)
def test_numbers_have_three_figures(value: float, text: str) -> None:
    assert number(value) == text


def test_the_table_lines_up_and_shows_which_way_is_better() -> None:
    lines = table([FAST, SLOW, LATE, PLAIN]).splitlines()
    assert len({line.index(word) for line, word in zip(lines[1:3], ("63.7", "70.4"), strict=True)}) == 1
    assert "\u2265 40" in lines[1]
    assert "\u2264 100" in lines[2]


def test_machines_get_everything() -> None:
    written = json.loads(to_json([SLOW], {"browser": "Chromium 156"}))
    assert written["conditions"] == {"browser": "Chromium 156"}
    assert written["figures"][0]["verdict"] == "ok"
    assert written["figures"][0]["value"] == 70.4


def test_recording_replaces_its_own_section_alone(tmp_path: Path) -> None:
    results = tmp_path / "results.md"
    results.write_text("# Results\n\nBy hand.\n")
    replace_section(results, to_markdown([FAST], {"date": "yesterday"}))
    results.write_text(results.read_text() + "\n## Matches\n")
    replace_section(results, to_markdown([SLOW], {"date": "today"}))
    text = results.read_text()
    assert text.startswith("# Results\n\nBy hand.\n\n<!-- begin")
    assert text.endswith("-->\n\n## Matches\n")
    assert "- date: today\n\n| what | measured |" in text
    assert "yesterday" not in text
