// Import, in the site's own Python, every module of the site's wheels and of endings.zip, and every module that the
// engine's sources import anywhere, in functions too: node import_everything.mjs DIST SOURCES
// Prints what is missing, as JSON.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const dist = path.resolve(process.argv[2]);
const { names } = JSON.parse(fs.readFileSync(path.join(dist, 'data', 'build.json'), 'utf8'));
const loader = path.join(dist, names['pyodide/pyodide.mjs']);
const { loadPyodide } = await import(pathToFileURL(loader).href);
const python = await loadPyodide({ indexURL: path.dirname(loader) });
for (const [name, file] of Object.entries(names)) {
  if (name.startsWith('wheels/') || name === 'data/endings.zip')
    python.unpackArchive(new Uint8Array(fs.readFileSync(path.join(dist, file))), 'zip');
}
python.mountNodeFS('/sources', path.resolve(process.argv[3]));
const report = `
import ast, importlib, json, pkgutil
from pathlib import Path

import cannonfish, micropip

# Of no use in a browser: the terminal's way to run WebAssembly, its command line, other engines, pictures and notebooks, and
# micropip outside of Pyodide.
# Kernel files are linked, not imported: some need the game that they are linked with.
ELSEWHERE = ("cannonfish.compiler.native", "cannonfish.kernel.", "cannonfish.__main__", "cannonfish.protocol.terminal.endings",
             "cannonfish.uci", "cannonfish.svg", "cannonfish.notebook", "argparse",
             "micropip._vendored", "micropip._compat._compat_not_in_pyodide")

modules = {module.name for package in (cannonfish, micropip)
           for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")}
for path in Path("/sources").glob("**/*.py"):
    if path.name == "native.py" or path.parts[2] in ("uci", "svg", "notebook"):
        continue
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            modules.add(node.module)
imported, missing = [], {}
for name in sorted(modules):
    if not name.startswith(ELSEWHERE):
        try:
            importlib.import_module(name)
            imported.append(name)
        except Exception as error:
            missing[name] = repr(error)
json.dumps({"imported": imported, "missing": missing})
`;
try {
  console.log(python.runPython(report));
} catch (error) {
  console.error(error.message); // the whole error would print Pyodide's minified source
  process.exitCode = 1;
}
