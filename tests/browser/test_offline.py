"""With the network gone, and when a new version comes."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

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
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    assert settle(page, "ready", "failed")["state"] == "ready"
    assert [state["state"] for state in page.evaluate("offlineStates")] == ["installing", "ready"]
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
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    settle(page, "ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
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
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    settle(page, "ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.evaluate("fetch(`${base}puzzles.html`).then((reply) => reply.text())")
    for name in ("puzzles.html", "embed.html"):
        text = (folder / name).read_text()
        (folder / name).write_text(text.replace("</body>", "<!-- second --></body>"))
    publish(folder)
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    settle(page, "updateAvailable")
    # A page that was opened stays what it was; one that was not comes as it is now.
    fetched = "(name) => fetch(base + name).then((reply) => reply.text())"
    assert "second" not in page.evaluate(fetched, "puzzles.html")
    assert "second" in page.evaluate(fetched, "embed.html")
    page.evaluate("offline.update()")
    page.wait_for_function("reloads === 1")
    server.stop()
    problems.expect("ERR_CONNECTION_REFUSED|ERR_FAILED")
    open_lab(page, server.url)
    assert "second" in page.evaluate("fetch(`${base}puzzles.html`).then((reply) => reply.text())")
    # What nobody has wanted is not there.
    assert page.evaluate("fetch(`${base}data/liuzichong.bin`).then(() => true, () => false)") is False


def test_a_new_version_does_not_push_other_tabs_aside(page: Page, versions: tuple[SiteServer, Path]) -> None:
    server, folder = versions
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    settle(page, "ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
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
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    settle(page, "ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
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


CONTROLLED = """() => new Promise((resolve) => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) resolve();
    else serviceWorker.addEventListener('controllerchange', () => resolve());
})"""


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
