"""What could not be loaded: the page says so where a person waits, and loads it when the network is back."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from email.message import Message
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect

from tests.browser.conftest import BASE, SCREENS, Problems, Serve, further_pages, slow
from tests.browser.play_page import PlayPage
from tools import environment
from tools.pages import pages
from tools.server import Reply, SiteServer

SILENT = (f"{BASE}engine/worker-", f"{BASE}engine/lab-worker-")
"""Engines that say nothing: these tests are about the pages."""
OLD_MODULES = "--disable-features=ModuleMapDoNotCacheFailedFetch"
"""Chromium as it was: it remembers a failed import as long as the page lives (whatwg/html#10327)."""

BOARD = "cg-board piece"
SETTINGS = ('role=button[name="Settings"]', "dialog.settings[open]")
EXPORT = ('role=button[name="Export"]', "dialog.export[open] textarea")
IMPORT = ('role=button[name="Import"]', "dialog.import[open]")
GIF = (f"{EXPORT[0]} && dialog.export label:has-text('GIF')", "dialog.export[open] .animation")
KEPT = "#panel > .kept:not([hidden]) > :not([role=alert], .btn)"
STAGE = ".stage > :not([role=alert], .btn)"
"""A figure of a lesson, which has a script of its own for each of six kinds."""
PAGES: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "": (
        BOARD,
        [
            SETTINGS,
            ('role=button[name="New game"]', "dialog.new-game[open]"),
            ('role=button[name="Resign"]', "dialog[open]"),
            ('role=button[name="My games"]', "dialog.library-dialog[open]"),
            IMPORT,
            EXPORT,
            GIF,
        ],
    ),
    "analysis.html": (
        BOARD,
        [
            SETTINGS,
            ('role=button[name="New analysis"]', "dialog.new-analysis[open]"),
            ('role=tab[name="Comments"]', "#panel textarea"),
            ('role=tab[name="Evaluation"]', "#panel .terms"),
            ('role=tab[name="Openings"]', "#panel .small"),
            ('role=tab[name="Graph"]', "#panel svg"),
            ('role=tab[name="Review"]', "#panel .review"),
            ('role=tab[name="Share"]', "#panel .entry"),
            (f'role=tab[name="Share"] && {EXPORT[0]}', EXPORT[1]),
        ],
    ),
    "puzzles.html": (
        BOARD,
        [
            SETTINGS,
            ('role=button[name="More"] >> nth=-1', "dialog.ways[open]"),
            ("role=button[name=/^Rating/]", "dialog.progress[open]"),
            ('role=button[name="Filter"]', "dialog.filter[open]"),
            ('role=button[name="Create"]', "dialog.own-dialog[open]"),
            ('role=button[name="More"] >> nth=-1 && role=button[name=/^Streak/]', ".run"),
        ],
    ),
    "endings.html": (
        "role=grid",  # its pieces come with the first ending that is solved
        [
            ('role=button[name="Textbook"]', ".classical li"),
            ('role=button[name="Drills"]', ".drill"),
            SETTINGS,
        ],
    ),
    "editor.html": (BOARD, [SETTINGS, ('role=button[name="Share"]', "dialog.export[open]")]),
    "lab.html": (
        "role=tab",
        [
            SETTINGS,
            ('role=tab[name="Edit"]', ".source .cm-editor"),
            ('role=tab[name="Match"]', KEPT),
            ('role=tab[name="Search tree"]', KEPT),
            ('role=tab[name="Race"]', KEPT),
            ('role=tab[name="Compile"]', KEPT),
            ('role=tab[name="Compile"] && input[name=lab-code][value=own]', ".own .cm-editor"),
        ],
    ),
    "how-to-play.html": (BOARD, []),
    "learn.html": (".contents li", []),
    "learn.html?lesson=1": (
        "#lesson .tree .leaf",
        [("#lesson pre >> nth=0", "#lesson .cm-editor"), ("#lesson .play-section", ".play-board")],
    ),
    **{
        f"learn.html?lesson={number}": (f".figure {STAGE}", [("#lesson h1", f".figure >> nth=-1 >> {STAGE}")])
        for number in (2, 9, 10, 11)
    },
    "embed.html?moves=h2e2": (BOARD, [("[role=button]", "[role=grid]")]),
    "embed.html?clock=5": (BOARD, [("#top", ".clock")]),
    "embed.html?mode=puzzle": (BOARD, [("#top", "[role=grid]")]),
}
PAGES |= dict.fromkeys(further_pages(PAGES), ("h1", []))
"""The pages: what each shows once it is there, and for each later part, what is pressed and what comes.

Where several things are pressed, one after the other, `&&` stands between them.
"""


@dataclass
class WeakHost(SiteServer):
    """A network that loses the first request for each file, or breaks it off in the middle."""

    silent: bool = True
    weak: bool = False
    breaks_off: bool = False
    lost: set[str] = field(default_factory=set)

    def reply(self, target: str, headers: Message) -> Reply | None:
        path = urlsplit(target).path
        if self.silent and path.startswith(SILENT):
            return Reply(HTTPStatus.OK, {"Content-Type": "text/javascript"}, b"// silent")
        reply = super().reply(target, headers)
        if reply is None or not self.weak:
            return reply
        # On a connection that was in use before, Chromium repeats a lost request itself.
        reply = replace(reply, headers={**reply.headers, "Connection": "close"})
        if path in self.lost or path.endswith(".html") or path == BASE:
            return reply
        self.lost.add(path)
        return replace(reply, cut=len(reply.body or b"") // 2) if self.breaks_off else None


@pytest.fixture
def host(dist: Path, serve: Serve) -> WeakHost:
    """The site on a host that loses requests as soon as it is `weak`."""
    found = serve({BASE: dist}, host=WeakHost)
    assert isinstance(found, WeakHost)
    return found


@pytest.fixture(scope="module")
def old_browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium as it was before it forgot failed imports."""
    arguments = [*environment.CHROMIUM_ARGUMENTS, OLD_MODULES]
    started = playwright.chromium.launch(executable_path=environment.browser(), args=arguments)
    yield started
    started.close()


@pytest.fixture
def page_of(
    request: pytest.FixtureRequest,
    problems: Problems,
    new_context: Callable[..., BrowserContext],
    host: WeakHost,
) -> Iterator[Callable[[str], Page]]:
    """Opens a page in a browser of that name. What the network loses is expected, faults are not."""
    problems.expect("ERR_|the server responded|Failed to fetch dynamically imported|cannot load")
    contexts = []

    def page_of(name: str) -> Page:
        contexts.append(new_context(request.getfixturevalue(name), **SCREENS["desktop"]))
        page = contexts[-1].new_page()
        problems.watch(page)
        return page

    yield page_of
    for context in contexts:
        context.close()


def again(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^(Try again|Reload)$"))


def bring(page: Page, shown: str) -> bool:
    """Wait until this is on the page, and try again where the page says that something is not there.

    False when that has reloaded the page.
    """
    for _ in range(20):
        expect(page.locator(shown).or_(again(page)).first).to_be_visible()
        if page.locator(shown).first.is_visible():
            return True
        press = "(buttons) => buttons[0]?.click()"  # a dialog may lie over it by now
        if page.locator("#stalled").is_visible() or again(page).first.inner_text().strip() == "Reload":
            with page.expect_navigation(wait_until="commit"):
                again(page).evaluate_all(press)
            return False
        again(page).evaluate_all(press)
    raise AssertionError(f"{shown} does not come")


def start(page: Page, there: str) -> None:
    """Wait until the page is there, however often it has to be loaded."""
    while not bring(page, there):
        pass


def press_all(page: Page, press: str) -> bool:
    """Press one thing after the other, as soon as it is there. False when the page had to be reloaded."""
    for each in press.split(" && "):
        if not bring(page, each):
            return False
        page.locator(each).first.click()
    return True


def open_part(page: Page, there: str, press: str, shown: str) -> None:
    """Press, and wait for what is to come, however often it takes."""
    while not press_all(page, press) or not bring(page, shown):
        start(page, there)
    if "dialog" in shown:
        page.keyboard.press("Escape")


def test_all_pages_with_scripts_are_among_them() -> None:
    names = {name.partition("?")[0] or "index.html" for name in PAGES}
    assert names == pages().keys()


def no_faults(page: Page) -> None:
    """Nothing was taken for a fault of the program, and the page is dressed."""
    expect(page.locator("[data-notice=fault]")).to_have_count(0)
    expect(page.locator("link[data-failed]")).to_have_count(0)


EVERY_RUN = ("", "analysis.html", "learn.html?lesson=1", "embed.html?moves=h2e2")
"""Pages of four kinds. The others are slow tests."""


@pytest.mark.parametrize("way", ["lost", slow("broken off"), slow("lost, old browser")])
@pytest.mark.parametrize("name", [name if name in EVERY_RUN else slow(name) for name in PAGES])
def test_every_request_is_lost_once(
    page_of: Callable[[str], Page], host: WeakHost, name: str, way: str
) -> None:
    there, parts = PAGES[name]
    host.weak, host.breaks_off = True, way == "broken off"
    page = page_of("old_browser" if "old" in way else "browser")
    page.goto(f"{host.url}{name}", wait_until="commit")
    start(page, there)
    for press, shown in parts:
        open_part(page, there, press, shown)
    no_faults(page)


@pytest.mark.quick
@pytest.mark.parametrize(
    "name", [name if name in EVERY_RUN else slow(name) for name, (_, parts) in PAGES.items() if parts]
)
def test_offline_and_online_again(page_of: Callable[[str], Page], host: WeakHost, name: str) -> None:
    there, parts = PAGES[name]
    page = page_of("browser")
    page.goto(f"{host.url}{name}")
    page.locator(there).first.wait_for()
    page.context.set_offline(True)
    for press, shown in parts:
        first, *more = press.split(" && ")
        page.locator(first).first.click()
        for step in more:
            if (button := page.locator(step).first).is_visible():
                button.click()
        expect(page.locator(shown).or_(again(page)).first).to_be_visible()
        page.keyboard.press("Escape")
        if (close := page.locator(".unloaded").get_by_role("button", name="Close")).is_visible():
            close.click()
    page.context.set_offline(False)
    for press, shown in parts:
        open_part(page, there, press, shown)
    no_faults(page)


@pytest.mark.quick
@pytest.mark.parametrize("name", [slow("about.html"), "embedding.html"])
def test_a_language_can_be_chosen_again(page_of: Callable[[str], Page], host: WeakHost, name: str) -> None:
    page = page_of("browser")
    page.goto(f"{host.url}{name}?lang=en")
    page.locator("h1").first.wait_for()
    page.context.set_offline(True)
    choice = page.locator(".masthead select")
    choice.select_option("vi")
    expect(choice).to_have_js_property("validationMessage", "This language could not be loaded.")
    expect(choice).to_have_value("en")
    page.context.set_offline(False)
    choice.select_option("vi")
    expect(page.locator("html")).to_have_attribute("lang", "vi")
    no_faults(page)


def test_a_page_without_its_scripts_says_so_in_the_visitors_language(
    page_of: Callable[[str], Page], host: WeakHost
) -> None:
    page = page_of("browser")
    page.route("**/play/page-*.js", lambda route: route.abort())
    for language, sentence in [("en", "has not loaded"), ("zh-TW", "尚未完整載入"), ("vi", "chưa tải xong")]:
        page.goto(f"{host.url}?lang={language}")
        expect(page.get_by_role("alert")).to_contain_text(sentence)
    page.unroute("**/play/page-*.js")
    with page.expect_navigation():
        page.locator("#stalled button").click()
    page.locator(BOARD).first.wait_for()
    expect(page.locator("#stalled")).to_have_count(0)


@pytest.mark.quick
def test_a_typed_move_is_read_without_the_network(page_of: Callable[[str], Page], host: WeakHost) -> None:
    play = PlayPage(page_of("browser"), host.url).open()
    play.my_turn()  # what is typed before the game is there is forgotten
    play.page.context.set_offline(True)
    play.type_move("h2e2")
    play.expect_moves(1)


def test_a_pawn_is_promoted_when_the_network_is_back(page_of: Callable[[str], Page], host: WeakHost) -> None:
    host.silent = False
    play = PlayPage(page_of("browser"), host.url).open("game=chess&fen=8/P7/8/8/8/8/7k/K7_w_-_-_0_1&level=1")
    play.wait_for_engine()
    play.page.context.set_offline(True)
    play.move("a7a8")
    expect(play.page.get_by_text("This part could not be loaded")).to_be_visible()
    play.page.context.set_offline(False)
    again(play.page).click()
    expect(play.page.locator(".unloaded")).to_have_count(0)
    play.move("a7a8")
    play.page.get_by_role("button", name="queen").click()
    play.expect_moves(1)


@pytest.mark.parametrize(
    "lost", ["wheels/*/cannonfish-*", slow("engine/worker-*.js"), slow("pyodide/*/pyodide.mjs")]
)
def test_the_engine_starts_when_the_network_is_back(
    page_of: Callable[[str], Page], host: WeakHost, lost: str, problems: Problems
) -> None:
    problems.expect("BootError")  # as it says in the console
    host.silent = False
    page = page_of("browser")
    play = PlayPage(page, host.url)
    page.context.route(f"**/{lost}", lambda route: route.abort())
    play.open()
    failed = play.notice("engine_failed")
    expect(failed).to_contain_text("The engine could not start")
    page.context.unroute_all()
    failed.get_by_role("button", name="Restart the engine").click()
    play.wait_for_engine()
    expect(failed).to_have_count(0)


def test_puzzles_come_when_the_network_is_back(page_of: Callable[[str], Page], host: WeakHost) -> None:
    for lost, sentence in [("index-*.json", "list of puzzles"), ("*.jsonl", "puzzle could not be loaded")]:
        page = page_of("browser")
        page.route(f"**/puzzles/{lost}", lambda route: route.abort())
        page.goto(f"{host.url}puzzles.html")
        card = page.locator("[data-notice=puzzle_fault]")
        expect(card).to_contain_text(sentence)
        page.unroute(f"**/puzzles/{lost}")
        card.get_by_role("button", name="Try again").click()
        page.locator(BOARD).first.wait_for()
        expect(card).to_have_count(0)
