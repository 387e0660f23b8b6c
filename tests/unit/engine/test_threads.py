"""Several threads in one search, which goes on when some of them die."""

import asyncio
import subprocess
import sys
import threading
import time
import weakref

import pytest
import wasmtime
from cannonfish.compiler import ExecutionUnavailable, native
from cannonfish.compiler.native import NativeExecution
from cannonfish.engine import MAX_THREADS, Engine, Limits, helpers, kernel_files
from cannonfish.engine.bench import positions
from cannonfish.games.catalogue import NAMES

from tests.cases import slow

MIDDLEGAME = "r1bakab1r/9/1cn4cn/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w"


@pytest.mark.parametrize("game", NAMES)
def test_threads_find_legal_moves_together(game: str) -> None:
    engine = Engine(game, threads=3)
    assert engine.threads == 3
    for _ in range(3):
        infos = []
        result = engine.go(Limits(movetime=100), infos.append)
        assert result.bestmove in list(engine.board.legal_moves)
        assert [info.depth for info in infos] == sorted(info.depth for info in infos)
        engine.position(None, [result.bestmove.uci()])
        engine.position()
    engine.close()


def test_the_nodes_of_all_threads_are_counted() -> None:
    engine = Engine(threads=3)
    for _ in range(10):  # a busy machine may start the helpers late
        engine.go(Limits(movetime=300))
        kernel = engine._kernel
        assert kernel is not None
        assert kernel.helpers is not None
        if kernel.helpers.nodes > 0:
            break
    assert kernel.nodes > kernel.helpers.nodes > 0
    engine.close()


@pytest.mark.parametrize("limits", [Limits(nodes=20_000), Limits(level=5, seed=3)])
def test_levels_and_node_limits_are_the_same_with_any_number_of_threads(limits: Limits) -> None:
    one, three = Engine(), Engine(threads=3)
    for fen in positions("xiangqi")[:4]:
        three.position(fen)
        three.go(Limits(movetime=30))
        results = []
        for engine in (one, three):
            engine.new_game()
            engine.position(fen)
            result = engine.go(limits)
            results.append((result.bestmove, result.info.nodes, result.info.score, result.info.pv))
        assert results[0] == results[1]
    one.close()
    three.close()


def test_excluded_moves_are_excluded_in_all_threads() -> None:
    engine = Engine(threads=2)
    for _ in range(5):
        assert str(engine.go(Limits(movetime=60, searchmoves=("a0a1",))).bestmove) == "a0a1"
    engine.close()


def test_several_lines_with_threads() -> None:
    engine = Engine(threads=2)
    engine.position(MIDDLEGAME)
    infos = []
    engine.go(Limits(depth=7, multipv=3), infos.append)
    last = infos[-4:-1]  # what follows is the result
    assert [info.multipv for info in last] == [1, 2, 3]
    assert len({info.pv[0] for info in last}) == 3
    engine.close()


@pytest.mark.parametrize("times", [100, slow(1000)])
def test_many_starts_and_stops(times: int) -> None:
    """Threads neither pile up nor get stuck, and what they learn of one position does not end another one."""
    before = threading.active_count()
    engine = Engine(threads=3)
    lost = []
    engine.on_fewer_threads = lambda reason, left: lost.append(reason)
    fens = positions("xiangqi")
    for number in range(times):
        engine.position(fens[number % len(fens)])
        if number % 50 == 0:
            engine.new_game()
        if number % 3:
            result = engine.go(Limits(movetime=1))
        else:
            engine.stop()
            result = engine.go(Limits(depth=3))
        assert engine.board.is_legal(result.bestmove)
    assert lost == []
    assert threading.active_count() == before + 2
    engine.close()
    assert threading.active_count() == before


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_an_iteration_that_a_helper_has_finished_is_adopted_unless_its_words_are_torn(execution: str) -> None:
    """Two helpers may write at the same time and leave words of both: then the search goes on by itself."""
    engine = Engine(execution=execution)
    kernel = engine._ready()
    constants = engine.program().constants
    move = engine.game.encode(engine.board.parse("a0a1"))
    finished = [30, 0, -77, 1, move]

    def searched(words: list[int], helped: int = 1, excluded: int = 0) -> int | None:
        kernel.clear()
        kernel.start_search(engine.board, nodes=1500)
        kernel.execution.store("finished_iteration", 0, words)
        kernel.execution.write("thread", constants["HAS_HELPERS"], helped)
        kernel.execution.write("thread", constants["HELPERS_EXCLUDED"], excluded)
        return kernel.iterate(29)

    kernel.execution.store("adopted_iteration", 0, finished)
    finished[constants["FINISHED_CHECK"]] = kernel.execution.call("adopted_checksum")
    assert searched(finished) == -77
    line = kernel.best_line(engine.board)
    assert line is not None
    assert (line[0], [str(move) for move in line[1]]) == (-77, ["a0a1"])
    assert kernel.iterate(31) is None, "that one goes deeper"
    for index in range(len(finished)):
        for change in (-1, 1, 1000):
            torn = [word + change * (place == index) for place, word in enumerate(finished)]
            assert searched(torn) is None, torn
    assert searched(finished, helped=0) is None, "nobody helps: it is left from another search"
    assert searched(finished, excluded=1) is None, "the helpers leave a root move out"
    engine.close()


def test_helpers_finish_iterations_for_the_main_thread() -> None:
    """On a busy machine a helper may get no core in a short search, but not in ten."""
    engine = Engine(threads=2)
    constants = engine.program().constants
    finished = 0
    for _ in range(10):
        engine.new_game()
        engine.position(MIDDLEGAME)
        engine.go(Limits(depth=12))
        kernel = engine._kernel
        assert kernel is not None
        assert kernel.execution.read("current_search", constants["CURRENT_DEPTH"]) == 12
        finished = kernel.execution.read("finished_iteration", constants["FINISHED_DEPTH"])
        if finished:
            break
    assert finished > 0
    engine.close()


def test_a_new_game_clears_the_histories_of_every_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only those of the first helper were cleared."""
    engine = Engine(threads=3)
    helpers = engine._ready().helpers
    assert helpers is not None
    cleared: dict[int, list[str]] = {}
    for number, thread in helpers._threads.items():

        def post(commands: list[tuple[str, str, list[int]]], number: int = number) -> None:
            cleared[number] = [name for command, name, _ in commands if command == "zero"]

        monkeypatch.setattr(thread, "post", post)
    engine.new_game()
    assert set(cleared) == {1, 2}
    assert cleared[1] == cleared[2] != []
    engine.close()


@pytest.mark.parametrize("times", [1, slow(5)])
def test_a_program_may_end_while_threads_search(times: int) -> None:
    """The memory of the helpers was freed first, and the process died of a segmentation fault."""
    text = "from cannonfish.engine import Engine, Limits; Engine(threads=4).go(Limits(depth=11))"
    for _ in range(times):
        assert subprocess.run([sys.executable, "-c", text], check=False).returncode == 0


def test_a_stop_reaches_all_threads() -> None:
    engine = Engine(threads=3)
    engine.execution  # noqa: B018 - compiles
    started = threading.Event()
    stopper = threading.Thread(target=lambda: (started.wait(), time.sleep(0.1), engine.stop()))
    stopper.start()
    result = engine.go(Limits(infinite=True), lambda _: started.set())
    stopper.join()
    assert result.bestmove is not None
    threads = engine._kernel.helpers  # type: ignore[union-attr]
    threads.rest()  # type: ignore[union-attr]
    assert threads.lost() == []  # type: ignore[union-attr]
    counted = threads.nodes  # type: ignore[union-attr]
    time.sleep(0.05)
    assert threads.nodes == counted, "no thread searches after a stop"  # type: ignore[union-attr]
    engine.close()


def broken(body: str) -> dict[str, str]:
    """The kernel with other code at the beginning of what helpers do."""
    text = kernel_files("xiangqi")["search.py"]
    head = "    words = number << THREAD_WORDS_BITS\n"
    assert text.count(head) == 1
    return {"search.py": text.replace(head, body + head)}


def test_the_search_goes_on_without_a_helper_that_dies_and_says_so() -> None:
    fault = "    if number == 2:\n        help_search(number, search_number, age, excluded)\n"
    engine = Engine(threads=3, sources=broken(fault))
    lost = []
    engine.on_fewer_threads = lambda *news: lost.append(news)
    assert engine.threads == 3
    for _ in range(10):
        result = engine.go(Limits(movetime=300))
        assert engine.board.is_legal(result.bestmove)
        if lost:
            break
    assert [left for _, left in lost] == [2]
    assert "help_search" in lost[0][0]
    assert engine.threads == 2
    assert engine.execution == "compiled"
    assert engine.go(Limits(depth=6)).bestmove is not None
    engine.close()


def test_a_helper_that_ends_without_a_word_is_not_counted_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helpers, "SILENCE", 1)
    engine = Engine(threads=3, sources=broken("    if number == 2:\n        return\n"))
    lost = []

    def note(*news: object) -> None:
        lost.append(news)
        engine.stop()

    engine.on_fewer_threads = note
    engine.go(Limits(infinite=True))
    assert lost == [("it does not search", 2)]
    assert engine.go(Limits(movetime=1000)).bestmove is not None
    assert lost == [("it does not search", 2)]
    engine.close()


def test_a_silent_helper_is_noticed_at_the_end_of_a_search_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a search forgot what it had heard of its helpers; a last iteration may take long."""
    monkeypatch.setattr(helpers, "SILENCE", 0.2)
    engine = Engine(threads=3, sources=broken("    if number == 2:\n        return\n"))
    lost = []
    engine.on_fewer_threads = lambda *news: lost.append(news)

    def stop_late(_: object) -> None:
        time.sleep(0.5)
        engine.stop()

    engine.go(Limits(infinite=True), stop_late)
    assert lost == [("it does not search", 2)]
    engine.close()


def test_without_threads_there_is_one_and_the_reason() -> None:
    lost = []
    engine = Engine(execution="interpreted", threads=2)
    engine.on_fewer_threads = lambda *news: lost.append(news)
    assert engine.threads == 1
    assert lost == [("interpreted execution has one thread", 1)]


def assert_compiled_with_fewer_threads(reason: str, left: int) -> None:
    """An engine that is to have four threads has these, says why, and leaves none behind."""
    before = threading.active_count()
    engine = Engine(threads=4)
    lost = []
    engine.on_fewer_threads = lambda *news: lost.append(news)
    assert engine.threads == left
    assert (engine.execution, engine.fallback_reason) == ("compiled", None)
    assert lost == [(reason, left)]
    assert engine.lost_threads == reason
    assert engine.go(Limits(depth=4)).bestmove is not None
    engine.close()
    assert threading.active_count() == before


@pytest.mark.parametrize("error", [ExecutionUnavailable("no more threads"), OSError("no more threads")])
def test_a_platform_that_refuses_threads_has_one(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(NativeExecution, "start_thread", refuse)
    assert_compiled_with_fewer_threads("no more threads", 1)


@pytest.mark.parametrize("allowed", [0, 2])
def test_a_thread_that_the_system_refuses_costs_no_compiled_execution(
    allowed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python's RuntimeError left the engine interpreted, and the helpers before it running for good."""
    started: list[threading.Thread] = []
    start = threading.Thread.start

    def refuse(thread: threading.Thread) -> None:
        if len(started) == allowed:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    reason = "the operating system refuses a thread: can't start new thread"
    assert_compiled_with_fewer_threads(reason, 1 + allowed)


@pytest.mark.parametrize("allowed", [0, 1, 3])
def test_a_thread_without_memory_costs_no_compiled_execution(
    allowed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[wasmtime.Memory] = []
    make = wasmtime.Memory.__init__

    def refuse(memory: wasmtime.Memory, store: wasmtime.Store, kind: wasmtime.MemoryType) -> None:
        if len(made) == allowed:
            raise wasmtime.WasmtimeError("out of memory")
        made.append(memory)
        make(memory, store, kind)

    monkeypatch.setattr(wasmtime.Memory, "__init__", refuse)
    reason = "wasmtime cannot run the compiled program: out of memory"
    assert_compiled_with_fewer_threads(reason, max(allowed, 1))


def test_shared_memory_that_is_refused_costs_no_compiled_execution(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int) -> None:
        raise wasmtime.WasmtimeError("out of memory")

    monkeypatch.setattr(native, "_shared_memory", refuse)
    assert_compiled_with_fewer_threads("wasmtime cannot run the compiled program: out of memory", 1)


def test_a_start_that_fails_halfway_leaves_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[object] = []
    close = NativeExecution.close

    def fail(self: NativeExecution, name: str) -> None:
        raise OSError(f"{name} is not to be seen")

    def note(self: NativeExecution) -> None:
        closed.append(self)
        close(self)

    monkeypatch.setattr(NativeExecution, "prepare_shared_write", fail)
    monkeypatch.setattr(NativeExecution, "close", note)
    assert_compiled_with_fewer_threads("current_search is not to be seen", 1)
    assert len(closed) == 2, "the shared instance, and the single one at the end"


def test_a_cancelled_search_ends_its_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """They searched on for good: the kernel was dropped without a stop."""

    async def call_async(self: NativeExecution, function: str, *arguments: int) -> int:
        """As in a browser, the event loop runs during a call."""
        await asyncio.sleep(0.001)
        return self.call(function, *arguments)

    async def cancelled(engine: Engine) -> None:
        task = asyncio.create_task(engine.go_async(Limits(infinite=True), lambda _: started.set()))
        started = asyncio.Event()
        await started.wait()
        assert threading.active_count() == before + 2
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert threading.active_count() == before
        assert (await engine.go_async(Limits(depth=3))).info.depth == 3

    monkeypatch.setattr(NativeExecution, "call_async", call_async)
    before = threading.active_count()
    engine = Engine(threads=3)
    asyncio.run(cancelled(engine))
    assert engine.threads == 3
    engine.close()
    assert threading.active_count() == before


def test_the_number_of_threads_is_bounded() -> None:
    for threads in (0, MAX_THREADS + 1):
        with pytest.raises(ValueError, match=f"1 to {MAX_THREADS} threads, not {threads}"):
            Engine(threads=threads)


def test_the_arrays_of_a_helper_take_at_most_8_megabytes() -> None:
    """What the program places before the shared arrays, and so what every thread has of its own.

    Its stack and what the platform needs for a thread come on top and are not measured here.
    """
    for game in NAMES:
        assert Engine(game).program().image().shared_from <= 8 << 20


def helper_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "cannonfish helper"]


def test_an_engine_that_nobody_refers_to_is_closed() -> None:
    """Nine engines that were not closed kept 19 threads and 103 MB until the end of the process: the compiled
    instances referred to the engine, and nothing ended the threads."""
    others = helper_threads()
    engine = Engine(threads=3, hash_mb=1)
    engine.go(Limits(depth=3))
    threads = [thread for thread in helper_threads() if thread not in others]
    assert len(threads) == 2
    alive = weakref.ref(engine)
    del engine
    assert alive() is None
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive()


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_an_engine_is_closed_after_with(execution: str) -> None:
    with Engine(execution=execution, hash_mb=1) as engine:
        assert engine.go(Limits(depth=2)).bestmove is not None
    assert not engine.is_ready
    assert engine.go(Limits(depth=2)).bestmove is not None  # the next use opens it again
    engine.close()
    engine.close()
