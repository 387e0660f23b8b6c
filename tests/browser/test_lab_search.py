"""The Lab's search tree, its race of the algorithms, and its reader of pictures."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_lab import LabPage


class SearchPage(LabPage):
    """The Lab with one of these tabs open."""

    def tab(self, name: str) -> "SearchPage":
        """Open a tab."""
        self.page.get_by_role("tab", name=name).click()
        return self

    @property
    def grid(self) -> Locator:
        """The search tree."""
        return self.page.get_by_role("treegrid")

    @property
    def selected(self) -> Locator:
        """Its selected row."""
        return self.grid.locator("[aria-selected=true]")

    def row_index(self) -> int:
        """The place of the selected row."""
        return int(self.selected.get_attribute("aria-rowindex") or 0)

    def row_count(self) -> int:
        """Rows of the tree that are unfolded, the headings not counted."""
        return int(self.grid.get_attribute("aria-rowcount") or 0) - 1


@pytest.mark.quick
def test_the_tree_of_a_search_can_be_walked_through(page: Page, site: str) -> None:
    lab = SearchPage(page, site)
    lab.open()
    lab.tab("Search tree")
    page.get_by_label("Depth", exact=True).select_option("3")
    lab.button("Search").click()
    expect(page.locator(".tree-result")).to_have_text(
        re.compile(r"^[\d,]+ nodes to depth 3, score"), timeout=60_000
    )
    expect(page.locator(".tree-result")).to_contain_text("change sign from level to level")
    expect(lab.selected).to_contain_text("Search of the root")
    lab.button("Principal variation").click()
    expect(page.locator(".tree-line")).to_have_text(re.compile(r"^(\w\d\w\d\s*){3,}$"))
    assert page.locator(".tree-detail .cg-wrap piece").count() > 28
    # By keyboard.
    lab.grid.focus()
    page.keyboard.press("Home")
    expect(lab.selected).to_contain_text("Depth 1")
    expect(lab.selected).to_have_attribute("aria-expanded", "false")
    before = lab.row_count()
    page.keyboard.press("ArrowRight")
    expect(lab.selected).to_have_attribute("aria-expanded", "true")
    assert lab.row_count() == before + 1
    page.keyboard.press("ArrowRight")
    expect(lab.selected).to_have_attribute("aria-level", "2")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert lab.row_count() == before
    # A reason, and where it is in the source.
    page.get_by_label("Ending", exact=True).select_option("standPat")
    lab.button("Find next").click()
    expect(lab.selected).to_contain_text("Stand pat")
    expect(page.locator(".tree-detail")).to_contain_text("no capture needs to be tried")
    expect(page.locator(".tree-detail code")).to_have_text(re.compile(r"^search\.py:\d+$"))
    assert lab.accessibility_faults() == []
    # A film: later nodes are not there yet.
    lab.button("To the beginning").click()
    expect(lab.grid).to_have_attribute("aria-rowcount", "2")
    lab.button("Next node").click()
    expect(lab.grid).to_have_attribute("aria-rowcount", "3")
    lab.button("Play as a film").click()
    expect(lab.selected).to_have_attribute("aria-level", "3")
    lab.button("Stop the film").click()
    lab.button("Whole tree").click()
    lab.button("Unfold all").click()
    assert lab.row_count() > 150
    assert lab.grid.locator(".tree-rows .tree-row").count() < 100, "only those in view"
    lab.grid.focus()
    page.keyboard.press("End")
    expect(lab.selected).to_have_attribute("aria-rowindex", str(lab.row_count() + 1))
    page.keyboard.press("Home")
    for key, rows in {"ArrowDown": 1, "ArrowUp": -1, "PageDown": 1, "PageUp": -1}.items():
        before = lab.row_index()
        page.keyboard.press(key)
        expect(lab.grid).to_have_attribute("aria-activedescendant", lab.selected.get_attribute("id") or "")
        moved = lab.row_index() - before
        assert moved == rows if key.startswith("Arrow") else moved * rows > 2
        expect(lab.selected).to_be_in_viewport(ratio=1)


def test_the_algorithms_race_and_agree(page: Page, site: str) -> None:
    lab = SearchPage(page, site)
    lab.open()
    lab.tab("Race")
    page.get_by_label("Depth", exact=True).select_option("3")
    lab.button("Start").click()
    rows = page.locator(".race-table tbody tr")
    expect(lab.button("Start")).to_be_visible(timeout=60_000)
    scores = rows.locator("td:last-child").all_inner_texts()
    assert len(scores) == 4
    assert len(set(scores)) == 1
    assert scores[0]
    nodes = [int(text.replace(",", "")) for text in rows.locator("td:nth-child(3)").all_inner_texts()]
    assert min(nodes) > 0
    assert nodes[1] < 0.4 * nodes[0]
    saved = f"{(1000 - 1000 * nodes[1] / nodes[0]) // 1 / 10:g}%"
    expect(page.locator(".race-result")).to_contain_text(f"alpha-beta saves {saved} of minimax’s nodes")
    expect(page.locator(".race-result")).to_contain_text("more than 60% of the nodes. Here that’s true.")
    assert page.locator(".race-chart polyline").count() == 4
    assert lab.accessibility_faults() == []
    # Without ordering there is more to do, and a race that takes too long is stopped.
    page.get_by_role("switch", name="Move ordering").click()
    page.get_by_role("radio", name="interpreted").check()
    lab.button("Start").click()
    expect(rows.nth(1).locator("td").first).to_have_text(re.compile("[12]"), timeout=60_000)
    lab.button("Stop").click()
    expect(lab.button("Start")).to_be_visible()


def test_the_network_looks_at_what_is_drawn(page: Page, site: str) -> None:
    lab = SearchPage(page, site)
    lab.open()
    lab.tab("Pictures")
    numbers = page.get_by_role("list", name="Its fifteen numbers").get_by_role("listitem")
    expect(numbers).to_have_count(15)
    page.get_by_label("Character", exact=True).fill("")
    answer = page.locator(".reader [role=status]")
    expect(answer).to_contain_text("It sees: No piece")
    expect(numbers.first).to_have_attribute("data-best", "true")
    none = numbers.first.locator(".number")
    expect(none).to_have_text("100%")
    field = page.get_by_role("img", name="A point of the board, to draw on")
    box = field.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + box["height"] * 0.3)
    page.mouse.down()
    for step in range(1, 9):
        x, y = 0.2 + 0.6 * (step % 2), 0.3 + 0.05 * step
        page.mouse.move(box["x"] + box["width"] * x, box["y"] + box["height"] * y)
    page.mouse.up()
    expect(none).not_to_have_text("100%")
    assert lab.accessibility_faults() == []
    page.get_by_role("button", name="Start again").click()
    expect(none).to_have_text("100%")
