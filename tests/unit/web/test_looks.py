"""A look that a person has chosen is there on every page."""

import re
from pathlib import Path

import pytest

from tools.static_site import WEB

PAGES = [path for path in WEB.glob("*.html") if "shell/first-paint.js" in path.read_text()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_that_reads_the_choice_early_names_the_styles_of_all_looks(page: Path) -> None:
    """Pages that came later had no high contrast: its colours lie in a style that they did not name."""
    text = page.read_text()
    assert 'data-draws="looks"' in text
    if 'data-draws="west"' in text:
        assert 'data-draws="wxf"' in text


def test_every_kind_of_button_has_a_style() -> None:
    """The first button of the review, the tree and the race was "primary", which no style sheet knew."""
    styles = "".join(path.read_text() for path in WEB.glob("*/*.css"))
    scripts = "".join(path.read_text() for path in WEB.glob("*/*.js"))
    kinds = {kind for classes in re.findall(r'class="btn ([\w -]*)', scripts) for kind in classes.split()}
    assert {"main", "plain"} <= kinds
    assert {kind for kind in kinds if not re.search(rf"\.{kind}\b", styles)} == set()
