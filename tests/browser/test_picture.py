"""Pictures become positions in the editor."""

import io

import pytest
from playwright.sync_api import Page, expect

from tests.board_pictures import MIDDLE_GAME, START, drawn
from tests.browser.conftest import slow
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


@slow
def test_corners_are_moved_by_keys_and_the_board_is_read_again(editor: EditorPage) -> None:
    choose(editor, png(START))
    dialog = editor.page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_contain_text("32 pieces found")
    corner = dialog.get_by_role("button", name="Top left corner")
    corner.focus()
    for _ in range(12):
        editor.page.keyboard.press("Shift+ArrowRight")
    expect(dialog.get_by_role("status")).not_to_contain_text("32 pieces found")
    dialog.get_by_role("button", name="Turn by a quarter").click()
    expect(dialog.locator(".read-board piece").first).to_be_visible()


@slow
def test_a_pasted_picture_opens_the_dialog(editor: EditorPage) -> None:
    file = png(START)
    data = list(file["buffer"])  # type: ignore[call-overload]
    editor.page.evaluate(
        """(bytes) => {
            const clipboardData = new DataTransfer();
            clipboardData.items.add(new File([new Uint8Array(bytes)], 'board.png', { type: 'image/png' }));
            document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
        }""",
        data,
    )
    dialog = editor.page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_contain_text("32 pieces found")


@slow
@pytest.mark.parametrize(
    ("name", "contents", "told"),
    [
        ("board.png", b"no picture", "not a picture that the browser can open"),
        ("photo.heic", b"\0\0\0\x18ftypheic", "HEIC"),
    ],
)
def test_a_file_that_is_no_picture_is_told(editor: EditorPage, name: str, contents: bytes, told: str) -> None:
    choose(editor, {"name": name, "mimeType": "", "buffer": contents})
    expect(editor.page.get_by_role("dialog").get_by_role("status")).to_contain_text(told)
