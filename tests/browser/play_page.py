"""The page object of the play page, shared by the browser tests."""

import random
import re
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
MOVES = "h2e2,h9g7,h0g2,i9h9,i0h0,b9c7,c3c4,g6g5,h0h6,h7i7,h6g6,i7i8,b0c2,d9e8"
MATE_IN_ONE = "fen=3k5/4R4/9/9/9/9/9/9/9/R3K4_w_-_-_0_1"

expect.set_options(timeout=60_000)
"""As patient as the other waits of these tests: a loaded machine starts Python slowly."""

RECORD_VIOLATIONS = """
document.addEventListener('securitypolicyviolation', (event) => {
  console.error(`CSP: ${event.violatedDirective}`);
});
"""


ROWS = """(name) => new Promise((resolve, reject) => {
    const opening = indexedDB.open('cannonfish');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const db = opening.result;
        const all = db.transaction(name).objectStore(name).getAll();
        all.onsuccess = () => { db.close(); resolve(all.result); };
    };
})"""
"""All rows of one store of the page's database."""
PUT_ROWS = """(rows) => new Promise((resolve, reject) => {
    const opening = indexedDB.open('cannonfish');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const db = opening.result;
        const writing = db.transaction(Object.keys(rows), 'readwrite');
        for (const [name, all] of Object.entries(rows)) {
            const store = writing.objectStore(name);
            store.clear();
            for (const row of all) name === 'views' ? store.put(row[1], row[0]) : store.put(row);
        }
        writing.onabort = () => reject(writing.error);
        writing.oncomplete = () => { db.close(); resolve(); };
    };
})"""
"""Puts rows, by store, in the place of those in the page's database."""

REFUSE_STORAGE = """
Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });
IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };
"""
FULL_STORAGE = """
for (const [prototype, name] of [[Storage.prototype, 'setItem'], [IDBObjectStore.prototype, 'put']])
    prototype[name] = () => { throw new DOMException('full', 'QuotaExceededError'); };
"""
SILENT_STORAGE = "IDBFactory.prototype.open = () => new EventTarget();"
"""The database is never opened, as in some private windows."""
LONG_THINKING = """
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (message, ...rest) {
    const sent = message.limits?.level ? { ...message, limits: { movetime: 60_000 } } : message;
    return postMessage.call(this, sent, ...rest);
};
"""
"""The engine thinks until it is stopped: on a busy machine, level 12 may answer before the test clicks."""


class PlayPage:
    """One page with a game."""

    def __init__(self, page: Page, site: str) -> None:
        self.page = page
        self.site = site
        page.add_init_script(RECORD_VIOLATIONS)

    def open(self, query: str = "") -> "PlayPage":
        """Go to the page and wait for the board, not for the engine."""
        self.page.goto(self.site + (f"?{query}" if query else ""))
        self.page.locator("cg-board piece").first.wait_for()
        self.page.locator(".tools").wait_for()
        return self

    def wait_for_engine(self) -> "PlayPage":
        """Wait until Python has loaded."""
        expect(self.page.locator(".engine")).to_have_attribute("data-state", re.compile("idle|thinking"))
        return self

    # --- the board ---

    def point(self, square: str) -> Locator:
        """The point of that name, in any language; not one of the small board in the settings."""
        return self.page.locator(f'[role=gridcell][data-square="{square}"]:not(dialog *)')

    def move(self, uci: str) -> None:
        """Play by two clicks, as soon as the man may be picked up."""
        self.tap(uci[:2], "pick")
        self.tap(uci[2:], "dest|capture")

    def tap(self, square: str, state: str = "") -> None:
        """Click (or tap) on a point once it is in that state."""
        if state:
            expect(self.point(square)).to_have_attribute("data-state", re.compile(state))
        if self.page.evaluate("navigator.maxTouchPoints > 0"):
            self.point(square).tap()
        else:
            self.point(square).click()

    def points(self, state: str) -> list[str]:
        """The squares in that state, such as `pick` or `dest`."""
        cells = self.page.locator(f"[role=gridcell][data-state~={state}]")
        return [name or "" for name in cells.evaluate_all("cells => cells.map((c) => c.dataset.square)")]

    def my_turn(self) -> None:
        """Wait until the person may move."""
        expect(self.page.locator("[role=gridcell][data-state~=pick]").first).to_be_attached()
        expect(self.page.locator(".player.below")).to_have_class(re.compile(r"\bturn\b"))

    def play_some_move(self, choose: random.Random) -> None:
        """Play any legal move of the person."""
        self.my_turn()
        self.tap(choose.choice(sorted(self.points("pick"))))
        expect(self.page.locator("[role=gridcell][data-state~=selected]")).to_be_attached()
        before = len(self.moves())
        self.tap(choose.choice(sorted(self.points("dest") + self.points("capture"))))
        expect(self.page.locator(".moves .move")).not_to_have_count(before)

    # --- around the board ---

    def moves(self) -> list[str]:
        """The moves in the list."""
        return self.page.locator(".moves li:not(.variation) .move").all_inner_texts()

    def current(self) -> str:
        """The move that led to the position on the board; empty at the start."""
        found = self.page.locator(".moves .move[aria-current]")
        return found.inner_text() if found.count() else ""

    def expect_current(self, move: str) -> None:
        """Wait until this move led to the position on the board; empty for the start."""
        current = self.page.locator(".moves .move[aria-current]")
        if move:
            expect(current).to_have_text(move, use_inner_text=True)
        else:
            expect(current).to_have_count(0)

    def expect_moves(self, count: int) -> None:
        """Wait until so many moves are in the list."""
        expect(self.page.locator(".moves li:not(.variation) .move")).to_have_count(count)

    def button(self, name: str) -> Locator:
        """A button by its whole name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def show_more(self) -> None:
        """Show the field for a typed move and the copy buttons, which phones hide behind a button."""
        more = self.page.locator(".more > [aria-expanded=false]")
        if more.is_visible():
            more.click()

    def type_move(self, text: str) -> None:
        """Type a move and send it."""
        self.page.get_by_label("Type a move").fill(text)
        self.page.get_by_label("Type a move").press("Enter")

    def notice(self, kind: str) -> Locator:
        """The notice of that kind."""
        return self.page.locator(f"[data-notice={kind}]")

    def men(self) -> list[str]:
        """The names of all points with men on them."""
        cells = self.page.locator("[role=gridcell]")
        names = cells.evaluate_all("cells => cells.map((c) => c.getAttribute('aria-label'))")
        return [name for name in names if len(name) > 2]

    def rows(self, store: str) -> list[dict[str, Any]]:
        """What the browser keeps in a store of the page's database."""
        found: list[dict[str, Any]] = self.page.evaluate(ROWS, store)
        return found

    def keep(self, rows: dict[str, list[Any]]) -> None:
        """Let these rows, by store, be those of the page's database; the next visit finds them."""
        wait_until(
            self.page, "async () => (await indexedDB.databases()).some(({ name }) => name === 'cannonfish')"
        )
        self.page.evaluate(PUT_ROWS, rows)

    def wait_for_row(self, store: str, predicate: str) -> None:
        """Wait until a row of the store satisfies the predicate, a JavaScript function.

        A write in progress, even a committed one, does not survive a reload.
        """
        wait_until(self.page, f"async () => (await ({ROWS})('{store}')).some({predicate})")

    def saved(self, slot: str = "main") -> dict[str, Any]:
        """The game in a slot, with its moves."""
        [game] = [row for row in self.rows("games") if row["slot"] == slot]
        return {**game, "moves": [row for row in self.rows("moves") if row["game"] == game["id"]]}

    def accessibility_faults(self) -> list[str]:
        """What axe-core finds wrong in the state that is on the screen."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text())
        result = self.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        return [
            f"{fault['id']}: {node['target']} {node['failureSummary']}"
            for fault in result["violations"]
            for node in fault["nodes"]
        ]


def wait_until(page: Page, script: str) -> None:
    """Wait until what an async function returns counts as true in JavaScript.

    `wait_for_function` takes any promise for true, and `evaluate` makes an empty dictionary of most objects.
    """
    end = time.monotonic() + 60
    while not page.evaluate(f"async () => Boolean(await ({script})())"):
        assert time.monotonic() < end, script
        page.wait_for_timeout(50)


def hold_the_engine(page: Page) -> None:
    """Keep Python from loading, to test what works without it: the worker starts and says nothing."""
    page.context.route(
        "**/engine/worker-*.js", lambda route: route.fulfill(content_type="text/javascript", body="// silent")
    )
