"""Figures of the index of openings: how long a collection takes to import, and a position to look up."""

import random
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cannonfish import records
from cannonfish.games.xiangqi import Board
from playwright.sync_api import Page, expect, sync_playwright

from tests.bench.figures import Figure
from tests.bench.in_browser import SITE, chromium, visitor
from tools.environment import path_with_node
from tools.server import SiteServer
from tools.static_site import DIST
from tools.steps import ROOT

GAMES: Final = 1600
PLIES: Final = 80
OPENING: Final = 12
"""Plies that are played from a few moves each, as in collections of people's games."""
LARGEST: Final = 100_000
LOOKED_UP: Final = """
import { OpeningTree } from './web/records/opening-tree.js';
const [PARTS, GAMES, PLIES] = [280, 357, 30];
const tree = new OpeningTree();
const names = Array.from({ length: 1000 }, (_, at) => `move ${at}`);
for (let part = 0; part < PARTS; part += 1) {
  const entries = [];
  for (let number = 0; number < GAMES; number += 1)
    for (let ply = 0; ply < PLIES; ply += 1) {
      const line = ply < 12 ? number % 2 ** ply : part * GAMES + number;
      entries.push([BigInt(ply) * 2n ** 40n + BigInt(line), number, 25 * ply + number % 25]);
    }
  entries.sort((a, b) => (a[0] < b[0] ? -1 : 1));
  tree.put({
    collection: 'one', part, from: '', names,
    games: Array.from({ length: GAMES }, (_, at) => ({
      first: `Player ${at % 40}`, second: `Player ${at % 37}`, event: 'Cup',
      date: `${1980 + (at % 40)}-05-01`, result: ['1-0', '0-1', '1/2-1/2'][at % 3],
    })),
    positions: BigUint64Array.from(entries, ([position]) => position),
    numbers: Uint32Array.from(entries, ([, number]) => number),
    moves: Uint16Array.from(entries, ([, , move]) => move),
  });
}
const times = [];
for (let ply = 0; ply < 12; ply += 1)
  for (const filter of [{}, { player: 'player 7', side: 'first' }, { from: '1990-01-01', result: '1-0' }]) {
    const began = performance.now();
    tree.at(BigInt(ply) * 2n ** 40n, filter);
    times.push(performance.now() - began);
  }
console.log(Math.max(...times));
"""
"""Prints the slowest of some questions, in milliseconds; the first one is about every game."""


def figures() -> Iterator[Figure]:
    """The import of a collection beside reading it natively; and the slowest position."""
    text = "\n".join(records.pgn.dumps(game(seed), "chinese") for seed in range(GAMES))
    with (
        tempfile.TemporaryDirectory() as folder,
        SiteServer({SITE: DIST}) as server,
        sync_playwright() as playwright,
        chromium(playwright) as browser,
        visitor(browser) as context,
    ):
        path = Path(folder) / "games.pgn"
        path.write_text(text, encoding="utf-8")
        page = context.new_page()
        open_my_games(page, server.url)
        native = native_seconds(path)
        imported = import_seconds(page, path)
    detail = f"{GAMES} games of {PLIES} plies"
    yield Figure("import of a collection over records.open", imported / native, "x", reach=1.5, detail=detail)
    command = ["node", "--input-type=module", "-e", LOOKED_UP]
    done = subprocess.run(
        command, cwd=ROOT, env={"PATH": path_with_node()}, capture_output=True, text=True, check=True
    )
    detail = f"of an index of {LARGEST} games"
    yield Figure("slowest position", float(done.stdout), "ms", reach=50, detail=detail)


def game(seed: int) -> records.Game:
    """A game of PLIES moves: an opening of few choices, then random moves."""
    chooser = random.Random(seed)
    while True:
        board = Board()
        while board.ply() < PLIES and board.outcome() is None:
            moves = sorted(board.legal_moves, key=str)
            few = moves[board.ply() % 5 :: 11][:3] if board.ply() < OPENING else moves
            board.push(chooser.choice(few or moves))
        if board.ply() == PLIES:
            return records.Game.from_board(board)


def native_seconds(path: Path) -> float:
    """The time that reading the games takes."""
    began = time.perf_counter()
    count = sum(1 for _ in records.open(path))
    assert count == GAMES
    return time.perf_counter() - began


def open_my_games(page: Page, site: str) -> None:
    """The panel of one's own games, with the engine loaded."""
    page.goto(f"{site}analysis.html")
    page.locator("#tab-explorer").click()
    page.locator(".explorer[aria-busy=false] tbody tr").first.wait_for()
    page.get_by_label("My games", exact=True).check()
    page.locator(".explorer.mine").wait_for()
    page.locator("#analysis-on").uncheck()


def import_seconds(page: Page, path: Path) -> float:
    """The time until all games are indexed."""
    began = time.perf_counter()
    page.locator(".explorer input[type=file]").set_input_files(path)
    busy = page.locator(".explorer.mine[aria-busy=true]")
    busy.wait_for(timeout=60_000)
    done = page.locator(".explorer.mine[aria-busy=false]")
    expect(done).to_contain_text(f"{GAMES:,} games", timeout=900_000)
    return time.perf_counter() - began
