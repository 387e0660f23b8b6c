"""The JavaScript without a page: every *.test.js here, run by Node's own test runner."""

import re
import subprocess
from pathlib import Path

from tools.environment import node

HERE = Path(__file__).parent


def test_javascript() -> None:
    files = sorted(HERE.glob("**/*.test.js"))
    run = subprocess.run(
        [node(), "--test", "--test-reporter=spec", *files], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    passed = re.search(r"^ℹ pass (\d+)$", run.stdout, re.MULTILINE)
    assert passed, run.stdout
    assert int(passed[1]) >= len(files)
