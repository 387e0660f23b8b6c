"""Puzzles from positions with known mates, each proven again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from cannonfish.games.xiangqi import Board

from cannonfish_lab.errors import LabError
from cannonfish_lab.puzzles.analysis import new_engine
from cannonfish_lab.puzzles.files import Puzzle
from cannonfish_lab.puzzles.finder import MATE, without_history
from cannonfish_lab.puzzles.mates import GivenUp, MateProver
from cannonfish_lab.puzzles.publishing import LICENCE
from cannonfish_lab.puzzles.rating import effort, rating
from cannonfish_lab.puzzles.tagger import themes_of

PROOF: Final = 500_000_000
"""Most moves made for one question."""
PUBLIC_DOMAIN: Final = "CC-PDM-1.0"
COMPOSED: Final = "composition"
"""A source with this word is an old manual in the public domain."""


def prove(file: Path) -> Iterator[Puzzle]:
    """The puzzles of a file of positions (``fen``, ``mate_in``, ``source``), in its order.

    LabError if a mate has another length than the file says.
    """
    try:
        positions: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["positions"]
    except (OSError, ValueError, KeyError) as error:
        raise LabError(f"cannot read the positions of {file}: {error}") from None
    prover, engine = MateProver(PROOF), new_engine("xiangqi")
    try:
        for number, known in enumerate(positions, 1):
            board = Board(without_history(Board(known["fen"])))
            prover.forget()
            try:
                mate = prover.prove(board, known["mate_in"])
            except GivenUp:
                raise LabError(f"{known['fen']}: the proof takes too long") from None
            if mate is None or mate.length != known["mate_in"]:
                raise LabError(f"{known['fen']}: this is not a mate in {known['mate_in']}")
            composed = COMPOSED in known["source"]
            themes = themes_of(board.fen(), mate.moves, MATE) + ((COMPOSED,) if composed else ())
            worth = effort(engine, board.fen(), mate.moves, mate.alternatives, True)
            yield Puzzle(
                f"c{number:05}",
                "xiangqi",
                board.fen(),
                mate.moves,
                mate.alternatives,
                themes,
                rating(worth, themes, mate.length),
                known["source"],
                PUBLIC_DOMAIN if composed else LICENCE,
                {"how": "exhaustive", "depth": 2 * mate.length - 1, "nodes": mate.made},
            )
    finally:
        prover.close()
        engine.close()
