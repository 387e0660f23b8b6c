"""On a host like GitHub Pages: a sub-path, a user page or a custom domain; plain files only."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import Problems, Serve, slow
from tests.browser.embed_page import open_frame
from tests.browser.play_page import PlayPage
from tools.pages import pages
from tools.server import SiteServer

pytestmark = pytest.mark.service_worker

PAGES = [*pages(), "404.html"]
WITHOUT_SCRIPTS = ("404.html", "licences/index.html")


@pytest.fixture(
    params=["/cannonfish/", slow("/"), slow("/a/b/c/")], ids=["project", "domain or user page", "deep"]
)
def published(request: pytest.FixtureRequest, dist: Path, serve: Serve) -> SiteServer:
    """The site under one of the paths that Pages gives."""
    return serve({request.param: dist})


def test_every_page_works_and_asks_nobody_else(page: Page, published: SiteServer) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.context.on("request", note)
    play = PlayPage(page, published.url).open("level=1")
    play.move("h2e2")
    play.expect_moves(2)
    frame = open_frame(page, published.url, "mode=view&moves=h2e2")
    frame.expect_man("e2", "red cannon")
    page.goto(f"{published.url}puzzles.html")
    page.locator("cg-board piece").first.wait_for()
    page.goto(f"{published.url}embedding.html?lang=en")
    board = page.frame_locator("xiangqi-board iframe")
    board.locator("cg-board piece").first.wait_for()
    assert [url for url in asked if not url.startswith((published.url, "data:", "blob:"))] == []


def test_an_unknown_address_is_answered_with_our_page_for_it(
    page: Page, site: str, problems: Problems
) -> None:
    problems.expect("404")
    page.goto(f"{site}there/is/nothing")
    expect(page.get_by_role("heading")).to_have_text("Page not found")


def test_every_page_has_a_strict_policy(page: Page, site: str, problems: Problems) -> None:
    problems.expect("Trusted")
    for name in (*PAGES, "licences/index.html"):
        page.goto(f"{site}{name}")
        assert_strict_policy(page, name)


def assert_strict_policy(page: Page, name: str) -> None:
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content") or ""
    rules = {rule.split()[0]: set(rule.split()[1:]) for rule in policy.split(";")}
    assert rules["default-src"] in ({"'self'"}, {"'none'"})
    scripts = {rule for rule in rules.get("script-src", set()) if not rule.startswith("'sha256-")}
    assert scripts == (set() if name in WITHOUT_SCRIPTS else {"'self'", "'wasm-unsafe-eval'"})
    assert "'unsafe-inline'" not in policy
    assert "'unsafe-eval'" not in policy
    if "script-src" in rules:
        assert rules["require-trusted-types-for"] == {"'script'"}
        assert rules["object-src"] == rules["base-uri"] == {"'none'"}
        refused = "() => { try { document.body.innerHTML = '<b onclick=x>'; } catch { return true; } }"
        assert page.evaluate(refused) is True
        stray = "() => { try { new Worker('https://example.org/x.js'); } catch { return true; } }"
        assert page.evaluate(stray) is True


def test_the_engine_runs_under_the_policy_of_its_page(page: Page, site: str, problems: Problems) -> None:
    """A worker from the network has the policy of its own answer, and plain file servers send none."""
    problems.expect("Content Security Policy|Failed to load|Refused")
    play = PlayPage(page, site).open("level=1").wait_for_engine()
    [worker] = page.workers
    refused = worker.evaluate(
        """() => new Promise((resolve) => {
            addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
            fetch('http://cannonfish.invalid/').then(() => resolve('nothing'), () => {});
        })"""
    )
    assert refused == "connect-src"
    evaluated = worker.evaluate(
        """() => new Promise((resolve) => setTimeout(() => {
            try { resolve(eval('1')); } catch (error) { resolve(error.name); }
        }))"""
    )
    assert evaluated == "EvalError"
    play.move("h2e2")
    play.expect_moves(2)


def test_a_shared_text_and_an_opened_file_are_offered_for_import(page: Page, site: str) -> None:
    page.add_init_script(
        """Object.defineProperty(window, 'launchQueue', { value: { setConsumer: (take) => {
            const handle = (name, text) => ({ getFile: async () => new File([text], name) });
            window.openFile = (name, text) => take({ files: [handle(name, text)] });
        } } });"""
    )
    PlayPage(page, site).open("text=1.+C2%3D5+H8%2B7")
    dialog = page.get_by_role("dialog", name="Import game")
    expect(dialog).to_contain_text("2 moves")
    assert page.evaluate("location.search") == ""
    page.keyboard.press("Escape")
    page.evaluate("openFile('game.pgn', '[Red \"A\"]\\n[Black \"B\"]\\n\\n1. C2=5 *')")
    expect(dialog).to_contain_text("A – B")
    PlayPage(page, site).open("title=1.+C2%3D5&text=")
    expect(dialog).to_contain_text("1 move")


def test_the_manifest_names_what_is_there(page: Page, site: str, dist: Path) -> None:
    page.goto(f"{site}data/build.json")
    manifest = page.evaluate("fetch('../manifest.webmanifest').then((reply) => reply.json())")
    icons = [*manifest["icons"], *(icon for each in manifest["shortcuts"] for icon in each["icons"])]
    for icon in icons:
        assert (dist / icon["src"]).exists(), icon
    for icon in manifest["icons"]:
        if icon["sizes"] == "any":
            continue
        size = page.evaluate(
            """async (src) => { const image = new Image(); image.src = src; await image.decode();
                return `${image.naturalWidth}x${image.naturalHeight}`; }""",
            f"../{icon['src']}",
        )
        assert size == icon["sizes"]
    for shortcut in manifest["shortcuts"]:
        name = shortcut["url"].removeprefix("./") or "index.html"
        assert (dist / name).exists(), shortcut
    accepted = [
        kind for each in manifest["file_handlers"] for kinds in each["accept"].values() for kind in kinds
    ]
    assert sorted(accepted) == [".cbf", ".cbl", ".cbr", ".pgn", ".xqf"]
