"""The engine: set a position and limits, get a move.  No input and no output.

Progress is reported through callbacks.  Terminal, worker, tests and matches are thin adapters around it.
``go`` and ``go_async`` run the same search (``search.Search``) and differ only in how they wait.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, Self, overload
from weakref import WeakMethod, finalize

from cannonfish.compiler import (
    EXECUTIONS,
    DialectError,
    ExecutionFailed,
    ExecutionUnavailable,
    Host,
    LinkError,
    Program,
    edited,
    faults,
    instantiate,
    linked,
    prelink,
    sources,
)
from cannonfish.compiler.interpreted import InterpretedExecution
from cannonfish.engine.endings import NO_TABLE, TolerantTablebase, answer_kernel
from cannonfish.engine.info import Info, Result, Score, TableEntry
from cannonfish.engine.kernel import Kernel
from cannonfish.engine.limits import Limits, known_limits
from cannonfish.engine.search import OnInfo, Search, Steps
from cannonfish.games.catalogue import GAMES, NAMES
from cannonfish.games.game import Board, Game, Move, Tablebase
from cannonfish.kernel import ALGORITHMS as ALGORITHM_FILES
from cannonfish.kernel import NETWORK_SETTINGS
from cannonfish.kernel.network_file import has_network, network_path

KERNEL: Final = "cannonfish.kernel"
EVALUATIONS: Final = ("network", "classical")
DEFAULT_EVALUATION: Final[str] = "network"
MIN_HASH: Final = 1
MAX_HASH: Final = 256
DEFAULT_HASH: Final = 16
MAX_THREADS: Final = 64
SLOW: Final = "the engine runs interpreted, at a fortieth of its speed"
TO_INSTALL: Final = "to install it: pip install wasmtime"
KERNEL_PERFT: Final = 4
"""The greatest depth of perft in the kernel, whose numbers have 32 bits: positions have up to 200 moves."""
FIRST_CALL_NODES: Final = 2000
FIRST_CALL_DEPTH: Final = 3


class Engine:
    """An engine for one game.

    ``execution`` is "auto" (compiled if possible), "compiled" or "interpreted".  If compiling or running
    compiled code fails, the engine continues interpreted; ``fallback_reason`` says why, and ``on_fallback``,
    if set, is called with the reason.  ``host`` can replace ``now`` and ``poll``; ``poll`` is called every
    few milliseconds during a search, and a result other than 0 ends the search.

    An engine holds memory, and threads if it has several, until it is closed: by ``close()``, by a ``with``
    statement, or by Python once nobody refers to it.

    ``sources`` replaces the texts of kernel files, by path, such as ``xiangqi/weights.py``; the originals are
    ``kernel_files``.  Only the search sees the edits; the rules stay those of the game.  Errors in them are
    raised when the kernel is first used.  With sources, even unedited ones, the evaluation is classical until
    ``set_evaluation``.  ``checked`` selects the build that stops at a bad index or number and says where
    (ExecutionFailed, without a fallback).
    """

    on_fallback: Callable[[str], None] | None = None
    on_damage: Callable[[str], None] | None = None
    """Called with the reason when a table of endings cannot be read; the search goes on without it."""
    on_fewer_threads: Callable[[str, int], None] | None = None
    """Called with the reason and the number of threads left when a helper thread has died or cannot be
    started; the search goes on with the others."""
    on_smaller_table: Callable[[str], None] | None = None
    """Called with the reason when there is no memory for the transposition table; it has the default size
    then."""

    def __init__(
        self,
        game: str = NAMES[0],
        execution: str = "auto",
        hash_mb: int = DEFAULT_HASH,
        host: Host | None = None,
        *,
        sources: Mapping[str, str] | None = None,
        checked: bool = False,
        threads: int = 1,
    ) -> None:
        if game not in GAMES:
            raise ValueError(f"there is no game {game!r}; known are: {', '.join(GAMES)}")
        self.game: Game = GAMES[game]
        self._sources = dict(sources or {})
        self._checked = checked
        self._host = host or Host()
        self._wanted = _known_execution(execution)
        self._hash_bits = _hash_bits(hash_mb)
        self._threads = _known_threads(threads)
        self._kernel: Kernel | None = None
        self._close_kernel: finalize[[], Engine] | None = None
        self._fallback_reason: str | None = None
        self.lost_threads: str | None = None
        """Why there are fewer threads than were set; None otherwise."""
        self._fen: str | None = None
        self._line: tuple[str, ...] | None = ()
        """The moves that were played since `_fen`; None after ``set_board``."""
        self._board = self.game.new_board(None)
        self._search: Search | None = None
        self._has_algorithms = False
        self._wants_network = DEFAULT_EVALUATION == "network" and sources is None
        self._endings: TolerantTablebase | None = None

    # --- settings -------------------------------------------------------------------------------------------

    @property
    def execution(self) -> str:
        """The execution in use: "interpreted" or "compiled"."""
        return self._ready().execution.name

    @property
    def is_ready(self) -> bool:
        """True if the kernel is linked and compiled."""
        return self._kernel is not None

    @property
    def fallback_reason(self) -> str | None:
        """Why the engine fell back to interpreted execution; None if it did not."""
        self._ready()
        return self._fallback_reason

    def warm_up(self) -> None:
        """Link and compile the kernel without an instance, so that a memory snapshot can hold the result."""
        self.program().image()

    def source_faults(self, on_progress: Callable[[], None] = lambda: None) -> list[DialectError | LinkError]:
        """The faults of the sources that can be found before they run.

        One for each function, if only bodies of functions have changed since a program was linked; otherwise
        the first.
        ``on_progress`` is called between the files.  ValueError for a path that is not a file of this game's
        kernel.
        """
        files, settings, _ = _parts(self.game, self.evaluation, self._hash_bits)
        return faults(KERNEL, files, self._sources, settings, on_progress)

    def with_same_settings(self, game: str | None = None, host: Host | None = None) -> "Engine":
        """A new engine with the same settings, for this game or another one."""
        hash_mb = 64 << self._hash_bits >> 20
        same = game in (None, self.game.name)
        sources = self._sources if same else None
        other = Engine(
            game or self.game.name,
            self._wanted,
            hash_mb,
            host,
            sources=sources,
            checked=self._checked,
            threads=self._threads,
        )
        other._wants_network = self._wants_network
        if other.game is self.game:
            other.set_endings(self._endings and self._endings.endings)
        return other

    def close(self) -> None:
        """End the threads and release the memory.  The next use allocates them again."""
        self._require_idle()
        self._drop_kernel()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def set_execution(self, execution: str) -> None:
        """Use "auto", "compiled" or "interpreted" from now on.  A change clears all tables.

        After a fallback, setting the same execution again makes one more attempt.
        """
        wanted = _known_execution(execution)
        self._require_idle()
        if wanted != self._wanted or self._fallback_reason is not None:
            self._wanted = wanted
            self._drop_kernel()

    def set_hash(self, hash_mb: int) -> None:
        """Set the size of the transposition table in megabytes, rounded down to a power of two.

        The number of entries is the same in both executions, so that they agree.  A change clears all tables.
        Levels use at most the default size, so that they play the same in a larger table.
        """
        bits = _hash_bits(hash_mb)
        self._require_idle()
        if bits != self._hash_bits:
            self._hash_bits = bits
            self._drop_kernel()

    @property
    def threads(self) -> int:
        """The number of search threads; fewer than were set if the platform has no more."""
        helpers = self._ready().helpers
        return 1 + (helpers.count if helpers else 0)

    def set_threads(self, threads: int) -> None:
        """Search with this number of threads, in compiled execution.  A change clears all tables.

        Levels, searches with a node limit and the plain algorithms use one thread, so that every run gives
        the same result.
        """
        self._require_idle()
        if _known_threads(threads) != self._threads:
            self._threads = threads
            self._drop_kernel()

    @property
    def evaluation(self) -> str:
        """The evaluation in use: "network", or "classical", which every game has."""
        return "network" if self._wants_network and _can_use_network(self.game) else "classical"

    def set_evaluation(self, evaluation: str) -> None:
        """Use "network" or "classical" from now on.  A change clears all tables.

        A game without an installed network uses its classical evaluation.
        """
        if evaluation not in EVALUATIONS:
            raise ValueError(f"there is no evaluation {evaluation!r}; known are: {', '.join(EVALUATIONS)}")
        self._require_idle()
        before = self.evaluation
        self._wants_network = evaluation == "network"
        if self.evaluation != before:
            self._drop_kernel()

    def set_endings(self, endings: Tablebase | None) -> None:
        """Use solved endings of the game from the next search on; None: use none.

        Won and lost positions are answered without a search, and drawn ones with a move that holds the draw.
        Levels that choose between several moves, and the plain algorithms, play without them.
        ``Info.exact`` says that a score is proven.  In Xiangqi: ``cannonfish.endings.open_tablebase``, or a
        ``Tablebase`` of the tables that ``solve`` found.
        """
        self._endings = None if endings is None else TolerantTablebase(endings, self._report_damage)

    # --- position -------------------------------------------------------------------------------------------

    def new_game(self) -> None:
        """Clear all tables and set the start position."""
        self._require_idle()
        if self._kernel is not None:
            self._kernel.clear()
        self.position()

    def position(self, fen: str | None = None, moves: Iterable[str] = ()) -> None:
        """Set the position: a FEN (None: the start position) and moves from there, in UCI.

        Pass all moves of the game: repetitions are found only among them.  On InvalidFenError,
        InvalidMoveError and IllegalMoveError the old position stays.
        """
        line = tuple(moves)
        if self._line is not None and fen == self._fen:
            # Usually the same game, a move or two longer: play only what is new.
            common = _common_length(self._line, line)
            board = self._board.copy()
            for _ in self._line[common:]:
                board.pop()
        else:
            common = 0
            board = self.game.new_board(fen)
        board.push_line(line[common:], first=common + 1)
        self._board, self._fen, self._line = board, fen, line

    def set_board(self, board: Board) -> None:
        """Set the position of a board, with the moves that led to it.  ValueError for one of another game."""
        if not isinstance(board, self.game.new_board):
            raise ValueError(f"the engine plays {self.game.name}, not {getattr(board, 'game', board)!r}")
        self._board, self._line = board.copy(), None

    @property
    def board(self) -> Board:
        """A copy of the current board."""
        return self._board.copy()

    # --- search ---------------------------------------------------------------------------------------------

    def play(self, board: Board, limits: Limits) -> Result:
        """Choose a move on a board.  InvalidLimitsError for limits that do not end."""
        self.set_board(board)
        known_limits(limits).require_end()
        return self.go(limits)

    @overload
    def analyse(self, board: Board, limits: Limits) -> Info: ...
    @overload
    def analyse(self, board: Board, limits: Limits, *, multipv: int) -> list[Info]: ...
    def analyse(self, board: Board, limits: Limits, *, multipv: int | None = None) -> Info | list[Info]:
        """Search a board; returns the information about the best line, with ``multipv`` about that many.

        InvalidLimitsError for limits that do not end.
        """
        if multipv is None:
            return self.play(board, limits).info
        lines: dict[int, Info] = {}
        self.set_board(board)
        limits = replace(known_limits(limits), multipv=multipv)
        limits.require_end()
        self.go(limits, lambda info: lines.update({info.multipv: info}))
        return [lines[rank] for rank in sorted(lines)]

    def go(self, limits: Limits | None = None, on_info: OnInfo | None = None) -> Result:
        """Search until a limit is reached, stop() is called, or the host's poll() ends it.

        ``on_info`` is called after each completed iteration and with the final result.  RuntimeError during
        another search.
        """
        search = self._new_search(limits, on_info)
        try:
            result = search.result_without_search()
            while result is None:
                try:
                    result = self._run(search)
                except ExecutionFailed as error:
                    self._fall_back(error)
            return result
        finally:
            self._end_search()

    def _end_search(self) -> None:
        self._search = None
        if self._kernel is not None:
            self._kernel.end_search()
            self._report_lost_threads(self._kernel)

    def _run(self, search: Search) -> Result:
        kernel = self._ready(search.needs_algorithms)
        steps: Steps = search.steps(kernel)
        try:
            depth = next(steps)
            while True:
                depth = steps.send(kernel.iterate(depth))
                self._report_lost_threads(kernel)
        except StopIteration as end:
            result: Result = end.value
            return result

    async def go_async(self, limits: Limits | None = None, on_info: OnInfo | None = None) -> Result:
        """Do the same as ``go``; the event loop runs during the search where the platform allows it.

        The search has a thread of its own, in which the host is called; in a page it is suspended at each
        ``poll``.  A cancelled search stops.
        """
        search = self._new_search(limits, on_info)
        try:
            result = search.result_without_search()
            while result is None:
                try:
                    result = await self._run_async(search)
                except ExecutionFailed as error:
                    self._fall_back(error)
            return result
        finally:
            self._end_search()

    async def _run_async(self, search: Search) -> Result:
        kernel = self._ready(search.needs_algorithms)
        steps: Steps = search.steps(kernel)
        try:
            depth = next(steps)
            while True:
                depth = steps.send(await kernel.iterate_async(depth))
                self._report_lost_threads(kernel)
        except StopIteration as end:
            result: Result = end.value
            return result
        except BaseException as error:
            if not isinstance(error, Exception):  # cancelled or interrupted
                kernel.abandon()
                self._kernel = None
                if self._close_kernel is not None:
                    self._close_kernel.detach()
            raise

    def stop(self) -> None:
        """End the current search, which returns its best move so far.  No effect without a search."""
        if self._search is not None:
            self._search.request_stop()
            if self._kernel is not None:
                self._kernel.stop()

    def ponderhit(self) -> None:
        """Start the clock of a search with ``Limits(ponder=True)``: the expected move was played."""
        if self._search is not None:
            self._search.ponderhit()

    def probe(self) -> TableEntry | None:
        """The transposition table's entry for the current position, or None."""
        self._require_idle()
        return self._ready().probe(self._board)

    def evaluate(self) -> Score:
        """The static evaluation of the current position for the side to move, without a search."""
        self._require_idle()
        return self._ready().evaluate(self._board)

    def first_call(self, function: str, board: Board) -> tuple[tuple[int, ...], dict[str, list[int]]]:
        """The first call of a function of the program in a short search of a position.

        Returns its arguments and, by name, those arrays at that moment that the program changes.  If the
        search does not call the function, the arguments are zeros and some depth.
        """
        program = self.program()
        execution = InterpretedExecution(program)
        kernel = Kernel(self.game, program, execution)
        kernel.start_search(board, nodes=FIRST_CALL_NODES)
        calls = (execution.first_call(function, "iterate", depth) for depth in range(1, FIRST_CALL_DEPTH + 1))
        arguments = next((call for call in calls if call is not None), None)
        if arguments is None:
            names = program.signatures[function].parameters
            arguments = tuple(FIRST_CALL_DEPTH if name == "depth" else 0 for name in names)
        state = {name: execution.array(name) for name, array in program.arrays.items() if array.mutable}
        execution.close()
        return tuple(map(int, arguments)), state

    @property
    def searching(self) -> bool:
        """True during a search."""
        return self._search is not None

    def perft(self, depth: int) -> Iterator[tuple[Move, int]]:
        """Every legal move with the number of move sequences of length ``depth`` that start with it.

        Ends early if the host's ``poll()`` asks for it.  ValueError for a depth below 1 or beyond MAX_PLY of
        the kernel.
        """
        self._require_idle()
        greatest = self.program().constants["MAX_PLY"]
        if depth not in range(1, greatest + 1):
            raise ValueError(f"perft counts to a depth from 1 to {greatest}, not {depth!r}")
        return self._divide(self._board.copy(), depth)

    def _divide(self, board: Board, depth: int) -> Iterator[tuple[Move, int]]:
        for move in sorted(board.legal_moves, key=str):
            board.push(move)
            count = self._perft(board, depth - 1)
            board.pop()
            if count is None:
                return
            yield move, count

    def _perft(self, board: Board, depth: int) -> int | None:
        if depth == 0:
            return 1
        if depth > KERNEL_PERFT:
            counts = list(self._divide(board, depth))
            stopped = len(counts) < len(board.legal_moves)
            return None if stopped else sum(count for _, count in counts)
        while True:
            kernel = self._ready()
            try:
                return kernel.perft(board, depth)
            except ExecutionFailed as error:
                self._fall_back(error)

    # --- execution ------------------------------------------------------------------------------------------

    def load_algorithms(self) -> None:
        """Link the plain algorithms (``kernel/algorithms.py``) before the first search with one."""
        self._ready(with_algorithms=True)

    def _ready(self, with_algorithms: bool = False) -> Kernel:
        """The kernel, made at its first use."""
        if with_algorithms and not self._has_algorithms:
            self._has_algorithms = True
            self._drop_kernel()
        if self._kernel is not None:
            return self._kernel
        program = self.program()
        self._fallback_reason = None
        if self._wanted != "interpreted":
            try:
                self._kernel = self._compiled(program)
            # Not only ExecutionUnavailable: whatever fails here, the game has to go on.
            except Exception as error:
                self._report(str(error) or type(error).__name__)
                if isinstance(error.__cause__, ImportError) and self.on_fallback is None:
                    warnings.warn(f"{SLOW}: {error}; {TO_INSTALL}", RuntimeWarning, stacklevel=1)
        if self._kernel is None:
            self._kernel = self._interpreted(program)
        return self._kernel

    def program(self) -> Program:
        """The linked program that plays.  DialectError or LinkError for faulty edited sources."""
        return self._program(self._hash_bits)

    def _program(self, hash_bits: int) -> Program:
        algorithms = ALGORITHM_FILES if self._has_algorithms else ()
        files, settings, data = _parts(self.game, self.evaluation, hash_bits)
        if self._sources:
            return edited(KERNEL, (*files, *algorithms), self._sources, settings)
        return linked(KERNEL, (*files, *algorithms), settings, data)

    def _compiled(self, program: Program) -> Kernel:
        """A compiled kernel; with one thread, and then with the default table, if there are no more."""
        if self._threads > 1:
            try:
                kernel = self._instance(program, "compiled", self._threads - 1)
            # Not only ExecutionUnavailable: whatever fails here, one thread can search.
            except Exception as error:
                self._report_fewer_threads(str(error) or type(error).__name__, 1)
            else:
                self._report_lost_threads(kernel)
                return kernel
        try:
            return self._instance(program, "compiled")
        except ExecutionUnavailable as error:
            default = _hash_bits(DEFAULT_HASH)
            if self._hash_bits <= default:
                raise
            kernel = self._instance(self._program(default), "compiled")
            self._report_smaller_table(str(error))
            return kernel

    def _interpreted(self, program: Program) -> Kernel:
        if self._threads > 1:
            self._report_fewer_threads("interpreted execution has one thread", 1)
        return self._instance(program, "interpreted")

    def _instance(self, program: Program, execution: str, helpers: int = 0) -> Kernel:
        # The instance must not keep the engine alive, which could then not be closed when it is dropped.
        poll, ending = WeakMethod(self._poll), WeakMethod(self._ending)
        host = replace(self._host, poll=lambda: _called(poll), ask=lambda: _called(ending))
        options: dict[str, Any] = {"host": host, "checked": self._checked}
        if helpers:
            options["threads"] = True
        made = instantiate(program, execution, **options)
        try:
            kernel = Kernel(self.game, program, made, helpers)
        except Exception:
            made.close()
            raise
        self._close_kernel = finalize(self, kernel.close)
        self._close_kernel.atexit = False
        return kernel

    def _fall_back(self, error: ExecutionFailed) -> None:
        """Continue interpreted after compiled code failed; a failure of interpreted code is raised."""
        if self._kernel is None or self._kernel.execution.name == "interpreted" or self._checked:
            raise error
        self._drop_kernel()
        self._kernel = self._interpreted(self.program())
        self._report(str(error))

    def _drop_kernel(self) -> None:
        self.lost_threads = None
        if self._kernel is not None and self._close_kernel is not None:
            self._close_kernel()
            self._kernel = None

    def _report(self, reason: str) -> None:
        self._fallback_reason = reason
        if self.on_fallback is not None:
            self.on_fallback(reason)

    def _report_lost_threads(self, kernel: Kernel) -> None:
        if kernel.helpers:
            for reason in kernel.helpers.lost():
                self._report_fewer_threads(reason, 1 + kernel.helpers.count)

    def _report_fewer_threads(self, reason: str, left: int) -> None:
        self.lost_threads = reason
        if self.on_fewer_threads is not None:
            self.on_fewer_threads(reason, left)

    def _report_smaller_table(self, reason: str) -> None:
        if self.on_smaller_table is not None:
            self.on_smaller_table(reason)

    def _report_damage(self, reason: str) -> None:
        if self.on_damage is not None:
            self.on_damage(reason)

    # --- internals ------------------------------------------------------------------------------------------

    def _new_search(self, limits: Limits | None, on_info: OnInfo | None) -> Search:
        self._require_idle()
        limits = Limits() if limits is None else known_limits(limits)
        self._search = Search(self.game, self._board.copy(), limits, on_info, self._endings)
        return self._search

    def _poll(self) -> int:
        if self._search is not None and (self._search.stop_requested or self._search.overdue):
            return 1
        return 0 if self._host.poll is None else self._host.poll()

    def _ending(self) -> int:
        kernel = self._kernel
        if kernel is None or self._endings is None or self.game.position_on is None:
            return NO_TABLE
        value = self._endings.value(self.game.position_on(kernel.execution, kernel.asked_side))
        return answer_kernel(value, self._board.move_limit)

    def _require_idle(self) -> None:
        if self._search is not None:
            raise RuntimeError("a search is running")


def _called(method: WeakMethod[Callable[[], int]]) -> int:
    """The result of a method of an engine; 0 if the engine is gone."""
    function = method()
    return function() if function is not None else 0


def _known_execution(name: str) -> str:
    if name not in EXECUTIONS:
        raise ValueError(f"there is no execution {name!r}; known are: {', '.join(EXECUTIONS)}")
    return name


def _known_threads(threads: int) -> int:
    if threads not in range(1, MAX_THREADS + 1):
        raise ValueError(f"the engine has 1 to {MAX_THREADS} threads, not {threads!r}")
    return int(threads)


def _hash_bits(megabytes: int) -> int:
    """TT_BITS of the largest table within a number of megabytes; a table has 64 << TT_BITS bytes."""
    if megabytes not in range(MIN_HASH, MAX_HASH + 1):
        raise ValueError(f"the hash table takes {MIN_HASH} to {MAX_HASH} megabytes, not {megabytes!r}")
    return (int(megabytes) << 20 >> 6).bit_length() - 1


def _can_use_network(game: Game) -> bool:
    return bool(game.network_files) and has_network(game.name)


def _parts(game: Game, evaluation: str, hash_bits: int) -> tuple[tuple[str, ...], dict[str, int], list[str]]:
    """The kernel files, settings and data files of a game's search."""
    settings = {"TT_BITS": hash_bits}
    if evaluation == "network":
        return game.network_files, settings | NETWORK_SETTINGS, [network_path(game.name)]
    return game.files, settings, []


def _common_length(old: tuple[str, ...], new: tuple[str, ...]) -> int:
    """Number of equal moves at the start of two lines."""
    length = 0
    for ours, theirs in zip(old, new, strict=False):
        if ours != theirs:
            break
        length += 1
    return length


def kernel_files(game: str) -> dict[str, str]:
    """The files of a game's kernel that can be edited: their texts by path, in link order."""
    names = GAMES[game].files
    texts = [source.text for source in sources(KERNEL, names)]
    return {name.replace(".", "/") + ".py": text for name, text in zip(names, texts, strict=True)}


def prelinked_programs() -> Iterator[tuple[str, bytes]]:
    """Prelinked programs for a build: path and content of each file."""
    for game in GAMES.values():
        if game.prelinked:
            yield prelink(KERNEL, game.rules.files)
            evaluation = DEFAULT_EVALUATION if _can_use_network(game) else "classical"
            yield prelink(KERNEL, *_parts(game, evaluation, _hash_bits(DEFAULT_HASH)))
