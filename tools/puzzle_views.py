"""Puzzles as a page reads them: every line of a file with the views of its positions.

    python -m tools.puzzle_views FILE.jsonl ...

prints one object for each file, or stops at the first line that is no puzzle.  A view says what the rules
know about a position of the main line, so that a page can show it, take legal moves and refuse the others
before Python has loaded.  Only the solver's positions list legal moves: the replies play themselves.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cannonfish.protocol.page.views import view_of
from cannonfish_lab.puzzles import files as puzzles
from cannonfish_lab.puzzles.files import InvalidPuzzleError, Puzzle


def with_views(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as it stands in a file, and `views`, one for each position of its line."""
    board = puzzle.board()
    views = [compact(view_of(board, puzzle.game), solver=True)]
    for ply, move in enumerate(puzzle.moves, 1):
        board.push_uci(move)
        solver = ply % 2 == 0 and ply < len(puzzle.moves)
        views.append(compact(view_of(board, puzzle.game), solver=solver))
    return {**json.loads(puzzle.line()), "views": views}


def compact(view: dict[str, Any], *, solver: bool) -> dict[str, Any]:
    """The parts of a view that the puzzle does not imply; web/puzzles/puzzle.js restores the view."""
    short: dict[str, Any] = {"fen": view["fen"]}
    if solver:
        short["dests"] = " ".join(orig + "".join(dests) for orig, dests in view["dests"].items())
        if view["promotions"]:
            short["promotions"] = view["promotions"]
    for name in ("check", "captured"):
        if view[name]:
            short[name] = view[name]
    if view["move"]:
        short["move"] = {name: text for name, text in view["move"].items() if name != "uci"}
    if view["outcome"]:
        short["outcome"] = {name: view["outcome"][name] for name in ("winner", "termination")}
    return short


def read(text: str) -> list[dict[str, Any]]:
    """The puzzles of a file, with their views.  InvalidPuzzleError if one cannot be read."""
    return list(map(with_views, puzzles.loads(text)))


def indexed(found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The index entry of a file, by which a page can choose a puzzle before it has the file."""
    themed = [puzzle["themes"] for puzzle in found]
    return {
        "ids": [puzzle["id"] for puzzle in found],
        "former": {puzzle["formerly"]: puzzle["id"] for puzzle in found if puzzle.get("formerly")},
        "themes": list(dict.fromkeys(theme for themes in themed for theme in themes)),
        "themed": themed,
        "about": {
            "game": found[0]["game"] if found else "",
            "ids": " ".join(puzzle["id"] for puzzle in found),
            "ratings": " ".join(str(puzzle["rating"]) for puzzle in found),
        },
    }


def main(paths: Sequence[str]) -> None:
    """Print the data that a page needs of each file."""
    known: set[str] = set()
    made = {}
    for path in map(Path, paths):
        try:
            found = read(path.read_text(encoding="utf-8"))
        except InvalidPuzzleError as error:
            sys.exit(f"{path}: {error}")
        for id_ in (puzzle["id"] for puzzle in found):
            if id_ in known:
                sys.exit(f"{path}: another file has a puzzle {id_!r}, too")
            known.add(id_)
        lines = [json.dumps(puzzle, ensure_ascii=False, separators=(",", ":")) for puzzle in found]
        made[path.name] = {"lines": lines, **indexed(found)}
    print(json.dumps(made))


if __name__ == "__main__":
    main(sys.argv[1:])
