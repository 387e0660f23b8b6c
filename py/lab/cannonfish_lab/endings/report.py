"""docs/endings.md: what is in the tables of a folder."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from cannonfish_lab.endings.classical import CLASSICAL, REMARKS, Classical

RULE: Final = 0.9
"""The share of positions with Red to move from which an ending counts as won or drawn as a rule."""

INTRODUCTION: Final = """# Endings

Made by `python -m cannonfish_lab endings`, from tables that `cannonfish.endings` solved; do not edit.

Every position with either side to move has its exact value: won, drawn or lost, and the plies to mate or
stalemate, which both lose. The tables know where the pieces stand, not what was played before:

- A repetition is a draw. That is what the laws say wherever the defender has nothing but a general. Advisors
  and elephants can chase, and chases are **not covered**: a position that is drawn here may be won where
  perpetual chase is forbidden.
- Where both sides can give check, the column *by law* counts the draws that are decided if perpetual check
  is forbidden (`Value.judged`). They are those in which every check has an answer that is itself no check.
- Without a chariot, horse, cannon or soldier, the game is drawn at once.
- The limit of 120 plies without a capture is not counted. A win in at most 120 plies is certain under it;
  the longest win below takes {longest}.

Positions are legal ones, mirror images included; shares are of the positions with Red to move. Seconds are
wall time with all smaller endings that were missing, on a shared, busy machine with two cores. Of each table,
{verified:,} positions in all, samples were compared with their successors by code that shares nothing with
the solver.
"""


def to_markdown(records: Iterable[dict[str, Any]]) -> str:
    """The report on the endings of these records."""
    found = {record["ending"]: record for record in records}
    introduction = INTRODUCTION.format(
        longest=max(record["statistics"]["longest"] or 0 for record in found.values()),
        verified=sum(sum(record["verified"].values()) for record in found.values()),
    )
    return "\n".join([introduction, *_endings(found), "", *_classical(found)]) + "\n"


def load(folder: Path) -> list[dict[str, Any]]:
    """The records in a folder."""
    records = [json.loads(file.read_text()) for file in sorted(folder.glob("*.json"))]
    return sorted(records, key=lambda record: (record["table_positions"], record["ending"]))


def _endings(found: dict[str, dict[str, Any]]) -> Iterator[str]:
    yield "## All endings solved\n"
    headings = "ending,positions,won,drawn,lost,by law,longest win,such a position,seconds,bytes"
    yield f"| {' | '.join(headings.split(','))} |"
    yield "|---|--:|--:|--:|--:|--:|--:|---|--:|--:|"
    for name, record in found.items():
        statistics = record["statistics"]
        red = statistics["red"]
        total = sum(red.values())
        shares = (f"{red[result] / total:.2%}" for result in ("wins", "draws", "losses"))
        longest = f"{statistics['longest']} plies" if statistics["longest"] is not None else "-"
        fen = f"`{statistics['longest_fen']}`" if statistics["longest_fen"] else "-"
        cells = (
            name,
            f"{statistics['positions']:,}",
            *shares,
            f"{statistics['by_law']:,}",
            longest,
            fen,
            f"{record['seconds']:.1f}",
            f"{record['bytes']:,}",
        )
        yield f"| {' | '.join(cells)} |"


def _classical(found: dict[str, dict[str, Any]]) -> Iterator[str]:
    yield "## What the books say\n"
    yield (
        f"A verdict holds if at least {RULE:.0%} of the positions with Red to move follow it. Where it does\n"
        "not, the sentence is about positions in which the pieces stand well; most positions are not such.\n"
    )
    yield "| ending | | | books | won | drawn | the table |"
    yield "|---|---|---|---|--:|--:|---|"
    for each in CLASSICAL:
        if each.ending in found:
            yield _row(each, found[each.ending]["statistics"]["red"])
    yield "\n## Remarks\n"
    yield from (f"- {ending}: {remark}" for ending, remark in REMARKS.items() if ending in found)


def _row(each: Classical, red: dict[str, int]) -> str:
    total = sum(red.values())
    won, drawn = red["wins"] / total, red["draws"] / total
    agrees = (won if each.wins else drawn) >= RULE
    cells = (
        each.ending,
        each.chinese,
        each.english,
        "won" if each.wins else "drawn",
        f"{won:.2%}",
        f"{drawn:.2%}",
        "agrees" if agrees else "**not as a rule**",
    )
    return f"| {' | '.join(cells)} |"
