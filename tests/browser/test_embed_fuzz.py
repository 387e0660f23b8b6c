"""Whatever is thrown at a frame, by message or by address, it stays a board that answers."""

import random
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import slow
from tests.browser.embed_page import answer, ask, host_site, post, ready, talking_page
from tests.browser.play_page import PlayPage

FUZZ = """
async ([count, seed]) => {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const pick = (list) => list[Math.floor(random() * list.length)];
  const types = ['get', 'set', 'move', 'undo', 'redo', 'flip', 'go', 'stop', 'hint', 'sleep'];
  const moves = ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'a0a1', 'e2e6', 'e9e0', 'z9z9', 'h2e2; os', '', 7, {}];
  const names = `game mode fen moves pgn ply color orientation level movetime theme board pieces bg
    coords notation lang controls hints evals arrows origin id limits move __proto__
    constructor code python`.split(/\\s+/);
  const values = [
    ...[null, undefined, 0, 1, -1, 3, 99, 1e300, NaN, '', ' ', true, false, {}, [[]], ['h2e2', 5]],
    ...'chess liuzichong xiangqi both black zh en dark transparent #fff h2e2,e6 rnbq/8_w 0 ////'.split(' '),
    ...['<img src=x onerror=alert(1)>', 'javascript:alert(1)', '\\u0000', 'x'.repeat(3000), '1. C2=5 *'],
    ...['3k5/4R4/9/9/9/9/9/9/9/R3K4 w', '9/9/9/9/9/9/9/9/9/9 w', '4k4/9/9/9/9/9/9/9/9/4K4 w'],
    ...[{ depth: 2 }, { nodes: 50 }, { movetime: 10 }, { depth: 1e9 }, { code: 'import os' }],
  ];
  const frame = document.querySelector('iframe').contentWindow;
  for (let i = 0; i < count; i += 1) {
    const message = { ns: 'cannonfish', v: 1, id: `fuzz ${i}`, type: pick(types) };
    if (message.type === 'move') message.move = pick(moves);
    if (message.type === 'go' && random() < 0.8) message.limits = { depth: 2 };
    const fields = message.type === 'set' ? 1 + Math.floor(random() * 3) : random() < 0.2 ? 1 : 0;
    for (let n = 0; n < fields; n += 1) message[pick(names)] = pick(values);
    if (random() < 0.1) message[pick(['ns', 'v', 'id', 'type'])] = pick(values);
    delete message.mode; // to a puzzle it would load the frame anew
    try {
      frame.postMessage(random() < 0.02 ? pick(values) : message, '*');
    } catch { /* what cannot be cloned cannot be sent */ }
    if (i % 50 === 49) await new Promise((resolve) => setTimeout(resolve));
  }
}
"""


def fuzz_messages(page: Page, site: str, folder: Path, count: int) -> None:
    with host_site(folder, {}) as host:
        src = f"{site}embed.html?level=1&movetime=10&origin={host.rstrip('/')}"
        (folder / "index.html").write_text(talking_page(src))
        page.goto(host)
        ready(page)
        page.evaluate(FUZZ, [count, 20261122])
        # This is answered after everything that was sent before.
        state = ask(page, "set", game="xiangqi", fen="", mode="play", color="both", lang="en")["state"]
        assert state["turn"] == "red"
        ask(page, "stop")
        moved = answer(page, post(page, "move", move="h2e2"))
        assert moved.get("state", {}).get("moves") == ["h2e2"], moved
        board = page.frame_locator("iframe")
        expect(board.get_by_role("gridcell", name="e2, red cannon")).to_be_attached()
        faults = page.evaluate("heard.filter(({ code }) => code === 'fault').map(({ message }) => message)")
        assert faults == []


@pytest.mark.parametrize("count", [100, slow(10_000)])
def test_a_frame_survives_wild_messages(page: Page, site: str, tmp_path: Path, count: int) -> None:
    fuzz_messages(page, site, tmp_path, count)


NAMES = [
    "game",
    "mode",
    "fen",
    "moves",
    "pgn",
    "ply",
    "puzzle",
    "color",
    "orientation",
    "level",
    "movetime",
    "clock",
    "theme",
    "board",
    "pieces",
    "bg",
    "coords",
    "notation",
    "lang",
    "controls",
    "hints",
    "evals",
    "arrows",
    "id",
    "origin",
    "text",
    "toString",
    "__proto__",
]
PLAY_NAMES = ["game", "fen", "moves", "level", "side", "lang", "theme", "text", "title", "url", "__proto__"]
VALUES = [
    *(
        "",
        "0",
        "1",
        "-1",
        "99",
        "1e9",
        "chess",
        "liuzichong",
        "view",
        "play",
        "puzzle",
        "black",
        "both",
        "zh",
        "dark",
    ),
    *("h2e2", "h2e2,h9g7", "e9e0", "a0b5,b5c6", "transparent", "fff", "wxf", "daily", "m00001", "../../x"),
    *(
        "3k5/4R4/9/9/9/9/9/9/9/R3K4_w",
        "9/9/9/9/9/9/9/9/9/9_w",
        "////",
        "rnbakabnr",
        "xxxxxxxxx/9/9/9/9/9/9/9/9/9",
    ),
    *(
        "<img src=x onerror=alert(1)>",
        "javascript:alert(1)",
        "\u0000\u202e",
        "%",
        "_" * 500,
        "k" * 4000,
        "将帅",
    ),
    "BBBBB..BW..WWWWW_w",
]


def wild_query(choose: random.Random, names: list[str]) -> str:
    """Some of these options, with random values that may belong to another option or to none."""
    given = choose.sample(names, choose.randint(1, 5))
    return "&".join(f"{name}={quote(choose.choice(VALUES))}" for name in given)


def fuzz_frame(page: Page, site: str, count: int, seed: int) -> None:
    choose = random.Random(seed)
    for _ in range(count):
        page.goto(f"{site}embed.html?{wild_query(choose, NAMES)}")
        page.locator("cg-board").wait_for(state="attached")
        # Never blank: men on the board, or a card that says why not.
        page.locator("cg-board piece, .problem:not([hidden])").first.wait_for(state="attached")


def fuzz_play_page(page: Page, site: str, count: int, seed: int) -> None:
    play = PlayPage(page, site).open("level=1")
    play.move("h2e2")
    play.expect_moves(2)
    choose = random.Random(seed)
    for _ in range(count):
        page.goto(f"{site}?{wild_query(choose, PLAY_NAMES)}")
        page.locator("cg-board piece").first.wait_for()
        page.locator(".tools").wait_for()
    # The game begun before is unchanged.
    play.open("level=1")
    play.expect_moves(2)
    expect(page.locator("[data-notice=fault]")).to_have_count(0)


def test_no_address_leaves_a_frame_blank(page: Page, site: str) -> None:
    fuzz_frame(page, site, 40, seed=7)


def test_no_address_leaves_the_play_page_blank_or_loses_a_game(page: Page, site: str) -> None:
    fuzz_play_page(page, site, 12, seed=8)


@pytest.mark.parametrize("chunk", range(6))
def test_three_hundred_addresses_leave_no_frame_blank(page: Page, site: str, chunk: int) -> None:
    fuzz_frame(page, site, 50, seed=100 + chunk)


@pytest.mark.parametrize("chunk", range(3))
def test_a_hundred_and_fifty_addresses_lose_no_game(page: Page, site: str, chunk: int) -> None:
    fuzz_play_page(page, site, 50, seed=200 + chunk)
