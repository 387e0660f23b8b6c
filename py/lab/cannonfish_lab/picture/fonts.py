"""The fonts of this machine that have the characters of the pieces."""

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from fontTools.ttLib import TTCollection, TTFont, TTLibError
from PIL import ImageFont

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))

RED = {1: "帥帅將将", 2: "仕士", 3: "相象", 4: "馬马傌", 5: "車车俥", 6: "炮砲", 7: "兵卒"}
BLACK = {8: "將将帥帅", 9: "士仕", 10: "象相", 11: "馬马", 12: "車车", 13: "砲炮包", 14: "卒兵"}
SYMBOLS = {1: "♔♚👑🤴", 2: "♕♛🛡💂⚔", 3: "🐘♗♝", 4: "♘♞🐎🐴", 5: "♖♜🏰", 6: "💣🔫", 7: "♙♟🗡"}
"""By kind: what may stand for a piece where there are no characters."""
FORMS = (*RED.values(), *BLACK.values())
CHARACTERS = {*"".join(FORMS)}


@dataclass(frozen=True)
class Face:
    """A font, and which of the characters it has."""

    path: str
    number: int
    name: str
    characters: frozenset[str]

    def at(self, size: int) -> ImageFont.FreeTypeFont:
        """The font in a size in pixels."""
        return _sized(self.path, self.number, size)


@lru_cache(maxsize=64)
def _sized(path: str, number: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, index=number)


def faces() -> list[Face]:
    """All faces with enough of the characters, in the order of their files."""
    found = []
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*.[to]t[fc]")):
            try:
                fonts = (
                    TTCollection(path, lazy=True).fonts
                    if path.suffix == ".ttc"
                    else [TTFont(path, lazy=True)]
                )
            except TTLibError:
                continue
            for number, font in enumerate(fonts):
                characters = frozenset(c for c in CHARACTERS if ord(c) in (font.getBestCmap() or {}))
                name = str(font["name"].getDebugName(4))
                if all(characters.intersection(forms) for forms in FORMS) and "Mono" not in name:
                    found.append(Face(str(path), number, name, characters))
    return found


@cache
def symbols() -> dict[int, list[tuple[Face, str]]]:
    """By kind, the symbols that a font of this machine has, each with the font."""
    found: dict[int, list[tuple[Face, str]]] = {kind: [] for kind in SYMBOLS}
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*.[ot]tf")):
            if any(
                word in path.name for word in ("Symbola", "Symbols", "DejaVuSans.", "FreeSerif.", "FreeSans.")
            ):
                known = TTFont(path, lazy=True).getBestCmap() or {}
                face = Face(str(path), 0, path.stem, frozenset())
                for kind, texts in SYMBOLS.items():
                    found[kind] += [(face, text) for text in texts if ord(text) in known]
    return found
