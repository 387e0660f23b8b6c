"""A site that changes while it is used: no page has files of two versions, whatever a browser has kept."""

import re
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.analysis_page import AnalysisPage
from tests.browser.conftest import BASE, Problems, Serve, slow
from tests.browser.play_page import PlayPage, wait_until
from tests.browser.test_hosts import GONE, PageForAll, is_kept
from tests.browser.test_offline import GIVEN_UP as GIVEN_UP_AT
from tools.server import Reply, SiteServer
from tools.static_site import WEB, describe

GIVEN_UP = GIVEN_UP_AT.replace("(base)", "()")
MARKS = {"B": ("8", "x"), "C": ("9", "y")}
"""The last letters of all hashes in the names of a version's files, in capitals and not: no others end so."""
HASH = re.compile(r"[-/](?:[A-Z0-9]{8}|[0-9a-f]{7}[0-9a-y])(?=[./])")
LATE = "chunks/export-dialog-*.js"


@dataclass
class Gate(SiteServer):
    """Holds back the answers to addresses with this text until they are let through."""

    closed: str = ""
    opened: threading.Event = field(default_factory=threading.Event)

    def reply(self, target: str, headers: Message) -> Reply | None:
        if self.closed and self.closed in target:
            self.opened.wait(timeout=60)
        return super().reply(target, headers)

    def close(self, text: str) -> None:
        """Hold back what has this text in its address."""
        self.opened.clear()
        self.closed = text

    def open(self) -> None:
        """Let everything through."""
        self.closed = ""
        self.opened.set()


@dataclass
class Site:
    """A host, and the folder that it serves."""

    host: Any
    folder: Path

    @property
    def url(self) -> str:
        """Where it is."""
        return self.host.url

    def deploy(self, version: str) -> None:
        """Put another version in the place of the site: all names that tell of the contents are new."""
        upper, lower = MARKS[version]
        for path in self.folder.glob("data/build*.json"):
            path.unlink()
        paths = sorted(self.folder.rglob("*"), reverse=True)  # files before their folders
        words = {
            f"/{path.relative_to(self.folder).as_posix()}{'/' if path.is_dir() else ''}" for path in paths
        }
        hashes = {found[0][1:] for word in words for found in HASH.finditer(word)}
        renamed = {each: each[:-1] + (upper if each.isupper() else lower) for each in hashes}

        def rename(text: str) -> str:
            return HASH.sub(lambda found: found[0][0] + renamed.get(found[0][1:], found[0][1:]), text)

        for path in paths:
            if path.suffix in (".html", ".js", ".css") and path.is_file():
                path.write_text(rename(path.read_text()))
        for path in paths:
            name = f"/{path.name}{'/' if path.is_dir() else ''}"
            if path.exists() and rename(name) != name:
                path.rename(path.with_name(rename(name).strip("/")))
        for page in self.folder.glob("*.html"):
            page.write_text(
                page.read_text().replace("</head>", f'<meta name="version" content="{version}"></head>')
            )
        shutil.copy(WEB / "sw.js", self.folder)
        describe(self.folder)


def site_on(kind: type[SiteServer], dist: Path, serve: Serve, tmp_path: Path) -> Site:
    """A site of the test's own, at its version A, on a host of this kind."""
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder)
    return Site(serve({BASE: folder}, host=kind), folder)


@pytest.fixture
def site(dist: Path, serve: Serve, tmp_path: Path) -> Iterator[Site]:
    """A site on a host that can hold back answers."""
    site = site_on(Gate, dist, serve, tmp_path)
    yield site
    site.host.open()


def note_requests(page: Page) -> list[str]:
    """The addresses that the page and its workers ask for, from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def strays(urls: list[str], version: str) -> list[str]:
    """The addresses of files of another version than this, but for the description of the build."""
    marks = {mark: version for version, both in MARKS.items() for mark in both}

    def version_in(name: str) -> str:
        return marks.get(name[-1], "A") if name.isupper() or name[-1] > "f" else "A"

    names = [(url, name) for url in urls if "/data/build-" not in url for name in HASH.findall(url)]
    return [url for url, name in names if version_in(name) != version]


def version_of(page: Page) -> str:
    """The version of the page itself."""
    told = page.locator("meta[name=version]")
    return str(told.last.get_attribute("content")) if told.count() else "A"


def is_whole(page: Page, asked: list[str], version: str) -> None:
    """The page is of this version, and so is all that it has asked for."""
    assert version_of(page) == version
    assert strays(asked, version) == []
    for part in ("engine/worker-", "pyodide.asm.wasm", "wheels/"):
        assert [url for url in asked if part in url], part


def look_for_a_version(page: Page) -> None:
    """Let the browser look for a newer version now."""
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")


def take_the_update(play: PlayPage) -> None:
    """Press the button of the notice that a new version is ready."""
    card = play.notice("update")
    with play.page.expect_event("load"):
        card.get_by_role("button", name="Reload").click()


@pytest.mark.service_worker
def test_a_page_that_is_not_kept_has_the_engine_of_its_own_version(page: Page, site: Site) -> None:
    """It had the worker, Python and data of the version that the service worker was of."""
    PlayPage(page, site.url).open().wait_for_engine()
    is_kept(page)
    site.deploy("B")
    asked = note_requests(page)
    AnalysisPage(page, site.url).open().expect_lines(3)
    is_whole(page, asked, "B")


@pytest.mark.service_worker
def test_an_open_page_stays_whole_until_the_update_is_taken(page: Page, site: Site) -> None:
    play = PlayPage(page, site.url).open("level=1").wait_for_engine()
    is_kept(page)
    site.deploy("B")
    asked = note_requests(page)
    look_for_a_version(page)
    expect(play.notice("update")).to_be_visible()
    play.button("Export").click()
    expect(page.get_by_role("dialog", name="Share & export")).to_be_visible()
    page.keyboard.press("Escape")
    page.reload()
    play.wait_for_engine()
    play.move("h2e2")
    play.expect_moves(2)
    is_whole(page, asked, "A")
    asked.clear()
    take_the_update(play)
    play.wait_for_engine().expect_moves(2)
    is_whole(page, asked, "B")


@pytest.mark.service_worker
@pytest.mark.parametrize("taken", ["after C has come", "while C is coming"])
def test_two_versions_within_a_minute(page: Page, site: Site, taken: str) -> None:
    play = PlayPage(page, site.url).open().wait_for_engine()
    is_kept(page)
    site.deploy("B")
    look_for_a_version(page)
    expect(play.notice("update")).to_be_visible()
    site.deploy("C")
    asked = note_requests(page)
    if taken == "while C is coming":
        site.host.close("play/page-")
        page.evaluate("() => void navigator.serviceWorker.getRegistration().then((found) => found.update())")
        wait_until(page, "async () => (await navigator.serviceWorker.getRegistration()).installing")
        take_the_update(play)
        play.wait_for_engine()
        is_whole(page, asked, "B")
        site.host.open()
        expect(play.notice("update")).to_be_visible()
    else:
        look_for_a_version(page)
        wait_until(page, "async () => !(await navigator.serviceWorker.getRegistration()).installing")
    asked.clear()
    take_the_update(play)
    play.wait_for_engine()
    is_whole(page, asked, "C")


def test_a_page_that_nothing_holds_together_asks_to_be_reloaded(
    page: Page, site: Site, problems: Problems
) -> None:
    """Without a service worker: its engine would be of the newer version."""
    problems.expect("ERR_FAILED|404|BootError")
    page.route("**/engine/worker-*.js", lambda route: route.abort())
    play = PlayPage(page, site.url).open()
    failed = play.notice("engine_failed")
    expect(failed).to_contain_text("could not start")
    page.unroute("**/engine/worker-*.js")
    site.deploy("B")
    failed.get_by_role("button", name="Restart the engine").click()
    expect(failed).to_contain_text("has been updated")
    play.button("Export").click()
    expect(page.locator(".unloaded")).to_contain_text("has been updated")
    asked = note_requests(page)
    with page.expect_event("load"):
        failed.get_by_role("button", name="Reload").click()
    play.wait_for_engine()
    is_whole(page, asked, "B")


@dataclass
class HalfDeployed(PageForAll):
    """Has the pages of a version already, and says that all is well with everything else."""


@pytest.mark.parametrize("kind", [Gate, slow(HalfDeployed)])
def test_a_first_visit_to_a_site_that_is_half_deployed(
    page: Page, dist: Path, serve: Serve, tmp_path: Path, kind: type[SiteServer], problems: Problems
) -> None:
    problems.expect("404|MIME type|Failed to load module")
    site = site_on(kind, dist, serve, tmp_path)
    for name in ("chunks", "engine"):
        (site.folder / name).rename(tmp_path / name)
    page.goto(site.url)
    expect(page.get_by_role("alert")).to_contain_text("has not loaded completely")
    for name in ("chunks", "engine"):
        (tmp_path / name).rename(site.folder / name)
    with page.expect_event("load"):
        page.get_by_role("button", name="Try again").click()
    PlayPage(page, site.url).wait_for_engine()


@pytest.mark.service_worker
@pytest.mark.parametrize("kind", [PageForAll, slow(Gate)])
def test_a_new_version_that_is_half_deployed_is_not_taken(
    page: Page, dist: Path, serve: Serve, tmp_path: Path, kind: type[SiteServer], problems: Problems
) -> None:
    """Nor is the page kept that some hosts send with status 200 in place of what is missing."""
    problems.expect("404|integrity|digest")
    site = site_on(kind, dist, serve, tmp_path)
    play = PlayPage(page, site.url).open().wait_for_engine()
    is_kept(page)
    site.deploy("B")
    [late] = site.folder.glob(LATE)
    late.rename(tmp_path / late.name)
    page.evaluate(GIVEN_UP)
    asked = note_requests(page)
    page.reload()
    play.wait_for_engine()
    is_whole(page, asked, "A")
    (tmp_path / late.name).rename(late)
    look_for_a_version(page)
    take_the_update(play)
    play.button("Export").click()
    expect(page.get_by_role("dialog", name="Share & export")).to_be_visible()
    assert version_of(page) == "B"


EVICT = """async (text) => {
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) if (request.url.includes(text)) await cache.delete(request);
    }
}"""


@pytest.mark.service_worker
def test_a_cache_that_is_evicted_in_part_is_filled_again(page: Page, site: Site, problems: Problems) -> None:
    play = PlayPage(page, site.url).open().wait_for_engine()
    is_kept(page)
    for text in ("chunks/", "wheels/", "snapshot"):
        page.evaluate(EVICT, text)
    page.reload()
    play.wait_for_engine()
    is_kept(page)
    site.host.stop()
    problems.expect(GONE)
    page.reload()
    play.wait_for_engine()
    play.button("Export").click()
    expect(page.get_by_role("dialog", name="Share & export")).to_be_visible()


@pytest.mark.service_worker
@pytest.mark.parametrize("evicted", ["chunks/export-dialog", slow("engine/worker-"), slow("play/page-")])
def test_what_is_evicted_when_the_site_is_newer(
    page: Page, site: Site, evicted: str, problems: Problems
) -> None:
    """What is gone is said to be gone: the network was blamed. Reloaded, the page is of the newer version."""
    problems.expect("404|integrity|digest|ERR_FAILED|Failed to fetch")
    play = PlayPage(page, site.url).open()
    is_kept(page)
    site.deploy("B")
    page.evaluate(EVICT, evicted)
    if "export" in evicted:
        play.button("Export").click()
        expect(page.locator(".unloaded")).to_contain_text("has been updated")
    if "worker" in evicted:
        page.reload()
        failed = play.notice("engine_failed")
        expect(failed).to_contain_text("has been updated")
        asked = note_requests(page)
        failed.get_by_role("button", name="Reload").click()
    else:
        asked = note_requests(page)
        page.reload()
    play.wait_for_engine()
    is_whole(page, asked, "B")


def test_a_page_whose_first_byte_is_slow_says_so_and_still_comes(page: Page, site: Site) -> None:
    site.host.close("play/page-")
    page.clock.install()
    page.goto(site.url, wait_until="commit")
    expect(page.locator("main")).to_be_attached()
    page.clock.fast_forward(20_000)
    expect(page.get_by_role("alert")).to_contain_text("has not loaded completely")
    site.host.open()
    page.locator("cg-board piece").first.wait_for()
    expect(page.locator("#stalled")).to_have_count(0)


def test_a_dialog_whose_first_byte_is_slow_says_so_and_still_comes(page: Page, site: Site) -> None:
    page.clock.install()
    play = PlayPage(page, site.url).open()
    site.host.close("chunks/export-dialog")
    play.button("Export").click()
    page.clock.fast_forward(20_000)
    expect(page.locator(".unloaded")).to_contain_text("could not be loaded")
    site.host.open()
    expect(page.get_by_role("dialog", name="Share & export")).to_be_visible()
    expect(page.locator(".unloaded")).to_have_count(0)


@pytest.mark.service_worker
def test_a_percent_sign_alone_in_an_address_is_no_fault(page: Page, site: Site, problems: Problems) -> None:
    """The service worker decoded every address, and failed where that cannot be done."""
    problems.expect("404.*none.html")
    PlayPage(page, site.url).open()
    is_kept(page)
    ask = "async (name) => (await fetch(name)).status"
    assert [page.evaluate(ask, name) for name in ("about.html?title=100%", "100%/none.html")] == [200, 404]


@pytest.mark.service_worker
def test_a_part_of_a_file_is_what_was_asked_for(page: Page, site: Site) -> None:
    """Kept files are answered whole, as HTTP allows; others by the host."""
    PlayPage(page, site.url).open()
    is_kept(page)
    ask = """async (name) => {
        const reply = await fetch(name, { headers: { Range: 'bytes=10-19' } });
        return [reply.status, (await reply.text()).length];
    }"""
    assert page.evaluate(ask, "licences/MIT.txt") == [206, 10]
    [style] = site.folder.glob("shell/page-*.css")
    whole = len(style.read_text())
    assert page.evaluate(ask, f"shell/{style.name}") == [200, whole]
