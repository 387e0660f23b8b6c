"""A real browser on the real site: built, served under a sub-path as on GitHub Pages, errors noticed.

site        address of the site on a server that stays up for the whole run
serve       starts a server for one test alone: serve({"/": folder}); it has a `url`, and a `host`, its kind
server      the site on a server for one test alone, to be stopped and started again
isolated    like `site`, on a server whose headers let pages share memory
open_page   opens an empty browser profile: open_page("phone"), open_page("desktop", locale="zh-CN") ...
page        open_page("desktop")
each_page   a page in Chromium and in Firefox; skipped where no stock Firefox is installed
problems    what went wrong on the pages; a test that expects some says so with problems.expect("text")

Only tests marked `quick` are in every run: the main way through each feature, what would lose a person's
work, and what together runs nearly every line of the pages' scripts. All others are slow.

Only tests marked `service_worker` install the service worker, a third of what a page costs in processor time.
Profiles are handed on from test to test, emptied, unless a test is marked `service_worker`, leaves the site
or sets the clock, which all pages of a profile share. The browser keeps what it has compiled and the engine
its snapshot, which halves what a page costs; pages of a profile share one process.
"""

import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests import cases
from tools import environment
from tools.pages import pages
from tools.server import ISOLATION, SiteServer
from tools.static_site import DIST, WEB, build_site

BASE = "/cannonfish/"
SOURCE = {"/source/": WEB, "/py/engine/": environment.ENGINE, "/node_modules/": environment.NODE_MODULES}
"""web/ before the build, and the packages that its modules import."""
TIMEOUT_MS = 60_000
NO_SERVICE_WORKER = (
    "Object.defineProperty(navigator, 'serviceWorker', { value: undefined, configurable: true });"
)
CLOCK_IS_SET = r"!/\[native code\]/.test(setTimeout)"
slow = cases.slow
SCREENS: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
"""On a phone `innerWidth` grows with overflowing content, so tests compare widths with `screen.width`."""


def further_pages(known: Iterable[str]) -> list[str]:
    """The names of all pages of which no address is known."""
    names = {name.split("?")[0] or "index.html" for name in known}
    return sorted(pages().keys() - names)


LOCALES = ["vi-VN", slow("en-US"), slow("zh-CN"), slow("zh-TW")]
"""One for each language. The longest words are in every run."""
expect.set_options(timeout=TIMEOUT_MS)

LAZY_COMPILER = "--js-flags=--no-wasm-inlining --wasm-tiering-budget=100000000"
"""V8 optimises WebAssembly later: that was a quarter of the processor time of pages that live for seconds."""
Serve = Callable[..., SiteServer]
STOCK_FIREFOX = shutil.which("firefox") or shutil.which("firefox-esr")


@pytest.hookimpl(tryfirst=True)  # before pytest looks at -m
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to the slow run what is not marked `quick`."""
    for item in items:
        is_here = Path(__file__).parent in item.path.parents
        if is_here and not any(item.get_closest_marker(name) for name in ("quick", "browsers")):
            item.add_marker(pytest.mark.slow)


class Problems:
    """Errors of all pages of one test: uncaught exceptions, console errors, failed resources."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.expected: list[str] = [r"/favicon\.ico\)$"]  # browsers request it for a bare file

    def expect(self, pattern: str) -> None:
        """Problems that match this regular expression do not fail the test."""
        self.expected.append(pattern)

    def watch(self, page: Page) -> None:
        """Notice what goes wrong on this page from now on."""
        page.on("pageerror", lambda error: self.seen.append(f"uncaught: {error}"))
        page.on("console", self._console)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.seen.append(f"console: {message.text} ({message.location.get('url', '')})")

    @property
    def unexpected(self) -> list[str]:
        """The problems that the test did not expect."""
        return [text for text in self.seen if not any(re.search(pattern, text) for pattern in self.expected)]


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the freshly built site, which a build during the tests does not touch."""
    build_site()
    return Path(shutil.copytree(DIST, tmp_path_factory.mktemp("site") / "dist"))


@pytest.fixture(scope="session")
def shared_server(dist: Path) -> Iterator[SiteServer]:
    """The server behind `site`."""
    with SiteServer({BASE: dist, **SOURCE}) as server:
        yield server


@pytest.fixture(scope="session")
def site(shared_server: SiteServer) -> str:
    """The address of the site, with a slash at its end."""
    return shared_server.url


@pytest.fixture(scope="session")
def isolated(shared_server: SiteServer) -> Iterator[str]:
    """The address of the site on a server that sends the headers itself, as `build.py serve` does."""
    with SiteServer(shared_server.folders, assets=shared_server.assets, headers=ISOLATION) as server:
        yield server.url


@pytest.fixture
def serve(shared_server: SiteServer) -> Iterator[Serve]:
    """Starts servers of the test's own. They end after its pages, which may still be loading."""
    with ExitStack() as servers:

        def serve(
            folders: Mapping[str, Path], host: type[SiteServer] = SiteServer, **options: Any
        ) -> SiteServer:
            return servers.enter_context(host(folders, assets=shared_server.assets, **options))

        yield serve


@pytest.fixture
def server(shared_server: SiteServer, serve: Serve) -> SiteServer:
    """The site on a server of the test's own: stop() takes the network away, start() gives it back."""
    return serve(shared_server.folders)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright, once for all browsers."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium or Chrome, whichever build.py found."""
    program = environment.browser()
    arguments = [*environment.CHROMIUM_ARGUMENTS, LAZY_COMPILER, "--renderer-process-limit=1"]
    started = playwright.chromium.launch(executable_path=program, args=arguments)
    yield started
    started.close()


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """The Firefox of this machine. Ask for it through `each_page`, which knows whether there is one."""
    started = playwright.firefox.launch(channel="moz-firefox", executable_path=STOCK_FIREFOX)
    yield started
    started.close()


@pytest.fixture
def problems() -> Iterator[Problems]:
    """The errors of this test's pages; unexpected ones fail the test at its end."""
    collected = Problems()
    yield collected
    assert collected.unexpected == []


@pytest.fixture
def new_context(request: pytest.FixtureRequest) -> Callable[..., BrowserContext]:
    """Opens a fresh profile of a browser; further options go to Browser.new_context()."""
    with_service_worker = request.node.get_closest_marker("service_worker") is not None

    def new_context(browser: Browser, **options: Any) -> BrowserContext:
        context = browser.new_context(**options)
        context.set_default_timeout(TIMEOUT_MS)
        if not with_service_worker:
            context.add_init_script(NO_SERVICE_WORKER)
        return context

    return new_context


class Profiles:
    """Profiles that tests hand on, by their options: emptied, but for the engine's snapshot."""

    def __init__(self, browser: Browser, site: str) -> None:
        self._browser = browser
        self._origin = site.removesuffix(BASE)
        self._idle: dict[str, list[tuple[BrowserContext, Page]]] = {}

    def open(self, options: dict[str, Any], new_context: Callable[..., BrowserContext]) -> tuple[Page, Page]:
        """A page in an empty profile, and one that keeps the process of the profile's pages alive."""
        idle = self._idle.get(repr(options))
        if idle:
            context, keeper = idle.pop()
        else:
            context = new_context(self._browser, **options)
            keeper = context.new_page()
            keeper.goto(self._origin)
        return context.new_page(), keeper

    def hand_on(self, options: dict[str, Any], keeper: Page, addresses: set[str]) -> None:
        """Empty a profile; close one that has left the site, or whose clock was set."""
        context = keeper.context
        here = all(address.startswith((self._origin + "/", "about:blank")) for address in addresses)
        if keeper.is_closed() or not here or keeper.evaluate(CLOCK_IS_SET):
            context.close()
            return
        for page in context.pages:
            if page is not keeper:
                page.close()
        context.unroute_all()
        context.set_offline(False)
        context.clear_cookies()
        context.clear_permissions()
        if permissions := options.get("permissions"):  # granting none refuses all
            context.grant_permissions(permissions)
        session = context.new_cdp_session(keeper)
        kept = "local_storage,indexeddb,file_systems"
        session.send("Storage.clearDataForOrigin", {"origin": self._origin, "storageTypes": kept})
        caches = session.send("CacheStorage.requestCacheNames", {"securityOrigin": self._origin})["caches"]
        for cache in caches:
            if not cache["cacheName"].startswith(f"cannonfish snapshot {BASE}"):
                session.send("CacheStorage.deleteCache", {"cacheId": cache["cacheId"]})
        session.detach()
        self._idle.setdefault(repr(options), []).append((context, keeper))


@pytest.fixture(scope="session")
def profiles(browser: Browser, shared_server: SiteServer) -> Profiles:
    """The profiles that tests hand on."""
    return Profiles(browser, shared_server.url)


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest,
    browser: Browser,
    profiles: Profiles,
    problems: Problems,
    new_context: Callable[..., BrowserContext],
    serve: Serve,
) -> Iterator[Callable[..., Page]]:
    """Opens pages in empty profiles on a kind of screen; further options go to new_context()."""
    fresh = request.node.get_closest_marker("service_worker") is not None
    with ExitStack() as opened:

        def open_page(screen: str = "desktop", **options: Any) -> Page:
            options = {**SCREENS[screen], **options}
            if fresh:
                page = new_context(browser, **options).new_page()
                opened.callback(page.context.close)
            else:
                page, keeper = profiles.open(options, new_context)
                addresses: set[str] = set()

                def watch(page: Page) -> None:
                    page.on("framenavigated", lambda frame: addresses.add(frame.url))

                watch(page)
                page.context.on("page", watch)
                opened.callback(profiles.hand_on, options, keeper, addresses)
                opened.callback(page.context.remove_listener, "page", watch)
            problems.watch(page)
            return page

        yield open_page


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """A page on a desktop screen."""
    return open_page("desktop")


@pytest.fixture(params=["chromium", slow("firefox")])
def each_page(
    request: pytest.FixtureRequest,
    problems: Problems,
    new_context: Callable[..., BrowserContext],
    serve: Serve,
) -> Iterator[Page]:
    """A page in each kind of browser."""
    if request.param == "firefox" and STOCK_FIREFOX is None:
        pytest.skip("no Firefox is installed")
    kind: Browser = request.getfixturevalue("browser" if request.param == "chromium" else "firefox")
    context = new_context(kind, **SCREENS["desktop"])
    page = context.new_page()
    problems.watch(page)
    yield page
    context.close()
