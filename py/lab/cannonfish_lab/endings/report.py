"""docs/endings.md: a report on the ending tables of a folder."""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from cannonfish.games.xiangqi import endings
from cannonfish.games.xiangqi.board import MOVE_LIMIT

from cannonfish_lab.endings.classical import CLASSICAL, REMARKS, SOURCES, Classical
from cannonfish_lab.endings.examples import Example, examples

MENTIONED: Final = 8
"""Endings in each list of surprises."""
RULE: Final = 0.9
"""An ending counts as won or drawn if at least this share of the positions with Red to move is."""

INTRODUCTION: Final = """# Endings

Made by `python -m cannonfish_lab endings`, from tables that `cannonfish.endings` solved; do not edit.

Every position with either side to move has its exact value: won, drawn or lost, and the plies to mate or
stalemate, which both lose. The tables know where the pieces stand, not how the game got there:

- A repetition is a draw.
- The column *by law* counts the draws that become decisive when perpetual check and perpetual chase are
  forbidden (`Value.result_by_repetition_law`). One side holds them only by giving check on every move, or
  only by chasing on every move, and the other side always has an answer that gives no check. A chase is a new
  attack on a piece, by the rules of chasing. Chasing several pieces in turn counts, too, though the laws
  forbid only chasing one piece. Where the number is 0, both readings agree.
- Without a chariot, horse, cannon or soldier, the game is drawn at once.
- The limit of 120 plies without a capture is not counted. A win in at most 120 plies is certain under it;
  the longest win below takes {longest}.

An engine with these tables (`Engine.set_endings`, `EndingsPath`) also knows the game so far. It judges a
repetition by the laws. Where a win may come after the move limit, or where a perpetual holds the draw, it
plays on but does not call the score exact.

Positions are legal ones, mirror images included; percentages are of those with Red to move. Seconds are wall
time on a busy machine with two cores, and include all smaller endings that were missing. Other code, which
shared nothing with the solver, has compared the positions of its tables with those after their moves:
1,258,264,834 legal ones without mirror images (`endings/verifier.py` of the lab, last in 39735aee). Tests
compare the solver with these tables.
"""


CLASSICAL_INTRODUCTION: Final = """\
{number} practical endings. The table says won or drawn if at least {share:.0%} of the positions with Red to
move are so, otherwise that it depends on the position. Where the books disagree, they speak of well-placed
pieces, and most positions are not like that. Each row ends with two typical positions, with Red to move and
the guards at home: the longest win of a small sample, with its plies, and a draw.
"""


def to_markdown(
    records: Iterable[dict[str, Any]], example_of: Callable[[str], tuple[Example | None, Example | None]]
) -> str:
    """The report on the endings of these records, with a won and a drawn position of each classical one."""
    found = {record["ending"]: record for record in records}
    introduction = INTRODUCTION.format(
        longest=max(record["statistics"]["longest"] or 0 for record in found.values()),
    )
    return (
        "\n".join(
            [introduction, *_endings(found), "", *_classical(found, example_of), "", *_surprises(found)]
        )
        + "\n"
    )


def examples_in(folder: Path, name: str) -> tuple[Example | None, Example | None]:
    """A typical won and a typical drawn position of an ending in a folder."""
    return examples(endings.Folder(folder)[name])


def load(folder: Path) -> list[dict[str, Any]]:
    """The records in a folder."""
    records = [json.loads(file.read_text()) for file in sorted(folder.glob("*.json"))]
    return sorted(records, key=lambda record: (record["table_positions"], record["ending"]))


def _endings(found: dict[str, dict[str, Any]]) -> Iterator[str]:
    yield "## All endings solved\n"
    headings = "ending,positions,won,drawn,lost,by law,longest win in plies,such a position,seconds,bytes"
    yield f"| {' | '.join(headings.split(','))} |"
    yield "|---|--:|--:|--:|--:|--:|--:|---|--:|--:|"
    for name, record in found.items():
        statistics = record["statistics"]
        red = statistics["red"]
        total = sum(red.values())
        shares = (f"{red[result] / total:.2%}" for result in ("wins", "draws", "losses"))
        longest = "-" if statistics["longest"] is None else str(statistics["longest"])
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


def _classical(
    found: dict[str, dict[str, Any]],
    example_of: Callable[[str], tuple[Example | None, Example | None]],
) -> Iterator[str]:
    listed = [each for each in CLASSICAL if each.ending in found]
    yield "## What the books say\n"
    yield CLASSICAL_INTRODUCTION.format(number=len(listed), share=RULE)
    yield "| ending | | | books | won | drawn | the table | won, in plies | held |"
    yield "|---|---|---|---|--:|--:|---|---|---|"
    for each in listed:
        yield _row(each, found[each.ending]["statistics"]["red"], *example_of(each.ending))
    yield "\nSources of the verdicts:\n"
    for source, work in SOURCES.items():
        yield f"- {', '.join(each.ending for each in listed if each.source == source)}: {work}"


def _row(each: Classical, red: dict[str, int], won: Example | None, held: Example | None) -> str:
    total = sum(red.values())
    wins, draws = red["wins"] / total, red["draws"] / total
    verdict = "won" if wins >= RULE else "drawn" if draws >= RULE else "depends"
    books = "won" if each.wins else "drawn"
    cells = (
        each.ending,
        each.chinese,
        each.english,
        books,
        f"{wins:.2%}",
        f"{draws:.2%}",
        verdict if verdict == books else f"**{verdict}**",
        f"`{won.fen}` {won.plies}" if won else "-",
        f"`{held.fen}`" if held else "-",
    )
    return f"| {' | '.join(cells)} |"


def _surprises(found: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Remarkable endings: first by numbers, then the remarks."""
    longest = sorted(found.values(), key=lambda record: -(record["statistics"]["longest"] or 0))
    by_law = sorted(found.values(), key=lambda record: -record["statistics"]["by_law"])
    yield "## Surprises\n"
    yield "The longest wins, with all captures on the way:\n"
    for record in longest[:MENTIONED]:
        statistics = record["statistics"]
        late = " (the move limit can come first)" if statistics["longest"] > MOVE_LIMIT else ""
        yield f"- {record['ending']}: {statistics['longest']} plies{late}, `{statistics['longest_fen']}`"
    yield "\nThe most draws that are decided if perpetual check and chase are forbidden:\n"
    for record in by_law[:MENTIONED]:
        statistics = record["statistics"]
        if statistics["by_law"]:
            yield f"- {record['ending']}: {statistics['by_law']:,} of {statistics['positions']:,} positions"
    yield "\nAnd besides:\n"
    yield from (f"- {ending}: {remark}" for ending, remark in REMARKS.items() if ending in found)
