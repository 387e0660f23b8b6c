"""What tests of every kind use to name their cases."""

from typing import Any

import pytest


def slow(*values: Any) -> Any:
    """A case of a parametrized test that only the slow run has."""
    return pytest.param(*values, marks=pytest.mark.slow)
