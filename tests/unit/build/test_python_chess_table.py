"""The tables of docs/python.md beside python-chess: each of its names is listed, each of ours exists."""

import builtins
import inspect
import re
from collections.abc import Mapping
from typing import Any

import cchess
import chess
import chess.engine
import chess.pgn
import chess.svg
import pyffish
import pytest
from cannonfish import chess as our_chess
from cannonfish import engine, records, svg, uci, xiangqi

from tools.steps import ROOT

THEIRS: Mapping[str, Any] = {
    "`chess.Board`": chess.Board,
    "`chess.Move`": chess.Move,
    "`chess.Piece`": chess.Piece,
    "functions of `chess`": chess,
    "`chess.pgn.Game`": chess.pgn.Game,
    "`chess.pgn.BaseVisitor`": chess.pgn.BaseVisitor,
    "functions and classes of `chess.pgn`": chess.pgn,
    "`chess.svg`": chess.svg,
    "`chess.engine.SimpleEngine`": chess.engine.SimpleEngine,
    "`chess.engine.Limit`": chess.engine.Limit,
    "functions and classes of `chess.engine`": chess.engine,
}
OF_CHESS = {"ep_square", "castling_rights", "push_san"}
"""Names that only chess has, in rows that do not say so."""


def tables() -> dict[str, list[tuple[list[str], str]]]:
    """The rows of each table: the names of python-chess, and what is said of them."""
    found: dict[str, list[tuple[list[str], str]]] = {}
    head = ""
    for line in (ROOT / "docs" / "python.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] in THEIRS:
            head = cells[0]
        elif line.startswith("| `") and head:
            found.setdefault(head, []).append((re.findall(r"`(\w+)`", cells[0]), cells[1]))
        elif not line.startswith("|"):
            head = ""
    return found


def ours(head: str, module: Any) -> Any:
    """Our part of the same name."""
    return getattr(module, head.strip("`").rpartition(".")[2], module)


@pytest.mark.parametrize("head", THEIRS)
def test_every_public_name_of_python_chess_is_listed_once(head: str) -> None:
    theirs = THEIRS[head]
    public = [name for name in dir(theirs) if not name.startswith("_")]
    if theirs is chess:
        public = [name for name in public if inspect.isfunction(getattr(chess, name))]
    elif inspect.ismodule(theirs):
        parts = {name: getattr(theirs, name) for name in public}
        own = {
            name: part for name, part in parts.items() if getattr(part, "__module__", "") == theirs.__name__
        }
        public = [name for name, part in own.items() if inspect.isfunction(part) or inspect.isclass(part)]
    listed = [name for names, _ in tables()[head] for name in names]
    assert sorted(listed) == sorted(public)


@pytest.mark.parametrize("head", THEIRS)
def test_every_name_that_is_claimed_exists(head: str) -> None:
    for names, said in tables()[head]:
        claimed = names if said.startswith("the same") else re.findall(r"`(\w+)`", said.partition(":")[0])
        for name in claimed:
            for module in (our_chess, xiangqi):
                if module is xiangqi and (said.endswith("in chess") or name in OF_CHESS):
                    continue
                places = (ours(head, module), module, module.Board)
                if "pgn" in head:
                    places = (ours(head, records), records, records.Game)
                if "svg" in head or "engine" in head:
                    places = (svg, uci.Engine, uci, engine.Limits, engine)
                assert any(hasattr(place, name) for place in places), f"{name}: {said}"


def test_every_name_in_the_table_by_task_exists() -> None:
    places: list[tuple[Any, ...]] = [
        (xiangqi, xiangqi.Board, records, records.Game, records.pgn, svg, uci.Engine, builtins),
        (chess, chess.Board, chess.pgn, chess.pgn.Game, chess.svg, chess.engine.SimpleEngine, builtins),
        (cchess, cchess.ChessBoard, cchess.Game, cchess.Move, cchess.UciEngine),
        (pyffish,),
    ]
    text = (ROOT / "docs" / "python.md").read_text()
    table = text.partition("| to | here |")[2].partition("\n\n")[0]
    rows = [line.split("|")[2:-1] for line in table.splitlines()[2:]]
    assert len(rows) == 20
    for row in rows:
        for cell, known in zip(row, places, strict=True):
            for code in re.findall(r"`([^`]+)`", cell):
                for name in re.findall(r"(\w+)\(", code):
                    assert any(hasattr(place, name) for place in known), f"{name} in {cell}"


def test_nine_of_ten_names_that_python_chess_documents_are_there() -> None:
    """Those with a docstring; of the others, which are for its own use, some have none here."""
    there = missing = 0
    for head, rows in tables().items():
        for names, said in rows:
            for name in names:
                theirs = inspect.getattr_static(THEIRS[head], name)
                if not (callable(theirs) or isinstance(theirs, property | classmethod)) or not theirs.__doc__:
                    continue
                if said.startswith(("the same", "`")):
                    there += 1
                else:
                    missing += 1
    assert there >= 9 * missing
    assert there + missing > 90
