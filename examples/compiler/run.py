"""Three programs that are not games, in Python and compiled: what they find, and how much faster it is.

    python run.py

The package `cannonfish` has to be importable, and for compiled code `wasmtime` has to be installed.
"""

import random
import time
from collections.abc import Callable
from pathlib import Path

from cannonfish.compiler import Execution, Source, instantiate, link

HERE = Path(__file__).parent


def life(execution: Execution) -> int:
    """Thirty generations of a random field; how many cells live then."""
    draw = random.Random(1)
    execution.store("cells", 0, [draw.randrange(2) for _ in execution.array("cells")])
    return execution.call("generations", 30)


def queens(execution: Execution) -> int:
    """The ways to place ten queens."""
    return execution.call("solutions", 10)


def mandelbrot(execution: Execution) -> int:
    """The whole set; how many points of the picture belong to it."""
    execution.call("draw", -9000, 4900, 130)
    return execution.array("rounds").count(execution.program.constants["DEEPEST"])


EXAMPLES: tuple[Callable[[Execution], int], ...] = (life, queens, mandelbrot)


def picture(execution: Execution) -> str:
    """The Mandelbrot set in letters."""
    width = execution.program.constants["WIDTH"]
    letters = ["#" if count == 200 else " .:-=+*%"[min(count, 7)] for count in execution.array("rounds")]
    return "\n".join("".join(letters[at : at + width]).rstrip() for at in range(0, len(letters), width))


def measure(run: Callable[[Execution], int], rounds: int = 3) -> dict[str, float]:
    """The result of an example, and the best processor time of each execution in seconds."""
    name = run.__name__
    program = link([Source.read(HERE / f"{name}.py")])
    results, times = set(), {}
    for kind in ("interpreted", "compiled"):
        execution = instantiate(program, kind)
        took = []
        for _ in range(rounds):
            began = time.process_time()
            results.add(run(execution))
            took.append(time.process_time() - began)
        times[kind] = min(took)
        execution.close()
    (result,) = results  # both executions find the same
    return {"result": result, **times}


if __name__ == "__main__":
    mandelbrot(shown := instantiate(link([Source.read(HERE / "mandelbrot.py")])))
    print(picture(shown), end="\n\n")
    for example in EXAMPLES:
        found = measure(example)
        ratio = found["interpreted"] / found["compiled"]
        print(
            f"{example.__name__:10}  {found['result']:6}  Python {found['interpreted'] * 1000:6.0f} ms"
            f"  compiled {found['compiled'] * 1000:6.2f} ms  {ratio:4.0f} times as fast"
        )
