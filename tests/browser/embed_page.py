"""Pages that embed ours: a host on another site, and the frames in it."""

import contextlib
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Frame, FrameLocator, Locator, Page, expect

from tests.browser.play_page import RECORD_VIOLATIONS
from tools.server import SiteServer

expect.set_options(timeout=60_000)

FRAME_SCRIPT = re.compile(r"/chunks/page-[a-z0-9]{8}\.js$")
"""The script that turns a picture into a board."""


@contextmanager
def host_site(folder: Path, files: Mapping[str, str]) -> Iterator[str]:
    """Serve these files as a separate site; yields its address. The embedded site is at localhost."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    with SiteServer({"/": folder}, cache_control="no-cache") as server:
        yield f"http://127.0.0.1:{server.port}/"


class Embedded:
    """One frame, seen from outside and from inside."""

    def __init__(self, page: Page | FrameLocator) -> None:
        self.inside = page

    def point(self, square: str) -> Locator:
        """The point of that name."""
        return self.inside.locator(f'[role=gridcell][data-square="{square}"]')

    def move(self, uci: str) -> None:
        """Play by two clicks, as soon as the man may be picked up."""
        self.wake()
        for square, state in ((uci[:2], "pick"), (uci[2:], "dest|capture")):
            expect(self.point(square)).to_have_attribute("data-state", re.compile(state))
            self.point(square).click()

    def wake(self) -> None:
        """Point at the board, as a person does before playing: it turns a picture into a board."""
        board, grid = self.inside.locator("#board"), self.inside.get_by_role("grid")
        board.hover()
        # If the host page moves, the pointer can miss, so try again.
        for at in range(20):
            with contextlib.suppress(AssertionError):
                return expect(grid).to_be_attached(timeout=3000)
            board.hover(position={"x": 20 + at, "y": 20 + at})
        return expect(grid).to_be_attached()

    def expect_man(self, square: str, name: str) -> None:
        """Wait until that man stands there."""
        expect(self.point(square)).to_have_accessible_name(re.compile(f"(^{square}, |，){name}"))

    @property
    def status(self) -> Locator:
        """The line above the board."""
        return self.inside.locator(".bar.top .grow")

    @property
    def problem(self) -> Locator:
        """The error message."""
        return self.inside.locator(".problem")


def open_frame(page: Page, site: str, query: str = "") -> Embedded:
    """Open a frame's page by itself, and turn its picture into a board."""
    page.add_init_script(RECORD_VIOLATIONS)
    page.goto(f"{site}embed.html?{query}")
    frame = Embedded(page)
    frame.wake()
    return frame


def frame_of(page: Page) -> Frame:
    """The only frame of a page, once it is there."""
    page.wait_for_function("frames.length > 0")
    (frame,) = (each for each in page.frames if each != page.main_frame)
    return frame


LISTEN = """
window.heard = [];
addEventListener('message', ({ data, origin }) => {
  if (data?.ns === 'cannonfish') heard.push({ ...data, from: origin });
});
let serial = 0;
window.tell = (message, target = '*') =>
  document.querySelector('iframe').contentWindow.postMessage({ ns: 'cannonfish', v: 1, ...message }, target);
window.post = (type, fields = {}) => {
  const id = `ask ${(serial += 1)}`;
  tell({ type, ...fields, id });
  return id;
};
window.answer = (id) => heard.find((each) => each.id === id && each.type !== 'info') ?? null;
"""
"""For a page that talks to its frame: heard, tell(message), post(type, fields), answer(id)."""


def talking_page(src: str) -> str:
    """A host page with one frame that it can talk to."""
    frame = f'<iframe title="board" width="400" height="540" src="{src}"></iframe>'
    return f"<!doctype html><meta charset=utf-8><title>Host</title><script>{LISTEN}</script>{frame}"


def post(page: Page, request: str, **fields: Any) -> str:
    """Ask the frame; return the id of the question."""
    asked: str = page.evaluate("([type, fields]) => post(type, fields)", [request, fields])
    return asked


def answer(page: Page, question: str) -> dict[str, Any]:
    """Wait for the answer to a question."""
    found: dict[str, Any] = page.wait_for_function("(id) => answer(id)", arg=question).json_value()
    return found


def ask(page: Page, request: str, **fields: Any) -> dict[str, Any]:
    """Ask the frame, and wait for its answer."""
    return answer(page, post(page, request, **fields))


def ready(page: Page) -> dict[str, Any]:
    """Wait until the frame has introduced itself."""
    script = "() => heard.find(({ type }) => type === 'ready')"
    told: dict[str, Any] = page.wait_for_function(script).json_value()
    return told
