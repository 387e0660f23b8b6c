"""The notebooks of examples/notebooks/: their cells run, one after the other.

They run as plain Python: a kernel and nbclient would bring ten packages and a process, and show nothing more.
"""

import ast
import json
from pathlib import Path

import pytest

from tools.steps import ROOT

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_runs_and_what_it_ends_with_can_be_shown(
    notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session: dict[str, object] = {}
    shown = []
    for cell in json.loads(notebook.read_text())["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            tree = ast.parse("".join(cell["source"]))
            last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, notebook.name, "exec"), session)
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), notebook.name, "eval"), session)
                ways = ("_repr_mimebundle_", "_repr_html_", "_repr_svg_", "__repr__")
                shown.append(next(getattr(value, way)() for way in ways if hasattr(value, way)))
    assert shown
    assert None not in shown
