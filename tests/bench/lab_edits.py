"""What known good and bad ideas cost in Elo, measured in the Lab as a visitor would.

    python -m tests.bench.lab_edits --games 200 --limit "nodes 5000"

Each edit comes in a link, is run, and plays a match against the original engine; the table goes to the
terminal.
"""

import argparse
import base64
import difflib
import json
import os
import time
import zlib
from collections.abc import Iterator
from typing import Final

from playwright.sync_api import Page, expect, sync_playwright

from tests.bench.in_browser import SITE, chromium, visitor
from tools.environment import ENGINE
from tools.server import SiteServer
from tools.static_site import DIST

KERNEL: Final = "cannonfish/kernel"
EDITS: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "no edit": ("search.py", {"\nNULL_MIN_DEPTH = 3\n": "\nNULL_MIN_DEPTH = 1 + 2\n"}),
    "no quiescence": (
        "search.py",
        {
            "    # 2. Transposition table: any entry is": "    if ply:\n        return evaluate(side)\n    #",
        },
    ),
    "no hash move": (
        "search.py",
        {
            "    if hash_move and pseudo_legal(side, hash_move) == 0:\n": "    if ply:\n",
            "    if hash_move:\n        for i in": "    if ply < 0:\n        for i in",
        },
    ),
    "cannon doubled": ("xiangqi/weights.py", {"_s( 210,  210),  # cannon": "_s( 420,  420),  # cannon"}),
    "mobility off": (
        "xiangqi/evaluation.py",
        {"KNIGHT_MOBILITY[jumps] + ": "", "ROOK_MOBILITY[room] + ": "", "CANNON_MOBILITY[room] + ": ""},
    ),
    "null move off": ("search.py", {"\nNULL_MIN_DEPTH = 3\n": "\nNULL_MIN_DEPTH = 99\n"}),
}
"""By name: a file of the kernel, and what is replaced in it."""
PATIENCE_MS: Final = 3_600_000


def main() -> None:
    """Play the matches, and print a row for each."""
    parser = argparse.ArgumentParser(prog="tests.bench.lab_edits", description=__doc__)
    parser.add_argument("--games", default="200", help="as the page offers them (%(default)s)")
    parser.add_argument("--limit", default="nodes 5000", help="as the page offers them (%(default)s)")
    parser.add_argument("--edits", nargs="*", choices=EDITS, default=list(EDITS))
    options = parser.parse_args()
    print("| edit | games | + = - | Elo (95 %) | LOS | faults | seconds | load |")
    print("|---|---|---|---|---|---|---|---|")
    for cells in rows(options.edits, options.games, options.limit):
        print("|", " | ".join(cells), "|", flush=True)


def rows(edits: list[str], games: str, limit: str) -> Iterator[list[str]]:
    """The cells of each row."""
    with (
        SiteServer({SITE: DIST}) as server,
        sync_playwright() as playwright,
        chromium(playwright) as browser,
    ):
        for name in edits:
            with visitor(browser) as context:
                page = context.new_page()
                page.goto(f"{server.url}lab.html{link(name)}")
                yield [name, *match(page, games, limit), f"{os.getloadavg()[0]:.1f}"]


def match(page: Page, games: str, limit: str) -> list[str]:
    """Play the variant of the link against the original: the cells of the result."""
    page.get_by_role("button", name="Run this variant").click(timeout=PATIENCE_MS)
    expect(page.locator(".bench-status")).to_have_attribute("data-status", "ready", timeout=PATIENCE_MS)
    page.get_by_role("tab", name="Match").click()
    page.locator("#match-games").select_option(games)
    page.locator("#match-limit").select_option(limit)
    began = time.monotonic()
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_text(f"{games} games, finished")).to_be_visible(timeout=PATIENCE_MS)
    seconds = time.monotonic() - began
    wins, draws, losses, _, elo, los, _ = page.locator(".figures dd").all_inner_texts()
    endings = page.locator(".match-games .why").all_inner_texts()
    faults = sum(each in ("illegal move", "no move", "crashed", "took too long", "hung") for each in endings)
    return [games, f"+{wins} ={draws} -{losses}", elo, los, str(faults), f"{seconds:.0f}"]


def link(name: str) -> str:
    """The fragment of a link with an edit."""
    file, replacements = EDITS[name]
    path = f"py/engine/{KERNEL}/{file}"
    before = after = (ENGINE / KERNEL / file).read_text()
    for old, new in replacements.items():
        assert after.count(old) == 1, old
        after = after.replace(old, new)
    lines = difflib.unified_diff(before.splitlines(True), after.splitlines(True), f"a/{path}", f"b/{path}")
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps([1, name, "xiangqi", "".join(lines)]).encode()) + packer.flush()
    return "#variant=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


if __name__ == "__main__":
    main()
