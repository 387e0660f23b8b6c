"""The README's example page, as somebody would put it beside the site."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Serve
from tools.server import SiteServer
from tools.steps import ROOT

pytestmark = pytest.mark.service_worker


def test_the_example_page_shows_a_move(
    page: Page, shared_server: SiteServer, serve: Serve, tmp_path: Path
) -> None:
    (example,) = re.findall(r"```html\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    (tmp_path / "index.html").write_text(example)
    assert len(example.splitlines()) <= 15
    server = serve({**shared_server.folders, "/": tmp_path})
    page.goto(f"http://localhost:{server.port}/")
    expect(page.locator("output")).to_have_text(re.compile(r"^[a-i]\d[a-i]\d$"))
