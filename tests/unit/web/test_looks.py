"""A look that a person has chosen is there on every page."""

from pathlib import Path

import pytest

from tools.static_site import WEB

PAGES = [path for path in WEB.glob("*.html") if "ui/early.js" in path.read_text()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_that_reads_the_choice_early_names_the_styles_of_all_looks(page: Path) -> None:
    """Pages that came later had no high contrast: its colours lie in a style that they did not name."""
    text = page.read_text()
    assert 'data-draws="looks"' in text
    if 'data-draws="west"' in text:
        assert 'data-draws="wxf"' in text
