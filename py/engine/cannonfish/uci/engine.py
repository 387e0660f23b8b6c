"""Other engines for scripts (``Engine``) and for event loops (``AsyncEngine``)."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Final, Self, TypedDict, TypeVar, Unpack, overload

from cannonfish.engine.limits import Limits
from cannonfish.games.game import Board
from cannonfish.uci.conversation import PROTOCOLS, Conversation, Options, Search, Talk
from cannonfish.uci.messages import Info, Option, PlayResult
from cannonfish.uci.process import Command, Process

T = TypeVar("T")
TIMEOUT: Final = 10.0
"""Seconds for a program to start, to be ready and to stop."""


class Settings(TypedDict, total=False):
    """How to start a program and talk to it."""

    protocol: str
    """``uci``, which is the default, or ``ucci``."""
    ranks: int | None
    """The number of Red's back rank in its moves, 0 or 1.  By default, a search of depth 1 before the first
    one in Xiangqi shows it."""
    timeout: float
    """Seconds to start, to be ready and to stop, and to answer beyond the time of a search; 10 by default."""
    cwd: str | os.PathLike[str] | None
    """The working directory."""
    env: Mapping[str, str] | None
    """The environment variables, if they differ from ours."""


class _Base:
    """What both kinds of engine know."""

    def __init__(
        self,
        command: Command,
        *,
        protocol: str = "uci",
        ranks: int | None = None,
        timeout: float = TIMEOUT,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        if protocol not in PROTOCOLS:
            raise ValueError(f"there is no protocol {protocol!r}; known are: {', '.join(PROTOCOLS)}")
        self._process = Process(command, cwd, env)
        self._conversation = Conversation(self._process, protocol, ranks, timeout)

    @property
    def name(self) -> str:
        """The engine's name; the program's, if it tells none."""
        return self._conversation.name

    @property
    def id(self) -> Mapping[str, str]:
        """What the engine says about itself: ``name``, ``author``."""
        return self._conversation.id

    @property
    def options(self) -> Mapping[str, Option]:
        """The options that it offers, by name."""
        return self._conversation.options

    @property
    def returncode(self) -> int | None:
        """The exit status of the program; None while it runs."""
        return self._process.returncode

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"


class Engine(_Base):
    """A program that speaks UCI or UCCI.  It runs until ``quit()`` or the end of a ``with`` statement.

    Every method raises EngineTerminatedError once the program has ended, and EngineTimeoutError if it does
    not answer in time; it is ended then.  The game is that of the board; programs with the option
    ``UCI_Variant`` are told.
    """

    def __init__(self, command: Command, **settings: Unpack[Settings]) -> None:
        super().__init__(command, **settings)
        self._lock = threading.RLock()

    @classmethod
    def open(cls, command: Command, **settings: Unpack[Settings]) -> Self:
        """Start a program, looked for on PATH and in /usr/games, and greet it.

        EngineError if it cannot be started.
        """
        engine = cls(command, **settings)
        try:
            engine._do(engine._conversation.greet())
        except BaseException:
            engine._process.kill()
            raise
        return engine

    def _do(self, talk: Talk[T]) -> T:
        """Hold a conversation to its end."""
        with self._lock:
            try:
                until = next(talk)
                while True:
                    until = talk.send(self._process.receive(until))
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                talk.close()

    def configure(self, options: Options) -> None:
        """Set options.  EngineError for one that there is not, or a value that it does not take."""
        self._do(self._conversation.configure(options))

    def ping(self) -> None:
        """Wait until the engine is ready."""
        self._do(self._conversation.ping())

    def prepare(self, board: Board, *, game: object = None) -> None:
        """Do what precedes the first search of a game, so that it takes no time from a clock."""
        self._do(self._conversation.prepare(board, game))

    def play(
        self,
        board: Board,
        limits: Limits,
        *,
        game: object = None,
        ponder: bool = False,
        timeout: float | None = None,
    ) -> PlayResult:
        """Choose a move.  EngineMoveError if it is not legal.

        A new value of ``game`` begins a new game.  With ``ponder``, the engine thinks about the answer that
        it expects until the next call, which goes on with that if it has been played.  ``timeout`` is in
        seconds; without it, an engine may take the time of its limits, and any time for depth or nodes.
        """
        return self._do(self._conversation.play(board, limits, game=game, ponder=ponder, timeout=timeout))

    @overload
    def analyse(
        self, board: Board, limits: Limits, *, game: object = ..., timeout: float | None = ...
    ) -> Info: ...
    @overload
    def analyse(
        self, board: Board, limits: Limits, *, multipv: int, game: object = ..., timeout: float | None = ...
    ) -> list[Info]: ...
    def analyse(
        self,
        board: Board,
        limits: Limits,
        *,
        multipv: int | None = None,
        game: object = None,
        timeout: float | None = None,
    ) -> Info | list[Info]:
        """The information at the end of a search; with ``multipv``, that about each of the lines."""
        talk = self._conversation.analyse(board, limits, multipv=multipv, game=game, timeout=timeout)
        search = self._do(talk)
        return search.info if multipv is None else search.multipv

    def analysis(
        self, board: Board, limits: Limits | None = None, *, multipv: int | None = None, game: object = None
    ) -> "Analysis":
        """Start a search whose information is read while it runs; without limits, until it is stopped."""
        talk = self._conversation.start(board, limits or Limits(), multipv=multipv, game=game)
        return Analysis(self, self._do(talk))

    def quit(self) -> None:
        """End the program."""
        self._process.close()

    close = quit

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.quit()


class _Analysis:
    """What both kinds of analysis know."""

    _conversation: Conversation
    _search: Search

    @property
    def info(self) -> Info:
        """The latest information about the best line."""
        return self._search.info

    @property
    def multipv(self) -> list[Info]:
        """The latest information about each line, best first."""
        return self._search.multipv

    def stop(self) -> None:
        """End the search; may be called from another thread."""
        self._conversation.stop(self._search)


class Analysis(_Analysis):
    """A search that runs: an iterator of ``Info``.  At the end of a ``with`` statement it is stopped."""

    def __init__(self, engine: Engine, search: Search) -> None:
        self._engine, self._conversation, self._search = engine, engine._conversation, search

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        info = self._engine._do(self._conversation.next_info(self._search))
        if info is None:
            raise StopIteration
        return info

    def wait(self) -> PlayResult:
        """The result, once a limit is reached or the search is stopped."""
        return self._engine._do(self._conversation.wait(self._search))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class AsyncEngine(_Base):
    """The same as ``Engine`` for an event loop: methods are coroutines, and ``async with`` ends the program.

    A cancelled ``play`` or ``analyse`` stops the search; the engine can be used further.
    """

    def __init__(self, command: Command, **settings: Unpack[Settings]) -> None:
        super().__init__(command, **settings)
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, command: Command, **settings: Unpack[Settings]) -> Self:
        """Start a program and greet it; see ``Engine.open``."""
        engine = cls(command, **settings)
        try:
            await engine._do(engine._conversation.greet())
        except BaseException:
            engine._process.kill()
            raise
        return engine

    async def _do(self, talk: Talk[T]) -> T:
        async with self._lock:
            try:
                until = next(talk)
                while True:
                    until = talk.send(await self._process.receive_async(until))
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                talk.close()

    async def configure(self, options: Options) -> None:
        """Set options."""
        await self._do(self._conversation.configure(options))

    async def ping(self) -> None:
        """Wait until the engine is ready."""
        await self._do(self._conversation.ping())

    async def prepare(self, board: Board, *, game: object = None) -> None:
        """Do what precedes the first search of a game."""
        await self._do(self._conversation.prepare(board, game))

    async def play(
        self,
        board: Board,
        limits: Limits,
        *,
        game: object = None,
        ponder: bool = False,
        timeout: float | None = None,
    ) -> PlayResult:
        """Choose a move."""
        return await self._do(
            self._conversation.play(board, limits, game=game, ponder=ponder, timeout=timeout)
        )

    @overload
    async def analyse(
        self, board: Board, limits: Limits, *, game: object = ..., timeout: float | None = ...
    ) -> Info: ...
    @overload
    async def analyse(
        self, board: Board, limits: Limits, *, multipv: int, game: object = ..., timeout: float | None = ...
    ) -> list[Info]: ...
    async def analyse(
        self,
        board: Board,
        limits: Limits,
        *,
        multipv: int | None = None,
        game: object = None,
        timeout: float | None = None,
    ) -> Info | list[Info]:
        """The information at the end of a search; with ``multipv``, that about each of the lines."""
        talk = self._conversation.analyse(board, limits, multipv=multipv, game=game, timeout=timeout)
        search = await self._do(talk)
        return search.info if multipv is None else search.multipv

    async def analysis(
        self, board: Board, limits: Limits | None = None, *, multipv: int | None = None, game: object = None
    ) -> "AsyncAnalysis":
        """Start a search whose information is read while it runs; without limits, until it is stopped."""
        talk = self._conversation.start(board, limits or Limits(), multipv=multipv, game=game)
        return AsyncAnalysis(self, await self._do(talk))

    async def quit(self) -> None:
        """End the program."""
        await asyncio.to_thread(self._process.close)

    close = quit

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.quit()


class AsyncAnalysis(_Analysis):
    """A search that runs: an asynchronous iterator of ``Info``.  ``async with`` stops it at its end."""

    def __init__(self, engine: AsyncEngine, search: Search) -> None:
        self._engine, self._conversation, self._search = engine, engine._conversation, search

    def __aiter__(self) -> AsyncIterator[Info]:
        return self

    async def __anext__(self) -> Info:
        info = await self._engine._do(self._conversation.next_info(self._search))
        if info is None:
            raise StopAsyncIteration
        return info

    async def wait(self) -> PlayResult:
        """The result, once a limit is reached or the search is stopped."""
        return await self._engine._do(self._conversation.wait(self._search))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.stop()
