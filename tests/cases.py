"""What tests of every kind use: names of their cases, and samples in documents."""

import re
from pathlib import Path
from typing import Any

import pytest


def slow(*values: Any) -> Any:
    """A case of a parametrized test that only the slow run has."""
    return pytest.param(*values, marks=pytest.mark.slow)


def python_samples(document: Path) -> list[str]:
    """The blocks of Python in a document, in their order."""
    return re.findall(r"^```python\n(.*?)^```$", document.read_text(), re.DOTALL | re.MULTILINE)
