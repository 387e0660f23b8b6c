"""Puzzles from solved endings: positions with one winning or one drawing move, and short mates.

A shard belongs to one ending and depends on nothing but the recipe and its number.  The puzzles with the
longest lines of only moves are taken.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator, MutableMapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from cannonfish import endings
from cannonfish.games.xiangqi import Board, Move
from cannonfish.games.xiangqi.endings.table import IMPOSSIBLE, WON_BY_LAW

from cannonfish_lab.puzzles.analysis import new_engine
from cannonfish_lab.puzzles.finder import ADVANTAGE, DEFENCE, MATE, Demands, Finder, canonical
from cannonfish_lab.puzzles.mates import MateProver
from cannonfish_lab.shards import Shards

ENDINGS: Final = [
    *(f"KP-{each}" for each in ("ka", "kb", "kp")),
    *(f"KN-{each}" for each in ("ka", "kb", "kaa", "kab", "kbb", "kaab", "kp", "kn")),
    *(f"KR-{each}" for each in ("kaabb", "kp", "kn", "kna", "knb", "kc", "kca", "kcb", "kcaa", "kr")),
    *(f"KCA-{each}" for each in ("ka", "kb", "kaa", "kbb")),
    *(f"KCAA-{each}" for each in ("ka", "kb", "kaa")),
    *(f"KPP-{each}" for each in ("ka", "kb", "kaa", "kab", "kbb", "kaab", "kabb", "kaabb")),
    *(f"KCP-{each}" for each in ("k", "ka", "kb", "kaa", "kab", "kbb", "kaab")),
    *(f"KNP-{each}" for each in ("ka", "kb", "kaa", "kab", "kbb", "kaab")),
    *(f"KRP-{each}" for each in ("kaa", "kab", "kbb", "kaab")),
    *(f"KCC-{each}" for each in ("ka", "kb", "kaa", "kab", "kbb", "kaab", "kabb")),
    *(f"KNN-{each}" for each in ("kb", "kaa", "kab", "kbb", "kaab")),
    *(f"KNC-{each}" for each in ("kb", "kaa", "kab", "kbb")),
    *(f"{each}-{guards}" for each in ("KRN", "KRC", "KRR") for guards in ("kaa", "kab", "kbb")),
    *("KRR-kaab",),
]
TRIES: Final = 6000
"""Random positions of an ending that are looked at."""
MOST: Final = 30
"""Most puzzles without mate of an ending."""
CHOICE: Final = 4
"""CHOICE * MOST puzzles are found first, to choose from."""
MATES: Final = 4
"""Mates of an ending for each of MATE_PLIES."""
PLIES: Final = (5, 41)
"""The shortest and the longest win: shorter ones are mates, longer ones nobody sees to the end."""
MATE_PLIES: Final = (3, 5, 7, 9)
"""The lengths of mates."""
STEPS: Final = 4
"""Most moves of the solver."""
LEAST_CHOICE: Final = 4
"""Fewest legal moves at the start."""


@dataclass(frozen=True)
class Solved:
    """An ending with all its smaller endings."""

    name: str
    tables: endings.Tablebase
    values: bytes

    @classmethod
    def of(cls, name: str, store: MutableMapping[str, endings.Table]) -> "Solved":
        """Solve an ending, if the store does not have it."""
        table = endings.solve(name, store=store)
        return cls(name, endings.Tablebase(store), table.values)

    def samples(self, chance: random.Random, count: int) -> Iterator[tuple[Board, int | None]]:
        """Random positions that are not lost, each with the plies to a mate, or None for a draw."""
        material = endings.Material.parse(self.name)
        for _ in range(count):
            number = chance.randrange(len(self.values))
            value = self.values[number]
            if WON_BY_LAW <= value <= IMPOSSIBLE or value % 2:
                continue
            fen = endings.fen_of(material, number)
            if fen is None:
                continue
            try:
                board = Board(fen)
            except ValueError:
                continue
            if board.outcome() is None and len(board.legal_moves) >= LEAST_CHOICE:
                yield board, value - 1 if value else None

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
        """The longest defence; in a draw, the first drawing move by name."""
        values = self.tables.values(board) or {}
        ranked = sorted(
            values.items(), key=lambda each: (-each[1].result, -(each[1].plies or 0), each[0].uci())
        )
        return ranked[0][0] if ranked else None


def find(
    name: str,
    seed: int,
    refused: Counter[str],
    store: MutableMapping[str, endings.Table],
    finder: Finder,
) -> list[dict[str, Any]]:
    """The puzzles of an ending; ``refused`` counts the other positions, by reason."""
    solved = Solved.of(name, store)
    lines: dict[str, dict[str, Any]] = {}
    mates: dict[int, dict[str, dict[str, Any]]] = {plies: {} for plies in MATE_PLIES}
    for board, plies in solved.samples(random.Random(f"{seed} {name}"), TRIES):
        is_mate = plies in MATE_PLIES
        found, most = (mates[plies or 0], MATES) if is_mate else (lines, CHOICE * MOST)
        if len(found) == most:
            continue
        reason, puzzle = _mate(solved, finder, board) if is_mate else _puzzle(solved, board)
        if puzzle is None:
            refused[f"ending: {reason}"] += 1
        else:
            found.setdefault(canonical(board.fen(), ()), {**puzzle, "ending": name})
    longest = sorted(lines.values(), key=lambda each: (-len(each["moves"]), each["fen"]))
    refused["ending: its line is shorter"] += len(longest[MOST:])
    return [*longest[:MOST], *(mate for each in mates.values() for mate in each.values())]


def _mate(solved: Solved, finder: Finder, board: Board) -> tuple[str, dict[str, Any] | None]:
    """A mate with a single quickest move by the table; it is also proven without the table."""
    values = solved.tables.values(board)
    if not values:
        return "no table", None
    won = sorted(value.plies or 0 for value in values.values() if value.result == 1)
    if len(won) > 1 and won[0] == won[1]:
        return "several moves mate as quickly", None
    proven = finder.find(board, MATE)
    return "the mate is no puzzle", None if proven is None else {**asdict(proven)}


def _puzzle(solved: Solved, board: Board) -> tuple[str, dict[str, Any] | None]:
    start = board.fen()
    first = solved.only_move(board)
    if first is None:
        return "several right moves, or lost", None
    move, value, other = first
    if value.result_by_repetition_law != value.result:
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


def make(folder: Path, seed: int = 1, tables: Path | None = None) -> Iterator[dict[str, Any]]:
    """Write a shard for each of ENDINGS that has none; yields its contents.

    ``tables`` is a folder of solved endings; missing ones are added.
    """
    target = Shards(folder, ".json")
    recipe = {"endings": ENDINGS, "tries": TRIES, "most": MOST, "mates": MATES, "seed": seed}
    target.begin(json.dumps(recipe))
    store: MutableMapping[str, endings.Table] = {} if tables is None else endings.Folder(tables)
    prover, engine = MateProver(), new_engine("xiangqi")
    finder = Finder(Demands(), engine, prover)
    try:
        for number in target.missing(len(ENDINGS)):
            contents = _shard(ENDINGS[number], seed, store, finder)
            target.write(number, (json.dumps(contents, ensure_ascii=False) + "\n").encode())
            yield contents
    finally:
        prover.close()
        engine.close()


def _shard(name: str, seed: int, store: MutableMapping[str, endings.Table], finder: Finder) -> dict[str, Any]:
    refused: Counter[str] = Counter()
    finder.refused = Counter()
    finds = find(name, seed, refused, store, finder)
    return {
        "game": "xiangqi",
        "finds": [{**each, "game": f"ending {name}", "ply": 0} for each in finds],
        "games": 0,
        "candidates by origin": {"ending": len(finds) + sum(refused.values())},
        "suspects by origin": {"ending": len(finds)},
        "finds by origin": {"ending": len(finds)},
        "refused": refused,
    }
