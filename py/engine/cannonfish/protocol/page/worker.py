"""The session of a page's worker: messages in, messages out, without any knowledge of a browser.

Questions about positions are answered at once, even during a search.  At most one search runs and one waits,
and the newest ``go`` wins:

    an older search, running or waiting, is answered with the error ``cancelled``
    ``stop`` makes a running search answer with its best move, and a waiting one with a quick search
    a ``go`` with an error in it leaves the searches alone

No message ends the session.
"""

import asyncio
import io
import json
import time
import zipfile
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from cannonfish.analysis.reasons import reasons_of
from cannonfish.analysis.review import second_search
from cannonfish.compiler import Host
from cannonfish.engine import Engine, Info, Result
from cannonfish.engine.levels import level_of
from cannonfish.engine.limits import Limits
from cannonfish.errors import GameError
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board
from cannonfish.protocol.page.messages import (
    DEFAULT_GAME,
    ErrorCode,
    Message,
    Position,
    Request,
    RequestError,
    RequestId,
    failure,
    failure_of,
    is_smallest,
    ok,
    parse_request,
)
from cannonfish.protocol.page.reviews import review_of, score_data
from cannonfish.protocol.page.views import (
    board_of,
    explanation_of,
    exploration_of,
    game_of,
    inspection_of,
    judgement_of,
    line_texts,
    meanings_of,
    require_notation,
    solution_of,
    texts_of,
    view_of,
)

if TYPE_CHECKING:
    from cannonfish.protocol.page.ending_tables import EndingTables

Post: TypeAlias = Callable[[Message], None]
Fetch: TypeAlias = Callable[[str], Awaitable[bytes]]
"""Returns the content of a data file, given its name.  OSError if it cannot be fetched."""

Reading: TypeAlias = Generator[tuple[int, int], None, Message]
"""The reading of a text: yields (characters done, all characters) and returns the fields of the reply."""

SLICE: Final = 0.1
"""Seconds of reading a long text before other tasks run and the page is told the progress."""

ENDING_TABLES: Final = "cannonfish.protocol.page.ending_tables"


@dataclass(slots=True)
class _Work:
    """A search, running or waiting."""

    request: Request
    position: Position
    board: Board
    limits: Limits
    helped: Engine | None = None
    """The engine, if the ``go`` asked for threads."""
    cancelled: bool = False
    stopped: bool = False

    @property
    def id(self) -> RequestId:
        """The id of its ``go``."""
        return self.request.id


class WorkerSession:
    """Answers the messages of one page.

    ``post`` sends a message to the page.  Searches run in the event loop that is running when ``receive`` is
    called; ``receive`` may also be called during a search, by the ``poll`` of ``host``.  ``fetch`` loads the
    table of a solved game when it is first needed; without it, the table in the source tree is used.
    """

    def __init__(
        self, post: Post, execution: str = "auto", host: Host | None = None, fetch: Fetch | None = None
    ) -> None:
        self._post = post
        self._execution = execution
        self._host = host
        self._fetch = fetch
        self._game = DEFAULT_GAME
        self._engine: Engine | None = None
        self._searching: Engine | None = None
        self._running: _Work | None = None
        self._waiting: _Work | None = None
        self._task: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._endings: EndingTables | None = None

    def prepare(self, game: str = DEFAULT_GAME) -> None:
        """Get the engine ready to search, which takes a moment, and post ``idle``."""
        self._ready(game if game in GAMES else DEFAULT_GAME)
        self._post_idle()

    def receive_text(self, text: str) -> None:
        """Answer a message given as JSON.  ValueError for other text."""
        try:
            message = json.loads(text)
        except RecursionError:
            message = None  # too deep to be one
        self.receive(message)

    def receive(self, message: object) -> None:
        """Answer a message, now or when its search is over.  Never raises."""
        try:
            request = parse_request(message)
        except RequestError as error:
            reply = failure_of(error.id, error)
            self._post({"error": reply["error"]} if is_smallest(message) else reply)
            return
        try:
            self._handle(request)
        except Exception as error:
            self._reply(request, failure_of(request.id, error))

    def _handle(self, request: Request) -> None:
        match request.type:
            case "view" | "play":
                board = board_of(request.position)
                if request.type == "play":
                    board.push_uci(request.fields["move"])
                self._post(ok(request.id, "view", view=view_of(board, request.fields["game"])))
            case "go":
                self._go(request)
            case "solve":
                self._solve(request)
            case "ending" | "solveEnding" | "addEnding" | "pickEnding":
                self._start(request, self._about_ending(request))
            case "explain":
                board, evaluation = board_of(request.position), self._evaluation(request.fields["game"])
                self._post(ok(request.id, "explained", **explanation_of(board, evaluation)))
            case "explore":
                board = board_of(request.position)
                self._post(ok(request.id, "explored", **exploration_of(board, request.fields["game"])))
            case "stop":
                self._post(ok(request.id, "stopped", work=self._stop(request.fields["work"])))
            case "configure":
                self._configure(request)
            case "inspect":
                inspection = inspection_of(request.fields["game"], request.fields["fen"])
                self._post(ok(request.id, "inspected", **inspection))
            case "judge":
                judgement = judgement_of(board_of(request.position), request.fields["game"])
                self._post(ok(request.id, "judged", **judgement))
            case "notate":
                board, first = board_of(request.position), request.fields["first"]
                self._post(ok(request.id, "notated", moves=texts_of(board, request.fields["game"], first)))
            case "parse":
                text, game, notation = (request.fields[name] for name in ("text", "game", "notation"))
                moves = meanings_of(board_of(request.position), text, game, notation)
                self._post(ok(request.id, "parsed", moves=moves))
            case "review":
                evaluations, notation = request.fields["evaluations"], request.fields["notation"]
                self._post(ok(request.id, "reviewed", **review_of(request.position, evaluations, notation)))
            case "read" | "index":
                self._read(request)
            case "write":
                record, format, notation = (request.fields[name] for name in ("record", "format", "notation"))
                game_of(record["game"])
                self._post(ok(request.id, "written", **_records().write(record, format, notation)))
            case "positions":
                record = request.fields["record"]
                game_of(record["game"])
                keys = _records().keys_of(record)
                self._post(ok(request.id, "positions", keys=keys, numbers=_records().numbers_of(keys)))

    def _reply(self, request: Request, reply: Message) -> None:
        """Post the reply of a search or a failure: the smallest request gets one field only."""
        if request.id is None:
            reply = {key: reply[key] for key in ("bestmove", "error") if key in reply}
        self._post(reply)

    def _start(self, request: Request, work: Coroutine[None, None, None]) -> None:
        """Answer a request in the event loop."""

        async def guarded() -> None:
            try:
                await work
            except Exception as error:
                self._post(failure_of(request.id, error))

        task = asyncio.get_running_loop().create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- records --------------------------------------------------------------------------------------------

    def _read(self, request: Request) -> None:
        """Read for a SLICE, and the rest of a longer text in the event loop."""
        game_of(request.fields["game"])
        fields = request.fields
        source = request.content, fields["game"], fields["encoding"]
        steps = (
            _records().index(*source) if request.type == "index" else _records().read(*source, fields["pick"])
        )
        if not self._read_on(request, steps):
            self._start(request, self._read_rest(request, steps))

    async def _read_rest(self, request: Request, steps: Reading) -> None:
        await asyncio.sleep(0)
        while not self._read_on(request, steps):
            await asyncio.sleep(0)

    def _read_on(self, request: Request, steps: Reading) -> bool:
        """Read for a SLICE.  True if the reading is finished, and answered."""
        until = time.monotonic() + SLICE
        try:
            while True:
                done, total = next(steps)
                if time.monotonic() > until:
                    self._post({"type": "progress", "id": request.id, "done": done, "total": total})
                    return False
        except StopIteration as end:
            kind = "indexed" if request.type == "index" else "record"
            self._post(ok(request.id, kind, **end.value))
            return True

    # --- solved games ---------------------------------------------------------------------------------------

    def _solve(self, request: Request) -> None:
        """Answer at once, or after the table has been loaded."""
        game = request.fields["game"]
        board: Any = board_of(request.position)
        solved = GAMES[game].solved
        if self._endings is not None and self._endings.game == game:
            self._post(ok(request.id, "solution", **self._endings.solution(board)))
        elif solved is None or solved.is_loaded():
            self._post(ok(request.id, "solution", **solution_of(board, game)))
        else:
            self._start(request, self._solve_later(request))

    async def _solve_later(self, request: Request) -> None:
        await self._load_table(request.fields["game"])
        self._solve(request)

    async def _load_table(self, game: str) -> None:
        """Load the table of a solved game.  GameError or RequestError if it is not there or not a table."""
        solved = GAMES[game].solved
        if solved is not None and not solved.is_loaded():
            solved.load(None if self._fetch is None else await self._data(self._fetch, solved.table))

    @staticmethod
    async def _data(fetch: Fetch, name: str) -> bytes:
        try:
            return await fetch(name)
        except OSError as error:
            raise RequestError(ErrorCode.NO_DATA, str(error), text=name) from error

    # --- endings --------------------------------------------------------------------------------------------

    async def _about_ending(self, request: Request) -> None:
        """Answer a request about an ending, for which more of the engine may have to be fetched."""
        if self._endings is None:
            try:
                module = import_module(ENDING_TABLES)
            except ModuleNotFoundError:
                if self._fetch is None:
                    raise
                _unpack(await self._data(self._fetch, "endings.zip"))
                module = import_module(ENDING_TABLES)
            self._endings = self._endings or module.EndingTables()
        self._endings.execution = self._execution
        await self._endings.answer(request, self._post)

    # --- searches -------------------------------------------------------------------------------------------

    def _go(self, request: Request) -> None:
        """Start the search; if one is running, cancel that and let this one wait for its end."""
        position, limits = request.position, request.limits
        board = board_of(position)
        if limits.level is not None:
            level_of(GAMES[position.game], limits.level)
        if request.fields["notation"] is not None:
            require_notation(position.game, request.fields["notation"])
        if self._waiting is not None:
            self._cancelled(self._waiting)
        self._waiting = _Work(request, position, board, limits)
        if self._running is not None:
            self._running.cancelled = True
            self._halt()
        elif self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._search_all())

    def _stop(self, wanted: RequestId) -> RequestId:
        """Stop that search, or the newest one, or the solving of an ending.  Returns its id, or None if there
        is no such work."""
        if self._endings is not None and self._endings.stop(wanted):
            return wanted
        newest = self._waiting or self._running
        if newest is None or newest.cancelled or wanted not in (None, newest.id):
            return None
        if newest is self._waiting:
            newest.limits = replace(newest.limits, depth=1, infinite=False)  # its answer, without delay
        else:
            newest.stopped = True
            self._halt()
        return newest.id

    def _halt(self) -> None:
        if self._searching is not None:
            self._searching.stop()

    async def _search_all(self) -> None:
        while self._waiting is not None:
            work, self._waiting = self._waiting, None
            self._running = work
            self._post({"type": "state", "state": "thinking", "work": work.id})
            broken = False
            try:
                reply = await self._search(work)
            except Exception as error:
                reply = failure_of(work.id, error)
                broken = not isinstance(error, RequestError | GameError)
            self._running = None
            self._release(broken)
            if work.cancelled:
                self._cancelled(work)
            else:
                self._reply(work.request, reply)
        self._task = None
        self._post_idle()

    async def _search(self, work: _Work) -> Message:
        game = work.position.game
        if work.board.outcome() is not None:
            view = view_of(work.board, game)
            return ok(work.id, "bestmove", bestmove=None, ponder=None, view=view, info=None)
        if work.limits.level is not None and level_of(GAMES[game], work.limits.level).perfect:
            await self._load_table(game)
        engine = self._searching = self._ready(game)
        tables = self._endings
        engine.set_endings(tables.tablebase if tables is not None and tables.game == game else None)
        if work.limits.allows_threads:
            self._take_resources(engine, work)
        engine.position(work.position.fen, work.position.moves)
        result = await engine.go_async(work.limits, on_info=lambda info: self._post_info(work, info))
        reply = ok(work.id, "bestmove", **_result(result, work))
        other = second_search(work.board, work.request.fields["played"], result, work.limits)
        if other is not None and not (work.cancelled or work.stopped):
            reply["second"] = score_data((await engine.go_async(other)).info.score)
        return reply

    def _post_info(self, work: _Work, info: Info) -> None:
        if not work.cancelled and work.id is not None:
            self._post({"type": "info", "id": work.id, **_info(info, work)})

    def _cancelled(self, work: _Work) -> None:
        text = "a newer search took the place of this one"
        self._reply(work.request, failure(work.id, ErrorCode.CANCELLED, text))

    # --- the engine -----------------------------------------------------------------------------------------

    def _configure(self, request: Request) -> None:
        """Choose the execution of the next search.  A running search keeps its engine until it ends."""
        self._execution = request.fields["execution"]
        if self._searching is self._engine:
            self._engine = None
        elif self._engine is not None:
            self._engine.set_execution(self._execution)
        engine = self._ready()
        self._post(ok(request.id, "configured", execution=engine.execution, fallback=engine.fallback_reason))

    def _release(self, broken: bool) -> None:
        """After a search: close its engine if it broke down, or if ``configure`` has replaced it."""
        engine, self._searching = self._searching, None
        if broken and engine in (None, self._engine):
            engine, self._engine = self._engine, None
        if engine is not None and engine is not self._engine:
            with suppress(Exception):  # a broken engine may also fail to close; the session goes on
                engine.close()

    def _ready(self, game: str | None = None) -> Engine:
        """The engine for that game, by default for the last one.  There is only one: each has a table."""
        if self._engine is None or game not in (None, self._engine.game.name):
            if self._engine is not None:
                self._engine.close()
            self._game = game or self._game
            self._engine = self._new_engine(self._game)
            self._engine.on_fallback = self._post_fallback
        self._engine.execution  # noqa: B018 - compiles the kernel
        return self._engine

    def _new_engine(self, game: str) -> Engine:
        return Engine(game, self._execution, host=self._host)

    @staticmethod
    def _take_resources(engine: Engine, work: _Work) -> None:
        """Set the threads and the table size that a ``go`` names; without them nothing changes."""
        fields = work.request.fields
        if fields["hash"] is not None:
            engine.set_hash(fields["hash"])
        if fields["threads"] is not None:
            engine.set_threads(fields["threads"])
            work.helped = engine

    def _evaluation(self, game: str) -> str:
        """The evaluation that searches of the game use."""
        engine = self._engine
        return (engine if engine is not None and engine.game.name == game else Engine(game)).evaluation

    def _post_fallback(self, reason: str) -> None:
        """Report that compiled code failed, perhaps during a search, which goes on interpreted."""
        self._post({"type": "state", "state": "thinking", "execution": "interpreted", "fallback": reason})

    def _post_idle(self) -> None:
        engine = self._engine
        if engine is not None:
            execution, fallback = engine.execution, engine.fallback_reason
            self._post({"type": "state", "state": "idle", "execution": execution, "fallback": fallback})


def _unpack(archive: bytes) -> None:
    """Put modules that the wheel leaves out beside the others."""
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        files.extractall(Path(__file__).parents[3])
    invalidate_caches()


def _records() -> ModuleType:
    """``protocol.page.records``, imported when it is first needed: a page starts without it."""
    return import_module("cannonfish.protocol.page.records")


def _result(result: Result, work: _Work) -> Message:
    """The fields of a ``bestmove``, with the view after the move, and with ``reasons`` if asked for."""
    move, ponder, info = result.bestmove, result.ponder, result.info
    game = work.position.game
    after = work.board.copy()
    if move is not None:
        after.push_uci(move.uci())
    wanted = work.request.fields["reasons"]
    return {
        "bestmove": move and move.uci(),
        "ponder": ponder and ponder.uci(),
        "view": view_of(after, game),
        "info": _info(info, work),
        **({"reasons": reasons_of(GAMES[game], work.board, info.pv, info.score)} if wanted else {}),
    }


def _info(info: Info, work: _Work) -> Message:
    """The fields of an ``info``: ``pvText`` in the notation asked for; ``threads`` if they were asked for,
    ``lostThreads`` if they are fewer; ``book``, ``cutShort`` and ``exact`` where they are true."""
    message: Message = {
        "depth": info.depth,
        "seldepth": info.seldepth,
        "multipv": info.multipv,
        "score": score_data(info.score),
        "nodes": info.nodes,
        "nps": info.nps,
        "time": info.time_ms,
        "pv": [move.uci() for move in info.pv],
        "wdl": info.chances and list(info.chances),
    }
    if work.helped is not None:
        message["threads"] = work.helped.threads
        if work.helped.lost_threads is not None:
            message["lostThreads"] = work.helped.lost_threads
    if info.book:
        message["book"] = True
    if info.cut_short:
        message["cutShort"] = True
    if info.exact:
        message["exact"] = True
    notation = work.request.fields["notation"]
    if notation is not None:
        message["pvText"] = line_texts(work.board, info.pv, work.position.game, notation)
    return message
