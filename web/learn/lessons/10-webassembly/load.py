try:  # in the browser
    from js import WebAssembly
    from pyodide.ffi import to_js

    def load(module):
        """The functions of a WebAssembly module, given as bytes."""
        return WebAssembly.Instance.new(WebAssembly.Module.new(to_js(module))).exports

except ImportError:  # on your own computer, with the package wasmtime
    from functools import partial
    from types import SimpleNamespace

    import wasmtime

    def load(module):
        """The functions of a WebAssembly module, given as bytes."""
        store = wasmtime.Store()
        exports = wasmtime.Instance(store, wasmtime.Module(store.engine, module), []).exports(store)
        return SimpleNamespace(**{name: partial(f, store) for name, f in dict(exports).items()})


print("ready")
