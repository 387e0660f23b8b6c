"""A game with a friend by link, between two browsers."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play_page import PlayPage

OpenPage = Callable[..., Page]

COPIED = """
if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { window.copied = text; };
"""


class FriendPage(PlayPage):
    """One player's page."""

    def __init__(self, page: Page, site: str) -> None:
        super().__init__(page, site)
        page.add_init_script(COPIED)

    def lobby(self) -> "FriendPage":
        """Go to the page before there is a game."""
        self.page.goto(self.site + "friend.html")
        self.page.locator(".lobby").wait_for()
        return self

    def visit(self, link: str) -> None:
        """Open a link, as a messenger does."""
        self.page.goto("about:blank")
        self.page.goto(link)

    def press(self, name: str) -> None:
        """Press a button of the game's panel."""
        self.page.locator(".friend, .lobby").get_by_role("button", name=name).click()

    def link(self) -> str:
        """The link that is to be sent."""
        self.page.evaluate("window.copied = null")
        self.press("Copy link")
        return str(self.page.wait_for_function("window.copied").json_value())

    def send(self, uci: str, note: str = "") -> str:
        """Move, and send the move; returns its link."""
        self.move(uci)
        self.page.get_by_label("Message (optional)").fill(note)
        self.press("Send move")
        return self.link()


@pytest.fixture
def players(open_page: OpenPage, site: str) -> tuple[FriendPage, FriendPage]:
    """Two browsers: one at a desk, one in a hand."""
    return FriendPage(open_page("desktop"), site), FriendPage(open_page("phone"), site)


@pytest.mark.quick
def test_two_browsers_play_by_link(players: tuple[FriendPage, FriendPage]) -> None:
    ann, bob = players
    ann.lobby().page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_role("radio", name="I do").check(force=True)
    ann.press("Create an invitation")
    invitation = ann.link()

    bob.visit(invitation)
    expect(bob.page.locator(".friend")).to_contain_text("Ann invites you to a game")
    bob.page.get_by_label("Your name").fill("Bob")
    bob.press("Accept")
    accepted = bob.link()

    ann.visit(accepted)
    first = ann.send("h2e2", "Good luck!")
    bob.visit(first)
    expect(bob.page.locator(".said")).to_have_text("Ann: Good luck!")
    assert "black" in (bob.page.locator(".player.below").get_attribute("aria-label") or "").lower()
    second = bob.send("h9g7")

    # An old link changes nothing, and says so; the next one goes on in the same game.
    ann.visit(accepted)
    expect(ann.page.locator("[data-news=old]")).to_be_visible()
    ann.visit(second)
    expect(ann.page.locator(".moves .move")).to_have_count(2)
    ann.press("Resign")
    ann.press("Yes, resign")
    over = ann.link()
    expect(ann.page.locator(".verdict a")).to_be_in_viewport(ratio=1)
    ann.press("New game")
    expect(ann.page.locator(".lobby .games")).to_contain_text("finished")
    bob.visit(over)
    expect(bob.page.locator(".verdict")).to_contain_text("resigned")
    review = bob.page.locator(".verdict a")
    expect(review).to_have_attribute("href", re.compile("record=.*review"))


SCANNER = """
navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d').fillRect(0, 0, 9, 9);
  return canvas.captureStream();
};
window.BarcodeDetector = class {
  detect = async () => [{ rawValue: 'https://example.org/' }, { rawValue: window.seen }];
};
"""


def test_a_code_is_read_with_the_camera(players: tuple[FriendPage, FriendPage]) -> None:
    ann, bob = players
    ann.lobby().press("Create an invitation")
    invitation = ann.link()
    bob.page.add_init_script(SCANNER + f"window.seen = {invitation!r};")
    bob.lobby().press("Scan a QR code")
    expect(bob.page.locator(".friend")).to_contain_text("invites you to a game")
    expect(bob.page.locator("dialog.scan")).to_be_hidden()


def test_axe_finds_nothing_beside_a_game(players: tuple[FriendPage, FriendPage]) -> None:
    ann, bob = players
    ann.lobby().press("Create an invitation")
    ann.press("QR code")
    expect(ann.page.locator("svg.qr")).to_be_visible()
    bob.visit(ann.link())
    for player in players:
        player.page.locator(".friend").wait_for()
        assert player.accessibility_faults() == []


def test_my_games_leads_to_an_unfinished_game(players: tuple[FriendPage, FriendPage]) -> None:
    ann, bob = players
    ann.lobby().page.get_by_role("radio", name="I do").check(force=True)
    ann.press("Create an invitation")
    bob.visit(ann.link())
    bob.press("Accept")
    ann.visit(bob.link())
    ann.send("h2e2")
    game = ann.page.url
    ann.open()
    ann.page.get_by_role("button", name="My games").click()
    ann.page.locator(".library .games .open").click()
    expect(ann.page).to_have_url(game)
    expect(ann.page.locator(".moves .move")).to_have_count(1)
