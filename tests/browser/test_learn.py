"""The lessons about engines: read without Python, run, edit, solve, play; cells are isolated."""

import itertools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Problems, slow
from tests.browser.play_page import PlayPage

OpenPage = Callable[..., Page]

PROBE = """
import js

for name, reach in {
    "itself": lambda: js.XMLHttpRequest.new().open("GET", "%(site)sdata/build.json", False),
    "network": lambda: fetched("%(site)sdata/build.json"),
    "database": lambda: js.indexedDB.open("cannonfish"),
    "storage": lambda: js.localStorage.length,
    "page": lambda: js.parent.document,
}.items():
    try:
        reach()
        print("reached", name)
    except Exception:
        pass
"""
FETCHED = """
def fetched(url):
    import js
    request = js.XMLHttpRequest.new()
    request.open("GET", url, False)
    request.send()
"""


class LearnPage(PlayPage):
    """One lesson."""

    def lesson(self, number: int, query: str = "") -> "LearnPage":
        """Open a lesson by its address."""
        self.page.goto(f"{self.site}learn.html?lesson={number}{query}")
        self.page.locator(".words h1").wait_for()
        return self

    def cell(self, name: str) -> Locator:
        """A cell by its file."""
        return self.page.locator(f".cell[data-cell$='/{name}.py']")

    def run(self, name: str, status: str) -> None:
        """Run a cell and wait for this status."""
        cell = self.cell(name)
        cell.get_by_role("button", name="Run").click()
        expect(cell).to_have_attribute("data-status", status, timeout=120_000)

    def write(self, name: str, text: str) -> None:
        """Put another text into a cell."""
        cell = self.cell(name)
        edit = cell.get_by_role("button", name="Edit")
        if edit.count():
            edit.click()
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)


def test_a_lesson_is_read_run_solved_and_played(page: Page, site: str, problems: Problems) -> None:
    problems.expect("Content Security Policy|CSP|ERR_BLOCKED|Failed to load|Refused")
    workers: list[str] = []
    page.on("worker", lambda worker: workers.append(worker.url))
    learn = LearnPage(page, site).lesson(1)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".tree g[data-state=done]")).to_have_count(10)
    page.locator(".tree .leaf").first.press("Enter")
    assert workers == [], "Python comes with the first cell that is run"

    learn.run("position", "done")
    expect(learn.cell("position").locator(".output")).to_contain_text("to move: X")
    learn.run("exercise", "wrong")
    expect(learn.cell("exercise")).to_contain_text("is worth -1, and your function says 1")
    solution = page.locator(".solution").text_content() or ""
    learn.write("exercise", solution.replace("return max(values) if", "return nothing if"))
    learn.run("exercise", "wrong")
    expect(learn.cell("exercise")).to_contain_text(re.compile(r"Line \d+:\s+NameError"))
    still_open = page.get_by_text("The exercise is still open: your engine plays without its solution.")
    expect(still_open).to_be_visible()
    learn.write("exercise", solution)
    learn.run("exercise", "solved")
    expect(still_open).to_have_count(0)
    assert learn.accessibility_faults() == []

    page.get_by_role("button", name="Play against your engine").click()
    expect(page.get_by_text("Your move.")).to_be_visible()
    page.locator(".three button").first.click()
    expect(page.locator(".three [data-man=O]")).to_have_count(1)

    learn.write("count", "while True:\n    pass")
    learn.run("count", "silent")
    expect(learn.cell("count")).to_contain_text("Stopped: count.py printed nothing")
    learn.write("count", FETCHED + PROBE % {"site": site})
    learn.run("count", "done")
    assert re.findall(r"reached \w+", learn.cell("count").inner_text()) == ["reached itself"]

    page.reload()
    expect(page.locator(".exercise .tick")).to_be_visible()
    expect(learn.cell("count").locator("pre").first).to_contain_text("localStorage")
    learn.cell("count").get_by_role("button", name="Restore").click()
    learn.run("count", "done")
    page.goto(f"{site}learn.html")
    expect(page.locator(".contents li").first.locator(".tick")).to_be_visible()


@pytest.mark.quick
def test_the_button_to_edit_a_cell_goes_with_the_first_press(page: Page, site: str) -> None:
    # The bar did not know of the press: the button stayed until the cell was run, and did nothing.
    learn = LearnPage(page, site).lesson(1)
    for name in ("position", "count", "exercise"):
        cell = learn.cell(name)
        cell.get_by_role("button", name="Edit").click()
        cell.locator(".cm-content").wait_for()
        expect(cell.get_by_role("button", name="Edit")).to_have_count(0)


@pytest.mark.quick
def test_an_engine_that_needs_the_solution_asks_for_it(page: Page, site: str, problems: Problems) -> None:
    """It said "TypeError: 'NoneType' object is not subscriptable"."""
    problems.expect("Content Security Policy|CSP")  # Chromium styles inserted text
    learn = LearnPage(page, site).lesson(7)
    learn.run("engine", "unsolved")
    asked = "Solve the exercise above first: this code needs your solution."
    expect(learn.cell("engine").get_by_role("status")).to_have_text(asked)
    page.get_by_role("button", name="Play against your engine").click()
    page.get_by_role("button", name="Play the other side").click()
    expect(page.locator(".play-board .said")).to_have_text(asked)
    learn.write("exercise", page.locator(".solution").text_content() or "")
    learn.run("engine", "done")


def test_a_man_stays_where_he_was_put_while_the_engine_thinks(page: Page, site: str) -> None:
    """He jumped back, and glided to his place when the referee had answered."""
    LearnPage(page, site).lesson(6)
    page.get_by_role("button", name="Play against your engine").click()
    expect(page.get_by_text("Your move.")).to_be_visible()
    origin, goal = (page.locator(f".play-board [role=gridcell][data-square={at}]") for at in ("h2", "e2"))
    origin.click()
    expect(goal).to_have_attribute("data-state", re.compile("dest"))
    page.evaluate(
        """() => {
            window.names = [];
            const point = document.querySelector('.play-board [role=gridcell][data-square=h2]');
            const note = () => names.push(point.getAttribute('aria-label'));
            new MutationObserver(note).observe(point, { attributes: true });
        }"""
    )
    goal.click()
    expect(goal).to_have_accessible_name(re.compile("red cannon"))
    expect(origin).not_to_have_attribute("data-state", re.compile("lastMove"))  # the engine has moved
    left = list(itertools.dropwhile(lambda name: "red cannon" in name, page.evaluate("names")))
    assert left
    assert not any("red cannon" in name for name in left), left


def test_a_teacher_links_to_a_lesson_and_embeds_one(
    open_page: OpenPage, site: str, problems: Problems
) -> None:
    page = open_page("phone", locale="zh-TW")
    learn = LearnPage(page, site).lesson(1, "&embed")
    expect(page.locator(".words h1")).to_have_text("棋局是一棵樹")
    expect(page.locator("html")).to_have_attribute("lang", re.compile("zh-Hant"))
    expect(page.locator(".masthead")).to_be_hidden()
    page.get_by_role("link", name="2.").click()
    expect(page.locator(".masthead")).to_be_hidden()
    expect(page).to_have_url(re.compile(r"lesson=2&embed"))
    assert learn.accessibility_faults() == []
    learn.lesson(1)
    page.get_by_text("連結或嵌入本課").click()
    link, code = (field.input_value() for field in page.locator(".share textarea").all())
    assert link == f"{site}learn.html?lesson=1"
    page.goto(f"{site}data/build.json")
    page.evaluate("(code) => { document.body.innerHTML = code; }", code)
    framed = page.frame_locator("iframe")
    expect(framed.locator(".words")).to_be_visible()
    expect(framed.locator(".masthead")).to_be_hidden()
    expect(framed.locator(".share")).to_have_count(0)
    framed.locator(".cell button").first.click()
    expect(framed.locator(".cell").first).to_have_attribute("data-status", "done", timeout=120_000)


def test_a_lesson_opens_without_python(page: Page, site: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    learn = LearnPage(page, site).lesson(1)
    expect(page.locator(".cell").first).to_be_visible()
    assert [url for url in asked if "pyodide" in url or url.endswith(".whl")] == []
    learn.run("position", "done")
    assert [url for url in asked if "pyodide" in url], "the test would see it"


@pytest.mark.quick
def test_what_cannot_be_loaded_says_so(page: Page, site: str, problems: Problems) -> None:
    # Figures and boards stayed blank, and without their list all lessons did.
    problems.expect("ERR_FAILED")
    sentence = "This part could not be loaded. Check your connection."
    figures = re.compile(r"/chunks/(?:boards|matches|stack|steps|tree|units|worth)-")
    page.route(figures, lambda route: route.abort())
    learn = LearnPage(page, site).lesson(1)
    expect(learn.page.locator(".figure .stage").first).to_contain_text(sentence)
    page.route("**/data/learn/index-*.json", lambda route: route.abort())
    for name in ("learn.html", "learn.html?lesson=1"):
        page.goto(site + name)
        expect(page.get_by_role("alert")).to_have_text(sentence)
    page.unroute("**/data/learn/index-*.json")
    page.get_by_role("button", name="Try again").click()
    learn.page.locator(".words h1").wait_for()


def test_the_lessons_before_and_after_are_named(page: Page, site: str) -> None:
    """The brackets of variations in lists of moves stood around them."""
    page.goto(f"{site}learn.html?lesson=2")
    links = page.locator("nav.beside").get_by_role("link")
    expect(links.first).to_have_accessible_name(re.compile("^Previous lesson"))
    expect(links.last).to_have_accessible_name(re.compile(r"How good is a position\?$"))


@pytest.mark.quick
def test_the_board_of_a_figure_is_whole_and_takes_presses(open_page: OpenPage, site: str) -> None:
    """A panel of the play page had the same name, and its frame pushed the board of lesson 11 aside; and the
    river, which is drawn over the whole board, took every press on a piece."""
    page = open_page("phone")
    page.goto(f"{site}learn.html?lesson=11")
    figure = page.locator(".figure", has=page.locator(".weighed"))
    figure.locator("cg-board piece").first.wait_for()
    outer, inner = figure.bounding_box(), figure.locator(".board").bounding_box()
    assert outer
    assert inner
    assert outer["x"] <= inner["x"] < inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    assert inner["width"] > outer["width"] / 2
    figure.get_by_role("button", name=re.compile("^g2")).tap()
    expect(figure.get_by_role("status")).to_contain_text("Without the piece on g2")


def test_the_board_of_a_lesson_shows_the_start_before_a_game(page: Page, site: str) -> None:
    """It was empty."""
    page.goto(f"{site}learn.html?lesson=2")
    expect(page.locator(".play-section cg-board piece")).to_have_count(12)


@pytest.mark.parametrize("screen", [slow("desktop"), "phone"])
def test_the_game_and_the_engine_have_equal_doors(
    open_page: Callable[..., Page], site: str, screen: str
) -> None:
    """How to play was a small button above eleven lessons of Python."""
    page = open_page(screen)
    page.goto(f"{site}learn.html")
    doors = [
        page.get_by_role("main").get_by_role("link", name=name)
        for name in ("How the pieces move", "How an engine works")
    ]
    for door in doors:
        expect(door).to_be_in_viewport(ratio=1)
    (one, other) = [door.bounding_box() for door in doors]
    assert one
    assert other
    assert (one["width"], abs(one["height"] - other["height"]) < 30) == (other["width"], True)
    doors[1].click()
    expect(page.get_by_role("heading", name="How an engine works")).to_be_in_viewport()
    page.go_back()
    doors[0].click()
    page.wait_for_url("**/how-to-play.html")


@pytest.mark.quick
@pytest.mark.service_worker
def test_the_list_of_lessons_opens_the_database_once(page: Page, site: str) -> None:
    # The list of lessons opened the database twelve times, once for each lesson.
    page.add_init_script("""
        window.opened = 0;
        const { open } = IDBFactory.prototype;
        IDBFactory.prototype.open = function (...given) { opened += 1; return open.apply(this, given); };
    """)
    page.goto(f"{site}learn.html")
    page.locator(".contents li").first.wait_for()
    page.locator("html[data-kept]").wait_for(state="attached")
    assert page.evaluate("opened") == 1
