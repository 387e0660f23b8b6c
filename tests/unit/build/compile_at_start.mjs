// Start the engine in the site's own Python as the page does, and tell what had to be compiled on the way, as JSON:
//   node compile_at_start.mjs DIST
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const dist = path.resolve(process.argv[2]);
const { names } = JSON.parse(fs.readFileSync(path.join(dist, 'data', 'build.json'), 'utf8'));
const loader = path.join(dist, names['pyodide/pyodide.mjs']);
const { loadPyodide } = await import(pathToFileURL(loader).href);
const python = await loadPyodide({ indexURL: path.dirname(loader) });
for (const [name, file] of Object.entries(names)) {
  if (name.startsWith('wheels/'))
    python.unpackArchive(new Uint8Array(fs.readFileSync(path.join(dist, file))), 'wheel');
}
const report = `
import json
import _kept
import _kept_cannonfish, _kept_micropip
_kept.missed = []
import micropip
import cannonfish.protocol.page.browser
cannonfish.protocol.page.browser.warm_up()

import re
texts = [(text, flags) for text, flags in _kept.patterns if isinstance(text, str)]
compiled = list(_kept.missed)
_kept.missed = None
kept = [_kept.pattern(*key) for key in texts]
tables = dict(_kept.patterns), dict(_kept.codes)
_kept.patterns.clear()
re.purge()
fresh = [re.compile(*key) for key in texts]
same = all(old == new and old.groupindex == new.groupindex for old, new in zip(kept, fresh, strict=True))
json.dumps({
    "dataclasses": sum(mode == "exec" for _, mode in tables[1]), "patterns": len(tables[0]),
    "compiled": [repr(text) for text, _ in compiled], "same": same,
})
`;
try {
  console.log(python.runPython(report));
} catch (error) {
  console.error(error.message); // the whole error would print Pyodide's minified source
  process.exitCode = 1;
}
