"""What games inherit: moves, copies, the end of a game without moves, long lines given to a search."""

import copy
import pickle
import random
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import product
from operator import methodcaller
from types import SimpleNamespace
from typing import Any, cast

import cannonfish
import chess
import pytest
from cannonfish import svg, xiangqi
from cannonfish.compiler import Execution, ExecutionUnavailable
from cannonfish.errors import IllegalMoveError, InvalidFenError, InvalidMoveError
from cannonfish.games.catalogue import GAMES
from cannonfish.games.liuzichong import BLACK, WHITE, Board
from cannonfish.games.liuzichong.rules import Rules
from cannonfish.games.outcome import Termination

ASKED_ABOUT_SIDES: dict[str, Callable[[Any, Any], object]] = {
    "attackers": lambda board, side: board.attackers(side, 0),
    "can_win": lambda board, side: board.can_win(side),
    "checks_given": lambda board, side: board.checks_given(side),
    "has_insufficient_material": lambda board, side: board.has_insufficient_material(side),
    "is_attacked_by": lambda board, side: board.is_attacked_by(side, 0),
    "is_pinned": lambda board, side: board.is_pinned(side, 0),
    "king": lambda board, side: board.king(side),
    "orientation": lambda board, side: svg.board(board, orientation=side),
    "pieces": lambda board, side: board.pieces(kind_at(board, 0), side),
    "turn": lambda board, side: setattr(board, "turn", side),
}
ASKED_ABOUT_SQUARES: dict[str, Callable[[Any, Any], object]] = {
    "attackers": lambda board, square: board.attackers(board.turn, square),
    "attacks": lambda board, square: board.attacks(square),
    "check": lambda board, square: svg.board(board, check=square),
    "fill": lambda board, square: svg.board(board, fill={square: "red"}),
    "find_move": lambda board, square: board.find_move(square, 0),
    "find_move to": lambda board, square: board.find_move(0, square),
    "flip_horizontal": lambda board, square: board.grid.flip_horizontal(square),
    "flip_vertical": lambda board, square: board.grid.flip_vertical(square),
    "generate_legal_moves": lambda board, square: board.generate_legal_moves([square]),
    "generate_legal_captures": lambda board, square: board.generate_legal_captures(to_squares=[square]),
    "generate_pseudo_legal_moves": lambda board, square: board.generate_pseudo_legal_moves([square]),
    "is_attacked_by": lambda board, square: board.is_attacked_by(board.turn, square),
    "is_pinned": lambda board, square: board.is_pinned(board.turn, square),
    "piece_at": lambda board, square: board.piece_at(square),
    "piece_type_at": lambda board, square: board.piece_type_at(square),
    "remove_piece_at": lambda board, square: board.remove_piece_at(square),
    "rotate": lambda board, square: board.grid.rotate(square),
    "set_piece_at": lambda board, square: board.set_piece_at(square, None),
    "set_piece_map": lambda board, square: board.set_piece_map({square: board.piece_at(0)}),
    "side_at": lambda board, square: board.side_at(square),
    "square_distance": lambda board, square: board.grid.square_distance(0, square),
    "square_file": lambda board, square: board.grid.square_file(square),
    "square_name": lambda board, square: board.grid.square_name(square),
    "square_rank": lambda board, square: board.grid.square_rank(square),
    "transform": lambda board, square: board.transform(lambda _: square),
}
SHUT_IN = "WB..B........... w"


@pytest.mark.parametrize(("result", "winner"), [(-1, BLACK), (0, None), (1, WHITE)])
def test_a_side_without_a_move_can_lose_draw_or_win(
    monkeypatch: pytest.MonkeyPatch, result: int, winner: object
) -> None:
    """The kernel says which.  The board took a win for a draw, while the search scored it as a win."""
    monkeypatch.setattr(Rules, "no_moves_result", lambda *_: result)
    outcome = Board(SHUT_IN).outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (winner, Termination.NO_MOVES)


def test_a_line_longer_than_the_move_stack_reaches_the_search_whole() -> None:
    """The line is passed through the move stack.  A game with a short one raised an IndexError."""
    stack, played = [0] * 5, []

    def call(name: str, *arguments: int) -> int:
        if name == "play_line":
            played.extend(stack[: arguments[0]])
        return 0

    def store(_: str, at: int, values: list[int]) -> None:
        assert at + len(values) <= len(stack)
        stack[at : at + len(values)] = values

    arrays = {"moves": SimpleNamespace(length=len(stack))}
    running = SimpleNamespace(
        call=call,
        function=lambda name: partial(call, name),
        store=store,
        array=lambda _: stack,
        program=SimpleNamespace(arrays=arrays),
    )
    game = GAMES["xiangqi"]
    board = game.new_board(None)
    board.push_line(["b0c2", "b9c7", "c2b0", "c7b9"] * 3)
    game.set_search_root(cast(Execution, cast(Any, running)), board)
    assert played == [game.encode(move) for move in board.move_stack]


@pytest.mark.parametrize("name", ["xiangqi", "chess", "liuzichong", "endings"])
def test_games_can_be_imported_by_their_short_names(name: str) -> None:
    """`import cannonfish.xiangqi` was a ModuleNotFoundError."""
    module = import_module(f"cannonfish.{name}")
    assert module is getattr(cannonfish, name)
    assert module.__name__ in (f"cannonfish.games.{name}", f"cannonfish.games.xiangqi.{name}")


def kind_at(board: Any, square: int) -> Any:
    """The kind of a piece; in a game with one kind anything is one."""
    return board.piece_type_at(square) or "stone"


OF_ATTACKS = ("attackers", "is_attacked_by", "is_pinned", "king")
"""Questions that have no meaning in Liuzichong."""


@pytest.mark.parametrize(
    ("game", "question"),
    [
        *product(("xiangqi", "chess"), ASKED_ABOUT_SIDES),
        *product(["liuzichong"], sorted(ASKED_ABOUT_SIDES.keys() - OF_ATTACKS)),
    ],
)
def test_true_is_the_first_mover_as_in_python_chess(game: str, question: str) -> None:
    """It was read as the number 1, and so as the other side."""
    answers = []
    for color in (chess.WHITE, chess.BLACK):
        for side in (color, int(not color), type(GAMES[game].new_board(None).turn)(not color)):
            board = GAMES[game].new_board(None)
            answers.append((ASKED_ABOUT_SIDES[question](board, side), board.fen()))
    assert answers[0] == answers[1] == answers[2]
    assert answers[3] == answers[4] == answers[5]
    if question in ("king", "orientation", "pieces", "turn"):
        assert answers[0] != answers[3]


@pytest.mark.parametrize("game", GAMES)
def test_sides_are_true_and_false_as_in_python_chess(game: str) -> None:
    first = GAMES[game].new_board(None).turn
    second = first.other
    assert first
    assert not second
    assert (first, second) == (chess.WHITE, chess.BLACK)
    assert (first, second) == (0, 1)
    assert first != chess.BLACK
    assert second != chess.WHITE
    assert first != second
    assert type(first).of(not first) is second
    assert type(first).of(not second) is first
    assert {first: "first", second: "second"}[second] == "second"


@pytest.mark.parametrize("wrong", ["red", "w", 2, -1, None, 1.0, xiangqi.KING, "e2"])
@pytest.mark.parametrize("question", ASKED_ABOUT_SIDES)
def test_what_is_no_side_is_refused(question: str, wrong: object) -> None:
    with pytest.raises(ValueError, match=f"^there is no side {wrong!r}; the sides are RED and BLACK$"):
        ASKED_ABOUT_SIDES[question](xiangqi.Board(), wrong)


@pytest.mark.parametrize("wrong", ["a1", "i9", 90, -1, 1.0, True, xiangqi.BLACK, xiangqi.KING])
@pytest.mark.parametrize("question", ASKED_ABOUT_SQUARES)
def test_what_is_no_square_is_refused(question: str, wrong: object) -> None:
    """-1 was the last square, True the second; names raised a TypeError about strings, or found nothing."""
    with pytest.raises(ValueError, match=f"^there is no point {wrong!r} on the board"):
        ASKED_ABOUT_SQUARES[question](xiangqi.Board(), wrong)


def test_a_name_given_for_a_square_tells_how_to_read_it() -> None:
    with pytest.raises(ValueError, match=r"parse_square\('e2'\) gives its number$"):
        xiangqi.Board().piece_at("e2")  # type: ignore[arg-type]
    for file, rank in ((9, 0), (0, 10), (-1, 0), ("a", 0)):
        with pytest.raises(ValueError, match="there is no point on file"):
            xiangqi.square(file, rank)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["rook", "R", "chariot", chess.ROOK, GAMES["chess"].name, None, xiangqi.RED])
def test_what_is_no_kind_of_piece_is_refused(kind: Any) -> None:
    """Numbers, too: 4 is a rook in python-chess and a horse here."""
    with pytest.raises(ValueError, match="xiangqi has no kind of piece"):
        xiangqi.Board().pieces(kind, xiangqi.RED)
    with pytest.raises(ValueError, match=r"there is no kind of piece .* the kinds are KING, ADVISOR, BISHOP"):
        xiangqi.Piece(kind, xiangqi.RED)


@pytest.mark.parametrize(
    "question", ["chinese", "gives_check", "is_capture", "is_irreversible", "iccs", "push", "san", "wxf"]
)
@pytest.mark.parametrize("wrong", ["h2e2", None, chess.Move.from_uci("a1a2"), GAMES["chess"]])
def test_what_is_no_move_is_refused(question: str, wrong: object) -> None:
    """A text raised `'str' object has no attribute 'orig'`."""
    with pytest.raises(TypeError, match=r"is not a move of xiangqi$"):
        getattr(xiangqi.Board(), question)(wrong)


def test_pieces_take_sides_as_boards_do() -> None:
    rook = xiangqi.Piece(xiangqi.ROOK, chess.WHITE)  # type: ignore[arg-type]
    assert rook == xiangqi.Piece.from_symbol("R")
    assert rook.side is xiangqi.RED
    for wrong in ("X", "", "RR", "rook", 5):
        with pytest.raises(ValueError, match=f"no such piece: {wrong!r}"):
            xiangqi.Piece.from_symbol(wrong)  # type: ignore[arg-type]
    for nothing in ("R", chess.ROOK, None, True):
        with pytest.raises(ValueError, match="is not a piece"):
            svg.piece(nothing)  # type: ignore[arg-type]


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


every_game = pytest.mark.parametrize("game", GAMES)


def line_of(game: str) -> list[str]:
    """Two moves, and one that is not legal after them: the first once more."""
    board = GAMES[game].new_board(None)
    for _ in range(2):
        board.push(next(iter(board.legal_moves)))
    first, second = (move.uci() for move in board.move_stack)
    return [first, second, first]


@every_game
def test_a_line_is_played_whole_or_not_at_all(game: str) -> None:
    board = GAMES[game].new_board(None)
    with pytest.raises(IllegalMoveError) as caught:
        board.push_line(line_of(game))
    assert caught.value.number == 3
    assert (board, board.move_stack) == (GAMES[game].new_board(None), [])
    board.push_line(line_of(game)[:2])
    with pytest.raises(IllegalMoveError, match=f"^move 7: {line_of(game)[2]} is not legal"):
        board.push_line(line_of(game)[2:], first=7)
    with pytest.raises(InvalidMoveError) as garbled:
        board.push_line(["炮二平五"])
    assert (garbled.value.number, board.ply()) == (1, 2)


@every_game
def test_moves_may_follow_a_fen(game: str) -> None:
    new_board = GAMES[game].new_board
    fen, line = new_board(None).fen(), line_of(game)[:2]
    board = new_board(f"fen {fen} moves {' '.join(line)}")
    assert [move.uci() for move in board.move_stack] == line
    assert board.root() == new_board(None)
    with pytest.raises(IllegalMoveError) as caught:
        new_board(f"{fen} moves {' '.join(line_of(game))}")
    assert caught.value.number == 3
    with pytest.raises(InvalidMoveError) as wrong:
        new_board(f"{fen} moves {line[0]} z9z9")
    assert wrong.value.number == 2


@every_game
def test_legal_moves_are_a_collection_that_stays(game: str) -> None:
    board = GAMES[game].new_board(None)
    moves = board.legal_moves
    listed = [*moves]
    for move in moves:
        board.push(move)
        board.pop()
    board.push(listed[0])
    assert ([*moves], len(moves), moves.count()) == (listed, len(listed), len(listed))
    assert listed[0] in moves
    assert listed[0] not in board.legal_moves
    assert repr(moves).startswith(f"<LegalMoves: {listed[0]} ")


@every_game
def test_boards_are_compared_by_position_and_are_no_keys(game: str) -> None:
    board, other = (GAMES[game].new_board(None) for _ in range(2))
    assert board == other
    assert board != board.fen()
    other.push_line(line_of(game)[:1])
    assert board != other
    with pytest.raises(TypeError):
        hash(board)


@every_game
@pytest.mark.parametrize("copied", [methodcaller("copy"), copy.copy, copy.deepcopy, pickled])
def test_a_copy_of_a_board_is_independent(game: str, copied: Callable[[Any], Any]) -> None:
    """A move on the result of `copy.copy` changed the original, too."""
    board = GAMES[game].new_board(None)
    board.push(next(iter(board.legal_moves)))
    fen = board.fen()
    other = copied(board)
    assert (other.fen(), other.move_stack) == (fen, board.move_stack)
    other.push(next(iter(other.legal_moves)))
    other.pop()
    other.pop()
    assert (board.fen(), board.ply()) == (fen, 1)


@every_game
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_errors_are_copied_and_pickled(game: str, copied: Callable[[Any], Any]) -> None:
    """Python calls the class with the message alone, which raised a TypeError in the other process."""
    with pytest.raises(InvalidFenError) as caught:
        GAMES[game].new_board("rubbish")
    error = copied(caught.value)
    assert type(error) is type(caught.value)
    assert str(error) == str(caught.value)
    assert vars(error) == vars(caught.value)


@every_game
def test_there_is_no_move_beyond_the_board(game: str) -> None:
    """`Move(-1, 5)` was printed as `i9f0`, and `is_legal(Move(90, 19))` raised an IndexError."""
    move_type, squares = GAMES[game].new_board.move_type, GAMES[game].new_board.grid.squares
    for square in (-1, len(squares), -len(squares), "a1", None):
        for pair in ((square, squares[1]), (squares[1], square)):
            with pytest.raises(InvalidMoveError, match="on the board") as caught:
                move_type(*pair)
            assert caught.value.reason == "square"


@pytest.mark.parametrize(("game", "other"), [pair for pair in product(GAMES, GAMES) if len({*pair}) > 1])
def test_moves_of_another_game_are_not_legal(game: str, other: str) -> None:
    """Their squares were taken for those of this game: a chess move moved a chariot of Xiangqi."""
    board, foreign = GAMES[game].new_board(None), GAMES[other].new_board.move_type
    squares = GAMES[other].new_board.grid.squares
    moves = [foreign(orig, dest) for orig, dest in product(squares, squares) if orig != dest]
    for _ in range(2):  # without and with a list of the legal moves
        assert not any(board.is_legal(move) for move in moves)
        assert board.legal_moves
    for move in moves:
        with pytest.raises(TypeError, match=f"is not a move of {game}"):
            board.push(move)
    assert board.ply() == 0


@every_game
def test_perft_counts_from_no_move_on(game: str) -> None:
    """A negative depth ran beyond the move stack."""
    board = GAMES[game].new_board(None)
    assert board.perft(0) == 1
    assert board.perft(1) == len(board.legal_moves)
    for depth in (-1, 1000, 1.5):
        with pytest.raises(ValueError, match="perft counts to a depth from 0"):
            board.perft(depth)


# --- executions ---------------------------------------------------------------------------------------------


def busy(game: str) -> Any:
    """Rules that soon have been asked enough."""
    return type("Busy", (GAMES[game].rules,), {"interpreted_for": 10})()


def answers(rules: Any, game: str) -> list[Any]:
    """What the rules say along a random game, with moves taken back, and moves that are not legal."""
    rng, board, said = random.Random(game), GAMES[game].new_board(None), []
    for _ in range(60):
        position, moves = board.position, [*board.legal_moves]
        said.append(rules.legal_moves(position))
        if not moves:
            break
        squares = rng.sample(range(len(board.grid.squares)), 2)
        for move in (*rng.sample(moves, min(4, len(moves))), board.move_type(*squares)):
            said.append((rules.is_legal(position, move, board.is_check()), rules.play(position, move)))
        board.push(rng.choice(moves))
    return said


@every_game
def test_rules_that_are_asked_a_lot_go_on_compiled_and_say_the_same(game: str) -> None:
    rules = busy(game)
    assert rules.execution == "interpreted"
    said = answers(rules, game)
    assert rules.execution == "compiled"
    rules.use("interpreted")
    assert answers(rules, game) == said
    assert rules.execution == "interpreted"


def test_rules_stay_interpreted_where_nothing_can_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise ExecutionUnavailable("not here")

    monkeypatch.setattr("cannonfish.compiler.native._wasmtime", refuse)
    rules = busy("xiangqi")
    assert answers(rules, "xiangqi")
    assert rules.execution == "interpreted"
    with pytest.raises(ExecutionUnavailable):
        rules.use("compiled")
    assert rules.legal_moves(GAMES["xiangqi"].new_board(None).position)
