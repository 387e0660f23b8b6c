"""Puzzles as a page reads them: every line of a file with the views of its positions.

    python -m tools.puzzle_views FILE.jsonl ...

prints one object for each file: its lines, and what is wrong with those that were left out.  A view says what
the rules know about a position of the main line, so that a page can show it, take legal moves and refuse the
others before Python has loaded.  Only the solver's positions list legal moves: the replies play themselves.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cannonfish.errors import GameError
from cannonfish.games.catalogue import GAMES
from cannonfish.protocol.messages import view_of

Puzzle = dict[str, Any]


class PuzzleError(ValueError):
    """A line that is no puzzle; the message says why."""


def with_views(puzzle: Puzzle) -> Puzzle:
    """The puzzle with `views`, one for each position of its line.  PuzzleError if it is none."""
    for name, kind in (("id", str), ("fen", str), ("moves", list), ("rating", (int, float))):
        if not isinstance(puzzle.get(name), kind):
            raise PuzzleError(f"{name!r} is missing or of the wrong kind")
    game, moves = puzzle.get("game", "xiangqi"), puzzle["moves"]
    if game not in GAMES:
        raise PuzzleError(f"there is no game {game!r}")
    if len(moves) % 2 == 0:
        raise PuzzleError("the line does not end with a move of the solver")
    try:
        board = GAMES[game].new_board(puzzle["fen"])
        views = [compact(view_of(board, game), solver=True)]
        for ply, move in enumerate(moves, 1):
            board.push_uci(move)
            views.append(compact(view_of(board, game), solver=ply % 2 == 0 and ply < len(moves)))
    except (GameError, ValueError) as error:
        raise PuzzleError(str(error)) from error
    return {**puzzle, "views": views}


def compact(view: dict[str, Any], *, solver: bool) -> dict[str, Any]:
    """What a page cannot tell from the puzzle itself; web/puzzle/puzzle.js makes a view of it again."""
    short: dict[str, Any] = {"fen": view["fen"]}
    if solver:
        short["dests"] = " ".join(orig + "".join(dests) for orig, dests in view["dests"].items())
    if view["promotions"]:
        short["promotions"] = view["promotions"]
    for name in ("check", "outcome", "captured"):
        if view[name]:
            short[name] = view[name]
    if view["move"]:
        short["move"] = {name: text for name, text in view["move"].items() if name != "uci"}
    if short.get("outcome"):
        short["outcome"] = {name: short["outcome"][name] for name in ("winner", "termination")}
    return short


def read(lines: Iterable[str], known: set[str]) -> tuple[list[Puzzle], list[str]]:
    """The puzzles of a file, and a sentence for each line that is none.  `known` are ids that others have."""
    puzzles, faults = [], []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            if not isinstance(data, dict):
                raise PuzzleError("it is no object")
            puzzle = with_views(data)
            if puzzle["id"] in known:
                raise PuzzleError(f"the id {puzzle['id']!r} is there twice")
        except (PuzzleError, json.JSONDecodeError) as error:
            faults.append(f"line {number}: {error}")
            continue
        known.add(puzzle["id"])
        puzzles.append(puzzle)
    return puzzles, faults


def main(paths: Sequence[str]) -> None:
    """Print what a page needs of each file."""
    known: set[str] = set()
    made = {}
    for path in map(Path, paths):
        puzzles, faults = read(path.read_text(encoding="utf-8").splitlines(), known)
        lines = [json.dumps(puzzle, ensure_ascii=False, separators=(",", ":")) for puzzle in puzzles]
        made[path.name] = {"lines": lines, "ids": [puzzle["id"] for puzzle in puzzles], "faults": faults}
    print(json.dumps(made))


if __name__ == "__main__":
    main(sys.argv[1:])
