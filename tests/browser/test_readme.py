"""The README's pages, as somebody would put them beside the site."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Serve
from tools.server import SiteServer
from tools.steps import ROOT

README = (ROOT / "README.md").read_text()

pytestmark = pytest.mark.service_worker


@pytest.mark.quick
def test_the_example_page_shows_a_move(
    page: Page, shared_server: SiteServer, serve: Serve, tmp_path: Path
) -> None:
    (example,) = re.findall(r"```html\n(.*?)```", README, re.DOTALL)
    (tmp_path / "index.html").write_text(example)
    assert len(example.splitlines()) <= 15
    server = serve({**shared_server.folders, "/": tmp_path})
    page.goto(f"http://localhost:{server.port}/")
    expect(page.locator("output")).to_have_text(re.compile(r"^[a-i]\d[a-i]\d$"))


def test_the_lines_to_embed_show_a_puzzle(
    page: Page, shared_server: SiteServer, serve: Serve, tmp_path: Path
) -> None:
    (lines,) = re.findall(r"^    (<script .*)\n    (<xiangqi-board.*)$", README, re.MULTILINE)
    (tmp_path / "index.html").write_text("<!doctype html>\n" + "\n".join(lines))
    server = serve({**shared_server.folders, "/": tmp_path})
    page.goto(f"http://localhost:{server.port}/")
    expect(page.frame_locator("iframe").get_by_role("grid")).to_be_visible()
