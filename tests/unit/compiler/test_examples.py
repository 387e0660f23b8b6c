"""The examples of the compiler that are not games: what they find, and that they keep within the dialect."""

import runpy
from pathlib import Path

import pytest
from cannonfish.compiler import Execution, Source, instantiate, link

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "compiler"


def example(name: str, execution: str = "compiled") -> Execution:
    return instantiate(link([Source.read(EXAMPLES / f"{name}.py")]), execution, checked=True)


def test_a_glider_has_moved_after_four_generations() -> None:
    life = example("life")
    width = life.program.constants["WIDTH"]
    glider = [1, width + 2, 2 * width, 2 * width + 1, 2 * width + 2]
    for place in glider:
        life.write("cells", place, 1)
    assert life.call("generations", 4) == 5
    alive = [place for place, cell in enumerate(life.array("cells")) if cell]
    assert alive == [place + width + 1 for place in glider]


def test_queens_are_placed_in_the_known_number_of_ways() -> None:
    queens = example("queens")
    assert [queens.call("solutions", size) for size in range(1, 10)] == [1, 0, 0, 2, 10, 4, 40, 92, 352]


def test_the_origin_is_in_the_mandelbrot_set() -> None:
    mandelbrot = example("mandelbrot")
    deepest = mandelbrot.program.constants["DEEPEST"]
    assert mandelbrot.call("escape", 0, 0) == mandelbrot.call("escape", -4096, 0) == deepest
    assert mandelbrot.call("escape", 2 * 4096, 4096) == 1


@pytest.mark.parametrize("name", ["life", "queens", "mandelbrot"])
def test_both_executions_find_the_same(name: str) -> None:
    found = runpy.run_path(str(EXAMPLES / "run.py"))
    [run] = [run for run in found["EXAMPLES"] if run.__name__ == name]
    assert found["measure"](run, rounds=1)["result"] > 0
