"""The search knows no game: linked with tic-tac-toe it plays that, perfectly."""

import pytest
from cannonfish import kernel
from cannonfish.compiler import Execution, Source, instantiate, link

from tests.unit import guide
from tests.unit.kernel.player import source

TEXT = guide.files()["kernel/tictactoe/board.py"]
PROGRAM = link(
    [Source("tictactoe.py", "cannonfish.kernel.tictactoe", TEXT), *map(source, kernel.SEARCH)], {"TT_BITS": 8}
)


@pytest.fixture(params=["interpreted", "compiled"])
def game(request: pytest.FixtureRequest) -> Execution:
    return instantiate(PROGRAM, request.param)


def set_up(game: Execution, squares: str) -> int:
    """Put stones, x first, on the board; return the side to move."""
    side = squares.count("x") - squares.count("o")
    game.store("board", 0, [" xo".index(mark) for mark in squares.replace(".", " ")])
    for slot in range(2):
        game.write("position", slot, sum(at * 31 + mark for at, mark in enumerate(game.array("board"))))
    game.call("set_root", side, 0)
    return side


def best_move(game: Execution, squares: str, depth: int = 9) -> int:
    """The square that the search chooses; -1 when the game is over."""
    set_up(game, squares)
    for array in kernel.PERSISTENT_TABLES:
        game.zero(array)
    game.call("begin", 0, 0)
    for iteration in range(1, depth + 1):
        game.call("iterate", iteration)
    return game.read("search_state", PROGRAM.constants["BEST_MOVE"]) - 1


def score(game: Execution) -> int:
    return game.read("search_state", PROGRAM.constants["BEST_SCORE"])


def play(squares: str, at: int) -> str:
    mark = "xo"[squares.count("x") - squares.count("o")]
    return squares[:at] + mark + squares[at + 1 :]


def winner(squares: str) -> str:
    lines = ("012", "345", "678", "036", "147", "258", "048", "246")
    marks = ["".join(squares[int(at)] for at in line) for line in lines]
    return next((mark for mark in "xo" if mark * 3 in marks), "")


def test_it_draws_against_itself(game: Execution) -> None:
    squares = "." * 9
    while (at := best_move(game, squares)) >= 0:
        assert score(game) == 0
        squares = play(squares, at)
    assert "." not in squares
    assert not winner(squares)


def test_it_never_loses_whatever_the_other_side_does() -> None:
    """All games against every reply, with either side."""
    game = instantiate(PROGRAM, "compiled")
    answers: dict[str, int] = {}
    results: dict[str, set[str]] = {"x": set(), "o": set()}

    def explore(squares: str, ours: str) -> None:
        if winner(squares) or "." not in squares:
            results[ours].add(winner(squares))
            return
        if "xo"[squares.count("x") - squares.count("o")] == ours:
            if squares not in answers:
                answers[squares] = best_move(game, squares)
            explore(play(squares, answers[squares]), ours)
        else:
            for at in range(9):
                if squares[at] == ".":
                    explore(play(squares, at), ours)

    for ours in "xo":
        explore("." * 9, ours)
    assert results["x"] == {"x", ""}
    assert results["o"] == {"o", ""}


@pytest.mark.parametrize(
    ("squares", "plies"),
    [
        ("xx.oo....", 1),  # a line
        ("xo.......", 5),  # a fork, from the second stone on
        ("xo.o..x.x", -2),  # o cannot parry both threats
        ("xxxoo....", 0),  # it is over
        ("x...o...x", None),  # a draw
    ],
)
def test_it_sees_how_soon_the_game_ends(game: Execution, squares: str, plies: int | None) -> None:
    at = best_move(game, squares)
    if plies is None:
        assert score(game) == 0
    elif plies == 0:
        assert at == -1
        assert game.call("iterate", 1) == -PROGRAM.constants["MATE"]
    else:
        mate = PROGRAM.constants["MATE"]
        assert score(game) == (mate - plies if plies > 0 else -mate - plies)


def test_the_shared_files_list_and_count_its_moves(game: Execution) -> None:
    """9 first moves, then 8, ... A fifth mark can complete a line, which ends the game."""
    set_up(game, "." * 9)
    assert game.slice("moves", 0, game.call("legal_moves", 0, 0)) == [*range(1, 10)]
    counts = [game.call("perft", 0, depth, 0) for depth in range(1, 7)]
    assert counts == [9, 72, 504, 3024, 15120, 54720]


def test_both_executions_agree() -> None:
    one, two = (instantiate(PROGRAM, execution) for execution in ("interpreted", "compiled"))
    for squares in ("." * 9, "x........", "x...o....", "xo......."):
        assert best_move(one, squares) == best_move(two, squares)
        for slot in ("NODES", "BEST_SCORE"):
            at = PROGRAM.constants[slot]
            assert one.read("search_state", at) == two.read("search_state", at)
