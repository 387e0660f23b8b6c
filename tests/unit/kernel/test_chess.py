"""Chess in the dialect: exchanges, evaluation."""

import json
from pathlib import Path
from typing import Any

import pytest
from cannonfish import kernel
from cannonfish.compiler import Execution, instantiate, linked
from cannonfish.games.chess import Board, Move
from cannonfish.games.chess.rules import Rules
from cannonfish.kernel import chess

POSITIONS = json.loads((Path(__file__).parents[2] / "data/chess/perft.json").read_text())["positions"]
WHOLE_GAME = linked("cannonfish.kernel", (*chess.FILES, *kernel.COMMON))
DRAWN_FENS = ("4k3/8/8/8/8/8/8/4K3 w - -", "4kb2/8/8/8/8/8/8/2B1K1B1 w - -", "4k3/8/8/8/8/8/8/4KN2 w - -")


@pytest.fixture(scope="module")
def interpreted() -> Execution:
    return instantiate(WHOLE_GAME, "interpreted", checked=True)


def set_up(running: Execution, fen: str) -> int:
    """Put up a position; the side to move."""
    board = Board(fen)
    Rules.set_position(running, board.position)
    return board.turn


def test_no_position_has_more_moves_than_a_ply_has_room_for(interpreted: Execution) -> None:
    """A slice of `moves` that runs into the next ply's would not trap."""
    tables = interpreted.program.tables
    longest = {table: max(map(len, tables[table].rows)) for table in ("KING_TO", "KNIGHT_TO")}
    rook = max(sum(len(row) for row in tables["ROOK_RAYS"].rows[at : at + 4]) for at in range(0, 256, 4))
    bishop = max(sum(len(row) for row in tables["BISHOP_RAYS"].rows[at : at + 4]) for at in range(0, 256, 4))
    # A pawn has at most twelve moves, all of them promotions: fewer than the queen that it can become.
    queen = rook + bishop
    most = 9 * queen + 2 * rook + 2 * bishop + 2 * longest["KNIGHT_TO"] + longest["KING_TO"] + 2
    assert most <= interpreted.program.constants["MOVES_PER_PLY"]
    fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
    assert interpreted.call("legal_moves", set_up(interpreted, fen), 0) == 218


@pytest.mark.parametrize(
    ("fen", "move", "gain"),
    [
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "e4d5", 100),
        ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - -", "e4d5", 0),
        ("4k3/8/4p3/3p4/8/8/3R4/4K3 w - -", "d2d5", -400),
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - -", "d2d5", 100),  # the second rook stands behind the first
        ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - -", "d2d5", -400),
        ("4k3/8/8/3p4/8/1B6/8/Q3K3 w - -", "a1a8", 0),
        ("4k3/8/1b6/8/8/8/8/Q3K3 w - -", "a1a7", -950),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 100),  # in passing
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 0),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - -", "a7b8q", 325 + 850),
        ("6k1/1P6/8/8/8/8/7K/1r6 w - -", "b7b8q", -100),  # taken at once: the pawn is gone
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1g1", 0),
        ("4k3/8/8/3p4/8/8/3K4/3R4 w - -", "d1c1", 0),
    ],
)
def test_static_exchange(interpreted: Execution, fen: str, move: str, gain: int) -> None:
    """see_at_least() tells exactly where the gain lies."""
    side = set_up(interpreted, fen)
    number = Rules.encode(Move.from_uci(move))
    assert interpreted.call("pseudo_legal", side, number)
    before = interpreted.array("board")
    assert interpreted.call("see_at_least", side, number, gain) == 1
    assert interpreted.call("see_at_least", side, number, gain + 1) == 0
    assert interpreted.array("board") == before


@pytest.mark.parametrize(
    ("fen", "move", "is_good"),
    [
        ("4k3/8/4p3/3n4/8/8/6B1/4K3 w - -", "g2d5", True),  # it was pruned as a loss, and so was the trade
        ("4k3/8/4p3/3b4/8/4N3/8/4K3 w - -", "e3d5", True),
        ("4k3/8/4p3/3n4/8/8/3R4/4K3 w - -", "d2d5", False),
        ("6k1/1P6/8/8/8/8/7K/1r6 w - -", "b7b8q", False),  # the queen is taken at once
        ("6k1/1P6/8/8/8/8/7K/8 w - -", "b7b8q", True),
    ],
)
def test_order_of_captures(interpreted: Execution, fen: str, move: str, is_good: bool) -> None:
    side = set_up(interpreted, fen)
    assert (interpreted.call("capture_score", side, Rules.encode(Move.from_uci(move))) >= 0) is is_good


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["id"])
def test_evaluation_is_the_same_for_both_sides(interpreted: Execution, case: dict[str, Any]) -> None:
    """The position with colours swapped and turned upside down is worth the same."""
    placement, turn, rights = case["fen"].split()[:3]
    swapped = "/".join(row.swapcase() for row in reversed(placement.split("/")))
    other = f"{swapped} {'b' if turn == 'w' else 'w'} {''.join(sorted(rights.swapcase()))}"
    score = interpreted.call("evaluate", set_up(interpreted, case["fen"]))
    assert interpreted.call("evaluate", set_up(interpreted, other)) == score


@pytest.mark.parametrize("fen", DRAWN_FENS)
def test_drawn(interpreted: Execution, fen: str) -> None:
    set_up(interpreted, fen)
    assert interpreted.call("insufficient_material") == 1


def test_an_advantage_that_does_not_win_counts_little(interpreted: Execution) -> None:
    def score(fen: str) -> int:
        return interpreted.call("evaluate", set_up(interpreted, fen))

    assert 0 < score("4k3/4p3/8/8/8/8/8/3BKN2 w - -") > 4 * score("4k3/4r3/8/8/8/8/8/4KR1B w - -")
    opposite = score("4kb2/pp6/8/8/8/8/PPPP4/4KB2 w - -")
    same = score("2b1k3/pp6/8/8/8/8/PPPP4/4KB2 w - -")
    assert 0 < opposite < same


@pytest.mark.parametrize(
    ("fen", "eighths"),
    [
        pytest.param("8/8/4k3/8/8/3NN3/8/4K3 w - -", 0, id="two knights"),
        pytest.param("8/8/4k3/8/8/3NN3/4p3/4K3 w - -", 8, id="two knights and an enemy pawn to move"),
        pytest.param("8/8/4k3/8/8/3NB3/8/4K3 w - -", 8, id="bishop and knight"),
        pytest.param("k7/8/8/P7/P7/8/3B4/3K4 w - -", 0, id="dark bishop, a8 is light"),
        pytest.param("k7/8/8/P7/8/8/2B5/3K4 w - -", 8, id="light bishop, a8 is light"),
        pytest.param("8/8/6k1/7P/8/3B4/8/3K4 b - -", 8, id="the king is far from h8"),
        pytest.param("8/6k1/8/7P/8/3B4/8/3K4 b - -", 0, id="light bishop, h8 is dark"),
        pytest.param("k7/8/8/P7/8/6P1/3B4/3K4 w - -", 8, id="another pawn"),
        pytest.param("k7/8/8/P6P/8/8/3B4/3K4 w - -", 8, id="pawns on both edges"),
        pytest.param("k7/8/8/P7/8/8/3N4/3K4 w - -", 8, id="a knight"),
        pytest.param("k7/p7/8/P7/8/8/3B4/3K4 w - -", 8, id="an enemy pawn"),
    ],
)
def test_endings_that_cannot_be_won(interpreted: Execution, fen: str, eighths: int) -> None:
    """Two knights counted as 2.5 pawns, a bishop with the wrong rook pawn as 5.9.  Either colour."""
    placement, turn, _ = fen.split(maxsplit=2)
    other = "/".join(row.swapcase() for row in reversed(placement.split("/")))
    for side, text in enumerate((f"{placement} {turn} - -", f"{other} {'b' if turn == 'w' else 'w'} - -")):
        set_up(interpreted, text)
        assert interpreted.call("scale_factor", side) == eighths


def test_stalemate_draws_and_mate_loses(interpreted: Execution) -> None:
    assert interpreted.call("no_moves_result", 0, 1) == -1
    assert interpreted.call("no_moves_result", 1, 0) == 0


def test_put_has_room_for_sixteen(interpreted: Execution) -> None:
    interpreted.call("clear")
    assert interpreted.call("put", 0, 6, 4) == 16
    assert interpreted.call("put", 0, 6, 5) == 0
    placed = [interpreted.call("put", 0, 1, 8 + at) for at in range(16)]
    assert placed == [*range(17, 32), 0]
    assert interpreted.read("board", 8 + 15) == 0
