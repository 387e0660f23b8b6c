"""The engine behind messages: what a page's worker runs, and knows nothing of any browser.

A session is given messages and posts messages.  Questions about positions are answered at once, also while a
search is under way.  There is at most one search running and one waiting; the newest ``go`` wins:

    an older search, running or waiting, is answered with the error ``cancelled``
    ``stop`` makes the search answer with the best move it has; one that waits still finds a move, quickly
    a ``go`` that cannot be read, or whose position is none, disturbs nothing

Whatever a message does, the session lives on.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Final, TypeAlias

from cannonfish.compiler import Host
from cannonfish.engine import Engine, Info, Result, Score
from cannonfish.engine.levels import level_of
from cannonfish.engine.limits import Limits
from cannonfish.errors import GameError
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board
from cannonfish.protocol.messages import (
    DEFAULT_GAME,
    DEFAULT_LIMITS,
    BestMoveRequest,
    ConfigureRequest,
    ErrorCode,
    GoRequest,
    JudgeRequest,
    Message,
    NotateRequest,
    ParseRequest,
    PlayRequest,
    Position,
    ReadRequest,
    Request,
    RequestError,
    RequestId,
    SolveRequest,
    StopRequest,
    ViewRequest,
    WriteRequest,
    failure,
    failure_of,
    is_smallest,
    ok,
    parse_request,
)
from cannonfish.protocol.views import (
    board_of,
    judgement_of,
    meanings_of,
    solution_of,
    texts_of,
    unknown_game,
    view_of,
)

Post: TypeAlias = Callable[[Message], None]
Fetch: TypeAlias = Callable[[str], Awaitable[bytes]]
"""Brings the content of a file that games may need, by its name."""

Reading: TypeAlias = Generator[tuple[int, int], None, Message]
"""The course of reading a text: how much of how much has been looked through; at the end, the reply."""

SLICE: Final = 0.1
"""Seconds of reading a long text after which others have their turn, and the page is told how far it is."""

AT_ONCE: Final = Limits(depth=1)
"""For a search that was stopped before it began: a legal move, and no waiting."""


@dataclass(slots=True)
class _Work:
    """A search, running or waiting."""

    request: GoRequest | BestMoveRequest
    position: Position
    limits: Limits
    board: Board
    cancelled: bool = False

    @property
    def id(self) -> RequestId:
        """What the page calls it."""
        return self.request.id


class WorkerSession:
    """Answers the messages of one page.

    ``post`` sends a message to the page.  Searches run in the event loop that is running when ``receive`` is
    called.  It may be called at any time, also by the ``poll`` of ``host`` in the middle of a search.
    ``fetch`` brings the table of a solved game when it is wanted; without it the source tree's is taken.
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
        self._reading: set[asyncio.Task[None]] = set()
        self._solving: set[asyncio.Task[None]] = set()

    def prepare(self, game: str = DEFAULT_GAME) -> None:
        """Make the engine ready to search, which takes a moment, and post ``idle`` with what it runs on."""
        self._ready(game if game in GAMES else DEFAULT_GAME)
        self._post_idle()

    def receive(self, message: object) -> None:
        """Answer a message, now or when its search is over.  Never raises."""
        try:
            self._handle(parse_request(message))
        except RequestError as error:
            self._refuse(error.id, failure_of(error.id, error), smallest=is_smallest(message))

    def _handle(self, request: Request) -> None:
        try:
            match request:
                case ViewRequest(request_id, position):
                    self._post(ok(request_id, "view", view=view_of(board_of(position), position.game)))
                case PlayRequest(request_id, position, move):
                    board = board_of(position)
                    board.push_uci(move)
                    self._post(ok(request_id, "view", view=view_of(board, position.game)))
                case GoRequest(_, position, limits):
                    if limits.level is not None:
                        level_of(position.game, limits.level)
                    self._enqueue(_Work(request, position, limits, board_of(position)))
                case BestMoveRequest(fen):
                    position = Position(fen=fen)
                    self._enqueue(_Work(request, position, DEFAULT_LIMITS, board_of(position)))
                case SolveRequest(request_id, position):
                    self._solve(request_id, position)
                case StopRequest(request_id, work):
                    self._post(ok(request_id, "stopped", work=self._stop(work)))
                case ConfigureRequest(request_id, execution):
                    self._configure(request_id, execution)
                case JudgeRequest(request_id, position):
                    said = judgement_of(board_of(position), position.game)
                    self._post(ok(request_id, "judged", **said))
                case NotateRequest(request_id, position, first):
                    texts = texts_of(board_of(position), position.game, first)
                    self._post(ok(request_id, "notated", moves=texts))
                case ParseRequest(request_id, position, text):
                    meant = meanings_of(board_of(position), text, position.game)
                    self._post(ok(request_id, "parsed", moves=meant))
                case ReadRequest():
                    if request.game not in GAMES:
                        raise unknown_game(request.game)
                    self._read(request)
                case WriteRequest(request_id, record, format, notation):
                    if record["game"] not in GAMES:
                        raise unknown_game(record["game"])
                    written = _records().write(record, format, notation)
                    self._post(ok(request_id, "written", text=written))
        except (RequestError, GameError) as error:
            self._refuse(
                request.id, failure_of(request.id, error), smallest=isinstance(request, BestMoveRequest)
            )
        except Exception as error:
            self._refuse(
                request.id, _breakdown(request.id, error), smallest=isinstance(request, BestMoveRequest)
            )

    def _refuse(self, request_id: RequestId, reply: Message, smallest: bool) -> None:
        self._post({"error": reply["error"]} if smallest else reply)

    # --- records --------------------------------------------------------------------------------------------

    def _read(self, request: ReadRequest) -> None:
        """Read what can be read at once; what is longer goes on in the event loop."""
        steps = _records().read(request.content, request.game, request.pick)
        if not self._read_on(request, steps):
            task = asyncio.get_running_loop().create_task(self._read_all(request, steps))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def _read_all(self, request: ReadRequest, steps: Reading) -> None:
        try:
            while not self._read_on(request, steps):
                await asyncio.sleep(0)
        except GameError as error:
            self._post(failure_of(request.id, error))
        except Exception as error:
            self._post(_breakdown(request.id, error))

    def _read_on(self, request: ReadRequest, steps: Reading) -> bool:
        """Read for a SLICE; True when it is done and answered."""
        until = time.monotonic() + SLICE
        try:
            while True:
                done, total = next(steps)
                if time.monotonic() > until:
                    self._post({"type": "progress", "id": request.id, "done": done, "total": total})
                    return False
        except StopIteration as end:
            self._post(ok(request.id, "record", **end.value))
            return True

    # --- solved games ---------------------------------------------------------------------------------------

    def _solve(self, request_id: RequestId, position: Position) -> None:
        """Answer at once, or as soon as the table has come."""
        board = board_of(position)
        solved = GAMES[position.game].solved
        if solved is None or solved.is_loaded():
            self._post(ok(request_id, "solution", **solution_of(board, position.game)))
        else:
            task = asyncio.get_running_loop().create_task(self._solve_later(request_id, position))
            self._solving.add(task)
            task.add_done_callback(self._solving.discard)

    async def _solve_later(self, request_id: RequestId, position: Position) -> None:
        try:
            await self._load_table(position.game)
            self._solve(request_id, position)
        except GameError as error:
            self._post(failure_of(request_id, error))
        except Exception as error:
            self._post(_breakdown(request_id, error))

    async def _load_table(self, game: str) -> None:
        """Have the table of a solved game.  A GameError if it cannot be had."""
        solved = GAMES[game].solved
        if solved is not None and not solved.is_loaded():
            solved.load(None if self._fetch is None else await self._fetch(solved.table))

    # --- searches -------------------------------------------------------------------------------------------

    def _enqueue(self, work: _Work) -> None:
        if self._waiting is not None:
            self._cancelled(self._waiting)
        self._waiting = work
        if self._running is not None:
            self._running.cancelled = True
            self._halt()
        elif self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._search_all())

    def _stop(self, wanted: RequestId) -> RequestId:
        """Stop that work, or without a name the newest; return its id, or None if there is no such work."""
        newest = self._waiting or self._running
        if newest is None or newest.cancelled or wanted not in (None, newest.id):
            return None
        if newest is self._waiting:
            newest.limits = AT_ONCE
        else:
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
            try:
                reply = await self._search(work)
            except GameError as error:
                reply = failure_of(work.id, error)
            except Exception as error:
                self._engine = None
                reply = _breakdown(work.id, error)
            self._running = self._searching = None
            if work.cancelled:
                self._cancelled(work)
            elif isinstance(work.request, BestMoveRequest):
                self._post({key: reply[key] for key in ("bestmove", "error") if key in reply})
            else:
                self._post(reply)
        self._task = None
        self._post_idle()

    async def _search(self, work: _Work) -> Message:
        board = work.board
        if board.outcome() is not None:
            view = view_of(board, work.position.game)
            return ok(work.id, "bestmove", bestmove=None, ponder=None, view=view, info=None)
        if _is_perfect(work):
            await self._load_table(work.position.game)
        engine = self._searching = self._ready(work.position.game)
        engine.position(work.position.fen, work.position.moves)
        result = await engine.go_async(work.limits, on_info=lambda info: self._tell(work, info))
        return ok(work.id, "bestmove", **_result(result, board, work.position.game))

    def _tell(self, work: _Work, info: Info) -> None:
        if not work.cancelled and info.multipv == 1 and isinstance(work.request, GoRequest):
            self._post({"type": "info", "id": work.id, **_info(info)})

    def _cancelled(self, work: _Work) -> None:
        reply = failure(work.id, ErrorCode.CANCELLED, "a newer search took the place of this one")
        self._refuse(work.id, reply, smallest=isinstance(work.request, BestMoveRequest))

    # --- the engine -----------------------------------------------------------------------------------------

    def _configure(self, request_id: RequestId, execution: str) -> None:
        """A search that is under way goes on as it is, with the engine that it has."""
        self._execution = execution
        if self._searching is self._engine:
            self._engine = None
        elif self._engine is not None:
            self._engine.set_execution(execution)
        engine = self._ready()
        self._post(ok(request_id, "configured", execution=engine.execution, fallback=engine.fallback_reason))

    def _ready(self, game: str | None = None) -> Engine:
        """The engine, for that game or for the one that it plays: one at a time, for each holds a table."""
        if self._engine is None or game not in (None, self._engine.game.name):
            if self._engine is not None:
                self._engine.close()
            self._game = game or self._game
            self._engine = Engine(self._game, self._execution, host=self._host)
            self._engine.on_fallback = self._post_fallback
        self._engine.execution  # noqa: B018 - compiles the kernel
        return self._engine

    def _post_fallback(self, reason: str) -> None:
        """Compiled code has failed, perhaps in the middle of a search, which goes on interpreted."""
        self._post({"type": "state", "state": "thinking", "execution": "interpreted", "fallback": reason})

    def _post_idle(self) -> None:
        engine = self._engine
        if engine is not None:
            execution, fallback = engine.execution, engine.fallback_reason
            self._post({"type": "state", "state": "idle", "execution": execution, "fallback": fallback})


def _records() -> ModuleType:
    """Imported when it is asked for: nobody's start waits for it."""
    return import_module("cannonfish.protocol.records")


def _breakdown(request_id: RequestId, error: Exception) -> Message:
    return failure(
        request_id, ErrorCode.ENGINE_FAILED, f"{type(error).__name__}: {error}"[:500], reason="exception"
    )


def _is_perfect(work: _Work) -> bool:
    level = work.limits.level
    return level is not None and level_of(work.position.game, level).perfect


def _result(result: Result, board: Board, game: str) -> Message:
    """The fields of a ``bestmove``; the view is that after the move."""
    move, ponder = result.bestmove, result.ponder
    after = board.copy()
    if move is not None:
        after.push_uci(move.uci())
    return {
        "bestmove": move and move.uci(),
        "ponder": ponder and ponder.uci(),
        "view": view_of(after, game),
        "info": _info(result.info),
    }


def _info(info: Info) -> Message:
    return {
        "depth": info.depth,
        "seldepth": info.seldepth,
        "score": _score(info.score),
        "nodes": info.nodes,
        "nps": info.nps,
        "time": info.time_ms,
        "pv": [move.uci() for move in info.pv],
    }


def _score(score: Score) -> Message:
    return {"cp": score.centipawns()} if score.mate is None else {"mate": score.mate}
