"""The compiler inside Pyodide: one boot under Node for all functions of tests/pyodide/compiler.py."""

import ast
import json
import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[2]
FILE = TESTS / "pyodide" / "compiler.py"
NAMES = [
    node.name
    for node in ast.parse(FILE.read_text()).body
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
]


@pytest.fixture(scope="module")
def errors() -> dict[str, str | None]:
    """What went wrong in each test function, None for nothing."""
    node = shutil.which("node")
    assert node, "these tests need Node"
    command = [node, str(TESTS / "pyodide" / "run.mjs"), str(FILE)]
    run = subprocess.run(command, cwd=TESTS.parent, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    results = [json.loads(line) for line in run.stdout.splitlines()]
    return {result["test"]: result["error"] for result in results}


@pytest.mark.parametrize("name", NAMES)
def test_in_pyodide(errors: dict[str, str | None], name: str) -> None:
    assert errors[name] is None, errors[name]
