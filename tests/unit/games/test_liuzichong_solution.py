"""The solution of Liuzichong: values of the examples, and what every value has to do with its neighbours."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from cannonfish.games.liuzichong import BLACK, WHITE, Board, Move, Result, Solution, SolutionError, Value
from cannonfish.games.liuzichong.fen import Position, Setup, format_fen
from cannonfish.games.liuzichong.solution import BESIDE_THE_PACKAGE, DRAW, symmetries, table_size
from hypothesis import given
from hypothesis import strategies as st

EXAMPLES = json.loads((Path(__file__).parents[2] / "data/liuzichong/examples.json").read_text())
SOLUTION = Solution.load()


def value(example: dict[str, Any]) -> Value:
    return Value(Result(example["result"]), example["distance"])


def uci(moves: dict[Move, Value]) -> dict[str, Value]:
    return {move.uci(): each for move, each in moves.items()}


def better(one: Value, other: Value) -> bool:
    """True if a player would rather have the one."""
    rank = [Result.LOSS, Result.DRAW, Result.WIN].index
    if one.result is not other.result:
        return rank(one.result) > rank(other.result)
    sooner = (one.distance or 0) < (other.distance or 0)
    return one != other and sooner == (one.result is Result.WIN)


@st.composite
def positions(draw: st.DrawFn) -> Board:
    """Any position with up to six stones a side."""
    placement = draw(st.permutations("W" * 6 + "B" * 6 + "...."))
    gone = draw(st.lists(st.booleans(), min_size=16, max_size=16))
    points = "".join("." if empty else letter for letter, empty in zip(placement, gone, strict=True))
    return Board(f"{points} {draw(st.sampled_from('wb'))}")


# --- the examples -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES["positions"], ids=lambda example: example["id"])
def test_values_of_the_examples(example: dict[str, Any]) -> None:
    board = Board(example["pos"])
    assert SOLUTION.probe(board) == value(example)
    # The examples count the plies left after a move, we those that include it.
    expected = {}
    for move in example["moves"]:
        distance = None if move["distance"] is None else move["distance"] + 1
        expected[move["move"]] = Value(Result(move["result"]), distance)
    assert uci(SOLUTION.moves(board)) == expected
    best = set(uci(SOLUTION.best_moves(board)))
    # Of drawing moves we choose further.
    assert best <= set(example["best"]) if example["result"] == "draw" else best == set(example["best"])


def test_the_start_is_a_draw_and_two_of_its_moves_lose() -> None:
    board = Board()
    assert str(SOLUTION.probe(board)) == "draws"
    labels = {move: str(each) for move, each in uci(SOLUTION.moves(board)).items()}
    assert labels == {"a2b2": "draws", "d2c2": "draws", "b1b2": "loses in 34", "c1c2": "loses in 34"}
    board.push_uci("b1b2")
    assert str(SOLUTION.probe(board)) == "wins in 33"


# --- what values have to do with each other -----------------------------------------------------------------


@given(positions())
def test_a_position_is_worth_what_its_best_move_is(board: Board) -> None:
    moves = SOLUTION.moves(board)
    assert moves.keys() == {*board.legal_moves}
    found = SOLUTION.probe(board)
    if not moves:
        assert found == Value(Result.LOSS, 0)
        return
    assert found in moves.values()
    assert not any(better(each, found) for each in moves.values())
    for move, each in moves.items():
        board.push(move)
        assert SOLUTION.probe(board).before() == each
        board.pop()


@given(positions())
def test_symmetries_and_colours_do_not_change_the_value(board: Board) -> None:
    found = SOLUTION.probe(board)
    for dests in symmetries():
        image = [""] * 16
        for at, dest in enumerate(dests):
            image[dest] = board.placement[at]
        assert SOLUTION.probe(Board(format_fen(Setup(Position("".join(image), board.turn))))) == found
    swapped = board.placement.translate(str.maketrans("WB", "BW"))
    assert SOLUTION.probe(Board(format_fen(Setup(Position(swapped, board.turn.other))))) == found


@given(positions())
def test_best_moves_keep_the_value(board: Board) -> None:
    best = SOLUTION.best_moves(board)
    assert bool(best) == bool(board.legal_moves)
    assert all(each == SOLUTION.probe(board) for each in best.values())


def test_of_two_draws_the_one_with_fewer_drawing_replies_is_best() -> None:
    rng = random.Random(3)
    chosen = 0
    while chosen < 5:
        board = Board()
        for _ in range(rng.randrange(20)):
            if board.legal_moves:
                board.push(rng.choice([*board.legal_moves]))
        draws = [move for move, each in SOLUTION.moves(board).items() if each == DRAW]
        if SOLUTION.probe(board) != DRAW or len(draws) < 2:
            continue
        replies = {}
        for move in draws:
            board.push(move)
            replies[move] = [*SOLUTION.moves(board).values()].count(DRAW)
            board.pop()
        fewest = min(replies.values())
        assert {*SOLUTION.best_moves(board)} == {move for move in draws if replies[move] == fewest}
        chosen += len({*replies.values()}) > 1


def test_best_moves_of_some() -> None:
    board = Board()
    losing = [Move.from_uci("b1b2"), Move.from_uci("c1c2")]
    assert uci(SOLUTION.best_moves(board, losing)) == {move.uci(): Value(Result.LOSS, 34) for move in losing}
    assert SOLUTION.best_moves(board, []) == {}


@pytest.mark.parametrize("turn", "wb")
def test_positions_without_stones(turn: str) -> None:
    assert SOLUTION.probe(Board(f"................ {turn}")) == Value(Result.LOSS, 0)
    alone = SOLUTION.probe(Board(f"W............... {turn}"))
    assert alone == (Value(Result.WIN, 1) if turn == "w" else Value(Result.LOSS, 0))


def test_values_count_the_sides_as_they_are_to_move() -> None:
    """From White's and from Black's point of view of one won position."""
    won = Board("WBB...B..BB.W.B. b")
    assert (won.turn, SOLUTION.probe(won)) == (BLACK, Value(Result.WIN, 3))
    won.push_uci("b2b1")
    assert (won.turn, SOLUTION.probe(won)) == (WHITE, Value(Result.LOSS, 2))


# --- loading ------------------------------------------------------------------------------------------------


def test_it_is_loaded_once_and_from_bytes_or_a_file(tmp_path: Path) -> None:
    assert Solution.load() is Solution.load()
    content = BESIDE_THE_PACKAGE.read_bytes()
    assert len(content) < 700_000
    (tmp_path / "copy.bin").write_bytes(content)
    for source in (content, tmp_path / "copy.bin", str(tmp_path / "copy.bin")):
        loaded = Solution.load(source)
        assert Solution.load() is loaded
        assert loaded.probe(Board()) == DRAW
    assert table_size() == 2_845_594


def test_what_is_no_solution_is_refused(tmp_path: Path) -> None:
    content = BESIDE_THE_PACKAGE.read_bytes()
    damaged = bytearray(content)
    damaged[1000] ^= 255
    for wrong in (b"", b"LZC1", b"PK" + content, content[:5000], bytes(damaged)):
        with pytest.raises(SolutionError) as caught:
            Solution.load(wrong)
        assert caught.value.reason == "content"
    with pytest.raises(SolutionError) as missing:
        Solution.load(tmp_path / "nowhere.bin")
    assert missing.value.reason == "missing"
    assert missing.value.code == "solution_missing"
    assert str(tmp_path) not in str(missing.value)
    assert Solution.load().probe(Board()) == DRAW  # what was loaded before is still there
