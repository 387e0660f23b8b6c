"""The fonts of this machine that have the characters of the pieces."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from random import Random

from fontTools.ttLib import TTCollection, TTFont, TTLibError
from PIL import ImageFont

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))

RED = {1: "帥帅將将", 2: "仕士", 3: "相象", 4: "馬马傌", 5: "車车俥", 6: "炮砲", 7: "兵卒"}
BLACK = {8: "將将帥帅", 9: "士仕", 10: "象相", 11: "馬马", 12: "車车", 13: "砲炮包", 14: "卒兵"}
SYMBOLS = {1: "♔♚👑🤴", 2: "♕♛🛡💂⚔", 3: "🐘♗♝", 4: "♘♞🐎🐴", 5: "♖♜🏰", 6: "💣🔫", 7: "♙♟🗡"}
"""By kind: what may stand for a piece where there are no characters."""
WRITTEN = re.compile("kai|kouzan(?!b)|gungseo|klee|fs$", re.IGNORECASE)
"""Families in the styles that most pieces are engraved in."""
FORMS = (*RED.values(), *BLACK.values())
CHARACTERS = {*"".join(FORMS)}


@dataclass(frozen=True)
class Face:
    """A font, and which of the characters it has."""

    path: str
    number: int
    name: str
    characters: frozenset[str]

    @property
    def family(self) -> str:
        """What its weights, widths and languages have in common."""
        return Path(self.path).stem.split("-")[0].split("_")[0]

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
                name = str(font["name"].getDebugName(4))
                known = font.getBestCmap() or {}
                sized = _sized(str(path), number, 24)
                characters = frozenset(
                    c for c in CHARACTERS if ord(c) in known and sized.getmask(c).getbbox()
                )
                if all(characters.intersection(forms) for forms in FORMS) and "Mono" not in name:
                    found.append(Face(str(path), number, name, characters))
    return found


def pick(random: Random, faces: Sequence[Face]) -> Face:
    """A face: every family is as likely as another; only large ones, and those that are written, more so."""
    families: dict[str, list[Face]] = {}
    for face in faces:
        families.setdefault(face.family, []).append(face)
    weights = [min(3, len(of) ** 0.5) * (2 if WRITTEN.search(name) else 1) for name, of in families.items()]
    return random.choice(random.choices([*families.values()], weights)[0])


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
