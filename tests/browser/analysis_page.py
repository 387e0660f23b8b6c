"""The page object of the analysis board, shared by its browser tests."""

from playwright.sync_api import Locator, expect

from tests.browser.play_page import PlayPage


class AnalysisPage(PlayPage):
    """The analysis board; `open` waits for the board, `expect_lines` for the engine."""

    def open(self, query: str = "") -> "AnalysisPage":
        """Go to the page and wait for the board, not for the engine."""
        self.page.goto(f"{self.site}analysis.html" + (f"?{query}" if query else ""))
        self.page.locator("cg-board piece").first.wait_for()
        self.page.locator(".engine-lines").wait_for()
        return self

    def lines(self) -> Locator:
        """The lines that the engine has found."""
        return self.page.locator(".lines li:has(.pv-move)")

    def expect_lines(self, count: int) -> None:
        """Wait until so many lines are there."""
        expect(self.lines()).to_have_count(count)

    def depth(self) -> int:
        """The depth that is shown."""
        return int(self.page.locator(".engine-lines > .facts b").first.inner_text().split("/")[0])

    def limit(self, limit: str) -> None:
        """Choose the limit of the analysis, and wait until it has ended."""
        self.button("Analysis settings").click()
        self.page.get_by_label("Stop after").select_option(limit)
        expect(self.page.locator(".engine-lines")).to_have_attribute("data-state", "idle")
