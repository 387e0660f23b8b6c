"""The compiled execution outside a browser: WebAssembly run by the package `wasmtime`, an optional extra."""

from __future__ import annotations

import atexit
import ctypes
import threading
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib import import_module
from queue import SimpleQueue
from threading import Event
from typing import Any
from weakref import WeakKeyDictionary, WeakSet, finalize

from .compiled import CompiledExecution
from .errors import ExecutionUnavailable
from .execution import Call, Host, Thread
from .program import MEMORY, PAGE, VECTOR_MODULE, Program
from .symbols import Signature

PATIENCE = 1.0
"""Seconds to wait for a thread that is asked to end."""
STACK = 1 << 20
"""Bytes of stack for compiled code: enough for thousands of nested calls, and less than any thread has."""

_modules: WeakKeyDictionary[Program, dict[bytes, Any]] = WeakKeyDictionary()


def _wasmtime() -> Any:
    """Import the package, which is optional and slow to load."""
    try:
        import wasmtime
    except ImportError as error:
        reason = "the Python package wasmtime is not installed (it is the extra `native` of cannonfish)"
        raise ExecutionUnavailable(reason) from error
    except Exception as error:  # the binary of another platform
        raise ExecutionUnavailable(f"the Python package wasmtime does not load: {error}") from error
    return wasmtime


@cache
def _engine() -> Any:
    wasmtime = _wasmtime()
    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    config.max_wasm_stack = STACK
    config.wasm_multi_memory = config.wasm_threads = config.shared_memory = True
    # At exit, modules must be freed before Python unloads wasmtime.
    atexit.register(_engine.cache_clear)
    atexit.register(_modules.clear)
    return wasmtime.Engine(config)


@cache
def has_vectors() -> bool:
    """Whether wasmtime has vector instructions for this machine."""
    wasmtime = _wasmtime()
    try:
        wasmtime.Module.validate(_engine(), VECTOR_MODULE)
    except wasmtime.WasmtimeError:
        return False
    return True


def _module(program: Program, code: bytes) -> Any:
    """Return the machine code of a program, which all its instances share."""
    wasmtime = _wasmtime()
    modules = _modules.setdefault(program, {})
    if code not in modules:
        try:
            modules[code] = wasmtime.Module(_engine(), code)
        except wasmtime.WasmtimeError as error:
            raise ExecutionUnavailable(f"wasmtime refuses the compiled program: {error}") from error
    return modules[code]


def _shared_memory(pages: int) -> Any:
    """Return a memory that threads share.

    Version 50 of the package passes such a memory to an instance with a pointer too many, hence the subclass.
    """
    wasmtime = _wasmtime()
    ffi: Any = import_module("wasmtime._ffi")
    base: Any = wasmtime.SharedMemory

    class SharedMemory(base):  # type: ignore[misc]
        def _as_extern(self) -> Any:
            union = ffi.wasmtime_extern_union(sharedmemory=self.ptr())
            return ffi.wasmtime_extern_t(ffi.WASMTIME_EXTERN_SHAREDMEMORY, union)

    kind = wasmtime.MemoryType(wasmtime.Limits(pages, pages), shared=True)
    return SharedMemory(_engine(), kind)


def _views(address: int, size: int) -> dict[int, Any]:
    """Return a memory as numbers of 32 and of 16 bits."""
    return {
        32: (ctypes.c_int32 * (size // 4)).from_address(address),
        16: (ctypes.c_int16 * (size // 2)).from_address(address),
    }


def _caller(function: Any, store: Any, signature: Signature) -> Callable[..., int | None]:
    """Return a fast way to call an exported function: 1 to 2 microseconds a call instead of 20 to 60.

    The package looks up the function's type and converts every value at each call, and ctypes compares the
    types of pointers. This uses private parts of the package, and untyped pointers, instead; a release that
    lacks them is called the public way.
    """
    try:
        from wasmtime import Trap, WasmtimeError, _bindings, _func

        typed = _bindings._wasmtime_func_call_unchecked
        raw, trap_pointer = _bindings.wasmtime_val_raw_t, ctypes.POINTER(_bindings.wasm_trap_t)
        error_pointer = ctypes.POINTER(_bindings.wasmtime_error_t)
        trap_from, error_from = Trap._from_ptr, WasmtimeError._from_ptr
        raise_from_host = _func.maybe_raise_last_exn
        callee = function._func
    except (ImportError, AttributeError):
        return partial(function, store)
    untyped = ctypes.c_void_p
    prototype = ctypes.CFUNCTYPE(untyped, untyped, untyped, untyped, ctypes.c_size_t, untyped)
    invoke = prototype(ctypes.cast(typed, untyped).value or 0)
    length = max(len(signature.parameters), 1)  # the result replaces the first argument
    stride = ctypes.sizeof(raw) // 4
    words = (ctypes.c_int32 * (length * stride))()
    trap = trap_pointer()
    context = ctypes.cast(store._context(), untyped)
    reference, values, trap_reference = (
        ctypes.cast(ctypes.pointer(each), untyped) for each in (callee, words, trap)
    )
    count = ctypes.c_size_t(length)

    def call(*arguments: int) -> int | None:
        place = 0
        for argument in arguments:
            words[place] = argument
            place += stride
        error = invoke(context, reference, values, count, trap_reference)
        if error or trap:
            failure = (
                trap_from(trap_pointer(trap.contents))
                if trap
                else error_from(ctypes.cast(error, error_pointer))
            )
            ctypes.memset(trap_reference, 0, ctypes.sizeof(trap))
            raise_from_host()
            raise failure
        return words[0] if signature.returns else None

    return call


class NativeExecution(CompiledExecution):
    """A program compiled to machine code in this process."""

    def __init__(
        self,
        program: Program,
        host: Host | None = None,
        checked: bool = False,
        vectors: bool = True,
        threads: bool = False,
        *,
        of: NativeExecution | None = None,
    ):
        """Make an instance; with `of`, one that uses the shared arrays of another one, made for threads."""
        super().__init__(program, checked, vectors and has_vectors(), threads)
        self._vectors = vectors
        wasmtime = _wasmtime()
        module = _module(program, self._image.for_threads() if threads else self._image.wasm)
        host = host or Host()
        self._faults = (wasmtime.Trap, wasmtime.WasmtimeError)
        self._store: Any = wasmtime.Store(_engine())
        self._release = finalize(self, self._store.close)
        signature = wasmtime.FuncType([], [wasmtime.ValType.i32()])
        functions = (*host.functions(), host.poll_or_never())
        imports = [wasmtime.Func(self._store, signature, function) for function in functions]
        self._shared_memory: Any = None
        try:
            if threads:
                pages = self._image.shared_from // PAGE
                own = wasmtime.Memory(self._store, wasmtime.MemoryType(wasmtime.Limits(pages, pages)))
                self._shared_memory = of._shared_memory if of else _shared_memory(self._image.shared_pages)
                imports = [own, self._shared_memory, *imports]
            exports: Any = wasmtime.Instance(self._store, module, imports).exports(self._store)
        except self._faults as error:
            self._release()
            raise ExecutionUnavailable(f"wasmtime cannot run the compiled program: {error}") from error
        if threads:
            data = self._shared_memory.data_ptr().contents
            self._shared = _views(ctypes.addressof(data), self._shared_memory.data_len())
        memory = exports[MEMORY]
        size = memory.data_len(self._store)
        self._memory = _views(ctypes.addressof(memory.data_ptr(self._store).contents), size)
        self._functions = {
            name: _caller(exports[name], self._store, signature)
            for name, signature in program.signatures.items()
        }

    def function(self, name: str) -> Callable[..., int]:
        """Return the compiled function itself. `failure` makes sense of what it raises."""
        try:
            return self._functions[name]
        except KeyError:
            raise KeyError(f"the program has no function `{name}`") from None

    def slice(self, name: str, start: int, stop: int) -> list[int]:
        """Return a copy of the entries from start up to, but not including, stop."""
        self._check_slice(name, start, stop)
        memory, first = self._place(name)
        values: list[int] = memory[first + start : first + stop]
        return values

    def store(self, name: str, start: int, values: Iterable[int]) -> None:
        """Set consecutive entries of an array."""
        numbers = self._pack(name, values)
        self._check_slice(name, start, start + len(numbers))
        memory, first = self._place(name)
        memory[first + start : first + start + len(numbers)] = numbers.tolist()

    def zero(self, name: str) -> None:
        """Set all entries of an array to 0."""
        array = self._array(name)
        memory, first = self._place(name)
        ctypes.memset(ctypes.byref(memory, array.size * first), 0, array.size * array.length)

    def close(self) -> None:
        """Release the store, and with it the memory of the instance."""
        self._functions.clear()
        self._memory.clear()
        self._shared.clear()
        self._shared_memory = None
        self._release()

    def start_thread(self, on_fault: Callable[[str], None]) -> Thread:
        """Start another thread of the operating system. ExecutionUnavailable without `threads`."""
        if not self._threads:
            return super().start_thread(on_fault)
        return NativeThread(self, on_fault)


_running: WeakSet[NativeThread] = WeakSet()


class NativeThread(Thread):
    """A thread of the operating system with an instance of its own.

    Compiled code runs without Python's lock, so that threads do not wait for one another.
    """

    def __init__(self, main: NativeExecution, on_fault: Callable[[str], None]):
        self._inbox: SimpleQueue[list[Call] | None] = SimpleQueue()
        self._closing = Event()
        inbox, closing = self._inbox, self._closing
        host = Host(poll=lambda: int(closing.is_set()))
        own = NativeExecution(main.program, host, main.checked, main._vectors, threads=True, of=main)

        def run() -> None:
            try:
                while (calls := inbox.get()) is not None and not closing.is_set():
                    for kind, name, numbers in calls:
                        match kind:
                            case "call":
                                own.call(name, *numbers)
                            case "store":
                                own.store(name, 0, numbers)
                            case "zero":
                                own.zero(name)
            except Exception as error:
                on_fault(str(error) or type(error).__name__)
            finally:
                own.close()

        self._thread = threading.Thread(target=run, name="cannonfish helper", daemon=True)
        try:
            self._thread.start()
        except RuntimeError as error:
            own.close()
            raise ExecutionUnavailable(f"the operating system refuses a thread: {error}") from error
        _running.add(self)
        _close_threads_at_exit()

    def post(self, calls: list[Call]) -> None:
        """Do these tasks as soon as everything posted before is done."""
        self._inbox.put(calls)

    def close(self) -> None:
        """End the thread, and wait until it has ended; not forever, as it may hang."""
        self._closing.set()
        self._inbox.put(None)
        if self._thread is not threading.current_thread():  # which may be collecting garbage
            self._thread.join(PATIENCE)


@cache
def _close_threads_at_exit() -> None:
    """End the threads before their stores are closed: `atexit` calls the last registered function first."""
    atexit.register(_close_threads)


def _close_threads() -> None:
    for thread in list(_running):
        thread.close()
