// Run a Python script in the browser's Python (Pyodide under Node), for what must be made by exactly that version:
//   node in_pyodide.mjs PYODIDE_FOLDER LIBRARY.zip SCRIPT.py ARGUMENTS...
// The file system of this machine is mounted at /host; path arguments are absolute and translated here.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, library, ...command] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.resolve(folder, 'pyodide.mjs')).href);
const python = await loadPyodide({
  indexURL: path.resolve(folder),
  stdLibURL: path.resolve(library),
  env: { PYTHONNODEBUGRANGES: '1' }, // code knows its lines, not its columns: bytecode is smaller by a tenth
});
python.FS.mkdir('/host');
python.FS.mount(python.FS.filesystems.NODEFS, { root: '/' }, '/host');
const argv = command.map((word) => (path.isAbsolute(word) ? `/host${word}` : word));
python.globals.set('argv', python.toPy(argv));
try {
  python.runPython("import runpy, sys; sys.argv = argv; runpy.run_path(argv[0], run_name='__main__')");
} catch (error) {
  console.error(error.message); // the whole error would print Pyodide's minified source
  process.exitCode = 1;
}
