"""docs/translating.md: what it says of a new language is enough for the site to speak it."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import BASE, Serve
from tools import pages, static_site
from tools.steps import ROOT

GUIDE = (ROOT / "docs" / "translating.md").read_text()


def test_a_language_is_one_file_and_one_line(
    open_page: Callable[..., Page], serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (texts,) = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
    (line,) = re.findall(r"```js\n(.*?)```", GUIDE, re.DOTALL)
    web = tmp_path / "web"
    shutil.copytree(static_site.WEB, web)
    for name in ("node_modules", "py"):
        (tmp_path / name).symlink_to(ROOT / name)
    (web / "texts" / "eo.json").write_text(texts)
    languages = web / "ui" / "languages.js"
    languages.write_text(languages.read_text().replace("\n};", f"\n{line}}};", 1))
    with monkeypatch.context() as patch:
        patch.setattr(static_site, "BUILD", tmp_path / "build")
        patch.setattr(static_site, "WEB", web)
        patch.setattr(pages, "WEB", web)
        patch.setattr(static_site, "TEXTS", web / "texts")
        made, spoken = static_site.own_files(), static_site.texts()
    monkeypatch.setattr(static_site, "own_files", lambda: made)
    monkeypatch.setattr(static_site, "texts", lambda: spoken)
    site = tmp_path / "site"
    site.mkdir()
    static_site.assemble(site)
    static_site.describe(site)

    page = open_page("desktop", locale="eo")
    page.goto(serve({BASE: site}).url)
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog.get_by_role("button", name="Fermi")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "eo")
    expect(dialog.get_by_label("Language").locator("option", has_text="Esperanto")).to_have_count(1)
    page.keyboard.press("Escape")
    page.locator("[data-square=a0]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_contain_text("levita, 2 movoj")
