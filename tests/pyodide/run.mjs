// Runs Python test files inside Pyodide under Node, with the engine's sources on the path, in one boot.
//
//   node tests/pyodide/run.mjs FILE.py...
//
// Every function named test_* of every file is called (and awaited); one line of JSON per function is printed:
// {"file", "test", "seconds", "error"}, where error is null or a traceback. Boot takes two to four seconds.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const pyodide = await loadPyodide({ packages: [] });
pyodide.mountNodeFS('/engine', path.join(root, 'py/engine'));
pyodide.mountNodeFS('/tests', path.join(root, 'tests'));
const files = process.argv.slice(2).map((file) => `/tests/${path.relative(path.join(root, 'tests'), file)}`);

const run = pyodide.runPython(`
import inspect, json, runpy, sys, time, traceback

sys.dont_write_bytecode = True
sys.path[:0] = ["/engine"]

async def run(files):
    for file in files:
        sys.path.insert(0, file.rpartition("/")[0])
        for name, test in runpy.run_path(file).items():
            if not name.startswith("test_"):
                continue
            start, error = time.perf_counter(), None
            try:
                result = test()
                if inspect.isawaitable(result):
                    await result
            except BaseException:
                error = traceback.format_exc()
            seconds = round(time.perf_counter() - start, 3)
            print(json.dumps({"file": file, "test": name, "seconds": seconds, "error": error}), flush=True)
        sys.path.pop(0)

run
`);
await run(pyodide.toPy(files));
