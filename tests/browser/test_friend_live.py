"""A live game with a friend, from browser to browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_friend import FriendPage

OpenPage = Callable[..., Page]

RECORDED = """
window.asked = [];
window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(options) {
        super(options);
        window.asked.push(options.iceServers);
    }
};
"""
"""The page tells of the servers that its connections may ask."""


@pytest.fixture
def players(open_page: OpenPage, site: str) -> tuple[FriendPage, FriendPage]:
    """Two browsers: one at a desk, one in a hand."""
    return FriendPage(open_page("desktop"), site), FriendPage(open_page("phone"), site)


def invite(player: FriendPage) -> str:
    """Invite to a live game with clocks; returns the link."""
    page = player.lobby().page
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("radio", name="Live").check(force=True)
    page.get_by_role("radio", name="I do").check(force=True)
    player.press("Create an invitation")
    page.locator("[data-phase=inviting]").wait_for()
    return player.link()


def accept(player: FriendPage, invitation: str) -> str:
    """Accept an invitation to a live game; returns the link of the answer."""
    player.visit(invitation)
    player.press("Accept")
    player.page.locator("[data-phase=answering]").wait_for()
    return player.link()


def begin(ann: FriendPage, bob: FriendPage) -> None:
    """Both are connected."""
    invitation = invite(ann)
    bob.visit(invitation)
    bob.page.locator("[data-phase=invited]").wait_for()
    expect(bob.page.locator(".player.below .clock")).to_contain_text("15:00")
    bob.page.get_by_label("Your name").fill("Bob")
    bob.press("Accept")
    bob.page.locator("[data-phase=answering]").wait_for()
    answer = bob.link()
    assert max(len(invitation), len(answer)) < 400
    ann.page.get_by_label("Paste a link from your friend").fill(answer)
    ann.press("Open")
    for player in (ann, bob):
        player.page.locator("[data-phase=playing]").wait_for()


@pytest.mark.quick
def test_two_browsers_play_live(players: tuple[FriendPage, FriendPage]) -> None:
    ann, bob = players
    begin(ann, bob)
    ann.move("h2e2")
    expect(bob.page.locator(".moves .move")).to_have_count(1)
    expect(bob.page.locator(".player.below .clock")).to_have_attribute("data-running", "")
    expect(ann.page.locator(".player.above .status")).to_have_text("Thinking…")
    ann.tap("h0")  # ahead of the answer
    ann.tap("g2")
    bob.move("h9g7")
    expect(bob.page.locator(".moves .move")).to_have_count(3)
    bob.press("Ask for takeback")
    ann.press("Allow")
    expect(bob.page.locator(".moves .move")).to_have_count(1)
    ann.press("Resign")
    ann.press("Yes, resign")
    for player in players:
        expect(player.page.locator(".verdict")).to_contain_text("resigned")
        expect(player.page.locator(".verdict")).not_to_contain_text("Take back")
    bob.press("Rematch")
    ann.press("Accept rematch")
    expect(bob.page.locator(".player.below")).to_have_attribute("aria-label", re.compile("Red: Bob"))
    bob.move("b2e2")
    expect(ann.page.locator(".moves .move")).to_have_count(1)


def test_no_server_is_asked_but_the_one_that_the_person_names(
    players: tuple[FriendPage, FriendPage],
) -> None:
    ann, _ = players
    ann.page.add_init_script(RECORDED)
    invite(ann)
    assert ann.page.evaluate("window.asked") == [[]]
    ann.page.get_by_role("button", name="Settings").click()
    field = ann.page.get_by_label("STUN or TURN server")
    field.fill("stun:192.0.2.1:3478 turn:ann:secret@192.0.2.2")
    field.blur()
    ann.page.keyboard.press("Escape")
    invite(ann)
    assert ann.page.evaluate("window.asked") == [
        [
            {"urls": "stun:192.0.2.1:3478"},
            {"urls": "turn:192.0.2.2", "username": "ann", "credential": "secret"},
        ]
    ]


def test_an_answer_that_is_opened_in_another_tab_finds_the_first(
    players: tuple[FriendPage, FriendPage],
) -> None:
    ann, bob = players
    answer = accept(bob, invite(ann))
    other = FriendPage(ann.page.context.new_page(), ann.site)
    other.visit(answer)
    expect(other.page.locator("[data-news=elsewhere]")).to_be_visible()
    ann.page.locator("[data-phase=playing]").wait_for()
    ann.move("h2e2")
    expect(bob.page.locator(".moves .move")).to_have_count(1)


@pytest.mark.parametrize("who", ["inviter", "guest"])
def test_the_same_invitation_goes_on_after_a_reload(who: str, players: tuple[FriendPage, FriendPage]) -> None:
    ann, bob = players
    invitation = invite(ann)
    if who == "inviter":
        ann.page.reload()
        ann.page.locator("[data-phase=inviting]").wait_for()
        assert ann.link() == invitation
    answer = accept(bob, invitation)
    if who == "guest":
        bob.visit(invitation)
        bob.page.locator("[data-phase=answering]").wait_for()
        assert bob.link() == answer
    ann.page.get_by_label("Paste a link from your friend").fill(answer)
    ann.press("Open")
    for player in players:
        player.page.locator("[data-phase=playing]").wait_for()
    ann.move("h2e2")
    expect(bob.page.locator(".moves .move")).to_have_count(1)


def test_a_game_without_a_connection_goes_on_by_link(players: tuple[FriendPage, FriendPage]) -> None:
    """The tab with the invitation is gone when the answer comes, and the browser kept nothing of it."""
    ann, bob = players
    ann.page.add_init_script("delete RTCPeerConnection.generateCertificate")
    ann.visit(accept(bob, invite(ann)))
    expect(ann.page.locator("[data-news=failed]")).to_be_visible()
    first = ann.send("h2e2")
    bob.visit(first)
    expect(bob.page.locator(".moves .move")).to_have_count(1)
    ann.visit(bob.send("h9g7"))
    expect(ann.page.locator(".moves .move")).to_have_count(2)


def test_a_game_that_the_guest_takes_to_links_goes_on_by_link_on_both_sides(
    players: tuple[FriendPage, FriendPage],
) -> None:
    """His link was no answer to the page that waited for one: "There is no game in this text"."""
    ann, bob = players
    accept(bob, invite(ann))
    bob.press("Go on by link")
    ann.page.get_by_label("Paste a link from your friend").fill(bob.link())
    ann.press("Open")
    expect(ann.page.locator(".friend")).to_contain_text("Your move")
    bob.visit(ann.send("h2e2"))
    expect(bob.page.locator(".moves .move")).to_have_count(1)


def test_players_find_each_other_after_a_reload(players: tuple[FriendPage, FriendPage]) -> None:
    """Nothing is sent or pressed for it, whoever reloads, and once more after that."""
    ann, bob = players
    begin(ann, bob)
    moves = ["h2e2", "h9g7", "h0g2", "i9h9"]
    for count, uci in enumerate(moves, 1):
        mover, other = (ann, bob) if count % 2 else (bob, ann)
        for player in players:
            player.page.locator("[data-spare]").wait_for()
        (bob if count < 3 else ann).page.reload()
        for player in players:
            player.page.locator("[data-connected]").wait_for()
        mover.move(uci)
        expect(other.page.locator(".moves .move")).to_have_count(count)


def test_players_are_connected_anew_by_link(players: tuple[FriendPage, FriendPage]) -> None:
    """Both pages were closed."""
    ann, bob = players
    begin(ann, bob)
    ann.move("h2e2")
    expect(bob.page.locator(".moves .move")).to_have_count(1)
    addresses = [player.page.url for player in players]
    for player in players:
        player.page.goto("about:blank")
    for player, address in zip(players, addresses, strict=True):
        player.page.goto(address)
        expect(player.page.locator(".moves .move")).to_have_count(1)
        expect(player.page.locator(".friend")).to_contain_text("The clocks keep running")
    bob.press("Connect again")
    bob.page.locator("[data-phase=inviting]").wait_for()
    ann.page.get_by_label("Paste a link from your friend").fill(bob.link())
    ann.press("Open")
    ann.page.locator("[data-phase=answering]").wait_for()
    bob.page.get_by_label("Paste a link from your friend").fill(ann.link())
    bob.press("Open")
    bob.page.locator("[data-phase=playing]").wait_for()
    bob.move("h9g7")
    expect(ann.page.locator(".moves .move")).to_have_count(2)
    assert ann.accessibility_faults() == []
