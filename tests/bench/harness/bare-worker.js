// What the engine's start is compared with: Pyodide from its untouched npm files, and nothing else.
import { loadPyodide } from '/bare/pyodide.mjs';

await loadPyodide({ indexURL: '/bare/' });
postMessage('ready');
