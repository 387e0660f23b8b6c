"""The page around the game: addresses, languages, storage, tabs, sizes, keys, accessibility."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Playwright, Request, expect

from tests.browser.conftest import TIMEOUT_MS, Problems, slow
from tests.browser.play_page import (
    FULL_STORAGE,
    MATE_IN_ONE,
    MOVES,
    REFUSE_STORAGE,
    SILENT_STORAGE,
    PlayPage,
    hold_the_engine,
)
from tools import environment

OpenPage = Callable[..., Page]

LAYOUT = """() => ({
    sideways: document.documentElement.scrollWidth - screen.width,
    cut: [...document.querySelectorAll('button, h2, .seg span, .badge, .ladder span')]
        .filter((n) => n.checkVisibility() && n.scrollWidth > n.clientWidth + 1)
        .map((n) => n.textContent),
    small: [...document.querySelectorAll('button, select, input[type=text]')]
        .filter((n) => n.checkVisibility() && !n.matches('.move'))
        .filter((n) => n.getBoundingClientRect().height < 40 || n.getBoundingClientRect().width < 40)
        .map((n) => n.textContent || n.id),
    wrapped: [...document.querySelectorAll('button.btn, .seg span')]
        .filter((n) => n.checkVisibility())
        .flatMap((n) => [n, ...n.querySelectorAll('span')].flatMap((each) => [...each.childNodes]))
        .filter((n) => n.nodeType === Node.TEXT_NODE && n.data.trim())
        .filter((n) => {
            const text = document.createRange();
            text.selectNodeContents(n);
            return new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1;
        })
        .map((n) => n.data.trim()),
})"""
FITS = {"sideways": 0, "cut": [], "small": [], "wrapped": []}


def open_settings(play: PlayPage) -> None:
    play.page.locator(".masthead button").last.click()


def open_new_game(play: PlayPage) -> None:
    play.page.locator(".tools .btn").last.click()


def open_end_dialog(play: PlayPage) -> None:
    play.page.locator(".tools .btn").nth(4).click()


def pick_up(play: PlayPage) -> None:
    play.tap("h2", "pick")


def wrong_move(play: PlayPage) -> None:
    play.page.locator("#typed-move").fill("e0e5")
    play.page.locator("#typed-move").press("Enter")


# --- addresses ---


BAD_ADDRESSES = {
    "fen=rnbakabnr/9/1c5c1/p1p1p1p1pp/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR_w": "does not have 9 points",
    "fen=3k5/9/9/9/9/9/9/9/9/4K4_x": "The side to move must be w or b, not “x”",
    "fen=3k5/9/9/9/9/9/9/9/9/9_W": "The red general is missing",
    "fen=<img/src=x>_w": "The board has 2 rows instead of 10",
    "fen=9/9/9/9/9/9/9/9/9/4K4_w": "The black general is missing",
    "moves=h2e2,h9g7,e0e5": "Move 3, e0e5, is not legal",
}


@pytest.mark.parametrize("part", [slice(4, None), slow(slice(4))], ids=["some", "others"])
def test_a_bad_address_says_what_is_wrong_and_keeps_the_game(page: Page, site: str, part: slice) -> None:
    play = PlayPage(page, site)
    for query, says in [*BAD_ADDRESSES.items()][part]:
        play.open(query)
        expect(play.notice("address_refused")).to_contain_text(says)
        expect(play.notice("address_refused")).to_contain_text("Your current game is unchanged")
        play.my_turn()
        assert len(play.men()) == 32
    play.button("Dismiss").click()
    expect(play.notice("address_refused")).to_have_count(0)
    play.move("h2e2")
    play.expect_moves(2)


@pytest.mark.quick
def test_a_position_of_another_site_is_opened_and_what_was_assumed_is_said(page: Page, site: str) -> None:
    play = PlayPage(page, site).open("fen=https://www.chessdb.cn/query/?3k5/9/9/9/9/9/9/9/4R4/4K4&lang=en")
    said = play.notice("fen_read")
    expect(said).to_contain_text("Taken from a link to www.chessdb.cn.")
    expect(said).to_contain_text("The side to move is not given: Red was assumed.")
    play.move("e1e5")
    play.expect_moves(2)
    play.open("fen=%22r3k3/8/8/8/8/8/8/4K2R_w_KQkq_-%22&side=white&lang=en")
    expect(said).to_contain_text("Castling right Q was dropped: king or rook is not at home.")
    play.move("e1g1")
    play.expect_moves(2)


def test_an_address_holds_position_moves_level_side_and_theme(page: Page, site: str) -> None:
    query = "fen=3k5/9/9/9/9/9/9/9/4R4/4K4_w&moves=e1e5&level=5&side=black&theme=dark&lang=en"
    play = PlayPage(page, site).open(query)
    play.expect_moves(1)
    play.my_turn()
    assert play.men() == ["e0, red general", "e5, red chariot", "d9, black general"]
    assert play.moves() == ["e1e5"]
    expect(page.locator(".player.above")).to_contain_text("Engine · level 5")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_shared_game_is_being_opened_until_the_rules_are_there(page: Page, site: str) -> None:
    """The list of its moves said that there were none yet."""
    hold_the_engine(page)
    play = PlayPage(page, site).open(f"moves={MOVES}")
    expect(page.locator(".moves .none")).to_have_text("Opening the game…")
    play.open()
    expect(page.locator(".moves .none")).to_have_text("No moves yet.")


def test_copied_link_and_fen_lead_back_here(open_page: OpenPage, site: str) -> None:
    page = open_page("desktop", permissions=["clipboard-read", "clipboard-write"])
    play = PlayPage(page, site).open("level=3&" + f"moves={MOVES}")
    play.expect_moves(14)
    men = play.men()
    copy_fen, copy_link = page.locator(".copies button").all()[:2]
    copy_fen.click()
    expect(copy_fen).to_have_text("Copied")
    fen = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"[\w/]+ w - - \d+ \d+", fen)
    copy_link.click()
    expect(copy_link).to_have_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(site)
    page.goto(link)
    play.expect_moves(14)
    assert play.men() == men
    expect(page.locator(".player.above")).to_contain_text("Engine · level 3")


@pytest.mark.quick
def test_where_copying_is_not_allowed_the_text_is_shown(page: Page, site: str) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    play.button("Copy FEN").click()
    expect(page.locator(".by-hand textarea")).to_have_value(re.compile("^rnbakabnr/9/1c5c1/"))


# --- languages and looks ---


@pytest.mark.parametrize(
    ("locale", "language", "point", "example"),
    [
        ("zh-TW", "zh-Hant", "紅方八路三線，紅炮", "馬二進三"),
        slow("zh-HK", "zh-Hant", "紅方八路三線，紅炮", "馬二進三"),
        ("vi-VN", "vi", "lộ 8 hàng 3 bên Đỏ, Pháo Đỏ", "P2-5"),
    ],
)
def test_other_readers_of_xiangqi_have_their_language_pieces_and_notation(
    open_page: OpenPage, site: str, locale: str, language: str, point: str, example: str
) -> None:
    page = open_page("desktop", locale=locale)
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(play.point("b2")).to_have_accessible_name(point)
    expect(page.locator("#board .board")).to_have_attribute("data-pieces", "trad")
    expect(page.locator("#typed-move")).to_have_attribute("placeholder", example)
    assert play.accessibility_faults() == []


def test_the_browser_chooses_the_language_and_the_person_another(open_page: OpenPage, site: str) -> None:
    page = open_page("desktop", locale="zh-CN")
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page).to_have_title("Cannonfish：下象棋")
    expect(play.point("b2")).to_have_accessible_name("红方八路三线，红炮")
    expect(page.locator("#board .board")).to_have_attribute("data-pieces", "simp")
    for name in ("悔棋", "重走", "提示", "翻转", "认输", "新局", "设置"):
        expect(play.button(name)).to_be_visible()
    play.button("设置").click()
    page.get_by_label("语言").select_option("English")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(play.point("b2")).to_have_accessible_name("b2, red cannon")
    page.reload()
    expect(play.button("Take back")).to_be_visible()


def test_every_text_of_the_page_is_in_its_language(page: Page, site: str) -> None:
    hold_the_engine(page)
    PlayPage(page, site).open("lang=zh-Hans")
    texts = page.locator("body").evaluate(
        """(body) => [...body.querySelectorAll('*')].flatMap((n) => [
            n.getAttribute('aria-label'), n.getAttribute('title'),
            ...[...n.childNodes].filter((c) => c.nodeType === 3 && !n.closest('noscript')).map((c) => c.data),
        ]).filter(Boolean).map((text) => text.trim())"""
    )
    known = {"Cannonfish", "English", "Python", "FEN", "Esc", "h2e2", "ICCS", "WXF"}
    latin = {text for text in texts for word in re.findall(r"[A-Za-z]{2,}", text) if word not in known}
    assert latin == set()


def test_dark_by_the_system_by_choice_and_before_the_first_paint(open_page: OpenPage, site: str) -> None:
    def ground() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    page = open_page("desktop", color_scheme="dark")
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    dark = ground()
    play.button("Settings").click()
    page.get_by_role("radio", name="Light").check(force=True)
    light = ground()
    assert dark != light
    page.get_by_role("radio", name="Dark").check(force=True)
    assert ground() == dark
    page.emulate_media(color_scheme="light")
    page.context.route(
        "**/play/page-*.js", lambda route: route.fulfill(content_type="text/javascript", body="// nothing")
    )
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_settings_change_the_board_at_once_and_stay(page: Page, site: str) -> None:
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    board = page.locator("#board .board")
    play.button("Settings").click()
    settings = page.get_by_role("dialog", name="Settings")  # not the choice of pieces below it
    settings.get_by_role("radio", name="Symbols").check(force=True)
    settings.get_by_role("radio", name="Files").check(force=True)
    settings.get_by_role("radio", name="Paper").check(force=True)
    settings.get_by_role("switch", name="High contrast").check()
    for _ in range(2):
        expect(board).to_have_attribute("data-pieces", "west")
        expect(board).to_have_attribute("data-coordinates", "files")
        expect(page.locator("html")).to_have_attribute("data-board", "paper")
        expect(page.locator("html")).to_have_attribute("data-contrast", "more")
        page.reload()


# --- storage and tabs ---


@pytest.mark.quick
def test_without_storage_the_game_goes_on_and_the_page_says_so(page: Page, site: str) -> None:
    page.add_init_script(REFUSE_STORAGE)
    play = PlayPage(page, site).open("level=1")
    play.move("h2e2")
    play.expect_moves(2)
    expect(play.notice("storage_refused")).to_contain_text("does not let the page store data")
    expect(play.notice("storage_refused").get_by_role("button", name="Copy link")).to_be_visible()
    play.button("Settings").click()
    page.get_by_role("radio", name="Dark").check(force=True)
    expect(page.get_by_role("dialog")).to_contain_text("does not save settings")


@pytest.mark.quick
def test_a_full_storage_is_said_and_the_game_goes_on(page: Page, site: str) -> None:
    page.add_init_script(FULL_STORAGE)
    play = PlayPage(page, site).open("level=1")
    play.move("h2e2")
    play.expect_moves(2)
    expect(play.notice("storage_full")).to_contain_text("your last moves are not saved")


def test_a_database_that_never_opens_does_not_keep_anybody_from_playing(page: Page, site: str) -> None:
    page.add_init_script(SILENT_STORAGE)
    play = PlayPage(page, site).open("level=1")
    play.move("h2e2")
    play.expect_moves(2)
    expect(play.notice("storage_refused")).to_be_visible()


@pytest.mark.quick
def test_a_damaged_save_is_set_aside(page: Page, site: str) -> None:
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    play.keep({"games": [{"id": "damaged", "slot": "main", "game": "go"}]})
    page.reload()
    expect(play.notice("save_unreadable")).to_contain_text("It was set aside")
    [aside] = play.rows("unreadable")
    assert json.loads(aside["text"])["id"] == "damaged"
    play.move("h2e2")
    play.expect_moves(1)
    assert len(play.saved()["moves"]) == 2
    page.reload()
    play.expect_moves(1)
    expect(play.notice("save_unreadable")).to_have_count(0)


def test_two_tabs_show_each_others_settings_and_keep_both(page: Page, site: str, problems: Problems) -> None:
    hold_the_engine(page)
    first = PlayPage(page, site).open()
    other = page.context.new_page()
    problems.watch(other)
    second = PlayPage(other, site).open()
    for play, choice in ((first, "Dark"), (second, "Paper")):
        open_settings(play)
        play.page.get_by_role("radio", name=choice).check(force=True)
        play.page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("data-board", "paper")
    for tab in (page, other):
        tab.reload()
        expect(tab.locator("html")).to_have_attribute("data-theme", "dark")
        expect(tab.locator("html")).to_have_attribute("data-board", "paper")


@pytest.mark.quick
def test_games_that_two_tabs_play_at_the_same_time_are_all_kept(
    page: Page, site: str, problems: Problems
) -> None:
    hold_the_engine(page)
    first = PlayPage(page, site).open()
    other = page.context.new_page()
    problems.watch(other)
    second = PlayPage(other, site).open("game=chess")
    first.move("h2e2")
    second.move("e2e4")
    second.expect_moves(1)
    for play, game in ((first, "Chess"), (second, "Xiangqi")):
        play.button("New game").click()
        dialog = play.page.get_by_role("dialog", name="New game")
        dialog.get_by_role("radio", name=game).check(force=True)
        expect(dialog.get_by_role("button", name=re.compile("Continue the saved game"))).to_be_visible()
        play.page.keyboard.press("Escape")
    assert {row["slot"]: row["game"] for row in first.rows("games")} == {
        "main": "xiangqi",
        "main.chess": "chess",
    }


@pytest.mark.quick
def test_two_tabs_never_overwrite_each_other(page: Page, site: str, problems: Problems) -> None:
    hold_the_engine(page)
    first = PlayPage(page, site).open()
    first.move("h2e2")
    other = page.context.new_page()
    problems.watch(other)
    second = PlayPage(other, site).open()
    expect(second.notice("elsewhere")).to_contain_text("being played in another tab")
    assert second.moves() == ["h2e2"]
    assert second.points("pick") == []

    second.button("Play here instead").click()
    expect(second.notice("elsewhere")).to_have_count(0)
    expect(first.notice("elsewhere")).to_be_visible()
    second.button("Take back").click()
    second.move("c3c4")
    second.expect_moves(1)
    expect(page.locator(".moves li:not(.variation) .move")).to_have_text(["c3c4"])

    other.close()
    expect(first.notice("elsewhere")).to_have_count(0)
    first.button("Take back").click()
    first.move("g3g4")
    first.expect_moves(1)


# --- sizes ---


SIZES = [
    (320, 640),
    (360, 740),
    (390, 844),
    (599, 844),
    (600, 844),
    (768, 1024),
    (844, 390),
    (1024, 768),
    (1280, 800),
    (1920, 1080),
]


@pytest.mark.parametrize(
    "language",
    ["vi", slow("en"), slow("zh-Hans"), slow("zh-Hant")],
)
def test_nothing_overflows_at_any_size(page: Page, site: str, language: str) -> None:
    hold_the_engine(page)
    play = PlayPage(page, site).open(f"lang={language}")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect_layout(page)
        for open_dialog in (open_new_game, open_end_dialog, open_settings):
            open_dialog(play)
            expect(page.locator("dialog[open]")).to_be_visible()
            expect_layout(page)
            page.keyboard.press("Escape")
            expect(page.locator("dialog[open]")).to_have_count(0)
        board = page.locator("#board .cg-wrap").bounding_box()
        cell = play.point("a0").bounding_box()
        assert board
        assert cell
        assert board["width"] == pytest.approx(9 * cell["width"]), width
        assert board["width"] > 0.55 * min(width, height - 150), width


@pytest.mark.parametrize(("width", "height"), [(1024, 768), slow(1280, 800), slow(1920, 1080)])
def test_nothing_jumps_from_one_game_to_another(page: Page, site: str, width: int, height: int) -> None:
    """At 1280 px the logo and the board stood at x = 106, 74 and 110, by the width of the board."""
    hold_the_engine(page)
    page.set_viewport_size({"width": width, "height": height})
    places = set()
    for game in ("xiangqi", "chess", "liuzichong"):
        PlayPage(page, site).open(f"game={game}")
        brand, board, side = (page.locator(name).bounding_box() for name in (".brand", ".board", ".side"))
        assert brand
        assert board
        assert side
        assert 370 <= side["width"] <= 520
        places.add((brand["x"], round(board["x"]), round(side["x"] + side["width"])))
        assert brand["x"] == pytest.approx(board["x"], abs=1)
    assert len(places) == 1


def test_on_a_tablet_the_players_are_as_wide_as_the_board(page: Page, site: str) -> None:
    hold_the_engine(page)
    page.set_viewport_size({"width": 768, "height": 1024})
    for game in ("xiangqi", "chess", "liuzichong"):
        PlayPage(page, site).open(f"game={game}")
        boxes = [page.locator(name).bounding_box() for name in (".board", ".player.above", ".player.below")]
        for edge in ("x", "width"):
            board, *players = (box[edge] for box in boxes if box)
            assert players == [pytest.approx(board, abs=1.5)] * 2


def test_the_text_size_of_the_browser_scales_texts_buttons_and_layout(
    playwright: Playwright, site: str
) -> None:
    """Sizes in px kept their size, whatever was set in the browser's settings."""
    arguments = [*environment.CHROMIUM_ARGUMENTS, "--blink-settings=defaultFontSize=24"]
    browser = playwright.chromium.launch(executable_path=environment.browser(), args=arguments)
    page = browser.new_page()
    hold_the_engine(page)
    PlayPage(page, site).open()
    assert page.evaluate("getComputedStyle(document.body).fontSize") == "22.5px"
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect_layout(page)
        if width >= 1024:
            box = page.locator(".tools .btn").first.bounding_box()
            assert box
            assert box["height"] >= 66
    browser.close()


def expect_layout(page: Page) -> None:
    """Wait until the board has followed the window, and nothing overflows."""
    for _ in range(TIMEOUT_MS // 20):
        if page.evaluate(LAYOUT) == FITS:
            return
        page.wait_for_timeout(20)
    assert page.evaluate(LAYOUT) == FITS, page.viewport_size


def test_a_game_by_touch_on_a_phone(open_page: OpenPage, site: str) -> None:
    page = open_page("phone")
    play = PlayPage(page, site).open("level=1")
    for move in ("h2e2", "b0c2"):
        play.my_turn()
        play.move(move)
    play.expect_moves(4)
    tools = page.locator(".tools").bounding_box()
    assert tools
    assert tools["y"] > 844 * 2 / 3 - 20
    assert tools["y"] + tools["height"] < 844
    assert page.evaluate("scrollY") == 0
    play.button("Take back").tap()
    play.expect_current(play.moves()[1])
    assert page.evaluate("scrollX + document.documentElement.scrollWidth - screen.width") == 0


# --- keys ---


def press_until(page: Page, key: str, goal: Locator) -> None:
    """Press a key until the goal has the focus."""
    for _ in range(60):
        if goal.evaluate("(node) => node === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never reaches {goal}")


def test_a_game_by_keyboard_alone(page: Page, site: str) -> None:
    play = PlayPage(page, site).open()
    keys = page.keyboard
    press_until(page, "Tab", play.button("New game"))
    keys.press("Enter")
    dialog = page.get_by_role("dialog", name="New game")
    expect(dialog.get_by_role("button", name="Start")).to_be_focused()
    press_until(page, "Shift+Tab", dialog.get_by_role("radio", name="Level 1 · first steps"))
    for name in ("Level 12 · full strength", "Level 11 · master"):
        keys.press("ArrowLeft")
        expect(dialog.get_by_role("radio", name=name)).to_be_checked()
        expect(dialog.locator("#about-level b")).to_contain_text(name)
    for name in ("Level 12 · full strength", "Level 1 · first steps"):
        keys.press("ArrowRight")
        expect(dialog.get_by_role("radio", name=name)).to_be_checked()
    press_until(page, "Tab", dialog.get_by_role("button", name="Start"))
    keys.press("Enter")
    expect(play.button("New game")).to_be_focused()
    expect(page.locator(".player.above")).to_contain_text("Engine · level 1")

    press_until(page, "Shift+Tab", play.point("e0"))
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "Enter"):
        keys.press(key)
    expect(play.point("h2")).to_be_focused()
    expect(play.point("h2")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#live")).to_contain_text("red cannon picked up")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter"):
        keys.press(key)
    play.expect_moves(2)
    expect(page.locator("#live")).to_contain_text("Engine: black")
    expect(play.point("e2")).to_be_focused()

    keys.press("Enter")
    expect(play.point("e2")).to_have_attribute("aria-selected", "true")
    keys.press("Escape")
    expect(play.point("e2")).not_to_have_attribute("aria-selected", "true")

    press_until(page, "Tab", page.locator(".moves .move[aria-current]"))
    played = play.moves()
    keys.press("ArrowLeft")
    play.expect_current(played[0])
    expect(page.locator(".moves .move[aria-current]")).to_be_focused()
    keys.press("Home")
    play.expect_current("")
    keys.press("End")
    play.expect_current(played[1])
    keys.press("Control+z")
    play.expect_current("")
    keys.press("Control+y")
    play.expect_current(played[1])


def test_dialogs_keep_the_focus_and_give_it_back(page: Page, site: str) -> None:
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    for opener, name in (("New game", "New game"), ("Resign", "End this game?"), ("Settings", "Settings")):
        play.button(opener).focus()
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog", name=name)
        expect(dialog).to_be_visible()
        focused = set()
        for _ in range(12):
            page.keyboard.press("Tab")
            focused.add(page.evaluate("document.activeElement.outerHTML.slice(0, 80)"))
            outside = "document.activeElement !== document.body && !document.activeElement.closest('dialog')"
            assert not page.evaluate(outside)
        assert len(focused) > 2
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(play.button(opener)).to_be_focused()


def test_keys_do_nothing_behind_a_dialog_and_caps_lock_nothing_at_all(page: Page, site: str) -> None:
    """With the focus on the page, they went through the game behind it; Ctrl+Z became Ctrl+Shift+Z."""
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    play.move("h2e2")
    play.button("Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    for key in ("ArrowLeft", "Control+z"):
        page.keyboard.press(key)
    play.expect_current("h2e2")
    page.keyboard.press("Escape")
    caps = "new KeyboardEvent('keydown', { key: 'Z', ctrlKey: true, bubbles: true })"
    page.evaluate(f"document.body.dispatchEvent({caps})")
    expect(page.locator(".moves .move[aria-current]")).to_have_count(0)


def test_every_focus_is_seen(page: Page, site: str) -> None:
    hold_the_engine(page)
    PlayPage(page, site).open()
    unseen, seen = [], set()
    for _ in range(25):
        page.keyboard.press("Tab")
        style = page.evaluate(
            """() => { const node = document.activeElement, style = getComputedStyle(node);
                return [node.outerHTML.slice(0, 80), style.outlineStyle, parseFloat(style.outlineWidth)]; }"""
        )
        if style[0].startswith("<body"):
            continue
        seen.add(style[0])
        if style[1] == "none" or style[2] < 2:
            unseen.append(style[0])
    assert unseen == []
    assert len(seen) > 15


# --- accessibility and safety ---


@pytest.mark.parametrize("look", ["lang=en", "lang=zh-Hans&theme=dark"])
def test_axe_finds_nothing_while_the_engine_loads(page: Page, site: str, look: str) -> None:
    hold_the_engine(page)
    play = PlayPage(page, site).open(look)
    assert play.accessibility_faults() == []
    for act in (pick_up, wrong_move):
        act(play)
        assert play.accessibility_faults() == [], act
        page.keyboard.press("Escape")
    for open_dialog in (open_new_game, open_end_dialog, open_settings):
        open_dialog(play)
        expect(page.get_by_role("dialog")).to_be_visible()
        assert play.accessibility_faults() == [], open_dialog
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()


def test_axe_finds_nothing_in_a_game_a_hint_and_at_the_end(page: Page, site: str) -> None:
    play = PlayPage(page, site).open(f"{MATE_IN_ONE}&theme=light").wait_for_engine()
    play.my_turn()
    assert play.accessibility_faults() == []
    play.button("Hint").click()
    expect(page.locator(".hint [role=status]")).to_contain_text("Look at")
    assert play.accessibility_faults() == []
    play.move("a0a9")
    expect(page.locator(".verdict")).to_be_visible()
    assert play.accessibility_faults() == []


def test_axe_finds_nothing_where_things_go_wrong(open_page: OpenPage, site: str, problems: Problems) -> None:
    problems.expect("ERR_FAILED")
    page = open_page("phone", color_scheme="dark")
    page.add_init_script(REFUSE_STORAGE)
    page.context.route("**/engine/worker-*.js", lambda route: route.abort())
    play = PlayPage(page, site).open()
    play.move("h2e2")
    expect(play.notice("engine_failed")).to_be_visible()
    expect(play.notice("storage_refused")).to_be_visible()
    assert play.accessibility_faults() == []


def test_everything_comes_from_the_site(page: Page, site: str) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.context.on("request", note)
    PlayPage(page, site).open().wait_for_engine()
    assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []


def test_colours_forced_and_motion_reduced(open_page: OpenPage, site: str) -> None:
    page = open_page("desktop", forced_colors="active", reduced_motion="reduce")
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    play.move("h2e2")
    play.expect_moves(1)
    assert page.evaluate("document.getAnimations().filter((a) => a.playState === 'running').length") == 0
    assert play.accessibility_faults() == []


def test_a_fault_of_the_page_itself_is_said(page: Page, site: str, problems: Problems) -> None:
    problems.expect("made for the test")
    hold_the_engine(page)
    play = PlayPage(page, site).open()
    page.evaluate("setTimeout(() => { throw new Error('made for the test'); })")
    expect(play.notice("fault")).to_contain_text("made for the test")
    play.move("h2e2")
    play.expect_moves(1)


AN_UPDATE_WAITS = """
const postMessage = (_, [port]) => port.postMessage(++worker.asked > 1);
const worker = Object.assign(new EventTarget(), { postMessage, asked: 0 });
const told = (_, [port]) => port.postMessage({ complete: true, parts: {} });
const active = Object.assign(new EventTarget(), { postMessage: told });
const registration = Object.assign(new EventTarget(), { active, waiting: worker });
const container = Object.assign(new EventTarget(), { register: async () => registration });
Object.defineProperty(navigator, 'serviceWorker', { value: container });
"""
"""A newer version that activates only when it is asked a second time."""


def test_a_new_version_is_offered_and_waits_for_other_tabs(page: Page, site: str) -> None:
    page.add_init_script(AN_UPDATE_WAITS)
    play = PlayPage(page, site).open().wait_for_engine()  # the service worker starts after it
    update = play.notice("update")
    expect(update).to_contain_text("your game is kept")
    update.get_by_role("button", name="Reload").click()
    expect(update).to_contain_text("Other tabs are still using the old version")
    update.get_by_role("button", name="Reload").click()
    expect(update).to_contain_text("your game is kept")


def test_a_lost_network_is_shown(page: Page, site: str) -> None:
    hold_the_engine(page)
    PlayPage(page, site).open()
    badge = page.get_by_role("status").filter(has_text="Offline")
    expect(badge).to_be_hidden()
    page.context.set_offline(True)
    expect(badge).to_be_visible()
    page.context.set_offline(False)
    expect(badge).to_be_hidden()


def test_without_the_start_view_the_engine_is_asked_for_it(page: Page, site: str, problems: Problems) -> None:
    problems.expect("data/views")
    page.route("**/data/views-*.json", lambda route: route.abort())
    play = PlayPage(page, site).open()
    assert len(play.men()) == 32
    play.move("h2e2")
    play.expect_moves(2)
