"""When compiled code cannot be had, or fails, the engine goes on interpreted and says so."""

import asyncio
import warnings
from collections.abc import Callable

import cannonfish.engine.engine
import pytest
from cannonfish.compiler import Execution, ExecutionFailed, ExecutionUnavailable, Host, Program, instantiate
from cannonfish.engine import DEFAULT_HASH, Engine, Info, Limits

Instantiate = Callable[..., Execution]


def refusing(error: Exception) -> Instantiate:
    """Compiled execution cannot be had."""

    def refuse(program: Program, execution: str, host: Host, checked: bool) -> Execution:
        if execution == "compiled":
            raise error
        return instantiate(program, execution, host, checked)

    return refuse


def failing(function: str, argument: int, failing_execution: str = "compiled") -> Instantiate:
    """That execution breaks down at a certain call."""

    def make(program: Program, execution: str, host: Host, checked: bool) -> Execution:
        instance = instantiate(program, execution, host, checked)
        if execution == failing_execution:
            call = instance.call

            def fail(name: str, *arguments: int) -> int:
                if name == function and arguments[-1] == argument:
                    raise ExecutionFailed("memory access out of bounds")
                return call(name, *arguments)

            vars(instance)["call"] = fail
        return instance

    return make


@pytest.fixture
def inject(monkeypatch: pytest.MonkeyPatch) -> Callable[[Instantiate], None]:
    return lambda fault: monkeypatch.setattr(cannonfish.engine.engine, "instantiate", fault)


@pytest.mark.parametrize("wanted", ["auto", "compiled"])
@pytest.mark.parametrize(
    "error", [ExecutionUnavailable("wasm is switched off"), KeyError("a bug"), MemoryError()]
)
def test_unavailable(inject: Callable[[Instantiate], None], wanted: str, error: Exception) -> None:
    inject(refusing(error))
    reasons: list[str] = []
    engine = Engine(execution=wanted, hash_mb=1)
    engine.on_fallback = reasons.append
    assert engine.go(Limits(depth=3)).bestmove is not None
    assert engine.execution == "interpreted"
    assert reasons == [engine.fallback_reason]
    assert reasons[0] in ("wasm is switched off", "'a bug'", "MemoryError")


@pytest.mark.parametrize("threads", [1, 2])
def test_a_large_table_that_is_refused_has_the_default_size(
    inject: Callable[[Instantiate], None], threads: int
) -> None:
    """The engine was interpreted, although compiled code had memory for the default table."""

    def refuse(
        program: Program, execution: str, host: Host, checked: bool, threads: bool = False
    ) -> Execution:
        if execution == "compiled" and 64 << program.constants["TT_BITS"] > DEFAULT_HASH << 20:
            raise ExecutionUnavailable("no memory")
        return instantiate(program, execution, host, checked, threads=threads)

    inject(refuse)
    told: list[object] = []
    engine = Engine(hash_mb=2 * DEFAULT_HASH, threads=threads)
    engine.on_smaller_table = told.append
    engine.on_fewer_threads = lambda *news: told.append(news)
    assert (engine.execution, engine.fallback_reason) == ("compiled", None)
    assert told == [("no memory", 1)] * (threads - 1) + ["no memory"]
    assert len(engine._ready().execution.array("table")) * 4 == DEFAULT_HASH << 20
    assert engine.go(Limits(depth=3)).bestmove is not None
    engine.close()


def test_compiled_code_that_is_refused_with_the_default_table_too(
    inject: Callable[[Instantiate], None],
) -> None:
    inject(refusing(ExecutionUnavailable("switched off")))
    told: list[str] = []
    engine = Engine(hash_mb=2 * DEFAULT_HASH)
    engine.on_smaller_table = told.append
    assert (engine.execution, engine.fallback_reason) == ("interpreted", "switched off")
    assert told == []
    engine.close()


def test_interpreted_by_choice_is_no_fallback(inject: Callable[[Instantiate], None]) -> None:
    inject(refusing(ExecutionUnavailable("nobody asks")))
    engine = Engine(execution="interpreted", hash_mb=1)
    assert engine.execution == "interpreted"
    assert engine.fallback_reason is None


@pytest.mark.parametrize(
    ("function", "argument"), [("iterate", 4), ("iterate", 1), ("begin", 0), ("play_line", 0)]
)
def test_failure_in_a_search_costs_time_but_changes_nothing(
    inject: Callable[[Instantiate], None], function: str, argument: int
) -> None:
    plain = Engine(execution="interpreted", hash_mb=1).go(Limits(depth=5))
    inject(failing(function, argument))
    reasons: list[str] = []
    told: list[Info] = []
    engine = Engine(execution="compiled", hash_mb=1)
    engine.on_fallback = reasons.append
    assert engine.execution == "compiled"
    result = engine.go(Limits(depth=5), told.append)
    assert reasons == ["memory access out of bounds"]
    assert engine.execution == "interpreted"
    assert engine.fallback_reason == "memory access out of bounds"
    assert told[-1].depth == 5
    assert (result.bestmove, result.info.nodes, result.info.pv) == (
        plain.bestmove,
        plain.info.nodes,
        plain.info.pv,
    )


def test_a_package_to_install_is_named_once(inject: Callable[[Instantiate], None]) -> None:
    """Without a listener nobody saw that the engine was forty times as slow as it could be."""
    missing = ExecutionUnavailable("the Python package wasmtime is not installed")
    missing.__cause__ = ImportError()
    inject(refusing(missing))
    with pytest.warns(RuntimeWarning, match=r"wasmtime is not installed; .* pip install wasmtime$"):
        assert Engine(hash_mb=1).execution == "interpreted"
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("default")
        assert Engine(hash_mb=1).execution == "interpreted"
        assert Engine("chess", hash_mb=1).evaluate().cp is not None
    assert len(told) == 1
    inject(refusing(ExecutionUnavailable("no memory")))
    with warnings.catch_warnings(action="error"):
        assert Engine(hash_mb=1).execution == "interpreted"


def test_failure_in_an_async_search(inject: Callable[[Instantiate], None]) -> None:
    inject(failing("iterate", 3))
    engine = Engine(execution="compiled", hash_mb=1)
    result = asyncio.run(engine.go_async(Limits(depth=4)))
    assert result.info.depth == 4
    assert engine.execution == "interpreted"


def test_failure_while_counting_moves(inject: Callable[[Instantiate], None]) -> None:
    inject(failing("perft", 0))
    engine = Engine(execution="compiled", hash_mb=1)
    assert sum(leaves for _, leaves in engine.perft(2)) == 1920
    assert engine.execution == "interpreted"


def test_an_illegal_answer_is_a_failure(inject: Callable[[Instantiate], None]) -> None:
    """A compiled kernel gone mad must not make the engine play a move that the rules forbid."""

    def make(program: Program, execution: str, host: Host, checked: bool) -> Execution:
        instance = instantiate(program, execution, host, checked)
        if execution == "compiled":
            call = instance.call

            def corrupt(name: str, *arguments: int) -> int:
                value = call(name, *arguments)
                if name == "iterate" and arguments == (3,):
                    instance.write("search_state", program.constants["BEST_MOVE"], 0x3434)
                return value

            vars(instance)["call"] = corrupt
        return instance

    inject(make)
    engine = Engine(execution="compiled", hash_mb=1)
    assert engine.go(Limits(depth=4)).bestmove in engine.board.legal_moves
    assert engine.execution == "interpreted"
    assert "illegal move" in str(engine.fallback_reason)


def test_failure_of_interpreted_code_is_seen(inject: Callable[[Instantiate], None]) -> None:
    """It is the last resort: an error there is a bug, not a state of affairs."""
    inject(failing("iterate", 2, "interpreted"))
    engine = Engine(execution="interpreted", hash_mb=1)
    with pytest.raises(ExecutionFailed):
        engine.go(Limits(depth=3))
    assert not engine.searching


def test_another_attempt_can_be_made(inject: Callable[[Instantiate], None]) -> None:
    inject(refusing(ExecutionUnavailable("not yet")))
    engine = Engine(execution="auto", hash_mb=1)
    assert engine.execution == "interpreted"
    inject(instantiate)
    assert engine.execution == "interpreted"
    engine.set_execution("auto")
    assert engine.execution == "compiled"
    assert engine.fallback_reason is None


def test_a_cancelled_search_leaves_the_engine_usable() -> None:
    async def cancelled() -> None:
        engine = Engine(execution="compiled", hash_mb=1)

        def cancel(info: Info) -> None:
            if info.depth == 2:
                raise asyncio.CancelledError

        with pytest.raises(asyncio.CancelledError):
            await engine.go_async(Limits(depth=5), cancel)
        assert not engine.searching
        assert (await engine.go_async(Limits(depth=3))).info.depth == 3

    asyncio.run(cancelled())
