"""Pictures become positions in the editor."""

import base64
import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.board_pictures import MIDDLE_GAME, NO_BOARDS, START, drawn
from tests.browser.test_editor import EditorPage


def png(placement: str) -> dict[str, object]:
    """A picture of a board, as a file that is chosen."""
    buffer = io.BytesIO()
    drawn(placement).save(buffer, "PNG")
    return {"name": "board.png", "mimeType": "image/png", "buffer": buffer.getvalue()}


@pytest.fixture
def editor(page: Page, site: str) -> EditorPage:
    return EditorPage(page, site).open()


def choose(editor: EditorPage, file: dict[str, object]) -> None:
    editor.page.get_by_role("button", name="From a picture").click()
    editor.page.get_by_label("Choose a picture").set_input_files(file)  # type: ignore[arg-type]


@pytest.mark.quick
def test_a_picture_becomes_a_position(editor: EditorPage) -> None:
    choose(editor, png(MIDDLE_GAME))
    dialog = editor.page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_contain_text("pieces found")
    dialog.get_by_role("radio", name="Black").check()
    dialog.get_by_role("button", name="Set up this position").click()
    editor.shows(f"{MIDDLE_GAME} b - - 0 1")


def png_of(image: Image.Image, **how: Any) -> dict[str, object]:
    buffer = io.BytesIO()
    image.save(buffer, how.pop("format", "PNG"), **how)
    return {"name": "picture.png", "mimeType": "image/png", "buffer": buffer.getvalue()}


NO_BOARD = "No board was found"
NO_PICTURE = "not a picture that the browser can open"
BAD: dict[str, tuple[Callable[[], dict[str, object]], str]] = {
    "blank": (lambda: png_of(NO_BOARDS["blank"]()), NO_BOARD),
    "page": (lambda: png_of(NO_BOARDS["page"]()), NO_BOARD),
    "sudoku": (lambda: png_of(NO_BOARDS["sudoku"]()), NO_BOARD),
    "chess": (lambda: png_of(NO_BOARDS["chess"]()), NO_BOARD),
    "half a board": (lambda: png_of(NO_BOARDS["half a board"]()), NO_BOARD),
    "one pixel": (lambda: png_of(Image.new("RGB", (1, 1))), "too small to show a board"),
    "no picture": (lambda: {**png(START), "buffer": b"no picture"}, NO_PICTURE),
    "broken": (lambda: {**png(START), "buffer": bytes(png(START)["buffer"])[:60]}, NO_PICTURE),  # type: ignore[call-overload]
    "heic": (lambda: {"name": "a.heic", "mimeType": "image/heic", "buffer": b"\0\0\0 ftypheic"}, "HEIC"),
}


def test_what_cannot_be_read_gets_a_sentence_and_the_next_picture_is_read(editor: EditorPage) -> None:
    editor.page.get_by_role("button", name="From a picture").click()
    chooser = editor.page.get_by_label("Choose a picture")
    status = editor.page.get_by_role("dialog").get_by_role("status")
    for make, sentence in BAD.values():
        chooser.set_input_files(make())  # type: ignore[arg-type]
        expect(status).to_contain_text(sentence)
        expect(editor.page.get_by_role("button", name="Set up this position")).to_be_disabled()
        chooser.set_input_files(png(START))  # type: ignore[arg-type]
        expect(status).to_contain_text("32 pieces found")


def test_large_and_animated_pictures_are_read(editor: EditorPage) -> None:
    """40 megapixels are scaled; of an animation, the first frame counts."""
    editor.page.get_by_role("button", name="From a picture").click()
    chooser = editor.page.get_by_label("Choose a picture")
    status = editor.page.get_by_role("dialog").get_by_role("status")
    chooser.set_input_files(png_of(drawn(START).resize((8000, 5000), Image.Resampling.NEAREST)))  # type: ignore[arg-type]
    expect(status).to_contain_text("32 pieces found", timeout=60_000)
    frames = [drawn(MIDDLE_GAME), drawn(START)]
    animated = png_of(frames[0], format="GIF", save_all=True, append_images=frames[1:], duration=50)
    chooser.set_input_files({**animated, "name": "a.gif", "mimeType": "image/gif"})  # type: ignore[arg-type]
    expect(status).to_contain_text("31 pieces found")


DROP = """([type, data]) => {
    const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
    const files = new DataTransfer();
    files.items.add(new File([bytes], 'board.png', { type: 'image/png' }));
    const given = type === 'paste' ? { clipboardData: files } : { dataTransfer: files };
    const event = type === 'paste' ? new ClipboardEvent(type, { ...given, bubbles: true })
        : new DragEvent(type, { ...given, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
}"""


@pytest.mark.parametrize("way", ["paste", "drop"])
@pytest.mark.parametrize("name", ["editor", "analysis"])
def test_a_picture_is_pasted_or_dropped_on_a_page(page: Page, site: str, name: str, way: str) -> None:
    page.goto(f"{site}{name}.html")
    expect(page.get_by_role("gridcell")).to_have_count(90)
    page.evaluate(DROP, [way, base64.b64encode(png(MIDDLE_GAME)["buffer"]).decode()])  # type: ignore[arg-type]
    expect(page.get_by_role("dialog").last.get_by_role("status")).to_contain_text("pieces found")


def test_a_picture_becomes_a_position_on_the_analysis_board(page: Page, site: str) -> None:
    page.goto(f"{site}analysis.html")
    page.get_by_role("button", name="Import").first.click()
    page.get_by_role("button", name="From a picture").click()
    page.get_by_label("Choose a picture").set_input_files(png(MIDDLE_GAME))  # type: ignore[arg-type]
    page.get_by_role("button", name="Set up this position").click()
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("gridcell", name="e2, red cannon")).to_be_attached()


def test_a_picture_opens_on_other_pages(editor: EditorPage) -> None:
    choose(editor, png(MIDDLE_GAME))
    dialog = editor.page.get_by_role("dialog")
    ways = dialog.get_by_role("group", name="Use this position")
    expect(ways.get_by_role("link", name="Create a puzzle")).to_have_attribute("href", re.compile("#make="))
    expect(ways.get_by_role("link", name="Play from here")).to_have_attribute("href", re.compile("side=red"))
    ways.get_by_role("link", name="Analyse").click()
    expect(editor.page).to_have_url(re.compile(r"/analysis\.html\?"))
    assert MIDDLE_GAME in editor.page.url


@pytest.mark.service_worker
def test_a_picture_shared_with_the_installed_page_is_read(page: Page, site: str) -> None:
    page.goto(f"{site}editor.html")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("about:blank")  # a form elsewhere does what the system does
    page.evaluate(
        """([action, data]) => {
            const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
            const form = Object.assign(document.createElement('form'), {
                action, method: 'post', enctype: 'multipart/form-data' });
            const input = Object.assign(document.createElement('input'), { type: 'file', name: 'picture' });
            const files = new DataTransfer();
            files.items.add(new File([bytes], 'board.png', { type: 'image/png' }));
            input.files = files.files;
            form.append(input);
            document.body.append(form);
            form.submit();
        }""",
        [site, base64.b64encode(png(MIDDLE_GAME)["buffer"]).decode()],  # type: ignore[arg-type]
    )
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("pieces found")
    assert page.url.endswith("editor.html") or "fen=" in page.url
