"""The site on hosts with ways of their own, with and without the service worker, and after they are gone."""

from dataclasses import dataclass, replace
from email.message import Message
from http import HTTPStatus
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import BASE, Problems, Serve, slow
from tests.browser.play_page import PlayPage
from tools.server import Reply, SiteServer

pytestmark = pytest.mark.service_worker

GONE = "ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_INTERNET|503"
"""What browsers say in their consoles when there is no host any more."""


@dataclass
class ShortNames(SiteServer):
    """As Netlify and Cloudflare Pages: `/play.html` is sent to `/play`, and `/index.html` to `/`."""

    def reply(self, target: str, headers: Message) -> Reply | None:
        path, _, query = target.partition("?")
        if path.endswith(".html"):
            short = path.removesuffix("index.html") if path.endswith("/index.html") else path[:-5]
            return Reply(HTTPStatus.PERMANENT_REDIRECT, {"Location": short + (query and f"?{query}")})
        found = super().reply(target, headers)
        if found and found.status == HTTPStatus.NOT_FOUND:
            return super().reply(f"{path}.html", headers)
        return found


@dataclass
class PageForAll(SiteServer):
    """Answers what it does not know with the start page and status 200, as hosts of single-page apps do."""

    def reply(self, target: str, headers: Message) -> Reply | None:
        found = super().reply(target, headers)
        if found and found.status == HTTPStatus.NOT_FOUND:
            return super().reply(next(iter(self.folders)), headers)
        return found


@dataclass
class UnknownTypes(SiteServer):
    """Sends WebAssembly compressed, as any kind of data."""

    def reply(self, target: str, headers: Message) -> Reply | None:
        found = super().reply(target, headers)
        if found is None or not target.endswith(".wasm"):
            return found
        return replace(found, headers={**found.headers, "Content-Type": "application/octet-stream"})


def is_kept(page: Page) -> None:
    """Wait until the page needs no host any more."""
    page.locator("html[data-kept]").wait_for(state="attached")


def play_a_move(page: Page, site: str) -> None:
    """The page comes, its engine starts and answers a move."""
    play = PlayPage(page, site).open("level=1")
    play.move("h2e2")
    play.expect_moves(2)


def open_settings(page: Page, site: str) -> None:
    """The page comes, and a part of it that is loaded late."""
    PlayPage(page, site).open().button("Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


HOSTS: dict[str, tuple[type[SiteServer], str, dict[str, str]]] = {
    "short names": (ShortNames, BASE, {}),
    "a page for all": (PageForAll, BASE, {}),
    "unknown types": (UnknownTypes, BASE, {}),
    "spaces and letters": (SiteServer, "/a b/象棋 (é)/", {}),
    "no-store": (SiteServer, BASE, {"Cache-Control": "no-store"}),
    "vary": (SiteServer, BASE, {"Vary": "*"}),
    "nosniff": (SiteServer, BASE, {"X-Content-Type-Options": "nosniff"}),
}


@pytest.mark.parametrize("kind", [name if name == "spaces and letters" else slow(name) for name in HOSTS])
def test_the_site_works_and_is_kept_on_every_host(
    page: Page, dist: Path, serve: Serve, kind: str, problems: Problems
) -> None:
    host, path, headers = HOSTS[kind]
    server = serve({path: dist}, host=host, headers=headers)
    play_a_move(page, server.url)
    is_kept(page)
    server.stop()
    problems.expect(GONE)
    page.reload()
    play = PlayPage(page, server.url)
    play.expect_moves(2)
    play.button("Take back").click()
    play.move("b2e2")  # the engine has started again, too
    play.expect_moves(2)
    open_settings(page, server.url)
