"""The reader of pictures, in both executions."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from cannonfish.compiler import Execution, instantiate, linked
from cannonfish.kernel import picture

PIECES = ".KABNRCPkabnrcp"
LOOK = linked("cannonfish.kernel", picture.FILES).constants["LOOK"]
START = "rnbakabnr/........./.c.....c./p.p.p.p.p/........./........./P.P.P.P.P/.C.....C./........./RNBAKABNR"


@pytest.fixture(scope="module")
def compiled() -> Iterator[Execution]:
    execution = instantiate(linked("cannonfish.kernel", picture.FILES), "compiled")
    yield execution
    execution.close()


def draw_lines(execution: Execution, size: tuple[int, int], first: tuple[int, int], cell: int) -> None:
    """A board of lines without pieces."""
    width, height = size
    paper, ink = 0xA0D0E0, 0x203040
    rows = [[paper] * width for _ in range(height)]
    x0, y0 = first
    for rank in range(10):
        for x in range(x0, x0 + 8 * cell + 1):
            rows[y0 + rank * cell][x] = ink
    for file in range(9):
        for y in range(y0, y0 + 9 * cell + 1):
            if file in (0, 8) or not y0 + 4 * cell < y < y0 + 5 * cell:
                rows[y][x0 + file * cell] = ink
    execution.store("size", 0, size)
    execution.store("pixels", 0, [pixel for row in rows for pixel in row])


@pytest.mark.parametrize(("first", "cell"), [((20, 24), 17), ((61, 40), 30), ((33, 52), 53)])
def test_a_board_is_found_by_its_lines(compiled: Execution, first: tuple[int, int], cell: int) -> None:
    draw_lines(compiled, (520, 560), first, cell)
    assert compiled.call("find") > 90
    x0, y0 = first
    wanted = [x0, y0, x0 + 8 * cell, y0, x0 + 8 * cell, y0 + 9 * cell, x0, y0 + 9 * cell]
    found = [corner / 16 for corner in compiled.array("corners")]
    assert max(abs(a - b) for a, b in zip(found, wanted, strict=True)) < cell / 8


def test_where_there_is_no_board_none_is_found(compiled: Execution) -> None:
    compiled.store("size", 0, (400, 400))
    compiled.store("pixels", 0, [0xFFFFFF] * 160_000)
    assert compiled.call("find") == 0
    random = Random(1)
    compiled.store("pixels", 0, [random.getrandbits(24) for _ in range(160_000)])
    assert compiled.call("find") == 0


def test_corners_that_make_no_board_are_refused(compiled: Execution) -> None:
    compiled.store("corners", 0, [0] * 8)
    assert compiled.call("read") == -1
    compiled.store("corners", 0, [0, 0, 1600, 1600, 3200, 3200, 4800, 4800])
    assert compiled.call("read") == -1


def test_points_lie_on_the_lines_of_a_tilted_board(compiled: Execution) -> None:
    """The diagonals of a quadrangle meet in the middle of the board that is seen in it."""
    compiled.store("corners", 0, [3200, 1600, 9600, 1600, 12_800, 14_400, 0, 14_400])
    assert compiled.call("weigh_corners") == 1
    compiled.call("locate", 4 * 32, 9 * 16)
    assert compiled.read("spot", 0) == pytest.approx(6400, abs=8)
    assert compiled.read("spot", 1) == pytest.approx(1600 + 12_800 / 3, abs=16)


def test_both_executions_read_a_point_alike(compiled: Execution) -> None:
    interpreted = instantiate(linked("cannonfish.kernel", picture.FILES), "interpreted")
    random = Random(2)
    pixels = [random.getrandbits(24) for _ in range(60 * 60)]
    for execution in (compiled, interpreted):
        execution.store("size", 0, (60, 60))
        execution.store("pixels", 0, pixels)
        execution.store("corners", 0, [100, 90, 850, 60, 900, 930, 20, 870])
        execution.call("weigh_corners")
        execution.store("offset", 0, [0, 0])
        execution.store("reach", 0, [18])
        execution.call("look", 22)
    for name in ("crop", "features", "seen_by", "layer", "outputs"):
        assert compiled.array(name) == interpreted.array(name)
    assert len({*compiled.array("features")}) > 5


def put(
    execution: Execution,
    board: str,
    doubts: dict[int, dict[str, int]],
    alike: Sequence[Sequence[int]] = (),
) -> list[int]:
    """Let the game conclude from what the network says: `doubts` are odds in 64ths; the pieces it takes.

    Every point looks different, but those in `alike` look as the first of them.
    """
    rows = board.replace("/", "")
    random = Random(3)
    looks = [random.randbytes(LOOK) for _ in rows]
    for first, *others in alike:
        for other in others:
            looks[other] = looks[first]
    odds = [0 if letter == PIECES[piece] else -2000 for letter in rows for piece in range(15)]
    for point, known in doubts.items():
        odds[15 * point : 15 * point + 15] = [known.get(letter, -2000) for letter in PIECES]
    execution.store("looks", 0, [number for look in looks for number in look])
    execution.store("odds", 0, odds)
    execution.store("seen", 0, [PIECES.index(letter) for letter in rows])
    execution.store("clear", 0, [1000] * 90)
    execution.call("conclude")
    return execution.array("pieces")


def placement(pieces: list[int]) -> str:
    letters = "".join(PIECES[piece] for piece in pieces)
    return "/".join(letters[at : at + 9] for at in range(0, 90, 9))


def test_the_game_corrects_doubtful_points(compiled: Execution) -> None:
    """A third chariot, and an elephant where none can stand, are what they may be, too."""
    point = 7 * 9 + 1
    for letter in "RB":
        other = START.replace(".C.....C.", f".{letter}.....C.")
        assert placement(put(compiled, other, {point: {letter: 0, "C": -100}})) == START
    assert compiled.array("certainty")[point] > 900


def test_two_points_change_at_once(compiled: Execution) -> None:
    """Neither the king nor the advisor could take the other's place alone."""
    swapped = START.replace("BAKAB", "BKAAB")
    doubts = {9 * 9 + 3: {"K": 0, "A": -90}, 9 * 9 + 4: {"A": 0, "K": -20}}
    assert placement(put(compiled, swapped, doubts)) == START


def test_pieces_that_look_alike_are_of_one_kind(compiled: Execution) -> None:
    first, second = 7 * 9 + 1, 7 * 9 + 7
    shown = START.replace(".C.....C.", ".R.....C.").replace("/RNB", "/.NB")
    wanted = shown.replace(".R.....C.", ".C.....C.")
    doubts = {first: {"R": 0, "C": -150}}
    assert placement(put(compiled, shown, doubts)) == shown
    assert placement(put(compiled, shown, doubts, alike=[(second, first)])) == wanted


def test_a_certain_position_that_cannot_be_stays(compiled: Execution) -> None:
    impossible = START.replace("/........./", "/KKK....../", 1)
    assert placement(put(compiled, impossible, {})) == impossible


def test_a_point_that_may_be_two_pieces_is_doubtful(compiled: Execution) -> None:
    put(compiled, START.replace("/RNB", "/.NB"), {7 * 9 + 1: {"C": 0, "R": -40}})
    assert {n for n, each in enumerate(compiled.array("certainty")) if each < 970} == {7 * 9 + 1}


def test_black_below_is_turned(compiled: Execution) -> None:
    assert placement(put(compiled, START[::-1], {})) == START
    assert compiled.read("turned", 0) == 1
