"""The engine: an object that is given positions and limits and answers with a move.

It has no input and no output.  What it has to tell on the way goes through callbacks; terminal, worker, tests
and matches are thin adapters around it.  ``go`` and ``go_async`` drive the same generator (``search.Search``)
and differ in nothing but how they wait.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from cannonfish.compiler import ExecutionFailed, Host, Program, instantiate
from cannonfish.engine.info import Memory, Result
from cannonfish.engine.kernel import Kernel
from cannonfish.engine.limits import Limits
from cannonfish.engine.search import OnInfo, Search
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board, Game, Move
from cannonfish.games.program import linked, prelink
from cannonfish.kernel import XIANGQI_LAW

EXECUTIONS: Final = ("auto", "interpreted", "compiled")
MIN_HASH: Final = 1
MAX_HASH: Final = 256
DEFAULT_HASH: Final = 16


class Engine:
    """Plays one game, in the execution that it is told to use, or else the fastest that can be had.

    ``execution`` is "auto", "compiled" or "interpreted".  Whatever is asked for, failing to compile or to run
    compiled code never stops the engine: it goes on interpreted, ``fallback_reason`` says why, and
    ``on_fallback``, if set, is called with that reason.  ``host`` supplies ``poll`` (called every few
    milliseconds of a search; anything but 0 ends it) and ``now``, where the defaults do not do.
    """

    on_fallback: Callable[[str], None] | None = None

    def __init__(
        self,
        game: str = "xiangqi",
        execution: str = "auto",
        hash_mb: int = DEFAULT_HASH,
        host: Host | None = None,
    ) -> None:
        if game not in GAMES:
            raise ValueError(f"there is no game {game!r}; known are: {', '.join(GAMES)}")
        self.game: Game = GAMES[game]
        self._host = host or Host()
        self._wanted = _known_execution(execution)
        self._hash_bits = _hash_bits(hash_mb)
        self._kernel: Kernel | None = None
        self._fallback_reason: str | None = None
        self._fen: str | None = None
        self._line: tuple[str, ...] = ()
        self._board = self.game.new_board(None)
        self._search: Search | None = None

    # --- settings -------------------------------------------------------------------------------------------

    @property
    def execution(self) -> str:
        """What the engine runs on: "interpreted" or "compiled"."""
        return self._ready().execution.name

    @property
    def is_ready(self) -> bool:
        """True if a search could begin at once, without linking and compiling anything first."""
        return self._kernel is not None

    @property
    def fallback_reason(self) -> str | None:
        """Why the engine runs interpreted though something else was wanted; else None."""
        self._ready()
        return self._fallback_reason

    def warm_up(self) -> None:
        """Link and compile the kernel without making an instance: a memory snapshot can hold the result."""
        self._program().wasm()

    def twin(self, game: str | None = None, host: Host | None = None) -> "Engine":
        """Another engine with the same settings, for the same game or another."""
        hash_mb = 64 << self._hash_bits >> 20
        return Engine(game or self.game.name, self._wanted, hash_mb, host)

    def close(self) -> None:
        """Give back what the engine holds.  It takes it again when it is used again."""
        self._require_rest()
        self._drop_kernel()

    def set_execution(self, execution: str) -> None:
        """Use "auto", "compiled" or "interpreted" from now on; what was learnt is forgotten.

        Asking again for the same changes nothing, but after a fallback it makes one more attempt.
        """
        wanted = _known_execution(execution)
        self._require_rest()
        if wanted != self._wanted or self._fallback_reason is not None:
            self._wanted = wanted
            self._drop_kernel()

    def set_hash(self, hash_mb: int) -> None:
        """Give the transposition table so many megabytes, rounded down to a power of two.

        It has the same number of entries in both executions, so that they agree.  What was learnt is
        forgotten.
        """
        bits = _hash_bits(hash_mb)
        self._require_rest()
        if bits != self._hash_bits:
            self._hash_bits = bits
            self._drop_kernel()

    # --- position -------------------------------------------------------------------------------------------

    def new_game(self) -> None:
        """Forget everything learnt, so that what follows depends on nothing before, and set up the start."""
        self._require_rest()
        if self._kernel is not None:
            self._kernel.forget()
        self.position()

    def position(self, fen: str | None = None, moves: Iterable[str] = ()) -> None:
        """Think about a FEN (None: the start position) after moves in UCI.

        Give the game from its beginning, for repetitions are seen in the moves only.  InvalidFenError,
        InvalidMoveError or IllegalMoveError if something is wrong with either; then the old position stays.
        """
        line = tuple(moves)
        if fen == self._fen:
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

    @property
    def board(self) -> Board:
        """A copy of the board that the engine thinks about."""
        return self._board.copy()

    # --- search ---------------------------------------------------------------------------------------------

    def go(self, limits: Limits | None = None, on_info: OnInfo | None = None) -> Result:
        """Search until a limit is reached, stop() is called, or the host's poll() says so.

        ``on_info`` is called after every finished iteration, and last with what stands behind the move.
        RuntimeError if a search is under way already.
        """
        search = self._new_search(limits, on_info)
        try:
            result = search.answer_at_once()
            while result is None:
                try:
                    result = self._run(search)
                except ExecutionFailed as error:
                    self._fall_back(error)
            return result
        finally:
            self._search = None

    def _run(self, search: Search) -> Result:
        kernel = self._ready()
        steps = search.steps(kernel)
        try:
            name, argument = next(steps)
            while True:
                name, argument = steps.send(kernel.execution.call(name, argument))
        except StopIteration as end:
            result: Result = end.value
            return result

    async def go_async(self, limits: Limits | None = None, on_info: OnInfo | None = None) -> Result:
        """The same search; where the platform can, the event loop runs while it is under way."""
        search = self._new_search(limits, on_info)
        try:
            result = search.answer_at_once()
            while result is None:
                try:
                    result = await self._run_async(search)
                except ExecutionFailed as error:
                    self._fall_back(error)
            return result
        finally:
            self._search = None

    async def _run_async(self, search: Search) -> Result:
        kernel = self._ready()
        steps = search.steps(kernel)
        try:
            name, argument = next(steps)
            while True:
                name, argument = steps.send(await kernel.execution.call_async(name, argument))
        except StopIteration as end:
            result: Result = end.value
            return result
        except BaseException as error:
            if not isinstance(error, Exception):
                self._kernel = None  # cancelled or interrupted: its program may hang half-way in a call
            raise

    def stop(self) -> None:
        """End the search under way, which returns the best move it has.  Without a search nothing happens."""
        if self._search is not None:
            self._search.request_stop()
            if self._kernel is not None:
                self._kernel.halt()

    def ponderhit(self) -> None:
        """The expected move was played: a search with ``Limits(ponder=True)`` counts its time from now."""
        if self._search is not None:
            self._search.ponderhit()

    def recall(self) -> Memory | None:
        """What the transposition table knows about the position; None if it knows nothing."""
        self._require_rest()
        return self._ready().recall(self._board)

    @property
    def searching(self) -> bool:
        """True while a search is under way."""
        return self._search is not None

    def perft(self, depth: int) -> Iterator[tuple[Move, int]]:
        """Every legal move with the number of move sequences of length ``depth`` that begin with it."""
        self._require_rest()
        board = self._board.copy()
        for move in sorted(board.legal_moves, key=str):
            board.push(move)
            yield move, self._leaves(board, depth - 1)
            board.pop()

    def _leaves(self, board: Board, depth: int) -> int:
        if depth < 1:
            return 1
        while True:
            kernel = self._ready()
            try:
                return kernel.leaves(board, depth)
            except ExecutionFailed as error:
                self._fall_back(error)

    # --- execution ------------------------------------------------------------------------------------------

    def _ready(self) -> Kernel:
        """The kernel to search with, made when it is first needed."""
        if self._kernel is not None:
            return self._kernel
        program = self._program()
        self._fallback_reason = None
        if self._wanted != "interpreted":
            try:
                self._kernel = self._instance(program, "compiled")
            # Not only ExecutionUnavailable: whatever goes wrong here, the game has to go on.
            except Exception as error:
                self._report(str(error) or type(error).__name__)
        if self._kernel is None:
            self._kernel = self._instance(program, "interpreted")
        return self._kernel

    def _program(self) -> Program:
        return linked(self.game.files, _settings(self._hash_bits))

    def _instance(self, program: Program, execution: str) -> Kernel:
        host = replace(self._host, poll=self._poll)
        return Kernel(self.game, program, instantiate(program, execution=execution, host=host))

    def _fall_back(self, error: ExecutionFailed) -> None:
        """Go on interpreted after compiled code failed; what fails interpreted is an error to be seen."""
        if self._kernel is None or self._kernel.execution.name == "interpreted":
            raise error
        self._drop_kernel()
        self._kernel = self._instance(self._program(), "interpreted")
        self._report(str(error))

    def _drop_kernel(self) -> None:
        if self._kernel is not None:
            self._kernel.execution.close()
            self._kernel = None

    def _report(self, reason: str) -> None:
        self._fallback_reason = reason
        if self.on_fallback is not None:
            self.on_fallback(reason)

    # --- within ---------------------------------------------------------------------------------------------

    def _new_search(self, limits: Limits | None, on_info: OnInfo | None) -> Search:
        self._require_rest()
        self._search = Search(self.game, self._board.copy(), limits or Limits(), on_info)
        return self._search

    def _poll(self) -> int:
        if self._search is not None and (self._search.stop_requested or self._search.overdue):
            return 1
        return 0 if self._host.poll is None else self._host.poll()

    def _require_rest(self) -> None:
        if self._search is not None:
            raise RuntimeError("a search is under way")


def _known_execution(name: str) -> str:
    if name not in EXECUTIONS:
        raise ValueError(f"there is no execution {name!r}; known are: {', '.join(EXECUTIONS)}")
    return name


def _hash_bits(megabytes: int) -> int:
    """The kernel's TT_BITS for a table of at most so many megabytes: it has 64 << TT_BITS bytes."""
    if not MIN_HASH <= megabytes <= MAX_HASH:
        raise ValueError(f"the hash table takes {MIN_HASH} to {MAX_HASH} megabytes, not {megabytes}")
    return (megabytes << 20 >> 6).bit_length() - 1


def _settings(hash_bits: int) -> dict[str, int]:
    return {"TT_BITS": hash_bits}


def _common_length(old: tuple[str, ...], new: tuple[str, ...]) -> int:
    """How many moves two lines begin with in common."""
    length = 0
    for ours, theirs in zip(old, new, strict=False):
        if ours != theirs:
            break
        length += 1
    return length


def prelinked_programs() -> Iterator[tuple[str, bytes]]:
    """What a build may link beforehand, as files beside the kernel: Xiangqi's rules and search, with which a
    page starts."""
    yield prelink(XIANGQI_LAW)
    yield prelink(GAMES["xiangqi"].files, _settings(_hash_bits(DEFAULT_HASH)))
