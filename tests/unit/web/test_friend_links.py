"""A thousand games by link; the quick run of the same test plays fewer."""

import os
import subprocess
from pathlib import Path

import pytest

from tools.environment import node

LINKS = Path(__file__).parent / "friend" / "arrivals.test.js"


@pytest.mark.slow
def test_a_thousand_games_by_link() -> None:
    subprocess.run([node(), "--test", LINKS], env={**os.environ, "FRIEND_GAMES": "1000"}, check=True)
