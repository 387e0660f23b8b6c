"""<xiangqi-board> on a page of another site: attributes, properties, methods, events, several elements."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Problems, slow
from tests.browser.embed_page import FRAME_SCRIPT, Embedded, host_site

Host = Callable[..., Page]

MATE = "3k5/4R4/9/9/9/9/9/9/9/R3K4 w - - 0 1"
PGN = '[Red "A"]\n[Black "B"]\n\n1. C2=5 H8+7 *'
NOTE = """<script>
  window.news = [];
  for (const name of ['ready', 'state', 'move', 'info', 'gameover', 'error']) {
    const note = ({ detail, target }) => target.id && news.push({ name, id: target.id, detail });
    addEventListener(name, note, true);
  }
</script>"""


@pytest.fixture
def host(page: Page, site: str, tmp_path: Path) -> Iterator[Host]:
    """Opens a page of another site with this body."""
    with host_site(tmp_path, {}) as address:

        def open_host(body: str, how: str = "defer") -> Page:
            script = f'<script src="{site}embed/cannonfish-embed.js" {how}></script>'
            (tmp_path / "index.html").write_text(
                f'<!doctype html><html lang="en"><meta charset=utf-8><title>Host</title>{NOTE}{script}{body}'
            )
            page.goto(address)
            return page

        yield open_host


def board(page: Page, name: str = "xiangqi-board") -> Embedded:
    """What is inside the element."""
    return Embedded(page.locator(name).frame_locator("iframe"))


def wait_for_news(page: Page, name: str, element: str) -> None:
    """Wait until the element has dispatched that event."""
    page.wait_for_function(
        "([name, id]) => news.some((each) => each.name === name && each.id === id)", arg=[name, element]
    )


def test_the_text_of_the_element_is_what_it_shows(host: Host) -> None:
    page = host(
        f"<xiangqi-board id=a mode=view>{MATE}</xiangqi-board>"
        f"<xiangqi-board id=b mode=view>{PGN}</xiangqi-board>"
    )
    board(page, "#a").wake()
    board(page, "#a").expect_man("e8", "red chariot")
    page.locator("#b").scroll_into_view_if_needed()
    expect(board(page, "#b").status).to_have_text("A – B")
    board(page, "#b").expect_man("g7", "black horse")
    assert page.evaluate("a.textContent") == MATE, "it stays readable without a script"


@pytest.mark.parametrize("how", ["", slow("async"), 'type="module"'])
def test_the_text_is_read_however_the_script_is_loaded(host: Host, how: str) -> None:
    page = host(f"<xiangqi-board mode=view>{MATE}</xiangqi-board>", how)
    board(page).wake()
    board(page).expect_man("e8", "red chariot")


def test_in_a_page_without_an_address_of_its_own_it_hears_its_frame(host: Host, site: str) -> None:
    """The address of a srcdoc page has no origin, its messages have that of the page around it."""
    page = host("<iframe id=a width=500 height=700></iframe>")
    inner = (
        f"<script src='{site}embed/cannonfish-embed.js'></script><xiangqi-board color=both></xiangqi-board>"
    )
    page.evaluate("(inner) => { a.srcdoc = inner; }", inner)
    inside = page.locator("#a").element_handle().content_frame()
    assert inside
    inside.wait_for_selector("xiangqi-board")
    moved = "document.querySelector('xiangqi-board').move('h2e2').then(({ moves }) => moves)"
    assert inside.evaluate(moved) == ["h2e2"]


def test_other_games_have_texts_and_names_too(host: Host) -> None:
    page = host(
        "<xiangqi-board id=a game=liuzichong mode=view>BB......W....... b</xiangqi-board>"
        "<xiangqi-board id=b game=chess mode=view>4k3/8/8/8/8/8/8/4K2R w K - 0 1</xiangqi-board>"
    )
    for name in ("a", "b"):
        page.locator(f"#{name}").scroll_into_view_if_needed()
        expect(board(page, f"#{name}").inside.locator("piece")).to_have_count(3)
    titles = "[a, b].map((each) => each.shadowRoot.querySelector('iframe').title)"
    assert page.evaluate(titles) == ["Liuzichong", "Chess"]


def test_out_of_a_bundle_it_has_to_be_told_where_we_are(host: Host, site: str, problems: Problems) -> None:
    page = host(f"<xiangqi-board id=a mode=view>{MATE}</xiangqi-board>", 'type="text/plain"')
    problems.expect("needs the attribute base")
    page.evaluate(
        """async (site) => {
            document.querySelector('script[src]').remove();
            await import(`${site}embed/cannonfish-embed.js`);
        }""",
        site,
    )
    expect(page.get_by_text(MATE)).to_be_visible()
    page.evaluate("(site) => { a.setAttribute('base', site); document.body.append(a); }", site.rstrip("/"))
    board(page, "#a").wake()
    board(page, "#a").expect_man("e8", "red chariot")


def test_methods_answer_and_events_tell(host: Host) -> None:
    page = host(f'<xiangqi-board id=a level=1 fen="{MATE}" color=red></xiangqi-board>')
    wait_for_news(page, "ready", "a")
    assert page.evaluate("a.fen") == MATE
    assert page.evaluate("a.go({ depth: 4 }).then(({ bestmove }) => bestmove)") in ("a0a9", "a0d0")
    refused = "a.move('a0b5').then(() => 'played', ({ code }) => code)"
    assert page.evaluate(refused) == "illegal_move"
    assert page.evaluate("a.move('a0a9').then(({ moves }) => moves)") == ["a0a9"]
    wait_for_news(page, "gameover", "a")
    assert page.evaluate("a.state.outcome.termination") == "checkmate"
    assert page.evaluate("a.undo().then(({ ply }) => ply)") == 0
    assert page.evaluate("a.redo().then(({ ply }) => ply)") == 1
    assert page.evaluate("a.flip().then(({ orientation }) => orientation)") == "black"
    assert page.evaluate("a.moves") == ["a0a9"]


def test_promises_settle_when_the_board_does_not_come(host: Host, page: Page, problems: Problems) -> None:
    page.context.route(FRAME_SCRIPT, lambda route: route.abort())
    host("<xiangqi-board id=a mode=puzzle></xiangqi-board>")
    assert page.evaluate("a.flip().then(() => 'done', ({ reason }) => reason)") == "not_loaded"
    wait_for_news(page, "error", "a")
    problems.expect(r"/page-\w+\.js")


def test_who_hears_of_a_move_or_of_the_end_finds_the_board_like_that(host: Host) -> None:
    page = host(f'<xiangqi-board id=a color=both fen="{MATE}"></xiangqi-board>')
    seen = page.evaluate(
        """() => new Promise((resolve) => {
            const seen = [];
            a.addEventListener('move', () => seen.push(a.moves));
            a.addEventListener('gameover', () => resolve([...seen, a.state.outcome?.termination]));
            a.move('a0a9');
        })"""
    )
    assert seen == [["a0a9"], "checkmate"]


def test_what_is_asked_before_the_frame_is_there_is_done_when_it_is(host: Host) -> None:
    page = host("<xiangqi-board id=a color=both></xiangqi-board>")
    page.evaluate(
        """() => {
            const made = document.createElement('xiangqi-board');
            made.id = 'made';
            made.setAttribute('color', 'both');
            document.body.append(made);
            return made.move('h2e2');
        }"""
    )
    board(page, "#made").expect_man("e2", "red cannon")


@pytest.mark.quick
def test_attributes_and_properties_change_what_is_shown(host: Host) -> None:
    page = host("<xiangqi-board id=a mode=view></xiangqi-board>")
    wait_for_news(page, "ready", "a")
    page.evaluate(
        "(fen) => { a.setAttribute('pieces', 'west'); a.fen = fen; a.setAttribute('lang', 'zh'); }", MATE
    )
    board(page).expect_man("e8", "红车")
    expect(board(page).inside.locator(".board")).to_have_attribute("data-pieces", "west")
    page.evaluate("() => { a.fen = ''; a.moves = ['h2e2', 'h9g7']; }")
    board(page).expect_man("g7", "黑马")
    page.evaluate("a.fen = 'nonsense'")
    wait_for_news(page, "error", "a")
    board(page).expect_man("g7", "黑马")


def test_a_puzzle_becomes_a_game_and_a_puzzle_again(host: Host) -> None:
    """It opened the puzzle of the day once more, and what was asked meanwhile was never answered."""
    page = host(f'<xiangqi-board id=a mode=puzzle fen="{MATE}" moves=a0a9></xiangqi-board>')
    wait_for_news(page, "ready", "a")
    modes, moves = page.evaluate(
        """async () => {
            const changed = a.load({ mode: 'play', color: 'both', fen: '', moves: '' });
            const moved = a.move('h2e2');
            const modes = [(await changed).mode];
            const { mode, moves } = await moved;
            return [[...modes, mode], moves];
        }"""
    )
    assert modes == ["play", "play"]
    assert moves == ["h2e2"]
    board(page).expect_man("e2", "red cannon")
    page.evaluate("(fen) => a.load({ mode: 'puzzle', fen, moves: 'a0a9' })", MATE)
    assert page.evaluate("a.flip().then(({ mode, start }) => [mode, start])") == ["puzzle", MATE]


def test_a_board_that_a_visitor_has_turned_stays_turned(host: Host) -> None:
    page = host("<xiangqi-board id=a color=both></xiangqi-board>")
    wait_for_news(page, "ready", "a")
    assert page.evaluate("a.flip().then(({ orientation }) => orientation)") == "black"
    assert page.evaluate("a.load({ theme: 'dark' }).then(({ orientation }) => orientation)") == "black"
    assert page.evaluate("a.load({ orientation: 'red' }).then(({ orientation }) => orientation)") == "red"


def test_it_is_as_high_as_its_width_asks_for(host: Host) -> None:
    page = host("<div id=room style='width: 500px'><xiangqi-board id=a mode=view></xiangqi-board></div>")
    heights = []
    for width in (500, 320):
        page.evaluate("(width) => { room.style.width = `${width}px`; }", width)
        fits = "(width) => Math.abs(a.offsetHeight / width - 1.28) < 0.12"
        page.wait_for_function(fits, arg=width)
        heights.append(page.evaluate("a.offsetHeight"))
    assert heights[0] > heights[1] + 100


def test_six_of_them_share_nothing(host: Host) -> None:
    page = host("".join(f"<xiangqi-board id=b{i} color=both></xiangqi-board>" for i in range(6)))
    for i in range(6):
        page.locator(f"#b{i}").scroll_into_view_if_needed()
        wait_for_news(page, "ready", f"b{i}")
    assert page.evaluate("b3.flip().then(({ orientation }) => orientation)") == "black"
    states = page.evaluate(
        "Promise.all([b0, b1, b2, b4, b5].map((each) => each.flip().then(() => each.flip())))"
    )
    assert [state["orientation"] for state in states] == ["red"] * 5
    assert page.evaluate("b3.state.orientation") == "black"
    assert page.evaluate("[b0, b1, b2, b3, b4, b5].map((each) => each.state.engine)") == ["off"] * 6


def test_it_can_be_taken_out_and_put_back(host: Host) -> None:
    page = host("<xiangqi-board id=a moves=h2e2 mode=view></xiangqi-board><p id=elsewhere>")
    wait_for_news(page, "ready", "a")
    page.evaluate("elsewhere.append(a)")
    board(page).wake()
    board(page).expect_man("e2", "red cannon")
    assert page.evaluate("a.undo().then(({ ply }) => ply)") == 0


def test_what_was_refused_because_it_was_taken_out_is_not_done_later(host: Host) -> None:
    page = host("<xiangqi-board id=a color=both></xiangqi-board><p id=elsewhere>")
    said, moves = page.evaluate(
        """async () => {
            const board = a;
            elsewhere.append(board);
            const refused = board.move('h2e2').catch(({ message }) => message);
            elsewhere.append(board);
            return [await refused, (await board.move('b2e2')).moves];
        }"""
    )
    assert "taken out" in said
    assert moves == ["b2e2"]


@pytest.mark.quick
def test_a_board_that_is_put_back_says_what_it_shows_now(host: Host) -> None:
    page = host("<xiangqi-board id=a mode=view moves=h2e2></xiangqi-board>")
    wait_for_news(page, "ready", "a")
    assert page.evaluate("a.moves") == ["h2e2"]
    page.evaluate(
        """(fen) => {
            const board = a;
            board.remove();
            board.removeAttribute('moves');
            board.fen = fen;
            document.body.append(board);
        }""",
        MATE,
    )
    assert page.evaluate("[a.fen, a.moves]") == [MATE, []]


def test_a_button_opens_the_page_on_which_friends_play(host: Host, site: str) -> None:
    page = host(
        "<xiangqi-board id=a mode=friend game=chess>Play me!</xiangqi-board>"
        "<xiangqi-board id=b mode=friend lang=vi></xiangqi-board>"
    )
    assert page.locator("iframe").count() == 0, "a browser keeps no games in a frame"
    expect(page.locator("#b").get_by_role("link")).to_have_text("Chơi với bạn bè")
    with page.expect_popup() as opened:
        page.locator("#a").get_by_role("link", name="Play me!").click()
    lobby = opened.value
    expect(lobby.get_by_role("radio", name="Chess")).to_be_checked()
    page.locator("#b").evaluate("(node) => node.setAttribute('mode', 'view')")
    board(page, "#b").wake()
