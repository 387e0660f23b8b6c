"""How long the machines take from the invitation to a live game to its first move, on one machine.

What people do (choosing, sending links, reading, thinking) is left out; meanwhile a page may get ready. Every
step is timed in the pages themselves, from the press or the navigation to what this person or the other sees.
"""

from collections.abc import Iterator
from statistics import median

from playwright.sync_api import Browser, BrowserContext, Page

from tests.bench.figures import Figure
from tools.server import SiteServer

ROUNDS = 7
STEPS = {
    "invite": "the link is there",
    "open": "the friend reads the invitation, first visit",
    "accept": "the answer's link is there",
    "connect": "both are connected",
    "move": "the friend sees the move",
}
WATCH = """
window.since = {};
new MutationObserver(() => {
    const now = performance.timeOrigin + performance.now();
    const phase = document.querySelector('.friend.live')?.dataset.phase;
    if (phase) since[phase] ??= now;
    if (document.querySelector('.moves .move')) since.move ??= now;
}).observe(document, { subtree: true, childList: true, attributes: true });
if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { window.copied = text; };
"""
"""Each page notes when it first shows each phase, and the first move."""
PRESS = """(element) => {
    const now = performance.timeOrigin + performance.now();
    element.click();
    return now;
}"""


def figures(browser: Browser, server: SiteServer) -> Iterator[Figure]:
    """The median of the whole, with those of its steps."""
    rounds = [steps(browser, server) for _ in range(ROUNDS)]
    times = {step: median(each[step] for each in rounds) for step in STEPS}
    detail = ", ".join(f"{step} {time:.0f}" for step, time in times.items())
    whole = [sum(each.values()) for each in rounds]
    yield Figure(
        "live game, invitation to first move",
        round(median(whole)),
        "ms",
        reach=2000,
        detail=f"median of {ROUNDS}, slowest {max(whole):.0f} ms; {detail}",
    )


def steps(browser: Browser, server: SiteServer) -> dict[str, float]:
    """The times of one game's steps, in milliseconds; both players are here for the first time."""
    contexts = [browser.new_context() for _ in range(2)]
    try:
        ann, bob = (page_of(context) for context in contexts)
        ann.goto(f"{server.url}friend.html")
        ann.get_by_role("radio", name="Live").check(force=True)
        ann.get_by_role("radio", name="I do").check(force=True)
        ann.wait_for_load_state("networkidle")
        invited = press(ann, "Create an invitation")
        inviting = since(ann, "inviting")
        bob.goto(link(ann))
        opened = bob.evaluate("performance.timeOrigin")
        read = since(bob, "invited")
        bob.wait_for_load_state("networkidle")  # he reads it
        accepted = press(bob, "Accept")
        answering = since(bob, "answering")
        ann.get_by_label("Paste a link from your friend").fill(link(bob))
        answered = press(ann, "Open")
        connected = max(since(page, "playing") for page in (ann, bob))
        for page in (ann, bob):  # she thinks
            page.locator("[data-spare]").wait_for()
        ann.locator("[data-square=h2][data-state~=pick]").evaluate(PRESS)
        moved = ann.locator("[data-square=e2][data-state~=dest]").evaluate(PRESS)
        shown = since(bob, "move")
    finally:
        for context in contexts:
            context.close()
    return {
        "invite": inviting - invited,
        "open": read - opened,
        "accept": answering - accepted,
        "connect": connected - answered,
        "move": shown - moved,
    }


def page_of(context: BrowserContext) -> Page:
    """A page that notes when it shows what."""
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.add_init_script(WATCH)
    return page


def press(page: Page, name: str) -> float:
    """Press a button; returns the time in milliseconds."""
    return float(page.locator(".friend, .lobby").get_by_role("button", name=name).evaluate(PRESS))


def since(page: Page, what: str) -> float:
    """When the page first showed it, in milliseconds."""
    return float(page.wait_for_function(f"() => since.{what}").json_value())


def link(page: Page) -> str:
    """The link that the page offers."""
    page.evaluate("window.copied = null")
    press(page, "Copy link")
    return str(page.wait_for_function("() => window.copied").json_value())
