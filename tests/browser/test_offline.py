"""With the network gone, and when a new version comes."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import BASE, SOURCE, Problems
from tests.browser.engine_lab import open_lab
from tests.browser.play_page import PlayPage
from tools.server import SiteServer
from tools.static_site import WEB, describe

pytestmark = pytest.mark.browser

REGISTER = """
async () => {
  const { Offline } = await import(`${source}engine/offline.js`);
  window.reloads = 0;
  window.offline = new Offline({ base, reload: () => { window.reloads += 1; } });
  window.offlineStates = [];
  offline.addEventListener('state', () => offlineStates.push(offline.state));
  await offline.start();
}
"""

PLAY = """
async () => {
  const client = newClient();
  const { bestmove } = await client.go({ limits: { depth: 4 } }).result;
  client.dispose();
  return bestmove;
}
"""


CONTROLLED = """() => new Promise((resolve) => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) resolve();
    else serviceWorker.addEventListener('controllerchange', () => resolve());
})"""


def keep_site(page: Page, site: str) -> None:
    """Open the lab, wait until the site is kept, and keep the client for programs by wanting it."""
    open_lab(page, site)
    page.evaluate(REGISTER)
    assert settle(page, "ready", "failed")["state"] == "ready"
    page.evaluate(CONTROLLED)
    page.evaluate("fetch(`${base}engine/client.js`).then((reply) => reply.text())")


def settle(page: Page, *states: str) -> dict[str, str | None]:
    """Wait until the page's Offline is in one of these states."""
    found = page.wait_for_function(
        "(states) => states.includes(offline.state.state) && offline.state", arg=states
    )
    state: dict[str, str | None] = found.json_value()
    return state


@pytest.fixture
def versions(dist: Path, tmp_path: Path) -> Iterator[tuple[SiteServer, Path]]:
    """A site of the test's own, in a folder that it may change."""
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder)
    with SiteServer({BASE: folder, **SOURCE}, cache_control="max-age=0") as server:
        yield server, folder


TEXT = "(name) => fetch(base + name).then((reply) => reply.text()).catch(() => null)"
LOSE = """async (path) => {
    for (const name of await caches.keys()) await (await caches.open(name)).delete(new URL(path, location));
}"""


def stop_service_workers(page: Page) -> None:
    """As the browser does when they have had nothing to do for a while: they forget what is not stored."""
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")


def mark(folder: Path, *names: str) -> None:
    """Let these files be of a second version."""
    for name in names:
        path = folder / name
        end = "<!-- second -->" if path.suffix == ".html" else "/* second */"
        path.write_text(path.read_text() + end)


def publish(folder: Path) -> str:
    """Put another version of the site there, in which the client exports one thing more."""
    client = folder / "engine" / "client.js"
    client.write_text(client.read_text() + "\nexport const RELEASE = 'second';\n")
    (folder / "data" / "build.json").unlink()  # it does not list itself
    shutil.copy(WEB / "sw.js", folder)
    return describe(folder)


RELEASE = "async () => (await import(`${base}engine/client.js`)).RELEASE ?? 'first'"


def version_of(page: Page) -> str:
    """The version that the files of this page belong to."""
    version: str = page.evaluate("async () => (await (await fetch(`${base}data/build.json`)).json()).version")
    return version


# Looks for a new version and waits until its service worker has given up.
GIVEN_UP = """
async () => {
  const found = await navigator.serviceWorker.getRegistration(base);
  await new Promise((resolve, reject) => {
    found.addEventListener('updatefound', () => {
      const worker = found.installing;
      worker.addEventListener('statechange', () => {
        if (worker.state === 'redundant') resolve();
        else reject(new Error(`the new version is ${worker.state}`));
      });
    });
    found.update().catch(resolve);
  });
}
"""


def kept_versions(page: Page) -> list[str]:
    """The versions whose files the browser keeps."""
    names = page.evaluate("caches.keys()")
    return sorted(name.rpartition(" ")[2] for name in names if name.startswith("cannonfish files"))


def test_everything_works_with_the_server_gone(page: Page, server: SiteServer, problems: Problems) -> None:
    keep_site(page, server.url)
    states = [state["state"] for state in page.evaluate("offlineStates")]
    assert list(dict.fromkeys(states)) == ["installing", "ready"]
    server.stop()
    problems.expect("ERR_CONNECTION_REFUSED")
    page.goto(server.url)  # the page itself, from its sub-path
    assert page.locator("main").count() == 1
    page.reload()
    open_lab(page, server.url)
    first = page.evaluate(PLAY)
    open_lab(page, server.url)
    assert page.evaluate(PLAY) == first
    assert len(first) == 4


def test_a_page_can_be_opened_by_every_name_it_has(page: Page, server: SiteServer) -> None:
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    settle(page, "ready")
    server.stop()
    for name in ("", "index.html", "?level=3", "index.html?fen=x#y"):
        page.goto(server.url + name)
        assert page.locator("main").count() == 1, name


def test_a_new_version_waits_and_takes_over_when_asked(
    page: Page, versions: tuple[SiteServer, Path], problems: Problems
) -> None:
    server, folder = versions
    keep_site(page, server.url)
    old = version_of(page)
    new = publish(folder)
    asked_before = len(server.sent)
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    settle(page, "updateAvailable")
    # Nothing of the new version is seen before it is asked for, whatever is loaded late.
    assert version_of(page) == old
    assert page.evaluate(RELEASE) == "first"
    assert kept_versions(page) == sorted([old, new])
    # Only what changed has been fetched again.
    fetched = {sent.path.removeprefix(BASE) for sent in server.sent[asked_before:] if sent.bytes > 100_000}
    assert fetched == set()
    assert page.evaluate("offline.update()") is True
    page.wait_for_function("reloads === 1")
    open_lab(page, server.url)
    assert version_of(page) == new
    assert page.evaluate(RELEASE) == "second"
    assert kept_versions(page) == [new]


def test_what_somebody_has_wanted_is_kept_of_a_new_version_too(
    page: Page, versions: tuple[SiteServer, Path], problems: Problems
) -> None:
    server, folder = versions
    keep_site(page, server.url)
    page.evaluate(TEXT, "puzzles.html")
    mark(folder, "puzzles.html", "embed.html")
    (folder / "pages" / "puzzles.json").write_text("{}")  # a file that the page had not before
    publish(folder)
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    settle(page, "updateAvailable")
    # What was wanted stays what it was; what was not is not had any more, rather than be another version's.
    problems.expect("integrity|digest|Failed to fetch")
    assert "second" not in page.evaluate(TEXT, "puzzles.html")
    assert page.evaluate(TEXT, "embed.html") is None
    page.evaluate("offline.update()")
    page.wait_for_function("reloads === 1")
    server.stop()
    problems.expect("ERR_CONNECTION_REFUSED|ERR_FAILED")
    open_lab(page, server.url)
    assert "second" in page.evaluate(TEXT, "puzzles.html")
    assert page.evaluate(TEXT, "pages/puzzles.json") == "{}"
    # What nobody has wanted is not there.
    assert page.evaluate(TEXT, "data/liuzichong.bin") is None


OPENED = ("puzzles.html", "pages/puzzles.js", "ui/tokens.css", "engine/worker.js", "pieces/xiangqi.css")
"""Some of what a page uses that is kept when it is opened first, and what all pages use."""


def seen(page: Page) -> set[bool]:
    """Whether what this page gets is of the second version: one value unless versions are mixed."""
    texts = [page.evaluate("(url) => fetch(url).then((reply) => reply.text())", name) for name in OPENED]
    return {"second" in text for text in texts}


def test_a_page_that_is_opened_first_when_there_is_a_newer_version_is_of_that_one(
    page: Page, versions: tuple[SiteServer, Path]
) -> None:
    server, folder = versions
    play = PlayPage(page, server.url).open()
    page.evaluate(CONTROLLED)
    mark(folder, *OPENED)
    new = publish(folder)
    play.page.get_by_role("link", name="Puzzles").click()
    page.locator("cg-board piece").first.wait_for()
    assert seen(page) == {True}
    assert page.evaluate("fetch('data/build.json').then((reply) => reply.json())")["version"] == new


def test_a_page_of_a_newer_version_waits_for_older_tabs(
    page: Page, versions: tuple[SiteServer, Path]
) -> None:
    server, folder = versions
    PlayPage(page, server.url).open()
    page.evaluate(CONTROLLED)
    page.evaluate("(names) => Promise.all(names.map((name) => fetch(name)))", [*OPENED[2:], "puzzles.html"])
    # What is here of the page was lost in part, and the network has only another version of it.
    page.evaluate(LOSE, "pages/puzzles.js")
    stop_service_workers(page)
    mark(folder, *OPENED)
    publish(folder)
    other = page.context.new_page()
    other.goto(f"{server.url}puzzles.html")
    expect(other.get_by_text("A new version of Cannonfish is being installed")).to_be_visible()
    assert page.evaluate("fetch('ui/tokens.css').then((reply) => reply.text())").count("second") == 0
    page.close()
    other.locator("cg-board piece").first.wait_for()
    assert seen(other) == {True}


def test_a_page_that_is_not_kept_says_so_without_a_network(
    page: Page, server: SiteServer, problems: Problems
) -> None:
    problems.expect("503|ERR_CONNECTION_REFUSED|An unknown error occurred when fetching the script")
    PlayPage(page, server.url).open()
    page.evaluate(CONTROLLED)
    server.stop()
    page.goto(f"{server.url}puzzles.html")
    expect(page.get_by_text("has not been stored on this device yet")).to_be_visible()
    server.start()
    page.reload()
    page.locator("cg-board piece").first.wait_for()


def test_a_tab_that_nothing_holds_together_takes_no_dialogs_of_a_newer_version(page: Page, site: str) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined });")
    page.route(
        "**/pages/records.js",
        lambda route: route.fulfill(
            content_type="text/javascript",
            body="export const BUILT = 'newer', recordDialogs = null;",
        ),
    )
    play = PlayPage(page, site).open()
    play.button("Export").click()
    update = play.notice("update")
    expect(update).to_contain_text("your game is kept")
    page.unroute("**/pages/records.js")
    with page.expect_event("load"):
        update.get_by_role("button", name="Reload").click()
    play.open().button("Export").click()
    expect(page.get_by_role("dialog", name="Export game")).to_be_visible()


KEPT_WORDS = {
    "en": ("Settings", "Puzzles", "not stored yet", "stored", "Board and games"),
    "zh": ("设置", "习题", "尚未保存", "已保存", "棋盘与对局"),
}


@pytest.mark.parametrize("language", KEPT_WORDS)
def test_the_settings_name_what_is_kept_and_what_is_not(
    page: Page, server: SiteServer, language: str
) -> None:
    settings, puzzles, missing, kept, board = KEPT_WORDS[language]
    PlayPage(page, server.url).open(f"lang={language}")
    page.evaluate(CONTROLLED)
    page.get_by_role("button", name=settings, exact=True).click()
    part = page.get_by_role("listitem").filter(has_text=puzzles)
    expect(part).to_have_text(f"{puzzles}{missing}")
    expect(page.get_by_role("listitem").filter(has_text=board)).to_have_text(f"{board}{kept}")
    other = page.context.new_page()
    other.goto(f"{server.url}puzzles.html")
    expect(part).not_to_have_text(f"{puzzles}{missing}")  # while the settings are open
    expect(other.locator("html[data-kept]")).to_be_attached()
    page.keyboard.press("Escape")
    page.get_by_role("button", name=settings, exact=True).click()
    expect(part).to_have_text(f"{puzzles}{kept}")


def test_a_new_version_does_not_push_other_tabs_aside(page: Page, versions: tuple[SiteServer, Path]) -> None:
    server, folder = versions
    keep_site(page, server.url)
    other = open_lab(page.context.new_page(), server.url)
    old = version_of(other)
    publish(folder)
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    settle(page, "updateAvailable")
    assert page.evaluate("offline.update()") is False
    assert version_of(other) == old
    other.close()
    assert page.evaluate("offline.update()") is True


def test_a_version_with_a_missing_file_changes_nothing(
    page: Page, versions: tuple[SiteServer, Path], problems: Problems
) -> None:
    server, folder = versions
    problems.expect("404")
    keep_site(page, server.url)
    old = version_of(page)
    publish(folder)
    (folder / "engine" / "client.js").unlink()
    page.evaluate(GIVEN_UP)
    assert kept_versions(page) == [old]
    assert version_of(page) == old
    assert page.evaluate(PLAY)


def test_what_cannot_be_kept_is_said_and_the_page_works_on(
    page: Page, versions: tuple[SiteServer, Path], problems: Problems
) -> None:
    server, folder = versions
    problems.expect("404")
    lost = folder / "board" / "board.css"
    text = lost.read_bytes()
    lost.unlink()
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    state = settle(page, "failed", "ready")
    assert (state["state"], state["reason"]) == ("failed", "not_kept")
    assert "board/board.css" in str(state["detail"])
    assert kept_versions(page) == []
    assert page.evaluate(PLAY)
    lost.write_bytes(text)
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    assert settle(page, "failed", "ready")["state"] == "ready"


def test_a_file_that_is_not_what_it_should_be_is_not_kept(
    page: Page, versions: tuple[SiteServer, Path], problems: Problems
) -> None:
    server, folder = versions
    problems.expect("integrity|digest")
    file = folder / "board" / "board.css"
    file.write_text(file.read_text() + " ")
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    assert settle(page, "failed", "ready")["reason"] == "not_kept"


def test_without_service_workers_the_page_says_so(page: Page, site: str) -> None:
    open_lab(page, site)
    states = page.evaluate(
        """async () => {
          const { Offline } = await import(`${source}engine/offline.js`);
          const refused = { register: () => Promise.reject(new DOMException('no', 'SecurityError')) };
          const tried = [new Offline({ base, container: null }), new Offline({ base, container: refused })];
          for (const each of tried) await each.start();
          return tried.map(({ state }) => [state.state, state.reason]);
        }"""
    )
    assert states == [["unsupported", "no_service_worker"], ["unsupported", "refused"]]


def test_other_sites_of_the_same_origin_are_left_alone(page: Page, dist: Path) -> None:
    with SiteServer({"/one/": dist, "/one/two/": dist, **SOURCE}) as server:
        open_lab(page, server.url)
        page.evaluate("async () => { const cache = await caches.open('cannonfish files /one/two/ x'); }")
        page.evaluate(REGISTER)
        settle(page, "ready")
        assert "cannonfish files /one/two/ x" in page.evaluate("caches.keys()")


@pytest.mark.slow
def test_a_hundred_reloads_without_a_network(page: Page, server: SiteServer, problems: Problems) -> None:
    problems.expect("ERR_CONNECTION_REFUSED")
    play = PlayPage(page, server.url).open("level=1").wait_for_engine()
    page.evaluate(CONTROLLED)
    play.move("h2e2")
    play.expect_moves(2)
    server.stop()
    for _ in range(100):
        page.reload()
        page.locator("cg-board piece").first.wait_for()
        play.wait_for_engine()
        play.expect_moves(2)
