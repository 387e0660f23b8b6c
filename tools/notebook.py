"""Bundle the board of notebooks: `python -m tools.notebook` makes it anew.

The output, py/engine/cannonfish/notebook/board.js, is committed, as the Python package is built without Node.
"""

import json
import re
import tempfile
from pathlib import Path
from typing import Final

from tools.static_site import ENGINE, SMALL, WEB, esbuild

BUNDLE: Final = ENGINE / "cannonfish" / "notebook" / "board.js"
STYLES: Final = '"$$styles$$"'
"""What the script has in the place of its styles."""
HEAD: Final = "// Made by tools/notebook.py from web/board/notebook.js: do not edit. MIT licence.\n"


def bundle() -> str:
    """The script with the styles in it, as one module."""
    with tempfile.TemporaryDirectory() as folder:
        script, styles = Path(folder, "notebook.js"), Path(folder, "notebook.css")
        for target in (script, styles):
            options = ["--bundle", "--format=esm", *SMALL, f"--outfile={target}"]
            esbuild(WEB / "board" / target.name, *options)
        scoped = re.sub(r":root(\[[^]]*\]|:lang\([^)]*\))?", _host, styles.read_text().strip())
        text = script.read_text()
    if text.count(STYLES) != 1:
        raise ValueError(f"{STYLES} must be in web/board/notebook.js once")
    return HEAD + text.replace(STYLES, json.dumps(scoped, ensure_ascii=False))


def _host(found: re.Match[str]) -> str:
    """The element around a shadow tree in the place of the document's."""
    return f":host({found[1]})" if found[1] else ":host"


if __name__ == "__main__":
    BUNDLE.write_text(bundle())
