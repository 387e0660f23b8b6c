"""The Lab's questions about searches: the tree of a search, and the race of the algorithms.

    trace   game, fen, moves, sources, algorithm, depth, nodes      ``trace``
    race    game, fen, moves, sources, execution, options, depth, nodes
            each lap, and the one under way, as ``{"type": "lap", "id", "lap"}``; at the end ``laps``
    passed  game, fen, moves        the position with the other side to move: ``fen``

``sources`` replaces the texts of kernel files.  The columns of a trace are base64 of little-endian
numbers.
"""

import time
from base64 import b64encode
from collections.abc import Callable
from contextlib import closing
from typing import Any, Final

from cannonfish.compiler import Host
from cannonfish.experiments.race import Lap, Race
from cannonfish.experiments.trace import Trace, trace
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board, Game
from cannonfish.protocol.page.messages import Message
from cannonfish.protocol.page.reviews import score_data

NEWS_SECONDS: Final = 0.1
"""Time between two messages about a search under way."""
FOLDER: Final = "cannonfish/kernel/"
COLUMNS: Final = ("parent", "function", "depth", "alpha", "beta", "value", "site")


def trace_reply(message: Message, post: Callable[[Message], None]) -> Message:
    """The answer to ``trace``.  ValueError and errors of the sources as for ``trace``."""
    game, board = _position(message)
    show = _now_and_then(lambda: post({"type": "alive"}))
    show()
    found = trace(
        game,
        board,
        message["algorithm"],
        depth=message["depth"],
        nodes=message["nodes"],
        sources=message["sources"],
        host=Host(poll=show),
    )
    return {"trace": trace_data(game, found)}


def trace_data(game: Game, found: Trace) -> Message:
    """A trace as plain data; ``moves`` are texts by the numbers in the column ``move``."""
    numbers = sorted(set(found.move))
    places = {number: place for place, number in enumerate(numbers)}
    columns = {name: getattr(found, name) for name in COLUMNS}
    columns["move"] = type(found.move)("H", (places[number] for number in found.move))
    return {
        "functions": found.functions,
        "sites": [
            [each.kind, each.function, each.path.removeprefix(FOLDER), each.line, each.step, each.note]
            for each in found.sites
        ],
        "moves": [_move_text(game, number) for number in numbers],
        "columns": {name: b64encode(column.tobytes()).decode() for name, column in columns.items()},
        "nodes": found.nodes,
        "depth": found.depth_reached,
        "score": found.score,
        "pv": [move.uci() for move in found.pv],
        "scale": dict(found.scale),
    }


def _move_text(game: Game, number: int) -> str:
    """A move in UCI; ``0000`` for a null move, empty for none."""
    if number <= 0:
        return "0000" if number else ""
    return str(game.decode(number).uci())


def race_reply(message: Message, post: Callable[[Message], None]) -> Message:
    """The answer to ``race``.  ValueError and errors of the sources as for ``Race``."""
    game, board = _position(message)

    def tell(lap: Lap, done: bool) -> None:
        post({"type": "lap", "id": message["id"], "lap": lap_data(lap, done)})

    show = _now_and_then(lambda: tell(race.now, False))
    race = Race(
        game,
        board,
        execution=message["execution"],
        options=message["options"],
        sources=message["sources"],
        host=Host(poll=show),
    )
    laps = []
    with closing(race):
        for lap in race.laps(message["depth"], message["nodes"]):
            laps.append(lap_data(lap, True))
            tell(lap, True)
    return {"laps": laps, "execution": race.execution}


def lap_data(lap: Lap, done: bool) -> Message:
    """A lap as plain data; ``done``: nothing more follows at this depth."""
    data: dict[str, Any] = {
        "algorithm": lap.algorithm,
        "depth": lap.depth,
        "nodes": lap.nodes,
        "ms": round(lap.ms, 2),
        "done": done,
        "finished": lap.is_finished,
    }
    if lap.score is not None and lap.move is not None:
        data |= {"score": score_data(lap.score), "move": lap.move.uci()}
    return data


def passed_reply(message: Message, _post: Callable[[Message], None]) -> Message:
    """The answer to ``passed``.  ValueError in check."""
    _, board = _position(message)
    return {"fen": board.after_null_move().fen()}


def _position(message: Message) -> tuple[Game, Board]:
    game = GAMES[message["game"]]
    board = game.new_board(message.get("fen"))
    board.push_line(message.get("moves") or ())
    return game, board


def _now_and_then(act: Callable[[], None]) -> Callable[[], int]:
    """A ``poll`` that acts every NEWS_SECONDS and never asks to stop."""
    due = 0.0

    def poll() -> int:
        nonlocal due
        if time.monotonic() >= due:
            act()
            due = time.monotonic() + NEWS_SECONDS
        return 0

    return poll
