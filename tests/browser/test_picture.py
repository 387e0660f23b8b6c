"""Pictures become positions in the editor."""

import io

import pytest
from playwright.sync_api import Page, expect

from tests.board_pictures import MIDDLE_GAME, drawn
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
