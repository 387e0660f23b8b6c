"""The compiled execution in Pyodide: the module is compiled and run by the browser's JavaScript engine.

Only instances hold JavaScript objects, so that a memory snapshot of Python can be taken while there is none.
"""

from __future__ import annotations

from array import array as IntArray
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from .compiled import CompiledExecution
from .errors import ExecutionUnavailable
from .execution import Call, Host, Thread
from .program import MEMORIES, MEMORY, MODULE, PAGE, SUSPENDING, VECTOR_MODULE, Program
from .symbols import TYPECODES


def has_vectors() -> bool:
    """Whether the browser has vector instructions."""
    js: Any = import_module("js")
    ffi: Any = import_module("pyodide.ffi")
    return bool(js.WebAssembly.validate(ffi.to_js(VECTOR_MODULE)))


class BrowserExecution(CompiledExecution):
    """A program compiled by the JavaScript engine.

    If the platform can suspend WebAssembly (JSPI) and the host's `js.poll()` returns promises, `call_async`
    suspends the program at every poll, and the event loop runs meanwhile. `call` never suspends; it calls the
    host's Python `poll`.
    """

    def __init__(
        self,
        program: Program,
        host: Host | None = None,
        checked: bool = False,
        vectors: bool = True,
        threads: bool = False,
    ):
        super().__init__(program, checked, vectors and has_vectors(), threads)
        js: Any = import_module("js")
        ffi: Any = import_module("pyodide.ffi")
        self._faults = (ffi.JsException,)
        self._proxies: list[Any] = []  # Python functions that JavaScript holds
        self._wrap: Any = None
        self._host: Any = host and host.js
        self._module: Any = None
        self._memories: Any = None
        try:
            imports = self._imports(host or Host(), js, ffi)
            code = self._image.for_threads() if threads else self._image.wasm
            self._module = js.WebAssembly.Module.new(ffi.to_js(code))
            if threads:
                self._memories = self._new_memories()
                for name, memory in zip(MEMORIES, self._memories, strict=True):
                    setattr(js.Reflect.get(imports, MODULE), name, memory)
            exports = js.WebAssembly.Instance.new(self._module, imports).exports
        except (*self._faults, ExecutionUnavailable) as error:
            self._destroy()
            if isinstance(error, ExecutionUnavailable):
                raise
            raise ExecutionUnavailable(f"the browser refuses compiled code: {error}") from error
        self._memory = _views(js.Reflect.get(exports, MEMORY))
        if threads:
            self._shared = _views(self._memories[1])
        self._functions = {name: js.Reflect.get(exports, name) for name in program.signatures}
        self._promising: dict[str, Callable[..., Any]] = {}
        self._suspended = ""

    def _new_memories(self) -> tuple[Any, Any]:
        """Return a memory of this thread's own, and the one that all threads share."""
        if not hasattr(self._host, "startThread"):
            raise ExecutionUnavailable("threads need a page that is cross-origin isolated")
        own, shared = self._image.shared_from // PAGE, self._image.shared_pages
        return self._host.newMemory(own, False), self._host.newMemory(shared, True)

    def _imports(self, host: Host, js: Any, ffi: Any) -> Any:
        """Return the object that supplies the functions of IMPORTS."""

        def from_python(function: Callable[[], int]) -> Any:
            proxy = ffi.create_proxy(function)
            self._proxies.append(proxy)
            return proxy

        now = poll = pause = None
        if host.js is not None:
            if hasattr(host.js, "now"):
                now = host.js.now.bind(host.js)
            if hasattr(host.js, "poll"):
                poll = host.js.poll.bind(host.js)
                if getattr(host.js, "suspends", False) and hasattr(js.WebAssembly, "Suspending"):
                    pause, poll = js.WebAssembly.Suspending.new(poll), None
        self._wrap = js.WebAssembly.promising if pause is not None else None
        functions = js.Object.new()
        now_in_python, poll_in_python, ask = host.functions()
        functions.now = now or from_python(now_in_python)
        functions.poll = poll or from_python(poll_in_python)
        functions.ask = from_python(ask)
        functions.pause = pause or functions.poll
        imports = js.Object.new()
        setattr(imports, MODULE, functions)
        return imports

    def call(self, function: str, *arguments: int) -> int:
        """Call a function of the program; one that returns None gives 0."""
        self._check_idle(function)
        return super().call(function, *arguments)

    async def call_async(self, function: str, *arguments: int) -> int:
        """Call a function; if the platform can suspend it, the event loop runs whenever the program polls.

        Until it returns, arrays may be read and written, but other calls raise RuntimeError. A cancelled
        await leaves the instance in this state for good; let `poll` return non-zero instead.
        """
        if self._wrap is None:
            return self.call(function, *arguments)
        self._check_call(function, arguments)
        self._check_idle(function)
        promising = self._promising.get(function)
        if promising is None:
            promising = self._promising[function] = self._wrap(self._functions[function])
        self._suspended = function
        self._memory[32][SUSPENDING // 4] = 1
        try:
            result = await promising(*arguments)
        except Exception as error:
            self._resume()
            if isinstance(error, self._faults):
                raise self._failure(function, error) from error
            raise
        self._resume()
        return result or 0

    def _resume(self) -> None:
        self._memory[32][SUSPENDING // 4] = 0
        self._suspended = ""

    def _check_idle(self, function: str) -> None:
        if self._suspended:
            raise RuntimeError(f"`{function}` called while `{self._suspended}` is suspended")

    def slice(self, name: str, start: int, stop: int) -> list[int]:
        """Return a copy of the entries from start up to, but not including, stop."""
        self._check_slice(name, start, stop)
        array = self._array(name)
        copy = IntArray(TYPECODES[array.bits], bytes(array.size * (stop - start)))
        if copy:
            memory, first = self._place(name)
            memory.subarray(first + start, first + stop).assign_to(copy)
        return copy.tolist()

    def store(self, name: str, start: int, values: Iterable[int]) -> None:
        """Set consecutive entries of an array."""
        numbers = self._pack(name, values)
        self._check_slice(name, start, start + len(numbers))
        if numbers:
            memory, first = self._place(name)
            memory.subarray(first + start, first + start + len(numbers)).assign(numbers)

    def zero(self, name: str) -> None:
        """Set all entries of an array to 0."""
        length = self._array(name).length
        memory, first = self._place(name)
        memory.fill(0, first, first + length)

    def start_thread(self, on_fault: Callable[[str], None]) -> Thread:
        """Start another worker. ExecutionUnavailable without `threads`."""
        if not self._threads:
            return super().start_thread(on_fault)
        return BrowserThread(self, on_fault)

    def prepare_shared_write(self, name: str) -> None:
        """Hand the page a shared array: it can write there while this thread is busy."""
        memory, first = self._place(name)
        self._host.reveal(memory.subarray(first, first + self._array(name).length))

    def close(self) -> None:
        """Release memory and functions, and the Python functions that JavaScript holds."""
        self._functions.clear()
        self._promising.clear()
        self._memory.clear()
        self._shared.clear()
        self._memories = self._module = self._wrap = None
        self._destroy()

    def _destroy(self) -> None:
        for proxy in self._proxies:
            proxy.destroy()
        self._proxies.clear()


class BrowserThread(Thread):
    """A worker with an instance of its own, and no Python: see `web/engine/thread.js`."""

    def __init__(self, main: BrowserExecution, on_fault: Callable[[str], None]):
        self._main = main
        ffi: Any = import_module("pyodide.ffi")
        self._to_js = ffi.to_js
        self._on_fault = ffi.create_proxy(on_fault)
        pages = main._image.shared_from // PAGE
        try:
            self._worker = main._host.startThread(main._module, pages, main._memories[1], self._on_fault)
        except ffi.JsException as error:
            self._on_fault.destroy()
            raise ExecutionUnavailable(f"the browser starts no worker: {error}") from error

    def post(self, calls: list[Call]) -> None:
        """Do these tasks as soon as everything posted before is done."""
        self._worker.post(self._to_js([self._placed(*call) for call in calls]))

    def _placed(self, kind: str, name: str, numbers: list[int]) -> tuple[Any, ...]:
        """Return a task with an array's entry size, place and length instead of its name."""
        if kind == "call":
            return kind, name, numbers
        array, (_, first) = self._main._array(name), self._main._place(name)
        return kind, array.bits, first, array.length if kind == "zero" else numbers

    def close(self) -> None:
        """End the worker, whatever it does."""
        self._worker.close()
        self._on_fault.destroy()


def _views(memory: Any) -> dict[int, Any]:
    """Return a memory as numbers of 32 and of 16 bits."""
    js: Any = import_module("js")
    return {32: js.Int32Array.new(memory.buffer), 16: js.Int16Array.new(memory.buffer)}
