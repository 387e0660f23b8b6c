"""docs/compiler.md: its examples run, in their order, in one session."""

import re
from pathlib import Path

TEXT = (Path(__file__).resolve().parents[3] / "docs" / "compiler.md").read_text()


def test_its_examples_run() -> None:
    examples = re.findall(r"^```python\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    assert len(examples) > 5
    session: dict[str, object] = {}
    for example in examples:
        exec(compile(example, "docs/compiler.md", "exec"), session)
