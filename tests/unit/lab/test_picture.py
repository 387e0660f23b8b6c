"""Pictures of boards, drawn with our own characters, become positions."""

import io
import json
import pkgutil
import zlib
from pathlib import Path

import pytest
from cannonfish_lab.__main__ import main
from cannonfish_lab.errors import LabError
from cannonfish_lab.picture.reader import Reader, load
from PIL import Image

from tests.board_pictures import COLOURS, MIDDLE_GAME, NO_BOARDS, START, drawn


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("placement", [START, MIDDLE_GAME])
def test_a_screenshot_becomes_a_position(reader: Reader, placement: str, colours: str) -> None:
    reader.show(drawn(placement, colours))
    assert reader.find()
    reading = reader.read()
    assert reader.is_board()
    assert reading.placement == placement
    assert not reading.turned


def test_a_board_with_black_below_is_turned(reader: Reader) -> None:
    upside_down = "/".join(row[::-1] for row in reversed(MIDDLE_GAME.split("/")))
    reader.show(drawn(upside_down))
    assert reader.find()
    reading = reader.read()
    assert reading.placement == MIDDLE_GAME
    assert reading.turned


PICTURES = Path(__file__).parents[2] / "data" / "pictures"
UNSEEN = {
    "gothic-on-plum": "5a3/5k3/r3b4/9/3c5/2B6/P7P/5A3/9/4K3R",
    "mincho-on-pink": "r1baka1nr/4P4/1c5c1/p1p1p1p1p/6b2/P8/2P5P/1C5C1/9/RNBAKABNR",
}


@pytest.mark.parametrize("name", UNSEEN)
def test_fonts_and_colours_that_training_never_saw_are_read(reader: Reader, name: str) -> None:
    reader.show(load(PICTURES / f"{name}.webp"))
    assert reader.find()
    reading = reader.read()
    assert reader.is_board()
    assert reading.placement == UNSEEN[name]
    assert len(reading.doubtful) < 20


def test_a_photo_is_read_between_corners_that_a_person_has_set(reader: Reader) -> None:
    reader.show(load(PICTURES / "bold-gothic-in-a-photo.webp"))
    reader.set_corners([(61, 58), (269, 55), (268, 264), (57, 273)])
    reading = reader.read()
    assert reading.placement == START
    assert len(reading.doubtful) < 20


def test_the_network_is_small() -> None:
    weights = pkgutil.get_data("cannonfish.kernel", "picture/network.bin") or b""
    assert 0 < len(zlib.compress(weights, 9)) < 300_000


@pytest.mark.parametrize("thing", NO_BOARDS)
def test_other_things_are_no_boards(reader: Reader, thing: str) -> None:
    reader.show(NO_BOARDS[thing]())
    if reader.find():
        reader.read()
        assert not reader.is_board()


def test_corners_are_set_by_hand_in_pixels_of_the_whole_picture(reader: Reader) -> None:
    image = drawn(START).resize((2800, 2400))
    reader.show(image)
    x, y = 2800 / (8 * 48 + 320), 2400 / (9 * 48 + 120)
    corners = [(60 * x, 60 * y), (444 * x, 60 * y), (444 * x, 492 * y), (60 * x, 492 * y)]
    reader.set_corners(corners)
    reading = reader.read()
    assert reading.placement == START
    assert reading.corners[2] == pytest.approx(corners[2], abs=1)


def test_bad_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "text.png"
    path.write_text("no picture")
    with pytest.raises(LabError, match=r"text\.png is not a picture"):
        load(path)
    buffer = io.BytesIO()
    drawn(START).save(buffer, "PNG")
    path.write_bytes(buffer.getvalue()[:2000])
    with pytest.raises(LabError, match="cannot be read"):
        load(path)


def test_the_command_prints_a_line_for_each_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board, blank = tmp_path / "board.png", tmp_path / "blank.png"
    drawn(START).save(board)
    Image.new("RGB", (300, 300), "white").save(blank)
    assert main(["picture", str(board), str(blank), "--json"]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["fen"].startswith(START)
    assert first["bottom"] == "red"
    assert "no board was found" in second["error"]
