"""What moves while the engine thinks delays every press unless the compositor moves it by itself."""

import re

from tools.static_site import WEB

STYLES = "\n".join(path.read_text() for path in sorted(WEB.glob("**/*.css")))


def test_endless_animations_change_nothing_that_is_drawn() -> None:
    """Any other property makes the page draw itself sixty times a second."""
    names = re.findall(r"animation: ([\w-]+) [^;]*infinite", STYLES)
    assert names
    for name in names:
        [frames] = re.findall(rf"@keyframes {name} {{(.*?)\n}}", STYLES, re.DOTALL)
        assert set(re.findall(r"([\w-]+):", frames)) <= {"opacity", "transform"}
