"""The signature of the search: the nodes of `python -m cannonfish bench`.

It changes exactly when search or evaluation do; the commit message says so (`Bench: <nodes>`).
"""

from cannonfish.engine import Engine
from cannonfish.engine.bench import bench

SIGNATURE = 192_700


def test_the_signature() -> None:
    engine = Engine()
    assert bench(engine).nodes == SIGNATURE
    engine.close()
