"""The pages of the site: each feature's page.html, put into the document that all of them share.

    web/shell/page.html      the document: head, navigation, and the places of what is a page's own
    web/FEATURE/page.html    what goes into the head, a link to skip the navigation, and <main>
    web/frame/page.html      a whole document, since it stands in other people's pages

A page may name a file to be put in its place: `<!-- shell/footer.html -->`.
"""

import base64
import hashlib
import re

from tools.steps import ROOT

WEB = ROOT / "web"
NAMES = {"play": "index", "guide": "how-to-play", "frame": "embed"}
"""The names of pages that are not called after their feature."""
MARKED = {"play": "./", "friend": "./", "guide": "learn.html"}
"""The links of the navigation that a page marks as its own, where they are not called after its feature."""

PARTS = re.compile(r'(?P<head>.*?)\n\n(?P<skip><a class="skip".*?</a>)\n(?P<main>.*)', re.DOTALL)
INCLUDED = re.compile(r"<!-- ([\w/-]+\.html) -->")
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
"""The script of engine/sandbox.html, which the policies of the page and of the sandbox allow by its hash."""


def page_name(feature: str) -> str:
    """The file name of a feature's page."""
    return f"{NAMES.get(feature, feature)}.html"


def features() -> list[str]:
    """The features that have a page."""
    return sorted(path.parent.name for path in WEB.glob("*/page.html") if path.parent.name != "shell")


def pages() -> dict[str, str]:
    """The documents by their file names."""
    template = (WEB / "shell" / "page.html").read_text()
    texts = {feature: (WEB / feature / "page.html").read_text() for feature in features()}
    return {
        page_name(name): text if text.startswith("<!doctype") else document(template, name, text)
        for name, text in texts.items()
    }


def document(template: str, feature: str, page: str) -> str:
    """A feature's page in the shared document."""
    parts = PARTS.fullmatch(page)
    if parts is None:
        raise ValueError(f"web/{feature}/page.html needs a head, an empty line, a skip link, and <main>")
    text = template.replace('data-page=""', f'data-page="{feature}"')
    for name, part in parts.groupdict().items():
        text = text.replace(f"<!-- {name} -->", part.rstrip())
    text = INCLUDED.sub(lambda found: (WEB / found[1]).read_text().rstrip(), text)
    here = MARKED.get(feature, page_name(feature))
    text = text.replace(f'<a href="{here}"', f'<a href="{here}" aria-current="page"')
    for script in SCRIPT.findall(text):
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        text = text.replace("'wasm-unsafe-eval'", f"'wasm-unsafe-eval' 'sha256-{digest}'")
    return text
