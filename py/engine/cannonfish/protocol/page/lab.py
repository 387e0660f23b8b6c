"""The session of the Lab: a worker's session whose engine is a variant, made of edited kernel files.

Besides the messages of every worker it answers questions of its own, ``{"id", "lab", ...}``, by
``{"type": "lab", "id", "ok", ...}``:

    files   game                      the kernel files that can be edited: ``files``, texts by path
    check   game, sources             the ``faults`` of edited files
    build   game, sources             make the variant, after a short checked search: ``faults``, ``ms``
    compile game, sources, text, function, fen, moves
                                      a function of the edited files, or of ``text`` if that is not null:
                                      ``faults``, or the result of ``FunctionBench.describe``
    time    arguments, execution      a call of the function of the last ``compile``: ``faults``, or the
                                      result of ``FunctionBench.time``
    speed   game, fen, moves, ms      nodes per second of the variant and of the original: ``speeds``

and those of matches (``lab_match.py``), between engines whose edited files are ``a`` and ``b``:

    openings    game, count, seed           ``openings``, each a list of moves
    match       game, a, b                  make the engines: ``faults`` of ``a`` and ``b``
    match_game  opening, limits, a_is_black, report_thinking
                                            play a game: its record
    standing    games, elo0, elo1           the table after these games

and those of ``experiments.py``, and ``run``, the question of the lessons; see ``cells.py``.

This session runs code of visitors and of people who share theirs.  It belongs in a sandbox, never in the
worker of a page.
"""

import asyncio
import json
import re
import time
from collections.abc import Mapping
from contextlib import closing
from importlib import import_module
from typing import Any, Final

from cannonfish.compiler import DialectError, ExecutionFailed, ExecutionUnavailable, LinkError
from cannonfish.engine import Engine, Limits, kernel_files
from cannonfish.engine.bench import positions
from cannonfish.matches.openings import book_openings
from cannonfish.protocol.page.cells import Notebook
from cannonfish.protocol.page.lab_functions import FunctionBench
from cannonfish.protocol.page.lab_match import MatchRoom, standing
from cannonfish.protocol.page.messages import Message, Position
from cannonfish.protocol.page.views import board_of
from cannonfish.protocol.page.worker import WorkerSession

TRIAL: Final = Limits(nodes=1500)
"""The search of the checked build in each trial position."""
TRIALS: Final = 3
FEWEST_ROUNDS: Final = 4
MOST_ROUNDS: Final = 12
"""How often a speed is measured: more often while the two best differ by more than a twentieth."""

PLACE: Final = re.compile(r"(?:^|\bat )(?P<path>[\w./-]+\.py):(?P<line>\d+)(?::(?P<column>\d+))?(?:: )?")
"""A place in the message of an error."""


class LabSession(WorkerSession):
    """A session whose engine has the sources of the last ``build``."""

    _sources: dict[str, str] | None = None
    """None until something has been built: a search is then refused."""
    _built_for = ""
    _bench: FunctionBench | None = None
    _match: MatchRoom | None = None
    _notebook: Notebook | None = None

    def receive_lab(self, text: str) -> None:
        """Answer a message of the Lab, in the event loop."""
        message = json.loads(text)
        task = asyncio.get_running_loop().create_task(self._answer(message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, message: Message) -> None:
        try:
            reply = await self._lab_reply(message)
        except Exception as error:
            reply = {"ok": False, "error": f"{type(error).__name__}: {error}"}
        self._post({"type": "lab", "id": message["id"], "ok": True, **reply})

    async def _lab_reply(self, message: Message) -> Message:
        if message["lab"] == "run":
            self._notebook = self._notebook or Notebook(self._post)
            return self._notebook.run(message)
        game = message["game"]
        match message["lab"]:
            case "trace" | "race" | "passed" as question:
                experiments = import_module("cannonfish.protocol.page.experiments")
                reply: Message = getattr(experiments, f"{question}_reply")(message, self._post)
                return reply
            case "files":
                return {"files": kernel_files(game)}
            case "check":
                return {"faults": self._faults(game, message["sources"])}
            case "build":
                return await self._build(game, message["sources"])
            case "compile":
                return self._compile(message)
            case "time":
                return self._time(message)
            case "speed":
                return {"speeds": await self._speeds(message)}
            case "openings":
                return {"openings": book_openings(game, message["count"], message["seed"])}
            case "match":
                return {"faults": self._open_match(game, {seat: message[seat] for seat in "ab"})}
            case "match_game":
                if self._match is None:
                    raise ValueError("there is no match")
                settings = (message[name] for name in ("opening", "limits", "a_is_black", "report_thinking"))
                return self._match.play(*settings)
            case "standing":
                return standing(message["games"], message["elo0"], message["elo1"])
        raise ValueError(f"there is no question {message['lab']!r}")

    def _compile(self, message: Message) -> Message:
        self._bench = None
        try:
            if message["text"] is not None:
                self._bench = FunctionBench.of_text(message["text"], message["function"])
            else:
                game, sources = message["game"], message["sources"]
                if faults := self._faults(game, sources):
                    return {"faults": faults}
                self._show_life()
                board = board_of(Position(game, message["fen"], tuple(message["moves"])))
                self._bench = FunctionBench.of_kernel(game, sources, message["function"], board)
            self._show_life()
            return {"faults": [], **self._bench.describe()}
        except (DialectError, LinkError, ExecutionFailed, ExecutionUnavailable) as error:
            return {"faults": [fault_of(error)]}

    def _time(self, message: Message) -> Message:
        if self._bench is None:
            raise ValueError("nothing has been compiled")
        try:
            return {"faults": [], **self._bench.time(message["arguments"], message["execution"])}
        except (DialectError, ExecutionFailed) as error:
            return {"faults": [fault_of(error)]}

    def _open_match(self, game: str, sources: Mapping[str, Mapping[str, str]]) -> dict[str, list[Message]]:
        faults = {seat: self._faults(game, texts) for seat, texts in sources.items()}
        if self._match is not None:
            self._match.close()
            self._match = None
        if not any(faults.values()):
            self._match = MatchRoom(game, sources, self._execution, self._post)
        return faults

    async def _build(self, game: str, sources: Mapping[str, str]) -> Message:
        started = time.monotonic()
        faults = self._faults(game, sources)
        if sources and not faults:
            faults = await self._trial(game, sources)
        if not faults:
            self._show_life()
            self._sources, self._built_for = dict(sources), game
            if self._searching is self._engine:
                self._engine = None  # it is closed after its search
            elif self._engine is not None:
                self._engine.close()
                self._engine = None
            self._ready(game)
            self._post_idle()
        return {"faults": faults, "ms": round((time.monotonic() - started) * 1000)}

    async def _trial(self, game: str, sources: Mapping[str, str]) -> list[Message]:
        """The fault that stops the checked build in a short search, if one does."""
        engine = Engine(game, self._execution, host=self._host, sources=sources, checked=True)
        try:
            engine.execution  # noqa: B018 - compiles
            for fen in [None, *positions(game)][:TRIALS]:
                self._show_life()
                engine.position(fen)
                await engine.go_async(TRIAL)
        except ExecutionFailed as error:
            return [fault_of(error)]
        finally:
            engine.close()
        return []

    async def _speeds(self, message: Message) -> dict[str, dict[str, int]]:
        """Nodes per second by engine (``variant``, ``original``) and execution."""
        if self._sources is None or self._built_for != message["game"]:
            raise ValueError("there is no variant of this game")
        speeds: dict[str, dict[str, int]] = {"variant": {}, "original": {}}
        limits = Limits(movetime=message["ms"])
        for execution in ("compiled", "interpreted"):
            engines = {
                name: Engine(message["game"], execution, host=self._host, sources=sources)
                for name, sources in (("original", {}), ("variant", self._sources))
            }
            found: dict[str, list[int]] = {name: [] for name in engines}
            with closing(engines["original"]), closing(engines["variant"]):
                # In turns, and the best counts: whatever else the machine does slows both.
                for number in range(MOST_ROUNDS):
                    if number >= FEWEST_ROUNDS and all(_agree(*sorted(each)[-2:]) for each in found.values()):
                        break
                    for name, engine in engines.items():
                        self._show_life()
                        engine.new_game()
                        engine.position(message.get("fen"), message.get("moves") or ())
                        found[name].append((await engine.go_async(limits)).info.nps)
                for name, engine in engines.items():
                    speeds[name][engine.execution] = max(found[name])
        return speeds

    def _faults(self, game: str, sources: Mapping[str, str]) -> list[Message]:
        engine = Engine(game, sources=sources)
        return [fault_of(error) for error in engine.source_faults(self._show_life)]

    def _show_life(self) -> None:
        self._post({"type": "alive"})

    def _new_engine(self, game: str) -> Engine:
        sources = self._sources if game == self._built_for else {}
        return Engine(game, self._execution, host=self._host, sources=sources)


def fault_of(error: DialectError | LinkError | ExecutionFailed | ExecutionUnavailable) -> Message:
    """An error with its place: ``path`` (None if it has none), ``line``, ``column``, ``end``, and ``reason``.

    ``kind`` is ``dialect``, ``link`` or ``trap``.  Lines and columns count from 1; ``end`` may be 0.
    """
    if isinstance(error, DialectError):
        path, line, column, reason = error.file, error.line, error.column, error.reason
        return _fault("dialect", path, line, column, reason, error.end_offset or 0)
    kind = "link" if isinstance(error, LinkError) else "trap"
    text = str(error)
    found = PLACE.search(text)
    if found is None:
        return _fault(kind, None, 1, 1, text)
    reason = text[found.end() :] if found.start() == 0 else text
    return _fault(kind, found["path"], int(found["line"]), int(found["column"] or 1), reason)


def _fault(kind: str, path: str | None, line: int, column: int, reason: str, end: int = 0) -> dict[str, Any]:
    path = path and path.removeprefix("cannonfish/kernel/")
    return {"kind": kind, "path": path, "line": line, "column": column, "end": end, "reason": reason}


def _agree(low: int, high: int) -> bool:
    return low >= 0.95 * high
