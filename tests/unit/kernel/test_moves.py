"""The board and the rules: what perft alone does not show."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.kernel.player import KINDS, START, Player, move, name, rules, square

RULES = rules("interpreted")
choices = st.lists(st.integers(0, 200), max_size=70)


def random_game(player: Player, picks: list[int], fen: str = START) -> Iterator[int]:
    """Play legal moves chosen by the numbers; yield before each move and at the end."""
    player.set_up(fen)
    for pick in picks:
        legal = player.legal()
        yield len(legal)
        if not legal:
            return
        player.play(legal[pick % len(legal)])
    yield len(player.legal())


def fen_of(player: Player) -> str:
    """The position as a FEN, read from `board` alone."""
    board = player.execution.array("board")
    kinds = player.execution.array("KIND")
    rows = []
    for rank in range(9, -1, -1):
        row = ""
        for file in "abcdefghi":
            piece = board[square(file + str(rank))]
            letter = KINDS[kinds[piece]] if piece else "1"
            row += letter if piece < 32 else letter.lower()
        rows.append(row)
    return "/".join(rows) + " " + "wb"[player.side]


@given(choices)
def test_sums_kept_by_moves_equal_fresh_ones(picks: list[int]) -> None:
    for _ in random_game(RULES, picks):
        pass
    fresh = rules("interpreted")
    fresh.set_up(fen_of(RULES))
    for array in ("position", "rank_bits", "file_bits"):
        assert RULES.execution.array(array) == fresh.execution.array(array)
    assert sorted(RULES.execution.array("square_of")) == sorted(fresh.execution.array("square_of"))
    assert sorted(map(name, RULES.legal())) == sorted(map(name, fresh.legal()))


def test_a_mirrored_position_mirrors_its_moves() -> None:
    fen = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w"
    rows = fen.split()[0].split("/")
    other_files = "/".join(row[::-1] for row in rows) + " w"
    other_side = "/".join(row.swapcase() for row in reversed(rows)) + " b"
    RULES.set_up(fen)
    moves = {name(number) for number in RULES.legal()}
    RULES.set_up(other_files)
    files = dict(zip("abcdefghi", "ihgfedcba", strict=True))
    assert {files[m[0]] + m[1] + files[m[2]] + m[3] for m in map(name, RULES.legal())} == moves
    RULES.set_up(other_side)
    assert {m[0] + str(9 - int(m[1])) + m[2] + str(9 - int(m[3])) for m in map(name, RULES.legal())} == moves


@pytest.mark.parametrize(
    ("fen", "check", "moves"),
    [
        ("3k5/9/3R5/9/9/9/9/9/9/4K4 b", 1, 0),  # checkmate
        ("3k5/4P4/9/9/9/9/9/9/4K4/9 b", 0, 0),  # stalemate
        ("4k4/9/9/9/9/9/9/9/9/4K4 b", 1, 2),  # the generals face each other
        ("4k4/9/9/9/4n4/9/9/9/9/4K4 b", 0, 3),  # a piece between them may not leave the file
        ("4k4/9/9/4p4/4C4/9/9/9/9/3K5 b", 1, 2),  # a cannon over a screen: take it, or leave the file
        ("4k4/9/3N5/9/9/9/9/9/9/3K5 b", 1, 3),  # a knight
        ("4k4/3p5/3N5/9/9/9/9/9/9/5K3 b", 0, 3),  # the same knight with a blocked leg
        ("4k4/4P4/9/9/9/9/9/9/9/3K5 b", 1, 2),  # a pawn: take it, or step aside
    ],
)
def test_check_and_legal_moves(fen: str, check: int, moves: int) -> None:
    RULES.set_up(fen)
    assert RULES.call("in_check", RULES.side) == check
    assert len(RULES.legal()) == moves


def test_without_a_legal_move_a_side_has_lost_in_check_or_not() -> None:
    assert RULES.call("no_moves_result", 0, 1) == -1
    assert RULES.call("no_moves_result", 1, 0) == -1


@pytest.mark.parametrize(
    ("fen", "drawn"),
    [
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", 1),
        ("2bak4/4a4/4b4/9/9/9/9/4B4/4A4/2BAK4 w", 1),
        ("3k5/9/9/9/9/9/9/9/4P4/4K4 w", 0),
        ("3k5/9/9/9/9/9/9/9/9/3NK4 w", 0),
    ],
)
def test_drawn_means_that_nobody_can_cross_the_river(fen: str, drawn: int) -> None:
    RULES.set_up(fen)
    assert RULES.call("insufficient_material") == drawn


def test_put_refuses_more_pieces_than_a_set_has() -> None:
    RULES.call("clear")
    placed = [RULES.call("put", 0, KINDS.index("R"), square(f"a{rank}")) for rank in range(3)]
    assert placed[0]
    assert placed[1]
    assert placed[2] == 0
    assert RULES.execution.read("board", square("a2")) == 0


def test_pieces_of_a_kind_are_the_same_to_the_hash() -> None:
    RULES.set_up("4k4/9/9/9/9/9/9/9/R8/R3K4 w")
    before = RULES.execution.array("position")
    for text in ("a0b0", "a1a0", "b0b1", "b1a1"):
        RULES.play(move(text))
    assert RULES.execution.read("board", square("a0")) != 0
    assert RULES.execution.array("position") == before


def test_no_position_has_more_moves_than_a_ply_has_room_for() -> None:
    """A slice of `moves` that runs into the next ply's would not trap."""
    tables = {table: RULES.execution.program.tables[table].rows for table in ("KING_TO", "ADVISOR_TO")}
    tables |= {
        table: RULES.execution.program.tables[table].rows for table in ("BISHOP_TO", "KNIGHT_TO", "PAWN_TO")
    }
    longest = {table: max(map(len, rows)) for table, rows in tables.items()}
    line = 8 + 9  # a rook or cannon reaches at most the other points of its rank and file
    most = longest["KING_TO"] + 2 * longest["ADVISOR_TO"] + 2 * longest["BISHOP_TO"]
    most += 2 * longest["KNIGHT_TO"] + 4 * line + 5 * longest["PAWN_TO"]
    assert most <= RULES.constants["MOVES_PER_PLY"]
    length = RULES.execution.program.arrays["moves"].length
    assert length == RULES.constants["MOVES_PER_PLY"] * RULES.constants["MAX_PLY"]
