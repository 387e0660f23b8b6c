"""The examples, as they stand: hosts on another site than ours, and a notebook's cells in a bare Pyodide."""

import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Problems, Serve
from tests.browser.embed_page import Embedded, host_site
from tools.server import SiteServer
from tools.steps import ROOT

pytestmark = pytest.mark.service_worker

EXAMPLES = ROOT / "examples"
PLACEHOLDER = "https://cannonfish.example/cannonfish/"
CELLS = """async ([site, cells]) => {
    const { names } = await (await fetch(`${site}data/build.json`)).json();
    const loader = site + names['pyodide/pyodide.mjs'];
    const { loadPyodide } = await import(loader);
    const python = await loadPyodide({ indexURL: new URL('.', loader).href });
    await python.loadPackage(site + Object.values(names).find((name) => name.includes('/micropip-')));
    const shown = [];
    for (const cell of cells) shown.push(String((await python.runPythonAsync(cell)) ?? ''));
    return shown;
}"""


def with_our_site(text: str, site: str) -> str:
    """An example with our address in it."""
    assert PLACEHOLDER in text
    return text.replace(PLACEHOLDER, site)


@pytest.fixture
def lesson(site: str, serve: Serve, tmp_path: Path) -> str:
    """The template site, published on another host."""
    folder = tmp_path / "lesson"
    shutil.copytree(EXAMPLES / "static-site", folder)
    page = folder / "index.html"
    page.write_text(with_our_site(page.read_text(), site))
    return f"http://127.0.0.1:{serve({'/lesson/': folder}).port}/lesson/"


def test_the_template_site_teaches_a_lesson(
    page: Page, lesson: str, server: SiteServer, problems: Problems
) -> None:
    page.goto(lesson)

    def board(name: str) -> Embedded:
        page.locator(f"#{name}").scroll_into_view_if_needed()
        return Embedded(page.locator(f"#{name}").frame_locator("iframe"))

    opening = board("opening")
    opening.wake()
    opening.expect_man("h2", "red cannon")
    opening.inside.get_by_role("button", name="Next move").click()
    opening.expect_man("e2", "red cannon")

    puzzle = board("puzzle")
    puzzle.point("e4").click()
    puzzle.move("a0a9")
    expect(page.locator("#verdict")).to_have_text("Solved!")

    game = board("game")
    game.move("h2e2")
    expect(page.locator("#count")).to_have_text("2")
    # Without a network, loaded boards go on.
    page.context.set_offline(True)
    game.move("a3a4")  # legal after any answer of the engine
    expect(page.locator("#count")).to_have_text("4")
    page.context.set_offline(False)


@pytest.mark.quick
@pytest.mark.parametrize("elsewhere", [False, True], ids=["on our site", "on another site"])
def test_fifteen_lines_get_a_move(page: Page, site: str, tmp_path: Path, elsewhere: bool) -> None:
    example = (EXAMPLES / "engine" / "index.html").read_text()
    assert len(example.splitlines()) <= 15
    text = with_our_site(example, site)
    if elsewhere:
        with host_site(tmp_path, {"index.html": text}) as host:
            page.goto(host)
            expect(page.locator("output")).to_have_text(re.compile(r"^[a-i]\d[a-i]\d$"))
    else:
        page.route(f"{site}mine.html", lambda route: route.fulfill(body=text, content_type="text/html"))
        page.goto(f"{site}mine.html")
        expect(page.locator("output")).to_have_text(re.compile(r"^[a-i]\d[a-i]\d$"))


def run_notebook(page: Page, site: str, name: str) -> list[str]:
    """What the cells of a notebook show."""
    notebook = json.loads((EXAMPLES / "jupyterlite" / name).read_text())
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    cells[0] = with_our_site(cells[0], site)
    page.goto(f"{site}data/build.json")
    shown: list[str] = page.evaluate(CELLS, [site, cells])
    return shown


def test_the_notebook_runs_in_a_bare_pyodide(page: Page, site: str) -> None:
    _, rules, engine = run_notebook(page, site, "cannonfish.ipynb")
    assert rules == "('C2=5', 'H2-E2', 44)"
    reply = r"\('[馬马炮車车砲卒象士將将包].{3}', Score\(cp=-?\d+, mate=None, rule=None\), 'compiled'\)"
    assert re.fullmatch(reply, engine), engine


def test_the_notebook_of_the_compiler_runs_in_a_bare_pyodide(page: Page, site: str) -> None:
    _, _, drawn, points, agree, head, refused = run_notebook(page, site, "compiler.ipynb")
    assert (drawn, agree) == ("0", "('compiled', True)")
    assert int(points) > 100
    assert head == "(func $escape (param $real i32) (param $imaginary i32) (result i32)"
    assert refused == "half.py:2:12: / gives a float; write // for whole numbers"
