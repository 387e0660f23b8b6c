"""Several browsers behind one small interface: go to a page, run a script.

Chromium and stock Firefox are driven by Playwright, WebKitGTK by its own driver over the WebDriver protocol.
"""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Error, Page, Playwright

from tools import environment

FIREFOX = os.environ.get("FIREFOX") or shutil.which("firefox") or shutil.which("firefox-esr")
WEBKIT_DRIVER = os.environ.get("WEBKIT_DRIVER") or shutil.which("WebKitWebDriver")
PATIENCE_S = 120
MINI_BROWSERS = ("webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0")


class Driver(Protocol):
    """What a smoke test needs of a browser."""

    def goto(self, url: str) -> None:
        """Open a page and wait until it has loaded."""

    def back(self) -> None:
        """Go back to the page before."""

    def run(self, expression: str) -> Any:
        """The value of a JavaScript expression, which may be a promise."""


def wait_for(driver: Driver, expression: str) -> Any:
    """The value of an expression, once it is true."""
    for _ in range(PATIENCE_S * 5):
        if found := driver.run(expression):
            return found
        time.sleep(0.2)
    raise AssertionError(f"{expression} did not come true: {driver.run('document.body.innerText')[:500]}")


class Playwrighted:
    """Chromium or Firefox."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def goto(self, url: str) -> None:
        self.page.goto(url)

    def back(self) -> None:
        # Not go_back(): it waits for an event that a page from the back/forward cache does not fire.
        left = self.page.evaluate("location.href")
        self.page.evaluate("() => { setTimeout(() => history.back()); }")
        for _ in range(PATIENCE_S * 5):
            with suppress(Error):  # between two pages there is none to evaluate in
                if self.page.evaluate("location.href") != left:
                    return
            time.sleep(0.2)
        raise AssertionError(f"{left} was not left")

    def run(self, expression: str) -> Any:
        return self.page.evaluate(f"async () => ({expression})")


class WebDriver:
    """A browser behind a WebDriver server, with only the needed part of the protocol."""

    def __init__(self, port: int) -> None:
        self.root = f"http://127.0.0.1:{port}"

    def ask(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.root}{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=300) as reply:
            return json.load(reply)["value"]

    def open(self, browser: str) -> None:
        """Start the browser."""
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}}
        session = self.ask("POST", "/session", {"capabilities": wanted})
        self.root += f"/session/{session['sessionId']}"
        self.ask("POST", "/timeouts", {"script": 1000 * PATIENCE_S})

    def close(self) -> None:
        """End the browser."""
        self.ask("DELETE", "")

    def goto(self, url: str) -> None:
        self.ask("POST", "/url", {"url": url})

    def back(self) -> None:
        self.ask("POST", "/back", {})

    def run(self, expression: str) -> Any:
        script = (
            "const done = arguments[arguments.length - 1];"
            f"(async () => ({expression}))().then((value) => done({{ value }}),"
            "(error) => done({ error: String(error) }));"
        )
        told = self.ask("POST", "/execute/async", {"script": script, "args": []})
        if "error" in told:
            raise AssertionError(told["error"])
        return told.get("value")


def mini_browser() -> str | None:
    """The browser that comes with WebKitGTK's driver."""
    for folder in Path("/usr/lib").glob("*-linux-gnu"):
        for name in MINI_BROWSERS:
            if (program := folder / name / "MiniBrowser").exists():
                return str(program)
    return None


def available() -> list[str]:
    """The browsers of this machine."""
    names = ["chromium"]
    if FIREFOX:
        names.append("firefox")
    if WEBKIT_DRIVER and mini_browser() and (os.environ.get("DISPLAY") or shutil.which("xvfb-run")):
        names.append("webkit")
    return names


@contextmanager
def started(name: str, playwright: Playwright) -> Iterator[Driver]:
    """A browser with a fresh profile, which ends with the block."""
    if name == "webkit":
        with webkit() as driver:
            yield driver
        return
    if name == "firefox":
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=FIREFOX)
    else:
        browser = playwright.chromium.launch(
            executable_path=environment.browser(), args=environment.CHROMIUM_ARGUMENTS
        )
    try:
        yield Playwrighted(browser.new_page())
    finally:
        browser.close()


@contextmanager
def webkit() -> Iterator[WebDriver]:
    """WebKitGTK, on a display of its own where there is none."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    display = [] if os.environ.get("DISPLAY") else ["xvfb-run", "-a"]
    as_root = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"} if os.geteuid() == 0 else {}
    process = subprocess.Popen(
        [*display, str(WEBKIT_DRIVER), f"--port={port}"],
        env={**os.environ, **as_root},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    driver = WebDriver(port)
    try:
        for _ in range(PATIENCE_S * 5):
            try:
                driver.ask("GET", "/status")
                break
            except OSError:
                time.sleep(0.2)
        driver.open(mini_browser() or "")
        yield driver
        driver.close()
    finally:
        os.killpg(process.pid, 15)
        process.wait()
