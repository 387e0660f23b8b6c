"""Read pictures with the program that the page uses, too (`cannonfish.kernel.picture`)."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cannonfish.compiler import Execution, instantiate, linked
from cannonfish.kernel import picture
from PIL import Image, ImageOps, UnidentifiedImageError

from cannonfish_lab.errors import LabError

PIECES = ".KABNRCPkabnrcp"
"""The letters of FEN by number."""
FILES, RANKS = 9, 10
Corners = Sequence[tuple[float, float]]
"""Points of a picture: those of the board's corners, clockwise from the top left."""


@dataclass(frozen=True)
class Reading:
    """A position that was read."""

    placement: str
    """The first field of the FEN, with Black above."""
    turned: bool
    """Whether Black is at the bottom of the picture."""
    certainty: list[float]
    """Of each point, from Black's side to Red's."""
    doubtful: list[str]
    """The points below the certainty that counts, such as `e9`."""
    corners: list[tuple[float, float]]
    """In pixels of the picture."""


class Reader:
    """One instance of the program; it reads one picture after another."""

    def __init__(self, execution: str = "auto", checked: bool = False):
        program = linked("cannonfish.kernel", picture.FILES)
        self.execution: Execution = instantiate(program, execution, checked=checked)
        self._constants = program.constants
        self._scale = 1.0

    def show(self, image: Image.Image) -> None:
        """Hand over a picture, scaled down if it is large."""
        most = self._constants["SIDE_MAX"]
        image = image.convert("RGB")
        self._scale = min(1.0, most / max(image.size))
        if self._scale < 1:
            width, height = (max(1, round(length * self._scale)) for length in image.size)
            image = image.resize((width, height), Image.Resampling.BOX, reducing_gap=3)
        self.execution.store("size", 0, image.size)
        self.execution.store("pixels", 0, array("i", image.convert("RGBX").tobytes()))

    def find(self) -> float:
        """Look for the board: how sure it is, 0 if there is none."""
        return self.execution.call("find") / 100

    def is_board(self) -> bool:
        """Whether what was read last looks like a board, and not like something else with lines."""
        return bool(self.execution.call("is_board"))

    def set_corners(self, corners: Corners) -> None:
        """Set the corners of the board by hand."""
        unit = self._constants["UNIT"] * self._scale
        self.execution.store("corners", 0, [round(number * unit) for corner in corners for number in corner])

    def read(self) -> Reading:
        """Read the board between the corners. LabError if these make no board."""
        if self.execution.call("read") < 0:
            raise LabError("these are not the corners of a board")
        pieces = self.execution.array("pieces")
        certainty = self.execution.array("certainty")
        rows = [
            "".join(PIECES[piece] for piece in pieces[at : at + FILES]) for at in range(0, len(pieces), FILES)
        ]
        unit = self._constants["UNIT"] * self._scale
        numbers = [number / unit for number in self.execution.array("corners")]
        return Reading(
            "/".join(map(_shortened, rows)),
            bool(self.execution.read("turned", 0)),
            [each / 1000 for each in certainty],
            [_name(at) for at, each in enumerate(certainty) if each < self._constants["CERTAIN"]],
            list(zip(numbers[::2], numbers[1::2], strict=True)),
        )


def _shortened(row: str) -> str:
    """A rank of a FEN: digits for the empty points."""
    for count in range(FILES, 0, -1):
        row = row.replace("." * count, str(count))
    return row


def _name(point: int) -> str:
    return f"{'abcdefghi'[point % FILES]}{RANKS - 1 - point // FILES}"


def load(path: Path) -> Image.Image:
    """The first frame of a picture, upright. LabError if the file is none."""
    try:
        image = Image.open(path)
        image.draft("RGB", (2560, 2560))
        image.load()
    except UnidentifiedImageError:
        raise LabError(f"{path} is not a picture of a known format") from None
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise LabError(f"{path} cannot be read: {error}") from None
    upright = ImageOps.exif_transpose(image)
    if upright.mode in ("RGBA", "LA", "PA", "P"):
        upright = upright.convert("RGBA")
        paper = Image.new("RGBA", upright.size, "white")
        return Image.alpha_composite(paper, upright).convert("RGB")
    return upright.convert("RGB")
