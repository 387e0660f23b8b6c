"""The built site as a browser gets it."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Problems
from tools.server import SiteServer

pytestmark = pytest.mark.service_worker

START_PYTHON = """async () => {
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
    await micropip.install(at('wheels/cannonfish'));
    return python.runPython(`
        import cannonfish
        f"{cannonfish.__version__} {cannonfish.__file__}"
    `);
}"""


def test_micropip_installs_the_engine_from_the_site_alone(each_page: Page, site: str) -> None:
    each_page.goto(f"{site}data/build.json")
    version, file = each_page.evaluate(START_PYTHON).split()
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
