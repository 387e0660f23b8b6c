"""Puzzles from solved endings: positions with one winning move, or one that holds, proven by the table.

A shard belongs to one ending and depends on nothing but the recipe and its number.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from cannonfish import endings
from cannonfish.games.xiangqi import Board, Move

from cannonfish_lab.puzzles.finder import ADVANTAGE, DEFENCE, canonical
from cannonfish_lab.shards import Shards

ENDINGS: Final = [
    "KP-ka",
    "KN-kb",
    "KN-ka",
    "KP-kp",
    "KN-kn",
    "KR-kr",
    "KN-kab",
    "KCA-kbb",
    "KPP-ka",
    "KPP-kb",
    "KR-kaabb",
    "KNN-kaa",
    "KCP-ka",
    "KCP-kb",
    "KNP-kb",
    "KPP-kaa",
    "KPP-kbb",
    "KR-kn",
    "KN-kp",
    "KCP-k",
    "KPPP-k",
    "KCA-kab",
    "KC-kaa",
    "KN-kaa",
    "KR-kca",
]
TRIES: Final = 4000
"""Random positions of an ending that are looked at."""
MOST: Final = 40
"""Puzzles of an ending."""
PLIES: Final = (5, 41)
"""The shortest and the longest win: shorter ones are mates, longer ones nobody sees to the end."""
STEPS: Final = 4
"""Most moves of the solver."""
LEAST_CHOICE: Final = 4
"""Fewest legal moves at the start."""


@dataclass(frozen=True)
class Solved:
    """An ending with all its smaller endings."""

    tables: endings.Tablebase

    @classmethod
    def of(cls, name: str) -> "Solved":
        """Solve an ending."""
        return _solved(name)

    def only_move(self, board: Board) -> tuple[Move, endings.Value, int] | None:
        """The only move that keeps the result, its value, and the result of the best other move."""
        values = self.tables.values(board)
        if not values:
            return None
        best = max(value.result for value in values.values())
        right = [move for move, value in values.items() if value.result == best]
        if len(right) > 1 or best < 0:
            return None
        others = [value.result for move, value in values.items() if move != right[0]]
        return right[0], values[right[0]], max(others, default=-1)

    def reply(self, board: Board) -> Move | None:
        """A longest defence, or any move in a draw that leaves a single answer."""
        values = self.tables.values(board) or {}
        ranked = sorted(
            values.items(), key=lambda each: (-each[1].result, -(each[1].plies or 0), each[0].uci())
        )
        return ranked[0][0] if ranked else None


@lru_cache(maxsize=1)
def _solved(name: str) -> Solved:
    known: dict[str, endings.Table] = {}
    endings.solve(name, store=known)
    return Solved(endings.Tablebase(known))


def find(name: str, seed: int, refused: Counter[str]) -> Iterator[dict[str, Any]]:
    """The puzzles of an ending; ``refused`` counts the positions that are none, by reason."""
    solved = Solved.of(name)
    material = endings.Material.parse(name)
    chance = random.Random(f"{seed} {name}")
    seen: set[str] = set()
    found = 0
    for _ in range(TRIES):
        if found >= MOST:
            return
        fen = endings.fen_of(material, chance.randrange(material.positions))
        if fen is None:
            continue
        try:
            board = Board(fen)
        except ValueError:
            continue
        reason, puzzle = _puzzle(solved, board)
        if puzzle is None:
            refused[f"ending: {reason}"] += 1
            continue
        key = canonical(board.fen(), ())
        if key in seen:
            continue
        seen.add(key)
        found += 1
        yield {**puzzle, "ending": name}


def _puzzle(solved: Solved, board: Board) -> tuple[str, dict[str, Any] | None]:
    if board.outcome() is not None or len(board.legal_moves) < LEAST_CHOICE:
        return "too few moves to choose from", None
    start = board.fen()
    first = solved.only_move(board)
    if first is None:
        return "several right moves, or lost", None
    move, value, other = first
    if value.judged != value.result:
        return "hangs on the law of repetition", None
    if value.result == 1 and not PLIES[0] <= (value.plies or 0) <= PLIES[1]:
        return "too short or too long", None
    if board.is_capture(move):
        return "takes a piece", None
    if value.result == 0 and board.is_check():
        return "only answers a check", None
    moves = [move]
    play = board.copy()
    while len(moves) < 2 * STEPS - 1:
        play.push(moves[-1])
        reply = solved.reply(play)
        if reply is None or play.outcome() is not None:
            break
        play.push(reply)
        following = solved.only_move(play) if play.outcome() is None else None
        if following is None or following[1].result != value.result or len(play.legal_moves) < 2:
            break
        moves += [reply, following[0]]
    plies = value.plies if value.result else None
    return "", {
        "kind": ADVANTAGE if value.result == 1 else DEFENCE,
        "fen": start,
        "moves": [each.uci() for each in moves],
        "alternatives": [[] for _ in moves[::2]],
        "check": {"how": "table", "depth": plies or len(moves), "result": value.result, "others": other},
        "scores": [],
    }


def make(folder: Path, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Write a shard for each of ENDINGS that has none; yields its contents."""
    target = Shards(folder, ".json")
    target.begin(json.dumps({"endings": ENDINGS, "tries": TRIES, "most": MOST, "seed": seed}))
    for number in target.missing(len(ENDINGS)):
        refused: Counter[str] = Counter()
        finds = list(find(ENDINGS[number], seed, refused))
        contents = {
            "game": "xiangqi",
            "finds": [{**each, "game": f"ending {ENDINGS[number]}", "ply": 0} for each in finds],
            "games": 0,
            "candidates by origin": {"ending": len(finds) + sum(refused.values())},
            "suspects by origin": {"ending": len(finds)},
            "finds by origin": {"ending": len(finds)},
            "refused": refused,
        }
        target.write(number, (json.dumps(contents, ensure_ascii=False) + "\n").encode())
        yield contents
