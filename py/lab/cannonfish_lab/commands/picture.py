"""``picture``: read positions from pictures."""

import argparse
import json
import sys
from pathlib import Path

from cannonfish_lab.errors import LabError

SUMMARY = "read positions of Xiangqi from pictures"
NO_BOARD = "no board was found: give --corners"
DETAILS = """
Every picture becomes a line: the position as FEN, which side is at the bottom, the certainty of the point
that is least certain, and the doubtful points. Whose turn it is cannot be seen; the FEN says Red's. Pictures
are read by the program of the editor's page. Pillow is in requirements/lab.txt.

Examples:

    picture board.png
    picture photo.jpg --corners 102,80,911,95,930,1004,88,990
    picture *.png --json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each file")
    parser.add_argument(
        "--corners",
        metavar="X,Y,...",
        help="the board's corner points in pixels, clockwise from the top left, instead of looking for them",
    )
    parser.add_argument(
        "--execution", choices=("auto", "compiled", "interpreted"), default="auto", help="(%(default)s)"
    )


def run(options: argparse.Namespace) -> int:
    """Read each file and print a line; 1 if one of them could not be read."""
    try:
        from cannonfish_lab.picture.reader import Reader, load
    except ModuleNotFoundError as error:
        raise LabError(f"reading pictures needs {error.name}: pip install -r requirements/lab.txt") from None
    corners = _corners(options.corners)
    reader = Reader(options.execution)
    failed = 0
    for path in options.files:
        try:
            reader.show(load(path))
            if corners:
                reader.set_corners(corners)
            elif not reader.find():
                raise LabError(NO_BOARD)
            reading = reader.read()
            if not corners and not reader.is_board():
                raise LabError(NO_BOARD)
        except LabError as error:
            failed = 1
            line = json.dumps({"file": str(path), "error": str(error)}) if options.json else ""
            print(line or f"{path}: {error}", file=sys.stdout if options.json else sys.stderr)
            continue
        fen = f"{reading.placement} w - - 0 1"
        bottom = "black" if reading.turned else "red"
        if options.json:
            told = {
                "file": str(path),
                "fen": fen,
                "bottom": bottom,
                "certainty": reading.certainty,
                "doubtful": reading.doubtful,
                "corners": [[round(x, 1), round(y, 1)] for x, y in reading.corners],
            }
            print(json.dumps(told), flush=True)
        else:
            doubts = f"; doubtful: {' '.join(reading.doubtful)}" if reading.doubtful else ""
            print(
                f"{path}: {fen}  {bottom} at the bottom, certainty {min(reading.certainty):.1%}{doubts}",
                flush=True,
            )
    return failed


def _corners(text: str | None) -> list[tuple[float, float]]:
    if text is None:
        return []
    try:
        numbers = [float(number) for number in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 8:
        raise LabError("--corners takes eight numbers: x and y of four points")
    return list(zip(numbers[::2], numbers[1::2], strict=True))
