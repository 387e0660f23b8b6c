"""Profiles of the browser that tests hand on: the next test notices nothing of the one before."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.conftest import Profiles

NewContext = Callable[..., BrowserContext]

STATE = """async () => [
    localStorage.length,
    document.cookie,
    (await caches.keys()).length,
    (await navigator.permissions.query({ name: 'clipboard-write' })).state,
]"""
LEAVE_TRACES = """async () => {
    localStorage.a = document.cookie = 'b=c';
    await caches.open('d');
}"""


@pytest.mark.quick
def test_a_profile_is_handed_on_as_it_was(profiles: Profiles, new_context: NewContext, site: str) -> None:
    """The next test was refused all permissions, the clipboard's too."""
    page, keeper = profiles.open({}, new_context)
    page.goto(f"{site}embedding.html")
    before = page.evaluate(STATE)
    page.evaluate(LEAVE_TRACES)
    assert page.evaluate(STATE)[:3] != before[:3]
    profiles.hand_on({}, keeper, {page.url})
    page, again = profiles.open({}, new_context)
    assert again is keeper
    page.goto(f"{site}embedding.html")
    assert page.evaluate(STATE) == before
    again.context.close()


def test_a_profile_whose_clock_was_set_is_closed(
    profiles: Profiles, new_context: NewContext, site: str
) -> None:
    """A clock is that of the whole profile: the next test lived in another year."""
    page, keeper = profiles.open({}, new_context)
    page.goto(f"{site}embedding.html")
    page.clock.set_system_time("2001-02-03T04:05:06")
    profiles.hand_on({}, keeper, {page.url})
    assert keeper.is_closed()
