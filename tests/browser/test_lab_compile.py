"""The Lab's compiler: a function beside its WebAssembly text, refused code, stopped runs."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_lab import LabPage

FAST = re.compile(r"\d\S* (ns|µs|ms|s)$")


class CompilePage(LabPage):
    """The Lab with its compiler open."""

    def show(self) -> "CompilePage":
        """Open the tab."""
        self.page.get_by_role("tab", name="Compile").click()
        return self

    def state(self, pattern: str) -> None:
        """Wait until the function is in one of these states."""
        status = self.page.locator(".compile .bench-status")
        expect(status).to_have_attribute("data-status", re.compile(f"^({pattern})$"), timeout=120_000)

    def measured(self) -> None:
        """Wait for the times of both executions."""
        for name in ("Python", "WebAssembly"):
            time = self.page.locator(".call div", has=self.page.get_by_text(name, exact=True)).locator("dd")
            expect(time).to_have_text(FAST)

    def sample(self, name: str) -> None:
        """Take a sample program."""
        self.page.get_by_label("Samples").select_option(label=name)


@pytest.mark.quick
def test_a_function_of_the_engine_is_shown_beside_its_webassembly(page: Page, site: str) -> None:
    lab = CompilePage(page, site)
    lab.open()
    lab.append("\n\ndef doubled(x: int) -> int:\n    return x + x\n")
    lab.status("ready")
    lab.show().state("ready")
    page.get_by_label("Function").select_option("doubled")
    lab.state("ready")
    python, wasm = page.get_by_role("listbox", name="Python"), page.get_by_role("listbox", name="WebAssembly")
    expect(wasm.get_by_role("option").first).to_have_text(re.compile(r"func \$doubled \(param \$x i32\)"))
    page.get_by_label("x", exact=True).fill("21")
    page.get_by_label("x", exact=True).press("Enter")
    expect(page.locator(".arguments")).to_contain_text("= 42")
    lab.measured()
    python.focus()
    page.keyboard.press("End")
    expect(python.get_by_role("option", selected=True)).to_have_text(re.compile(r"return x \+ x"))
    expect(wasm.get_by_role("option", selected=True).nth(2)).to_have_text("i32.add")
    wasm.get_by_role("option").first.hover()
    expect(python.get_by_role("option", selected=True)).to_contain_text("def doubled")
    assert lab.accessibility_faults() == []


def test_a_program_of_ones_own_is_compiled_refused_or_ended(page: Page, site: str) -> None:
    lab = CompilePage(page, site)
    lab.open()
    lab.show().state("ready")
    page.get_by_role("radio", name="Your own").check(force=True)
    lab.state("ready")
    lab.measured()
    lab.sample("Division that gives a float")
    lab.state("faulty")
    faults = page.locator(".compile .bench-faults")
    expect(faults).to_have_text(re.compile("program, line 2.*write // for whole numbers", re.DOTALL))
    expect(page.locator(".own .cm-lintRange-error")).to_have_text("x / 2")
    lab.sample("Index outside an array")
    lab.state("faulty")
    expect(faults).to_contain_text("index 8 outside cells[8]")
    lab.sample("Endless loop")
    lab.state("silent")
    lab.sample("Fibonacci numbers")
    lab.state("ready")
    lab.measured()
    engine = page.locator(".bench .bench-status")
    expect(engine).to_have_attribute("data-status", "ready")  # it has not been disturbed
    page.locator(".own .cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\nhuge = [0] * 10**9\n")
    lab.state("faulty|broken")
    page.keyboard.press("Control+z")
    lab.state("ready")
