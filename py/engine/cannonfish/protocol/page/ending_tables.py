"""Solved endings in messages: the size of an ending, its solution in steps, the values of its positions.

Imported when a page first asks for an ending; the engine's wheel leaves it out.
"""

import asyncio
import base64
import random
import time
from collections.abc import Callable
from contextlib import closing
from typing import Final

from cannonfish.errors import GameError, clip
from cannonfish.games.catalogue import GAMES
from cannonfish.games.xiangqi import endings
from cannonfish.games.xiangqi.board import Board
from cannonfish.games.xiangqi.endings.table import IMPOSSIBLE, WON_BY_LAW
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.pieces import BLACK, RED
from cannonfish.protocol.page.messages import ErrorCode, Message, Request, RequestError, ok

GAME: Final = "xiangqi"
MAX_KEPT_BYTES: Final = 100_000_000
"""Above this size, tables that the next ending to be solved does not need are dropped."""
REPORT_INTERVAL: Final = 0.1
"""Seconds between two reports of progress."""
MIN_PLIES: Final = 6
"""Random won positions are at least this many plies from the end, if there are such positions."""
RESULTS: Final = {1: "win", 0: "draw", -1: "loss"}


class EndingTables:
    """The tables of a worker, by name, and the ending that is being solved."""

    game = GAME

    def __init__(self) -> None:
        self.execution = "auto"
        self.store: dict[str, endings.Table] = {}
        self._stopped: set[object] = set()
        self._solving: set[object] = set()

    @property
    def tablebase(self) -> endings.Tablebase:
        """The solved tables, for the engine to use."""
        return endings.Tablebase(self.store)

    async def answer(self, request: Request, post: Callable[[Message], None]) -> None:
        """Answer a request; GameError or RequestError if that is not possible."""
        fields = request.fields
        match request.type:
            case "ending":
                reply = self._facts(_material(fields["name"], fields["fen"]))
            case "solveEnding":
                reply = await self._solve(request, post)
            case "addEnding":
                reply = self._add(fields["data"])
            case _:
                reply = {"fen": self._pick(fields["name"], fields["turn"], fields["result"])}
        post(ok(request.id, "ending", **reply))

    def stop(self, wanted: object) -> bool:
        """End the solving that this request asked for, at its next step; False if there is none."""
        if wanted not in self._solving:
            return False
        self._stopped.add(wanted)
        return True

    # --- what is known of an ending -----------------------------------------------------------------------

    def _facts(self, material: endings.Material) -> Message:
        """The size of an ending, the endings still to be solved for it, and its statistics if solved."""
        name = str(material)
        fits = material.positions <= endings.LIMIT
        missing = [each for each in material.family() if str(each) not in self.store] if fits else []
        table = self.store.get(name)
        return {
            "name": name,
            "positions": material.positions,
            "limit": endings.LIMIT,
            "todo": sum(each.positions for each in missing),
            "missing": [str(each) for each in missing],
            "smaller": [] if fits else [str(each) for each in _smaller(material)],
            "fen": _example(material),
            "statistics": None if table is None else _statistics(table),
        }

    def _add(self, data: str) -> Message:
        try:
            content = base64.b64decode(data, validate=True)
        except ValueError:
            raise RequestError(
                ErrorCode.BAD_MESSAGE, "the field 'data' is not base 64", field="data", reason="not_base64"
            ) from None
        table = endings.Table.loads(content)
        self.store[str(table.material)] = table
        return self._facts(table.material)

    # --- solving ------------------------------------------------------------------------------------------

    async def _solve(self, request: Request, post: Callable[[Message], None]) -> Message:
        """Solve an ending and all smaller ones that are missing; every table is posted when it is done."""
        material = endings.Material.parse(request.fields["name"])
        self._make_room(material)
        known = {*self.store}
        reported_at = 0.0
        self._solving.add(request.id)
        try:
            with closing(endings.steps(str(material), self.execution, self.store)) as steps:
                for now in steps:
                    progress = {
                        "type": "progress",
                        "id": request.id,
                        "done": now.done,
                        "total": now.positions,
                    }
                    self._post_new_tables(known, progress, post)
                    if time.monotonic() - reported_at > REPORT_INTERVAL:
                        reported_at = time.monotonic()
                        post({**progress, "ending": now.ending})
                    await asyncio.sleep(0)
                    if request.id in self._stopped:
                        raise RequestError(ErrorCode.CANCELLED, "the solving was stopped")
            self._post_new_tables(known, {"type": "progress", "id": request.id, "done": 1, "total": 1}, post)
        finally:
            self._solving.discard(request.id)
            self._stopped.discard(request.id)
        return self._facts(material)

    def _post_new_tables(self, known: set[str], progress: Message, post: Callable[[Message], None]) -> None:
        for name, table in self.store.items():
            if name not in known:
                known.add(name)
                post({**progress, "ending": name, "table": base64.b64encode(table.dumps(1)).decode()})

    def _make_room(self, material: endings.Material) -> None:
        """Give up tables that the ending does not need, if they take too much room; the page keeps them.
        Nothing is given up while another ending is being solved."""
        if not self._solving and sum(map(len, self.store.values())) > MAX_KEPT_BYTES:
            needed = {str(each) for each in material.family()}
            for name in self.store.keys() - needed:
                del self.store[name]

    # --- positions ----------------------------------------------------------------------------------------

    def solution(self, board: Board) -> Message:
        """The value of every legal move, best first.  Moves that hold a draw are ordered by the number of the
        other side's answers that hold it, too, the fewest first.

        RequestError if the table of the position, or of one after a capture, is missing.
        """
        values = sorted(self._values(board).items(), key=_best_first)
        if not any(value.result > 0 for _, value in values):
            values.sort(key=lambda each: self._answers(board, *each))
        return {
            "moves": [
                {
                    **GAMES[GAME].texts(board, move),
                    "result": RESULTS[value.result],
                    "distance": value.plies,
                    **({} if law == value.result else {"judged": RESULTS[law]}),
                }
                for move, value in values
                for law in [value.result_by_repetition_law]
            ]
        }

    def _values(self, board: Board) -> dict[Move, endings.Value]:
        values = self.tablebase.values(board)
        if values is None:
            placement, _ = board.position
            material = endings.Material.of(placement)
            raise RequestError(ErrorCode.NOT_SOLVED, f"{material} is not solved here", text=str(material))
        return values

    def _answers(self, board: Board, move: Move, value: endings.Value) -> tuple[int, int]:
        if value.result < 0:
            return 1, -(value.plies or 0)
        after = board.copy()
        after.push(move)
        return 0, sum(each.result == 0 for each in self._values(after).values())

    def _pick(self, name: str, turn: str, result: str) -> str | None:
        """A random position with this side to move and this result; None if there is none."""
        table = self.store.get(str(endings.Material.parse(name)))
        if table is None:
            raise RequestError(ErrorCode.NOT_SOLVED, f"{clip(name)} is not solved here", text=clip(name))
        half = len(table) // 2
        first = half * (BLACK if turn == "black" else RED)
        values = table.values[first : first + half]
        start = random.randrange(half)
        for least in (MIN_PLIES, 0):
            marks = values.translate(bytes(_is_wanted(value, result, least) for value in range(256)))
            at = marks.find(1, start)
            at = marks.find(1) if at < 0 else at
            if at >= 0:
                return endings.fen_of(table.material, first + at)
        return None


def _best_first(choice: tuple[Move, endings.Value]) -> tuple[int, int]:
    """Sorts wins first, the shortest before the others, and losses last, the longest before the others."""
    _, value = choice
    return -value.result, (value.plies or 0) * value.result


def _material(name: str | None, fen: str | None) -> endings.Material:
    """The ending with this name, or else that of the FEN."""
    if name is not None:
        return endings.Material.parse(name)
    placement, _ = Board(fen).position
    return endings.Material.of(placement)


def _is_wanted(value: int, result: str, least: int) -> bool:
    if value == IMPOSSIBLE:
        return False
    if value == 0 or value >= WON_BY_LAW:
        return result == "draw"
    return value > least and result == ("win" if value % 2 == 0 else "loss")


def _statistics(table: endings.Table) -> Message:
    found = table.statistics()
    sides = {
        name: {"wins": side.wins, "draws": side.draws, "losses": side.losses}
        for name, side in (("red", found.red), ("black", found.black))
    }
    return {
        "positions": found.positions,
        **sides,
        "longest": found.longest,
        "longestFen": found.longest_fen,
        "byLaw": found.by_law,
    }


def _smaller(material: endings.Material) -> list[endings.Material]:
    """Endings with fewer of the same pieces that are small enough, the largest first."""
    while True:
        left = sorted(
            {material.after_capture(group) for group in material.groups}, key=lambda each: each.positions
        )
        found = [each for each in left if each.positions <= endings.LIMIT]
        if found:
            return found[::-1][:4]
        material = left[0]


def _example(material: endings.Material) -> str | None:
    """A position of the ending with Red to move, the same every time."""
    chance = random.Random(str(material))
    for _ in range(200):
        fen = endings.fen_of(material, chance.randrange(material.placements))
        try:
            if fen is not None and Board(fen).outcome() is None:
                return fen
        except GameError:
            continue  # Black is in check, for example
    return None
