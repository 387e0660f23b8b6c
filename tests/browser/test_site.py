"""The built site as a browser gets it."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Problems
from tools.server import SiteServer

pytestmark = pytest.mark.service_worker

START_PYTHON = """async () => {
    const at = (path) => new URL(`../${path}`, location.href).href;
    const { loadPyodide } = await import(at('pyodide/pyodide.mjs'));
    const python = await loadPyodide({ indexURL: at('pyodide/') });
    await python.loadPackage(at('wheels/MICROPIP'));
    const micropip = python.pyimport('micropip');
    await micropip.install(at('wheels/ENGINE'));
    return python.runPython(`
        import cannonfish
        f"{cannonfish.__version__} {cannonfish.__file__}"
    `);
}"""


def test_micropip_installs_the_engine_from_the_site_alone(each_page: Page, site: str, dist: Path) -> None:
    wheels = {path.name.partition("-")[0]: path.name for path in (dist / "wheels").iterdir()}
    each_page.goto(f"{site}data/build.json")
    script = START_PYTHON.replace("MICROPIP", wheels["micropip"]).replace("ENGINE", wheels["cannonfish"])
    version, file = each_page.evaluate(script).split()
    assert version == "0.1.0"
    assert file.endswith("/site-packages/cannonfish/__init__.pyc"), "bytecode, made by the build"


def test_a_stopped_server_is_really_gone(server: SiteServer, page: Page, problems: Problems) -> None:
    problems.expect("ERR_CONNECTION")
    ask = "fetch('build.json', {cache: 'no-store'}).then((answer) => answer.status, () => 'gone')"
    page.goto(f"{server.url}data/build.json")
    server.stop()
    assert page.evaluate(ask) == "gone"
    server.start()
    assert page.evaluate(ask) == 200
