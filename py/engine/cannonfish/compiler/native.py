"""The compiled execution outside a browser: WebAssembly run by the package `wasmtime`, an optional extra."""

from __future__ import annotations

import atexit
import ctypes
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any
from weakref import WeakKeyDictionary, finalize

from .compiled import CompiledExecution
from .errors import ExecutionUnavailable
from .execution import Host
from .program import MEMORY, VECTOR_MODULE, Program, Signature

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


def _caller(function: Any, store: Any, signature: Signature) -> Callable[..., int | None]:
    """Return a fast way to call an exported function: 3 microseconds a call instead of 20 to 60.

    The package looks up the function's type and converts every value at each call. This uses private parts of
    the package instead; a release that lacks them is called the public way.
    """
    try:
        from wasmtime import Trap, WasmtimeError, _bindings, _func

        invoke = _bindings.wasmtime_func_call_unchecked
        raw, trap_pointer = _bindings.wasmtime_val_raw_t, ctypes.POINTER(_bindings.wasm_trap_t)
        trap_from, error_from = Trap._from_ptr, WasmtimeError._from_ptr
        raise_from_host = _func.maybe_raise_last_exn
        reference = ctypes.byref(function._func)
    except (ImportError, AttributeError):
        return partial(function, store)
    context = store._context()
    count = max(len(signature.parameters), 1)  # the result replaces the first argument
    values = (raw * count)()
    stride = ctypes.sizeof(raw) // 4
    words = (ctypes.c_int32 * (count * stride)).from_buffer(values)
    pointer = ctypes.cast(values, ctypes.POINTER(raw))

    def call(*arguments: int) -> int | None:
        for place, argument in enumerate(arguments):
            words[place * stride] = argument
        trap = trap_pointer()
        error = invoke(context, reference, pointer, count, ctypes.byref(trap))
        if error or trap:
            failure = trap_from(trap) if trap else error_from(error)
            raise_from_host()
            raise failure
        return words[0] if signature.returns else None

    return call


class NativeExecution(CompiledExecution):
    """A program compiled to machine code in this process."""

    def __init__(
        self, program: Program, host: Host | None = None, checked: bool = False, vectors: bool = True
    ):
        super().__init__(program, checked, vectors and has_vectors())
        wasmtime = _wasmtime()
        module = _module(program, self._image.wasm)
        host = host or Host()
        self._faults = (wasmtime.Trap, wasmtime.WasmtimeError)
        self._store: Any = wasmtime.Store(_engine())
        self._release = finalize(self, self._store.close)
        signature = wasmtime.FuncType([], [wasmtime.ValType.i32()])
        imports = [
            wasmtime.Func(self._store, signature, function)
            for function in (host.clock(), host.breath(), host.breath())
        ]
        try:
            exports: Any = wasmtime.Instance(self._store, module, imports).exports(self._store)
        except self._faults as error:
            raise ExecutionUnavailable(f"wasmtime cannot run the compiled program: {error}") from error
        memory = exports[MEMORY]
        size = memory.data_len(self._store)
        address = ctypes.addressof(memory.data_ptr(self._store).contents)
        self._memory = {
            32: (ctypes.c_int32 * (size // 4)).from_address(address),
            16: (ctypes.c_int16 * (size // 2)).from_address(address),
        }
        self._functions = {
            name: _caller(exports[name], self._store, signature)
            for name, signature in program.signatures.items()
        }

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
        self._release()
