"""The built site as a browser gets it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Problems
from tests.cases import python_samples
from tools.server import SiteServer
from tools.steps import ROOT

pytestmark = pytest.mark.service_worker

START_PYTHON = """async ([wheel, script]) => {
    const { names } = await (await fetch('build.json')).json();
    const at = (start) => {
        const name = Object.keys(names).find((name) => name.startsWith(start));
        return new URL(`../${names[name]}`, location.href).href;
    };
    const loader = at('pyodide/pyodide.mjs');
    const { loadPyodide } = await import(loader);
    const python = await loadPyodide({ indexURL: new URL('.', loader).href });
    await python.loadPackage(at('wheels/micropip'));
    const micropip = python.pyimport('micropip');
    const published = wheel && new URL(`../python/${wheel}`, location.href).href;
    await micropip.install(published ?? at('wheels/cannonfish'));
    const said = [];
    python.setStdout({ batched: (line) => said.push(line) });
    await python.runPythonAsync(script);
    return said.join('\\n');
}"""


@pytest.mark.quick
def test_micropip_installs_the_engine_from_the_site_alone(each_page: Page, site: str) -> None:
    each_page.goto(f"{site}data/build.json")
    script = "import cannonfish; print(cannonfish.__version__, cannonfish.__file__)"
    version, file = each_page.evaluate(START_PYTHON, [None, script]).split()
    assert version == "0.1.0"
    assert file.endswith("/site-packages/cannonfish/__init__.pyc"), "bytecode, made by the build"


def test_the_example_of_the_readme_runs_with_the_published_wheel(page: Page, site: str, dist: Path) -> None:
    (wheel,) = (dist / "python").glob("*.whl")
    (sample,) = python_samples(ROOT / "README.md")
    page.goto(f"{site}data/build.json")
    said = page.evaluate(START_PYTHON, [wheel.name, sample])
    assert re.fullmatch(r"\w[1-9][进退平][1-9] -?\d+ compiled", said)


def test_a_stopped_server_is_really_gone(server: SiteServer, page: Page, problems: Problems) -> None:
    problems.expect("ERR_CONNECTION")
    ask = "fetch('build.json', {cache: 'no-store'}).then((answer) => answer.status, () => 'gone')"
    page.goto(f"{server.url}data/build.json")
    server.stop()
    assert page.evaluate(ask) == "gone"
    server.start()
    assert page.evaluate(ask) == 200
