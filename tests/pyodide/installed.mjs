// Run a Python script in Pyodide under Node, with a wheel that micropip has installed:
//
//   node tests/pyodide/installed.mjs MICROPIP.whl WHEEL.whl SCRIPT.py
import fs from 'node:fs';
import path from 'node:path';
import { loadPyodide } from 'pyodide';

const [micropip, wheel, script] = process.argv.slice(2).map((file) => path.resolve(file));
const python = await loadPyodide();
python.mountNodeFS('/wheels', path.dirname(wheel));
await python.loadPackage(micropip, { messageCallback: () => {} });
await python.pyimport('micropip').install(`emfs:/wheels/${path.basename(wheel)}`);
await python.runPythonAsync(fs.readFileSync(script, 'utf8'));
