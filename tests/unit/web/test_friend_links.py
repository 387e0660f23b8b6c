"""A thousand games by link, and as many live; the quick runs of the same tests play fewer."""

import os
import subprocess
from pathlib import Path

import pytest

from tools.environment import node

FRIEND = Path(__file__).parent / "friend"


@pytest.mark.slow
@pytest.mark.parametrize("test", ["arrivals.test.js", "live/live.test.js"])
def test_a_thousand_games(test: str) -> None:
    subprocess.run([node(), "--test", FRIEND / test], env={**os.environ, "FRIEND_GAMES": "1000"}, check=True)
