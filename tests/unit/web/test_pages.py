"""The pages: every feature's page.html in the document that all of them share."""

import base64
import hashlib
import html
import re

import pytest

from tools.pages import WEB, document, pages

PAGES = pages()
MADE = re.compile(r"data/|licences/$|puzzles/index\.json$")
"""Files that the build makes."""
POLICY = re.compile(r'content="(default-src [^"]*)"')
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
SANDBOX = re.compile(r'<iframe id="sandbox" sandbox="allow-scripts" hidden srcdoc="([^"]*)"')


@pytest.mark.parametrize("name", PAGES)
def test_what_a_page_links_to_is_there(name: str) -> None:
    for link in re.findall(r'(?:href|src)="([^"#]+)"', PAGES[name]):
        assert MADE.match(link) or link in ("./", *PAGES) or link.startswith("?") or (WEB / link).exists(), (
            link
        )


@pytest.mark.parametrize("name", PAGES)
def test_a_page_keeps_to_its_own_site_and_allows_only_its_scripts(name: str) -> None:
    page = html.unescape(PAGES[name])
    policies = POLICY.findall(page)
    hashes = [
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
        for script in SCRIPT.findall(page)
    ]
    assert len(policies) == 1 + len(hashes)
    for policy in policies:
        assert not re.search(r"'unsafe-(?!wasm)|(?<!wasm-)unsafe-eval|https?:|\*", policy)
        assert re.findall(r"'sha256-[^']*'", policy) == hashes
    assert not re.search(r" style=| on\w+=|<style|<script(?![^>]*src=)", SCRIPT.sub("", page))
    assert not re.search(r'(?:href|src)="(?:https?:)?//', page)


@pytest.mark.parametrize("name", ["lab.html", "learn.html"])
def test_the_sandbox_reaches_nothing(name: str) -> None:
    [frame] = SANDBOX.findall(PAGES[name])
    [policy] = POLICY.findall(html.unescape(frame))
    assert policy.startswith("default-src 'none'; ")
    assert policy.endswith("connect-src 'none'")


@pytest.mark.parametrize("name", [name for name in PAGES if name != "embed.html"])
def test_a_page_names_the_styles_of_all_looks_and_marks_itself(name: str) -> None:
    """Pages that came later had no high contrast: its colours lie in a style that they did not name."""
    page = PAGES[name]
    for looks in ("looks", "west", "wxf"):
        assert f'data-draws="{looks}"' in page
    assert 'aria-current="page"' in page


def test_a_page_without_a_main_part_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^web/play/page\.html needs a head"):
        document("<!-- head --><!-- main -->", "play", "<title>Play</title>\n<main></main>\n")


def test_no_text_becomes_markup() -> None:
    markup = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(")
    assert [path for path in WEB.rglob("*.js") if markup.search(path.read_text())] == []


def test_every_kind_of_button_has_a_style() -> None:
    """The first button of the review, the tree and the race was "primary", which no style sheet knew."""
    styles = "".join(path.read_text() for path in WEB.glob("**/*.css"))
    scripts = "".join(path.read_text() for path in WEB.glob("**/*.js"))
    kinds = {kind for classes in re.findall(r'class="btn ([\w -]*)', scripts) for kind in classes.split()}
    assert {"main", "plain"} <= kinds
    assert {kind for kind in kinds if not re.search(rf"\.{kind}\b", styles)} == set()
