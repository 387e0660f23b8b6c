"""The endings page: an ending looked up, solved, kept and played; a drill on a phone without a network."""

import json
import re
from collections.abc import Callable

import pytest
from cannonfish import endings, xiangqi
from cannonfish.protocol.page.ending_tables import EndingTables
from playwright.sync_api import Page, expect

from tests.browser.analysis_page import AnalysisPage
from tests.browser.conftest import Problems
from tests.browser.engine_lab import open_lab
from tests.browser.play_page import PlayPage, hold_the_engine, wait_until
from tools.server import SiteServer
from tools.static_site import WEB

OpenPage = Callable[..., Page]

WON = "3k5/4a4/9/9/9/9/9/9/4N4/4K4 w - - 0 1"
TABLES = """async () => {
    const open = indexedDB.open('cannonfish endings');
    await new Promise((resolve) => { open.onsuccess = resolve; });
    const keys = open.result.transaction('tables').objectStore('tables').getAllKeys();
    await new Promise((resolve) => { keys.onsuccess = resolve; });
    open.result.close();
    return keys.result;
}"""


def test_shipped_and_solved_endings_are_exact_on_the_other_pages(open_page: OpenPage, site: str) -> None:
    page = open_page("desktop")
    analysis = AnalysisPage(page, site).open(f"fen={WON.replace(' ', '_')}")
    expect(page.locator(".engine-lines")).to_contain_text("exact")
    value = endings.solve("KN-ka").probe(xiangqi.Board(WON))
    assert value
    assert value.plies
    expect(analysis.lines().first).to_contain_text(f"#{(value.plies + 1) // 2}")

    two_horses = "3k5/4a4/9/9/9/9/9/9/3NN4/4K4 w - - 0 1"
    page.goto(f"{site}endings.html?fen={two_horses.replace(' ', '_')}")
    page.get_by_role("button", name="Solve it").click()
    expect(page.locator(".exact .said")).to_contain_text("wins in")
    AnalysisPage(page, site).open(f"fen={two_horses.replace(' ', '_')}")
    expect(page.locator(".engine-lines")).to_contain_text("exact")


INTO_A_TABLE = "3k5/9/3a5/6cR1/9/9/9/3K5/9/7n1 w - - 0 1"
"""Taking the cannon leads to a won ending against horse and advisor, which five plies do not show."""


def test_the_search_asks_the_tables_in_both_executions(page: Page, site: str) -> None:
    found = open_lab(page, site).evaluate(
        """async (fen) => {
          window.client = newClient();
          client.start();
          await until(client, 'idle');
          const search = async () => {
            const { bestmove, info } = await client.go({ fen, limits: { depth: 5 } }).result;
            return [bestmove, info.score, info.pv.length > 5];
          };
          const found = [await search()];
          await client.request({ type: 'solveEnding', name: 'KR-kna' });
          for (const execution of ['compiled', 'interpreted']) {
            await client.setExecution(execution);
            found.push(await search());
          }
          return found;
        }""",
        INTO_A_TABLE,
    )
    assert found[0][0] == "h6h0"
    assert found[1:] == [["h6g6", {"mate": 17}, True]] * 2


def test_until_the_first_ending_is_there_the_page_shows_none(page: Page, site: str) -> None:
    """It showed the start position of a game, and none of every piece."""
    hold_the_engine(page)
    page.goto(f"{site}endings.html")
    expect(page.locator(".setup .solving")).to_have_text("The engine is starting…")
    expect(page.locator(".stepper b").first).to_have_text("–")
    expect(page.locator("cg-board piece")).to_have_count(0)
    page.goto(f"{site}endings.html?fen={WON.replace(' ', '_')}")
    expect(page.locator("cg-board piece")).to_have_count(4)


@pytest.mark.quick
def test_an_ending_is_looked_up_solved_kept_and_played_through(open_page: OpenPage, site: str) -> None:
    page = open_page("desktop")
    board = PlayPage(page, site)
    page.goto(f"{site}endings.html?fen={WON.replace(' ', '_')}")
    exact, moves = page.locator(".exact .said"), page.locator(".move-outcomes li button")
    expect(exact).to_contain_text("wins in")
    table = endings.solve("KN-ka")
    position = xiangqi.Board(WON)
    value = table.probe(position)
    assert value
    assert value.plies
    expect(exact).to_have_text(re.compile(f"Red wins in {(value.plies + 1) // 2} moves"))
    expect(moves).to_have_count(len(position.legal_moves))
    badge = page.locator(".cg-wrap .value-badge.win path").first
    assert badge.evaluate("(node) => getComputedStyle(node).fill") != "rgb(0, 0, 0)", "they are dressed"
    expect(page.locator(".book")).to_contain_text("horse beats advisor")
    expect(page.locator(".shares").first).to_contain_text("won 99.7%")
    assert board.accessibility_faults() == []
    moves.first.click()
    board.expect_moves(1)
    expect(exact).to_contain_text("Red wins in")
    page.get_by_role("button", name="Show best play").click()
    expect(page.locator(".moves .move").nth(2)).to_be_attached()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Show best play")).to_be_visible()
    page.get_by_role("button", name="Drawn", exact=True).click()
    expect(exact).to_contain_text("Drawn with best play")
    assert set(page.evaluate(TABLES)) == {"K-k", "K-ka", "KN-k", "KN-ka"}
    page.reload()
    expect(exact).to_contain_text("Drawn with best play")

    # Another ending: it is larger, and can be stopped; then one that is too large.
    page.get_by_role("button", name="Add one soldier").first.click()
    expect(page.locator(".setup")).to_contain_text("horse and soldier v. advisor")
    page.get_by_role("button", name="Solve it").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Solve it")).to_be_visible()
    page.get_by_role("button", name="Add one chariot").last.click()
    page.get_by_role("button", name="Add one horse").last.click()
    expect(page.locator(".setup")).to_contain_text("Too large to solve here")
    page.locator(".solving .btn.plain").first.click()
    expect(page.locator(".setup")).not_to_contain_text("Too large")

    # The textbook's list.
    page.get_by_role("button", name="Textbook").click()
    page.get_by_label("Search").fill("单马胜单士")
    expect(page.locator(".classical li")).to_have_count(1)
    page.get_by_role("button", name="Typical draw").click()
    expect(exact).to_contain_text("Drawn with best play")


def test_a_reload_brings_the_drill_back_and_a_bad_link_still_leads_to_an_ending(
    page: Page, site: str
) -> None:
    page.goto(f"{site}endings.html?lang=en#drill")
    said = page.locator(".feedback")
    expect(said).to_have_attribute("data-phase", "solving")
    address = page.url
    assert "drill=ending-" in address
    for _ in range(2):
        page.reload()
        expect(said).to_have_attribute("data-phase", "solving")
        assert page.url == address
    page.goto(f"{site}endings.html?lang=en&fen=4k4/9/9/9/9/9/9/9/9/3K1RX2_w")
    expect(page.locator(".setup")).to_contain_text("horse v. advisor")
    expect(page.locator(".notice")).to_contain_text("“X” in row 10")
    page.get_by_role("button", name="Add one soldier").first.click()
    expect(page.locator(".setup")).to_contain_text("horse and soldier v. advisor")


def test_skip_to_the_board_goes_on_with_the_drill(page: Page, site: str) -> None:
    """The place in the document was read as a tab: the drill was left, and a reload did not bring it back."""
    page.goto(f"{site}endings.html?lang=en#drill")
    said = page.locator(".feedback")
    expect(said).to_have_attribute("data-phase", "solving")
    address = page.url
    page.locator(".skip").press("Enter")
    expect(page.locator("#board [role=gridcell]:focus")).to_have_count(1)
    expect(said).to_have_attribute("data-phase", "solving")
    assert page.url == address
    page.evaluate("location.hash = 'list'")
    expect(page.get_by_role("button", name="Textbook")).to_have_attribute("aria-current", "true")
    assert page.url.endswith("#list")


@pytest.mark.service_worker
def test_a_drill_is_won_on_a_phone_without_a_network(
    open_page: OpenPage, server: SiteServer, problems: Problems
) -> None:
    problems.expect("Failed to load|ERR_INTERNET|Failed to fetch")
    page = open_page("phone")
    board = PlayPage(page, server.url)
    address = f"{server.url}endings.html?drill=ending-KR-kaa-1#drill"
    page.goto(address)
    said = page.locator(".feedback")
    expect(said).to_have_attribute("data-phase", "solving")
    wait_until(
        page,
        """async () => {
            const names = (await caches.keys()).filter((name) => name.startsWith('cannonfish files'));
            if (names.length === 0 || !navigator.serviceWorker.controller) return false;
            const kept = await (await caches.open(names[0])).keys();
            const wanted = ['data/endings-', 'endings/drills-', 'endings/classical-', 'endings.html'];
            return wanted.every((file) => kept.some(({ url }) => url.includes(file)));
        }""",
    )
    server.stop()
    page.goto(address)
    expect(said).to_have_attribute("data-phase", "solving")
    assert board.accessibility_faults() == []
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")

    drills = json.loads((WEB / "endings" / "data" / "drills.json").read_text())["drills"]
    position = xiangqi.Board(next(fen for ending, fen, *_ in drills if ending == "KR-kaa"))
    tables = EndingTables()
    endings.solve("KR-kaa", store=tables.store)
    while True:
        best = tables.solution(position)["moves"][0]
        board.move(best["uci"])
        position.push_uci(best["uci"])
        if best["distance"] == 1:
            break
        board.expect_moves(position.ply() + 1)
        expect(said).to_have_attribute("data-phase", "solving")
        position.push_uci(board.moves()[-1])
    expect(said).to_have_attribute("data-phase", "won")
    expect(said).to_contain_text("The shortest way")
    [attempt] = board.rows("attempts")
    assert (attempt["id"], attempt["result"]) == ("ending-KR-kaa-1", "solved")
