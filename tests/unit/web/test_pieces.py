"""The committed pictures of the men are what their recipe makes."""

import hashlib
import importlib
import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PIECES = ROOT / "web" / "pieces"
DRAWINGS = ROOT / "py" / "engine" / "cannonfish" / "svg" / "drawings.json"
SETS = ["xiangqi-simp.css", "xiangqi-trad.css", "xiangqi-west.css", "xiangqi-wxf.css"]
FILES = ["chess.css", "flat.css", "liuzichong.css", "marks.css", "seal.svg", *SETS, "xiangqi.css"]


def origin(name: str) -> tuple[str, str]:
    """The recipe and the font that a file says it was made with."""
    text = (PIECES / name).read_text(encoding="utf-8")
    match = re.search(r"tools/make_pieces.py \(recipe (\w{16}), font (Version [\d.]+)\): do not edit", text)
    assert match, text[:200]
    return match[1], match[2]


def test_nothing_else_lies_there() -> None:
    assert sorted(path.name for path in PIECES.iterdir()) == sorted([*FILES, "README.md"])


@pytest.mark.parametrize("name", [*FILES, str(DRAWINGS)])
def test_made_by_the_recipe_as_it_is_now(name: str) -> None:
    recipe = [ROOT / "tools" / "make_pieces.py", ROOT / "tools" / "piece_shapes.py"]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in recipe)).hexdigest()[:16]
    assert origin(name)[0] == digest, "run `python -m tools.make_pieces` where Noto Serif CJK is installed"


def test_made_again_where_the_font_is_installed_nothing_differs() -> None:
    """Elsewhere the recipe's hash, which is in every file, has to do."""
    pytest.importorskip("fontTools")
    make_pieces = importlib.import_module("tools.make_pieces")
    font = make_pieces.installed_font()
    if font is None:
        pytest.skip("the font is not installed")
    faces = make_pieces.load_faces(font)
    if make_pieces.font_version(faces) != origin("xiangqi.css")[1]:
        pytest.skip("another version of the font is installed")
    assert make_pieces.draw(faces) == {name: (PIECES / name).read_text(encoding="utf-8") for name in FILES}
    assert make_pieces.drawings(faces) + "\n" == DRAWINGS.read_text(encoding="utf-8")
