"""The board of notebooks: what its script is told, and what it tells; without a browser and a kernel."""

from typing import Any

import pytest
import traitlets
from cannonfish import chess, liuzichong, records, svg, xiangqi
from cannonfish.engine import Engine, Limits
from cannonfish.errors import IllegalMoveError
from cannonfish.notebook import BoardWidget

from tools.notebook import BUNDLE, bundle

MATE_IN_ONE = "4k4/3R5/9/9/9/9/9/9/9/R2K5 w - - 0 1"


def press(widget: BoardWidget, move: str, fen: str | None = None) -> None:
    """Play a move on the page, which shows the position of the widget or another one."""
    widget._handle_custom_msg({"move": move, "fen": widget.fen if fen is None else fen}, [])


def shown(widget: BoardWidget) -> dict[str, Any]:
    """What the page shows."""
    state: dict[str, Any] = widget.get_state()["_state"]
    return state


def test_the_script_is_what_its_sources_make() -> None:
    assert BUNDLE.read_text() == bundle(), "make it anew: .venv/bin/python -m tools.notebook"


def test_a_person_plays_both_sides() -> None:
    widget = BoardWidget()
    assert shown(widget)["movable"] == "red"
    assert shown(widget)["view"]["dests"]["h0"] == ["g2", "i2"]
    fens: list[str] = []
    widget.observe(lambda change: fens.append(change.new), "fen")
    press(widget, "h2e2")
    press(widget, "h9g7")
    assert fens == ["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1", widget.fen]
    assert widget.board.fen() == widget.fen
    assert (widget.ply, widget.message) == (2, "1… 馬8進7 · Red to move")
    widget.pieces = "western"
    assert widget.message == "1… H8+7 · Red to move"


def test_a_move_on_a_position_of_before_is_not_played() -> None:
    """Two presses on a busy kernel arrive together."""
    widget = BoardWidget()
    before = widget.fen
    press(widget, "h2e2")
    press(widget, "h2e2", before)
    assert widget.ply == 1


def test_what_is_not_legal_is_not_played() -> None:
    widget = BoardWidget()
    with pytest.raises(IllegalMoveError):
        widget.push("h2h8")
    assert widget.ply == 0


def test_an_engine_answers_as_the_other_side() -> None:
    with Engine(execution="interpreted") as engine:
        widget = BoardWidget(opponent=engine, limits=Limits(depth=1), side=xiangqi.BLACK)
        assert (widget.ply, widget.orientation, shown(widget)["movable"]) == (1, xiangqi.BLACK, "black")
        press(widget, "h9g7")
        assert (widget.ply, shown(widget)["movable"]) == (3, "black")


def test_a_function_answers() -> None:
    answers = iter(["e5", None])
    widget = BoardWidget(chess.Board(), opponent=lambda board: next(answers))
    widget.push("e4")
    assert [move.uci() for move in widget.board.move_stack] == ["e2e4", "e7e5"]
    widget.push("Nf3")
    assert widget.message == "Black resigns."


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda board: 1 // 0, "The opponent failed: ZeroDivisionError: integer division or modulo by zero"),
        (lambda board: "h0h5", "The opponent failed: IllegalMoveError: "),
    ],
)
def test_the_board_says_what_is_wrong_with_an_opponent(answer: Any, said: str) -> None:
    widget = BoardWidget(opponent=answer)
    press(widget, "h2e2")
    assert widget.message.startswith(said)
    assert widget.ply == 1
    widget.ply = 0
    assert shown(widget)["movable"] == "red"


def test_the_end_of_a_game_has_its_reason_and_no_answer() -> None:
    widget = BoardWidget(xiangqi.Board(MATE_IN_ONE), opponent=lambda board: 1 // 0)
    press(widget, "a0a9")
    assert widget.message.endswith("Red wins: checkmate")
    assert shown(widget)["view"]["dests"] == {}


def test_a_game_is_stepped_through_with_its_comments_and_arrows() -> None:
    [game] = records.loads(
        '[Game "Chinese Chess"]\n\n1. h2e2 {Central Cannon [%cal Ge2e6]} (1. h2d2) h9g7 2. h0g2 *'
    )
    widget = BoardWidget(game, arrows=[(0, 9)])
    assert (widget.ply, shown(widget)["length"]) == (0, 3)
    widget._handle_custom_msg({"ply": 1}, [])
    assert shown(widget)["comment"] == "Central Cannon"
    assert shown(widget)["arrows"] == [["a0", "a1", "green"], ["e2", "e6", "green"]]
    widget.ply = 99
    assert widget.ply == 3


def test_another_move_becomes_a_variation_and_nothing_is_lost() -> None:
    board = xiangqi.Board()
    board.push_line(["h2e2", "h9g7", "h0g2"])
    widget = BoardWidget(board)
    assert widget.ply == 3
    widget.ply = 1
    press(widget, "b9c7")
    assert shown(widget)["length"] == 2
    assert "马8进7 ( 1... 马2进3 ) 2. 马二进三" in records.pgn.dumps(widget.game)


def test_a_fen_begins_a_new_game_and_a_wrong_one_changes_nothing() -> None:
    widget = BoardWidget()
    press(widget, "h2e2")
    before = widget.fen
    with pytest.raises(traitlets.TraitError, match="1 row instead of 10"):
        widget.fen = "nonsense"
    assert (widget.fen, widget.ply) == (before, 1)
    widget.fen = MATE_IN_ONE
    assert (widget.ply, shown(widget)["length"]) == (0, 0)


def test_a_wrong_fen_from_the_page_is_taken_back_there() -> None:
    """As a text field linked to the board sends it."""
    widget = BoardWidget()
    before = widget.fen
    sent: list[Any] = []
    widget.send_state = sent.append
    widget.set_state({"fen": "nonsense"})
    assert widget.fen == before
    assert "1 row instead of 10" in widget.message
    assert ["fen"] in sent


def test_arrows_are_objects_moves_or_squares() -> None:
    move = xiangqi.Move.from_uci("h2e2")
    widget = BoardWidget(arrows=[svg.Arrow(0, 0, "red"), move, (0, 9)])
    assert shown(widget)["arrows"] == [["a0", "a0", "red"], ["h2", "e2", "green"], ["a0", "a1", "green"]]


def test_every_game_has_its_words() -> None:
    assert shown(BoardWidget())["words"]["c"] == "cannon"
    assert shown(BoardWidget(chess.Board()))["words"]["q"] == "queen"
    assert shown(BoardWidget(liuzichong.Board()))["view"]["game"] == "liuzichong"


def test_a_position_that_cannot_be_played_is_shown() -> None:
    widget = BoardWidget(xiangqi.Board.empty())
    assert shown(widget)["view"]["dests"] == {}


def test_sides_are_those_of_boards_and_what_is_none_is_refused() -> None:
    """True and False as in python-chess; an orientation that is no side changes nothing."""
    widget = BoardWidget(opponent=lambda board: next(iter(board.legal_moves)), side=False)
    assert (widget.side, widget.orientation, widget.ply) == (xiangqi.BLACK, 1, 1)
    widget.orientation = True
    assert widget.orientation == 0
    for wrong in ("black", 2):
        with pytest.raises(traitlets.TraitError, match=f"there is no side {wrong!r}"):
            widget.orientation = wrong
        with pytest.raises(ValueError, match=f"there is no side {wrong!r}"):
            BoardWidget(side=wrong)  # type: ignore[arg-type]
    assert widget.orientation == 0
    with pytest.raises(TypeError, match="a FEN is fen="):
        BoardWidget(xiangqi.STARTING_FEN)  # type: ignore[arg-type]
