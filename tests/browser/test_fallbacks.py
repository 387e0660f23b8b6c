"""A frame still plays in a browser that lacks a feature: each is taken from Chromium in turn."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Problems, slow
from tests.browser.embed_page import Embedded, ask, host_site, open_frame, ready, talking_page
from tests.browser.play_page import REFUSE_STORAGE

pytestmark = pytest.mark.service_worker

IN_THE_PAGE = {
    "no service worker": "Object.defineProperty(navigator, 'serviceWorker', { value: undefined });",
    "no shared memory": "delete globalThis.SharedArrayBuffer;",
    "no storage": REFUSE_STORAGE,
    "no locks, no caches": """
        Object.defineProperty(navigator, 'locks', { value: undefined });
        delete globalThis.caches;
    """,
}
IN_THE_WORKER = {
    "no suspending": "delete WebAssembly.Suspending; delete WebAssembly.promising;",
    "no caches": "delete globalThis.caches;",
}


def play_two_moves(page: Page, site: str) -> None:
    frame = open_frame(page, site, "level=1")
    frame.move("h2e2")
    expect(frame.status).to_have_text("Red · your move")
    # Take back and play again: the game answers, and a search can be given up.
    page.get_by_role("button", name="Take back").click()
    frame.move("b2e2")
    expect(frame.status).to_have_text("Red · your move")


@pytest.mark.parametrize("missing", [name if name == "no storage" else slow(name) for name in IN_THE_PAGE])
def test_without_it_in_the_page(page: Page, isolated: str, missing: str) -> None:
    page.goto(f"{isolated}404.html")
    assert page.evaluate("crossOriginIsolated && 'SharedArrayBuffer' in globalThis")
    page.add_init_script(IN_THE_PAGE[missing])
    play_two_moves(page, isolated)


@pytest.mark.parametrize("missing", ["no suspending", slow("no caches")])
def test_without_it_in_the_worker(page: Page, site: str, missing: str) -> None:
    def answer(route: Route) -> None:
        reply = route.fetch()
        route.fulfill(response=reply, body=IN_THE_WORKER[missing] + reply.text())

    page.context.route("**/engine/worker-*.js", answer)
    play_two_moves(page, site)


def test_a_lack_of_memory_is_said_and_the_board_stays(page: Page, site: str, problems: Problems) -> None:
    problems.expect("memory")

    def answer(route: Route) -> None:
        reply = route.fetch()
        scarce = "WebAssembly.instantiate = async () => { throw new RangeError('Out of memory'); };"
        route.fulfill(response=reply, body=scarce + reply.text())

    page.context.route("**/engine/worker-*.js", answer)
    frame = open_frame(page, site, "level=1")
    frame.move("h2e2")
    expect(frame.problem).to_contain_text("It ran out of memory")
    frame.expect_man("e2", "red cannon")


def test_twenty_workers_killed_in_mid_search_lose_nothing(
    page: Page, site: str, tmp_path: Path, problems: Problems
) -> None:
    """Each search sends news, then its worker breaks; the next worker has to finish the search."""
    problems.expect("killed on purpose")
    page.add_init_script(
        """window.Worker = class extends Worker {
            constructor(...given) { super(...given); (window.workers ??= []).push(this); }
        }"""
    )
    kills = 20
    with host_site(tmp_path, {}) as host:
        src = f"{site}embed.html?color=both&origin={host.rstrip('/')}"
        (tmp_path / "index.html").write_text(talking_page(src))
        page.goto(host)
        ready(page)
        inside = next(frame for frame in page.frames if "embed.html" in frame.url)
        kill = "workers.at(-1).dispatchEvent(new ErrorEvent('error', { message: 'killed on purpose' }))"
        moves: list[str] = []
        for _ in range(kills):
            question = page.evaluate("post('go', { limits: { depth: 9 } })")
            page.wait_for_function(
                "(id) => heard.some((each) => each.id === id && each.type === 'info')", arg=question
            )
            inside.evaluate(kill)
            found = page.wait_for_function("(id) => answer(id)", arg=question).json_value()
            assert found["type"] == "bestmove", found
            moves.append(found["bestmove"])
            assert ask(page, "move", move=moves[-1])["state"]["moves"] == moves
        assert inside.evaluate("workers.length") == kills + 1
        Embedded(page.frame_locator("iframe")).inside.locator("cg-board piece").first.wait_for()
