"""The board of notebooks, given its state as Jupyter does; neither a notebook nor Python is behind it."""

from collections.abc import Callable
from typing import Any

import pytest
from cannonfish import xiangqi
from cannonfish.notebook import BoardWidget
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Problems
from tools.notebook import BUNDLE

SHOW = """async ([source, values]) => {
    const script = new Blob([source], { type: 'text/javascript' });
    const { default: widget } = await import(URL.createObjectURL(script));
    const listeners = new Map();
    const sent = [];
    const send = (content) => sent.push(content);
    const model = {
        get: (name) => values[name],
        send: (content) => model.kernel(content),
        on: (event, act) => listeners.set(event, [...(listeners.get(event) ?? []), act]),
        off: (event, act) => listeners.set(event, listeners.get(event).filter((each) => each !== act)),
        kernel: send,
        sent,
    };
    const change = (state) => {
        values._state = state;
        for (const act of listeners.get('change:_state')) act();
    };
    const listening = () => [...listeners.values()].flat().length;
    globalThis.boards ??= [];
    boards.push({ model, change, listening, cleanUp: widget.render({ model, el: document.body }) });
}"""


def show(page: Page, widget: BoardWidget) -> None:
    names = ("_state", "orientation", "pieces", "coordinates", "size")
    page.evaluate(SHOW, [BUNDLE.read_text(), {name: widget.get_state()[name] for name in names}])


@pytest.mark.quick
def test_boards_send_what_is_pressed_and_show_what_python_answers(
    browser: Browser, new_context: Callable[..., BrowserContext], problems: Problems
) -> None:
    page = new_context(browser).new_page()
    problems.watch(page)
    widget = BoardWidget()
    show(page, widget)
    show(page, BoardWidget(orientation=1, arrows=[xiangqi.Move.from_uci("h2e2")]))
    arrow = page.locator(".cg-custom-svgs > g").bounding_box()
    assert arrow is not None
    assert arrow["width"] > 2 * arrow["height"], "three files wide"
    first, second = page.get_by_role("grid").all()

    def press(*squares: str) -> None:
        for square in squares:
            first.locator(f'[data-square="{square}"]').click()

    def change() -> None:
        page.evaluate("(state) => boards[0].change(state)", widget.get_state()["_state"])

    fen = widget.fen
    press("h2", "e2")
    assert page.evaluate("boards[0].model.sent") == [{"move": "h2e2", "fen": fen}]
    widget.push("h2e2")
    change()
    expect(page.get_by_role("status").first).to_have_text("1. 炮二平五 · Black to move")
    expect(first.get_by_role("gridcell", name="e2, red cannon")).to_be_visible()
    expect(second.get_by_role("gridcell", name="h2, red cannon")).to_be_visible()

    # From the keyboard: the focus stays on the board.
    first.locator('[data-square="h9"]').focus()
    for key in ("Enter", "ArrowDown", "ArrowDown", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    sent: list[dict[str, Any]] = page.evaluate("boards[0].model.sent")
    assert sent[1:] == [{"move": "h9g7", "fen": widget.fen}]
    widget.push("h9g7")
    change()

    # A kernel that is gone: the board says so, and the man goes back.
    page.evaluate("() => { boards[0].model.kernel = () => { throw new Error('Kernel is dead'); } }")
    press("a3", "a4")
    expect(page.get_by_role("alert").filter(has_text="No answer from Python")).to_be_visible()
    expect(first.get_by_role("gridcell", name="a3, red soldier")).to_be_visible()

    page.evaluate("boards[0].cleanUp()")
    expect(page.get_by_role("grid")).to_have_count(1)
    assert page.evaluate("boards.map((board) => board.listening())") == [0, 6]
    page.context.close()
