"""What moves while the engine thinks must not delay a press."""

import re

from tools.static_site import WEB

STYLES = "\n".join(path.read_text() for path in sorted(WEB.glob("**/*.css")))


def test_endless_animations_draw_no_frame_without_need() -> None:
    """In steps there are few frames; any other property makes the page itself draw sixty a second."""
    found = re.findall(r"animation: ([\w-]+) ([^;]*)infinite", STYLES)
    assert found
    for name, timing in found:
        assert "steps(" in timing
        [frames] = re.findall(rf"@keyframes {name} {{(.*?)\n}}", STYLES, re.DOTALL)
        assert set(re.findall(r"([\w-]+):", frames)) <= {"opacity", "transform"}
