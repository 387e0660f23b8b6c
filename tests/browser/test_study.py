"""Studies and the training of a repertoire."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

OpenPage = Callable[..., Page]

STUDY = """[StudyName "Horses"]
[ChapterName "Main line"]

1. C2=5 {The centre} H8+7 2. H2+3 *

[StudyName "Horses"]
[ChapterName "Cannon"]

1. C2=5 C8=5 2. H2+3 *
"""


@pytest.mark.quick
def test_a_repertoire_is_imported_and_trained(open_page: OpenPage, site: str) -> None:
    page = open_page()
    page.goto(f"{site}study.html")
    file = {"name": "horses.pgn", "mimeType": "text/plain", "buffer": STUDY.encode()}
    page.locator("input[type=file]").first.set_input_files(file)
    page.get_by_role("button", name="Add as a study").click()
    expect(page.locator(".chapters li")).to_have_count(2)
    page.get_by_label("First player").check()
    page.get_by_role("button", name="Train", exact=True).click()
    said = page.locator(".feedback .said")
    expect(said).to_have_text("Your move as Red")
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator(".feedback")).to_contain_text("The centre")
    for move, phase in (("h2e2", "asking"), ("h0g2", "asking"), ("h0g2", "asking"), ("h2e2", "done")):
        page.get_by_label("Type a move").fill(move)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(f".feedback[data-phase={phase}]")).to_be_visible()
    expect(page.locator(".training")).to_contain_text("1 missed")
    page.get_by_role("button", name="End training").first.click()
    expect(page.get_by_role("button", name=re.compile("Nothing is due"))).to_be_disabled()


def test_a_line_is_added_from_the_analysis_board_and_edited_there(open_page: OpenPage, site: str) -> None:
    page = open_page()
    page.goto(f"{site}analysis.html?moves=h2e2,h9g7")
    expect(page.locator(".moves")).to_contain_text("h9g7")
    page.get_by_role("button", name="Add to a study").click()
    page.get_by_label("Name", exact=True).fill("Cannons")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("dialog")).to_contain_text("2 moves added")
    page.get_by_role("link", name="Open “Cannons”").click()
    expect(page.locator(".chapters li")).to_have_count(1)
    page.get_by_role("button", name="Delete: Cannons").click()
    expect(page.locator(".studies li")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name=re.compile("^Open on the analysis board")).click()
    expect(page.locator(".moves")).to_contain_text("h9g7")
