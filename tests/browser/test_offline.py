"""The site without a network, and the change to a new version."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import BASE, SOURCE, Problems, Serve, slow
from tests.browser.engine_lab import open_lab
from tests.browser.play_page import PlayPage, wait_until
from tools.server import SiteServer
from tools.static_site import WEB, describe

pytestmark = pytest.mark.service_worker

REGISTER = """
async () => {
  const { Offline } = await import(`${source}engine/offline.js`);
  window.reloads = 0;
  const parts = () => ['programs', 'texts.en'];
  window.offline = new Offline({ base, parts, reload: () => { window.reloads += 1; } });
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
    """Open the lab, and wait until the site is kept, with the client for programs."""
    open_lab(page, site)
    page.evaluate(REGISTER)
    assert settle(page, "ready", "failed")["state"] == "ready"
    page.evaluate(CONTROLLED)


def settle(page: Page, *states: str) -> dict[str, str | None]:
    """Wait until the page's Offline is in one of these states."""
    found = page.wait_for_function(
        "(states) => states.includes(offline.state.state) && offline.state", arg=states
    )
    state: dict[str, str | None] = found.json_value()
    return state


@pytest.fixture
def versions(dist: Path, serve: Serve, tmp_path: Path) -> tuple[SiteServer, Path]:
    """A site of the test's own, in a folder that it may change."""
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder)
    return serve({BASE: folder, **SOURCE}, cache_control="max-age=0"), folder


TEXT = "(name) => fetch(base + name).then((reply) => reply.text()).catch(() => null)"


SECOND = "<meta name=second>"


def rebuild(folder: Path, *patterns: str) -> None:
    """Turn pages and files into a second version, with new names for the files, as a build does."""
    for path in [found for pattern in patterns for found in folder.glob(pattern)]:
        if path.suffix == ".html":
            path.write_text(path.read_text().replace("</head>", f"{SECOND}</head>"))
            continue
        name = path.relative_to(folder).as_posix()
        path.write_text(path.read_text() + "/* second */")
        path.rename(path.with_stem(f"{path.stem}second"))
        for page in folder.glob("*.html"):
            fresh = name.replace(path.suffix, f"second{path.suffix}")
            page.write_text(page.read_text().replace(name, fresh))


def publish(folder: Path) -> str:
    """Publish another version of the site, in which the client has one more export."""
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


@pytest.mark.quick
def test_everything_works_with_the_server_gone(server: SiteServer, page: Page, problems: Problems) -> None:
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


def test_a_page_can_be_opened_by_every_name_it_has(server: SiteServer, page: Page) -> None:
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    settle(page, "ready")
    server.stop()
    for name in ("", "index.html", "?level=3", "index.html?fen=x#y"):
        page.goto(server.url + name)
        assert page.locator("main").count() == 1, name


@pytest.mark.quick
def test_a_new_version_waits_and_takes_over_when_asked(
    versions: tuple[SiteServer, Path], page: Page, problems: Problems
) -> None:
    server, folder = versions
    keep_site(page, server.url)
    old = version_of(page)
    new = publish(folder)
    asked_before = len(server.sent)
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    settle(page, "updateAvailable")
    # Nothing of the new version appears before it is requested, even in files that are loaded late.
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
    versions: tuple[SiteServer, Path], page: Page, problems: Problems
) -> None:
    server, folder = versions
    keep_site(page, server.url)
    open_puzzles(page.context.new_page(), server.url).close()
    rebuild(folder, "puzzles.html", "puzzles/puzzles-*.css")
    publish(folder)
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    settle(page, "updateAvailable")
    assert "second" not in page.evaluate(TEXT, "puzzles.html")
    page.evaluate("offline.update()")
    page.wait_for_function("reloads === 1")
    server.stop()
    problems.expect("ERR_CONNECTION_REFUSED|ERR_FAILED")
    open_puzzles(page, server.url)
    assert versions_seen(page) == {True}
    # A file that was never requested is not kept.
    [solution] = folder.glob("data/liuzichong-*.bin")
    assert page.evaluate("(name) => fetch(`data/${name}`).catch(() => null)", solution.name) is None


def open_puzzles(page: Page, site: str) -> Page:
    """Open the page and wait for its board, and until the page is kept."""
    page.goto(f"{site}puzzles.html")
    page.locator("cg-board piece").first.wait_for()
    page.locator("html[data-kept]").wait_for(state="attached")
    return page


def versions_seen(page: Page) -> set[bool]:
    """Whether the page and its own style are of the second version: one value unless they are mixed."""
    whole = page.content()
    style = page.locator("link[href*='puzzles/puzzles-']").get_attribute("href") or ""
    return {
        '<meta name="second">' in whole,
        "second.css" in style,
        "second" in page.evaluate(TEXT_HERE, style),
    }


TEXT_HERE = "(url) => fetch(url).then((reply) => reply.text())"


def test_a_page_that_is_opened_first_when_there_is_a_newer_version_is_of_that_one(
    versions: tuple[SiteServer, Path], page: Page
) -> None:
    server, folder = versions
    play = PlayPage(page, server.url).open()
    page.evaluate(CONTROLLED)
    rebuild(folder, "puzzles.html", "puzzles/puzzles-*.css")
    publish(folder)
    play.page.get_by_role("link", name="Puzzles").click()
    page.locator("cg-board piece").first.wait_for()
    assert versions_seen(page) == {True}


def test_a_page_of_a_newer_version_opens_beside_older_tabs(
    versions: tuple[SiteServer, Path], page: Page
) -> None:
    server, folder = versions
    PlayPage(page, server.url).open()
    page.evaluate(CONTROLLED)
    [style] = page.locator("link[href*='shell/page-']").evaluate_all("links => links.map(({ href }) => href)")
    rebuild(folder, "*.html", "puzzles/puzzles-*.css", "shell/page-*.css")
    publish(folder)
    other = page.context.new_page()
    other.goto(f"{server.url}puzzles.html")
    other.locator("cg-board piece").first.wait_for()
    assert versions_seen(other) == {True}
    # The older tab goes on with its own files, which the server does not have any more.
    assert "--ground" in page.evaluate(TEXT_HERE, style)
    page.reload()
    expect(page.locator("cg-board piece").first).to_be_attached()
    assert "second" not in page.content()


def test_a_frame_on_a_page_of_ours_is_there_after_an_update(
    versions: tuple[SiteServer, Path], page: Page
) -> None:
    """A frame that was not kept said "close its other tabs", and was reloaded every two seconds.

    It waited until no other tab was open, but the page around the frame was such a tab.
    """
    server, folder = versions
    PlayPage(page, server.url).open()
    page.evaluate(CONTROLLED)
    rebuild(folder, "embed.html", "frame/bundle-*.css")
    publish(folder)
    other = page.context.new_page()
    other.goto(f"{server.url}embedding.html?lang=en")
    inside = other.frame_locator("xiangqi-board iframe")
    expect(inside.locator("cg-board piece")).to_have_count(32)
    assert "second.css" in (inside.locator("link[href*='frame/bundle-']").get_attribute("href") or "")


def test_a_page_that_is_not_kept_says_so_without_a_network(
    server: SiteServer, page: Page, problems: Problems
) -> None:
    # The page may still be fetching chunks.
    problems.expect(
        "503|ERR_CONNECTION_REFUSED|ERR_FAILED|An unknown error occurred when fetching the script"
    )
    PlayPage(page, server.url).open()
    page.evaluate(CONTROLLED)
    server.stop()
    page.goto(f"{server.url}puzzles.html")
    expect(page.get_by_text("has not been stored on this device yet")).to_be_visible()
    server.start()
    page.reload()
    page.locator("cg-board piece").first.wait_for()


def test_after_one_visit_the_page_and_its_dialogs_are_there_without_a_network(
    server: SiteServer, page: Page, problems: Problems
) -> None:
    play = PlayPage(page, server.url).open()
    page.locator("html[data-kept]").wait_for(state="attached")
    server.stop()
    problems.expect("ERR_CONNECTION_REFUSED|ERR_FAILED")
    play.open()
    for button in ("Settings", "New game", "Resign", "Import", "Export"):
        play.button(button).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_first_visit_that_ends_early_leaves_a_page_with_words(
    server: SiteServer, page: Page, problems: Problems
) -> None:
    # Bug: the texts were only asked for once the service worker was in use. If the page had been closed by
    # then, it opened without a single word as long as there was no network.
    page.add_init_script(
        """{
          const { postMessage } = ServiceWorker.prototype;
          ServiceWorker.prototype.postMessage = function (message, ports) {
            if (message.type !== 'status') postMessage.call(this, message, ports);
            globalThis.asked = true;
          };
        }"""
    )
    page.goto(server.url)
    wait_until(page, "() => globalThis.asked")
    page.goto(f"{server.url}licences/index.html")
    page.evaluate(CONTROLLED)
    # The mark of a part is put when all its files are here: the first of them is not enough.
    wait_until(page, "() => caches.match('/cannonfish/__kept__?texts.en')")
    server.stop()
    problems.expect("ERR_CONNECTION_REFUSED|ERR_FAILED")
    play = PlayPage(page, server.url).open()
    expect(play.button("New game")).to_be_visible()


def test_who_comes_again_has_the_other_pages_without_a_network(
    server: SiteServer, page: Page, problems: Problems
) -> None:
    play = PlayPage(page, server.url).open()
    page.locator("html[data-kept]").wait_for(state="attached")
    play.open()
    play.button("Settings").click()
    boards = page.get_by_role("listitem").filter(has_text="Embedded boards")
    expect(boards).to_have_text("Embedded boards stored")
    server.stop()
    problems.expect("ERR_CONNECTION_REFUSED|ERR_FAILED")
    page.goto(f"{server.url}embed.html?moves=h2e2")
    expect(page.locator("cg-board piece")).to_have_count(32)


def test_a_language_is_kept_when_it_is_chosen(server: SiteServer, page: Page, problems: Problems) -> None:
    play = PlayPage(page, server.url).open()
    page.locator("html[data-kept]").wait_for(state="attached")
    play.button("Settings").click()
    page.locator("#language").select_option("zh-Hans")
    expect(page.get_by_role("heading", name="设置")).to_be_visible()
    server.stop()
    problems.expect("ERR_CONNECTION_REFUSED|ERR_FAILED")
    play.open()
    expect(page.get_by_role("button", name="设置", exact=True)).to_be_visible()


def test_a_language_that_is_not_kept_is_refused_without_a_network(
    server: SiteServer, page: Page, problems: Problems
) -> None:
    # It was saved before its words were there, so that no page opened any more.
    play = PlayPage(page, server.url).open()
    page.locator("html[data-kept]").wait_for(state="attached")
    play.button("Settings").click()
    server.stop()
    problems.expect("ERR_CONNECTION_REFUSED|ERR_FAILED|503")
    page.locator("#language").select_option("vi")
    refusal = "This language could not be loaded."
    expect(page.locator("#language")).to_have_js_property("validationMessage", refusal)
    page.keyboard.press("Escape")
    play.button("New game").click()
    expect(page.get_by_role("dialog", name="New game")).to_be_visible()
    play.open()
    expect(page.get_by_role("button", name="Settings", exact=True)).to_be_visible()


def test_a_tab_that_nothing_holds_together_takes_no_dialogs_of_a_newer_version(
    page: Page, site: str, problems: Problems
) -> None:
    problems.expect("404")
    page.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined });")
    gone = "**/chunks/export-dialog-*.js"
    page.route(gone, lambda route: route.fulfill(status=404, body="gone"))
    play = PlayPage(page, site).open()
    play.button("Export").click()
    update = page.locator(".unloaded")
    expect(update).to_contain_text("your game is kept")
    page.unroute(gone)
    with page.expect_event("load"):
        update.get_by_role("button", name="Reload").click()
    play.open().button("Export").click()
    expect(page.get_by_role("dialog", name="Share & export")).to_be_visible()


KEPT_WORDS = {
    "en": ("Settings", "Puzzles", "not stored yet", "stored", "Board and games"),
    "zh": ("设置", "习题", "尚未保存", "已保存", "棋盘与对局"),
}


@pytest.mark.parametrize("language", ["zh", slow("en")])
def test_the_settings_name_what_is_kept_and_what_is_not(
    server: SiteServer, page: Page, language: str
) -> None:
    settings, puzzles, missing, kept, board = KEPT_WORDS[language]
    PlayPage(page, server.url).open(f"lang={language}")
    page.evaluate(CONTROLLED)
    page.get_by_role("button", name=settings, exact=True).click()
    part = page.get_by_role("listitem").filter(has_text=puzzles)
    expect(part).to_have_text(f"{puzzles} {missing}")
    expect(page.get_by_role("listitem").filter(has_text=board)).to_have_text(f"{board} {kept}")
    other = page.context.new_page()
    other.goto(f"{server.url}puzzles.html")
    expect(part).not_to_have_text(f"{puzzles} {missing}")  # while the settings are open
    expect(other.locator("html[data-kept]")).to_be_attached()
    page.keyboard.press("Escape")
    page.get_by_role("button", name=settings, exact=True).click()
    expect(part).to_have_text(f"{puzzles} {kept}")


def test_a_new_version_does_not_push_other_tabs_aside(versions: tuple[SiteServer, Path], page: Page) -> None:
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
    versions: tuple[SiteServer, Path], page: Page, problems: Problems
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
    versions: tuple[SiteServer, Path], page: Page, problems: Problems
) -> None:
    server, folder = versions
    problems.expect("404")
    [lost] = folder.glob("shell/page-*.css")
    text = lost.read_bytes()
    lost.unlink()
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    state = settle(page, "failed", "ready")
    assert (state["state"], state["reason"]) == ("failed", "not_kept")
    assert lost.name in str(state["detail"])
    assert page.evaluate(PLAY)
    lost.write_bytes(text)
    # Bug: all files were given up because of one, and every later visit fetched them again.
    (folder / "index.html").unlink()
    open_lab(page, server.url)
    page.evaluate(REGISTER)
    assert settle(page, "failed", "ready")["state"] == "ready"


def test_a_file_that_is_not_what_it_should_be_is_not_kept(
    versions: tuple[SiteServer, Path], page: Page, problems: Problems
) -> None:
    server, folder = versions
    problems.expect("integrity|digest")
    [file] = folder.glob("shell/page-*.css")
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


def test_other_sites_of_the_same_origin_are_left_alone(page: Page, dist: Path, serve: Serve) -> None:
    server = serve({"/one/": dist, "/one/two/": dist, **SOURCE})
    open_lab(page, server.url)
    page.evaluate("async () => { const cache = await caches.open('cannonfish files /one/two/ x'); }")
    page.evaluate(REGISTER)
    settle(page, "ready")
    assert "cannonfish files /one/two/ x" in page.evaluate("caches.keys()")


def test_a_hundred_reloads_without_a_network(server: SiteServer, page: Page, problems: Problems) -> None:
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
