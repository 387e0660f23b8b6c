"""What `cannonfish.kernel.game` asks of a game, asked of every game there is."""

import ast
import random
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from cannonfish import kernel
from cannonfish.compiler import Execution, Host, instantiate, linked
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board, Game

SETTINGS = {"TT_BITS": 8}
SEEDS = range(6)
KERNEL = Path(kernel.__file__).parent
SEARCH_FILES = [KERNEL / f"{name}.py" for name in (*kernel.SEARCH, "game", "rules", "host")]

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def rules(game: Game, execution: str = "interpreted", checked: bool = False) -> Execution:
    """An instance of the game without the search."""
    files = (*game.files[: -len(kernel.SEARCH)], *kernel.COMMON)
    return instantiate(linked("cannonfish.kernel", files), execution, checked=checked)


def engine(game: Game, execution: str = "interpreted", checked: bool = False) -> Execution:
    """An instance of the game with the search; its time stands still, so that two runs are equal."""
    host = Host(now=lambda: 0, poll=lambda: 0)
    return instantiate(linked("cannonfish.kernel", game.files, SETTINGS), execution, host, checked)


def random_board(game: Game, seed: int, plies: int = 60) -> Board:
    """A position of a random game that is not over, with the game that led to it."""
    rng = random.Random(seed)
    board = game.new_board(None)
    for _ in range(rng.randrange(plies)):
        moves: list[Any] = sorted(board.legal_moves, key=str)
        board.push(rng.choice(moves))
        if not board.legal_moves:
            board.pop()
            break
    return board


def boards(game: Game) -> Iterator[Board]:
    return (random_board(game, seed) for seed in SEEDS)


def line(board: Board) -> list[Any]:
    """The moves of the game that led to the position."""
    board = board.copy()
    return [board.pop() for _ in range(board.ply())][::-1]


def state(running: Execution) -> dict[str, list[int]]:
    """Every array that can change, but for the move stack."""
    arrays = running.program.arrays
    return {name: running.array(name) for name in arrays if arrays[name].mutable and name != "moves"}


def listed(running: Execution, side: int) -> tuple[list[int], list[int]]:
    """The pseudo-legal moves: those that change material, and the others."""
    split = running.call("generate_captures", side, 0)
    end = running.call("generate_quiets", side, split)
    return running.slice("moves", 0, split), running.slice("moves", split, end)


def legal(running: Execution, side: int, moves: list[int]) -> list[int]:
    """Those of the moves that leave no king to be taken."""
    found = []
    for move in moves:
        undo = running.call("make", move)
        if not running.call("in_check", side):
            found.append(move)
        running.call("unmake", move, undo)
    return found


@every_game
def test_unmake_restores_everything(game: Game) -> None:
    running = rules(game)
    for board in boards(game):
        game.set_position(running, board)
        before = state(running)
        for move in chain(*listed(running, board.turn)):
            undo = running.call("make", move)
            running.call("unmake", move, undo)
            assert state(running) == before, move
        undo = running.call("make_null")
        running.call("unmake_null", undo)
        assert state(running) == before


@every_game
def test_hashes_kept_by_moves_equal_fresh_ones(game: Game) -> None:
    running = rules(game)
    for board in boards(game):
        game.set_position(running, game.new_board(None))
        for move in line(board):
            running.call("make", game.encode(move))
        followed = running.array("position")
        game.set_position(running, board)
        assert running.array("position") == followed
        game.set_position(running, game.new_board(board.fen()))
        assert running.array("position") == followed


@every_game
def test_the_generators_list_the_legal_moves_once(game: Game) -> None:
    running = rules(game)
    for board in boards(game):
        game.set_position(running, board)
        captures, quiets = listed(running, board.turn)
        moves = captures + quiets
        assert len({*moves}) == len(moves)
        assert all(1 <= move <= 65535 for move in moves)
        assert [running.call("is_capture", move) for move in moves] == [1] * len(captures) + [0] * len(quiets)
        wanted = sorted(game.encode(move) for move in board.legal_moves)
        assert sorted(legal(running, board.turn, moves)) == wanted
        assert sorted(running.slice("moves", 0, running.call("legal_moves", board.turn, 0))) == wanted
        assert {game.decode(move) for move in wanted} == {*board.legal_moves}


@every_game
def test_a_move_that_cannot_expose_the_king_is_legal(game: Game) -> None:
    """The search does not look for check after such a move, unless the side was in check before."""
    running = rules(game)
    illegal = 0
    for seed in range(60):
        board = random_board(game, seed, plies=90)
        game.set_position(running, board)
        if running.call("in_check", board.turn):
            continue
        moves = list(chain(*listed(running, board.turn)))
        allowed = legal(running, board.turn, moves)
        illegal += len(moves) - len(allowed)
        exposing = {move for move in moves if running.call("can_expose_king", board.turn, move)}
        assert {*moves} - {*allowed} <= exposing
    has_king = game.new_board.kings[0] in game.new_board.pieces_by_letter
    assert (illegal > 0) == has_king


@every_game
def test_pseudo_legal_agrees_with_the_generators_on_every_number(game: Game) -> None:
    running = rules(game, "compiled")
    for seed in SEEDS[:2]:
        board = random_board(game, seed)
        game.set_position(running, board)
        for side in (0, 1):
            wanted = {*chain(*listed(running, side))}
            assert {move for move in range(65536) if running.call("pseudo_legal", side, move)} == wanted
    strange = (65536, 1 << 24, 2**31 - 1, -1, -(2**31))
    assert not any(running.call("pseudo_legal", side, move) for move in strange for side in (0, 1))
    running.close()


@every_game
def test_numbers_for_ordering_stay_within_their_bounds(game: Game) -> None:
    running = rules(game, checked=True)
    constants = running.program.constants
    for board in boards(game):
        game.set_position(running, board)
        captures, quiets = listed(running, board.turn)
        assert abs(running.call("evaluate", board.turn)) <= 15_000
        for move in captures + quiets:
            assert 0 <= running.call("history_index", move) < constants["HISTORY_SIZE"]
            assert (running.call("victim_value", move) > 0) == (move in captures)
        for move in captures:
            assert 0 <= running.call("capture_index", move) < constants["CAPTURE_SIZE"]
            assert abs(running.call("capture_score", board.turn, move)) <= 100_000
            assert running.call("see_at_least", board.turn, move, -20_000)
            assert not running.call("see_at_least", board.turn, move, 20_000)


@every_game
def test_executions_agree_on_every_array_after_searches(game: Game) -> None:
    ours, theirs = engine(game), engine(game, "compiled", checked=True)
    for seed in SEEDS[:3]:
        board = random_board(game, seed)
        scores = []
        for running in (ours, theirs):
            game.set_search_root(running, board)
            running.call("begin", 500, 0)
            scores.append([running.call("iterate", depth) for depth in range(1, 5)])
        assert scores[0] == scores[1]
        assert ours.array("moves") == theirs.array("moves")
        assert state(ours) == state(theirs)
    theirs.close()


# --- one search for all -------------------------------------------------------------------------------------


def test_every_game_is_linked_with_the_same_search() -> None:
    for game in GAMES.values():
        assert game.files[-len(kernel.SEARCH) :] == kernel.SEARCH
        own = [name for name in game.files[: -len(kernel.SEARCH)] if name != "changes"]
        assert all(name.startswith(f"{game.name}.") for name in own)
    compiled = {
        game.name: linked("cannonfish.kernel", game.files, SETTINGS).wasm() for game in GAMES.values()
    }
    assert len({*compiled.values()}) == len(GAMES)


@pytest.mark.parametrize("path", SEARCH_FILES, ids=lambda path: path.stem)
def test_the_search_names_no_game(path: Path) -> None:
    """Neither in code nor, but for examples in brackets that begin with the game's name, in words."""
    text = path.read_text()
    names = {*GAMES, "checkers", "tictactoe", "tic-tac-toe"}
    code = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    imported = {node.module or "" for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    assert not {word for word in code | imported if any(name in word.lower() for name in names)}
    prose = re.sub(r"\([a-z]+: [^)]*\)", "", text)
    assert not [name for name in names if re.search(rf"\b{name}\b", prose, re.IGNORECASE)]
